"""Read files that the user names, up to a size; write new texts, and never overwrite one."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from campaign.cli import interrupts
from campaign.cli.errors import FileProblem
from campaign.store import parts
from campaign.store.plain_files import LARGEST_TEXT
from engine.kernel.phrases import phrase

EDITORS = ("nano", "vi", "notepad")
LARGEST_BUNDLE = 32 * 2**20
"""The most bytes of a bundle or receipt."""
LARGEST_PAGE = 128 * 2**20
"""The most bytes of a page with a history: a hundred photos and more."""
LARGEST_IMPORT = 64 * 2**20
"""The most bytes of another program's log: about 60,000 plays."""
LARGEST_PICTURE = 30 * 2**20
"""The most bytes of a picture from a phone or camera."""
SQLITE = b"SQLite format 3\0"
"""The first bytes of a database file."""


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`; raises `FileProblem`."""
    data = _read(name, LARGEST_TEXT, "this is no record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(f"{name}, line {line}: not UTF-8 text") from None


def read_text_of_folder(path: Path) -> str:
    """Return the text of a file that was found in a folder; raises `FileProblem`, also for a pipe.

    A file that the user names may be a pipe.
    """
    if path.exists() and not path.is_file():
        raise FileProblem(f"{path}: no plain file")
    return read_text(str(path))


def read_bundle(name: str) -> bytes:
    """Return the bytes of a bundle or receipt; raises `FileProblem`."""
    return _read(name, LARGEST_BUNDLE, "it is not a bundle", standard_input=False)


def read_proof(name: str) -> bytes:
    """Return the bytes of a bundle, or of a page that holds one; raises `FileProblem`."""
    return _read(name, LARGEST_PAGE, "it is neither a bundle nor a page", standard_input=False)


def is_database(name: str) -> bool:
    """Return whether a file is an SQLite database; False if it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError):
        return False


def read_import(name: str) -> bytes:
    """Return the bytes of another program's log, or of standard input for `-`.

    Raises `FileProblem`.
    """
    return _read(name, LARGEST_IMPORT, "split it")


def read_picture(name: str) -> bytes:
    """Return the bytes of a picture; raises `FileProblem`."""
    return _read(name, LARGEST_PICTURE, "make it smaller first", standard_input=False)


def _read(name: str, most: int, remark: str, *, standard_input: bool = True) -> bytes:
    """Return the bytes of a file.

    Raises `FileProblem`; if the file has more than `most` bytes, the message ends with `remark`.
    """
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


def write_text(name: str, text: str) -> None:
    """Write a file that must not exist yet, whole or not at all; raises `FileProblem`."""
    try:
        with parts.replacing([Path(name)], new=True) as (file,):
            file.write(text.encode())
    except OSError as error:
        raise FileProblem.from_error(name, error) from None


def make_folder(folder: Path) -> None:
    """Make a folder if there is none yet; raises `FileProblem`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem.from_error(folder, error) from None


def edit_text(text: str, suffix: str) -> str | None:
    """Open a text in the user's editor and return the edited text; None if it is unchanged.

    The editor is `VISUAL`, else `EDITOR`, else one that is installed. Raises `FileProblem`.
    """
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(chosen) or [_installed_editor()]
    except ValueError as error:
        raise FileProblem(f"VISUAL or EDITOR, {chosen!r}: {str(error).lower()}") from None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"record{suffix}")
        path.write_text(text, "utf-8")
        written = path.stat().st_mtime_ns
        try:
            with interrupts.ignoring_interrupts():
                code = subprocess.run([*words, str(path)], check=False).returncode
        except OSError as error:
            raise FileProblem(
                f"the editor {words[0]} cannot be started ({(error.strerror or '').lower()}): "
                "set VISUAL or EDITOR to yours"
            ) from None
        try:
            if code:
                raise FileProblem(f"{words[0]} ended with exit code {code}: nothing is changed")
            edited_text = read_text(str(path))
        except FileProblem as error:
            if not path.is_file() or path.stat().st_mtime_ns == written:
                raise
            kept = set_aside("", suffix)
            os.replace(path, kept)  # the folder is removed, and what was written with it
            message = str(error).replace(str(path), kept)
            raise FileProblem(message, phrase("What you wrote is in {file}", file=kept)) from None
    return None if edited_text == text else edited_text


def set_aside(text: str, suffix: str, folder: Path | None = None) -> str:
    """Write a text to a new file that only the user can read; return the file's name.

    The file lies in `folder`, or among the temporary files if nothing can be written there, as on
    a full disk.
    """
    try:
        handle, name = tempfile.mkstemp(suffix, "record-", folder)
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            Path(name).unlink()
            raise
    except OSError:
        if folder is None:
            raise
        return set_aside(text, suffix)
    return name


def _installed_editor() -> str:
    """Return the name of an installed editor; raises `FileProblem` if none is known."""
    for name in EDITORS:
        if shutil.which(name):
            return name
    raise FileProblem("no editor is installed that is known here: set EDITOR to yours")
