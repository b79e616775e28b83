"""From a session to the page that the screen shows: views, questions and events, and the crops of dice in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tablekeeper.display.intents import Back, FixReading, Rewind, TakeBack
from tablekeeper.display.pages import (
    Clause,
    Code,
    DieCrop,
    DoubtPage,
    EndPage,
    Entered,
    FixPage,
    LessonPage,
    Light,
    Rolled,
    Secret,
    Step,
    TablePage,
    TimelinePage,
    WayBackPage,
    WhyPage,
    bodies_in,
)
from tablekeeper.display.rulebook import Layout
from tablekeeper.display.rules_pages import RulesPage
from tablekeeper.engines.core import CHANCE, PUBLIC, Event, Question
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed import ledger as ledgers
from tablekeeper.engines.core.record.history import History, Played
from tablekeeper.engines.core.setup import Setup
from tablekeeper.firmware.journal.companions import is_bot, own_state
from tablekeeper.firmware.journal.session import LUCK
from tablekeeper.firmware.journal.statistics import list_rolls
from tablekeeper.firmware.pages.advice_desk import AdviceDesk
from tablekeeper.firmware.pages.choices import choice_events, say_choice
from tablekeeper.firmware.pages.standing import Standing
from tablekeeper.firmware.pages.tutor import Step as LessonStep

SENSORS = ("camera", "hall")
LEADING = 3
"""So many events before one may have led to it."""
MOST_ANSWERS = 12
"""So many answers at most are shown together, where bots play among themselves."""


def asked_dice(question: Question) -> tuple[DieCrop, ...]:
    """A row of dice that nobody has read: for entering a roll by touch."""
    return tuple(DieCrop(0, colour, 0.0, "no-face") for colour in bodies_in(question.about))


def colours_of(setup: Setup) -> dict[int, str]:
    """The seats' colours, where a game has them."""
    return dict(enumerate(setup.colours))


def public_question(session: Standing) -> Question | None:
    """What everybody may know of the open question."""
    return None if session.is_over else session.game.rules.question(session.history.state, PUBLIC)


def secret_of(session: Standing, humans: Sequence[int]) -> Secret | None:
    """What only the asked seat may see, where a person sits there and the table is shared."""
    if session.is_over:
        return None
    rules, state = session.game.rules, session.history.state
    question = rules.question(state)
    seat = question.asked if question.kind in session.game.looks else question.only_for
    if seat == PUBLIC or question.asked == CHANCE or seat not in humans:
        return None
    view = rules.view(state, seat)
    if question.only_for == PUBLIC and view == rules.view(state, PUBLIC):
        return None  # it looks at its own real card
    return Secret(seat, question, view)


def is_by_itself(source: str) -> bool:
    """Whether nobody at the table gave the answers of this source."""
    return is_bot(source) or source == LUCK


def is_fixable(session: Standing, played: Played) -> bool:
    """Whether an answer says what a sensor or somebody saw: at a real table every one that people enter does."""
    if is_by_itself(played.source) or played.only_for != PUBLIC or _is_secret(played.events):
        return False
    seen = played.asked == CHANCE or played.kind in session.game.told or played.source in SENSORS
    return seen or not session.history.setup.virtual


def can_take_back(history: History) -> int | None:
    """The decision that a person may still take back; what a bot did stands."""
    at = history.can_take_back()
    return None if at is None or is_by_itself(history.played[at].source) else at


def entered_by(session: Standing) -> tuple[Entered, ...]:
    """What can be put right, oldest first."""
    return tuple(
        Entered(at, played.kind, played.answer, played.about, played.events)
        for at, played in enumerate(session.history.played)
        if is_fixable(session, played)
    )


def table_page(session: Standing, humans: Sequence[int], **shown: Any) -> TablePage:
    """The game as everybody may see it; events for one seat alone stay out."""
    history, entered = session.history, entered_by(session)
    return TablePage(
        game=session.game.name,
        view=view_of(session, PUBLIC, shown.get("companions", ())),
        question=public_question(session),
        names=session.names,
        happened=tuple(event for event in history.happened if event.only_for == PUBLIC),
        done=done_since(session.game, history),
        rolled=last_roll(history),
        hands=not history.setup.virtual,
        colours=colours_of(history.setup),
        can_take_back=can_take_back(history) is not None,
        can_fix=bool(entered),
        entered=entered,
        secret=secret_of(session, humans),
        asked=history.asked,
        **shown,
    )


