"""campaign episode template | record | enter | result | list | show | replay | edit | note ..."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import copying, episodes_edit, noting, pictures, records
from campaign.cli.arguments import (
    ANOTHER_DAY,
    AsCard,
    AsPlayed,
    Drawing,
    DryRun,
    Gained,
    LastEpisode,
    Moves,
    RecordFile,
    RecordVersion,
    Seconds,
    Step,
    typed_day,
)
from campaign.cli.entering import attendance, deciding, prompt, start
from campaign.cli.entering.attendance import Absent, HouseRule, Slip, Substitute, Takeover
from campaign.cli.entering.episodes import enter
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_text
from campaign.cli.filters import LastOfAll, filtered
from campaign.cli.noting import GivenDetails, noted
from campaign.cli.registration import command, group
from campaign.display.json import corrections as correction_documents
from campaign.display.json import episodes as documents
from campaign.display.json import records as record_documents
from campaign.display.svg import episodes as drawings
from campaign.display.svg import sharing
from campaign.display.terminal import episodes as screens
from campaign.display.terminal import records as record_screens
from campaign.display.text import episodes as texts
from campaign.extras.extra import hook_answers
from campaign.services import attendance as who_plays
from campaign.services import episodes, filters, names
from campaign.services import words as dates
from campaign.services.corrections import amending
from campaign.services.deadline import SECONDS
from campaign.services.entering import drafts
from campaign.services.filters import PlayFilter
from campaign.services.records import read_record
from campaign.store import decisions
from campaign.store.clock import today
from engine.kernel.phrases import Phrase, Wording, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlmodel import Session

    from campaign.services.episodes import EpisodePreview
    from campaign.services.values import Allowed, History

Scores = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SEAT=SCORE",
        help="The score of every seat; without it, the program asks.",
        show_default=False,
    ),
]
Day = Annotated[
    date | None,
    typer.Option(
        "--played",
        metavar="DAY",
        parser=typed_day,
        help="The day, such as 2026-11-25 or yesterday; without it today.",
        show_default=False,
    ),
]
Boards = Annotated[
    bool,
    typer.Option(
        "--boards", help="A form with boards, to draw what was built instead of writing moves."
    ),
]

Ranks = Annotated[
    str,
    typer.Option(
        "--ranks",
        metavar="SEATS",
        help='Who came first to last, where a tie was broken: "bear eagle deer"; bear=eagle share '
        "a rank.",
        show_default=False,
    ),
]

app = group(
    "episode",
    "The episodes of a campaign: record, show, replay.",
    menu=("Evening", 4, "record, enter, show"),
)


@command(app, "template", example="campaign episode template > evening.toml", reads=True)
def template(
    env: Environment,
    boards: Boards = False,
    absent: Absent = None,
    substitute: Substitute = None,
    played: Day = None,
) -> Reply[documents.TemplateDocument]:
    """A form for the record of the next episode, to fill in with any editor."""
    history = env.history()
    present = attendance.attendance_of_options(history.campaign, absent, substitute)
    day = played or today()
    text = episodes.template(history, day, present, boards=boards)
    return Reply(lambda: documents.template(history, text), lambda: text)


@command(
    app, "record", example="campaign episode record evening.toml", also="record add save log file"
)
@noted
def record(
    env: Environment,
    file: RecordFile,
    given: GivenDetails,
    as_played: AsPlayed = False,
    seconds: Seconds = SECONDS,
    substitute: Substitute = None,
    takeover: Takeover = None,
    slip: Slip = None,
    house_rule: HouseRule = False,
    dry_run: DryRun = False,
) -> Reply[documents.EpisodeDocument]:
    """Replay a record, show what follows from it, and keep it."""
    text = read_text(file)
    history = env.history()
    name_options = attendance.NameOptions(substitute or (), takeover or (), slip or ())
    with records.locating_errors(file, text), records.search_deadline(env, seconds) as deadline:
        written, takeovers = attendance.name_players(
            env, history, history.campaign, read_record(text), name_options
        )
        preview = episodes.preview_record(
            history,
            written,
            takeovers=takeovers,
            details=given.to_details(),
            as_played=as_played,
            deadline=deadline,
        )
    return keep(env, history, preview, file, text, agreed=house_rule, dry_run=dry_run)


@command(app, "result", example="campaign episode result eagle=21 bear=18")
@noted
def result(
    env: Environment,
    given: GivenDetails,
    scores: Scores = None,
    ranks: Ranks = "",
    gained: Gained = None,
    played: Day = None,
    absent: Absent = None,
    substitute: Substitute = None,
    house_rule: HouseRule = False,
    dry_run: DryRun = False,
) -> Reply[documents.EpisodeDocument]:
    """Keep an episode of which only the scores were noted: nothing in it is proved."""
    history = env.history()
    day = played or today()
    present = attendance.attendance_of_options(history.campaign, absent, substitute)
    places = [
        [names.seat_of(history.campaign, name) for name in place.split("=")]
        for place in re.split(r"[\s,]+", ranks)
        if place
    ]
    if scores:
        noted = _scores(history, scores)
    else:
        ask = prompt.editor("campaign episode result eagle=21 bear=18", env.speaker)
        with start.all_or_nothing(env):
            present = attendance.ask_attendance(
                env, ask, history.campaign, present, agreed=house_rule
            )
            house_rule = house_rule or bool(present.absent)
            seats = who_plays.players(history.campaign, present)
            noted = deciding.ask_scores(env, ask, seats)
            places = places or deciding.ask_tie_order(env, ask, history.campaign, noted)
            gained = gained or deciding.ask_gains(env, ask, history.campaign, seats)
    text = episodes.only_results(history, noted, day, present, places, gained or ())
    preview = episodes.preview_scores(history, text, given.to_details())
    words = phrase("scores alone")
    return keep(
        env,
        history,
        preview,
        words,
        text,
        agreed=house_rule,
        dry_run=dry_run,
        declined=ANOTHER_DAY,
    )


command(
    app,
    "enter",
    example="campaign episode enter",
    also="enter play type input add absent missing substitute",
)(enter)


@command(app, "list", example="campaign episode list", also="episodes evenings", reads=True)
@filtered("player", "where", "since", "until", "verdict")
def list_(
    env: Environment, wanted: PlayFilter, last: LastOfAll = None
) -> Reply[documents.EpisodesDocument]:
    """The recorded episodes."""
    with env.reading() as session:
        history, persons = env.campaign_history(session), decisions.persons(session)
    wanted = filters.of_campaign(history, wanted, persons)
    played = filters.episodes(history, wanted, persons)[-(last or 0) :]
    return Reply(
        lambda: documents.episode_list(history, played),
        lambda: screens.episode_list(history, played),
    )


@command(
    app,
    "show",
    example="campaign episode show 2",
    also="show sheet score scores result results",
    reads=True,
)
def show(
    env: Environment,
    number: LastEpisode = None,
    record_version: RecordVersion = None,
    output: Drawing = None,
    card: AsCard = None,
) -> Reply[documents.EpisodeDocument | correction_documents.VersionsDocument]:
    """The score sheet of an episode, and what followed from it; or an older record of it."""
    with env.reading() as session:
        history = env.campaign_history(session)
        campaign = history.campaign
        allowed: Mapping[int, Allowed] = next(
            iter(hook_answers("allowed", session, campaign.played)), {}
        )
    if number is None:
        number = amending.played_of(history, number).number
    if record_version is not None:
        pictures.check_not_drawn(card, output)
        return episodes_edit.version(history, number, record_version)
    amending.played_of(history, number)
    cards, size = allowed.get(number, {}), pictures.format_of(card, output)
    if output:
        pictures.write(
            env,
            output,
            sharing.episode_card(history, number, env.speaker, size)
            if size
            else drawings.episode(history, number, env.speaker),
        )
    return Reply(
        lambda: documents.episode(history, number, cards),
        None if output else lambda: screens.episode(history, number, cards),
    )


@command(
    app, "replay", example="campaign episode replay 2 --step", also="replay watch moves", reads=True
)
def replay(
    env: Environment, number: LastEpisode = None, step: Step = False, moves: Moves = None
) -> Reply[record_documents.ReplayDocument] | None:
    """Replay an episode by the rules; with --step move by move."""
    history = env.history()
    played = amending.played_of(history, number)
    return records.show_replay(
        env,
        played.record,
        played.setup,
        played.verdict,
        title=phrase("Episode {number}", number=played.number),
        step=step,
        moves=moves,
        names=played.names,
    )


command(
    app,
    "edit",
    example="campaign episode edit 2",
    also="edit amend replace correct fix change repair mend mistake wrong",
)(episodes_edit.edit)
command(app, "diff", example="campaign episode diff 2", reads=True)(episodes_edit.diff)
command(
    app,
    "note",
    example='campaign episode note 2 --where "Café Zur Post" --minutes 75',
    also="note place location duration length comment remark",
)(noting.of_episode)


def keep(
    env: Environment,
    history: History,
    preview: EpisodePreview,
    file: Wording,
    text: str,
    *,
    agreed: bool,
    dry_run: bool,
    declined: Wording = "",
    with_it: Callable[[Session], object] = lambda _: None,
) -> Reply[documents.EpisodeDocument]:
    """Show the scores of a record and what follows from it, ask, and keep it.

    `declined` is said after a no. `with_it` writes what is kept in the same transaction.
    """
    if preview.after is None:
        raise records.refusal_error(preview.verdict, preview.record, preview.refusal, file, text)
    number = preview.record.header["episode"]
    episode = preview.after.episode(number)
    if preview.entry.layout:
        env.say(screens.expansion(preview.record), "")
    env.say(
        record_screens.verdict(preview.verdict, name=file),
        "",
        record_screens.sheet_table(
            episode.sheets,
            replayed={sheet.seat: sheet.total for sheet in preview.verdict.sheets},
            names=episode.names,
        ),
        screens.as_inked(episode),
        "",
        screens.follows(history.campaign, preview.after),
    )
    attendance.check(env, history.campaign, preview.record, agreed=agreed, dry_run=dry_run)
    if not dry_run:
        env.confirm_day(episodes.doubt(history.campaign, preview.record, today()))
    question = _keep_question(number, preview.record.played)
    env.confirm(question, dry_run=dry_run, declined=declined)
    with env.writing() as session:
        history = episodes.keep(session, preview, env.author_now())
        with_it(session)
    env.say(texts.kept_in_words(history, number))
    copying.copy_evening(env)
    _close_drafts(env, history, preview.record.game, number)
    return Reply(lambda: documents.episode(history, number))


def _keep_question(number: int, played: date | None) -> Phrase:
    """Return the question whether to keep an episode; it names the day, to reveal a slip."""
    if not played:
        return phrase("Keep episode {number}?", number=number)
    when = dates.day(played.isoformat())
    return phrase("Keep episode {number}, played {day}?", number=number, day=when)


def _close_drafts(env: Environment, history: History, game: str, number: int) -> None:
    """Ask whether to delete each draft of a recorded episode; the default is no."""
    with env.reading() as session:
        remaining = drafts.drafts_of_game(drafts.every(session), history.stream, game, number)
    for draft in remaining:
        draft_number = draft.stored.number
        question = phrase("Draft {number} is of this episode, too. Delete it?", number=draft_number)
        if env.can_ask and env.ask_yes(question):
            with env.writing() as session:
                drafts.discard_kept(session, draft.stored)
        else:
            env.say(
                phrase(
                    "Draft {number} of this episode stays: {command}",
                    number=draft_number,
                    command=f"campaign draft discard {draft_number}",
                )
            )


def _scores(history: History, words: list[str]) -> dict[str, int]:
    """Return the scores by seat, from words such as `eagle=21`; raises `BadParameter`."""
    scores: dict[str, int] = {}
    for word in words:
        name, equals, score = word.partition("=")
        if not (name and equals and deciding.SCORE.fullmatch(score)):
            raise typer.BadParameter(f"{word}: write a seat and its score, such as eagle=21")
        seat = names.seat_of(history.campaign, name)
        if seat in scores:
            raise typer.BadParameter(f"{seat} is given twice")
        scores[seat] = int(score)
    return scores
