"""The cards of an episode, and which of them the open draft has revealed."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services.entering import drafts
from campaign.services.values import History
from engine import my_city
from engine.kernel.game import CHANCE
from engine.my_city.campaign.episodes import pack_of
from engine.my_city.pack.model import rules_of
from engine.my_city.play.notation import Reveal, parse
from engine.my_city.play.ruleset import EpisodeRules


class EpisodeCards(NamedTuple):
    """The cards of an episode: `rules` have deck and buildings, `out` lists the revealed cards."""

    episode: int
    rules: EpisodeRules
    out: tuple[str, ...]
    draft: int | None
    """The number of the draft that has revealed them."""
    is_played: bool = False


def cards(session: Session, history: History) -> EpisodeCards:
    """The cards of the next episode, or of the one before it while the next envelope is sealed."""
    campaign = history.campaign
    number = min(campaign.next_episode or campaign.pack.last, campaign.known)
    rules = rules_of(pack_of(campaign, number), number)
    open_drafts = drafts.drafts_of_game(drafts.every(session), history.stream, my_city.NAME, number)
    if not open_drafts:
        return EpisodeCards(number, rules, (), None, is_played=number != campaign.next_episode)
    latest = open_drafts[0]
    actions = (parse(move.text) for move in latest.moves if move.seat == CHANCE)
    out = tuple(action.card for action in actions if isinstance(action, Reveal))
    return EpisodeCards(number, rules, out, latest.stored.number)
