"""Machi Koro as a picture: the cards that every player has built and those left in the market."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.display.svg.picture import Element, Picture, element, shift, text
from campaign.display.text.translation import Speaker
from engine.kernel.game import Seat
from engine.kernel.phrases import joined, phrase, plural
from engine.machi_koro.components import CARDS, LANDMARKS, PRICE, Card, name
from engine.machi_koro.state import MachiKoroCity, MachiKoroState

CARD_WIDTH, CARD_HEIGHT, GAP = 104, 66, 8
PER_ROW = 8
WIDTH = PER_ROW * (CARD_WIDTH + GAP) - GAP
HEAD = 30
COIN = 63
"""The x coordinate of a card's price, between its dice and its count."""
LINE = 15
"""The number of characters that fit on a line of a card."""


def table(state: MachiKoroState, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
    """Every city with its landmarks and cards, then the market."""
    rows = (*city_pictures(state, names, speaker), market(state, speaker))
    top = 0.0
    elements: list[Element] = []
    for row in rows:
        elements.append(shift(0, top, row.elements))
        top += row.height
    words = joined(". ", [joined(": ", (row.title, row.description)) for row in rows[:-1]])
    return Picture(
        WIDTH, top, speaker.say(phrase("The table")), speaker.say(words), tuple(elements)
    )


def city_pictures(
    state: MachiKoroState, names: Mapping[Seat, str], speaker: Speaker, per_row: int = PER_ROW
) -> tuple[Picture, ...]:
    """The city of every seat with its landmarks and cards, `per_row` of them side by side."""
    pictures = []
    for seat, city in zip(state.seats, state.cities, strict=True):
        coins = plural("{count} coin", "{count} coins", city.coins)
        cards = [*_landmarks(city, speaker), *_cards(city.cards, speaker)]
        words = speaker.say(joined(", ", (coins, *_in_words(city, speaker))))
        pictures.append(_row(names.get(seat, seat), speaker.say(coins), cards, words, per_row))
    return tuple(pictures)


def market(state: MachiKoroState, speaker: Speaker, per_row: int = PER_ROW) -> Picture:
    """The cards that are left in the market."""
    cards = list(_cards(state.market, speaker, priced=True))
    words = ", ".join(
        f"{name(card.id, speaker.language)} x{count}"
        for card, count in zip(CARDS, state.market, strict=True)
        if count
    )
    return _row(speaker.say(phrase("Market")), "", cards, words, per_row)


def _row(
    title: str, note: str, cards: Sequence[Sequence[Element]], words: str, per_row: int
) -> Picture:
    """A heading and cards below it."""
    width = per_row * (CARD_WIDTH + GAP) - GAP
    elements = [text(title, 0, 20, "strong", size=20)]
    elements.append(text(note, width, 20, "strong", anchor="end", size=20))
    for i, card in enumerate(cards):
        row, column = divmod(i, per_row)
        elements.append(shift(column * (CARD_WIDTH + GAP), HEAD + row * (CARD_HEIGHT + GAP), card))
    height = HEAD + -(-len(cards) // per_row) * (CARD_HEIGHT + GAP) + 14
    return Picture(width, height, title, words, tuple(elements))


def _landmarks(city: MachiKoroCity, speaker: Speaker) -> Iterator[list[Element]]:
    """The four landmarks; those under construction are empty frames."""
    for i, landmark in enumerate(LANDMARKS):
        built = bool(city.landmarks >> i & 1)
        paint, price = ("orange", "") if built else ("", str(PRICE[landmark.id]))
        yield list(_card(name(landmark.id, speaker.language), paint, "", "", price))


def _cards(
    counts: Sequence[int], speaker: Speaker, *, priced: bool = False
) -> Iterator[list[Element]]:
    """The cards with a count above 0; `priced` for the cards of the market."""
    for card, count in zip(CARDS, counts, strict=True):
        if count:
            dice = _dice(card)
            times = f"x{count}" if count > 1 else ""
            price = str(PRICE[card.id]) if priced else ""
            yield list(_card(name(card.id, speaker.language), card.colour, dice, times, price))


def _card(title: str, paint: str, corner: str, times: str, price: str = "") -> Iterator[Element]:
    """A card; without `paint`, only the frame and the words."""
    box = {"x": 1, "y": 1, "width": CARD_WIDTH - 2, "height": CARD_HEIGHT - 2, "rx": 6}
    ink = ""
    if paint:
        ink = f"on-{paint}"
        yield element("rect", {"class": f"building {paint}", **box})
        yield element("path", {"fill": f"url(#on-{paint})", "d": f"M6 24H{CARD_WIDTH - 6}v9H6z"})
    else:
        yield element("rect", {"class": "rule", "stroke-dasharray": "4 3", **box})
    lines = _folded(title)
    for i, line in enumerate(lines):
        y, size = (43 + 10 * i, 10) if len(lines) > 2 else (48 + 12 * i, 11)
        yield text(line, CARD_WIDTH / 2, y, ink or "dim", anchor="middle", size=size)
    if price:
        coin = {"cx": COIN, "cy": 13, "r": 9}
        yield element("circle", {"class": "gold", **coin})
        yield text(price, COIN, 17, "on-yellow strong", anchor="middle", size=12)
    yield text(corner, 9, 18, f"{ink} strong", size=12)
    yield text(times, CARD_WIDTH - 9, 18, f"{ink} strong", anchor="end", size=14)


def _folded(title: str) -> list[str]:
    """A name, broken into lines that fit on a card."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(lines[-1]) + len(word) < LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _dice(card: Card) -> str:
    return "-".join(map(str, sorted({card.dice[0], card.dice[-1]})))


def _in_words(city: MachiKoroCity, speaker: Speaker) -> Iterator[str]:
    """The landmarks and cards of a city, for a reader who does not see the picture."""
    for i, landmark in enumerate(LANDMARKS):
        if city.landmarks >> i & 1:
            yield name(landmark.id, speaker.language)
    for card, count in zip(CARDS, city.cards, strict=True):
        if count:
            yield name(card.id, speaker.language) + (f" x{count}" if count > 1 else "")
