"""The key with which histories are signed: Ed25519, one a user, in a file of its own.

The key is made on first use, only its owner can read it, and it is never in the database. The
signed bytes are the purpose and the SHA-256 of the text. A signature proves that the same key was
used as before. It does not prove that its owner is honest.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from campaign.shell import command_on
from campaign.store import parts
from campaign.store.errors import BadKey
from campaign.store.heads import DIGITS
from campaign.store.location import data_folder
from campaign.store.place import path_in
from campaign.store.plain_files import read_plain

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LONGEST = 2**16
"""The bytes of a file that are read as a key; a key of any kind is shorter."""
GROUPS = 6
"""Groups of four characters in a fingerprint: 120 bits."""
_DASHES = (
    "-\u02d7\u058a\u05be\u06d4\u1400\u1806\u2010-\u2015\u2043\u2212\u2500\u2796\u2e17\u2e1a\u2e3a\u2e3b"
    "\u2e40\u2e5d\u301c\u3030\u30a0\u30fc\ufe31\ufe32\ufe58\ufe63\uff0d\uff70\U00010ead"
)
_FINGERPRINT = re.compile(f"\\w{{4}}([{_DASHES}]\\w{{4}}){{3,}}")
"""Matches a text that looks like a fingerprint, or like most of one."""

PRIME = 2**255 - 19
"""The prime of the field of Ed25519: the coordinate of a point is less than it."""
ORDER = 2**252 + 27742317777372353535851937790883648493
"""The number of points that a key can be."""
SMALL = frozenset(
    {
        0,
        1,
        PRIME - 1,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    }
)
"""The coordinates of the eight points of small order: a signature with such a key may fit any text.

RFC 8032 leaves it to each program whether to refuse such keys. OpenSSL does not refuse them.
"""


class Signature(NamedTuple):
    """A public key and a signature by it, both as base64 text."""

    key: str
    signature: str

    @property
    def fingerprint(self) -> str:
        """The short name of the key, 7QK2-9FM7-..., which people compare by telephone."""
        return fingerprint(self.key)


def default_location() -> Path:
    """The file of this user's key, or the file that CAMPAIGN_KEY names; raises `StoreError`."""
    return path_in("CAMPAIGN_KEY") or data_folder() / "key.pem"


def sign(what: str, text: bytes, path: Path | None = None) -> Signature:
    """Sign a text with the user's own key, which is made if there is none; raises `BadKey`."""
    private = _private(path or default_location())
    public = private.public_key().public_bytes_raw()
    return Signature(_text(public), _text(private.sign(_digest(what, text))))


def is_signed(what: str, text: bytes, by: Signature) -> bool:
    """Whether `by` is a valid signature of a text, for the purpose `what`, by the key in it."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key, signature = _bytes(by.key), _bytes(by.signature)
    if not (len(key) == 32 and len(signature) == 64):
        return False
    if not (_is_point(key) and _is_point(signature[:32])):
        return False
    if int.from_bytes(signature[32:], "little") >= ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, _digest(what, text))
    except (InvalidSignature, ValueError):
        return False
    return True


def own_fingerprint(path: Path | None = None) -> str:
    """The short name of the user's own key, which is made if there is none."""
    private = _private(path or default_location())
    return fingerprint(_text(private.public_key().public_bytes_raw()))


def looks_like_a_fingerprint(text: str) -> bool:
    """Whether a text could be taken for the short name of a key."""
    return bool(_FINGERPRINT.search(text.upper()))


def fingerprint(key: str) -> str:
    """The short name of a public key."""
    number = int.from_bytes(hashlib.sha256(key.encode()).digest()) >> (256 - 20 * GROUPS)
    digits = [DIGITS[number >> shift & 31] for shift in range(20 * GROUPS - 5, -1, -5)]
    return "-".join("".join(digits[i : i + 4]) for i in range(0, len(digits), 4))


def _is_point(data: bytes) -> bool:
    """Whether bytes are the canonical form of a point of Ed25519 that is not of small order."""
    coordinate = int.from_bytes(data, "little") & (2**255 - 1)
    return coordinate < PRIME and coordinate not in SMALL


def _bytes(text: str) -> bytes:
    """The bytes of a base64 text in its canonical form; empty for any other text."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return data if _text(data) == text else b""


def _digest(purpose: str, text: bytes) -> bytes:
    """The bytes to sign; they contain the purpose, so a signature fits no other purpose."""
    return purpose.encode() + b"\0" + hashlib.sha256(text).digest()


def _private(path: Path) -> Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        if not path.exists():
            _make(path)
        if path.is_dir():
            raise BadKey(f"{path} is a folder, not a key", "name another file with CAMPAIGN_KEY")
        if not path.is_file():
            raise BadKey(
                f"{path} is a pipe or a device, not a key", "name another file with CAMPAIGN_KEY"
            )
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise BadKey(f"the key {path} can be read by others", command_on("chmod 600", path))
        key = load_pem_private_key(read_plain(path, LONGEST), password=None)
    except OSError as error:
        raise BadKey(
            f"the key {path} cannot be read or made ({error.strerror})",
            "name another file with CAMPAIGN_KEY",
        ) from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadKey(f"{path} holds no key", "name another file with CAMPAIGN_KEY") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(f"{path} holds a key of another kind", "name another file with CAMPAIGN_KEY")
    return key


def _make(path: Path) -> None:
    """Make a key in a file that gets the name `path` when it is complete.

    If two processes make a key, the first one counts. Nobody else can read the file at any moment.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    pem = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        suppress(FileExistsError),
        parts.replacing([path], new=True, mode=parts.PRIVATE) as (file,),
    ):
        file.write(pem)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
