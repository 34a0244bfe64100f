"""Whatever is thrown at the reader and at the replay: only the documented errors come out."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.errors import EngineError
from engine.kernel.record import LIMIT, format_record, line_of_move, parse_record
from engine.kernel.replay import Verdict
from tests.engine.replaying import verify

RECORDS = Path(__file__).parents[1] / "records"
TEXTS = [file.read_text("utf-8") for file in sorted(RECORDS.glob("*.toml"))]
SHORT = [text for text in TEXTS if len(text) < 700]
LINES = sorted({line for text in TEXTS for line in text.splitlines()})
WORDS = sorted({word for line in LINES for word in re.findall(r"\w+|\S", line)})
STRANGE = [
    "-1",
    "0",
    "99999999999999999999",
    "1e9",
    "nan",
    "1.5",
    "true",
    "{}",
    "[]",
    "''",
    "[[a]]",
]
STRANGE += ["1979-05-27", "07:32:00", "\x00", "\x1b[2J", "\u202e", "\ud800", "K", "é", "٣", "🦌"]


def judged(text: str) -> Verdict | None:
    """The verdict on a text; None when it is refused as documented."""
    try:
        record = parse_record(text)
        canonical = format_record(record)
        assert canonical == format_record(parse_record(canonical))
        return verify(record)
    except EngineError as refused:
        reason = str(refused)
    assert reason.strip(), "a refusal says why"
    assert "\n" not in reason, "in one line"
    return None


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A recorded session with some words or lines changed, moved, doubled or lost."""
    text = draw(st.sampled_from(SHORT))
    for _ in range(draw(st.integers(1, 4))):
        by_line = draw(st.booleans())
        parts = text.splitlines(keepends=True) if by_line else re.split(r"(\w+|\W)", text)
        at = draw(st.integers(0, max(0, len(parts) - 1)))
        strange = st.sampled_from(STRANGE) | st.text(max_size=4)
        other = st.sampled_from(LINES).map("{}\n".format) if by_line else st.sampled_from(WORDS)
        match draw(st.sampled_from(["change", "insert", "remove", "double", "move", "cut"])):
            case "change":
                parts[at : at + 1] = [draw(other | strange)]
            case "insert":
                parts.insert(at, draw(other | strange))
            case "remove":
                del parts[at : at + draw(st.integers(1, 3))]
            case "double":
                parts[at:at] = parts[at : at + 1]
            case "move":
                moved = parts[at : at + 1]
                del parts[at : at + 1]
                to = draw(st.integers(0, len(parts)))
                parts[to:to] = moved
            case "cut":
                del parts[at:]
        text = "".join(parts)
    return text


@given(st.text())
def test_random_text_is_refused_as_documented(text: str) -> None:
    assert None is judged(text)


@given(st.lists(st.sampled_from([*LINES, *STRANGE]) | st.text(max_size=20)).map("\n".join))
def test_random_lines_of_records_are_refused_or_judged(text: str) -> None:
    judged(text)


@given(mutants())
@settings(max_examples=600)
def test_changed_records_are_refused_or_judged(text: str) -> None:
    judged(text)


@given(mutants(), st.integers(1, 80))
def test_a_line_is_named_for_a_move_or_none(text: str, number: int) -> None:
    assert 0 <= line_of_move(text, number) <= text.count("\n") + 1


@given(mutants())
def test_the_failing_move_is_found_in_the_text(text: str) -> None:
    verdict = judged(text)
    if verdict and verdict.move and 'moves = """\n' in text:
        line = text.split("\n")[line_of_move(text, verdict.move) - 1]
        seat, _, words = line.partition("#")[0].partition(":")
        assert verdict.words == f"{seat.strip()}: {' '.join(words.split())}"


def test_the_longest_text_is_read_in_no_time_or_refused() -> None:
    for text in ("[" * LIMIT, "a" * LIMIT, '"' * LIMIT, "\n" * LIMIT, "x" * (LIMIT + 1)):
        assert None is judged(text)
