"""Who played is corrected: another name, a swap, a substitute, a takeover dated back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.record import format_record
from tests.cli.test_entering import EPISODE, Enter, Typist, answers, enter
from tests.fixtures import CHAPTER, Refuses, Run

__all__ = ["enter"]

WOLF_IS_EMIL = format_record(EPISODE._replace(names={**EPISODE.names, "wolf": "Emil"}))
CITIES_OF_EACH = ("player list --json", "status --json", "standings --json", "sticker list --json")


def participants(run: Run, number: int) -> dict[str, str]:
    """Who played each city in an episode."""
    shown = json.loads(run(f"episode show {number} --json").out)
    return {one["seat"]: one["player"] for one in shown["participants"]}


def documents(run: Run) -> list[Any]:
    """What the campaign says of itself, but for entries and days."""
    said = [json.loads(run(line).out) for line in CITIES_OF_EACH]
    for document in said:
        for key in ("entries", "head"):
            document.pop(key, None)
    players = [{**one, "since": "", "until": bool(one["until"])} for one in said[0]["players"]]
    said[0]["players"] = sorted(players, key=lambda one: (one["seat"], one["player"]))
    for sticker in said[3].get("stickers", ()):
        sticker.pop("entry", None)
    return said


def test_another_name_is_refused_with_the_three_ways(begun: Run, refuses: Refuses) -> None:
    output = begun("episode record - --yes", stdin=WOLF_IS_EMIL)
    assert output.code == 6
    for way in ("--substitute wolf=Emil", "--takeover wolf=Emil", "--slip wolf"):
        assert way in output.err
    assert json.loads(begun("episode list --json").out)["episodes"] == []


@pytest.mark.parametrize(
    ("way", "played", "holds"),
    [
        ("--substitute wolf=Emil", "Emil", "Dora"),
        ("--takeover wolf=Emil", "Emil", "Emil"),
        ("--slip wolf", "Dora", "Dora"),
    ],
)
def test_each_way_is_what_it_says(begun: Run, way: str, played: str, holds: str) -> None:
    assert begun(f"episode record - --yes {way}", stdin=WOLF_IS_EMIL).code == 0
    assert participants(begun, 1)["wolf"] == played
    cities = {c["seat"]: c["player"] for c in json.loads(begun("status --json").out)["cities"]}
    assert cities["wolf"] == holds
    assert begun("audit").code == 0


def test_a_name_that_a_player_had_before_is_that_player(begun: Run) -> None:
    assert begun("player rename Dora Dorothea").code == 0
    assert begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]).code == 0
    assert participants(begun, 1)["wolf"] == "Dorothea"


def test_a_new_player_has_the_name_that_another_had_before(begun: Run) -> None:
    assert begun("player rename Dora Dorothea").code == 0
    assert begun("player rename Chen Dora").code == 0
    record = format_record(
        EPISODE._replace(names={**EPISODE.names, "deer": "Dora", "wolf": "Dorothea"})
    )
    output = begun("episode record - --yes", stdin=record)
    assert output.code == 0, output.err
    assert participants(begun, 1)["deer"] == "Dora"


def test_a_renamed_player_is_named_so_in_every_evening(chapter: Run) -> None:
    assert chapter("player rename Chen Cheng").code == 0
    assert participants(chapter, 1)["deer"] == "Cheng"
    assert "deer (Cheng)" in chapter("episode list").out
    assert chapter("audit").code == 0


def test_two_who_sat_in_each_others_seats_are_swapped_in_one_step(chapter: Run) -> None:
    before = participants(chapter, 2)
    output = chapter("episode edit 2 --swap eagle wolf --yes")
    assert output.code == 0, output.err
    said = " ".join(output.err.split())
    assert "episode 2, eagle: Anna -> Dora" in said
    assert "Anna in all: 3 progress marks, 1 won -> 2 progress marks, 0 won" in said
    after = {**before, "eagle": "Dora", "wolf": "Anna"}
    assert participants(chapter, 2) == after
    shown = " ".join(chapter("history").out.split())
    assert "eagle was played by Dora as a substitute, not by" in shown
    assert "wolf was played by Anna as a substitute, not by" in shown
    assert "more" not in shown.partition("episode 2 corrected by Anna")[2]
    assert chapter("audit").code == 0
    assert chapter("undo --yes").code == 0
    assert participants(chapter, 2) == before


def test_who_played_is_changed_and_changed_back(chapter: Run) -> None:
    first = documents(chapter)
    assert chapter("episode edit 2 --who wolf=Gil --yes").code == 0
    assert participants(chapter, 2)["wolf"] == "Gil"
    assert chapter("episode edit 2 --who wolf=Dora --yes").code == 0
    assert documents(chapter) == first


def test_a_holder_named_in_small_letters_is_no_substitute(chapter: Run) -> None:
    first = documents(chapter)
    assert chapter("episode edit 2 --who wolf=Gil --yes").code == 0
    assert chapter("episode edit 2 --who wolf=dora --yes").code == 0
    assert participants(chapter, 2)["wolf"] == "Dora"
    assert documents(chapter) == first


def test_a_new_name_of_somebody_who_did_not_play_counts_no_more(chapter: Run) -> None:
    first = documents(chapter)
    assert chapter("episode edit 2 --who wolf=Gil --yes").code == 0
    assert chapter("player rename Gil Gilda --yes").code == 0
    output = chapter("episode edit 2 --who wolf=Dora --yes")
    assert output.code == 0
    assert "Gil is called Gilda from now on" in output.err.partition("No longer counts")[2]
    assert documents(chapter) == first
    assert chapter("audit").code == 0
    assert chapter("undo --yes").code == 0
    assert participants(chapter, 2)["wolf"] == "Gilda"


def test_nobody_is_put_on_a_seat_that_was_not_played(chapter: Run, refuses: Refuses) -> None:
    chapter("undo --episode 3 --yes")
    assert (
        chapter("episode result eagle=1 bear=2 deer=3 --absent wolf --house-rule --yes").code == 0
    )
    refuses("episode edit 3 --who wolf=Gil --yes", 6, "nobody played wolf in episode 3")
    refuses("episode edit 3 --swap wolf bear --yes", 6, "nobody played wolf in episode 3")


def test_a_takeover_dated_back_leaves_what_one_in_time_leaves(
    settled: Run, chapter: Run, db: Path
) -> None:
    """The law of corrections: documents are those of a campaign that was recorded right."""
    assert chapter("player join deer Emil --from 2 --yes").code == 0
    assert chapter("audit").code == 0
    dated = documents(chapter)
    assert chapter("undo --to 10 --and-later --yes").code == 0
    assert chapter("player join deer Emil --yes").code == 0
    assert (
        chapter(["episode", "record", str(CHAPTER / "episode-2.toml"), "--slip=deer", "--yes"]).code
        == 0
    )
    for sticker in ("eagle rock F11", "bear tree G1", "deer tree G1"):
        assert chapter(f"sticker place {sticker} --yes").code == 0
    record = ["episode", "record", str(CHAPTER / "episode-3.toml"), "--slip=deer", "--yes"]
    assert chapter(record).code == 0
    assert documents(chapter) == dated


def test_a_takeover_that_was_recorded_late_is_dated_back(chapter: Run) -> None:
    assert chapter("player join deer Emil --yes").code == 0
    output = chapter("player join deer Emil --from 3 --yes")
    assert output.code == 0, output.err
    assert "entry 17: Chen leaves deer; Emil takes it over" in " ".join(output.err.split())
    assert output.err.count("Chen leaves deer") == 1
    history = " ".join(chapter("history").out.split())
    assert "before episode 3" in history
    assert [participants(chapter, n)["deer"] for n in (1, 2, 3)] == ["Chen", "Chen", "Emil"]
    assert chapter("audit").code == 0
    assert chapter("undo --yes").code == 0
    assert [participants(chapter, n)["deer"] for n in (1, 2, 3)] == ["Chen", "Chen", "Chen"]


def test_what_no_takeover_can_be_dated_back(chapter: Run, refuses: Refuses) -> None:
    refuses("player join deer Chen --from 2 --yes", 6, "Chen held deer in episode 2 already")
    refuses("player join deer Emil --from 9 --yes", 4, "episode 9 has not been recorded")
    assert chapter("player join deer Fay --yes").code == 0
    refuses("player join deer Emil --from 2 --yes", 6, "Fay held it", "campaign player list")


def test_what_came_after_a_takeover_that_is_dated_back_stays(chapter: Run) -> None:
    for line in (
        "player join deer Emil",
        "player leave deer",
        "player join deer Fay",
        "player join deer Emil --from 3",
    ):
        output = chapter(f"{line} --yes")
        assert output.code == 0, output.err
    assert [participants(chapter, n)["deer"] for n in (2, 3)] == ["Chen", "Emil"]
    players = json.loads(chapter("player list --json").out)["players"]
    assert [p["player"] for p in players if p["seat"] == "deer"] == ["Chen", "Emil", "Fay"]
    assert chapter("audit").code == 0


def test_a_takeover_by_somebody_who_was_renamed_is_dated_back(chapter: Run) -> None:
    for line in (
        "player join deer Emil",
        "player rename Emil Emile",
        "player join deer Emile --from 3",
        "player join deer Emile --from 2",
    ):
        output = chapter(f"{line} --yes")
        assert output.code == 0, output.err
    assert [participants(chapter, n)["deer"] for n in (1, 2, 3)] == ["Chen", "Emile", "Emile"]
    assert chapter("audit").code == 0


def test_a_name_that_somebody_else_had_then_is_not_taken_for_that_player(
    chapter: Run, refuses: Refuses
) -> None:
    assert chapter("player rename Ben 'Ben S.' --yes").code == 0
    for line in ("player join deer Ben --from 3", "episode edit 3 --who deer=Ben"):
        why = "in episode 3 Ben was the name of Ben S."
        refuses(f"{line} --yes", 6, why, "somebody else needs another name")
    for line in ("player join deer 'Ben 2' --from 3", "player rename 'Ben 2' Ben"):
        output = chapter(f"{line} --yes")
        assert output.code == 0, output.err
    assert participants(chapter, 3)["deer"] == "Ben"
    assert participants(chapter, 3)["bear"] == "Ben S."
    for line in ("episode edit 3 --swap deer wolf", "episode edit 3 --who eagle=Ben"):
        assert chapter(f"{line} --yes").code == 0
        assert "Ben" in participants(chapter, 3).values()
    assert [participants(chapter, 3)[seat] for seat in ("eagle", "wolf", "bear")] == [
        "Ben",
        "Ben",
        "Ben S.",
    ]
    assert chapter("audit").code == 0


def test_a_record_names_the_people_of_its_evening(chapter: Run) -> None:
    for line in ("player rename Ben 'Ben S.'", "player rename Chen Ben"):
        assert chapter(f"{line} --yes").code == 0
    text = chapter("episode show 3 --record-version 1").out
    later = text.replace("2026-11-03", "2026-11-04")
    output = chapter("episode edit 3 - --yes --reason day", later)
    assert output.code == 0, output.err
    assert participants(chapter, 3) | {"bear": "Ben S.", "deer": "Ben"} == participants(chapter, 3)
    wolf_is_ben = text.replace('"Dora"', '"Ben"')
    assert chapter("episode edit 3 - --yes --reason w --substitute wolf=Ben", wolf_is_ben).code == 0
    assert participants(chapter, 3)["wolf"] == "Ben S."


@pytest.mark.parametrize("today", ["Fay", "Chen"])
def test_whoever_is_called_so_today_is_meant_where_nobody_was_then(
    chapter: Run, enter: Enter, today: str
) -> None:
    """Fay came after the evening, and has another name since; Chen is called Fay today."""
    for line in ("join deer Fay", "rename Fay 'Fay F.'", "rename Chen Fay"):
        assert chapter(f"player {line} --yes").code == 0
    text = chapter("episode show 3 --record-version 1").out
    wolf = text.replace('"Dora"', f'"{today}"')
    output = chapter(f"episode edit 3 - --yes --reason who --substitute wolf={today}", wolf)
    assert output.code == 0, output.err
    assert participants(chapter, 3)["wolf"] == "Fay"
    typist = Typist(["who", f"wolf={today}", ""], everybody=False)
    assert enter("episode edit 2 --yes", typist=typist).code == 0
    assert participants(chapter, 2)["wolf"] == "Fay"
    assert chapter("audit").code == 0


def test_a_name_of_somebody_else_is_refused_at_the_prompt_of_an_earlier_evening(
    chapter: Run, enter: Enter
) -> None:
    for line in ("join deer Fay", "rename Fay Faye", "rename Dora Dorian"):
        assert chapter(f"player {line} --yes").code == 0
    typist = Typist(["who", "wolf=Fay", "wolf=Dorian", "wolf=Faye", ""], everybody=False)
    output = enter("episode edit 2 --yes", typist=typist)
    said = " ".join(output.err.split())
    assert "in episode 2 Fay was the name of Faye" in said
    assert "Dora holds wolf: a substitute is somebody else" in said
    assert participants(chapter, 2)["wolf"] == "Faye"


def test_who_plays_is_changed_at_any_card(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    typist = Typist([*lines[:3], "who", "wolf=Emil", *lines[3:], "", "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert output.code == 0, output.err
    assert participants(begun, 1)["wolf"] == "Emil"
    shown = json.loads(begun("episode show 1 --json").out)
    assert shown["verdict"] == "verified"


def test_whoever_comes_later_is_asked_and_no_line_is_typed_again(begun: Run, enter: Enter) -> None:
    """Wolf was thought to be absent; from its answers on everything else is taken again."""
    without_wolf = [" ".join(line.split()[:4]) for line in answers(EPISODE)[:2]]
    typist = Typist(
        ["who", "anna ben chen", "y", *without_wolf, "who", "an be ch do", "save"],
        everybody=False,
    )
    output = enter("episode enter", typist=typist)
    assert output.code == 0, output.err
    draft = json.loads(begun("draft list --json").out)["drafts"][0]
    assert draft["lines"] >= 1


def test_who_plays_is_saved_before_the_first_card(begun: Run, enter: Enter) -> None:
    assert (
        enter("episode enter", typist=Typist(["who", "wolf=Emil", "save"], everybody=False)).code
        == 0
    )
    assert len(json.loads(begun("draft list --json").out)["drafts"]) == 1
    lines = answers(EPISODE)
    output = enter("episode enter", typist=Typist(["y", *lines, "", "save"], everybody=False))
    assert output.code == 0, output.err
    assert participants(begun, 1)["wolf"] == "Emil"


def test_who_played_a_kept_evening_is_changed_at_the_prompt(chapter: Run, enter: Enter) -> None:
    output = enter("episode edit 2 --yes", typist=Typist(["who", "wolf=Gil", ""], everybody=False))
    assert "episode 2, wolf: Dora -> Gil" in " ".join(output.err.split())
    assert participants(chapter, 2)["wolf"] == "Gil"


def test_a_correction_names_who_held_the_city_since_a_takeover_was_dated(chapter: Run) -> None:
    """The records name Anna, who turns out to have been a substitute in the city of Emil."""
    assert chapter("player join eagle Emil --from 2 --yes").code == 0
    assert chapter("episode edit 2 --who eagle=Anna --yes").code == 0
    words = "eagle was played by Anna as a substitute, not by Emil"
    assert words in " ".join(chapter("history").out.split())
    assert words in chapter("episode diff 2").out
    assert chapter("player join eagle Anna --from 2 --yes").code == 0
    assert words in chapter("episode diff 2").out, "as it was known then"


def test_a_record_without_names_is_of_those_who_held_the_cities(chapter: Run) -> None:
    record = chapter("episode show 3 --record-version 1").out
    assert "[names]" in record
    nameless = re.sub(r"\[names\]\n(.+\n)+", "", record).replace("11-03", "11-04")
    assert chapter("episode edit 3 - --yes --reason year", nameless).code == 0
    shown = chapter("episode diff 3").out
    assert "it was played on" in shown
    assert "was played by" not in shown


def test_a_draft_goes_on_with_the_players_by_their_names_of_today(begun: Run, enter: Enter) -> None:
    """Ben is called Benno in the middle of the evening, and Chen is called Ben."""
    lines = answers(EPISODE)
    assert enter("episode enter", *lines[:3], "y8 eagle p").code == 0
    for line in ("player rename Ben Benno", "player rename Chen Ben"):
        assert begun(f"{line} --yes").code == 0
    assert "(Benno)" in begun("status").out
    output = enter("episode enter", "y", "u", *lines[3:], "")
    assert output.code == 0, output.err
    assert "Who played" not in output.err
    assert participants(begun, 1) == {
        "eagle": "Anna",
        "bear": "Benno",
        "deer": "Ben",
        "wolf": "Dora",
    }
    assert begun("audit").code == 0


def test_a_name_means_who_sat_there_on_the_evening_that_is_corrected(chapter: Run) -> None:
    """Dora holds wolf until she leaves it, and eagle since."""
    for line in ("player join wolf Emil --yes", "player join eagle Dora --yes"):
        assert chapter(line).code == 0
    assert chapter("episode edit 2 --who Dora=Gil --yes").code == 0
    assert participants(chapter, 2)["wolf"] == "Gil"
    assert chapter("episode edit 2 --who Gil=Dora --yes").code == 0
    assert chapter("episode edit 2 --swap Anna Dora --yes").code == 0
    assert participants(chapter, 2)["eagle"] == "Dora"
    assert participants(chapter, 2)["wolf"] == "Anna"
    inked = chapter(["episode", "edit", "3", "--inked", "Dora marks 7", "--yes"])
    assert "episode 3, wolf: 7 progress marks, 2 by the rules" in " ".join(inked.err.split())