def done_since(game: Game, history: History) -> tuple[Event, ...]:
    """What has happened since people answered last, as everybody may know it; each choice of a bot with its reason."""
    own = next((at for at in reversed(range(len(history.played))) if not is_by_itself(history.played[at].source)), None)
    first = max(own or 0, len(history.played) - MOST_ANSWERS)
    found = enumerate(history.played[first:], first)
    events = [event for at, played in found for event in (*choice_events(game, history, at), *played.events)]
    opening = history.opening if own is None else ()
    return tuple(event for event in (*opening, *events) if event.only_for == PUBLIC)


def view_of(session: Standing, eyes: int, companions: Collection[int]) -> Any:
    """The table as somebody may see it; the companion's own piece lies open there."""
    game, history = session.game, session.history
    view = game.rules.view(history.state, eyes)
    if game.at_table is None or history.setup.virtual:
        return view
    for seat in companions:
        view = game.at_table.show(view, own_state(game, history, seat), seat)
    return view


def last_roll(history: History) -> Rolled | None:
    """The last roll since a turn began, or the one that ended the turn before with the last answer."""
    for played in reversed(history.played):
        for event in reversed(played.events):
            if event.kind == "dice_rolled":
                return Rolled(event, bodies_in(played.about))
            if event.kind == "turn_begun" and played is not history.played[-1]:
                return None
        if any(event.kind == "turn_begun" for event in played.events):
            return None
    return None


def lesson_page(table: TablePage, taken: LessonStep, language: str) -> LessonPage:
    """One step of the lesson beside the table that it speaks of."""
    step = taken.step
    return LessonPage(table, taken.number, taken.whole, step.chapter, step.text(language), step.done.by_reading)


def doubt_page(
    session: Standing, dice: tuple[DieCrop, ...], seat: int, at: int, health: tuple[Light, ...]
) -> DoubtPage:
    """The dice beside their crops, the doubtful one framed."""
    colours = colours_of(session.history.setup)
    return DoubtPage(session.game.name, dice, session.names, seat, colours, at, health, session.history.asked)


def why_page(
    session: Standing,
    ledger: Mapping[str, ledgers.Clause],
    events: Sequence[Event],
    back: int,
    health: tuple[Light, ...],
    desk: AdviceDesk | None = None,
) -> WhyPage | None:
    """Why the event so far back happened; None where nothing has happened yet.

    `desk` works out what the options of the companion promised; until then the page says that it thinks.
    """
    public = [event for event in events if event.only_for == PUBLIC]
    if not public:
        return None
    back = min(back, len(public) - 1)
    at = len(public) - 1 - back
    event = public[at]
    found = ledger[event.clause]
    return WhyPage(
        game=session.game.name,
        event=event,
        clauses=(Clause(found.id, found.says, found.source),),
        names=session.names,
        colours=colours_of(session.history.setup),
        rolled=_rolled_among(session.history, public[max(0, at - LEADING) : at]),
        back=back,
        can_fix=any(is_fixable(session, played) for played in session.history.played),
        earlier=at > 0,
        health=health,
        **say_choice(session, event, desk),
    )


def _rolled_among(history: History, events: Sequence[Event]) -> Rolled | None:
    """The last roll of these events, with its dice."""
    event = next((event for event in reversed(events) if event.kind == "dice_rolled"), None)
    if event is None:
        return None
    return next(Rolled(event, bodies_in(played.about)) for played in reversed(history.played) if event in played.events)


def rules_page(session: Standing, ledger: Mapping[str, ledgers.Clause], health: tuple[Light, ...]) -> RulesPage:
    """The rules of the game on the table; what matters at the open question comes first."""
    setup = session.history.setup
    layout = Layout(len(setup.players), dict(session.game.summary(setup)))
    question = public_question(session)
    return RulesPage(session.game.name, list_clauses(ledger), question, layout, Back(), health)


def list_clauses(ledger: Mapping[str, ledgers.Clause]) -> tuple[Clause, ...]:
    """All clauses of a ledger as a page shows them."""
    return tuple(Clause(found.id, found.says, found.source) for found in ledger.values())


def timeline_page(session: Standing, health: tuple[Light, ...]) -> TimelinePage:
    """Every answer that stands and what it did."""
    steps = steps_from(session, 0)
    colours = colours_of(session.history.setup)
    return TimelinePage(session.game.name, steps, session.names, colours, can_take_back(session.history), health)


def steps_from(session: Standing, at: int) -> tuple[Step, ...]:
    """The answers from this one on, with what everybody may know of them."""
    return tuple(
        Step(
            at=number,
            seat=played.asked,
            kind=played.kind,
            text="" if _is_secret(played.events) else played.answer.spell(),
            events=tuple(event for event in played.events if event.only_for == PUBLIC),
            fixable=is_fixable(session, played),
        )
        for number, played in enumerate(session.history.played[at:], at)
    )


