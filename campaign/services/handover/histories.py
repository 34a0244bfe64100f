"""Histories from bundles: verified without a database, compared, imported.

    packing.unpack ──> BundledHistory ── audit, compare ──> take, or carry_over

A history that continues the one here is taken in. If the two diverge, one is followed and the
other kept to be read, or the entries of the bundle are carried over (`carrying`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session, select

from campaign.services import campaigns, folding
from campaign.services.audit import checks
from campaign.services.audit.heads import KeptHead
from campaign.services.audit.testimony import ExaminedHistory, statement_of
from campaign.services.errors import not_as_shown
from campaign.services.handover import carrying, comparing, known_keys
from campaign.services.handover.carrying import CarryOver
from campaign.services.handover.comparing import HistoryComparison, Relation
from campaign.services.handover.packing import (
    JOURNAL,
    LETTER,
    SEALS,
    BundledHistory,
    Head,
    packs_of,
    photo_name,
    photos_in,
    records_of,
)
from campaign.services.projections.campaigns import update_campaign
from campaign.services.seals import SECRET
from campaign.services.values import AuditCheck, AuditResult, Author, History
from campaign.shell import command_with, quoted
from campaign.store import decisions, drafts, journal, origins, settings
from campaign.store.decisions import AdoptionDecision, PlaceDecision
from campaign.store.models import campaigns as models
from campaign.store.origins import Origin
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign

PACKED_FOR = "seats of the bundle"
"""A setting under a campaign's uid: the seats for which the last imported bundle was packed."""


def audit(
    handed: BundledHistory, heads: Sequence[KeptHead] = (), *, without_secret: bool = False
) -> tuple[AuditResult, Campaign | None]:
    """Audit a bundle without a database; return the result, and the campaign or None.

    `heads` are kept heads. `without_secret` says that the bundle lacks the secret on purpose.
    """
    history = checks.StoredHistory(
        handed.sealed_as,
        handed.entries,
        Origin(handed.sealed_as),
        handed.secret or None,
        without_secret,
    )
    results = [
        AuditCheck("signature", phrase("by {giver}", giver=handed.giver), 0.0),
        AuditCheck("key", handed.fingerprint, 0.0),
    ]
    results += checks.journal_checks(history, heads)
    campaign, campaign_checks = checks.campaign_and_checks(history)
    results += campaign_checks
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
        photos = photos_in(handed, campaign).items()
        pictures = {photo_name(photo): picture for photo, picture in photos}
        expected = {**records_of(campaign), **packs_of(campaign), **pictures}
        problems += _unvouched(handed, expected)
    count = len(handed.bundle.members) - 1
    note = phrase("{count} files as the journal gives them, and a letter", count=count)
    results.append(AuditCheck("members", note, 0.0, tuple(problems)))
    folded = history_of(handed, campaign) if campaign else None
    statement = statement_of(ExaminedHistory(handed.entries, folded, results, heads))
    return AuditResult(handed.name, tuple(results), statement), campaign


def _unvouched(handed: BundledHistory, expected: Mapping[str, bytes]) -> Iterator[str]:
    """A sentence for each member that differs from what the journal and this program give."""
    members = handed.bundle.members
    for name, data in expected.items():
        if members.get(name) != data:
            yield f"{name} is not what the journal and this program give"
    for name in members:
        if name not in (JOURNAL, SEALS, LETTER) and name not in expected:
            yield f"the journal gives no {name}: this file does not belong to the history"


def compare(session: Session, handed: BundledHistory, theirs: Campaign) -> HistoryComparison:
    """Compare the history of a bundle with the followed history of the same campaign here.

    `theirs` is the campaign that `audit` returned. Raises `NotAllowed` for a history that has the
    id of the campaign here and another first entry, as only a forged one has.
    """
    here = followed_history(session, handed.uid)
    if here and here.entries[0].hash != handed.entries[0].hash:
        raise NotAllowed(
            phrase(
                "{name} has the id of {campaign} here, but did not begin as that: it is another "
                "campaign",
                name=handed.name,
                campaign=here.called,
            )
        )
    return comparing.compare(here, history_of(handed, theirs))


