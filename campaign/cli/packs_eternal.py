"""campaign pack eternal: the rules of the eternal mode, with corrections from the owner's box."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import records
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import RecordProblem
from campaign.display.json import packs as documents
from campaign.display.terminal import packs as screens
from campaign.services import packs_eternal
from campaign.store.errors import DatabaseMissing
from engine import my_city
from engine.kernel.phrases import phrase

Corrections = Annotated[
    str | None,
    typer.Argument(metavar="FILE", help="The corrections of your box; - for standard input."),
]
Template = Annotated[
    bool,
    typer.Option(
        "--template", help="Print every value of the eternal mode, to correct from your box."
    ),
]
Forget = Annotated[bool, typer.Option("--forget", help="Delete the corrections that are kept.")]


def eternal(
    env: Environment, file: Corrections = None, template: Template = False, forget: Forget = False
) -> Reply[documents.RulesInForceDocument | documents.OverlayDocument] | None:
    """The rules of the eternal mode in words; with FILE, correct them for all new games."""
    if (file is not None) + template + forget > 1:
        raise typer.BadParameter("FILE, --template and --forget each do another thing: give one")
    if template:
        text = packs_eternal.template()
        return Reply(lambda: documents.OverlayDocument(overlay=text), lambda: text)
    text = kept_corrections(env)
    if file is not None:
        text = records.read_corrections(file)
        with records.locating_errors(file, text):
            text = packs_eternal.checked(packs_eternal.readable_text(text))
        if not text.strip():
            why = phrase("the file corrects envelopes alone, and the eternal mode has none")
            raise RecordProblem(why, records.name_of(file))
    rules = packs_eternal.rules("" if forget else text)
    reply = Reply(
        lambda: documents.RulesInForceDocument.from_value(episode=1, rules=rules),
        lambda: screens.eternal(rules),
    )
    if file is None and not forget:
        return reply
    env.show(reply)
    env.confirm(phrase("Play the eternal mode by these rules from now on?"))
    with env.writing(create=True) as session:
        packs_eternal.keep(session, "" if forget else text)
    env.say(
        phrase("New games of the eternal mode follow these rules; recorded ones stay as they are.")
    )
    return None


def kept_corrections(env: Environment) -> str:
    """Return the corrections of the eternal mode in the database; "" if it has none."""
    try:
        with env.reading() as session:
            return packs_eternal.kept_corrections(session)
    except DatabaseMissing:
        return ""


def read_tables(env: Environment, game: str, file: str | None) -> str:
    """Return the owner's corrections for a new game, from a file or the database; "" for none.

    Raises the errors of `records.read_tables`.
    """
    if file == packs_eternal.STAND_IN:
        return ""
    if file is None and game == my_city.NAME:
        return kept_corrections(env)
    if game == my_city.NAME:
        return records.read_tables(game, file, packs_eternal.readable_text)
    return records.read_tables(game, file)
