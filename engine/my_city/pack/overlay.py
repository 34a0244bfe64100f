"""The owner's overlay: values from a real box in place of those of the pack.

    [terrain]                 a table of the box: its keys replace those of the pack
    [[outline]] id = "3"      a row of a list: it corrects the row with this id, in any file
    [[episode]] number = 2    its rules by name: changed key by key, added, or left out (end = true)

Every table of an overlay has `source = "owner"`, so a corrected value no longer counts as made up.
A closed envelope cannot be corrected.
"""

from __future__ import annotations

import copy
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

from engine.kernel.errors import PackError
from engine.my_city.pack.apart import file_of, with_closed_renamed
from engine.my_city.pack.checks import place_of, problems
from engine.my_city.pack.compose import NEEDED
from engine.my_city.pack.idle import idle
from engine.my_city.pack.kinds import remarks_in
from engine.my_city.pack.lines import Path
from engine.my_city.pack.model import Pack, made_of
from engine.my_city.pack.read import assemble, check_pack, parse
from engine.my_city.pack.schema import OWNER
from engine.my_city.pack.tables import BOX, LISTS, TABLES, list_of
from engine.my_city.pack.unused import unused_buildings

NAME = "overlay"
FORMS = ("outline", "piece")
"""The lists of buildings."""
EVERY_EPISODE = {*NEEDED, "standings"}
"""Kinds of rules of which every episode of a campaign has one."""


def with_overlay(
    pack: Pack,
    text: str,
    opened: Container[int] | None = None,
    apart: Iterable[int] | None = None,
) -> Pack:
    """The pack with an overlay on it; raises `PackError` that names file, table and key.

    With `opened`, only episodes of these envelopes may be corrected. `apart` are the envelopes in
    which a new word of the overlay means another thing; by default all closed envelopes.
    """
    overlay = parse(NAME, text)
    if opened is not None:
        _check_closed(pack, overlay, opened)
        apart = closed_in(pack, opened) if apart is None else apart
    try:
        return _merged(with_closed_renamed(pack, overlay, apart or ()), text)
    except PackError as error:
        file = getattr(error.__cause__, "file", "")
        closed = [e.number for e in pack.envelopes if file == file_of(e.number)]
        if opened is None or not closed or closed[0] in opened:
            raise
        raise PackError(
            f"{NAME}: it does not go together with envelope {closed[0]}, which is still closed",
            NAME,
        ) from None


def closed_in(pack: Pack, opened: Container[int]) -> tuple[int, ...]:
    """The envelopes of a pack that are not open."""
    return tuple(e.number for e in pack.envelopes if e.number not in opened)


@lru_cache(maxsize=64)
def _merged(pack: Pack, text: str) -> Pack:
    files: dict[str, Any] = copy.deepcopy(
        {name: dict(data) for name, data in pack.whole_files.items()}
    )
    data = parse(NAME, text)
    for key, value in data.items():
        if key in TABLES:
            _table(files[BOX], key, value)
        elif key in LISTS:
            for i, row in enumerate(list_of(NAME, data, key)):
                _row(files, key, i, row)
        elif key == "rule":
            for i, row in enumerate(list_of(NAME, data, key)):
                _rule(files[BOX].setdefault("rule", []), ("rule", i), row, ())
        elif key == "episode":
            for i, episode in enumerate(list_of(NAME, data, key)):
                _episode(files, i, episode)
        else:
            known = ", ".join(sorted({*TABLES, *LISTS, "rule", "episode"}))
            raise PackError(f"{NAME}: {key} is no table of a pack: {known}", NAME, (key,))
    unchanged = [
        e
        for e in pack.envelopes
        if files.get(file_of(e.number)) == pack.files.get(file_of(e.number))
    ]
    try:
        merged = assemble(files, closed=pack.closed, kept=unchanged)
        check_pack(merged)
    except PackError as error:
        raise PackError(str(error), NAME, _blamed(error, files, parse(NAME, text))) from error
    return replace(merged, own_words=pack.own_words)


def problems_of(pack: Pack, text: str, opened: Container[int]) -> Iterator[PackError]:
    """Yield what is wrong in a new overlay, each with its place in the overlay.

    A rule that does nothing, or a building without a deck, is a problem only if the overlay has
    this rule or building. Raises what `with_overlay` raises.
    """
    merged, overlay = with_overlay(pack, text, opened), parse(NAME, text)
    known_places = set(map(place_of, problems(pack, corrected=True)))
    numbers = [
        n for n in sorted(pack.episodes) if (e := pack.envelope_of(n)) is None or e.number in opened
    ] or [pack.first]
    made = made_of(merged, numbers)
    doing_nothing = set(map(place_of, chain(idle(made), unused_buildings(merged, made))))
    closed = set(map(file_of, closed_in(pack, opened)))
    errors = {place_of(error): error for error in problems(merged, numbers, corrected=True)}
    for unused in unused_buildings(merged, made, _buildings(pack, closed)) if closed else ():
        errors.setdefault(place_of(unused), unused)
    for error in errors.values():
        if error.file in closed:
            continue
        path = _blamed(error, merged.files, overlay)
        idle_row, is_new = place_of(error) in doing_nothing, place_of(error) not in known_places
        if _rows_on(path) == _rows_on(error.path) if idle_row else path or is_new:
            known_places.add(place_of(error))
            yield type(error)(str(error), NAME, path)


def _rows_on(path: Path) -> int:
    """How many rows of lists a path leads through."""
    return sum(isinstance(step, int) for step in path)


