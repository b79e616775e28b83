"""The words of one language by key, with their placeholders."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter

from tablekeeper.display import games
from tablekeeper.display.errors import TextFault
from tablekeeper.engines.core.question import Facts
from tablekeeper.faults import Words, words_of

ENGLISH = "en"
FRENCH = "fr"
LANGUAGES = (ENGLISH, FRENCH)


HYPHEN = re.compile(r"(?<![\w-])-(?=[0-9])")


def printable(text: str, keep: str = "") -> str:
    """A text that may come from outside, without what steers a terminal, turns the writing round or stops a font.

    Such letters show as question marks; `keep` are those that this place can take. Spaces of every width stay.
    """
    if text.isprintable():
        return text
    return "".join(letter if _is_shown(letter) or letter in keep else "?" for letter in text)


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


def printed(value: object) -> str:
    """A fact as it stands on the screen: printable; numbers below nought with a minus sign, not with a hyphen."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else printable(str(value))


def signed(spelled: str) -> str:
    """An answer's spelled values as they stand on the screen: a hyphen before a number becomes a minus sign."""
    return HYPHEN.sub("−", spelled)


class Counted:
    """A fact in its place: `{count}` shows it, `{count:card|cards}` the word that goes with the number."""

    def __init__(self, fact: object, language: str) -> None:
        self.shown = printed(fact)
        number = self.shown.removeprefix("−")
        self.is_one = number == "1" or (number == "0" and language == FRENCH)

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return (one if self.is_one else many) if bar else self.shown


class Texts:
    """All texts of one language. Keys are dotted places of the TOML file."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    @classmethod
    def read(cls, text: str, language: str) -> Texts:
        """The texts of a TOML file; every broken placeholder is named with its key."""
        try:
            tree = tomllib.loads(text)
        except tomllib.TOMLDecodeError as fault:
            raise TextFault(
                "Cannot read the texts {language!r}: found no TOML ({fault}); expected key = text",
                language=language,
                fault=fault,
            ) from None
        texts = dict(_walk(tree, "", language))
        for key, words in texts.items():
            placeholders(words, key, language)
        return cls(language, texts)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **facts: object) -> str:
        """The text of a key with the facts in their places."""
        words = self.texts.get(key)
        if words is None:
            raise TextFault(
                "Cannot say {key!r} in {language!r}: there is no such text; expected a line in its file",
                key=key,
                language=self.language,
            )
        try:
            return words.format_map({name: Counted(self._fact(fact), self.language) for name, fact in facts.items()})
        except (KeyError, IndexError, AttributeError, TypeError, ValueError) as fault:
            raise TextFault(
                "Cannot say {key!r} in {language!r}: {words!r} has {fault}; expected one of {facts}",
                key=key,
                language=self.language,
                words=words,
                fault=fault,
                facts=sorted(facts),
            ) from None

    def first(self, *keys: str, **facts: object) -> str | None:
        """The text of the first key that there is."""
        key = next((key for key in keys if key in self.texts), None)
        return None if key is None else self.say(key, **facts)

    def number(self, value: float) -> str:
        """A number of two decimals, with the comma where the language has one."""
        shown = f"{value:.2f}"
        return shown.replace(".", ",") if self.language == FRENCH else shown

    def translate(self, words: str | Exception) -> str:
        """What somebody said, in this language; words that are no text stay as they are."""
        if isinstance(words, Exception):
            return self.translate(words_of(words))
        if isinstance(words, Words):
            return self._fill(words)
        if not isinstance(words, Said):
            return str(words)
        return self.translate(words.quoted) if self._knows(words.quoted) else self.say(words.key, **words.facts)

    def translate_briefly(self, words: str) -> str:
        """The same without what a driver said."""
        return self.say(words.key, **words.facts) if isinstance(words, Said) else self.translate(words)

    def _knows(self, quoted: str) -> bool:
        """Whether a quotation can be shown: English can show any, another language what is a sentence of ours."""
        known = isinstance(quoted, Words) and quoted.says in _read_sentences(self.language, games.packages())
        return bool(quoted) and (known or self.language == ENGLISH)

    def _fill(self, words: Words) -> str:
        """A sentence with its values; one that has no words here, such as a driver's own, stays English."""
        says = _read_sentences(self.language, games.packages()).get(words.says, words.says)
        return (
            says.format_map({name: self._fact(value) for name, value in words.values.items()}) if words.values else says
        )

    def _fact(self, fact: object) -> object:
        if isinstance(fact, tuple):
            return "; ".join(self.translate(part) for part in fact)
        return self.translate(fact) if isinstance(fact, Said | Words | Exception) else fact


