"""The commands and the dialog in which a game is entered."""
