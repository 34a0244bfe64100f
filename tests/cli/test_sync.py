"""Copies of a campaign that meet in a folder, whatever a sync client does to the files there."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest
import typer

from campaign.cli import questions
from campaign.cli.environment import Environment
from campaign.services.handover import packing
from tests.cli.forging import Manifest, Members, forged, stated
from tests.cli.syncing import folder as folder
from tests.cli.syncing import four as four
from tests.cli.syncing import heads, said, synced
from tests.cli.test_entering_terminal import terminal
from tests.cli.test_handover_taking import EPISODE_2, EPISODE_3, PLACES
from tests.fixtures import CHAPTER, ROOT, Table, head_of
from tests.processes import GIVE_UP

COAST = ROOT / "tests" / "packs" / "coast"
"""A pack that the program does not have."""


def test_an_evening_reaches_everybody_who_meets(four: dict[str, Table]) -> None:
    four["Ben"].does(EPISODE_2, "sync")
    assert said(four["Anna"], "status").endswith(
        "In the shared folder: 1 new entry (Ben): campaign sync"
    )
    for table in four.values():
        synced(table)
        assert "Ben" in table.does("history")
    assert len(heads(four)) == 1
    for table in four.values():
        table.does("audit --all")


def test_two_who_were_offline_are_carried_over(four: dict[str, Table]) -> None:
    four["Anna"].does(EPISODE_2, *PLACES)
    synced(four["Anna"])
    four["Ben"].does("city rename bear Hills")
    four["Chen"].does("city rename deer Woods")
    for _ in range(2):
        for table in four.values():
            synced(table)
    assert len(heads(four)) == 1
    for table in four.values():
        cities = {city["seat"]: city for city in json.loads(table("status --json").out)["cities"]}
        assert (cities["bear"]["name"], cities["deer"]["name"]) == ("Hills", "Woods")
        assert json.loads(table("status --json").out)["next_episode"] == 3
        table.does("audit --all")


def test_two_who_note_different_things_of_an_evening_are_not_asked(four: dict[str, Table]) -> None:
    anna, ben = four["Anna"], four["Ben"]
    anna.does("episode note 1 --where Gil", "sync")
    ben.does("episode note 1 --minutes 70", "sync --yes")
    anna.does("sync --yes")
    for table in (anna, ben):
        assert "Played at Gil, 70 minutes." in table.does("episode show 1")
    anna.does("episode note 1 --where Fred", "sync")
    ben.does("episode note 1 --where Yan")
    asked = ben("sync --yes")
    assert asked.code == 6, asked.err
    assert "Played at Yan, 70 minutes." in ben.does("episode show 1")


def test_copies_about_which_somebody_has_to_decide_name_the_options(four: dict[str, Table]) -> None:
    four["Ben"].does("city rename bear Hills", "sync")
    four["Anna"].does("city rename bear Woods")
    output = four["Anna"]("sync --yes")
    assert output.code == 6
    assert "which one continues?; --follow both carries" in " ".join(output.out.split())
    ours = said(four["Anna"], "sync --yes --follow ours")  # theirs is only kept to be read
    assert "Ben: not taken yet: 1 entry" in ours
    assert "Ben: taken in" not in ours


def test_the_folder_has_to_be_said_once(anna: Table) -> None:
    output = anna("sync")
    assert (output.code, "which folder" in output.err) == (2, True)


def test_a_new_key_is_never_taken_without_an_answer(four: dict[str, Table], folder: Path) -> None:
    eve = Table(four["Anna"].run, four["Anna"].patch, four["Anna"].folder, "Eve")
    shutil.copy(four["Anna"].db, eve.db)
    eve.does("city rename eagle Evil", ["sync", str(folder)])
    output = four["Anna"]("sync --yes")
    assert output.code == 0
    key = eve.does("handover key").split()[0]
    assert f"Eve: its key is new: --key {key}" in " ".join(output.out.split())
    assert "a copy with a key that is not read (Eve)" in said(four["Anna"], "status")
    assert "Evil" not in four["Anna"].does("city list")
    with terminal(four["Anna"].db, "sync") as at:
        at.waits_for("Read the copies that this key signs? [y/N]")
        at.type("y\r")
        at.waits_for("Add it? [Y/n]")
        at.type("y\r")
        at.waits_for("Head for the box")
        assert at.program.wait(GIVE_UP) == 0
    assert "Evil" in four["Anna"].does("city list")


def test_whoever_leaves_at_a_question_has_answered_nothing(
    four: dict[str, Table], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was answered before is kept, and nobody says then that nothing was written."""
    typed: list[str] = []

    def ask(_: str) -> str:
        if not typed:
            raise typer.Abort
        return typed.pop(0)

    monkeypatch.setattr(Environment, "can_ask", True)
    monkeypatch.setattr(questions, "ask_line", ask)
    anna, ben = four["Anna"], four["Ben"]
    ben.does("city rename bear Caves", "sync --yes")
    before = head_of(anna)
    left = anna("sync")
    assert (left.code, head_of(anna)) == (130, before)
    assert left.err.endswith("Nothing was written.\n")
    eve = Table(anna.run, anna.patch, anna.folder, "Eve")
    shutil.copy(ben.db, eve.db)
    eve.does("city rename eagle Evil", ["sync", str(folder)])
    typed.append("y")  # to Eve's key or Ben's copy, and then no answer
    left = anna("sync")
    assert (left.code, "Nothing was written." in left.err) == (130, False)
    assert head_of(anna) in (before, head_of(ben))


