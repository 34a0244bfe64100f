"""Spellings of the last release: each still works, with a message on stderr.

    episode amend 2 evening.toml --and-later      was typed
    episode edit 2 evening.toml --later draft     is run

A row is removed in the release after the one that brought the new spelling.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign import registry
from campaign.cli.options import SHARED

GAME = "GAME"
OLDER = ("episode show", "session show", "session reinstate")
IMPORTS = ("import bgstats", "import bgg", "import csv")
NOTED = (
    "episode record", "episode result", "episode enter", "episode note",
    "session record", "session enter", "session note",
)  # fmt: skip
FILTERED = (
    "episode list", "session list", "session stats", "session chronicle", "player show", "stats",
    "export csv", "export json", "export parquet", *IMPORTS,
)  # fmt: skip


class Spelling(NamedTuple):
    """An old spelling and the new one: the words of a command, or an option of some commands.

    GAME stands for the name of a game. An option in `new` goes before the words that followed the
    old command, as in `audit --file FILE`.
    """

    old: str
    new: str
    commands: tuple[str, ...] = ()
    """The commands that have the option, by their new names; empty if `old` is a command."""


SPELLINGS = (
    Spelling("episode amend", "episode edit"),
    Spelling("session amend", "session edit"),
    Spelling("session restore", "session reinstate"),
    Spelling("import restore", "import reinstate"),
    Spelling("handover import", "handover take"),
    Spelling("handover verify", "audit --file"),
    Spelling("GAME enter", "session enter GAME --totals"),
    Spelling("--and-later", "--later draft", ("episode edit",)),
    Spelling("--from-episode", "--from", ("new",)),
    Spelling("--again", "--doubles", ("session record",)),
    Spelling("--note", "--reason", ("player join",)),
    Spelling("--version", "--record-version", OLDER),
    Spelling("--since", "--from-entry", ("audit",)),
    Spelling("--since", "--new-since", ("chronicle",)),
    Spelling("--player", "--player-is", IMPORTS),
    Spelling("--game", "--game-is", IMPORTS),
    Spelling("--player", "--simple-player", ("simulate",)),
    Spelling("--seat", "--whose", ("hindsight", "session hindsight", "photo add")),
    Spelling("--card", "--all", ("head",)),
    Spelling("--aside", "--histories", ("list",)),
    Spelling("--before", "--episode", ("pack placeholders",)),
    Spelling("--simulated", "--all-simulated", ("archive",)),
    Spelling("--place", "--location", ("export bgstats",)),
    Spelling("--place", "--where", (*NOTED, *FILTERED)),
    Spelling("--campaign", "--whole", ("simulate",)),
    Spelling(
        "--as-inked", "--as-played",
        ("episode record", "episode edit", "session record", "session edit", "import records"),
    ),
    Spelling(
        "--tiles", "--tables",
        ("session record", "session enter", "session edit", "import records", "simulate"),
    ),
    Spelling(
        "--pack", "--tables",
        ("session record", "session enter", "session edit", "import records", "simulate"),
    ),
)  # fmt: skip

_SHARED = {flag for option in SHARED for flag in option.flags}
_WITH_VALUE = {flag for option in SHARED if option.metavar for flag in option.flags}


class CurrentSpelling(NamedTuple):
    """A command line in the new spelling, and a message for each old spelling in it."""

    arguments: list[str]
    messages: tuple[str, ...]


def current_spelling(arguments: Sequence[str]) -> CurrentSpelling:
    """Return a command line in the new spelling, with a message for each old spelling in it."""
    words, messages = list(arguments), list[str]()
    typed_command = " ".join(words[place] for place in _places(words)[:2])
    game = typed_command.partition(" ")[0]
    for row in SPELLINGS:
        if GAME in row.old and typed_command == row.old.replace(GAME, game):
            if game not in registry.entry_points(registry.GAMES):
                continue
            row = Spelling(typed_command, row.new.replace(GAME, game))
        if not row.commands and typed_command == row.old:
            words = _with_command(words, row.new.split())
            messages.append(_message(row))
    places = _places(words)
    command_names = [" ".join(words[place] for place in places[:count]) for count in (1, 2)]
    for row in SPELLINGS:
        if not set(command_names) & set(row.commands):
            continue
        for place in range(len(words) - 1, places[0] if places else 0, -1):
            option, equals, value = words[place].partition("=")
            if option == row.old and _is_old(row, words, place):
                new_words = row.new.split()
                words[place : place + 1] = (
                    [f"{new_words[0]}={value}", *new_words[1:]] if equals else new_words
                )
                messages.append(_message(row))
    return CurrentSpelling(words, tuple(messages))


def _with_command(words: list[str], new_words: Sequence[str]) -> list[str]:
    """Return a command line whose first two words are replaced with another command."""
    first, second, *later_places = _places(words)
    options = [word for word in new_words if word.startswith("-")]
    options_place = later_places[0] if later_places else len(words)
    return [
        *words[:first],
        *new_words[: len(new_words) - len(options)],
        *words[first + 1 : second],
        *words[second + 1 : options_place],
        *options,
        *words[options_place:],
    ]


def _is_old(row: Spelling, words: Sequence[str], place: int) -> bool:
    """Return whether an option is an old spelling, and not an option of every command.

    `--campaign` with a value, and `--version` without one, are options of every command.
    """
    if row.old not in _SHARED:
        return True
    next_words = words[place + 1 : place + 2]
    valued = "=" in words[place] or bool(next_words and not next_words[0].startswith("-"))
    return valued != (row.old in _WITH_VALUE)


def _places(words: Sequence[str]) -> list[int]:
    """Return the indexes of the words that are neither options nor values of shared options."""
    previous_words = ("", *words)
    return [
        place
        for place, word in enumerate(words)
        if (word == "-" or not word.startswith("-")) and previous_words[place] not in _WITH_VALUE
    ]


def _message(row: Spelling) -> str:
    return f"{row.old} is spelled {row.new} now; the old spelling works until the next release"
