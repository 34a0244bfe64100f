"""Which made-up values of the tiles a session relied on (docs/rules/quadropolis.md)."""

from __future__ import annotations

from engine.quadropolis.state import LAY, State


def placeholders(state: State) -> tuple[str, ...]:
    """The rounds that were laid with tiles whose marks for the number of players are made up."""
    laid = state.round if state.phase != LAY or state.site else state.round - 1
    return tuple(
        f"tiles of round {number} with {state.rules.players} players: {', '.join(ids)}"
        for number, ids in enumerate(state.rules.made_up[:laid], 1)
        if ids
    )
