"""What many Duels say."""
