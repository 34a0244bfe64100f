"""One readable transcript a game: what each move did, the boards, the sheets.

`tests/golden/<game>.toml` is the record, `<game>.txt` what it looks like when it is
played. A change of the transcript is a change of the rules, or of the picture:

    WRITE_GOLDEN=1 pytest tests/engine/test_golden.py      writes them again; then read the diff
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.services import games
from engine.kernel.game import Game, Seat, State
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import VerdictKind, replay_steps
from tests.engine.games import CASES
from tests.engine.replaying import verify

GOLDEN = Path(__file__).parents[1] / "golden"


def transcript(game: Game, record: Record) -> str:
    """The record as it is played, line by line."""
    state = game.start(record.setup)
    picture = CASES[game.NAME].picture
    lines = [f"{game.TITLE}, edition {game.EDITION}", "", picture(state)]
    for step in replay_steps(game, record):
        lines += ["", f"{step.number}. {step.move}", *_changes(game, step.before, step.after)]
        state = step.after
    lines += ["", picture(state), "", *_sheets(game, state)]
    return "\n".join(lines) + "\n"


def _changes(game: Game, before: State, after: State) -> Iterator[str]:
    """The lines of the picture that are new, the totals that moved, and who is next."""
    picture = CASES[game.NAME].picture
    pairs = zip(picture(before).split("\n"), picture(after).split("\n"), strict=True)
    yield from (f"    {new}" for old, new in pairs if old != new)
    had, has = _totals(game, before), _totals(game, after)
    yield from (f"    {seat} counts {has[seat]} ({has[seat] - had[seat]:+})"
                for seat in has if has[seat] != had[seat])  # fmt: skip
    yield f"    next: {', '.join(game.awaiting(after)) or 'nobody, it is over'}"


def _totals(game: Game, state: State) -> dict[Seat, int]:
    return {sheet.seat: sheet.total for sheet in game.score(state)}


def _sheets(game: Game, state: State) -> Iterator[str]:
    for sheet in game.score(state):
        yield f"{sheet.seat}: rank {sheet.rank}{', ' * bool(sheet.tie)}{sheet.tie!s}"
        for line in sheet.lines:
            yield f"    {line.label!s:20}{line.points:5}  {line.note!s}".rstrip()
        yield f"    {'total':20}{sheet.total:5}"


RECORDS = sorted(GOLDEN.glob("*.toml"))


def test_every_game_has_a_golden_transcript() -> None:
    assert set(games.names()) <= {file.stem for file in RECORDS}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_transcript_is_played_still(file: Path) -> None:
    record = parse_record(file.read_text("utf-8"))
    game = games.find(record.game)
    assert VerdictKind.VERIFIED is verify(record).kind
    played, file = transcript(game, record), file.with_suffix(".txt")
    if os.environ.get("WRITE_GOLDEN"):
        file.write_text(played, "utf-8")
    assert file.read_text("utf-8") == played


def test_every_transcript_is_of_a_game() -> None:
    names = {file.name for file in GOLDEN.iterdir()}
    assert {f"{file.stem}.{kind}" for file in RECORDS for kind in ("toml", "txt")} == names
    assert {parse_record(file.read_text("utf-8")).game for file in RECORDS} == set(games.names())
