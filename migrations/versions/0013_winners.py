"""Who won an imported session is whom the table named, also where the scores give others.

    result    `rank` 1 for these winners; it was that of the scores

Revision 0013 follows 0012.
"""

import json
import tomllib

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NAMED = """
SELECT log.stream, first.payload, counts.payload FROM session_log AS log
JOIN entry AS first ON first.stream = log.stream AND first.seq = 1
JOIN entry AS counts ON counts.stream = log.stream AND counts.seq = log.entry
WHERE log.episode = 0 AND first.payload LIKE '%"winners"%'
"""
"""The sessions whose import may name winners, with the entries of the first and the last record."""
RANK = "UPDATE result SET rank = :rank WHERE stream = :stream AND episode = 0 AND seat = :seat"


def upgrade() -> None:
    connection = op.get_bind()
    for stream, first, counts in connection.execute(sa.text(NAMED)).fetchall():
        winners = json.loads(first).get("imported", {}).get("winners")
        before, scores = result_of(first), result_of(counts)
        # A correction leaves the winners if the same seats have the best score.
        if not winners or not scores or best(before) != best(scores):
            continue
        keys = {seat: (0, 0) if seat in winners else (1, -scores[seat]) for seat in scores}
        for seat, key in keys.items():
            rank = sorted(keys.values()).index(key) + 1
            connection.execute(sa.text(RANK), {"rank": rank, "stream": stream, "seat": seat})


def result_of(payload: str) -> dict[str, int]:
    """The stated scores of the record in an entry; empty for one with moves, or of another form."""
    try:
        record = tomllib.loads(json.loads(payload)["record"])
    except (ValueError, KeyError, TypeError):  # an audit names the entry
        return {}
    return {} if "moves" in record else record.get("result", {})


def best(scores: dict[str, int]) -> set[str]:
    """The seats with the highest score."""
    return {seat for seat, score in scores.items() if score == max(scores.values())}
