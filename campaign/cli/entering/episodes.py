"""campaign episode enter: the next episode answer by answer, typed or with the boards shown."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.entering import attendance, finish, prompt, start, table_beside
from campaign.cli.entering import dialog as dialogs
from campaign.cli.entering.attendance import Absent, HouseRule, Substitute
from campaign.cli.entering.start import Anew, Day, OnPhones
from campaign.cli.environment import Environment, Reply
from campaign.cli.noting import GivenDetails, noted
from campaign.display.json import episodes as documents
from campaign.services.entering import drafts, headers
from campaign.store.clock import today
from engine.kernel.phrases import phrase

Board = Annotated[
    bool, typer.Option("--board", help="Show the boards on the screen, with a cursor.")
]
INSTEAD = phrase(
    "campaign episode template > evening.toml, then campaign episode record evening.toml"
)


@noted
def enter(
    env: Environment,
    given: GivenDetails,
    new: Anew = False,
    board: Board = False,
    phones: OnPhones = False,
    absent: Absent = None,
    substitute: Substitute = None,
    house_rule: HouseRule = False,
    played: Day = None,
) -> Reply[documents.EpisodeDocument]:
    """Enter the next episode answer by answer; every line is saved at once."""
    ask = prompt.editor(INSTEAD, env.speaker)
    if board and phones:
        raise typer.BadParameter("--board and --phones do not go together")
    with env.reading() as session:
        history, stored = env.campaign_history(session), drafts.every(session)
    stated_attendance, day = (
        attendance.attendance_of_options(history.campaign, absent, substitute),
        played,
    )
    number = headers.next_episode(history, day or today(), stated_attendance).head.header["episode"]
    own_drafts = () if new else drafts.of_next(stored, history)
    with table_beside.open_table(env, phones) as at_table:
        beside = None if board else at_table
        with start.allow_leaving(env, "campaign episode enter"):
            campaign = history.campaign
            who = attendance.attendance_changer(env, ask, campaign, agreed=house_rule)
            dialog = start.resume_draft(
                env, ask, own_drafts, history, board=board, beside=beside, day=day, who=who
            )
            if dialog and stated_attendance:
                entering = attendance.with_attendance(
                    env, ask, campaign, dialog.entering, stated_attendance, agreed=house_rule
                )
                if entering != dialog.entering:
                    dialog.seat(entering)
            if dialog is None:
                everybody = (
                    None
                    if board or stated_attendance
                    else attendance.usual_attendance(env, campaign)
                )
                present = stated_attendance or everybody
                present = attendance.ask_attendance(env, ask, campaign, present, agreed=house_rule)
                entering = headers.next_episode(history, day or today(), present)
                dialog = start.begin_dialog(
                    env, ask, entering, history, board=board, beside=beside, who=who
                )
                if present != everybody:
                    dialog.save()
            dialog.note_details(given.to_details(dialog.entering.details))
            if not board:
                title = phrase(
                    "{campaign}, episode {number}.", campaign=campaign.name, number=number
                )
                env.say(title, dialogs.GREETING)
            with start.check_draft(dialog):
                history_after = finish.finish_episode(dialog, history)
        with start.allow_leaving(env, "campaign meet"):
            if not board:
                history_after = finish.place_stickers(env, ask, history_after, beside)
            else:
                from campaign.cli.entering.boards import stickers  # noqa: PLC0415  textual takes 0.2 s

                history_after = stickers.place_at_the_board(env, ask, history_after)
    return Reply(lambda: documents.episode(history_after, number))
