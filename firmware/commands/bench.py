"""The benchmarks: each a ratio to a reference measured in the same run, in turns, because machines are noisy."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import TEAM
from tablekeeper.engines.core.bots.playout import choose_randomly, play_out
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.journal import Journal, open_for_reading, read_entries
from tablekeeper.firmware.settings.copies import load_edition

ROUNDS = 9
ROUND_S = 0.25
BAR = 4.0
"""How many times python-chess's rate a game's random playouts should reach."""
FOLDED = 10_000
PLAYERS = 4
TRAYS = 24


class Figure(NamedTuple):
    """One line of the benchmarks."""

    name: str
    value: float
    unit: str
    wanted: str
    met: bool
    how: str


def count_chess_moves(seconds: float, luck: random.Random) -> float:
    """python-chess: random legal moves a second, a new game at the end or after 200 moves."""
    import chess

    moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        board = chess.Board()
        for _ in range(200):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(luck.choice(legal))
            moves += 1
    return moves / spent


def count_answers(name: str, seconds: float, luck: random.Random) -> float:
    """Answers a second in random playouts of a game with four players at a virtual table."""
    game = find_game(name)
    players = min(PLAYERS, game.seats[1])
    setup = game.prepare([f"P{i}" for i in range(players)], load_edition(game), table="virtual", options={})
    answers = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        state, _ = game.rules.start(setup)
        answers += play_out(game.rules, state, luck)[1]
    return answers / spent


def bench_playouts() -> Iterator[Figure]:
    """Random playouts of each game beside python-chess's random moves."""
    luck = random.Random(1)
    rates: dict[str, list[float]] = {name: [] for name in NAMES}
    ratios: dict[str, list[float]] = {name: [] for name in NAMES}
    for _ in range(ROUNDS):
        for name in NAMES:
            reference = count_chess_moves(ROUND_S, luck)
            rates[name].append(count_answers(name, ROUND_S, luck))
            ratios[name].append(rates[name][-1] / reference)
    for name in NAMES:
        ratio = median(ratios[name])
        how = f"median of {ROUNDS} pairs of {ROUND_S} s of processor time; {median(rates[name]):.0f} answers a second"
        yield Figure(f"random playouts, {name}", ratio, "x python-chess", f">= {BAR}", ratio >= BAR, how)


def bench_fold() -> Iterator[Figure]:
    """Folding journals of 10,000 answers in all, read from disk with their seals checked."""
    game = find_game("cocoon_world")
    setup = game.prepare(["A", "B", "C", "D", "E"], load_edition(game), table="virtual", options={})
    luck = random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        with Journal(path) as journal:
            total = 0
            while total < FOLDED:
                record = journal.begin(game.name, to_plain(setup), 0.0)
                keep = journal.writer(record)
                texts: list[str] = []
                state, _ = game.rules.start(setup)
                play_out(
                    game.rules, state, luck, on_answer=lambda _, answer, __, texts=texts: texts.append(answer.spell())
                )
                texts = texts[: FOLDED - total]
                for at, text in enumerate(texts):
                    keep(Entry("answer", at, text, 0, "bench"))
                total += len(texts)
        seconds = median(_fold_all(path) for _ in range(5))
    yield Figure(f"fold a journal of {total} answers", seconds, "s", "< 0.15", seconds < 0.15, "median of 5, from disk")


def _fold_all(path: Path) -> float:
    game = find_game("cocoon_world")
    began = time.perf_counter()
    db = open_for_reading(path)
    for number, plain in db.execute("SELECT id, setup FROM game").fetchall():
        from tablekeeper.engines.core.state import from_plain

        setup = from_plain(game.rules.setup, json.loads(plain))
        History.fold(game.rules, setup, read_entries(db, path, number))
    db.close()
    return time.perf_counter() - began


def bench_start() -> Iterator[Figure]:
    """How long `tablekeeper --help` takes, and that it loads nothing heavy."""
    command = [sys.executable, "-X", "importtime", "-m", "tablekeeper", "--help"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    heavy = [name for name in ("cv2", "numpy", "pygame") if f"| {name}\n" in loaded.replace("|   ", "| ")]
    times = []
    for _ in range(9):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "tablekeeper", "--help"], capture_output=True, check=True)
        times.append((time.perf_counter() - began) * 1000)
    how = f"median of {len(times)} processes; loads {', '.join(heavy) or 'no cv2, numpy or pygame'}"
    yield Figure("tablekeeper --help", median(times), "ms", "< 150", median(times) < 150 and not heavy, how)


