"""Make a named tuple from all its fields in order: `new(Turn, (round, phase, ...))`.

The plain code calls the class, `Turn(round, phase, ...)`, or `_replace` if some fields stay as they
are. `new` is for tuples that a replay makes several times a move.
"""

from __future__ import annotations

new = tuple.__new__
