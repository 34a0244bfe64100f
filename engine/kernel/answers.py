"""Short answers at the table: a few signs for exactly what is awaited.

    a line ──> read(state, seat, words) ──> an action, and how many of the words it took
                 └── until no word is left: a line holds one answer or several

What is awaited is a value too, and so is what an answer means, with its price and effect: every
game gives them, and they are drawn in one place. A game without a dialect of its own takes the
words of its record, without the verb where it goes without saying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from engine.kernel.errors import IllegalMove, NotationError, SeveralMeanings, quoted
from engine.kernel.game import CHANCE, Action, Game, Seat, State
from engine.kernel.names import Ambiguous, Names, nearest, of_seats, one_of, plain
from engine.kernel.phrases import Phrase, Refusal, Wording, listed, phrase

Words = Sequence[str]
LONGEST_NAME = 5
"""Words of the longest name that is looked up."""
SHORTEST_NAME = 2
"""Letters at least of a name that is looked up among players, or among names that are like it."""


class Awaited(NamedTuple):
    """What a game waits for: when in the game, of whom, what kind of answer, what is left of it.

    `who` is the player whom it concerns, also where the table answers; "" where it concerns all.
    """

    when: Wording
    who: Seat
    what: Wording
    left: Wording = ""


def _always(state: State) -> bool:
    """What may be answered in every state of a game."""
    return True


class Form(NamedTuple):
    """One form that an answer may have, and what it says: a line of the help of a game.

    `used` says whether it is of any use in a state.
    """

    typed: str
    words: str
    used: Callable[[State], bool] = _always


class Count(NamedTuple):
    """What the lines of a game are counted by at the table.

    `words` say what a line is, `number` gives the number of it that a state belongs to: what is
    typed while it stays the same is one line.
    """

    words: Phrase
    number: Callable[[State], int]


def _in_play(state: State, seat: Seat) -> Awaited | None:
    """A game that does not say what it waits for."""
    return None


def _nothing(state: State, seat: Seat, action: Action) -> str:
    """Answers that need no words besides their own."""
    return ""


def _listable(state: State, seat: Seat) -> str:
    """Answers that are few enough to be listed."""
    return ""


def _no_names(state: State, seat: Seat) -> Names:
    """Answers without names."""
    return ()


class Answers(NamedTuple):
    """How the actions of a game are said in short, and what they mean.

    `read` gives the action that the first words say, and how many words that are; raises
    `NotationError`. `short` gives the words of a legal action, so that `read` finds it again.
    `words` says what a legal action is: its name, price and effect. `names` are those that may
    be typed for ids. `lasting` says what is final about an action, so that it is asked about.
    `described` says in words what may be answered where that are more actions than anybody lists;
    "" where they can be listed. `counted` says by what lines are counted; None where by what was
    typed at once. `once` is the kind of action that cannot be repeated in a game.
    """

    read: Callable[[State, Seat, Words], tuple[Action, int]]
    short: Callable[[State, Seat, Action], str]
    awaited: Callable[[State, Seat], Awaited | None] = _in_play
    words: Callable[[State, Seat, Action], Wording] = _nothing
    names: Callable[[State, Seat], Names] = _no_names
    lasting: Callable[[State, Seat, Action], Wording] = _nothing
    described: Callable[[State, Seat], Wording] = _listable
    forms: tuple[Form, ...] = ()
    counted: Count | None = None
    once: type[Any] | tuple[()] = ()


class Answered(NamedTuple):
    """What a line has answered: moves in sequence, the state before them and after each.

    `typed` are the words of each move; `refused` says why the rest of the line was not taken, and
    `several` what the next answer in it may mean.
    """

    moves: tuple[tuple[Seat, Action], ...]
    states: tuple[State, ...]
    typed: tuple[str, ...] = ()
    refused: Refusal = ""
    several: SeveralMeanings | None = None

    @property
    def state(self) -> State:
        """The state after all of them."""
        return self.states[-1]


def tell(
    game: Game,
    answers: Answers,
    state: State,
    line: str,
    players: Mapping[Seat, str] | None = None,
) -> Answered:
    """What a line says, answer by answer, up to the first that cannot be.

    Raises `NotationError` or `IllegalMove` where that is the first answer of the line. Where
    several seats may act, the first of them answers, or the one whose name, or the beginning of
    it, comes before the answer; `players` are the names of who sits there.
    """
    words = line.replace(",", " ").split()
    moves: list[tuple[Seat, Action]] = []
    states: list[State] = [state]
    typed: list[str] = []
    while words:
        try:
            seat, action, after, spoken, words = _next(
                game, answers, states[-1], words, players or {}
            )
        except (NotationError, IllegalMove) as error:
            if not moves:
                raise
            several = error if isinstance(error, SeveralMeanings) else None
            return Answered(tuple(moves), tuple(states), tuple(typed), error.words, several)
        moves.append((seat, action))
        states.append(after)
        typed.append(spoken)
    return Answered(tuple(moves), tuple(states), tuple(typed))


def forced(game: Game, state: State) -> tuple[Seat, Action] | None:
    """The one answer that the one player who is asked can give; None where there is a choice."""
    waiting = game.awaiting(state)
    if len(waiting) != 1 or waiting[0] == CHANCE:
        return None
    legal = list(islice(game.legal(state, waiting[0]), 2))
    return (waiting[0], legal[0]) if len(legal) == 1 else None


def awaited_of(answers: Answers, state: State, seat: Seat) -> Seat:
    """The player whom an answer concerns, also where the table gives it; "" for all."""
    known = answers.awaited(state, seat)
    return known.who if known else "" if seat == CHANCE else seat


def awaited(game: Game, answers: Answers, state: State, seat: Seat) -> Awaited:
    """What is awaited of a seat; the verbs, where a game does not say it."""
    known = answers.awaited(state, seat)
    if known is not None:
        return known
    return Awaited("", "" if seat == CHANCE else seat, " or ".join(verbs(game, state, seat)))


def _next(
    game: Game, answers: Answers, state: State, words: list[str], players: Mapping[Seat, str]
) -> tuple[Seat, Action, State, str, list[str]]:
    """The first answer of some words: whose, what, the state after it, its words, the others."""
    waiting = game.awaiting(state)
    if not waiting:
        raise IllegalMove(
            phrase("the game is over before '{words}'", words=quoted(" ".join(words)))
        )
    try:
        seat, rest = _who(waiting, words, players)
    except SeveralMeanings as several:
        raise several.placed((), words) from None
    named = words[: len(words) - len(rest)]
    if not rest:
        raise NotationError(phrase("{seat}: and what?", seat=seat))
    try:
        return _answer(game, answers, state, seat, named, rest)
    except SeveralMeanings as several:
        raise several.placed(named, rest) from None
    except (NotationError, IllegalMove):
        by_seat = _with_seats(answers, state, seat, rest, players)
        if by_seat == rest:
            raise
    try:
        return _answer(game, answers, state, seat, named, by_seat)
    except (NotationError, IllegalMove):
        on_turn = awaited_of(answers, state, seat)
        is_name = by_seat[0] in players and by_seat[0] != rest[0]
        if not (on_turn and is_name and len(rest) > 1):
            raise
        player, word = players.get(on_turn, on_turn), quoted(rest[0])
        whose = phrase("'{word}': it is the turn of {player}", word=word, player=player)
        raise NotationError(whose) from None


def _answer(
    game: Game, answers: Answers, state: State, seat: Seat, named: list[str], words: list[str]
) -> tuple[Seat, Action, State, str, list[str]]:
    """What `_next` gives, of words that begin with an answer of a seat."""
    action, used, words = _named(answers, state, seat, words)
    try:
        after = game.apply(state, seat, action)
    except IllegalMove as error:
        raise _with_answer(seat, " ".join(words[:used]) or game.format(action), error) from None
    # A number of dice has no words of its own: it is said together with what they show.
    return seat, action, after, " ".join([*named, *words[:used]]), words[used:]


def _with_seats(
    answers: Answers, state: State, seat: Seat, words: list[str], players: Mapping[Seat, str]
) -> list[str]:
    """The words with seats for the names of players, or how they begin.

    The name of whose turn it is goes without saying before an answer.
    """
    known = answers.names(state, seat)
    called = [(name, one) for name, one in of_seats(players, players) if name != one]
    spoken: list[str] = []
    for word in words:
        short = len(plain(word)) < SHORTEST_NAME
        seats = () if short or _is_known(word, known) else _ids(word, called)
        spoken.append(seats[0] if seats else word)
    whose = awaited_of(answers, state, seat)
    return spoken[1:] if len(spoken) > 1 and spoken[0] == whose != words[0] else spoken


def _is_known(word: str, names: Names) -> bool:
    """Whether a word is a name of a thing, or how one or several begin."""
    try:
        return bool(one_of(word, names)) or plain(word) in {plain(id) for _, id in names}
    except Ambiguous:
        return True


def _ids(word: str, names: Names) -> tuple[str, ...]:
    """The ids that a word stands for; none if the word is ambiguous."""
    try:
        return one_of(word, names)
    except Ambiguous:
        return ()


def _with_answer(seat: Seat, answer: str, error: IllegalMove) -> IllegalMove:
    """The error with the answer before its reason, and with the seat if it is a player's answer."""
    words, why = quoted(answer), error.words
    if seat == CHANCE:
        return IllegalMove(phrase("{answer}: {why}", answer=words, why=why), why)
    return IllegalMove(phrase("{seat}, {answer}: {why}", seat=seat, answer=words, why=why), why)


