"""campaign episode enter: the next episode answer by answer, typed or with the boards shown."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.entering import attendance, finish, prompt, start, table_beside
from campaign.cli.entering import dialog as dialogs
from campaign.cli.entering.attendance import Absent, HouseRule, Substitute
from campaign.cli.entering.start import Anew, Day, OnPhones
from campaign.cli.environment import Environment, today
from campaign.services.entering import drafts, headers
from engine.kernel.phrases import phrase

Board = Annotated[
    bool, typer.Option("--board", help="With the boards on the screen and a cursor (extra tui).")
]
INSTEAD = phrase("campaign episode template > evening.toml, then campaign episode record it")


def enter(
    env: Environment,
    new: Anew = False,
    board: Board = False,
    phones: OnPhones = False,
    absent: Absent = None,
    substitute: Substitute = None,
    house_rule: HouseRule = False,
    played: Day = None,
) -> None:
    """Enter the next episode answer by answer; every line is saved at once."""
    ask = prompt.editor(INSTEAD)
    if board and phones:
        raise typer.BadParameter("--board and --phones do not go together")
    if board:
        prompt.with_board()
    with env.reading() as session:
        history, stored = env.campaign(session), drafts.every(session)
    stated, day = attendance.of_options(history.campaign, absent, substitute), start.day_of(played)
    number = headers.next_episode(history, day or today(), stated).head.header["episode"]
    mine = () if new else drafts.of_next(stored, history)
    with table_beside.opened(env, phones) as at_table:
        there = None if board else at_table
        with start.leaving(env, "campaign episode enter"):
            dialog = start.resumed(env, ask, mine, history, board=board, beside=there, day=day)
            who = stated
            if dialog is None and not board and not stated:
                who = attendance.expected(env, history.campaign)
            while True:
                if dialog is None:
                    present = attendance.tonight(env, ask, history.campaign, who, agreed=house_rule)
                    entering = headers.next_episode(history, day or today(), present)
                    dialog = start.begun(env, ask, entering, history, board=board, beside=there)
                if not board:
                    name = history.campaign.name
                    title = phrase("{campaign}, episode {number}.", campaign=name, number=number)
                    env.say(title, dialogs.GREETING)
                try:
                    after = finish.finish_episode(dialog, history)
                    break
                except dialogs.Others:
                    start.dropped(env, dialog)
                    dialog = who = None
        with start.leaving(env, "campaign meet"):
            if not board:
                finish.place_stickers(env, ask, after, there)
                return
            from campaign.cli.entering.boards import stickers  # noqa: PLC0415  textual is an extra

            stickers.place_at_the_board(env, ask, after)
