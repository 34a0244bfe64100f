"""Envelopes: when one may be opened, and what its opening does to the campaign."""

from __future__ import annotations

from engine.kernel.errors import NotAllowed, PackError
from engine.kernel.phrases import phrase
from engine.my_city.campaign import stickers
from engine.my_city.campaign.entries import EnvelopeOpened
from engine.my_city.campaign.model import Campaign
from engine.my_city.pack import carried
from engine.my_city.pack.model import Pack


def opening_entry(campaign: Campaign, number: int, salt: str = "") -> EnvelopeOpened:
    """The entry that opens an envelope now; raises `NotAllowed` when it must stay closed.

    Raises `PackError` when its content and the salt are not what was sealed.
    """
    envelope = next((e for e in campaign.pack.envelopes if e.number == number), None)
    if envelope is None:
        last = max((e.number for e in campaign.pack.envelopes), default=0)
        raise NotAllowed(
            phrase(
                "there is no envelope {number}: this pack has 1 to {last}", number=number, last=last
            )
        )
    if number in campaign.opened:
        raise NotAllowed(phrase("envelope {number} is open already", number=number))
    if (due := campaign.next_episode) not in envelope.episodes:
        raise NotAllowed(
            phrase(
                "envelope {number} opens with episode {episode}; {why}",
                number=number,
                episode=min(envelope.episodes),
                why=phrase("episode {number} is next", number=due)
                if due
                else phrase("all episodes have been played"),
            )
        )
    envelope = next(
        e for e in unsealed_pack(campaign, number, salt).envelopes if e.number == number
    )
    return EnvelopeOpened(number, envelope.digest, salt)


def unsealed_pack(campaign: Campaign, number: int, salt: str) -> Pack:
    """The pack with the content of an envelope; raises `PackError` if its seal does not match."""
    pack = campaign.pack
    if number in pack.closed:
        hidden = (campaign.hidden or {}).get(str(number), "")
        pack = carried.with_envelope_content(pack, number, carried.content_of(number, hidden, salt))
    envelope = next(e for e in pack.envelopes if e.number == number)
    if envelope.seal(salt) != campaign.seals.get(str(number)):
        raise PackError(
            f"envelope {number} does not match its seal: it is not the one that {campaign.name} "
            "was begun with, or the secret of the seals is damaged (campaign audit)"
        )
    return pack


def with_open_envelope(campaign: Campaign, entry: EnvelopeOpened) -> Campaign:
    """The campaign with an envelope open and its first episode prepared.

    Raises what `opening_entry` raises, and `PackError` when the envelope holds something else now.
    """
    expected = opening_entry(campaign, entry.envelope, entry.salt)
    if entry.digest != expected.digest:
        raise PackError(f"envelope {entry.envelope} does not hold what it held when it was opened")
    pack = unsealed_pack(campaign, entry.envelope, entry.salt)
    campaign = campaign._replace(opened={**campaign.opened, entry.envelope: campaign.entries})
    if pack is not campaign.pack:
        campaign = stickers.with_lands(campaign._replace(pack=pack))
    return stickers.with_preparation(campaign)
