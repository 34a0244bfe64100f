"""Speed and memory, measured in one run against a yardstick: `make bench`.

The yardstick is python-chess replaying games in UCI notation with the legality of every
move checked. Figures are CPU time, the best and the median of rounds in which all take turns.
"""
