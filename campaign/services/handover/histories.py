"""Histories that change hands: verified without a database, compared, imported.

    packing.unpack ──> Handed ── audit, compare ──> take

A history is never merged. One that is longer than the one that is here is taken as it goes on;
where the two part, one is followed and the other is kept to be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from sqlmodel import Session, select

from campaign.services import campaigns
from campaign.services.audit import checks
from campaign.services.audit.heads import KeptHead
from campaign.services.audit.testimony import Examined, statement_of
from campaign.services.differences import CampaignDifference, differences
from campaign.services.handover import known_keys
from campaign.services.handover.packing import (
    JOURNAL,
    LETTER,
    SEALS,
    Handed,
    Head,
    packs_of,
    records_of,
)
from campaign.services.projections.campaigns import update_campaign
from campaign.services.seals import SECRET
from campaign.services.values import Audit, By, Check, History
from campaign.store import decisions, journal, origins, settings
from campaign.store.models import campaigns as models
from campaign.store.origins import Origin
from engine.kernel.errors import Refused
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign

PACKED_FOR = "seats of the bundle"
"""A setting under a campaign's uid: the seats that the last bundle taken in was packed for."""


class How(StrEnum):
    """How a history from elsewhere stands to the one that is here."""

    NEW = "new"
    IDENTICAL = "identical"
    BEHIND = "behind"
    AHEAD = "ahead"
    DIVERGED = "diverged"


class Compared(NamedTuple):
    """A history from elsewhere beside the one that is here.

    `theirs` is the campaign that it gives. `shared` entries are the same; `changes` are what
    differs in the campaign. `behind` is what is here being shorter, `ahead` longer.
    """

    how: How
    here: History | None
    theirs: Campaign
    shared: int
    changes: tuple[CampaignDifference, ...]


def audit(
    handed: Handed, heads: Sequence[KeptHead] = (), *, without_secret: bool = False
) -> tuple[Audit, Campaign | None]:
    """Everything that can be proved of a bundle without a database, and the campaign it gives.

    `heads` are those that somebody kept. `without_secret`: it comes without the secret of the
    seals on purpose.
    """
    history = checks.StoredHistory(
        handed.sealed_as,
        handed.entries,
        Origin(handed.sealed_as),
        handed.secret or None,
        without_secret,
    )
    results = [
        Check("signature", f"by {handed.giver}", 0.0),
        Check("key", handed.fingerprint, 0.0),
    ]
    results += checks.of_journal(history, heads)
    campaign, of_campaign = checks.of_campaign(history)
    results += of_campaign
    last = handed.entries[-1]
    derived = {
        "campaign": handed.uid,
        "name": campaign.name if campaign else handed.entries[0].payload["name"],
        "head": Head(last.seq, last.hash),
    }
    stated = handed.manifest._asdict()
    problems = [
        f"the manifest has another {key} than the journal"
        for key, value in derived.items()
        if stated[key] != value
    ]
    if campaign:
        problems += _unvouched(handed, {**records_of(campaign), **packs_of(campaign)})
    count = len(handed.bundle.members) - 1
    results.append(
        Check("members", f"{count} as the journal gives them, and a letter", 0.0, tuple(problems))
    )
    known = (
        History(handed.sealed_as, handed.entries, campaign, Origin(handed.sealed_as))
        if campaign
        else None
    )
    statement = statement_of(Examined(handed.entries, known, results, heads))
    return Audit(handed.name, tuple(results), statement), campaign


def _unvouched(handed: Handed, given: Mapping[str, bytes]) -> Iterator[str]:
    """Members that are not what the journal and this program give, or that neither knows of."""
    members = handed.bundle.members
    for name, data in given.items():
        if members.get(name) != data:
            yield f"{name} is not what the journal and this program give"
    for name in members:
        if name not in (JOURNAL, SEALS, LETTER) and name not in given:
            yield f"{name} is nothing that the journal gives: it does not belong to this history"


def compare(session: Session, handed: Handed, theirs: Campaign) -> Compared:
    """The history of a bundle beside the one of the same campaign that is followed here.

    `theirs` is the campaign that `audit` gives.
    """
    return _compared(handed, theirs, followed(session, handed.uid))


