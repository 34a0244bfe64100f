"""The beginning of the entry of a game: the head of a record, or the next episode.

The head comes from words of the command line: the players of the seats, and options.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from campaign.services import attendance, episodes, games
from campaign.services.attendance import Attendance
from campaign.services.entering import mending
from campaign.services.entering.game import Entering, new_entry
from campaign.services.names import given_once
from campaign.services.records import check_new_names, read_record
from campaign.services.sessions import with_overlay_hash
from campaign.services.values import History
from engine.kernel import toml
from engine.kernel.errors import SetupError, shortened_text
from engine.kernel.game import Game
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, format_record
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.model import Campaign


def head_of(
    name: str, seats: Iterable[str], settings: Iterable[str], day: date, overlay: str = ""
) -> Record:
    """A record without moves; raises `SetupError`, `RecordError` for invalid words.

    `seats` are names in the order of the table, or a seat and a name (`p1=Anna`). `settings` are
    keys of the header with their values (`mode=expert`): a word, or a value of TOML. `overlay` has
    the owner's corrections of the game's tables.
    """
    game = games.find(name)
    names = names_of(game, seats)
    header = {**game.ALONE, **_settings(game, settings)}
    record = Record(
        game=game.NAME,
        edition=game.EDITION,
        seats=tuple(names),
        header=header,
        played=day,
        names=names,
    )
    check_new_names(record)
    return games.with_provider(with_overlay_hash(read_record(format_record(record)), overlay))


def has_settings(head: Record, settings: Iterable[str]) -> bool:
    """Whether a record's header has these settings of the command line."""
    wanted = _settings(games.find(head.game), settings)
    header = {**games.find(head.game).ALONE, **head.header}
    return wanted.items() <= header.items()


def next_episode(history: History, day: date, present: Attendance | None = None) -> Entering:
    """The entry of the next episode of a campaign; raises `NotAllowed`, `SetupError`.

    Without `present` all holders of cities play.
    """
    head = episodes.head(history, day, present)
    return new_entry(head, setup_of(history.campaign, head))


def seated(campaign: Campaign, entering: Entering, present: Attendance) -> Entering:
    """The entry of an episode with another attendance."""
    head = attendance.with_attendance(campaign, entering.head, present)
    return mending.seated(entering, head, setup_of(campaign, head))


def names_of(game: Game, words: Iterable[str]) -> dict[str, str]:
    """The name of each seat: names in the order of the table, or a seat and a name (`p1=Anna`).

    Raises `SetupError`.
    """
    names: dict[str, str] = {}
    free = iter(game.SEATS)
    for word in words:
        seat, equals, name = word.rpartition("=")
        if not equals:
            seat = next((free_seat for free_seat in free if free_seat not in names), "")
            if not seat:
                most, title = len(game.SEATS), phrase(game.TITLE)
                raise SetupError(phrase("at most {most} play {game}", most=most, game=title))
        if seat not in game.SEATS:
            raise SetupError(f"{game.TITLE} has the seats {', '.join(game.SEATS)}, not {word!r}")
        if seat in names:
            raise SetupError(f"{seat} is given twice")
        names[seat] = name
    return {seat: names[seat] for seat in game.SEATS if seat in names}


def _settings(game: Game, words: Iterable[str]) -> dict[str, Any]:
    """The keys of a header and their values; raises `NotAllowed`, `SetupError`."""
    return given_once(_setting(game, word) for word in words)


def _setting(game: Game, word: str) -> tuple[str, Any]:
    key, equals, text = word.partition("=")
    if not equals or key not in game.HEADER:
        raise SetupError(
            f"{shortened_text(word)} is no option of {game.TITLE}: write one of "
            f"{', '.join(game.HEADER) or 'none'} and its value, such as key=value"
        )
    try:
        return key, toml.loads(f"value = {text}")["value"]
    except toml.TOMLDecodeError:
        return key, text
