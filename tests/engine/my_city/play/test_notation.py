"""The words of My City's moves (docs/notation.md, moves of My City)."""

from __future__ import annotations

import pytest

from engine.kernel.errors import NotationError
from engine.my_city.play.notation import Action, BuildMove, CardPass, Quit, Reveal, format, parse

TWINS = [
    ("reveal Y4", Reveal("Y4")),
    ("reveal C1", Reveal("C1")),
    ("reveal obstacle", Reveal("obstacle")),
    ("build Y4@E5", BuildMove("Y4", "E5")),
    ("build Y4@E5/1", BuildMove("Y4", "E5", 1)),
    ("build B8@K11/3", BuildMove("B8", "K11", 3)),
    ("pass", CardPass()),
    ("quit", Quit()),
]


@pytest.mark.parametrize(("words", "action"), TWINS)
def test_words_are_read(words: str, action: Action) -> None:
    assert action == parse(words)


@pytest.mark.parametrize(("words", "action"), TWINS)
def test_actions_are_written(words: str, action: Action) -> None:
    assert words == format(action)


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        ("build y4@e5", "build Y4@E5"),
        ("build Y4@E5/0", "build Y4@E5"),
        ("reveal y4", "reveal Y4"),
        ("reveal OBSTACLE", "reveal obstacle"),
        ("  build   Y4@E5/2 ", "build Y4@E5/2"),
    ],
)
def test_loose_words_have_one_canonical_form(loose: str, canonical: str) -> None:
    assert canonical == format(parse(loose))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("build", '"build": write a building and a cell, such as build Y4@E5/1'),
        ("build Y4 E5", '"build Y4 E5": write a building and a cell, such as build Y4@E5/1'),
        ("build Y4@E5/4", '"build Y4@E5/4": write a building and a cell, such as build Y4@E5/1'),
        ("build Y4@E0", '"build Y4@E0": write a building and a cell, such as build Y4@E5/1'),
        ("build Y4@5E", '"build Y4@5E": write a building and a cell, such as build Y4@E5/1'),
        ("reveal", '"reveal": write one card, such as reveal Y4'),
        ("reveal Y4 R1", '"reveal Y4 R1": write one card, such as reveal Y4'),
        ("reveal yellow", '"reveal yellow": write one card, such as reveal Y4'),
        ("pass Y4", '"pass Y4": pass stands alone'),
        ("quit now", '"quit now": quit stands alone'),
        ("skip", '"skip": the verbs are reveal, build, pass, quit'),
        ("Build Y4@E5", '"Build Y4@E5": the verbs are reveal, build, pass, quit'),
        ("", '"": the verbs are reveal, build, pass, quit'),
    ],
)
def test_other_words_are_refused_with_what_would_be_right(words: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse(words)
    assert reason == str(refused.value)
