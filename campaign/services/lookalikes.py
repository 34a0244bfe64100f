"""Names that look alike: "Anna" and "Аnna", whose first letter is Cyrillic.

A name is reduced to its look: compatibility forms, letters of other alphabets that look Latin,
case, accents and blanks are made equal. The table has letters that look the same as Latin ones, of
every alphabet that has many of them. It is no copy of Unicode's list (UTS #39), which also has
letters that nobody at a table would confuse.
"""

# ruff: noqa: RUF001, RUF002  letters that can be confused are what this module is about
from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_LATIN = {
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХҺԚԜЬ", "abesijkmhopctyxhqwb", strict=True)),
    **dict(zip("авеѕіјкмнорстухһԛԝьгпѵԁ", "abesijkmhopctyxhqwbrnvd", strict=True)),
    **dict(zip("ӀӏҮүѠѡҼҽԌԍ", "llyywweegg", strict=True)),
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx", strict=True)),
    **dict(zip("αβγεηικμνορστυχω", "abyenikuvopotuxw", strict=True)),
    **dict(zip("ϹϲͿϳ", "ccjj", strict=True)),
    # Coptic, Armenian, Cherokee, Lisu
    **dict(zip("ⲀⲂⲤⲈⲎⲒⲔⲘⲚⲞⲢⲦⲬⲨ", "abcehikmnoptxy", strict=True)),
    **dict(zip("ⲁⲥⲓⲟⲣⲭⲩ", "aciopxy", strict=True)),
    **dict(zip("ՕՍԼՏօսոհցգ", "oulsounhgq", strict=True)),
    **dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏤᎳᎩᏃ", "abcdeghijklmprstvwyz", strict=True)),
    **dict(zip("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz", strict=True)),
    # Latin of other languages, small capitals, and figures
    **dict(zip("ıɑɡøłđðŧħɛƅǀǃɩƒƨʋ01|", "iagolddtheblllfsvoil", strict=True)),
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
}
_AS_LATIN = str.maketrans(_LATIN)
_PAIRS = (("rn", "m"), ("vv", "w"))


def look(name: str) -> str:
    """The look of a name; two names with the same look can be taken for each other."""
    # Some letters are translated before their compatibility form, which looks otherwise.
    plain = unicodedata.normalize("NFKC", name.translate(_AS_LATIN)).translate(_AS_LATIN).casefold()
    bare = unicodedata.normalize("NFD", plain)
    kept = "".join(letter for letter in bare if letter.isalnum()).translate(_AS_LATIN)
    for pair, like_pair in _PAIRS:
        kept = kept.replace(pair, like_pair)
    return kept.replace("i", "l")


def like(name: str, names: Iterable[str]) -> str:
    """The first of some names that differs from this one and looks like it; "" for none."""
    return next((other for other in names if other != name and look(other) == look(name)), "")
