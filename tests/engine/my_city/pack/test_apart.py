"""Closed envelopes stay closed for owners: any word is theirs, and is told apart later."""

from __future__ import annotations

import pytest

from engine.kernel.errors import PackError
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import PackApplied
from engine.my_city.campaign.envelopes import opening_entry
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.carried import carried_pack, content_of, pack_of, with_envelope_content
from engine.my_city.pack.load import load, texts
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.overlay import NAME, closed_in, problems_of, with_overlay
from engine.my_city.pack.read import parse
from engine.my_city.pack.words import words_of
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.soak import SOAK

STAND_IN = load("stand_in")
KNOWN = {row["id"] for row in STAND_IN.files["box.toml"]["content"]}
CLOSED = sorted(
    {
        word
        for name, data in STAND_IN.files.items()
        if name != "box.toml"
        for row in data.get("content", ())
        for word in (row["id"], row["kind"])
    }
)
INVENTED = ("castle", "harbour", "zeppelin")
RULES = sorted(
    {
        row.name
        for number, rows in STAND_IN.episodes.items()
        if number > 3
        for row in rows
        if not row.get("end")
    }
    - {row.name for row in (*STAND_IN.rules, *(r for n in (1, 2, 3) for r in STAND_IN.episodes[n]))}
)


def of_a_site(word: str, cell: str = "F5") -> str:
    """An overlay with a site of this word, on every board from the first episode on."""
    id = word.replace(" ", "-")
    return (
        f'[[content]]\nid = "{id}"\nkind = "{word}"\namount = 1\nground = "site"\n'
        'source = "owner"\n'
        f'[[episode]]\nnumber = 1\n[[episode.rule]]\nname = "our {word}"\ndoes = "fixed"\n'
        f'content = "{id}"\ncells = "{cell}"\nsource = "owner"\n'
    )


def answer(text: str, word: str) -> str:
    """What the check says, without the word itself."""
    try:
        found = [str(error) for error in problems_of(STAND_IN, text, (1,))]
    except PackError as error:
        found = [str(error)]
    return "\n".join(found).replace(word, "WORD").replace(word.replace(" ", "-"), "WORD")


@pytest.mark.parametrize("word", [*CLOSED, *INVENTED])
def test_every_word_that_is_not_open_gets_the_same_answer(word: str) -> None:
    head = '[[episode]]\nnumber = 1\n[[episode.rule]]\nsource = "owner"\nname = "ours"\n'
    uses = f'{head}does = "fixed"\ncontent = "{word}"\ncells = "F5"\n'
    counts = f'{head}does = "visible"\nkind = "{word}"\npoints = 1\norder = 1\n'
    ends = f"{head.replace('ours', word)}end = true\n"
    for text in (of_a_site(word), uses, counts, ends):
        assert answer(text, word) == answer(text.replace(word, "castle"), "castle")
    assert answer(of_a_site(word), word) == ""


@pytest.mark.parametrize("name", RULES if SOAK else RULES[::5])
def test_a_rule_of_the_owner_may_have_any_name(name: str) -> None:
    text = rule_called(name)
    assert answer(text, name) == ""
    pack = with_overlay(STAND_IN, text, (1,))
    for number in pack.episodes:
        ours = [line for line in rules_of(pack, number).terms if line.label == name]
        assert [7] == [term.points for term in ours]
    theirs = {rules_of(pack, n).title for n in pack.episodes}
    assert len(theirs) == 24


def rule_called(name: str) -> str:
    return (
        f'[[episode]]\nnumber = 1\n[[episode.rule]]\nname = "{name}"\ndoes = "visible"\n'
        'kind = "well"\npoints = 7\norder = 3\nsource = "owner"\n'
    )


