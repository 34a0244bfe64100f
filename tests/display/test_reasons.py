"""The reasons of corrections in the reader's language."""

from __future__ import annotations

import pytest

from campaign.display.text.reasons import why_in_words
from engine.kernel.phrases import Phrase


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("undone", "undone"),
        ("no longer holds after the correction", "no longer holds after the correction"),
        ("after the correction of episode 5", "after the correction of episode {number}"),
        ("under the corrected pack: it\nsays 3", "under the corrected pack: {reason}"),
        ("on G1 instead of D2", "on {square} instead of {other}"),
        (
            "the tree of eagle is on G1 instead of D2",
            "the {kind} of {seat} is on {square} instead of {other}",
        ),
        (
            "Ben took over eagle before episode 3",
            "{player} took over {seat} before episode {number}",
        ),
        ("import 4 taken back", "import {number} taken back"),
        ("Ben's copy carried over", "{player}'s copy carried over"),
    ],
)
def test_a_reason_of_the_program_is_a_phrase(reason: str, words: str) -> None:
    said = why_in_words(reason)
    assert isinstance(said, Phrase)
    assert (said.pattern, str(said)) == (words, reason)


@pytest.mark.parametrize("reason", ["a slip", "after the correction", "On G1", "undone twice", ""])
def test_a_reason_that_somebody_typed_stays(reason: str) -> None:
    assert why_in_words(reason) == reason
