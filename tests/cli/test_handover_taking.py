"""Two copies of a history that went on in different ways: which one continues, or both."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from tests.cli.test_corrections_later import MOVED
from tests.cli.test_entering import Meddling, Typist
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import CHAPTER, ETERNAL, LATER_STICKERS, Table, head_of, tamper
from tests.processes import GIVE_UP

EPISODE_2 = f"episode record '{CHAPTER / 'episode-2.toml'}' --yes"
EPISODE_3 = f"episode record '{CHAPTER / 'episode-3.toml'}' --yes"
PLACES = [f"sticker place {sticker} --yes" for sticker in LATER_STICKERS]


@pytest.fixture
def ben(anna: Table) -> Table:
    """The same history on another laptop."""
    table = Table(anna.run, anna.patch, anna.folder, "Ben")
    shutil.copy(anna.db, table.db)
    return table


def packed(table: Table, name: str) -> str:
    """A bundle of what a table has."""
    path = str(table.folder / name)
    table.does(["handover", "export", "--all", "-o", path])
    return path


def follow(table: Table, bundle: str, *words: str) -> str:
    """Take a bundle in; all that was said, in one line."""
    return " ".join(table.does(["handover", "take", bundle, "--yes", *words]).split())


def agree(one: Table, other: Table, bundle: str) -> None:
    """The other copy takes what one has, and both are sound."""
    assert "all of the history here" in follow(other, bundle)
    assert head_of(one) == head_of(other)
    for table in (one, other):
        table.does("audit --all")


def test_an_evening_and_a_name_that_do_not_touch_are_both_kept(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2)
    shown = follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert "Since then here: the city of eagle is called Rivers" in shown
    assert re.search(r"Since then there: episode 2: .* by Ben on", shown)
    assert "1 entry after yours" in shown
    assert "campaign undo" in shown
    assert '(history 2): campaign history --campaign "Tuesday (history 2)"' in shown
    document = json.loads(anna("history --json").out)
    assert [entry["author"] for entry in document["entries"][-2:]] == ["Anna", "Ben"]
    agree(anna, ben, packed(anna, "a.zip"))
    assert "was carried over here" in follow(anna, str(anna.folder / "b.zip"))


@pytest.mark.parametrize("which", ["ours", "both"])
def test_a_history_that_can_only_be_read_counts_in_no_statistics(
    anna: Table, ben: Table, which: str
) -> None:
    """Its evenings counted twice."""
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Falls")
    before = anna.does("stats --all --json")
    follow(anna, packed(ben, "b.zip"), "--follow", which)
    assert "history 2" in anna.does("list --histories")
    assert before == anna.does("stats --all --json")


def test_no_evening_is_held_in_a_history_that_can_only_be_read(
    anna: Table, ben: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It showed the status of that history, and asked for a sticker of the one that goes on."""
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    typist = Typist([])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = anna(["meet", "--campaign", "Tuesday (history 2)"])
    assert (6, []) == (output.code, typist.prompts), output.err
    assert "Tuesday (history 2) can only be read" in output.err


@pytest.mark.parametrize("at", ["card 1 of", "card 2 of"])
def test_an_evening_that_is_being_entered_stays_with_the_history_that_goes_on(
    anna: Table, ben: Table, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """Another window takes theirs before or after its first line is saved."""
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Oslo")
    bundle = packed(ben, "b.zip")

    def take_theirs() -> None:
        follow(anna, bundle, "--follow", "theirs")

    typist = Meddling(["y4 p p p p", "r4 p p p p", "save"], {at: take_theirs})
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    anna.does("episode enter")
    assert "Draft 1 of episode 2, by Anna" in anna.does("status")
    assert "Tuesday, episode 2" in anna.does("draft list")


def test_what_theirs_notes_of_an_evening_is_among_what_changes(anna: Table, ben: Table) -> None:
    """It stands beside what was noted here, and `nothing else changes` stood there."""
    anna.does(f"{EPISODE_2} --where 'Café Zur Post' --minutes 75")
    ben.does(f"{EPISODE_2} --note 'It rained.'")
    shown = follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "ours")
    assert "episode 2, place" not in shown
    assert "Played at Café Zur Post, 75 minutes.\nIt rained." in anna.does("episode show 2")
    assert "episode 2, note: none -> It rained." in shown
    assert "Nothing else changes" not in shown
    assert "episode 2, note: It rained. -> none" in anna.does("undo --yes")


