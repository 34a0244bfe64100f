"""The boards of My City under a cursor."""
