"""campaign rules: the numbered rules of a game, from the program's own pages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import typer

from campaign.cli.arguments import Game
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import rules as documents
from campaign.display.terminal import rules as screens
from campaign.services import games
from campaign.services import rules as service
from campaign.services.errors import SeveralCampaigns, UnknownName
from campaign.store.errors import DatabaseMissing
from engine.kernel.errors import NotAllowed
from engine.my_city import NAME
from engine.my_city.pack import load

Which = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="N|WORDS",
        help="The number of a rule, or words in it; without it all rules.",
        show_default=False,
    ),
]

app = group()


@command(
    app,
    "rules",
    example="campaign rules my-city 4",
    menu=("Evening", 9, "the rules, numbered"),
    also="rule rulebook manual how",
    reads=True,
)
def rules(env: Environment, game: Game, which: Which = None) -> Reply[documents.RulebookDocument]:
    """The rules of a game as the program plays them; for envelopes, only what is open."""
    name = games.named(game)
    found_rules = find_rules(env, name, " ".join(which or ()))
    return Reply(
        lambda: documents.rulebook(name, found_rules), lambda: screens.rules(name, found_rules)
    )


def find_rules(env: Environment, game: str, words: str) -> tuple[service.Rule, ...]:
    """Return the rules of a game with this number or these words, all for "".

    Raises `UnknownName`.
    """
    all_rules = service.rules_of_game(game, _opened(env) if game == NAME else ())
    return service.matching_rules(game, all_rules, words) if words else all_rules


def _opened(env: Environment) -> Collection[int]:
    """Return the numbers of the envelopes that are open in the campaign in use.

    Without a campaign, or if its pack is not one of the program, there are none.
    """
    try:
        campaign = env.history().campaign
    except (DatabaseMissing, UnknownName, SeveralCampaigns, NotAllowed):  # no campaign, or several
        if env.options.campaign:
            raise
        return ()
    return campaign.opened if campaign.pack.name in load.names() else ()
