"""`campaign rules`: the numbered rules of docs/rules on the screen and at the prompt."""

from __future__ import annotations

import pytest

from campaign.services import rules
from tests.cli.test_entering import Enter, enter
from tests.fixtures import Refuses, Run

__all__ = ["enter"]

NUMBERS = {
    "my-city": ([*range(1, 21), *range(24, 32)], []),
    "machi-koro": ([*range(1, 15)], []),
    "dilluvia": ([*range(1, 61)], [*range(1, 41)]),
    "quadropolis": ([*range(1, 25)], [*range(1, 11)]),
}
"""The rules and the rulings of each game that no envelope holds."""


@pytest.mark.parametrize("game", NUMBERS)
def test_every_rule_and_ruling_of_a_page_is_found_by_its_number(game: str) -> None:
    page = rules.rules_of_game(game)
    numbered = [rule for rule in page if rule.number]
    assert NUMBERS[game] == (
        [rule.number for rule in numbered if not rule.is_ruling],
        [rule.number for rule in numbered if rule.is_ruling],
    )
    for rule in numbered:
        assert rule in rules.matching_rules(game, page, str(rule.number))


def test_the_rules_of_all_envelopes_follow_without_a_gap() -> None:
    numbers = sorted(
        rule.number for rule in rules.rules_of_game("my-city", range(1, 9)) if rule.number
    )
    assert [*range(1, 65)] == numbers


def test_a_rule_is_shown_in_its_own_words(run: Run) -> None:
    assert (
        "My City: A round\n"
        "\n"
        "    9 Pass. The token goes back by 1 and the building is out of the game. With\n"
        "      the token at 0 nobody passes. (rulebook)\n"
    ) == run("rules my-city 9").out


def test_a_table_that_follows_a_rule_is_part_of_it(run: Run) -> None:
    shown = run("rules quadropolis 21").out
    assert "Offices: each stack" in shown
    assert "five and more  4        9  15  22  30" in shown


def test_words_find_rules_and_rows_of_tables(run: Run) -> None:
    shown = run("rules machi-koro cafe").out
    assert "  cafe  咖啡館" in shown
    assert "bakery " not in shown
    assert "Absent cities." in run("rules my-city house").out
    assert "麵包店" in run("rules machi-koro 麵包").out
    assert "It covers a cell beside the river." in run("rules my-city river first").out
    for nowhere in ("xylophone", "eports"):
        assert 4 == run(f"rules my-city {nowhere}").code


def test_a_game_is_found_by_the_beginning_of_its_name(run: Run, refuses: Refuses) -> None:
    assert run("rules machi 10").out.startswith("Machi Koro: A turn\n")
    assert run("db upgrade").code == 0
    assert "No session of Machi Koro" in run("session stats machi").out
    assert "Quadropolis" in run("simulate quadro --seed 3").err
    for line in ("rules", "session stats", "session enter", "simulate"):
        refuses(f"{line} poker", 4, "there is no game poker", "machi-koro")
        refuses(f"{line} m", 4, "'m' may be my-city or machi-koro")


def test_the_rules_of_a_closed_envelope_are_not_shown(sealed: Run) -> None:
    closed = sealed("rules my-city 22")
    assert 4 == closed.code
    assert "the rules in closed envelopes are not shown" in closed.err


def test_the_rules_of_an_open_envelope_are_shown(begun: Run) -> None:
    assert begun("rules my-city 22").out.startswith("My City: chapter 1\n")
    assert 4 == begun("rules my-city 32").code


def test_a_campaign_by_its_name_must_be_there(run: Run) -> None:
    assert 0 == run("rules my-city 4").code
    assert run("rules my-city 4 --campaign Nobody").code in (4, 5)


def test_a_prompt_shows_the_rules(enter: Enter) -> None:
    line = "session enter machi-koro --seat Anna --seat Ben"
    shown = enter(line, "rules 10", "rules xylophone", "save").err
    assert "10 Purple cards. A city never has two of the same." in shown
    assert "  no rule of Machi Koro has xylophone; campaign rules machi-koro" in shown
