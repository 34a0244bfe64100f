"""The store: an append-only journal, what is derived from it, and the file both live in."""
