"""The real box entered with the keyboard: ground, river, outlines."""
