"""Short answers: the few characters that a player types at the table in place of a move.

    a line ──> read(state, seat, words) ──> an action, and how many of the words it took
                 └── until no word is left: a line holds one answer or several

Each game also says, as values, which answer it awaits and what an answer means, with its price and
effect. One place shows these values for all games. A game without short answers of its own reads
the words of its record. The player may leave out the verb if the other words are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from engine.kernel.errors import IllegalMove, NotationError, SeveralMeanings, shortened_text
from engine.kernel.game import CHANCE, Action, Game, Seat, State
from engine.kernel.names import Names
from engine.kernel.names_in_lines import answering_seat, likely_names_error, with_ids, with_seats
from engine.kernel.phrases import Phrase, Refusal, Wording, phrase

Words = Sequence[str]


class AwaitedAnswer(NamedTuple):
    """The answer that a game waits for.

    `when` is the point in the game, `what` the kind of answer, `left` what the player still has for
    it, such as coins. `who` is the player whom the answer concerns, even if the table gives it; ""
    if it concerns all players.
    """

    when: Wording
    who: Seat
    what: Wording
    left: Wording = ""


def _always(state: State) -> bool:
    """Return True: the form of an answer can be used in every state."""
    return True


class AnswerForm(NamedTuple):
    """One form of an answer and what it means: a line in the help of a game.

    `used` tells whether the form can be used in a state.
    """

    typed: str
    words: str
    used: Callable[[State], bool] = _always


class Count(NamedTuple):
    """How the lines that are typed for a game are counted.

    `words` says what one line is. `number` returns the number of the line to which a state belongs:
    all answers that are typed while this number stays the same are one line.
    """

    words: Phrase
    number: Callable[[State], int]


def _in_play(state: State, seat: Seat) -> AwaitedAnswer | None:
    """Return None: the game does not say what it waits for."""
    return None


def _nothing(state: State, seat: Seat, action: Action) -> str:
    """Return no words: the answer explains itself."""
    return ""


def _in_one(state: State, seat: Seat, action: Action) -> bool:
    """Return false: no list of answers ends with this one."""
    return False


def _listable(state: State, seat: Seat) -> str:
    """Return no description: the answers are few enough to be listed."""
    return ""


def _no_names(state: State, seat: Seat) -> Names:
    """Return no names: players type ids only."""
    return ()


class Answers(NamedTuple):
    """The short answers of a game: how they are read and written, and what they mean.

    `read` returns the action that the first words mean, and the number of these words; it raises
    `NotationError` if they mean none. `short` returns words for a legal action, from which `read`
    returns this action. `words` explains a legal action: its name, price and effect. `names`
    returns the names that may be typed in place of ids. `lasting` says what is final about an
    action, so that the prompt asks first; "" for other actions. `ends_list` tells whether an action
    ends a list that was begun: its sign is typed although nothing else is possible, or it would end
    the list of the next player. `described` says which answers are
    possible if they are too many to list; "" if they can be listed. `forms` are the lines of the
    help. `counted` says how lines are counted; if None, each input is one line. `once` is the type
    of the actions that cannot be repeated in a game.
    """

    read: Callable[[State, Seat, Words], tuple[Action, int]]
    short: Callable[[State, Seat, Action], str]
    awaited: Callable[[State, Seat], AwaitedAnswer | None] = _in_play
    words: Callable[[State, Seat, Action], Wording] = _nothing
    names: Callable[[State, Seat], Names] = _no_names
    lasting: Callable[[State, Seat, Action], Wording] = _nothing
    ends_list: Callable[[State, Seat, Action], bool] = _in_one
    described: Callable[[State, Seat], Wording] = _listable
    forms: tuple[AnswerForm, ...] = ()
    counted: Count | None = None
    once: type[Any] | tuple[()] = ()


class AnsweredLine(NamedTuple):
    """The moves of a typed line, with the state before the first move and after each move.

    `typed` has the words of each move. `refused` says why the rest of the line was not read; "" if
    all of it was read. `several` is the error of the next answer if it may mean several things.
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


