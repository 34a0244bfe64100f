"""Screens of corrections: their effects, and the versions of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.stickers import ground
from campaign.display.terminal.words import MixedText
from campaign.display.text.history import entry_in_words, without_said_twice
from campaign.display.text.reasons import why_in_words
from campaign.display.text.retyping import commands_again
from campaign.display.text.stickers import sticker_in_words
from campaign.services import record_comparison
from campaign.services.corrections.amending import (
    EpisodeVersion,
    version_that_counted,
)
from campaign.services.corrections.cascade import CorrectionEffects, KeptCorrection
from campaign.services.corrections.decisions import EveningFate, Fate, LaterEvening, LaterSticker
from campaign.services.differences import difference_in_words
from campaign.services.record_comparison import RecordDifference
from campaign.services.values import History
from campaign.services.words import many, spans
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
)
from engine.my_city.campaign.reasons import reason_in_words

MANY = 8
"""The most entries that are named one by one."""
RECORDED = "episode recorded"
"""The kind of entries that are named by their episodes."""
KINDS = {
    "envelope opened": ("{count} envelope opened", "{count} envelopes opened"),
    RECORDED: ("{count} episode recorded", "{count} episodes recorded"),
    "episode noted": ("{count} note of an evening", "{count} notes of evenings"),
    "photo added": ("{count} photo added", "{count} photos added"),
    "photo removed": ("{count} photo removed", "{count} photos removed"),
    "sticker placed": ("{count} sticker placed", "{count} stickers placed"),
    "pack applied": ("{count} correction of the pack", "{count} corrections of the pack"),
    "pack updated": ("{count} newer edition of the pack", "{count} newer editions of the pack"),
    "withdrawn": ("{count} withdrawal", "{count} withdrawals"),
    "restored": ("{count} withdrawal taken back", "{count} withdrawals taken back"),
    "amended": ("{count} other record", "{count} other records"),
    "carried over": ("{count} copy carried over", "{count} copies carried over"),
    "city named": ("{count} city named", "{count} cities named"),
    "player joined": ("{count} player joined", "{count} players joined"),
    "player left": ("{count} player left", "{count} players left"),
    "campaign renamed": ("{count} campaign renamed", "{count} campaigns renamed"),
    "player renamed": ("{count} player renamed", "{count} players renamed"),
    "board checked": ("{count} board checked", "{count} boards checked"),
    "city accepted": ("{count} city accepted", "{count} cities accepted"),
}
"""The words for a number of entries of one kind, singular and plural, by kind."""
FATES: Mapping[Fate, Wording] = {
    "kept": phrase("kept"),
    "kept with scores": phrase("kept, with these scores"),
    "kept as played": phrase("kept as played"),
    "draft": phrase("a draft"),
    "taken back": phrase("taken back"),
}
"""The words for what becomes of a later evening."""
SIDE_BY_SIDE = ("card", "answer")
"""The kinds of differences of records that a table shows; other kinds are sentences."""
NOTES = ("On the corrected boards",)
"""The columns whose text may be folded."""


def cascade(history: History, cascade: CorrectionEffects) -> RenderableType:
    """The entries that no longer count after a correction, and everything that it changes."""
    rows: list[RenderableType] = []
    if cascade.withdrawn:
        rows.append(_heading(phrase("No longer counts (it stays readable in the history):")))
        rows += map(parts.item, _withdrawn(history, cascade))
    rows.append(_heading(phrase("What that changes:")))
    changes = map(difference_in_words, cascade.changes)
    rows += map(parts.item, changes if cascade.changes else (_nothing_listed(cascade),))
    return parts.lines(*rows)


def _nothing_listed(cascade: CorrectionEffects) -> Phrase:
    """What is said of a correction that changes nothing of what is listed."""
    if cascade.new_pack:
        return phrase("values of the pack, and nothing that is listed")
    return phrase("nothing else changes" if cascade.withdrawn else "nothing that is listed")


def _heading(text: Wording) -> MixedText:
    return MixedText(text, style="bold")


def _withdrawn(history: History, cascade: CorrectionEffects) -> Iterator[Wording]:
    """Yield the entries that no longer count, or, if they are many, their numbers by kind."""
    numbers = cascade.withdrawn
    if len(numbers) <= MANY:
        yield from (
            phrase("entry {number}: {what}", number=number, what=entry_in_words(history, number))
            for number in without_said_twice(history, numbers)
        )
        return
    kinds = Counter(history.entries[number - 1].kind for number in numbers)
    episodes = {played.number for played in cascade.withdrawn_episodes if played.entry in numbers}
    if episodes and len(episodes) == kinds[RECORDED]:
        del kinds[RECORDED]
        yield plural(
            "episode {numbers}", "episodes {numbers}", len(episodes), numbers=spans(episodes)
        )
    yield from (plural(*KINDS[kind], count) for kind, count in kinds.items())
    yield phrase(
        "entries {first} to {last}: {command}",
        first=numbers[0],
        last=numbers[-1],
        command="campaign history",
    )


def later_evenings(outcomes: Sequence[EveningFate]) -> RenderableType:
    """A line for each evening after the corrected one, saying what becomes of it."""
    headings = map(phrase, ("Episode", "On the corrected boards", ""))
    table = parts.table(*headings, right=["Episode"], notes=NOTES)
    for outcome in outcomes:
        table.add_row(str(outcome.number), outcome.words, FATES[outcome.becomes])
    return table


def evening(evening: LaterEvening) -> RenderableType:
    """A sentence on a later evening that does not fit the corrected boards."""
    words = (
        phrase(
            "On the corrected boards the moves of episode {number} hold, but: {words}",
            number=evening.number,
            words=evening.words,
        )
        if evening.moves_hold
        else phrase(
            "On the corrected boards episode {number} does not hold: {words}",
            number=evening.number,
            words=evening.words,
        )
    )
    return parts.line(words)


def owed(owed: LaterSticker) -> RenderableType:
    """A sticker that is owed before a later evening, its board, and the squares for it."""
    right = owed.right
    return parts.lines(
        parts.line(
            phrase(
                "Before episode {number} {seat} owes its board {sticker} ({reason}).",
                number=owed.number,
                seat=right.seat,
                sticker=sticker_in_words(right),
                reason=reason_in_words(right.reason),
            )
        ),
        ground(owed.before, right, owed.squares),
        squares(owed, drawn=True),
    )


def squares(owed: LaterSticker, *, drawn: bool = False) -> RenderableType:
    """The squares for an owed sticker, and the effect of Enter alone; the board may be `drawn`."""
    return parts.lines(
        parts.line(phrase("  It may go on: {squares}", squares=" ".join(owed.squares))),
        parts.line(
            phrase(
                "  Enter alone takes episode {number} and all after it back."
                if drawn
                else "  Type board to see the board; Enter alone takes episode {number} and all "
                "after it back.",
                number=owed.number,
            )
        ),
    )


def kept_message(
    kept: KeptCorrection, files: Mapping[int, str] = MappingProxyType({})
) -> RenderableType:
    """The message after a kept correction: the new drafts, the way back, and the head.

    `files` are the names of the files of what counts no more, by number of the entry.
    """
    return parts.lines(
        *_taken_back(kept.effects, files),
        *(
            parts.line(
                phrase(
                    "Draft {number} of episode {episode} was changed meanwhile and stays: "
                    "{command} compares the two.",
                    number=draft.stored.number,
                    episode=draft.stored.episode,
                    command=f"campaign draft show {draft.stored.number}",
                )
            )
            for draft in kept.changed
        ),
        parts.line(phrase("Head for the box: {head}", head=kept.history.head)),
    )


def _taken_back(cascade: CorrectionEffects, files: Mapping[int, str]) -> Iterator[RenderableType]:
    """Yield the episodes that no longer count, the commands for them, and the way back."""
    undone = all(isinstance(entry, EntriesWithdrawn) for entry in cascade.entries)
    redone = all(isinstance(entry, EntriesRestored) for entry in cascade.entries)
    back_command = "campaign redo" if undone else "campaign undo"
    commands = dict[Phrase, str]()
    if cascade.after.owed:
        commands[phrase("to place what is owed")] = "campaign sticker place"
    if not cascade.withdrawn_episodes:
        message = phrase("Corrected.")
        if undone or redone:
            message = phrase("Taken back." if undone else "Brought back.")
        yield parts.line(message)
        commands[phrase("to bring it back" if undone else "to take it back")] = back_command
        if undone and _only_stickers(cascade):
            number = cascade.after.played[-1].number
            words = phrase("to take back episode {number}", number=number)
            commands[words] = f"campaign undo --episode {number}"
        yield parts.commands(commands)
        return
    first_gone = cascade.withdrawn_episodes[0]
    yield parts.line(_drafts(cascade))
    version = version_that_counted(cascade.before, first_gone.number)
    commands |= commands_again(cascade, first_gone, files)
    commands[phrase("to read it as it was")] = (
        f"campaign episode show {first_gone.number} --record-version {version}"
    )
    commands[phrase("to bring it back" if undone else "to take all of this back")] = back_command
    yield parts.commands(commands)


def _only_stickers(cascade: CorrectionEffects) -> bool:
    """Whether a correction withdraws only stickers, after a played episode."""
    kinds = {cascade.before.entries[number - 1].kind for number in cascade.withdrawn}
    return kinds == {"sticker placed"} and bool(cascade.after.played)


def _drafts(cascade: CorrectionEffects) -> Phrase:
    """A sentence on the episodes that no longer count, and which of them are drafts now."""
    count, numbers = (
        len(cascade.withdrawn_episodes),
        spans({p.number for p in cascade.withdrawn_episodes}),
    )
    if not cascade.drafts:
        return plural(
            "Episode {numbers} is taken back, nothing is lost:",
            "Episodes {numbers} are taken back, nothing is lost:",
            count,
            numbers=numbers,
        )
    if len(cascade.drafts) < count:
        return phrase(
            "Episodes {numbers} are taken back, {drafts} as a draft, nothing is lost:",
            numbers=numbers,
            drafts=spans({p.number for p in cascade.drafts}),
        )
    return plural(
        "Episode {numbers} is taken back and is a draft again, nothing is lost:",
        "Episodes {numbers} are taken back and are drafts again, nothing is lost:",
        count,
        numbers=numbers,
    )


def versions(
    number: int, versions: Sequence[EpisodeVersion], changes: Sequence[Sequence[RecordDifference]]
) -> RenderableType:
    """The versions of an episode's record, and what `changes` from each to the next."""
    rows: list[RenderableType] = [
        _heading(
            phrase(
                "Episode {number}: {versions}",
                number=number,
                versions=many(len(versions), "version"),
            )
        )
    ]
    for i, version in enumerate(versions):
        words = phrase("Version {number}, entry {entry}", number=i + 1, entry=version.entry)
        if version.reason:
            words = joined(": ", (words, why_in_words(version.reason)))
        if version.counts:
            words = joined(", ", (words, phrase("the one that counts")))
        rows.append(parts.line(words))
        if i:
            rows += _comparison(i, changes[i - 1])
    return parts.lines(*rows)


def _comparison(number: int, differing: Sequence[RecordDifference]) -> Iterator[RenderableType]:
    """Yield the differences between version `number` and the next one."""
    if not differing:
        yield parts.item(phrase("the same cards, answers and scores"))
    for difference in differing:
        if difference.kind not in SIDE_BY_SIDE:
            yield parts.item(record_comparison.difference_in_words(difference))
    rows = [difference for difference in differing if difference.kind in SIDE_BY_SIDE]
    if not rows:
        return
    old_heading, new_heading = (phrase("Version {number}", number=n) for n in (number, number + 1))
    table = parts.table(
        phrase("Card"), "", phrase("City"), old_heading, new_heading, right=("Card",)
    )
    for difference in rows:
        card = record_comparison.card_of(difference.revealed)
        if difference.kind == "card":
            values: list[Wording] = [
                record_comparison.card_of(words) or "-"
                for words in (difference.before, difference.after)
            ]
            table.add_row(str(difference.card), "", phrase("card"), *values)
        else:
            values = [
                record_comparison.answer_in_words(words)
                for words in (difference.before, difference.after)
            ]
            table.add_row(str(difference.card), card, parts.seat(difference.seat), *values)
    yield table
