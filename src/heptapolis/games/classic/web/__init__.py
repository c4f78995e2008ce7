"""Classic on the pages."""
