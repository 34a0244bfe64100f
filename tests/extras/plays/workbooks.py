"""Workbooks as small as they can be, written by hand: a sheet is rows of texts, numbers, truths."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from xml.sax.saxutils import escape

Cell = str | int | float | bool | date | None
Rows = Sequence[Sequence[Cell]]

EPOCH = date(1899, 12, 30)
"""From here Excel counts days."""
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
EXCEL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"


def zipped(parts: Mapping[str, str]) -> bytes:
    """Parts in one file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def xlsx(rows: Rows, more: str = "", *, state: str = "visible", **sheets: Rows) -> bytes:
    """A workbook of Excel; `more` is what else stands in the first sheet, which is in a `state`."""
    every = {"Plays": rows, **sheets}
    numbered = list(enumerate(every, 1))
    named = "".join(
        f'<sheet name="{n}" sheetId="{i}" state="{state if i == 1 else "visible"}" r:id="rId{i}"/>'
        for i, n in numbered
    )
    related = "".join(
        f'<Relationship Id="rId{i}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{i}.xml"/>'
        for i, _ in numbered
    )
    formats = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    parts = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships"><Relationship '
        f'Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{EXCEL}" xmlns:r="{OFFICE}">'
        f"<sheets>{named}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
        f'{related}<Relationship Id="rId99" Type="{OFFICE}/styles" Target="styles.xml"/>'
        "</Relationships>",
        "xl/styles.xml": f'{HEAD}<styleSheet xmlns="{EXCEL}">{formats}</styleSheet>',
    }
    for number, (name, sheet) in enumerate(every.items(), 1):
        lines = "".join(
            f'<row r="{r}">{"".join(_excel(r, c, cell) for c, cell in enumerate(cells))}</row>'
            for r, cells in enumerate(sheet, 1)
        )
        extra = more if name == "Plays" else ""
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'{HEAD}<worksheet xmlns="{EXCEL}"><sheetData>{lines}{extra}</sheetData></worksheet>'
        )
    return zipped(parts)


def _excel(row: int, column: int, cell: Cell) -> str:
    place = f'r="{chr(65 + column)}{row}"'
    match cell:
        case None:
            return ""
        case bool():
            return f'<c {place} t="b"><v>{int(cell)}</v></c>'
        case date():
            return f'<c {place} s="1"><v>{(cell - EPOCH).days}</v></c>'
        case int() | float():
            return f"<c {place}><v>{cell}</v></c>"
    return f'<c {place} t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def ods(rows: Rows, more: str = "", kind: str = "spreadsheet") -> bytes:
    """An OpenDocument sheet; `more` are rows that follow."""
    lines = "".join(
        f"<table:table-row>{''.join(map(_open, cells))}</table:table-row>\n" for cells in rows
    )
    spaces = "".join(f' xmlns:{n}="{OPEN}:{n}:1.0"' for n in ("office", "table", "text"))
    content = (
        f"{HEAD}<office:document-content{spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="Plays">{lines}{more}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = f'{HEAD}<m:manifest xmlns:m="{OPEN}:manifest:1.0"/>'
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return zipped({"mimetype": mimetype, "META-INF/manifest.xml": manifest, "content.xml": content})


def _open(cell: Cell) -> str:
    match cell:
        case None:
            return "<table:table-cell/>\n"
        case bool():
            kind = f'"boolean" office:boolean-value="{str(cell).lower()}"'
        case date():
            kind = f'"date" office:date-value="{cell}"'
        case int() | float():
            kind = f'"float" office:value="{cell}"'
        case str():
            kind = '"string"'
    text = f"<text:p>{escape(str(cell))}</text:p>"
    return f"<table:table-cell office:value-type={kind}>{text}</table:table-cell>\n"
