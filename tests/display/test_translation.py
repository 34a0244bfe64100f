"""What a language needs beyond the words of its catalogue."""

from __future__ import annotations

import pytest

from campaign.display.text.translation import ENGLISH, speaker_of
from campaign.services.words import day
from engine.kernel.phrases import phrase


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2026-11-08", "Giocato l'8 nov 2026."),
        ("2026-11-11", "Giocato l'11 nov 2026."),
        ("2026-11-18", "Giocato il 18 nov 2026."),
        ("2026-11-01", "Giocato il 1 nov 2026."),
    ],
)
def test_an_italian_article_is_elided_before_a_vowel(date: str, words: str) -> None:
    assert speaker_of("it").say(phrase("Played {day}.", day=day(date))) == words


def test_so_is_an_article_with_a_preposition() -> None:
    since = phrase("since {day}", day=day("2026-08-11"))
    assert speaker_of("it").say(since) == "dall'11 ago 2026"
    assert ENGLISH.say(since) == "since 11 Aug 2026"


def test_what_somebody_typed_keeps_its_article() -> None:
    noted = phrase("  Noted: {what}", what="finito il 8 nov 2026")
    assert speaker_of("it").say(noted).endswith("finito il 8 nov 2026")


def test_a_name_with_a_full_stop_ends_a_sentence() -> None:
    renamed = phrase("{player} is called {name}.", player="Ben", name="Ben K.")
    played = phrase("After episode {number}, played by {player}.", number=2, player="Ben K.")
    assert ENGLISH.say(renamed) == "Ben is called Ben K."
    assert str(played) == "After episode 2, played by Ben K."
    assert speaker_of("it").say(played).endswith("Ben K.")
    assert not speaker_of("it").say(played).endswith("..")
    both = phrase("{first}. {second}.", first="Who K.", second="x..")
    assert ENGLISH.say(both) == "Who K. x.."
