"""Turn plays that another program logged into sessions of results only, if they are new.

    ImportedPlay ──game, players──> Record without moves ──known?──> NewSession, or the reason

The game of a play and its players are matched by name. The user is asked about an unclear name
once, and the answer is kept as a setting. Nothing is guessed: a play that cannot be kept as it was
logged is left out, and counted under the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple
from unicodedata import normalize

from campaign.extras.plays.known import KnownPlays, People, are_same
from campaign.games.kit import kit_of, kits
from campaign.services import choices, days, games, sessions
from campaign.services.filters import PlayFacts
from campaign.services.imports import keeping
from campaign.services.lookalikes import look
from campaign.services.progress import Progress, counted, unwatched
from engine import my_city
from engine.kernel import texts
from engine.kernel.details import Details
from engine.kernel.errors import EngineError, RecordError, shortened_text, wording_of
from engine.kernel.phrases import Phrase, phrase
from engine.kernel.record import Record
from engine.kernel.score import ranks

LONGEST_NAME = 60
_TERM = r"\d{1,9}(?:[.,](?!\d{3}(?!\d))\d{1,9})?"
"""A number. `1.000` is none: some people write a thousand so, others one with three decimals."""
_SUM = re.compile(rf"[+-]?{_TERM}(?:[+-]{_TERM})*", re.ASCII)
_BLANK = re.compile(r"(?<!\d)\s|\s(?!\d)|\s(?=\d{3}(?!\d))")
"""A blank that says nothing: beside a sign, or before the last three figures of a thousand."""
_EPISODE = re.compile(r"(?i)\bepisodes?\s*(?:#\s*)?(\d{1,2})(?!\d)", re.ASCII)
_NUMBER = re.compile(r"\s*#?(\d{1,2})\s*", re.ASCII)
TITLES = {look(word): game for game in choices.games() for word in (game, games.title(game))}
"""Our games, by their ids and titles in the form that `look` compares."""
BY_ID = {kit.bgg: kit.name for kit in kits() if kit.bgg}
"""Our games by their ids at BoardGameGeek."""


class PlayParticipant(NamedTuple):
    """Somebody in a play: name, score as typed, and the lines of a score sheet.

    `seat` is the table's word for the place; `order` is the place from 1, or 0 if it is not known;
    `known` is False if the file does not say who it was; `starts` is set if it says that this
    player had the first turn. `rank` is 0 if the file does not say it.
    """

    name: str
    score: str
    seat: str = ""
    order: int = 0
    winner: bool = False
    known: bool = True
    lines: tuple[tuple[str, int], ...] = ()
    starts: bool = False
    rank: int = 0


class ImportedPlay(NamedTuple):
    """A play as another program logged it; `also` is another name of its game.

    `bgg` is the id of its game at BoardGameGeek, 0 if it is not known. `times` is the number of
    plays that were logged as this one.
    """

    app: str
    id: str
    game: str
    played: date | None
    seats: tuple[PlayParticipant, ...]
    also: str = ""
    board: str = ""
    place: str = ""
    minutes: int = 0
    note: str = ""
    ignored: bool = False
    teams: bool = False
    unreadable_sheet: bool = False
    bgg: int = 0
    unfinished: bool = False
    times: int = 1
    simulated: bool = False

    @property
    def facts(self) -> PlayFacts:
        """The facts for a filter, without game and players: their names are not matched yet."""
        return PlayFacts("", self.played.isoformat() if self.played else "", place=self.place)


class Matches(NamedTuple):
    """The meanings of names in files: games ("" for none of this program), and known players."""

    games: Mapping[str, str]
    players: Mapping[str, str]

    def updated(self, newer: Matches) -> Matches:
        """These meanings with newer ones, which count for the names that both have."""
        return Matches({**self.games, **newer.games}, {**self.players, **newer.players})

    def people(self, named: Iterable[tuple[int, str]]) -> People:
        """Replace the names beside scores by the players that they mean."""
        return tuple((score, self.players.get(name, name)) for score, name in named)


class Double(NamedTuple):
    """A play, and the stream of the session that is the same play, or seems to be."""

    play: ImportedPlay
    game: str
    stream: str


class PreparedImport(NamedTuple):
    """What a file would bring: new sessions, doubles, and the plays left out, by reason.

    `differing` are plays that are here already, with other scores than in the file.
    `by_game` counts the plays of each of our games, `names` the new plays of each player, and
    `notes` the new plays that could not be taken over whole, by what was changed.
    """

    plays: int
    new: tuple[keeping.NewSession, ...]
    here: int
    doubles: tuple[Double, ...]
    differing: tuple[Double, ...]
    left_out: Mapping[Phrase, int]
    notes: Mapping[Phrase, int]
    by_game: Mapping[str, int]
    names: Mapping[str, int]
    doubts: tuple[Phrase, ...] = ()
    """Why the days of some new plays are in doubt."""


def points_of(typed: str) -> int | None:
    """The value of a typed score such as `12`, `13.0` or `15+16+8-30`.

    None for what is not whole, or may be a thousand or one, such as `1.000`.
    """
    text = _BLANK.sub("", typed).replace("\u2212", "-").replace(",", ".")
    if not _SUM.fullmatch(text):
        return None
    try:
        total = sum(map(Decimal, re.findall(rf"[+-]?{_TERM}", text)), Decimal(0))
    except InvalidOperation:
        return None
    return int(total) if total == total.to_integral_value() and abs(total) <= 1_000_000 else None


def episode_of(board: str) -> int | None:
    """The episode that the variant of a play names ("Episode 3"); None if it names none."""
    match = _EPISODE.search(board) or _NUMBER.fullmatch(board)
    return int(match[1]) if match else None


def unclear_games(plays: Iterable[ImportedPlay], matches: Matches) -> dict[str, str]:
    """Names that may mean one of our games, such as an edition or its beginning, with that game."""
    unclear = {}
    for play in plays:
        if play.game and play.game not in unclear and game_of(play, matches) is None:
            words = look(play.game), look(play.also)
            near = (
                game
                for title, game in TITLES.items()
                if any(
                    title in word or (len(word) > 3 and title.startswith(word)) for word in words
                )
            )
            if game := next(near, ""):
                unclear[play.game] = game
    return unclear


def unclear_players(
    plays: Iterable[ImportedPlay], matches: Matches, ours: Iterable[str]
) -> dict[str, str]:
    """Names that may mean one of our players or an earlier name of the file, with that name."""
    our_names = set(ours)
    by_look = {look(name): name for name in sorted(our_names, reverse=True)}
    names = our_names | set(by_look.values())
    unclear = {}
    for play in plays:
        if not game_of(play, matches):
            continue
        for seated in play.seats:
            name = plain_text(seated.name)
            if not name or name in matches.players or name in names:
                continue
            first = name.split()[0]
            if near := by_look.get(look(name)) or by_look.get(look(first)):
                unclear[name] = near
            else:
                by_look[look(name)] = name
                names.add(name)
    return unclear


def prepare(
    plays: Sequence[ImportedPlay],
    matches: Matches,
    known: KnownPlays,
    today: date,
    *,
    doubles_too: bool = False,
    progress: Progress = unwatched,
) -> PreparedImport:
    """Sort plays into new, known and left out; raises `RecordError` for a name that is too long."""
    new: list[keeping.NewSession] = []
    doubts: list[Phrase] = []
    doubles, differing = list[Double](), list[Double]()
    scores_here = {recorded.stream: scores for (_, _, scores), recorded in known.scores}
    left_out, notes = Counter[Phrase](), Counter[Phrase]()
    by_game, names = Counter[str](), Counter[str]()
    here, same_scores = 0, known.by_scores(play.id for play in plays)
    for play in counted(plays, len(plays), progress):
        game = game_of(play, matches)
        if not game:
            why = phrase("of other games" if play.game else "whose game is not in the file")
            left_out[why] += 1
            continue
        by_game[game] += 1
        stream = known.ids.get(play.id.lower(), "")
        here += bool(stream)
        try:
            record = _record_of(play, game)
        except UnfitPlay as unfit:
            if not stream:
                left_out[unfit.why] += 1
            continue
        key = (game, record.played, tuple(sorted(record.result.values())))
        if stream:
            if key[-1] != scores_here.get(stream, key[-1]):
                differing.append(Double(play, game, stream))
            continue
        names_in_file = set(record.names.values())
        if len({matches.players.get(name, name) for name in names_in_file}) < len(names_in_file):
            left_out[phrase("in which two names would be one person")] += 1
            continue
        people = matches.people(
            (s, record.names.get(seat, "")) for seat, s in record.result.items()
        )
        alike = {
            recorded: are_same(people, matches.people(recorded.people))
            for recorded in same_scores.get(key, ())
        }
        double = next((recorded for recorded, is_same in alike.items() if is_same), None)
        if double and not doubles_too:
            same_scores[key].remove(double)
            doubles.append(Double(play, game, double.stream))
            continue
        notes[phrase("with the day and scores of a session in which a player has no name")] += (
            None in alike.values()
        )
        for participant in play.seats:
            if sign := texts.hidden_sign(" ".join(participant.name.split())):
                name = plain_text(participant.name)
                without = phrase(
                    'of "{name}", whose name had {sign}: kept without it', name=name, sign=sign
                )
                notes[without] += 1
        if doubt := days.doubt(record, today):
            notes[phrase("whose day is in doubt: {doubt}", doubt=doubt)] += 1
            doubts.append(doubt)
        new.append(_new(play, record, notes))
        names.update(matches.players.get(name, name) for name in record.names.values())
    return PreparedImport(
        len(plays),
        tuple(new),
        here,
        tuple(doubles),
        tuple(differing),
        left_out,
        notes,
        by_game,
        names,
        tuple(doubts),
    )


class UnfitPlay(Exception):
    """A play that cannot be kept as it was logged; `why` completes "plays ..."."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


