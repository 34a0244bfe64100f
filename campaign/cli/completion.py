"""The values that the shell completes: names and numbers of the database, and fixed words.

Each press of the Tab key runs these functions. They read the database, if there is one, without
SQLAlchemy, and never raise an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

import typer

from campaign.cli import user
from campaign.services import choices
from campaign.store import lookup

_READ = re.compile(r"""[\s!"#$&'()*;<>?\[\\\]^`{|}~]""")
"""Matches what bash reads in a word."""
_READ_QUOTED = re.compile(r"""["$\\`]""")
"""Matches what bash reads in double quotes, where `!` cannot be escaped."""
_RUN = re.compile(r"""["$&'();<>\\`{|}]""")
"""Matches what zsh or PowerShell may read in a word that is offered to them."""


class _Escaped(str):
    """A word with backslashes, for bash. It is known to begin with what was typed.

    Typer looks for words that begin with what was typed, too, and would look at the backslashes.
    """

    __slots__ = ()

    def startswith(self, *_: object) -> bool:
        return True


def campaigns(context: typer.Context, incomplete: str) -> list[str]:
    """The names of the campaigns."""
    return _beginning(incomplete, lookup.campaigns(_place(context)))


def archived(context: typer.Context, incomplete: str) -> list[str]:
    """The names of the campaigns that are archived."""
    return _beginning(incomplete, lookup.archived(_place(context)))


def seats(context: typer.Context, incomplete: str) -> list[str]:
    """The campaign's seats, players and cities; without a campaign the seats of My City."""
    place = _place(context)
    names = [*lookup.seats(place), *lookup.players(place), *lookup.cities(place)]
    return _beginning(incomplete, names or choices.seats())


def seat_and_player(incomplete: str) -> list[str]:
    """The seats of My City, each with the `=` that precedes the player's name."""
    return _beginning(incomplete, [f"{seat}=" for seat in choices.seats()])


def players(context: typer.Context, incomplete: str) -> list[str]:
    """The names of the players who hold a city in the campaign."""
    return _beginning(incomplete, lookup.players(_place(context)))


def sticker_kinds(incomplete: str) -> list[str]:
    """The kinds of stickers."""
    return _beginning(incomplete, choices.sticker_kinds())


def episodes(incomplete: str) -> list[str]:
    """The numbers of the episodes."""
    return _beginning(incomplete, map(str, choices.episodes()))


def recorded_episodes(context: typer.Context, incomplete: str) -> list[str]:
    """The numbers of the campaign's recorded episodes; if none match, of all episodes."""
    return _beginning(incomplete, lookup.episodes(_place(context))) or episodes(incomplete)


def envelopes(incomplete: str) -> list[str]:
    """The numbers of the envelopes."""
    return _beginning(incomplete, map(str, choices.envelopes()))


def games(incomplete: str) -> list[str]:
    """The names of the games."""
    return _beginning(incomplete, choices.games())


def sessions(context: typer.Context, incomplete: str) -> list[str]:
    """The numbers of the sessions outside a campaign."""
    return _beginning(incomplete, lookup.sessions(_place(context), incomplete))


def drafts(context: typer.Context, incomplete: str) -> list[str]:
    """The numbers of the drafts."""
    return _beginning(incomplete, lookup.drafts(_place(context)))


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    """Return the words that begin with a text, so that no shell runs what is in them.

    bash puts them into its line as they are, so they are escaped. Other shells quote them
    themselves, but not everything: words with such characters are left out.
    """
    fitting = [word for word in words if word.startswith(incomplete)]
    if os.environ.get("_CAMPAIGN_COMPLETE") != "complete_bash":
        return [word for word in fitting if not _RUN.search(word)]
    match _typed_word()[:1]:
        case '"':
            return [
                _Escaped(_READ_QUOTED.sub(r"\\\g<0>", word)) for word in fitting if "!" not in word
            ]
        case "'":
            return [word for word in fitting if "'" not in word]
        case _:
            return [_Escaped(_READ.sub(r"\\\g<0>", word)) for word in fitting]


def _typed_word() -> str:
    """Return the word at the cursor as it stands in the line of bash, with its quotes."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    number = int(os.environ.get("COMP_CWORD", "0"))
    return words[number] if number < len(words) else ""


def _place(context: Any) -> lookup.LookupPlace:
    """Return the database and the campaign that the options typed so far name."""
    typed = dict(context.params)
    while context.parent is not None:
        context = context.parent
        typed = {**context.params, **{name: value for name, value in typed.items() if value}}
    return lookup.LookupPlace(typed.get("db"), typed.get("campaign"), user.user_name())
