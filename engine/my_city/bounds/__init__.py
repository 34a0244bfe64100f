"""What the rules of an episode can give at least and at most, whatever is built."""