def bench_solver() -> Iterator[Figure]:
    """Cocoons' solver on decisions from games of both bots, every printed level, difficult mode on and off."""
    from tablekeeper.engines.cocoons.solver import solve

    game, luck = find_game("cocoons"), random.Random(7)
    times, inexact = [], 0
    for level, difficult, bot in product("12345", ("no", "yes"), game.bots.values()):
        options = {"level": level, "difficult": difficult}
        state, _ = game.rules.start(game.prepare(["A", "B", "C"], load_edition(game), table="virtual", options=options))
        while not game.rules.is_over(state):
            question = game.rules.question(state)
            if question.asked >= 0:
                began = time.process_time()
                inexact += not solve(state).exact
                times.append((time.process_time() - began) * 1000)
            chosen = bot if question.asked >= TEAM else choose_randomly
            state, _ = game.rules.answer(state, chosen(game.rules, state, question, luck))
    how = f"{len(times)} positions, median {median(times):.2f} ms, {inexact} not exact; processor time, tables included"
    yield Figure(
        "solve a position of cocoons, the slowest", max(times), "ms", "<= 50", max(times) <= 50 and not inexact, how
    )


def bench_reader() -> Iterator[Figure]:
    """The reader on pictures of the simulated tray beside one bare blob detection, with what it got right."""
    from tablekeeper.firmware.simulated.known_tray import die_of, simulated_calibration
    from tablekeeper.hardware.mock.picture.rendered_tray import render
    from tablekeeper.hardware.mock.picture.scatter import scatter
    from tablekeeper.hardware.mock.picture.scene import Scene, Tray
    from tablekeeper.vision import read
    from tablekeeper.vision.measure.benchmark import time_beside_blobs, time_motion_gate

    luck = random.Random(3)
    known = simulated_calibration(("red", "black"))
    throws = []
    for seed in range(TRAYS):
        dice = [die_of(body, luck.randint(1, 6)) for body in ("red", "red", "black")]
        picture, truth = render(Scene(dice=scatter(dice, Tray(), seed)), seed=seed)
        throws.append((picture, truth.values))
    pictures = [picture for picture, _ in throws]
    readings = [(read(picture, None, known), values) for picture, values in throws]
    wrong = sum(reading.sure and reading.values != values for reading, values in readings)
    unsure = sum(not reading.sure for reading, _ in readings)
    how = f"{TRAYS} simulated trays of 3 dice: {wrong} silently wrong, {unsure} not sure; processor time, 640x480"
    for name, work, bar in (
        ("calibrated read of the tray", lambda picture: read(picture, None, known), 1.5),
        ("read of a stranger's picture", read, 8.0),
    ):
        ratio = time_beside_blobs(pictures, work).ratio
        yield Figure(name, ratio, "x blob detection", f"<= {bar}", ratio <= bar and not wrong, how)
    ratio = time_motion_gate(pictures).ratio
    yield Figure("motion gate", ratio, "x blob detection", "<= 0.05", ratio <= 0.05, "processor time, 640x480")


BENCHES: tuple[Callable[[], Iterator[Figure]], ...] = (
    bench_start,
    bench_fold,
    bench_playouts,
    bench_solver,
    bench_reader,
)


def run(show: Callable[[str], None], as_json: bool) -> None:
    """Run all benchmarks and print each as it is done."""
    if find_spec("chess") is None:  # said before minutes are spent
        raise BadInput(
            "Cannot run the benchmarks: found no python-chess to compare with; expected: make bench, or "
            "pip install 'tablekeeper[benchmark]'"
        )
    for bench in BENCHES:
        for figure in bench():
            if as_json:
                show(json.dumps({**figure._asdict(), "value": round(figure.value, 4)}))
            else:
                mark = "ok  " if figure.met else "MISS"
                show(f"{mark} {figure.name}: {figure.value:.3g} {figure.unit} (wanted {figure.wanted}; {figure.how})")
