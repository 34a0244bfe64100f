"""Makes a `Pack` from the texts of its files; `overlay` then puts a correction on top.

    texts ── parse ──> tables and rows ── assemble ──> Pack

Nothing here opens a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.kernel import toml
from engine.kernel.errors import PackError
from engine.my_city.pack.components import components_of
from engine.my_city.pack.compose import check_rule
from engine.my_city.pack.model import Pack, PackEnvelope, canonical, compose_rules, digest
from engine.my_city.pack.schema import SIZE, SOURCE, PackRow
from engine.my_city.pack.tables import BOX, LISTS, Files, Parsed, check_file, list_of, rows_of
from engine.my_city.play.placements import Placements

BoxOf = Callable[[str], Pack]


def read_pack(files: Mapping[str, str], base: BoxOf | None = None) -> Pack:
    """A pack from its files by name; raises `PackError` that names file and table.

    `base` finds the pack whose box this pack extends, if it names one.
    """
    return assemble({name: parse(name, text) for name, text in files.items()}, base)


def parse(name: str, text: str) -> dict[str, Any]:
    """A file of a pack as tables; raises `PackError` with the line."""
    try:
        return toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise PackError(f"{name}: {error}", name) from None


def assemble(
    files: Files,
    base: BoxOf | None = None,
    closed: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
    kept: Sequence[PackEnvelope] = (),
) -> Pack:
    """A pack from parsed files; raises `PackError`.

    `closed` has the episodes of the envelopes whose content is unknown, by number. `kept` are
    envelopes that keep the sealed content, even if their file has another.
    """
    if BOX not in files:
        raise PackError(f"a pack has a {BOX}")
    # Sort by number, so that later things come later in every list.
    envelope_files = sorted(files.keys() - {BOX}, key=lambda name: (len(name), name))
    files = {BOX: _on_base(files[BOX], base), **{name: files[name] for name in envelope_files}}
    box = files[BOX]
    for name, data in files.items():
        check_file(name, data)
    components = components_of(files)
    episodes: dict[int, tuple[PackRow, ...]] = {}
    envelopes: list[PackEnvelope] = []
    arrivals: dict[str, int] = {}
    for name, data in files.items():
        in_file = _episodes(name, data)
        if twice := episodes.keys() & in_file.keys():
            raise PackError(f"{name}: episode {min(twice)} is in another file too", name)
        episodes.update(in_file)
        if name == BOX:
            continue
        kept_envelope = next((e for e in kept if e.number == data["envelope"]), None)
        envelopes.append(kept_envelope or envelope_in(name, data, sorted(in_file)))
        for row in (*rows_of(name, data, "content"), *rows_of(name, data, "piece")):
            arrivals[row["id"]] = min(in_file)
    for number, numbers in closed.items():
        envelopes.append(PackEnvelope(number, "", numbers, "", ""))
        episodes.update(dict.fromkeys(numbers, ()))
    if not episodes:
        raise PackError(f"{BOX}: a pack has episodes", BOX)
    return Pack(
        name=box["pack"],
        title=box["title"],
        files=files,
        seals={"box": digest(box), **{str(e.number): e.digest for e in envelopes}},
        grid=components.grid,
        banks=components.banks,
        printed=components.printed,
        contents=components.contents,
        pieces=components.pieces,
        variants=components.variants,
        colours=components.colours,
        placements=Placements(components.grid, components.pieces, components.banks),
        rules=_rules(BOX, box, (), ""),
        episodes=episodes,
        envelopes=tuple(sorted(envelopes)),
        placeholders=components.placeholders,
        arrivals=arrivals,
    )


def check_pack(pack: Pack) -> None:
    """Raise `PackError` for the first episode whose rules cannot be composed."""
    for episode in sorted(pack.episodes):
        compose_rules(pack, episode)


def _on_base(box: Parsed, base: BoxOf | None) -> Parsed:
    """The box with the tables and rows of the box that it extends; these come before its own."""
    if "base" not in box:
        return box
    if base is None:
        raise PackError(f"{BOX}: base {box['base']} cannot be looked up here", BOX, ("base",))
    base_box = base(box["base"]).files[BOX]
    lists = {
        key: [*base_box.get(key, []), *box.get(key, [])]
        for key in (*LISTS, "rule")
        if key in base_box or key in box
    }
    return {**base_box, **box, **lists}


def envelope_in(name: str, data: Parsed, episodes: list[int]) -> PackEnvelope:
    """The envelope of a file, with its episodes."""
    if not episodes:
        raise PackError(f"{name}: an envelope has episodes", name)
    text = canonical(data)
    return PackEnvelope(data["envelope"], data["title"], tuple(episodes), text, digest(data))


def _episodes(file: str, data: Parsed) -> dict[int, tuple[PackRow, ...]]:
    """The episodes of a file, each by number with its rules."""
    episodes: dict[int, tuple[PackRow, ...]] = {}
    for i, row in enumerate(rows_of(file, data, "episode")):
        number = row["number"]
        if not SIZE.fits(number):
            raise row.error(f"number is {SIZE.wants}, not {number!r}", "number")
        if number in episodes:
            raise row.error(f"episode {number} is there twice", "number")
        if strange := set(row.values) - {"number", "rule", "note"}:
            raise row.error(f"{min(strange)} is no key here: note, number, rule", min(strange))
        episodes[number] = _rules(file, row.values, ("episode", i), f", episode {number}")
    return episodes


def _rules(file: str, data: Parsed, path: tuple[str | int, ...], where: str) -> tuple[PackRow, ...]:
    rows = []
    for i, values in enumerate(list_of(file, data, "rule")):
        row = PackRow(
            f'{file}{where}, rule "{values.get("name", "?")}"', values, file, (*path, "rule", i)
        )
        if not SOURCE.fits(row.get("source")):
            raise row.error(f"source is {SOURCE.wants}, not {row.get('source')!r}", "source")
        check_rule(row)
        rows.append(row)
    return tuple(rows)