def _new(play: ImportedPlay, record: Record, notes: Counter[Phrase]) -> keeping.NewSession:
    """A play as a session to keep; raises `UnfitPlay`."""
    try:
        preview = sessions.preview_record(record)
    except EngineError as error:
        raise UnfitPlay(
            phrase("that the rules cannot begin: {why}", why=wording_of(error))
        ) from None
    seats = dict(zip(record.seats, _in_order(play, record.seats), strict=True))
    places = ranks([-score for score in record.result.values()])
    best = [seat for seat, place in zip(record.result, places, strict=True) if place == 1]
    winners = [seat for seat, seated in seats.items() if seated.winner]
    lines = {
        seat: [
            {"label": plain_text(label)[:60] or "-", "points": points}
            for label, points in participant.lines
        ]
        for seat, participant in seats.items()
        if participant.lines
    }
    notes[phrase("with a comment that is too long: its beginning is kept")] += (
        len(play.note) > texts.LONGEST_LINES
    )
    imported: dict[str, Any] = {
        "app": play.app,
        "id": play.id,
        "board": plain_text(play.board)[:1_000],
        **details_of(play)._asdict(),
        "winners": winners if winners and winners != best else [],
        "lines": lines,
        "starts": next((seat for seat, seated in seats.items() if seated.starts), ""),
    }
    notes[phrase("with another winner than the scores give: that winner counts")] += bool(
        imported["winners"]
    )
    notes[phrase("of My City without an episode: kept as games of the eternal mode")] += (
        record.game == my_city.NAME and not _variant_of(play, record.game)
    )
    if record.game != my_city.NAME and play.board.strip() and not _variant_of(play, record.game):
        for word, keys in kit_of(record.game).variants.items():
            notes[
                phrase("with a variant that is not known here: kept as {variant}", variant=word)
            ] += keys.items() <= record.header.items()
    notes[phrase("logged once for several: kept once")] += play.times > 1
    notes[phrase("with players that the file does not know: kept without their names")] += not all(
        participant.known for participant in play.seats
    )
    notes[phrase("with a score sheet that cannot be read: kept without its lines")] += (
        play.unreadable_sheet
    )
    notes[phrase("with lines of a score sheet that do not add up to the score")] += any(
        sum(points for _, points in seats[seat].lines) != record.result[seat] for seat in lines
    )
    return keeping.new(preview, imported={key: value for key, value in imported.items() if value})


