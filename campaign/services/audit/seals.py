"""Checks that a campaign still has the box and the envelopes with which it began."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

from campaign.services import folding
from campaign.services.audit.findings import EntryProblem
from campaign.services.seals import salt_of
from campaign.services.values import History
from campaign.store.journal import Entry
from engine.kernel.errors import EngineError
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.corrections import withdrawn_entries
from engine.my_city.pack import carried
from engine.my_city.pack.load import load


def seal_problems(
    entries: Sequence[Entry], secret: str | None, without_secret: bool
) -> tuple[list[EntryProblem], Wording]:
    """The problems of the seals of box and envelopes, and a note to show if there are none.

    The journal has the salts of open envelopes; the salts of closed ones follow from `secret`.
    """
    created = entries[0].payload
    seals = created.get("seals", {})
    if not isinstance(seals, Mapping):
        return [EntryProblem(1, "entry 1 holds no seals")], ""
    opened = {
        entry.payload.get("envelope"): entry for entry in entries if entry.kind == "envelope opened"
    }
    salts = {number: str(entry.payload.get("salt", "")) for number, entry in opened.items()}

    def salt(number: int) -> str:
        return salts.get(number, salt_of(secret, number) if secret else "")

    try:
        holder, held = _held(created, salt)
    except EngineError as error:
        return [EntryProblem(1, str(error))], ""
    unchecked = [
        part for part in seals if without_secret and part != "box" and int(part) not in salts
    ]
    problems = [
        EntryProblem(
            opened[int(part)].seq if part.isdecimal() and int(part) in opened else 1,
            f"{'the box' if part == 'box' else f'envelope {part}'}: sealed as {str(digest)[:12]}, "
            f"{holder} holds {held.get(part, 'nothing')[:12]}",
        )
        for part, digest in seals.items()
        if part not in unchecked and held.get(part) != digest
    ]
    try:
        problems += _updated(entries, salt, {*unchecked})
    except EngineError as error:
        problems.append(EntryProblem(1, str(error)))
    count = len(seals) - len(unchecked)
    right = phrase("{right} of {count}", right=count - len(problems), count=count)
    closed = (
        phrase(", {count} closed envelopes not checked", count=len(unchecked)) if unchecked else ""
    )
    return problems, joined("", (right, closed))


def _updated(
    entries: Sequence[Entry], salt: Callable[[int], str], unchecked: Set[str]
) -> Iterator[EntryProblem]:
    """Envelopes of newer editions that differ from the seals in the entries of these updates."""
    for entry in entries:
        if entry.kind == "pack updated":
            pack, seals = load(str(entry.payload.get("pack"))), entry.payload.get("seals", {})
            held = {str(envelope.number): envelope for envelope in pack.envelopes}
            for part in [number for number in seals if number in held and number not in unchecked]:
                sealed, holds = str(seals[part]), held[part].seal(salt(int(part)))
                if sealed != holds:
                    yield EntryProblem(
                        entry.seq,
                        f"envelope {part}: sealed as {sealed[:12]}, the program holds {holds[:12]}",
                    )


def opened_contents(history: History) -> Mapping[str, tuple[int, str]]:
    """The entry that sealed each open envelope and the sealed text, by envelope number.

    Raises `PackError`.
    """
    entries, sealing = history.entries, sealing_entries(history)
    created = entries[0].payload
    salts = {str(number): str(salt) for number, salt in created.get("salts", {}).items()}
    salts |= {
        str(entry.payload["envelope"]): str(entry.payload.get("salt", ""))
        for entry in entries
        if entry.kind == "envelope opened"
    }
    if created.get("box"):
        hidden = created.get("hidden", {})
        return {n: (1, carried.content_of(int(n), hidden[n], salt)) for n, salt in salts.items()}

    def content(number: str) -> str:
        pack = load(str(entries[sealing[number] - 1].payload.get("pack")))
        return {str(envelope.number): envelope.content for envelope in pack.envelopes}[number]

    return {number: (sealing[number], content(number)) for number in salts}


def sealing_entries(history: History) -> Mapping[str, int]:
    """The entry that sealed each envelope, by number: the first, or a newer edition of the pack."""
    entries = history.entries
    withdrawn = withdrawn_entries(folding.entries_of(entries))
    sealing = dict.fromkeys(entries[0].payload.get("seals", {}), 1)
    for entry in entries:
        if entry.kind == "pack updated" and entry.seq not in withdrawn:
            sealing |= dict.fromkeys(entry.payload["seals"], entry.seq)
    return sealing


def _held(created: Mapping[str, Any], salt: Callable[[int], str]) -> tuple[str, Mapping[str, str]]:
    """The holder of a campaign's pack, and the seals of the box and envelopes that it holds.

    A hidden envelope without a known salt keeps the seal of the journal. Raises `PackError`.
    """
    if not (box := str(created.get("box", ""))):
        pack = load(str(created.get("pack")))
        seals = {str(e.number): e.seal(salt(e.number)) for e in pack.envelopes}
        return "the program", {"box": pack.seals["box"], **seals}
    held = {"box": carried.pack_of(box, created.get("episodes", {})).seals["box"]}
    envelopes = {int(n): text for n, text in created.get("hidden", {}).items() if n.isdecimal()}
    for number, hidden in envelopes.items():
        known_salt = salt(number) or created.get("salts", {}).get(str(number), "")
        if known_salt:
            content = carried.content_of(number, hidden, known_salt)
            held[str(number)] = carried.seal(content, known_salt)
        else:
            held[str(number)] = str(created.get("seals", {}).get(str(number)))
    return "entry 1", held
