"""The pages of Leaders."""
