"""Undo and redo: a whole step is withdrawn or counts again."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session

from campaign.services import campaigns, folding, sessions
from campaign.services.corrections.amending import played_of
from campaign.services.corrections.cascade import CorrectionEffects, entry_summary, keep, preview
from campaign.services.errors import UnknownName
from campaign.services.values import Author, History
from campaign.shell import command_with
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import phrase
from engine.my_city.campaign.corrections import (
    last_redo,
    last_undo,
    says_a_step,
    step_of,
    taking_back_redo,
    undoable_entries,
    withdrawn_entries,
)
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    HistoryCarriedOver,
)


def find(session: Session, name: str | None, author: str) -> History:
    """As `campaigns.find_to_undo`; without any campaign the error says how a session goes."""
    try:
        return campaigns.find_to_undo(session, name, author)
    except UnknownName:
        number = sessions.last_number(session)
        if name or not number or campaigns.known(session):
            raise
        raise UnknownName(
            phrase("there is no campaign yet; a session is withdrawn"),
            f"campaign session withdraw {number}",
        ) from None


def preview_undo(
    history: History, author: str, *, to: int | None, reason: str, and_later: bool
) -> CorrectionEffects:
    """Preview the withdrawal of the last step that counts, or of all steps after the entry `to`.

    In a history with an unsound entry it is the step of that entry instead of the last one; right
    after a redo it is what that brought back. Raises `NotAllowed`, and `UnknownName` for an entry
    that does not exist.
    """
    if says_a_step(reason):  # it is a step of its own, whatever somebody typed
        reason = f"undone: {reason}"
    entries = folding.entries_of(history.entries)
    counting = undoable_entries(entries)
    done_by: tuple[int, ...] = ()
    if to is not None and not 1 <= to <= len(entries):
        raise UnknownName(phrase("there is no entry {number}", number=to), "campaign history")
    if not counting:
        was_played = any(entry.kind == "episode recorded" for entry in history.entries)
        raise NotAllowed(
            phrase(
                "nothing is left that can be undone: only the beginning of the campaign remains"
            ),
            phrase(
                "to begin it again: {leave}, then {begin}",
                leave=command_with(
                    f"campaign {'archive' if was_played else 'withdraw'}", history.campaign.name
                ),
                begin="campaign new",
            ),
        )
    if to is None:
        withdrawn = withdrawn_entries(entries)
        unsound = history.campaign.entries + 1
        latest = unsound if unsound <= len(entries) else counting[-1]
        numbers = tuple(n for n in step_of(entries, latest) if n not in withdrawn)
        redo = last_redo(entries)
        if unsound > len(entries) and (brought_back := taking_back_redo(entries, redo)):
            numbers, done_by = brought_back, redo
        wanted: tuple[EntriesWithdrawn, ...] = (EntriesWithdrawn(numbers, reason),)
    else:
        _check_whole(step_of(entries, to), to, counting[-1])
        wanted = _all_after(entries, to, reason)
        numbers = tuple(n for withdrawal in wanted for n in withdrawal.entries)
    if not numbers:
        raise NotAllowed(
            phrase("no entry after {number} counts any more", number=to), "campaign history"
        )
    authors = {number: _author(history, entries, number) for number in done_by or numbers}
    by_others = [number for number in authors if authors[number] != author]
    if by_others and not and_later:
        who = authors[by_others[0]]
        raise NotAllowed(
            phrase(
                "entry {number} is by {who}: {what}",
                number=by_others[0],
                who=who,
                what=entry_summary(history, by_others[0]),
            ),
            phrase("add --and-later to withdraw the work of others too"),
        )
    return preview(history, wanted, and_later=and_later)


def _author(history: History, entries: Sequence[Entry], number: int) -> str:
    """The author of an entry; for a carried entry the author of the step that carried it over."""
    first = getattr(entries[number - 1], "step", 0) or number
    made_by = first if isinstance(entries[first - 1], HistoryCarriedOver) else number
    return history.entries[made_by - 1].author


def undo_last_step(session: Session, history: History, by: Author) -> History:
    """Withdraw the last step and keep the withdrawal; raises `NotAllowed`."""

    def again(now: History) -> CorrectionEffects:
        return preview_undo(now, by.author, to=None, reason="undone", and_later=False)

    return keep(session, again(history), again, by).history


def _all_after(entries: Sequence[Entry], to: int, reason: str) -> tuple[EntriesWithdrawn, ...]:
    """The withdrawals of all entries after `to`: undos that reach further back come first.

    An undo stays if all its entries are after `to`, because they do not count in any case.
    """
    later = range(to + 1, len(entries) + 1)
    withdrawn = withdrawn_entries(entries)
    reaching = tuple(n for n in later if n not in withdrawn and _reaches(entries[n - 1], to))
    first = (EntriesWithdrawn(reaching, reason),) if reaching else ()
    withdrawn = withdrawn_entries((*entries, *first))
    undos = (EntriesWithdrawn, EntriesRestored)
    remaining = tuple(
        n for n in later if n not in withdrawn and not isinstance(entries[n - 1], undos)
    )
    return (*first, EntriesWithdrawn(remaining, reason)) if remaining else first


def _reaches(entry: Entry, to: int) -> bool:
    """Whether an entry is an undo or a redo of an entry up to `to`."""
    match entry:
        case EntriesWithdrawn(numbers):
            return min(numbers) <= to
        case EntriesRestored(withdrawal):
            return withdrawal <= to
    return False


def before_episode(history: History, number: int) -> int:
    """The number of the last entry before the step that recorded an episode.

    Raises `UnknownName`.
    """
    played = played_of(history, number)
    entries = folding.entries_of(history.entries)
    return step_of(entries, played.entry)[0] - 1


def preview_redo(history: History, *, and_later: bool) -> CorrectionEffects:
    """Preview the reversal of the last undo that counts; raises `NotAllowed`.

    Entries after it stay if they still hold; with `and_later` the others are withdrawn.
    """
    entries = folding.entries_of(history.entries)
    undone = last_undo(entries)
    if not undone:
        raise NotAllowed(phrase("there is no undo that could be taken back"))
    try:
        return preview(history, tuple(map(EntriesRestored, undone)), and_later=and_later)
    except NotAllowed as why:
        if and_later:
            raise
        raise NotAllowed(
            phrase(
                "the undone entries do not fit the entries after them: {why}", why=wording_of(why)
            ),
            phrase(
                "{command}   withdraws the entries after them, too",
                command="campaign redo --and-later",
            ),
        ) from None


def _check_whole(step: tuple[int, ...], to: int, last: int) -> None:
    """Raise `NotAllowed` if undoing from `to` to the `last` entry undoes a part of a step."""
    if to != step[-1] and last > to:
        without = f"campaign undo --to {step[0] - 1}"
        raise NotAllowed(
            phrase(
                "entries {first} to {last} are one correction, which is undone as a whole",
                first=step[0],
                last=step[-1],
            ),
            phrase(
                "without it: {command}\nwith it: {other}",
                command=without,
                other=f"campaign undo --to {step[-1]}",
            )
            if last > step[-1]
            else phrase("without it: {command}", command=without),
        )