def test_whoever_leaves_is_read_no_more(four: dict[str, Table]) -> None:
    four["Dora"].does("city rename wolf Caves")
    synced(four["Dora"])
    before = head_of(four["Anna"])
    output = four["Anna"]("sync --without dora --yes")
    assert "Copies that Dora signs are no longer read." in output.err
    assert head_of(four["Anna"]) == before
    assert "Caves" not in four["Anna"].does("city list")
    key = four["Dora"].does("handover key").split()[0]
    for line in ("status", "sync --yes"):
        output = four["Anna"](line)
        assert "new" not in output.out + output.err, line
    again = f"Dora: its key is no longer read here; to read it: --key {key}"
    assert again in " ".join(output.out.split())
    synced(four["Anna"], "--key", key)
    assert "Caves" in four["Anna"].does("city list")


def test_whoever_holds_no_city_any_more_is_asked_about(four: dict[str, Table]) -> None:
    """On every machine that has heard of it, also where nobody has typed it."""
    four["Anna"].does("player leave wolf --yes")
    synced(four["Anna"])
    synced(four["Ben"])
    four["Dora"].does("city rename wolf Caves")
    synced(four["Dora"])
    key = four["Dora"].does("handover key").split()[0]
    assert "a copy with a key that is not read (Dora)" in said(four["Ben"], "status")
    output = " ".join(four["Ben"]("sync --yes").out.split())
    assert f"Dora: holds no city any more; to read it: --key {key}" in output
    for _ in range(2):
        synced(four["Ben"], "--key", key)
    assert "Caves" in four["Ben"].does("city list")
    four["Dora"].does("city rename wolf Dens")
    synced(four["Dora"])
    synced(four["Ben"])
    assert "Dens" in four["Ben"].does("city list")


def test_a_key_that_was_said_to_be_right_is_not_asked_about_again(
    four: dict[str, Table], folder: Path
) -> None:
    eve = Table(four["Anna"].run, four["Anna"].patch, four["Anna"].folder, "Eve")
    shutil.copy(four["Anna"].db, eve.db)
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    (folder.parent / "other.toml").write_text(re.sub("(?m)^played = .*$", "", text), "utf-8")
    eve.does(f"episode record '{folder.parent / 'other.toml'}' --yes", ["sync", str(folder)])
    four["Anna"].does(EPISODE_2)  # the same evening: somebody has to say what counts
    key = eve.does("handover key").split()[0]
    first, second = (four["Anna"](["sync", "--yes", *words]) for words in (["--key", key], []))
    assert (first.code, second.code) == (6, 6)
    assert "its key is new" not in second.out
    assert "A known key" in second.err


def test_a_new_key_of_a_known_name_is_named(four: dict[str, Table], folder: Path) -> None:
    other = Table(four["Anna"].run, four["Anna"].patch, folder.parent, "Ben2")
    shutil.copy(four["Ben"].db, other.db)
    other.does("city rename bear Fake")
    other.patch.setenv("CAMPAIGN_AUTHOR", "Ben")
    assert other.run(["sync", str(folder)]).code == 0
    output = " ".join(four["Anna"]("sync --yes").out.split())
    assert "Ben: ANOTHER KEY: Ben has signed this campaign with" in output
    assert "if it is right: --key" in output
    assert "Fake" not in four["Anna"].does("city list")


