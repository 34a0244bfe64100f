"""Screens of histories that change hands: bundles, compared with this history, and receipts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.history import (
    counted_in_words,
    entry_in_words,
    withdrawn_in,
    without_said_twice,
)
from campaign.services import record_comparison
from campaign.services.attendance import NameOf
from campaign.services.differences import CampaignDifference, difference_in_words
from campaign.services.handover.carrying import CarryOver
from campaign.services.handover.comparing import (
    EveningEntries,
    HistoryComparison,
    Relation,
    evenings_since,
)
from campaign.services.handover.histories import TakeoverResult
from campaign.services.handover.packing import BundledHistory
from campaign.services.handover.receipts import ComparedReceipt
from campaign.services.handover.sides import Fate
from campaign.services.handover.taking_back import Import
from campaign.services.values import History
from campaign.services.words import day, many
from campaign.shell import command_with, quoted
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.my_city.campaign.entries import episode_in
from engine.my_city.campaign.model import PlayedEpisode

SHOWN = 20
"""The number of differences that are listed; the others are counted."""
FEW = 5
"""The number of entries outside an evening that are listed; the others are counted."""
FATES: Mapping[Fate, Wording] = {
    "changed": phrase("kept in another form than there"),
    "replaces": phrase("theirs counts, yours is readable as a version"),
    "version": phrase("yours counts, theirs is readable as a version"),
    "draft": phrase("a draft, to be mended at its first line that does not hold"),
    "left out": phrase("not carried over, to be read in the other history"),
}
"""The words for what becomes of an entry that is not carried over as it is."""


def bundle(handed: BundledHistory, compared: HistoryComparison, key: Wording) -> RenderableType:
    """A bundle, compared with the history here; `key` is a sentence on the key that signed it."""
    their_count = len(handed.entries)
    diverged = compared.how is Relation.DIVERGED
    rows: list[RenderableType] = [
        Text(handed.name, style="bold"),
        *_source(handed, key),
        parts.line(
            phrase("{entries}, head {head}", entries=many(their_count, "entry"), head=handed.head)
        ),
        parts.line(_how(compared, their_count), style="bold yellow" if diverged else ""),
    ]
    if compared.here and diverged:
        heads = phrase(
            "Here: head {here}. There: head {there}.", here=compared.here.head, there=handed.head
        )
        rows.append(parts.line(heads))
        rows += sides(compared)
        return parts.lines(*rows)
    if compared.how is Relation.CARRIED:
        rows += _counting_here_alone(compared)
    if compared.changes:
        rows += _differing(phrase("What is different there:"), compared.changes)
    return parts.lines(*rows)


def _source(handed: BundledHistory, key: Wording) -> tuple[RenderableType, ...]:
    """The lines on where a bundle is from, or that it is the copy of a database."""
    if handed.copied:
        copied = phrase(
            "The copy of a database, which nobody has signed. Its last entry is by {author}.",
            author=handed.giver,
        )
        return (parts.line(copied),)
    return (
        parts.line(
            phrase("Packed {day} by {giver}", day=day(handed.manifest.at), giver=handed.giver)
        ),
        parts.line(phrase("Key {fingerprint}", fingerprint=handed.fingerprint)),
        parts.line(key),
    )


def _counting_here_alone(compared: HistoryComparison) -> Iterator[RenderableType]:
    """Yield the entries that count here, but not in the history that would take its place."""
    numbers = compared.counting_here_alone
    if not (numbers and compared.here):
        return
    yield _heading(phrase("Counts here, but not there:"))
    yield from (parts.item(entry_in_words(compared.here, number)) for number in numbers[:SHOWN])
    if len(numbers) > SHOWN:
        yield parts.item(phrase("and {count} more", count=len(numbers) - SHOWN))


def _differing(heading: Phrase, changes: Sequence[CampaignDifference]) -> Iterator[RenderableType]:
    """Yield the first differences below a heading, and the number of the others."""
    yield _heading(heading)
    yield from (parts.item(difference_in_words(change)) for change in changes[:SHOWN])
    if len(changes) > SHOWN:
        yield parts.item(phrase("and {count} more", count=len(changes) - SHOWN))


def sides(compared: HistoryComparison) -> Iterator[RenderableType]:
    """Yield the evenings that each of two histories got after they diverged."""
    for heading, history in (
        (phrase("Since then here:"), compared.here),
        (phrase("Since then there:"), compared.theirs),
    ):
        if history:
            yield _heading(heading)
            for evening in evenings_since(history, compared.shared):
                yield from map(parts.item, _evening(history, evening))


def _evening(history: History, evening: EveningEntries) -> Iterator[Wording]:
    """Yield an evening in words: its episode and the number of entries after it, or its entries."""
    if evening.played is None:
        numbers, withdrawn = without_said_twice(history, evening.numbers), withdrawn_in(history)
        yield from (counted_in_words(history, number, withdrawn) for number in numbers[:FEW])
        if len(numbers) > FEW:
            yield phrase("and {count} more", count=len(numbers) - FEW)
        return
    first_number, *later = evening.numbers
    sentence = entry_in_words(history, first_number)
    first_entry = history.entries[first_number - 1]
    words = phrase(
        "{what}, by {author} on {day}",
        what=sentence,
        author=first_entry.author,
        day=day(first_entry.recorded_at),
    )
    yield (
        phrase("{words}; {more} after it", words=words, more=many(len(later), "entry"))
        if later
        else words
    )


def carry_over_effects(plan: CarryOver) -> RenderableType:
    """What becomes of each entry of the other history, and all changes by this."""
    rows: list[RenderableType] = [_heading(phrase("Carried over:"))]
    fates = Counter(outcome.fate for outcome in plan.outcomes)
    if count := fates["carried"]:
        rows.append(parts.item(phrase("{entries} after yours", entries=many(count, "entry"))))
    if count := fates["same"]:
        rows.append(parts.item(phrase("{entries} here already", entries=many(count, "entry"))))
    for outcome in plan.outcomes:
        if outcome.fate in FATES:
            subject = _thing(plan, outcome.entry)
            words = phrase("{what}: {fate}", what=subject, fate=FATES[outcome.fate])
            if outcome.why:
                words = phrase("{words} ({why})", words=words, why=outcome.why)
            rows.append(parts.item(words))
        elif outcome.why:  # who played it, where others hold the cities here
            rows.append(parts.item(joined(": ", (_thing(plan, outcome.entry), outcome.why))))
    changes = plan.changes
    if changes:
        rows += _differing(phrase("What that changes:"), changes)
    else:
        rows.append(parts.line(phrase("Nothing else changes.")))
    return parts.lines(*rows)


def _thing(plan: CarryOver, number: int) -> Wording:
    """Words for an entry of the other history: the number of its episode, or a sentence."""
    entry = plan.theirs.entries[number - 1]
    if "record" in entry.payload:
        return phrase("episode {number}", number=episode_in(entry.payload["record"]))
    return entry_in_words(plan.theirs, number)


def _how(compared: HistoryComparison, their_count: int) -> Phrase:
    """A sentence on how a history with `their_count` entries relates to the history here."""
    later_entries = many(their_count - compared.shared, "entry")
    match compared.how:
        case Relation.NEW:
            return phrase("This campaign is not among those here.")
        case Relation.IDENTICAL:
            return phrase("It is the history that is here, entry by entry.")
        case Relation.BEHIND:
            return phrase(
                "What is here is its beginning; it continues with {more}.", more=later_entries
            )
        case Relation.AHEAD:
            if compared.shared < their_count:
                if compared.counts_there_alone:
                    return phrase("It was carried over here already; not all of it counts here.")
                return phrase("All of it was carried over here already.")
            return phrase("It is the beginning of what is here.")
        case Relation.CARRIED:
            if any(change.kind == "episodes" and change.before for change in compared.changes):
                return phrase(
                    "It says that it has carried over all of the history here, and would take its "
                    "place, but an evening that counts here does not count there."
                )
            if compared.counting_here_alone:
                return phrase(
                    "It has carried over the history here, and would take its place, but not all "
                    "of it counts there."
                )
            return phrase("It has all of the history here, carried over, and would take its place.")
        case Relation.DIVERGED:
            our_count = len(compared.here.entries) if compared.here else 0
            return phrase(
                "They diverge after entry {shared}; since then {here} here, {there} there.",
                shared=compared.shared,
                here=many(our_count - compared.shared, "entry"),
                there=later_entries,
            )


def _heading(text: Wording) -> MixedText:
    return MixedText(text, style="bold")


def takeover_message(taken: TakeoverResult, plan: CarryOver | None = None) -> RenderableType:
    """The message after a takeover: the followed history, the other one, and how to go on."""
    history = taken.history
    added = phrase(
        "Added as {campaign}: {command}",
        campaign=history.called,
        command=f"campaign status --campaign {quoted(history.called)}",
    )
    if not taken.added:
        added = phrase("{campaign} goes on without it.", campaign=history.called)
    if plan:
        added = phrase("Carried over. To take all of this back: {command}", command="campaign undo")
    drafts = sorted(played.number for played in plan.drafts) if plan else []
    return parts.lines(
        parts.line(added),
        *(
            parts.line(
                phrase(
                    "Episode {number} is a draft: {command}",
                    number=number,
                    command="campaign episode enter",
                )
            )
            for number in drafts[:1]
        ),
        parts.line(
            phrase(
                "The other history is kept to be read as {aside}: {command}",
                aside=taken.aside,
                command=f"campaign history --campaign {quoted(taken.aside)}",
            )
        )
        if taken.aside
        else None,
        parts.line(phrase("Head for the box: {head}", head=history.head)),
    )


def double_evening(ours: PlayedEpisode, theirs: PlayedEpisode, person_of: NameOf) -> RenderableType:
    """An evening that both sides have recorded, and how the two records differ."""
    records = (ours.recorded.record, theirs.recorded.record)
    differs = record_comparison.comparison_in_words(*records, person_of=person_of)
    return parts.lines(
        _heading(phrase("Episode {number} is recorded on both sides.", number=ours.number)),
        parts.item(phrase("yours: {result}", result=_result(ours))),
        parts.item(phrase("theirs: {result}", result=_result(theirs))),
        parts.item(phrase("theirs differs: {what}", what=differs)) if differs else None,
        parts.line(
            phrase("Enter keeps yours, t takes theirs; the other is readable as a version.")
        ),
    )


def _result(played: PlayedEpisode) -> Wording:
    """The points of each city, and the day of the episode."""
    points = joined(", ", [f"{sheet.seat} {sheet.total}" for sheet in played.sheets])
    if played.record.played is None:
        return points
    return phrase("{points}, {day}", points=points, day=day(played.record.played.isoformat()))


def import_effects(came: Import) -> RenderableType:
    """An import that would be taken back: its entries, and what changes without them."""
    count = many(len(came.withdrawn), "entry")
    when = day(came.decision.recorded_at)
    brought = (
        phrase(
            "The import of {day} from {giver}: {count}.", day=when, giver=came.giver, count=count
        )
        if came.giver
        else phrase("The import of {day}: {count}.", day=when, count=count)
    )
    if came.after is None:
        return parts.lines(
            parts.line(brought),
            parts.line(phrase("{campaign} was not here before.", campaign=came.before.called)),
        )
    changes = _differing(phrase("What that changes:"), came.changes) if came.changes else ()
    return parts.lines(parts.line(brought), *changes)


def import_taken_back(left: History, history: History | None) -> RenderableType:
    """The message after taking back an import: how to read it, how to restore it, and the head."""
    return parts.lines(
        parts.line(phrase("Taken back.")),
        parts.line(
            phrase(
                "What the import brought is kept to be read as {aside}: {command}",
                aside=left.called,
                command=f"campaign history --campaign {quoted(left.called)}",
            )
        ),
        parts.line(phrase("To take it in again: {command}", command="campaign handover take FILE")),
        parts.line(phrase("Head for the box: {head}", head=history.head)) if history else None,
    )


def letter(handed: BundledHistory) -> RenderableType:
    """The letter in a bundle, indented so that no line looks like a line of the program."""
    return parts.lines(
        _heading(phrase("The letter in it:")), parts.item(Text(handed.letter.rstrip()))
    )


def receipt(receipt: ComparedReceipt, key: Wording, *, adds: bool) -> RenderableType:
    """A receipt: what was accepted, and what follows here, unless the command `adds` it."""
    entries, others, seat = receipt.history.entries, receipt.bundle_for, receipt.seat
    accepted = phrase(
        "{player} accepted {seat} of {campaign} on {day}.",
        player=receipt.player,
        seat=seat,
        campaign=receipt.history.campaign.name,
        day=day(receipt.entry.recorded_at),
    )
    if receipt.undone:
        joining = command_with(f"campaign player join {seat}", receipt.player)
        follows = (
            phrase(
                "The acceptance was taken back here; {player} holds {seat} all the same.",
                player=receipt.player,
                seat=seat,
            )
            if receipt.holder == receipt.player
            else phrase(
                "The acceptance was taken back here. To let {player} hold {seat}: {command}",
                player=receipt.player,
                seat=seat,
                command="campaign redo" if receipt.redone else joining,
            )
        )
    elif receipt.here:
        follows = phrase("The acceptance is in the history.")
    elif receipt.fits and adds:
        follows = phrase("The acceptance is the next entry.")
    elif receipt.fits:
        follows = phrase("The acceptance is the next entry: --take adds it here as well.")
    else:
        later_entries = many(len(entries) - receipt.shared, "entry")
        follows = phrase(
            "Since then {entries} came here: the acceptance follows them."
            if adds
            else "Since then {entries} came here: --take adds the acceptance after them.",
            entries=later_entries,
        )
    seen = phrase("What was accepted is this history up to entry {number}.", number=receipt.shared)
    if entries[receipt.shared - 1].hash != receipt.entry.previous_hash:
        seen = phrase(
            "What was accepted is another copy, which was carried over here up to entry {number}.",
            number=receipt.shared,
        )
    holder = receipt.holder
    leaves = phrase("{holder} holds {seat} now, and leaves it then.", holder=holder, seat=seat)
    return parts.lines(
        parts.line(accepted),
        parts.line(phrase("Key {fingerprint}", fingerprint=receipt.fingerprint)),
        parts.line(key),
        parts.line(seen),
        parts.line(
            phrase("The bundle was packed for {others}, not for {seat}.", others=others, seat=seat)
        )
        if others
        else None,
        parts.line(follows),
        parts.line(leaves) if not receipt.here and holder not in ("", receipt.player) else None,
    )
