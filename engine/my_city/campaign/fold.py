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

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine import my_city
from engine.kernel.errors import EngineError, PackError, Refused, SetupError
from engine.kernel.game import Setup
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import Kind, replay
from engine.my_city.campaign import outcome, stickers
from engine.my_city.campaign.corrections import Numbered, Unsound, effective, reaches_back
from engine.my_city.campaign.declared import declare
from engine.my_city.campaign.entries import (
    Amended,
    BoardChecked,
    CityAccepted,
    CityNamed,
    Created,
    Entry,
    EnvelopeOpened,
    EpisodeRecorded,
    PackApplied,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Restored,
    StickerPlaced,
    Withdrawn,
    payload_of,
)
from engine.my_city.campaign.model import Applied, Campaign, Checked, City, Played, Right, Tenure
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.overlay import overlaid
from engine.my_city.play.boards import take
from engine.my_city.play.state import SEATS
from engine.my_city.rebuild.layout import gives

NAME_LIMIT = 40
NOTE_LIMIT = 200


def campaign_of(entries: Iterable[Entry], until: int | None = None) -> Campaign:
    """The campaign after all entries, or after those that count up to a number.

    The first one creates it. Raises `Refused`, `Unsound` with the entry that does not follow.
    """
    every = tuple(entries)
    if not every or not isinstance(every[0], Created):
        raise Refused("a campaign begins with its creation")
    counting = effective(every)
    campaign = begin(every[0])
    campaign = campaign._replace(again=_judged_again(campaign.pack, counting))
    for number, entry in counting[1:]:
        if until is not None and number > until:
            break
        try:
            campaign = apply(campaign._replace(entries=number - 1), entry)
        except EngineError as error:
            raise Unsound(number, payload_of(entry)[0], error) from error
    return campaign._replace(entries=len(every) if until is None else until)


def continued(entries: Sequence[Entry], campaign: Campaign, entry: Entry) -> Campaign:
    """The campaign of these entries with one more; an entry that reaches back folds all anew."""
    return campaign_of((*entries, entry)) if reaches_back(entry) else apply(campaign, entry)


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
    if pack.seals["box"] != entry.seals.get("box"):
        raise PackError(
            f"the box of the pack {pack.name} is not the one that {entry.name} was begun with: "
            "another version of this program has it"
        )
    seats = [seat for seat in SEATS if seat in entry.seats]
    lands = {seat: pack.printed.get(seat, pack.land) for seat in seats}
    campaign = Campaign(
        name=entry.name,
        uid=entry.uid,
        pack=pack,
        cities=tuple(City(seat, entry.seats[seat], lands[seat]) for seat in seats),
        seals=entry.seals,
        opened={},
        begins=pack.first,
        tenures=tuple(Tenure(seat, entry.seats[seat], 1) for seat in seats),
    )
    return declare(campaign, entry.declared) if entry.declared else stickers.prepared(campaign)


def apply(campaign: Campaign, entry: Entry) -> Campaign:
    """The campaign after an entry; raises `Refused` with the reason and what helps."""
    campaign = campaign._replace(entries=campaign.entries + 1)
    match entry:
        case EnvelopeOpened():
            return _opened(campaign, entry)
        case EpisodeRecorded():
            return _recorded(campaign, entry)
        case StickerPlaced():
            return stickers.place(campaign, entry)
        case PackApplied():
            return _applied(campaign, entry)
        case CityNamed(seat, name):
            name_is_good(f"the city of {seat}", name)
            if any(city.name == name and city.seat != seat for city in campaign.cities):
                raise Refused(f"another city is called {name} already")
            return campaign.with_city(campaign.city(seat)._replace(name=name))
        case BoardChecked(seat, by, differs):
            name_is_good("who checks", by)
            if len(differs) > NOTE_LIMIT or not differs.isprintable():
                raise Refused(
                    f"a difference is told in one line of at most {NOTE_LIMIT} characters"
                )
            found = Checked(by, differs, campaign.entries)
            return campaign._replace(checked={**campaign.checked, campaign.city(seat).seat: found})
        case PlayerRenamed(player, name):
            return _renamed(campaign, player, name)
        case PlayerJoined(seat, player, _):
            name_is_good(f"the player of {seat}", player)
            if holder := campaign.city(seat).player:
                raise Refused(f"{holder} holds {seat}", "the player leaves first")
            tenures = (*campaign.tenures, Tenure(seat, player, campaign.entries))
            city = campaign.city(seat)._replace(player=player)
            return campaign._replace(tenures=tenures).with_city(city)
        case PlayerLeft(seat):
            if not campaign.city(seat).player:
                raise Refused(f"nobody holds {seat}")
            return _left(campaign, seat)
        case CityAccepted(seat, player, _):
            if campaign.city(seat).player == player:
                return campaign
            return apply(
                _left(campaign, seat)._replace(entries=campaign.entries - 1),
                PlayerJoined(seat, player),
            )
        case Created():
            raise Refused("the campaign has been created already")
        case Withdrawn() | Restored() | Amended():
            raise TypeError("what reaches back is folded with all entries")


