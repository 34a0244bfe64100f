"""Machi Koro: the table as cards: what every player has built, what is left in the market."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.display.svg.picture import Element, Picture, at, element, text
from campaign.display.text.translation import say
from engine.kernel.game import Seat
from engine.kernel.phrases import joined, phrase, plural
from engine.machi_koro.components import CARDS, LANDMARKS, Card, name
from engine.machi_koro.state import City, State

CARD_WIDTH, CARD_HEIGHT, GAP = 104, 66, 8
PER_ROW = 8
WIDTH = PER_ROW * (CARD_WIDTH + GAP) - GAP
HEAD = 30
LINE = 15
"""Signs of a name that fit on a card."""


def table(state: State, names: Mapping[Seat, str], language: str) -> Picture:
    """Every city with its landmarks and cards, then the market."""
    elements: list[Element] = []
    words: list[str] = []
    top = 0.0
    for seat, city in zip(state.seats, state.cities, strict=True):
        player = names.get(seat, seat)
        coins = plural("{count} coin", "{count} coins", city.coins)
        cards = [*_landmarks(city, language), *_cards(city.cards, language)]
        elements.append(at(0, top, _row(player, coins, cards)))
        top += _height(len(cards))
        words.append(joined(": ", (player, joined(", ", (coins, *_in_words(city, language))))))
    market = list(_cards(state.market, language))
    elements.append(at(0, top, _row(say(phrase("Market")), "", market)))
    top += _height(len(market))
    return Picture(WIDTH, top, say(phrase("The table")), say(joined(". ", words)), tuple(elements))


def _row(title: str, note: str, cards: Sequence[Sequence[Element]]) -> Iterator[Element]:
    """A heading and cards below it."""
    yield text(title, 0, 18, "strong", size=18)
    yield text(say(note), WIDTH, 18, anchor="end", size=16)
    for i, card in enumerate(cards):
        row, column = divmod(i, PER_ROW)
        yield at(column * (CARD_WIDTH + GAP), HEAD + row * (CARD_HEIGHT + GAP), card)


def _height(cards: int) -> int:
    return HEAD + -(-cards // PER_ROW) * (CARD_HEIGHT + GAP) + 14


def _landmarks(city: City, language: str) -> Iterator[list[Element]]:
    """The four landmarks; those under construction are empty frames."""
    for i, landmark in enumerate(LANDMARKS):
        built = bool(city.landmarks >> i & 1)
        yield list(_card(name(landmark.id, language), "orange" if built else "", "", ""))


def _cards(counts: Sequence[int], language: str) -> Iterator[list[Element]]:
    """The cards of which there are any."""
    for card, count in zip(CARDS, counts, strict=True):
        if count:
            dice = _dice(card)
            times = f"x{count}" if count > 1 else ""
            yield list(_card(name(card.id, language), card.colour, dice, times))


def _card(title: str, paint: str, corner: str, times: str) -> Iterator[Element]:
    """A card; without a paint only its frame."""
    box = {"x": 1, "y": 1, "width": CARD_WIDTH - 2, "height": CARD_HEIGHT - 2, "rx": 6}
    ink = ""
    if paint:
        ink = f"on-{paint}"
        yield element("rect", {"class": f"building {paint}", **box})
        yield element("path", {"fill": f"url(#on-{paint})", "d": f"M6 24H{CARD_WIDTH - 6}v9H6z"})
    else:
        yield element("rect", {"class": "rule", "stroke-dasharray": "4 3", **box})
    for i, line in enumerate(_folded(title)):
        yield text(line, CARD_WIDTH / 2, 48 + 12 * i, ink or "dim", anchor="middle", size=11)
    yield text(corner, 9, 18, f"{ink} strong", size=12)
    yield text(times, CARD_WIDTH - 9, 18, f"{ink} strong", anchor="end", size=14)


def _folded(title: str) -> list[str]:
    """A name on two lines at most."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + len(word) < LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines[:2] if len(lines) < 3 else [lines[0], f"{' '.join(lines[1:])[:LINE]}"]


def _dice(card: Card) -> str:
    return "-".join(map(str, sorted({card.dice[0], card.dice[-1]})))


def _in_words(city: City, language: str) -> Iterator[str]:
    """What a city has, for somebody who does not see it."""
    for i, landmark in enumerate(LANDMARKS):
        if city.landmarks >> i & 1:
            yield name(landmark.id, language)
    for card, count in zip(CARDS, city.cards, strict=True):
        if count:
            yield name(card.id, language) + (f" x{count}" if count > 1 else "")
