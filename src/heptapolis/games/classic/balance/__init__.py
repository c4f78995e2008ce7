"""What many games of classic say."""
