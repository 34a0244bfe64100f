"""The end of what was entered: the sheet, one question, the record; then the stickers."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from campaign.display.terminal import episodes as screens
from campaign.display.terminal import records as record_screens
from campaign.display.terminal import stickers as sticker_screens
from campaign.services import episodes, sessions, stickers
from campaign.services.entering import drafts, game
from engine.kernel.errors import Refused

if TYPE_CHECKING:
    from campaign.cli.entering.dialog import Dialog
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.values import History

KEEP, OTHERS, BACK = "keep", "others", "back"
"""What was answered at the end: these scores, others that the table noted, or the last question."""


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
        answer = _decision(dialog.ask, f"Keep episode {number} with these scores? [Y/n/u] ")
        if answer == BACK:
            dialog.take_back()
            continue
        if answer == OTHERS:
            record = game.record_of(dialog.entering, _noted(dialog, scores))
            preview = episodes.preview_record(history, record, as_played=True)
            env.say(record_screens.verdict(preview.verdict, name="what was entered"))
            if _decision(dialog.ask, "Keep it as played, marked so? [Y/n] ") != KEEP:
                continue
        with env.writing() as session:
            history = episodes.keep(session, preview, env.by())
            if dialog.stored.saved:
                drafts.discard(session, dialog.stored.number)
        env.say(f"Episode {number} is kept. Head for the box: {history.head}")
        env.say_head()
        return history


def finish_session(dialog: Dialog) -> None:
    """Play on to the end, show the sheet, ask, and keep the session."""
    env = dialog.env
    while True:
        dialog.play()
        scores, names = dialog.scores(), dialog.entering.head.names
        env.say("", record_screens.sheet_table(dialog.sheets(), names=names))
        answer = _decision(dialog.ask, "Keep this session with these scores? [Y/n/u] ")
        if answer == BACK:
            dialog.take_back()
            continue
        noted = _noted(dialog, scores) if answer == OTHERS else scores
        record = game.record_of(dialog.entering, noted)
        preview = sessions.preview_record(record, as_played=answer == OTHERS)
        if preview.refusal:
            raise preview.refusal
        with env.writing() as session:
            outside = sessions.keep(session, preview, env.by())
            if dialog.stored.saved:
                drafts.discard(session, dialog.stored.number)
        env.say(f"It is session {outside.number}: campaign session show {outside.number}")
        env.say_head()
        return


def place_stickers(env: Environment, ask: Ask, history: History) -> History:
    """Ask for the stickers that are owed, one after the other, with their squares drawn."""
    while history.campaign.owed:
        right = history.campaign.owed[0]
        squares = stickers.squares(history, right)
        env.say("", sticker_screens.where(history, right))
        answer = ask(f"{right.seat}, {right.kind} on> ", partial(tuple, squares)).strip().upper()
        if answer in ("", "LATER", "SAVE"):
            env.say(sticker_screens.still_owed(history))
            return history
        try:
            history = env.keep(stickers.place(history, right.seat, right.kind, answer))
        except Refused as error:
            env.say(f"  {error}")
        else:
            env.say(
                f"  {right.seat} has a {right.kind} on {answer}.   "
                f"campaign sticker place {right.seat} {right.kind} {answer}"
            )
    env.say("", "campaign status shows where you stand.")
    return history


def _decision(ask: Ask, question: str) -> str:
    """Yes (also Enter alone), no, or back."""
    while True:
        answer = ask(question).strip().lower()
        if answer in ("", "y", "yes"):
            return KEEP
        if answer in ("n", "no"):
            return OTHERS
        if answer == "u" and "/u]" in question:
            return BACK


def _noted(dialog: Dialog, scores: dict[str, int]) -> dict[str, int]:
    """The scores as the table noted them; Enter for the one by replay."""
    noted: dict[str, int] = {}
    dialog.env.say("What did the table note? Enter alone for the score by replay.")
    for seat, score in scores.items():
        while seat not in noted:
            answer = dialog.ask(f"{seat} [{score}]> ").strip()
            if not answer:
                noted[seat] = score
            elif re.fullmatch(r"[+-]?\d{1,6}", answer, re.ASCII):
                noted[seat] = int(answer)
    return noted
