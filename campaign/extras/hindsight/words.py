"""What the same cards allowed, in words that screens share."""

from __future__ import annotations

from campaign.extras.hindsight.rows import Known
from engine.kernel.phrases import Refusal, Wording, phrase
from engine.my_city.bounds.question import Answer, Line, Question
from engine.my_city.play.notation import Build, Pass


def left_in_words(row: Known) -> Wording:
    """The points that were left at the table: `9`, `10 to 12`."""
    least, most = row.left
    return str(least) if row.proved else phrase("{least} to {most}", least=least, most=most)


def until_in_words(row: Known, question: Question) -> Refusal:
    """The last card after which the best score was in reach, as far as is known; "" for none."""
    if not (row.left[0] and row.parted):
        return ""
    card = question.cards[row.parted - 1].card
    return phrase("card {number} ({card})", number=row.parted, card=card)


def answer_in_words(answer: Answer) -> str:
    """`E5/1` for a building, which its card names; `pass`, `quit`."""
    match answer:
        case Build(_, square, turns):
            return f"{square}/{turns}" if turns else square
        case Pass():
            return "pass"
        case _:
            return "quit"


def answers_in_words(line: Line, count: int) -> list[str]:
    """The answers of a line to so many cards, nothing after it has quit."""
    words = [answer_in_words(answer) for answer in line]
    if len(words) < count and (not words or words[-1] != "quit"):
        words.append("quit")
    return [*words, *[""] * (count - len(words))]