def test_a_stranger_says_nothing_of_what_a_player_has(
    four: dict[str, Table], folder: Path, emil: Table
) -> None:
    """A copy that has nothing new is not proved: nor is it said to be that of whom it names."""
    path = next(path for path in folder.iterdir())
    emil("handover key")
    (folder / f"{path.stem}-1.zip").write_bytes(forged(str(path), stated("by", "Fay")))
    output = " ".join(four["Anna"].does("sync --yes").split())
    assert "Fay: its key is new: --key" in output


def test_a_known_key_under_another_name_is_named(four: dict[str, Table], folder: Path) -> None:
    four["Ben"]("handover key")
    path = next(path for path in folder.iterdir())
    (folder / f"{path.stem}-1.zip").write_bytes(forged(str(path), stated("by", "Chen")))
    output = " ".join(four["Anna"].does("sync --yes").split())
    assert "Chen, signed with a key of Ben: the same as here" in output


def test_a_copy_whose_entries_do_not_follow_from_each_other(
    four: dict[str, Table], folder: Path
) -> None:
    """It states the hashes of the history here, beside other entries."""

    def change(members: Members, _: Manifest) -> None:
        members["journal.jsonl"] = members["journal.jsonl"].replace(
            b'"author":"Anna"', b'"author":"Eve"'
        )

    four["Ben"]("handover key")
    path = next(path for path in folder.iterdir())
    (folder / f"{path.stem}-1.zip").write_bytes(forged(str(path), change))
    output = " ".join(four["Anna"].does("sync --yes").split())
    assert f"{path.stem}-1.zip: its entries were changed: entry 1 does not fit" in output


def test_everybody_sees_who_lacks_what(four: dict[str, Table]) -> None:
    four["Anna"].does("city rename eagle Rivers")
    assert "1 entry from here is not there yet: campaign sync" in said(four["Anna"], "status")
    synced(four["Ben"])
    output = said(four["Anna"], "sync")
    assert "Ben: does not have 1 entry yet" in output
    synced(four["Ben"])
    output = said(four["Anna"], "sync")
    assert "Ben: the same as here" in output
    assert "In the shared folder" not in said(four["Anna"], "status")


def test_dry_run_writes_nothing(four: dict[str, Table], folder: Path) -> None:
    four["Ben"].does(EPISODE_2)
    synced(four["Ben"])
    before = head_of(four["Anna"]), {path.name: path.read_bytes() for path in folder.iterdir()}
    output = four["Anna"]("sync --dry-run --yes")
    assert "episode 2 counts now" in output.err
    assert "Ben: not taken yet: 1 entry" in output.out
    after = head_of(four["Anna"]), {path.name: path.read_bytes() for path in folder.iterdir()}
    assert after == before


def test_the_laptop_is_stolen_the_day_after(
    four: dict[str, Table], folder: Path, tmp_path: Path
) -> None:
    four["Anna"].does(EPISODE_2, *PLACES, EPISODE_3)
    synced(four["Anna"])
    head, key = head_of(four["Anna"]), four["Anna"].does("handover key").split()[0]
    new = Table(four["Anna"].run, four["Anna"].patch, tmp_path, "New")
    assert not new.db.exists()
    new.does(["sync", str(folder), "--key", key, "--yes"])
    assert head_of(new) == head
    new.does("envelope open 2 --yes", "audit --all")


def test_whoever_plays_in_another_group_gets_the_campaign_of_the_folder(
    four: dict[str, Table], folder: Path
) -> None:
    """The campaign in use is not put where only others are; the shown commands say which."""
    gil = Table(four["Anna"].run, four["Anna"].patch, four["Anna"].folder, "Gil")
    gil.does("new Thursday --seat eagle=Gil --seat bear=Hans --yes")
    before = sorted(folder.iterdir())
    refused = gil(["sync", str(folder)])
    assert (refused.code, "of Tuesday, and none is of Thursday" in refused.err) == (2, True)
    taking, putting = re.findall('campaign (sync .*? --campaign "[A-Za-z]+")', refused.err)
    key = four["Anna"].does("handover key").split()[0]
    gil.does(f"{taking} --key {key} --yes")
    assert "Anna" in gil.does("history --campaign Tuesday")
    assert len(list(folder.iterdir())) == len(before) + 1
    gil.does("sync --campaign Tuesday --yes", putting, "sync --campaign Thursday")


