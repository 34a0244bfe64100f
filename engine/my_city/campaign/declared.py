"""A campaign that was begun without this program: its state as the boards show it.

The declared state is taken as it is and marked as declared; everything after it is proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.errors import NotAllowed, SetupError, wording_of
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign, City, Mark, Sticker
from engine.my_city.campaign.reasons import GainReason
from engine.my_city.campaign.stickers import with_lands, with_preparation, with_sticker
from engine.my_city.pack.model import rules_of
from engine.my_city.play.boards import SHAFT, board_from_words, words_of

_CITY = {"board": list, "marks": int, "nuggets": int, "name": str}


def with_declared_state(campaign: Campaign, declared: Mapping[str, Any]) -> Campaign:
    """The campaign that begins with a declared state; raises `NotAllowed` for an impossible one."""
    number, cities = declared.get("episode"), declared.get("cities")
    if strange := set(declared) - {"episode", "cities", "claimed"}:
        raise NotAllowed(
            phrase(
                "state: {strange} is no key of a state: these are episode, cities and the other "
                "keys of the form",
                strange=min(strange),
            )
        )
    pack = campaign.pack
    if type(number) is not int or number not in pack.episodes:
        raise NotAllowed(
            phrase(
                "state: episode is one from {first} to {last}, not {number!r}",
                first=pack.first,
                last=pack.last,
                number=number,
            )
        )
    if not isinstance(cities, Mapping) or set(cities) != set(campaign.seats):
        raise NotAllowed(
            phrase(
                "state: write a table for each of {seats}, such as [cities.eagle]",
                seats=", ".join(campaign.seats),
            )
        )
    claimed = declared.get("claimed", [])
    if not isinstance(claimed, list | tuple) or not all(
        colour in pack.colours for colour in claimed
    ):
        raise NotAllowed(
            phrase(
                "state: claimed is a list of colours: {colours}", colours=", ".join(pack.colours)
            )
        )
    opened = {e.number: 1 for e in pack.envelopes if max(e.episodes) < number}
    envelope = pack.envelope_of(number)
    if envelope and number != min(envelope.episodes):
        opened[envelope.number] = 1
    campaign = campaign._replace(
        begins=number, declared=declared, opened=opened, claimed=frozenset(claimed)
    )
    for seat, state in cities.items():
        campaign = campaign.with_city(_city(campaign, campaign.city(seat), state, number))
    return with_preparation(with_lands(campaign))


def _city(campaign: Campaign, city: City, state: Any, number: int) -> City:
    if not isinstance(state, Mapping):
        raise NotAllowed(phrase("state: {seat} is a table", seat=city.seat))
    for key, value in state.items():
        if key not in _CITY or type(value) is not _CITY[key]:
            kinds = {list: "a list of texts", int: "a whole number", str: "a text"}
            # What a closed envelope brings is accepted and not named.
            hidden = () if campaign.pack.gives_nuggets_before(number) else ("nuggets",)
            visible = [(key, kind) for key, kind in _CITY.items() if key not in hidden]
            known = ", ".join(f"{key} ({kinds[kind]})" for key, kind in visible)
            raise NotAllowed(
                phrase(
                    "state: {seat}: {key} = {value!r} is not possible; the keys are {known}",
                    seat=city.seat,
                    key=key,
                    value=value,
                    known=known,
                )
            )
        if type(value) is int and value < 0:
            raise NotAllowed(
                phrase("state: {seat}: {key} cannot be below 0", seat=city.seat, key=key)
            )
    # The boards are as the previous episode left them.
    earlier = [n for n in sorted(campaign.pack.episodes) if n < number]
    rules = rules_of(campaign.pack, earlier[-1] if earlier else campaign.pack.first)
    try:
        brought = board_from_words(rules, city.land, state.get("board", []), city.seat, "state: ")
    except SetupError as error:
        raise NotAllowed(phrase("{why}", why=wording_of(error))) from None
    declared = GainReason("declared", number - 1)
    for text in words_of(state.get("board", []), city.seat):
        kind, _, square = text.partition(" ")
        if kind != SHAFT:
            city = with_sticker(rules, city, Sticker(kind, square, declared, 1, chosen=False))
    marks = state.get("marks", 0)
    return city._replace(
        name=state.get("name", ""),
        nuggets=state.get("nuggets", 0),
        shafts=brought.shafts,
        marks=(Mark(marks, declared),) if marks else (),
    )
