"""The environment of a command: its options, consoles and database (`registration`).

Data goes to stdout, everything else to stderr. Without a terminal no question is asked. The
database is opened on first use and closed when the command ends.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from campaign.cli import (
    files,
    interrupts,
    languages,
    pager,
    problems,
    questions,
    restoring,
    stdout,
    synced,
)
from campaign.cli.errors import KEPT, NOTHING_WRITTEN, ConsentMissing, FlagMissing, OutputLost
from campaign.cli.options import GlobalOptions
from campaign.cli.reply import Reply as Reply
from campaign.cli.user import is_at_terminal, user_name
from campaign.display.terminal import console, parts
from campaign.display.terminal import progress as progress_screens
from campaign.display.text.translation import speaker_of
from campaign.services import campaigns, changes, values
from campaign.services.progress import unwatched
from campaign.store import chain, clock, copies, database, errors, integrity, place, schema
from engine.kernel import texts
from engine.kernel.names import confusable_seat
from engine.kernel.phrases import Phrase, Wording, phrase

if TYPE_CHECKING:
    from types import TracebackType

    import sqlalchemy as sa
    from rich.console import RenderableType
    from rich.text import Text
    from sqlmodel import Session

    from campaign.display.json.parts import Document
    from campaign.display.terminal.console import Console
    from campaign.services.campaigns import Find
    from campaign.services.changes import HistoryChange
    from campaign.services.progress import Progress
    from campaign.services.values import Author, History

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)
"""The error numbers of an output that cannot be written."""
DECLINED = 1
"""The exit code after a question is answered with no; after Ctrl-C it is `INTERRUPTED`."""
FOUND_SOMETHING = 3
"""The exit code of an audit that has found something wrong."""


class Environment:
    """Everything a command needs besides its own arguments."""

    def __init__(self, options: GlobalOptions) -> None:
        """Raises `BadParameter` for an unknown language."""
        self.options = options
        self.speaker = speaker_of(languages.chosen_language(options.language or ""))
        self.meant = ""
        """The stream of the campaign that the command has read; "" if none."""
        self._database: sa.Engine | None = None
        self.unfinished_record: Callable[[], str] | None = None
        """Returns the entry so far as a record, which is saved to a file if its draft is gone."""
        self.unkept_edits: list[str] = []
        """The records that somebody has edited for a correction, until it is kept."""
        self._saving_edits = ExitStack()
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
            if isinstance(error, KeyboardInterrupt):
                self.say(problems.KEPT_BEFORE)
        if self._database is not None:
            self._save_edits()
            self._saving_edits.close()
            if isinstance(error, errors.DatabaseMoved):
                self._save_opened(self._database)
            self._database.dispose()

    def database(self, *, create: bool = False, upgrade: bool = True) -> sa.Engine:
        """Return the database, opened and upgraded to this program's schema.

        Raises `StoreError`; without `upgrade` also for an older schema.
        """
        if self.options.opened is not None:
            return self.options.opened
        if self._database is None:
            self._database = database.open_database(self.options.db, create=create)
            place.refuse_memory(self._database)
            if not upgrade:
                schema.require_newest(self._database)
            elif (upgraded := schema.ensure(self._database)) and upgraded.before:
                self.say(
                    phrase(
                        "The database was upgraded; the copy from before: {backup}",
                        backup=str(upgraded.backup),
                    )
                    if upgraded.backup
                    else phrase(
                        "The database was upgraded; an older program cannot use it any more."
                    )
                )
            synced.warn_of_sync(self.say, self._database)
        return self._database

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that sees one state and writes nothing."""
        with database.reading(self.database()) as session:
            yield session

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Session]:
        """Open the one transaction of a command that writes."""
        sys.stdout.flush()  # raises now, before anything is kept, if nobody reads stdout any more
        is_done = False
        try:
            with database.writing(self.database(create=create)) as session:
                yield session
                is_done = True
        except KeyboardInterrupt:
            if is_done:  # a commit lets Ctrl-C wait, and is done all the same
                self.say(problems.PERHAPS_WRITTEN)
            raise
        self.note_kept()
        self.unkept_edits.clear()

    def note_kept(self) -> None:
        """Remember that the command has kept something: what fails after this says so."""
        self._kept = True

    def _save_opened(self, opened: sa.Engine) -> None:
        """Save the content of an open database whose file is gone, and what the user entered."""
        try:
            kept = copies.rescue_open_file(opened)
            self.say(phrase("The database is kept: {file}", file=str(kept)))
        except errors.StoreError as error:
            self.say(phrase("The database cannot be kept: {why}", why=str(error)))
        if self.unfinished_record:
            self.set_record_aside(self.unfinished_record(), opened)

    def remember_edit(self, record: str) -> None:
        """Remember a record that nothing else holds; it is saved if it is not kept in the end."""
        if not self.unkept_edits:
            self._saving_edits.enter_context(interrupts.saving_at_end(self._save_edits))
        self.unkept_edits.append(record)

    def _save_edits(self) -> None:
        while self.unkept_edits:
            with suppress(OSError):  # the terminal, if its window is closed
                self.set_record_aside(self.unkept_edits.pop(0), self.database())

    def set_record_aside(self, record: str, opened: sa.Engine) -> str:
        """Write a text that nothing else holds to a new file beside the database; say its name."""
        beside = file.parent if (file := place.file_of(opened.url)) else None
        name = files.set_aside(record, ".toml", beside)
        self.say(phrase("What you entered is in {file}", file=name))
        return name

    @contextmanager
    def guarding_output(self) -> Iterator[None]:
        """A context for output; raises `OutputLost` if the output cannot be written.

        The error says whether something was kept. A damaged database is reported instead of the
        error that it causes.
        """
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
            # A flipped bit can turn a stored number into a text: name the damage, not the effect.
            if self._database is not None and (why := integrity.damage_error(self._database)):
                raise why from error
            raise

    def campaign_history(self, session: Session, find: Find | None = None) -> History:
        """Return the history of the campaign that the command means, read in this session."""
        history = (find or campaigns.find)(session, self.options.campaign, self.author)
        self.meant = history.stream
        self.speaker = self.speaker.with_own(campaigns.own_words_of(history))
        return history

    def history(self) -> History:
        """Return the history of the campaign that the command means, as it is now."""
        with self.reading() as session:
            return self.campaign_history(session)

    def keep(
        self, change: HistoryChange, again: Callable[[History], HistoryChange] | None = None
    ) -> History:
        """Keep a previewed change; raises `NotAllowed` if it is no longer possible.

        `again` previews it on the current history, if somebody has written in between.
        """
        with self.writing() as session:
            return changes.keep(session, change, self.author_now(), again)

    def say_head(self) -> None:
        """Say the head of the whole database, after something was kept."""
        with self.reading() as session:
            head = chain.head(session)
        self.say(parts.head_of_database(head) or "")

    @property
    def author(self) -> str:
        """The name of the user."""
        return user_name()

    def author_now(self) -> Author:
        """Return the user and the present time, as the author of an entry."""
        return values.Author(self.author, clock.now())

    def print(self, *screens: RenderableType) -> None:
        """Print screens on stdout, one below the other; in a pager if they are too long."""
        out = console.out(self.speaker, color=self._color)
        if words := self._pager():
            text = console.text_of(out, screens, plain=not pager.keeps_colours(words))
            if pager.is_long(text, out.height) and pager.show_in_pager(words, text, self.speaker):
                return
        for screen in screens:
            console.write(out, screen)

    def show(self, reply: Reply[Document]) -> None:
        """Print a reply: its view, or with --json its document; raises `Exit` if it has a code."""
        if self.options.json:
            stdout.print_document(reply.document())
        elif reply.view:
            screen = reply.view()
            if isinstance(screen, str):
                self._print_text(screen)
            else:
                self.print(screen)
        if reply.code:
            raise typer.Exit(reply.code)

    def _print_text(self, text: str) -> None:
        """Print a text on stdout as it is; in a pager if it is too long."""
        plain, words = texts.replace_controls(text), self._pager()
        lines = console.out().height if words else 0
        if not (
            words
            and pager.is_long(plain, lines)
            and pager.show_in_pager(words, plain, self.speaker)
        ):
            stdout.print_line(plain)

    def _pager(self) -> list[str]:
        """Return the command of the pager; an empty list without a terminal or with --no-pager."""
        return pager.pager_command() if is_at_terminal() and not self.options.no_pager else []

    def say(self, *messages: RenderableType | Phrase) -> None:
        """Print messages on stderr, unless --quiet."""
        if not self.options.quiet:
            err = self._err
            for message in messages:
                console.write(err, parts.as_renderable(message))

    def message_lines(self, screen: RenderableType) -> list[Text]:
        """Return the lines of a message, to be shown one window at a time."""
        return console.lines_of(self._err, screen)

    @contextmanager
    def progress(self, what: str, unit: Wording) -> Iterator[Progress]:
        """Show a progress bar on stderr, unless --quiet."""
        if self.options.quiet:
            yield unwatched
            return
        with (
            restoring.restoring_terminal(),
            progress_screens.show_progress(self._err, what, unit) as progress,
        ):
            yield progress

    def console_of_width(self, columns: int) -> Console:
        """Return the console for stdout, `columns` wide."""
        return console.out(self.speaker, color=self._color, width=columns)

    @property
    def can_ask(self) -> bool:
        """Whether the user sits at a terminal and wants to be asked."""
        return not self.options.yes and sys.stdin.isatty() and sys.stderr.isatty()

    def terminal_size(self) -> tuple[int, int]:
        """Return the columns and lines of the terminal that shows messages."""
        return self._err.size

    def confirm(
        self,
        question: Wording,
        *,
        flag: str = "",
        agreed: bool = False,
        dry_run: bool = False,
        declined: Wording = "",
    ) -> None:
        """Ask a question, and return only after a yes; else raise `Exit`.

        With `dry_run` nothing is asked: the preview has been shown, and the command ends.

        Without `flag`, Enter alone and --yes are yes. If something would be lost, or contradicts
        what the program knows, the question has a `flag` of its own: then Enter is no, --yes does
        not answer it, and `agreed` says whether the flag was given. `declined` is said after a no.

        Raises `ConsentMissing` or `FlagMissing` if nobody can be asked.
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
        if self.ask_letter(question, "yN" if flag else "Yn") != "y":
            self._say_unwritten()
            if declined:
                self.say(declined)
            raise typer.Exit(DECLINED)

    def confirm_replacing(
        self, path: object, question: Wording = "", *, dry_run: bool = False
    ) -> None:
        """Ask before something existing is replaced; --replace says yes."""
        full_question = question or phrase("{path} is there already. Replace it?", path=path)
        self.confirm(full_question, flag="--replace", agreed=self.options.replace, dry_run=dry_run)

    def confirm_day(self, doubt: Phrase | None) -> None:
        """Ask whether a doubtful day is meant, if there is a doubt; --as-dated says yes."""
        if doubt:
            question = phrase("{doubt}. Is that the day?", doubt=doubt)
            self.confirm(question, flag="--as-dated", agreed=self.options.as_dated)

    def confirm_names(self, players: Mapping[str, str], seats: Iterable[str]) -> None:
        """Ask if a player has the name of another's seat; --as-named says yes.

        `players` are names by seat.
        """
        if seat := confusable_seat(players, seats):
            question = phrase(
                "The player of {seat} is called {name}, which is also the name of another seat. "
                "Is that right?",
                seat=seat,
                name=players[seat],
            )
            self.confirm(question, flag="--as-named", agreed=self.options.as_named)

    def ask_reason(self, given: str, *, dry_run: bool = False) -> str:
        """Return the reason of a correction: the `given` one, else the user's answer.

        With `dry_run` nobody is asked. Raises `ConsentMissing` without a terminal.
        """
        if given:
            return given
        if dry_run:
            return "corrected"
        if not self.can_ask:
            raise ConsentMissing(
                phrase("a correction needs a reason, for the history: --reason TEXT")
            )
        question = phrase("Why, for the history? (Enter: corrected)")
        return questions.ask_note(self._ask_or_leave, self.say, question) or "corrected"

    def ask_letter(self, question: Wording, letters: str) -> str:
        """Ask for one of the letters; raises `Exit` at Ctrl-C and at the end of the input."""
        return questions.ask_letter(self._ask_or_leave, self.say, question, letters)

    def _say_unwritten(self, *before: Wording) -> None:
        """Say that nothing was written, unless the command has kept something before."""
        self.say(*before, *([] if self._kept else [NOTHING_WRITTEN]))

    def ask_yes(self, question: Wording, *, usual: bool = False) -> bool:
        """Ask, and return whether the answer is yes; Enter alone means `usual`."""
        letters = "Yn" if usual else "yN"
        with suppress(typer.Abort):
            return questions.ask_letter(self._ask, self.say, question, letters) == "y"
        self.say("")
        return False

    def _ask_or_leave(self, question: Wording) -> str:
        """Ask; raises `Exit`, after a word on what was written, if the user leaves."""
        try:
            return self._ask(question)
        except typer.Abort:
            self._say_unwritten("")
            raise typer.Exit(interrupts.INTERRUPTED) from None

    def _ask(self, question: Wording) -> str:
        """Ask on stderr and return the typed line."""
        text = parts.question(question, console.err(self.speaker, color=False)).rstrip()
        return questions.ask_line("\n".join(map(texts.replace_controls, text.splitlines())))

    @property
    def _err(self) -> Console:
        """The console for stderr."""
        return console.err(self.speaker, color=self._color)

    @property
    def _color(self) -> bool | None:
        """False with --no-color; None lets the terminal decide."""
        return False if self.options.no_color else None
