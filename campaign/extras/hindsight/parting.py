"""In which card a line parted from the best one: the last after which its score was in reach.

    played   Y4 R1 B2 | Y7 R5 ...
    another  Y4 R1 B2 | R5' ...      so many answers in common, and the score of the best line

That it was in reach is proved by a line that the engine plays. That it was not any more is not: it
is what the search did not find in its time.
"""

from __future__ import annotations

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.pure.lines import in_common, where_of
from campaign.extras.hindsight.rebuilding import rebuilt
from engine.my_city.bounds.question import Question, Replayed
from engine.my_city.play.notation import Quit

EFFORT = 4.0
"""What the solver does for one look: about seconds of a core."""


def parted(
    question: Question, best: Replayed, common: int, seed: int, left: Left
) -> tuple[int, Replayed]:
    """How many answers of what was played a best line can begin with, and such a line.

    At least those that the best line has in `common` with it. Halves what is not known, until no
    seconds are `left`.
    """
    answers = tuple(answer for answer in question.played if not isinstance(answer, Quit))
    line, first_not = best, len(answers) + 1
    while common + 1 < first_not and left() > 0:
        probe = (common + first_not) // 2
        where = where_of(question, answers[:probe])
        freed = range(probe, len(question.cards))
        other, _, _ = rebuilt(
            question, where, freed, best.points, seed, left, another=False, effort=EFFORT
        )
        if other and other.points >= best.points:
            common, line = max(probe, in_common(question, other.line, answers)), other
        else:
            first_not = probe
    return common, line
