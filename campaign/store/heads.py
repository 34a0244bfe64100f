"""The short form of a journal's head: eight characters for the note in the box."""

from __future__ import annotations

from campaign.store.errors import BadHead
from engine.kernel.phrases import phrase

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of Crockford's base 32: without I, L, O and U, which are easily misread."""


def short_head(digest: str) -> str:
    """The short form of a hash, such as 7QK2-9FM7: 35 bits of it, and a check character.

    For a damaged hash it is ????-????.
    """
    try:
        number = int(digest[:16], 16) >> 29
    except (TypeError, ValueError):
        return "????-????"
    digits = [DIGITS[number >> shift & 31] for shift in range(30, -1, -5)]
    text = "".join(digits) + _check(digits)
    return f"{text[:4]}-{text[4:]}"


def read_short_head(text: str) -> str:
    """The proper form of a short head that somebody typed; raises `BadHead`.

    Small letters, a missing dash, and O, I, L instead of 0, 1, 1 are understood.
    """
    plain = "".join(text.split()).replace("-", "").upper()
    plain = plain.translate(str.maketrans("OIL", "011"))
    if len(plain) != 8 or set(plain) - set(DIGITS):
        raise BadHead(
            phrase("{text!r} is not a head: eight characters such as 7QK2-9FM7", text=text)
        )
    if _check(list(plain[:7])) != plain[7]:
        raise BadHead(
            phrase("{text!r} is mistyped: its last character does not fit the others", text=text)
        )
    return f"{plain[:4]}-{plain[4:]}"


def is_short_head(text: str) -> bool:
    """Whether a text is a short head, as `read_short_head` understands it."""
    try:
        read_short_head(text)
    except BadHead:
        return False
    return True


def _check(digits: list[str]) -> str:
    """The check character: each single wrong character and each swap of neighbours changes it.

    The digits are elements of the field of 32 elements (x^5 + x^2 + 1). Their weights are rising
    powers of x, so no weight is 0 and two neighbours never have the same weight.
    """
    total = 0
    for digit in digits:
        total = (total ^ DIGITS.index(digit)) << 1
        if total & 32:
            total ^= 0b100101
    return DIGITS[total]
