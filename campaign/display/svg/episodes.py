"""An episode as a picture: the boards of all seats at its end, with their scores."""

from __future__ import annotations

from campaign.display.svg.picture import Picture, with_heading
from campaign.display.svg.renderers import painter_of
from campaign.display.text.episodes import day_of, proof_in_words
from campaign.display.text.translation import Speaker
from campaign.services.errors import UnknownName
from campaign.services.values import History
from engine.kernel.phrases import joined, phrase


def boards_of(history: History, number: int, speaker: Speaker) -> Picture:
    """The boards at the end of an episode; raises `UnknownName` if none are known."""
    played = history.campaign.episode(number)
    painter = painter_of(played.record.game)
    if painter is None or not played.verdict.sheets:
        raise UnknownName(
            phrase(
                "episode {number} has no boards to draw: {played}",
                number=number,
                played=proof_in_words(played),
            ),
            f"campaign episode show {number}",
        )
    labels = {
        participant.seat: ", ".join(filter(None, (participant.city, participant.player)))
        for participant in played.participants
    }
    return painter.table(played.verdict.state, labels, speaker)


def episode(history: History, number: int, speaker: Speaker) -> Picture:
    """The boards of an episode with its day and verdict; raises `UnknownName` if none are known."""
    played, campaign = history.campaign.episode(number), history.campaign
    title = phrase(
        "{campaign}, episode {number}, {day}",
        campaign=campaign.name,
        number=number,
        day=day_of(history, played),
    )
    scores = ", ".join(f"{sheet.seat} {sheet.total}" for sheet in played.sheets)
    return with_heading(
        boards_of(history, number, speaker),
        speaker.say(title),
        speaker.say(joined("; ", (proof_in_words(played), scores))),
    )
