"""Short answers: the few signs that a player types at the table for what is awaited.

    a line ──> read(state, seat, words) ──> an action, and how many of the words it took
                 └── until no word is left: a line holds one answer or several

Each game also gives, as values, what is awaited and what an answer means, with its price and
effect; one place draws them for all games. A game without short answers of its own takes the words
of its record, and a player may leave out the verb where the other words say the action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from engine.kernel.errors import IllegalMove, NotationError, SeveralMeanings, quoted
from engine.kernel.game import CHANCE, Action, Game, Seat, State
from engine.kernel.names import AmbiguousName, Names, nearest, of_seats, one_of, plain
from engine.kernel.phrases import Phrase, Refusal, Wording, listed, phrase

Words = Sequence[str]
LONGEST_NAME = 5
"""The most words of a name that is looked up."""
SHORTEST_NAME = 2
"""The fewest letters of a word that is looked up among players or among similar names."""


class AwaitedAnswer(NamedTuple):
    """What a game waits for: when in the game, the player, the kind of answer, what is left of it.

    `who` is the player whom the answer concerns, even where the table gives it; "" for all players.
    """

    when: Wording
    who: Seat
    what: Wording
    left: Wording = ""


def _always(state: State) -> bool:
    """True: this form of an answer is of use in every state."""
    return True


class AnswerForm(NamedTuple):
    """One form of an answer and what it means: a line in the help of a game.

    `used` says whether the form is of use in a state.
    """

    typed: str
    words: str
    used: Callable[[State], bool] = _always


class Count(NamedTuple):
    """How the lines that are typed for a game are counted.

    `words` says what one line is. `number` gives the number of the line to which a state belongs:
    everything that is typed while this number stays the same is one line.
    """

    words: Phrase
    number: Callable[[State], int]


def _in_play(state: State, seat: Seat) -> AwaitedAnswer | None:
    """None: the game does not say what it waits for."""
    return None


def _nothing(state: State, seat: Seat, action: Action) -> str:
    """No words: the answer says enough by itself."""
    return ""


def _listable(state: State, seat: Seat) -> str:
    """No description: the answers are few enough to be listed."""
    return ""


def _no_names(state: State, seat: Seat) -> Names:
    """No names: only ids are typed."""
    return ()


class Answers(NamedTuple):
    """The short answers of a game: how they are read and written, and what they mean.

    `read` gives the action that the first words say, and the number of these words; it raises
    `NotationError` where they say none. `short` gives the words of a legal action, from which
    `read` gives the same action. `words` says what a legal action is: its name, price and effect.
    `names` may be typed in place of ids. `lasting` says what is final about an action, so that the
    player is asked before it is taken. `described` says in words what may be answered where there
    are too many actions to list; "" where they can be listed. `forms` are the lines of the help.
    `counted` says how lines are counted; with None, what is typed at once is one line. `once` is
    the type of the actions that cannot be repeated in a game.
    """

    read: Callable[[State, Seat, Words], tuple[Action, int]]
    short: Callable[[State, Seat, Action], str]
    awaited: Callable[[State, Seat], AwaitedAnswer | None] = _in_play
    words: Callable[[State, Seat, Action], Wording] = _nothing
    names: Callable[[State, Seat], Names] = _no_names
    lasting: Callable[[State, Seat, Action], Wording] = _nothing
    described: Callable[[State, Seat], Wording] = _listable
    forms: tuple[AnswerForm, ...] = ()
    counted: Count | None = None
    once: type[Any] | tuple[()] = ()


class AnsweredLine(NamedTuple):
    """The moves that a line says, with the state before the first move and after each move.

    `typed` has the words of each move. `refused` says why the rest of the line was not taken.
    `several` has the meanings of the next answer, where it may mean several things.
    """

    moves: tuple[tuple[Seat, Action], ...]
    states: tuple[State, ...]
    typed: tuple[str, ...] = ()
    refused: Refusal = ""
    several: SeveralMeanings | None = None

    @property
    def state(self) -> State:
        """The state after all moves."""
        return self.states[-1]


def tell(
    game: Game,
    answers: Answers,
    state: State,
    line: str,
    players: Mapping[Seat, str] | None = None,
) -> AnsweredLine:
    """Read a line answer by answer, up to the first answer that is unknown or illegal.

    Raises `NotationError` or `IllegalMove` where this is the first answer of the line. Where
    several seats may act, the first of them answers, unless the name of a seat or player, or the
    beginning of a name, comes before the answer. `players` are the names of players by seat.
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
            return AnsweredLine(tuple(moves), tuple(states), tuple(typed), error.words, several)
        moves.append((seat, action))
        states.append(after)
        typed.append(spoken)
    return AnsweredLine(tuple(moves), tuple(states), tuple(typed))


