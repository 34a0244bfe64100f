"""Files to fill in: an overlay with the values of a pack, and the state of a campaign.

In an overlay every line is a remark until its `#` is taken away. So a value that is not corrected
stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.kernel.grid import bits
from engine.my_city.pack.kinds import remarks_in
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.schema import OWNER
from engine.my_city.pack.tables import BOX, LISTS, TABLES
from engine.my_city.pack.words import words_of
from engine.my_city.pack.writing import key_lines

CORRECTING = (
    "campaign pack check FILE",
    'campaign pack apply FILE --reason "from our box"',
)
"""The commands that take an overlay of a campaign."""


def overlay_form(
    pack: Pack, envelopes: Iterable[int], *, box: bool, commands: Iterable[str] = CORRECTING
) -> str:
    """An overlay with every value of some envelopes and, if `box`, of the box, as remarks.

    `commands` take the file when it is filled in.
    """
    lines = [
        f"# Your own values for the pack {pack.name}. Take the # away from what you correct,",
        '# and from the head and source = "owner" of its table; leave the rest as it is. Then:',
        *(f"#   {command}" for command in commands),
    ]
    if box:
        lines += ["", "# The box", *_tables(pack.files[BOX])]
    for number in envelopes:
        data = pack.files[f"envelope_{number}.toml"]
        lines += ["", f"# Envelope {number}: {data['title']}", *_tables(data)]
        for episode in data["episode"]:
            lines += ["", f"# [[episode]]   # {episode['number']}"]
            lines.append(f"# number = {episode['number']}")
            for row in pack.episodes[episode["number"]]:
                lines += ["#", f"# # {words_of(pack, row)!s}"]
                lines += [f"# {line}" for line in _row("episode.rule", row.values)]
    return "\n".join(lines) + "\n"


def state_form(pack: Pack, seats: Iterable[str], episode: int) -> str:
    """The form of the state of a campaign before an episode, to be filled in from the boards.

    It has the stickers that the rules have put on every board by then.
    """
    earlier = [number for number in sorted(pack.episodes) if number < episode]
    board: list[str] = []
    shafts: list[str] = []
    if earlier:
        board = list(_on_every_board(pack, earlier[-1]))
        shafts = [shaft.colour for shaft in rules_of(pack, earlier[-1]).shafts]
    lines = [
        f"# The campaign as it stands before episode {episode}. Fill it in from the boards, then:",
        f"#   campaign new NAME --from {episode} --state FILE --seat ...",
        f"episode = {episode}",
        "",
    ]
    if shafts:
        lines += [
            f"# Shafts whose triangle box somebody has reached: some of {' '.join(shafts)}",
            "claimed = []",
            "",
        ]
    for seat in seats:
        lines += [
            f"[cities.{seat}]",
            'name = ""',
            "marks = 0",
            *(["nuggets = 0"] if pack.gives_nuggets_before(episode) else []),
            "# All stickers in the order in which they came, each with its square:",
            f"#   {', '.join(json.dumps(text) for text in _samples(pack, episode, shafts))}",
            f"board = {json.dumps(board)}",
            "",
        ]
    return "\n".join(lines)


def _samples(pack: Pack, episode: int, shafts: list[str]) -> Iterator[str]:
    """Yield an example of each kind of text that a board can have."""
    yield from ("tree G1", "rock F11")
    for card, forms in pack.variants.items():
        if pack.arrivals.get(card, 0) < episode:
            yield f"{card} {' / '.join(forms)}"
    for colour in shafts[:1]:
        yield f"shaft {colour} 3"


def _on_every_board(pack: Pack, episode: int) -> Iterator[str]:
    """Yield the stickers that the rules have put on all boards up to an episode."""
    land = pack.land
    for number in sorted(n for n in pack.episodes if n <= episode):
        rules = rules_of(pack, number)
        for change in rules.changes:
            layer = rules.layer(change.content)
            for bit in bits(change.cells_on(land)):
                land = land.put(layer, rules.contents[layer], bit)
                yield f"{change.content} {rules.grid.name(bit)}"


def _tables(data: Mapping[str, Any]) -> Iterator[str]:
    for name in (name for name in TABLES if name in data):
        yield ""
        yield from (f"# {line}" for line in _row(name, data[name], single=True))
    for name in LISTS:
        for row in data.get(name, []):
            yield ""
            yield from (f"# {line}" for line in _row(name, row))
    for row in data.get("rule", []):
        yield ""
        yield from (f"# {line}" for line in _row("rule", row))


def _row(name: str, values: Mapping[str, Any], *, single: bool = False) -> Iterator[str]:
    """Yield the lines of a table as TOML, with the owner as source and the old source as remark."""
    yield f"[{name}]" if single else f"[[{name}]]"
    for key, value in values.items():
        if key == "source":
            yield f'source = "{OWNER}"   # was: {value}'
        elif key not in remarks_in(values):
            for line in key_lines({key: value}):
                yield from line.split("\n")
