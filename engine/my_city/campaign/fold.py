"""Fold entries into the campaign, as an episode is a fold of its moves.

    Entry (`entries`)
      │ apply(campaign, entry)          raises `NotAllowed`: the reason, and what helps
      v
    Campaign ── cities (land, stickers, marks), played, opened, owed, tenures

Nobody types in the permanent state: marks and sticker rights follow from the records, the
land from the stickers. The fold reads nothing but the entries: the same entries always give
the same campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel import texts
from engine.kernel.details import Details, check_details
from engine.kernel.errors import EngineError, NotAllowed, PackError
from engine.kernel.photos import Photo, with_photo, without_photo
from engine.kernel.phrases import phrase
from engine.my_city.campaign import editions, envelopes, episodes, overlays, players, stickers
from engine.my_city.campaign.corrections import (
    Numbered,
    UnsoundEntry,
    effective_entries,
    place_of,
    reaches_back,
)
from engine.my_city.campaign.declared import with_declared_state
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
from engine.my_city.campaign.players import check_name
from engine.my_city.pack import carried
from engine.my_city.pack.load import load
from engine.my_city.play.state import SEATS

NOTE_LIMIT = 200


def campaign_of(
    entries: Iterable[Entry], until: float | None = None, judge: Judge = episodes.judge
) -> Campaign:
    """The campaign after all entries, or after the entries whose place is at most `until`.

    An entry that a correction puts before entry N has the place N - 0.5. The first entry creates
    the campaign. Raises `NotAllowed`, and `UnsoundEntry` for an entry that does not follow.
    """
    every = tuple(entries)
    if not every or not isinstance(every[0], CampaignCreated):
        raise NotAllowed(phrase("a campaign begins with its creation"))
    counting = effective_entries(every)
    campaign = begin(every[0], counting)
    for number, entry in counting[1:]:
        if until is not None and place_of(number, entry) > until:
            break
        try:
            campaign = apply(campaign._replace(entries=number - 1), entry, judge)
        except EngineError as error:
            raise UnsoundEntry(number, payload_of(entry)[0], error, campaign) from error
    return campaign._replace(entries=len(every) if until is None else int(until))


def campaign_after(
    entries: Sequence[Entry],
    campaign: Campaign,
    added: Sequence[Entry],
    judge: Judge | None = None,
) -> Campaign:
    """The campaign after added entries; raises as `apply` and `campaign_of` do.

    If an added entry reaches back, all entries are folded anew. `judge` then judges the episodes;
    without it, the verdicts of the campaign are used again.
    """
    if any(map(reaches_back, added)):
        judge = judge or episodes.judge_with(campaign.played)
        return campaign_of((*entries, *added), judge=judge)
    for entry in added:
        campaign = apply(campaign, entry)
    return campaign


def begin(entry: CampaignCreated, later: Iterable[Numbered] = ()) -> Campaign:
    """The campaign after its first entry.

    `later` are the entries that count: their corrections say which pack judges an earlier episode.
    Raises `NotAllowed` for wrong names, seats or a wrong declared state, and `PackError` if the box
    is not the one of the seal.
    """
    check_name(phrase("the campaign"), entry.name)
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
        check_name(phrase("the player of {seat}", seat=seat), player)
    pack = carried.pack_of(entry.box, entry.episodes) if entry.box else load(entry.pack)
    if pack.seals["box"] != entry.seals.get("box"):
        raise PackError(
            f"the box of the pack {pack.name} is not the one that {entry.name} was begun with: "
            "another version of this program has it"
        )
    for number, salt in entry.salts.items():
        content = carried.content_of(int(number), entry.hidden.get(number, ""), salt)
        pack = carried.with_envelope_content(pack, int(number), content)
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
        return with_declared_state(campaign, entry.declared)
    return stickers.with_preparation(stickers.with_lands(campaign))


def apply(
    campaign: Campaign, entry: Entry | EpisodeJudgement, judge: Judge = episodes.judge
) -> Campaign:
    """The campaign after an entry; raises `NotAllowed` with the reason and what helps.

    A recorded episode is judged first; an `EpisodeJudgement` brings its verdict along.
    """
    campaign = campaign._replace(entries=campaign.entries + 1)
    match entry:
        case EnvelopeOpened():
            return envelopes.with_open_envelope(campaign, entry)
        case EpisodeRecorded():
            return episodes.with_episode(campaign, judge(campaign, entry))
        case EpisodeJudgement():
            return episodes.with_episode(campaign, entry)
        case EpisodeNoted(episode, place, minutes, note):
            details = check_details(Details(place, minutes, note))
            return _with_evening(campaign, campaign.episode(episode)._replace(details=details))
        case PhotoAdded(episode, photo, size, kind, seat):
            played = campaign.episode(episode)
            about = campaign.city(seat).seat if seat else ""
            photos = with_photo(played.photos, Photo(photo, size, kind, about))
            return _with_evening(campaign, played._replace(photos=photos))
        case PhotoRemoved(episode, photo):
            played = campaign.episode(episode)
            return _with_evening(
                campaign, played._replace(photos=without_photo(played.photos, photo))
            )
        case StickerPlaced():
            return stickers.with_placed_sticker(campaign, entry)
        case PackApplied():
            return overlays.with_correction(campaign, entry)
        case CampaignRenamed(name):
            check_name(phrase("the campaign"), name)
            return campaign._replace(name=name)
        case PackUpdated():
            return editions.with_newer_edition(campaign, entry)
        case CityNamed(seat, name):
            return _with_city_name(campaign, seat, name)
        case BoardChecked():
            return _with_board_check(campaign, entry)
        case PlayerRenamed(player, name):
            return players.with_renamed_player(campaign, player, name)
        case PlayerJoined(seat, player, before=before):
            return players.with_player(campaign, seat, player, before - 1 if before else 0)
        case PlayerLeft(seat, before):
            return players.without_player(campaign, seat, before - 1 if before else 0)
        case CityAccepted(seat, player):
            return players.with_new_holder(campaign, seat, player)
        case HistoryCarriedOver():
            return campaign
        case CampaignCreated():
            raise NotAllowed(phrase("the campaign has been created already"))
        case EntriesWithdrawn() | EntriesRestored() | EpisodeAmended():
            raise TypeError("what reaches back is folded with all entries")


def _with_evening(campaign: Campaign, played: PlayedEpisode) -> Campaign:
    """The campaign with another version of an evening."""
    every = tuple(
        played if evening.number == played.number else evening for evening in campaign.played
    )
    return campaign._replace(played=every)


def _with_city_name(campaign: Campaign, seat: str, name: str) -> Campaign:
    """The campaign with a named city; raises `NotAllowed` if another city has the name."""
    check_name(phrase("the city of {seat}", seat=seat), name)
    if any(city.name == name and city.seat != seat for city in campaign.cities):
        raise NotAllowed(phrase("another city is called {name} already", name=name))
    return campaign.with_city(campaign.city(seat)._replace(name=name))


def _with_board_check(campaign: Campaign, entry: BoardChecked) -> Campaign:
    """The campaign with the check of a real board: who checked it, and what differs."""
    seat, by, differs, _, other_board, unless_after = entry
    check_name(phrase("who checks"), by)
    if len(differs) > NOTE_LIMIT or texts.hidden_sign(differs):
        raise NotAllowed(
            phrase("a difference is one line of at most {most} characters", most=NOTE_LIMIT)
        )
    last = campaign.checked.get(seat)
    if unless_after and last and last.entry > unless_after:
        return campaign
    check = BoardCheck(by, differs, campaign.entries, other_board)
    return campaign._replace(checked={**campaign.checked, campaign.city(seat).seat: check})
