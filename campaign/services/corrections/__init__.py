"""Corrections of the history: what is taken back, amended, moved, and all that follows."""
