"""Find out who plays tonight, by questions or options; agree on the house rule for absences."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from campaign.cli import completion, questions
from campaign.cli.entering import prompt
from campaign.cli.environment import DECLINED
from campaign.cli.errors import NOTHING_WRITTEN, ConsentMissing
from campaign.display.terminal import parts
from campaign.services import attendance, names
from campaign.services.corrections import people
from campaign.services.entering import headers
from campaign.services.errors import ServiceError, UnknownName
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import joined, listed, phrase, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.attendance import Attendance, NameOf, OtherName
    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from engine.kernel.phrases import Wording
    from engine.kernel.record import Record
    from engine.my_city.campaign.model import Campaign

Absent = Annotated[
    list[str] | None,
    typer.Option(
        "--absent",
        metavar="SEAT",
        help="A city that nobody plays; may be repeated.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
Substitute = Annotated[
    list[str] | None,
    typer.Option(
        "--substitute",
        metavar="SEAT=NAME",
        help="Who plays a city for this evening alone.",
        show_default=False,
        autocompletion=completion.seat_and_player,
    ),
]
HouseRule = Annotated[
    bool, typer.Option("--house-rule", help="Agree to the house rule for absent cities.")
]
Takeover = Annotated[
    list[str] | None,
    typer.Option(
        "--takeover",
        metavar="SEAT=NAME",
        help="Who takes a city over from this evening on.",
        show_default=False,
        autocompletion=completion.seat_and_player,
    ),
]
Slip = Annotated[
    list[str] | None,
    typer.Option(
        "--slip",
        metavar="SEAT",
        help="The record names the wrong player: the holder of the city played.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]


class NameOptions(NamedTuple):
    """The options on names in a record; `takes_over` says whether a name can be a takeover."""

    substitutes: Sequence[str] = ()
    takeovers: Sequence[str] = ()
    slips: Sequence[str] = ()
    takes_over: bool = True


class NamedRecord(NamedTuple):
    """A record that names who played each seat, and the names of new holders by seat."""

    record: Record
    takeovers: Mapping[str, str]


PAGE = "campaign rules my-city house"
"""The command that shows the house rule for absent cities."""


def usual_attendance(env: Environment, campaign: Campaign) -> Attendance | None:
    """Return everybody, and say so, if everybody played last time and every city is held.

    Otherwise return None: the user must be asked.
    """
    last_record = campaign.played[-1].record if campaign.played else None
    everybody = attendance.of_options(campaign)
    if everybody.absent or (last_record and attendance.of_record(last_record) != everybody):
        return None
    names = attendance.players(campaign, everybody)
    env.say(phrase("Everybody plays: {players}. If not, type who.", players=_listed(names)))
    return everybody


def ask_attendance(
    env: Environment,
    ask: Ask,
    campaign: Campaign,
    stated: Attendance | None,
    *,
    agreed: bool,
    name_of: NameOf = str,
    current: Attendance | None = None,
) -> Attendance:
    """Return who plays the next episode: as `stated`, else as the user answers.

    Enter alone leaves it as it is (`current`); without that everybody plays. At the first absence
    the user is asked to agree to the house rule, unless it is `agreed` or `current`. `name_of`
    gives the name of then of a substitute. Raises `EOFError` if the user leaves, and `Exit` if the
    rule is declined for a stated absence.
    """
    question = phrase("Play {campaign} by this rule?", campaign=campaign.name)
    while True:
        present = stated or _asked(env, ask, campaign, name_of, current)
        if present == current:
            return present
        if not (present.absent and _tells_rule(env, campaign, present.absent)) or agreed:
            return present
        if questions.ask_letter(ask, env.say, question, "Yn", prompt.leave) == "y":
            return present
        if stated:
            env.say(NOTHING_WRITTEN)
            raise typer.Exit(DECLINED)
        env.say(
            phrase(
                "Then somebody plays {seat} for this evening: {seat}=NAME. save leaves.",
                seat=present.absent[0],
            )
        )


def attendance_changer(
    env: Environment, ask: Ask, campaign: Campaign, *, agreed: bool, name_of: NameOf = str
) -> Callable[[Entering], Entering]:
    """Return a function that asks who plays, and returns an entry with these players.

    `name_of` is as for `ask_attendance`.
    """
    return lambda entering: with_attendance(
        env, ask, campaign, entering, None, agreed=agreed, name_of=name_of
    )


def with_attendance(
    env: Environment,
    ask: Ask,
    campaign: Campaign,
    entering: Entering,
    stated: Attendance | None,
    *,
    agreed: bool,
    name_of: NameOf = str,
) -> Entering:
    """Return an entry with the stated players, or with those that are asked for.

    Before it leaves out answers that were entered, it asks, and returns the entry as it is after a
    no. `name_of` is as for `ask_attendance`.
    """
    current = attendance.of_record(entering.head)
    present = ask_attendance(
        env, ask, campaign, stated, agreed=agreed, name_of=name_of, current=current
    )
    if present == current:
        return entering
    entered = (move for line in (*entering.lines, *entering.rest) for move in line.moves)
    left_out = [move for move in entered if move.seat in present.absent]
    if left_out:
        env.say(phrase("Somebody who stops during the episode quits it: q at the next card."))
        question = plural(
            "{count} answer of {seats} will be left out. Sure?",
            "{count} answers of {seats} will be left out. Sure?",
            len(left_out),
            seats=listed(sorted({move.seat for move in left_out})),
        )
        if questions.ask_letter(ask, env.say, question, "yN", prompt.leave) == "n":
            return entering
    return headers.seated(campaign, entering, present)


def attendance_of_options(
    campaign: Campaign, absent: Sequence[str] | None, substitutes: Sequence[str] | None
) -> Attendance | None:
    """Return who plays according to the options; None without options.

    Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    if not (absent or substitutes):
        return None
    return attendance.of_options(campaign, absent or (), substitutes or ())


