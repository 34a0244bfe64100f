"""The journal of a campaign, a line an entry."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.episodes import said_of
from campaign.services.values import History
from campaign.store.heads import short_head
from engine.kernel.record import parse_record
from engine.my_city.campaign.corrections import withdrawn
from engine.my_city.campaign.entries import Amended, entry_of


def history(history: History) -> RenderableType:
    """The diary: a line an entry."""
    table = parts.table("Entry", "Day", "By", "What", right=("Entry",))
    table.columns[3].no_wrap = False
    told = [entry_of(entry.kind, entry.payload) for entry in history.entries]
    gone = withdrawn(told)
    amended = {entry.entry for entry in told if isinstance(entry, Amended)}
    for entry in history.entries:
        words = event(history, entry.seq)
        if entry.seq in gone:
            words = f"({words}: withdrawn)"
        elif entry.seq in amended:
            words = f"{words}, amended"
        table.add_row(
            str(entry.seq),
            parts.day(entry.recorded_at),
            parts.fit(entry.author, 12),
            words,
        )
    return parts.lines(Text(f"{history.campaign.name}, entry by entry", style="bold"), table)


def event(history: History, seq: int) -> str:
    """What an entry did, in one sentence."""
    entry = history.entries[seq - 1]
    said = entry.payload
    match entry.kind:
        case "created":
            cities = history.campaign.seats
            players = ", ".join(f"{seat} {said['seats'][seat]}" for seat in cities)
            declared = said.get("declared")
            since = f", with episode {declared['episode']}, its state declared" if declared else ""
            return f"{said['name']} begins{since}: {players}"
        case "envelope opened":
            return f"envelope {said['envelope']} is opened"
        case "episode recorded":
            played = next((p for p in history.campaign.played if p.entry == seq), None)
            if played is None:
                return f"episode {episode_of(said['record'])} is recorded"
            won = [s for s in played.sheets if s.rank == 1]
            names = " and ".join(sheet.seat for sheet in won)
            return (
                f"episode {played.number}: {names} {'win' if len(won) > 1 else 'wins'} "
                f"with {parts.many(won[0].total, 'point')} ({said_of(played)})"
            )
        case "sticker placed":
            return f"{said['seat']} puts {parts.article(said['kind'])} on {said['square']}"
        case "withdrawn":
            numbers = ", ".join(map(str, said["entries"]))
            return f"entry {numbers} withdrawn: {said['reason']}"
        case "restored":
            return f"the withdrawal of entry {said['entry']} is taken back"
        case "amended":
            return f"another record for entry {said['entry']}: {said['reason']}"
        case "pack applied":
            again = ", ".join(map(str, said.get("again", ())))
            judged = f"; episode {again} judged again" if again else ""
            return f"the pack is corrected: {said['reason']}{judged}"
        case "city named":
            return f"the city of {said['seat']} is called {said['name']}"
        case "board checked":
            found = f"differs: {said['differs']}" if said.get("differs") else "is as it is here"
            return f"{said['by']} checks the board of {said['seat']}: it {found}"
        case "player joined":
            note = f" ({said['note']})" if said.get("note") else ""
            return f"{said['player']} takes over {said['seat']}{note}"
        case "city accepted":
            head = short_head(said["head"])
            return f"{said['player']} accepts {said['seat']} and its history up to {head}"
        case "player renamed":
            return f"{said['player']} is called {said['name']} from now on"
        case "player left":
            return f"the player of {said['seat']} leaves"
    return entry.kind


def episode_of(record: str) -> str:
    """The number of the episode that a record tells."""
    return str(parse_record(record).header.get("episode"))