def _record_of(play: ImportedPlay, game: str) -> Record:
    """A play as a record of results; raises `UnfitPlay`, and `RecordError` for a name too long."""
    if play.ignored:
        raise UnfitPlay(phrase("that the program itself does not count"))
    if play.unfinished:
        raise UnfitPlay(phrase("that were not finished"))
    if play.teams:
        raise UnfitPlay(phrase("of teams"))
    if play.simulated:
        raise UnfitPlay(phrase("of simple players: they were simulated"))
    rules = games.find(game)
    if game == my_city.NAME and episode_of(play.board) is not None:
        raise UnfitPlay(phrase("of episodes of a campaign: --episodes keeps the next one"))
    if not 2 <= len(play.seats) <= len(rules.SEATS):
        raise UnfitPlay(phrase("with more or fewer players than the box has"))
    scores = [points_of(participant.score) for participant in play.seats]
    if any(participant.score.strip() == "" for participant in play.seats):
        raise UnfitPlay(phrase("without a score for everybody"))
    if None in scores:
        raise UnfitPlay(phrase("with a score that is no whole number, or unclear such as 1.000"))
    seats = rules.SEATS[: len(play.seats)]
    named = {participant.seat for participant in play.seats}
    if len(named) == len(play.seats) and named <= set(rules.SEATS):
        seats = tuple(seat for seat in rules.SEATS if seat in named)
    result, names = {}, {}
    for seat, participant in zip(seats, _in_order(play, seats), strict=True):
        result[seat] = points_of(participant.score) or 0
        name = plain_text(participant.name)
        if len(name) > LONGEST_NAME:
            raise RecordError(
                f"player {shortened_text(name)!r}: {len(name):,} characters, at most {LONGEST_NAME}"
            )
        if name:
            names[seat] = name
    header = {**rules.ALONE, **kit_of(game).variants.get(_variant_of(play, game), {})}
    return Record(game, rules.EDITION, seats, header, play.played, names=names, result=result)