def _left(campaign: Campaign, seat: str) -> Campaign:
    """The campaign with nobody at a seat from here on."""
    tenures = tuple(
        t._replace(until=campaign.entries) if t.seat == seat and not t.until else t
        for t in campaign.tenures
    )
    city = campaign.city(seat)._replace(player="")
    return campaign._replace(tenures=tenures).with_city(city)


def _renamed(campaign: Campaign, player: str, name: str) -> Campaign:
    """The campaign with another name for a player, in all tenures."""
    name_is_good("the player", name)
    names = {tenure.player for tenure in campaign.tenures}
    if player not in names:
        raise Refused(f"{player} has not played here: {', '.join(sorted(names))}")
    if name in names:
        raise Refused(f"{name} plays here already")
    for city in campaign.cities:
        if city.player == player:
            campaign = campaign.with_city(city._replace(player=name))
    tenures = tuple(
        tenure._replace(player=name) if tenure.player == player else tenure
        for tenure in campaign.tenures
    )
    return campaign._replace(tenures=tenures)


def name_is_good(whose: str, name: str) -> None:
    """Refuse an empty name, an overlong one and one with control characters."""
    if not name or name != name.strip():
        raise Refused(f"{whose} needs a name, without blanks around it")
    if len(name) > NAME_LIMIT:
        raise Refused(f"{whose}: a name of {len(name):,} characters, at most {NAME_LIMIT}")
    if not name.isprintable():
        raise Refused(f"{whose}: {name!r} holds a control character")


def opening(campaign: Campaign, number: int, salt: str = "") -> EnvelopeOpened:
    """The entry that opens an envelope now; raises `Refused` when it must stay closed.

    Raises `PackError` when its content and the salt are not what was sealed.
    """
    envelope = next((e for e in campaign.pack.envelopes if e.number == number), None)
    if envelope is None:
        last = max((e.number for e in campaign.pack.envelopes), default=0)
        raise Refused(f"there is no envelope {number}: this pack has 1 to {last}")
    if number in campaign.opened:
        raise Refused(f"envelope {number} is open already")
    if (due := campaign.next_episode) not in envelope.episodes:
        raise Refused(
            f"envelope {number} opens with episode {min(envelope.episodes)}; "
            + (f"episode {due} has not been played" if due else "all episodes have been played")
        )
    if envelope.seal(salt) != campaign.seals.get(str(number)):
        raise PackError(
            f"envelope {number} does not match its seal: it is not the one that {campaign.name} "
            "was begun with"
        )
    return EnvelopeOpened(number, envelope.digest, salt)


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
            f"campaign sticker place {due[0].seat} {due[0].kind} {due[0].place}",
        )
    chosen = campaign.again.get(number, campaign.pack)
    pack = record.header.get("pack", campaign.pack.name)
    if pack != campaign.pack.name:
        raise Refused(f"the record is of the pack {pack!r}, the campaign of {campaign.pack.name!r}")
    boards = {city.seat: list(city.board) for city in campaign.cities}
    stated = record.header.get("boards", {})
    for seat, words in stated.items() if isinstance(stated, Mapping) else ():
        if sorted(words) != sorted(boards.get(seat, ())):
            raise Refused(
                f"boards: {seat} has {', '.join(words) or 'no sticker'} in the record, "
                f"{', '.join(boards.get(seat, ())) or 'no sticker'} in the campaign"
            )
    rules = rules_of(chosen, number)
    lie = {city.seat: city.brought(rules) for city in campaign.cities}
    return Setup(record.seats, {"episode": number, "pack": chosen, "boards": lie})


