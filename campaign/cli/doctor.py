"""campaign doctor: facts about the program and its machine, to paste into a report of a fault."""

from __future__ import annotations

import sys

from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import doctor as documents
from campaign.display.terminal import console
from campaign.display.terminal import doctor as screens
from campaign.services import doctor as service

app = group()


@command(
    app,
    "doctor",
    example="campaign doctor",
    menu=("Data", 12, ""),
    also="bug report crash version system info environment diagnose",
    reads=True,
)
def doctor(env: Environment) -> Reply[documents.DoctorDocument]:
    """The facts for a fault report: versions, extras, database, terminal; no names, no paths."""
    out = console.out(env.speaker)
    terminal = service.TerminalInfo(
        encoding=getattr(sys.stdout, "encoding", None) or "",
        columns=out.width,
        lines=out.height,
        colors=out.color_system or "none",
        is_terminal=out.is_terminal,
    )
    report = service.doctor_report(env.options.db, env.speaker.language, terminal)
    return Reply(lambda: documents.doctor_report(report), lambda: screens.doctor_report(report))
