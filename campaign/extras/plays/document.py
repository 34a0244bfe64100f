"""What an export has written and an import has kept, as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.display.json.parts import Document, document
from campaign.extras.plays.imported import Prepared
from campaign.store.journal import number_of


def tables(written: Iterable[tuple[str, str, int]]) -> Document:
    """The tables that were written: the name of each, its file and how many rows it has."""
    files = [{"table": name, "path": path, "rows": rows} for name, path, rows in written]
    return document("export", files=files)


def records(path: str, campaigns: int, sessions: int) -> Document:
    """The folder of records that was written, and how many campaigns and sessions are in it."""
    return document("exported_records", path=path, campaigns=campaigns, sessions=sessions)


def link(address: str) -> Document:
    """The address that creates a play in another program."""
    return document("play_link", address=address)


def plays(prepared: Prepared, numbers: range) -> Document:
    """The plays of a file: how many became sessions, and what became of the others."""
    return document(
        "imported_plays",
        kept=len(numbers),
        sessions=list(numbers),
        plays=prepared.plays,
        new=len(prepared.new),
        here=prepared.here,
        doubles=[
            {"play": double.play.id, "session": number_of(double.stream)}
            for double in prepared.doubles
        ],
        left_out=[{"why": why, "plays": count} for why, count in prepared.left_out.items()],
        notes=[{"what": what, "plays": count} for what, count in prepared.notes.items() if count],
        games=dict(prepared.by_game),
        players=dict(prepared.names),
    )
