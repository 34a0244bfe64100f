"""Edit a recorded evening, or replay it on other boards, at the prompts or in an editor.

At the prompts the lines are entered already: `fix` changes one, and the prompt asks again for lines
that do not fit. The changes are a draft until the correction is kept, so the user can leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import typer

from campaign.cli import files, interrupts
from campaign.cli.entering import attendance, deciding, finish, start
from campaign.cli.entering.dialog import Dialog
from campaign.cli.entering.prompt import DraftLeft, require_terminal
from campaign.cli.environment import DECLINED
from campaign.cli.errors import NOTHING_WRITTEN, RecordProblem
from campaign.display.terminal import episodes as screens
from campaign.display.terminal import errors
from campaign.services.corrections import amending, people
from campaign.services.corrections.decisions import DRAFT, FixedDecisions
from campaign.services.entering import drafts, mending
from campaign.store.drafts import StoredDraft
from engine.kernel.errors import wording_of
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.campaign.stated import GAINED

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from engine.kernel.game import Setup
    from engine.kernel.record import Record
    from engine.my_city.campaign.model import PlayedEpisode


OF_SCORES_ALONE = (GAINED, "ranks")
"""The keys of a record's header that a record with moves does not need."""
WRITTEN = "what you wrote"
"""The name of the text from an editor in error messages."""


def edit_at_prompts(
    env: Environment, ask: Ask, record: Record, setup: Setup
) -> tuple[Record, bool] | None:
    """Let the user edit a record at the prompts.

    Returns the record and whether its scores are as noted, or None if nothing is changed or the
    user leaves with `save`. Raises `EOFError` or `KeyboardInterrupt` if the user leaves otherwise.
    No draft holds what was changed until then: it goes into a file.
    """
    no_draft = StoredDraft(game=record.game, episode=0)
    entering = mending.entered(record, setup)
    dialog = Dialog(env, ask, entering, no_draft, keep=_into_no_draft, noting=False)

    def set_aside() -> None:
        """Write what was changed into a file."""
        if dialog.entering != entering:
            env.set_record_aside(drafts.text_of(dialog.entering), env.database())

    try:
        with interrupts.saving_at_end(set_aside):
            edited, noted = finish.finish_record(dialog)
    except (EOFError, KeyboardInterrupt) as left:
        set_aside()
        if isinstance(left, DraftLeft):
            return None
        raise
    return None if edited == record else (edited, noted)


def _into_no_draft(stored: StoredDraft, entering: Entering) -> StoredDraft:
    """Save nothing: the corrected boards that the edited record stands on are not kept yet."""
    return stored


def reopen_evening(
    env: Environment, ask: Ask, history: History, played: PlayedEpisode, *, agreed: bool
) -> Dialog:
    """Return a dialog on a recorded evening, or on the draft of a change that was begun.

    If the evening has only scores, its cards and answers are entered now. `agreed` says whether
    the house rule for absent cities is agreed on.
    """

    def ask_players(entering: Entering) -> Entering:
        before = amending.campaign_before(history, played)
        name_of = people.names_then(history, played, before)
        change = attendance.attendance_changer(env, ask, before, agreed=agreed, name_of=name_of)
        return change(entering)

    record = played.record
    if record.moves is None:
        header = {key: record.header[key] for key in record.header if key not in OF_SCORES_ALONE}
        record = record._replace(header=header)
        alone = phrase(
            "Episode {number} has scores alone: enter its cards and answers now. To correct the "
            "scores: {command}",
            number=played.number,
            command=f"campaign episode edit {played.number} --editor",
        )
        env.say(alone)
    with env.reading() as session:
        stored_drafts = drafts.drafts_of_game(
            drafts.every(session), history.stream, record.game, played.number
        )
    resumed = start.resume_draft(
        env, ask, stored_drafts, history, setup=played.setup, who=ask_players
    )
    if resumed:
        return resumed
    entering = mending.entered(record, played.setup)
    new_draft = drafts.new(entering, env.author_now(), history)
    return Dialog(env, ask, entering, new_draft, who=ask_players, noting=False)