def _buildings(pack: Pack, closed: Container[str]) -> set[str]:
    """The ids of the outlines and pieces of a pack, without those in closed files."""
    known = [data for name, data in pack.files.items() if name not in closed]
    return {row["id"] for data in known for table in FORMS for row in data.get(table, ())}


def _blamed(error: PackError, files: Mapping[str, Any], overlay: Mapping[str, Any]) -> Path:
    """The path in the overlay of the row or key that causes an error of the merged pack."""
    return _followed(error.path, files.get(error.file, {}), overlay)


def _followed(path: Path, merged: Any, overlay: Any) -> Path:
    """The longest part of a path in the merged pack that the overlay has, as a path there."""
    if not path:
        return ()
    step, *remaining = path
    if isinstance(step, int):
        alike = [i for i, row in enumerate(overlay) if _who(row) == _who(merged[step])]
        # An episode may be there twice.
        paths = ((i, *_followed(tuple(remaining), merged[step], overlay[i])) for i in alike)
        return max(paths, key=len, default=())
    if isinstance(overlay, Mapping) and step in overlay:
        return (step, *_followed(tuple(remaining), merged[step], overlay[step]))
    return ()


def _who(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values that identify a row of a list."""
    return tuple(row.get(key) for key in ("id", "variant", "number", "name"))


def _check_closed(pack: Pack, data: Mapping[str, Any], opened: Container[int]) -> None:
    """Raise `PackError` for an episode of a closed envelope; the message tells nothing of it."""
    for i, episode in enumerate(list_of(NAME, data, "episode")):
        envelope = pack.envelope_of(episode.get("number", 0))
        if envelope and envelope.number not in opened:
            raise PackError(
                f"{NAME}: episode {episode['number']} comes with envelope {envelope.number}, "
                "which is still closed",
                NAME,
                ("episode", i),
            )


def _owned(path: tuple[str | int, ...], values: Any) -> Mapping[str, Any]:
    if not isinstance(values, Mapping):
        raise PackError(f"{NAME}: {path[0]} is a table, [{path[0]}]", NAME, path)
    if values.get("source") != OWNER:
        raise PackError(
            f'{NAME}: {path[0]}: source = "{OWNER}" says that these values are from your box',
            NAME,
            path,
        )
    return values


def _table(box: dict[str, Any], key: str, values: Any) -> None:
    box[key] = {**_without_note(box.get(key, {})), **_owned((key,), values)}


def _row(files: dict[str, Any], key: str, i: int, values: Mapping[str, Any]) -> None:
    _owned((key, i), values)
    if not isinstance(values.get("id"), str):
        raise PackError(f"{NAME}: each row of {key} has an id, a text", NAME, (key, i))
    identity = (values.get("id"), values.get("variant"))
    for data in files.values():
        for j, row in enumerate(data.get(key, [])):
            if (row["id"], row.get("variant")) == identity:
                data[key][j] = {**_without_note(row), **values}
                return
    files[BOX].setdefault(key, []).append(dict(values))


def _rule(rules: list[Any], path: Path, values: Mapping[str, Any], known: Container[str]) -> None:
    """Add a rule to `rules`: it replaces or ends the rule of its name, or is new.

    `known` are the names of all rules so far. Raises `PackError` for an end of an unknown rule.
    """
    _owned(path, values)
    if not isinstance(values.get("name", ""), str):
        raise PackError(f"{NAME}: the name of a rule is a text", NAME, (*path, "name"))
    for j, row in enumerate(rules):
        if row.get("name") == values.get("name"):
            # A row that ends a rule and one that sets it have no key in common but the name.
            replaces = bool(values.get("end")) or (bool(row.get("end")) and "does" in values)
            rules[j] = dict(values) if replaces else {**_without_note(row), **values}
            if values.get("end") and goes_on_without(row):
                rules[j]["only"] = True
            return
    if values.get("end") and values.get("name") not in known:
        raise PackError(f"{NAME}: there is no rule {values.get('name')} that could end", NAME, path)
    rules.append(dict(values))


def goes_on_without(row: Mapping[str, Any]) -> bool:
    """Whether an earlier rule stays in force if a box does not have this row.

    It does if the row holds in its episode only, or if every episode needs a rule of this kind.
    Otherwise no rule takes the place of the row.
    """
    return bool(row.get("only")) or row.get("does") in EVERY_EPISODE


def _episode(files: dict[str, Any], i: int, episode: Mapping[str, Any]) -> None:
    for data in files.values():
        for original in data.get("episode", []):
            if original["number"] == episode.get("number"):
                known = _names(files, original["number"])
                for j, row in enumerate(list_of(NAME, episode, "rule")):
                    rules = original.setdefault("rule", [])
                    _rule(rules, ("episode", i, "rule", j), row, known)
                return
    raise PackError(
        f"{NAME}: the pack has no episode {episode.get('number', '?')}", NAME, ("episode", i)
    )


def _names(files: Mapping[str, Any], number: int) -> set[str]:
    """The names of all rules up to an episode."""
    rows = list(files[BOX].get("rule", ()))
    for data in files.values():
        episodes = (row for row in data.get("episode", ()) if row["number"] <= number)
        rows += [row for episode in episodes for row in episode.get("rule", ())]
    return {row.get("name", "") for row in rows}


def _without_note(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row without its remarks, which a correction makes obsolete."""
    remarks = remarks_in(row)
    return {key: value for key, value in row.items() if key not in remarks}
