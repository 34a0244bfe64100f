"""What a command runs in: its options, its consoles, its database; and `command`, which gives it.

    @command(app, "show", example="campaign city show eagle")
    def show(env: Environment, seat: Seat) -> Reply[documents.City]: ...

Data goes to stdout, everything else to stderr. Nothing is asked without a terminal. The
database is opened on first use and closed when the command ends.
"""

from __future__ import annotations

import errno
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from campaign.cli import files, languages, nearest, options, pager, questions, synced
from campaign.cli.errors import KEPT, NOTHING_WRITTEN, ConsentMissing, FlagMissing, OutputLost
from campaign.cli.help import LazyGroup
from campaign.cli.help_command import Command
from campaign.cli.interrupts import INTERRUPTED
from campaign.cli.options import GlobalOptions
from campaign.cli.reply import Reply as Reply
from campaign.cli.signatures import hints_of
from campaign.cli.user import at_a_terminal, author
from campaign.display.terminal import console, parts
from campaign.display.terminal import progress as progress_screens
from campaign.display.text.translation import speaker_of
from campaign.services import campaigns, changes, values
from campaign.services.progress import unwatched
from campaign.store import (
    chain,
    clock,
    copies,
    database,
    errors,
    integrity,
    place,
    revision,
    schema,
)
from engine.kernel import texts
from engine.kernel.names import crosswise
from engine.kernel.phrases import Phrase, Wording, phrase

if TYPE_CHECKING:
    from types import TracebackType

    import sqlalchemy as sa
    from rich.console import RenderableType
    from rich.text import Text
    from sqlmodel import Session

    from campaign.display.json.parts import Document, Part
    from campaign.display.terminal.console import Console
    from campaign.services.changes import HistoryChange
    from campaign.services.progress import Progress
    from campaign.services.values import Author, History

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)
"""The error numbers of an output that cannot be written."""
Menu = tuple[str, int, str]
"""A section of `campaign --help`, a place in it, and a few words: at most 22 characters.

A command without words is rare: only `campaign --more` has it.
"""
NO_MENU: Menu = ("", 0, "")

Answer = TypeVar("Answer", bound="Reply[Document] | None")
"""What a command returns: its answer, or nothing where it has none or has shown it already."""

DECLINED = 1
"""Exit code of a question that was not answered with yes; where it was interrupted, another."""
FOUND_SOMETHING = 3
"""Exit code of an audit that has found something."""


