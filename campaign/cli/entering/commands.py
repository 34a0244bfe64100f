"""campaign episode enter | session enter | draft list | show | discard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import INTERRUPTED, Desk, today
from campaign.cli.entering.prompt import Ask, editor, with_board
from campaign.cli.languages import Language
from campaign.cli.options import command, group

if TYPE_CHECKING:
    from campaign.cli.entering.table import Sitting
    from campaign.services.entering.drafts import Draft
    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from engine.kernel.record import Record

Number = Annotated[int, typer.Argument(metavar="N", help="The number of the draft.")]
Anew = Annotated[bool, typer.Option("--new", help="Begin anew, although there is a draft.")]
Board = Annotated[
    bool, typer.Option("--board", help="With the boards on the screen and a cursor (extra tui).")
]
Game = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game.", autocompletion=completion.games)
]
Seats = Annotated[
    list[str],
    typer.Option(
        "--seat", metavar="[SEAT=]NAME", help="Who plays, in the order of the table.", min=2
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


def register_episode(episodes: typer.Typer) -> None:
    """Add the command to the group of the episodes."""

    @command(episodes, "enter", example="campaign episode enter")
    def enter(desk: Desk, new: Anew = False, board: Board = False) -> None:
        """Enter the next episode answer by answer; every line is safe at once."""
        ask = editor(BY_FILE_EPISODE)
        if board:
            with_board()
        enter_episode(desk, ask, new=new, board=board)


def register_session(sessions: typer.Typer) -> None:
    """Add the command to the group of the sessions."""

    @command(sessions, "enter", example="campaign session enter GAME --seat Anna --seat Ben")
    def enter(
        desk: Desk,
        game: Game,
        seat: Seats,
        settings: Header = None,
        new: Anew = False,
        language: Language = "",
    ) -> None:
        """Enter a game answer by answer; every line is safe at once."""
        from campaign.services.entering.headers import head_of

        head = head_of(game, seat, settings or (), today())
        enter_session(desk, editor(BY_FILE_SESSION), head, new=new, language=language)


def register(app: typer.Typer) -> None:
    """Add the commands on drafts."""
    drafts = group(app, "draft", "What is being entered and not yet kept.")

    @command(drafts, "list", example="campaign draft list")
    def list_(desk: Desk) -> None:
        """The drafts."""
        from campaign.display.json import entering as documents
        from campaign.display.terminal.entering import prompts as display
        from campaign.services import campaigns
        from campaign.services.entering import drafts as service

        with desk.reading() as session:
            found, names = service.every(session), campaigns.names(session)
        desk.show(display.draft_list(found, names), documents.draft_list(found))

    @command(drafts, "show", example="campaign draft show 2")
    def show(desk: Desk, number: Number) -> None:
        """A draft line by line; where its episode is recorded meanwhile, how that differs."""
        from campaign.display.json import entering as documents
        from campaign.display.terminal.entering import prompts as display
        from campaign.services import campaigns
        from campaign.services.entering import drafts as service

        with desk.reading() as session:
            found, names = service.read(session, number), campaigns.names(session)
            stream = found.stored.stream
            history = campaigns.read(session, stream) if stream in names else None
        differs = service.compared(found, history)
        desk.show(display.draft(found, names, differs), documents.draft(found, differs))

    @command(drafts, "discard", example="campaign draft discard 2")
    def discard(desk: Desk, number: Number) -> None:
        """Take a draft away for good."""
        from campaign.services.entering import drafts as service

        with desk.reading() as session:
            service.read(session, number)
        desk.confirm(f"Discard draft {number} for good?")
        with desk.writing() as session:
            service.discard(session, number)
        desk.say(f"Draft {number} is gone.")


BY_FILE_EPISODE = "campaign episode template > evening.toml, then campaign episode record it"
BY_FILE_SESSION = "write a record in a file, then campaign session record FILE"


def enter_episode(desk: Desk, ask: Ask, *, new: bool = False, board: bool = False) -> History:
    """Enter the next episode of the campaign and keep it; then the stickers that it gives."""
    from campaign.cli.entering.finish import finish_episode, place_stickers
    from campaign.services import episodes
    from campaign.services.entering import drafts
    from campaign.services.entering.game import begun
    from engine.my_city.campaign.episodes import setup_of

    with desk.reading() as session:
        history, found = desk.campaign(session), drafts.every(session)
    head = episodes.head(history, today())
    entering = begun(head, setup_of(history.campaign, head))
    mine = drafts.of(found, history.stream, entering.game.NAME, head.header["episode"])
    old = drafts.of_earlier(found, history)
    for draft in old:
        number, episode = draft.stored.number, draft.stored.episode
        desk.say(
            f"Draft {number} is of episode {episode}, which is recorded meanwhile: "
            f"campaign draft show {number} compares the two."
        )
    with _leaving(desk, "campaign episode enter"):
        sitting = _sitting(desk, ask, entering, mine, history, new=new, board=board)
        if not board:
            desk.say(f"{history.campaign.name}, episode {head.header['episode']}. {GREETING}")
        after = finish_episode(sitting, history)
        if board:
            from campaign.cli.entering.boards import place_at_the_board

            return place_at_the_board(desk, after)
        return place_stickers(desk, ask, after)
    raise AssertionError("whoever leaves ends the command")


def enter_session(desk: Desk, ask: Ask, head: Record, *, new: bool, language: str) -> None:
    """Enter a game outside a campaign and keep it."""
    from campaign.cli.entering.finish import finish_session
    from campaign.services.entering import drafts
    from campaign.services.entering.game import begun

    entering = begun(head)
    with desk.writing(create=True) as session:
        found = drafts.every(session)
    mine = drafts.of(found, "", entering.game.NAME)
    with _leaving(desk, f"campaign session enter {entering.game.NAME}"):
        sitting = _sitting(desk, ask, entering, mine, None, new=new, language=language)
        desk.say(f"{entering.game.TITLE}. {GREETING}")
        finish_session(sitting)


GREETING = "? shows what can be answered, u takes back, help tells the rest."


def _sitting(
    desk: Desk,
    ask: Ask,
    entering: Entering,
    drafts: tuple[Draft, ...],
    history: History | None,
    *,
    new: bool,
    language: str = "",
    board: bool = False,
) -> Sitting:
    """Where to go on: in a draft, if somebody agrees, else at the beginning."""
    from campaign.services.entering import drafts as service

    make = _table(board=board)
    for draft in () if new else drafts:
        stored = draft.stored
        when = stored.changed_at[:16].replace("T", " ")
        desk.say(
            f"There is draft {stored.number} by {stored.author} at {stored.place}: "
            f"{len(draft.lines)} lines, the last {when}."
        )
        if yes(ask, "Go on with it? [Y/n] "):
            return make(desk, ask, service.entry_of(draft, history), stored, language)
    return make(desk, ask, entering, service.new(entering, desk.by(), history), language)


def _table(*, board: bool) -> type[Sitting]:
    """How answers are given: typed, or with the cursor."""
    if board:
        from campaign.cli.entering.boards import AtTheBoard

        return AtTheBoard
    from campaign.cli.entering.table import Sitting

    return Sitting


def yes(ask: Ask, question: str) -> bool:
    """Whether the answer is yes; Enter alone is."""
    while True:
        answer = ask(question).strip().lower()
        if answer in ("", "y", "yes"):
            return True
        if answer in ("n", "no"):
            return False


@contextmanager
def _leaving(desk: Desk, again: str) -> Iterator[None]:
    """Leaving at any prompt ends the command with a word on how to go on."""
    from campaign.cli.entering.table import Left

    try:
        yield
    except (Left, EOFError, KeyboardInterrupt) as left:
        desk.say(f"Everything that was accepted is safe. Go on with: {again}")
        raise typer.Exit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None
