"""Finding seats by any of their names: the animal, the player, the city.

Case and accents do not count. If several have the same name, a word means, in this order, a seat,
the holder of a city, a substitute, a city, an earlier holder. A word that only begins several names
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar
from unicodedata import normalize

from campaign.services.errors import SeveralCampaigns, UnknownName
from engine.kernel import texts
from engine.kernel.errors import NotAllowed
from engine.kernel.names import Names, comparable_name, matching_names, unshadowed_names
from engine.kernel.phrases import joined, listed, phrase
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode
from engine.my_city.play.state import SEATS

Given = TypeVar("Given")
NOBODY: Mapping[str, str] = MappingProxyType({})
"""No substitutes by seat."""

_AND = r"(?:and|und|et|e|ed|\u548c|\u8207|\u8ddf|&|\+)"
"""A word or sign between the last two names of a line, in languages that many players speak."""
_COMMA = re.compile(r"[,\uff0c\u3001]")
"""A comma, also as it is typed between Chinese names."""
_BETWEEN = re.compile(rf"{_COMMA.pattern}(?:\s*{_AND}\s)?|\s{_AND}\s")
"""What parts the names of a line that has commas."""


def is_list(line: str) -> bool:
    """Whether a line has commas, and so several names."""
    return bool(_COMMA.search(line))


def names_in(line: str) -> list[str]:
    """The names of a line: what stands between its commas, or without a comma its words.

    `and` and `&` between two of them are no names.
    """
    if is_list(line):
        return [name for part in _BETWEEN.split(line) if (name := part.strip())]
    return [word for word in line.split() if not re.fullmatch(_AND, word)]


def given_once(pairs: Iterable[tuple[str, Given]]) -> dict[str, Given]:
    """What was typed for each name; raises `NotAllowed` if something was typed for one twice."""
    given = dict[str, Given]()
    for name, value in pairs:
        if name in given:
            raise NotAllowed(phrase("{name} is given twice", name=name))
        given[name] = value
    return given


def as_typed(words: str) -> str:
    """Words as a message quotes them: two quotation marks if there are none."""
    return words if words.strip() else '""'


def seat_of(campaign: Campaign, words: str, substitutes: Mapping[str, str] = NOBODY) -> str:
    """The seat with this name; the beginning of a name is enough if no other begins so.

    `substitutes` has the names of those who play a seat for an evening. A name that nobody has now
    can mean an earlier holder of a city. Raises `UnknownName`, and `SeveralCampaigns` with the
    seats that could be meant.
    """
    if words in campaign.seats:
        return words
    cities = campaign.cities
    names = unshadowed_names(
        [(city.seat, city.seat) for city in cities],
        [(city.player, city.seat) for city in cities if city.player],
        [(player, seat) for seat, player in substitutes.items()],
        [(city.name, city.seat) for city in cities if city.name],
    )
    before = [(tenure.player, tenure.seat) for tenure in campaign.tenures]
    if (typed := comparable_name(words)) in SEATS:  # one that nobody plays here begins no name
        names, before = (
            [one for one in some if comparable_name(one[0]) == typed] for some in (names, before)
        )
    seats = _matches(words, names) or _matches(words, before)
    if len(seats) == 1:
        return seats[0]
    if not seats:
        raise UnknownName(
            phrase(
                "{words} is no seat, player or city of {campaign}",
                words=as_typed(words),
                campaign=campaign.name,
            ),
            phrase("there are: {cities}", cities=joined(", ", map(city_in_words, campaign.cities))),
        )
    meant = listed([city_in_words(campaign.city(seat)) for seat in seats], " or ")
    raise SeveralCampaigns(
        phrase("{words} can be {meant}", words=words, meant=meant),
        phrase("write more of the name, or the seat"),
    )


def seat_in(campaign: Campaign, played: PlayedEpisode, words: str) -> str:
    """The seat with this name in a recorded episode; raises as `seat_of` does.

    Whoever held or played a city then is meant first.
    """
    return seat_of(campaign.held_at(played.entry), words, played.substitutes)


def player_of(campaign: Campaign, words: str) -> str:
    """The player or substitute with this name, or who holds the seat; raises as `seat_of` does."""
    if words in campaign.seats and words not in campaign.people:
        words = campaign.city(words).player or words
    return player_among(campaign.people, words)


def player_among(players: Iterable[str], words: str) -> str:
    """The player among `players` with this name; raises as `seat_of` does."""
    players = list(dict.fromkeys(players))
    if words in players:
        return words
    matches = _matches(words, [(player, player) for player in players])
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise UnknownName(
            phrase("no game that counts names {words}", words=as_typed(words)),
            phrase("players so far: {players}", players=", ".join(sorted(players)))
            if players
            else "",
        )
    raise SeveralCampaigns(
        phrase("{words} can be {meant}", words=words, meant=joined(" or ", matches)),
        phrase("write more of the name"),
    )


def spelled(campaign: Campaign, name: str) -> str:
    """The name of the person of a campaign who is typed so in capitals or small letters.

    A name that nobody has stays as it is typed, and so does one that several people have.
    """
    people = campaign.people
    folded = _folded(name)
    same = [] if name in people else [one for one in people if _folded(one) == folded]
    return same[0] if len(same) == 1 else name


def check_seen(name: str) -> None:
    """Raise `NotAllowed` for a new name with a sign that nobody sees, as it looks like another."""
    if sign := texts.hidden_sign(name, selectors=True):
        raise NotAllowed(phrase("{name} holds {sign}", name=repr(name), sign=sign))


def city_in_words(city: City) -> str:
    """A seat with its other names: `eagle (Anna, Rivers)`."""
    _, *others = _names(city)
    return f"{city.seat} ({', '.join(others)})" if others else city.seat


def _folded(name: str) -> str:
    """A name without the difference of capitals and small letters, and of wide ones."""
    return normalize("NFKC", name).casefold()


def _names(city: City) -> list[str]:
    return [city.seat, *(name for name in (city.player, city.name) if name)]


def _matches(words: str, names: Names) -> list[str]:
    """The ids of the names that equal the words, else of the names that begin so; each once."""
    return list(dict.fromkeys(meant for _, meant in matching_names(words, names)))
