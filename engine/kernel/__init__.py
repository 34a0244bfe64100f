"""What all games share: protocol, record, replay, score sheet, grid, dealer.

The kernel imports no game. A game imports the kernel and no other game.
"""