def name_players(
    env: Environment,
    history: History,
    campaign: Campaign,
    record: Record,
    said: NameOptions,
    letter: Callable[[Wording, str], str] | None = None,
    name_of: NameOf = str,
) -> NamedRecord:
    """Return a record that names who played each seat: as `said` by options, else as answered.

    `campaign` is the campaign at that evening; `name_of` gives the name of then for a name in the
    record or the options. `letter` asks for one of some letters; without it the terminal is asked.
    Raises `NotAllowed` if a name is not that of the city's holder and nobody can be asked.
    """
    named, takeovers = (
        names.given_once(attendance.seat_and_name(campaign, words) for words in several)
        for several in (said.substitutes, said.takeovers)
    )
    slips = [names.seat_of(campaign, words) for words in said.slips]
    names.given_once((seat, "") for seat in (*named, *takeovers, *slips))
    substitutes = {seat: name_of(name) for seat, name in named.items()}
    written = {
        seat: name_of(name) for seat, name in record.names.items() if seat not in substitutes
    }
    record = record._replace(names={**record.names, **written})
    record = people.with_players(campaign, record, substitutes)
    for seat, name in takeovers.items():
        record = attendance.with_player(record, seat, name, substitute=False)
    for seat in slips:
        if not (holder := campaign.city(seat).player):
            raise NotAllowed(phrase("nobody holds {seat}: who played it?", seat=seat))
        record = attendance.with_player(record, seat, holder, substitute=False)
    for other_name in tuple(attendance.other_names(history, campaign, record)):
        if other_name.seat in takeovers:
            continue
        answer = _who_played(env, other_name, letter, takes_over=said.takes_over)
        name = names.spelled(campaign, other_name.name)
        if answer == "t":
            takeovers[other_name.seat] = name
        else:
            name = name if answer == "s" else other_name.holder
            record = attendance.with_player(record, other_name.seat, name, substitute=answer == "s")
    return NamedRecord(record, takeovers)


