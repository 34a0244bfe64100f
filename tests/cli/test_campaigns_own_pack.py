"""A campaign of a pack that the program does not have: sealed in its journal, played anywhere."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from campaign.services import campaigns, episodes
from campaign.store.database import open_database, reading
from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import RecordError
from engine.kernel.record import Record, format_record
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import choose_placing
from engine.my_city.play.players import greedy
from tests.fixtures import ROOT, Run, Table

INVENTED = ROOT / "tests" / "packs" / "invented"
BEHIND = ("harbour", "Autumn", "towers")
"""What only the second envelope says."""


def test_a_campaign_keeps_the_pack_that_it_was_begun_with(
    run: Run, db: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(INVENTED, folder)
    line = ["new", "Ours", "--pack", str(folder), "--seat", "eagle=Anna", "--seat", "bear=Ben"]
    assert run(line).code == 0
    shutil.rmtree(folder)
    assert run("envelope open 1 --yes").code == 0
    assert "fountain on E3 C6" in run("envelope show 1").out
    stored = b"".join(path.read_bytes() for path in db.parent.glob(f"{db.name}*"))
    screens = "".join(run(line).out for line in ("envelope list", "pack template", "history"))
    assert [] == [word for word in BEHIND if word.encode() in stored or word in screens]
    _play(run, db, 3)
    assert run("envelope open 2 --yes").code == 0
    assert "harbour" in run("envelope show 2").out
    overlay = tmp_path / "overlay.toml"
    rule = '[[episode.rule]]\nname = "harbour"\ncells = "E4"\nsource = "owner"\n'
    overlay.write_text(f"[[episode]]\nnumber = 7\n{rule}", "utf-8")
    assert run(["pack", "apply", str(overlay), "--reason", "misprint", "--yes"]).code == 0
    assert "E4 harbour" in run("checklist eagle").out
    assert run("audit").code == 0
    assert run("undo --to 2 --yes").code == 0
    assert "harbour" not in run("envelope list").out


def test_a_board_may_have_as_many_rows_as_a_record_can_name(
    run: Run, db: Path, tmp_path: Path
) -> None:
    """The check called boards of more than 26 rows sound, and no campaign could begin with one."""
    folder = tmp_path / "tall"
    shutil.copytree(INVENTED, folder)
    text = (folder / "box.toml").read_text("utf-8").replace("rows = 9\n", "rows = 99\n")
    text = text.replace("light_green = 56\n", "").replace("F F . . M F F\n", ". . . . . . .\n" * 91)
    (folder / "box.toml").write_text(
        text.replace("W W W E E E E\n", "W W W E E E E\n" * 31, 3), "utf-8"
    )
    assert run(["pack", "check", str(folder)]).code == 0
    line = ["new", "Ours", "--pack", str(folder), "--seat", "eagle=Anna", "--seat", "bear=Ben"]
    assert run(line).code == run("envelope open 1 --yes").code == 0
    _play(run, db, 1)
    assert run("audit").code == 0


def test_a_score_that_no_record_can_state_is_not_kept(run: Run, db: Path, tmp_path: Path) -> None:
    """It was, from the prompt, and no command could read the campaign any more."""
    folder = tmp_path / "harsh"
    shutil.copytree(INVENTED, folder)
    box = (INVENTED / "box.toml").read_text("utf-8")
    harsh = box.replace("start = 6", "start = -2000000")
    (folder / "box.toml").write_text(harsh, "utf-8")
    line = ["new", "Ours", "--pack", str(folder), "--seat", "eagle=Anna", "--seat", "bear=Ben"]
    assert run(line).code == run("envelope open 1 --yes").code == 0
    database = open_database(f"sqlite:///{db}")
    with reading(database) as session:
        history = campaigns.find(session, None, "anna")
    database.dispose()
    record = _next_record(history.campaign)
    with pytest.raises(RecordError, match="is not a score: at most 1,000,000"):
        episodes.preview_record(history, record)


def _next_record(campaign: Campaign) -> Record:
    """The next episode, played by simple players."""
    header = {"episode": campaign.next_episode}
    blank = Record(my_city.NAME, my_city.EDITION, campaign.seats, header, moves=())
    dealt = deal(my_city, setup_of(campaign, blank), 1, greedy)
    return dealt._replace(header=header)


def _play(run: Run, db: Path, last: int) -> None:
    """Episodes by simple players, their stickers placed."""
    while True:
        database = open_database(f"sqlite:///{db}")
        with reading(database) as session:
            campaign = campaigns.find(session, None, "anna").campaign
        database.dispose()
        if campaign.owed:
            placed = choose_placing(campaign, campaign.owed[0], 0.5)
            assert run(f"sticker place {' '.join(placed[:3])} --yes").code == 0
            continue
        if (number := campaign.next_episode) is None or number > last:
            return
        record = format_record(_next_record(campaign))
        assert run("episode record - --yes", stdin=record).code == 0, number


def test_a_bundle_goes_on_where_the_folder_is_not(anna: Table, emil: Table, tmp_path: Path) -> None:
    anna(["new", "Ours", "--pack", str(INVENTED), "--seat", "eagle=Anna", "--seat", "bear=Ben"])
    bundle = str(tmp_path / "ours.zip")
    assert anna(["--campaign", "Ours", "handover", "export", "--all", "-o", bundle]).code == 0
    assert not any(word.encode() in Path(bundle).read_bytes() for word in BEHIND)
    assert emil(["handover", "take", bundle, "--yes"]).code == 0
    assert emil("envelope open 1 --yes").code == 0
    assert emil("audit").code == 0
    assert "Spring" in emil("envelope list").out


def test_an_export_has_the_pack_as_far_as_it_is_open(run: Run, tmp_path: Path) -> None:
    run(["new", "Ours", "--pack", str(INVENTED), "--seat", "eagle=Anna", "--seat", "bear=Ben"])
    run("envelope open 1 --yes")
    assert run(["export", "records", "-o", str(tmp_path / "out")]).code == 0
    folder = next((tmp_path / "out").rglob("box.toml")).parent
    assert ["box.toml", "envelope_1.toml"] == sorted(path.name for path in folder.iterdir())
    assert run(["pack", "check", str(folder)]).code == 0
    assert "--pack=pack" in next((tmp_path / "out").rglob("steps.sh")).read_text("utf-8")


def test_a_campaign_goes_on_with_a_pack_of_its_own(run: Run, tmp_path: Path) -> None:
    seats = ["--seat", "eagle=Anna", "--seat", "bear=Ben"]
    line = ["new", "Ours", "--pack", str(INVENTED), *seats, "--from", "7"]
    state = tmp_path / "state.toml"
    state.write_text(run(line).out, "utf-8")
    assert run([*line, "--state", str(state)]).code == 0
    assert json.loads(run("status --json").out)["next_episode"] == 7
    assert run("envelope open 2 --yes").code == 0
    assert run("audit").code == 0


def test_a_pack_that_cannot_be_played_begins_no_campaign(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(INVENTED, folder)
    envelope = folder / "envelope_2.toml"
    envelope.write_text(envelope.read_text("utf-8").replace('"flag on G"', '"flog on G"'), "utf-8")
    output = run(["new", "Ours", "--pack", str(folder), "--seat", "eagle=A", "--seat", "bear=B"])
    assert (6, True) == (output.code, "envelope_2.toml, line" in output.err)
