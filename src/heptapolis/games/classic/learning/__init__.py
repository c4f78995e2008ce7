"""Classic as numbers, in compiled code."""
