"""Episodes of a campaign: the record to fill in, and a record weighed before it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from campaign.services.orders import PATIENCE, Patience, with_moves
from campaign.services.values import Kept
from engine import my_city
from engine.catalogue import find
from engine.kernel.errors import Refused
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Verdict, replay
from engine.my_city import chronicle, lasting, legacy
from engine.my_city.pack import rules_of


class Weighed(NamedTuple):
    """A record before it is kept: what the replay says, and what would follow.

    `after` is None, and `refusal` says why, when the campaign cannot take it.
    """

    record: Record
    verdict: Verdict
    entry: chronicle.EpisodeRecorded
    after: lasting.Campaign | None
    refusal: Refused | None = None


def weigh(
    kept: Kept, text: str, *, as_played: bool = False, patience: Patience = PATIENCE
) -> Weighed:
    """What a record would do to a campaign; writes nothing.

    Raises `RecordError`, `SetupError` and `Refused` for a record that cannot be replayed here.
    """
    told = parse_record(text)
    game = find(told.game)
    setup = legacy.setup_of(kept.campaign, told)
    record = with_moves(told, setup, patience)
    verdict = replay(game, record, setup)
    entry = chronicle.EpisodeRecorded(
        record=format_record(record),
        edition=record.edition,
        pack=kept.campaign.pack.digest_of(record.header["episode"]),
        as_played=as_played,
        layout="" if record is told else format_record(told),
    )
    try:
        return Weighed(record, verdict, entry, legacy.apply(kept.campaign, entry))
    except Refused as refusal:
        return Weighed(record, verdict, entry, None, refusal)


def only_results(kept: Kept, results: Mapping[str, int], day: date) -> str:
    """A record of the next episode that holds only scores; raises `Refused`."""
    campaign = kept.campaign
    for seat in results:
        if seat not in campaign.seats:
            raise Refused(f"{seat} is not in {campaign.name}: {', '.join(campaign.seats)}")
    missing = [seat for seat in campaign.seats if seat not in results]
    if missing:
        raise Refused(f"the score of {', '.join(missing)} is missing")
    return format_record(head(kept, day)._replace(result=results))


def head(kept: Kept, day: date) -> Record:
    """The record of the next episode before its first move; raises `Refused`."""
    campaign = kept.campaign
    if campaign.next_episode is None:
        raise Refused(f"{campaign.name} has played every episode of its pack")
    return _next(campaign, day)


def _next(campaign: lasting.Campaign, day: date) -> Record:
    """The empty record of the next episode."""
    return Record(
        game=my_city.NAME,
        edition=my_city.EDITION,
        seats=campaign.seats,
        header={"episode": campaign.next_episode},
        played=day,
        names={city.seat: city.player for city in campaign.cities if city.player},
    )


def template(kept: Kept, today: date) -> str:
    """A record of the next episode to fill in, with this campaign's seats and boards.

    Raises `Refused` when no episode is next.
    """
    campaign = kept.campaign
    number = campaign.next_episode
    if number is None:
        raise Refused(f"{campaign.name} has played every episode of its pack")
    if campaign.sealed_next:
        raise Refused(
            f"envelope {campaign.sealed_next} is still sealed",
            f"campaign envelope open {campaign.sealed_next}",
        )
    rules = rules_of(campaign.pack, number)
    head, _, names = format_record(_next(campaign, today)).partition("\n[names]\n")
    seat = campaign.seats[0]
    lines = [
        f"# {campaign.name}, episode {number}. Fill in the moves and the result, then:",
        "#   campaign episode record FILE",
        "# Everything after a # is a remark and may go or stay.",
        *(
            f"# The board of {_who(city)}: {', '.join(city.board)}"
            for city in campaign.cities
            if city.board
        ),
        head.rstrip(),
        "",
        "# One move a line. First the card that came, then what each player did with it,",
        "# in any order:",
        "#   *: reveal Y4",
        f"#   {seat}: build Y4@E5/1    building @ cell of its first square in reading order,",
        "#                          / quarter turns clockwise (left out for none)",
        f"#   {seat}: pass             token -{rules.passing.cost}",
        f"#   {seat}: quit             no more buildings in this episode",
        f"# Cards: {' '.join(rules.deck)}",
        'moves = """',
        '"""',
        "",
        "[names]",
        names.rstrip(),
        "",
        "# The score of each seat as the table noted it down. It is compared, never filled in.",
        "[result]",
        *(f"# {each} = 0" for each in campaign.seats),
    ]
    return "\n".join(lines) + "\n"


def _who(city: lasting.City) -> str:
    return f"{city.seat} ({city.player})" if city.player else city.seat