def from_file(command: str) -> Phrase:
    """Return what to do without a terminal: `command`, with a file that holds the record."""
    return phrase(
        "{command} (for a file to change: {export})",
        command=f"{command} FILE",
        export="campaign export records -o records",
    )


def edit_in_editor(
    env: Environment, text: str, check: Callable[[str], object], instead: Phrase
) -> str | None:
    """Let the user edit a text until `check` accepts it; return it, or None if it is unchanged.

    Raises `NoTerminal`, which names `instead`, if an editor would wait for keys that nobody can
    press, `RecordProblem` from `check` with --yes, and `Exit` if the user does not want to open
    the editor again.
    """
    require_terminal(instead)
    edited_text = text
    while True:
        edited_text = files.edit_text(edited_text, ".toml") or edited_text
        if edited_text == text:
            return None
        try:
            check(edited_text)
        except RecordProblem as error:
            if not env.can_ask:
                where = str(error.where).replace(WRITTEN, files.set_aside(edited_text, ".toml"))
                raise RecordProblem(wording_of(error), where, error.remedy, error.code) from error
            details = {"where": error.where, "remedy": error.remedy, "written": NOTHING_WRITTEN}
            env.say(errors.error(wording_of(error), **details))
            with keeping_text(env, edited_text):
                if not env.ask_yes("Open the editor again?", usual=True):
                    raise typer.Exit(DECLINED) from None
        else:
            return edited_text


@contextmanager
def keeping_text(env: Environment, text: str) -> Iterator[None]:
    """A context that saves a text from an editor to a file if the correction is not kept."""
    unsaved = [text]

    def save() -> None:
        while unsaved:
            _name_text(env, unsaved.pop())

    with ExitStack() as unless_kept:
        unless_kept.callback(save)
        with interrupts.saving_at_end(save):
            yield
        unless_kept.pop_all()


def _name_text(env: Environment, text: str) -> None:
    """Write an edited text to a file and name the file, so that nobody has to type it again."""
    name = files.set_aside(text, ".toml")
    env.say(phrase("What you wrote is in {file}", file=name))


@contextmanager
def naming_draft(dialog: Dialog, number: int) -> Iterator[None]:
    """A context that names the draft with the changes, if there is one and they are not kept."""
    with ExitStack() as unless_kept:
        if dialog.stored.saved:
            unless_kept.callback(_name_draft, dialog, number)
        yield
        unless_kept.pop_all()


def _name_draft(dialog: Dialog, number: int, *, whole: bool = True) -> None:
    """Name the draft with the changes; it is not `whole` if scores or ink were being typed."""
    command = f"campaign episode edit {number}"
    saved = phrase(
        "What you changed is kept as draft {number}. Go on with: {command}",
        number=dialog.stored.number,
        command=command,
    )
    dialog.env.say(saved if whole else deciding.noted_is_lost(command))


def edit_evening(
    dialog: Dialog, history: History, played: PlayedEpisode
) -> tuple[Record, bool] | None:
    """Let the user edit a recorded evening; return what `edit_at_prompts` returns.

    If nothing is changed, say so; if the user leaves, name the draft.
    """
    env = dialog.env

    def stating(record: Record) -> tuple[RenderableType, ...]:
        effects = amending.amend_record(
            history,
            played.number,
            record,
            reason="as inked",
            as_played=True,
            decide=FixedDecisions(DRAFT),
        )
        return "", screens.as_inked(effects.after.episode(played.number))

    try:
        edited, noted = finish.finish_record(dialog, history.campaign, stating)
    except (EOFError, KeyboardInterrupt) as left:
        if dialog.stored.number:
            _name_draft(dialog, played.number, whole=not deciding.was_noting(left))
            return None
    else:
        if edited != played.record:
            return edited, noted
        start.drop_draft(env, dialog)
    env.say(phrase("Nothing was changed."))
    return None
