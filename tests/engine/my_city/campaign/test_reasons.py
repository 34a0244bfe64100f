"""Why a city has something: the words of each kind of reason."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.my_city.campaign.reasons import (
    GainReason,
    ReasonKind,
    reason_in_words,
    recorded_reason,
)

WORDS = (
    (GainReason("rank", 3, "second"), "second in episode 3"),
    (GainReason("rank", 3, "other"), "after episode 3"),
    (GainReason("absent", 3, "second"), "absent, as second in episode 3"),
    (GainReason("absent", 3, "other"), "absent from episode 3"),
    (GainReason("token", 1, amount=50), "the token reached 50 in episode 1"),
    (GainReason("moves", 7), "in episode 7"),
    (GainReason("feat", 3, "diver"), "diver, in episode 3"),
    (GainReason("by hand", 3, "the flood"), "the flood by hand, in episode 3"),
    (GainReason("box", 9, "gold shaft", 4), "box 4 of the gold shaft"),
    (GainReason("bonus", 24, "fewest rocks", 0), "fewest rocks: 0"),
    (GainReason("preparation", 4), "before episode 4"),
    (GainReason("change", 4, "clearing"), "clearing, before episode 4"),
    (GainReason("inked", 2), "as inked after episode 2"),
    (GainReason("declared", 6), "declared"),
    (GainReason("entry", 0), "as it was placed"),
)


@pytest.mark.parametrize(("reason", "words"), WORDS)
def test_a_reason_in_words(reason: GainReason, words: str) -> None:
    assert words == reason_in_words(reason)


def test_every_kind_of_reason_has_words() -> None:
    assert set(get_args(ReasonKind)) == {reason.kind for reason, _ in WORDS}


def test_a_database_keeps_the_words_that_it_has() -> None:
    reasons = [GainReason("rank", 3, "other"), GainReason("absent", 3, "other"), WORDS[0][0]]
    words = ["other in episode 3", "absent, as other in episode 3", "second in episode 3"]
    assert words == list(map(recorded_reason, reasons))