def test_a_sticker_pays_nothing_of_an_evening_before_the_one_it_was_for(
    anna: Table, ben: Table, tmp_path: Path
) -> None:
    """Theirs takes an evening back; after it the bear got a tree here, and owes one from before."""
    anna.does(EPISODE_2)
    shutil.copy(anna.db, ben.db)
    anna.does(PLACES[1])
    (tmp_path / "other.toml").write_text(
        re.sub(
            r"(?s)moves = .*",
            "[result]\neagle = 2\nbear = 1\ndeer = 10\nwolf = 6\n",
            (CHAPTER / "episode-1.toml").read_text("utf-8"),
        )
    )
    edit = f"episode edit 1 '{tmp_path / 'other.toml'}' --reason slip --later draft"
    ben.does(f"{edit} --house-rule --as-dated --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--later", "draft")
    anna.does("audit")
    owed = json.loads(anna("sticker owed --json").out)["owed"]
    assert ("bear", "tree") in [(right["seat"], right["kind"]) for right in owed]


def test_a_carry_over_is_undone_in_one_step(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2, *PLACES)
    before = anna("city list").out + anna("episode list").out
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert json.loads(anna("status --json").out)["next_episode"] == 3
    anna.does("undo --yes")
    assert anna("city list").out + anna("episode list").out == before
    anna.does("redo --yes", "audit --all")
    assert json.loads(anna("status --json").out)["next_episode"] == 3


@pytest.mark.parametrize(
    ("twice", "fate", "counts"), [("ours", "version", True), ("theirs", "replaces", False)]
)
def test_an_evening_that_both_have(
    anna: Table, ben: Table, twice: str, fate: str, counts: bool
) -> None:
    anna.does(EPISODE_2, *PLACES)
    other = anna.folder / "other.toml"
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    other.write_text(re.sub(r"(?m)^played = .*$", "played = 2026-10-29", text), "utf-8")
    ben.does(f"episode record '{other}' --yes", *PLACES, EPISODE_3)
    path = packed(ben, "b.zip")
    output = anna(
        ["handover", "take", path, "--follow", "both", "--twice", twice, "--yes", "--json"]
    )
    assert output.code == 0, output.err
    document = json.loads(output.out)
    assert fate in [one["fate"] for one in document["carried"]]
    assert [one["fate"] for one in document["carried"]].count("same") == len(PLACES)
    versions = json.loads(anna("episode diff 2 --json").out)["versions"]
    assert [version["counts"] for version in versions] == [counts, not counts]
    assert json.loads(anna("status --json").out)["next_episode"] == 4
    agree(anna, ben, packed(anna, "a.zip"))


@pytest.mark.parametrize(
    ("later", "fate", "verdicts"),
    [
        ("keep", "changed", ["verified", "verified"]),
        ("as-played", "changed", ["verified", "result differs"]),
        ("draft", "draft", ["verified"]),
    ],
)
def test_an_evening_is_replayed_on_the_boards_that_are_here(
    anna: Table, ben: Table, later: str, fate: str, verdicts: list[str]
) -> None:
    anna.does(f"sticker move {MOVED} --yes")
    ben.does(EPISODE_2)
    bundle = packed(ben, "b.zip")
    output = anna(["handover", "take", bundle, "--follow", "both", "--yes"])
    assert (output.code, "--later keep" in output.err) == (6, True)
    carry = ["handover", "take", bundle, "--follow", "both", "--later", later, "--yes", "--json"]
    carried = json.loads(anna(carry).out)["carried"]
    assert [one["fate"] for one in carried] == [fate]
    assert verdicts == [
        one["verdict"] for one in json.loads(anna("episode list --json").out)["episodes"]
    ]
    drafts = json.loads(anna("draft list --json").out)["drafts"]
    assert [draft["episode"] for draft in drafts] == ([2] if fate == "draft" else [])
    if fate == "draft":
        assert "episode = 2" in anna.does("episode show 2 --record-version 1")
    agree(anna, ben, packed(anna, "a.zip"))


