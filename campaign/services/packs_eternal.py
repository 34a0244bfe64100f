"""The corrections of the eternal mode that a database keeps: new games are played by them.

A game names them by their hash and is kept with them. So later ones change no game that was
recorded.
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
"""What a command names to play without the corrections that are kept."""
_EVERYBODY, _KEY = "everybody", "corrections of the eternal mode"


def kept(session: Session) -> str:
    """The corrections that new games are played by; "" for none."""
    return settings.read(session, _EVERYBODY, _KEY) or ""


def keep(session: Session, text: str) -> None:
    """Keep corrections for new games, "" for none."""
    settings.write(session, _EVERYBODY, _KEY, text)


def readable_text(text: str) -> str:
    """What the eternal mode reads of corrections: all of the box, nothing of an envelope."""
    return readable(text, ()).text


def checked(text: str) -> str:
    """Corrections as they are kept; raises `PackError` for what no game can be played by."""
    return games.checked_overlay(my_city, text)


def rules(text: str) -> tuple[RuleInWords, ...]:
    """The rules of the eternal mode with corrections, in words."""
    pack = eternal.corrected(text) if text else load(eternal.ETERNAL)
    return rules_in_words(pack, pack.first)


def template() -> str:
    """An overlay with every value of the eternal mode, to be corrected."""
    return overlay_form(load(eternal.ETERNAL), (), box=True)


def goes_with(record: Record, text: str) -> bool:
    """Whether a record that comes without corrections is to be played by those that are kept."""
    named = record.header.get(my_city.OVERLAY)
    return (
        record.game == my_city.NAME
        and record.header.get("mode") == eternal.ETERNAL
        and (named is None or named == digest(text))
    )
