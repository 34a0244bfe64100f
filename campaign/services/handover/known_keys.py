"""The keys that have signed a campaign: remembered by fingerprint, each with the name it came with.

Whoever comes with another key and the name of somebody who has one, or a name that looks like it,
is refused until the fingerprint is confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import Session

from campaign.services.lookalikes import look
from campaign.store import settings
from campaign.store.keys import own_fingerprint
from engine.kernel.errors import Refused
from engine.kernel.phrases import Phrase, joined, phrase

_BY_KEY = "signed with "
"""A setting under a campaign's uid: the name with which a key has signed it."""
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
    """Refuse a second key of one name, unless its fingerprint is confirmed; raises `Refused`."""
    if trusted and trusted.upper() != fingerprint:
        raise Refused(
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
            raise Refused(
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


def remember(session: Session, uid: str, name: str, fingerprint: str) -> None:
    """Keep that a key has signed a campaign, with the first name that it came with."""
    if fingerprint not in names_by_key(session, uid):
        settings.write(session, uid, f"{_BY_KEY}{fingerprint}", name)
