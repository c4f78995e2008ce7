"""The rules of Duel."""
