"""One episode, from given rules and boards: its rules as values, state, play, score sheets."""
