"""The outcomes of stored records under other rules, before anybody adopts these rules.

a pack by name, an overlay      changes the episodes of one campaign
an edition, GAME/EDITION        changes the episodes of all campaigns, the sessions in no campaign
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, folding, games, packs, sessions
from campaign.services.errors import UnknownName
from campaign.services.record_differences import OutcomeDifference
from campaign.services.values import History
from campaign.services.versions import stream_of
from campaign.store import journal, projections
from campaign.store.models.sessions import OF_SESSIONS, Result, SessionLog
from engine import my_city
from engine.kernel.errors import EngineError, RulesMissing, wording_of
from engine.kernel.game import Game
from engine.kernel.phrases import phrase
from engine.kernel.record import parse_record
from engine.kernel.replay import Verdict, VerdictKind, replay
from engine.my_city.pack.load import load


class RecordUnderRules(NamedTuple):
    """What other rules would change for one record; `changes` may be empty."""

    which: str
    changes: tuple[OutcomeDifference, ...]


class RulesComparison(NamedTuple):
    """What other rules, named `rules`, would change for stored records."""

    rules: str
    cases: tuple[RecordUnderRules, ...]

    @property
    def differing(self) -> tuple[RecordUnderRules, ...]:
        """The records for which the other rules change something."""
        return tuple(case for case in self.cases if case.changes)


def is_edition(name: str) -> bool:
    """Whether a name is written as an edition, GAME/EDITION."""
    return "/" in name


def compare_campaign(history: History, name: str, overlay: str | None) -> RulesComparison:
    """The episodes of a campaign under another pack, or under its own with an overlay.

    Raises `SetupError` for a pack that is not known, `PackError` for a bad overlay.
    """
    pack = load(name) if overlay is None else packs.corrected_pack(history, overlay)
    cases = []
    for played in history.campaign.played:
        which = f"episode {played.number}"
        if played.number not in pack.episodes:
            why = f"the pack {name} has no such episode"
            cases.append(RecordUnderRules(which, (OutcomeDifference("missing", why=why),)))
        else:
            cases.append(RecordUnderRules(which, packs.episode_under_pack(played, pack).changes))
    return RulesComparison(name, tuple(cases))


def compare_edition(session: Session, name: str) -> RulesComparison:
    """All episodes and sessions of a game under one of its editions; raises `UnknownName`."""
    game = _game(name)
    return RulesComparison(name, (*_episodes(session, game), *_sessions(session, game)))


def _episodes(session: Session, game: Game) -> Iterator[RecordUnderRules]:
    """The episodes of all campaigns under an edition of My City; none for another game.

    Each is replayed on the boards on which it was played.
    """
    for stream in campaigns.names(session) if game.NAME == my_city.NAME else ():
        history = folding.read(session, stream)
        for played in history.campaign.played:
            record = played.record._replace(edition=game.EDITION)
            changes = packs.outcome_changes(played, record, played.setup)
            yield RecordUnderRules(f"{history.called}, episode {played.number}", changes)


def _sessions(session: Session, game: Game) -> Iterator[RecordUnderRules]:
    """The sessions of a game outside campaigns, under an edition."""
    for entries in journal.read_family(session, sessions.FAMILY):
        kept = stream_of(entries)
        record = parse_record(kept.version.text)
        if record.game == game.NAME and not kept.withdrawn:
            stream = entries[0].stream
            stored = projections.stored_rows(session, [stream], OF_SESSIONS)[stream]
            try:
                setup = record.setup._replace(overlay=kept.version.overlay)
                verdict = replay(game, record._replace(edition=game.EDITION), setup)
            except EngineError as error:
                changes: tuple[OutcomeDifference, ...] = (
                    OutcomeDifference("unplayable", why=wording_of(error)),
                )
            else:
                changes = _changes(stored, verdict)
            yield RecordUnderRules(stream.replace("/", " "), changes)


def _changes(stored: projections.Keyed, verdict: Verdict) -> tuple[OutcomeDifference, ...]:
    """The differences between the stored rows of a session and its replay.

    A replay that does not reach the end has no points.
    """
    logs, results = stored.get(SessionLog, {}).values(), stored.get(Result, {}).values()
    kinds = [log["verdict"] for log in logs if log["verdict"] != verdict.kind]
    scores = {result["seat"]: result["replayed"] for result in results}
    ends = verdict.kind not in (VerdictKind.ILLEGAL, VerdictKind.INCOMPLETE)
    return (
        *(
            OutcomeDifference("verdict", kind, verdict.kind, move=verdict.move, why=verdict.reason)
            for kind in kinds
        ),
        *(
            OutcomeDifference("score", scores.get(sheet.seat), sheet.total, sheet.seat)
            for sheet in sorted(verdict.sheets if ends else (), key=lambda sheet: sheet.seat)
            if scores.get(sheet.seat) != sheet.total
        ),
    )


def _game(name: str) -> Game:
    """The game that GAME/EDITION names, in that edition; raises `UnknownName`."""
    game, _, edition = name.partition("/")
    try:
        return games.find(game, edition or "?")
    except RulesMissing:
        known = f"it plays {', '.join(games.editions())}"
        raise UnknownName(
            phrase("this program plays no edition {name}", name=name), known
        ) from None
