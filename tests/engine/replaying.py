"""Records replayed by the rules that the program finds for their game."""

from __future__ import annotations

from campaign.services import games
from engine.kernel.game import Setup
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record; raises `RulesMissing`, and `SetupError` when it cannot start."""
    return replay(games.find(record.game), record, setup)
