"""The clause ledger of a game: its RULES.md, a table of numbered clauses in our own words."""

from __future__ import annotations

from typing import NamedTuple

STATUSES = ("done", "silent", "todo", "exempt")
"""`done`: events cite it, in stories. `silent`: kept, and shown by tests, but nothing happens that could cite it.
`exempt`: the companion has nothing to do with it."""


class Clause(NamedTuple):
    """One clause: its id, what it says, where it is printed or ruled, its status, the tests that show it."""

    id: str
    says: str
    source: str
    status: str
    shown_by: str


def read_ledger(text: str) -> dict[str, Clause]:
    """The clauses of a RULES.md by id; each table row is `| id | says | source | status | shown by |`."""
    clauses: dict[str, Clause] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != len(Clause._fields) or not cells[0].startswith("`"):
            continue
        clause = Clause(cells[0].strip("`"), *cells[1:])
        if clause.id in clauses:
            raise ValueError(f"the clause {clause.id!r} stands twice in the ledger")
        if clause.status not in STATUSES:
            raise ValueError(f"the clause {clause.id!r} has status {clause.status!r}; expected one of {STATUSES}")
        clauses[clause.id] = clause
    return clauses
