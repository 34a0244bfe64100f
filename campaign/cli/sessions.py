"""campaign session record | enter | list | show | edit | withdraw | replay | stats ..."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import chronicle, copying, noting, packs_eternal, pictures, records, statistics
from campaign.cli.arguments import (
    PAGE,
    All,
    AnotherRecord,
    AsCard,
    AsPlayed,
    Before,
    Drawing,
    DryRun,
    Last,
    Moves,
    Reason,
    RecordFile,
    RecordVersion,
    Seconds,
    Step,
    Tables,
    Why,
)
from campaign.cli.entering import editing, finish
from campaign.cli.entering.sessions import enter
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_text
from campaign.cli.filters import filtered
from campaign.cli.noting import GivenDetails, Id, LastId, noted
from campaign.cli.registration import command, group
from campaign.cli.stdout import print_list
from campaign.display.json import records as record_documents
from campaign.display.json import sessions as documents
from campaign.display.svg import sessions as drawings
from campaign.display.svg import sharing
from campaign.display.terminal import records as record_screens
from campaign.display.terminal import sessions as screens
from campaign.services import days, sessions, sessions_list
from campaign.services import packs_eternal as service_eternal
from campaign.services import sessions_corrections as corrections
from campaign.services.deadline import SECONDS
from campaign.services.filters import PlayFilter
from campaign.shell import command_on
from campaign.store import chain
from campaign.store.clock import today
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from campaign.services.values import SessionHistory
    from campaign.services.versions import Stream

Withdrawn = Annotated[
    bool, typer.Option("--withdrawn", help="List the withdrawn sessions, each with the reason.")
]
Doubles = Annotated[
    bool, typer.Option("--doubles", help="Keep it although a session has the same record.")
]

app = group(
    "session",
    "Games outside a campaign, such as My City's eternal mode.",
    menu=("Evening", 7, "games beside My City"),
)


@command(app, "record", example="campaign session record evening.toml", also="record")
@noted
def record(
    env: Environment,
    file: RecordFile,
    given: GivenDetails,
    tables: Tables = None,
    as_played: AsPlayed = False,
    doubles: Doubles = False,
    seconds: Seconds = SECONDS,
    dry_run: DryRun = False,
) -> Reply[documents.SessionDocument]:
    """Replay a record and keep it."""
    eternal_overlay = "" if tables else packs_eternal.kept_corrections(env)
    text = read_text(file)
    preview = _previewed(
        env, file, text, tables, as_played=as_played, seconds=seconds, usual=eternal_overlay
    )
    env.say(
        record_screens.verdict(preview.verdict, name=file),
        "",
        screens.sheets(preview),
    )
    if "episode" in preview.record.header:
        of_campaign = phrase(
            "This keeps the episode outside every campaign. For an evening of a campaign: "
            "{command}",
            command=command_on("campaign episode record", file),
        )
        env.say(of_campaign)
    same = _confirm(env, preview, doubles=doubles, dry_run=dry_run)
    with env.writing(create=True) as session:
        sessions.check_still_new(session, preview, same)
        outside = sessions.keep(session, preview, env.author_now(), given.to_details())
    command = f"campaign session show {outside.number}"
    env.say(phrase("It is session {number}: {command}", number=outside.number, command=command))
    copying.copy_evening(env)
    env.say_head()
    return Reply(lambda: documents.session(outside))


command(
    app,
    "enter",
    example="campaign session enter GAME --seat Anna --seat Ben",
    also="enter play result results totals",
)(enter)


@command(app, "list", example="campaign session list --last 20", also="games sessions", reads=True)
@filtered("player", "game", "where", "since", "until", "verdict")
def list_(
    env: Environment,
    wanted: PlayFilter,
    last: Last = None,
    before: Before = None,
    everything: All = False,
    withdrawn: Withdrawn = False,
) -> Reply[documents.SessionsDocument | documents.WithdrawnDocument] | None:
    """The sessions outside a campaign: the last ones, or those before a number."""
    if everything and (last or before):
        raise typer.BadParameter("--all goes alone: --last and --before choose a part")
    if withdrawn and (everything or before):
        raise typer.BadParameter("--withdrawn goes without --all and --before: it lists them all")
    with env.reading() as session:
        if withdrawn:
            all_withdrawn = sessions_list.withdrawn(session, wanted)
            listed = all_withdrawn[-(last or 0) :]
            left_out = len(all_withdrawn) - len(listed)
            return Reply(
                lambda: documents.withdrawn_list(listed),
                lambda: screens.withdrawn_list(listed, left_out, wanted),
            )
        wanted = sessions_list.resolved_filter(session, wanted)
        count = len(sessions.streams_withdrawn(session))
        head = chain.head(session)
        if env.options.json:
            is_part = bool(last or before)
            chosen_rows = (
                sessions_list.listed(session, last, before, wanted)
                if is_part
                else sessions_list.every_listed(session, wanted)
            )
            print_list(
                documents.session_list(count, head),
                "sessions",
                documents.listed_sessions(chosen_rows),
            )
            return None
        rows = sessions_list.listed(session, None if everything else last or PAGE, before, wanted)
        earlier = sessions_list.earlier_in_words(session, rows[0].number, wanted) if rows else ""
    env.print(screens.session_list(rows, earlier, count, head, wanted, is_part=before is not None))
    return None


@command(app, "show", example="campaign session show 12", reads=True)
def show(
    env: Environment,
    id: LastId = None,
    record_version: RecordVersion = None,
    output: Drawing = None,
    card: AsCard = None,
) -> Reply[documents.SessionDocument | documents.SessionVersionDocument]:
    """A session: how it ended, and its score sheet; or an older record of it."""
    with env.reading() as session:
        outside = sessions.read(session, id)
    if record_version is not None:
        pictures.check_not_drawn(card, output)
        chosen = corrections.version_of(outside, record_version)
        return Reply(lambda: documents.version(outside, chosen), lambda: chosen.text)
    size = pictures.format_of(card, output)
    if output:
        pictures.write(
            env,
            output,
            sharing.session_card(outside, env.speaker, size)
            if size
            else drawings.session(outside, env.speaker),
        )
    return Reply(
        lambda: documents.session(outside),
        None if output else lambda: screens.session(outside, env.speaker),
    )


@command(
    app,
    "edit",
    example="campaign session edit 12",
    also="amend date day rename correct fix change repair mend mistake wrong replace",
)
def edit(
    env: Environment,
    id: Id,
    file: AnotherRecord = None,
    reason: Why = "",
    tables: Tables = None,
    as_played: AsPlayed = False,
    seconds: Seconds = SECONDS,
    dry_run: DryRun = False,
) -> Reply[documents.SessionDocument] | None:
    """Change the record of a session in your editor (VISUAL, EDITOR), or replace it with FILE."""
    with env.reading() as session:
        before = sessions.read(session, id)
    if file is not None:
        preview = _previewed(
            env,
            file,
            read_text(file),
            tables,
            as_played=as_played,
            seconds=seconds,
            overlay=before.overlay,
        )
        return _amend(env, before, preview, file, reason, dry_run=dry_run)

    def preview_of(text: str) -> sessions.SessionPreview:
        return _previewed(
            env,
            editing.WRITTEN,
            text,
            tables,
            as_played=as_played or before.as_played,
            seconds=seconds,
            overlay=before.overlay,
        )

    instead = editing.from_file(f"campaign session edit {id}")
    text = editing.edit_in_editor(env, before.stream.version.text, preview_of, instead)
    if text is None:
        env.say(phrase("Nothing was changed."))
        return None
    with editing.keeping_text(env, text):
        return _amend(env, before, preview_of(text), editing.WRITTEN, reason, dry_run=dry_run)


@command(
    app,
    "withdraw",
    example='campaign session withdraw 12 --reason "recorded twice"',
    also="delete remove erase cancel undo drop rm",
)
def withdraw(
    env: Environment, id: Id, reason: Why = "", dry_run: DryRun = False
) -> Reply[documents.SessionDocument]:
    """Withdraw a session: it no longer counts but stays readable; session reinstate undoes this."""
    with env.reading() as session:
        before = sessions.read(session, id)
    withdrawn = corrections.withdrawal(before, env.ask_reason(reason, dry_run=dry_run))
    env.say(screens.session(before, env.speaker), "")
    question = phrase("Withdraw session {number}?", number=id)
    return _correct(env, withdrawn, question, dry_run=dry_run)


@command(app, "reinstate", example="campaign session reinstate 12", also="restore unwithdraw")
def reinstate(
    env: Environment,
    id: Id,
    record_version: RecordVersion = None,
    reason: Reason = "",
    dry_run: DryRun = False,
) -> Reply[documents.SessionDocument]:
    """Let a withdrawn session count again, or go back to an older version of its record."""
    with env.reading() as session:
        before = sessions.read(session, id)
        restored = corrections.restoration(before, record_version, reason)
        version = corrections.version_of(before, restored.payload["version"])
        same = sessions.session_with_record(session, version.text)
    env.say(screens.session(before, env.speaker), "")
    if same:
        env.say(screens.recorded_already(same))
    question = phrase(
        "Let session {number} count with version {version} of its record?",
        number=id,
        version=restored.payload["version"],
    )
    return _correct(env, restored, question, dry_run=dry_run)


@command(app, "replay", example="campaign session replay 12 --step", reads=True)
def replay(
    env: Environment, id: LastId = None, step: Step = False, moves: Moves = None
) -> Reply[record_documents.ReplayDocument] | None:
    """Replay a session by the rules; with --step move by move."""
    with env.reading() as session:
        outside = sessions.read(session, id)
    return records.show_replay(
        env,
        outside.record,
        outside.setup,
        outside.verdict,
        title=phrase("Session {number}", number=outside.number),
        step=step,
        moves=moves,
        names=outside.names,
    )


command(app, "note", example='campaign session note 12 --where "Café Zur Post" --minutes 75')(
    noting.of_session
)
command(app, "stats", example="campaign session stats GAME 12", also="statistics dice", reads=True)(
    statistics.stats
)
command(app, "chronicle", example="campaign session chronicle 12 -o session.html")(
    chronicle.of_sessions
)


def _previewed(
    env: Environment,
    file: str,
    text: str,
    tables: str | None,
    *,
    as_played: bool,
    seconds: float,
    overlay: str = "",
    usual: str = "",
) -> sessions.SessionPreview:
    """Replay the text of a file and return the preview of its session.

    If `tables` names no file of corrections, `overlay` has those that hold, and `usual` those of
    the eternal mode in the database. Raises `RecordProblem` if the session could not be kept.
    """
    if tables == service_eternal.STAND_IN:
        tables, overlay = None, ""
    owned = "" if tables is None else records.read_corrections(tables)
    with (
        records.locating_errors(file, text),
        records.locating_table_errors(tables or "", owned),
        records.search_deadline(env, seconds) as deadline,
    ):
        preview = sessions.preview(
            text,
            as_played=as_played,
            overlay=overlay if tables is None else owned,
            is_new=tables is not None,
            usual=usual,
            deadline=deadline,
        )
    if preview.refusal:
        raise records.refusal_error(preview.verdict, preview.record, preview.refusal, file, text)
    return preview


def _amend(
    env: Environment,
    before: SessionHistory,
    preview: sessions.SessionPreview,
    name: str,
    reason: str,
    *,
    dry_run: bool,
) -> Reply[documents.SessionDocument]:
    """Show a new record of a session and what it changes, ask, and keep it."""
    amended = corrections.amendment(before, preview, env.ask_reason(reason, dry_run=dry_run))
    env.say(
        record_screens.verdict(preview.verdict, name=name),
        "",
        screens.sheets(preview, before),
        "",
        screens.changes(corrections.changes(before, preview)),
    )
    if preview.record.played != before.record.played:
        env.confirm_day(days.doubt(preview.record, today()))
    question = phrase(
        "Replace version {number} with this record?", number=before.stream.version.number
    )
    return _correct(env, amended, question, dry_run=dry_run)


def _confirm(
    env: Environment, preview: sessions.SessionPreview, *, doubles: bool, dry_run: bool
) -> Stream | None:
    """Ask before a session is kept; return the session that has its record already.

    Raises `FlagMissing` if a session has the same record already and nobody can be asked.
    """
    env.confirm_names(preview.record.names, preview.record.seats)
    env.confirm_day(days.doubt(preview.record, today()))
    same_session = finish.same_record(env, preview)
    if same_session is None:
        env.confirm(phrase("Keep this session?"), dry_run=dry_run)
        return None
    env.say(screens.recorded_already(same_session))
    env.confirm(phrase("Keep it a second time?"), flag="--doubles", agreed=doubles, dry_run=dry_run)
    return same_session


def _correct(
    env: Environment,
    correction: corrections.NextEntry,
    question: Wording,
    *,
    dry_run: bool,
) -> Reply[documents.SessionDocument]:
    """Ask, keep a correction, and say which command undoes it."""
    env.confirm(question, dry_run=dry_run)
    with env.writing() as session:
        outside = corrections.correct(session, correction, env.author_now())
    env.say(screens.correction_message(correction.before, outside))
    env.say_head()
    return Reply(lambda: documents.session(outside))
