"""Scores without a log: a drawing in, a screen and a document out; a game has its line below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import RenderableType

from campaign.display.terminal.games.quadropolis import score

Calculator = Callable[[str, str], tuple[RenderableType, dict[str, Any]]]
"""From a drawing and a language."""

CALCULATORS: Mapping[str, Calculator] = {"quadropolis": score.counted}
