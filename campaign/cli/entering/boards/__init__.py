"""The boards of My City under a cursor; needs textual, an extra that may be missing."""
