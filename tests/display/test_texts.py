"""The words: complete in every language, used, with whole placeholders, and not longer than the English ones allow."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pygame
import pytest

from tablekeeper import display, engines
from tablekeeper.display.browser.sheet import Press
from tablekeeper.display.browser.vectors import VectorCanvas
from tablekeeper.display.care_pages import TroublePage
from tablekeeper.display.drawing.canvas import Canvas
from tablekeeper.display.drawing.look import SETTINGS, Look
from tablekeeper.display.drawing.theme import shipped_palette
from tablekeeper.display.errors import TextFault
from tablekeeper.display.pages import Clause, Step, TimelinePage, WhyPage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import LANGUAGES, Texts, placeholders, printable, printed, shipped_texts, signed
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import Event
from tablekeeper.engines.core.printed.ledger import read_ledger
from tests.display.samples import PEOPLE, TABLES, lesson_of, walk

ROOM = Path(display.__file__).parent
MADE = (
    r"\w+\.(event|ask|answer|second|of|part|tile|does|hand|way|word|icon|end|option|lesson|guardian|trapdoor|side|kind)\..+",
    r"\w+\.(target|decree|cause|action|clause|hint|counted|do|mine|reward|landmark|reached|reason)\..+",
    r"(word|game|colour|colours|do|die|device|check|setting|sound|doubt|rail|event|ask|setup|end|dice)\..+",
    r"(lesson\.chapter|wizard|calibration|doctor|trouble|magnets|hands|corners|evenings|statistics|terminal|phones|reason|house|club|backup|mqtt)\..+",
    r"(timeline|way_back)\.\w+",
    r"misfit\..+",
    r"cocoons\.(opens|holds)",
    r"\w+\.expects\..+",
    r"\w+\.unit",
    r"\w+\.(rules|guide|says|board|fault)\..+",
    r"(\w+\.)?refused\..+",
    r"target\.(up|down|rew|fwd)",
    r"menu\.exported(_here)?",
)
"""Keys that are made from names of games, events, colours and states while the program runs."""


def keys_in_code() -> set[str]:
    found: set[str] = set()
    for path in ROOM.rglob("*.py"):
        if path.name == "rulebook.py":  # which names clauses
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.fullmatch(r"\w+(\.\w+)+", node.value)
            ):
                found.add(node.value)
    return found


def said_by(game: str) -> tuple[set[str], set[str]]:
    """The kinds of events that a game's rules say, and the kinds of questions that they ask."""
    events: set[str] = set()
    questions: set[str] = set()
    for path in (Path(engines.__file__).parent / game).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            first = node.args[0]
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            either = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            kinds = {part.value for part in either if isinstance(part, ast.Constant) and isinstance(part.value, str)}
            if name in ("say", "whisper"):
                events |= kinds
            if name == "Question" and isinstance(first, ast.Constant):
                questions |= kinds
    return events, questions - {""}


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, french = (shipped_texts(language).texts for language in ("en", "fr"))
    assert set(english) == {key for key in french if ".clause." not in key}
    for key, words in english.items():
        assert placeholders(words, key, "en") == placeholders(french[key], key, "fr"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_or_unused(language: str) -> None:
    texts = set(shipped_texts(language).texts)
    used = keys_in_code()
    groups = {key.partition(".")[0] for key in texts}
    missing = {key for key in used if key.partition(".")[0] in groups and key not in texts and "." in key}
    assert not {key for key in missing if not any(other.startswith(key) for other in texts)}
    assert not {key for key in texts - used if not any(re.fullmatch(made, key) for made in MADE)}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_every_question_of_a_game_has_words(game: str, language: str) -> None:
    texts = shipped_texts(language).texts
    events, questions = said_by(game)
    assert events
    assert questions
    assert not {kind for kind in events if f"{game}.event.{kind}" not in texts}
    asked = {kind for kind in questions if not any(key.startswith(f"{game}.ask.{kind}") for key in texts)}
    assert not asked
    verbs = set(find_game(game).rules.reader.kinds) - {"roll", "change"}  # which are chosen on pictures of the dice
    assert not {verb for verb in verbs if not any(key.startswith(f"{game}.answer.{verb}") for key in texts)}


@pytest.mark.parametrize("game", NAMES)
def test_every_clause_of_a_game_is_told_in_french_and_none_besides(game: str) -> None:
    text = (Path(engines.__file__).parent / game / "RULES.md").read_text(encoding="utf-8")
    told = {key for key in shipped_texts("fr").texts if key.startswith(f"{game}.clause.")}
    assert told == {f"{game}.clause.{id_}" for id_ in read_ledger(text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_every_clause_finds_room_on_the_sheet_at_every_size(game: str, language: str) -> None:
    text = (Path(engines.__file__).parent / game / "RULES.md").read_text(encoding="utf-8")
    faults = []
    for size in ((800, 480), (720, 1280)):
        open_screen(size, "dummy", False)
        composer = Composer(size)
        for found in read_ledger(text).values():
            clause = Clause(found.id, found.says, found.source)
            page = WhyPage(game, Event("turn_begun", found.id, 0, {"turn": 1}), (clause,), {0: "Ann"})
            scene = composer.compose(page, {}, Look(language=language))
            said = " ".join(item.words.text for item in scene.items if item.words is not None)
            words = shipped_texts(language).first(f"{game}.clause.{found.id}") or found.says
            if scene.clipped or words.split()[-1] not in said:
                faults.append((size, found.id, scene.clipped))
    pygame.display.quit()
    assert not faults, faults


class Listener(Speech):
    """A speech that marks what it has no word for."""

    def unknown(self, value: str) -> str:
        if re.fullmatch(r"[A-Z]|[0-9]+|[123]F", value) or any(name in value for name in PEOPLE):
            return value  # letters, numbers and names are the same in every language
        return f"<<{value}>>"


@pytest.mark.parametrize("table", ["real", "virtual", "unknown"])
@pytest.mark.parametrize("game", NAMES)
def test_no_word_of_the_program_reaches_the_table_untranslated(game: str, table: str) -> None:
    if table not in TABLES[game]:
        pytest.skip("every copy of this game is known")
    speech = Listener(shipped_texts("fr"), game, dict(enumerate(PEOPLE)), {})
    said: set[str] = set()
    for _, _, events, question in walk(game, table, 2):
        said |= {speech.event(event) for event in events}
        if question is not None:
            said |= {speech.ask(question), speech.second(question)}
            said |= {speech.option(question.options[i]) for i in range(min(len(question.options), 100))}
    assert not {words for words in said if "<<" in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_of_a_lesson_has_words(language: str) -> None:
    chapters = {step.chapter for game in NAMES for step in lesson_of(game).steps}
    keys = {f"lesson.chapter.{chapter.replace(' ', '_').replace('-', '_')}" for chapter in chapters}
    assert keys <= set(shipped_texts(language).texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_has_words_for_each_value(language: str) -> None:
    texts = shipped_texts(language).texts
    for name, (_, values) in SETTINGS.items():
        assert {f"setting.{name}", *(f"setting.{name}_{value}" for value in values)} <= set(texts)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_game_has_words_for_each_value(game: str, language: str) -> None:
    texts = shipped_texts(language).texts
    for name, option in find_game(game).options.items():
        wanted = {f"{game}.option.{name}", *(f"{game}.option.{name}_{value}" for value in option.values)}
        assert not option.values or wanted <= set(texts)


def test_no_french_text_is_much_longer_than_its_english_one() -> None:
    english, french = (shipped_texts(language).texts for language in ("en", "fr"))
    assert not {key for key, words in english.items() if len(shown(french[key])) > 1.6 * len(shown(words)) + 8}


def shown(words: str) -> str:
    """A text as it stands on the screen, in the plural."""
    return re.sub(r"\{\w+:[^}|]*\|([^}]*)\}", r"\1", words)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('[a]\nb = "{name"', "a.b"),
        ('[a]\nb = "{}"', "a.b"),
        ('[a]\nb = "{name.x}"', "name.x"),
        ('[a]\nb = "{name:die}"', "name:die"),
        ("[a]\nb = 3", "a.b"),
        ("[a\n", "no TOML"),
    ],
)
def test_a_broken_text_file_is_named_in_one_sentence(text: str, names: str) -> None:
    with pytest.raises(TextFault, match=re.escape(names)):
        Texts.read(text, "xx")


def test_a_missing_text_a_missing_fact_and_an_unknown_language_are_named() -> None:
    texts = Texts.read('[a]\nb = "{name} rolls"', "xx")
    with pytest.raises(TextFault, match=r"a\.c"):
        texts.say("a.c")
    with pytest.raises(TextFault, match="name"):
        texts.say("a.b", seat=1)
    with pytest.raises(TextFault, match="en or fr"):
        shipped_texts("tlh")


@pytest.mark.parametrize(("language", "one", "many"), [("en", (1, "1", -1), (0, 2, "?")), ("fr", (0, 1, "0"), (2, 11))])
def test_words_go_with_their_number(language: str, one: tuple[object, ...], many: tuple[object, ...]) -> None:
    texts = Texts.read('[a]\nb = "{count} {count:die|dice}"', language)
    assert {texts.say("a.b", count=count).split()[1] for count in one} == {"die"}
    assert {texts.say("a.b", count=count).split()[1] for count in many} == {"dice"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_counted_thing_stands_in_the_wrong_number(language: str) -> None:
    """A number with a plural beside it: where one can stand there, the text holds both words."""
    fixed = {"evenings.played", "calibration.see", "trouble.tried", "cocoon_world.times_in_8",
             "chocobo.left", "terminal.many", "cocoon_world.place.after", "cocoons.reason.home_guess",
             "cocoon_world.reason.go_risk", "cocoon_world.reason.stop_risk"}  # fmt: skip
    """Said only of two and more, or the same word for one, or no thing at all (French « après »)."""
    for key, words in shipped_texts(language).texts.items():
        lone = re.search(r"\{(count|tokens|damage|steps|cards|turns|eaten|gained|final|zeroes)\} \w+s\b", words)
        assert lone is None or key in fixed, (key, words)


FROM_OUTSIDE = "a\x1b[31mb\0c\ud800d\u202ee\r\nf"


def test_what_comes_from_outside_steers_neither_screen_nor_terminal() -> None:
    assert printable(FROM_OUTSIDE) == "a?[31mb?c?d?e??f"
    assert printable(FROM_OUTSIDE, keep="\n") == "a?[31mb?c?d?e?\nf"
    assert printed(FROM_OUTSIDE) == printable(FROM_OUTSIDE)


def test_narrow_and_unbreakable_spaces_stay() -> None:
    french = "Prêts\u202f? Oui\u00a0!"
    assert printable(french) == french


def test_a_page_takes_any_text_in_a_window_and_in_a_browser() -> None:
    page, size = TroublePage("other", FROM_OUTSIDE), (800, 480)
    open_screen(size, "dummy", False)
    shown = Composer(size).compose(page, {}, Look())
    written = "".join(item.words.text for item in shown.items if item.words is not None)
    assert "?[31m" in written
    assert not set(written) & set("\x1b\0\ud800\u202e\r")
    assert "?[31m" in Press(size).sheet(page, {}, Look()).svg
    pygame.display.quit()
    colours = shipped_palette("home", "dark")
    for canvas in (Canvas((0, 0, 90, 30), 1.0, colours), VectorCanvas(1.0, colours)):
        canvas.text(5, 15, FROM_OUTSIDE, 20, "strong", (1, 2, 3))
        assert canvas.lettered


def test_numbers_below_nought_bear_a_minus_sign() -> None:
    """A hyphen before a number reads as a dash on a screen."""
    texts = Texts.read('[a]\nb = "{who}: {count}"', "en")
    assert texts.say("a.b", who="well-kept", count=-9) == "well-kept: −9"
    assert texts.say("a.b", who="x", count=0) == "x: 0"
    assert signed("decree -9 on 2026-01-02, 3-4, --x -0") == "decree −9 on 2026-01-02, 3-4, --x −0"


def test_an_answer_of_which_nothing_was_seen_has_words_in_the_timeline() -> None:
    open_screen((800, 480), "dummy", False)
    steps = (Step(0, 0, "top", "", ()), Step(1, 0, "look", "looked", ()))
    scene = Composer((800, 480)).compose(TimelinePage("kokoro", steps, {0: "Ann"}), {}, Look(language="fr"))
    said = {item.words.text for item in scene.items if item.words is not None}
    pygame.display.quit()
    assert {"Connu d’un seul joueur", "Vu, remis"} <= said


def test_a_fixed_answer_in_the_timeline_bears_minus_signs_too() -> None:
    open_screen((800, 480), "dummy", False)
    steps = (Step(0, 0, "decree", "decree -9", (), was="decree -12"), Step(1, 0, "decree", "decree -3", ()))
    scene = Composer((800, 480)).compose(TimelinePage("kokoro", steps, {0: "Ann"}), {}, Look())
    said = " ".join(item.words.text for item in scene.items if item.words is not None)
    pygame.display.quit()
    assert {"−9", "−12", "−3"} <= {word.strip(",") for word in said.split()}
    assert "-" not in said