def _named(
    answers: Answers, state: State, seat: Seat, words: list[str]
) -> tuple[Action, int, list[str]]:
    """The action of the words; if they have no meaning, of the words with ids in place of names.

    Raises `NotationError`, with the names that are most like an unknown word.
    """
    try:
        return *answers.read(state, seat, words), words
    except SeveralMeanings:
        raise
    except NotationError as error:
        refused = error
    names = answers.names(state, seat)
    ids = with_ids(words, names) if names else words
    if ids != words:
        try:
            return *answers.read(state, seat, ids), ids
        except SeveralMeanings:
            raise
        except NotationError as error:
            refused = error
    likely = _likely(ids, names)
    raise likely or refused


def _likely(words: Sequence[str], names: Names) -> NotationError | None:
    """The error with the names most like the first unknown word; None without such names."""
    ids = {plain(id) for _, id in names}
    for word in words:
        if plain(word) in ids or len(plain(word)) < SHORTEST_NAME or plain(word).isdecimal():
            continue
        if near := nearest(word, names):
            return NotationError(
                phrase(
                    "'{word}' is not known here; the nearest: {names}",
                    word=quoted(word),
                    names=listed([_called(name, id) for name, id in near], " or "),
                )
            )
    return None


def _called(name: str, id: str) -> str:
    """An id, and the name that was meant where that is another: `mine`, `forest (Wald)`."""
    return id if plain(name) == plain(id) else f"{id} ({name})"


