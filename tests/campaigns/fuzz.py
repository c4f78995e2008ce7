"""Fuzz records, positions and catalogues: ``python -m tests.campaigns.fuzz --help``.

Inputs are mutations of valid texts: games at various positions, house rules, complete catalogues. A
few bytes, words, lines or JSON branches are changed. Each input is refused with a documented error,
or accepted and then played: seats have legal moves, every view is made and sampled, greedy players
play to the end, and record and position are written and read again. Any other error is a crash; too
much time is a hang, and too much memory is a finding as well.

Inputs are determined by kind, seed and number: ``--only record:17`` shows one. Workers are
processes; when one dies or hangs, its input is noted and a new worker continues with the next one.

``--guided`` lets atheris choose mutations by the lines of Python that an input reaches, with the JIT
off so that this includes the rules (`pip install atheris`; it is not part of `dev`).
"""

import argparse
import gc
import hashlib
import json
import multiprocessing
import os
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import FrameType, FunctionType
from typing import Any

import heptapolis as hp
from heptapolis.bots.greedy import GreedyBot
from heptapolis.cards import to_text
from heptapolis.machine import machine
from tests.campaigns import fault_page

KINDS = {"record": 50, "position": 40, "catalogue": 10}  # per hundred inputs
INPUT_TIMEOUT_SECONDS = 10.0  # processor time for an input
MEMORY_LIMIT_BYTES = 1 << 30  # for an input
MAX_DECISIONS = 2000  # a longer game counts as a hang
MAX_REMEMBERED_GAMES = 200_000  # of games already played
WORKER_TIMEOUT_SECONDS = (
    120.0  # a silent worker counts as hanging, for hangs that no signal interrupts
)
NO_INPUT = -1  # number of a worker that is starting
REPORT_INTERVAL = 500  # inputs per report of a worker

HOUSES = [
    'extends = "classic"\nid = "club"\ntitle = "Club"\n[constants]\nstarting_coins = 9\ntrade_price = 1\n',
    'extends = "classic"\n[card.x]\nname = "X"\nage = 1\ncolor = "blue"\nplayers = [3, 5]\ncost = { ore = 3 }\n'
    'chain_from = ["loom"]\neffect = { points = 4, coins = 2 }\n[card.y]\nname = "Y"\nage = 2\ncolor = "red"\n'
    "players = [3]\neffect = { shields = 2 }\n",
    'extends = "leaders"\n[card.altar]\neffect = { points = 5 }\n[wonder.giza]\nname = "Gizeh"\n'
    '[card.z]\nname = "Z"\nage = 3\ncolor = "green"\nplayers = [4]\ncost = { glass = 1, coins = 1 }\n'
    'effect = { science = "gear" }\n',
    'extends = "duel"\n[constants]\nstarting_coins = 10\n[card.altar]\ncost = { coins = 2 }\n',
    'extends = "classic"\n[card.x]\nname = "X"\nage = 1\ncolor = "yellow"\nplayers = [3]\n'
    'effect = { produce_choice = ["wood", "ore"] }\n[card.v]\nname = "V"\nage = 2\ncolor = "yellow"\nplayers = [3]\n'
    'effect = { coins_per = { amount = 2, what = ["brown"], whose = ["self", "left"] } }\n',
]
NASTY_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    7,
    8,
    99,
    255,
    256,
    1000,
    32767,
    32768,
    2**31,
    2**63,
    -(2**63),
    10**40,
    0.5,
    1e308,
    "",
    "?",
    "-",
    "0",
    "null",
    "\x00",
    "\u202e",
    "𝟛",
    "a" * 5000,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"a": {"a": {}}},
]
WORDS = [
    "NaN",
    "Infinity",
    "1e999",
    "-0",
    "0x10",
    "1_000",
    "９",
    "\r",
    "\n\n",
    "\t",
    "\\u0000",
    '"',
    "'",
    "[" * 500,
    "{" * 500,
    '{"a":' * 200,
    "9" * 5000,
    "=",
    "[card.x]",
    "[[card]]",
    "heptapolis 1",
    "heptapolis 2",
    "game duel",
    "rules 999",
    "position {}",
    "options []",
    "seed -1",
    "catalog sha256:" + "0" * 64,
    "I.1 0 discard loom",
    "pass",
    "draft",
    "stage",
]


