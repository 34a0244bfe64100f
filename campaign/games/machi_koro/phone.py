"""Machi Koro on a phone: buttons for dice and for cards with prices; the cities as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from campaign.display.html.steps import (
    Document,
    Option,
    branch_choice,
    choice,
    group,
    option_choice,
    options,
    step,
)
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.machi_koro import picture as machi_koro
from campaign.games.machi_koro.words import move_in_words, name_of, sentence
from campaign.services.entering.game import Entering
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, listed, many, phrase
from engine.kernel.replay import ReplayStep
from engine.machi_koro.answers import gain_in_words
from engine.machi_koro.components import CARD, CARDS, PRICE, SHOWN, name
from engine.machi_koro.notation import Deal, Dice, MachiKoroBuild, Roll, Swap, Target
from engine.machi_koro.state import (
    BUILD,
    DEAL,
    DICE,
    KEEP,
    ROLL,
    SWAP,
    TARGET,
    MachiKoroState,
    Payment,
)

ACROSS = 3
"""The number of cards side by side on a phone."""
ON_TABLE = 6
"""The number of cards side by side on the screen of the table."""


QUESTION = {
    DEAL: phrase("Which card comes to the market?"),
    ROLL: phrase("Roll one die or two"),
    DICE: phrase("What is rolled?"),
    KEEP: phrase("Keep the throw?"),
    TARGET: phrase("Whom does the TV station take from?"),
    SWAP: phrase("Which card is swapped?"),
    BUILD: phrase("What is built?"),
}
"""The question of each phase."""


def question(state: MachiKoroState) -> Phrase:
    """Return the question of the current phase."""
    return QUESTION[state.phase]


def facts(state: MachiKoroState, seat: Seat) -> Sequence[str]:
    """Return nothing, because the picture of the city shows everything."""
    return ()


def first_step(entering: Entering, seat: Seat, speaker: Speaker) -> Document:
    """The buttons for the legal answers of a seat."""
    legal = options(entering, seat)
    match legal[0].action:
        case Roll():
            numbers = [roll.action.dice for roll in legal]
            return step(groups=[_thrown(number) for number in numbers])
        case Dice(shown):
            return step(groups=[_thrown(len(shown))])
    buttons = [_button(entering, option) for option in legal if not _is_swap(option)]
    cards = [button for button in buttons if "price" in button]
    return step(
        groups=[
            group("", cards),
            group(phrase("Swap"), _swaps([o for o in legal if _is_swap(o)], entering)),
            group("", [button for button in buttons if "price" not in button]),
        ]
    )


def _thrown(number: int) -> Document:
    """The buttons for a throw of one die or two; the answer has only the numbers on the dice."""
    if number == 1:
        title = phrase("One die shows")
        shown = [choice(str(figure)) for figure in range(1, 7)]
        return group(title, shown, figures=True)
    first = (
        branch_choice(str(figure), step(phrase("The other die"), [_second(figure)]))
        for figure in range(1, 7)
    )
    return group(phrase("Two dice: one shows"), first, figures=True)


def _second(first: int) -> Document:
    """The buttons for the second die, each with the total of both dice."""
    totals = [(shown, total) for shown, total in SHOWN[2].items() if shown[0] == first]
    return group(
        "", [choice(f"{a} {b}", str(b), f"= {total}") for (a, b), total in totals], figures=True
    )


def _button(entering: Entering, option: Option) -> Document:
    """The button of an answer that is not a swap of two cards."""
    match option.action:
        case MachiKoroBuild(id) if id in CARD:
            left = entering.state.market[CARD[id]]
            words = phrase("{effect}; {left} left", effect=_effect(id), left=left)
            return choice(option.line, _name(id), words, _price(id), paint=CARDS[CARD[id]].colour)
        case MachiKoroBuild(id):
            return choice(option.line, _name(id), phrase("a landmark"), _price(id), paint="orange")
        case Deal(id):
            return choice(
                option.line, _name(id), _effect(id), _price(id), paint=CARDS[CARD[id]].colour
            )
        case Target(whose):
            return option_choice(option, entering.head.names.get(whose, whose))
    return option_choice(option, option.words)


def _is_swap(option: Option) -> bool:
    return isinstance(option.action, Swap) and bool(option.action.gives)


def _swaps(swaps: Iterable[Option], entering: Entering) -> list[Document]:
    """The cards that a seat can give; each leads to the cards that the seat can get for it."""
    by_own: dict[str, list[Option]] = {}
    for option in swaps:
        by_own.setdefault(option.action.gives, []).append(option)
    return [
        branch_choice(
            _name(own_card),
            step(phrase("For which card?"), _cards_to_get(own_swaps, entering)),
            paint=_paint(own_card),
        )
        for own_card, own_swaps in by_own.items()
    ]


def _cards_to_get(swaps: Sequence[Option], entering: Entering) -> list[Document]:
    """The cards that a seat can get, in a group for each player who has such cards."""
    names = entering.head.names
    return [
        group(
            names.get(whose, whose),
            [
                choice(o.line, _name(o.action.takes), paint=_paint(o.action.takes))
                for o in swaps
                if o.action.seat == whose
            ],
        )
        for whose in dict.fromkeys(option.action.seat for option in swaps)
    ]


def _name(id: str) -> Phrase:
    return phrase(name(id, "en"))


def _paint(id: str) -> str:
    return CARDS[CARD[id]].colour


def _price(id: str) -> Phrase:
    return many(PRICE[id], "coin")


def _effect(id: str) -> Phrase:
    """The throws on which a card fires, and what it brings."""
    card = CARDS[CARD[id]]
    return phrase(
        "on {dice}: {gain}", dice=listed(map(str, card.dice), " or "), gain=gain_in_words(card)
    )


def seat_and_words(
    step: ReplayStep, names: Mapping[Seat, str], language: str
) -> tuple[Seat, Wording]:
    """The player whose turn it is, and the move; throws and dealt cards count as this player's."""
    return step.before.seats[step.before.turn], move_in_words(step, names, language)