def fix_page(session: Standing, at: int, health: tuple[Light, ...]) -> FixPage:
    """The question of this answer once more, at the table as it was then."""
    history, rules = session.history, session.game.rules
    before = history.before(at)
    table = TablePage(
        game=session.game.name, view=rules.view(before, PUBLIC), question=rules.question(before, PUBLIC),
        names=session.names, colours=colours_of(history.setup), health=health, touch=True, asked=history.asked,
    )  # fmt: skip
    return FixPage(table, at, history.played[at].answer.spell(), history.asked)


def way_back_page(
    session: Standing, way: FixReading | TakeBack | Rewind, undone: int, agree: tuple[int, ...],
    health: tuple[Light, ...],
) -> WayBackPage:  # fmt: skip
    """What a way back would undo: every answer from `undone` on."""
    colours = colours_of(session.history.setup)
    return WayBackPage(
        session.game.name, way, steps_from(session, undone), session.names, colours, agree, health,
        session.history.asked,
    )  # fmt: skip


def _is_secret(events: Sequence[Event]) -> bool:
    return any(event.only_for != PUBLIC for event in events)


def end_page(session: Standing, fixed: int, health: tuple[Light, ...], code: Code = ()) -> EndPage:
    """How it ended, with the numbers of the evening."""
    history = session.history
    outcome = session.game.rules.outcome(history.state)
    if outcome is None:
        raise ValueError("Cannot show the end of a game: it goes on; expected a game that is over")
    view = session.game.rules.view(history.state, PUBLIC)
    events = [event for played in history.played for event in played.events if event.only_for == PUBLIC]
    return EndPage(
        game=session.game.name,
        view=view,
        outcome=outcome,
        names=session.names,
        colours=colours_of(history.setup),
        points=points_over_turns(events, len(history.setup.players)),
        dice=dice_counts(history),
        story=choose_moments(events, session.game.moments),
        fixed=fixed,
        turns=session.game.turns(history.setup),
        health=health,
        code=code,
    )


WEIGHTS = ("ep", "points", "damage", "ep_lost", "features", "healed", "gained")
"""Facts that say how much a moment changed."""
MOMENTS = 6


def choose_moments(events: Sequence[Event], kinds: Collection[str] = ()) -> tuple[Event, ...]:
    """What changed most in this game, or the last ones of each of these kinds, oldest first, and how it ended."""
    if not events:
        return ()
    weigh = _weigh_kinds(events, kinds) if kinds else _weigh_facts(events)
    worth = [at for at in range(len(events) - 1) if weigh[at]]
    heaviest = sorted(worth, key=weigh.__getitem__, reverse=True)[: MOMENTS - 1]
    return tuple(events[at] for at in (*sorted(heaviest), len(events) - 1))


def _weigh_facts(events: Sequence[Event]) -> list[float]:
    """By the number that changed most."""
    facts = ([value for fact in WEIGHTS if type(value := event.facts.get(fact)) is int] for event in events)
    return [max(map(abs, values), default=0) for values in facts]


def _weigh_kinds(events: Sequence[Event], kinds: Collection[str]) -> list[float]:
    """The last event of each of these kinds most, then the last but one."""
    later: Counter[str] = Counter()
    weights = [0.0] * len(events)
    for at in reversed(range(len(events))):
        if events[at].kind in kinds:
            later[events[at].kind] += 1
            weights[at] = 1 / later[events[at].kind]
    return weights


def points_over_turns(events: Sequence[Event], seats: int) -> tuple[tuple[int, ...], ...]:
    """For each seat its points whenever a turn of anybody began or a round ended, and at the end: events carry them as
    `now`, or how many more they are."""
    points = [0] * seats
    lines: list[list[int]] = [[] for _ in range(seats)]

    def note() -> None:
        for line, now in zip(lines, points, strict=True):
            line.append(now)

    for event in events:
        if "now" in event.facts and "ep" in event.facts and event.seat >= 0:
            points[event.seat] = event.facts["now"]
        elif "points" in event.facts and event.seat >= 0:
            points[event.seat] += event.facts["points"]
        if event.kind in ("turn_begun", "round_ended"):
            note()
    note()
    return tuple(map(tuple, lines))


def dice_counts(history: History) -> dict[str, tuple[int, ...]]:
    """How often each face came up, by the colour of the dice: of rolls that the camera read or that people typed."""
    counts: dict[str, list[int]] = {}
    for colour, value in list_rolls(history):
        counts.setdefault(colour, [0] * 6)[value - 1] += 1
    return {colour: tuple(faces) for colour, faces in counts.items()}
