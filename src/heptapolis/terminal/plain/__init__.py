"""The terminal part of variants without their own."""
