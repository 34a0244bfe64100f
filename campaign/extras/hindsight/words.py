"""What the same cards allowed, in words for screens and pages."""

from __future__ import annotations

from campaign.extras.hindsight.pure.lines import common_answer_count
from campaign.extras.hindsight.rows import SeatHindsightRow
from campaign.services.words import many
from engine.kernel.phrases import OptionalPhrase, Phrase, Wording, phrase
from engine.my_city.bounds.question import Answer, Line, Question
from engine.my_city.play.notation import BuildMove, CardPass, Quit


def left_in_words(row: SeatHindsightRow) -> Wording:
    """The points that were left on the table, such as `9` or `10 to 12`."""
    least, most = row.left
    return str(least) if row.proved else phrase("{least} to {most}", least=least, most=most)


def until_in_words(row: SeatHindsightRow, question: Question) -> OptionalPhrase:
    """The last card after which the best score was in reach, as far as is known; "" for none."""
    if not (row.left[0] and row.parted):
        return ""
    card = question.cards[row.parted - 1].card
    return phrase("card {number} ({card})", number=row.parted, card=card)


def missed_in_words(name: str, question: Question, row: SeatHindsightRow, line: Line) -> Phrase:
    """Where the best line parts from the played one, and which score was in reach until then."""
    number = common_answer_count(question, line, question.played)
    card = question.cards[number].card
    better, played = _answer_at(line, number), _answer_at(question.played, number)
    return phrase(
        "A better move, as far as hindsight knows: with card {number} ({card}) "
        "{better}. {name} {made} and had {played} in the end; {best} were still in reach.",
        number=number + 1,
        card=card,
        better=_to_do(better),
        name=name,
        made=_done(played),
        played=many(row.played, "point"),
        best=row.best,
    )


def _answer_at(line: Line, number: int) -> Answer:
    """The answer of a line to a card; after the end of the line, `Quit`."""
    return line[number] if number < len(line) else Quit()


def _to_do(answer: Answer) -> Phrase:
    match answer:
        case BuildMove():
            return phrase("build on {where}", where=answer_in_words(answer))
        case CardPass():
            return phrase("pass")
        case _:
            return phrase("quit")


def _done(answer: Answer) -> Phrase:
    match answer:
        case BuildMove():
            return phrase("built on {where}", where=answer_in_words(answer))
        case CardPass():
            return phrase("passed")
        case _:
            return phrase("had quit")


def answer_in_words(answer: Answer) -> str:
    """An answer as it is typed without its card: `E5/1`, `pass` or `quit`."""
    match answer:
        case BuildMove(_, square, turns):
            return f"{square}/{turns}" if turns else square
        case CardPass():
            return "pass"
        case _:
            return "quit"


def answers_in_words(line: Line, count: int) -> list[str]:
    """The answers of a line to `count` cards; "" after the seat has quit."""
    words = [answer_in_words(answer) for answer in line]
    if len(words) < count and (not words or words[-1] != "quit"):
        words.append("quit")
    return [*words, *[""] * (count - len(words))]
