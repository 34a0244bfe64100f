"""Take in a history from elsewhere: prove, compare and add it; ask if the histories diverge."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from campaign.cli import renamed
from campaign.cli.arguments import LaterChoice
from campaign.cli.entering import later as later_evenings
from campaign.cli.entering import start
from campaign.cli.environment import FOUND_SOMETHING, Environment
from campaign.display.terminal import audit as audit_screens
from campaign.display.terminal import handover as screens
from campaign.display.text import handover as texts
from campaign.services import campaigns, sessions
from campaign.services.attendance import person_of
from campaign.services.corrections.decisions import KEEP, FixedDecisions
from campaign.services.handover import (
    carrying,
    histories,
    known_keys,
    overlap,
    packing,
    taking_back,
)
from campaign.services.handover.carrying import CarryOver
from campaign.services.handover.comparing import HistoryComparison, Relation
from campaign.services.words import day, many
from campaign.shell import command_on
from campaign.store import copies, schema
from campaign.store.database import reading
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.phrases import Wording, joined, listed, phrase, plural

if TYPE_CHECKING:
    from campaign.services.handover.packing import BundledHistory
    from campaign.services.values import History
    from engine.my_city.campaign.model import PlayedEpisode


class Side(StrEnum):
    """One of two copies of a history: the one here, or the one from elsewhere."""

    OURS = "ours"
    THEIRS = "theirs"


class FollowedHistory(StrEnum):
    """The copy of a history that goes on: ours, theirs, or both."""

    BOTH = "both"
    OURS = "ours"
    THEIRS = "theirs"


Follow = Annotated[
    FollowedHistory | None,
    typer.Option(
        "--follow",
        help="If the histories diverge: both adds theirs after yours; ours or theirs continues "
        "one of them, and the other stays readable.",
        show_default=False,
    ),
]
Twice = Annotated[
    Side | None,
    typer.Option(
        "--twice",
        help="Whose record counts if both have the same evening; the other becomes a version of "
        "it.",
        show_default=False,
    ),
]
Key = Annotated[
    str | None,
    typer.Option(
        "--key",
        metavar="FINGERPRINT",
        help="The key that it must be signed with, as its owner gave it to you.",
        show_default=False,
    ),
]
LETTERS = {"c": FollowedHistory.BOTH, "o": FollowedHistory.OURS, "t": FollowedHistory.THEIRS}


class TakeoverOptions(NamedTuple):
    """The options of a command that takes in a history from elsewhere.

    `in_folder` says that they are for several copies: a copy need not use every square.
    """

    follow: FollowedHistory | None = None
    twice: Side | None = None
    later: LaterChoice | None = None
    squares: list[str] | None = None
    key: str | None = None
    dry_run: bool = False
    in_folder: bool = False


class TakeoverOutcome(NamedTuple):
    """The result of taking in a history: the comparison, the plan of a carry-over, the change."""

    compared: HistoryComparison
    plan: CarryOver | None
    taken: histories.TakeoverResult | None


class LeftInCopy(NamedTuple):
    """What the copy of a database has beside the campaign that is taken in.

    `campaigns` are the names of the others, if none was chosen by its name, and `sessions` is the
    number of sessions outside a campaign.
    """

    campaigns: tuple[str, ...] = ()
    sessions: int = 0


def read_database(env: Environment, file: str) -> tuple[BundledHistory, LeftInCopy]:
    """Return a campaign in the copy of a database as a bundled history, and what else is there.

    The copy is only read.

    Raises `StoreError`, and `SeveralCampaigns` if the copy has several campaigns and none is named.
    """
    with copies.opened_copy(Path(file)) as database:
        schema.ensure(database, with_copy=False)
        with reading(database) as session:
            history = campaigns.find(session, env.options.campaign, env.author)
            seats = history.campaign.seats
            letter = texts.letter(history, seats)
            data = packing.pack(session, history, seats, letter, env.author_now())
            names = [one.name for one in campaigns.listed(session)]
            others = [name for name in names if name != history.campaign.name]
            left = LeftInCopy(
                () if env.options.campaign else tuple(others), sessions.played(session)
            )
            return packing.unpack(data)._replace(copied=True), left


def say_left_in_copy(env: Environment, left: LeftInCopy, file: str) -> None:
    """Say what of the copy of a database is not taken in, and the commands that show it."""
    there = (listed(left.campaigns), "campaign list"), (_sessions(left), "campaign session list")
    for what, command in there:
        if what:
            shown = command_on(f"{command} --db", file)
            env.say(phrase("Left in the copy: {what} ({command})", what=what, command=shown))


def _sessions(left: LeftInCopy) -> Wording:
    return many(left.sessions, "session") if left.sessions else ""


def prove_bundle(
    env: Environment, handed: BundledHistory, wishes: TakeoverOptions
) -> HistoryComparison:
    """Prove a bundle, show its contents, and return its comparison with the history here.

    Raises `Exit` if a record does not hold, and `NotAllowed` for an unknown key.
    """
    audit, theirs = histories.audit(handed)
    if theirs is None or not audit.ok:
        env.say(audit_screens.audits([audit]))
        raise typer.Exit(FOUND_SOMETHING)
    env.database(create=True)
    with env.reading() as session:
        signed = handed.uid, handed.giver, handed.fingerprint
        known_keys.check_key(session, *signed, wishes.key)
        key_words = known_keys.in_words(session, *signed)
        compared = histories.compare(session, handed, theirs)
    env.say(screens.bundle(handed, compared, key_words))
    return compared


def taken_back_before(env: Environment, handed: BundledHistory, here: History | None) -> Wording:
    """Return who has taken back here what a bundle adds, in words; "" if nobody has.

    `here` is the history of its campaign here.
    """
    with env.reading() as session:
        before = taking_back.taken_back(session, handed, here)
    if before is None:
        return ""
    taken_back = phrase(
        "what it adds was taken back here by {who} on {day}",
        who=before.decision.author,
        day=day(before.decision.day),
    )
    if not before.new:
        return taken_back
    return plural(
        "{taken_back}, but for {entries} that is new",
        "{taken_back}, but for {entries} that are new",
        before.new,
        taken_back=taken_back,
        entries=many(before.new, "entry"),
    )


def say_taken_back(env: Environment, handed: BundledHistory, before: Wording) -> None:
    """Say that what a bundle adds was taken back here, if it was (`taken_back_before`)."""
    if before:
        env.say(joined(": ", (handed.giver, before)))


def take_in(
    env: Environment, handed: BundledHistory, compared: HistoryComparison, wishes: TakeoverOptions
) -> TakeoverOutcome:
    """Ask, and add the entries of a history that are not here yet; raises `NotAllowed`."""
    outcome = _take_in(env, handed, compared, wishes)
    if outcome.taken and compared.here:
        with env.reading() as session:
            env.say(*renamed.still_called_since(session, compared.here, outcome.taken.history))
    return outcome


def _take_in(
    env: Environment, handed: BundledHistory, compared: HistoryComparison, wishes: TakeoverOptions
) -> TakeoverOutcome:
    switches_to_theirs = wishes.follow is FollowedHistory.THEIRS and compared.forked
    has_carried_over = wishes.follow is FollowedHistory.OURS and compared.how is Relation.CARRIED
    if not (compared.adds or switches_to_theirs) or has_carried_over:
        env.say(phrase("Nothing is added."))
        return TakeoverOutcome(compared, None, None)
    if compared.how is not Relation.DIVERGED:
        if wishes.dry_run:
            return TakeoverOutcome(compared, None, None)
        env.confirm(phrase("Add it?"))
        return _take_history(env, handed, compared, wishes.follow, wishes)
    follow, agreed = wishes.follow, False
    if follow is None and not wishes.dry_run and (env.can_ask or env.options.yes):
        follow, agreed = _ask_followed_history(env, handed, compared)
    if follow is not FollowedHistory.BOTH:
        if wishes.dry_run:
            return TakeoverOutcome(compared, None, None)
        if follow and not agreed:
            env.confirm(phrase("Add it?"))
        return _take_history(env, handed, compared, follow, wishes)
    return _carry_over(env, handed, compared, wishes, agreed=agreed)


def _ask_followed_history(
    env: Environment, handed: BundledHistory, compared: HistoryComparison
) -> tuple[FollowedHistory | None, bool]:
    """Ask which copy goes on; return the answer, and whether the user has agreed for good.

    If neither side changes what the other did, Enter alone and --yes mean both. Otherwise --yes is
    no answer, and the returned copy is None.
    """
    is_independent = False
    try:
        plan = _plan(
            handed, compared, FixedDecisions(KEEP), TwinDecisions(env, Side.OURS, compared)
        )(compared.here)
        is_independent = plan.untouched and not overlap.overlaps(compared)
    except EngineError:  # reported if the user chooses to carry over
        pass
    if is_independent:
        env.say(
            phrase(
                "Neither side changes what the other did: carrying over keeps everything of both."
            )
        )
    if not env.can_ask:
        return (FollowedHistory.BOTH if is_independent else None), is_independent
    env.say(
        phrase(
            "c adds theirs after yours; o keeps yours and t keeps theirs: the other one stays "
            "readable."
        )
    )
    letter = env.ask_letter(phrase("Which one continues?"), "Cot" if is_independent else "cot")
    return LETTERS[letter], is_independent or letter != "c"


def _plan(
    handed: BundledHistory,
    compared: HistoryComparison,
    decide: FixedDecisions,
    twins: TwinDecisions,
) -> Callable[[History | None], CarryOver]:
    """Return a function that plans how to carry the other entries over onto a history."""

    def plan(our_history: History | None) -> CarryOver:
        if our_history is None:
            raise NotAllowed(phrase("{campaign} is not here", campaign=handed.name))
        return carrying.carry_over(
            our_history, compared.theirs, compared.shared, handed.giver, decide, twins
        )

    return plan


def _carry_over(
    env: Environment,
    handed: BundledHistory,
    compared: HistoryComparison,
    wishes: TakeoverOptions,
    *,
    agreed: bool,
) -> TakeoverOutcome:
    """Add the other history's entries after ours, once all later evenings are decided.

    Raises `NotAllowed` if a sticker of `--sticker` is not owed, or if an evening does not hold and
    the user has not decided about it.
    """
    decide = later_evenings.decider(
        env, wishes.later, wishes.squares, dry_run=wishes.dry_run, history=compared.here
    )
    make_plan = _plan(handed, compared, decide, TwinDecisions(env, wishes.twice, compared))
    with start.all_or_nothing(env):
        plan = make_plan(compared.here)
    env.say("", screens.carry_over_effects(plan))
    if not wishes.in_folder:
        decide.check_used(plan.entries)
    env.say(*later_evenings.missing_square(decide))
    if decide.decided and not decide.agreed:
        raise NotAllowed(
            phrase("episode {number} does not hold as it is", number=min(decide.decided)),
            phrase(
                "--later keep keeps the new scores, --later as-played the scores as noted, "
                "--later draft makes drafts; at a terminal the program asks"
            ),
        )
    if wishes.dry_run:
        return TakeoverOutcome(compared, plan, None)
    if not agreed:
        env.confirm(phrase("Carry it over?"))
    decide.settle()
    with env.writing() as session:
        result = histories.carry_over(session, handed, compared, plan, make_plan, env.author_now())
    env.say(screens.takeover_message(result, plan))
    return TakeoverOutcome(compared, plan, result)


def _take_history(
    env: Environment,
    handed: BundledHistory,
    compared: HistoryComparison,
    follow: FollowedHistory | None,
    wishes: TakeoverOptions,
) -> TakeoverOutcome:
    """Take in a history as it is, and show what was taken."""
    with env.writing() as session:
        known_keys.check_key(session, handed.uid, handed.giver, handed.fingerprint, wishes.key)
        result = histories.take(session, handed, compared, env.author_now(), follow=follow)
    env.say(screens.takeover_message(result))
    if compared.here is None:
        env.say(
            phrase(
                "To take a city over: {command}", command=texts.acceptance(handed.manifest.seats)
            )
        )
    return TakeoverOutcome(compared, None, result)


class TwinDecisions:
    """Decides whose record counts if both sides have an evening; asks once for each evening.

    A call returns whether theirs counts. With a `side`, or without a terminal, nobody is asked.
    """

    def __init__(self, env: Environment, side: Side | None, compared: HistoryComparison) -> None:
        self.env, self.side, self.compared = env, side, compared
        self.answers: dict[int, bool] = {}

    def __call__(self, ours: PlayedEpisode, theirs: PlayedEpisode) -> bool:
        if self.side or not self.env.can_ask:
            return self.side is Side.THEIRS
        if ours.number not in self.answers:
            sides = [side for side in (self.compared.here, self.compared.theirs) if side]
            self.env.say("", screens.double_evening(ours, theirs, person_of(*sides)))
            question = phrase("Whose episode {number} counts?", number=ours.number)
            self.answers[ours.number] = self.env.ask_letter(question, "Ot") == "t"
        return self.answers[ours.number]