def forced(game: Game, state: State) -> tuple[Seat, Action] | None:
    """The only answer of the only player who is asked; None where there is a choice or a draw."""
    waiting = game.awaiting(state)
    if len(waiting) != 1 or waiting[0] == CHANCE:
        return None
    legal = list(islice(game.legal(state, waiting[0]), 2))
    return (waiting[0], legal[0]) if len(legal) == 1 else None


def awaited_of(answers: Answers, state: State, seat: Seat) -> Seat:
    """The player whom an answer concerns, even where the table gives it; "" for all players."""
    known = answers.awaited(state, seat)
    return known.who if known else "" if seat == CHANCE else seat


def awaited(game: Game, answers: Answers, state: State, seat: Seat) -> AwaitedAnswer:
    """What is awaited of a seat: as the game says it, else the verbs of the legal actions."""
    known = answers.awaited(state, seat)
    if known is not None:
        return known
    return AwaitedAnswer("", "" if seat == CHANCE else seat, " or ".join(verbs(game, state, seat)))


def _next(
    game: Game, answers: Answers, state: State, words: list[str], players: Mapping[Seat, str]
) -> tuple[Seat, Action, State, str, list[str]]:
    """Read the first answer: its seat, its action, the state after it, its words, the words left.

    Raises `NotationError` or `IllegalMove` where the words do not begin with a legal answer.
    """
    waiting = game.awaiting(state)
    if not waiting:
        raise IllegalMove(
            phrase("the game is over before '{words}'", words=quoted(" ".join(words)))
        )
    try:
        seat, said = _who(waiting, words, players)
    except SeveralMeanings as several:
        raise several.placed((), words) from None
    named = words[: len(words) - len(said)]
    if not said:
        raise NotationError(phrase("{seat}: the answer is missing", seat=seat))
    try:
        return _answer(game, answers, state, seat, named, said)
    except SeveralMeanings as several:
        raise several.placed(named, said) from None
    except (NotationError, IllegalMove):
        by_seat = _with_seats(answers, state, seat, said, players)
        if by_seat == said:
            raise
    try:
        return _answer(game, answers, state, seat, named, by_seat)
    except (NotationError, IllegalMove):
        on_turn = awaited_of(answers, state, seat)
        is_name = by_seat[0] in players and by_seat[0] != said[0]
        if not (on_turn and is_name and len(said) > 1):
            raise
        player, word = players.get(on_turn, on_turn), quoted(said[0])
        whose = phrase("'{word}': it is the turn of {player}", word=word, player=player)
        raise NotationError(whose) from None


def _answer(
    game: Game, answers: Answers, state: State, seat: Seat, named: list[str], words: list[str]
) -> tuple[Seat, Action, State, str, list[str]]:
    """Read and apply the answer with which the words begin; the result is that of `_next`.

    Raises `NotationError` or `IllegalMove`.
    """
    action, used, words = _named(answers, state, seat, words)
    try:
        after = game.apply(state, seat, action)
    except IllegalMove as error:
        raise _with_answer(seat, " ".join(words[:used]) or game.format(action), error) from None
    # An answer may use no words: how many dice are thrown follows from the answer for the throw.
    return seat, action, after, " ".join([*named, *words[:used]]), words[used:]


