"""The rules on a GPU: the same games as on the CPU."""
