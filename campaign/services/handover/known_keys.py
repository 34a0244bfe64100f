"""The keys that have signed a campaign: remembered by fingerprint, each with the name it came with.

Whoever comes with another key and the name of somebody who has one, or a name that looks like it,
is refused until the fingerprint is confirmed.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from sqlmodel import Session

from campaign.services.lookalikes import look
from campaign.store import settings
from campaign.store.keys import own_fingerprint
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Phrase, joined, phrase

_BY_KEY = "signed with "
"""A setting under a campaign's uid: the name with which a key has signed it."""
_GONE = "reads no more "
"""A setting under a campaign's uid: whether the files of a key are read no more.

It is one of the next two; "" for a key that nobody was asked about since its owner left.
"""
_LET_GO, _CONFIRMED = "gone", "confirmed"
_BY_NAME = "key of "
"""The same of earlier releases: the key with which a name has signed it."""


def names_by_key(session: Session, uid: str) -> Mapping[str, str]:
    """The names that came with each key that has signed a campaign, by fingerprint."""
    earlier = settings.beginning_with(session, uid, _BY_NAME)
    return {
        **{fingerprint: name for name, fingerprint in earlier.items()},
        **settings.beginning_with(session, uid, _BY_KEY),
    }


def check(
    session: Session, uid: str, name: str, fingerprint: str, trusted: str | None = None
) -> None:
    """Refuse a second key of one name, unless its fingerprint is confirmed; raises `NotAllowed`."""
    if trusted and trusted.upper() != fingerprint:
        raise NotAllowed(
            phrase(
                "this is signed by the key {fingerprint}, not by {trusted}",
                fingerprint=fingerprint,
                trusted=trusted,
            )
        )
    known = names_by_key(session, uid)
    if trusted or fingerprint in known or fingerprint == own_fingerprint():
        return
    for other, before in known.items():
        if look(before) == look(name):
            words = phrase(
                "ANOTHER KEY: {name} has signed this campaign with {other} before, this is signed "
                "with {fingerprint}",
                name=before,
                other=other,
                fingerprint=fingerprint,
            )
            if before != name:
                words = joined(
                    "; ", (words, phrase("the name {name} only looks like it", name=name))
                )
            raise NotAllowed(
                words,
                phrase(
                    "ask {name} by phone or in person; if the key is right, add {option}",
                    name=before,
                    option=f"--key {fingerprint}",
                ),
            )


def in_words(session: Session, uid: str, name: str, fingerprint: str) -> Phrase:
    """What is known of a key that a file is signed with."""
    known = names_by_key(session, uid)
    if fingerprint == own_fingerprint():
        return phrase("Your own key.")
    if fingerprint not in known:
        return phrase("A new key here: compare it with {name} by phone or in person.", name=name)
    before = known[fingerprint]
    if before == name:
        return phrase("A known key.")
    words = phrase("A known key: it has signed as {name} before.", name=before)
    if look(before) != look(name):
        return words
    return joined(" ", (words, phrase("The two names only look alike.")))


def is_read(session: Session, uid: str, fingerprint: str, gone: Container[str] = ()) -> bool:
    """Whether the files of a key are read: it is known, and nobody has let it go.

    `gone` are the looks of the names of those who have left: their keys have to be confirmed again.
    """
    said = settings.read(session, uid, f"{_GONE}{fingerprint}")
    if said == _LET_GO or fingerprint not in names_by_key(session, uid):
        return False
    return said == _CONFIRMED or not is_of(session, uid, fingerprint, gone)


def is_of(session: Session, uid: str, fingerprint: str, looks: Container[str]) -> bool:
    """Whether the name that a key is known by looks like one of some."""
    name = names_by_key(session, uid).get(fingerprint)
    return name is not None and look(name) in looks


def confirm(session: Session, uid: str, name: str, fingerprint: str) -> None:
    """Read what a key signs, as somebody has said that it is right."""
    remember(session, uid, name, fingerprint)
    settings.write(session, uid, f"{_GONE}{fingerprint}", _CONFIRMED)


def let_go(session: Session, uid: str, whose: str) -> str:
    """Read no more what the keys of somebody sign; the name; raises `NotAllowed` for nobody's."""
    known = names_by_key(session, uid)
    keys = [key for key, name in known.items() if whose.upper() == key or look(whose) == look(name)]
    for key in keys:
        settings.write(session, uid, f"{_GONE}{key}", _LET_GO)
    if not keys:
        names = ", ".join(dict.fromkeys(known.values()))
        raise NotAllowed(phrase("no key of {name} is known here", name=whose), names)
    return known[keys[0]]


def remember(session: Session, uid: str, name: str, fingerprint: str) -> None:
    """Keep that a key has signed a campaign, with the first name that it came with."""
    if fingerprint not in names_by_key(session, uid):
        settings.write(session, uid, f"{_BY_KEY}{fingerprint}", name)
    if settings.read(session, uid, f"{_GONE}{fingerprint}") == _LET_GO:
        settings.write(session, uid, f"{_GONE}{fingerprint}", "")
