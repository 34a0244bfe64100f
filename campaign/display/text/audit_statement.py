"""The statement of an audit in sentences for people who were not there; checks in plain words.

AuditFact ── fact_in_words ──> a sentence    AuditCheck ── check_in_words ──> a few words
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.display.text.audit_sentences import CHECKS, FAILED, HEAD_ALONE, SENTENCES, TITLES
from campaign.display.text.reasons import USUAL, why_in_words
from campaign.services.statement import AuditFact, AuditStatement
from campaign.services.words import day, many, spans
from engine.kernel.phrases import Phrase, Wording, listed, phrase, plural

SHOWN = 10
"""The number of scattered entries of a problem that are named; the others are counted."""
ABOUT_HEADS = ("hash chain", "database head")
"""The checks whose note, if no entry fails them, is about a head that was given."""


def check_in_words(name: str) -> Wording:
    """The subject of a check."""
    return phrase(CHECKS[name]) if name in CHECKS else name


def fact_in_words(fact: AuditFact) -> Phrase:
    """A fact as one sentence."""
    if fact.kind == "failed":
        return _failed(fact)
    sentence = SENTENCES[fact.kind]
    if fact.kind == "head missing" and not fact.names:
        sentence = HEAD_ALONE
    number = fact.amount if sentence.counts == "amount" else len(getattr(fact, sentence.counts))
    values = _values(fact)
    if sentence.plural:
        return plural(sentence.one, sentence.plural, number, **values)
    return phrase(sentence.one, **values, count=number)


def statement_in_words(statement: AuditStatement) -> Iterator[tuple[Phrase, Sequence[Phrase]]]:
    """Yield the parts of a statement that are not empty, each with its title and its sentences."""
    for part, facts in statement._asdict().items():
        if facts:
            yield phrase(TITLES[part]), tuple(map(fact_in_words, facts))


def _values(fact: AuditFact) -> Mapping[str, Any]:
    """The values for the pattern of a fact's sentence; a pattern uses only some of them."""
    episodes, entries = spans(fact.episodes), _entries(fact.entries)
    first, second = (*fact.names, "", "")[:2]
    numbered = all(name.isdecimal() for name in fact.names)
    of_evenings = plural(
        "{entries} (episode {episodes})",
        "{entries} (episodes {episodes})",
        len(fact.episodes),
        entries=entries,
        episodes=episodes,
    )
    changes = (
        phrase(
            "{seat} {before} to {after}",
            seat=seat,
            before=phrase("absent") if before is None else before,
            after=phrase("absent") if after is None else after,
        )
        for seat, before, after in fact.scores
    )
    return {
        "episodes": episodes,
        "named_entries": entries,
        "recorded": of_evenings if fact.episodes else entries,
        "several": many(len(fact.entries), "entry"),
        "first_entries": many(fact.amount, "entry"),
        "numbers": spans(map(int, fact.names)) if numbered else "",
        "people": listed(fact.names),
        "first": first,
        "second": second,
        "amount": fact.amount,
        "made_up": many(fact.amount, "made-up value"),
        "lines": many(fact.amount, "line"),
        "minutes": many(fact.amount, "minute"),
        "day": day(fact.day),
        "head": fact.head,
        "note": fact.note,
        "noted": phrase(" on {day}", day=day(fact.note)) if fact.note else "",
        "packed": phrase("The bundle was packed for {seats}. ", seats=fact.note)
        if fact.note
        else "",
        "why": ""
        if fact.note in ("", *USUAL)
        else phrase(' ("{reason}")', reason=why_in_words(fact.note)),
        "since": plural(
            ", but episode {numbers} was corrected or taken back later",
            ", but episodes {numbers} were corrected or taken back later",
            len(fact.names),
            numbers=spans(map(int, fact.names)),
        )
        if numbered and fact.names
        else "",
        "scores": listed(changes),
        "again": plural(
            "; episode {episodes} judged again",
            "; episodes {episodes} judged again",
            len(fact.episodes),
            episodes=episodes,
        )
        if fact.episodes
        else "",
    }


def _failed(fact: AuditFact) -> Phrase:
    """The sentence on a failed check, with the episodes and entries that it concerns."""
    name = fact.names[0]
    meaning: Wording = phrase(FAILED[name]) if name in FAILED else name
    if not fact.entries and name in ABOUT_HEADS:
        return phrase("About no single evening: {note}.", note=fact.note)
    if not fact.entries:
        return phrase("About no single evening: {what}: {note}.", what=meaning, note=fact.note)
    entries = _entries(fact.entries)
    hidden = len(fact.entries) - SHOWN
    if hidden > 0 and fact.entries[-1] - fact.entries[0] >= len(fact.entries):
        first_entries = _entries(fact.entries[:SHOWN], ", ")
        entries = phrase("{entries} and {left} more", entries=first_entries, left=hidden)
    if not fact.episodes:
        return phrase(
            "Before the first episode ({entries}): {what}.", entries=entries, what=meaning
        )
    return plural(
        "Episode {episodes} ({entries}): {what}.",
        "Episodes {episodes} ({entries}): {what}.",
        len(fact.episodes),
        episodes=spans(fact.episodes),
        entries=entries,
        what=meaning,
    )


def _entries(numbers: Sequence[int], last: str = " and ") -> Phrase:
    """`entry 4`, `entries 4 to 9 and 12`."""
    numbers_in_words = spans(numbers, last)
    return plural("entry {numbers}", "entries {numbers}", len(numbers), numbers=numbers_in_words)
