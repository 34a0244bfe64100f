"""`--dry-run`: what would change is shown, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_entering import Enter, enter
from tests.fixtures import CHAPTER, ETERNAL, ROOT, Run, content

__all__ = ["enter"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"episode record '{CHAPTER / 'episode-2.toml'}'", "What follows:"),
        ("episode result eagle=9 bear=7 deer=5 wolf=3", "What follows:"),
        (f"session record '{ETERNAL}'", "verified"),
        ("session withdraw 1", "Machi Koro"),
        ("session edit 1 {slip}", "verified"),
        ("import records {games}", "1 record: 1 new."),
        ("db restore {copy}", "copy"),
        ("draft discard 1", "Draft 1 of episode 2"),
        ("withdraw Tuseday", "Tuseday has 1 entry and no episode."),
    ],
)
def test_a_preview_writes_nothing(
    settled: Run, enter: Enter, db: Path, tmp_path: Path, line: str, words: str
) -> None:
    slip, copy = tmp_path / "slip.toml", tmp_path / "copy.db"
    example = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8")
    slip.write_text(example.replace("2026-11-21", "2026-11-20"), "utf-8")
    assert (
        0 == settled(["session", "record", str(ROOT / "examples" / "machi-koro.toml"), "-y"]).code
    )
    if "draft" in line:
        enter("episode enter", "Y4", "save")
    if "Tuseday" in line:
        assert 0 == settled("new Tuseday --seat eagle=Anna --seat bear=Ben").code
        assert 0 == settled("use Tuesday").code
    assert 0 == settled(["db", "backup", str(copy)]).code
    games = tmp_path / "games"
    games.mkdir()
    (games / "eternal.toml").write_bytes(ETERNAL.read_bytes())
    before = content(db)
    output = settled(f"{line.format(slip=slip, copy=copy, games=games)} --dry-run")
    assert output.code == 0, output.err
    assert words in output.out + output.err
    assert before == content(db)