def recent_events(entering: Entering, seat: Seat | None, speaker: Speaker) -> Sequence[Wording]:
    """The last throw and later moves in words, with the coins that each brought or cost `seat`.

    If `seat` is None, the coins of every seat follow.
    """
    head, steps = entering.head, entering.steps
    thrown = [i for i, move in enumerate(steps) if isinstance(move.action, Dice)]
    sentences = []
    for move in steps[thrown[-1] :] if thrown else steps[-1:]:
        words = sentence(move, head.names, speaker.language)
        payees = [seat] if seat else list(head.seats)
        paid = [line for whose in payees for line in _paid(move, whose, seat, head.names, speaker)]
        sentences.append(joined(": ", (words, joined(", ", paid))) if paid else words)
    return sentences


def _paid(
    step: ReplayStep,
    whose: Seat,
    own_seat: Seat | None,
    names: Mapping[Seat, str],
    speaker: Speaker,
) -> Iterator[Phrase]:
    """Yield the coins that a move brought `whose` in all.

    For `own_seat` the coins that it cost and those that it brought are apart, with their cards.
    """
    payments = [payment for payment in step.after.payments if payment.amount]
    paid = [payment for payment in payments if payment.payer == whose]
    got = [payment for payment in payments if payment.payee == whose]
    if whose != own_seat:
        if amount := _sum(got) - _sum(paid):
            yield phrase("{name} {amount:+}", name=name_of(whose, names), amount=amount)
        return
    for some, sign in ((paid, -1), (got, 1)):
        if not some:
            continue
        cards = Counter[str]()
        for payment in some:
            cards[payment.card] += payment.count
        cards_in_words = [
            joined(" ", (*([str(count)] if count > 1 else ()), name(id, speaker.language)))
            for id, count in cards.items()
        ]
        words, amount = joined(", ", cards_in_words), sign * _sum(some)
        yield phrase("you {amount:+} from {cards}", amount=amount, cards=words)


def _sum(payments: Iterable[Payment]) -> int:
    return sum(payment.amount for payment in payments)


def boards(entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Picture]:
    """The pictures for a seat: its own city, the market, then the other cities.

    For the table: the cities, then the market in one row.
    """
    state: MachiKoroState = entering.state
    across = ACROSS if seat else ON_TABLE
    cities = machi_koro.city_pictures(state, entering.head.names, speaker, across)
    by_seat = dict(zip(state.seats, cities, strict=True))
    in_a_row = ACROSS if seat else len(CARDS)
    market = {"market": machi_koro.market(state, speaker, in_a_row)}
    if seat not in by_seat:
        return {**by_seat, **market}
    own_city = {seat: by_seat.pop(seat)}
    return {**own_city, **market, **by_seat}
