"""The words of Dilluvia Project's moves: what is read, what is refused."""

from __future__ import annotations

import pytest

from engine import dilluvia
from engine.dilluvia.notation import (
    RIGHT,
    Action,
    Buy,
    ClaimMove,
    CubeChoice,
    DilluviaBuild,
    Use,
    WorkerPlacement,
)
from engine.kernel.errors import NotationError


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("buy 3 1", Buy((1, 3))),
        ("buy nothing", Buy(())),
        ("workers 3 income", WorkerPlacement(3, "income")),
        ("workers 1 white with special", WorkerPlacement(1, "white", True)),
        ("claim f6 E5 f5 E6", ClaimMove(("E5", "F5", "E6", "F6"))),
        ("claim A10 A9", ClaimMove(("A9", "A10"))),
        ("build 2a E5 goods", DilluviaBuild("2A", ("E5",), "goods")),
        ("build 4A F6 F5 prestige less brown white",
         DilluviaBuild("4A", ("F5", "F6"), "prestige", (1, 0, 1, 0))),
        ("take black 2 white 1", CubeChoice((1, 2, 0, 0))),
        ("use claim_2s G7 f5", Use("CLAIM_2S", ("F5", "G7"))),
        ("use CONVERT white brown", Use("CONVERT", ("white", "brown"))),
    ],
)  # fmt: skip
def test_words_and_their_action(words: str, action: Action) -> None:
    assert action == dilluvia.parse(words)


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("buy 4 2", "buy 2 4"),
        ("claim F6 F5", "claim F5 F6"),
        ("take purple 1 white 2", "take white 2 purple 1"),
        ("build 1A F5 goods less purple brown", "build 1A F5 goods less brown purple"),
        ("market w3 g1", "market W3 G1"),
        ("pick w3", "pick W3"),
    ],
)
def test_words_are_written_in_one_way(words: str, canonical: str) -> None:
    assert canonical == dilluvia.format(dilluvia.parse(words))


@pytest.mark.parametrize(
    "words",
    [
        *("order", "order P1", "market", "market W0", "airship up 2", "airship north 5", "buy"),
        *("buy 1 1", "buy 5", "buy 1 nothing", "workers 0 income", "workers 3", "workers 3 sea"),
        *(
            "workers 3 income special",
            "claim",
            "claim 5F",
            "claim F5 F5",
            "claim F5 f5",
            "claim F0",
        ),
        *("build 2A goods", "build 2A F5", "build X F5 goods", "build 2A F5 goods less"),
        *("build 2A F5 goods less gold", "build 2A F5 goods white", "propeller", "propeller F5 F6"),
        *("garden", "switch", "switch F5 goods", "use", "use CONVERT white F5", "use C-1", "take"),
        *("take white", "take white 0", "take white 1 white 2", "take gold 1", "pick", "pick B3"),
        *("square 1", "square 5 1", "done now"),
    ],
)
def test_words_of_a_verb_that_are_not_right_say_what_is(words: str) -> None:
    with pytest.raises(NotationError) as caught:
        dilluvia.parse(words)
    verb = words.split()[0]
    reason = f'"{words}": write {RIGHT[verb]!s}'
    assert reason == str(caught.value)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "no move begins with '': a move is like workers 3 income"),
        ("sail north", "no move begins with 'sail': a move is like workers 3 income"),
        ("BUY 1", "no move begins with 'BUY': did you mean buy? Write distances from the airship"),
    ],
)
def test_other_verbs_are_refused_with_one_that_is_near(words: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason.replace("?", "[?]")):
        dilluvia.parse(words)
