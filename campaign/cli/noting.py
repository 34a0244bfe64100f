"""Note details of an evening, such as its place: with its record, or later by `note` commands.

@command(app, "record", ...)
@noted
def record(env: Environment, file: RecordFile, given: GivenDetails) -> ...:
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from campaign.cli import completion
from campaign.cli.arguments import Episode
from campaign.cli.environment import Environment, Reply
from campaign.cli.grouped import grouped
from campaign.display.json import episodes as episode_documents
from campaign.display.json import sessions as session_documents
from campaign.display.text import episodes as texts
from campaign.services import episodes, sessions
from campaign.services import sessions_corrections as corrections
from campaign.services.corrections import amending
from engine.kernel.details import NOTHING, Details
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.changes import HistoryChange
    from campaign.services.values import History

OPTIONS: Mapping[str, Any] = {
    "place": Annotated[
        str | None,
        typer.Option("--where", metavar="PLACE", help="Where it was.", show_default=False),
    ],
    "minutes": Annotated[
        int | None,
        typer.Option("--minutes", metavar="N", help="How long it took.", show_default=False),
    ],
    "note": Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="A remark on it.", show_default=False),
    ],
}
"""The type of the option for each detail, by the detail's name."""
Id = Annotated[
    int,
    typer.Argument(
        metavar="ID", help="The number of the session.", autocompletion=completion.sessions
    ),
]
LastId = Annotated[
    int | None,
    typer.Argument(
        metavar="ID",
        help="The number of the session; without it, the last one that counts.",
        autocompletion=completion.sessions,
        show_default=False,
    ),
]


class GivenDetails(NamedTuple):
    """The details that were typed; None leaves a detail as it was, "" and 0 remove it."""

    place: str | None = None
    minutes: int | None = None
    note: str | None = None

    def to_details(self, before: Details = NOTHING) -> Details:
        """Return the details of `before`, in which the typed ones are replaced."""
        typed = {name: value for name, value in self._asdict().items() if value is not None}
        if self.place is not None:
            typed["place"] = " ".join(self.place.split())
        if self.note is not None:
            typed["note"] = self.note.strip()
        return before._replace(**typed)


noted = grouped("given", OPTIONS, lambda typed: GivenDetails(**typed))
"""A decorator that gives a command the options for details, as the parameter `given`."""


@noted
def of_episode(
    env: Environment, number: Episode, given: GivenDetails
) -> Reply[episode_documents.EpisodeDocument]:
    """Note where an evening was, how long it took, and a remark; "" and 0 remove them."""
    _check(given)

    def change(history: History) -> HistoryChange:
        before = amending.played_of(history, number).details
        return episodes.note(history, number, given.to_details(before))

    history = env.keep(change(env.history()), change)
    details = history.campaign.episode(number).details
    words = texts.details_in_words(details) or phrase("nothing any more")
    env.say(phrase("Noted for episode {number}: {what}", number=number, what=words))
    return Reply(lambda: episode_documents.episode(history, number))


@noted
def of_session(
    env: Environment, id: Id, given: GivenDetails
) -> Reply[session_documents.SessionDocument]:
    """Note where a session was, how long it took, and a remark; "" and 0 remove them."""
    _check(given)
    with env.reading() as session:
        session_before = sessions.read(session, id)
    details = given.to_details(session_before.stream.details)
    with env.writing() as session:
        outside = corrections.correct(
            session, corrections.note(session_before, details), env.author_now()
        )
    words = texts.details_in_words(details) or phrase("nothing any more")
    env.say(phrase("Noted for session {number}: {what}", number=id, what=words))
    env.say_head()
    return Reply(lambda: session_documents.session(outside))


def _check(given: GivenDetails) -> None:
    """Raise `BadParameter` if no detail was typed."""
    if given == GivenDetails():
        raise typer.BadParameter("say what to note: --where, --minutes or --note")
