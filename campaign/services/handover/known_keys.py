"""The keys that have signed a campaign, by fingerprint, each with the first name it signed under.

A file is refused if its key is unknown and its name is, or looks like, the name of a known key.
It is read when somebody has confirmed its fingerprint.
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
"""A setting under a campaign's uid: the name under which a key has signed the campaign."""
_GONE = "reads no more "
"""A setting under a campaign's uid: whether the files of a key are still read.

Its value is one of the next two constants, or "" if nobody has decided about the key.
"""
_LET_GO, _CONFIRMED = "gone", "confirmed"
_BY_NAME = "key of "
"""A setting of earlier releases in place of `_BY_KEY`: the key with which a name has signed."""


def names_by_key(session: Session, uid: str) -> Mapping[str, str]:
    """The name of each key that has signed a campaign, by fingerprint."""
    earlier = settings.read_by_prefix(session, uid, _BY_NAME)
    return {
        **{fingerprint: name for name, fingerprint in earlier.items()},
        **settings.read_by_prefix(session, uid, _BY_KEY),
    }


def check_key(
    session: Session,
    uid: str,
    name: str,
    fingerprint: str,
    trusted: str | None = None,
    *,
    speaks_for_itself: bool = False,
) -> None:
    """Raise `NotAllowed` for a second key of a name, or a key that differs from `trusted`.

    `trusted` is a fingerprint that its owner has confirmed. A known key may give a history under
    another name; a signature that `speaks_for_itself` alone, such as that of a receipt, may not be
    in the name of somebody who has another key.
    """
    if trusted and trusted.upper() != fingerprint:
        raise NotAllowed(
            phrase(
                "this is signed by the key {fingerprint}, not by {trusted}",
                fingerprint=fingerprint,
                trusted=trusted,
            )
        )
    known = names_by_key(session, uid)
    signer = known.get(fingerprint)
    if trusted or fingerprint == own_fingerprint():
        return
    if signer is not None and (not speaks_for_itself or look(signer) == look(name)):
        return
    for known_key, before in known.items():
        if look(before) == look(name):
            words = phrase(
                "ANOTHER KEY: {name} has signed this campaign with {other} before, but this file "
                "is signed with {fingerprint}",
                name=before,
                other=known_key,
                fingerprint=fingerprint,
            )
            if before != name:
                words = joined(
                    "; ",
                    (words, phrase("the name {name} in this file only looks the same", name=name)),
                )
            raise NotAllowed(
                words,
                phrase(
                    "ask {name} by phone or in person; if the key is right, add {option}",
                    name=before,
                    option=f"--key {fingerprint}",
                ),
            )


def other_name(session: Session, uid: str, name: str, fingerprint: str) -> str:
    """The name under which a key is known here, if that is not `name`, nor looks like it."""
    signer = names_by_key(session, uid).get(fingerprint, "")
    return "" if look(signer) == look(name) else signer


def in_words(session: Session, uid: str, name: str, fingerprint: str) -> Phrase:
    """A sentence on what is known of the key with which a file is signed."""
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


def files_are_read(session: Session, uid: str, fingerprint: str, gone: Container[str] = ()) -> bool:
    """Whether the files of a key are read: the key must be known, and not let go.

    `gone` are the looks of the names of players who have left; their keys must be confirmed again.
    """
    decision = settings.read(session, uid, f"{_GONE}{fingerprint}")
    if decision == _LET_GO or fingerprint not in names_by_key(session, uid):
        return False
    return decision == _CONFIRMED or not name_looks_like(session, uid, fingerprint, gone)


def was_let_go(session: Session, uid: str, fingerprint: str) -> bool:
    """Whether somebody has said that the files of a key are no longer read."""
    return settings.read(session, uid, f"{_GONE}{fingerprint}") == _LET_GO


def name_looks_like(session: Session, uid: str, fingerprint: str, looks: Container[str]) -> bool:
    """Whether the look of a key's name is one of `looks`."""
    name = names_by_key(session, uid).get(fingerprint)
    return name is not None and look(name) in looks


def confirm(session: Session, uid: str, name: str, fingerprint: str) -> None:
    """Store that a key was confirmed, so that the files it signs are read."""
    remember(session, uid, name, fingerprint)
    settings.write(session, uid, f"{_GONE}{fingerprint}", _CONFIRMED)


def let_go(session: Session, uid: str, whose: str) -> str:
    """Store that the files of somebody's keys are no longer read; return the name of the keys.

    `whose` is a name or a fingerprint. Raises `NotAllowed` if no key fits.
    """
    known = names_by_key(session, uid)
    keys = [key for key, name in known.items() if whose.upper() == key or look(whose) == look(name)]
    for key in keys:
        settings.write(session, uid, f"{_GONE}{key}", _LET_GO)
    if not keys:
        names = ", ".join(dict.fromkeys(known.values()))
        raise NotAllowed(phrase("no key of {name} is known here", name=whose), names)
    return known[keys[0]]


def remember(session: Session, uid: str, name: str, fingerprint: str) -> None:
    """Store that a key has signed a campaign, with the name, unless the key is known already.

    A key that was let go is undecided again.
    """
    if fingerprint not in names_by_key(session, uid):
        settings.write(session, uid, f"{_BY_KEY}{fingerprint}", name)
    if was_let_go(session, uid, fingerprint):
        settings.write(session, uid, f"{_GONE}{fingerprint}", "")
