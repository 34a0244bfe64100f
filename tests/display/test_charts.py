"""Charts of lines: where the names at the ends of the lines stand."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from campaign.display.svg.charts import APART, BOTTOM, HEIGHT, TOP, WIDTH, Series, lines


def names(*series: Series) -> dict[str, tuple[float, float]]:
    """The names at the ends of the lines of a chart: where each ends, and its height."""
    texts = [
        (text.text or "", float(text.get("x", "")), float(text.get("y", "")))
        for one in lines("marks", ["0", "1"], series).elements
        for text in one.iter("text")
        if text.get("class") == "strong" and text.text != "marks"
    ]
    return {name: (x + 0.6 * 14 * cell_len(name), y) for name, x, y in texts}


@pytest.mark.parametrize("name", ["Maria Magdalena Bauer", "王小明" * 6])
def test_a_long_name_at_the_end_of_a_line_stays_on_the_chart(name: str) -> None:
    ((shown, (right, _)),) = names(Series("eagle", name, (0, 12))).items()
    assert shown.startswith(f"12 {name[:5]}")
    assert shown.endswith("…")
    assert right <= WIDTH


def test_names_at_the_foot_of_a_chart_leave_the_others_at_their_lines() -> None:
    marks = {"eagle": 2, "bear": 0, "deer": 0, "wolf": 0}
    shown = names(*(Series(seat, seat, (0, last)) for seat, last in marks.items()))
    assert shown.pop("2 eagle")[1] == TOP + 5
    lowest = HEIGHT - BOTTOM + 5
    assert sorted(y for _, y in shown.values()) == [lowest - 2 * APART, lowest - APART, lowest]
