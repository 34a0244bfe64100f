"""Finish the entry of a game: show the sheet, ask, keep the record; then place the stickers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from campaign.cli import copying, questions
from campaign.cli.entering import attendance, deciding, prompt
from campaign.cli.entering.prompt import DraftLeft, QuestionWithdrawn
from campaign.cli.entering.table_beside import StickerPrompt
from campaign.display.terminal import episodes as screens
from campaign.display.terminal import records as record_screens
from campaign.display.terminal import sessions as session_screens
from campaign.display.terminal import stickers as sticker_screens
from campaign.display.text.episodes import kept_in_words, what_follows
from campaign.extras.extra import hook
from campaign.services import days, episodes, folding, sessions, stickers
from campaign.services.corrections import undoing
from campaign.services.entering import drafts, game, mending
from campaign.store import decisions
from campaign.store.clock import today
from campaign.store.errors import DatabaseBusy, DatabaseFull, DatabaseMissing
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import phrase
from engine.kernel.record import format_record
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.ink import INKED

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from campaign.cli.beside import TableBeside
    from campaign.cli.entering.dialog import Dialog
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.values import History, SessionHistory
    from campaign.services.versions import Stream
    from engine.kernel.phrases import Phrase, Wording
    from engine.kernel.record import Record
    from engine.kernel.replay import Verdict
    from engine.my_city.campaign.model import Campaign


def finish_episode(dialog: Dialog, history: History) -> History:
    """Enter an episode to its end, show what follows, ask, and keep it; return the new history.

    Raises `DraftLeft`, `EOFError` or `KeyboardInterrupt` if the user leaves.
    """
    env = dialog.env
    while True:
        dialog.play()
        if not _agree_on_names(dialog, history):
            continue
        scores = dialog.scores()
        record, details = game.record_of(dialog.entering, scores), dialog.entering.details
        is_inked = INKED in record.header
        preview = episodes.preview_record(history, record, details=details, as_played=is_inked)
        if preview.after is None:
            refusal = preview.refusal or AssertionError("a record that is not taken is refused")
            if not is_inked:
                raise refusal
            _take_out_ink(dialog, refusal)
            continue
        number = preview.record.header["episode"]
        episode = preview.after.episode(number)
        follows = screens.follows(history.campaign, preview.after)
        env.say("", record_screens.sheet_table(episode.sheets, names=episode.names), "")
        env.say(*[screens.as_inked(episode), ""] * is_inked, follows)
        if noted := deciding.noted_otherwise(dialog, scores):
            listed_scores = ", ".join(f"{seat} {score}" for seat, score in noted.items())
            env.say(phrase("The table noted {scores}; n keeps that.", scores=listed_scores))
        if dialog.beside:
            dialog.beside.show_words(*what_follows(history.campaign, preview.after))
        answer = deciding.ask_decision(
            dialog, phrase("episode {number}", number=number), inked=True
        )
        if answer in deciding.AGAIN:
            continue
        with deciding.noting(answer):
            if answer == "i":
                inked = deciding.ask_inked(dialog, history.campaign, partial(_as_inked, history))
                if inked is None:
                    continue
                preview = episodes.preview_record(history, inked, details=details, as_played=True)
            if answer == "n":
                noted = deciding.ask_noted_scores(dialog, scores)
                record = game.record_of(dialog.entering, noted)
                preview = episodes.preview_record(history, record, details=details, as_played=True)
                if noted == scores or not _agree_on_noted(dialog, preview.verdict):
                    continue
            _agree_on_day(dialog, episodes.doubt(history.campaign, preview.record, today()))
        with env.writing() as session:
            history = episodes.keep(session, preview, env.author_now())
            if dialog.stored.saved:
                drafts.discard_kept(session, dialog.stored)
            persons = decisions.persons(session)
        message = kept_in_words(history, number)
        env.say(message)
        copying.copy_evening(env)
        if dialog.beside:
            dialog.beside.show_kept(
                message, _link("episode_link", history, number, persons), history
            )
        return history


def _take_out_ink(dialog: Dialog, refusal: Exception) -> None:
    """Take out of an entry what its boards showed before it was taken back; they cannot now."""
    head = dialog.entering.head
    header = {key: value for key, value in head.header.items() if key != INKED}
    dialog.env.say(
        phrase("  {error}.", error=wording_of(refusal)),
        phrase("  What the boards show against the rules is left out; i states it again."),
    )
    try:
        dialog.seat(dialog.entering._replace(head=head._replace(header=header)))
    except drafts.DraftChanged:
        dialog.catch_up()


def _as_inked(history: History, record: Record) -> tuple[RenderableType, ...]:
    """Return the screens of what the boards show against the rules, and what follows from it.

    Raises `NotAllowed` if the campaign cannot have such boards.
    """
    preview = episodes.preview_record(history, record, as_played=True)
    if preview.after is None:
        raise preview.refusal or NotAllowed(phrase("{why}", why=preview.verdict.reason))
    episode = preview.after.episode(record.header["episode"])
    return "", screens.as_inked(episode), "", screens.follows(history.campaign, preview.after)


def finish_record(
    dialog: Dialog, campaign: Campaign | None = None, stating: deciding.Stating | None = None
) -> tuple[Record, bool]:
    """Enter a game to its end and ask; return the record, and whether it is as played or inked.

    With `stating` the user can state that the boards of a campaign show something else.
    """
    while True:
        dialog.play()
        names = dialog.entering.head.names
        dialog.env.say("", record_screens.sheet_table(dialog.sheets(), names=names))
        number = dialog.entering.head.header["episode"]
        episode_name = phrase("episode {number}", number=number)
        answer = deciding.ask_decision(dialog, episode_name, inked=stating is not None)
        with deciding.noting(answer):
            if answer == "i" and campaign and stating:
                if inked := deciding.ask_inked(dialog, campaign, stating):
                    return inked, True
            elif answer not in deciding.AGAIN:
                scores = dialog.scores()
                noted = deciding.ask_noted_scores(dialog, scores) if answer == "n" else scores
                return game.record_of(dialog.entering, noted), noted != scores


def finish_session(dialog: Dialog) -> SessionHistory | None:
    """Enter a session to its end, show the sheet, ask, and keep it; None if it is not kept."""
    env = dialog.env
    while True:
        dialog.play()
        scores, names = dialog.scores(), dialog.entering.head.names
        env.say("", record_screens.sheet_table(dialog.sheets(), names=names))
        answer = deciding.ask_decision(dialog, phrase("this session"))
        if answer in deciding.AGAIN:
            continue
        with deciding.noting(answer):
            noted = deciding.ask_noted_scores(dialog, scores) if answer == "n" else scores
            record = game.record_of(dialog.entering, noted)
            preview = sessions.preview_record(
                record, as_played=answer == "n", overlay=dialog.entering.setup.overlay
            )
            if preview.refusal:
                raise preview.refusal
            if answer == "n" and (noted == scores or not _agree_on_noted(dialog, preview.verdict)):
                continue
            _agree_on_day(dialog, days.doubt(preview.record, today()))
        same = same_record(env, preview)
        if not agree_on_double(env, dialog.ask, same):
            if draft_number := dialog.stored.number:
                env.say(
                    phrase(
                        "Not kept a second time. Draft {number} stays: {command}",
                        number=draft_number,
                        command=f"campaign draft discard {draft_number}",
                    )
                )
            return None
        with env.writing() as session:
            sessions.check_still_new(session, preview, same)
            outside = sessions.keep(session, preview, env.author_now(), dialog.entering.details)
            if dialog.stored.saved:
                drafts.discard_kept(session, dialog.stored)
        command = f"campaign session show {outside.number}"
        message = phrase(
            "It is session {number}: {command}", number=outside.number, command=command
        )
        env.say(message)
        copying.copy_evening(env)
        if dialog.beside:
            words = phrase("It is kept as session {number}.", number=outside.number)
            dialog.beside.show_kept(words, _link("session_link", outside), outside)
        env.say_head()
        return outside


def _agree_on_names(dialog: Dialog, history: History) -> bool:
    """Ask who played a city that another player holds since the draft was begun.

    Returns False if somebody else went on with the draft meanwhile.
    """
    env, head = dialog.env, dialog.entering.head
    with env.reading() as session:
        now = folding.current(session, history)
    only_tonight = attendance.NameOptions(takes_over=False)
    named = attendance.name_players(env, now, now.campaign, head, only_tonight, dialog.letter)
    if named.record != head:
        setup = setup_of(history.campaign, named.record)
        try:
            dialog.seat(mending.seated(dialog.entering, named.record, setup))
        except drafts.DraftChanged:
            dialog.catch_up()
            return False
    return True


def _agree_on_noted(dialog: Dialog, verdict: Verdict) -> bool:
    """Say that the scores which the table noted are others, and ask whether to keep them."""
    dialog.env.say(record_screens.verdict(verdict, name=phrase("what was entered")))
    return dialog.letter(phrase("Keep it as played, marked so?"), "Yn") == "y"


def _agree_on_day(dialog: Dialog, doubt: Phrase | None) -> None:
    """Ask whether a doubtful day is right; raises `DraftLeft` if it is not."""
    env = dialog.env
    if doubt is None or env.options.as_dated:
        return
    question = phrase("{doubt}. Is that the day?", doubt=doubt)
    if dialog.letter(question, "yN") == "n":
        env.say(phrase("Enter it again with --played DAY: that sets the day of the draft."))
        raise DraftLeft


def _link(name: str, *kept: object) -> str:
    """Return the link that hands a kept game to another program; "" without such an extra."""
    link = hook(name)
    return link(*kept) if link else ""


def agree_on_double(
    env: Environment, ask: Callable[[Wording], str], same_session: Stream | None
) -> bool:
    """Ask whether to keep a session whose record another one has; return whether to keep it.

    Returns True without a question if no session that counts has this record.
    """
    if same_session is None:
        return True
    env.say(session_screens.recorded_already(same_session))
    return (
        questions.ask_letter(ask, env.say, phrase("Keep it a second time?"), "yN", prompt.leave)
        == "y"
    )


def same_record(env: Environment, preview: sessions.SessionPreview) -> Stream | None:
    """Return the session that has the same record already; None if there is none."""
    try:
        with env.reading() as session:
            return sessions.session_with_record(session, format_record(preview.record))
    except DatabaseMissing:  # the first session makes it, after the question
        return None


WORDS = ("save", "exit", "q", "quit", "later", "?", "board", "help", *prompt.BACK)
"""The words that can be typed at the prompt of a sticker besides its square."""


def place_stickers(
    env: Environment, ask: Ask, history: History, beside: TableBeside | None = None
) -> History:
    """Ask for the squares of the stickers that are owed, one by one; return the history."""
    at_table = StickerPrompt(env, ask, beside)
    at_table.share_history(history)
    first, skipped = len(history.entries), 0
    shown_step = None
    while skipped < len(history.campaign.owed):
        right = history.campaign.owed[skipped]
        squares = stickers.squares(history, right)
        earlier_answer = stickers.earlier_answer(history, right)
        if shown_step != (right, skipped, history.head):
            env.say("", sticker_screens.owed_board(history, right, earlier_answer))
            shown_step = right, skipped, history.head
        offered = prompt.offer_words((*squares, *(right.kinds if len(right.kinds) > 1 else ())))
        try:
            answer = at_table.ask(sticker_screens.prompt(right), offered, earlier_answer).strip()
            answer = prompt.without_default(
                prompt.half_width(answer), earlier_answer, (*map(str.lower, squares), *WORDS)
            )
        except QuestionWithdrawn:
            history, skipped = at_table.take_over_stickers(history), 0
            continue
        if beside and beside.try_command(answer):
            continue
        match answer.lower():
            case "save" | "exit" | "q" | "quit":
                break
            case "" | "later":
                skipped += 1
            case "?":
                env.say(sticker_screens.choices(history, right, earlier_answer))
            case "board":
                env.say(sticker_screens.owed_board(history, right, earlier_answer))
            case "help":
                env.say(sticker_screens.help_lines())
            case word if word in prompt.BACK:
                try:
                    history = at_table.share_history(take_back_sticker(env, history, first))
                except NotAllowed as error:
                    env.say(phrase("  {error}.", error=wording_of(error)))
                except (DatabaseBusy, DatabaseFull) as failed:
                    env.say(phrase("  {error}: give the line again.", error=str(failed)))
                else:
                    env.say(phrase("  The last sticker is taken back."))
                    skipped = 0
            case square:
                try:
                    kind, square = stickers.kind_and_square(right, square)
                    change = stickers.place(history, right.seat, kind, square)
                    history = at_table.share_history(env.keep(change))
                except NotAllowed as error:
                    env.say(phrase("  {error}. ? lists the squares.", error=wording_of(error)))
                except (DatabaseBusy, DatabaseFull) as failed:
                    env.say(phrase("  {error}: give the line again.", error=str(failed)))
                else:
                    is_last = skipped == len(history.campaign.owed)
                    env.say(
                        sticker_screens.placed_message(right.seat, kind, square, is_last=is_last)
                    )
    history = at_table.take_over_stickers(history)
    at_table.end_stickers(history)
    if history.campaign.owed:
        env.say(sticker_screens.still_owed(history))
    else:
        env.say("", phrase("{command} shows where you stand.", command="campaign status"))
    return history


def take_back_sticker(env: Environment, history: History, first: int) -> History:
    """Take the last sticker that was placed after the entry `first` off its board again.

    Returns the history; raises `NotAllowed` if something else was recorded last, or if something
    was recorded since `history` was shown: the last sticker is another one then.
    """
    with env.writing() as session:
        now = folding.current(session, history)
        if now.head != history.head:
            raise NotAllowed(phrase("the board has changed meanwhile"))
        if not stickers.last_placed(now, first):
            raise NotAllowed(phrase("what was recorded last is no sticker that was placed here"))
        return undoing.undo_last_step(session, now, env.author_now())
