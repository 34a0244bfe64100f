"""What an export has written, as a JSON document."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.display.json.parts import Document, document


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
