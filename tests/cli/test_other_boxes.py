"""A campaign of another box through the commands: a board of 20 by 20, and rules by hand.

Simple players play it, and every entry of theirs is a command.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import (
    CampaignCreated,
    EnvelopeOpened,
    EpisodeRecorded,
    StickerPlaced,
)
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.read import read_pack
from tests.cli.laptop import Laptop
from tests.cli.test_entering import Typist
from tests.extras.phones.phoning import Phone
from tests.fixtures import ROOT, Run, as_a_user, output_of

FOLDER = ROOT / "tests" / "packs" / "coast"


STICKERS = ("e11", "reef e11")
"""The second city chooses the kind of its sticker, too."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Databases of one campaign: before its last episode (0), and after it (1)."""
    folder = tmp_path_factory.mktemp("coast")
    db = folder / "now.db"
    pack = read_pack({path.name: path.read_text("utf-8") for path in FOLDER.glob("*.toml")})
    created = CampaignCreated("Coast", "u", pack.name, pack.seals, {"eagle": "Anna", "bear": "Ben"})
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, db)

        def does(line: str, stdin: str = "") -> None:
            output = output_of([*line.split(), "--yes"], stdin, patch)
            assert output.code == 0, output.err

        patch.setattr(fold, "load", lambda _: pack)
        does(f"new Coast --pack {FOLDER} --seat eagle=Anna --seat bear=Ben")
        for entry, after in rehearse(created, 1):
            match entry:
                case EnvelopeOpened(envelope):
                    does(f"envelope open {envelope}")
                case EpisodeRecorded(record):
                    if after.next_episode is None:
                        shutil.copy(db, folder / "before.db")
                    does("episode record -", record)
                case StickerPlaced(seat, kind, square):
                    does(f"sticker place {seat} {kind} {square}")
    return {0: folder / "before.db", 1: db}


@pytest.fixture
def after(played: dict[int, Path], run: Run, db: Path) -> Run:
    """The campaign after its last episode."""
    shutil.copy(played[1], db)
    return run


def test_lines_by_hand_are_marked_wherever_the_episode_is_shown(after: Run) -> None:
    for line in ("episode show 3", "episode list", "status", "audit report", "history"):
        assert "2 lines by hand" in " ".join(after(line).out.split()), line
    shown = after("episode show 3").out
    assert "festival" in shown
    assert "eagle, festival: by hand" in shown
    assert "festival by hand, in episode 3" in " ".join(after("standings").out.split())
    assert "verified, 2 lines by hand" in after("episode replay 3").out
    assert ">verified, 2 lines by hand<" in after("episode show 3 --card wide -o -").out


def test_documents_and_tables_mark_what_is_by_hand(after: Run) -> None:
    document = json.loads(after("episode show 3 --json").out)
    assert (2, "verified") == (document["by_hand"], document["verdict"])
    notes = {line["label"]: line["note"] for line in document["sheets"][0]["lines"]}
    assert "by hand" == notes["festival"]
    assert 0 == json.loads(after("episode show 1 --json").out)["by_hand"]
    lines = after("export csv lines").out.splitlines()
    assert 2 == sum("festival" in line and "by hand" in line for line in lines)


def test_the_campaign_is_audited_and_rebuilt(after: Run) -> None:
    assert after("audit --all").code == 0
    assert after("db rebuild --yes").code == 0
    assert after("audit").code == 0


def test_a_board_of_20_by_20_is_drawn_to_its_last_cell(after: Run) -> None:
    lines = after("city show eagle").out.splitlines()
    heads = [line.split() for line in lines if line.split()[:1] in (["A"], ["K"])]
    assert [list("ABCDEFGHIJ"), list("KLMNOPQRST")] == heads
    assert 2 == sum(line.split()[:1] == ["20"] for line in lines)
    assert "G12" in after("episode replay 3 --step").out or "S12" in after("cards").out


def test_the_guided_entry_asks_every_seat_what_a_rule_gave(
    played: dict[int, Path], run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(played[0], db)
    typist = Typist(
        [
            *("s12", "j5/1 hand", "q", "y"),  # the eagle crosses the river, the bear quits
            *("g1", "q", "y"),
            *("9", "x", "3 1m hut c20", "n", "", "not now but B7", *STICKERS),
        ]
    )
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    shown = " ".join(run("episode enter --played 2026-11-12").err.split())
    assert "By hand, festival: Whoever has sung gets what the song says." in shown
    assert "festival gives -1 to 4 points, 0 to 2 marks, up to 1 hut or palm" in shown
    assert "'x' does not say what festival gave: write 3 for points" in shown
    assert "write the kind and the square: palm SQUARE or reef SQUARE" in shown
    assert "write the kind and the square: palm E11 or reef E11" in shown
    assert "bear has a reef on E11" in shown
    asked = [prompt for prompt in typist.prompts if prompt.startswith("festival, ")]
    assert [*["eagle"] * 3, "bear"] == [prompt.split()[1] for prompt in asked]
    assert "verified, 3 lines by hand" in run("episode show 3").out
    record = run("episode show 3 --record").out or run("episode show 3 --json").out
    for words in ("build S12@J5/1 by hand the long bridge", "by hand festival: 3 points, 1 mark"):
        assert words in record
    assert run("audit").code == 0


def test_phones_build_by_hand_state_what_a_rule_gave_and_choose_a_kind(
    played: dict[int, Path], run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(played[0], db)
    laptop = Laptop("episode enter --phones --played 2026-11-12", monkeypatch)
    with closing(Phone(laptop.url())) as eagle, closing(Phone(laptop.url())) as bear:
        eagle.joins("eagle")
        bear.joins("bear")
        eagle.takes("s12")
        assert eagle.view()["play"]["place"]["hand"] == ["the long bridge"]
        eagle.takes("j5/1 hand the long bridge")
        bear.takes("q")
        eagle.takes("g1", "q")
        assert (
            eagle.view()["play"]["stated"]["words"] == "Whoever has sung gets what the song says."
        )
        assert "'x' does not say what festival gave" in eagle.answers("x").said["why"]
        eagle.takes("3 1m hut c20")
        bear.takes("n")
        laptop.waits_for("Keep episode 3")
        assert ">verified, 3 lines by hand<" in eagle.ask("GET", "/share.svg").body.decode()
        laptop.types("y")
        laptop.waits_for(" on> ")
        assert [kind["id"] for kind in bear.view()["play"]["rights"][0]["kinds"]] == [
            "palm",
            "reef",
        ]
        bear.takes("reef e11")
        laptop.waits_for("lets them go")
        laptop.types("")
        assert laptop.ends().code == 0
    assert "verified, 3 lines by hand" in run("episode show 3").out
    assert "reef" in run("sticker list").out
