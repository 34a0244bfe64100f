"""The page before an evening: what counts, which rules are new, what each board offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText, Piece
from campaign.display.text.brief import (
    known_rules,
    new_rules,
    offers,
    rule_in_words,
    short_offers,
    title_in_words,
)
from campaign.services.brief import EpisodeBrief, EpisodeRule, SeatBrief
from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.my_city.campaign.model import City, PlayedEpisode
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.pack.kinds import AFTER, AT_ONCE, AT_THE_TABLE, COUNTS

HEADINGS = {phrase("At once"): (AT_ONCE,), phrase("Rules"): (AT_THE_TABLE, AFTER)}
UNKNOWN = phrase(
    "An episode was recorded without its rules; the boards are shown as far as they are known."
)


def brief(brief: EpisodeBrief, stories: Iterable[RenderableType] = ()) -> RenderableType:
    """The page before an evening; values that are the same for all seats are shown once.

    `stories` are the stories of cities that have a new player.
    """
    return parts.lines(
        _title(brief),
        *stories,
        parts.line(UNKNOWN) if brief.campaign.without_rules else None,
        _notes(phrase("New"), _running(new_rules(brief))),
        _counting(brief) if brief.rules or brief.last else None,
        *(
            _notes(heading, _running(known_rules(brief, kinds)))
            for heading, kinds in HEADINGS.items()
        ),
        *_boards(brief),
        parts.command(brief.command),
    )


def _title(brief: EpisodeBrief) -> RenderableType:
    """The episode and its chapter, and the campaign or the city of the page."""
    title, style = title_in_words(brief), "default not bold"
    if len(brief.boards) > 1:
        return parts.title(title, MixedText(brief.campaign.name, most=26), style)
    city = brief.boards[0].city
    return parts.title(title, _whose(city), parts.SEAT_STYLE.get(city.seat, style))


def _whose(city: City) -> MixedText:
    """`Rivers (eagle, Anna)`: a city, its seat and its player."""
    name, player = parts.fit(city.name, 12), MixedText(city.player or phrase("nobody"), most=12)
    start = f"{name} ({city.seat}, " if city.name else f"{city.seat} ("
    return MixedText(start, player, ")", most=26)


def _boards(brief: EpisodeBrief) -> Iterator[RenderableType | None]:
    """Yield what the boards offer: line by line for a single board, else a line for each board."""
    if len(brief.boards) == 1:
        yield _notes(MixedText(phrase("You")), _board(brief.boards[0]))
        return
    for board in brief.boards:
        yield _notes(parts.seat(board.city.seat), _running(_in_short(board)))


def _running(words: Iterable[Wording]) -> Iterator[Wording]:
    """Yield all sentences joined into one; yield nothing if there are none."""
    if sentences := list(words):
        yield joined("; ", sentences)


def _notes(heading: Piece, words: Iterator[Wording]) -> RenderableType | None:
    """Lines with a heading at their left; None if there are no lines."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=8, no_wrap=True)
    table.add_column(overflow="fold")  # a sentence without blanks is one long word
    for line in words:
        table.add_row(MixedText(heading), MixedText(line))
        heading = ""
    return table if table.row_count else None


