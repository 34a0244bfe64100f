"""campaign episode enter: the next episode answer by answer, typed or with the boards shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.entering import finish, prompt, start
from campaign.cli.entering.start import GREETING, Anew
from campaign.cli.environment import Environment, today
from campaign.services.entering import drafts, episodes

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.services.values import History

Board = Annotated[
    bool, typer.Option("--board", help="With the boards on the screen and a cursor (extra tui).")
]
INSTEAD = "campaign episode template > evening.toml, then campaign episode record it"


def enter(env: Environment, new: Anew = False, board: Board = False) -> None:
    """Enter the next episode answer by answer; every line is saved at once."""
    ask = prompt.editor(INSTEAD)
    if board:
        prompt.with_board()
    enter_episode(env, ask, new=new, board=board)


def enter_episode(env: Environment, ask: Ask, *, new: bool = False, board: bool = False) -> History:
    """Enter the next episode of the campaign and keep it; then the stickers that it gives."""
    with env.reading() as session:
        history, stored = env.campaign(session), drafts.every(session)
    entering = episodes.begun(history, today())
    number = entering.head.header["episode"]
    mine = drafts.of(stored, history.stream, entering.game.NAME, number)
    for draft in drafts.of_earlier(stored, history):
        env.say(
            f"Draft {draft.stored.number} is of episode {draft.stored.episode}, which was recorded "
            f"in the meantime: campaign draft show {draft.stored.number} compares the two."
        )
    with start.leaving(env, "campaign episode enter"):
        dialog = start.begin(env, ask, entering, () if new else mine, history, board=board)
        if not board:
            env.say(f"{history.campaign.name}, episode {number}. {GREETING}")
        after = finish.finish_episode(dialog, history)
        if not board:
            return finish.place_stickers(env, ask, after)
        from campaign.cli.entering.boards import stickers  # noqa: PLC0415  textual is an extra

        return stickers.place_at_the_board(env, after)
    raise AssertionError("whoever leaves ends the command")
