"""Find the last card after which the answers of a player could still give the best score.

    played   Y4 R1 B2 | Y7 R5 ...
    another  Y4 R1 B2 | R5' ...      the same first answers, and the best score

A line that the engine plays proves that the score was in reach after a card. Nothing proves that it
was out of reach after the next card: the search only found no line in its time.
"""

from __future__ import annotations

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.pure.lines import common_answer_count, placements_of_line
from campaign.extras.hindsight.rebuilding import rebuild
from engine.my_city.bounds.question import Question, ReplayedLine
from engine.my_city.play.notation import Quit

EFFORT = 4.0
"""The work of the solver for one probe, about in seconds of a core."""


def latest_parting(
    question: Question, best: ReplayedLine, common: int, seed: int, left: Left
) -> tuple[int, ReplayedLine]:
    """The number of first answers that a line of the best score shares with the played one; it.

    The `best` line shares the first `common` answers. A binary search looks for a line that shares
    more, until no seconds are `left`.
    """
    answers = tuple(answer for answer in question.played if not isinstance(answer, Quit))
    line, first_not = best, len(answers) + 1
    while common + 1 < first_not and left() > 0:
        probe = (common + first_not) // 2
        where = placements_of_line(question, answers[:probe])
        freed = range(probe, len(question.cards))
        rebuilt, _, _ = rebuild(
            question, where, freed, best.points, seed, left, another=False, effort=EFFORT
        )
        if rebuilt and rebuilt.points >= best.points:
            common, line = max(probe, common_answer_count(question, rebuilt.line, answers)), rebuilt
        else:
            first_not = probe
    return common, line
