"""The report of an audit: the whole history of a campaign in words, for people who were not there.

The report consists of blocks: `display/html/audit.py` makes a page from them, `blocks.as_markdown`
a text. Its tables list everything that lies on the boards, so somebody can build the boards again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from campaign.display.text.audit_sentences import WITHOUT_NOTE
from campaign.display.text.audit_statement import check_in_words, statement_in_words
from campaign.display.text.audit_tables import (
    cities,
    envelopes,
    episode,
    marks,
    people,
    stickers,
    who_played,
)
from campaign.display.text.blocks import Block, Heading, Items, Paragraph, RowBlock
from campaign.display.text.cities import BOARD_CHANGED
from campaign.display.text.history import entry_in_words, without_said_twice
from campaign.services.audit.changed import ChangedRecord, changed_records
from campaign.services.audit.findings import failed_check_facts
from campaign.services.audit.heads import heads_by_day
from campaign.services.checked_boards import changed_since_check
from campaign.services.statement import AuditFact, AuditStatement
from campaign.services.status import proof_sentence
from campaign.services.values import AuditCheck, AuditResult, History
from campaign.services.words import day, many, spans
from campaign.store.heads import short_head
from campaign.store.journal import Entry
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.model import Campaign

CORRECTIONS = ("withdrawn", "restored", "amended", "pack applied", "carried over")
"""Kinds of entries that change what earlier ones mean."""


def report(history: History, audits: Sequence[AuditResult]) -> Iterator[Block]:
    """Yield the report: what is proved, the campaign by episode, its corrections and its heads."""
    campaign = history.campaign
    yield Heading(1, campaign.name)
    if campaign.simulated:
        yield Paragraph(phrase("Simulated: it was kept as simple players had played it."))
    yield Paragraph(
        joined(
            " ",
            (
                phrase(
                    "{entries}, head {head}.",
                    entries=many(len(history.entries), "entry"),
                    head=history.head,
                ),
                proof_sentence(campaign),
            ),
        )
    )
    yield from _how_to_read()
    yield from _statement(audits)
    yield from cities(campaign)
    yield from who_played(history)
    yield from people(history)
    yield from envelopes(history)
    for played in campaign.played:
        yield from episode(history, played)
    yield from marks(campaign)
    yield from stickers(history)
    yield from _corrections(history)
    yield from _made_up(campaign)
    yield from _boards(history)
    yield from _checks(audits)
    yield from _heads(history)


def _statement(audits: Sequence[AuditResult]) -> Iterator[Block]:
    """Yield what is proved, what is not proved, and what stands out."""
    failed = tuple(fact for audit in audits for fact in _found(audit))
    stated = [audit.statement._replace(found=()) for audit in audits if audit.statement]
    for statement in (AuditStatement(found=failed), *stated):
        for title, sentences in statement_in_words(statement):
            yield Heading(2, title)
            yield Items(sentences)


def _found(audit: AuditResult) -> Sequence[AuditFact]:
    return audit.statement.found if audit.statement else failed_check_facts(audit.checks)


def _how_to_read() -> Iterator[Block]:
    """Yield an explanation for readers who were not there and do not know the program."""
    yield Heading(2, phrase("How to read this"))
    yield Paragraph(
        phrase(
            "The program played every recorded move again by the rules; an episode is verified "
            "if this gives the scores that the players noted. Whatever the players recorded is "
            "an entry; entries have numbers and are never changed or removed. A correction is an "
            "entry of its own, and what it corrects stays readable. Each entry holds a "
            "fingerprint of the one before it, so that nobody can change one without changing "
            "all later ones. A head is the fingerprint of the last entry, in eight characters: "
            "somebody writes it on a note in the box at the end of an evening. With such a note "
            "anybody can tell whether an entry before it was changed later."
        )
    )


def _corrections(history: History) -> Iterator[Block]:
    """Yield every correction: its author, day and reason, and the text before and after it."""
    entries = [entry for entry in history.entries if entry.kind in CORRECTIONS]
    changed: dict[int, list[tuple[Wording, Wording]]] = {}
    for record in changed_records(history):
        changed.setdefault(record.entry.seq, []).extend(_changed(record))
    yield Heading(2, phrase("Corrections"))
    if not entries:
        yield Paragraph(phrase("None: every entry counts as it was first written."))
    for entry in entries:
        sentence = entry_in_words(history, entry.seq)
        yield Paragraph(
            phrase(
                "Entry {number}, {day}, by {author}: {what}.",
                number=entry.seq,
                day=day(entry.recorded_at),
                author=entry.author,
                what=sentence,
            )
        )
        rows = changed.get(entry.seq) or _undone(history, entry)
        if rows:
            yield RowBlock((phrase("Before"), phrase("After")), rows)


def _changed(changed: ChangedRecord) -> Sequence[tuple[Wording, Wording]]:
    """The changed lines of a record, as pairs of before and after."""
    return list(zip_longest(*changed.differing_lines(), fillvalue=""))


def _undone(history: History, entry: Entry) -> Sequence[tuple[Wording, Wording]]:
    """Pairs of entries before and after a correction that withdraws or restores entries."""
    if entry.kind == "withdrawn":
        instead = [
            later.seq
            for later in history.entries[entry.seq :]
            if later.payload.get("step") == entry.seq and later.kind not in CORRECTIONS
        ]
        gone, added = (
            [entry_in_words(history, number) for number in without_said_twice(history, numbers)]
            for numbers in (entry.payload["entries"], instead)
        )
        return list(zip_longest(gone, added, fillvalue=phrase("no longer counts")))
    if entry.kind == "restored":
        withdrawal = history.entries[entry.payload["entry"] - 1]
        return [
            (phrase("did not count"), entry_in_words(history, number))
            for number in without_said_twice(history, withdrawal.payload.get("entries", ()))
        ]
    return []


def _made_up(campaign: Campaign) -> Iterator[Block]:
    """Yield the made-up values that verdicts relied on, each with its episodes."""
    episodes: dict[str, list[int]] = {}
    for played in campaign.played:
        for placeholder in dict.fromkeys(played.verdict.made_up):
            episodes.setdefault(placeholder, []).append(played.number)
    if episodes:
        yield Heading(2, phrase("Made-up values that these verdicts rely on"))
        yield RowBlock(
            (phrase("Value"), phrase("Episodes")),
            [(value, spans(numbers)) for value, numbers in episodes.items()],
        )


def _boards(history: History) -> Iterator[Block]:
    yield Heading(2, phrase("The real boards"))
    lines, changed = list[Wording](), changed_since_check(history)
    for seat in history.campaign.seats:
        check = history.campaign.checked.get(seat)
        if check is None:
            lines.append(phrase("{seat}: never compared with the record.", seat=seat))
            continue
        result = (
            phrase("differs: {what}", what=check.differs)
            if check.differs
            else phrase("it agrees with the record")
        )
        line = phrase(
            "{seat}: checked {day} by {player}, {result}.",
            seat=seat,
            day=day(history.recorded_at(check.entry)),
            player=check.by,
            result=result,
        )
        lines.append(joined(" ", (line, BOARD_CHANGED)) if seat in changed else line)
    yield Items(lines)


def _checks(audits: Sequence[AuditResult]) -> Iterator[Block]:
    yield Heading(2, phrase("What was checked"))
    yield RowBlock(
        (phrase("Check"), phrase("Result")),
        [
            (check_in_words(check.name), _result(check))
            for audit in audits
            for check in audit.checks
        ],
    )


def _result(check: AuditCheck) -> Wording:
    if not check.ok:
        return phrase("DOES NOT HOLD: {problems}", problems="; ".join(check.problems))
    return phrase("holds") if check.name in WITHOUT_NOTE else check.note or phrase("holds")


def _heads(history: History) -> Iterator[Block]:
    """Yield the head at the end of each day, in its short form."""
    yield Heading(2, phrase("Heads"))
    yield RowBlock(
        (phrase("Head"), phrase("Day"), phrase("After entry")),
        [
            (short_head(last_entry.hash), day(date), str(last_entry.seq))
            for date, last_entry in heads_by_day(history.entries)
        ],
    )
