"""The commands and the loop in which a game is entered."""
