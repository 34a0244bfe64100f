"""An episode in words: its verdict, its day, its players, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from campaign.display.text.stickers import sticker_in_words
from campaign.services.todo import tasks_before as todo_before
from campaign.services.values import BestScore, History
from campaign.services.words import day
from campaign.shell import command_with
from engine.kernel.details import Details
from engine.kernel.phrases import Phrase, Wording, joined, listed, many, phrase, plural
from engine.kernel.replay import VerdictKind
from engine.kernel.score import SeatScore
from engine.my_city.campaign.deviations import deviation_in_words
from engine.my_city.campaign.model import Campaign, City, Participant, PlayedEpisode
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.campaign.stated import unstated
from engine.my_city.campaign.stickers import stickers_without

FOLLOWS = phrase("What follows:")


def proof_in_words(played: PlayedEpisode) -> Wording:
    """The verdict on an episode, with the reason if the program does not have its rules."""
    verdict = verdict_in_words(played)
    return (
        joined(": ", (verdict, played.verdict.reason)) if played.verdict.without_rules else verdict
    )


def verdict_in_words(played: PlayedEpisode) -> Wording:
    """The verdict on an episode, with the number of lines that the players gave by hand."""
    return with_lines_by_hand(_verdict_in_words(played), played.verdict.by_hand)


def with_lines_by_hand(words: Wording, count: int) -> Wording:
    """A verdict in words, with the number of lines by hand if there are any."""
    if not count:
        return words
    return phrase("{verdict}, {lines} by hand", verdict=words, lines=many(count, "line"))


def _verdict_in_words(played: PlayedEpisode) -> Phrase:
    if played.as_played and played.verdict.kind is VerdictKind.DIFFERS:
        return phrase("result differs, kept as played")
    if played.as_played:
        return phrase("moves verified, boards as inked")
    match played.verdict.kind:
        case VerdictKind.UNVERIFIABLE if not played.verdict.without_rules:
            return phrase("results only, not proved")
        case VerdictKind.POSSIBLE:
            return phrase("possible, the order was found")
        case kind:
            return phrase(kind)


def deviations_in_words(played: PlayedEpisode) -> tuple[Wording, ...]:
    """A sentence for each value that counts as the players noted it although the replay differs."""
    return tuple(map(deviation_in_words, played.deviations))


def day_of(history: History, played: PlayedEpisode) -> Wording:
    """The day on which an episode was played, or recorded, if its record has no day."""
    date = played.record.played
    return day(date.isoformat() if date else history.recorded_at(played.entry))


def details_in_words(details: Details) -> Wording:
    """The place, the length and the note of an evening in one line; "" if nothing was noted."""
    words = (evening_in_words(details), " ".join(details.note.split()))
    return joined("; ", [part for part in words if part])


def place_and_length(details: Details) -> Wording:
    """A sentence on the place and the length of an evening; "" if neither was noted."""
    words = evening_in_words(details)
    return phrase("Played {what}.", what=words) if words else ""


def evening_in_words(details: Details) -> Wording:
    """The place and the length of an evening; "" if neither was noted."""
    words: tuple[Wording, ...] = (
        phrase("at {place}", place=details.place) if details.place else "",
        many(details.minutes, "minute") if details.minutes else "",
    )
    return joined(", ", [part for part in words if part])


def unstated_in_words(played: PlayedEpisode, *, kept: bool = True) -> Wording:
    """What may have come in an evening without its scores saying so, and how to add it; or "".

    The evening that is shown before somebody says whether it is right is not `kept` yet.
    """
    things = unstated(played)
    if not things:
        return ""
    gains = ", ".join([*things.values()][:2])
    command = command_with(
        f"campaign episode edit {played.number} --gained", f"{played.sheets[0].seat} {gains}"
    )
    how = (
        phrase("To add them: {command}", command=command)
        if kept
        else phrase("To add them once this is recorded: {command}", command=command)
    )
    return joined(" ", (unsaid_in_words(things), how))


def unsaid_in_words(things: Iterable[str]) -> Phrase:
    """A sentence saying that scores do not tell who got these kinds of things."""
    return phrase(
        "Scores do not say who got these, and marks can follow from them: {things}.",
        things=joined(", ", [*things]),
    )


def attendance_in_words(played: PlayedEpisode) -> tuple[Wording, ...]:
    """The cities that nobody played, and the substitutes of that evening."""
    return (
        *(
            phrase("{city} absent", city=participant_in_words(participant))
            for participant in played.participants
            if participant.absent
        ),
        *(
            phrase("{player} for {seat}", player=participant.player, seat=participant.seat)
            for participant in played.participants
            if participant.substitute
        ),
    )


def what_follows(before: Campaign, after: Campaign) -> Iterator[Wording]:
    """Yield the lasting changes of an episode (marks, stickers, shafts), then what comes next."""
    for old_city, new_city in zip(before.cities, after.cities, strict=True):
        if gains := list(_gains(before, after, old_city, new_city)):
            yield phrase("{city}: {gains}", city=city_in_words(new_city), gains=joined(", ", gains))
    if words := unstated_in_words(after.played[-1], kept=False):
        yield words
    yield from _next(after)


def _next(campaign: Campaign) -> Iterator[Wording]:
    """Yield what comes after an episode: the winners, an envelope, or the next episode."""
    number = campaign.next_episode
    if number is None:
        yield plural(
            "This was the last episode. {names} wins the campaign with {marks}.",
            "This was the last episode. {names} share the victory with {marks}.",
            len(campaign.winners),
            names=listed(map(city_in_words, campaign.winners)),
            marks=many(campaign.winners[0].progress, "progress mark"),
        )
    elif sealed := campaign.sealed_next:
        yield phrase(
            "Envelope {envelope} opens next, before episode {number}.",
            envelope=sealed,
            number=number,
        )
    else:
        todo = todo_before(campaign, number)
        for step in todo.table:
            yield phrase("Before episode {number}: {step}", number=number, step=step)
        for step in todo.every_board:
            yield phrase("Before episode {number}, every board: {step}", number=number, step=step)
        yield phrase("Episode {number} is next.", number=number)


def _gains(before: Campaign, after: Campaign, old_city: City, new_city: City) -> Iterator[Wording]:
    """Yield the gains of one city in words."""
    marks = new_city.marks[len(old_city.marks) :]
    if count := sum(mark.amount for mark in marks):
        yield many(count, "progress mark")
        for mark in marks[1:]:
            yield phrase(
                "{count} of them for {reason}",
                count=mark.amount,
                reason=reason_in_words(mark.reason),
            )
    number = after.played[-1].number
    for sticker in stickers_without(new_city.stickers, old_city.stickers):
        reason = sticker.reason
        if reason.episode == number and reason.kind != "inked" and not sticker.chosen:
            kind = phrase(sticker.kind)
            yield phrase("now has {sticker} {square}", sticker=kind, square=sticker.square)
    if new_city.nuggets > old_city.nuggets:
        yield many(new_city.nuggets - old_city.nuggets, "nugget")
    for colour, depth in new_city.shafts.items():
        if depth > old_city.shafts.get(colour, 0):
            name = after.pack.colours[colour]
            yield phrase("{colour} shaft at box {box}", colour=name, box=depth)
    owed = [
        right for right in after.owed if right.seat == new_city.seat and right not in before.owed
    ]
    if owed:
        stickers = listed(map(sticker_in_words, owed))
        yield phrase("places {stickers}", stickers=stickers)
    for right in new_city.lost[len(old_city.lost) :]:
        yield phrase("a {kind} is lost: no place for it", kind=right.kinds_in_words)


def kept_in_words(history: History, number: int) -> Phrase:
    """A sentence saying that an episode is kept, with the new head of the campaign."""
    return phrase(
        "Episode {number} is kept. Head for the box: {head}", number=number, head=history.head
    )


def participant_in_words(one: Participant) -> str:
    """`eagle (Anna)`: a city and its player in an episode."""
    return f"{one.seat} ({one.player})" if one.player else one.seat


def winners_in_words(played: PlayedEpisode) -> Wording:
    """The winners of an episode with their players of that evening; "" if nobody is first."""
    winner_names = [participant_in_words(played.participant(sheet.seat)) for sheet in played.first]
    return listed(winner_names) if winner_names else ""


def points_in_words(winners: Sequence[SeatScore]) -> Wording:
    """The points of the winners of an episode; of each one, if they differ as inked."""
    points = [sheet.total for sheet in winners]
    return listed(
        [many(count, "point") for count in (points if len({*points}) > 1 else points[:1])]
    )


def city_in_words(city: City) -> str:
    """`eagle (Anna)`: a city and its player today."""
    return f"{city.seat} ({city.player})" if city.player else city.seat


def best_score_in_words(known: BestScore) -> Wording:
    """The best score that was possible: `31`, `27 to 31`."""
    if known.proved:
        return str(known.best)
    return phrase("{least} to {most}", least=known.best, most=known.bound)
