"""What is shown while a game is entered."""
