"""Who played an evening that is carried over, if its city has changed hands here."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_handover_taking import EPISODE_2, agree, follow, packed
from tests.cli.test_handover_taking import ben as ben
from tests.fixtures import ROOT, Table, head_of

RESULT = "episode result eagle=5 bear=3 deer=1 wolf=9 --yes"


def wolf(table: Table) -> list[str]:
    """Who played wolf in each episode."""
    episodes = json.loads(table.does("episode list --json"))["episodes"]
    return [one["player"] for e in episodes for one in e["participants"] if one["seat"] == "wolf"]


@pytest.mark.parametrize(
    ("here", "there", "player"),
    [
        ("player join wolf Emil --yes", EPISODE_2, "Dora"),
        ("player join wolf Emil --yes", RESULT, "Dora"),
        ("player join wolf Emil --yes", f"{RESULT} --substitute wolf=Emil", "Emil"),
        ("player join wolf Emil --yes", f"{RESULT} --substitute wolf=Fay", "Fay"),
        ("player leave wolf --yes", RESULT, "Dora"),
        ("player rename Dora Dorothea --yes", RESULT, "Dorothea"),
    ],
)
def test_whoever_played_there_has_played(
    anna: Table, ben: Table, here: str, there: str, player: str
) -> None:
    anna.does(here)
    ben.does(there)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert wolf(anna)[1] == player
    agree(anna, ben, packed(anna, "a.zip"))
    assert wolf(ben)[1] == player


def test_it_is_said_who_played_where_the_city_has_changed_hands(anna: Table, ben: Table) -> None:
    anna.does("player leave wolf --yes")
    ben.does(RESULT)
    shown = follow(anna, packed(ben, "b.zip"))
    assert "episode 2: wolf: Dora as a substitute" in shown
    assert wolf(anna) == ["Dora", "Dora"]


def test_yes_gives_nobody_an_evening_that_only_this_copy_has(anna: Table, ben: Table) -> None:
    anna.does(RESULT)
    ben.does("player join wolf Emil --from 1 --yes")
    output = anna(["handover", "take", packed(ben, "b.zip"), "--yes"])
    assert (output.code, wolf(anna)) == (6, ["Dora", "Dora"])


@pytest.mark.parametrize(
    "here",
    [
        f"{RESULT} --substitute wolf=Fay",
        f"{RESULT} --absent wolf --house-rule".replace(" wolf=9", ""),
    ],
)
def test_theirs_counts_where_a_substitute_or_nobody_played_here(
    anna: Table, ben: Table, here: str
) -> None:
    """The evening was given to Emil, who held the city here, and played on neither side."""
    anna.does("player join wolf Emil --yes", here)
    ben.does(RESULT)
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "theirs")
    assert wolf(anna) == ["Dora", "Dora"]
    agree(anna, ben, packed(anna, "a.zip"))


def test_a_record_of_theirs_that_counts_names_their_player(anna: Table, ben: Table) -> None:
    anna.does("player join wolf Emil --yes", "episode result eagle=1 bear=2 deer=3 wolf=4 --yes")
    ben.does(RESULT)
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "theirs")
    assert wolf(anna) == ["Dora", "Dora"]
    agree(anna, ben, packed(anna, "a.zip"))


@pytest.mark.parametrize(
    "there",
    [
        (RESULT,),
        (f"{RESULT} --substitute wolf=Emil",),
        ("player join wolf Emil --yes", f"{RESULT} --substitute wolf=Dotty"),
        ("player join wolf Emil --yes", "player join wolf Dotty --yes", RESULT),
        ("player rename Dotty Dot --yes", RESULT),
    ],
)
def test_a_player_whom_both_renamed_is_one_person(
    anna: Table, ben: Table, there: tuple[str, ...]
) -> None:
    """Their new name does not come over: who goes by it there is Dorothea here."""
    anna.does("player rename Dora Dorothea --yes")
    ben.does("player rename Dora Dotty --yes", *there)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert wolf(anna) == ["Dorothea", "Emil" if "=Emil" in there[-1] else "Dorothea"]
    assert "Dot" not in anna.does("player list")
    assert anna("audit").code == 0


def test_a_record_of_theirs_that_counts_names_whom_both_renamed(anna: Table, ben: Table) -> None:
    anna.does("player rename Dora Dorothea --yes", RESULT)
    ben.does("player rename Dora Dotty --yes", RESULT.replace("eagle=5", "eagle=6"))
    follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "theirs")
    assert wolf(anna) == ["Dorothea", "Dorothea"]
    assert anna("audit").code == 0


def test_a_name_that_somebody_has_here_is_not_taken_for_theirs(anna: Table, ben: Table) -> None:
    """Chen is called Max here, and Dora is there."""
    anna.does("player rename Chen Max --yes")
    ben.does("player rename Dora Max --yes", RESULT)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert wolf(anna) == ["Dora", "Dora"]
    assert anna("audit").code == 0


def test_who_takes_a_city_over_there_has_the_name_of_here(anna: Table, ben: Table) -> None:
    anna.does("player rename Dora Dorothea --yes")
    ben.does("player join eagle Dora --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    cities = json.loads(anna.does("city list --json"))["cities"]
    assert [city["player"] for city in cities if city["seat"] == "eagle"] == ["Dorothea"]
    assert anna("audit").code == 0


def test_a_substitute_there_has_the_name_of_here(anna: Table, ben: Table) -> None:
    anna.does("player rename Dora Dorothea --yes", "player join wolf Emil --yes")
    ben.does(f"{RESULT} --substitute bear=Dora --absent wolf --house-rule".replace(" wolf=9", ""))
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    episodes = json.loads(anna.does("episode list --json"))["episodes"]
    assert {"Dorothea"} == {
        one["player"] for one in episodes[1]["participants"] if one["seat"] == "bear"
    }


FROM_1 = "player join wolf Emil --from 1 --yes"


@pytest.mark.parametrize(
    ("here", "there", "played", "holds"),
    [
        ("player join wolf Emil --yes", FROM_1, ["Emil", "Emil"], "Emil"),
        ("player join wolf Emil --from 2 --yes", FROM_1, ["Emil", "Emil"], "Emil"),
        ("player leave wolf --yes", FROM_1, ["Emil", "Emil"], "Emil"),
        ("player join wolf Fay --yes", FROM_1, ["Emil", "Emil"], "Fay"),
        ("player join wolf Fay --from 2 --yes", FROM_1, ["Emil", "Fay"], "Fay"),
    ],
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_takeover_that_one_copy_dates_earlier_counts_from_there(
    anna: Table, ben: Table, here: str, there: str, played: list[str], holds: str, is_turned: bool
) -> None:
    """It was taken for the other copy's takeover, or refused because of it, and was lost."""
    for table in (anna, ben):
        table.does(RESULT)
    anna.does(there if is_turned else here)
    ben.does(here if is_turned else there)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    cities = json.loads(anna.does("status --json"))["cities"]
    assert (wolf(anna), [city["player"] for city in cities if city["seat"] == "wolf"]) == (
        played,
        [holds],
    )
    tenures = json.loads(anna.does("player list --json"))["players"]
    assert len([one for one in tenures if one["player"] == "Emil"]) == 1
    assert anna("audit").code == 0
    agree(anna, ben, packed(anna, "a.zip"))


