"""The checks of an audit of one campaign; each checks something that no other check covers.

    hash chain        every entry follows from the one before it, by their hashes
    payloads          every payload is canonical JSON
    values            every value is of the form of its kind of entry
    seals             the box and the envelopes are those that the campaign was begun with
    campaign          every entry is allowed after those before it, by the rules of the campaign
    replay            every record is proved by its replay, or kept as it was played
    rights and marks  the campaign adds up when it is counted from the sheets and the boards
    corrections       each left the campaign as if its episode had been recorded correctly
    tenures           one player holds a city at a time; a successor had seen this history
    stored views      the stored projections are those that the journal gives

A check names what differs: entry, field, stored and derived value, and what helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from time import perf_counter
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import forms
from campaign.services.ancestry import (
    day_of_head,
    entry_by_hash,
    number_by_head,
    was_carried,
)
from campaign.services.audit.findings import EntryProblem
from campaign.services.audit.heads import KeptHead, KnownHead, known_heads
from campaign.services.audit.seals import seal_problems
from campaign.services.errors import ServiceError
from campaign.services.projections.campaigns import project_campaign
from campaign.services.projections.sheets import note_on_unstored_sheets, without_unstored_sheets
from campaign.services.status import proof_sentence
from campaign.services.values import AuditCheck, History
from campaign.services.words import day, many
from campaign.shell import quoted
from campaign.store import decisions, journal, projections
from campaign.store.errors import BadHead, DatabaseBusy, StoreError, explain
from campaign.store.models.every import PROJECTIONS
from campaign.store.origins import Origin
from engine.kernel.errors import EngineError, NotAllowed, wording_of
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.my_city.campaign import recount
from engine.my_city.campaign.corrections import UnsoundEntry, withdrawn_entries
from engine.my_city.campaign.entries import KINDS, entry_of
from engine.my_city.campaign.fold import campaign_of
from engine.my_city.campaign.leftovers import leftovers
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.outcome import UnprovedRecord

RESTORE = "campaign db restore FILE   puts a copy from before in its place"
ANOTHER = (
    "is it the head of another campaign? campaign audit --campaign NAME; if it is not: "
    "campaign db restore FILE"
)
ABOUT_AN_ENTRY = ("campaign undo ", "campaign episode edit ")
"""How the commands begin that correct an entry of a campaign."""
HISTORIES = "campaign list --histories   names the copy, if it is here: audit it with --campaign"
PROGRAM = (
    "the release of this program that the campaign was begun with, or its pack; if all closed "
    "envelopes fail and nothing else: campaign db restore FILE"
)
WRITER = "the release of this program that wrote the entry"
FORM = "nothing is lost: the entry is shown as it is, but no other database takes it in"
DOCTOR = "campaign doctor   prints what a report of this fault of the program needs"
REBUILD = "campaign db rebuild   makes what lists and screens show again from the history"


Problem = str | EntryProblem
Result = tuple[Iterable[Problem], Wording]
"""The problems of a check, and the note that is shown when there are none."""


class StoredHistory(NamedTuple):
    """What an audit examines: the stored entries, their origin, and the secret of the envelopes."""

    stream: str
    entries: tuple[journal.Entry, ...]
    origin: Origin
    secret: str | None = None
    without_secret: bool = False
    """Whether the secret is left out on purpose: seals of closed envelopes are not checked."""


def timed_check(name: str, check: Callable[[], Result], remedy: str = "") -> AuditCheck:
    """Run a check and return it with its time; an error becomes its problem, except `BadHead`."""
    began = perf_counter()
    try:
        found_problems, note = check()
        problems = tuple(found_problems)
    except BadHead:  # the given head is wrong, not the database
        raise
    except Exception as error:  # a damaged database may hold anything, and an audit goes on
        problems, note = (failure_in_words(error),), ""
    return check_of_problems(name, note, perf_counter() - began, problems, remedy)


def check_of_problems(
    name: str, note: Wording, seconds: float, problems: Sequence[Problem] = (), remedy: str = ""
) -> AuditCheck:
    """A check with the problems that it found, and what helps against them as `remedy`."""
    return AuditCheck(
        name,
        note,
        seconds,
        tuple(problem if isinstance(problem, str) else problem.words for problem in problems),
        remedy if problems else "",
        tuple(
            dict.fromkeys(
                problem.entry for problem in problems if isinstance(problem, EntryProblem)
            )
        ),
    )


def failure_in_words(error: Exception) -> str:
    """The error that kept a check from being made, in one line.

    Raises `DatabaseBusy`: a lock that others hold is no problem of the database.
    """
    if isinstance(error, DatabaseBusy):
        raise error
    known = explain(error, "the database") or error
    if isinstance(known, DatabaseBusy):
        raise known from error
    line = (str(known).strip().splitlines() or [""])[0]
    kind = (
        ""
        if isinstance(known, StoreError | EngineError | ServiceError)
        else f"{type(known).__name__}: "
    )
    return f"cannot be checked: {kind}{journal.one_line(line, 160)}"


def journal_checks(
    history: StoredHistory, heads: Sequence[KeptHead] = (), since: int = 1
) -> tuple[AuditCheck, ...]:
    """The checks that need only the journal; entries before `since` are checked for seals alone."""
    entries = history.entries
    count: Wording = many(len(entries) - since + 1, "entry")
    if since > 1:
        count = phrase("{entries} from {since} on", entries=count, since=since)

    @cache
    def checked() -> list[journal.ChainProblem]:
        verified = journal.chain_problems(entries, history.origin.sealed_as)
        return [problem for problem in verified if problem.seq >= since]

    def chain() -> Result:
        problems: list[Problem] = [
            EntryProblem(problem.seq, str(problem))
            for problem in checked()
            if problem.field != "payload"
        ]
        head = journal.short_head(entries[-1].hash)
        note: list[Wording] = [phrase("{entries}, head {head}", entries=count, head=head)]
        broken = bool(problems)
        remarks = []
        for kept in heads:
            missing, remark = _continues(entries, kept, since, broken=broken)
            problems += missing
            remarks += [remark] if remark else []
        if since == 1 and len(remarks) > 1:
            newest = known_heads(entries, heads)[-1]
            remarks = [_continues_all(len(remarks), newest)]
        return problems, joined("", note + remarks)

    def payloads() -> Result:
        problems = (
            EntryProblem(problem.seq, str(problem))
            for problem in checked()
            if problem.field == "payload"
        )
        return problems, phrase("{entries} in canonical form", entries=count)

    chained = timed_check("hash chain", chain, RESTORE)
    if chained.problems and not checked() and all(_carrying(entries, k) for k in heads):
        chained = chained._replace(remedy=HISTORIES)
    elif chained.problems and not checked() and not known_heads(entries, heads):
        chained = chained._replace(remedy=ANOTHER)
    return (
        chained,
        timed_check("payloads", payloads, RESTORE),
        timed_check("values", lambda: (_malformed(entries[since - 1 :]), count), FORM),
        timed_check(
            "seals", lambda: seal_problems(entries, history.secret, history.without_secret), PROGRAM
        ),
    )


def campaign_and_checks(history: StoredHistory) -> tuple[Campaign | None, tuple[AuditCheck, ...]]:
    """The campaign that the entries give (None if they give none), and its checks.

    The fold replays every record; the check `replay` says what its verdicts are.
    """
    began = perf_counter()

    def checked(note: Wording, *problems: Problem, remedy: str = RESTORE) -> AuditCheck:
        return check_of_problems("campaign", note, perf_counter() - began, problems, remedy)

    try:
        campaign = _folded(history.entries)
    except UnsoundEntry as error:
        if isinstance(error.__cause__, UnprovedRecord):
            sound = checked(phrase("up to entry {number}", number=error.entry - 1))
            why = EntryProblem(error.entry, str(error))
            return None, (sound, check_of_problems("replay", "", 0.0, (why,), RESTORE))
        return None, (checked("", EntryProblem(error.entry, str(error))),)
    except UnknownEntry as error:
        return None, (checked("", EntryProblem(error.entry, str(error)), remedy=WRITER),)
    except EngineError as error:
        return None, (checked("", str(error)),)
    except Exception as error:  # a damaged entry may hold anything
        return None, (checked("", f"the values of an entry do not fit its kind: {error}"),)
    return campaign, folded_campaign_checks(history.entries, campaign, perf_counter() - began)


def folded_campaign_checks(
    entries: Sequence[journal.Entry], campaign: Campaign, seconds: float = 0.0
) -> tuple[AuditCheck, ...]:
    """The checks of a campaign that was folded from the entries in `seconds`."""
    note = joined(", ", (many(len(campaign.played), "episode"), many(len(campaign.cities), "city")))
    return (
        check_of_problems("campaign", note, seconds),
        timed_check("replay", lambda: ((), proof_sentence(campaign))),
        timed_check(
            "rights and marks",
            lambda: (recount.discrepancies(campaign), phrase("add up")),
            _begin_again(campaign) if campaign.declared else DOCTOR,
        ),
        _corrections(entries, campaign),
        _undone(timed_check("tenures", lambda: _tenures(entries, campaign), DOCTOR)),
    )


def _begin_again(campaign: Campaign) -> str:
    """What helps if a campaign whose state was declared does not add up."""
    command = f"campaign new NAME --from {campaign.begins} --state FILE"
    return f"{command}   begins it again under another name, from a form that adds up"


def _undone(check: AuditCheck) -> AuditCheck:
    """The check with the undo that takes back the first entry that its problems name, if any."""
    if not check.entries:
        return check
    before = min(check.entries) - 1
    return check._replace(remedy=f"campaign undo --to {before}   takes back what came after it")


def of_campaign(check: AuditCheck, called: str) -> AuditCheck:
    """The check with a remedy that names the campaign, if it is a command about an entry of it."""
    command, gap, why = check.remedy.partition("   ")
    if not command.startswith(ABOUT_AN_ENTRY):
        return check
    return check._replace(remedy=f"{command} --campaign {quoted(called)}{gap}{why}")


def projections_check(session: Session, history: History) -> AuditCheck:
    """The check that the stored projections of a campaign are those that its journal gives."""

    def compared() -> Result:
        if missing := history.campaign.without_rules:
            return (), phrase("not compared: {why}", why=missing.verdict.reason)
        stored = projections.stored_rows(session, [history.stream], PROJECTIONS)[history.stream]
        rows, unstored = without_unstored_sheets(
            project_campaign(history, decisions.persons(session)), stored
        )
        differing = projections.differences(stored, rows, PROJECTIONS)
        return map(str, differing), joined(
            "", (phrase("as derived"), note_on_unstored_sheets(unstored))
        )

    return timed_check("stored views", compared, REBUILD)


def _corrections(stored: Sequence[journal.Entry], campaign: Campaign) -> AuditCheck:
    """The check for leftovers of earlier releases' corrections; its remedy mends the first one."""
    began = perf_counter()
    entries = [entry_of(entry.kind, entry.payload) for entry in stored]
    try:
        remaining = tuple(leftovers(entries, campaign))
    except Exception as error:  # a damaged entry may hold anything
        return AuditCheck(
            "corrections", "", perf_counter() - began, (failure_in_words(error),), DOCTOR
        )
    remedy = remaining[0].remedy if remaining else ""
    problems = tuple(EntryProblem(leftover.entry, leftover.words) for leftover in remaining)
    return check_of_problems(
        "corrections", "left nothing behind", perf_counter() - began, problems, remedy
    )


