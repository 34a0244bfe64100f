"""A session outside a campaign in words: its verdict, who won, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.display.text.episodes import with_lines_by_hand
from campaign.display.text.records import winners_in_words
from campaign.services import games
from engine.kernel.phrases import OptionalPhrase, Wording, joined, phrase
from engine.kernel.score import SeatScore

if TYPE_CHECKING:
    from campaign.services.sessions_list import SessionListing
    from campaign.services.values import SessionHistory


def verdict_in_words(outside: SessionHistory) -> Wording:
    """The verdict on a session: with its lines by hand, as played, simulated."""
    words = with_lines_by_hand(phrase(outside.verdict.kind), outside.verdict.by_hand)
    return _verdict(words, as_played=outside.as_played, simulated=outside.simulated)


def standing_in_words(outside: SessionHistory) -> Wording:
    """The verdict on a session, and whether it is withdrawn."""
    words = verdict_in_words(outside)
    return phrase("withdrawn, {verdict}", verdict=words) if outside.withdrawn else words


def listed_verdict_in_words(row: SessionListing) -> Wording:
    """The stored verdict of a session, or that the rules of its game are not installed."""
    log = row.log
    if not games.is_known(log.game):
        return phrase("rules not installed")
    return _verdict(phrase(log.verdict), as_played=log.as_played, simulated=log.simulated)


def listed_scores(row: SessionListing) -> str:
    """The scores of a session in one line, the best first."""
    return ", ".join(f"{result.player or result.seat} {result.score}" for result in row.results)


def outcome_in_words(sheets: Sequence[SeatScore], names: Mapping[str, str]) -> OptionalPhrase:
    """Who won a session, and the scores, the best first; "" without a winner."""
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    if not ordered or ordered[0].rank != 1:
        return ""
    won, _ = winners_in_words(ordered, names)
    return phrase("{won}: {scores}", won=won, scores=scores_in_words(ordered, names))


def scores_in_words(sheets: Sequence[SeatScore], names: Mapping[str, str]) -> str:
    """The scores of a session in one line, in the order of its sheets."""
    return ", ".join(f"{names.get(sheet.seat) or sheet.seat} {sheet.total}" for sheet in sheets)


def _verdict(verdict: Wording, *, as_played: bool, simulated: bool) -> Wording:
    words = [verdict]
    if as_played:
        words.append(phrase("kept as played"))
    if simulated:
        words.append(phrase("simulated"))
    return joined(", ", words)
