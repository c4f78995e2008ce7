"""The rules on a GPU give the same games as on the CPU."""