class UnknownEntry(NotAllowed):
    """An entry of a kind or shape that this program does not know."""

    def __init__(self, stored: journal.Entry, error: EngineError) -> None:
        super().__init__(
            phrase(
                "entry {seq} ({kind}): {error}",
                seq=stored.seq,
                kind=stored.kind,
                error=wording_of(error),
            )
        )
        self.entry = stored.seq


def _malformed(entries: Iterable[journal.Entry]) -> Iterator[EntryProblem]:
    """The problems of entries whose payload does not have the form of their kind."""
    for entry in entries:
        for why in forms.problems([entry], KINDS):
            yield EntryProblem(entry.seq, why)


def _folded(entries: Sequence[journal.Entry]) -> Campaign:
    """The fold of a journal; raises `EngineError`, or any error for a payload of another shape."""
    known = []
    for entry in entries:
        try:
            known.append(entry_of(entry.kind, entry.payload))
        except EngineError as error:
            raise UnknownEntry(entry, error) from error
    return campaign_of(known)


def _continues(
    entries: Sequence[journal.Entry], kept: KeptHead, since: int, *, broken: bool
) -> tuple[list[str], Wording]:
    """Check that entries continue a kept head; return problems, or a note if there are none.

    `since` is the first entry whose link was checked; `broken` says that a checked link does not
    hold. Only checked links that hold prove anything.
    """
    wanted = kept.head
    noted = next((entry for entry in entries if kept.is_of(entry.hash)), None)
    if broken:
        return [f"whether it continues {wanted} cannot be said: the chain is broken"], ""
    if noted is None and (carried := _carrying(entries, kept)):
        return [
            f"{wanted} is the head of another copy, which entry {carried} says it carried over"
        ], ""
    if noted is None and any(journal.short_head(entry.hash) == wanted for entry in entries):
        return [f"the entry with {wanted} has not the whole hash that was signed"], ""
    if noted is None:
        return [f"no entry has the head {wanted}: this is another history"], ""
    since_day = day_of_head(noted, entries)
    dated = f"{wanted} of {since_day}"
    if since == 1:
        return [], phrase(", continues {head} of {day}", head=wanted, day=day(since_day))
    if noted.seq + 1 < since:
        words = f"{dated} is entry {noted.seq}, before what was checked: leave --from-entry out"
        return [f"whether it continues {wanted} cannot be said: {words}"], ""
    linked = phrase(
        ", linked to {head} of {day}; entries 1 to {last} were not checked",
        head=wanted,
        day=day(since_day),
        last=since - 1,
    )
    return [], linked


