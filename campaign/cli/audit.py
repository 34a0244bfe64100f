"""campaign audit | head: prove that the history is whole, legal and scored right; its report."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import export_files, printing
from campaign.cli.environment import FOUND_SOMETHING, Environment, Reply
from campaign.cli.files import read_proof, read_text
from campaign.cli.registration import command, group
from campaign.cli.spreading import EVENINGS, Cluster, Jobs, WorkerOptions
from campaign.display.html import audit as pages
from campaign.display.html import proof
from campaign.display.json import audit as documents
from campaign.display.terminal import audit as screens
from campaign.display.terminal import handover as handover_screens
from campaign.display.text import audit as texts
from campaign.display.text import audit_card as cards
from campaign.display.text.blocks import as_markdown
from campaign.extras.extra import hooks
from campaign.services import campaigns
from campaign.services.audit import database, heads, other_rules, run
from campaign.services.audit import sessions as of_sessions
from campaign.services.audit.heads import KeptHead
from campaign.services.handover import receipts
from campaign.shell import command_on
from campaign.store.errors import BadBundle
from campaign.store.heads import is_short_head, read_short_head
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlmodel import Session

    from campaign.services.values import AuditResult, History


class AuditOutputs(StrEnum):
    """The texts that an audit can write besides its result."""

    REPORT = "report"


def _wanted(text: str) -> AuditOutputs:
    """Return the output that a word means; raises `BadParameter`."""
    try:
        return AuditOutputs(text)
    except ValueError:
        is_file = Path(text).is_file()
        what, option = ("a file", "--file") if is_file else ("another campaign", "--campaign")
        command = command_on(f"campaign audit {option}", text)
        raise typer.BadParameter(f"{text!r} is not 'report'. To audit {what}: {command}") from None


Wanted = Annotated[
    AuditOutputs | None,
    typer.Argument(
        metavar="report",
        parser=_wanted,
        help="The whole history as a text for people.",
        show_default=False,
    ),
]
All = Annotated[bool, typer.Option("--all", help="Every campaign and every session.")]
Heads = Annotated[
    list[str] | None,
    typer.Option(
        "--head",
        metavar="XXXX-XXXX|FILE",
        help="A head that must be part of this history: from the note in the box, a card with "
        "dated heads, or a player's receipt. With --all: the head of the database.",
        show_default=False,
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose", help="Show the checks by their technical names, with notes and times."
    ),
]
FromEntry = Annotated[
    int,
    typer.Option(
        "--from-entry",
        metavar="ENTRY",
        help="Check the chain of entries only from this one on.",
        show_default=False,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE.md|FILE.html|FILE.pdf",
        help="Where the report goes, - is standard output; a PDF is printed by Chromium, Chrome or "
        "Edge.",
        show_default=False,
    ),
]
Evenings = Annotated[
    bool, typer.Option("--all", help="The heads of all evenings, as a card for the box.")
]
CardOutput = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE.html|FILE.pdf|FILE.txt",
        help="Where the card goes, - is standard output; a page has four, A7, to cut out; a PDF is "
        "printed by Chromium, Chrome or Edge.",
        show_default=False,
    ),
]
File = Annotated[
    str | None,
    typer.Option(
        "--file",
        metavar="FILE",
        help="Audit a bundle (and show its letter) or a chronicle; this needs no database.",
        show_default=False,
    ),
]
With = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="EDITION|PACK",
        help="Replay stored records under another edition, pack or file of corrections.",
        show_default=False,
    ),
]
KINDS = (
    ("--all", ("--head", "--jobs", "--cluster", "--verbose"), "those are for one campaign"),
    ("--file", ("report", "-o", "--head", "--verbose"), "a file is audited without a database"),
    ("--with", (), "it compares results and proves no history"),
    ("report", ("-o", "--head", "--from-entry", "--file"), "the report has every check in words"),
)
"""The kinds of audit, each with the options that it takes, and why it takes no others."""

app = group()


@command(
    app,
    "audit",
    example="campaign audit --head 7QK2-9FM7",
    menu=("History", 7, "prove all of it again"),
    also="verify check prove proof validate",
    reads=True,
)
def audit(
    env: Environment,
    what: Wanted = None,
    everything: All = False,
    head: Heads = None,
    from_entry: FromEntry = 1,
    other: With = None,
    output: Output = None,
    file: File = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    verbose: Verbose = False,
) -> Reply[documents.AuditsDocument | documents.ReportDocument | documents.RulesDocument]:
    """Prove the whole history again, every entry, move and score. Exit code 3 if one is wrong."""
    workers = WorkerOptions(env, jobs, cluster)
    if (jobs or cluster) and not everything:
        raise typer.BadParameter("--jobs and --cluster go with --all: one campaign is one unit")
    if output and not what:
        raise typer.BadParameter("-o is for the report: campaign audit report -o FILE.html")
    _check_together(
        {
            "--all": everything,
            "--file": file,
            "--with": other,
            "report": what,
            "-o": output,
            "--head": head,
            "--from-entry": from_entry != 1,
            "--verbose": verbose,
        }
    )
    kept_heads = tuple(chain.from_iterable(map(_kept, head or ())))
    if file:
        data = read_proof(file)
        if "htm" in Path(file).suffix.lower() and not proof.is_page(data):
            raise BadBundle(
                "the file has the name of a page and does not begin as one of this program: what a "
                "browser shows of it cannot be proved"
            )
        handed, file_audit = proof.audit(data, hooks("read_page"), kept_heads)
        if what:
            return _report(env, proof.history_of(handed), [file_audit], output, proved=False)
        if handed.letter.strip():
            env.say(handover_screens.letter(handed), "")
        return reply([file_audit], technical=verbose)
    if other:
        return _under(env, other)
    if everything and len(kept_heads) > 1:
        raise typer.BadParameter("--all takes one head, that of the database")
    with env.reading() as session:
        audits, history = (
            _everything(env, workers, session, kept_heads[0].head if kept_heads else None)
            if everything
            else _one(env, session, kept_heads, from_entry)
        )
    if what:
        return _report(env, history or env.history(), audits, output)
    return reply(audits, technical=verbose, stated=not everything)


@command(
    app,
    "head",
    example="campaign head --all -o card.html",
    menu=("History", 9, "to write on the note"),
    also="note card",
    reads=True,
)
def head(
    env: Environment, everything: Evenings = False, output: CardOutput = None
) -> Reply[documents.HeadsDocument]:
    """The head to write down at the end of an evening, or a card with the heads of all evenings."""
    if output and not everything:
        raise typer.BadParameter("-o is for the card: campaign head --all -o FILE.html")
    history = env.history()
    if not everything:
        return Reply(lambda: documents.evening_heads(history), lambda: screens.head(history))
    lines = tuple(cards.card(history, env.author_now().now.date().isoformat(), env.speaker))
    text = "\n".join(lines) + "\n"
    if output in (None, "-"):
        return Reply(lambda: documents.evening_heads(history), lambda: text)
    if _is_page(output) or printing.is_pdf(output):
        text = pages.card(history.campaign.name, lines, env.speaker)
    _write(env, output, text)
    env.say(phrase("The card is in {file}.", file=output))
    return Reply(lambda: documents.evening_heads(history))


def _check_together(given: Mapping[str, object]) -> None:
    """Raise `BadParameter` if one kind of audit is given with an option that it does not take."""
    for kind, takes, why in KINDS:
        wrong = [name for name, value in given.items() if value and name not in (kind, *takes)]
        if given[kind] and wrong:
            raise typer.BadParameter(f"{kind} goes without {' and '.join(wrong)}: {why}")


def _write(env: Environment, output: str, text: str) -> None:
    """Write a text to a file, or a page as PDF; ask before an existing file is replaced."""
    data = printing.print_pdf(text) if printing.is_pdf(output) else text.encode()
    export_files.write_file(env, Path(output), data)


def _is_page(name: str) -> bool:
    return Path(name).suffix.lower() in (".html", ".htm")


def _kept(typed: str) -> tuple[KeptHead, ...]:
    """Return the typed head, or the heads in the file of that name; `-` is standard input.

    A file with the name of a head is none: in a shared folder anybody could put one there.
    """
    if not is_short_head(typed) and (typed == "-" or Path(typed).is_file()):
        text = read_text(typed)
        if text.lstrip().startswith("{"):
            return (receipts.head_in(text.encode()),)
        if proof.is_page(text.encode()):
            text = pages.lines_of_cards(text)
        return heads.read_card(text, cards.card_words())
    return (KeptHead(read_short_head(typed)),)


def reply(
    audits: Sequence[AuditResult], *, technical: bool = False, stated: bool = True
) -> Reply[documents.AuditsDocument]:
    """Return the results of audits as a reply; its exit code is 0 only if nothing is wrong."""
    return Reply(
        lambda: documents.audits(audits),
        lambda: screens.audits(audits, technical=technical, stated=stated),
        _code(audits),
    )


def _code(audits: Sequence[AuditResult]) -> int:
    """Return the exit code of audits: 0, or `FOUND_SOMETHING`."""
    return 0 if all(audit.ok for audit in audits) else FOUND_SOMETHING


def _one(
    env: Environment, session: Session, kept_heads: Sequence[KeptHead], from_entry: int
) -> tuple[list[AuditResult], History | None]:
    """Audit the database, then one campaign; return the audits and the campaign's history."""
    database_audit = database.audit_database(env.database(), session)
    try:
        stream = campaigns.stream_of(session, env.options.campaign, env.author)
    except Exception as error:
        if database_audit.ok:
            raise
        # If the database is damaged, the user must hear that rather than this error.
        return [database_audit, run.unreadable_audit("campaign", error)], None
    if any(kept.witness for kept in kept_heads):
        uid = campaigns.uid_in_journal(session, stream)
        kept_heads = receipts.with_known_witnesses(session, uid, kept_heads)
    audit, history = run.audit_with_history(session, stream, kept_heads, since=from_entry)
    return [database_audit, audit], history


