"""Sample pages of every screen, made by playing the real engines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tablekeeper import engines
from tablekeeper.display import care_pages as care
from tablekeeper.display import intents, pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.games import look_of
from tablekeeper.display.phone_pages import OwnPage, Phone, PhonesPage, SeatsPage
from tablekeeper.display.rulebook import Layout
from tablekeeper.display.rules_pages import RulesPage
from tablekeeper.display.words.instructions import CHOSE
from tablekeeper.display.words.texts import Said
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.cocoon_world.answers import Go, Stop
from tablekeeper.engines.cocoons.answers import Put
from tablekeeper.engines.core import PUBLIC, Event, Outcome
from tablekeeper.engines.core.bots.search import Finding
from tablekeeper.engines.core.bots.weighing import Weighed
from tablekeeper.engines.core.printed.lesson import Lesson, read_lesson
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.record.giver import QuestionId
from tablekeeper.firmware.journal.playlog import draw_code
from tablekeeper.firmware.pages.table_pages import list_clauses
from tablekeeper.firmware.settings.copies import load_ledger
from tests.display.care_samples import care_pages

MENU = tuple((name, *find_game(name).seats) for name in NAMES)
"""What the menu offers: each game with its fewest and most players."""
PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva")
SEATS = {"cocoon_world": 5, "cocoons": 4, "kokoro": 5, "chocobo": 3}
OPTIONS: dict[str, dict[str, str]] = {"cocoons": {"level": "3"}, "kokoro": {}}
TABLES = {
    "cocoon_world": ("real", "virtual", "crowd", "wide"), "cocoons": ("real", "virtual", "crowd"),
    "kokoro": ("real", "virtual", "crowd"), "chocobo": ("real", "virtual", "unknown", "crowd", "boss"),
}  # fmt: skip
"""The tables that each game is played at: `unknown` has a real copy that nobody has transcribed, `crowd` all its seats
taken by people with long names, `wide` the longer loop, and at `boss` good players have come to the last floor."""
CROWD = (
    "Maximilienne",
    "Jean-Christophe",
    "Bartholomew",
    "Anastasia",
    "Wolfgang",
    "Élisabeth",
    "Guðrún",
    "Konstantinos",
)
MOST_SEATS = {"cocoon_world": 5, "cocoons": 4, "kokoro": 8, "chocobo": 4}
WIDE_GAP = 8
"""54 spaces, the longest loop that the guide draws."""
GAMES = 4
"""So many games are played until every kind of question was seen."""
DISCARD_GAMES = 100
"""So many games alone are played at most until a hand grows too large."""


NOTICE = (
    "the journal was damaged and is repaired: game 3 is lost; game 12 has 131 of its 133 entries; game 13 is lost"
    " too, and so on"
)
"""As long as such a sentence usually is."""


def prepare(game: str, table: str, seats: int = 0) -> tuple[Any, Any]:
    """The game and a setup of it."""
    found = find_game(game)
    name = "unknown" if table == "unknown" else "reconstructed"
    text = (Path(engines.__file__).parent / game / "editions" / f"{name}.toml").read_text(encoding="utf-8")
    if table == "wide":
        text = text.replace("gap = { value = 7,", f"gap = {{ value = {WIDE_GAP},")
    kind = "real" if table in ("real", "unknown", "wide") else "virtual"
    options = OPTIONS.get(game, {}) | ({"difficulty": "easy"} if table == "boss" else {})
    return found, found.prepare(people(game, table, seats), found.read_edition(text, name), table=kind, options=options)


def people(game: str, table: str, seats: int = 0) -> tuple[str, ...]:
    """Who sits at a table."""
    return CROWD[: MOST_SEATS[game]] if table == "crowd" else PEOPLE[: seats or SEATS[game]]


def walk(game: str, table: str, seed: int, seats: int = 0) -> Iterator[tuple[Any, Any, list[Event], Any]]:
    """A game played by bots: rules, state, what happened last, and the open question."""
    found, setup = prepare(game, table, seats)
    rules, luck = found.rules, random.Random(seed)
    bot = found.bot("gentle" if table == "boss" else "random")
    state, events = rules.start(setup)
    while not rules.is_over(state):
        question = rules.question(state)
        yield rules, state, events, question
        state, events = rules.answer(state, bot(rules, state, question, luck))
    yield rules, state, events, None


def kind_of(question: Any) -> str:
    """What makes a screen of its own."""
    why = question.about.get("why")
    return f"{question.kind}_{why}" if why else str(question.kind)


@cache
def table_pages(game: str) -> tuple[tuple[str, pages.TablePage], ...]:
    """One page for each kind of question of a game, at both tables, in the middle of a game where it can be."""
    found: dict[str, pages.TablePage] = {}
    for table in TABLES[game]:
        seats = people(game, table)
        for seed in range(GAMES if table in ("real", "virtual", "unknown") else 1):
            count: dict[str, int] = {}
            asked: Any = None
            for rules, state, events, question in walk(game, table, seed):
                before, asked = asked, question
                if question is None or (table == "boss" and rules.view(state).boss is None):
                    continue
                kind = kind_of(question)
                count[kind] = count.get(kind, 0) + 1
                name = f"{game}_{kind}" + ("" if table == "real" else f"_{table}")
                if count[kind] in (1, 4) and (seed == 0 or name not in found):
                    found[name] = make_page(game, rules, state, tuple(events), question, seats, before)
    if game == "chocobo":
        found |= discard_pages()
    return tuple(sorted(found.items()))


def discard_pages() -> dict[str, pages.TablePage]:
    """Who plays the dungeon alone throws cards away after an Eat action, when the hand is too large."""
    found: dict[str, pages.TablePage] = {}
    for table, ending in (("real", ""), ("virtual", "_virtual")):
        walks = (walk("chocobo", table, seed, 1) for seed in range(DISCARD_GAMES))
        asked = (moment for moments in walks for moment in moments if moment[3] and moment[3].kind == "discard")
        rules, state, events, question = next(asked)
        found[f"chocobo_discard{ending}"] = make_page("chocobo", rules, state, tuple(events), question, PEOPLE[:1])
    return found


def make_page(
    game: str, rules: Any, state: Any, events: tuple[Event, ...], question: Any, seats: tuple[str, ...],
    answered: Any = None,
) -> pages.TablePage:  # fmt: skip
    """The public page of a state; `answered` is the question before."""
    roll = next((event for event in reversed(events) if event.kind == "dice_rolled"), None)
    public = question.seen_by(PUBLIC)
    secret = None
    seat = question.asked if question.kind in find_game(game).looks else question.only_for
    if seat >= 0 and (
        question.only_for >= 0 or rules.view(state, seat) != rules.view(state)
    ):  # some questions of luck are for nobody's eyes
        secret = pages.Secret(seat, question, rules.view(state, seat))
    return pages.TablePage(
        game, rules.view(state), public, dict(enumerate(seats)), tuple(e for e in events if e.only_for == PUBLIC),
        rolled=None if roll is None else pages.Rolled(roll, pages.bodies_in(answered.about)),
        can_fix=True, secret=secret,
    )  # fmt: skip


def felt(seed: int, size: int = 120, body: tuple[int, int, int] = (201, 74, 43)) -> pages.Picture:
    """A stand-in for a camera crop: felt with a square on it."""
    grain = np.random.default_rng(seed).integers(-6, 7, (size, size, 1))
    picture = np.clip(np.array([44, 74, 65]) + grain, 0, 255).astype(np.uint8)
    low, high = size // 4, 3 * size // 4
    picture[low:high, low:high] = body
    return pages.Picture(picture)


def doubt_page(count: int = 3) -> pages.DoubtPage:
    """Two sure dice and a doubtful one."""
    dice = [pages.DieCrop(5, "red", 1.0, None, felt(1)), pages.DieCrop(2, "red", 0.98, None, felt(2))]
    dice += [pages.DieCrop(5, "black", 0.45, "glare", felt(3, body=(42, 39, 48)))]
    dice += [pages.DieCrop(0, "white", 0.1, "stacked", felt(4, body=(240, 236, 226)))] * (count - 3)
    return pages.DoubtPage("cocoon_world", tuple(dice), dict(enumerate(PEOPLE)), seat=0)


def steps() -> tuple[pages.Step, ...]:
    """A timeline out of a real game."""
    found: list[pages.Step] = []
    seen: Any = None
    for _, state, events, question in walk("cocoon_world", "real", 3):
        if seen is not None and len(found) < 12:
            seat = max(seen.asked, state.seat)
            at = len(found)
            fixed = at == 9
            found.append(pages.Step(at, seat, seen.kind, "roll 5,2,5", tuple(events), was="roll 5,2,3" if fixed else "",
                                    undone=at == 10, fixable=seen.kind == "roll"))  # fmt: skip
        seen = question
    return tuple(found)


def ways_back() -> Iterator[tuple[str, Page]]:
    """What would be undone, and what is put right."""
    names = dict(enumerate(CROWD))
    some = tuple(replace(step, undone=False, was="") for step in steps())
    yield "way_back_rewind", pages.WayBackPage("cocoon_world", intents.Rewind(3), some[3:], names, agree=(0, 1, 2, 3))
    yield "way_back_crowd", pages.WayBackPage("kokoro", intents.Rewind(3), some[3:5], names, agree=tuple(range(8)))
    yield "way_back_take_back", pages.WayBackPage("cocoon_world", intents.TakeBack(), some[-1:], names)
    yield "way_back_fix", pages.WayBackPage("cocoon_world", intents.FixReading(1, "roll 1,2,3"), some[2:], names)
    for game, kind in FIXED:
        page = dict(table_pages(game))[f"{game}_{kind}"]
        assert page.question is not None
        assert page.question.options, f"{game} {kind} is somebody's secret"
        was = page.question.options[0].spell()
        yield f"fixing_{game}_{kind}", pages.FixPage(replace(page, touch=True), 3, was, QuestionId(1, 12))


FIXED = (("cocoon_world", "reveal"), ("cocoon_world", "place_here"), ("cocoons", "face"), ("cocoons", "flip"),
         ("kokoro", "path"), ("kokoro", "count"), ("chocobo", "book"))  # fmt: skip
"""What is put right by touching the thing itself, for instance."""


def why_page(game: str = "cocoon_world") -> pages.WhyPage:
    """Why the marker moved."""
    event = Event("ep_gained", "turn.match", 0, {"ep": 1, "was": 10, "now": 0})
    roll = Event("dice_rolled", "turn.roll", 0, {"values": (5, 2, 5)})
    clauses = (
        pages.Clause("turn.match", "Each of your dice equal to the black die: 1 EP.", "rulebook p. 3"),
        pages.Clause("points.white", "White side up: the marker goes clockwise.", "rulebook p. 6"),
        pages.Clause("points.circle", "The circle has no end: after 10 comes 0.", "ruling 2"),
    )
    return pages.WhyPage(
        game, event, clauses, dict(enumerate(PEOPLE)), rolled=pages.Rolled(roll, ("red", "red", "black")), can_fix=True
    )


def promised_pages() -> Iterator[tuple[str, Page]]:
    """Why the companion chose what it chose, with what its two best options promise, or while that is worked out."""
    roll = Event("dice_rolled", "dungeon.roll", 1, {"values": (6, 2, 2, 3)})
    stopped = replace(
        why_page(), event=Event("ep_gained", "turn.match", 1, {"ep": 1, "was": 10, "now": 0}),
        rolled=pages.Rolled(roll, ("white",) * 4), chosen=Stop(), reason=Reason("stop_risk", {"count": 4, "ep": 1}),
        weighed=Weighed((Finding(Go(), 0.53, 10), Finding(Stop(), 0.51, 10))),
    )  # fmt: skip
    yield "why_promised", stopped
    yield "why_thinking", replace(stopped, reason=None, weighed=None, thinking=True)
    put, other = Put("iguana", 3), Put("iguana", 8)
    guessed = Reason("home_guess", {"count": 6, "tokens": 21})
    yield "why_guessed", replace(
        why_page("cocoons"), event=Event("guardian_placed", "slide.home", 1, {"guardian": "iguana", "place": 3}),
        clauses=why_page().clauses[:1], rolled=None, chosen=put, reason=guessed,
        weighed=Weighed((Finding(put, 1.0, 10), Finding(other, 1.0, 10))),
    )  # fmt: skip


def end_page(game: str) -> pages.EndPage:
    """The end of a real game."""
    story: list[Event] = []
    for rules, state, events, question in walk(game, "virtual", 1):
        story.extend(e for e in events if e.only_for == PUBLIC)
        if question is None:
            outcome: Outcome = rules.outcome(state)
            names = dict(enumerate(PEOPLE[: SEATS[game]]))
            points = tuple(tuple(i * (seat + 2) % 11 for i in range(6)) for seat in names)
            dice = {"red": (20, 17, 18, 22, 16, 19), "blue": (4, 2, 3, 5, 1, 2), "black": (9, 9, 9, 9, 9, 60)}
            return pages.EndPage(game, rules.view(state), outcome, names, points=points, dice=dice,
                                 story=tuple(story[-8:]), fixed=1, turns=5)  # fmt: skip
    raise AssertionError("a walk ends")


def lost(page: pages.EndPage) -> pages.EndPage:
    """The same end without a winner."""
    return replace(page, outcome=page.outcome._replace(winners=(), scores=(0,) * len(page.names)))


def standing() -> tuple[pages.Unfinished, ...]:
    """Every game in the middle."""
    found = []
    for number, game in enumerate(NAMES):
        page = table_pages(game)[-1][1]
        found.append(pages.Unfinished(game, tuple(page.names.values()), (), 2, number + 1, view=page.view))
    return tuple(found)


def between_games() -> Iterator[tuple[str, Page]]:
    """What stands around the games: the names, the evenings, the menu, and the games to go on with."""
    yield "names", care.NamesPage((*PEOPLE, "Maximilienne", "Bartholomé", "Wilhelmina"), 8, 6, 6)
    yield "names_none", care.NamesPage((), 8, 6, 6)
    yield from evenings_pages()
    yield from menu_pages()
    yield from unfinished_pages()
    yield from resume_pages()


def evenings_pages() -> Iterator[tuple[str, Page]]:
    """What has been played, and how the dice fell."""
    wins = (("Ann", 12), ("Maximilienne", 7), ("Ben", 2))
    games = tuple(pages.GameCount(game, 30, 21, wins if game != "kokoro" else ()) for game in NAMES)
    dice = {"red": ((20, 17, 18, 22, 16, 19), "few"), "black": ((9, 9, 9, 9, 9, 60), "odd")}
    yield "evenings", pages.EveningsPage(games, dice, 3)
    yield "evenings_none", pages.EveningsPage(())


REPAIRED = (pages.Light("camera"), pages.Light("box", "off"), pages.Light("saving", "doubt", NOTICE))
"""The health line after a journal was repaired."""


def menu_pages() -> Iterator[tuple[str, Page]]:
    """The menu with none, one and several games to go on with, after repairs, and where it may switch the Pi off."""
    one = pages.Unfinished("cocoon_world", PEOPLE, turn=3)
    yield "menu", pages.MenuPage(MENU, unfinished=one)
    yield "menu_fresh", pages.MenuPage(MENU)
    yield "menu_pi", pages.MenuPage(MENU, can_switch_off=True)
    yield "menu_safe", pages.MenuPage(MENU, unfinished=one, safe=True)
    yield "menu_repaired", pages.MenuPage(MENU, pages.Unfinished("chocobo", PEOPLE, turn=3), health=REPAIRED)
    yield "menu_several", pages.MenuPage(MENU, one, standing(), more=12, safe=True)
    yield "menu_standing", pages.MenuPage(MENU, standing()[0], standing()[1:], more=3)


def unfinished_pages() -> Iterator[tuple[str, Page]]:
    """The list of games that wait: many, two and a fault, none."""
    waiting = tuple(
        replace(game, number=number + 1, answers=1 + 97 * number, left_at="2026-11-19 21:14")
        for number, game in enumerate((*standing(), *standing()))
    )
    setup = Said("misfit.setup", number=3, why="a field should be str, found 7")
    yield "unfinished", pages.UnfinishedPage(waiting)
    yield "unfinished_two", pages.UnfinishedPage(waiting[1:3], setup)
    yield "unfinished_none", pages.UnfinishedPage(())


def resume_pages() -> Iterator[tuple[str, Page]]:
    """Where a game goes on: as it was left, by other rules than now, and after repairs."""
    opening = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]
    resume = pages.ResumePage(
        "cocoon_world", opening.view, opening.question, opening.names, stopped_at="21:14", others=3
    )
    misfit = Said("misfit.answer_refused", at=37, text="place backward_12 5", lost=5)
    yield "resume", replace(resume, others=0)
    yield "resume_misfit", replace(resume, number=2, misfit=misfit)
    yield "resume_changed", replace(resume, changed=True)
    yield "resume_repaired", replace(resume, others=0, health=REPAIRED)


def setup_pages() -> Iterator[tuple[str, Page]]:
    """Who plays what, and how: few and many choices, and a refusal."""
    easy = tuple(pages.Choice(name, option.values) for name, option in find_game("chocobo").options.items())
    tiles = (pages.Choice("ep_tiles", ("absolute", "by_side")),)
    fault = Said("chocobo.fault.easy_alone")
    yield "setup_cocoon_world", pages.SetupPage("cocoon_world", 1, 5, PEOPLE, players=4, options=tiles)
    yield "setup_kokoro", pages.SetupPage("kokoro", 1, 8, PEOPLE, players=8, kept="chocobo")
    yield (
        "setup_refused",
        pages.SetupPage(
            "chocobo", 1, 4, PEOPLE, players=1, editions=("reconstructed", "own"), options=easy, fault=fault
        ),
    )


def layouts(game: str) -> Iterator[Layout]:
    """Every way to lay a game out that the set-up page offers, one option changed at a time."""
    found = find_game(game)
    for players in range(found.seats[0], found.seats[1] + 1):
        yield Layout(players)
    for name, option in found.options.items():
        for value in option.values:
            yield Layout(max(2, found.seats[0]), {name: value})


@cache
def rules_pages() -> tuple[tuple[str, RulesPage], ...]:
    """The rules of every game, before it is played and at the table."""
    pages_of = []
    for game in NAMES:
        clauses = list_clauses(load_ledger(find_game(game)))
        pages_of.append((f"rules_{game}", RulesPage(game, clauses)))
    opening = dict(table_pages("cocoon_world"))["cocoon_world_roll_doublet"]
    clauses = list_clauses(load_ledger(find_game("cocoon_world")))
    pages_of.append(("rules_cocoon_world_now", RulesPage("cocoon_world", clauses, opening.question, Layout(5))))
    pink = {"side": "pink", "decree": "drawn", "decks": "real"}
    pages_of.append(("rules_kokoro_pink", RulesPage("kokoro", (), None, Layout(3, pink))))
    return tuple(pages_of)


def notes() -> Iterator[tuple[str, pages.TablePage]]:
    """The same table in all its states."""
    page = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]
    lights = (pages.Light("camera", "bad"), pages.Light("box", "off"), pages.Light("saving", "doubt"))
    own = page.view.players[page.question.about["seat"]].colour  # type: ignore[union-attr]
    claim = (pages.DieCrop(3, own), pages.DieCrop(4, own))
    yield "state_settling", replace(page, note="settling", claim=claim)
    yield "state_wrong_dice", replace(page, note="wrong_dice", claim=claim)
    for note in ("nothing_moved", "camera_lost", "paused", "thinking", "disk_late", "refused", "box_differs"):
        yield f"state_{note}", replace(page, note=note, health=lights)
    yield "state_touch", replace(page, touch=True)
    yield "state_over", replace(page, question=None)
    yield "state_unknown_game", replace(page, game="chess")
    yield "state_undo", replace(page, can_take_back=True)


LONGEST_REASONS = {
    "cocoon_world": Reason("setback", {"player": 2, "count": 10, "percent": 44}),
    "cocoons": Reason("home_guess", {"count": 8, "tokens": 28}),
    "kokoro": Reason("later", {"target": "C", "count": 12, "was": 10}),
    "chocobo": Reason("closer", {"count": 12, "left": 10}),
}
"""The reasons that take most room."""


def bot_pages() -> Iterator[tuple[str, pages.TablePage]]:
    """What the companion did, beside what comes next."""
    for game in NAMES:
        page = replace(dict(table_pages(game))[FOLLOWED[game]], companions=frozenset({1}))
        assert page.question is not None
        chosen = page.secret.question if page.secret is not None else page.question
        did = Event(CHOSE, "", 1, {"answer": chosen.options[0], "reason": LONGEST_REASONS[game]})
        yield f"bot_{game}", replace(page, done=(did, *page.happened), hands=False)
        yield (
            f"bot_{game}_thinks",
            replace(page, done=(did,), note="thinking", secret=None, question=page.question._replace(options=())),
        )


FOLLOWED = {"cocoon_world": "cocoon_world_go_on_virtual", "cocoons": "cocoons_turn_virtual",
            "kokoro": "kokoro_act_virtual", "chocobo": "chocobo_action_virtual"}  # fmt: skip
"""A page of each game beside which the companion's move is shown."""