def _counting(brief: EpisodeBrief) -> RenderableType:
    """The terms of the score sheet, and the points of each seat for them in the last episode."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    made_up = any(rule.made_up for rule in brief.rules)
    heading = phrase("What counts (* is made up)") if made_up else phrase("What counts")
    table.add_column(MixedText(heading) if brief.rules else "", overflow="fold")
    several = len(brief.boards) > 1
    number = brief.last.number if brief.last else None
    if last := brief.last:
        for board in brief.boards:
            head = parts.seat(board.city.seat) if several else _who_got_it(board.city, last)
            table.add_column(head, justify="right", no_wrap=True)
    boards = brief.boards if number else ()
    counted = {rule.name for rule in brief.rules if rule.part == COUNTS}
    for rules in _alike(rule for rule in brief.rules if rule.part == COUNTS):
        words = _of_colours(rules)
        words = phrase("{rule}, new", rule=words) if rules[0].new else words
        table.add_row(
            _indented(words), *(MixedText(_got(board, rules, several)) for board in boards)
        )
    if number:
        last_results = [board.last for board in boards]
        scores = [str(last.total) if last else "-" for last in last_results]
        if several:
            marked = any(board.last and board.last.most_lost in counted for board in boards)
            label = phrase(
                "score in episode {number}; ! most lost" if marked else "score in episode {number}",
                number=number,
            )
            table.add_row(_indented(label), *scores, style="bold")
        else:
            result = f"{last_results[0].total}, {last_results[0].rank}" if last_results[0] else "-"
            table.add_row(_indented(phrase("score, rank")), result, style="bold")
    return table


def _who_got_it(city: City, last: PlayedEpisode) -> MixedText:
    """The heading of what a city got in the last episode, whose player may be another person."""
    participant = last.participant(city.seat)
    if participant.absent:
        return MixedText(phrase("episode {number}, absent", number=last.number))
    player = participant.player
    if player in ("", city.player):
        return MixedText(phrase("episode {number}, you", number=last.number))
    return MixedText(
        phrase("episode {number}, {player}", number=last.number, player=parts.fit(player, 12))
    )


def _alike(rules: Iterable[EpisodeRule]) -> list[list[EpisodeRule]]:
    """Groups of neighbouring rules that differ only in their colour."""
    groups: list[list[EpisodeRule]] = []
    for rule in rules:
        if groups and _but_colour(groups[-1][0]) == _but_colour(rule):
            groups[-1].append(rule)
        else:
            groups.append([rule])
    return groups


def _but_colour(rule: EpisodeRule) -> object:
    words = rule.words
    if not isinstance(words, Phrase) or "{colour}" not in words.pattern:
        return rule.name
    return str(_with_colour(words, "")), rule.new, rule.made_up


def _of_colours(rules: Sequence[EpisodeRule]) -> Wording:
    """One sentence for rules that differ only in their colour, with all their colours."""
    first_rule, phrases = rules[0], [rule.words for rule in rules if isinstance(rule.words, Phrase)]
    if len(phrases) > 1:
        colours = joined(", ", [_values(words)["colour"] for words in phrases])
        first_rule = first_rule._replace(words=_with_colour(phrases[0], colours))
    return rule_in_words(first_rule)


def _with_colour(words: Phrase, colour: Wording) -> Phrase:
    """The words of a rule with `colour` in place of its colour."""
    return phrase(words.pattern, **{**_values(words), "colour": colour})


def _values(words: Phrase) -> Mapping[str, Any]:
    return words.values if isinstance(words.values, Mapping) else {}


def _got(board: SeatBrief, rules: Sequence[EpisodeRule], several: bool) -> Wording:
    """A seat's points for rules that differ only in colour, marked if one of them cost most."""
    names = [rule.name for rule in rules]
    if board.last is None or not board.last.points.keys() & names:
        return "-"
    figures = [points for name in names for points in board.last.points.get(name, ())]
    text = str(sum(figures)) if several else " + ".join(map(str, figures))
    if board.last.most_lost not in names:
        return text
    return f"! {text}" if several else phrase("most lost  {points}", points=text)


def _indented(words: Wording) -> Padding:
    """The words of a cell, indented also on folded lines."""
    return Padding(MixedText(words), (0, 0, 0, 2), expand=False)


def _board(board: SeatBrief) -> Iterator[Wording]:
    """Yield what a board offers, which stickers it lacks, and how far its city is behind."""
    yield from offers(board)
    for right in board.owed:
        yield phrase(
            "owes its board: {sticker} ({reason})",
            sticker=right.kinds_in_words,
            reason=reason_in_words(right.reason),
        )
    yield _standing(board, many(board.city.progress, "progress mark"))


def _standing(board: SeatBrief, marks: Wording) -> Phrase:
    """The marks of a city, and how far it is behind."""
    if not board.ahead:
        return phrase("{marks}, nobody has more", marks=marks)
    seats = listed(board.ahead)
    return phrase("{marks}, {behind} behind {seats}", marks=marks, behind=board.behind, seats=seats)


def _in_short(board: SeatBrief) -> Iterator[Wording]:
    """Yield in few words the marks of a city, what its board offers, and its owed stickers."""
    yield _standing(board, many(board.city.progress, "mark"))
    yield from short_offers(board)
    if board.owed:
        stickers = joined(", ", [right.kinds_in_words for right in board.owed])
        yield phrase("owes its board: {stickers}", stickers=stickers)
