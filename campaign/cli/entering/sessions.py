"""campaign session enter: enter a game outside a campaign answer by answer."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import packs_eternal
from campaign.cli.arguments import OtherGame, Tables
from campaign.cli.entering import dialog as dialogs
from campaign.cli.entering import finish, prompt, start, table_beside
from campaign.cli.entering import totals as of_totals
from campaign.cli.entering.start import Anew, Day, OnPhones
from campaign.cli.environment import Environment, Reply
from campaign.cli.noting import GivenDetails, noted
from campaign.display.json import sessions as documents
from campaign.services import choices, games
from campaign.services.entering import drafts, game, headers
from campaign.services.errors import UnknownName
from campaign.services.names import names_in
from campaign.store.clock import today
from engine.kernel.errors import SetupError, wording_of
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from campaign.cli.entering.prompt import Ask
    from engine.kernel.details import Details

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="[SEAT=]NAME",
        help="Who plays, in the order of the table; not needed to go on with a draft.",
        show_default=False,
    ),
]
Header = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="A key of the record's header, such as mode=expert.",
        show_default=False,
    ),
]
Totals = Annotated[
    bool, typer.Option("--totals", help="Enter only the total of each player; nothing is proved.")
]
INSTEAD = phrase("write a record in a file, then campaign session record FILE")


@noted
def enter(
    env: Environment,
    given: GivenDetails,
    game_name: OtherGame = None,
    seat: Seats = None,
    settings: Header = None,
    tables: Tables = None,
    new: Anew = False,
    phones: OnPhones = False,
    played: Day = None,
    totals: Totals = False,
) -> Reply[documents.SessionDocument] | None:
    """Enter a game answer by answer, every line saved at once; or enter the totals alone."""
    chosen_game = games.named(game_name) if game_name else ""
    overlay = packs_eternal.read_tables(env, chosen_game, tables) if chosen_game else ""
    any_game = not (game_name or seat or settings or tables)
    ask = prompt.editor(INSTEAD, env.speaker)
    if totals:
        if new or phones:
            raise typer.BadParameter("--totals leaves no draft: leave out --new and --phones")
        return _totals(
            env, ask, chosen_game, seat, settings, tables, played or today(), given.to_details()
        )
    with env.writing(create=True) as session:
        stored = drafts.every(session)
    with (
        table_beside.open_table(env, phones) as beside,
        start.allow_leaving(env, f"campaign session enter {chosen_game}".rstrip()),
    ):
        dialog = None
        if any_game and not new:
            own_drafts = drafts.of_sessions(stored)
            dialog = start.resume_draft(env, ask, own_drafts, beside=beside, day=played)
            new = True  # none of them was wanted
        if dialog is None:
            if not chosen_game:
                with start.all_or_nothing(env):
                    chosen_game = _game(env, ask)
                overlay = packs_eternal.read_tables(env, chosen_game, tables)
            if seat:
                head = headers.head_of(
                    chosen_game, seat, settings or (), played or today(), overlay
                )
                own_drafts = drafts.of_table(stored, head)
            else:
                head = None
                own_drafts = drafts.drafts_of_game(stored, "", chosen_game)
                own_drafts = tuple(
                    draft
                    for draft in own_drafts
                    if overlay in ("", draft.overlay)
                    and (not draft.head or headers.has_settings(draft.head, settings or ()))
                )
            dialog = (
                None if new else start.resume_draft(env, ask, own_drafts, beside=beside, day=played)
            )
        if dialog is None:
            _say_mode(env, chosen_game)
            if asked := not head:
                names = _players(env, ask, chosen_game)
                header = settings or of_totals.settings(env, ask, chosen_game)
                head = headers.head_of(chosen_game, names, header, played or today(), overlay)
            env.confirm_names(head.names, head.seats)
            setup = head.setup._replace(overlay=overlay)
            dialog = start.begin_dialog(env, ask, game.new_entry(head, setup), beside=beside)
            if asked:
                dialog.save()
        dialog.note_details(given.to_details(dialog.entering.details))
        title = phrase(dialog.entering.game.TITLE)
        env.say(phrase("{game}. {greeting}", game=title, greeting=dialogs.GREETING))
        with start.check_draft(dialog):
            outside = finish.finish_session(dialog)
    return Reply(lambda: documents.session(outside)) if outside else None


def _totals(
    env: Environment,
    ask: Ask,
    chosen_game: str,
    seats: list[str] | None,
    settings: list[str] | None,
    tables: str | None,
    day: date,
    details: Details,
) -> Reply[documents.SessionDocument]:
    """Enter only the totals of a game; ask for what the options leave open."""
    with start.all_or_nothing(env):
        chosen_game = chosen_game or _game(env, ask)
        overlay = packs_eternal.read_tables(env, chosen_game, tables)
        _say_mode(env, chosen_game)
        names = seats or _players(env, ask, chosen_game)
        header = settings or of_totals.settings(env, ask, chosen_game)
        head = headers.head_of(chosen_game, names, header, day, overlay)
        env.confirm_names(head.names, head.seats)
        outside = of_totals.enter_totals(env, ask, head, overlay, details)
    return Reply(lambda: documents.session(outside))


def _game(env: Environment, ask: Ask) -> str:
    """Ask which game is entered, and return its name; raises `EOFError` if the user leaves."""
    game_names = choices.games()
    while True:
        question = phrase("which game: {games}> ", games=", ".join(game_names))
        typed = ask(question, prompt.offer_words(game_names)).strip()
        if typed.lower() in (*prompt.LEAVES, *prompt.QUITS):
            raise EOFError
        with suppress(UnknownName):
            return games.named(typed)
        env.say(phrase("  '{typed}' is the beginning of none of them, or of several.", typed=typed))


def _say_mode(env: Environment, game_name: str) -> None:
    """Say that My City outside a campaign is another mode than the evenings of a campaign."""
    if games.find(game_name).ALONE.get("mode") == "eternal":
        env.say(
            phrase(
                "This is a game of the eternal mode, outside a campaign. For an evening of a "
                "campaign: {command}",
                command="campaign meet",
            )
        )


def _players(env: Environment, ask: Ask, game_name: str) -> list[str]:
    """Ask who plays, and return the names; raises `EOFError` if the user leaves.

    Names of several words need commas between them. Whoever plays at two seats is named by `--seat`
    alone: a name that is typed twice is a slip.
    """
    while True:
        typed = ask(phrase("who plays, in the order of the table, such as Anna, Ben> ")).strip()
        if typed.lower() in (*prompt.LEAVES, *prompt.QUITS):
            raise EOFError
        names = names_in(typed)
        slip = _slip_in(names, game_name)
        if not slip:
            return names
        env.say(phrase("  {error}.", error=slip))


def _slip_in(names: Sequence[str], game_name: str) -> Wording:
    """Why these names cannot be the players of a game; "" if they can."""
    if len(names) < 2:
        return phrase("at least two play: their names, with a comma between them")
    for name, times in Counter(names).items():
        if times > 1:
            return phrase("{name} is there twice", name=name)
    try:
        headers.names_of(games.find(game_name), names)
    except SetupError as error:
        return wording_of(error)
    return ""