def longest_lesson() -> str:
    """The longest words of any lesson, in any language."""
    texts = [text for game in NAMES for step in lesson_of(game).steps for _, text in step.texts]
    return max(texts, key=len)


def lesson_of(game: str) -> Lesson:
    """The lesson of a game."""
    return read_lesson((Path(engines.__file__).parent / game / "lesson.toml").read_text(encoding="utf-8"), game)


@cache
def hands_pages() -> tuple[tuple[str, pages.TablePage], ...]:
    """What to do with one's hands: for each game the longest lists, open and (`_done`) closed again."""
    found: dict[str, pages.TablePage] = {}
    for game in [game for game in NAMES if look_of(game).instructions]:
        longest: dict[str, pages.TablePage] = {}
        asked: Any = None
        for rules, state, events, question in walk(game, "real", 1):
            before, asked = asked, question
            if question is None:
                continue
            public = tuple(event for event in events if event.only_for == PUBLIC)
            kind = kind_of(question)
            if len(public) > len(longest[kind].done if kind in longest else ()):
                page = make_page(game, rules, state, tuple(events), question, PEOPLE[: SEATS[game]], before)
                longest[kind] = replace(page, done=public, hands=True)
        for kind, page in sorted(longest.items(), key=lambda item: -len(item[1].done))[:4]:
            found[f"hands_{game}_{kind}"] = page
            found[f"hands_{game}_{kind}_done"] = replace(page, hands=False)
    return tuple(found.items())