def _compared(handed: Handed, theirs: Campaign, here: History | None) -> Compared:
    if here is None:
        return Compared(How.NEW, None, theirs, 0, ())
    pairs = zip(here.entries, handed.entries, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs))
    how = {
        (True, True): How.IDENTICAL,
        (True, False): How.BEHIND,
        (False, True): How.AHEAD,
        (False, False): How.DIVERGED,
    }[shared == len(here.entries), shared == len(handed.entries)]
    changes = () if how is How.IDENTICAL else differences(here.campaign, theirs)
    return Compared(how, here, theirs, shared, tuple(changes))


def take(
    session: Session, handed: Handed, compared: Compared, by: By, *, follow: str | None = None
) -> History:
    """Take a history in, in the caller's transaction; raises `Refused`.

    Where somebody has written since it was compared, it is compared again. `follow` is "theirs" or
    "ours" if the two diverge; the other is set aside and stays readable.
    """
    here = followed(session, handed.uid, compared.here)
    if here is not compared.here:
        compared = _compared(handed, compared.theirs, here)
    _room_for(session, handed, compared)
    known_keys.remember(session, handed.uid, handed.giver, handed.fingerprint)
    settings.write(session, handed.uid, PACKED_FOR, ", ".join(handed.manifest.seats))
    if compared.here and compared.how in (How.IDENTICAL, How.AHEAD):
        return compared.here
    if compared.here and compared.how is How.BEHIND:
        stream, name = compared.here.stream, compared.here.campaign.name
        if name != compared.theirs.name:
            campaigns.rename(session, stream, name, compared.theirs.name)
        origins.adopt(session, stream, handed.entries, handed.sealed_as)
        return _taken(session, stream, compared.theirs)
    if compared.here and follow not in ("theirs", "ours"):
        raise Refused(
            phrase(
                "the two histories diverge after entry {number}: which one continues?",
                number=compared.shared,
            ),
            phrase("--follow theirs, or --follow ours; the other stays readable"),
        )
    when = by.now.date().isoformat()
    if compared.here and follow == "theirs":
        why = f"diverged after entry {compared.shared}, set aside by {by.author} on {when}"
        name = compared.here.campaign.name
        if name != compared.theirs.name:
            campaigns.rename(session, compared.here.stream, name, compared.theirs.name)
        left = compared.here._replace(origin=compared.here.origin._replace(aside=why))
        origins.mark(session, left.stream, left.origin)
        update_campaign(session, left)
    aside = (
        f"from {handed.giver}, diverged after entry {compared.shared}, not followed since {when}"
        if follow == "ours" and compared.here
        else ""
    )
    stream = _kept_aside(session, handed) or journal.new_stream(session, campaigns.FAMILY)
    origins.mark(session, stream, Origin(handed.sealed_as, aside))
    origins.adopt(session, stream, handed.entries, handed.sealed_as)
    if handed.secret:
        settings.write(session, stream, SECRET, handed.secret)
    return _taken(session, stream, compared.theirs)


def _taken(session: Session, stream: str, theirs: Campaign) -> History:
    """A history that has just been added to a stream, with its projections."""
    origin = origins.origin_of(session, stream)
    history = History(stream, journal.read(session, stream), theirs, origin)
    update_campaign(session, history)
    return history


def followed(session: Session, uid: str, known: History | None = None) -> History | None:
    """The history of a campaign that is followed here, if there is one.

    It is the one that is `known` as long as nobody has written to it since.
    """
    stream = session.exec(select(models.Campaign.stream).where(models.Campaign.uid == uid)).first()
    if known and stream == known.stream:
        return campaigns.current(session, known)
    return campaigns.read(session, stream) if stream else None


def _kept_aside(session: Session, handed: Handed) -> str:
    """The stream of a history set aside that is this one, or its beginning; "" without one."""
    hashes = [entry.hash for entry in handed.entries]
    for stream in journal.campaigns(session):
        if not origins.origin_of(session, stream).aside:
            continue
        known = [entry.hash for entry in journal.read(session, stream)]
        if known == hashes[: len(known)]:
            return stream
    return ""


def _room_for(session: Session, handed: Handed, compared: Compared) -> None:
    """Refuse a second campaign of one name, and one that was withdrawn here."""
    if compared.here:
        return
    if decisions.is_withdrawn(decisions.latest(session).get(handed.uid)):
        raise Refused(
            phrase("{campaign} was withdrawn here", campaign=handed.name),
            f'campaign unarchive "{handed.name}"',
        )
    if handed.name in campaigns.names(session).values():
        raise Refused(
            phrase("there is another campaign {campaign} here already", campaign=handed.name),
            phrase("import it into another database, with --db FILE"),
        )
