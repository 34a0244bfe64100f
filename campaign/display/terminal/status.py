"""The screen of a campaign's state: what is next, what is owed, who leads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from types import MappingProxyType

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.text.cities import story_in_words
from campaign.display.text.episodes import best_score_in_words, day_of, points_in_words
from campaign.display.text.stickers import PLACE_ALL, sticker_in_words
from campaign.services.checked_boards import changed_since_check
from campaign.services.status import proof_sentence
from campaign.services.tenures import newcomers
from campaign.services.values import Allowed, History
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode, StickerRight
from engine.my_city.campaign.stickers import lying_stickers

CIRCLES = 12
"""The number of progress circles in a line."""
OWED_LINES = 8
"""The most owed stickers that are listed one by one."""


def status(
    history: History,
    draft: RenderableType | None = None,
    allowed: Allowed = MappingProxyType({}),
) -> RenderableType:
    """The last evening, the cities, and what is next; it fits 80 by 24 for four players.

    `draft` shows how far the next episode is entered. `allowed` holds the best scores that the
    cards of the last episode allowed, by seat, if a search has found them.
    """
    campaign = history.campaign
    marks_per_circle = max(1, *(-(-city.progress // CIRCLES) for city in campaign.cities))
    circles = (
        phrase("each ● {marks}", marks=many(marks_per_circle, "mark"))
        if marks_per_circle > 1
        else phrase("")
    )
    cities = parts.table(
        *map(phrase, ("City", "Name", "Player")),
        circles,
        *map(phrase, ("Marks", "Won", "On the board")),
        right=("Marks", "Won"),
        names=("Name", "Player"),
        notes=("On the board",),
        spare=(str(circles),),
    )
    for _, city in campaign.standings:
        won = sum(played.won(city.seat) for played in campaign.played)
        cities.add_row(
            parts.seat(city.seat),
            city.name or "-",
            city.player or phrase("nobody"),
            _circles(city.progress, marks_per_circle),
            str(city.progress),
            str(won),
            on_board(campaign, city),
        )
    return parts.lines(
        parts.title(
            parts.campaign_name(campaign.name, simulated=campaign.simulated),
            _chapter(campaign),
            "default not bold",
        ),
        parts.line(_last_played(history)),
        _allowed(campaign, allowed),
        Text(""),
        cities,
        Text(""),
        *stories(history),
        *_next_steps(campaign, draft),
        *_waiting(campaign),
        *_open_differences(history),
        parts.line(
            phrase(
                "{proved} Head for the box: {head}",
                proved=proof_sentence(campaign),
                head=history.head,
            )
        ),
    )


def stories(history: History, seats: Collection[str] = ()) -> Iterator[RenderableType]:
    """Yield the stories of cities that have a new player; if `seats` are given, only of these."""
    for city in newcomers(history):
        if seats and city.seat not in seats:
            continue
        first, *sentences = story_in_words(history, city)
        yield parts.line(first, "bold")
        yield from map(parts.item, sentences)
        yield Text("")


def next_episode(number: int | None) -> Phrase:
    """Words on the next episode: `episode 3 is next`."""
    if number is None:
        return phrase("all episodes are played")
    return phrase("episode {number} is next", number=number)


def on_board(campaign: Campaign, city: City) -> Wording:
    """The stickers of players that lie on a board, and its nuggets: `1 well 2 trees`."""
    counts: dict[str, int] = {}
    for sticker in lying_stickers(campaign, city):
        counts[sticker.kind] = counts.get(sticker.kind, 0) + 1
    if city.nuggets:
        counts["nugget"] = city.nuggets
    return joined(" ", [many(count, kind) for kind, count in counts.items()]) or "-"


def _chapter(campaign: Campaign) -> Phrase:
    number = campaign.next_episode
    envelope = campaign.pack.envelope_of(number or max(campaign.pack.episodes))
    if envelope is None:
        return phrase("My City, {next}", next=next_episode(number))
    return phrase(
        "My City, chapter {chapter}, {next}", chapter=envelope.number, next=next_episode(number)
    )


def _last_played(history: History) -> Phrase:
    """A sentence on the last episode: its day and its winners."""
    campaign = history.campaign
    if not campaign.played:
        begun = day(history.entries[0].recorded_at)
        if campaign.declared:
            return phrase(
                "Begun here {day} with episode {number}",
                day=begun,
                number=campaign.begins,
            )
        return phrase("Begun {day}", day=begun)
    played = campaign.played[-1]
    last = phrase(
        "Last played {day}: episode {number}"
        if played.record.played
        else "Last recorded {day}: episode {number}",
        day=day_of(history, played),
        number=played.number,
    )
    if not played.first:
        return phrase("{last}, won by nobody as inked", last=last)
    return phrase(
        "{last}, won by {names}, {points}",
        last=last,
        names=_winners(campaign, played),
        points=points_in_words(played.first),
    )


def _winners(campaign: Campaign, played: PlayedEpisode) -> Wording:
    """The winners of an episode; `deer (Chen then)` if somebody else holds the city today."""
    names: list[Wording] = []
    for sheet in played.first:
        winner = played.participant(sheet.seat)
        player = parts.fit(winner.player, 16)
        if winner.player in ("", campaign.city(winner.seat).player):
            names.append(f"{winner.seat} ({player})" if player else winner.seat)
        else:
            names.append(phrase("{seat} ({player} then)", seat=winner.seat, player=player))
    return listed(names)


def _allowed(campaign: Campaign, allowed: Allowed) -> RenderableType | None:
    """A line with the best scores of the last episode's cards; absent seats are marked."""
    if not allowed:
        return None
    absent, cities = campaign.played[-1].absent, list[Wording]()
    for seat, best_score in allowed.items():
        points = best_score_in_words(best_score)
        if seat in absent:
            cities.append(phrase("{seat} (absent) {points}", seat=seat, points=points))
        else:
            cities.append(joined(" ", (seat, points)))
    return parts.line(phrase("The same cards allowed: {cities}", cities=joined(", ", cities)))