def test_the_other_campaign_of_a_player_is_not_put_into_the_folder_of_one(
    four: dict[str, Table], tmp_path: Path
) -> None:
    """The group of the folder got it, and what was there was left."""
    anna, ben, folder = four["Anna"], four["Ben"], tmp_path / "other"
    folder.mkdir()
    ben.does("city rename bear Ulm", ["sync", str(folder)])
    anna.does("new Thursday --seat eagle=Anna --seat bear=Hans --yes")
    for line in (
        "status",
        "archive Tuesday",
        "unarchive Tuesday",
        "rename Ours --campaign Tuesday",
    ):
        anna.does(line)
        before, name = sorted(folder.iterdir()), "Ours" if "Ours" in line else "Tuesday"
        refused = anna(["sync", str(folder), "--yes"])
        assert (refused.code, f"of {name}, and none is of Thursday" in refused.err) == (2, True)
        assert sorted(folder.iterdir()) == before
    taking, putting = re.findall('campaign (sync .*? --campaign "[A-Za-z]+")', refused.err)
    anna.does(f"{taking} --follow both --yes")
    assert anna.history().campaign.name == "Thursday"
    assert "is called Ulm" in anna.does("history --campaign Ours")
    anna.does(putting, "sync")


def test_whoever_began_the_campaign_apart_hears_of_it(four: dict[str, Table], folder: Path) -> None:
    gil = Table(four["Anna"].run, four["Anna"].patch, four["Anna"].folder, "Gil")
    gil.does("new Tuesday --seat eagle=Gil --seat bear=Hans --yes")
    before = sorted(folder.iterdir())
    for name in ([], ["--campaign", "Tuesday"], ["--campaign", "tues"]):
        refused = gil(["sync", str(folder), *name])
        assert 'campaign rename NAME --campaign "Tuesday"' in refused.err
    assert sorted(folder.iterdir()) == before
    gil.does('rename Ours --campaign "Tuesday"')
    key = four["Ben"].does("handover key").split()[0]
    taking = re.findall('then campaign (.*? --campaign "Tuesday")', refused.err)
    gil.does(f"{taking[0]} --key {key} --yes")
    assert "Anna" in gil.does("history --campaign Tuesday")


def test_two_that_began_apart_before_their_files_met_hear_of_it(
    four: dict[str, Table], folder: Path, tmp_path: Path
) -> None:
    """The sync client was late: each wrote its file into a folder without the other's."""
    gil = Table(four["Anna"].run, four["Anna"].patch, four["Anna"].folder, "Gil")
    late = tmp_path / "late"
    late.mkdir()
    gil.does("new tuesday --seat eagle=Gil --seat bear=Hans --yes", ["sync", str(late)])
    for path in late.iterdir():
        shutil.copy(path, folder)
    for path in folder.iterdir():
        shutil.copy(path, late)
    told = said(gil, "sync")
    assert "of another campaign named Tuesday" in told
    assert "began apart" not in said(four["Anna"], "sync")
    gil.does('rename Ours --campaign "tuesday"')
    key = four["Ben"].does("handover key").split()[0]
    taking = re.findall('then campaign (.*? --campaign "Tuesday")', told)
    gil.does(f"{taking[0]} --key {key} --yes")
    assert "Anna" in gil.does("history --campaign Tuesday")


def test_nothing_of_a_closed_envelope_lies_in_the_folder(
    four: dict[str, Table], folder: Path
) -> None:
    """A box that only these laptops have: its closed envelopes stay closed on each of them."""
    title = "Two lights"
    assert title in (COAST / "envelope_2.toml").read_text("utf-8")
    own, other = (
        Table(four["Anna"].run, four["Anna"].patch, folder.parent, name) for name in ("Own", "Mate")
    )
    own.does(
        ["new", "Coast", "--pack", str(COAST), "--seat=eagle=Anna", "--seat=bear=Ben", "--yes"]
    )
    own.does("envelope open 1 --yes", ["sync", str(folder), "--campaign", "Coast"])
    key = own.does("handover key").split()[0]
    for path in folder.iterdir():
        with zipfile.ZipFile(path) as bundle:
            texts = [bundle.read(name).decode() for name in bundle.namelist()]
        assert not [text for text in texts if title in text]
    other.does(["sync", str(folder), "--key", key, "--yes", "--campaign", "Coast"])
    assert title not in other.does("envelope show 2 --campaign Coast")
    assert title not in other.does("history --campaign Coast")


