"""Classic on a page."""
