"""campaign undo | redo, and how a correction is shown, agreed to and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, meant
from campaign.cli.arguments import DryRun, Reason
from campaign.cli.entering import attendance, start
from campaign.cli.entering import later as later_evenings
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import corrections as documents
from campaign.display.terminal import corrections as screens
from campaign.display.terminal import handover as handover_screens
from campaign.services import episodes, sessions
from campaign.services.corrections import amending, cascade, decisions, undoing
from campaign.services.handover import taking_back
from campaign.store.clock import today
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from campaign.services.corrections.cascade import CorrectionEffects
    from campaign.services.corrections.decisions import EveningFate, FixedDecisions
    from campaign.services.handover.taking_back import Import
    from campaign.services.values import History

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
AndLater = Annotated[
    bool, typer.Option("--and-later", help="Also withdraw later entries that would no longer hold.")
]

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
    if episode is not None and to is not None:
        raise typer.BadParameter("--episode and --to say the same: give one of them")

    def preview(history: History) -> CorrectionEffects:
        back_to = to if episode is None else undoing.before_episode(history, episode)
        return undoing.preview_undo(
            history, env.author, to=back_to, reason=reason, and_later=and_later
        )

    with env.reading() as session:
        history = env.campaign_history(session, undoing.find)
        kept = sessions.kept_last(session)
        is_last = episode is None and to is None
        last_import = taking_back.last_import(session, history) if is_last else None
    if last_import:
        return _import(env, last_import, and_later=and_later, dry_run=dry_run)
    remark = phrase(
        "Session {number} was kept last, outside a campaign. To take it back: {command}",
        number=kept,
        command=f"campaign session withdraw {kept}",
    )
    return correct(
        env, preview, dry_run=dry_run, history=history, remarks=(remark,) if kept else ()
    )


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


def show(
    env: Environment, shown: CorrectionEffects, decide: FixedDecisions | None
) -> tuple[EveningFate, ...]:
    """Show what a correction does; return what becomes of each later evening.

    Raises `NotAllowed` if a sticker of `--sticker` is not owed, or if a later evening does not hold
    and the user has not chosen what becomes of it.
    """
    later = decisions.outcomes(shown, decide) if decide else ()
    env.say(screens.cascade(shown.before, shown))
    if decide:
        decide.check_used(shown.entries)
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
    remarks: Sequence[Wording] = (),
) -> Reply[documents.CorrectionDocument]:
    """Show what a correction does, after `remarks`, ask, and keep it.

    If an episode gets a new record, `episode` is its number, and its players and day are checked.
    Without `history` the history is read.
    """
    history = history or env.history()
    with start.all_or_nothing(env):
        effects = preview(history)
    env.say(*remarks)
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
