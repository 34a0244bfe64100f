"""What every game shares: protocol, record, replay, score sheet, grid, dealer.

The kernel knows no game; a game knows the kernel and no other game.
"""
