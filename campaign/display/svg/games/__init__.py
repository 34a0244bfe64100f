"""The table of each game as a picture, a module a game."""
