"""campaign undo after an import: what was here before it is followed again, with its head."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from campaign.cli.environment import Environment
from tests.cli.forging import Manifest, Members, forged, rechained
from tests.cli.test_handover_taking import EPISODE_2, follow, packed
from tests.fixtures import Prepared, Run, Table, head_of


@pytest.fixture
def ben(anna: Table) -> Table:
    """The same history on another laptop, with an evening more."""
    table = Table(anna.run, anna.patch, anna.folder, "Ben")
    shutil.copy(anna.db, table.db)
    table.does(EPISODE_2)
    return table


def said(table: Table, line: str) -> str:
    """All that a command says, in one line."""
    return " ".join(table.does(line).split())


def shown(table: Table) -> str:
    """What a campaign is, whatever it is called."""
    return table("city list --json").out + table("episode list --json").out


def listed(table: Table) -> list[str]:
    """What the campaigns are called."""
    lists = [
        json.loads(table(f"list {more} --json").out)["campaigns"] for more in ("", "--histories")
    ]
    campaigns = [one for some in lists for one in some]
    return [f"{one['name']} (aside)" if one["aside"] else one["name"] for one in campaigns]


def test_an_import_that_continues_what_is_here_is_taken_back(anna: Table, ben: Table) -> None:
    head, before = head_of(anna), shown(anna)
    bundle = packed(ben, "b.zip")
    follow(anna, bundle)
    assert head_of(anna) == head_of(ben)
    for option, why in (("--to 0", "no entry 0"), ("--episode 0", "episode 0 has not been")):
        refused = anna(f"undo {option} --yes")
        assert (refused.code, why in refused.err, head_of(anna)) == (4, True, head_of(ben))
    words = said(anna, "undo --yes")
    assert "from Ben: 1 entry." in words
    assert "Taken back. What the import brought is kept to be read as Tuesday (history 1)" in words
    assert f"Head for the box: {head}" in words
    assert (head_of(anna), shown(anna)) == (head, before)
    anna.does("audit --all", EPISODE_2, "undo --yes", "audit --all")
    follow(anna, bundle, "--follow", "theirs")
    assert head_of(anna) == head_of(ben)
    anna.does("audit --all")


def test_a_name_of_a_giver_takes_nothing_back(anna: Table, ben: Table) -> None:
    """A history that was not followed is set aside with the name of its giver as the reason."""
    ben.patch.setenv("CAMPAIGN_AUTHOR", "Eve, taken back by Ben")
    bundle = str(ben.folder / "eve.zip")
    assert ben.run(f"handover export --all -o {bundle} --db {ben.db}").code == 0
    anna.does("city rename eagle Ulm")
    follow(anna, bundle, "--follow", "ours")
    assert "taken back here by" not in said(anna, f"handover take {bundle} --dry-run")


def test_no_campaign_has_the_name_of_a_history_that_is_only_kept(anna: Table, ben: Table) -> None:
    """The command that shows such a history showed the campaign instead."""
    name = "Tuesday (history 2)"
    words = f"{name} is the name of a history that is only kept to be read"
    for line in (["new", name, "--seat", "eagle=Eve", "--seat", "bear=Moe"], ["rename", name]):
        output = anna([*line, "--yes"])
        assert (output.code, words in " ".join(output.err.split())) == (6, True)

    def change(members: Members, manifest: Manifest) -> None:
        manifest.update(name=name, campaign="another")
        rechained(1, payload={"name": name, "uid": "another"})(members, manifest)

    bundle = anna.folder / "eve.zip"
    bundle.write_bytes(forged(packed(ben, "b.zip"), change))
    output = anna(["handover", "take", str(bundle), "--yes"])
    assert (output.code, words in " ".join(output.err.split())) == (6, True)


def test_the_same_import_is_taken_in_again(anna: Table, ben: Table) -> None:
    bundle, heads = packed(ben, "b.zip"), set()
    for _ in range(2):
        follow(anna, bundle)
        heads.add(head_of(anna))
        anna.does("undo --yes")
        heads.add(head_of(anna))
    assert len(heads) == 2
    anna.does("audit --all", "db rebuild --yes", "audit --all", EPISODE_2)


def test_an_import_that_took_the_place_of_another_is_taken_back(anna: Table, ben: Table) -> None:
    anna.does("city rename eagle Rivers", EPISODE_2, "undo --yes")
    head, before = head_of(anna), shown(anna)
    drafts = anna("draft list --json").out
    assert '"episode": 2' in drafts
    ben.does("rename Wednesday --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "theirs")
    assert head_of(anna) == head_of(ben)
    anna.does("undo --yes")
    assert (head_of(anna), shown(anna), anna("draft list --json").out) == (head, before, drafts)
    assert listed(anna) == ["Tuesday", "Wednesday (aside)"]
    anna.does("audit --all")


def test_a_new_campaign_is_taken_back_and_comes_again(emil: Table, bundle: str) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    head = head_of(emil)
    assert "Tuesday was not here before." in said(emil, "undo --yes")
    assert listed(emil) == ["Tuesday (aside)"]
    emil.does("audit --all", ["handover", "take", bundle, "--yes"], "audit --all")
    assert head_of(emil) == head


def test_the_list_says_that_a_history_is_kept_where_no_campaign_goes_on(
    emil: Table, bundle: str
) -> None:
    follow(emil, bundle)
    emil.does("undo --yes")
    listed = said(emil, "list")
    assert "No campaign goes on here." in listed
    assert "1 other history, to be read: campaign list --histories" in listed


def test_what_came_after_an_import_is_taken_back_before_it(anna: Table, ben: Table) -> None:
    follow(anna, packed(ben, "b.zip"))
    anna.does("city rename eagle Rivers")
    assert "import" not in said(anna, "undo --yes")
    assert head_of(anna) != head_of(ben)
    assert "Rivers" not in anna("city list").out
    assert json.loads(anna("status --json").out)["next_episode"] == 3


def test_a_second_undo_takes_back_what_was_written_here(anna: Table, ben: Table) -> None:
    follow(anna, packed(ben, "b.zip"))
    anna.does("undo --yes")
    assert "import" not in said(anna, "undo --yes")
    anna.does("audit --all")


def test_a_dry_run_and_the_import_of_another_take_nothing_back(anna: Table, ben: Table) -> None:
    follow(anna, packed(ben, "b.zip"))
    head = head_of(anna)
    document = json.loads(anna("undo --dry-run --json").out)
    assert (document["kept"], document["withdrawn"]) == (False, [11])
    anna.patch.setenv("CAMPAIGN_AUTHOR", "Chen")
    refused = anna.run("undo --yes")
    assert refused.code == 6
    assert "the import is by Anna" in refused.err
    assert "--and-later" in refused.err
    assert head_of(anna) == head


def test_what_sync_has_taken_in_is_taken_back(anna: Table, ben: Table) -> None:
    folder = str(anna.folder / "shared")
    (anna.folder / "shared").mkdir()
    head = head_of(anna)
    ben.does(["sync", folder])
    assert head_of(ben) != head
    key = json.loads(ben("handover key --json").out)["fingerprint"]
    anna.does(["sync", folder, "--key", key, "--yes"])
    assert head_of(anna) == head_of(ben)
    anna.does("undo --yes")
    assert head_of(anna) == head


TAKEN_BACK = "Ben: what it adds was taken back here by Anna on "


@pytest.mark.parametrize("more", ["", "city rename eagle Rivers"])
def test_what_was_taken_back_comes_with_no_sync_again(anna: Table, ben: Table, more: str) -> None:
    """It may be a copy that somebody took in by mistake; a schedule syncs with --yes."""
    folder = str(anna.folder / "shared")
    (anna.folder / "shared").mkdir()
    ben.does(["sync", folder])
    key = json.loads(ben("handover key --json").out)["fingerprint"]
    anna.does(["sync", folder, "--key", key, "--yes"], "undo --yes", *filter(None, [more]))
    head = head_of(anna)
    for line in ("sync --yes", "sync --dry-run", "sync"):
        refused = anna(line)
        words = " ".join((refused.err + refused.out).split())
        assert (refused.code, head_of(anna)) == (6, head)
        assert words.count("what it adds was taken back here by Anna") == 1
        assert "; to take it in again: --follow both" in words
    ben.does("city rename bear Hills")
    ben("sync")
    assert anna("sync --yes").code == 6
    words = said(anna, "sync --yes --follow both")
    assert re.search(rf"{TAKEN_BACK}\S+ \S+ \S+, but for 1 entry that is new", words)
    assert '"next_episode": 3' in anna("status --json").out
    ben.does("city rename bear Moors")
    ben("sync")
    assert "taken back here" not in anna("sync --yes").err
    anna.does("audit --all")


def test_whoever_is_asked_takes_in_again_what_was_taken_back(
    anna: Table, ben: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(anna.folder / "shared")
    (anna.folder / "shared").mkdir()
    ben.does(["sync", folder])
    key = json.loads(ben("handover key --json").out)["fingerprint"]
    anna.does(["sync", folder, "--key", key, "--yes"], "undo --yes")
    head = head_of(anna)
    monkeypatch.setattr(Environment, "can_ask", True)
    for answer, code in (("\n", 6), ("y\n\n", 0)):
        asked = anna("sync", answer)
        assert (asked.code, "Take it in again? [y/N]" in asked.err) == (code, True)
        assert (head_of(anna) == head) is bool(code)


def test_a_campaign_that_was_taken_back_comes_with_no_sync_again(
    anna: Table, emil: Table, bundle: str
) -> None:
    folder = str(anna.folder / "shared")
    (anna.folder / "shared").mkdir()
    anna.does(["sync", folder])
    emil.does(["handover", "take", bundle, "--yes"], "undo --yes")
    refused = emil(["sync", folder, "--yes"])
    assert refused.code == 6
    assert "what it adds was taken back here by Emil" in " ".join(refused.err.split())
    emil.does(["sync", folder, "--yes", "--follow", "both"], "audit --all")
    assert head_of(emil) == head_of(anna)


def test_an_import_that_was_all_there_was_goes_on_again(
    anna: Table, emil: Table, bundle: str, tmp_path: Path
) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    head = head_of(emil)
    emil.does("undo --yes")
    refused = emil("redo --yes")
    assert refused.code == 6
    words = " ".join(refused.err.split())
    assert "Tuesday (history 1) is only kept to be read" in words
    command, other = re.findall("campaign (handover .*?)   ", refused.err.replace("\n", " "))
    emil.does(command.replace("FILE", str(tmp_path / "again.zip")))
    emil.does([*other.split()[:-1], str(tmp_path / "again.zip"), "--yes"], "audit --all")
    assert head_of(emil) == head


def test_nobody_chooses_an_import_that_was_taken_back(
    anna: Table, emil: Table, bundle: str
) -> None:
    """`use` said that commands mean it, and they meant the only campaign that goes on."""
    emil.does("new Friday --seat eagle=Emil --seat bear=Fay --yes")
    emil.does(["handover", "take", bundle, "--yes"], "undo --campaign Tuesday --yes")
    for name in ("Tuesday", "Tuesday (history 2)"):
        refused = emil(["use", name])
        assert refused.code == 6
        words = " ".join(refused.err.split())
        assert "Tuesday (history 2) can only be read: import from Anna" in words
        assert "campaign handover take FILE lets it go on" in words
    assert emil("status").out.startswith("Friday")


def test_a_history_to_be_read_means_the_campaign_that_goes_on_by_its_name(
    anna: Table, ben: Table
) -> None:
    (anna.folder / "shared").mkdir()
    folder = str(anna.folder / "shared")
    ben.does(["handover", "export", "--all", "-o", f"{folder}/b.zip"])
    anna.does("city rename eagle Rivers")
    anna.does(["handover", "take", f"{folder}/b.zip", "--follow", "both", "--yes"])
    anna.does("rename Wednesday", "new Friday --seat eagle=Emil --seat bear=Fay --yes")
    (aside,) = json.loads(anna("list --histories --json").out)["campaigns"]
    anna.does(["use", aside["name"]])
    assert anna("status").out.startswith("Wednesday")


def test_an_import_that_changes_nothing_else_has_no_empty_list(
    anna: Table, emil: Table, bundle: str
) -> None:
    """A comparison of a board is in the history, and changes nothing that counts."""
    emil.does(["handover", "take", bundle, "--yes"])
    again = str(anna.folder / "again.zip")
    anna.does("confirm eagle --by Anna", ["handover", "export", "--all", "-o", again])
    emil.does(["handover", "take", again, "--yes"])
    shown = said(emil, "undo --yes")
    assert "Taken back." in shown
    assert "What that changes" not in shown


@pytest.mark.parametrize("replaced", [False, True])
def test_a_what_if_undoes_the_import_that_an_undo_takes_back(
    anna: Table, ben: Table, *, replaced: bool
) -> None:
    """It took back the last entry of the imported history."""
    if replaced:
        anna.does("city rename eagle Rivers")
    follow(anna, packed(ben, "b.zip"), *(["--follow", "theirs"] if replaced else []))
    (anna.folder / "ideas.txt").write_text("undo\n")
    tried = json.loads(anna(f"what-if '{anna.folder / 'ideas.txt'}' --json").out)
    told = json.loads(anna("undo --json --yes").out)
    assert tried["changes"] == told["changes"] != []


def test_a_what_if_tells_no_change_of_a_campaign_that_would_be_gone(
    emil: Table, bundle: str
) -> None:
    emil.does(["handover", "take", bundle, "--yes"])
    (emil.folder / "ideas.txt").write_text("undo\n")
    output = emil(f"what-if '{emil.folder / 'ideas.txt'}'")
    assert output.code == 6
    assert "would be taken back with its import" in output.err
    assert "campaign undo --dry-run" in output.err


def test_a_what_if_opens_an_envelope_after_the_undo_of_an_import(
    run: Run, prepared: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The secret of the seals was not with it: the envelope was said to be another one."""
    anna, ben = (Table(run, monkeypatch, tmp_path, name) for name in ("Anna", "Ben"))
    for table, city in ((anna, "eagle"), (ben, "bear")):
        shutil.copy(prepared.sealed, table.db)
        table.does(f"city rename {city} Rivers")
    follow(anna, packed(ben, "b.zip"), "--follow", "theirs")
    (tmp_path / "ideas.txt").write_text("undo\nenvelope open 1\n")
    output = anna(f"what-if '{tmp_path / 'ideas.txt'}'")
    assert output.code == 0, output.err
    assert "envelope 1: open now" in output.out


def test_a_history_that_is_only_kept_is_not_said_to_be_archived(anna: Table, ben: Table) -> None:
    follow(anna, packed(ben, "b.zip"))
    anna.does("undo --yes", "archive Tuesday")
    refused = anna("status").err
    assert refused.startswith("error: every campaign here is archived: Tuesday\n")
    assert 'campaign unarchive "Tuesday" brings it back' in refused


def test_an_import_that_brought_another_name_is_taken_back(anna: Table, ben: Table) -> None:
    anna.does("new Thursday --seat eagle=Emil --seat bear=Fay --yes", "use Tuesday")
    head, before = head_of(anna), shown(anna)
    ben.does("rename Friday")
    bundle = packed(ben, "b.zip")
    follow(anna, bundle)
    assert "Friday" in anna.does("status")
    anna.does("undo --yes")
    assert (head_of(anna), shown(anna)) == (head, before)
    anna.does("audit --all")
    follow(anna, bundle)
    anna.does("new Tuesday --seat eagle=Emil --seat bear=Fay --yes", "use Friday")
    refused = anna("undo --yes")
    assert "there is a campaign Tuesday already" in refused.err
    anna.does("rename Saturday --campaign Tuesday", "undo --yes")
    assert shown(anna) == before
