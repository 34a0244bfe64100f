"""`--dry-run`: what would change is shown, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import docs
from tests.cli.test_entering import Enter, enter
from tests.extras.plays.plays import a_log, a_play
from tests.fixtures import CHAPTER, ETERNAL, ROOT, Run, content

__all__ = ["enter"]


PREVIEWS = (
    (f"episode record '{CHAPTER / 'episode-2.toml'}'", "What follows:"),
    ("episode result eagle=9 bear=7 deer=5 wolf=3", "What follows:"),
    (f"session record '{ETERNAL}'", "verified"),
    ("session withdraw 1", "Machi Koro"),
    ("session edit 1 {slip}", "verified"),
    ("import records {games}", "1 record: 1 new."),
    ("db restore {copy}", "copy"),
    ("draft discard 1", "Draft 1 of episode 2"),
    ("handover accept wolf --as Emil -o {copy}.json", "Emil would hold wolf."),
    ("withdraw Tuseday", "Tuseday has 1 entry and no episode."),
)
"""Commands, and words of what they show."""
BOX = ROOT / "tests" / "cli" / "our_box.toml"
WITH_A_WAY_BACK = (
    ("episode edit 1 --who eagle=Fay", "Fay", ()),
    ("undo", "No longer counts", ()),
    ("redo", "with well", ("undo --yes",)),
    ("player join wolf Emil", "Emil would hold wolf.", ()),
    ("player join wolf Emil --from 1", "Emil", ()),
    ("player leave wolf", "Dora would leave wolf.", ()),
    ("sticker move {moved}", "What that changes:", ()),
    (f"pack apply '{BOX}'", "episode", ()),
    ("session reinstate 1", "Machi Koro", ("session withdraw 1 --reason twice --yes",)),
    ("import withdraw", "import", ("import records {games} --yes",)),
    ("import bgstats {log}", "1 new", ()),
    ("import csv {sheet}", "1 new", ()),
    ("sync {shared}", "", ()),
    ("handover take {bundle}", "", ("handover export --all -o {bundle}", "undo --yes")),
)
"""The same of what an undo or another command takes back, with what is done before."""
ELSEWHERE = {
    "envelope open": "tests/cli/test_envelopes.py",
    "sticker place": "tests/cli/test_stickers.py",
    "photo remove": "tests/cli/test_photos.py",
    "pack update": "tests/cli/test_packs_editions.py",
    "import bgg": "tests/extras/plays/test_geek.py",
}
"""Commands whose previews are tried in a module of their own."""


@pytest.mark.parametrize(("line", "words"), PREVIEWS)
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


@pytest.mark.parametrize(("line", "words", "before"), WITH_A_WAY_BACK)
def test_a_preview_of_what_can_be_taken_back_writes_nothing(
    settled: Run, db: Path, tmp_path: Path, line: str, words: str, before: tuple[str, ...]
) -> None:
    files = {name: tmp_path / name for name in ("games", "log", "sheet", "shared", "bundle")}
    for folder in ("games", "shared"):
        files[folder].mkdir()
    (files["games"] / "eternal.toml").write_bytes(ETERNAL.read_bytes())
    files["log"].write_text(json.dumps(a_log(a_play(1))))
    files["sheet"].write_text("game,player,score\ndilluvia,Fay,1\ndilluvia,Gus,2\n")
    machi_koro = str(ROOT / "examples" / "machi-koro.toml")
    assert settled(["session", "record", machi_koro, "-y"]).code == 0
    first = json.loads(settled("sticker list --json").out)["stickers"][0]
    moved = f"{first['seat']} {first['kind']} {first['square']} G8"
    for step in before:
        assert settled(step.format(**files)).code == 0
    kept = content(db)
    output = settled(f"{line.format(**files, moved=moved)} --dry-run")
    assert output.code == 0, output.err
    assert words in output.out + output.err
    assert kept == content(db)


def test_every_preview_is_tried() -> None:
    """Each command with `--dry-run` has a row here, or a test in the module that is named."""
    taken = {command for option, _, command in docs.options() if option == "--dry-run"}
    lines = [row[0] for row in (*PREVIEWS, *WITH_A_WAY_BACK)]
    here = {command for command in taken if any(line.startswith(command) for line in lines)}
    assert set(ELSEWHERE) == taken - here
    for command, module in ELSEWHERE.items():
        text = (ROOT / module).read_text("utf-8")
        assert command in text
        assert "--dry-run" in text
