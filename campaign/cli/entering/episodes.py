"""campaign episode enter: the next episode answer by answer, typed or with the boards shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.entering import attendance, finish, prompt, start
from campaign.cli.entering.attendance import Absent, HouseRule, Substitute
from campaign.cli.entering.start import GREETING, Anew
from campaign.cli.environment import Environment, today
from campaign.services.entering import drafts, episodes
from engine.my_city import NAME

if TYPE_CHECKING:
    from campaign.services.entering.game import Entering

Board = Annotated[
    bool, typer.Option("--board", help="With the boards on the screen and a cursor (extra tui).")
]
INSTEAD = "campaign episode template > evening.toml, then campaign episode record it"


def enter(
    env: Environment,
    new: Anew = False,
    board: Board = False,
    absent: Absent = None,
    substitute: Substitute = None,
    house_rule: HouseRule = False,
) -> None:
    """Enter the next episode answer by answer; every line is saved at once."""
    ask = prompt.editor(INSTEAD)
    if board:
        prompt.with_board()
    with env.reading() as session:
        history, stored = env.campaign(session), drafts.every(session)
    stated = attendance.of_options(history.campaign, absent, substitute)
    number = episodes.begun(history, today(), stated).head.header["episode"]

    def begun() -> Entering:
        present = attendance.tonight(env, ask, history.campaign, stated, agreed=house_rule)
        return episodes.begun(history, today(), present)

    mine = drafts.of(stored, history.stream, NAME, number)
    for draft in drafts.of_earlier(stored, history):
        env.say(
            f"Draft {draft.stored.number} is of episode {draft.stored.episode}, which was recorded "
            f"in the meantime: campaign draft show {draft.stored.number} compares the two."
        )
    with start.leaving(env, "campaign episode enter"):
        dialog = start.begin(env, ask, begun, () if new else mine, history, board=board)
        if not board:
            env.say(f"{history.campaign.name}, episode {number}. {GREETING}")
        after = finish.finish_episode(dialog, history)
        if not board:
            finish.place_stickers(env, ask, after)
            return
        from campaign.cli.entering.boards import stickers  # noqa: PLC0415  textual is an extra

        stickers.place_at_the_board(env, after)
