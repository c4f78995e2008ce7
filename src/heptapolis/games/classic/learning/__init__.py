"""The encoding of classic, in compiled code."""
