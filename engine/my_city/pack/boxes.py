"""Rules with boxes that are reached one after the other: shafts, and strips off the grid."""

from __future__ import annotations

from dataclasses import replace

from engine.my_city.pack import named
from engine.my_city.pack.schema import PackRow
from engine.my_city.play.land import FOREST, FOREST_SQUARE, MOUNTAIN, OR, PIECE, SQUARE, STRIP
from engine.my_city.play.ruleset import BoxSticker, EpisodeRules, ShaftRule, Strip

BROUGHT = ("pays", "nuggets", "box_marks")
"""The keys of a row that say what a box brings at once."""


def shaft(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A shaft that grows deeper over all episodes."""
    nuggets, box_marks = (tuple(map(tuple, row.get(key, ()))) for key in ("nuggets", "box_marks"))
    _check_boxes(row, "the shaft", "pays", row["triangle"])
    shaft = ShaftRule(
        row.name,
        named.colour(rules, row, row["colour"]),
        (named.layer(rules, row, row["beside"], "beside"),),
        row["boxes"],
        tuple((box, points) for box, points in row["pays"]),
        row["triangle"],
        row["marks"],
        nuggets,
        box_marks,
        _stickers(rules, row),
    )
    return replace(rules, shafts=(*rules.shafts, shaft))


def strip(rules: EpisodeRules, row: PackRow) -> EpisodeRules:
    """A row of boxes off the grid, each reached by the next sticker of a kind."""
    if not any(c.kind == row["kind"] and c.on == STRIP for c in rules.contents):
        raise row.error(
            f'{row["kind"]} is no sticker for a strip: write on = "{STRIP}" in its [[content]]',
            "kind",
        )
    pays, nuggets, marks = (tuple(map(tuple, row.get(key, ()))) for key in BROUGHT)
    _check_boxes(row, "it", "boxes")
    stickers = _stickers(rules, row)
    strip = Strip(row.name, row["kind"], row["boxes"], pays, nuggets, marks, stickers)
    return replace(rules, strips=(*rules.strips, strip))


def _check_boxes(row: PackRow, name: str, key: str, *boxes: int) -> None:
    """Raise `PackError` for a box that does not exist; `boxes` are further boxes to check."""
    box_pairs = (pair for field in (*BROUGHT, "box_stickers") for pair in row.get(field, ()))
    highest = max([0, *boxes, *(box for box, _ in box_pairs)])
    if highest > row["boxes"]:
        raise row.error(f"{name} has {row['boxes']} boxes, there is no box {highest}", key)


def _stickers(rules: EpisodeRules, row: PackRow) -> tuple[BoxSticker, ...]:
    """The stickers that boxes bring, which players place after the episode."""
    return tuple(
        BoxSticker(box, *sticker_of(rules, row, "box_stickers", text))
        for box, text in row.get("box_stickers", ())
    )


def for_strips(rules: EpisodeRules, row: PackRow) -> tuple[str, ...]:
    """The stickers of a row that come at once; raises `PackError` for one that goes on no strip."""
    for id in row.get("stickers", ()):
        content = rules.contents[named.layer(rules, row, id, "stickers")]
        if content.on != STRIP:
            raise row.error(
                f'{id} is placed by a player, and comes with does = "stickers": here goes what is '
                f'on = "{STRIP}"',
                "stickers",
            )
    return tuple(row.get("stickers", ()))


def sticker_of(rules: EpisodeRules, row: PackRow, key: str, text: str) -> tuple[str, str]:
    """The kinds and the targets in a text such as `tree or rock on mountain or forest`.

    Raises `PackError` for a kind or target that is unknown or does not fit the other.
    """
    kind, _, target = text.partition(" on ")
    contents = [rules.contents[named.layer(rules, row, name, key)] for name in kind.split(OR)]
    if any(content.on == STRIP for content in contents):
        raise row.error(
            f'{kind}: a sticker for a strip comes at once: stickers = ["{kind}"] of a rule with '
            'does = "first to join" or "first to cover"',
            key,
        )
    if any(content.on == PIECE for content in contents):
        if len(contents) > 1:
            raise row.error(f"{kind}: a sticker on a building is of one kind", key)
        return kind, f"{PIECE} {named.colour(rules, row, target, key)}"
    for place in target.split(OR) if target else ():
        if place == MOUNTAIN:
            for content in contents:
                if not content.mountain:
                    raise row.error(f"{content.id} has no mountain = true in its [[content]]", key)
        elif place not in (SQUARE, FOREST, FOREST_SQUARE):
            named.layers_of_kind(rules, row, place, key)
    return kind, target or SQUARE
