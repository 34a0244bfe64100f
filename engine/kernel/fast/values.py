"""Make a named tuple from all its fields in order: `new(Turn, (round, phase, ...))`.

The plain code is the class itself, `Turn(round, phase, ...)`, or `_replace` where `*rest` stands
for fields that stay. It is for tuples that a replay makes several times a move.
"""

from __future__ import annotations

new = tuple.__new__
