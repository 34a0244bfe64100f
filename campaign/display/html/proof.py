"""The signed history inside a page, and the check that the page shows what that history says.

A page is drawn from the history alone. So the check draws the page again from the history in it,
with the choices that stand beside the history, and compares both byte for byte. Data of extras
stand beside the history, too, and are no part of it: the extra reads and checks them.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sqlmodel import Session

from campaign import __version__
from campaign.display.html import photos
from campaign.display.html.chronicle import ChronicleChoices, ExtraKnowledge, chronicle_of
from campaign.display.html.page import LANGUAGES, markup
from campaign.display.svg.picture import element
from campaign.services import folding, forms
from campaign.services.audit.findings import failed_check_facts
from campaign.services.audit.heads import KeptHead
from campaign.services.handover import histories, packing
from campaign.services.handover.packing import BundledHistory
from campaign.services.statement import AuditFact, AuditStatement
from campaign.services.values import AuditCheck, AuditResult, Author, History
from campaign.store.errors import BadBundle, StoreError
from campaign.store.origins import Origin
from engine.kernel.errors import EngineError
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign

_BESIDE = re.compile(r'<script type="application/json" id="([^"<>]{1,40})">')
BEGINS = b"<!doctype html>"
_PROOF = re.compile(
    r'<script type="application/zip\+base64" id="proof" data-choices="([^"<>]{1,200})"'
    r' data-program="([^"<>]{1,40})">([A-Za-z0-9+/=]+)</script>'
)


REPORT = ("report",)
"""The value in a report where a chronicle has its choices."""


class ProofPage(NamedTuple):
    """A page that holds a history: its text, the markup of the proof, choices and program.

    A report of an audit has no choices. `beside` is the knowledge that extras read from the page;
    no signature covers it. `unread` are the names of data on the page whose extras are missing.
    """

    text: str
    proof: str
    choices: ChronicleChoices | None
    program: str
    bundle: bytes
    beside: tuple[ExtraKnowledge, ...]
    unread: tuple[str, ...]


def bundle_markup(bundle: bytes, choices: ChronicleChoices | None = None) -> str:
    """The markup of a bundle in a page with these choices, or in a report."""
    attributes = {
        "type": "application/zip+base64",
        "id": "proof",
        "data-choices": json.dumps(choices or REPORT).replace('"', "'"),
        "data-program": __version__,
    }
    return str(markup(element("script", attributes, text=base64.b64encode(bundle).decode())))


def is_page(data: bytes) -> bool:
    """Whether bytes are a page and not a bundle."""
    return data[: len(BEGINS)].lower() == BEGINS


def read(data: bytes, readers: Mapping[str, Callable[[str], ExtraKnowledge]]) -> ProofPage:
    """Read a page with a history, and the data of extras in it; raises `BadBundle`.

    `readers` are the functions that read the data of extras, by the name of the extra.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadBundle("the page is not UTF-8 text") from None
    proofs = _PROOF.findall(text)
    if len(proofs) != 1:
        raise BadBundle("the page holds no history: it was made without its proof")
    words, program, packed = proofs[0]
    try:
        values = json.loads(words.replace("'", '"'))
        choices = None if values == [*REPORT] else ChronicleChoices(*values)
        bundle = base64.b64decode(packed, validate=True)
    except (ValueError, TypeError, binascii.Error):
        raise BadBundle("the proof in the page is damaged") from None
    if choices and (
        forms.form_problem(choices._asdict(), ChronicleChoices) or choices.language not in LANGUAGES
    ):
        raise BadBundle("the proof in the page is damaged")
    knowledge = (*(read_beside(text) for read_beside in readers.values()), photos.read(text))
    known_names = *readers, photos.NAME
    unread = tuple(name for name in _BESIDE.findall(text) if name not in known_names)
    return ProofPage(
        text, bundle_markup(bundle, choices), choices, program, bundle, knowledge, unread
    )


def audit(
    data: bytes,
    readers: Mapping[str, Callable[[str], ExtraKnowledge]],
    heads: Sequence[KeptHead] = (),
) -> tuple[BundledHistory, AuditResult]:
    """Audit a bundle, or a page and the history in it; raises `BadBundle`.

    `readers` are the functions that read the data of extras from the page, by the name of the
    extra. `heads` are heads that somebody kept.
    """
    if not is_page(data):
        handed = packing.unpack(data)
        return handed, histories.audit(handed, heads)[0]
    page = read(data, readers)
    handed = packing.unpack(page.bundle)
    audit_result, campaign = histories.audit(handed, heads, without_secret=True)
    checks = tuple(_checks(page, handed, campaign))
    return handed, audit_result._replace(
        checks=(*audit_result.checks, *checks),
        statement=_with_page(audit_result.statement, page, checks),
    )