# ── valid inputs ─────────────────────────────────────────────────────────────────────────────────


@dataclass
class Material:
    """Valid texts, and the words in them."""

    texts: list[str]
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        found = {word for text in self.texts for word in re.findall(r"[A-Za-z_:]+|[0-9]+", text)}
        self.words = sorted(found) + WORDS


def _games() -> Iterator[hp.Game]:
    """Yield games at various positions."""
    for number in range(48):
        rng = Random(f"fuzz {number}")
        kind = number % 4
        if kind == 0:
            game: hp.Game = hp.new("duel", seed=number, wonders=rng.choice(["draft", "first_game"]))
        else:
            seats = 2 + number // 4 % 6
            game = hp.new("classic", seats=seats, seed=number, leaders=kind == 1)
        for _ in range(rng.randrange(80)):
            if game.is_over:
                break
            seat = rng.choice(game.to_move)
            game.submit(seat, rng.choice(game.legal_moves(seat)))
        yield game


@cache
def material(kind: str) -> Material:
    if kind == "record":
        return Material([str(game.record()) for game in _games()])
    if kind == "catalogue":
        whole = [to_text(hp.catalog(name)) for name in ("classic", "leaders", "duel")]
        return Material([*HOUSES * 3, *whole])
    views = [str(game.view(0).position()) for game in _games()]
    by_hand = ['{"players": 3}', '{"players": 2, "age": 2}', '{"game": "duel"}']
    return Material([*(str(game.position()) for game in _games()), *views[::4], *by_hand])


# ── mutations ────────────────────────────────────────────────────────────────────────────────────


def make(kind: str, seed: int, number: int) -> str:
    """Return the input with this number."""
    rng, ours = Random(f"{seed} {kind} {number}"), material(kind)
    return mutate(rng.choice(ours.texts), kind, rng)


def mutate(text: str, kind: str, rng: Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        change = rng.choice(CHANGES)
        text = change(text, material(kind), rng)
    return text


def _spot(text: str, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + int(rng.paretovariate(0.7)))


def _cut(text: str, _: Material, rng: Random) -> str:
    start, end = _spot(text, rng)
    return text[:start] + text[end:]


def _repeat(text: str, _: Material, rng: Random) -> str:
    start, end = _spot(text, rng)
    return text[:end] + text[start:end] * rng.randint(1, 3) + text[end:]


def _splice(text: str, ours: Material, rng: Random) -> str:
    other = rng.choice(ours.texts)
    start, end = _spot(other, rng)
    here = rng.randrange(len(text) + 1)
    return text[:here] + other[start:end] + text[here:]


def _letter(text: str, _: Material, rng: Random) -> str:
    here = rng.randrange(len(text) + 1)
    letter = chr(rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0xD800))))
    return text[:here] + letter + text[here + rng.randrange(2) :]


def _word(text: str, ours: Material, rng: Random) -> str:
    """Replace a word by another one, or a number by a near or an extreme one."""
    spots = list(re.finditer(r"[A-Za-z_:]+|-?[0-9]+", text[:20_000]))
    if not spots:
        return text + rng.choice(ours.words)
    spot = rng.choice(spots)
    new = rng.choice(ours.words)
    if spot[0].lstrip("-").isdigit() and rng.random() < 0.8:
        near = int(spot[0][:30]) + rng.choice((-2, -1, 1, 2, 10))
        new = str(rng.choice((near, near, rng.randrange(10), rng.choice((-1, 255, 2**31, 10**20)))))
    return text[: spot.start()] + new + text[spot.end() :]


