"""The rules of leaders, in compiled code."""
