"""campaign hindsight, campaign session hindsight: what the same cards allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import Episode
from campaign.cli.environment import Environment, command, group
from campaign.display.json import hindsight as documents
from campaign.display.terminal import hindsight as screens
from campaign.services import names, sessions
from campaign.services.hindsight import keeping, questions, search
from campaign.store import hindsight as rows
from engine.kernel.phrases import joined

if TYPE_CHECKING:
    from campaign.services.hindsight.keeping import Looked
    from campaign.services.hindsight.questions import Evening
    from campaign.services.hindsight.search import Outlook
    from campaign.store.hindsight import Known

OneSeat = Annotated[
    str,
    typer.Option(
        "--seat",
        metavar="SEAT",
        help="Only this seat; without it all, also those that nobody played.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
Search = Annotated[
    float,
    typer.Option(
        "--seconds",
        min=0,
        help="How long to search for each seat; 0 shows what was found before.",
    ),
]
ByCard = Annotated[
    bool, typer.Option("--step", help="Card by card: what was played, and the best line found.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="What chance begins with in the search.")]
Id = Annotated[
    int,
    typer.Argument(
        metavar="ID", help="The number of the session.", autocompletion=completion.sessions
    ),
]

SECONDS = 60.0

app = group()


@command(app, "hindsight", example="campaign hindsight 5")
def hindsight(
    env: Environment,
    number: Episode,
    seat: OneSeat = "",
    seconds: Search = SECONDS,
    step: ByCard = False,
    seed: Seed = 0,
) -> None:
    """What was possible with the same cards in the same order, for each seat on its own board."""
    history = env.history()
    evening = questions.of_episode(history, number)
    seats = [names.seat_of(history.campaign, seat)] if seat else []
    _look_back(env, evening, seats, seconds, step=step, seed=seed)


def of_session(
    env: Environment,
    id: Id,
    seat: OneSeat = "",
    seconds: Search = SECONDS,
    step: ByCard = False,
    seed: Seed = 0,
) -> None:
    """What was possible in a game of the eternal mode with the same cards in the same order."""
    with env.reading() as session:
        outside = sessions.read(session, id)
    evening = questions.of_session(outside)
    if seat and seat not in evening.seats:
        raise typer.BadParameter(f"nobody sat at {seat}: {', '.join(evening.seats)}")
    _look_back(env, evening, [seat] if seat else [], seconds, step=step, seed=seed)


def _look_back(
    env: Environment,
    evening: Evening,
    seats: list[str],
    seconds: float,
    *,
    step: bool,
    seed: int,
) -> None:
    """Search for each seat, keep what was found, and show it."""
    with env.reading() as session:
        known = rows.of(session, [evening.key]).get(evening.key, {})
    looked: list[Looked] = []
    for seat in seats or (*evening.seats, *evening.absent):
        stopped = bool(looked) and looked[-1].stopped
        looked.append(
            _look(env, evening, seat, known.get(seat), 0 if stopped else seconds, seed, step=step)
        )
    env.show(
        screens.by_card(evening, looked) if step else screens.table(evening, looked),
        documents.hindsight(evening, looked),
    )


def _look(
    env: Environment,
    evening: Evening,
    seat: str,
    before: Known | None,
    seconds: float,
    seed: int,
    *,
    step: bool,
) -> Looked:
    """Search for one seat and keep what was found, also where somebody stops it.

    What is known and proved, or is only looked at card by card, is not searched again.
    """
    question = evening.question(seat)
    outlook: Outlook | None = None
    stopped = False
    earlier = keeping.of_row(before, question) if before else ()
    if not earlier:
        before = None
    if before and (step or before.proved):
        seconds = 0
    with env.progress(joined(", ", (evening.title, seat)), "s") as progress:
        clock = search.Clock(seconds, lambda gone: progress(int(gone), int(seconds)))
        try:
            for known in search.looked_back(question, clock, seed, earlier):
                outlook = known
        except KeyboardInterrupt:
            if outlook is None:
                raise
            stopped = True
    assert outlook is not None, "what was played is known at once"
    gone = clock.gone if seconds else 0
    row = keeping.known(evening.key, outlook, before, seed, gone, env.by())
    if not seconds:
        return keeping.Looked(outlook, before or row, stopped)
    with env.writing() as session:
        rows.keep(session, row)
    return keeping.Looked(outlook, row, stopped)
