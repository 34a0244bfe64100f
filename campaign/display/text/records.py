"""Score sheets in words: labels, points, winners, and the made-up values behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.services.words import many, signed
from engine.kernel.overlays import digest
from engine.kernel.phrases import OptionalPhrase, Phrase, Wording, joined, listed, phrase, plural
from engine.kernel.replay import Verdict
from engine.kernel.score import SeatScore


def label_phrase(label: Wording) -> Phrase:
    """A label as a phrase, so that it is translated; a game may give its labels as plain text."""
    return label if isinstance(label, Phrase) else phrase(label)


def points_of(sheet: SeatScore, label: Wording, *, first: bool) -> str:
    """The points of a line, with a sign except in the first row; "" without such a line."""
    points = next((line.points for line in sheet.lines if line.label == label), None)
    if points is None:
        return ""
    return str(points) if first else signed(points)


def winners_in_words(
    sheets: Sequence[SeatScore], names: Mapping[str, str]
) -> tuple[Phrase, Phrase]:
    """The winners of a game by its score sheets, and their points."""
    best = [sheet for sheet in sheets if sheet.rank == 1]
    winner_names = listed([names.get(sheet.seat) or sheet.seat for sheet in best])
    won = plural("{names} wins", "{names} share the victory", len(best), names=winner_names)
    return won, many(best[0].total, "point")


def corrected_tables_in_words(overlay: str) -> OptionalPhrase:
    """A sentence on the owner's corrections by which a record was judged; "" for none."""
    if not overlay:
        return ""
    return phrase(
        "Judged by tables that the owner has corrected ({digest}), not by those of the program",
        digest=digest(overlay)[:12],
    )


def relied_on_in_words(verdict: Verdict) -> OptionalPhrase:
    """A sentence that counts and names the made-up values of a replay; "" if there are none."""
    names = dict.fromkeys(value.partition(":")[0] for value in verdict.made_up)
    if not names:
        return ""
    values = joined(", ", map(phrase, names))
    return phrase(
        "Relies on {count}: {values}", count=many(len(names), "made-up value"), values=values
    )
