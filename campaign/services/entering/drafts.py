"""Drafts: games that are being entered, saved after every line until recorded or discarded."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from sqlmodel import Session

from campaign import __version__
from campaign.services import campaigns, folding
from campaign.services.attendance import names_since
from campaign.services.entering.game import DraftLine, Entering, new_entry, record_of, resumed
from campaign.services.entering.mending import entered, head_of, refitted
from campaign.services.errors import UnknownName, not_as_shown
from campaign.services.record_comparison import CardAnswers, cards_of
from campaign.services.records import read_record
from campaign.services.values import Author, History
from campaign.services.versions import details_in
from campaign.store import drafts as store
from campaign.store import stamps
from campaign.store.drafts import DraftChanged as DraftChanged  # for callers of `save`
from campaign.store.drafts import StoredDraft
from engine import my_city
from engine.kernel.details import NOTHING, Details, check_details
from engine.kernel.errors import EngineError, NotAllowed, wording_of
from engine.kernel.game import CHANCE, Setup
from engine.kernel.log import Move
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, format_record
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.model import PlayedEpisode

Kind = TypeVar("Kind")


class LoadedDraft(NamedTuple):
    """A draft with its content; `damaged` says why the content cannot be read."""

    stored: StoredDraft
    head: Record | None
    lines: tuple[DraftLine, ...]
    damaged: str = ""
    overlay: str = ""
    """The owner's corrections of the game's tables with which the draft was begun."""
    rest: tuple[DraftLine, ...] = ()
    """Lines that did not fit any more when the draft was saved."""
    details: Details = NOTHING

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the draft."""
        return _moves(self.lines)


def _moves(lines: Iterable[DraftLine]) -> tuple[Move, ...]:
    return tuple(move for line in lines for move in line.moves)


def new(entering: Entering, by: Author, history: History | None = None) -> StoredDraft:
    """A new draft of an entry, not saved yet."""
    return StoredDraft(
        game=entering.game.NAME,
        content=_content(entering),
        author=by.author,
        place=platform.node() or "here",
        program=__version__,
        changed_at=stamps.stamp(by.now),
        stream=history.stream if history else "",
        episode=int(entering.head.header["episode"]) if history else 0,
    )


def save(session: Session, stored: StoredDraft, entering: Entering, by: Author) -> StoredDraft:
    """Save what has been entered so far; raises `DraftChanged` if somebody else saved since.

    The first line goes to the stream in which the campaign goes on by then.
    """
    if stored.stream and not stored.saved:
        uid = campaigns.uid_in_journal(session, stored.stream)
        stream = campaigns.followed_stream(session, uid) or stored.stream
        stored = stored.with_values(stream=stream)
    changed = stored.with_values(
        content=_content(entering),
        author=by.author,
        place=platform.node() or "here",
        program=__version__,
        changed_at=stamps.stamp(by.now),
    )
    return store.save(session, changed, stored.content)


def of_played(session: Session, history: History, played: PlayedEpisode, by: Author) -> LoadedDraft:
    """Return the draft with the content of an episode that counts no more, or save a new one."""
    for draft in _same(session, history, played):
        return draft
    entering = entered(played.record, played.setup)
    entering = entering._replace(head=_head(played), details=played.details)
    stored = store.save(session, new(entering, by, history))
    overlay = entering.setup.overlay
    return LoadedDraft(
        stored, entering.head, entering.lines, "", overlay, entering.rest, entering.details
    )


def discard_recorded(
    session: Session, history: History, played: PlayedEpisode
) -> tuple[LoadedDraft, ...]:
    """Discard the drafts that equal an episode which counts again; return its other drafts."""
    if played.record.moves and not played.verdict.without_rules:
        for draft in _same(session, history, played):
            store.discard(session, draft.stored.number)
    return drafts_of_game(every(session), history.stream, played.record.game, played.number)


def _same(session: Session, history: History, played: PlayedEpisode) -> tuple[LoadedDraft, ...]:
    """The drafts with the same content as an episode."""
    head, moves = _head(played), tuple(played.record.moves or ())
    drafts = drafts_of_game(every(session), history.stream, head.game, played.number)
    same = head, moves, (), played.details
    return tuple(d for d in drafts if (d.head, d.moves, d.rest, d.details) == same)


def _head(played: PlayedEpisode) -> Record:
    """The head of an episode's draft, with the scores that the table noted against its moves."""
    noted = played.record.result if played.verdict.kind is VerdictKind.DIFFERS else {}
    return head_of(played.record)._replace(result=noted)


def every(session: Session) -> tuple[LoadedDraft, ...]:
    """All drafts, by number."""
    return tuple(map(_draft, store.all_drafts(session)))


def read(session: Session, number: int) -> LoadedDraft:
    """Read a draft; raises `UnknownName`."""
    return _draft(_stored(session, number))