def _who_played(
    env: Environment,
    other_name: OtherName,
    letter: Callable[[Wording, str], str] | None,
    *,
    takes_over: bool,
) -> str:
    """Ask whether a name is a substitute (s), a takeover (t) or a slip (n); return the letter.

    Raises `NotAllowed` if nobody can be asked.
    """
    seat, name, holder = other_name.seat, other_name.name, other_name.holder or phrase("nobody")
    words = phrase(
        "the record names {name} for {seat}, which {holder} holds",
        name=name,
        seat=seat,
        holder=holder,
    )
    if other_name.holds:
        holds = phrase("{name} holds {seat}", name=name, seat=other_name.holds)
        words = joined("; ", (words, holds))
    takes_over = takes_over and not other_name.holds
    if not (letter or env.can_ask):
        seat_and_name = shlex.quote(f"{seat}={name}")
        ways = [phrase("for this evening: {option}", option=f"--substitute {seat_and_name}")]
        if takes_over:
            ways.append(phrase("from now on: {option}", option=f"--takeover {seat_and_name}"))
        if other_name.holder:
            ways.append(
                phrase("a slip, {player} played: {option}", player=holder, option=f"--slip {seat}")
            )
        raise NotAllowed(words, joined("; ", ways))
    env.say(joined("", (words, ".")))
    env.say(phrase("  s: {name} for this evening alone", name=name))
    if takes_over:
        env.say(phrase("  t: {name} takes {seat} over from this evening on", name=name, seat=seat))
    if other_name.holder:
        env.say(phrase("  n: a slip of the pen, {player} played", player=holder))
    letters = "s" + "t" * takes_over + "n" * bool(other_name.holder)
    return (letter or env.ask_letter)(phrase("Who played {seat}?", seat=seat), letters)


def check(
    env: Environment, campaign: Campaign, record: Record, *, agreed: bool, dry_run: bool = False
) -> None:
    """Say who was absent; at the first absence ask for agreement to the house rule.

    With `dry_run` nothing is asked. Raises `ConsentMissing` if nobody can be asked, and `Exit` for
    a no.
    """
    absent = attendance.of_record(record).absent
    if absent and _tells_rule(env, campaign, absent) and not (agreed or dry_run):
        if not env.can_ask:
            raise ConsentMissing(
                phrase("to play by the house rule for absent cities, add --house-rule")
            )
        env.confirm(phrase("Play {campaign} by this rule?", campaign=campaign.name))


def _asked(
    env: Environment, ask: Ask, campaign: Campaign, name_of: NameOf, current: Attendance | None
) -> Attendance:
    """Ask who plays until the answer is understood; raises `EOFError` if the user leaves."""
    usual = current or attendance.of_options(campaign)
    listed = _listed(attendance.players(campaign, usual))
    if usual.absent:
        env.say(joined("", (attendance.missing_in_words(campaign, usual.absent), ".")))
    env.say(phrase("Who plays tonight?  {players}", players=listed))
    hint = phrase(
        "  Type the names of all who play, or their beginnings. {seat}=Emil: Emil "
        "plays {seat} for this evening. Enter: those who are listed above. save leaves.",
        seat=campaign.seats[-1],
    )
    while True:
        line = ask(phrase("[Enter, or names]> "), prompt.offer_words(campaign.seats)).strip()
        if (word := prompt.half_width(line)) == "?":
            env.say(hint)
            continue
        prompt.leave(word)
        if not line:
            return usual
        try:
            present = attendance.of_names(campaign, line, name_of, current)
        except (NotAllowed, ServiceError) as error:
            remedy = getattr(error, "remedy", "")
            env.say(*(joined("", ("  ", words)) for words in (wording_of(error), remedy) if words))
            if isinstance(error, UnknownName):  # perhaps of somebody who sits in
                env.say(hint)
        else:
            players = _listed(attendance.players(campaign, present))
            env.say(phrase("  Tonight: {players}", players=players))
            return present


def _listed(players: Mapping[str, str]) -> str:
    return ", ".join(f"{seat} {player}" for seat, player in players.items())


def _tells_rule(env: Environment, campaign: Campaign, absent: Sequence[str]) -> bool:
    """Say who is absent; at the first absence also say the house rule, and return True."""
    missing = attendance.missing_in_words(campaign, absent)
    if attendance.is_agreed(campaign):
        env.say(phrase("{missing}. The house rule holds: {command}", missing=missing, command=PAGE))
        return False
    rule = attendance.house_rule(campaign)
    env.say(
        phrase("{missing}. House rule: {rule}.", missing=missing, rule=rule),
        parts.command(PAGE),
    )
    return True
