"""Two names of one person: merged, followed by everything that lists or counts, and parted again.

Records and histories of campaigns go on to say the names that they say.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.fixtures import ETERNAL, ROOT, Refuses, Run

CSV = """\
game,played,play,player,score
machi-koro,2026-11-01,1,Anna,4
machi-koro,2026-11-01,1,Ben,3
machi-koro,2026-11-02,2,Anna K.,4
machi-koro,2026-11-02,2,Ben,2
quadropolis,2026-11-03,3,Anna K.,30
quadropolis,2026-11-03,3,Chen,31
"""


def kept(run: Run, csv: str = CSV, more: str = "") -> None:
    """Sessions of a spreadsheet, kept."""
    assert run(f"import csv - --yes {more}", stdin=csv).code == 0


def played(run: Run) -> dict[str, int]:
    """How many sessions each has played, by `player list`."""
    listed = json.loads(run("player list --json").out)["in_sessions"]
    return {one["player"]: one["played"] for one in listed}


def everything(run: Run) -> list[object]:
    """What lists, statistics, exports and standings say of sessions."""
    return [
        json.loads(run(f"{words} --json").out)
        for words in ("player list", "session list", "standings --all")
    ] + [run(f"export csv {table}").out for table in ("plays", "records")]


@pytest.mark.parametrize("path", ["examples/machi-koro.toml", "examples/eternal.toml"])
@pytest.mark.parametrize(
    "command", ["show 1 -o -", "show 1 -o - --card wide", "chronicle 1 -o -", "replay 1 --step"]
)
def test_a_picture_and_a_page_name_the_person_of_today(run: Run, path: str, command: str) -> None:
    assert run(f"session record '{ROOT / path}' --yes").code == 0
    assert run("player rename Anna Zoë --yes").code == 0
    shown = run(f"session {command}").out
    assert "Zoë" in shown
    named = re.sub(r"<pre.*?</pre>|<script.*?</script>", "", shown, flags=re.DOTALL)
    assert not re.findall(r".{40}\bAnna\b", named), "but in the record"


def test_a_picture_has_the_scores_that_count(run: Run) -> None:
    record = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8").replace("p3 = 0", "p3 = 1")
    assert run("session record - --yes --as-played", stdin=record).code == 0
    assert "Chen 1" in run("session show 1 -o -").out


def test_a_merged_name_is_one_person_everywhere_but_in_records(run: Run) -> None:
    kept(run)
    merged = run("player merge 'Anna K.' Anna")
    assert merged.code == 0
    assert "Anna K. is Anna from now on." in merged.err
    assert "campaign player unmerge" in merged.err
    assert played(run) == {"Anna": 3, "Ben": 2, "Chen": 1}
    page = json.loads(run("player show Anna --json").out)
    assert page["also"] == ["Anna K."]
    assert sum(game["played"] for game in page["games"]) == 3
    assert run("player show 'Anna K.'").out == run("player show Anna").out
    assert "also: Anna K." in run("player show Anna").out
    assert "Anna K." not in run("session list").out
    assert "Anna K." not in run("export csv plays").out
    assert "Anna K." not in run("export bgstats").out
    assert "Anna K." not in run("session show 3").out
    assert "Anna K." in json.loads(run("session show 3 --json").out)["record"]
    assert "Anna K." in run("export csv records").out
    names = {player["name"] for player in json.loads(run("standings --all --json").out)["players"]}
    assert names == {"Anna", "Ben", "Chen"}


def test_a_merged_name_is_parted_in_one_step(run: Run, refuses: Refuses) -> None:
    kept(run)
    before = everything(run)
    assert run("player merge 'Anna K.' Anna --reason 'one hand'").code == 0
    assert everything(run) != before
    assert run("player unmerge 'Anna K.'").code == 0
    assert played(run) == {"Anna": 1, "Anna K.": 2, "Ben": 2, "Chen": 1}
    heads = [one.pop("head", "") for one in [*before, *everything(run)] if isinstance(one, dict)]
    assert heads
    assert run("export csv plays").out == before[3]
    refuses("player unmerge 'Anna K.'", 4, "Anna K. is not merged")
    assert run("audit --all").code == 0


def test_merged_names_come_back_with_the_stored_rows(run: Run) -> None:
    kept(run)
    run("player merge 'Anna K.' Anna")
    run("player merge Ben Chen")
    before = everything(run)
    assert run("audit --all").code == 0
    assert "2 names merged" in run("audit --all --verbose").out
    assert run("db rebuild --yes").code == 0
    assert everything(run) == before
    assert run("audit --all").code == 0


def test_names_that_were_in_one_game_are_two_people(run: Run, refuses: Refuses) -> None:
    kept(run)
    refuses("player merge Ben Anna", 6, "Ben and Anna were both in session 1: they are two people")
    run("player merge 'Anna K.' Anna")
    refuses("player merge Anna Chen", 6, "Anna and Chen were both in session 3")
    refuses("player rename Ben Anna", 6, "Ben and Anna were both in session 1: they are two people")
    refuses("player merge Emil Anna", 4, "no game that counts names Emil")
    refuses("player merge Anna Anna", 6, "both names already mean the same person, Anna")


def test_a_player_of_that_name_is_never_the_beginning_of_a_merged_name(
    run: Run, refuses: Refuses
) -> None:
    kept(run, "game,player,score\nquadropolis,Anna,1\nquadropolis,Ben,2\n")
    kept(run, "game,player,score\nquadropolis,Anna K.,3\nquadropolis,Chen,4\n")
    assert run("player merge 'Anna K.' Ben").code == 0
    refuses("player unmerge Anna", 4, "Anna is not merged into another name")
    assert played(run) == {"Anna": 1, "Ben": 2, "Chen": 1}
    assert run("player unmerge 'anna k'").code == 0


def test_names_are_merged_one_into_the_next(run: Run) -> None:
    kept(run, "game,player,score\nquadropolis,A,1\nquadropolis,Bo,2\n")
    kept(run, "game,player,score\nquadropolis,Al,3\nquadropolis,Bo,4\n")
    kept(run, "game,player,score\nquadropolis,Ali,5\nquadropolis,Bo,6\n")
    run("player merge A Al")
    run("player merge Al Ali")
    assert played(run) == {"Ali": 3, "Bo": 3}
    run("player unmerge A")
    assert played(run) == {"A": 1, "Ali": 2, "Bo": 3}
    run("player merge A Ali")
    run("player merge Ali Bo")  # refused: they played together
    assert played(run) == {"Ali": 3, "Bo": 3}
    assert run("audit --all").code == 0


def test_a_player_of_sessions_alone_is_renamed(run: Run, refuses: Refuses) -> None:
    kept(run)
    renamed = run("player rename Chen Chenny")
    assert renamed.code == 0
    assert "Chen is Chenny from now on." in renamed.err
    assert "campaign player rename" in renamed.err
    assert played(run)["Chenny"] == 1
    assert "Chen" in json.loads(run("session show 3 --json").out)["record"]
    refuses("player rename Chenny Anna", 6, "Anna has played here already", "campaign player merge")
    assert run("player rename Chenny Chen").code == 0
    assert played(run)["Chen"] == 1
    assert run("audit --all").code == 0


def test_a_player_of_a_campaign_is_renamed_in_its_history(begun: Run) -> None:
    record = ROOT / "examples" / "machi-koro.toml"
    assert begun(f"session record '{record}' --yes").code == 0
    renamed = begun("player rename Ben Benjamin")
    assert renamed.code == 0
    assert "Benjamin" in begun("status").out
    assert "campaign player merge" in renamed.err, "sessions still name Ben"
    assert begun("player merge Ben Benjamin").code == 0
    page = json.loads(begun("player show Benjamin --json").out)
    assert [game["game"] for game in page["games"]] == ["machi-koro"]
    assert begun("audit").code == 0


def test_a_merged_player_of_a_campaign_is_one_in_lists_and_not_in_its_history(
    chapter: Run, tmp_path: Path
) -> None:
    kept(chapter, "game,player,score\nquadropolis,Benno,1\nquadropolis,Emil,2\n")
    merged = chapter("player merge Ben Benno")
    assert merged.code == 0
    assert "The pages of Tuesday still say Ben" in merged.err
    assert "Ben " in chapter("status").out
    listed = json.loads(chapter("player list --json").out)["players"]
    assert {one["player"] for one in listed} == {"Anna", "Benno", "Chen", "Dora"}
    page = json.loads(chapter("player show Benno --json").out)
    assert [game["played"] for game in page["games"]] == [1, 3]
    assert [city["seat"] for city in page["cities"]] == ["bear"]
    assert "Benno" in chapter("stats").out
    assert "Ben," not in chapter("export csv plays").out
    assert chapter("audit --all").code == 0
    assert chapter("undo --and-later --reason oops --yes").code == 0
    assert chapter("audit --all").code == 0
    bundle = tmp_path / "tuesday.bundle"
    assert chapter(f"handover export --all -o '{bundle}' --yes").code == 0
    elsewhere = f"--db '{tmp_path / 'other.db'}'"
    assert chapter(f"handover take '{bundle}' --yes {elsewhere}").code == 0
    assert "Benno" not in chapter(f"player list {elsewhere}").out
    assert chapter(f"audit {elsewhere}").code == 0


def test_a_meaning_that_is_given_later_reaches_what_was_kept(run: Run) -> None:
    kept(run)
    later = "game,played,play,player,score\nmachi-koro,2026-11-09,9,Anna K.,1\n"
    kept(run, f"{later}machi-koro,2026-11-09,9,Chen,2\n", "--player-is 'Anna K.=Anna'")
    assert played(run) == {"Anna": 4, "Ben": 2, "Chen": 2}
    record = ROOT / "examples" / "machi-koro.toml"
    text = record.read_text("utf-8").replace('"Anna"', '"Anna K."')
    assert run("session record - --yes", stdin=text).code == 0
    assert played(run)["Anna"] == 5, "and what comes later"
    assert run("import withdraw --yes").code == 0
    assert played(run)["Anna"] == 4
    assert run("import reinstate").code == 0
    assert played(run)["Anna"] == 5
    assert run("player merge Ben Emil").code == 4, "nobody of that name has played"
    assert run("player unmerge 'Anna K.'").code == 0
    assert played(run)["Anna K."] == 4
    assert run("audit --all").code == 0


def test_a_wrong_meaning_of_an_import_is_put_right(run: Run, refuses: Refuses) -> None:
    kept(run, CSV, "--player-is 'Anna K.=Anna'")
    assert played(run)["Anna"] == 3
    kept(run, "game,player,score\ndilluvia,Annika,1\ndilluvia,Emil,2\n")
    refuses("player merge 'Anna K.' Annika", 6, "Anna K. is a name of Anna", "player unmerge")
    assert run("player unmerge 'Anna K.'").code == 0
    assert run("player merge 'Anna K.' Annika").code == 0
    assert played(run) == {"Anna": 1, "Annika": 3, "Ben": 2, "Chen": 1, "Emil": 1}
    kept(
        run,
        "game,player,score\ndilluvia,Anna K.,1\ndilluvia,Emil,9\n",
        "--player-is 'Anna K.=Anna'",
    )
    assert played(run) == {"Anna": 4, "Annika": 1, "Ben": 2, "Chen": 1, "Emil": 2}
    kept(
        run, "game,player,score\ndilluvia,Ben,1\ndilluvia,Emil,8\n", "--player-is 'Anna K.=Anna K.'"
    )
    assert played(run)["Anna K."] == 3


def test_an_import_refuses_to_make_two_people_one(run: Run, refuses: Refuses) -> None:
    kept(run)
    more = "game,player,score\nmachi-koro,Ben,1\nmachi-koro,Chen,2\n"
    out = run("import csv - --yes --player-is Ben=Anna", stdin=more)
    assert out.code == 6
    assert "Ben and Anna were both in session 1" in out.err
    assert played(run) == {"Anna": 1, "Anna K.": 2, "Ben": 2, "Chen": 1}


def test_an_import_merges_nobody_who_is_here_under_the_very_name(run: Run) -> None:
    for name in ("Zoë", "ZOË"):
        record = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8").replace("Anna", name)
        assert run("session record - --yes", stdin=record).code == 0
    assert (played(run)["Zoë"], played(run)["ZOË"]) == (1, 1)
    for points, name in enumerate(("Zoë", "ZOË")):
        kept(run, f"game,player,score\ndilluvia,{name},{points}\ndilluvia,Ben,2\n")
    assert (played(run)["Zoë"], played(run)["ZOË"]) == (2, 2)


def test_no_game_has_one_person_twice(run: Run, tmp_path: Path) -> None:
    record = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8")
    kept(run)
    assert run("session record - --yes", stdin=record.replace("Chen", "Anna K.")).code == 0
    assert run("session withdraw 4 --reason slip --yes").code == 0
    assert run("player merge 'Anna K.' Anna").code == 0
    words = "are two names of one person here, but both are in one game"
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.toml").write_text(record.replace("Ben", "Anna K."), "utf-8")
    for command, text in (
        ("session record - --yes", record.replace("Ben", "Anna K.")),
        ("session reinstate 4 --yes", ""),
        ("session edit 1 - --reason slip --yes", record.replace("Ben", "Anna K.")),
        (f"import records '{tmp_path / 'games'}' --yes", ""),
    ):
        refused = run(command, stdin=text)
        assert (refused.code, words in refused.err) == (6, True), command
    assert run("player unmerge 'Anna K.'").code == 0
    assert run("session reinstate 4 --yes").code == 0
    assert run("audit --all").code == 0


def test_a_play_in_which_two_names_are_one_person_is_left_out(run: Run) -> None:
    both = "game,player,score\nquadropolis,Ben,1\nquadropolis,Ben K.,2\n"
    out = run("import csv - --yes --player-is 'Ben K.=Ben'", stdin=both).out
    assert "1 play in which two names would be one person" in out
    assert run("player list --json").out.count("Ben") == 0


def test_doubles_are_compared_by_persons(run: Run) -> None:
    kept(run)
    run("player merge 'Anna K.' Anna")
    same = "game,played,player,score\nquadropolis,2026-11-03,Chen,31\n"
    again = run("import csv - --yes", stdin=f"{same}quadropolis,2026-11-03,Anna,30\n")
    assert "0 new" in again.out
    assert "session 3" in again.out


def test_the_last_games_of_a_day_come_in_their_order(run: Run) -> None:
    """The tenth session comes after the ninth, not after the first."""
    rows = "".join(
        f"machi-koro,2026-11-01,{number},{name},{score}\n"
        for number in range(1, 13)
        for name, score in (("Anna", number), ("Ben", 0))
    )
    kept(run, "game,played,play,player,score\n" + rows)
    latest = json.loads(run("player show Anna --json").out)["latest"]
    assert [game["score"] for game in latest] == list(range(12, 12 - len(latest), -1))


def test_a_rename_names_the_other_campaigns_with_the_old_name(run: Run) -> None:
    """A rename is an entry of one campaign, so that lists would split the person."""
    for name in ("Monday", "Friday", "Tuesday"):
        assert run(f"new {name} --seat eagle=Anna --seat bear=Ben --yes").code == 0
    renamed = run("player rename Ben Benno --yes")
    said = " ".join(renamed.err.split())
    assert "Friday and Monday still say Ben; if it is the same person:" in said
    line = re.search(r"campaign (player merge .*)", renamed.err)
    assert line, renamed.err
    assert run(line[1]).code == 0
    assert "Ben " not in run("--campaign Monday player list").out


def test_a_rename_names_one_session_with_the_old_name_as_one(begun: Run) -> None:
    assert begun(["session", "record", str(ETERNAL), "--yes"]).code == 0
    said = " ".join(begun("player rename Ben Benno --yes").err.split())
    assert "1 session outside a campaign still says Ben" in said


def test_a_person_goes_by_the_name_that_was_merged(begun: Run) -> None:
    """A rename to it had a remedy that was refused, and lists went on to say the other name."""
    kept(begun, CSV, "--player-is 'Anna K.=Anna'")
    before = played(begun)["Anna"]
    renamed = " ".join(begun("player rename Anna 'Anna K.'").err.split())
    assert (
        "Anna is called Anna K. Lists say Anna, because Anna K. was merged into it. To let them "
        'say Anna K.: campaign player merge "Anna" "Anna K."'
    ) in renamed.replace("K..", "K.")
    listed = [begun(words).out for words in ("player list --json", "export csv plays")]
    for line in ("Anna 'Anna K.'", "'Anna K.' Anna", "Anna 'Anna K.'"):
        merged = begun(f"player merge {line}")
        assert merged.code == 0, line
        now = [begun(words).out for words in ("player list --json", "export csv plays")]
        assert (now == listed) == line.startswith("'"), line
    assert 'To take it back: campaign player merge "Anna K." "Anna"' in " ".join(merged.err.split())
    rows = json.loads(begun("player list --json").out)["players"]
    assert "Anna K." in [row["player"] for row in rows]
    assert played(begun)["Anna K."] == before
    assert "Anna" not in played(begun)
    assert begun("player merge Anna 'Anna K.'").code == 6
    assert begun("audit --all").code == 0


def test_a_name_is_kept_without_an_error_whichever_campaign_is_meant(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(run)
    for name in ("Alpha", "Beta"):
        assert run(f"new {name} --seat eagle=Emil --seat bear=Fay").code == 0
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Zoe")  # who has chosen none
    for state in ("several campaigns", "all archived"):
        for words in (
            "player merge 'Anna K.' Anna",
            "player unmerge 'Anna K.'",
            "player rename Chen Chenny",
            "player unmerge Chen",
        ):
            done = run(f"{words} --json")
            assert done.code == 0, (state, words, done.err)
            assert json.loads(done.out)["in_sessions"]
        for name in ("Alpha", "Beta"):
            run(f"archive {name}")


def test_players_of_sessions_are_listed_where_every_campaign_is_archived(
    run: Run, refuses: Refuses
) -> None:
    assert run("new Alpha --seat eagle=Emil --seat bear=Fay").code == 0
    assert run("archive Alpha").code == 0
    refuses("player list", 6, "every campaign here is archived: Alpha")
    kept(run)
    assert "Anna K." in run("player list").out
    assert "Emil" not in run("player list").out
    assert "Emil" in run("player list --campaign Alpha").out


BENNO = "game,player,score\nquadropolis,Benno,1\nquadropolis,Emil,2\n"


def test_a_player_of_sessions_is_renamed_and_not_another_whose_name_begins_so(begun: Run) -> None:
    kept(begun, BENNO.replace("Benno", "Be"))
    assert "Be is Bea from now on." in begun("player rename Be Bea").err
    assert "Ben " in begun("status").out


def test_a_beginning_may_be_that_of_a_player_of_sessions(begun: Run, refuses: Refuses) -> None:
    kept(begun, BENNO)
    refuses("player rename Be Bea", 2, "Be can be Ben or Benno")


def test_a_person_is_renamed_who_has_another_name_in_the_campaign(begun: Run) -> None:
    kept(begun, BENNO.replace("Benno", "Zoe"))
    assert begun("player merge Ben Zoe").code == 0
    assert "bear Ben" in begun("history --player Zoe").out
    renamed = begun("player rename Zoe Zora")
    assert "Zoe is Zora from now on." in renamed.err
    assert "The pages of Tuesday still say Ben, as the history does." in renamed.err
    assert played(begun)["Zora"] == 1
    assert "bear Ben" in begun("history --player Zoe").out
    assert begun(re.findall(r"campaign (player merge .+)", renamed.err)[0]).code == 0
    assert played(begun)["Zoe"] == 1
    assert begun("audit --all").code == 0


def test_a_new_name_in_a_campaign_is_not_the_one_that_was_merged(begun: Run) -> None:
    kept(begun, BENNO)
    assert begun("player merge Ben Benno").code == 0
    said = " ".join(begun("player rename Ben Benjamin").err.split())
    assert "Ben was merged into Benno, and Benjamin is not" in said
    assert begun(re.findall(r"campaign (player merge .+)", said)[0]).code == 0
    assert "Benjamin" not in begun("player list").out


def test_merged_names_that_have_been_at_one_table_since_are_two_people(settled: Run) -> None:
    """No evening of a campaign is refused for what this database says of names."""
    record = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8").replace("Ben", "Emil")
    assert settled("session record - --yes", stdin=record).code == 0
    assert settled("player merge Emil Ben").code == 0
    assert "two names" not in settled("player list").err
    evening = "episode result eagle=3 bear=2 deer=1 wolf=0 --substitute wolf=Emil --yes"
    assert settled(evening).code == 0
    said = " ".join(settled("player list").err.split())
    assert said.startswith(
        "Emil and Ben are two names of one person here, but both are in one game;"
    )
    assert said.endswith('if they are two: campaign player unmerge "Emil"')
