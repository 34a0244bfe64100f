"""Before an evening, on one page: what counts, what is new, what each board offers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.translation import say
from campaign.display.text.brief import offers
from campaign.services.brief import BoardBrief, Brief, BriefRule
from campaign.services.words import many
from engine.kernel.phrases import joined, phrase
from engine.my_city.pack.kinds import AFTER, AT_ONCE, AT_THE_TABLE, COUNTS

HEADINGS = {AT_ONCE: phrase("At once"), AT_THE_TABLE: phrase("Rules"), AFTER: phrase("After it")}
MADE_UP = phrase(
    "* made up, not released by the publisher: {command}", command="campaign pack placeholders"
)
UNKNOWN = phrase(
    "An episode was recorded without its rules; the boards are shown as far as they are known."
)


def brief(brief: Brief) -> RenderableType:
    """One page before an evening; what all seats have in common stands there once."""
    made_up = any(rule.made_up for rule in brief.rules)
    return parts.lines(
        _title(brief),
        parts.line(UNKNOWN) if brief.campaign.without_rules else None,
        _notes(phrase("New"), _new(brief)),
        _counting(brief) if brief.rules or brief.last else None,
        *(_notes(heading, _old(brief, part)) for part, heading in HEADINGS.items()),
        *(_notes(_whose(brief, board), _board(board)) for board in brief.boards),
        Text(say(MADE_UP), style="dim") if made_up else None,
        parts.command(brief.command),
    )


def _title(brief: Brief) -> RenderableType:
    """Which episode, of which chapter, and whose page it is."""
    pack = brief.campaign.pack
    whose = _city(brief.boards[0]) if len(brief.boards) == 1 else Text(brief.campaign.name)
    if brief.episode is None:
        words = phrase("Every episode of this pack has been played")
    elif brief.sealed:
        words = phrase(
            "Episode {number} of {last}: envelope {envelope} is still sealed",
            number=brief.episode,
            last=pack.last,
            envelope=brief.sealed,
        )
    elif envelope := pack.envelope_of(brief.episode):
        words = phrase(
            "Episode {number} of {last}, chapter {chapter}: {title}",
            number=brief.episode,
            last=pack.last,
            chapter=envelope.number,
            title=phrase(envelope.title),
        )
    else:
        words = phrase("Episode {number} of {last}", number=brief.episode, last=pack.last)
    return parts.title(words, parts.fit(whose.plain, 26), str(whose.style) or "default not bold")


def _city(board: BoardBrief) -> Text:
    """`Rivers (eagle, Anna)`."""
    city = board.city
    player = parts.fit(city.player or say(phrase("nobody")), 12)
    name = f"{parts.fit(city.name, 12)} ({city.seat}, {player})" if city.name else ""
    return Text(name or f"{city.seat} ({player})", style=parts.SEAT_STYLE.get(city.seat, ""))


def _whose(brief: Brief, board: BoardBrief) -> Text:
    """What stands before the lines of a board."""
    return Text(say(phrase("You"))) if len(brief.boards) == 1 else parts.seat(board.city.seat)


def _notes(heading: str | Text, words: Iterator[str]) -> RenderableType | None:
    """Lines with a heading at their left; nothing where there are none."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=8, no_wrap=True)
    table.add_column()
    for line in words:
        table.add_row(heading, say(line))
        heading = ""
    return table if table.row_count else None


def _words(rule: BriefRule) -> str:
    return joined("", (rule.words, " *")) if rule.made_up else rule.words


def _new(brief: Brief) -> Iterator[str]:
    """What is new since the last episode, and what holds no longer."""
    yield from (_words(rule) for rule in brief.rules if rule.new)
    if brief.ended:
        yield phrase("no longer: {rules}", rules=joined(", ", brief.ended))


def _old(brief: Brief, part: str) -> Iterator[str]:
    """The rules of a part of the evening that are known from before."""
    return (_words(rule) for rule in brief.rules if rule.part == part and not rule.new)


def _counting(brief: Brief) -> RenderableType:
    """What the sheet counts, and beside it what each seat got for it in the last episode."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(say(phrase("What counts")) if brief.rules else "")
    several = len(brief.boards) > 1
    number = brief.last.number if brief.last else None
    for board in brief.boards if number else ():
        you = Text(say(phrase("episode {number}, you", number=number)))
        head = parts.seat(board.city.seat) if several else you
        table.add_column(head, justify="right", no_wrap=True)
    shown = brief.boards if number else ()
    for rule in (rule for rule in brief.rules if rule.part == COUNTS):
        words = phrase("{rule}, new", rule=_words(rule)) if rule.new else _words(rule)
        table.add_row(_indented(words), *(_got(board, rule.name, several) for board in shown))
    if number:
        of = phrase("score in episode {number}", number=number) if several else phrase("score")
        lasts = [board.last for board in shown]
        scores = (str(last.total) if last else "-" for last in lasts)
        ranks = (str(last.rank) if last else "-" for last in lasts)
        table.add_row(_indented(of), *scores, style="bold")
        table.add_row(_indented(phrase("rank")), *ranks)
    lost = any(board.last and board.last.most_lost for board in shown)
    return parts.lines(table, parts.line(phrase("  ! most lost")) if lost and several else None)


def _got(board: BoardBrief, name: str, several: bool) -> str:
    """The points for a rule; those that were most lost are marked."""
    if board.last is None or name not in board.last.points:
        return "-"
    figures = board.last.points[name]
    text = str(sum(figures)) if several else " + ".join(map(str, figures))
    if name != board.last.most_lost:
        return text
    return f"! {text}" if several else say(phrase("most lost  {points}", points=text))


def _indented(words: str) -> Padding:
    """Words in a cell, indented also where they are folded, and no wider than they are."""
    return Padding(Text(say(words)), (0, 0, 0, 2), expand=False)


def _board(board: BoardBrief) -> Iterator[str]:
    """What a board offers, what it owes, and how far its city is behind."""
    yield from offers(board)
    for right in board.owed:
        yield phrase(
            "owes its board: {sticker} ({reason})", sticker=right.what, reason=right.reason
        )
    marks = many(board.city.progress, "progress mark")
    if board.ahead:
        seats = joined(" and ", board.ahead)
        yield phrase(
            "{marks}, {behind} behind {seats}", marks=marks, behind=board.behind, seats=seats
        )
    else:
        yield phrase("{marks}, nobody has more", marks=marks)
