"""The short form of a journal's head: eight characters for the note in the box."""

from __future__ import annotations

from campaign.store.errors import BadHead

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without I, L, O and U, which are mistaken for others."""


def short_head(digest: str) -> str:
    """Eight characters for a note, such as 7QK2-9FMD: 35 bits of the hash, one check character.

    A damaged hash has no head that could be written down: ????-????.
    """
    try:
        number = int(digest[:16], 16) >> 29
    except (TypeError, ValueError):
        return "????-????"
    digits = [DIGITS[number >> shift & 31] for shift in range(30, -1, -5)]
    text = "".join(digits) + _check(digits)
    return f"{text[:4]}-{text[4:]}"


def read_short_head(text: str) -> str:
    """A short head as somebody typed it, in its proper form; raises `BadHead`.

    Small letters, a missing dash, and O, I, L for 0, 1, 1 are understood.
    """
    plain = "".join(text.split()).replace("-", "").upper()
    plain = plain.translate(str.maketrans("OIL", "011"))
    if len(plain) != 8 or set(plain) - set(DIGITS):
        raise BadHead(f"{text!r} is not a head: eight characters such as 7QK2-9FMD")
    if _check(list(plain[:7])) != plain[7]:
        raise BadHead(f"{text!r} is mistyped: its last character does not fit the others")
    return f"{plain[:4]}-{plain[4:]}"


def _check(digits: list[str]) -> str:
    """The check character: each single wrong character and each swap of neighbours changes it.

    Digits are elements of the field of 32 (x^5 + x^2 + 1), weighted by rising powers of x,
    the check character by 1: no two neighbours weigh the same, and no weight is 0.
    """
    total = 0
    for digit in digits:
        total = (total ^ DIGITS.index(digit)) << 1
        if total & 32:
            total ^= 0b100101
    return DIGITS[total]