def _with_seats(
    answers: Answers, state: State, seat: Seat, words: list[str], players: Mapping[Seat, str]
) -> list[str]:
    """The words with a seat in place of each name of a player, or of the beginning of a name.

    A name before an answer is dropped where it is the player whose turn it is.
    """
    known = answers.names(state, seat)
    called = [(name, id) for name, id in of_seats(players, players) if name != id]
    spoken: list[str] = []
    for word in words:
        short = len(plain(word)) < SHORTEST_NAME
        seats = () if short or _is_known(word, known) else _ids(word, called)
        spoken.append(seats[0] if seats else word)
    whose = awaited_of(answers, state, seat)
    return spoken[1:] if len(spoken) > 1 and spoken[0] == whose != words[0] else spoken


def _is_known(word: str, names: Names) -> bool:
    """Whether a word is an id, a name, or the beginning of one name or of several."""
    try:
        return bool(one_of(word, names)) or plain(word) in {plain(id) for _, id in names}
    except AmbiguousName:
        return True


def _ids(word: str, names: Names) -> tuple[str, ...]:
    """The ids that a word stands for; none if the word is ambiguous."""
    try:
        return one_of(word, names)
    except AmbiguousName:
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
    """An id, with the name in brackets where it is another word: `mine`, `forest (Wald)`."""
    return id if plain(name) == plain(id) else f"{id} ({name})"


def with_ids(words: Sequence[str], names: Names) -> list[str]:
    """The words with ids in place of names; longer names are tried first.

    Raises `SeveralMeanings` where a name may stand for several things.
    """
    written = {plain(id) for _, id in names}
    result: list[str] = []
    left = list(words)
    while left:
        try:
            count, ids = _longest(left, names) if plain(left[0]) not in written else (1, ())
        except SeveralMeanings as several:
            raise several.placed(result, left) from None
        result.append(next((id for id in ids if id not in result), left[0]))
        left = left[count:]
    return result


def _longest(words: Sequence[str], names: Names) -> tuple[int, tuple[str, ...]]:
    """The number of first words that form a name, and the ids of this name; 1 and no id if none do.

    Raises `SeveralMeanings` where the name may stand for several things.
    """
    # A sign such as - is an answer of its own and no part of a name.
    named = next((i for i, word in enumerate(words) if not plain(word)), len(words))
    for length in range(min(LONGEST_NAME, named), 0, -1):
        try:
            if ids := one_of(quoted(" ".join(words[:length])), names):
                return length, ids
        except AmbiguousName as ambiguous:
            raise SeveralMeanings(ambiguous.words, ambiguous.ids, length) from None
    return 1, ()


def _who(
    waiting: Sequence[Seat], words: list[str], players: Mapping[Seat, str]
) -> tuple[Seat, list[str]]:
    """The seat that answers, and the words after its name.

    Raises `SeveralMeanings` where the name may stand for several seats.
    """
    name = words[0].removesuffix(":")
    if (len(waiting) > 1 and len(name) > 1) or words[0].endswith(":"):
        try:
            seats = one_of(name, of_seats(waiting, players))
        except AmbiguousName as ambiguous:
            raise SeveralMeanings(ambiguous.words, ambiguous.ids) from None
        if seats:
            return seats[0], words[1:]
    return waiting[0], words


def in_words(game: Game) -> Answers:
    """Answers in the words of the record, without the verb where the other words say the action."""

    def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
        return read_in_words(game, state, seat, " ".join(words)), len(words)

    def short(state: State, seat: Seat, action: Action) -> str:
        full = game.format(action)
        shorter = full.partition(" ")[2]
        try:
            again = shorter and read_in_words(game, state, seat, shorter) == action
            return shorter if again else full
        except (NotationError, IllegalMove):
            return full

    return Answers(read, short)


def read_in_words(game: Game, state: State, seat: Seat, text: str) -> Action:
    """The action that a text says, by itself or after one of the verbs that are awaited.

    A legal action is preferred to an illegal one. Raises `NotationError` where there is neither.
    """
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
        phrase("'{words}' is no possible answer now", words=quoted(text))
    )


def verbs(game: Game, state: State, seat: Seat) -> Iterator[str]:
    """Yield the verbs of the legal actions of a seat, each once."""
    given = set[str]()
    for action in game.legal(state, seat):
        verb = game.format(action).split()[0]
        if verb not in given:
            given.add(verb)
            yield verb