@pytest.mark.parametrize(
    ("next_takeover", "played"),
    [("Dora --from 2", ["Emil", "Dora"]), ("Fay --from 1", ["Fay", "Fay"])],
    ids=["comes-back", "given-to-another"],
)
def test_two_takeovers_of_one_city_are_carried_over(
    anna: Table, ben: Table, next_takeover: str, played: list[str]
) -> None:
    for table in (anna, ben):
        table.does(RESULT)
    ben.does(FROM_1, f"player join wolf {next_takeover} --yes")
    anna.does("city rename wolf Mill")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert wolf(anna) == played
    agree(anna, ben, packed(anna, "a.zip"))


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_takeover_before_an_evening_that_counts_no_more_is_one_takeover(
    anna: Table, ben: Table, is_turned: bool
) -> None:
    anna.does("undo --episode 1 --yes", "player join wolf Emil --yes")
    ben.does(FROM_1)
    taker, other = (ben, anna) if is_turned else (anna, ben)
    follow(taker, packed(other, "other.zip"), "--follow", "both")
    tenures = json.loads(taker.does("player list --json"))["players"]
    assert ["Dora", "Emil"] == [one["player"] for one in tenures if one["seat"] == "wolf"]
    assert taker("audit").code == 0
    agree(taker, other, packed(taker, "taker.zip"))