def newer_draft(session: Session, known: StoredDraft) -> LoadedDraft | None:
    """The draft as it was saved since; None if it is unchanged. Raises `UnknownName`."""
    stored = _stored(session, known.number)
    is_same = (stored.saved, stored.content) == (known.saved, known.content)
    return None if is_same else _draft(stored)


def discard(session: Session, shown: StoredDraft) -> None:
    """Delete a draft; raises `UnknownName`, and `NotAllowed` if somebody has gone on with it."""
    if newer_draft(session, shown):
        raise not_as_shown()
    store.discard(session, shown.number)


def discard_kept(session: Session, kept: StoredDraft) -> None:
    """Delete the draft of a game that is kept; it stays if somebody has gone on with it since."""
    store.discard(session, kept.number, kept.saved)


def drafts_of_game(
    drafts: Iterable[LoadedDraft], stream: str, game: str, episode: int = 0
) -> tuple[LoadedDraft, ...]:
    """The drafts of one episode, or of one game outside campaigns, the latest first."""
    matching = [
        draft
        for draft in drafts
        if (draft.stored.stream, draft.stored.game, draft.stored.episode) == (stream, game, episode)
    ]
    return tuple(sorted(matching, key=_changed, reverse=True))


def _changed(draft: LoadedDraft) -> tuple[str, int]:
    """The sort key of a draft: the time of its last change, then its number."""
    return draft.stored.changed_at, draft.stored.number


def of_sessions(drafts: Iterable[LoadedDraft]) -> tuple[LoadedDraft, ...]:
    """The drafts of all games outside campaigns, the latest first."""
    outside = (draft for draft in drafts if not draft.stored.stream)
    return tuple(sorted(outside, key=_changed, reverse=True))


def of_table(drafts: Iterable[LoadedDraft], head: Record) -> tuple[LoadedDraft, ...]:
    """The drafts of the same game by the same players with the same options, the latest first."""
    matching = [
        draft
        for draft in drafts_of_game(drafts, "", head.game)
        if draft.head and draft.head._replace(played=head.played) == head
    ]
    return tuple(matching)


def of_next(drafts: Iterable[LoadedDraft], history: History) -> tuple[LoadedDraft, ...]:
    """The drafts of the next episode of a campaign, the latest first."""
    number = history.campaign.next_episode
    return drafts_of_game(drafts, history.stream, my_city.NAME, number) if number else ()


def of_earlier(drafts: Iterable[LoadedDraft], history: History) -> tuple[LoadedDraft, ...]:
    """The drafts of a campaign whose episodes have been recorded."""
    recorded = {played.number for played in history.campaign.played}
    return tuple(
        draft
        for draft in drafts
        if draft.stored.stream == history.stream and draft.stored.episode in recorded
    )


def compared(draft: LoadedDraft, history: History | None) -> str:
    """How a draft differs from the record of its episode, in words; "" if none is recorded."""
    if history is None or not of_earlier((draft,), history):
        return ""
    number = draft.stored.episode
    played = history.campaign.episode(number)
    by = history.entries[played.entry - 1].author
    recorded = f"Episode {number} has been recorded, by {by}"
    if played.record.moves is None:
        return f"{recorded}, with scores alone."
    ours, theirs = (
        [_lines_of(card) for card in cards_of(moves)]
        for moves in ((*draft.moves, *_moves(draft.rest)), played.record.moves)
    )
    for card, (our_lines, their_lines) in enumerate(zip(ours, theirs, strict=False), 1):
        if our_lines != their_lines:
            return (
                f"{recorded}. The first difference is at card {card}: "
                f"{'; '.join(sorted(our_lines - their_lines)) or 'nothing'} here, "
                f"{'; '.join(sorted(their_lines - our_lines)) or 'nothing'} there."
            )
    return f"{recorded}, with the same moves" + ("." if len(ours) == len(theirs) else ", and more.")


def _lines_of(card: CardAnswers) -> set[str]:
    """A card and the answers to it, as lines of a record."""
    answers = {f"{seat}: {words}" for seat, words in card.answers.items()}
    return {f"{CHANCE}: {card.revealed}"} | answers if card.revealed else answers