def history_of(handed: BundledHistory, campaign: Campaign) -> History:
    """The history in a bundle, with the campaign that it gives."""
    return History(handed.sealed_as, handed.entries, campaign, Origin(handed.sealed_as))


class TakeoverResult(NamedTuple):
    """The history that is followed now, and the name of a history set aside, "" for none.

    `added` is false if the followed history stays as it was, and the other one is set aside.
    """

    history: History
    aside: str = ""
    added: bool = True


def take(
    session: Session,
    handed: BundledHistory,
    compared: HistoryComparison,
    by: Author,
    *,
    follow: str | None = None,
) -> TakeoverResult:
    """Import the history of a bundle in the caller's transaction; raises `NotAllowed`.

    The comparison is made again if somebody has written since. `follow` is "theirs" or "ours"
    if the two diverge; the other history is set aside and stays readable.
    """
    here = followed_history(session, handed.uid, compared.here)
    is_as_shown = here is compared.here
    if not is_as_shown:
        compared = comparing.compare(here, compared.theirs)
    _note_giver(session, handed, compared)
    how, theirs, shared = compared.how, compared.theirs, compared.shared
    if here is None:
        return TakeoverResult(_store_history(session, handed, theirs, by))
    if follow == "theirs" and compared.forked:
        how = Relation.CARRIED
    if how is Relation.BEHIND:
        _rename(session, here, theirs)
        _adopt(session, here.stream, handed, by)
        return TakeoverResult(update_projections(session, here.stream, theirs.campaign))
    if how is Relation.CARRIED:
        if not is_as_shown:  # what somebody has added since would count no more
            raise not_as_shown()
        when = by.now.date().isoformat()
        _rename(session, here, theirs)
        why = f"diverged after entry {shared}, set aside by {by.author} on {when}"
        former = set_aside(session, here, why, by)
        history = _store_history(session, handed, theirs, by, instead=here.stream)
        drafts.move(session, here.stream, history.stream)
        return TakeoverResult(history, former.called)
    if how is Relation.DIVERGED and follow == "ours":
        aside = _keep_aside(session, handed, compared, decisions.SET_ASIDE, by)
        return TakeoverResult(here, aside, added=False)
    if how is Relation.DIVERGED:
        raise NotAllowed(
            phrase(
                "the two histories diverge after entry {number}: which one continues?",
                number=shared,
            ),
            phrase(
                "--follow both carries theirs over after yours; with --follow ours or theirs the "
                "other one is only kept to be read"
            ),
        )
    return TakeoverResult(here)


def carry_over(
    session: Session,
    handed: BundledHistory,
    compared: HistoryComparison,
    plan: CarryOver,
    again: Callable[[History], CarryOver],
    by: Author,
) -> TakeoverResult:
    """Keep a carry-over from a bundle, and set its history aside; raises `NotAllowed`."""
    _note_giver(session, handed, compared)
    history = carrying.keep(session, plan, again, by)
    return TakeoverResult(
        history, _keep_aside(session, handed, compared, decisions.CARRIED_OVER, by)
    )


def _keep_aside(
    session: Session, handed: BundledHistory, compared: HistoryComparison, kind: str, by: Author
) -> str:
    """Keep the history of a bundle to be read, beside the followed one; return its name.

    `kind` is the kind of decision about it.
    """
    outcome = "carried over" if kind == decisions.CARRIED_OVER else "not followed"
    when = by.now.date().isoformat()
    aside = f"from {handed.giver}, diverged after entry {compared.shared}, {outcome} on {when}"
    return _store_history(session, handed, compared.theirs, by, kind, aside).called


def set_aside(session: Session, history: History, why: str, by: Author) -> History:
    """Set a followed history aside, so that it is only kept to be read."""
    former = history._replace(
        origin=decide(session, decisions.SET_ASIDE, PlaceDecision(history.stream, why), by)
    )
    update_campaign(session, former)
    return former


def _note_giver(session: Session, handed: BundledHistory, compared: HistoryComparison) -> None:
    """Keep the key and the seats of an imported bundle; raises `NotAllowed` as `_check_room`."""
    _check_room(session, handed, compared)
    if not handed.copied:
        known_keys.remember(session, handed.uid, handed.giver, handed.fingerprint)
    settings.write(session, handed.uid, PACKED_FOR, ", ".join(handed.manifest.seats))