def test_a_city_that_changed_hands_since_the_fork_is_said_in_one_line(
    anna: Table, ben: Table
) -> None:
    anna.does("player join bear Emil --yes")
    ben.does(EPISODE_2)
    shown = follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert "Since then here: Ben leaves bear; Emil takes it over Since then there:" in shown


def test_an_audit_says_who_changed_an_evening_that_was_carried_over(
    anna: Table, ben: Table
) -> None:
    """Ben's record can still be read, and the scores that count are not said to be his."""
    anna.does(f"sticker move {MOVED} --yes")
    ben.does(EPISODE_2)
    theirs = ben.does("episode show 2 --record-version 1")
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--later", "keep")
    assert anna.does("episode show 2 --record-version 1") == theirs
    follow(ben, packed(anna, "a.zip"))
    for table in (anna, ben):
        said = " ".join(table.does("audit").split())
        assert "Scores of episode 2 were changed by Anna" in said
        assert "Anna corrected episode 2, which Ben had recorded" in said
        assert "episode 1 counts as it was first recorded" in said
        assert "None: every entry counts" not in table.does("audit report")


def test_a_correction_of_what_both_share_comes_over(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does("sticker move wolf well F7 D11 --yes", "player leave wolf --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    cities = {city["seat"]: city for city in json.loads(anna("status --json").out)["cities"]}
    assert (cities["eagle"]["name"], cities["wolf"]["player"]) == ("Rivers", None)
    assert "well D11" in anna.does("city show wolf --json")
    agree(anna, ben, packed(anna, "a.zip"))


def test_both_carry_over_at_once_and_still_agree(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Hills")
    ours, theirs = packed(anna, "a.zip"), packed(ben, "b.zip")
    follow(anna, theirs, "--follow", "both")
    follow(ben, ours, "--follow", "both")
    ours, theirs = packed(anna, "a2.zip"), packed(ben, "b2.zip")
    follow(anna, theirs)
    follow(ben, ours)
    assert head_of(anna) == head_of(ben)


def test_what_goes_on_after_a_carry_over_is_carried_over_too(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    ben.does(*PLACES)  # Ben does not know of it yet
    shown = follow(anna, packed(ben, "b2.zip"), "--follow", "both")
    assert f"{len(PLACES)} entries after yours" in shown
    agree(anna, ben, packed(anna, "a.zip"))


def test_the_other_history_is_taken_with_its_drafts(anna: Table, ben: Table) -> None:
    anna.does(EPISODE_2, "undo --yes")
    assert json.loads(anna("draft list --json").out)["drafts"]
    ben.does("city rename bear Hills")
    follow(anna, packed(ben, "b.zip"), "--follow", "theirs")
    assert "All is entered; it is not kept yet." in anna.does("status")


def test_a_bundle_of_ones_own_is_signed_with_no_other_key(anna: Table) -> None:
    anna.does("city rename eagle Rivers")
    path = packed(anna, "mine.zip")
    (anna.folder / "Anna.pem").unlink()
    other = packed(anna, "again.zip")
    for bundle in (path, other):
        assert anna(["handover", "take", bundle]).code == 0
    assert "Your own key." in anna(["handover", "take", other]).err


def test_without_a_terminal_and_yes_nothing_is_chosen(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Hills")
    bundle = packed(ben, "b.zip")
    output = anna(["handover", "take", bundle])
    assert output.code == 6
    assert "--follow both" in output.err
    assert "Neither side changes what the other did" in follow(anna, bundle)
    assert "Hills" in anna.does("city list")


def test_yes_is_no_answer_where_something_has_to_be_decided(anna: Table, ben: Table) -> None:
    anna.does("city rename bear Rivers")
    ben.does("city rename bear Hills")
    output = anna(["handover", "take", packed(ben, "b.zip"), "--yes"])
    assert output.code == 6
    assert "--follow both" in output.err


def test_somebody_at_a_terminal_carries_over_with_a_key(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2)
    bundle = packed(ben, "b.zip")
    anna.does("status")
    with terminal(anna.db, "handover", "take", bundle) as at:
        at.waits_for("Neither side changes what the other did")
        at.waits_for("Which one continues? [C/o/t]")
        at.type("\r")
        at.waits_for("Carried over.")
        assert at.program.wait(GIVE_UP) == 0
    agree(anna, ben, packed(anna, "a.zip"))


def test_somebody_at_a_terminal_says_whose_evening_counts(anna: Table, ben: Table) -> None:
    anna.does(EPISODE_2)
    other = anna.folder / "other.toml"
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    other.write_text(re.sub(r"(?m)^played = .*$", "played = 2026-10-29", text), "utf-8")
    ben.does(f"episode record '{other}' --yes")
    bundle = packed(ben, "b.zip")
    anna.does("status")
    with terminal(anna.db, "handover", "take", bundle) as at:
        at.waits_for("Which one continues? [c/o/t]")
        at.type("c\r")
        at.waits_for("Whose episode 2 counts? [O/t]")
        at.type("t\r")
        at.waits_for("Carry it over? [Y/n]")
        at.type("\r")
        at.waits_for("Head for the box")
        assert at.program.wait(GIVE_UP) == 0
    assert json.loads(anna("episode show 2 --json").out)["played"] == "2026-10-29"


def test_a_receipt_asks_at_a_terminal(anna: Table, ben: Table) -> None:
    receipt = str(ben.folder / "receipt.json")
    ben.does(["handover", "accept", "wolf", "--as", "Emil", "-o", receipt])
    anna.does(EPISODE_2)
    with terminal(anna.db, "handover", "receipt", receipt) as at:
        at.waits_for("Add the acceptance? [Y/n]")
        at.type("\r")
        at.waits_for("Added.")
        assert at.program.wait(GIVE_UP) == 0
    assert json.loads(anna("status --json").out)["cities"][3]["player"] == "Emil"


def test_a_copy_of_a_database_is_read_as_what_it_is(anna: Table, ben: Table) -> None:
    ben.does(EPISODE_2)
    copy = anna.folder / "from-ben.db"
    ben.does(["db", "backup", "-o", str(copy)])
    before = copy.read_bytes()
    shown = follow(anna, str(copy))
    assert "it continues with 1 entry" in shown
    assert "which nobody has signed. Its last entry is by Ben." in shown
    assert "Packed" not in shown
    assert head_of(anna) == head_of(ben)
    assert copy.read_bytes() == before


def test_what_a_copy_has_beside_the_campaign_is_said(anna: Table) -> None:
    new = "new Friday --seat eagle=Anna --seat bear=Ben --yes"
    anna.does(f"session record '{ETERNAL}' --yes", new, "use Tuesday")
    copy = str(anna.db.rename(anna.folder / "copy.db"))
    shown = follow(anna, copy)
    assert f"Left in the copy: Friday (campaign list --db {copy})" in shown
    assert f"Left in the copy: 1 session (campaign session list --db {copy})" in shown
    assert "Left in the copy: Tuesday" not in follow(anna, copy, "--campaign", "Friday")


def test_the_copy_of_a_database_is_not_said_to_be_of_who_takes_it_in(
    anna: Table, ben: Table
) -> None:
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Mill")
    shown = follow(anna, str(ben.db), "--follow", "both")
    assert "ANOTHER KEY" not in shown
    assert "what Ben's copy had after entry" in anna.does("history")
    ben.does("city rename bear Mills")
    shown = follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert "Your own key" not in shown
    taken = json.loads(anna(["handover", "take", str(ben.db), "--json"]).out)
    assert (taken["by"], taken["key"]) == ("Ben", None)


@pytest.mark.parametrize("line", ["sync", "handover take"])
@pytest.mark.parametrize(
    "change",
    [
        ["UPDATE alembic_version SET version_num = '9999'"],
        ["ALTER TABLE sticker RENAME TO old", "CREATE VIEW sticker AS SELECT * FROM old"],
    ],
)
def test_a_database_that_is_refused_is_named_as_it_was_given(
    anna: Table, tmp_path: Path, line: str, change: list[str]
) -> None:
    """It is read from a copy, whose name says nothing to anybody."""
    file = tmp_path / "given.db"
    shutil.copy(anna.db, file)
    tamper(file, *change)
    output = anna([*line.split(), str(file)])
    assert output.code in (5, 6)
    assert f" {file}" in output.err


def test_what_is_aside_has_a_list_of_its_own_with_whole_names_to_type(
    anna: Table, ben: Table
) -> None:
    name = "The Group of the Second Tuesday"
    anna.does(f"rename '{name}'")
    ben.does(f"rename '{name}'", "city rename bear Hills")
    follow(anna, packed(ben, "b.zip"), "--follow", "ours")
    assert "aside 2" not in anna.does("list")
    for columns in ("80", "40"):
        anna.patch.setenv("COLUMNS", columns)
        assert f"{name} (history 2)" in anna.does("list --histories")
    (listed,) = json.loads(anna("list --histories --json").out)["campaigns"]
    assert listed["aside"].startswith("from Ben, diverged after entry")
    document = json.loads(anna("list --json").out)
    assert [one["aside"] for one in document["campaigns"]] == [None]
    assert document["set_aside"] == 1
    assert anna("list --histories --archived").code == 2


def test_what_the_other_copy_took_back_is_marked(anna: Table, ben: Table) -> None:
    """An evening that does not count there was shown like any other."""
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2, "undo --yes")
    shown = follow(anna, packed(ben, "b.zip"), "--dry-run")
    assert "there: (episode 2 is recorded: withdrawn) undone: episode 2" in shown


def test_an_archived_campaign_is_brought_back_under_its_own_name(anna: Table, ben: Table) -> None:
    """Its other history has the name from before."""
    anna.does("rename Wednesday")
    ben.does("city rename bear Hills")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    for name in ("Wednesday", "'Tuesday (history 2)'"):
        anna.does("archive Wednesday")
        assert 'campaign unarchive "Wednesday"' in anna.does("list --archived")
        back = anna.does(f"unarchive {name}")
        assert 'Wednesday is back: campaign use "Wednesday"' in back


def test_part_of_a_name_means_the_campaign_before_what_is_aside(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    for words in ("tues", "TUESDAY"):
        assert anna.does(["status", "--campaign", words]).startswith("Tuesday ")
    assert anna("status --campaign 'day (history'").code == 0
    anna.does("new Friday --seat eagle=Anna --seat bear=Ben --yes", "use Friday")
    output = anna("status --campaign nothing")
    assert "there are: Tuesday, Friday" in " ".join(output.err.split())


def test_commands_of_a_campaign_that_is_not_in_use_say_so(
    anna: Table, emil: Table, bundle: str
) -> None:
    """To take a city over was a command that gave a city of the own campaign away."""
    emil.does("new Own --seat eagle=Emil --seat bear=Gus --yes")
    emil.does("use Own")
    said = " ".join(emil.does(["handover", "take", bundle, "--yes"]).split())
    assert "campaign handover accept eagle --as NAME -o receipt.json" in said
    words = 'Without --campaign a command means Own. For Tuesday add to each: --campaign "Tuesday"'
    assert said.endswith(words)
    anna.does("city rename eagle Rivers")
    emil.does("city rename bear Ulm --campaign Tuesday")
    later = packed(anna, "later.zip")
    said = follow(emil, later, "--follow", "both")
    assert "To take all of this back: campaign undo" in said
    assert said.endswith(words)
    emil.does("use Tuesday", "undo --yes")
    assert "Without --campaign" not in follow(emil, later, "--follow", "theirs")


def test_whoever_takes_the_import_in_use_back_hears_what_commands_mean_now(
    anna: Table, emil: Table, bundle: str
) -> None:
    """A second undo was one in the own campaign."""
    emil.does("new Own --seat eagle=Emil --seat bear=Gus --yes")
    emil.does(["handover", "take", bundle, "--yes"], "use Tuesday")
    assert emil.does("undo --yes").endswith("From now on your commands mean Own.\n")
    emil.does("new Two --seat eagle=Emil --seat bear=Gus --yes", "use Own")
    emil.does(["handover", "take", bundle, "--yes"])
    assert "From now on" not in emil.does("undo --yes --campaign Tuesday")
