"""A campaign has a life: another name, put away and taken out, withdrawn; what was simulated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.cli import user
from campaign.store import lookup
from tests.cli.test_entering import EPISODE, Enter, Meddling, answers
from tests.cli.test_entering import enter as enter  # a fixture
from tests.fixtures import NEW, Refuses, Run, Table, tamper


def listed(run: Run, more: str = "") -> list[str]:
    return [one["name"] for one in json.loads(run(f"list --json {more}").out)["campaigns"]]


@pytest.fixture
def two(begun: Run) -> Run:
    """Tuesday, which is in use and has an open envelope, and Friday."""
    assert begun(NEW.replace("Tuesday", "Friday")).code == 0
    assert begun("use Tuesday").code == 0
    return begun


def test_a_campaign_is_called_otherwise_by_everybody(
    two: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")
    two("use Tuesday")
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Anna")
    assert two("rename Wednesday").err == "Tuesday is called Wednesday from now on.\n"
    assert listed(two) == ["Wednesday", "Friday"]
    for author in ("Anna", "Ben"):
        monkeypatch.setenv("CAMPAIGN_AUTHOR", author)
        assert two("status").out.startswith("Wednesday ")
    assert "Tuesday is called Wednesday from now on" in two("history").out
    assert two("audit").code == 0


def test_a_name_is_taken_only_once(two: Run, refuses: Refuses) -> None:
    other = 'campaign rename NAME --campaign "Friday"   gives that campaign another name'
    refuses("rename Friday", 6, "there is a campaign Friday already", other)
    refuses("rename Tuesday", 6, "is called Tuesday already")
    refuses(["rename", "A2B3-C4D5-E6F7-G8H9"], 6, "looks like the name of a key")
    assert two("rename Wednesday").code == 0
    assert two(NEW).code == 0
    assert two("use Wednesday").code == 0
    output = two("undo --yes")
    assert (output.code, "there is a campaign Tuesday already" in output.err) == (6, True)
    assert listed(two) == ["Wednesday", "Friday", "Tuesday"]


def test_an_archived_campaign_gives_its_name_away(two: Run, refuses: Refuses) -> None:
    two("archive Friday")
    refuses("rename Friday", 6, 'campaign rename NAME --campaign "Friday"   gives')
    assert two("rename Other --campaign Friday").code == 0
    assert two("rename Friday").code == 0
    assert listed(two) == ["Friday"]


def test_an_undone_name_is_the_one_from_before(two: Run) -> None:
    two("rename Wednesday")
    assert "the campaign is called Tuesday, not Wednesday" in two("undo --yes").err
    assert two("status").out.startswith("Tuesday ")
    two("redo --yes")
    assert two("status").out.startswith("Wednesday ")


def test_another_name_is_handed_over(anna: Table, emil: Table, tmp_path: Path) -> None:
    bundles = [str(tmp_path / name) for name in ("b.zip", "later.zip")]
    anna.does(["handover", "export", "eagle", "-o", bundles[0]])
    emil.does(["handover", "take", bundles[0], "--yes"])
    anna.does(["rename", "Wednesday"])
    anna.does(["handover", "export", "eagle", "-o", bundles[1]])
    emil.does([*NEW.replace("Tuesday", "Wednesday").split()])
    output = emil(["handover", "take", bundles[1], "--yes"])
    assert "there is a campaign Wednesday already" in output.err
    assert 'campaign rename NAME --campaign "Wednesday"   gives' in output.err
    emil.does(["rename", "Other", "--campaign", "Wednesday"])
    emil.does(["use", "Tuesday"])
    emil.does(["handover", "take", bundles[1], "--yes"])
    assert emil(["status"]).out.startswith("Wednesday ")
    assert emil(["audit", "--all"]).code == 0


def test_an_archived_campaign_is_out_of_the_way(two: Run, refuses: Refuses) -> None:
    output = two("archive --reason 'all played'")
    assert 'To bring it back: campaign unarchive "Tuesday"' in " ".join(output.err.split())
    assert two("list").out.splitlines()[-1] == "1 archived: campaign list --archived"
    assert (listed(two), listed(two, "--archived")) == (["Friday"], ["Tuesday"])
    refuses("status", 6, "Tuesday is archived", 'campaign unarchive "Tuesday"')
    refuses("use Tuesday", 6, "Tuesday is archived", 'campaign unarchive "Tuesday"')
    refuses("archive Tuesday", 6, "Tuesday is archived already")
    assert two("status --campaign Tuesday").out.startswith("Tuesday ")
    assert "ok  1 entry: 1 archived" in two("audit --all").out
    assert "\nTuesday\n" in two("audit --all").out
    assert 'campaign unarchive "Tuesday"' in two("list --archived").out
    assert two("unarchive Tuesday").code == 0
    assert two("status").out.startswith("Tuesday ")
    assert two("list --archived").out == "No campaign is archived.\n"
    refuses("unarchive Tuesday", 6, "Tuesday is not archived")
    refuses("unarchive Nobody", 4, "no campaign Nobody is archived")


def test_the_only_campaign_that_is_not_archived_is_meant(two: Run, db: Path) -> None:
    tamper(db, "DELETE FROM setting WHERE key = 'campaign in use'")
    two("archive Tuesday")
    assert two("status").out.startswith("Friday ")
    two("archive Friday")
    assert "every campaign here is archived" in two("status").err
    assert "Every campaign is archived." in two("list").out
    assert lookup.campaigns(lookup.LookupPlace(str(db), None, user.user_name())) == []
    assert lookup.archived(lookup.LookupPlace(str(db), None, "")) == ["Friday", "Tuesday"]
    two("unarchive Friday")
    place = lookup.LookupPlace(str(db), None, "")
    assert (lookup.campaigns(place), lookup.archived(place)) == (["Friday"], ["Tuesday"])
    assert lookup.seats(place) == ["bear", "deer", "eagle", "wolf"]


def test_who_played_in_an_archived_campaign_has_played(chapter: Run) -> None:
    before = json.loads(chapter("standings --all --json").out)
    chapter("archive")
    after = json.loads(chapter("standings --all --json").out)
    assert (len(before["campaigns"]), after["campaigns"]) == (1, [])
    assert after["players"] == before["players"]
    assert chapter("stats --all").code == 0
    assert "3 games" in chapter("player show Anna").out


def test_a_campaign_begun_by_mistake_is_gone(two: Run, refuses: Refuses, db: Path) -> None:
    assert two("withdraw Friday --yes --reason twice").code == 0
    assert listed(two) == ["Tuesday"]
    refuses("status --campaign Friday", 4, "there is no campaign Friday")
    assert "Friday withdrawn by Anna on" in two("audit --all").out
    assert two(NEW.replace("Tuesday", "Friday")).code == 0
    refuses("unarchive Friday", 6, "there is another campaign Friday here already")
    assert two("rename Saturday --campaign Friday").code == 0
    assert two("unarchive Friday").code == 0
    assert listed(two) == ["Tuesday", "Friday", "Saturday"]
    assert two("audit --all").code == 0


@pytest.mark.parametrize("command", ["archive Tuesday", "withdraw Tuesday --yes"])
def test_a_draft_says_how_its_campaign_comes_back(two: Run, enter: Enter, command: str) -> None:
    """Another window puts the campaign away before the first line of an evening is saved."""
    typist = Meddling(["", "y4", "save"], {"card 1": lambda: two(command)})
    enter("episode enter", typist=typist)
    listed_drafts = two("draft list").out
    assert "Tuesday, episode 1" in listed_drafts
    assert listed_drafts.endswith('Go on with one:\n  campaign unarchive "Tuesday"\n')
    assert "Draft 1: Tuesday, episode 1, by Anna" in two("draft show 1").out
    assert two("unarchive Tuesday").code == 0
    assert 'campaign episode enter --campaign "Tuesday"' in two("draft list").out


def test_the_command_for_a_draft_names_no_campaign_where_all_others_are_withdrawn(
    two: Run, enter: Enter
) -> None:
    enter("episode enter", "", "y4", "save")
    assert 'campaign episode enter --campaign "Tuesday"' in two("draft list").out
    assert two("withdraw Friday --yes --reason twice").code == 0
    assert two("draft list").out.endswith("\n  campaign episode enter\n")


def test_an_evening_of_a_withdrawn_campaign_says_how_it_comes_back(two: Run, enter: Enter) -> None:
    typist = Meddling(
        ["", *answers(EPISODE), "", "save"], {"card 1": lambda: two("withdraw Tuesday --yes")}
    )
    output = enter("episode enter", typist=typist)
    assert "can only be read: withdrawn by Anna on" in output.err
    assert 'campaign unarchive "Tuesday"' in output.err
    assert "campaign use" not in output.err


def test_a_campaign_that_is_gone_is_meant_by_nobody(two: Run) -> None:
    """Another one that gets its name later is asked for as any."""
    assert two("new Mistake --seat eagle=Anna --seat bear=Ben --yes").code == 0
    assert two("withdraw Mistake --yes").code == 0
    assert two("rename Mistake --campaign Friday --yes").code == 0
    assert not any(one["in_use"] for one in json.loads(two("list --json").out)["campaigns"])
    refused = two("city rename eagle Rivers --yes")
    assert (refused.code, "which campaign?" in refused.err) == (2, True)


def test_what_has_an_episode_is_not_withdrawn(chapter: Run, refuses: Refuses) -> None:
    refuses("withdraw Tuesday --yes", 6, "an episode of Tuesday was recorded", "campaign archive")
    chapter("undo --episode 1 --and-later --yes")
    refuses("withdraw Tuesday --yes", 6, "an episode of Tuesday was recorded")


def test_a_withdrawn_campaign_does_not_come_back_by_a_bundle(
    two: Run, refuses: Refuses, tmp_path: Path
) -> None:
    bundle = str(tmp_path / "b.zip")
    two(["handover", "export", "--all", "--campaign", "Friday", "-o", bundle])
    two("withdraw Friday --yes")
    output = two(["handover", "take", bundle, "--yes"])
    assert "Friday was withdrawn here" in output.err
    assert listed(two) == ["Tuesday"]


def test_decisions_are_in_copies_and_outlive_a_rebuild(two: Run, db: Path, tmp_path: Path) -> None:
    two("archive Friday")
    two(NEW.replace("Tuesday", "Ulm"))
    two("withdraw Ulm --yes")
    copy = tmp_path / "copy.db"
    assert two(["db", "backup", "-o", str(copy)]).code == 0
    tamper(db, "DELETE FROM origin")
    damaged = two("audit --all")
    assert damaged.code == 3
    assert "by the entries it is set aside (withdrawn by Anna on" in " ".join(damaged.out.split())
    assert two("db rebuild --yes").code == 0
    assert two("audit --all").code == 0
    two("unarchive Friday")
    assert two(["db", "restore", str(copy), "--replace"]).code == 0
    assert listed(two, "--archived") == ["Friday"]
    assert two("db check").code == 0


def test_a_forged_decision_is_named(two: Run, db: Path) -> None:
    two("archive Friday")
    guards = ("DROP TRIGGER entry_no_update",)
    tamper(db, *guards, "UPDATE entry SET payload = '{}' WHERE stream = 'database/1'")
    output = two("audit --all")
    assert output.code == 3
    words = " ".join(output.out.split())
    assert "entry 1 of database/1: hash is" in words
    assert "entry 1 (campaign archived): campaign is missing" in words
    assert "campaign db restore FILE" in words


def test_games_of_simple_players_are_thrown_away(run: Run, db: Path) -> None:
    output = run("simulate machi-koro --seats 2 -n 3")
    assert output.code == 0
    assert output.err.count("Machi Koro") == 3
    assert "Played in a database that is thrown away" in output.err
    assert run("simulate my-city --whole --seats 2").err.count("wins the campaign") == 1
    assert not db.exists()
    assert json.loads(run("simulate my-city --seats 2 --json").out)["kept"] is False
    assert run("simulate my-city --keep -o games").code == 2


def test_a_page_of_what_was_simulated_says_so(run: Run, tmp_path: Path) -> None:
    run("simulate my-city --whole --seats 2 --keep")
    assert run(["chronicle", "-o", str(tmp_path / "page.html")]).code == 0
    assert "<h1>Simulated 2-1 (simulated)</h1>" in (tmp_path / "page.html").read_text("utf-8")
    assert ">Simulated 2-1 (simulated)<" in run("standings --card wide -o -").out
    run("simulate machi-koro --seats 2 --keep")
    assert run(["session", "chronicle", "1", "-o", str(tmp_path / "session.html")]).code == 0
    assert "simulated" in (tmp_path / "session.html").read_text("utf-8")


def test_what_was_simulated_is_marked_and_left_out(run: Run, refuses: Refuses) -> None:
    assert run("simulate machi-koro --seats 2 -n 2 --keep").code == 0
    assert run("simulate my-city --whole --seats 2 --keep").code == 0
    assert run("session list").out.count("verified, simulated") == 2
    assert "verified, simulated" in run("session show 1").out
    assert json.loads(run("session show 1 --json").out)["simulated"] is True
    assert "Simulated 2-1 (simulated)" in run("list").out
    assert run("status").out.startswith("Simulated 2-1 (simulated) ")
    assert "Simulated: it was kept as simple players" in run("audit report").out
    for line in ("standings --all", "stats --all", "session stats machi-koro"):
        assert "Anna" not in run(line).out
        assert "p1" not in run(line).out
    refuses("player show Anna", 4, "no game that counts names Anna")
    assert "Anna" in run("standings --all --simulated").out
    assert "Anna" in run("stats --all --simulated").out
    assert "2 sessions" in run("session stats machi-koro --simulated").out
    assert "Anna, 24 games" in run("player show Anna --simulated").out
    assert run("archive --all-simulated").err.startswith("Archived: Simulated 2-1.")
    assert listed(run) == []
    assert run("archive --all-simulated").err == "No simulated campaign is left to archive.\n"
    assert run("audit --all").code == 0


def test_a_corrected_session_stays_simulated(run: Run) -> None:
    run("simulate machi-koro --seats 2 --keep")
    run("session withdraw 1 --reason twice --yes")
    run("session reinstate 1 --yes")
    assert "verified, simulated" in run("session list").out
    assert run("audit --all").code == 0


def test_where_every_campaign_is_archived_it_is_said_what_to_type(
    chapter: Run, refuses: Refuses
) -> None:
    assert chapter("archive Tuesday --yes").code == 0
    refuses("audit", 6, "every campaign here is archived: Tuesday", '--campaign "Tuesday"')
    assert chapter('audit --campaign "Tuesday"').code == 0