def _rename(session: Session, here: History, theirs: History) -> None:
    """For every user who chose this campaign, replace its name by the name in the other history."""
    name = here.campaign.name
    if name != theirs.campaign.name:
        campaigns.update_choices(session, here.stream, name, theirs.campaign.name)


def _store_history(
    session: Session,
    handed: BundledHistory,
    theirs: History,
    by: Author,
    kind: str = decisions.FOLLOWED,
    why: str = "",
    instead: str = "",
) -> History:
    """Store the history of a bundle in a stream of its own; `kind` and `why` are the decision.

    `instead` is the stream that was followed until then, "" for none.
    """
    stream = _kept_aside(session, handed) or journal.new_stream(session, campaigns.FAMILY)
    _adopt(session, stream, handed, by)
    if instead or why != origins.origin_of(session, stream).aside:
        decide(session, kind, PlaceDecision(stream, why, instead), by)
    if handed.secret:
        settings.write(session, stream, SECRET, handed.secret)
    return update_projections(session, stream, theirs.campaign)


def _adopt(session: Session, stream: str, handed: BundledHistory, by: Author) -> None:
    """Append the bundled entries that a stream lacks, with the decision that names the giver."""
    here = origins.adopt(session, stream, handed.entries, handed.sealed_as)
    last = len(handed.entries)
    if here < last:
        adoption = AdoptionDecision(stream, handed.sealed_as, here + 1, last, handed.giver)
        decide(session, decisions.ADOPTED, adoption, by)


def decide(
    session: Session, kind: str, decision: AdoptionDecision | PlaceDecision, by: Author
) -> Origin:
    """Keep a decision about the history in a stream; return its origin from now on."""
    return origins.decide(session, kind, decision, author=by.author, now=by.now)


def update_projections(session: Session, stream: str, campaign: Campaign) -> History:
    """Update the projections of a stream, whose `campaign` is known already; return its history."""
    origin = origins.origin_of(session, stream)
    history = History(stream, journal.read(session, stream), campaign, origin)
    update_campaign(session, history)
    return history


def followed_history(session: Session, uid: str, known: History | None = None) -> History | None:
    """The followed history of a campaign here; None if there is none.

    It is the value `known` itself unless somebody has written to its stream since.
    """
    stream = campaigns.followed_stream(session, uid)
    if known and stream == known.stream:
        return folding.current(session, known)
    return folding.read(session, stream) if stream else None


def followed_names(session: Session) -> dict[str, str]:
    """The names of the campaigns that have a followed history here, by their ids."""
    rows = session.exec(select(models.CampaignRow.uid, models.CampaignRow.name))
    return dict(rows.all())


def _kept_aside(session: Session, handed: BundledHistory) -> str:
    """The stream set aside that holds a bundle's history or its beginning; "" for none."""
    hashes = [entry.hash for entry in handed.entries]
    for stream in journal.campaign_streams(session):
        if not origins.origin_of(session, stream).aside:
            continue
        stored_hashes = [entry.hash for entry in journal.read(session, stream)]
        if stored_hashes == hashes[: len(stored_hashes)]:
            return stream
    return ""


def _check_room(session: Session, handed: BundledHistory, compared: HistoryComparison) -> None:
    """Raise `NotAllowed` for a new campaign whose name is taken, or that was withdrawn here."""
    if compared.here:
        return
    if decisions.is_withdrawn(decisions.latest_decisions(session).get(handed.uid)):
        raise NotAllowed(
            phrase("{campaign} was withdrawn here", campaign=handed.name),
            command_with("campaign unarchive", handed.name),
        )
    campaigns.check_name_of_campaign(handed.name)
    if handed.name in campaigns.names(session).values():
        raise NotAllowed(
            phrase("there is another campaign {campaign} here already", campaign=handed.name),
            phrase(
                "{command}, or import it into another database, with --db FILE in each command",
                command=f"campaign rename NAME --campaign {quoted(handed.name)}",
            ),
        )
