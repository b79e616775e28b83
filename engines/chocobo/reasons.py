"""What speaks for an answer in Chocobo's Dungeon: what it changes for the team, else what the team needs."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.outlook import Outlook, look_at
from tablekeeper.engines.chocobo.state import BOTTOM, State
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.rules import AnyRules


def reason_for(rules: AnyRules, state: State, question: Question, answer: Answer) -> Reason | None:
    """Cards by their strength, sharing by the hands; else what is better afterwards, or what the answer is for."""
    parts = answer.parts()
    if "card" in parts:
        return _card(state, answer.verb, parts["card"])
    if answer.by_seat:
        return _share(state, question, parts["cards"])
    before, after = look_at(state), look_at(rules.answer(state, answer)[0])
    better = next((reason for find in CHANGES if (reason := find(before, after)) is not None), None)
    return better or _purpose(before, str(parts.get("action", answer.verb)))


def _card(state: State, verb: str, card: int) -> Reason | None:
    """What nobody has told of a card is not guessed."""
    strength = known(state, f"cards.{card}")
    return Reason(verb, {"strength": strength}) if strength else None


def _share(state: State, question: Question, cards: tuple[int, ...]) -> Reason:
    sign = -1 if question.kind == "give_up" else 1
    return Reason("share", {"count": min(len(hand) + sign * n for hand, n in zip(state.hands, cards, strict=True))})


def _beaten(before: Outlook, after: Outlook) -> Reason | None:
    count = len(before.monsters) - len(after.monsters)
    return Reason("beats", {"count": count}) if count > 0 else None


def _boss(before: Outlook, after: Outlook) -> Reason | None:
    hit = before.floor == after.floor == BOTTOM and after.boss_left < before.boss_left
    return Reason("hits_boss", {"count": max(0, after.boss_left)}) if hit else None


def _down(before: Outlook, after: Outlook) -> Reason | None:
    return Reason("down", {}) if after.floor > before.floor else None


def _heals(before: Outlook, after: Outlook) -> Reason | None:
    return Reason("heals", {"count": after.hp - before.hp}) if after.hp > before.hp else None


def _closer(before: Outlook, after: Outlook) -> Reason | None:
    closer = 0 < after.distance < before.distance
    return Reason("closer", {"count": after.distance, "left": after.slack}) if closer else None


def _finds(before: Outlook, after: Outlook) -> Reason | None:
    if after.books > before.books:
        return Reason("finds_book", {})
    vegetables = after.vegetables - before.vegetables
    return Reason("finds_vegetables", {"count": vegetables}) if vegetables > 0 else None


def _hits(before: Outlook, after: Outlook) -> Reason | None:
    count = sum(hp for hp, _, _ in before.monsters) - sum(hp for hp, _, _ in after.monsters)
    return Reason("hits", {"count": count}) if count > 0 else None


CHANGES = (_down, _boss, _beaten, _heals, _closer, _finds, _hits)
"""What may be better afterwards, the weightiest first."""


def _purpose(now: Outlook, action: str) -> Reason | None:
    """What an action is for, before it is carried out."""
    found = PURPOSES.get(action)
    return found(now) if found is not None else None


def _to_move(now: Outlook) -> Reason:
    if now.floor == BOTTOM:
        return Reason("move_below", {})
    return Reason("move", {"count": now.distance, "left": now.slack})


def _to_attack(now: Outlook) -> Reason:
    if now.floor == BOTTOM:
        return Reason("attack_boss", {"count": max(0, now.boss_left)})
    damage = sum(attack for _, attack, _ in now.monsters)
    return (
        Reason("attack", {"count": len(now.monsters), "damage": damage}) if now.monsters else Reason("no_monsters", {})
    )


PURPOSES: dict[str, Callable[[Outlook], Reason]] = {
    "move": _to_move, "attack": _to_attack, "eat": lambda now: Reason("eat", {"count": now.vegetables}),
    "reaper": lambda now: Reason("reaper", {"left": now.slack}),
    "go": lambda now: Reason("go", {}), "drop": lambda now: Reason("drop", {}), "use": lambda now: Reason("use", {}),
}  # fmt: skip
