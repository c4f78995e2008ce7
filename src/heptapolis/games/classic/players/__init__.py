"""Players of classic in compiled code."""