class Said(str):
    """A text and its facts before the language is known.

    As a string it is English; `Texts.translate` gives it in another language. A driver's own English words can be
    `quoted`: English shows the quotation, every other language shows the text. A fact may be a text of its own, or
    several.
    """

    key: str
    quoted: str
    facts: Facts

    def __new__(cls, key: str, quoted: str = "", **facts: object) -> Said:
        said = super().__new__(cls, quoted or shipped_texts(ENGLISH).say(key, **facts))
        said.key, said.quoted, said.facts = key, quoted, facts
        return said


def placeholders(words: str, key: str, language: str) -> frozenset[str]:
    """The names in braces; a broken one is a fault with its key."""
    try:
        found = [(name, spec) for _, name, spec, _ in Formatter().parse(words) if name is not None]
    except ValueError as fault:
        raise TextFault(
            "Cannot read the texts {language!r}: {key} is {words!r} ({fault}); expected placeholders like {{name}}",
            language=language,
            key=key,
            words=words,
            fault=fault,
        ) from None
    strange = next((name for name, _ in found if not name.isidentifier()), None)
    if strange is not None:
        raise TextFault(
            "Cannot read the texts {language!r}: {key} holds {{{strange}}}; expected a word like {{name}}",
            language=language,
            key=key,
            strange=strange,
        )
    lone = next((f"{name}:{spec}" for name, spec in found if spec and spec.count("|") != 1), None)
    if lone is not None:
        raise TextFault(
            "Cannot read the texts {language!r}: {key} holds {{{lone}}}; expected two words like {{n:die|dice}}",
            language=language,
            key=key,
            lone=lone,
        )
    return frozenset(name for name, _ in found)


def _walk(tree: Mapping[str, object], place: str, language: str) -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        key = f"{place}.{name}".lstrip(".")
        if isinstance(value, dict):
            yield from _walk(value, key, language)
        elif isinstance(value, str):
            yield key, value
        else:
            raise TextFault(
                "Cannot read the texts {language!r}: {key} is {value!r}; expected a text in quotes",
                language=language,
                key=key,
                value=value,
            )


def shipped_texts(language: str) -> Texts:
    """The texts of a language: those of the program, and those of every game."""
    return _read_all(language, games.packages())


@cache
def _read_sentences(language: str, packages: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The sentences of all faults, English beside this language; English needs none."""
    if language == ENGLISH:
        return {}
    name = f"sentences.{language}.toml"
    own = (games.read_beside(package, "text", name) for _, package in packages)
    shared = files("tablekeeper.display.words").joinpath("text", name).read_text(encoding="utf-8")
    sentences = (one for text in (shared, *filter(None, own)) for one in tomllib.loads(text)["sentence"])
    return {one[ENGLISH]: one[language] for one in sentences}


@cache
def _read_all(language: str, packages: tuple[tuple[str, str], ...]) -> Texts:
    folder = files("tablekeeper.display.words").joinpath("text")
    if not folder.joinpath(f"{language}.toml").is_file():
        raise TextFault(
            "Cannot read the texts {language!r}: there is no such language; expected {known}",
            language=language,
            known=" or ".join(LANGUAGES),
        )
    texts = dict(Texts.read(folder.joinpath(f"{language}.toml").read_text(encoding="utf-8"), language).texts)
    for _, package in packages:
        for name in (f"{language}.toml", f"{language}.clauses.toml", f"{language}.rules.toml"):
            own = games.read_beside(package, "text", name)
            if own is not None:
                texts |= Texts.read(own, language).texts
    return Texts(language, texts)
