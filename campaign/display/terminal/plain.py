"""The screen of games without a screen in their kit: fields of the state, and moves in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.text.translation import Speaker
from engine.kernel.game import Seat
from engine.kernel.replay import ReplayStep


def final(state: Any, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The fields of a state, one on a line."""
    table = parts.table("field", "value", notes=("value",))
    table.show_header = False
    for name, value in _fields(state):
        table.add_row(name, str(value))
    return table


def step(step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """A move in the words of the record, with the player who made it."""
    name = names.get(step.move.seat)
    who = f"{step.move.seat} ({name})" if name else step.move.seat
    return parts.line(f"{step.number:3}. {who}: {step.move.text}")


def _fields(state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a named tuple or a dataclass, each with its value."""
    if is_dataclass(state):
        yield from ((field.name, getattr(state, field.name)) for field in fields(state))
    elif hasattr(state, "_asdict"):
        yield from state._asdict().items()
    else:
        yield "state", state
