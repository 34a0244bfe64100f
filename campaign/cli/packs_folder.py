"""Read the pack that a command names; check a pack in a folder, and locate its errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import records
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem, RecordProblem
from campaign.cli.files import read_text, read_text_of_folder
from campaign.display.terminal import errors as screens
from campaign.services import packs, packs_sharing
from campaign.services.founding import OwnPack
from engine.kernel.errors import PackError, wording_of
from engine.kernel.phrases import phrase
from engine.my_city.pack import load
from engine.my_city.pack.tables import BOX

if TYPE_CHECKING:
    from campaign.services.values import History
    from engine.my_city.pack.model import Pack

    Problem = Callable[[PackError], RecordProblem]

OURS = "ours"


def read(env: Environment, folder: Path) -> OwnPack:
    """Read the pack in a folder.

    Raises `FileProblem`, and `RecordProblem` for a pack that cannot be played.
    """
    files = {path.name: read_text_of_folder(path) for path in sorted(folder.glob("*.toml"))}
    if folder.is_file():
        raise FileProblem(f"{folder} is a file: a pack is a folder")
    if not files:
        raise FileProblem(f"{folder}: no file of a pack (box.toml, envelope_N.toml) is there")

    def problem(error: PackError) -> RecordProblem:
        file = str(folder / error.file) if error.file else str(folder)
        return problem_of(error, file, files.get(error.file, ""))

    try:
        pack, errors = packs.check_files(files)
    except PackError as error:
        raise problem(error) from None
    raise_problems(env, errors, problem)
    return OwnPack(pack, files[BOX])


def pack_of_new_campaign(env: Environment, pack: Path) -> OwnPack | str:
    """Return the pack of a new campaign: the name of one in the program, or the one in a folder.

    Raises the errors of `read`.
    """
    is_known = str(pack) in load.names()
    if is_known and not pack.is_dir():
        return str(pack)
    own_pack = read(env, pack)
    if is_known:
        env.say(
            phrase(
                "The pack is a folder here, not the one of this name in the program: {folder}",
                folder=str(pack.absolute()),
            )
        )
    return own_pack


def problem_of(error: PackError, file: str, text: str) -> RecordProblem:
    """Return an error in a file of a pack as a problem, with its line if that is known."""
    line = packs.line_of(text, error)
    return RecordProblem(wording_of(error), f"{file}, line {line}" if line else file)


def raise_problems(env: Environment, wrong: Sequence[PackError], problem: Problem) -> None:
    """Show all errors but the last, and raise the last as `RecordProblem`; do nothing if none."""
    for error in wrong[:-1]:
        described = problem(error)
        env.say(screens.error(str(described), where=described.where))
    if wrong:
        raise problem(wrong[-1])


def find_pack(env: Environment, history: History, name: str) -> Pack:
    """Return the pack of this name, in this folder, or with this file of corrections.

    Raises `FileProblem`, `RecordProblem`.
    """
    if name == OURS:
        return history.campaign.pack
    if name == (base := packs_sharing.base_of(history)).name:
        return base
    if name in load.names():
        return load.load(name)
    if Path(name).is_dir():
        return read(env, Path(name)).pack
    text = read_text(name)
    with records.locating_errors(name, text):
        return packs_sharing.with_file(history, text)
