"""From boards as they lie at the end back to the moves that made them."""
