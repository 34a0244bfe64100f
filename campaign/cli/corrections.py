"""campaign undo | redo, episode edit | diff, sticker move: corrections that keep old entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, meant, records
from campaign.cli.arguments import (
    AnotherRecord,
    AsPlayed,
    DryRun,
    Episode,
    Gained,
    LaterEvenings,
    Reason,
    Seat,
    Squares,
    Why,
)
from campaign.cli.entering import attendance, editing, prompt, start
from campaign.cli.entering import later as later_evenings
from campaign.cli.entering.attendance import HouseRule, Slip, Substitute
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_text
from campaign.cli.registration import command, group
from campaign.display.json import corrections as documents
from campaign.display.terminal import corrections as screens
from campaign.display.terminal import handover as handover_screens
from campaign.services import attendance as service_attendance
from campaign.services import episodes, inscriptions, names
from campaign.services import records as service_records
from campaign.services.corrections import amending, cascade, decisions, people, undoing
from campaign.services.errors import UnknownName
from campaign.services.handover import taking_back
from campaign.store.clock import today
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.corrections.cascade import CorrectionEffects
    from campaign.services.corrections.decisions import EveningFate, FixedDecisions
    from campaign.services.handover.taking_back import Import
    from campaign.services.values import History
    from engine.kernel.record import Record
    from engine.my_city.campaign.model import PlayedEpisode

To = Annotated[
    int | None,
    typer.Option(
        "--to",
        metavar="ENTRY",
        help="Undo everything after this entry; without it only the last entry.",
        show_default=False,
    ),
]
Evening = Annotated[
    int | None,
    typer.Option(
        "--episode",
        metavar="N",
        help="Take back this episode and all that came after it.",
        autocompletion=completion.recorded_episodes,
        show_default=False,
    ),
]
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
AndLater = Annotated[
    bool, typer.Option("--and-later", help="Also withdraw later entries that would no longer hold.")
]
Kind = Annotated[str, typer.Argument(metavar="KIND", help="Such as tree or rock.")]
Old = Annotated[str, typer.Argument(metavar="FROM", help="The square where it lies now.")]
New = Annotated[str, typer.Argument(metavar="TO", help="The square where it belongs.")]

EDITED = "edited"
"""The reason of an edit if none is given and nobody can be asked."""

app = group()


@command(
    app,
    "undo",
    example="campaign undo --episode 3",
    menu=("History", 4, "take back an entry"),
    also="undo delete remove erase cancel revert back rollback withdraw rm mistake oops wrong",
)
def undo(
    env: Environment,
    episode: Evening = None,
    to: To = None,
    reason: Reason = "undone",
    and_later: AndLater = False,
    dry_run: DryRun = False,
) -> Reply[documents.CorrectionDocument]:
    """Take back the last entry, correction, redo or import, or an episode with all after it.

    The history still shows them.
    """
    if episode and to:
        raise typer.BadParameter("--episode and --to say the same: give one of them")

    def preview(history: History) -> CorrectionEffects:
        back_to = undoing.before_episode(history, episode) if episode else to
        return undoing.preview_undo(
            history, env.author, to=back_to, reason=reason, and_later=and_later
        )

    with env.reading() as session:
        history = env.campaign_history(session, undoing.find)
        last_import = None if episode or to else taking_back.last_import(session, history)
    if last_import:
        return _import(env, last_import, and_later=and_later, dry_run=dry_run)
    return correct(env, preview, dry_run=dry_run, history=history)


def _import(
    env: Environment, imported: Import, *, and_later: bool, dry_run: bool
) -> Reply[documents.CorrectionDocument]:
    """Show an import, ask, and take it back; raises `NotAllowed` if somebody else imported it."""
    taking_back.check_author(imported, env.author, and_later=and_later)
    env.say(handover_screens.import_effects(imported))
    if not dry_run:
        env.confirm(phrase("Take the import back?"))
        with env.writing() as session:
            left, history = taking_back.take_back(session, imported, env.author_now())
        env.say(handover_screens.import_taken_back(left, history))
        if history is None and not env.options.campaign:
            with env.reading() as session:
                env.say(*meant.left_to_mean(session))
    return Reply(lambda: documents.import_taken_back(imported, kept=not dry_run))


@command(app, "redo", example="campaign redo", menu=("History", 5, "take back the undo"))
def redo(
    env: Environment, and_later: AndLater = False, dry_run: DryRun = False
) -> Reply[documents.CorrectionDocument]:
    """Take back the last undo; what came after it stays if both can hold."""
    return correct(
        env, lambda history: undoing.preview_redo(history, and_later=and_later), dry_run=dry_run
    )


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
    """Replace the record of an episode with that of a file; `correct` asks before it is kept."""
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

    return correct(
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
    if file is not None:
        if editor or gained or inked or who or swap:
            raise typer.BadParameter(
                "give a FILE, or one of --editor, --gained, --inked, --who, --swap"
            )
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
        return correct(
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
    players = dict(
        service_attendance.seat_and_name(campaign, words, played.substitutes)
        for words in named_players
    )
    if swap:
        first, second = (names.seat_in(campaign, played, seat) for seat in swap)
        players |= people.swapped(played, first, second)
    return people.with_players_then(history, played, players)


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


def move(
    env: Environment,
    seat: Seat,
    kind: Kind,
    old: Old,
    new: New,
    later: LaterEvenings = None,
    sticker: Squares = None,
    dry_run: DryRun = False,
) -> Reply[documents.CorrectionDocument]:
    """Move a sticker whose square was chosen, as if it had been placed there at once."""
    decide = later_evenings.decider(env, later, sticker, dry_run=dry_run)

    def preview(history: History) -> CorrectionEffects:
        city = names.seat_of(history.campaign, seat)
        cascade = amending.move_sticker(
            history, city, kind.lower(), old.upper(), new.upper(), decide
        )
        if displaced := amending.displaced_sticker_kind(cascade, city, new.upper()):
            env.say(
                phrase(
                    "A {other} was put on {square} later: it comes off and is owed again; "
                    "--sticker '{seat} {other} SQUARE' says where it goes.",
                    other=phrase(displaced),
                    square=new.upper(),
                    seat=city,
                )
            )
        return cascade

    return correct(env, preview, dry_run=dry_run, decide=decide)


def show(
    env: Environment, shown: CorrectionEffects, decide: FixedDecisions | None
) -> tuple[EveningFate, ...]:
    """Show what a correction does; return what becomes of each later evening.

    Raises `NotAllowed` if a sticker of `--sticker` is not owed, or if a later evening does not hold
    and the user has not chosen what becomes of it.
    """
    later = decisions.outcomes(shown, decide) if decide else ()
    env.say(screens.cascade(shown.before, shown))
    for seat, kind, square in decide.unused(shown) if decide else ():
        raise NotAllowed(
            phrase(
                "--sticker '{seat} {kind} {square}': no such sticker is owed before a later "
                "evening",
                seat=seat,
                kind=kind,
                square=square,
            )
        )
    if later:
        env.say("", screens.later_evenings(later), "")
    if decide:
        env.say(*later_evenings.missing_square(decide))
    if decide and decide.decided and not decide.agreed:
        raise NotAllowed(
            phrase(
                "after this correction episode {number} does not hold as it is",
                number=min(decide.decided),
            ),
            phrase(
                "--later keep keeps the new scores, --later as-played the scores as noted, "
                "--later draft makes drafts; at a terminal the program asks"
            ),
        )
    return later


def correct(
    env: Environment,
    preview: Callable[[History], CorrectionEffects],
    *,
    dry_run: bool,
    decide: FixedDecisions | None = None,
    episode: int = 0,
    agreed: bool = False,
    history: History | None = None,
) -> Reply[documents.CorrectionDocument]:
    """Show what a correction does, ask, and keep it.

    If an episode gets a new record, `episode` is its number, and its players and day are checked.
    Without `history` the history is read.
    """
    history = history or env.history()
    with start.all_or_nothing(env):
        effects = preview(history)
    later = show(env, effects, decide)
    if episode and not dry_run:
        played_before = amending.played_of(history, episode)
        played_after = next((p for p in effects.after.played if p.number == episode), played_before)
        campaign_then = history.campaign.held_at(played_before.entry)
        attendance.check(env, campaign_then, played_after.record, agreed=agreed)
        if played_after.record.played != played_before.record.played:
            env.confirm_day(episodes.doubt(history.campaign, played_after.record, today()))
    if not dry_run:
        env.confirm(phrase("Correct the history?"))
        if decide:
            decide.settle()
        with env.writing() as session:
            kept_change = cascade.keep(session, effects, preview, env.author_now())
        effects = kept_change.effects
        files = {
            number: env.set_record_aside(overlay, env.database())
            for number, overlay in effects.withdrawn_overlays.items()
        }
        env.say(screens.kept_message(kept_change, files))
    return Reply(lambda: documents.cascade(effects, kept=not dry_run, later=later))
