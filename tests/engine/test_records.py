"""The recorded sessions of tests/records, each with what its first lines expect of it.

    # what the session shows, in a line or more
    # verdict: illegal, move 5        or: verified, result differs, incomplete, unverifiable
    # reason: covers both banks ...   word for word; a verified record has none
    # ranks: 1 1 3                    if the session is about ranks, in the order of the seats

    # verdict: refused, line 9, column 3    when it is no record or no game can start

A new case is a new file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.services import games
from engine.kernel.errors import RecordError, SetupError
from engine.kernel.record import format_record, parse_record
from engine.kernel.replay import Verdict, VerdictKind
from tests.engine.replaying import verify

FILES = sorted((Path(__file__).parents[1] / "records").glob("*.toml"))
IDS = [file.stem for file in FILES]

every_record = pytest.mark.parametrize("file", FILES, ids=IDS)


def expected(text: str, what: str) -> str:
    """What the first lines say after a word and a colon; "" when they do not."""
    match = re.search(rf"(?m)^# {what}: (.*)$", text)
    return match[1] if match else ""


def verdict(text: str) -> Verdict:
    return verify(parse_record(text))


def outcome(text: str) -> tuple[str, str]:
    """The verdict and the reason, as the first lines write them."""
    try:
        verified = verdict(text)
    except RecordError as refused:
        where = f", line {refused.line}, column {refused.column}" if refused.line else ""
        return f"refused{where}", str(refused)
    except SetupError as refused:
        return "refused", str(refused)
    move = f", move {verified.move}" if verified.move else ""
    return f"{verified.kind}{move}", str(verified.reason)


@every_record
def test_a_recorded_session_gets_the_verdict_that_it_expects(file: Path) -> None:
    text = file.read_text("utf-8")
    assert (expected(text, "verdict"), expected(text, "reason")) == outcome(text)


@every_record
def test_a_recorded_session_has_the_ranks_that_it_expects(file: Path) -> None:
    text = file.read_text("utf-8")
    if ranks := expected(text, "ranks"):
        assert ranks.split() == [str(sheet.rank) for sheet in verdict(text).sheets]


@every_record
def test_a_recorded_session_is_the_same_in_canonical_form(file: Path) -> None:
    text = file.read_text("utf-8")
    if expected(text, "verdict").startswith("refused"):
        return
    canonical = format_record(parse_record(text))
    assert parse_record(text) == parse_record(canonical)
    assert outcome(text) == outcome(canonical)


def test_every_verdict_has_its_records() -> None:
    verdicts = {expected(file.read_text("utf-8"), "verdict").partition(",")[0] for file in FILES}
    assert {*map(str, VerdictKind), "refused"} == verdicts


def test_every_game_has_its_records() -> None:
    verified = [file for file in FILES if "# verdict: verified" in file.read_text("utf-8")]
    recorded = {parse_record(file.read_text("utf-8")).game for file in verified}
    assert set(games.names()) == recorded
