"""Files that the user names: read whole within limits, written once and never overwritten."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from campaign.cli.errors import FileProblem

EDITORS = ("nano", "vi", "notepad")
LARGEST_BUNDLE = 32 * 2**20
"""Bytes of a history from elsewhere."""
LARGEST_IMPORT = 64 * 2**20
"""Bytes of a log of another program: about 60,000 plays."""
LARGEST_PICTURE = 30 * 2**20
"""Bytes of a picture from a phone or camera."""
SQLITE = b"SQLite format 3\0"
"""How a database begins."""
PRIVATE, PUBLIC = 0o600, 0o666
"""Permissions of a new file, before the user's mask takes some away."""
LARGEST_FILE = 2_000_000
"""Bytes; a record is far smaller, and a wrong file should not be read whole."""


def read_text(name: str) -> str:
    """The text of a file, `-` for standard input; raises `FileProblem`."""
    data = _read(name, LARGEST_FILE, "this is no record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(f"{name}, line {line}: not UTF-8 text") from None


def read_bundle(name: str) -> bytes:
    """The bytes of a history from elsewhere, or of a receipt; raises `FileProblem`."""
    return _read(name, LARGEST_BUNDLE, "it is not a bundle", standard_input=False)


def is_database(name: str) -> bool:
    """Whether a file is a database of SQLite; False for one that cannot be read."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError):
        return False


def read_import(name: str) -> bytes:
    """The bytes of a file of another program, `-` for standard input; raises `FileProblem`."""
    return _read(name, LARGEST_IMPORT, "split it")


def read_picture(name: str) -> bytes:
    """The bytes of a picture; raises `FileProblem`."""
    return _read(name, LARGEST_PICTURE, "make it smaller first", standard_input=False)


def _read(name: str, most: int, remark: str, *, standard_input: bool = True) -> bytes:
    """The bytes of a file; raises `FileProblem`, with the remark where there are more than most."""
    try:
        if name == "-" and standard_input:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise FileProblem.from_error(name, error) from None
    if len(data) > most:
        raise FileProblem(f"{name} holds more than {most:,} bytes: {remark}")
    return data


def write_bytes(name: str, data: bytes, *, private: bool = False) -> None:
    """Write a file that must not exist yet, whole or not at all; raises `FileProblem`.

    A private one can be read by nobody else.
    """
    if name == "-":
        raise FileProblem("standard output takes texts: name a file for this")
    path = Path(name)
    mode = PRIVATE if private else PUBLIC
    try:
        with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                path.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise FileProblem.from_error(name, error) from None


def write_text(name: str, text: str) -> None:
    """Write a file that must not exist yet, whole or not at all; raises `FileProblem`."""
    write_bytes(name, text.encode())


def make_folder(folder: Path) -> None:
    """Make a folder that may be there already; raises `FileProblem`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem.from_error(folder, error) from None


def edited(text: str, suffix: str) -> str | None:
    """A text as it is after somebody edited it; None if nothing was changed.

    The editor is `VISUAL`, else `EDITOR`, else one that is installed. Raises `FileProblem`.
    """
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    try:
        words = shlex.split(chosen) if chosen else [_installed_editor()]
    except ValueError as error:
        raise FileProblem(f"VISUAL or EDITOR, {chosen!r}: {str(error).lower()}") from None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"record{suffix}")
        path.write_text(text, "utf-8")
        try:
            code = subprocess.run([*words, str(path)], check=False).returncode
        except OSError as error:
            raise FileProblem(
                f"the editor {words[0]} cannot be started ({(error.strerror or '').lower()}): "
                "set VISUAL or EDITOR to yours"
            ) from None
        if code:
            raise FileProblem(f"{words[0]} ended with exit code {code}: nothing is changed")
        after = read_text(str(path))
    return None if after == text else after


def set_aside(text: str, suffix: str, folder: Path | None = None) -> str:
    """Write a text to a new file that nobody else can read; its name.

    It lies in a folder that can be written to, else among the temporary files.
    """
    try:
        handle, name = tempfile.mkstemp(suffix, "record-", folder)
    except OSError:
        handle, name = tempfile.mkstemp(suffix, "record-")
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return name


def _installed_editor() -> str:
    """An editor that is installed; raises `FileProblem`."""
    for name in EDITORS:
        if shutil.which(name):
            return name
    raise FileProblem("no editor is installed that is known here: set EDITOR to yours")
