"""The end of what was entered: the sheet, one question, the record; then the stickers."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.cli.desk import Desk
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.entering.table import Sitting
    from campaign.services.values import History

KEEP, OTHERS, BACK = "keep", "others", "back"


def finish_episode(sitting: Sitting, history: History) -> History:
    """Play on to the end, show what follows, ask, and keep the episode."""
    from campaign.display.terminal import episodes as display
    from campaign.display.terminal.records import sheet_table, verdict
    from campaign.services import episodes
    from campaign.services.entering import drafts
    from campaign.services.entering.game import record_of

    desk = sitting.desk
    while True:
        sitting.play()
        sheets = sitting.entering.game.score(sitting.entering.state)
        scores = {sheet.seat: sheet.total for sheet in sheets}
        preview = episodes.preview_record(history, record_of(sitting.entering, scores))
        if preview.after is None:
            raise preview.refusal or AssertionError("a record that is not taken is refused")
        number = preview.record.header["episode"]
        after = preview.after.episode(number)
        follows = display.follows(history.campaign, preview.after)
        desk.say("", sheet_table(after.sheets), "", follows)
        answer = _asked(sitting.ask, f"Keep episode {number} with these scores? [Y/n/u] ")
        if answer == BACK:
            sitting.take_back()
            continue
        if answer == OTHERS:
            record = record_of(sitting.entering, _noted(sitting, scores))
            preview = episodes.preview_record(history, record, as_played=True)
            desk.say(verdict(preview.verdict, name="what was entered"))
            if _asked(sitting.ask, "Keep it as played, marked so? [Y/n] ") != KEEP:
                continue
        with desk.writing() as session:
            history = episodes.keep(session, preview, desk.by())
            if sitting.stored.saved:
                drafts.discard(session, sitting.stored.number)
        desk.say(f"Episode {number} is kept. Head for the box: {history.head}")
        return history


def finish_session(sitting: Sitting) -> None:
    """Play on to the end, show the sheet, ask, and keep the session."""
    from campaign.display.terminal.records import sheet_table
    from campaign.services import sessions
    from campaign.services.entering import drafts
    from campaign.services.entering.game import record_of

    desk = sitting.desk
    while True:
        sitting.play()
        sheets = sitting.entering.game.score(sitting.entering.state)
        scores = {sheet.seat: sheet.total for sheet in sheets}
        desk.say("", sheet_table(sheets, names=sitting.entering.head.names))
        answer = _asked(sitting.ask, "Keep this session with these scores? [Y/n/u] ")
        if answer == BACK:
            sitting.take_back()
            continue
        noted = _noted(sitting, scores) if answer == OTHERS else scores
        record = record_of(sitting.entering, noted)
        found = sessions.preview_record(record, as_played=answer == OTHERS)
        if found.refusal:
            raise found.refusal
        with desk.writing() as session:
            history = sessions.keep(session, found, desk.by())
            if sitting.stored.saved:
                drafts.discard(session, sitting.stored.number)
        desk.say(f"It is session {history.number}: campaign session show {history.number}")
        return


def place_stickers(desk: Desk, ask: Ask, history: History) -> History:
    """Ask for the stickers that are owed, one after the other, with their squares drawn."""
    from campaign.display.terminal import stickers as display
    from campaign.services import changes
    from engine.kernel.errors import Refused
    from engine.my_city.campaign.entries import StickerPlaced
    from engine.my_city.campaign.stickers import targets

    while history.campaign.owed:
        right = history.campaign.owed[0]
        squares = targets(history.campaign, right)
        desk.say("", display.where(history, right))
        word = ask(f"{right.seat}, {right.kind} on> ", partial(tuple, squares)).strip().upper()
        if word in ("", "LATER", "SAVE"):
            desk.say(display.still_owed(history))
            return history
        try:
            with desk.writing() as session:
                entering = StickerPlaced(right.seat, right.kind, word)
                history = changes.add(session, history, entering, desk.by())
        except Refused as error:
            desk.say(f"  {error}")
        else:
            desk.say(
                f"  {right.seat} has a {right.kind} on {word}.   "
                f"campaign sticker place {right.seat} {right.kind} {word}"
            )
    desk.say("", "campaign status shows where you stand.")
    return history


def _asked(ask: Ask, question: str) -> str:
    """Yes (also Enter alone), no, or back."""
    while True:
        answer = ask(question).strip().lower()
        if answer in ("", "y", "yes"):
            return KEEP
        if answer in ("n", "no"):
            return OTHERS
        if answer == "u" and "/u]" in question:
            return BACK


def _noted(sitting: Sitting, scores: dict[str, int]) -> dict[str, int]:
    """The scores as the table noted them; Enter for the one by replay."""
    found: dict[str, int] = {}
    sitting.desk.say("What did the table note? Enter alone for the score by replay.")
    for seat, score in scores.items():
        while seat not in found:
            answer = sitting.ask(f"{seat} [{score}]> ").strip()
            if not answer:
                found[seat] = score
            elif re.fullmatch(r"[+-]?\d{1,6}", answer, re.ASCII):
                found[seat] = int(answer)
    return found
