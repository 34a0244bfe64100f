"""campaign audit: whether the history is whole, legal and scored right; its report in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.desk import Desk, write_text
from campaign.cli.options import command

if TYPE_CHECKING:
    from sqlmodel import Session

    from campaign.services.audit.run import Progress
    from campaign.services.values import Audit


class What(StrEnum):
    """What an audit can write besides its result."""

    REPORT = "report"


Wanted = Annotated[
    What | None,
    typer.Argument(help="report: the whole history as a text for people.", show_default=False),
]
All = Annotated[bool, typer.Option("--all", help="Every campaign and every session.")]
Head = Annotated[
    str | None,
    typer.Option(
        "--head",
        metavar="XXXX-XXXX",
        help="The head from the note in the box: must be part of this history.",
        show_default=False,
    ),
]
Since = Annotated[
    int,
    typer.Option(
        "--since",
        metavar="ENTRY",
        help="Check links and payloads from this entry on only.",
        show_default=False,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE.md", help="Where the report goes.", show_default=False
    ),
]
With = Annotated[
    str | None,
    typer.Option(
        "--with",
        metavar="EDITION|PACK",
        help="What stored records would say under another edition, pack or overlay file.",
        show_default=False,
    ),
]

FOUND_SOMETHING = 3


def register(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "audit", example="campaign audit --head 7QK2-9FMD")
    def audit_(
        desk: Desk,
        what: Wanted = None,
        everything: All = False,
        head: Head = None,
        since: Since = 1,
        other: With = None,
        output: Output = None,
    ) -> None:
        """Derive everything from the journal again and compare. Exit code 3 if anything differs."""
        if everything and (head or what or other or since != 1):
            raise typer.BadParameter("--all goes alone: the others are of one campaign")
        if output and not what:
            raise typer.BadParameter("-o is for the report: campaign audit report -o FILE.md")
        if other:
            sound = not _under(desk, other)
        else:
            with desk.reading() as session:
                audits = _audits(desk, session, everything=everything, head=head, since=since)
            sound = all(each.ok for each in audits)
            if what:
                _report(desk, audits, output)
            else:
                _result(desk, audits)
        if not sound:
            raise typer.Exit(FOUND_SOMETHING)


def _audits(
    desk: Desk, session: Session, *, everything: bool, head: str | None, since: int
) -> list[Audit]:
    """The database, then one campaign, or all there is."""
    from campaign.services import campaigns
    from campaign.services.audit import run
    from campaign.services.values import Audit

    audits = [Audit("database", (run.audit_file(desk.database()),))]
    if not everything:
        stream = campaigns.stream_of(session, desk.options.campaign, desk.author)
        return [*audits, run.audit_campaign(session, stream, head, since=since)]
    audits += [run.audit_campaign(session, stream) for stream in campaigns.names(session)]
    with _counted(desk) as progress:
        audits.append(run.audit_sessions(session, progress))
    return [*audits, Audit("database", (run.audit_orphans(session),))]


def _result(desk: Desk, audits: list[Audit]) -> None:
    from campaign.display.json import audit as documents
    from campaign.display.terminal import audit as display

    desk.show(display.audits(audits), documents.audits(audits))


def _report(desk: Desk, audits: list[Audit], output: str | None) -> None:
    """The whole history in words, with what the audit found; to a file, or to stdout."""
    from campaign.display.json import audit as documents
    from campaign.display.text.audit import report

    with desk.reading() as session:
        kept = desk.campaign(session)
    text = report(kept, audits)
    if output is None:
        desk.show(text, documents.report(text))
    else:
        write_text(output, text)
        desk.say(f"The report is in {output}.")
        if desk.options.json:
            desk.show("", documents.report(text))


def _under(desk: Desk, other: str) -> bool:
    """Show what stored records would say under other rules; whether any would differ."""
    from campaign.display.json import audit as documents
    from campaign.display.terminal import audit as display
    from campaign.services.audit import other_rules

    text = _overlay(other)
    with desk.reading() as session:
        if text is None and other_rules.is_edition(other):
            found = other_rules.edition_under(session, other)
        else:
            found = other_rules.campaign_under(desk.campaign(session), other, text)
    desk.show(display.under(found), documents.under(found))
    return bool(found.differing)


def _overlay(name: str) -> str | None:
    """The text of an overlay file, if the name is that of one."""
    from campaign.cli.desk import read_text

    return read_text(name) if name.endswith(".toml") else None


@contextmanager
def _counted(desk: Desk) -> Iterator[Progress]:
    """Somebody who waits at a terminal sees how far a long audit has come."""
    shown = sys.stderr.isatty() and not desk.options.quiet

    def tell(count: int) -> None:
        if shown:
            sys.stderr.write(f"\r{count:,} sessions ...")
            sys.stderr.flush()

    yield tell
    if shown:
        sys.stderr.write("\r\x1b[K")