def dice_page() -> DicePage:
    """Three dice of two colours, and two rolls before."""
    dice = (pages.DieCrop(3, "red"), pages.DieCrop(5, "red"), pages.DieCrop(6, "white"))
    before = ((("red", 1), ("red", 4), ("white", 2)), (("red", 6), ("red", 6), ("white", 1)))
    return DicePage(3, dice, before, {"red": ((2, 0, 1, 1, 1, 2), "few"), "white": ((80, 71, 60, 66, 70, 75), "fair")})


LONGEST_HINT = (
    "A good player would choose",
    "Put the iguana at 3. One of 6 cocoons is its home; with 21 tokens left, a guess costs less than coming back.",
    "Wins about 100 of 100 games like this, and as many with: Put the iguana at 8.",
    "At best with 12 tokens to spare.",
)


def phone_pages() -> Iterator[tuple[str, Page]]:
    """What concerns phones: on the big screen, and on the phones themselves."""
    names, address = dict(enumerate(PEOPLE)), "http://192.168.178.200:8570/join/Abcdefghijkl"
    some = (Phone(1, 0), Phone(2), Phone(3, None, 2))
    on = PhonesPage(address, tuple(map(tuple, draw_code(address))), some[:2], names)
    yield from (("phones_off", PhonesPage()), ("phones_on", on), ("phones_asks", replace(on, phones=some)))
    yield "phones_hints", replace(on, hints=True, phones=())
    yield "phones_fault", PhonesPage(fault="Cannot open port 8570 for phones: address already in use")
    yield "seats", SeatsPage("kokoro", names, {}, frozenset({1}))
    yield "seats_waits", SeatsPage("kokoro", names, {}, frozenset({1}), 2)
    yield "seats_no_game", SeatsPage("", {})
    yield "own_watches", OwnPage("chocobo")
    yield "own", OwnPage("cocoon_world", "Chloé", "red", aloud=True, hints=True, may_ask=True)
    yield "own_no_hint", OwnPage("kokoro", "Ann", "blue", hints=True)
    yield "own_hint", OwnPage("cocoons", "Ann", "blue", hints=True, may_ask=True, hint=LONGEST_HINT)


