"""The evening as the devices at the table see it, while the server runs.

    laptop ── begin, keep, show_kept, ... ───────┐
                                                 ├──> EveningState ──> a view a seat
    phones ── answer, look, take_back ───────────┘

The database has the truth: an answer is in the draft before anybody is told that it was taken.
Laptop and phones work on the same draft; an answer that is late gets an error that says what has
happened.
"""

from __future__ import annotations

import secrets
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from threading import RLock
from typing import Any

from sqlmodel import Session

from campaign.display.text.translation import Speaker
from campaign.extras.phones import views
from campaign.extras.phones.drawing import Drawing
from campaign.extras.phones.now import (
    ASKING,
    KEPT,
    PLAYING,
    RESTING,
    STICKERS,
    EveningState,
    StaleAnswer,
    Store,
    what_is_next,
)
from campaign.extras.phones.showing import EveningDrawings
from campaign.extras.phones.views import moves, owing
from campaign.extras.phones.views.words import spoken
from campaign.extras.phones.withdrawing import AnswerAuthors, WithdrawnAnswer
from campaign.services import changes, folding
from campaign.services.corrections import undoing
from campaign.services.entering import drafts, game, mending, seats
from campaign.services.entering.drafts import DraftChanged
from campaign.services.entering.game import Entering
from campaign.services.values import Author, History, SessionHistory
from campaign.store.drafts import StoredDraft
from campaign.store.errors import DatabaseMoved
from engine.kernel.errors import EngineError, IllegalMove, NotAllowed
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import Phrase, Wording, joined, phrase

REMEMBERED = 64
"""The number of earlier states that an answer may still refer to."""