def entry_of(
    draft: LoadedDraft, history: History | None = None, setup: Setup | None = None
) -> Entering:
    """The entry that continues a draft; raises `NotAllowed` if the draft is damaged or unfit.

    `setup` has the boards of a recorded episode; without it the next episode has them.
    """
    if draft.head is None:
        raise NotAllowed(
            phrase(
                "draft {number} is damaged: {damaged}",
                number=draft.stored.number,
                damaged=draft.damaged,
            ),
            f"campaign draft show {draft.stored.number}",
        )
    head = draft.head
    if history:
        names = names_since(history, draft.stored.changed_at, head.names)
        head = head._replace(names=names)
        setup = setup or setup_of(history.campaign, head)
    try:
        start = new_entry(head, setup or head.setup._replace(overlay=draft.overlay))
        start = start._replace(details=draft.details)
        if history or draft.rest:
            return refitted(start, draft.lines, draft.rest)
        return resumed(start, draft.lines)
    except EngineError as error:
        raise NotAllowed(
            phrase(
                "draft {number} was begun with program {program} and no longer fits its campaign "
                "or game: {error}",
                number=draft.stored.number,
                program=draft.stored.program,
                error=wording_of(error),
            ),
            f"campaign draft show {draft.stored.number}",
        ) from error


def gone_on(session: Session, draft: LoadedDraft, entering: Entering) -> Entering:
    """The entry of a draft with which somebody has gone on since `entering`; raises `NotAllowed`.

    If others play now, the campaign has their boards.
    """
    if draft.head is None or draft.head.seats == entering.head.seats:
        return entry_of(draft, setup=entering.setup)
    return entry_of(draft, folding.read(session, draft.stored.stream))


def resumable_entry(
    draft: LoadedDraft, history: History | None = None, setup: Setup | None = None
) -> Entering | None:
    """The entry of `entry_of`; None if `entry_of` raises an error."""
    try:
        return entry_of(draft, history, setup)
    except EngineError:
        return None


def text_of(entering: Entering) -> str:
    """The text of the record so far, for a file if no draft can be saved.

    If the game is over, the record has its result, so that it can be kept.
    """
    sheets = () if entering.awaited else entering.game.score(entering.state)
    return format_record(record_of(entering, {sheet.seat: sheet.total for sheet in sheets}))


def _content(entering: Entering) -> str:
    content: dict[str, object] = {
        "head": format_record(entering.head),
        "lines": _stored_lines(entering.lines),
    }
    if entering.details != NOTHING:
        content["details"] = {k: v for k, v in entering.details._asdict().items() if v}
    if entering.setup.overlay:
        content["overlay"] = entering.setup.overlay
    if entering.rest:
        content["rest"] = _stored_lines(entering.rest)
        content["offered"] = [line.seat for line in entering.rest]
    return json.dumps(content, ensure_ascii=False)


def _stored_lines(lines: Iterable[DraftLine]) -> list[list[str]]:
    """Lines as a draft's row stores them."""
    return [[line.typed, *map(str, line.moves)] for line in lines]


def _read_lines(stored: object) -> tuple[DraftLine, ...]:
    """Read the lines that `_stored_lines` wrote; raises `ValueError` or `TypeError`."""
    return tuple(map(_read_line, _as(list, stored)))


def _read_waiting(content: dict[str, object]) -> tuple[DraftLine, ...]:
    """The waiting lines, each with the seat to which it is offered; raises as `_read_lines`."""
    lines = [_read_line(line, waits=True) for line in _as(list, content.get("rest", []))]
    seats = [_as(str, seat) for seat in _as(list, content.get("offered", [""] * len(lines)))]
    return tuple(line._replace(seat=seat) for line, seat in zip(lines, seats, strict=True))


def _read_line(stored: object, *, waits: bool = False) -> DraftLine:
    """Read a stored line; raises `ValueError` for one without moves, unless it `waits`."""
    typed, *moves = (_as(str, words) for words in _as(list, stored))
    if not moves and not (waits and typed):
        raise ValueError(f"{typed!r} has no move")
    return DraftLine(typed, tuple(map(_move, moves)))


def _as(kind: type[Kind], value: object) -> Kind:
    """Return a value if it has this type; raises `TypeError`."""
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def _stored(session: Session, number: int) -> StoredDraft:
    """The row of a draft; raises `UnknownName`."""
    stored = store.read(session, number)
    if stored is None:
        raise UnknownName(
            phrase("there is no draft {number}", number=number), "campaign draft list"
        )
    return stored


def _draft(stored: StoredDraft) -> LoadedDraft:
    """Read the content of a row; it may be damaged, because no chain protects drafts."""
    try:
        content = _as(dict, json.loads(stored.content))
        head = read_record(_as(str, content["head"]))
        lines, waiting = _read_lines(content["lines"]), _read_waiting(content)
        overlay = _as(str, content.get("overlay", ""))
        details = check_details(details_in(_as(dict, content.get("details", {}))))
    except (ValueError, TypeError, KeyError, RecursionError, EngineError) as error:
        return LoadedDraft(stored, None, (), str(error) or type(error).__name__)
    return LoadedDraft(stored, head, lines, overlay=overlay, rest=waiting, details=details)


def _move(words: str) -> Move:
    seat, colon, text = words.partition(": ")
    if not colon:
        raise ValueError(f"{words!r} is no move")
    return Move(seat, text)
