"""What the doctor says about one thing; the words are texts of the screens, in every language."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tablekeeper.display.words.texts import Said, Texts

State = Literal["ok", "look", "bad"]


class Finding(NamedTuple):
    """One thing that was looked at."""

    name: str
    state: State
    found: Said
    why: str = ""
    """Why it matters; empty when all is well."""
    mend: str = ""
    """The command or action that mends it."""
    cells: tuple[bool, ...] = ()
    """For the box: which of its nine sensors answered."""

    def spell(self, texts: Texts) -> str:
        """The lines for a terminal."""
        name = (texts.first(f"device.{self.name}") or self.name).lower()
        mark = texts.say(f"doctor.line.{self.state}")
        lines = [texts.say("doctor.line.row", mark=mark, name=name, words=self.found)]
        if self.found.quoted and self.found.quoted != texts.translate(self.found):
            lines.append(f"     {texts.say('doctor.line.quoted', words=self.found.quoted)}")
        if self.why:
            lines.append(f"     {texts.say('doctor.line.why', words=self.why)}")
        if self.mend:
            lines.append(f"     {texts.say('doctor.line.mend', words=self.mend)}")
        return "\n".join(lines)


def fine(name: str, words: Said) -> Finding:
    """Nothing to mend here."""
    return Finding(name, "ok", words)


def found(key: str, quoted: str = "", **facts: object) -> Said:
    """What was found; `quoted` is how a driver said it, in English."""
    return Said(f"doctor.found.{key}", quoted, **facts)


def why(key: str) -> Said:
    """Why that matters."""
    return Said(f"doctor.why.{key}")


def mend(key: str, quoted: str = "", **facts: object) -> Said:
    """What mends it."""
    return Said(f"doctor.mend.{key}", quoted, **facts)