def _continues_all(count: int, newest: KnownHead) -> Phrase:
    """That entries continue several kept heads, as those of a card, and which is the newest."""
    return phrase(
        ", continues {count} heads, the newest {head} of {day}",
        count=count,
        head=journal.short_head(newest.entry.hash),
        day=day(newest.day),
    )


def _carrying(entries: Sequence[journal.Entry], kept: KeptHead) -> int:
    """The entry that says that it carried over a copy with this kept head; 0 if none does."""
    known = entry_by_hash(entries).items()
    return next((number for digest, number in known if kept.is_of(digest)), 0)


def _tenures(entries: Sequence[journal.Entry], campaign: Campaign) -> Result:
    """Check who held which city, and which history each successor had seen."""
    problems: list[Problem] = list(recount.tenure_discrepancies(campaign))
    marked: list[Wording] = []
    accepted = [pair for pair in pairwise(entries) if pair[1].kind == "city accepted"]
    gone = withdrawn_entries([entry_of(e.kind, e.payload) for e in entries]) if accepted else ()
    for before, entry in accepted:
        if entry.seq in gone:
            continue
        carried = was_carried(entry, entries)
        seen = number_by_head(entries[: entry.seq - 1]) if carried else (before.hash,)
        if entry.payload.get("head") not in seen:
            why = f"entry {entry.seq}: accepts another history than the one before it"
            problems.append(EntryProblem(entry.seq, why))
        seats = entry.payload.get("bundle_for")
        if seats and any(tenure.since == entry.seq for tenure in campaign.tenures):
            taken = phrase(
                "; {seat} in entry {number} by a bundle for {seats}",
                seat=entry.payload["seat"],
                number=entry.seq,
                seats=seats,
            )
            marked.append(taken)
    held = sum(not tenure.until for tenure in campaign.tenures)
    note = phrase("{count}, {held} of them now", count=len(campaign.tenures), held=held)
    return problems, joined("", (note, *marked))
