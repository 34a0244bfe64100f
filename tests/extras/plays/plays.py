"""Logs of other programs, made for a test."""

from __future__ import annotations

from typing import Any

PLAYERS = {1: "Anna", 2: "Ben", 3: "Chen", 4: "Dora"}
GAMES = {1: "My City", 2: "Machi Koro", 3: "Quadropolis", 4: "Azul"}


def a_play(number: int, game: int = 1, **more: Any) -> dict[str, Any]:
    """A play of Anna and Ben, with the keys that a file of BG Stats always has."""
    play = {
        "uuid": f"ABCD0000-0000-0000-0000-{number:012}",
        "playDate": f"2026-11-{1 + number % 28:02} 20:15:00",
        "entryDate": "2026-11-28 10:00:00",
        "modificationDate": "2026-11-28 10:00:00",
        "usesTeams": False,
        "ignored": False,
        "manualWinner": False,
        "durationMin": 45,
        "rounds": 0,
        "rating": 0,
        "nemestatsId": 0,
        "bggId": 0,
        "gameRefId": game,
        "scoringSetting": 1,
        "playerScores": [a_score(1, "20"), a_score(2, "17")],
    }
    return {**play, **more}


def a_score(player: int, score: str | None, **more: Any) -> dict[str, Any]:
    """How somebody ended."""
    flags = {"winner": False, "newPlayer": False, "startPlayer": False}
    seat = {"playerRefId": player, "rank": 0, "seatOrder": player, "score": score}
    return {**seat, **flags, **more}


def a_log(*plays: dict[str, Any], games: dict[int, str] = GAMES) -> dict[str, Any]:
    """A whole file of BG Stats."""
    return {
        "plays": list(plays) or [a_play(1), a_play(2, 2), a_play(3, 4)],
        "games": [{"id": id, "uuid": f"g{id}", "name": name} for id, name in games.items()],
        "players": [{"id": id, "uuid": f"P{id}", "name": name} for id, name in PLAYERS.items()],
        "locations": [{"id": 1, "uuid": "l1", "name": "Club"}],
        "userInfo": {"meRefId": 1},
    }
