"""The end of what was entered: the sheet, one question, the record; then the stickers."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from campaign.cli import questions
from campaign.cli.entering import prompt
from campaign.cli.entering.phones import Beside
from campaign.cli.entering.prompt import Disturbed
from campaign.display.terminal import episodes as screens
from campaign.display.terminal import records as record_screens
from campaign.display.terminal import sessions as session_screens
from campaign.display.terminal import stickers as sticker_screens
from campaign.display.text.episodes import what_follows
from campaign.services import episodes, sessions, stickers
from campaign.services.corrections import amending, undoing
from campaign.services.entering import drafts, game
from campaign.services.errors import ServiceError
from campaign.services.export import plays
from campaign.services.words import day
from campaign.store.errors import DatabaseMissing
from engine.kernel.errors import EngineError, Refused
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.cli.entering.dialog import Dialog
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.episodes import Preview
    from campaign.services.values import History
    from campaign.services.versions import Stream
    from campaign.web.serving import Phones
    from engine.kernel.record import Record

HINT = phrase("Enter keeps it; n: other scores; u: last line back; f: fix a line; d: the day")
INKED = phrase("i: a board shows something else")

SCORE = re.compile(r"[+-]?\d{1,6}", re.ASCII)
"""What a score looks like."""

AGAIN = ("u", "f", "d")
"""Answers after which it is asked again."""


def finish_episode(dialog: Dialog, history: History) -> History:
    """Play on to the end, show what follows, ask, and keep the episode."""
    env = dialog.env
    while True:
        dialog.play()
        scores = dialog.scores()
        preview = episodes.preview_record(history, game.record_of(dialog.entering, scores))
        if preview.after is None:
            raise preview.refusal or AssertionError("a record that is not taken is refused")
        number = preview.record.header["episode"]
        after = preview.after.episode(number)
        follows = screens.follows(history.campaign, preview.after)
        env.say("", record_screens.sheet_table(after.sheets), "", follows)
        dialog.announce(*what_follows(history.campaign, preview.after))
        answer = _decision(dialog, phrase("episode {number}", number=number), inked=True)
        if answer in AGAIN:
            continue
        if answer == "i":
            stated = _inked(dialog, history)
            if stated is None:
                continue
            preview = stated
        if answer == "n":
            record = game.record_of(dialog.entering, _noted(dialog, scores))
            preview = episodes.preview_record(history, record, as_played=True)
            env.say(record_screens.verdict(preview.verdict, name=phrase("what was entered")))
            if (
                questions.letter(dialog.ask, env.say, phrase("Keep it as played, marked so?"), "Yn")
                == "n"
            ):
                continue
        with env.writing() as session:
            history = episodes.keep(session, preview, env.by())
            if dialog.stored.saved:
                drafts.discard(session, dialog.stored.number)
        kept = phrase(
            "Episode {number} is kept. Head for the box: {head}", number=number, head=history.head
        )
        env.say(kept)
        dialog.is_kept(kept, plays.of_episode(history, number), history)
        env.say_head()
        return history


def finished(dialog: Dialog) -> tuple[Record, bool]:
    """Play on to the end and ask; the record, and whether its scores are those the table noted."""
    while True:
        dialog.play()
        dialog.env.say("", record_screens.sheet_table(dialog.sheets()))
        number = dialog.entering.head.header["episode"]
        answer = _decision(dialog, phrase("episode {number}", number=number))
        if answer not in AGAIN:
            scores = dialog.scores()
            noted = _noted(dialog, scores) if answer == "n" else scores
            return game.record_of(dialog.entering, noted), answer == "n"


def finish_session(dialog: Dialog) -> None:
    """Play on to the end, show the sheet, ask, and keep the session."""
    env = dialog.env
    while True:
        dialog.play()
        scores, names = dialog.scores(), dialog.entering.head.names
        env.say("", record_screens.sheet_table(dialog.sheets(), names=names))
        answer = _decision(dialog, phrase("this session"))
        if answer in AGAIN:
            continue
        noted = _noted(dialog, scores) if answer == "n" else scores
        record = game.record_of(dialog.entering, noted)
        preview = sessions.preview_record(
            record, as_played=answer == "n", overlay=dialog.entering.setup.overlay
        )
        if preview.refusal:
            raise preview.refusal
        if not kept_once(env, dialog.ask, preview):
            if it := dialog.stored.number:
                env.say(
                    phrase(
                        "Not kept once more. Draft {number} stays: {command}",
                        number=it,
                        command=f"campaign draft discard {it}",
                    )
                )
            return
        with env.writing() as session:
            outside = sessions.keep(session, preview, env.by())
            if dialog.stored.saved:
                drafts.discard(session, dialog.stored.number)
        command = f"campaign session show {outside.number}"
        kept = phrase("It is session {number}: {command}", number=outside.number, command=command)
        env.say(kept)
        dialog.is_kept(kept, plays.of_session(outside))
        env.say_head()
        return


def kept_once(env: Environment, ask: Ask, preview: sessions.Preview) -> bool:
    """Whether a session is kept: it is asked where one that counts has the same record."""
    same = same_record(env, preview)
    if same is None:
        return True
    env.say(session_screens.recorded_already(same))
    return questions.letter(ask, env.say, phrase("Keep it once more?"), "yN") == "y"


def same_record(env: Environment, preview: sessions.Preview) -> Stream | None:
    """The session that has this very record already, if one has."""
    try:
        with env.reading() as session:
            return sessions.same_record(session, preview)
    except DatabaseMissing:  # the first session makes it, after the question
        return None


def _decision(dialog: Dialog, what: str, *, inked: bool = False) -> str:
    """What is done with the scores and the day; the last line, or another day, at once.

    `inked` offers to state what the boards show.
    """
    played = dialog.entering.head.played
    question = phrase("Keep {what} with these scores?", what=what)
    if played:
        question = phrase(
            "Keep {what} with these scores, played {day}?",
            what=what,
            day=day(played.isoformat()),
        )
    dialog.env.say(HINT, *[INKED] * inked)
    letters = "Ynufdi" if inked else "Ynufd"
    answer = questions.letter(dialog.ask, dialog.env.say, question, letters)
    if answer == "u":
        dialog.take_back()
    elif answer == "f":
        dialog.fix()
    elif answer == "d":
        dialog.played_on(_day(dialog))
    return answer


def _inked(dialog: Dialog, history: History) -> Preview | None:
    """What the boards show against the rules, and what follows; None where nothing is stated."""
    env, words = dialog.env, list[str]()
    env.say(
        phrase(
            "The moves stay as they are. What does a board show instead? Such as {examples}. "
            "Enter alone ends it.",
            examples="eagle rank 2, eagle marks 3, eagle with tree G1, eagle without tree G1",
        )
    )
    preview = None
    while line := dialog.ask(phrase("as inked> ")).strip():
        record = game.record_of(dialog.entering, dialog.scores())
        try:
            record = amending.with_ink(history.campaign, record, [*words, line])
            stated = episodes.preview_record(history, record, as_played=True)
            if stated.after is None:
                raise stated.refusal or Refused(stated.verdict.reason)
        except (EngineError, ServiceError) as error:
            env.say(f"  {error}. {getattr(error, 'remedy', '')}".rstrip())
            continue
        words.append(line)
        preview = stated
        after = stated.after.episode(record.header["episode"])
        follows = screens.follows(history.campaign, stated.after)
        env.say("", screens.as_inked(after), "", follows)
    if preview and questions.letter(dialog.ask, env.say, phrase("Keep it as inked?"), "Yn") == "n":
        return None
    return preview


def _day(dialog: Dialog) -> date:
    """The day on which it was played, as the table knows it."""
    while True:
        typed = dialog.ask(phrase("played on, such as 2026-11-12> ")).strip()
        try:
            return date.fromisoformat(typed)
        except ValueError:
            dialog.env.say(
                phrase(
                    "  '{typed}' is no day: year, month and day, such as 2026-11-12.", typed=typed
                )
            )


def place_stickers(
    env: Environment, ask: Ask, history: History, phones: Phones | None = None
) -> History:
    """Ask for the stickers that are owed, one after the other, with their squares drawn."""
    at_table = Beside(env, ask, phones)
    at_table.begin(history)
    placed = skipped = 0
    shown = None
    while skipped < len(history.campaign.owed):
        right = history.campaign.owed[skipped]
        squares = stickers.squares(history, right)
        before = stickers.lay_before(history, right)
        if shown != (right, skipped, placed):
            env.say("", sticker_screens.where(history, right, before))
            shown = (right, skipped, placed)
        offered = prompt.words((*squares, *(right.kinds if len(right.kinds) > 1 else ())))
        try:
            answer = at_table.ask(sticker_screens.prompt(right), offered, before).strip()
        except Disturbed:
            history, skipped = at_table.news(history), 0
            continue
        match answer.lower():
            case "save" | "exit" | "q" | "quit":
                break
            case "" | "later":
                skipped += 1
            case "?":
                env.say(sticker_screens.choices(history, right, before))
            case "board":
                env.say(sticker_screens.where(history, right, before))
            case "help":
                env.say(sticker_screens.help_lines())
            case "u" if not placed:
                env.say(phrase("  No sticker has been placed here yet."))
            case "u":
                history = at_table.shared(last_back(env, history))
                env.say(phrase("  The last sticker is taken back."))
                placed, skipped = placed - 1, 0
            case square:
                try:
                    kind, square = stickers.chosen(right, square)
                    change = stickers.place(history, right.seat, kind, square)
                    history = at_table.shared(env.keep(change))
                except Refused as error:
                    env.say(phrase("  {error}. ? lists the squares.", error=str(error)))
                else:
                    placed += 1
                    env.say(sticker_screens.placed(right.seat, kind, square))
    at_table.end(history)
    if history.campaign.owed:
        env.say(sticker_screens.still_owed(history))
    else:
        env.say("", phrase("{command} shows where you stand.", command="campaign status"))
    return history


def last_back(env: Environment, history: History) -> History:
    """The last sticker comes off its board again."""
    with env.writing() as session:
        return undoing.take_back(session, history, env.by())


def asked_scores(env: Environment, ask: Ask, seats: Iterable[str]) -> dict[str, int]:
    """The score of each seat as the table noted it."""
    scores: dict[str, int] = {}
    for seat in seats:
        while seat not in scores:
            answer = ask(phrase("score of {seat}> ", seat=seat)).strip()
            if SCORE.fullmatch(answer):
                scores[seat] = int(answer)
            else:
                env.say(no_score(answer, seat, 21))
    return scores


def no_score(typed: str, seat: str, likely: int) -> str:
    """What is said to something that is no score."""
    return phrase(
        "  '{typed}' is no score of {seat}: a number such as {number}.",
        typed=typed,
        seat=seat,
        number=likely,
    )


def _noted(dialog: Dialog, scores: dict[str, int]) -> dict[str, int]:
    """The scores as the table noted them; Enter for the one by replay."""
    noted: dict[str, int] = {}
    dialog.env.say(phrase("What did the table note? Enter alone for the score by replay."))
    for seat, score in scores.items():
        while seat not in noted:
            answer = dialog.ask(f"{seat} [{score}]> ").strip()
            if not answer:
                noted[seat] = score
            elif SCORE.fullmatch(answer):
                noted[seat] = int(answer)
            else:
                dialog.env.say(no_score(answer, seat, score))
    return noted