def with_ids(words: Sequence[str], names: Names) -> list[str]:
    """The words with ids for names, the longest names first.

    Raises `SeveralMeanings` where a name may stand for several things.
    """
    written = {plain(id) for _, id in names}
    result: list[str] = []
    rest = list(words)
    while rest:
        try:
            count, ids = _longest(rest, names) if plain(rest[0]) not in written else (1, ())
        except SeveralMeanings as several:
            raise several.placed(result, rest) from None
        result.append(next((one for one in ids if one not in result), rest[0]))
        rest = rest[count:]
    return result


def _longest(words: Sequence[str], names: Names) -> tuple[int, tuple[str, ...]]:
    """How many of the first words are a name, and what it stands for."""
    # A sign such as - is an answer of its own and no part of a name.
    named = next((i for i, word in enumerate(words) if not plain(word)), len(words))
    for length in range(min(LONGEST_NAME, named), 0, -1):
        try:
            if ids := one_of(quoted(" ".join(words[:length])), names):
                return length, ids
        except Ambiguous as ambiguous:
            raise SeveralMeanings(ambiguous.words, ambiguous.ids, length) from None
    return 1, ()


def _who(
    waiting: Sequence[Seat], words: list[str], players: Mapping[Seat, str]
) -> tuple[Seat, list[str]]:
    """Who answers, and the words of the answer."""
    name = words[0].removesuffix(":")
    if (len(waiting) > 1 and len(name) > 1) or words[0].endswith(":"):
        try:
            seats = one_of(name, of_seats(waiting, players))
        except Ambiguous as ambiguous:
            raise SeveralMeanings(ambiguous.words, ambiguous.ids) from None
        if seats:
            return seats[0], words[1:]
    return waiting[0], words


def in_words(game: Game) -> Answers:
    """The words of the record as answers, without a verb that only one action has."""

    def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
        return read_in_words(game, state, seat, " ".join(words)), len(words)

    def short(state: State, seat: Seat, action: Action) -> str:
        full = game.format(action)
        rest = full.partition(" ")[2]
        try:
            return rest if rest and read_in_words(game, state, seat, rest) == action else full
        except (NotationError, IllegalMove):
            return full

    return Answers(read, short)


def read_in_words(game: Game, state: State, seat: Seat, text: str) -> Action:
    """The action that a text says, by itself or after one of the verbs that are awaited."""
    refused: NotationError | None = None
    likely: list[Action] = []
    for verb in chain([""], verbs(game, state, seat)):
        try:
            action = game.parse(f"{verb} {text}".strip())
        except NotationError as error:
            refused = refused or error
            continue
        try:
            game.apply(state, seat, action)
        except IllegalMove:
            likely.append(action)
        else:
            return action
    if likely:
        return likely[0]
    raise refused or NotationError(
        phrase("'{words}' is nothing that is awaited", words=quoted(text))
    )


def verbs(game: Game, state: State, seat: Seat) -> Iterator[str]:
    """The verbs of what a seat may do now, each once, worked out as they are asked for."""
    given = set[str]()
    for action in game.legal(state, seat):
        verb = game.format(action).split()[0]
        if verb not in given:
            given.add(verb)
            yield verb
