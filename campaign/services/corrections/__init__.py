"""Corrections of the history: entries taken back, amended or moved, and what follows from them."""
