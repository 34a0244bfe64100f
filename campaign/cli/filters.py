"""The options that filter lists, the same for every list of plays or of rows with a day.

    @command(app, "list", ...)
    @filtered("player", "where", "since", "until")
    def list_(env: Environment, wanted: PlayFilter) -> ...:

A command names the options that make sense for its list, and gets their values as one filter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from campaign.cli import completion
from campaign.cli.arguments import typed_day
from campaign.cli.grouped import Command, grouped
from campaign.display.terminal import parts
from campaign.services.filters import PlayFilter, Span
from campaign.services.words import day
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from rich.console import RenderableType


class KeptVerdict(StrEnum):
    """The verdict of a replay on a record that was kept."""

    VERIFIED = "verified"
    POSSIBLE = "possible"
    DIFFERS = "result differs"
    UNVERIFIABLE = "unverifiable"


def _day(name: str, help_: str) -> Any:
    option = typer.Option(
        f"--{name}", parser=typed_day, metavar="DAY", help=help_, show_default=False
    )
    return Annotated[date | None, option]


def _text(name: str, metavar: str, help_: str, complete: Callable[..., list[str]] | None) -> Any:
    option = typer.Option(
        f"--{name}", metavar=metavar, help=help_, autocompletion=complete, show_default=False
    )
    return Annotated[str | None, option]


OPTIONS: Mapping[str, Any] = {
    "player": _text("player", "PLAYER", "Only those of this player.", completion.players),
    "game": _text("game", "GAME", "Only those of this game.", completion.games),
    "where": _text("where", "PLACE", "Only those at this place; a part of it is enough.", None),
    "since": _day("since", "Only those from this day on, such as 2026-11-25 or yesterday."),
    "until": _day("until", "Only those up to this day."),
    "verdict": Annotated[
        KeptVerdict | None,
        typer.Option(
            "--verdict",
            metavar="VERDICT",
            help=f"Only those with this verdict: {', '.join(KeptVerdict)}.",
            show_default=False,
        ),
    ],
}
"""The type of the option for each field of `PlayFilter`, by the field's name."""
LastOfAll = Annotated[
    int | None,
    typer.Option(
        "--last",
        metavar="N",
        min=1,
        help="Only the last N; without it, all.",
        show_default=False,
    ),
]


def filtered(*names: str) -> Callable[[Command], Command]:
    """Give a command the named options; it gets their values as one parameter, `wanted`."""
    return grouped("wanted", {name: OPTIONS[name] for name in names}, _filter_of)


def spanned() -> Callable[[Command], Command]:
    """Give a command `--since` and `--last`; it gets their values as one parameter, `span`."""
    return grouped("span", {"since": OPTIONS["since"], "last": LastOfAll}, _span_of)


def _span_of(values: Mapping[str, Any]) -> Span:
    """Make the span from the values of the options."""
    since: date | None = values["since"]
    return Span(since.isoformat() if since else "", values["last"])


def view_of_span(
    span: Span, rows: Collection[object], view: Callable[[], RenderableType]
) -> Callable[[], RenderableType]:
    """Return the view; if a span has no rows, a view of one line that says so."""
    if rows or not span.since:
        return view
    return lambda: parts.line(phrase("Nothing is dated {day} or later.", day=day(span.since)))


def _filter_of(values: Mapping[str, Any]) -> PlayFilter:
    """Make the filter from the values of the options; raises `BadParameter`."""
    texts = {
        name: value.isoformat() if isinstance(value, date) else str(value)
        for name, value in values.items()
        if value
    }
    wanted = PlayFilter(**texts)
    if wanted.since and wanted.until and wanted.since > wanted.until:
        raise typer.BadParameter(f"--since {wanted.since} comes after --until {wanted.until}")
    return wanted
