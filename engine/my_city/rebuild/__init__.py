"""Finds the moves that led to the boards at the end of an episode."""