def test_who_was_renamed_there_leaves_here_too(anna: Table, ben: Table) -> None:
    anna.does("city rename wolf Mill")
    ben.does("player rename Dora Dotty", "player leave wolf --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    cities = json.loads(anna.does("city list --json"))["cities"]
    assert [city["player"] for city in cities if city["seat"] == "wolf"] == [None]
    agree(anna, ben, packed(anna, "a.zip"))


def test_who_took_over_and_left_there_leaves_here_where_it_waited(anna: Table, ben: Table) -> None:
    anna.does("player leave wolf --yes")
    ben.does(FROM_1, "player leave wolf --yes")
    bundle = packed(ben, "b.zip")
    output = anna(["handover", "take", bundle, "--yes"])
    assert output.code == 6, "what Anna typed counts no more"
    follow(anna, bundle, "--follow", "both")
    cities = json.loads(anna.does("city list --json"))["cities"]
    assert [city["player"] for city in cities if city["seat"] == "wolf"] == [None]
    assert wolf(anna) == ["Emil"]
    agree(anna, ben, packed(anna, "a.zip"))


def test_a_takeover_that_an_earlier_one_replaced_counts_again_with_its_undo(
    anna: Table, ben: Table
) -> None:
    anna.does("player join wolf Emil --yes")
    ben.does(FROM_1)
    follow(anna, packed(ben, "1.zip"), "--follow", "both")
    ben.does("undo --yes")
    follow(anna, packed(ben, "2.zip"), "--follow", "both")
    cities = json.loads(anna.does("city list --json"))["cities"]
    assert [city["player"] for city in cities if city["seat"] == "wolf"] == ["Emil"]
    assert wolf(anna) == ["Dora"]
    assert anna("audit").code == 0
    agree(anna, ben, packed(anna, "a.zip"))


MACHI_KORO = ["session", "record", "--yes", str(ROOT / "examples" / "machi-koro.toml")]
MARRIED = ("player rename Anna Rossi", "player join wolf Anna --yes")
"""Who was Anna has another name, and somebody else who is called Anna takes wolf over."""


@pytest.mark.parametrize(
    ("here", "there", "held", "played"),
    [
        (("city rename bear X",), (*MARRIED, RESULT), "Rossi Ben Chen Anna", "Rossi Ben Chen Anna"),
        (
            ("city rename bear X",),
            (*MARRIED, "player leave deer --yes", "player join deer Rossi --yes"),
            "Rossi Ben Rossi Anna",
            "",
        ),
        (MARRIED[:1], (*MARRIED, RESULT), "Rossi Ben Chen Anna", "Rossi Ben Chen Anna"),
        (
            ("player rename Anna Annetta",),
            (*MARRIED, RESULT),
            "Annetta Ben Chen Anna",
            "Annetta Ben Chen Anna",
        ),
        (MARRIED, ("player rename Anna Annetta",), "Rossi Ben Chen Anna", ""),
        (MARRIED, (RESULT,), "Rossi Ben Chen Anna", "Rossi Ben Chen Dora"),
        (
            ("city rename bear X",),
            ("player join wolf Zoe --yes", RESULT, "player rename Zoe Zoey"),
            "Anna Ben Chen Zoey",
            "Anna Ben Chen Zoey",
        ),
        (
            ("player join wolf Zoe --yes",),
            ("player join wolf Zoe --yes", "player rename Zoe Zoey", RESULT),
            "Anna Ben Chen Zoey",
            "Anna Ben Chen Zoey",
        ),
    ],
)
def test_two_people_who_had_one_name_after_each_other_stay_two(
    anna: Table, ben: Table, here: tuple[str, ...], there: tuple[str, ...], held: str, played: str
) -> None:
    """An evening, a city or a new name was given to the wrong one of them."""
    anna.does(*here)
    ben.does(*there)
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    cities = json.loads(anna.does("city list --json"))["cities"]
    assert [city["player"] for city in cities] == held.split()
    episodes = json.loads(anna.does("episode list --json"))["episodes"]
    assert [[one["player"] for one in e["participants"]] for e in episodes[1:]] == (
        [played.split()] if played else []
    )
    follow(ben, packed(anna, "a.zip"))
    assert head_of(anna) == head_of(ben)
    assert anna("audit").code == ben("audit").code == 0


def test_a_record_of_theirs_whose_names_mean_others_here_does_not_count(
    anna: Table, ben: Table
) -> None:
    """It was given to who had the name before, and has another one now."""
    anna.does(RESULT)
    ben.does(*MARRIED, RESULT.replace("wolf=9", "wolf=8"))
    shown = follow(anna, packed(ben, "b.zip"), "--follow", "both", "--twice", "theirs")
    assert "not carried over" in shown
    assert "in episode 2 Anna was the name of Rossi" in shown
    assert wolf(anna) == ["Dora", "Dora"]
    assert anna("audit").code == 0


def test_who_has_checked_a_board_there_is_called_as_here(anna: Table, ben: Table) -> None:
    anna.does(*MARRIED)
    ben.does("confirm bear --by Anna")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    boards = json.loads(anna.does("checklist --json"))["boards"]
    assert [board["checked"]["by"] for board in boards if board["checked"]] == ["Rossi"]
    follow(ben, packed(anna, "a.zip"))
    assert head_of(anna) == head_of(ben)
    assert anna("audit").code == ben("audit").code == 0


def test_it_is_said_where_a_name_from_there_still_stands_otherwise(anna: Table, ben: Table) -> None:
    """Only the copy on which somebody was renamed said it; here there were two people then."""
    ben.does(MACHI_KORO)
    anna.does("player rename Anna Annabel", "city rename bear Mill")
    bundle = packed(anna, "a.zip")
    shown = follow(ben, bundle)
    assert "1 session outside a campaign still says Anna; if it is the same person:" in shown
    assert 'campaign player merge "Anna" "Annabel"' in shown
    anna.does("city rename bear Mills")
    assert "still says" not in follow(ben, packed(anna, "b.zip"))


def test_who_takes_over_under_a_merged_name_is_told_what_lists_say(anna: Table) -> None:
    """Lists gave the city to somebody else of this name, who has married since."""
    anna.does(MACHI_KORO, "player rename Anna Annabel", "player merge Anna Annabel")
    shown = " ".join(anna.does("player join wolf Anna --yes").split())
    assert "Lists say Annabel, because Anna was merged into it." in shown
    assert 'campaign player unmerge "Anna"' in shown


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("player rename Anna Zed", "player join wolf Zed --yes"),
        ("player rename Anna Zed", f"{RESULT} --substitute wolf=Zed"),
        (f"{RESULT} --substitute wolf=Zed", "player rename Anna Zed"),
        ("sticker move wolf well F7 D2 --yes", "undo --to 9 --and-later --yes"),
        ("undo --yes", "sticker move wolf well F7 D2 --yes"),
    ],
)
def test_yes_does_not_choose_where_one_copy_changes_what_the_other_did(
    anna: Table, emil: Table, here: str, there: str
) -> None:
    """Two people of one name; and a sticker that was taken back here and moved there."""
    emil.db.write_bytes(anna.db.read_bytes())
    anna.does(here)
    emil.does(there)
    bundle = packed(emil, "e.zip")
    output = anna(["handover", "take", bundle, "--yes"])
    assert (output.code, "Neither side" in output.err) == (6, False)
    follow(anna, bundle, "--follow", "both")
    anna.does("audit --all")
