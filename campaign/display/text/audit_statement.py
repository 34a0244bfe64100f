"""What an audit states, in sentences for somebody who was not there; checks in plain words.

Fact ── fact_in_words ──> a sentence        Check ── check_in_words ──> a few words
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from campaign.services.statement import Fact
from campaign.services.words import day, many, spans
from engine.kernel.phrases import joined

CHECKS: Mapping[str, str] = {
    "file and schema": "the file and its tables",
    "database chain": "nothing is gone from the file",
    "stored rows": "no list without a history",
    "signature": "the signature",
    "key": "the key of the giver",
    "hash chain": "nothing changed or slipped in",
    "payloads": "spelling of the entries",
    "values": "names, days and numbers",
    "seals": "box and envelopes",
    "campaign": "each step follows the last",
    "replay": "moves and scores",
    "rights and marks": "marks and stickers",
    "corrections": "corrections",
    "tenures": "who held which city",
    "decisions": "what was put away or withdrawn",
    "stored views": "lists and standings",
    "members": "the files in the bundle",
    "page": "the page itself",
    "journal": "the history can be read",
}
"""By name of a check what it is about, for players; other names are shown as they are."""
FAILED: Mapping[str, str] = {
    "file and schema": "the file is damaged, or lacks what guards its entries",
    "database chain": "an entry of the file is gone, was moved or was slipped in",
    "stored rows": "a list shows what no history gives",
    "hash chain": "what was written down is not what stands there now",
    "payloads": "what stands there was not written by this program",
    "values": "something stands there that this program does not write",
    "seals": "the box or an envelope is another one than at the beginning",
    "campaign": "this does not follow from what came before",
    "replay": "the moves do not give what the record says",
    "rights and marks": "marks or stickers are other than the evenings give",
    "corrections": "a correction left something behind that cannot be",
    "tenures": "who held which city does not add up",
    "decisions": "what was put away or withdrawn is shown otherwise than it was decided",
    "stored views": "lists and standings show something else than the history",
    "members": "the bundle holds other files than its history gives",
    "page": "the page does not show what its history says, or that cannot be said here",
    "journal": "the history cannot be read",
}
"""By name of a check what it means for a reader that it failed."""


def check_in_words(name: str) -> str:
    """What a check is about."""
    return CHECKS.get(name, name)


def fact_in_words(fact: Fact) -> str:
    """A fact as one sentence."""
    episodes = f"episode {spans(fact.episodes)!s}" if fact.episodes else ""
    plural = len(fact.episodes) > 1
    episodes = episodes.replace("episode ", "episodes ", 1) if plural else episodes
    those = f"E{episodes[1:]}"
    match fact.kind:
        case "failed":
            return _failed(fact, episodes)
        case "moves":
            return f"Every move of {episodes} is legal, and every score is what the moves give."
        case "possible":
            words = "is" if not plural else "are"
            return (
                f"{those} {words} possible: some order of the cards gives these boards and scores. "
                "In which order they came is not known."
            )
        case "no gap":
            return (
                f"No evening is missing between the first and the last: {episodes} are there, "
                "each played on the boards that the one before left."
            )
        case "state":
            return (
                "Marks, stickers and standings follow from these evenings: they were counted "
                "again in two ways, and agree."
            )
        case "envelopes":
            return (
                f"What was in {_envelopes(fact.names)} when it was opened is what was in it when "
                "the campaign began."
            )
        case "unchanged":
            evenings = f" ({episodes})" if episodes else ""
            return (
                f"Nothing was changed, removed or slipped in since {fact.head}, the head of "
                f"{day(fact.day)!s}, was written down{_noted(fact)}: {_entries(fact)}{evenings} "
                f"{'are' if len(fact.entries) > 1 else 'is'} as then."
            )
        case "signed":
            return (
                f"It was signed with the key {fact.names[0]}. Whose key that is, its owner can "
                "tell you by telephone."
            )
        case "witnessed":
            return (
                f"{fact.names[0]} signed on {day(fact.day)!s} to have seen the first "
                f"{many(len(fact.entries), 'entry')!s} as they are here, up to {fact.head}. "
                f"The key is {fact.names[1]}."
            )
        case "accepted":
            return (
                f"{fact.names[0]} took {fact.names[1]} over on {day(fact.day)!s}, with the first "
                f"{many(fact.amount, 'entry')!s}, up to {fact.head}. "
                f"{f'The bundle was packed for {fact.note}. ' if fact.note else ''}"
                "A receipt can prove it: campaign audit --head RECEIPT"
            )
        case "page":
            return "The page shows what its signed history says, and nothing else."
        case "page of another version":
            return (
                f"That the page shows what its history says: it was made by version "
                f"{fact.names[0]} of the program, and this is {fact.names[1]}. Its history was "
                "checked all the same."
            )
        case "played so":
            return (
                f"That {episodes} happened: moves can be legal, scores right, and the evening "
                "invented."
            )
        case "no head":
            return (
                "That nothing was rewritten: no head was given, and without one all of it could "
                "have been made anew, or its end left out. A head is eight characters that "
                "somebody wrote down at the end of an evening: campaign audit --head XXXX-XXXX"
            )
        case "before head":
            evenings = f" ({episodes})" if episodes else ""
            return (
                f"What was done to {_entries(fact)}{evenings} before {fact.head}, the head of "
                f"{day(fact.day)!s}, was written down{_noted(fact)}: a head speaks for the time "
                "after it."
            )
        case "after head":
            evenings = f", with {episodes}," if episodes else ""
            is_are = "were" if len(fact.entries) > 1 else "was"
            return (
                f"Anything after {fact.head}: {_entries(fact)}{evenings} {is_are} recorded later "
                "and could have been rewritten."
            )
        case "unchecked":
            return (
                f"That {_entries(fact)} are unchanged: the audit was asked to begin after them. "
                "Leave --since out."
            )
        case "made up":
            return (
                f"That the real box has the same values: {episodes} rest"
                f"{'' if plural else 's'} on {many(fact.amount, 'made-up value')!s}. "
                "Their list: campaign pack placeholders"
            )
        case "by hand":
            return (
                f"{many(fact.amount, 'line')!s} of the scores of {episodes}, which the table gave "
                "by hand."
            )
        case "results only":
            return f"The moves of {episodes}: only the scores were written down."
        case "without rules":
            return (
                f"The moves and scores of {episodes}: this program does not have the rules "
                "that were played by."
            )
        case "declared":
            return (
                f"What came before episode {fact.amount}: the boards of that day were declared, "
                "not played here."
            )
        case "never confirmed":
            return (
                f"That the real boards look so: nobody compared "
                f"{_board_of(fact.names)} with the record."
            )
        case "confirmed before":
            return (
                f"That {_board_of(fact.names)} still look"
                f"{'s' if len(fact.names) == 1 else ''} so: compared with the record, but not "
                "since the last evening."
            )
        case "no day":
            return f"Nobody stated the day on which {episodes} {_was(plural)} played."
        case "recorded late":
            up_to = "up to " if plural else ""
            return (
                f"{those} {_was(plural)} recorded {up_to}{fact.amount} days after "
                f"{'they were' if plural else 'it was'} played."
            )
        case "dated ahead":
            return f"{those} {_was(plural)} recorded before the day on which it is said to be."
        case "recorded at once":
            minutes = many(fact.amount, "minute")
            return f"{those} were all recorded on {day(fact.day)!s} within {minutes!s}."
        case "scores changed":
            scores = joined(", ", (f"{seat} {old} to {new}" for seat, old, new in fact.scores))
            return (
                f"Scores of {episodes} were changed by {fact.names[0]} on {day(fact.day)!s}: "
                f"{scores!s}{_why(fact)}."
            )
        case "corrected by another":
            return (
                f"{fact.names[0]} corrected {episodes}, which {fact.names[1]} had recorded, on "
                f"{day(fact.day)!s}{_why(fact)}."
            )
        case "taken back":
            return f"A record of {episodes} was taken back and counts no more: {_entries(fact)}."
        case "pack corrected":
            again = f"; {episodes} judged again" if episodes else ""
            return f"Values of the box were corrected in {_entries(fact)}{_why(fact)}{again}."
        case "same hand":
            return f"{fact.names[0]} wrote all {len(fact.entries)} entries."
        case "as played":
            return (
                f"{those} {'count' if plural else 'counts'} as the table noted it, where the "
                "moves or the rules give something else."
            )
        case "board differs":
            return (
                f"The real board of {fact.names[0]} was otherwise when {fact.names[1]} compared it "
                f"on {day(fact.day)!s}: {fact.note}."
            )
        case "head of another day":
            return (
                f"{fact.head} is said to be of {day(fact.day)!s}, and {_entries(fact)}, which has "
                "it, was recorded later."
            )
    assert_never(fact.kind)


def _failed(fact: Fact, episodes: str) -> str:
    """What a check found, and which evening it touches."""
    name = fact.names[0]
    what = FAILED.get(name, f"{name} does not hold")
    if not fact.entries:
        return f"{what[0].upper()}{what[1:]}: {fact.note}."
    evenings = f" ({episodes})" if episodes else " (before the first episode)"
    shown = fact.entries[:10]
    more = f" and {len(fact.entries) - 10} more" if len(fact.entries) > 10 else ""
    entries = f"{'Entry' if len(shown) == 1 else 'Entries'} {spans(shown)!s}{more}"
    return f"{entries}{evenings}: {what}."


def _entries(fact: Fact) -> str:
    """`entry 4`, `entries 4 to 9`."""
    return f"{'entry' if len(fact.entries) == 1 else 'entries'} {spans(fact.entries)!s}"


def _envelopes(numbers: tuple[str, ...]) -> str:
    if len(numbers) == 1:
        return f"envelope {numbers[0]}"
    return f"each of envelopes {spans(map(int, numbers))!s}"


def _board_of(seats: tuple[str, ...]) -> str:
    """`the board of bear`, `the boards of bear and deer`."""
    if len(seats) == 1:
        return f"the board of {seats[0]}"
    return f"the boards of {', '.join(seats[:-1])} and {seats[-1]}"


def _noted(fact: Fact) -> str:
    """The day that stands beside a head on a note, where one does."""
    return f" on {day(fact.note)!s}" if fact.note else ""


def _was(plural: bool) -> str:
    return "were" if plural else "was"


def _why(fact: Fact) -> str:
    return f' ("{fact.note}")' if fact.note else ""
