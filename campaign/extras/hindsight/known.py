"""Find the rows of earlier searches for evenings, by the digest of their questions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session

from campaign.extras.hindsight import rows as hindsight
from campaign.extras.hindsight.rows import SeatHindsightRow
from campaign.services.values import SessionHistory
from engine.kernel.game import Seat
from engine.my_city.campaign.model import PlayedEpisode

BETWEEN = "; "
"""Separates two moves of a stored line."""
Seats = Mapping[Seat, SeatHindsightRow]
"""The row with the results of a search, for each seat of an evening."""


def rows_of_episodes(session: Session, played: Iterable[PlayedEpisode]) -> dict[int, Seats]:
    """The stored rows of episodes, by number; episodes without a search are left out."""
    if not hindsight.has_rows(session):
        return {}
    keys = {key_of_episode(episode): episode.number for episode in played}
    return {keys[key]: seats for key, seats in hindsight.known_of_evenings(session, keys).items()}


def key_of_episode(played: PlayedEpisode) -> str:
    """The digest of all that the questions of an episode depend on."""
    pack = played.setup.header["pack"].digest_of(played.number)
    return _digest(played.recorded.record, pack, {**played.boards})


def key_of_session(outside: SessionHistory) -> str:
    """The digest of all that the questions of a session depend on."""
    return _digest(outside.text, outside.overlay, {})


def _digest(record: str, rules: str, boards: Mapping[Seat, Sequence[str]]) -> str:
    parts = json.dumps([record, rules, boards], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(parts.encode()).hexdigest()
