"""Beginning a campaign: its first entry, its seals, the form for a campaign begun elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlmodel import Session

from campaign.services.campaigns import FAMILY, check_name_of_campaign, names
from campaign.services.changes import append
from campaign.services.errors import UnknownName
from campaign.services.folding import as_stored, check_form
from campaign.services.names import check_seen
from campaign.services.projections.campaigns import update_campaign
from campaign.services.seals import SECRET, salt_of
from campaign.services.values import Author, History
from campaign.store import journal, settings
from campaign.store.keys import looks_like_a_fingerprint
from campaign.store.origins import Origin
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.my_city.campaign import fold, recount
from engine.my_city.campaign.entries import CampaignCreated
from engine.my_city.pack import carried, forms
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack
from engine.my_city.pack.read import parse
from engine.my_city.play.state import SEATS

_CELL = re.compile(r"[a-z]\d{1,2}", re.ASCII)
"""A cell or a building in small letters."""


class NewCampaign(NamedTuple):
    """A campaign to begin: its first entry, and the secret of its seals."""

    entry: CampaignCreated
    secret: str


class OwnPack(NamedTuple):
    """A pack that is not part of the program, with the text of its box."""

    pack: Pack
    box: str


def creation(
    name: str,
    seats: Mapping[str, str],
    *,
    pack: str | OwnPack,
    uid: str,
    secret: str,
    declared: Mapping[str, Any] | None = None,
    simulated: bool = False,
) -> NewCampaign:
    """The first entry of a campaign; raises `NotAllowed` for invalid names, seats or state.

    A declared state is invalid if an audit would find a problem in it. `uid` and `secret` are
    random. Each envelope is sealed with a salt made from the secret; the salt also hides the
    envelopes of a pack that is not part of the program.
    """
    loaded = load(pack) if isinstance(pack, str) else pack.pack
    for player in seats.values():
        check_seen(player)

    def salt(number: int) -> str:
        return salt_of(secret, number)

    seals = {"box": loaded.seals["box"]}
    seals |= {str(e.number): e.seal(salt(e.number)) for e in loaded.envelopes}
    entry = CampaignCreated(
        name, uid, loaded.name, seals, seats, declared or {}, simulated=simulated
    )
    if isinstance(pack, OwnPack):
        box, episodes, hidden = carried.carried_pack(loaded, pack.box, salt)
        known = _known_before(loaded, (declared or {}).get("episode"))
        salts = {str(number): salt(number) for number in known}
        entry = entry._replace(box=box, episodes=episodes, hidden=hidden, salts=salts)
    entry = as_stored(entry)
    if looks_like_a_fingerprint(entry.name):
        raise NotAllowed(
            phrase("{name} looks like the name of a key", name=entry.name),
            phrase("choose another name"),
        )
    if problem := next(recount.discrepancies(fold.begin(entry)), ""):
        raise NotAllowed(phrase("state: {problem}", problem=problem))
    check_form(entry)
    return NewCampaign(entry, secret)


def _known_before(pack: Pack, episode: object) -> tuple[int, ...]:
    """The envelopes that are open in a campaign that continues with an episode."""
    if not isinstance(episode, int):
        return ()
    return tuple(e.number for e in pack.envelopes if min(e.episodes) < episode)


def state_form(pack: str | OwnPack, seats: Iterable[str], episode: int) -> str:
    """The form to fill in for the state before an episode; raises `NotAllowed`, `UnknownName`."""
    loaded = load(pack) if isinstance(pack, str) else pack.pack
    if episode not in loaded.episodes:
        first, last = loaded.first, loaded.last
        raise UnknownName(
            phrase(
                "there is no episode {episode}: the pack has {first} to {last}",
                episode=episode,
                first=first,
                last=last,
            )
        )
    for seat in seats:
        if seat not in SEATS:
            raise NotAllowed(
                phrase(
                    "{seat} is not a seat of My City: {seats}", seat=seat, seats=", ".join(SEATS)
                )
            )
    return forms.state_form(loaded, seats, episode)


def declared(file: str, text: str, episode: int | None) -> dict[str, Any]:
    """The state before an episode in a filled-in form; raises `NotAllowed`, `PackError`."""
    state = parse(file, text)
    if "episode" not in state:  # such as an empty file
        raise NotAllowed(
            phrase("the form says no episode before which this is the state"),
            phrase("{command} prints a form", command="campaign new --from N"),
        )
    if episode not in (None, state.get("episode")):
        raise NotAllowed(
            phrase(
                "this is the state before episode {episode}, not before {given}",
                episode=state.get("episode"),
                given=episode,
            )
        )
    cities = state.get("cities")
    for city in cities.values() if isinstance(cities, dict) else ():
        if isinstance(city, dict) and isinstance(board := city.get("board"), list):
            city["board"] = [_spelled(thing) for thing in board]
    return state


def _spelled(thing: Any) -> Any:
    """A thing on a board as records spell it: `tree g1` becomes `tree G1`."""
    if not isinstance(thing, str):
        return thing
    return " ".join(word.upper() if _CELL.fullmatch(word) else word for word in thing.split())


def begin(session: Session, founded: NewCampaign, by: Author) -> History:
    """Begin a new campaign; raises `NotAllowed` if its name is taken."""
    entry = founded.entry
    check_name_of_campaign(entry.name)
    if entry.name in names(session).values():
        raise NotAllowed(
            phrase("there is a campaign {name} already", name=entry.name),
            phrase("choose another name"),
        )
    stream = journal.new_stream(session, FAMILY)
    settings.write(session, stream, SECRET, founded.secret)
    campaign = fold.begin(entry)
    history = append(session, History(stream, (), campaign, Origin(stream)), entry, campaign, by)
    update_campaign(session, history)
    return history
