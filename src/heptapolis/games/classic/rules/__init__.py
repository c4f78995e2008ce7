"""The rules of classic, with and without leaders."""
