"""Records with random changes: whatever they hold, replaying one ends in one line, no crash."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.fixtures import CHAPTER, ROOT, Run, content
from tests.soak import count

EXAMPLES = (
    *((path, "session") for path in sorted((ROOT / "examples").glob("*.toml"))),
    (ROOT / "tests" / "records" / "dilluvia_verified_two_seats.toml", "session"),
    *((path, "episode") for path in sorted(CHAPTER.glob("*.toml"))),
)
TOKEN = re.compile(r"\w+|[^\w\s]|\s")
ODD = (
    *("0", "-1", "1e9", "0x" + "f" * 400, "nan", "true", "[]", "{}", '""', "[[]]", "[x]", "'"),
    *("2026-13-01", "\t", "\x1b", "\u202e", "\ufeff", "é", "=", '"', "]", "\\", "*", ":", ","),
)


def mutated(text: str, others: list[str], dice: random.Random) -> str:
    """A record with one to three changes: of a word, a line, or with a line of another record."""
    for _ in range(dice.randrange(1, 4)):
        lines = text.split("\n")
        at = dice.randrange(len(lines))
        match dice.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, dice.choice(lines))
            case 2:
                lines.insert(at, dice.choice(dice.choice(others).split("\n")))
            case 3:
                other = dice.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                words = TOKEN.findall(lines[at]) or [""]
                words[dice.randrange(len(words))] = dice.choice((*ODD, *words))
                lines[at] = "".join(words)
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("seed", range(count(1, 100)))
def test_a_mutated_record_ends_in_one_line(begun: Run, db: Path, tmp_path: Path, seed: int) -> None:
    """A thousand a seed, without an answer to the question: nothing is kept."""
    dice, before = random.Random(seed), content(db)
    path = tmp_path / "mutated.toml"
    texts = [path.read_text("utf-8") for path, _ in EXAMPLES]
    for number in range(count(60, 1000)):
        which = dice.randrange(len(EXAMPLES))
        path.write_text(mutated(texts[which], texts, dice), "utf-8")
        output = begun([EXAMPLES[which][1], "record", str(path)])
        about = f"record {number} of seed {seed}, from {EXAMPLES[which][0].name}: {output}"
        assert "unforeseen" not in output.err, about
        assert "Traceback" not in output.err, about
        assert output.err.count("error: ") == 1, about
        assert output.code in (2, 6, 7), about
    assert content(db) == before
