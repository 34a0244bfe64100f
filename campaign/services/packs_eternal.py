"""The corrections of the eternal mode that a database keeps, by which new games are played.

A recorded game names its corrections by their hash and is kept with their text. So later
corrections change no recorded game.
"""

from __future__ import annotations

from sqlmodel import Session

from campaign.services import games
from campaign.store import settings
from engine import my_city
from engine.kernel.overlays import digest
from engine.kernel.record import Record
from engine.my_city.pack import eternal
from engine.my_city.pack.forms import overlay_form
from engine.my_city.pack.load import load
from engine.my_city.pack.sharing import readable
from engine.my_city.pack.words import RuleInWords, rules_in_words

STAND_IN = "stand-in"
"""The word that a user gives in place of a file to play without the kept corrections."""
_EVERYBODY, _KEY = "everybody", "corrections of the eternal mode"


def kept_corrections(session: Session) -> str:
    """The text of the kept corrections for new games; "" for none."""
    return settings.read(session, _EVERYBODY, _KEY) or ""


def keep(session: Session, text: str) -> None:
    """Keep the text of corrections for new games; "" removes them."""
    settings.write(session, _EVERYBODY, _KEY, text)


def readable_text(text: str) -> str:
    """The part of the corrections that the eternal mode reads: the box, but no envelope."""
    return readable(text, ()).text


def checked(text: str) -> str:
    """The text of corrections in the form to keep; raises `PackError` if they are unusable."""
    return games.checked_overlay(my_city, text)


def rules(text: str) -> tuple[RuleInWords, ...]:
    """The rules of the eternal mode in words, with the corrections in `text`; "" for none."""
    pack = eternal.corrected_eternal_pack(text) if text else load(eternal.ETERNAL)
    return rules_in_words(pack, pack.first)


def template() -> str:
    """An overlay with every value of the eternal mode, for a user to correct."""
    commands = ("campaign pack eternal FILE",)
    return overlay_form(load(eternal.ETERNAL), (), box=True, commands=commands)


def goes_with(record: Record, text: str) -> bool:
    """Whether these corrections apply to a record: an eternal game that names no others."""
    named = record.header.get(my_city.OVERLAY)
    return (
        record.game == my_city.NAME
        and record.header.get("mode") == eternal.ETERNAL
        and (named is None or named == digest(text))
    )
