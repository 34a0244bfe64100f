"""One episode: its rules as values, its state, play and score sheets; given rules and boards."""