def _next_steps(campaign: Campaign, draft: RenderableType | None) -> Iterator[RenderableType]:
    """Yield what must be done before the next episode, or the next episode, with commands."""
    number = campaign.next_episode
    if missing := campaign.without_rules:
        yield parts.line(phrase("Read only: what is shown follows from the stated results alone."))
        yield parts.line(
            phrase(
                "Episode {number}: {reason}.", number=missing.number, reason=missing.verdict.reason
            )
        )
        return
    if campaign.owed:
        heading = phrase("Before episode {number}:", number=number)
        yield parts.line(heading if number else phrase("Still owed:"))
        yield from _owed(campaign.owed)
    if number is None:
        marks = many(campaign.winners[0].progress, "progress mark")
        yield parts.line(phrase("Every episode of this pack has been played."))
        yield parts.line(
            plural(
                "{names} wins the campaign with {marks}.",
                "{names} win the campaign with {marks}.",
                len(campaign.winners),
                names=cities_in_words(campaign.winners),
                marks=marks,
            )
        )
    elif sealed := campaign.sealed_next:
        yield parts.line(
            phrase(
                "Envelope {envelope} opens now, before episode {number}:",
                envelope=sealed,
                number=number,
            )
        )
        yield parts.command(f"campaign envelope open {sealed}")
    elif draft:
        yield draft
        yield parts.command("campaign episode enter")
    elif not campaign.owed:
        yield parts.line(phrase("Play episode {number}, and record it:", number=number))
        yield parts.command("campaign episode enter")
        yield parts.command("campaign episode template > evening.toml")
        yield parts.command("campaign episode record evening.toml")


def _owed(owed: Sequence[StickerRight]) -> Iterator[RenderableType]:
    """Yield the owed stickers with their commands, or only their number if they are many."""
    if len(owed) > OWED_LINES:
        yield parts.line(
            plural("  {count} sticker is owed", "  {count} stickers are owed", len(owed))
        )
        yield parts.command("campaign sticker place")
        return
    table = parts.table("owed", "command", below=("command",))
    table.show_header = False
    for right in owed:
        table.add_row(
            phrase("  {seat} owes {sticker}", seat=right.seat, sticker=sticker_in_words(right)),
            Text(
                f"campaign sticker place {right.seat} {right.kind_argument} {right.place_argument}",
                style="cyan",
            ),
        )
    yield table
    yield parts.line(PLACE_ALL)


def _waiting(campaign: Campaign) -> Iterator[RenderableType]:
    """Yield a line on cities that nobody holds, if there is an episode to play."""
    waiting = [city.seat for city in campaign.cities if not city.player]
    if waiting and campaign.next_episode is not None:
        yield parts.line(
            plural(
                "{cities} waits for a player: {command}",
                "{cities} wait for a player: {command}",
                len(waiting),
                cities=listed(waiting),
                command=f"campaign player join {waiting[0]} NAME",
            )
        )


def _open_differences(history: History) -> Iterator[RenderableType]:
    """Yield a line for each real board whose last check found a difference."""
    checks = {seat: check for seat, check in history.campaign.checked.items() if check.differs}
    changed = changed_since_check(history) if checks else ()
    for seat, check in checks.items():
        differs, command = check.differs, f"campaign checklist {seat}"
        yield parts.line(
            phrase(
                "The real board of {seat} differed before the record changed: "
                "{differs} ({command})",
                seat=seat,
                differs=differs,
                command=command,
            )
            if seat in changed
            else phrase(
                "The real board of {seat} differs: {differs} ({command})",
                seat=seat,
                differs=differs,
                command=command,
            )
        )


def _circles(count: int, marks_per_circle: int) -> str:
    """Progress marks as circles; one stands for `marks_per_circle`, a half or more counts whole."""
    full = (2 * count + marks_per_circle) // (2 * marks_per_circle)
    return "●" * full + "○" * (CIRCLES - full)


def cities_in_words(cities: Sequence[City]) -> Wording:
    """The names of cities with their players: `eagle (Anna) and bear (Ben)`."""
    return listed(
        f"{city.seat} ({parts.fit(city.player, 16)})" if city.player else city.seat
        for city in cities
    )
