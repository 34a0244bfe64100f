"""A function that remembers: it is asked once, and the memory stays flat."""

from __future__ import annotations

from engine.kernel.fast import memo
from engine.kernel.fast.memo import Memo, same


def test_each_answer_is_worked_out_once() -> None:
    asked = list[int]()

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    doubled = Memo(double)
    assert [2, 4, 2] == [doubled[1], doubled[2], doubled[1]]
    assert [1, 2] == asked


def test_it_forgets_everything_when_it_is_full() -> None:
    texts = Memo[int, str](str)
    for number in range(memo.ROOM + 1):
        assert str(number) == texts[number]
    assert 1 == len(texts)


def test_equal_texts_become_one_object() -> None:
    one, other = "".join(["ea", "gle"]), "".join(["eag", "le"])
    assert one is not other
    assert same(one) is same(other)
