"""Sentences for the kinds of rules whose words depend on the values of their row.

Each function makes the sentence of one kind from the names of the colours and the values of a row.
Kinds whose sentence is always the same have it in their row of `kinds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.phrases import Phrase, Wording, article, joined, listed, many, phrase, plural
from engine.my_city.pack.build import MORE_STANDINGS, STANDINGS, absence_of
from engine.my_city.pack.schema import in_default_language
from engine.my_city.play.land import FOREST_SQUARE, OR, SQUARE
from engine.my_city.play.ruleset import Absence

Colours = Mapping[str, str]
Values = Mapping[str, Any]

AS = {
    "first": phrase("the first"),
    "second": phrase("the second"),
    "other": phrase("the last"),
    "third": phrase("the third"),
    "last": phrase("the last"),
}
WHO = {
    "first": phrase("the first"),
    "second": phrase("the second"),
    "third": phrase("the third"),
    "last": phrase("the last"),
    "other": phrase("everybody else"),
}


def passing(colours: Colours, values: Values) -> Phrase:
    """What a pass costs and how low it may bring the token, or that nobody may pass."""
    if not values.get("allowed", True):
        return phrase("nobody may pass: build or quit")
    if not values["cost"]:
        return phrase("a pass is free, with the token at {floor} or above", floor=values["floor"])
    return phrase(
        "a pass costs {cost}; it may not bring the token below {floor}",
        cost=values["cost"],
        floor=values["floor"],
    )


def passing_in_brief(colours: Colours, values: Values) -> Phrase:
    """The sentence of `passing` in few words."""
    if not (values["cost"] and values.get("allowed", True)):
        return passing(colours, values)
    return phrase(
        "a pass costs {cost}, down to {floor}", cost=values["cost"], floor=values["floor"]
    )


def deck(colours: Colours, values: Values) -> Phrase:
    """Which cards join and leave, and what an obstacle does."""
    parts = []
    if values.get("add"):
        parts.append(phrase("{cards} join", cards=listed(values["add"])))
    if values.get("remove"):
        parts.append(phrase("{cards} leave", cards=listed(values["remove"])))
    if values.get("obstacle"):
        parts.append(phrase("an obstacle card bars the next building for all"))
    if values.get("deal"):
        parts.append(
            plural(
                "only {count} card of it is dealt",
                "only {count} cards of it are dealt",
                values["deal"],
            )
        )
    return phrase("the deck: {changes}", changes=joined(", ", parts or [phrase("no change")]))


def marks(colours: Colours, values: Values) -> Phrase:
    """The progress marks of each standing."""
    words = phrase(
        "progress marks: first {first}, second {second}, other {other}",
        **{standing: values[standing] for standing in STANDINGS},
    )
    more = [
        phrase("{standing} {marks}", standing=phrase(standing), marks=values[standing])
        for standing in MORE_STANDINGS
        if standing in values
    ]
    return joined(", ", (words, *more)) if more else words


def first_to_cover_in_brief(colours: Colours, values: Values) -> Phrase:
    """Which cells are to be covered, and what the first gets for it, without the tie."""
    kind, gain = phrase(values["kind"]), _gained_first(values)
    if values.get("each"):
        return phrase("first to cover each single {kind} cell: {gain}", kind=kind, gain=gain)
    return phrase("first to cover all {kind} cells: {gain}", kind=kind, gain=gain)


def _gained_first(values: Values) -> Wording:
    """What the first to cover something gets."""
    gains: list[Wording] = []
    if points := values.get("points"):
        gains.append(phrase("{points:+} at once", points=points))
    if count := values.get("nuggets"):
        gains.append(many(count, "nugget"))
    if count := values.get("marks"):
        gains.append(many(count, "progress mark"))
    stickers: Sequence[str] = values.get("stickers", ())
    gains += [many(count, kind) for kind, count in Counter(stickers).items()]
    return listed(gains)


def first_to_cover(colours: Colours, values: Values) -> Phrase:
    """Which cells are to be covered, and what the first gets for it."""
    kind, gain = phrase(values["kind"]), _gained_first(values)
    if values.get("each"):
        return phrase(
            "the first to cover each single {kind} cell: {gain}; all who do so on the same card "
            "get it",
            kind=kind,
            gain=gain,
        )
    return phrase(
        "the first to cover all {kind} cells: {gain}; all who do so on the same card get it",
        kind=kind,
        gain=gain,
    )


def first_to_join(colours: Colours, values: Values) -> Phrase:
    """Which places are to be joined, and what the first gets for it."""
    end = place_in_words(values.get("to", f"row {values.get('row')}"))
    return phrase(
        "the first to join the {kind} and {place} with connected buildings: {gain}; all who do "
        "so on the same card get it"
        if values.get("mixed")
        else "the first to join the {kind} and {place} with connected buildings of one colour: "
        "{gain}; all who do so on the same card get it",
        kind=phrase(values["kind"]),
        place=end,
        gain=_gained_first(values),
    )


def first_to_join_in_brief(colours: Colours, values: Values) -> Phrase:
    """Which places are to be joined, and what the first gets for it, without the tie."""
    return phrase(
        "first to join {kind} and {place}: {gain}"
        if values.get("mixed")
        else "first to join {kind} and {place} in one colour: {gain}",
        kind=phrase(values["kind"]),
        place=place_in_words(values.get("to", f"row {values.get('row')}")),
        gain=_gained_first(values),
    )


def building_at_once(colours: Colours, values: Values) -> Phrase:
    """Which building earns how much at once."""
    return phrase(
        "each building {which}: {points:+} at once",
        which=_which(colours, values),
        points=values["points"],
    )


def buildings(colours: Colours, values: Values) -> Phrase:
    """Which buildings count, and how much."""
    return phrase(
        "each building {which}: {points:+}",
        which=_which(colours, values),
        points=values["points"],
    )


def counted_buildings(colours: Colours, values: Values) -> Phrase:
    """Which buildings count."""
    return phrase("buildings {which}", which=_which(colours, values))


def _which(colours: Colours, values: Values) -> Phrase:
    """Which buildings count, such as `of blue beside the river`."""
    parts = []
    if values.get("colours"):
        names = listed([phrase(colours.get(c, c)) for c in values["colours"]], " or ")
        parts.append(phrase("of {colours}", colours=names))
    if place := values.get("on"):
        parts.append(phrase("on {place}", place=place_in_words(place)))
    if place := values.get("beside"):
        parts.append(phrase("beside {place}", place=place_in_words(place)))
    return joined(" ", parts or [phrase("on the board")])


PLACES = {
    "top row": phrase("the top row"),
    "bottom row": phrase("the bottom row"),
    "left column": phrase("the left column"),
    "right column": phrase("the right column"),
    "edge": phrase("the edge of the board"),
    "river": phrase("the river"),
    "forest": phrase("forest"),
    "mountain": phrase("a mountain"),
    "every row": phrase("each row"),
    "every column": phrase("each column"),
}


def place_in_words(place: str) -> Phrase:
    """The words for a place, from its name in a row of a pack."""
    line, _, name = place.partition(" ")
    if place in PLACES:
        return PLACES[place]
    if line == "row":
        return phrase("row {row}", row=name)
    if line == "column":
        return phrase("column {column}", column=name)
    return article(place)


def connects(colours: Colours, values: Values) -> Phrase:
    """Which places connected buildings must join, and the points for it."""
    if "to" not in values and not values.get("mixed"):
        return phrase(
            "connected buildings of one colour from the {kind} to row {row}: {points:+}, once",
            kind=phrase(values["kind"]),
            row=values["row"],
            points=values["points"],
        )
    end = place_in_words(values.get("to", f"row {values.get('row')}"))
    return phrase(
        "connected buildings from the {kind} to {place}: {points:+}, once"
        if values.get("mixed")
        else "connected buildings of one colour from the {kind} to {place}: {points:+}, once",
        kind=phrase(values["kind"]),
        place=end,
        points=values["points"],
    )


def connects_in_brief(colours: Colours, values: Values) -> Phrase:
    """The sentence of `connects` in fewer words."""
    if "to" in values or values.get("mixed"):
        return connects(colours, values)
    return phrase(
        "one colour connected from the {kind} to row {row}: {points:+}, once",
        kind=phrase(values["kind"]),
        row=values["row"],
        points=values["points"],
    )


def by_steps(what: Wording, steps: Sequence[Sequence[int]]) -> Phrase:
    """What is counted, and the points that each step pays."""
    paid = [phrase("{count} or more {points:+}", count=n, points=points) for n, points in steps]
    return phrase("{what}: {steps}", what=what, steps=joined(", ", paid))


def to_the_best(what: Wording, values: Values) -> Phrase:
    """What is counted, who gets the points for it, and what a tie means."""
    return phrase(
        "{what}: {points:+} for the most at the table; {ties}"
        if values["best"] == "most"
        else "{what}: {points:+} for the fewest at the table; {ties}",
        what=what,
        points=values["points"],
        ties=TIES[values.get("ties", "all")],
    )


TIES = {
    "all": phrase("all who tie get it"),
    "nobody": phrase("nobody gets it in a tie"),
}


def fixed(colours: Colours, values: Values) -> Phrase:
    """Where a sticker goes on every board, or that it goes on none."""
    content = phrase(values["content"])
    if not values["cells"].split():
        return phrase("every board: no {content}", content=content)
    return phrase("every board: {content} on {cells}", content=content, cells=values["cells"])


def stickers_in_brief(colours: Colours, values: Values) -> Phrase:
    """Who gets which stickers, in few words; small squares are left out."""
    gifts = _gifts(colours, values, brief=True)
    parts = [joined(" ", gift) for gift in gifts]
    if len(parts) < 2:
        return stickers(colours, values)
    if values["when"] == "start":
        return phrase("stickers before this episode: {gifts}", gifts=joined(", ", parts))
    return phrase("stickers: {gifts}", gifts=joined(", ", parts))


def stickers(colours: Colours, values: Values) -> Phrase:
    """Who gets which stickers, and where they go; said once if all get the same."""
    gifts = _gifts(colours, values)
    when = phrase("before this episode" if values["when"] == "start" else "after each episode")
    if not gifts:
        return phrase("{when} nobody gets a sticker", when=when)
    if len(gifts) == 1 and not gifts[0][0]:
        return phrase("{when} every city gets {stickers}", when=when, stickers=gifts[0][1])
    parts = [phrase("{who} gets {stickers}", who=who, stickers=words) for who, words in gifts]
    return phrase("{when} {gifts}", when=when, gifts=joined(", ", parts))


def _gifts(
    colours: Colours, values: Values, *, brief: bool = False
) -> list[tuple[Wording, Wording]]:
    """Pairs of who gets stickers and which stickers; who is "" if all get the same."""
    more = [standing for standing in MORE_STANDINGS if standing in values]
    named = (*STANDINGS[:-1], *more, STANDINGS[-1])
    gifts = {standing: _stickers(colours, values[standing], brief=brief) for standing in named}
    if len(set(gifts.values())) == 1:
        return [("", gifts["first"])] if gifts["first"] else []
    who: dict[str, Wording] = dict(WHO)
    if gifts["second"] == gifts["other"] and not more:
        del gifts["second"]
    elif not gifts["second"] and not more:
        who["other"] = phrase("everybody but first and second")
    elif not all(gifts[standing] for standing in named[:-1]):
        standings = listed([phrase(standing) for standing in named[:-1]])
        who["other"] = phrase("everybody but {standings}", standings=standings)
    return [(who[standing], words) for standing, words in gifts.items() if words]


def bonus(colours: Colours, values: Values) -> Phrase:
    """What is counted at the end of the campaign, and the marks for the most or the fewest."""
    return phrase(
        "at the end of the campaign, {counts}: {marks} for the most; all who tie get them"
        if values["best"] == "most"
        else "at the end of the campaign, {counts}: {marks} for the fewest; all who tie get them",
        counts=phrase(values["counts"]),
        marks=many(values["marks"], "progress mark"),
    )


def bonus_in_brief(colours: Colours, values: Values) -> Phrase:
    """The sentence of `bonus` in fewer words."""
    return phrase(
        "{counts}: {marks} for the most in the end"
        if values["best"] == "most"
        else "{counts}: {marks} for the fewest in the end",
        counts=phrase(values["counts"]),
        marks=many(values["marks"], "progress mark"),
    )


def shaft(colours: Colours, values: Values) -> Phrase:
    """What deepens a shaft, and what its boxes bring."""
    return phrase(
        "each building of {colour} that is connected to the {beside} deepens its shaft of "
        "{boxes} boxes, over all episodes: {pays}; box {triangle}: {marks}, in the first episode "
        "in which anybody reaches it",
        colour=phrase(colours.get(values["colour"], values["colour"])),
        beside=phrase(values["beside"]),
        boxes=values["boxes"],
        pays=_boxes(colours, values),
        triangle=values["triangle"],
        marks=many(values["marks"], "progress mark"),
    )


def shaft_in_brief(colours: Colours, values: Values) -> Phrase:
    """What the boxes of a shaft bring, without what deepens it."""
    colour = phrase(colours.get(values["colour"], values["colour"]))
    return phrase("{colour} shaft: {pays}", colour=colour, pays=_boxes(colours, values))


def strip(colours: Colours, values: Values) -> Phrase:
    """How the boxes of a strip are reached, and what they bring."""
    return phrase(
        "beside the board are {boxes} boxes; each {kind} sticker reaches the next one: {pays}",
        boxes=values["boxes"],
        kind=phrase(values["kind"]),
        pays=_boxes(colours, values),
    )


def _boxes(colours: Colours, values: Values) -> Phrase:
    """What each box of a shaft or strip brings, in the order of the boxes."""
    brings = [
        (box, phrase("box {box} {points:+}", box=box, points=points))
        for box, points in values.get("pays", ())
    ]
    for key, what in (("nuggets", "nugget"), ("box_marks", "progress mark")):
        brings += [
            (box, phrase("box {box} {gain}", box=box, gain=many(count, what)))
            for box, count in values.get(key, ())
        ]
    brings += [
        (box, phrase("box {box} {gain}", box=box, gain=_stickers(colours, [text])))
        for box, text in values.get("box_stickers", ())
    ]
    return joined(", ", [words for _, words in sorted(brings, key=lambda gain: gain[0])])


def by_hand(colours: Colours, values: Values) -> Phrase:
    """A rule that the table applies by hand, in the words of the pack."""
    return phrase("by hand: {rule}", rule=phrase(in_default_language(values.get("words", ""))))


def absence(colours: Colours, values: Values) -> Phrase:
    """What a city gets in an episode in which nobody plays it."""
    return absence_in_words(absence_of(values["marks"], values["stickers"]))


def absence_in_words(absence: Absence) -> Phrase:
    """What a city without a player gets: no marks or stickers by rank, or those of a standing."""
    if absence == Absence():
        by_rank: Wording = phrase("no marks and no stickers by rank")
    else:
        by_rank = listed(
            [
                phrase("{what} as {who}", what=what, who=AS[standing])
                if standing
                else phrase("no {what} by rank", what=what)
                for what, standing in (
                    (phrase("marks"), absence.marks),
                    (phrase("stickers"), absence.stickers),
                )
            ]
        )
    return phrase("an absent city gets {by_rank}, and what every board gets", by_rank=by_rank)


def target_in_words(target: str) -> Wording:
    """Where a sticker may go: `forest`, `a small square or mountain`."""
    return listed([TARGETS.get(place) or phrase(place) for place in target.split(OR)], OR)


TARGETS = {
    SQUARE: phrase("a small square"),
    FOREST_SQUARE: phrase("a forest cell with a small square"),
}


def _stickers(colours: Colours, texts: list[str], *, brief: bool = False) -> Wording:
    parts = []
    for text, count in Counter(texts).items():
        kind, _, target = text.partition(" on ")
        several = listed(
            [many(count, name) if count > 1 else phrase(f"a {name}") for name in kind.split(OR)], OR
        )
        where = target_in_words(target)
        if target in ("", SQUARE):
            where = phrase("small squares" if count > 1 else "a small square")
        elif target in colours:
            colour = phrase(colours[target])
            where = (
                phrase("{colour} buildings", colour=colour)
                if count > 1
                else phrase("a {colour} building", colour=colour)
            )
        if brief and target in ("", SQUARE):
            parts.append(several)
        else:
            parts.append(phrase("{stickers} on {where}", stickers=several, where=where))
    return listed(parts)