class Environment:
    """Everything a command needs besides its own arguments."""

    def __init__(self, options: GlobalOptions) -> None:
        """Raises `BadParameter` for a language that it does not know."""
        self.options = options
        self.speaker = speaker_of(languages.chosen(options.language or ""))
        self._database: sa.Engine | None = None
        self.typed: Callable[[], str] | None = None
        """What is being entered, as a record: it is written to a file where its draft is gone."""
        self._kept = False

    def __enter__(self) -> Environment:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._kept and error is not None:
            error.add_note(KEPT)
        if self._database is not None:
            if isinstance(error, errors.DatabaseMoved):
                self._save_opened(self._database)
            self._database.dispose()

    def database(self, *, create: bool = False, upgrade: bool = True) -> sa.Engine:
        """The database, its schema up to date; raises `StoreError`.

        Where it is not to be upgraded, one of an older schema is an error, too.
        """
        if self.options.opened is not None:
            return self.options.opened
        if self._database is None:
            self._database = database.open_database(self.options.db, create=create)
            if not upgrade:
                revision.require_newest(self._database)
            elif (upgraded := schema.ensure(self._database)) and upgraded.backup:
                self.say(
                    phrase(
                        "The database was upgraded; the copy from before: {backup}",
                        backup=str(upgraded.backup),
                    )
                )
            synced.mention(self.say, self._database)
        return self._database

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that sees one state and writes nothing."""
        with database.reading(self.database()) as session:
            yield session

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Session]:
        """The one transaction of a command that writes."""
        sys.stdout.flush()  # who reads it no more is known before anything is kept
        with database.writing(self.database(create=create)) as session:
            yield session
        self._kept = True

    def _save_opened(self, opened: sa.Engine) -> None:
        """Save the content of an opened file that is gone, and what the user entered."""
        try:
            self.say(phrase("What was in it is kept: {file}", file=str(copies.rescued(opened))))
        except errors.StoreError as error:
            self.say(phrase("What was in it cannot be kept: {why}", why=str(error)))
        if self.typed:
            file = place.file_of(opened.url)
            name = files.set_aside(self.typed(), ".toml", file.parent if file else None)
            self.say(phrase("What you entered is in {file}", file=name))

    @contextmanager
    def shown(self) -> Iterator[None]:
        """A context for output; if it cannot be written raises `OutputLost`, with what was kept."""
        try:
            yield
            sys.stdout.flush()
        except BrokenPipeError as error:
            if not (self._kept or self.options.yes):
                raise
            raise OutputLost("nobody reads it any more", kept=self._kept) from error
        except OSError as error:
            if error.errno not in UNWRITABLE or error.filename is not None:
                raise
            raise OutputLost(error.strerror or str(error), kept=self._kept) from error
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A flipped bit can make a number of the stored views a text: it is named instead.
            if self._database is not None and (why := integrity.damage(self._database)):
                raise why from error
            raise

    def campaign(self, session: Session) -> History:
        """The campaign that the command means."""
        history = campaigns.find(session, self.options.campaign, self.author)
        self.speaker = self.speaker.with_own(campaigns.own_words_of(history))
        return history

    def history(self) -> History:
        """The campaign that the command means, as it is now."""
        with self.reading() as session:
            return self.campaign(session)

    def keep(self, change: HistoryChange) -> History:
        """Keep a change that was previewed; raises `NotAllowed` if it is not possible any more."""
        with self.writing() as session:
            return changes.keep(session, change, self.by())

    def copy_first(self) -> None:
        """Copy a database that is a file, before much is added to it at once."""
        try:
            opened = self.database()
        except errors.DatabaseMissing:
            return
        if place.file_of(opened.url):
            copy = str(copies.backup(opened))
            self.say(phrase("The database as it was before: {copy}", copy=copy))

    def copy_evening(self) -> None:
        """Copy a database that is a file, after an evening was kept; the first copy is told of.

        An evening that cannot be copied is kept all the same. Raises `DatabaseMoved`.
        """
        file = place.file_of(self.database().url)
        if file is None or os.environ.get(copies.VARIABLE) == copies.OFF:
            return
        first = not copies.made(file)
        try:
            copies.backup(self.database())
        except errors.DatabaseMoved:
            raise
        except errors.StoreError as error:
            self.say(phrase("The evening is kept, but no copy: {why}", why=str(error)))
            return
        if first:
            self.say(
                phrase(
                    "From now on the database is copied after each evening, into {folder}. "
                    "{command} lists the copies.",
                    folder=str(copies.folder_of(file)),
                    command="campaign db restore",
                )
            )

    def say_head(self) -> None:
        """The head of the whole database, where something was kept."""
        with self.reading() as session:
            head = chain.head(session)
        self.say(parts.head_of_database(head) or "")

    @property
    def author(self) -> str:
        """Who works here."""
        return author()

    def by(self) -> Author:
        """Who does it, and when."""
        return values.Author(self.author, clock.now())

    def print(self, *screens: RenderableType) -> None:
        """Screens on stdout, one below the other; in a pager where they are too long together."""
        out = console.out(self.speaker, color=self._color)
        if words := self._pager():
            text = console.text_of(out, screens, plain=not pager.keeps_colours(words))
            if pager.is_long(text, out.height) and pager.page(words, text, self.speaker):
                return
        for screen in screens:
            console.write(out, screen)

    def show(self, reply: Reply[Document]) -> None:
        """An answer: its view, or with --json its document; raises `Exit` for one with a code."""
        if self.options.json:
            print_line(texts.escaped(_text(reply.document())))
        elif reply.view:
            screen = reply.view()
            if isinstance(screen, str):
                self._print_text(screen)
            else:
                self.print(screen)
        if reply.code:
            raise typer.Exit(reply.code)

    def _print_text(self, text: str) -> None:
        """A text on stdout as it is; in a pager where it is too long."""
        plain, words = texts.shown(text), self._pager()
        lines = console.out().height if words else 0
        if not (words and pager.is_long(plain, lines) and pager.page(words, plain, self.speaker)):
            print_line(plain)

    def show_many(self, document: Document, key: str, items: Iterable[Part]) -> None:
        """A document with a list under a key that may be long: written item by item."""
        before, place, after = _text(document).partition(f'\n  "{key}": []')
        lead, end = before + place[:-1], "]"
        for item in items:
            text = _text(item).replace("\n", "\n    ")
            sys.stdout.write(texts.escaped(f"{lead}\n    {text}"))
            lead, end = ",", "\n  ]"
        print_line(texts.escaped((lead if end == "]" else "") + end + after))

    def _pager(self) -> list[str]:
        """The pager for a long screen; none where nobody turns pages."""
        return pager.program() if at_a_terminal() and not self.options.no_pager else []

    def say(self, *messages: RenderableType | Phrase) -> None:
        """A message on stderr, unless --quiet."""
        if not self.options.quiet:
            err = self._err
            for message in messages:
                console.write(err, parts.shown(message))

    def lines(self, screen: RenderableType) -> list[Text]:
        """A message as its lines, to be shown one window at a time."""
        return console.lines_of(self._err, screen)

    @contextmanager
    def progress(self, what: str, unit: Wording) -> Iterator[Progress]:
        """Show somebody who waits at a terminal how far something has come."""
        if self.options.quiet:
            yield unwatched
            return
        with progress_screens.drawn(self._err, what, unit) as progress:
            yield progress

    def console_of_width(self, columns: int) -> Console:
        """The console of the data, so many columns wide."""
        return console.out(self.speaker, color=self._color, width=columns)

    @property
    def can_ask(self) -> bool:
        """Whether somebody sits at a terminal and wants to be asked."""
        return not self.options.yes and sys.stdin.isatty() and sys.stderr.isatty()

    def window(self) -> tuple[int, int]:
        """Columns and lines of the terminal at which messages are shown."""
        return self._err.size

    def confirm(
        self, question: Wording, *, flag: str = "", agreed: bool = False, dry_run: bool = False
    ) -> None:
        """Go on only after a yes; raises `ConsentMissing`, `FlagMissing` where nobody can be asked.

        With `dry_run` nobody is: what would change has been shown, and the command ends.

        Enter alone and --yes are yes, because the command asks for it. They are no where a `flag`
        of its own says yes: something is lost, or stands against what the program knows. With
        that flag it is `agreed`.
        """
        if dry_run:
            self.say(NOTHING_WRITTEN)
            raise typer.Exit
        if agreed or (self.options.yes and not flag):
            return
        if flag and not self.can_ask:
            raise FlagMissing(question, flag)
        if not self.can_ask:
            raise ConsentMissing(
                phrase("there is no terminal to ask at: add --yes to go on without a question")
            )
        answer = self._letter(question, usual=not flag)
        if answer != "y":
            self.say(NOTHING_WRITTEN)
            raise typer.Exit(DECLINED if answer else INTERRUPTED)

    def confirm_replacing(
        self, path: object, question: Wording = "", *, dry_run: bool = False
    ) -> None:
        """Ask before something that is there is written over; --replace says yes."""
        asked = question or phrase("{path} is there already. Replace it?", path=path)
        self.confirm(asked, flag="--replace", agreed=self.options.replace, dry_run=dry_run)

    def confirm_day(self, doubt: Phrase | None) -> None:
        """Ask about a day that hardly anybody means, if it is one; --as-dated says yes."""
        if doubt:
            asked = phrase("{doubt}. Is that the day?", doubt=doubt)
            self.confirm(asked, flag="--as-dated", agreed=self.options.as_dated)

    def confirm_names(self, players: Mapping[str, str], seats: Iterable[str]) -> None:
        """Ask about a player, by seat, who is called as another seat is; --as-named says yes."""
        if seat := crosswise(players, seats):
            asked = phrase(
                "The player of {seat} is called {name}, as another seat is. Is that right?",
                seat=seat,
                name=players[seat],
            )
            self.confirm(asked, flag="--as-named", agreed=self.options.as_named)

    def reason(self, given: str, *, dry_run: bool = False) -> str:
        """Why something is corrected: as given, else as answered; raises `ConsentMissing`.

        Nobody is asked for that of a change that is not kept.
        """
        if given:
            return given
        if dry_run:
            return "corrected"
        if not self.can_ask:
            raise ConsentMissing(
                phrase("a correction has a reason, for the history: --reason TEXT")
            )
        try:
            answer = self._ask(phrase("Why, for the history? (Enter: corrected)"))
            return answer.strip() or "corrected"
        except typer.Abort:
            self.say("", NOTHING_WRITTEN)
            raise typer.Exit(INTERRUPTED) from None

    def choice(self, question: Wording, letters: str) -> str:
        """One of the letters; Ctrl-C and the end of the input end the command."""
        try:
            return questions.letter(self._ask, self.say, question, letters)
        except typer.Abort:
            self.say("", NOTHING_WRITTEN)
            raise typer.Exit(INTERRUPTED) from None

    def agrees(self, question: Wording, *, usual: bool = False) -> bool:
        """Whether somebody answers yes; Enter alone is no, or what is `usual`."""
        return self._letter(question, usual=usual) == "y"

    def _letter(self, question: Wording, *, usual: bool) -> str:
        """`y` or `n`; "" for Ctrl-C, or the end of the input."""
        try:
            return questions.letter(self._ask, self.say, question, "Yn" if usual else "yN")
        except typer.Abort:
            self.say("")
            return ""

    def _ask(self, question: Wording) -> str:
        """A line that is typed after a question on stderr."""
        asked = parts.question(question, console.err(self.speaker, color=False)).rstrip()
        return questions.line("\n".join(map(texts.shown, asked.splitlines())))

    @property
    def _err(self) -> Console:
        """The console of the messages."""
        return console.err(self.speaker, color=self._color)

    @property
    def _color(self) -> bool | None:
        """False without colour, None as the terminal has it."""
        return False if self.options.no_color else None


def group(name: str = "", help: str = "", *, menu: Menu = NO_MENU, also: str = "") -> typer.Typer:
    """A group of commands; without a name, the commands of a module that belong to no group.

    `menu` and `also` as in `command`.
    """
    return typer.Typer(
        name=name,
        cls=LazyGroup,
        help=help,
        no_args_is_help=True,
        rich_markup_mode=None,
    )


def command(
    app: typer.Typer,
    name: str,
    *,
    example: str = "",
    menu: Menu = NO_MENU,
    also: str = "",
    reads: bool = False,
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Make a function a command of `app` with the shared options and one example in its help.

    What it returns is shown; with --json a command that never returns anything is refused. Its
    first parameter is the environment, which ends with it. `menu` is where it stands in
    `campaign --help`, `also` are words of other programs and of the table that somebody types who
    means it, `reads` says that it never writes: after an error nobody asks whether something was.
    All are read from the text, before anything is imported (`campaign.cli.stated`).
    """

    def register(function: Callable[..., Answer]) -> Callable[..., Answer]:
        hints, shows_only = hints_of(function), function.__annotations__.get("return") == "None"
        own = list(inspect.signature(function).parameters.values())[1:]
        own = [parameter.replace(annotation=hints[parameter.name]) for parameter in own]

        @wraps(function)
        def run(**values: Any) -> None:
            context = values.pop("context")
            given = {option.name: values.pop(option.name) for option in options.SHARED}
            with Environment(options.merged(context.obj, given)) as env, env.shown():
                if env.options.json and shows_only:
                    raise typer.BadParameter(
                        f"{name} shows and asks, and has no document: no --json"
                    )
                reply: Reply[Document] | None = function(env, **values)
                if reply:
                    env.show(reply)

        options.takes(run, [*own, *(option.parameter() for option in options.SHARED)])
        app.command(name, cls=Command, epilog=f"Example: {example}" if example else None)(run)
        return function

    return register


def _text(part: Part) -> str:
    """A document, or a part of one, as JSON; characters that stdout does not have are escaped."""
    return json.dumps(part.model_dump(), ensure_ascii=not nearest.is_utf8(sys.stdout), indent=2)


def print_line(text: str) -> None:
    """Text on stdout: no wrapping, no colour, nothing that a terminal obeys."""
    plain = texts.shown(text)
    nearest.document(plain if plain.endswith("\n") else plain + "\n")