def _with_page(
    statement: AuditStatement | None, page: ProofPage, checks: Sequence[AuditCheck]
) -> AuditStatement | None:
    """The statement about the history, with a fact on whether the page agrees with it."""
    if statement is None:
        return None
    statement = statement._replace(found=(*statement.found, *failed_check_facts(checks)))
    if page.choices is None:
        fact = AuditFact("report not compared")
        return statement._replace(not_proved=(*statement.not_proved, fact))
    if page.program != __version__:
        versions = page.program, __version__
        fact = AuditFact("page of another version", names=versions)
        return statement._replace(not_proved=(*statement.not_proved, fact))
    if all(check.ok for check in checks):
        is_history_alone = {check.name for check in checks} <= {"page", photos.NAME}
        fact = AuditFact("page" if is_history_alone else "page except hindsight")
        return statement._replace(proved=(*statement.proved, fact))
    return statement


def chronicle_proof(
    session: Session, history: History, choices: ChronicleChoices, by: Author
) -> str:
    """The markup of the signed history of a campaign; "" if the choices leave it out.

    Raises the errors of `packing.pack`.
    """
    return _embedded(session, history, "chronicle", by, choices) if choices.proof else ""


def report_proof(session: Session, history: History, by: Author) -> str:
    """The markup of the signed history in a report; "" if it cannot be signed or packed."""
    try:
        return _embedded(session, history, "report", by)
    except StoreError:  # no key, or entries that nobody could read: the report says which
        return ""


def _embedded(
    session: Session,
    history: History,
    kind: str,
    by: Author,
    choices: ChronicleChoices | None = None,
) -> str:
    letter = f"The {kind} of {history.campaign.name}.\n"
    seats = history.campaign.seats
    return bundle_markup(packing.pack(session, history, seats, letter, by, secret=False), choices)


def history_of(handed: BundledHistory, campaign: Campaign | None = None) -> History:
    """The history in a bundle; `campaign` saves folding it again. Raises `NotAllowed`."""
    campaign = campaign or folding.campaign_of(handed.entries)
    return History(handed.sealed_as, handed.entries, campaign, Origin(handed.sealed_as))


def _checks(
    page: ProofPage, handed: BundledHistory, campaign: Campaign | None
) -> Iterator[AuditCheck]:
    """Yield the check that a page agrees with its history, and the checks of the data of extras."""
    if page.choices is None:
        yield AuditCheck("page", phrase("a report: its words were not compared"), 0.0)
        return
    if page.program != __version__:
        note = phrase(
            "made by version {program}, not compared by {this}",
            program=page.program,
            this=__version__,
        )
        yield AuditCheck("page", note, 0.0)
        return
    try:
        history = history_of(handed, campaign)
    except EngineError as error:
        yield AuditCheck("page", "not drawn", 0.0, (f"nothing to draw it from: {error}",))
        return
    if page.unread:
        why = f"it shows data of an extra that is not installed here: {', '.join(page.unread)}"
        yield AuditCheck("page", "not compared", 0.0, (why,))
    else:
        yield _drawn_again(page, history)
    yield from (check for knowledge in page.beside if (check := knowledge.check(history)))


def _drawn_again(page: ProofPage, history: History) -> AuditCheck:
    """Draw the page again from its history and the data of extras, and compare it."""
    assert page.choices
    expected_page = chronicle_of(history, page.choices, page.proof, page.beside)
    if expected_page == page.text:
        return AuditCheck("page", phrase("shows what the history says"), 0.0)
    text = page.text.replace("\r\n", "\n")
    if expected_page == text:
        why = "a program saved it with other ends of lines (CRLF), and changed nothing else"
        return AuditCheck("page", "changed", 0.0, (why,))
    pairs = zip_longest(text.split("\n"), expected_page.split("\n"))
    line = next(i for i, (present, expected) in enumerate(pairs, 1) if present != expected)
    return AuditCheck(
        "page", "changed", 0.0, (f"line {line} of the page is not what its history gives",)
    )
