"""The campaign: a fold of entries, as an episode is a fold of moves.

    Entry (`chronicle`)
      │ apply(campaign, entry)          refuses with the reason and what helps
      v
    Campaign ── cities (land, stickers, marks), played, opened, owed, tenures

Nothing of the permanent state is typed in: marks and sticker rights follow from the
records, the land from the stickers. What the fold was given is all it knows; it can be
done again at any time and gives the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from engine import my_city
from engine.kernel.errors import PackError, Refused
from engine.kernel.game import Setup
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import Kind, Verdict, replay
from engine.kernel.score import Sheet, ranks
from engine.my_city.chronicle import (
    CityNamed,
    Created,
    Entry,
    EnvelopeOpened,
    EpisodeRecorded,
    PlayerJoined,
    PlayerLeft,
    StickerPlaced,
)
from engine.my_city.components import Land, Rules
from engine.my_city.lasting import (
    Campaign,
    City,
    Mark,
    Played,
    Right,
    Sticker,
    Tenure,
)
from engine.my_city.pack import rules_of
from engine.my_city.packs import load
from engine.my_city.scoring import rank
from engine.my_city.state import SEATS

NAME_LIMIT = 40


def fold(entries: Iterable[Entry]) -> Campaign:
    """The campaign after all entries, the first of which creates it; raises `Refused`."""
    every = iter(entries)
    first = next(every, None)
    if not isinstance(first, Created):
        raise Refused("a campaign begins with its creation")
    return reduce(apply, every, begin(first))


def begin(entry: Created) -> Campaign:
    """The campaign before its first envelope; raises `Refused`, or `PackError` on a broken seal."""
    name_is_good("the campaign", entry.name)
    if not 2 <= len(entry.seats) <= len(SEATS):
        raise Refused(f"{len(entry.seats)} at the table: My City is for 2 to {len(SEATS)}")
    for seat, player in entry.seats.items():
        if seat not in SEATS:
            raise Refused(f"{seat} is not a seat of My City: {', '.join(SEATS)}")
        name_is_good(f"the player of {seat}", player)
    pack = load(entry.pack)
    for part, digest in entry.seals.items():
        if pack.seals.get(part) != digest:
            raise PackError(
                f"{'the box' if part == 'box' else f'envelope {part}'} of the pack {pack.name} is "
                f"not the one that {entry.name} was begun with"
            )
    seats = [seat for seat in SEATS if seat in entry.seats]
    land = rules_of(pack, min(pack.episodes)).land
    return Campaign(
        name=entry.name,
        uid=entry.uid,
        pack=pack,
        cities=tuple(City(seat, entry.seats[seat], land) for seat in seats),
        seals=entry.seals,
        opened={},
        tenures=tuple(Tenure(seat, entry.seats[seat], 1) for seat in seats),
    )


def apply(campaign: Campaign, entry: Entry) -> Campaign:
    """The campaign after an entry; raises `Refused` with the reason and what helps."""
    campaign = campaign._replace(entries=campaign.entries + 1)
    match entry:
        case EnvelopeOpened():
            return _opened(campaign, entry)
        case EpisodeRecorded():
            return _recorded(campaign, entry)
        case StickerPlaced():
            return _placed(campaign, entry)
        case CityNamed(seat, name):
            name_is_good(f"the city of {seat}", name)
            if any(city.name == name and city.seat != seat for city in campaign.cities):
                raise Refused(f"another city is called {name} already")
            return _with_city(campaign, campaign.city(seat)._replace(name=name))
        case PlayerJoined(seat, player):
            name_is_good(f"the player of {seat}", player)
            if holder := campaign.city(seat).player:
                raise Refused(f"{holder} holds {seat}", "the player leaves first")
            tenures = (*campaign.tenures, Tenure(seat, player, campaign.entries))
            city = campaign.city(seat)._replace(player=player)
            return _with_city(campaign._replace(tenures=tenures), city)
        case PlayerLeft(seat):
            if not campaign.city(seat).player:
                raise Refused(f"nobody holds {seat}")
            tenures = tuple(
                t._replace(until=campaign.entries) if t.seat == seat and not t.until else t
                for t in campaign.tenures
            )
            city = campaign.city(seat)._replace(player="")
            return _with_city(campaign._replace(tenures=tenures), city)
        case Created():
            raise Refused("the campaign has been created already")


def name_is_good(whose: str, name: str) -> None:
    """Refuse an empty name, an overlong one and one with control characters."""
    if not name or name != name.strip():
        raise Refused(f"{whose} needs a name, without blanks around it")
    if len(name) > NAME_LIMIT:
        raise Refused(f"{whose}: a name of {len(name):,} characters, at most {NAME_LIMIT}")
    if not name.isprintable():
        raise Refused(f"{whose}: {name!r} holds a control character")


def opening(campaign: Campaign, number: int) -> EnvelopeOpened:
    """The entry that opens an envelope now; raises `Refused` when it must stay closed."""
    envelope = next((e for e in campaign.pack.envelopes if e.number == number), None)
    if envelope is None:
        last = max((e.number for e in campaign.pack.envelopes), default=0)
        raise Refused(f"there is no envelope {number}: this pack has 1 to {last}")
    if number in campaign.opened:
        raise Refused(f"envelope {number} is open already")
    if (due := campaign.next_episode) not in envelope.episodes:
        raise Refused(
            f"envelope {number} opens with episode {min(envelope.episodes)}; "
            f"episode {due} has not been played"
        )
    return EnvelopeOpened(number, envelope.digest)


def setup_of(campaign: Campaign, record: Record) -> Setup:
    """What an episode starts from in this campaign; raises `Refused` when it may not be recorded.

    The boards are the campaign's; a record that states others is refused.
    """
    number = record.header.get("episode")
    if record.game != "my-city" or type(number) is not int:
        raise Refused(
            "this is not an episode of a campaign: a record with episode = ... of my-city is",
            "campaign session record FILE",
        )
    if any(played.number == number for played in campaign.played):
        raise Refused(f"episode {number} is recorded already", f"campaign episode show {number}")
    if number not in campaign.pack.episodes:
        last = max(campaign.pack.episodes)
        raise Refused(
            f"episode {number} is not in the pack {campaign.pack.name}: it ends with {last}"
        )
    if number != campaign.next_episode:
        raise Refused(f"episode {number} is too early: episode {campaign.next_episode} is next")
    if sealed := campaign.sealed_next:
        raise Refused(f"envelope {sealed} is still sealed", f"campaign envelope open {sealed}")
    if set(record.seats) != set(campaign.seats):
        raise Refused(
            f"the record has the seats {', '.join(record.seats)}; "
            f"{campaign.name} is played by {', '.join(campaign.seats)}"
        )
    if due := [right for right in campaign.owed if right.before <= number]:
        raise Refused(
            f"{due[0].seat} owes its board a {due[0].kind} sticker ({due[0].reason})",
            f"campaign sticker place {due[0].seat} {due[0].kind} SQUARE",
        )
    pack = record.header.get("pack", campaign.pack.name)
    if pack != campaign.pack.name:
        raise Refused(f"the record is of the pack {pack!r}, the campaign of {campaign.pack.name!r}")
    boards = {city.seat: list(city.board) for city in campaign.cities}
    stated = record.header.get("boards", {})
    for seat, stickers in stated.items() if isinstance(stated, Mapping) else ():
        if sorted(stickers) != sorted(boards.get(seat, ())):
            raise Refused(
                f"boards: {seat} has {', '.join(stickers) or 'no sticker'} in the record, "
                f"{', '.join(boards.get(seat, ())) or 'no sticker'} in the campaign"
            )
    return Setup(record.seats, {"episode": number, "pack": campaign.pack, "boards": boards})


def targets(campaign: Campaign, seat: str) -> tuple[str, ...]:
    """The cells on which a sticker of this seat may go: small squares, else any bare cell."""
    return campaign.pack.grid.names(_target_mask(campaign.city(seat).land))


def standing(rules: Rules, place: int, seats: int) -> str:
    """What a rank counts as at a table of so many seats: "first", "second" or "other"."""
    return rules.standings[seats][place - 1]


def _opened(campaign: Campaign, entry: EnvelopeOpened) -> Campaign:
    due = opening(campaign, entry.envelope)
    if entry.digest != due.digest:
        raise PackError(f"envelope {entry.envelope} does not hold what it held when it was opened")
    opened = {**campaign.opened, entry.envelope: campaign.entries}
    return _grant_start(campaign._replace(opened=opened))


def _recorded(campaign: Campaign, entry: EpisodeRecorded) -> Campaign:
    """An episode that stands; then its marks, the stickers it gives, and what comes next."""
    record = parse_record(entry.record)
    setup = setup_of(campaign, record)
    number: int = record.header["episode"]
    if entry.edition != record.edition:
        raise Refused(f"the entry is of edition {entry.edition}, its record of {record.edition}")
    if entry.pack != campaign.pack.digest_of(number):
        raise PackError(f"episode {number} was played under other rules than the pack now holds")
    verdict = replay(my_city, record, setup)
    sheets = _counted(record, verdict, entry.as_played)
    rules = rules_of(campaign.pack, number)
    played = Played(
        number,
        record,
        verdict,
        sheets,
        entry.as_played and verdict.kind is Kind.DIFFERS,
        {city.seat: city.land for city in campaign.cities},
        setup,
        campaign.entries,
    )
    cities, rights = [], list[Right]()
    for city in campaign.cities:
        sheet = played.sheet(city.seat)
        place = standing(rules, sheet.rank, len(sheets))
        cities.append(city._replace(marks=city.marks + _marks(rules, number, sheet, place)))
        rights += [
            Right(city.seat, gift.kind, f"{place} in episode {number}", number + 1)
            for gift in rules.gifts
            if gift.when == "end" and gift.standing == place
        ]
    return _grant_start(
        campaign._replace(
            cities=tuple(cities),
            played=(*campaign.played, played),
            owed=(*campaign.owed, *rights),
        )
    )


def _counted(record: Record, verdict: Verdict, as_played: bool) -> tuple[Sheet, ...]:
    """The sheets as the campaign counts them; raises `Refused` for a record that cannot stand."""
    if verdict.kind is Kind.VERIFIED:
        return verdict.sheets
    if verdict.kind is Kind.UNVERIFIABLE and len(record.result) == len(record.seats):
        totals = [record.result[seat] for seat in record.seats]
        places = ranks([-total for total in totals])
        return tuple(
            Sheet(seat, (), total, place)
            for seat, total, place in zip(record.seats, totals, places, strict=True)
        )
    if verdict.kind is Kind.DIFFERS and as_played:
        totals = [record.result[seat] for seat in record.seats]
        found = rank(verdict.state, totals)
        return tuple(
            sheet._replace(total=total, rank=place, tie=tie)
            for sheet, total, (place, tie) in zip(verdict.sheets, totals, found, strict=True)
        )
    if verdict.kind is Kind.DIFFERS:
        raise Refused(
            f"the stated result is not what the moves give: {verdict.reason}",
            "correct the record, or keep what the table inked with --as-played",
        )
    raise Refused(f"the record is {verdict.kind}: {verdict.reason}")


def _marks(rules: Rules, number: int, sheet: Sheet, place: str) -> tuple[Mark, ...]:
    """The progress marks of one seat: for its rank, and for a token that reached the cap."""
    marks = []
    if count := rules.marks.get(place, 0):
        marks.append(Mark(number, count, f"{place} in episode {number}"))
    if sheet.total >= rules.token.cap and rules.token.cap_marks:
        reason = f"the token reached {rules.token.cap} in episode {number}"
        marks.append(Mark(number, rules.token.cap_marks, reason))
    return tuple(marks)


def _placed(campaign: Campaign, entry: StickerPlaced) -> Campaign:
    """A sticker goes where the player chose, once it is known to be owed and the cell is free."""
    seat, kind, square = entry
    city, grid = campaign.city(seat), campaign.pack.grid
    owed = [right for right in campaign.owed if right.seat == seat]
    right = next((right for right in owed if right.kind == kind), None)
    if right is None:
        due = ", ".join(f"a {each.kind}" for each in owed) or "no sticker"
        raise Refused(f"{seat} is not owed a {kind} sticker, but {due}", "campaign sticker owed")
    bit, free = grid.bit(square), _target_mask(city.land)
    if not bit:
        raise Refused(f"{square} is not a cell of the board")
    if not bit & free:
        raise Refused(
            f"a {kind} sticker cannot go on {square}: {_no_target(city.land, bit)}",
            f"free small squares: {' '.join(grid.names(free))}",
        )
    layer = rules_of(campaign.pack, min(campaign.pack.episodes)).layer(kind)
    sticker = Sticker(kind, square, right.reason, campaign.entries)
    owed_now = list(campaign.owed)
    owed_now.remove(right)
    city = city._replace(land=city.land.put(layer, bit), stickers=(*city.stickers, sticker))
    return _with_city(campaign._replace(owed=tuple(owed_now)), city)


def _grant_start(campaign: Campaign) -> Campaign:
    """Stickers that the next episode hands out before it begins, once its envelope is open."""
    number = campaign.next_episode
    if number is None or campaign.sealed_next:
        return campaign
    gifts = rules_of(campaign.pack, number).gifts
    rights = [
        Right(city.seat, gift.kind, f"before episode {number}", number)
        for city in campaign.cities
        for gift in gifts
        if gift.when == "start" and gift.standing == "other"
    ]
    return campaign._replace(owed=(*campaign.owed, *rights))


def _with_city(campaign: Campaign, city: City) -> Campaign:
    cities = tuple(city if each.seat == city.seat else each for each in campaign.cities)
    return campaign._replace(cities=cities)


def _target_mask(land: Land) -> int:
    return land.squares & land.bare or land.bare


def _no_target(land: Land, bit: int) -> str:
    """Why a sticker cannot go on a cell."""
    if bit & (land.forest | land.mountain):
        return "it is not light-green"
    if not bit & land.bare:
        return "something lies there already"
    return "it has no small square"
