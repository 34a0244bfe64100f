"""The card for the box: the heads of all evenings, which `audit --head` accepts."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.text.translation import Speaker, in_all_languages
from campaign.services.audit.heads import CardWords, heads_of_evenings
from campaign.services.values import History
from campaign.services.words import MONTHS, day
from engine.kernel.phrases import Phrase, Wording, phrase


def card(history: History, today: str, speaker: Speaker) -> Iterator[str]:
    """Yield the lines of a card in a language; `today` is the day of printing."""
    yield history.campaign.name
    yield speaker.say(_printed(day(today)))
    evenings = heads_of_evenings(history)
    days = [speaker.say(day(evening.day)) for evening in evenings]
    width = max(map(len, days))
    for evening, written in zip(evenings, days, strict=True):
        number = (
            phrase("episode {number}", number=evening.episode)
            if evening.episode
            else phrase("begun")
        )
        yield f"{evening.head}  {written:>{width}}  {speaker.say(number)}"


def card_words() -> CardWords:
    """The words by which a card is read again, in all languages. Twin of `card`."""
    printed, *names = in_all_languages([_printed(""), *map(phrase, MONTHS)])
    months = {
        name.casefold(): number
        for number, lines in enumerate(names, 1)
        for name in lines.splitlines()
    }
    return CardWords(months, {line.strip() for line in printed.splitlines()})


def _printed(day_of_printing: Wording) -> Phrase:
    return phrase("printed {day}", day=day_of_printing)
