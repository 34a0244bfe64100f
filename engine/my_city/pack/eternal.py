"""The eternal mode: its pack, with corrections by the owner of a box, and its options.

A campaign corrects its own pack by entries of its journal. A game of the eternal mode stands alone:
its record names the correction by its hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.overlays import overlay_of
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.overlay import problems_of, with_overlay
from engine.my_city.play.ruleset import EpisodeRules

ETERNAL = "eternal"
CORRECTIONS, TOKEN_STOPS = "corrections", "token_stops"
HEADER = {
    CORRECTIONS: "the SHA-256 of the owner's corrections; session record --tables FILE writes it",
    TOKEN_STOPS: "false where the score token goes on beyond 50; the rulebook is silent",
}
"""Keys of records of the eternal mode alone."""
_ENDLESS = 1_000_000
"""A cap that no sheet reaches."""


def check_header(header: Mapping[str, Any]) -> None:
    """Raise `SetupError` for keys of the eternal mode in another game, and for invalid options."""
    for key in HEADER:
        if key in header and "mode" not in header:
            raise SetupError(f'{key}: only with mode = "{ETERNAL}"')
    if type(header.get(TOKEN_STOPS, True)) is not bool:
        raise SetupError(f"{TOKEN_STOPS}: true or false")


def rules_for(setup: Setup) -> EpisodeRules:
    """The rules of a game of the eternal mode; raises `SetupError`, `PackError`."""
    text = overlay_of(setup, CORRECTIONS)
    pack = load(ETERNAL)
    rules = rules_of(with_overlay(pack, text) if text else pack, pack.first)
    return rules if setup.header.get(TOKEN_STOPS, True) else _endless(rules)


@lru_cache(maxsize=16)
def _endless(rules: EpisodeRules) -> EpisodeRules:
    """The rules with a score token without a cap."""
    return replace(rules, token=replace(rules.token, cap=_ENDLESS, cap_marks=0))


def corrected_eternal_pack(text: str) -> Pack:
    """The pack of the eternal mode with new corrections; raises the first `PackError` of them."""
    pack = load(ETERNAL)
    for error in problems_of(pack, text, ()):
        raise error
    return with_overlay(pack, text)


def check(text: str) -> None:
    """Raise `PackError` for new corrections with which no game can be played."""
    corrected_eternal_pack(text)


CHECK = check