def _lines(text: str, ours: Material, rng: Random) -> str:
    """Swap, duplicate or drop lines, or take one from another text."""
    lines = text.split("\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    what = rng.randrange(4)
    if what == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif what == 1:
        lines.insert(a, lines[b])
    elif what == 2:
        del lines[a]
    else:
        lines[a] = rng.choice(rng.choice(ours.texts).split("\n"))
    return "\n".join(lines)


def _json(text: str, ours: Material, rng: Random) -> str:
    """Change a branch of a JSON document, which is the whole text or one line of it."""
    start = text.find("{")
    if start < 0:
        return _word(text, ours, rng)
    try:
        data, end = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        return _word(text, ours, rng)
    _change_branch(data, rng)
    return text[:start] + json.dumps(data, ensure_ascii=False) + text[start + end :]


def _change_branch(data: Any, rng: Random) -> None:
    spots = _branches(data)
    if not spots:
        return
    box, key = rng.choice(spots)
    other_box, other_key = rng.choice(spots)
    what = rng.randrange(6)
    if what == 0:
        del box[key]
    elif what == 1:
        box[key] = rng.choice(NASTY_VALUES)
    elif what == 2 and isinstance(box, list):
        box.insert(rng.randrange(len(box) + 1), box[key])
    elif what == 3 and isinstance(box, dict):
        box[str(other_key)] = box.pop(key)
    elif what == 4:
        box[key], other_box[other_key] = other_box[other_key], box[key]
    else:  # another value of the same type
        alike = [b[k] for b, k in spots if type(b[k]) is type(box[key])]
        box[key] = json.loads(json.dumps(rng.choice(alike)))


def _branches(data: Any) -> list[tuple[Any, Any]]:
    """Return the branches of a document, at most 400 of each depth."""
    found: list[tuple[Any, Any]] = []
    level = [data]
    while level:
        spots = [
            (box, key)
            for box in level
            if isinstance(box, dict | list)
            for key in (list(box) if isinstance(box, dict) else range(len(box)))
        ]
        found += spots[:400]
        level = [box[key] for box, key in spots]
    return found


CHANGES: list[Callable[[str, Material, Random], str]] = [
    _cut,
    _repeat,
    _splice,
    _letter,
    _word,
    _word,
    _word,
    _lines,
    _lines,
    _json,
    _json,
    _json,
    _json,
]


# ── outcomes ─────────────────────────────────────────────────────────────────────────────────────

REFUSALS = (hp.InvalidText, hp.IllegalMove, hp.CatalogError)


class InputTimeout(BaseException):
    """Raised when an input takes too long; a BaseException, so that no code catches it by mistake."""


class Bench:
    """Tries inputs, one after another."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "house.toml"
        self._played: set[bytes] = set()  # hashes of games already played to the end

    def try_out(self, kind: str, text: str, rng: Random) -> str:
        """Return the outcome of an input; any raised error is a crash."""
        try:
            game = self._read(kind, text)
        except REFUSALS as error:
            return f"refused: {type(error).__name__}"
        state = hashlib.blake2b(game.to_bytes(), digest_size=12).digest()
        if kind != "catalogue":
            if state in self._played:
                return "accepted: a game as before"
            if len(self._played) < MAX_REMEMBERED_GAMES:
                self._played.add(state)
        play(game, rng)
        return "accepted and played"

    def _read(self, kind: str, text: str) -> hp.Game:
        if kind == "record":
            return hp.replay(text)
        if kind == "position":
            hp.score(text)
            return hp.from_position(text)
        source: str | Path = text
        if not text.startswith("{"):
            self._file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
            source = self._file
        catalog = hp.catalog(source)
        if catalog.game == "duel":
            return hp.new("duel", seed=1, catalog=catalog)
        return hp.new("classic", seats=3, seed=1, catalog=catalog)


def play(game: hp.Game, rng: Random) -> None:
    """Make all views of a game, write and read it, and play it to its end."""
    for seat in (*range(game.players), None):
        view = game.view(seat)
        assert seat is None or bool(view.legal_moves()) == (seat in game.to_move)
        try:
            sampled = view.sample(rng)
        except hp.InvalidText:
            continue  # the position claims impossible knowledge
        assert bool(sampled.to_move) != game.is_over
    record = str(game.record())
    assert str(hp.replay(record, catalog=game.edition.catalog).record()) == record
    position = game.position()
    again = hp.from_position(str(position), catalog=game.edition.catalog)
    assert again.position() == position
    bot = GreedyBot()
    for _ in range(MAX_DECISIONS):
        if game.is_over:
            break
        seat = game.to_move[0]
        game.submit(seat, bot.choose(game.view(seat), rng))
    assert game.is_over, f"no end after {MAX_DECISIONS} decisions"
    assert len(game.scores()) == game.players and game.ranking()


@dataclass
class FuzzResult:
    """The outcomes of inputs."""

    outcomes: dict[str, Counter[str]] = field(
        default_factory=lambda: {kind: Counter() for kind in KINDS}
    )
    findings: list[str] = field(default_factory=list)  # kind:number and the error

    def add(self, other: "FuzzResult") -> None:
        for kind, outcomes in other.outcomes.items():
            self.outcomes[kind] += outcomes
        self.findings += other.findings

    @property
    def n(self) -> int:
        return sum(outcomes.total() for outcomes in self.outcomes.values())


def kind_of(number: int) -> str:
    """Return the kind of the input with this number."""
    place = number * 37 % 100
    for kind, share in KINDS.items():
        if place < share:
            return kind
        place -= share
    raise AssertionError


def try_number(bench: Bench, seed: int, number: int, counted: FuzzResult) -> None:
    """Try an input and note its outcome."""
    kind = kind_of(number)
    signal.setitimer(signal.ITIMER_VIRTUAL, INPUT_TIMEOUT_SECONDS)
    try:
        outcome = bench.try_out(kind, make(kind, seed, number), Random(number))
    except InputTimeout:
        outcome = "hang"
    except MemoryError:
        outcome = "memory"
    except Exception as error:
        outcome = "crash"
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        counted.findings.append(
            f"{kind}:{number} {type(error).__name__} at {place}: {str(error)[:200]}"
        )
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    if outcome in ("hang", "memory"):
        counted.findings.append(f"{kind}:{number} {outcome}")
    counted.outcomes[kind][outcome] += 1


def _too_long(_: int, __: FrameType | None) -> None:
    raise InputTimeout


def try_some(seed: int, numbers: range) -> FuzzResult:
    """Try inputs in this process."""
    before = signal.signal(signal.SIGVTALRM, _too_long)
    counted = FuzzResult()
    try:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder))
            for number in numbers:
                try_number(bench, seed, number, counted)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return counted


# ── worker processes ─────────────────────────────────────────────────────────────────────────────


def work(seed: int, first: int, step: int, at: Any, line: Connection) -> None:
    """Try inputs in a worker process and send the outcomes in intervals."""
    signal.signal(signal.SIGVTALRM, _too_long)
    for kind in KINDS:
        material(kind)
    try_some(seed, range(20))  # loads all modules before the memory is limited
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY_LIMIT_BYTES, resource.RLIM_INFINITY))
    with tempfile.TemporaryDirectory() as folder:
        bench, counted, number = Bench(Path(folder)), FuzzResult(), first
        while True:
            at.value = number
            try_number(bench, seed, number, counted)
            number += step
            if counted.n >= REPORT_INTERVAL:
                line.send((counted, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
                counted = FuzzResult()


class Worker:
    """A process that tries inputs and is replaced when it dies or hangs."""

    def __init__(self, seed: int, first: int, step: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._seed, self._step = seed, step
        self.counted, self.peak, self.deaths = FuzzResult(), 0, 0
        self._begin(first)

    def _begin(self, first: int) -> None:
        self._at = self._context.Value("q", NO_INPUT, lock=False)
        self.line, theirs = self._context.Pipe(duplex=False)
        self._process = self._context.Process(
            target=work, args=(self._seed, first, self._step, self._at, theirs), daemon=True
        )
        self._process.start()
        theirs.close()
        self._moved = time.monotonic()
        self._last = NO_INPUT

    def look(self) -> None:
        """Receive outcomes; if the process died or hangs, note that and continue with the next input."""
        try:
            while self.line.poll():
                counted, peak = self.line.recv()
                self.counted.add(counted)
                self.peak = max(self.peak, peak)
        except EOFError:
            pass
        if self._at.value != self._last:
            self._last, self._moved = self._at.value, time.monotonic()
        if self._last == NO_INPUT:
            if not self._process.is_alive():
                raise RuntimeError("a worker ended before its first input")
            return
        hangs = time.monotonic() - self._moved > WORKER_TIMEOUT_SECONDS
        if hangs or not self._process.is_alive():
            self._process.kill()
            self._process.join()
            number, kind = self._at.value, kind_of(self._at.value)
            outcome = "hang" if hangs else "crash"
            self.counted.findings.append(
                f"{kind}:{number} {outcome} of the process ({self._process.exitcode})"
            )
            self.counted.outcomes[kind][outcome] += 1
            self.deaths += 1
            self._begin(number + self._step)

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def run(inputs: int, minutes: float, seed: int, workers: int, first: int) -> tuple[FuzzResult, int]:
    """Try a number of inputs within the time limit; return the outcomes and the peak memory of a
    worker in kilobytes."""
    crew = [Worker(seed, first + n, workers) for n in range(workers)]
    end, told, shown = time.monotonic() + 60 * minutes, 0.0, 0
    try:
        while time.monotonic() < end:
            time.sleep(0.5)
            for worker in crew:
                worker.look()
            n = sum(worker.counted.n for worker in crew)
            if time.monotonic() > told + 10:
                told = time.monotonic()
                found = [finding for worker in crew for finding in worker.counted.findings]
                print(
                    f"{n} of {inputs} inputs, {len(found)} findings",
                    *found[shown:],
                    sep="\n",
                    file=sys.stderr,
                    flush=True,
                )
                shown = len(found)
            if n >= inputs:
                break
    finally:
        for worker in crew:
            worker.end()
    counted = FuzzResult()
    for worker in crew:
        counted.add(worker.counted)
    return counted, max(worker.peak for worker in crew)


def run_guided(seconds: int, kind: str) -> None:
    """Let atheris choose mutations by the lines of code that an input reaches."""
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":  # so that the rules are lines of Python
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]

    folder = Path(tempfile.mkdtemp(prefix="heptapolis-fuzz-"))
    for number, text in enumerate(material(kind).texts):
        (folder / f"ours{number}").write_text(text, encoding="utf-8")
    bench, counts = Bench(folder), Counter[str]()

    def change(data: bytes, most: int, seed: int) -> bytes:
        text = mutate(data.decode("utf-8", "replace"), kind, Random(seed))
        return text.encode("utf-8", "replace")[:most]

    def one(data: bytes) -> None:
        counts[bench.try_out(kind, data.decode("utf-8", "replace"), Random(1))] += 1
        if counts.total() % 1000 == 0:
            print(json.dumps(counts), file=sys.stderr, flush=True)

    for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        if (function.__module__ or "").startswith("heptapolis"):
            atheris.instrument_func(function)
    how = [f"-max_total_time={seconds}", "-max_len=60000", "-timeout=120", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *how, str(folder)], one, custom_mutator=change)
    atheris.Fuzz()


def main() -> int:
    asked = arguments()
    if asked.only:
        kind, _, number = asked.only.partition(":")
        text = make(kind, asked.seed, int(number))
        print(text)
        with tempfile.TemporaryDirectory() as folder:
            print(Bench(Path(folder)).try_out(kind, text, Random(int(number))))
        return 0
    if asked.guided:
        run_guided(asked.guided, asked.kind)
        return 0
    began, here = time.monotonic(), machine()
    counted, peak = run(asked.inputs, asked.minutes, asked.seed, asked.workers, asked.first)
    facts = {
        "machine": here,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "seed": asked.seed,
        "first": asked.first,
        "seconds": round(time.monotonic() - began),
        "workers": asked.workers,
        "inputs": counted.n,
        "peak_mb": round(peak / 1024),
        "outcomes": {kind: dict(sorted(some.items())) for kind, some in counted.outcomes.items()},
        "findings": counted.findings[:50],
        "how": "seeded",
    }
    print(fault_page.fuzz([facts]), *counted.findings, sep="\n")
    if asked.store:
        fault_page.store("fuzz", facts)
    return 1 if counted.findings else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Records, positions and catalogues that are wrong."
    )
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=60.0, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one input, and what becomes of it")
    parser.add_argument(
        "--guided", type=int, metavar="INPUT_TIMEOUT_SECONDS", help="let atheris choose"
    )
    parser.add_argument("--kind", choices=list(KINDS), default="position", help="for --guided")
    parser.add_argument("--store", action="store_true", help="write docs/faults.md anew")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
