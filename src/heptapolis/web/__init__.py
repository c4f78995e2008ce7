"""The web face: pages for people."""
