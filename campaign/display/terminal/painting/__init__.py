"""What is painted, on the screen: the board, the small grid of an outline, the keys beside them."""
