"""Screens while a game is entered, at the prompt or with a cursor on the board."""
