"""What Leaders adds to the words of classic."""