class ServedTable:
    """The evening that is served; all changes and views of it go through this object."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.now = EveningState(RESTING)
        self._store: Store | None = None
        self._evening = secrets.token_hex(4)
        """Tells the versions of this evening from those that a phone still has of another one."""
        self._versions = count(1)
        self._seen: OrderedDict[str, EveningState] = OrderedDict()
        self._givers = AnswerAuthors()
        self._shown = EveningDrawings(self._givers)
        self._lock = RLock()
        self._listeners: list[Callable[[], None]] = []
        self._moved: DatabaseMoved | None = None
        self._failures: list[Exception] = []
        self._known_failures: set[tuple[str, int | None]] = set()
        self.typed: Entering | None = None
        """The game with what was entered last, even if it could not be kept."""

    @property
    def seats(self) -> Mapping[Seat, str]:
        """The name of the player on each seat."""
        return self.now.names

    # What the laptop does

    def begin(
        self,
        store: Store,
        entering: Entering,
        stored: StoredDraft,
        history: History | None = None,
    ) -> None:
        """Begin with a game that is being entered, at the move that it has reached."""
        self._store = store
        now = EveningState(PLAYING, history=history)
        self._set(now.with_game(entering, stored))

    def gather(self, history: History) -> None:
        """Let the players of a campaign take their seats before a game is entered."""
        names = {city.seat: city.player or "" for city in history.campaign.cities}
        with self._lock:
            note = what_is_next(history)
            self._set(EveningState(RESTING, history=history, note=note, names=names))

    def keep(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """Save in the draft what was entered at the laptop.

        Raises `DraftChanged` if the draft has changed meanwhile.
        """
        with self._lock:
            if self.now.stored is None or stored.saved != self.now.stored.saved:
                raise DraftChanged("the phones have answered meanwhile")
            return self._save(entering)

    def stop_answers(self, stored: StoredDraft) -> bool:
        """Take no more answers to a game that is over; return False if it has changed meanwhile."""
        with self._lock:
            now = self.now
            if now.stored is None or now.stored.saved != stored.saved:
                return False
            self._set(now._replace(stage=ASKING))
            return True

    def resume(self) -> None:
        """Take answers again."""
        with self._lock:
            if self.now.stage == ASKING:
                self._set(self.now._replace(stage=PLAYING, note=()))

    def note(self, *words: Wording) -> None:
        """Show words beside the game, such as what follows from it."""
        with self._lock:
            self._set(self.now._replace(note=words))

    def show_kept(self, words: str, bgstats: str, kept: History | SessionHistory) -> None:
        """Show that the game is kept; `bgstats` is its link, `kept` the campaign or the session."""
        with self._lock:
            before = self.now.history.campaign if self.now.history else None
            now = self.now._replace(stage=KEPT, kept=words, bgstats=bgstats, before=before)
            self._set(
                now.with_history(kept) if isinstance(kept, History) else now.with_session(kept)
            )

    def begin_stickers(self, store: Store, history: History) -> None:
        """Let the table place the stickers that are owed."""
        with self._lock:
            self._store = store
            first = self.now.first if self.now.stage == STICKERS else len(history.entries)
            cities = history.campaign.cities
            names = self.seats or {city.seat: city.player or "" for city in cities}
            now = self.now.with_history(history)
            self._set(now._replace(stage=STICKERS, names=names, first=first))

    def end_stickers(self, history: History) -> None:
        """Let the table place no more stickers."""
        with self._lock:
            stage = KEPT if self.now.entering else RESTING
            self._set(self.now.with_history(history)._replace(stage=stage))

    def current(self) -> EveningState:
        """The state of the evening, with what another process has written.

        Raises `DatabaseMoved` if an answer of a device has raised it.
        """
        with self._lock:
            self.check()
            self._catch_up()
            return self.now

    def check(self) -> None:
        """Raise `DatabaseMoved` if an answer of a device has raised it."""
        if self._moved:
            raise self._moved

    def report_failure(self, error: Exception) -> None:
        """Tell the laptop, once, of an error that nobody foresaw while a device was served."""
        (*_, place) = traceback.extract_tb(error.__traceback__)
        with self._lock:
            # A device asks again and again, and each time the message may be another one.
            if (place.filename, place.lineno) in self._known_failures:
                return
            self._known_failures.add((place.filename, place.lineno))
            self._failures.append(error)
        self.changed()

    def take_failures(self) -> list[Exception]:
        """The errors that were reported since the last call."""
        with self._lock:
            failures, self._failures = self._failures, []
        return failures

    @contextmanager
    def call_on_change(self, listener: Callable[[], None]) -> Iterator[None]:
        """A context in which the listener is called, in any thread, after each change."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    # What the devices do

    def answer(self, seat: Seat, version: str, line: str) -> None:
        """Take an answer of a seat; raises `StaleAnswer`, `NotAllowed` and errors of the engine."""
        with self._lock:
            self._check_plays(seat)
            if self.now.stage == STICKERS:
                self._catch_up()
                self._place(seat, version, line)
            else:
                try:
                    entering = self._game_if_asked(seat, version)
                except StaleAnswer:
                    if self._is_taken(seat, version, line):
                        return  # sent twice, because the first reply was lost
                    raise
                taken = game.take(entering, seats.answer_of(entering, seat, line))
                after = mending.caught_up(entering, taken.entering)
                self._givers.note_author(after, seat)
                self._saved(after)

    def look(self, seat: Seat, line: str, speaker: Speaker) -> Mapping[str, Any]:
        """What an answer would do, without keeping it.

        Raises `NotAllowed` and errors of the engine; an `IllegalMove` has only the reason.
        """
        entering = self.now.entering
        if self.now.stage != PLAYING or entering is None:
            raise NotAllowed(phrase("nothing is asked now"))
        self._check_plays(seat)
        try:
            answer = seats.answer_of(entering, seat, line)
        except IllegalMove as error:
            raise IllegalMove(error.why) from None  # the device knows whose answer it was
        done = views.preview_of(game.take(entering, answer), entering, seat)
        return {key: spoken(value, speaker) for key, value in done.items()}

    def take_back(self, seat: Seat, version: str, *, sure: bool) -> None:
        """Take back the last answer, sticker or reveal; raises `StaleAnswer`, `NotAllowed`.

        What somebody else has entered is taken back only if the seat has been asked and is `sure`.
        """
        with self._lock:
            self._check_plays(seat)
            if version != self.now.version and version not in self._seen:
                raise StaleAnswer(self._since(None))
            seen = self._seen.get(version, self.now)
            entering = self.now.entering
            if self.now.stage == STICKERS:
                self._catch_up()
                self._take_off(seat, seen.history)
            elif self.now.stage not in (PLAYING, ASKING) or entering is None:
                raise NotAllowed(phrase("nothing is asked now"))
            elif self.now.stage == ASKING:
                raise NotAllowed(
                    phrase(
                        "the laptop asks whether to keep the game; to take the last answer back, "
                        "type u at the laptop"
                    )
                )
            else:
                shared = self._givers.by_another(entering, seat, self.speaker.language)
                if version != self.now.version and (
                    shared
                    or seen.entering is None
                    or seats.withdrawable(seen.entering, seat) != seats.withdrawable(entering, seat)
                ):
                    raise StaleAnswer(self._since(None))
                if shared and not sure:
                    raise NotAllowed(shared.question)
                after, taken_back = seats.withdraw_answer(entering, seat)
                self._saved(after, WithdrawnAnswer(seat, taken_back, bool(shared), entering))

    def put_back(self, seat: Seat, version: str) -> None:
        """Put back what was taken back last; raises `StaleAnswer`, `NotAllowed`."""
        with self._lock:
            self._check_plays(seat)
            withdrawn = self.now.withdrawn
            if version != self.now.version:
                raise StaleAnswer(self._since(None))
            if self.now.stage != PLAYING or not (withdrawn and withdrawn.concerns(seat)):
                raise NotAllowed(phrase("nothing can be put back"))
            self._saved(withdrawn.before)

    def view(self, seat: Seat | None, here: Mapping[Seat, bool], speaker: Speaker) -> Drawing:
        """The view of a device; all devices that watch have the same view.

        `here` has the seats that devices hold; True if the device can be reached now. A device on
        a seat that nobody plays tonight watches; the stickers of that city can be placed there.
        """
        if not self._plays(seat):
            seat = None
        return self._shown.view(self.now, seat, here, speaker)

    def brief(self, seat: Seat | None, speaker: Speaker) -> Drawing:
        """The brief before the next episode; raises `NotAllowed` outside a campaign."""
        return self._shown.brief(self.now, self._history(), seat, speaker)

    def chronicle(self, speaker: Speaker) -> Drawing:
        """The chronicle of the campaign, with all that is kept; raises `NotAllowed` outside one."""
        return self._shown.chronicle(self._history(), speaker)

    def share(self, speaker: Speaker) -> Drawing:
        """The picture to share of a game that is over; raises `NotAllowed` before its end."""
        entering = self.now.entering
        if entering is None or entering.awaited:
            raise NotAllowed(phrase("the game is not over yet"))
        return self._shown.share(self.now, entering, speaker)

    def _plays(self, seat: Seat | None) -> bool:
        """Whether a seat plays tonight; of all cities, also absent ones, stickers are placed."""
        return self.now.stage == STICKERS or seat in self.seats

    def _check_plays(self, seat: Seat) -> None:
        """Raise `NotAllowed` for the seat of an absent city, whose device only watches."""
        if not self._plays(seat):
            raise NotAllowed(phrase("{seat} is not asked now", seat=seat))

    def _history(self) -> History:
        if self.now.history is None:
            raise NotAllowed(phrase("this game is in no campaign"))
        return self.now.history

    def _game_if_asked(self, seat: Seat, version: str) -> Entering:
        """The game, if the seat is still asked what it saw; else raises `StaleAnswer`."""
        now, seen = self.now, self._seen.get(version)
        if now.stage != PLAYING or now.entering is None:
            raise StaleAnswer(phrase("nothing is asked now"))
        before = seen.entering if seen else None
        if before is None or not seats.is_still_asked(before, now.entering, seat):
            raise StaleAnswer(self._since(before))
        return now.entering

    def _is_taken(self, seat: Seat, version: str, line: str) -> bool:
        """Whether a seat has answered what it saw with this line itself already."""
        seen, now = self._seen.get(version), self.now.entering
        before = seen.entering if seen else None
        if before is None or now is None or now.moves[: len(before.moves)] != before.moves:
            return False
        try:
            given = game.take(before, seats.answer_of(before, seat, line)).entering.moves
        except EngineError:
            return False
        answer, since = (
            [move for move in moves[len(before.moves) :] if move.seat in (seat, CHANCE)]
            for moves in (given, now.moves)
        )
        is_there = since[: len(answer)] == answer
        return is_there and self._givers.has_entered(now, seat, answer)

    def _since(self, seen: Entering | None) -> Phrase:
        """What has happened since a device saw the game."""
        now = self.now.entering
        if seen is None or now is None or now.moves[: len(seen.moves)] != seen.moves:
            return phrase("the game has changed meanwhile")
        head = now.head
        done = [
            moves.in_words(head, step, self.speaker.language)
            for step in game.entered_since(seen, now).steps
        ]
        return phrase(
            "your answer was not taken; meanwhile: {moves}",
            moves=joined(", ", done),
        )

    def _place(self, seat: Seat, version: str, line: str) -> None:
        """Put a sticker of a seat on its board; raises `StaleAnswer`."""
        now, seen = self.now.history, self._seen.get(version)
        before = seen.history if seen else None
        if now is None or before is None or not owing.in_time(before, now, seat):
            raise StaleAnswer(phrase("the board has changed meanwhile"))
        with self._writing() as (session, by):
            after = changes.keep(session, owing.sticker_answer(now, seat, line), by)
        self._set(self.now.with_history(after))

    def _take_off(self, seat: Seat, seen: History | None) -> None:
        """Take off the last sticker of the evening; raises `NotAllowed` if another seat put it.

        Raises `StaleAnswer` if the seat saw another one in its place.
        """
        now, first = self.now.history, self.now.first
        last = owing.last_placed(now, seat, first) if now else None
        if seen and owing.last_placed(seen, seat, first) != last:
            raise StaleAnswer(phrase("the board has changed meanwhile"))
        if now is None or not last:
            raise NotAllowed(
                phrase(
                    "another seat placed the last sticker; to take it back, type u at the laptop"
                )
            )
        with self._writing() as (session, by):
            after = undoing.undo_last_step(session, now, by)
        self._set(self.now.with_history(after))

    def _saved(self, entering: Entering, withdrawn: WithdrawnAnswer | None = None) -> None:
        """Save the game in the draft; raises `StaleAnswer` if another process has changed it."""
        try:
            self._save(entering, withdrawn)
        except DraftChanged:
            self._catch_up()
            raise StaleAnswer(phrase("the game was changed elsewhere meanwhile")) from None

    def _save(self, entering: Entering, withdrawn: WithdrawnAnswer | None = None) -> StoredDraft:
        assert self.now.stored is not None, "a game is saved only in a draft"
        self.typed = entering
        with self._writing() as (session, by):
            stored = drafts.save(session, self.now.stored, entering, by)
        self._set(self.now.with_game(entering, stored, withdrawn))
        return stored

    @contextmanager
    def _writing(self) -> Iterator[tuple[Session, Author]]:
        """A transaction of the command."""
        assert self._store is not None, (
            "only a command that enters a game or places stickers writes"
        )
        with self._telling_of_moves(), self._store.writing() as session:
            yield session, self._store.author_now()

    @contextmanager
    def _telling_of_moves(self) -> Iterator[None]:
        """A context in which the laptop is told, too, if the database has moved."""
        try:
            yield
        except DatabaseMoved as moved:
            self._moved = moved
            self.changed()
            raise

    def _catch_up(self) -> None:
        """Take over what another process has written into the draft, or of the stickers."""
        now = self.now
        if self._store is None:
            return
        if now.stage == STICKERS and now.history:
            with self._telling_of_moves(), self._store.reading() as session:
                history = folding.current(session, now.history)
            if history is not now.history:
                self._set(now.with_history(history))
            return
        if now.stored is None or now.entering is None:
            return
        if not now.stored.saved:
            return
        with self._telling_of_moves(), self._store.reading() as session:
            draft = drafts.newer_draft(session, now.stored)
            entering = draft and drafts.gone_on(session, draft, now.entering)
        if draft and entering:
            self._set(now.with_game(entering, draft.stored))

    def _set(self, now: EveningState) -> None:
        with self._lock:
            version = f"{self._evening}.{next(self._versions)}"
            self.now = self._seen[version] = now._replace(version=version)
            while len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)
        self.changed()

    def changed(self) -> None:
        """Tell all listeners, the newest first.

        The prompt of the laptop hears of an answer before any phone shows it. So a line that
        somebody types after seeing the answer is not late.
        """
        for listener in self._listeners[::-1]:
            listener()
