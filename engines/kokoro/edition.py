"""One copy of Kokoro: the path deck, both sides of the mat, and the decree cards."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core.errors import EditionFault
from tablekeeper.engines.core.printed.edition import Sheet
from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.engines.kokoro.chart import chart_mat
from tablekeeper.engines.kokoro.mat import Mat, Survey, survey_mat
from tablekeeper.engines.kokoro.paths import SIDES

CARDS = 42
"""Path cards in the box [rulebook]."""
ROUNDS = 5
GOLDEN_A_ROUND = 4
BACKGROUNDS = ("blue", "pink")
PLACES = ("deck.shapes", "deck.golden", "deck.plain", "mat.blue.", "mat.pink.", "decrees.")


class DecreeCard(NamedTuple):
    """One decree as its card reads."""

    id: str
    background: str
    """A pink one is for the pink side only, a blue one for both."""
    en: str
    fr: str


class Edition(NamedTuple):
    """The component data that the rules need."""

    shapes: tuple[str, ...]
    """For paths 1 to 6 the two sides that they join."""
    golden: tuple[int, ...]
    plain: tuple[int, ...]
    """How many cards of each path there are."""
    blue: Mat
    pink: Mat
    decrees: tuple[DecreeCard, ...]
    known_sides: tuple[str, ...]
    """The sides of the mat that are printed like this in the owner's box, as far as the edition says."""

    def mat(self, side: str) -> Mat:
        """One side of the mat."""
        return self.pink if side == "pink" else self.blue


def read_edition(text: str, name: str = "edition") -> Edition:
    """The edition in a TOML text; all holes and contradictions together are one fault."""
    sheet = Sheet.read(text, "kokoro", name)
    sheet.check_places(*PLACES)
    shapes, golden, plain = _read_deck(sheet)
    surveys = {side: _survey(sheet, side, plain) for side in BACKGROUNDS}
    faults = [f"mat.{side}: {fault}" for side, survey in surveys.items() for fault in survey.faults]
    blue, pink = (surveys[side].mat for side in BACKGROUNDS)
    if (blue.columns, blue.rows) != (pink.columns, pink.rows):
        faults.append(
            f"mat.pink: found {pink.columns} columns and {pink.rows} rows; "
            f"expected {blue.columns} and {blue.rows} as on the blue side"
        )
    if faults:
        raise EditionFault("Cannot use {name}: {faults}", name=name, faults="; ".join(faults))
    known = tuple(side for side in BACKGROUNDS if sheet.provenances[f"mat.{side}.rows"] in ("owner", "rulebook"))
    return Edition(shapes, golden, plain, blue, pink, _read_decrees(sheet), known)


def check_edition(edition: Edition) -> Edition:
    """The same edition, if its lists are as long as its mats and its deck need them."""
    for side in BACKGROUNDS:
        mat = edition.mat(side)
        spaces = mat.columns * mat.rows
        if {len(mat.caterpillars), len(mat.flowers), len(mat.sanctuaries)} != {spaces}:
            raise EditionFault(
                "Cannot use the edition: mat.{side}: found lists of several lengths; expected {spaces} values in each",
                side=side,
                spaces=spaces,
            )
        if not all(0 <= space < spaces for space in (*mat.guardians, *mat.spots)):
            raise EditionFault(
                "Cannot use the edition: mat.{side}: found a space beyond the mat; expected 0 to {last}",
                side=side,
                last=spaces - 1,
            )
    if {len(edition.golden), len(edition.plain)} != {len(edition.shapes)}:
        raise EditionFault(
            "Cannot use the edition: deck: found counts of other paths; expected {count} of each kind",
            count=len(edition.shapes),
        )
    return edition


