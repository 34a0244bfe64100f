"""Players come and go; the city stays, and what was earned stays with who earned it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_attendance import without
from tests.cli.test_entering import Enter, Typist, answers, enter
from tests.fixtures import CHAPTER, LATER_STICKERS, ROOT, Refuses, Run

__all__ = ["enter"]


def test_a_city_is_handed_over(settled: Run) -> None:
    output = settled(["player", "join", "ben", "Emil", "--reason", "Ben moves away", "--yes"])
    assert output.code == 0
    record = (CHAPTER / "episode-2.toml").read_text("utf-8")
    asked = settled("episode record - --yes", stdin=record)
    assert asked.code == 6
    assert "the record names Ben for bear, which Emil holds" in asked.err
    assert settled("episode record - --slip bear --yes", stdin=record).code == 0
    rows = {
        (player["player"], player["seat"]): player
        for player in json.loads(settled("player list --json").out)["players"]
    }
    assert rows["Ben", "bear"]["episodes"] == [1]
    assert rows["Emil", "bear"]["episodes"] == [2]
    assert rows["Ben", "bear"]["until"] is not None
    status = json.loads(settled("status --json").out)["cities"]
    marks = {city["seat"]: city["marks"] for city in status}
    assert rows["Ben", "bear"]["marks"] + rows["Emil", "bear"]["marks"] == marks["bear"]
    history = " ".join(settled("history").out.split())
    assert "Ben leaves bear; Emil takes it over (Ben moves away)" in history
    assert "Emil" in settled("player list").out
    assert settled("audit").code == 0
    assert settled(["sticker", "place", *LATER_STICKERS[0].split(), "--yes"]).code == 0


def test_a_player_leaves_and_another_joins(played: Run, refuses: Refuses) -> None:
    assert played("player leave wolf").code == 0
    assert "nobody" in played("status").out
    refuses("player leave wolf", 6, "nobody holds wolf")
    assert played("player join dora Emil").code == 0, "who held it before"
    refuses("player join wolf Fay", 2, "add --yes")
    refuses("player join wolf Emil --yes", 6, "Emil holds wolf already")


def test_an_audit_passes_whoever_takes_a_city_over(settled: Run) -> None:
    """Somebody before them in the alphabet, and whoever had it before."""
    for player in ("Aaron", "Dora", "Zoe", "Dora"):
        assert settled(f"player join wolf {player} --yes").code == 0
        audit = settled("audit")
        assert audit.code == 0, audit.out


def test_a_player_is_renamed_everywhere(played: Run, refuses: Refuses) -> None:
    assert played("player rename Ben Benjamin").code == 0
    assert "Benjamin" in played("status").out
    assert "Benjamin" in played("player list").out
    assert played("audit").code == 0
    refuses("player rename Fay Bo", 4, "no game that counts names Fay")
    refuses("player rename Benjamin Anna", 6, "both in episode 1: they are two people")
    assert "Benjamin is called Bo." in played("player rename bear Bo").err


def test_nobody_gets_the_name_of_who_has_another_city(sealed: Run, refuses: Refuses) -> None:
    """It was shown how to merge the two, which is refused."""
    refuses("player rename Anna Anna", 6, "the player is called Anna already")
    refuses("player rename Ben Anna", 6, "Ben and Anna were both in Tuesday: they are two people")
    refuses("player merge Ben Anna", 6, "Ben and Anna were both in Tuesday: they are two people")


def test_who_is_renamed_is_not_to_be_merged_with_who_sat_beside(sealed: Run) -> None:
    assert sealed("new Friday --seat eagle=Ben --seat bear=Emil --yes").code == 0
    renamed = sealed("player rename Ben Emil --campaign Tuesday --yes")
    assert renamed.code == 0
    assert "same person" not in renamed.err
    assert "same person" in sealed("player rename Emil Fay --campaign Tuesday --yes").err


def test_nobody_is_a_substitute_in_the_own_city(begun: Run) -> None:
    line = "episode result eagle=1 bear=2 deer=3 wolf=4 --substitute wolf=Emil --house-rule"
    assert begun(f"{line} --yes").code == 0
    assert begun("player rename Dora Emil --yes").code == 0
    players = json.loads(begun("player list --json").out)["players"]
    assert [p["substitute"] for p in players if p["player"] == "Emil"] == [False]
    assert begun("audit").code == 0


def test_a_substitute_is_renamed_too(settled: Run, refuses: Refuses) -> None:
    """A name that was misspelt on the only evening that somebody played."""
    record = CHAPTER / "episode-2.toml"
    assert settled(f"episode record '{record}' --substitute bear=Lia --yes").code == 0
    refuses(
        "player rename Lia Ben",
        6,
        "a player here is called Ben already",
        'player merge "Lia" "Ben"',
    )
    assert settled("player rename lia Lea").code == 0
    assert "Lea for bear" in " ".join(settled("episode list").out.split())
    listed = json.loads(settled("player list --json").out)["players"]
    assert [one["episodes"] for one in listed if one["player"] == "Lea"] == [[2]]
    assert "Lia" not in settled("player list").out + settled("standings --all").out
    assert settled("audit").code == 0
    assert settled("undo --yes").code == 0
    assert "Lia for bear" in " ".join(settled("episode list").out.split())


def test_nobody_gets_the_name_of_who_sat_at_the_same_table(settled: Run, refuses: Refuses) -> None:
    record = CHAPTER / "episode-2.toml"
    assert settled(f"episode record '{record}' --substitute bear=Gil --yes").code == 0
    refuses("player rename Anna Gil", 6, "Anna and Gil were both in episode 2: they are two people")
    assert settled("player rename Ben Gil").code == 0, "the record had a shorter name of his"


def test_a_list_has_the_episodes_that_somebody_played_and_no_others(settled: Run) -> None:
    for number, more in ((2, "--substitute bear=Gil"), (3, "")):
        record = CHAPTER / f"episode-{number}.toml"
        assert settled(f"episode record '{record}' {more} --yes").code == 0
        for sticker in LATER_STICKERS if number == 2 else ():
            assert settled(f"sticker place {sticker} --yes").code == 0
    row = re.compile(r"^(Anna|Ben|Gil) .*(?:now|substitute +-) +(\d[\da-z ]*?)  ", re.MULTILINE)
    episodes = row.findall(settled("player list").out)
    assert episodes == [("Anna", "1 to 3"), ("Ben", "1 and 3"), ("Gil", "2")]


def test_an_evening_of_scores_has_no_moves_to_look_at(begun: Run) -> None:
    assert begun("episode result eagle=9 bear=7 deer=5 wolf=3 --yes").code == 0
    assert "Move by move" not in begun("episode show 1").out


def test_a_city_waits_until_somebody_takes_it_up(begun: Run, enter: Enter) -> None:
    left = begun("player leave dora")
    assert left.code == 0
    assert "wolf waits as it is" in left.err
    assert "wolf waits for a player: campaign player join wolf NAME" in begun("status").out
    assert "wolf" not in begun("episode template").out.split("seats = ")[1].split("\n")[0]
    typist = Typist(["", "y", *answers(without("wolf")), "", "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert "Nobody holds wolf. House rule:" in output.err
    assert "wolf absent" in begun("episode show 1").out
    assert begun("player join wolf Emil").code == 0
    template = begun("episode template").out or begun("status").out
    assert "Emil" in template
    assert begun("audit").code == 0


def test_undo_of_a_takeover_brings_the_holder_back(settled: Run) -> None:
    assert settled("player join wolf Emil --yes").code == 0
    taken_back = settled("undo --yes").err
    assert "wolf, player: Emil -> Dora" in taken_back
    assert "Dora" in settled("status").out
    assert settled("redo --yes").code == 0
    assert "Emil holds wolf already" in settled("player join wolf Emil --yes").err
    assert settled("undo --yes").code == 0
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    text = text.replace("Dora", "Emil").replace("Chen", "Fay")
    ways = "--takeover wolf=Emil --takeover deer=Fay"
    assert settled(f"episode record - {ways} --yes", stdin=text).code == 0
    assert settled("undo --yes").code == 0
    assert "deer, player: Fay -> Chen" in settled("undo --yes").err
    assert "wolf, player: Emil -> Dora" in settled("undo --yes").err
    assert settled("audit").code == 0


def test_one_story_and_its_old_name(played: Run, refuses: Refuses) -> None:
    refuses("player join bear Ben --yes", 6, "Ben holds bear already")
    refuses("player join owl Ben", 4, "owl is no seat, player or city of Tuesday")
    refuses("player join Ben wolf --yes", 6, "the city stands first", 'player join wolf "Ben"')
    old = played("city handover bear --to Emil")
    assert old.code == 2
    assert "campaign player join" in old.err


def test_every_name_of_a_seat_stands_for_it(played: Run, refuses: Refuses) -> None:
    assert played(["city", "rename", "Ánna", "Río Grande"]).code == 0
    for words in ("eagle", "Eagle", "anna", "AN", "rio grande", "río", "e"):
        assert "Río Grande (eagle, Anna)" in played(["city", "show", words]).out, words
    assert played("player rename ben Dorian").code == 0
    refuses("city show do", 2, "do can be bear (Dorian) or wolf (Dora)")
    assert "wolf" in played("city show dora").out
    refuses("player rename d Ben", 2, "d can be Dorian or Dora")
    assert played("checklist rio --json").out == played("checklist eagle --json").out
    assert played("sticker place rio tree G1 --yes").code == 0
    assert played("confirm rio --by Anna").code == 0
    assert played("brief anna").code == 0


def test_a_part_of_a_name_finds_a_campaign(run: Run, refuses: Refuses) -> None:
    for name in ("The Tuesday Group", "The Friday Group", "Frïday"):
        assert run(["new", name, "--seat", "eagle=Anna", "--seat", "bear=Ben"]).code == 0
    assert run("use tue").code == 0
    assert "The Tuesday Group" in run("status").out
    assert "Frïday" in run("status --campaign friday").out
    refuses("use fri", 2, "fri can be The Friday Group or Frïday")
    refuses("use monday", 4, "there is no campaign monday")


def test_a_players_page_is_found_by_an_earlier_name(chapter: Run) -> None:
    for old, new in (("Ben", "Benno"), ("Benno", "Dirk")):
        chapter(f"player rename {old} {new}")
    shown = chapter("player show ben")
    assert (0, "ben is called Dirk.") == (shown.code, shown.err.strip())
    assert shown.out == chapter("player show Dirk").out
    assert "no game that counts names Xaver" in chapter("player show Xaver").err


def test_a_players_page_has_all_games_of_the_database(chapter: Run) -> None:
    chapter("new Friday --seat bear=Anna --seat wolf=Ben")
    chapter("use Tuesday")
    for name in ("eternal", "machi-koro"):
        chapter(["session", "record", str(ROOT / "examples" / f"{name}.toml"), "--yes"])
    page = json.loads(chapter("player show ANNA --json").out)
    assert page["player"] == "Anna"
    assert [(game["game"], game["campaign"], game["played"]) for game in page["games"]] == [
        ("machi-koro", None, 1),
        ("my-city", None, 1),
        ("my-city", "Tuesday", 3),
    ]
    episodes = json.loads(chapter("episode list --json").out)["episodes"]
    assert len(episodes) == page["games"][2]["played"]
    assert [(city["campaign"], city["seat"]) for city in page["cities"]] == [
        ("Friday", "bear"),
        ("Tuesday", "eagle"),
    ]
    assert page["latest"][-1]["episode"] == 1
    shown = chapter("player show anna").out
    assert shown.startswith("Anna, 5 games\n")
    assert "My City, Tuesday, episode 3" in shown


def test_a_page_rounds_the_mean_of_points_half_up(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scores.toml"
    for points in (8, 8, 8, 9):
        path.write_text(
            'format = 1\ngame = "quadropolis"\nedition = "1"\nmode = "classic"\n'
            'seats = ["p1", "p2"]\n'
            f'[result]\np1 = {points}\np2 = 1\n[names]\np1 = "Anna"\np2 = "Ben"\n',
            "utf-8",
        )
        assert run(["session", "record", str(path), "--yes", "--doubles"]).code == 0
    assert "8.3" in run("player show anna").out


def test_whoever_plays_at_two_seats_plays_one_session(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "two.toml"
    record.write_text(
        'format = 1\ngame = "machi-koro"\nedition = "1"\nseats = ["p1", "p2", "p3"]\n'
        '[names]\np1 = "Anna"\np2 = "Anna"\np3 = "Ben"\n[result]\np1 = 4\np2 = 4\np3 = 3\n',
        "utf-8",
    )
    assert run(["session", "record", str(record), "--yes"]).code == 0
    assert re.search(r"Anna +0 +0 +1 +1", run("standings --all").out)
    shown = run("player show Anna").out
    assert shown.startswith("Anna, 1 game\n")
    assert re.search(r"Machi Koro +1 +1 +4\.0 +4 ", shown)
    people = json.loads(run("player list --json").out)["in_sessions"]
    assert [(one["player"], one["played"], one["won"]) for one in people] == [
        ("Anna", 1, 1),
        ("Ben", 1, 0),
    ]
    assert "name Annie for 1 game;" in " ".join(run("player rename Anna Annie").err.split())


def test_a_player_who_left_has_a_page(chapter: Run) -> None:
    chapter("player leave wolf")
    shown = chapter("player show Dora").out
    assert "held before" in shown
    assert "Marks today" in shown  # those of the city, whoever holds it now


def test_a_city_that_somebody_held_twice_stands_once_on_the_page(chapter: Run) -> None:
    held = json.loads(chapter("player show Dora --json").out)["cities"]
    assert chapter("player leave wolf --yes").code == 0
    assert chapter("player join wolf Dora --yes").code == 0
    assert json.loads(chapter("player show Dora --json").out)["cities"] == held
    assert "held before" not in chapter("player show Dora").out


def test_a_page_of_nobody_names_those_who_have_one(chapter: Run, refuses: Refuses) -> None:
    refuses("player show Emil", 4, "no game that counts names Emil", "players so far: Anna, Ben")


def test_players_are_listed_without_a_campaign(run: Run) -> None:
    record = ROOT / "examples" / "machi-koro.toml"
    assert run(f"session record '{record}' --yes").code == 0
    listed = json.loads(run("player list --json").out)
    assert listed["players"] == []
    people = {one["player"]: (one["played"], one["won"]) for one in listed["in_sessions"]}
    assert people == {"Anna": (1, 1), "Ben": (1, 0), "Chen": (1, 0)}
    assert "Last played" in run("player list").out
    assert run("session withdraw 1 --reason 'of another group' --yes").code == 0
    assert "No game that counts names a player." in run("player list").out


def test_a_list_of_a_campaign_ends_with_the_players_of_sessions(begun: Run) -> None:
    record = ROOT / "examples" / "machi-koro.toml"
    assert begun(f"session record '{record}' --yes").code == 0
    listed = json.loads(begun("player list --json").out)
    assert {one["player"] for one in listed["players"]} == {"Anna", "Ben", "Chen", "Dora"}
    assert {one["player"] for one in listed["in_sessions"]} == {"Anna", "Ben", "Chen"}


def test_who_played_holds_the_city_since_the_day_of_the_first_evening(played: Run) -> None:
    assert played("player join wolf Emil --yes").code == 0
    listed = played("player list").out
    assert re.search(r"Anna +eagle +6 Oct 2026 +now +1 ", listed)
    assert re.search(r"Dora +wolf +6 Oct 2026 +\d", listed)
    assert "eagle: Anna, since 6 Oct 2026, episode 1." in played("audit report").out
    first = json.loads(played("player list --json").out)["players"][0]
    assert (first["first_day"], first["last_day"]) == ("2026-10-06", None)
    assert played("episode edit 1 --who deer=Zoe --reason 'sat in' --yes").code == 0
    assert re.search(r"Chen +deer +6 Oct 2026 +now", played("player list").out)
    assert played("player join bear Hana --from 1 --yes").code == 0
    assert re.search(r"Ben +bear +6 Oct 2026 +6 Oct 2026 +0", played("player list").out)
    assert re.search(r"Hana +bear +6 Oct 2026 +now", played("player list").out)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("player join wolf {} --yes", "EMIL"),
        ("player join wolf {} --from 1 --yes", "emil"),
        ("episode edit 1 --who wolf={} --yes", "emil"),
        ("episode result eagle=9 bear=7 deer=5 wolf=3 --substitute wolf={} --yes", "\uff25mil"),
        ("handover accept wolf --as {} -o {folder}/receipt.json --yes", "emil"),
    ],
)
def test_a_player_typed_in_other_letters_is_no_second_one(
    settled: Run, tmp_path: Path, line: str, typed: str
) -> None:
    """Lists and standings had two players of one name, without a word."""
    assert settled("player join bear Emil --yes").code == 0
    assert settled(line.format(typed, folder=tmp_path)).code == 0
    listed = json.loads(settled("player list --json").out)["players"]
    assert {one["player"] for one in listed} == {"Anna", "Ben", "Chen", "Dora", "Emil"}
    assert ["Emil"] == [
        one["player"] for one in listed if one["seat"] == "wolf" and one["player"] != "Dora"
    ]


def test_accents_tell_two_players_apart(settled: Run) -> None:
    assert settled("player join bear Zoë --yes").code == 0
    output = settled("player join wolf Zoe --yes")
    assert "Zoe and Zoë look alike and are two players" in " ".join(output.err.split())
