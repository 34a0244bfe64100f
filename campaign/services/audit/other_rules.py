"""What stored records would say under other rules, before anything adopts them.

a pack by name, an overlay      the episodes of one campaign
an edition, GAME/EDITION        all sessions of a game outside a campaign
"""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services import packs, sessions
from campaign.services.errors import NotFound
from campaign.services.values import History
from campaign.store import journal, projections
from campaign.store.models.sessions import Result, SessionLog
from engine.catalogue import GAMES, find
from engine.kernel.errors import EngineError
from engine.kernel.game import Game
from engine.kernel.record import parse_record
from engine.kernel.replay import Verdict, replay
from engine.my_city.pack.load import load


class Case(NamedTuple):
    """One record under other rules: what would differ, in words; nothing where nothing does."""

    which: str
    changes: tuple[str, ...]


class Under(NamedTuple):
    """Stored records under other rules."""

    rules: str
    cases: tuple[Case, ...]

    @property
    def differing(self) -> tuple[Case, ...]:
        """The records that would say something else."""
        return tuple(case for case in self.cases if case.changes)


def is_edition(name: str) -> bool:
    """Whether a name is written as an edition, GAME/EDITION."""
    return "/" in name


def campaign_under(history: History, name: str, overlay: str | None) -> Under:
    """The episodes of a campaign under another pack, or under its own with an overlay.

    Raises `SetupError` for a pack that is not known, `PackError` for a bad overlay.
    """
    pack = load(name) if overlay is None else packs.check_overlay(history, overlay)
    cases = []
    for played in history.campaign.played:
        which = f"episode {played.number}"
        if played.number not in pack.episodes:
            cases.append(Case(which, (f"the pack {name} has no such episode",)))
        else:
            cases.append(Case(which, packs.would(history.campaign, played, pack).changes))
    return Under(name, tuple(cases))


def sessions_under(session: Session, edition: str) -> Under:
    """All sessions of a game under an edition of its rules; raises `NotFound`."""
    game = _game(edition)
    cases = []
    for entries in journal.read_family(session, sessions.FAMILY):
        record = parse_record(str(entries[0].payload.get("record", "")))
        if record.game == game.NAME:
            stream = entries[0].stream
            stored = projections.stored(session, [stream], projections.OF_SESSIONS)[stream]
            try:
                overlay = str(entries[0].payload.get("overlay", ""))
                setup = record.setup._replace(overlay=overlay)
                verdict = replay(game, record._replace(edition=game.EDITION), setup)
            except EngineError as error:
                changes: tuple[str, ...] = (f"could not be played: {error}",)
            else:
                changes = _changes(stored, verdict)
            cases.append(Case(stream.replace("/", " "), changes))
    return Under(edition, tuple(cases))


def _changes(stored: projections.Keyed, verdict: Verdict) -> tuple[str, ...]:
    """What differs between the stored rows of a session and its replay, in words."""
    logs, results = stored.get(SessionLog, {}).values(), stored.get(Result, {}).values()
    kinds = [log["verdict"] for log in logs if log["verdict"] != verdict.kind]
    scores = {result["seat"]: result["replayed"] for result in results}
    return (
        *(f"{kind} -> {verdict.kind}" for kind in kinds),
        *(
            f"{sheet.seat}: {scores.get(sheet.seat)} -> {sheet.total} points"
            for sheet in sorted(verdict.sheets, key=lambda sheet: sheet.seat)
            if scores.get(sheet.seat) != sheet.total
        ),
    )


def _game(edition: str) -> Game:
    """The game of an edition that this program plays."""
    known = {f"{game.NAME}/{game.EDITION}": game for game in map(find, GAMES)}
    if edition not in known:
        raise NotFound(f"this program plays no edition {edition}", f"it plays {', '.join(known)}")
    return known[edition]