def _everything(
    env: Environment, workers: WorkerOptions, session: Session, head: str | None
) -> tuple[list[AuditResult], None]:
    """Audit the database, all campaigns and all sessions; return the audits, and no history."""
    database_audit = database.audit_database(env.database(), session, head)
    campaign_count, session_count = run.count(session), of_sessions.count(session)
    total = campaign_count + session_count
    games = campaign_count * EVENINGS + session_count
    with workers.reading(session, "auditing", "campaigns and sessions", games) as (reads, progress):
        campaign_audits = run.audit_campaigns(session, lambda done, _: progress(done, total), reads)
        session_audit = of_sessions.audit_sessions(
            session, lambda done, _: progress(campaign_count + done, total), reads
        )
    return [database_audit, *campaign_audits, session_audit], None


def _report(
    env: Environment,
    history: History,
    audits: list[AuditResult],
    output: str | None,
    *,
    proved: bool = True,
) -> Reply[documents.ReportDocument]:
    """Write the whole history in words, with the results of the audits, to a file or to stdout.

    If `proved`, an HTML page also holds the signed history.
    """
    blocks = tuple(texts.report(history, audits))

    def document() -> documents.ReportDocument:
        return documents.ReportDocument(report=as_markdown(blocks))

    report = as_markdown(blocks, env.speaker)
    if output in (None, "-"):
        return Reply(document, lambda: report, _code(audits))
    if _is_page(output) or printing.is_pdf(output):
        signed = ""
        if proved and _is_page(output):
            with env.reading() as session:
                signed = proof.report_proof(session, history, env.author_now())
        report = pages.report(history.campaign.name, blocks, env.speaker, history, signed)
    _write(env, output, report)
    env.say(phrase("The report is in {file}.", file=output))
    return Reply(document, code=_code(audits))


def _under(env: Environment, rules_name: str) -> Reply[documents.RulesDocument]:
    """Compare stored records with their results under other rules; exit code 3 if any differs."""
    overlay = read_text(rules_name) if rules_name.endswith(".toml") else None
    with env.reading() as session:
        if overlay is None and other_rules.is_edition(rules_name):
            comparison = other_rules.compare_edition(session, rules_name)
        else:
            comparison = other_rules.compare_campaign(
                env.campaign_history(session), rules_name, overlay
            )
    code = FOUND_SOMETHING if comparison.differing else 0
    return Reply(
        lambda: documents.rules_comparison(comparison),
        lambda: screens.rules_comparison(comparison),
        code,
    )