def _variant_of(play: ImportedPlay, game: str) -> str:
    """The variant of a game that the words of a play name (`Expert mode`); "" for none or two."""
    words = re.findall(r"\w+", play.board.lower())
    named = {word for word in words if word in kit_of(game).variants}
    return named.pop() if len(named) == 1 else ""


def _in_order(play: ImportedPlay, seats: Sequence[str]) -> list[PlayParticipant]:
    """The player at each of these seats: by the word for the seat, or in the order of the table."""
    by_seat = {participant.seat: participant for participant in play.seats}
    if all(seat in by_seat for seat in seats):
        return [by_seat[seat] for seat in seats]
    return sorted(play.seats, key=lambda participant: participant.order or len(play.seats) + 1)


def game_of(play: ImportedPlay, matches: Matches) -> str | None:
    """Our game of a play; "" if it is known to be none of our games, None if that is unclear."""
    if play.game in matches.games:
        return matches.games[play.game]
    words = look(play.game), look(play.also)
    return next((TITLES[word] for word in words if word in TITLES), BY_ID.get(play.bgg))


def details_of(play: ImportedPlay) -> Details:
    """The place, minutes and comment of a play, without invisible characters."""
    lines = "\n".join(map(plain_text, play.note.splitlines())).strip()
    return Details(plain_text(play.place), play.minutes, lines[: texts.LONGEST_LINES].strip())


def plain_text(text: str) -> str:
    """A name as a record may have it: composed, one blank between words, all signs visible."""
    return texts.remove_invisible(" ".join(normalize("NFC", text).split()))