def placed_under(campaign: Campaign, number: int) -> Pack:
    """The pack under which an episode counts."""
    return campaign.again.get(number, campaign.pack)


def _judged_again(pack: Pack, entries: Iterable[Numbered]) -> Mapping[int, Pack]:
    """The packs of the episodes that a later correction names."""
    again: dict[int, Pack] = {}
    for _, entry in entries:
        if isinstance(entry, PackApplied):
            pack = overlaid(pack, entry.overlay)
            again |= dict.fromkeys(entry.again, pack)
    return MappingProxyType(again)


def _opened(campaign: Campaign, entry: EnvelopeOpened) -> Campaign:
    due = opening(campaign, entry.envelope, entry.salt)
    if entry.digest != due.digest:
        raise PackError(f"envelope {entry.envelope} does not hold what it held when it was opened")
    opened = {**campaign.opened, entry.envelope: campaign.entries}
    return stickers.prepared(campaign._replace(opened=opened))


def _recorded(campaign: Campaign, entry: EpisodeRecorded) -> Campaign:
    """An episode that stands; then its marks, the stickers it gives, and what comes next."""
    record = parse_record(entry.record)
    setup = setup_of(campaign, record)
    number: int = record.header["episode"]
    if entry.layout and not gives(parse_record(entry.layout), record, setup):
        raise Refused("the moves are not those that the boards of the entry give")
    if entry.edition != record.edition:
        raise Refused(f"the entry is of edition {entry.edition}, its record of {record.edition}")
    pack = placed_under(campaign, number)
    if number not in campaign.again and entry.pack != pack.digest_of(number):
        raise PackError(f"episode {number} was played under other rules than the pack now holds")
    verdict = replay(my_city, record, setup)
    sheets = outcome.counted(record, verdict, entry.as_played)
    rules = rules_of(pack, number)
    played = Played(
        number,
        record,
        verdict,
        sheets,
        entry.as_played and verdict.kind is Kind.DIFFERS,
        {city.seat: city.land for city in campaign.cities},
        {city.seat: city.board for city in campaign.cities},
        setup,
        campaign.entries,
        entry,
    )
    owed: tuple[Right, ...] = (*campaign.owed, *stickers.earned(rules, number, sheets))
    campaign = outcome.lasting(campaign, rules, number, sheets, verdict, record)
    campaign = campaign._replace(played=(*campaign.played, played), owed=owed)
    return stickers.prepared(stickers.settled(campaign))


def _applied(campaign: Campaign, entry: PackApplied) -> Campaign:
    """The owner's values from here on: the boards are laid out anew under them."""
    if not entry.reason.strip():
        raise Refused("a correction needs a reason", "--reason TEXT")
    pack = overlaid(campaign.pack, entry.overlay, campaign.opened)
    unplayed = set(entry.again) - {played.number for played in campaign.played}
    if unplayed:
        raise Refused(f"episode {min(unplayed)} has not been played: it cannot be judged again")
    applied = Applied(entry.reason, entry.again, campaign.entries)
    campaign = campaign._replace(pack=pack, applied=(*campaign.applied, applied))
    rules = rules_of(pack, campaign.next_episode or pack.last)
    for city in campaign.cities:
        printed = pack.printed.get(city.seat, pack.land)
        try:
            brought = take(rules, printed, city.board, city.seat)
        except SetupError as error:
            raise Refused(f"the boards as they lie do not fit this pack: {error}") from None
        campaign = campaign.with_city(city._replace(land=brought.land))
    return stickers.settled(campaign)
