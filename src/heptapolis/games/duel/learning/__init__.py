"""The encoding of Duel, in compiled code."""