def play_line(
    game: Game,
    answers: Answers,
    state: State,
    line: str,
    players: Mapping[Seat, str] | None = None,
) -> AnsweredLine:
    """Read and play the answers of a line, up to the first answer that is unknown or illegal.

    Raises `NotationError` or `IllegalMove` if the first answer of the line is unknown or illegal.
    Where several seats may act, the first of them answers, unless the name of a seat or player, or
    the beginning of such a name, comes before the answer. `players` has the players' names by seat.
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


def only_answer(game: Game, state: State) -> tuple[Seat, Action] | None:
    """The only legal answer, with its seat; None if a player has a choice or the table draws."""
    waiting = game.awaiting(state)
    if len(waiting) != 1 or waiting[0] == CHANCE:
        return None
    legal = list(islice(game.legal(state, waiting[0]), 2))
    return (waiting[0], legal[0]) if len(legal) == 1 else None


def awaited_player(answers: Answers, state: State, seat: Seat) -> Seat:
    """The player whom an answer concerns, even if the table gives it; "" if all players."""
    answer = answers.awaited(state, seat)
    return answer.who if answer else "" if seat == CHANCE else seat


def awaited_answer(game: Game, answers: Answers, state: State, seat: Seat) -> AwaitedAnswer:
    """The answer awaited of a seat, in the words of the game, else the verbs of legal actions."""
    answer = answers.awaited(state, seat)
    if answer is not None:
        return answer
    return AwaitedAnswer("", "" if seat == CHANCE else seat, " or ".join(verbs(game, state, seat)))


def _next(
    game: Game, answers: Answers, state: State, words: list[str], players: Mapping[Seat, str]
) -> tuple[Seat, Action, State, str, list[str]]:
    """Read and apply the first answer of the words.

    Returns its seat, its action, the state after it, its words and the words after it. Raises
    `NotationError` or `IllegalMove` unless the words begin with a legal answer.
    """
    waiting = game.awaiting(state)
    if not waiting:
        raise IllegalMove(
            phrase("the game is over before '{words}'", words=shortened_text(" ".join(words)))
        )
    try:
        seat, answer = answering_seat(waiting, words, players)
    except SeveralMeanings as several:
        raise several.place_in_line((), words) from None
    named = words[: len(words) - len(answer)]
    if not answer:
        raise NotationError(phrase("{seat}: the answer is missing", seat=seat))
    try:
        return _answer(game, answers, state, seat, named, answer)
    except SeveralMeanings as several:
        raise several.place_in_line(named, answer) from None
    except (NotationError, IllegalMove):
        spoken = [*(word.removesuffix(":") for word in named), *answer]
        on_turn = awaited_player(answers, state, seat)
        by_seat = with_seats(spoken, players, on_turn, answers.names(state, seat))
        if by_seat == answer:
            raise
    try:
        return _answer(game, answers, state, seat, named, by_seat)
    except (NotationError, IllegalMove):
        is_name = by_seat[0] in players and by_seat[0] != answer[0]
        if not (on_turn and is_name and len(answer) > 1):
            raise
        player, word = players.get(on_turn, on_turn), shortened_text(answer[0])
        whose = phrase("'{word}': it is the turn of {player}", word=word, player=player)
        raise NotationError(whose) from None


def _answer(
    game: Game, answers: Answers, state: State, seat: Seat, named: list[str], words: list[str]
) -> tuple[Seat, Action, State, str, list[str]]:
    """Read and apply the first answer of the words for a known seat; return what `_next` returns.

    `named` are the words before it that name the seat. Raises `NotationError` or `IllegalMove`.
    """
    action, used, words = _named(answers, state, seat, words)
    try:
        after = game.apply(state, seat, action)
    except IllegalMove as error:
        raise _with_answer(seat, " ".join(words[:used]) or game.format(action), error) from None
    # An answer may use no words: the answer for a throw also says how many dice are thrown.
    return seat, action, after, " ".join([*named, *words[:used]]), words[used:]


def _with_answer(seat: Seat, answer: str, error: IllegalMove) -> IllegalMove:
    """The error with the answer before its reason, and a player's seat before the answer."""
    words, why = shortened_text(answer), error.words
    if seat == CHANCE:
        return IllegalMove(phrase("{answer}: {why}", answer=words, why=why), why)
    return IllegalMove(phrase("{seat}, {answer}: {why}", seat=seat, answer=words, why=why), why)


def _named(
    answers: Answers, state: State, seat: Seat, words: list[str]
) -> tuple[Action, int, list[str]]:
    """Read the words; if they mean no action, read them with ids in place of names.

    Returns the action, the number of words it takes, and the words that were read. Raises
    `NotationError`, which has the names most like an unknown word.
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
    raise likely_names_error(ids, names) or refused


def in_words(game: Game) -> Answers:
    """Answers in the words of the record; the verb is left out if the other words are enough."""

    def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
        return read_in_words(game, state, seat, " ".join(words)), len(words)

    def short(state: State, seat: Seat, action: Action) -> str:
        full = game.format(action)
        shorter = full.partition(" ")[2]
        try:
            is_same = shorter and read_in_words(game, state, seat, shorter) == action
            return shorter if is_same else full
        except (NotationError, IllegalMove):
            return full

    return Answers(read, short)


def read_in_words(game: Game, state: State, seat: Seat, text: str) -> Action:
    """The action that a text means, alone or with the verb of a legal action before it.

    A legal action is preferred to an illegal one. Raises `NotationError` if the text means neither.
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
        phrase("'{words}' is no possible answer now", words=shortened_text(text))
    )


def verbs(game: Game, state: State, seat: Seat) -> Iterator[str]:
    """Yield the verbs of the legal actions of a seat, each once."""
    yielded = set[str]()
    for action in game.legal(state, seat):
        verb = game.format(action).split()[0]
        if verb not in yielded:
            yielded.add(verb)
            yield verb
