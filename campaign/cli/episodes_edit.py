"""campaign episode edit | diff: an evening gets another record; the earlier ones stay readable."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, corrections, records
from campaign.cli.arguments import (
    AnotherRecord,
    AsPlayed,
    DryRun,
    Episode,
    Gained,
    LaterEvenings,
    Squares,
    Why,
)
from campaign.cli.entering import attendance, editing, prompt
from campaign.cli.entering import later as later_evenings
from campaign.cli.entering.attendance import HouseRule, Slip, Substitute
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_text
from campaign.display.json import corrections as documents
from campaign.display.terminal import corrections as screens
from campaign.services import attendance as service_attendance
from campaign.services import inscriptions, names
from campaign.services import records as service_records
from campaign.services.corrections import amending, decisions, people
from campaign.services.errors import UnknownName
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.corrections.cascade import CorrectionEffects
    from campaign.services.values import History
    from engine.kernel.record import Record
    from engine.my_city.campaign.model import PlayedEpisode

Editor = Annotated[
    bool, typer.Option("--editor", help="Open the record in the editor (VISUAL, EDITOR).")
]
InkedWords = Annotated[
    list[str] | None,
    typer.Option(
        "--inked",
        metavar="'SEAT WORDS'",
        help="What a board shows against the rules: rank 2, marks 3, with tree G1, without tree "
        "G1. The moves stay.",
        show_default=False,
    ),
]
Who = Annotated[
    list[str] | None,
    typer.Option(
        "--who",
        metavar="SEAT=NAME",
        help="Who played a city in that evening; may be repeated.",
        show_default=False,
        autocompletion=completion.seat_and_player,
    ),
]
Swap = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--swap",
        metavar="SEAT SEAT",
        help="Two players who sat in each other's seats on that evening.",
        show_default=False,
    ),
]

EDITED = "edited"
"""The reason of an edit if none is given and nobody can be asked."""


def _another(
    env: Environment,
    number: int,
    file: str,
    name_options: attendance.NameOptions,
    *,
    reason: str,
    as_played: bool,
    decide: decisions.FixedDecisions,
    house_rule: bool,
    dry_run: bool,
) -> Reply[documents.CorrectionDocument]:
    """Replace the record of an episode with that of a file, after a yes."""
    text = read_text(file)
    history = env.history()
    with records.locating_errors(file, text):
        record = _named(env, history, number, service_records.read_record(text), name_options)
    reason = env.ask_reason(reason, dry_run=dry_run)

    def preview(history: History) -> CorrectionEffects:
        with records.locating_errors(file, text):
            return amending.amend_record(
                history, number, record, reason=reason, as_played=as_played, decide=decide
            )

    return corrections.correct(
        env,
        preview,
        dry_run=dry_run,
        decide=decide,
        episode=number,
        agreed=house_rule,
        history=history,
    )


def edit(
    env: Environment,
    number: Episode,
    file: AnotherRecord = None,
    reason: Why = "",
    editor: Editor = False,
    as_played: AsPlayed = False,
    inked: InkedWords = None,
    gained: Gained = None,
    who: Who = None,
    swap: Swap = None,
    later: LaterEvenings = None,
    sticker: Squares = None,
    substitute: Substitute = None,
    slip: Slip = None,
    house_rule: HouseRule = False,
    dry_run: DryRun = False,
) -> Reply[documents.CorrectionDocument] | None:
    """Change a recorded episode: its moves, who played it, what its boards show; or a new record.

    The evenings after it are replayed on the corrected boards.
    """
    if sum(map(bool, (file, editor, inked, gained, who or swap))) > 1:
        raise typer.BadParameter(
            "give a FILE, or one of --editor, --inked, --gained, --who with --swap: each makes a "
            "correction of its own"
        )
    if file is not None:
        return _another(
            env,
            number,
            file,
            attendance.NameOptions(substitute or (), (), slip or (), takes_over=False),
            reason=reason,
            as_played=as_played,
            decide=later_evenings.decider(env, later, sticker, dry_run=dry_run),
            house_rule=house_rule,
            dry_run=dry_run,
        )
    if substitute or slip:
        raise typer.BadParameter("--substitute and --slip belong to a record in a FILE; use --who")
    history = env.history()
    played = amending.played_of(history, number)
    as_played = as_played or played.recorded.as_played
    keeping_work: AbstractContextManager[None] = nullcontext()
    instead = editing.from_file(f"campaign episode edit {number}")
    if editor:

        def check(text: str) -> None:
            with records.locating_errors(editing.WRITTEN, text):
                amending.amend(
                    history,
                    number,
                    text,
                    reason=EDITED,
                    as_played=as_played,
                    decide=decisions.FixedDecisions(decisions.DRAFT),
                )

        original = played.recorded.layout or played.recorded.record
        text = editing.edit_in_editor(env, original, check, instead)
        record = service_records.read_record(text) if text else None
        if text and record:
            with editing.keeping_text(env, text):
                own_names = attendance.NameOptions(takes_over=False)
                record = _named(env, history, number, record, own_names)
            keeping_work = editing.keeping_text(env, text)
    elif inked:
        holding = history.campaign.held_at(played.entry)
        record, as_played = inscriptions.with_ink(holding, played.record, inked), True
    elif gained:
        holding = history.campaign.held_at(played.entry)
        record = inscriptions.with_gains(holding, played.record, gained)
    elif who or swap:
        record = _with_players(history, played, who or (), swap)
    else:
        ask = prompt.editor(instead, env.speaker)
        dialog = editing.reopen_evening(env, ask, history, played, agreed=house_rule)
        change = editing.edit_evening(dialog, history, played)
        if change is None:
            return None
        keeping_work = editing.naming_draft(dialog, number)
        record, as_played = change
        as_played = as_played or "inked" in played.record.header
    if record is None:
        env.say(phrase("Nothing was changed."))
        return None
    decide = later_evenings.decider(env, later, sticker, dry_run=dry_run)

    def preview(history: History) -> CorrectionEffects:
        return amending.amend_record(
            history, number, record, reason=reason, as_played=as_played, decide=decide
        )

    with keeping_work:
        if not reason:
            reason = env.ask_reason("") if env.can_ask and not dry_run else EDITED
        return corrections.correct(
            env,
            preview,
            dry_run=dry_run,
            decide=decide,
            episode=number,
            agreed=house_rule,
            history=history,
        )


def _named(
    env: Environment,
    history: History,
    number: int,
    record: Record,
    name_options: attendance.NameOptions,
) -> Record:
    """Compare the names in a new record with the players who held the cities then.

    Returns the record with the players' names of then.
    """
    played = amending.played_of(history, number)
    before = amending.campaign_before(history, played)
    name_of = people.names_then(history, played, before)
    return attendance.name_players(
        env, history, before, record, name_options, name_of=name_of
    ).record


def _with_players(
    history: History,
    played: PlayedEpisode,
    named_players: Sequence[str],
    swap: tuple[str, str] | None,
) -> Record:
    """Return the record with these players at its seats; raises `NotAllowed`, `UnknownName`."""
    campaign = history.campaign.held_at(played.entry)
    named = [
        service_attendance.seat_and_name(campaign, words, played.substitutes)
        for words in named_players
    ]
    if swap:
        first, second = (names.seat_in(campaign, played, seat) for seat in swap)
        named += people.swapped(played, first, second).items()
    return people.with_players_then(history, played, names.given_once(named))


def diff(env: Environment, number: Episode) -> Reply[documents.VersionsDocument]:
    """The versions of an episode's record, and what changed between them."""
    history = env.history()
    versions = amending.versions(history, number)
    changes = amending.version_changes(history, versions)
    return Reply(
        lambda: documents.versions(number, versions, changes),
        lambda: screens.versions(number, versions, changes),
    )


def version(history: History, number: int, version: int) -> Reply[documents.VersionsDocument]:
    """Reply with one version of an episode's record, word for word.

    Raises `UnknownName` for a version that the record does not have.
    """
    versions = amending.versions(history, number)
    if not 1 <= version <= len(versions):
        raise UnknownName(
            phrase(
                "episode {number} has no version {version}: it has 1 to {last}",
                number=number,
                version=version,
                last=len(versions),
            ),
            f"campaign episode diff {number}",
        )
    chosen = versions[version - 1]
    return Reply(lambda: documents.versions(number, (chosen,), ()), lambda: chosen.record)
