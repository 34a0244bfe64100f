"""What differs between two records, in one sentence."""

from __future__ import annotations

import pytest

from campaign.services.record_comparison import comparison_in_words

RECORD = """
format = 1
game = "my-city"
edition = "1"
episode = 1
seats = ["eagle", "bear"]
moves = '''
*: reveal Y4
eagle: build Y4@E5
bear: build Y4@D1
*: reveal R8
eagle: quit
bear: quit
'''
"""


def test_who_quits_and_who_does_not_answer_any_more() -> None:
    earlier = RECORD.replace("bear: build Y4@D1", "bear: quit").replace(
        "eagle: quit\nbear: quit", "eagle: quit"
    )
    assert "bear at card 1, Y4: quits, not Y4 on D1; bear at card 2, R8: no answer, not quits" == (
        str(comparison_in_words(RECORD, earlier))
    )


NAMED = f"{RECORD}[names]\neagle = 'Anna'\nbear = 'Ben'\n"
PERSON_OF = {"Anna": "Anna", "Ben": "Benjamin", "Benjamin": "Benjamin", "Emil": "Emil"}.__getitem__
SUBSTITUTED = NAMED.replace("seats =", "substitutes = ['bear']\nseats =").replace("Ben", "Zoë")


@pytest.mark.parametrize("other", [RECORD, NAMED.replace("Ben", "Benjamin")])
def test_a_holder_is_the_same_player_with_any_name_and_with_none(other: str) -> None:
    assert comparison_in_words(NAMED, other, person_of=PERSON_OF) == ""
    assert comparison_in_words(other, NAMED, person_of=PERSON_OF) == ""


def test_another_holder_is_another_player() -> None:
    """As in the record of another copy, where somebody else held the city."""
    words = "bear was played by Emil, not by Ben"
    assert words == str(
        comparison_in_words(NAMED, NAMED.replace("Ben", "Emil"), person_of=PERSON_OF)
    )


def test_a_substitute_plays_in_place_of_a_holder_who_is_not_named() -> None:
    words = "bear was played by Zoë as a substitute, not by the holder of the city"
    assert words == str(comparison_in_words(RECORD, SUBSTITUTED))
