"""Whether the copies in a shared folder are read: who has signed them, and who confirms the key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.display.terminal import sync as screens
from campaign.services.handover import known_keys
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.cli.environment import Environment
    from campaign.services.handover.packing import BundledHistory
    from campaign.services.sync import SharedCopy


def confirm(env: Environment, copies: Sequence[SharedCopy], keys: set[str]) -> None:
    """Remember the keys that the user confirms, even if their copies have nothing new yet."""
    bundles_by_key = {copy.handed.fingerprint: copy.handed for copy in copies if copy.handed}
    for fingerprint in sorted(keys):
        if handed := bundles_by_key.get(fingerprint):
            with env.writing() as session:
                known_keys.confirm(session, handed.uid, handed.giver, fingerprint)
        else:
            env.say(phrase("No copy there is signed with {key}.", key=fingerprint))


def why_not_believed(env: Environment, copy: SharedCopy, keys: set[str]) -> Wording:
    """Return why nothing is said of the person whose copy this claims to be; "" for a known key."""
    if copy.handed is None or copy.known or copy.handed.fingerprint in keys:
        return ""
    return _another_key(env, copy.handed) or _new_key(copy, copy.handed)


def why_unread(env: Environment, copy: SharedCopy, handed: BundledHistory) -> Wording:
    """Return why the key of a copy forbids reading it; "" if the user accepts the key."""
    if other_key := _another_key(env, handed):
        return other_key
    if copy.let_go:  # a question would come with every sync
        return _new_key(copy, handed)
    env.say(screens.new_key(copy, handed))
    question = phrase("Read the copies that this key signs?")
    if env.can_ask and env.ask_letter(question, "yN") == "y":
        return ""
    return _new_key(copy, handed)


def _another_key(env: Environment, handed: BundledHistory) -> Wording:
    """Return that the giver has signed with another key before; "" otherwise."""
    try:
        with env.reading() as session:
            known_keys.check_key(session, handed.uid, handed.giver, handed.fingerprint)
    except NotAllowed as other_key:
        option = f"--key {handed.fingerprint}"
        return phrase("{why}; if it is right: {option}", why=wording_of(other_key), option=option)
    return ""


def _new_key(copy: SharedCopy, handed: BundledHistory) -> Wording:
    """Return why a key is not read: it is new, its owner has left, or somebody has let it go."""
    option = f"--key {handed.fingerprint}"
    if copy.let_go:
        return phrase("its key is no longer read here; to read it: {option}", option=option)
    if copy.left:
        return phrase("holds no city any more; to read it: {option}", option=option)
    return phrase("its key is new: {option}", option=option)
