"""Packs that a command names; a whole one in a folder is checked: errors with file and line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import records
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem, RecordProblem
from campaign.cli.files import read_text
from campaign.display.terminal import errors as screens
from campaign.services import packs, packs_sharing
from campaign.services.founding import OwnPack
from engine.kernel.errors import PackError, wording_of
from engine.my_city.pack import load
from engine.my_city.pack.tables import BOX

if TYPE_CHECKING:
    from campaign.services.values import History
    from engine.my_city.pack.model import Pack

    Problem = Callable[[PackError], RecordProblem]

OURS = "ours"


def read(env: Environment, folder: Path) -> OwnPack:
    """The pack in a folder; raises `FileProblem`, `RecordProblem` for what cannot be played."""
    files = {path.name: read_text(str(path)) for path in sorted(folder.glob("*.toml"))}
    if folder.is_file():
        raise FileProblem(f"{folder} is a file: a pack is a folder")
    if not files:
        raise FileProblem(f"{folder}: no file of a pack (box.toml, envelope_N.toml) is there")

    def in_folder(error: PackError) -> RecordProblem:
        file = str(folder / error.file) if error.file else str(folder)
        return problem_of(error, file, files.get(error.file, ""))

    try:
        pack, wrong = packs.check_files(files)
    except PackError as error:
        raise in_folder(error) from None
    refuse(env, wrong, in_folder)
    return OwnPack(pack, files[BOX])


def begun_with(env: Environment, pack: Path) -> OwnPack | str:
    """The pack that a campaign begins with: one of the program by its name, or that in a folder."""
    return str(pack) if str(pack) in load.names() and not pack.is_dir() else read(env, pack)


def problem_of(error: PackError, file: str, text: str) -> RecordProblem:
    """An error of a file of a pack, with its line."""
    line = packs.line_of(text, error)
    return RecordProblem(wording_of(error), f"{file}, line {line}" if line else file)


def refuse(env: Environment, wrong: Sequence[PackError], problem: Problem) -> None:
    """All that is wrong, with lines; the last one ends the command."""
    for error in wrong[:-1]:
        one = problem(error)
        env.say(screens.error(str(one), where=one.where))
    if wrong:
        raise problem(wrong[-1])


def named(env: Environment, history: History, name: str) -> Pack:
    """The pack that a word, a file of corrections or a folder means."""
    if name == OURS:
        return history.campaign.pack
    if name == (base := packs_sharing.base_of(history)).name:
        return base
    if name in load.names():
        return load.load(name)
    if Path(name).is_dir():
        return read(env, Path(name)).pack
    text = read_text(name)
    with records.where_of(name, text):
        return packs_sharing.with_file(history, text)
