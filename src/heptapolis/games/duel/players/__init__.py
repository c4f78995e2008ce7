"""Players of Duel in compiled code."""
