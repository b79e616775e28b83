"""All findings on a page that can be printed and kept beside the table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from tablekeeper.display.words.texts import Texts
from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.errors import BadInput, why_of

STYLE = """
body { font: 12pt sans-serif; margin: 2cm; color: #222 }
td { padding: .3em 1em .3em 0; vertical-align: top; border-bottom: 1px solid #ccc }
.bad, .look { font-weight: bold }
small { display: block; color: #555 }
@page { size: A4; margin: 1.5cm }
"""


def write_page(path: Path, findings: Sequence[Finding], texts: Texts, day: str) -> None:
    """One row a finding, in the table's language."""
    rows = "\n".join(_row(finding, texts) for finding in findings)
    title = escape(texts.say("doctor.page", day=day))
    page = (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style></head>\n'
        f"<body><h1>{title}</h1>\n<table>\n{rows}\n</table></body></html>\n"
    )
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as fault:
        raise BadInput(
            "Cannot write the page {path}: {why}; expected a place of your own", path=path, why=why_of(fault)
        ) from None


def _row(finding: Finding, texts: Texts) -> str:
    name = texts.first(f"device.{finding.name}") or finding.name
    mark = texts.say(f"doctor.line.{finding.state}").strip()
    more = "".join(f"<small>{escape(words)}</small>" for words in _advice(finding, texts))
    cells = (mark, name)
    columns = "".join(f'<td class="{finding.state}">{escape(cell)}</td>' for cell in cells)
    return f"<tr>{columns}<td>{escape(texts.translate(finding.found))}{more}</td></tr>"


def _advice(finding: Finding, texts: Texts) -> list[str]:
    lines = [texts.say("doctor.line.why", words=finding.why)] if finding.why else []
    return [*lines, texts.say("doctor.line.mend", words=finding.mend)] if finding.mend else lines