def survey_edition(text: str, name: str = "edition") -> str:
    """Both sides of an edition's mat drawn as text, with every fault of the mat below; for the owner who types one."""
    sheet = Sheet.read(text, "kokoro", name)
    shapes, _, plain = _read_deck(sheet)
    parts = []
    for side in BACKGROUNDS:
        mat, faults = _survey(sheet, side, plain)
        found = "\n".join(f"- {fault}" for fault in faults) or "no fault found"
        parts.append(f"{side} side\n{chart_mat(mat, shapes=shapes)}\n{found}")
    return "\n\n".join(parts)


def _survey(sheet: Sheet, side: str, plain: tuple[int, ...]) -> Survey:
    return survey_mat(sheet.section(f"mat.{side}"), side, ROUNDS * GOLDEN_A_ROUND + sum(plain))


def _read_deck(sheet: Sheet) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
    name = sheet.name
    shapes = tuple(sheet.take("deck.shapes", list))
    for number, shape in enumerate(shapes, 1):
        if not isinstance(shape, str) or len(set(shape)) != 2 or len(shape) != 2 or not set(shape) <= set(SIDES):
            raise EditionFault(
                "Cannot use {name}: deck.shapes gives path {number} as {shape!r}; expected two of the sides "
                "{sides}, as in 'NW'",
                name=name,
                number=number,
                shape=shape,
                sides=SIDES,
            )
    golden, plain = (_read_counts(sheet, f"deck.{kind}", len(shapes)) for kind in ("golden", "plain"))
    if sum(golden) + sum(plain) != CARDS:
        raise EditionFault(
            "Cannot use {name}: deck.golden adds up to {sum} and deck.plain to {plain}; expected {cards} "
            "cards together",
            name=name,
            sum=sum(golden),
            plain=sum(plain),
            cards=CARDS,
        )
    if sum(golden) < ROUNDS * GOLDEN_A_ROUND:
        raise EditionFault(
            "Cannot use {name}: deck.golden adds up to {sum}; expected {least} or more: each of {rounds} "
            "rounds ends with its fourth",
            name=name,
            sum=sum(golden),
            least=ROUNDS * GOLDEN_A_ROUND,
            rounds=ROUNDS,
        )
    return shapes, golden, plain


def _read_counts(sheet: Sheet, place: str, shapes: int) -> tuple[int, ...]:
    counts = sheet.take(place, list)
    if len(counts) != shapes or not all(type(count) is int and count >= 0 for count in counts):
        raise EditionFault(
            "Cannot use {name}: {place} is {counts!r}; expected {shapes} counts of 0 or more, one a path",
            name=sheet.name,
            place=place,
            counts=counts,
            shapes=shapes,
        )
    return tuple(counts)


def _read_decrees(sheet: Sheet) -> tuple[DecreeCard, ...]:
    values: dict[str, Tree] = {}
    for place, value in sheet.section("decrees").items():
        decree, _, field = place.partition(".")
        values.setdefault(decree, {})[field] = value
    return tuple(_read_decree(sheet.name, decree, fields) for decree, fields in values.items())


def _read_decree(name: str, decree: str, fields: Tree) -> DecreeCard:
    place = f"decrees.{decree}"
    if not decree or len(decree.split()) != 1 or "," in decree:
        raise EditionFault(
            "Cannot use {name}: {place} is no single word; expected a name such as long_road", name=name, place=place
        )
    if fields.get("background") not in BACKGROUNDS:
        found = fields.get("background")
        raise EditionFault(
            "Cannot use {name}: {place}.background is {found!r}; expected one of {known}",
            name=name,
            place=place,
            found=found,
            known=", ".join(BACKGROUNDS),
        )
    en, fr = fields.get("en", fields.get("fr")), fields.get("fr", fields.get("en"))
    if not (isinstance(en, str) and en and isinstance(fr, str) and fr):
        raise EditionFault(
            'Cannot use {name}: {place} has no text; expected en = "what the card says" or fr = "..."',
            name=name,
            place=place,
        )
    return DecreeCard(decree, fields["background"], en, fr)