def test_an_empty_machine_names_the_key_that_it_does_not_know(
    four: dict[str, Table], folder: Path, tmp_path: Path
) -> None:
    new = Table(four["Anna"].run, four["Anna"].patch, tmp_path, "Gil")
    output = new(["sync", str(folder), "--yes"])
    assert output.code == 6
    assert "nothing was taken in: its key is new: --key " in output.err
    (tmp_path / "empty").mkdir()
    assert "no copy of a campaign is there" in new(["sync", str(tmp_path / "empty")]).err


@pytest.mark.parametrize("kind", ["database", "bundle"])
def test_a_file_in_place_of_a_folder_is_taken_in(four: dict[str, Table], kind: str) -> None:
    """It is only read, and no folder is remembered for it."""
    four["Ben"].does(EPISODE_2)
    file = four["Ben"].folder / f"from-ben.{kind}"
    if kind == "database":
        shutil.copy(four["Ben"].db, file)
    else:
        four["Ben"].does(["handover", "export", "--all", "-o", str(file)])
    before = file.read_bytes()
    assert "it continues with 1 entry" in " ".join(
        four["Anna"].does(["sync", str(file), "--yes"]).split()
    )
    assert head_of(four["Anna"]) == head_of(four["Ben"])
    assert file.read_bytes() == before
    synced(four["Anna"])


def test_a_new_laptop_that_names_no_folder_is_asked_for_it(
    four: dict[str, Table], tmp_path: Path
) -> None:
    """To begin a campaign, as other commands say, would begin it apart from the others."""
    new = Table(four["Anna"].run, four["Anna"].patch, tmp_path, "New")
    refused = new("sync")
    assert (refused.code, "campaign sync FOLDER" in refused.err) == (2, True)


def test_what_a_copy_lacks_is_said_of_what_is_here_in_the_end(four: dict[str, Table]) -> None:
    """Chen's copy or Dora's may be read before Ben's is taken in."""
    four["Ben"].does("city rename bear Hills", "sync")
    output = said(four["Anna"], "sync --yes")
    assert "Ben: taken in, verified" in output
    for name in ("Chen", "Dora"):
        assert f"{name}: does not have 1 entry yet" in output


@pytest.fixture
def apart(four: dict[str, Table], folder: Path) -> list[Table]:
    """Three that have noted another place each, in the order in which their files are read."""
    by_file = {packing.unpack(file.read_bytes()).giver: file.name for file in folder.iterdir()}
    tables = sorted(four.values(), key=lambda table: by_file[table.author])[1:]
    for table in tables:
        table.does(f"episode note 1 --where {table.author}")
        table("sync")
    return tables


@pytest.mark.parametrize(("ours", "theirs"), [(0, 1), (1, 0)])
def test_theirs_goes_on_and_not_the_older_file_of_this_copy(
    apart: list[Table], folder: Path, ours: int, theirs: int
) -> None:
    here, there, gone = apart[ours], apart[theirs], apart[2]
    for file in folder.iterdir():
        if packing.unpack(file.read_bytes()).giver == gone.author:
            file.unlink()
    output = said(here, "sync --yes --follow theirs")
    assert f"{there.author}: taken in, verified" in output
    assert f"{here.author}: taken in" not in output
    assert head_of(here) == head_of(there)
    assert f"{there.author}: the same as here" in said(here, "sync --yes")


def test_of_several_theirs_one_goes_on(apart: list[Table]) -> None:
    """The next one that differs from it is left for a decision."""
    first, second, here = apart
    output = here("sync --yes --follow theirs")
    assert output.code == 6
    assert f"{first.author}: taken in, verified" in output.out
    assert f"{second.author}: the two histories diverge" in output.out
    assert head_of(here) == head_of(first)


def test_another_laptop_with_the_same_key_has_a_copy(anna: Table, folder: Path) -> None:
    other = Table(anna.run, anna.patch, anna.folder, "Anna")
    first = anna.db.read_bytes()
    assert "no other copy is there" in anna.does(["sync", str(folder)])
    anna.db.write_bytes(first)
    assert "Anna: the same as here" in other.does(["sync", str(folder)])
    other.does("city rename eagle Rivers", "sync")
    assert "Anna: does not have 1 entry yet" in other.does("sync")


def test_a_dry_run_does_not_say_that_this_copy_is_there(anna: Table, folder: Path) -> None:
    said = anna.does(["sync", str(folder), "--dry-run"])
    assert "A dry run does not write this copy." in said
    assert "up to date" not in said
    assert list(folder.iterdir()) == []
