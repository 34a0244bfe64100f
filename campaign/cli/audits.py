"""campaign audit: whether the history is whole, legal and scored right."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.desk import Desk
from campaign.cli.options import command

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

FOUND_SOMETHING = 3


def register(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "audit", example="campaign audit --head 7QK2-9FMD")
    def audit_(desk: Desk, everything: All = False, head: Head = None) -> None:
        """Derive everything from the journal again and compare. Exit code 3 if anything differs."""
        from campaign.display import audit as display
        from campaign.display import documents
        from campaign.services import audit, campaigns
        from campaign.services.values import Audit

        if everything and head:
            raise typer.BadParameter("--head is of one campaign: name it instead of --all")
        database = desk.database()
        audits = [Audit("database", (audit.audit_file(database),))]
        with desk.reading() as session:
            if everything:
                audits += [
                    audit.audit_campaign(session, stream) for stream in campaigns.names(session)
                ]
                audits.append(audit.audit_sessions(session))
                audits.append(Audit("database", (audit.audit_orphans(session),)))
            else:
                stream = campaigns.stream_of(session, desk.options.campaign, desk.author)
                audits.append(audit.audit_campaign(session, stream, head))
        desk.show(display.audits(audits), documents.audits_document(audits))
        if not all(each.ok for each in audits):
            raise typer.Exit(FOUND_SOMETHING)
