"""The campaign: a fold of entries, as an episode is a fold of moves.

    Entry (`entries`)
      │ apply(campaign, entry)          refuses with the reason and what helps
      v
    Campaign ── cities (land, stickers, marks), played, opened, owed, tenures

Nothing of the permanent state is typed in: marks and sticker rights follow from the
records, the land from the stickers. The fold knows nothing but its entries; it can be
done again at any time and gives the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel import texts
from engine.kernel.details import Details, checked
from engine.kernel.errors import EngineError, NotAllowed, PackError
from engine.kernel.photos import Photo, added, removed
from engine.kernel.phrases import phrase
from engine.my_city.campaign import editions, envelopes, episodes, overlays, players, stickers
from engine.my_city.campaign.corrections import (
    Numbered,
    UnsoundEntry,
    effective,
    place_of,
    reaches_back,
)
from engine.my_city.campaign.declared import declare
from engine.my_city.campaign.entries import (
    BoardChecked,
    CampaignCreated,
    CampaignRenamed,
    CityAccepted,
    CityNamed,
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EnvelopeOpened,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    HistoryCarriedOver,
    PackApplied,
    PackUpdated,
    PhotoAdded,
    PhotoRemoved,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
    payload_of,
)
from engine.my_city.campaign.episodes import EpisodeJudgement, Judge
from engine.my_city.campaign.model import BoardCheck, Campaign, City, PlayedEpisode, Tenure
from engine.my_city.campaign.players import name_is_good
from engine.my_city.pack import carried
from engine.my_city.pack.load import load
from engine.my_city.play.state import SEATS

NOTE_LIMIT = 200


def campaign_of(
    entries: Iterable[Entry], until: float | None = None, judge: Judge = episodes.judge
) -> Campaign:
    """The campaign after all entries, or after those whose place is up to a number.

    What a correction puts before an entry has its place half a number before it. The first one
    creates the campaign. Raises `NotAllowed`, and `UnsoundEntry` with the entry that is wrong.
    """
    every = tuple(entries)
    if not every or not isinstance(every[0], CampaignCreated):
        raise NotAllowed(phrase("a campaign begins with its creation"))
    counting = effective(every)
    campaign = begin(every[0], counting)
    for number, entry in counting[1:]:
        if until is not None and place_of(number, entry) > until:
            break
        try:
            campaign = apply(campaign._replace(entries=number - 1), entry, judge)
        except EngineError as error:
            raise UnsoundEntry(number, payload_of(entry)[0], error, campaign) from error
    return campaign._replace(entries=len(every) if until is None else int(until))


def continued(
    entries: Sequence[Entry],
    campaign: Campaign,
    added: Sequence[Entry],
    judge: Judge | None = None,
) -> Campaign:
    """The campaign of these entries with some more; raises as `apply` and `campaign_of` do.

    Where one of them reaches back, all are folded anew, judged with the verdicts of the campaign
    unless another judge is given.
    """
    if any(map(reaches_back, added)):
        judge = judge or episodes.judge_with(campaign.played)
        return campaign_of((*entries, *added), judge=judge)
    for entry in added:
        campaign = apply(campaign, entry)
    return campaign


def begin(entry: CampaignCreated, later: Iterable[Numbered] = ()) -> Campaign:
    """The campaign before its first envelope; raises `NotAllowed`, or `PackError` on a broken seal.

    `later` are the entries that count, of which some correct what came before them.
    """
    name_is_good(phrase("the campaign"), entry.name)
    if not 2 <= len(entry.seats) <= len(SEATS):
        raise NotAllowed(
            phrase(
                "{count} at the table: My City is for 2 to {most}",
                count=len(entry.seats),
                most=len(SEATS),
            )
        )
    for seat, player in entry.seats.items():
        if seat not in SEATS:
            raise NotAllowed(
                phrase(
                    "{seat} is not a seat of My City: {seats}", seat=seat, seats=", ".join(SEATS)
                )
            )
        name_is_good(phrase("the player of {seat}", seat=seat), player)
    pack = carried.pack_of(entry.box, entry.episodes) if entry.box else load(entry.pack)
    if pack.seals["box"] != entry.seals.get("box"):
        raise PackError(
            f"the box of the pack {pack.name} is not the one that {entry.name} was begun with: "
            "another version of this program has it"
        )
    for number, salt in entry.salts.items():
        content = carried.content_of(int(number), entry.hidden.get(number, ""), salt)
        pack = carried.opened(pack, int(number), content)
    seats = [seat for seat in SEATS if seat in entry.seats]
    lands = {seat: pack.printed.get(seat, pack.land) for seat in seats}
    hidden = entry.hidden if entry.box else None
    again = overlays.judged_again(pack, later, hidden)
    campaign = Campaign(
        name=entry.name,
        uid=entry.uid,
        pack=pack,
        cities=tuple(City(seat, entry.seats[seat], lands[seat]) for seat in seats),
        seals=entry.seals,
        opened={},
        begins=pack.first,
        tenures=tuple(Tenure(seat, entry.seats[seat], 1) for seat in seats),
        again=again.judged,
        laid=again.laid,
        hidden=hidden,
        simulated=entry.simulated,
    )
    if entry.declared:
        return declare(campaign, entry.declared)
    return stickers.prepared(stickers.laid_out(campaign))


def apply(
    campaign: Campaign, entry: Entry | EpisodeJudgement, judge: Judge = episodes.judge
) -> Campaign:
    """The campaign after an entry; raises `NotAllowed` with the reason and what helps.

    The text of an episode is judged first, unless its verdict comes with it.
    """
    campaign = campaign._replace(entries=campaign.entries + 1)
    match entry:
        case EnvelopeOpened():
            return envelopes.opened(campaign, entry)
        case EpisodeRecorded():
            return episodes.recorded(campaign, judge(campaign, entry))
        case EpisodeJudgement():
            return episodes.recorded(campaign, entry)
        case EpisodeNoted(episode, place, minutes, note):
            details = checked(Details(place, minutes, note))
            return _with(campaign, campaign.episode(episode)._replace(details=details))
        case PhotoAdded(episode, photo, size, kind, seat):
            played = campaign.episode(episode)
            about = campaign.city(seat).seat if seat else ""
            photos = added(played.photos, Photo(photo, size, kind, about))
            return _with(campaign, played._replace(photos=photos))
        case PhotoRemoved(episode, photo):
            played = campaign.episode(episode)
            return _with(campaign, played._replace(photos=removed(played.photos, photo)))
        case StickerPlaced():
            return stickers.place(campaign, entry)
        case PackApplied():
            return overlays.applied(campaign, entry)
        case CampaignRenamed(name):
            name_is_good(phrase("the campaign"), name)
            return campaign._replace(name=name)
        case PackUpdated():
            return editions.updated(campaign, entry)
        case CityNamed(seat, name):
            return _named(campaign, seat, name)
        case BoardChecked():
            return _checked(campaign, entry)
        case PlayerRenamed(player, name):
            return players.renamed(campaign, player, name)
        case PlayerJoined(seat, player, before=before):
            return players.joined(campaign, seat, player, before - 1 if before else 0)
        case PlayerLeft(seat, before):
            return players.left(campaign, seat, before - 1 if before else 0)
        case CityAccepted(seat, player):
            return players.accepted(campaign, seat, player)
        case HistoryCarriedOver():
            return campaign
        case CampaignCreated():
            raise NotAllowed(phrase("the campaign has been created already"))
        case EntriesWithdrawn() | EntriesRestored() | EpisodeAmended():
            raise TypeError("what reaches back is folded with all entries")


def _with(campaign: Campaign, played: PlayedEpisode) -> Campaign:
    """The campaign with an evening as it is known now."""
    every = tuple(played if one.number == played.number else one for one in campaign.played)
    return campaign._replace(played=every)


def _named(campaign: Campaign, seat: str, name: str) -> Campaign:
    """The campaign with a name for a city that no other city has."""
    name_is_good(phrase("the city of {seat}", seat=seat), name)
    if any(city.name == name and city.seat != seat for city in campaign.cities):
        raise NotAllowed(phrase("another city is called {name} already", name=name))
    return campaign.with_city(campaign.city(seat)._replace(name=name))


def _checked(campaign: Campaign, entry: BoardChecked) -> Campaign:
    """The campaign with a real board held against its checklist."""
    seat, by, differs, _ = entry
    name_is_good(phrase("who checks"), by)
    if len(differs) > NOTE_LIMIT or texts.hidden(differs):
        raise NotAllowed(
            phrase("a difference is one line of at most {most} characters", most=NOTE_LIMIT)
        )
    check = BoardCheck(by, differs, campaign.entries)
    return campaign._replace(checked={**campaign.checked, campaign.city(seat).seat: check})