def dice_pages() -> Iterator[tuple[str, Page]]:
    """Dice for any game."""
    yield "dice", dice_page()
    yield "dice_first", DicePage()
    yield "dice_many", DicePage(1, tuple(pages.DieCrop(n % 6 + 1, "white") for n in range(33)))
    yield "dice_no_camera", DicePage(phase="no_camera")
    yield "dice_thrown", DicePage(2, dice_page().dice, phase="settling", hands=True)


def beside_the_game() -> Iterator[tuple[str, Page]]:
    """What opens from a running game: a doubt, a reason, the timeline, the ways back, the lesson."""
    opening = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]
    yield "doubt", doubt_page()
    yield "doubt_four", doubt_page(4)
    yield "why", why_page()
    yield from promised_pages()
    yield "timeline", pages.TimelinePage("cocoon_world", steps(), opening.names, can_take_back=11)
    yield "timeline_short", pages.TimelinePage("cocoon_world", steps()[:4], opening.names)
    yield from ways_back()
    yield "lesson", pages.LessonPage(opening, 3, 11, "first turns", longest_lesson(), True)
    yield "lesson_waits", pages.LessonPage(opening, 11, 11, "the end", "Play.")


def end_pages() -> Iterator[tuple[str, Page]]:
    """How each game ends, won and lost."""
    yield from ((f"end_{game}", end_page(game)) for game in NAMES)
    yield from ((f"end_{game}_lost", lost(end_page(game))) for game in ("cocoons", "chocobo"))


@cache
def samples() -> tuple[tuple[str, Page], ...]:
    """All sample pages by name."""
    return (
        *(page for game in NAMES for page in table_pages(game)),
        *notes(),
        *bot_pages(),
        *hands_pages(),
        *end_pages(),
        *care_pages(),
        *between_games(),
        *setup_pages(),
        *((name, page) for name, page in phone_pages() if name != "seats_no_game"),  # there is nothing to touch
        *dice_pages(),
        *beside_the_game(),
        *rules_pages(),
    )