@pytest.mark.parametrize("word", CLOSED)
def test_the_two_are_told_apart_when_the_real_one_opens(word: str) -> None:
    """The owner's lies where the owner says; the envelope's where the envelope says."""
    pack = with_overlay(STAND_IN, of_a_site(word), (1,))
    id = word.replace(" ", "-")
    for number in pack.episodes:
        rules, before = rules_of(pack, number), rules_of(STAND_IN, number)
        assert [*rules.grid.names(rules.land[""].layers[rules.layer(id)])] == ["F5"]
        then = {
            c.id: cells for c, cells in before.contents_on(before.land[""]) if c.id not in KNOWN
        }
        now = {c.id: cells for c, cells in rules.contents_on(rules.land[""]) if c.id not in KNOWN}
        del now[id]
        assert sorted(then.values()) == sorted(now.values())
        assert rules.anchor.name.startswith(before.anchor.name)
    assert pack.envelopes[1:] == STAND_IN.envelopes[1:]
    assert {n: STAND_IN.seals[n] for n in "2345678"} == {n: pack.seals[n] for n in "2345678"}


def test_a_campaign_with_a_mill_of_its_own_opens_every_envelope() -> None:
    """Played from the first episode on, under a correction that has the words of envelope 4."""
    text = of_a_site("sawmill", "F5") + of_a_site("vein", "H2").replace("number = 1", "number = 2")
    first = created(STAND_IN, 2)
    campaign = fold.begin(first)
    campaign = fold.apply(campaign, opening_entry(campaign, 1))
    apart = closed_in(STAND_IN, campaign.opened)
    campaign = fold.apply(campaign, PackApplied(text, "our box", boards=True, apart=apart))
    for _, after in rehearse(first, 4, begun=campaign):
        campaign = after
    assert sorted(STAND_IN.episodes) == [played.number for played in campaign.played]
    board = campaign.cities[0].board
    assert {"sawmill F5", "sawmill-4 G10", "vein H2", "vein-4 A8", "vein-4 K1"} <= {*board}


def test_a_piece_of_the_owner_has_a_card_of_its_own() -> None:
    text = '[[piece]]\nid = "C1"\nkind = "church"\nshape = "##"\nsource = "owner"\n'
    text += (
        '[[episode]]\nnumber = 2\n[[episode.rule]]\nname = "ours"\ndoes = "deck"\nadd = ["C1"]\n'
        'source = "owner"\n'
    )
    assert answer(text, "C1") == ""
    pack = with_overlay(STAND_IN, text, (1,))
    deck = [card for card in rules_of(pack, 5).deck if card.startswith("C")]
    assert ["C1", "C2", "C3", "C4", "C5"] == sorted(deck)
    churches = next(term for term in rules_of(pack, 5).terms if term.label == "churches")
    assert "C1" not in churches.pieces
    assert {"C2", "C3", "C4", "C5"} == churches.pieces


@pytest.mark.parametrize("card", ["C1", "C4", "C9"])
def test_a_piece_without_a_deck_gets_the_same_answer_whatever_is_closed(card: str) -> None:
    text = f'[[piece]]\nid = "{card}"\nkind = "mill"\nshape = "##"\nsource = "owner"\n'
    (error,) = problems_of(load("stand_in"), text, (1,))
    assert "WORD: no deck has its card" in str(error).replace(card, "WORD")


def test_a_carried_pack_tells_them_apart_too() -> None:
    def salt(number: int) -> str:
        return f"salt {number}"

    hidden = carried_pack(STAND_IN, texts("stand_in")["box.toml"], salt)
    pack = pack_of(hidden.box, hidden.episodes)
    for number in range(1, 9):
        content = content_of(number, hidden.hidden[str(number)], salt(number))
        pack = with_envelope_content(pack, number, content)
        if number == 1:
            pack = with_overlay(pack, of_a_site("sawmill"), (1,))
            continue
        assert STAND_IN.seals[str(number)] == pack.seals[str(number)]
    for number, cells in ((10, []), (11, ["G10"]), (13, [])):
        assert cells == lying(pack, number, "sawmill-4")
        assert ["F5"] == lying(pack, number, "sawmill")


def lying(pack: Pack, number: int, id: str) -> list[str]:
    rules = rules_of(pack, number)
    layer = rules.layer(id)
    return [*rules.grid.names(rules.land[""].layers[layer])] if layer >= 0 else []


def test_words_of_the_envelope_say_which_one_is_meant() -> None:
    pack = with_overlay(STAND_IN, of_a_site("sawmill"), (1,))
    words = [words_of(pack, row) for row in pack.episodes[11]]
    assert "every board: sawmill-4 on G10" in words
    assert parse(NAME, of_a_site("sawmill"))["content"][0]["id"] == "sawmill"
