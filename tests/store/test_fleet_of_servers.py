"""Databases on servers in a fleet: called by their names, without what leads to them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.fixtures import Run


def test_pages_name_neither_the_server_nor_the_user(run: Run, group: str, tmp_path: Path) -> None:
    name, _, query = group.partition("@/")[2].partition("?")
    place = query.partition("&")[0].removeprefix("host=")
    other = group.replace("postgres@", "zacharias@")
    done = run(
        ["fleet", "pages", "-o", str(tmp_path / "pages"), "--no-proof", "--json", group, other]
    )
    assert done.code == 3
    shown = {table["title"]: table["rows"] for table in json.loads(done.out)["tables"]}
    files = [file for *_, file in shown["Pages"]]
    assert files == [f"{name}-tuesday.html", f"{name}-statistics-my-city.html"]
    assert shown["Not read"] == [[name, f"the server does not let you in: {name}"]]
    for page in (tmp_path / "pages").iterdir():
        text = page.read_text("utf-8")
        assert [word for word in ("postgres", "zacharias", place) if word in text] == []
