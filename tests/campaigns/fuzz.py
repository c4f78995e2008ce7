"""Records, positions and catalogues by people who mean no good: ``python -m tests.campaigns.fuzz --help``.

Inputs are made of ours: games played to some moment, house rules, whole catalogues. Bytes, words,
lines and branches of their JSON are changed, a few at a time. Each input is refused by an error that
is documented, or accepted: then it must survive being played. Seats have legal moves, everybody's
view is made and sampled, greedy players play to the end, and record and position are written and
read again. Anything else is a crash; what takes too long hangs, what takes too much memory blows up.

Input number N of a kind and a seed is always the same: ``--only record:17`` shows one. Workers are
processes; one that dies or hangs is noted with its input, and another goes on behind it.

``--guided`` lets atheris choose what to change, by the lines of Python that an input reaches, with
the JIT off so that the rules are such lines too (`pip install atheris`; it is no part of `dev`).
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

KINDS = {"record": 50, "position": 40, "catalogue": 10}  # of a hundred inputs
SECONDS = 10.0  # of processor time for an input
MEMORY = 1 << 30  # bytes that an input may take
MOST_DECISIONS = 2000  # of a game, before it is said to hang
MOST_REMEMBERED = 200_000  # games that were played before
SILENCE = 120.0  # seconds after which a worker is taken to hang where no signal reaches it
NOT_YET = -1  # the input of a worker that is getting ready
REPORT = 500  # inputs between two reports of a worker

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


# ── what inputs are made of ──────────────────────────────────────────────────────────────────────


@dataclass
class Material:
    """Texts of ours, and the words in them."""

    texts: list[str]
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        found = {word for text in self.texts for word in re.findall(r"[A-Za-z_:]+|[0-9]+", text)}
        self.words = sorted(found) + WORDS


def _games() -> Iterator[hp.Game]:
    """Games at many moments."""
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


# ── changing them ────────────────────────────────────────────────────────────────────────────────


def make(kind: str, seed: int, number: int) -> str:
    """The input of a number."""
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
    """A word becomes another one; numbers become near or far ones."""
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
    """Lines change places, are doubled, dropped, or come from elsewhere."""
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
    """A branch of a JSON document, the whole text or one in a line of it, is changed."""
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
    else:  # another value of the same kind
        alike = [b[k] for b, k in spots if type(b[k]) is type(box[key])]
        box[key] = json.loads(json.dumps(rng.choice(alike)))


def _branches(data: Any) -> list[tuple[Any, Any]]:
    """Every place in a document; those near the root as often as the leaves."""
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


# ── what becomes of them ─────────────────────────────────────────────────────────────────────────

REFUSALS = (hp.InvalidText, hp.IllegalMove, hp.CatalogError)


class TooLong(BaseException):
    """An input that takes more than its time; nobody may catch it by mistake."""


class Bench:
    """Where inputs are tried, one after another."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "house.toml"
        self._played: set[bytes] = set()  # games that were played to their end before

    def try_out(self, kind: str, text: str, rng: Random) -> str:
        """What became of an input; whatever else is raised is a crash."""
        try:
            game = self._read(kind, text)
        except REFUSALS as error:
            return f"refused: {type(error).__name__}"
        state = hashlib.blake2b(game.to_bytes(), digest_size=12).digest()
        if kind != "catalogue":
            if state in self._played:
                return "accepted: a game as before"
            if len(self._played) < MOST_REMEMBERED:
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
    """Look at a game from everywhere, write and read it, and play it to its end."""
    for seat in (*range(game.players), None):
        view = game.view(seat)
        assert seat is None or bool(view.legal_moves()) == (seat in game.to_move)
        try:
            sampled = view.sample(rng)
        except hp.InvalidText:
            continue  # what is told to have been seen cannot have been
        assert bool(sampled.to_move) != game.is_over
    record = str(game.record())
    assert str(hp.replay(record, catalog=game.edition.catalog).record()) == record
    position = game.position()
    again = hp.from_position(str(position), catalog=game.edition.catalog)
    assert again.position() == position
    bot = GreedyBot()
    for _ in range(MOST_DECISIONS):
        if game.is_over:
            break
        seat = game.to_move[0]
        game.submit(seat, bot.choose(game.view(seat), rng))
    assert game.is_over, f"no end after {MOST_DECISIONS} decisions"
    assert len(game.scores()) == game.players and game.ranking()


@dataclass
class Counted:
    """What became of inputs."""

    outcomes: dict[str, Counter[str]] = field(
        default_factory=lambda: {kind: Counter() for kind in KINDS}
    )
    findings: list[str] = field(default_factory=list)  # kind:number, and what happened

    def add(self, other: "Counted") -> None:
        for kind, outcomes in other.outcomes.items():
            self.outcomes[kind] += outcomes
        self.findings += other.findings

    @property
    def n(self) -> int:
        return sum(outcomes.total() for outcomes in self.outcomes.values())


def kind_of(number: int) -> str:
    """The kind of an input, by its number."""
    place = number * 37 % 100
    for kind, share in KINDS.items():
        if place < share:
            return kind
        place -= share
    raise AssertionError


def try_number(bench: Bench, seed: int, number: int, counted: Counted) -> None:
    """Try an input, and note what became of it."""
    kind = kind_of(number)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        outcome = bench.try_out(kind, make(kind, seed, number), Random(number))
    except TooLong:
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
    raise TooLong


def try_some(seed: int, numbers: range) -> Counted:
    """Try inputs in this process."""
    before = signal.signal(signal.SIGVTALRM, _too_long)
    counted = Counted()
    try:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder))
            for number in numbers:
                try_number(bench, seed, number, counted)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return counted


# ── many of them ─────────────────────────────────────────────────────────────────────────────────


def work(seed: int, first: int, step: int, at: Any, line: Connection) -> None:
    """A worker: every so many inputs it tells what became of them."""
    signal.signal(signal.SIGVTALRM, _too_long)
    for kind in KINDS:
        material(kind)
    try_some(seed, range(20))  # loads all that is needed
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))
    with tempfile.TemporaryDirectory() as folder:
        bench, counted, number = Bench(Path(folder)), Counted(), first
        while True:
            at.value = number
            try_number(bench, seed, number, counted)
            number += step
            if counted.n >= REPORT:
                line.send((counted, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
                counted = Counted()


class Worker:
    """A process that tries inputs, and is replaced when it dies."""

    def __init__(self, seed: int, first: int, step: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._seed, self._step = seed, step
        self.counted, self.peak, self.deaths = Counted(), 0, 0
        self._begin(first)

    def _begin(self, first: int) -> None:
        self._at = self._context.Value("q", NOT_YET, lock=False)
        self.line, theirs = self._context.Pipe(duplex=False)
        self._process = self._context.Process(
            target=work, args=(self._seed, first, self._step, self._at, theirs), daemon=True
        )
        self._process.start()
        theirs.close()
        self._moved = time.monotonic()
        self._last = NOT_YET

    def look(self) -> None:
        """Take what it tells; where it has died or hangs, note that and go on behind it."""
        try:
            while self.line.poll():
                counted, peak = self.line.recv()
                self.counted.add(counted)
                self.peak = max(self.peak, peak)
        except EOFError:
            pass
        if self._at.value != self._last:
            self._last, self._moved = self._at.value, time.monotonic()
        if self._last == NOT_YET:
            if not self._process.is_alive():
                raise RuntimeError("a worker ended before its first input")
            return
        hangs = time.monotonic() - self._moved > SILENCE
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


def run(inputs: int, minutes: float, seed: int, workers: int, first: int) -> tuple[Counted, int]:
    """What became of so many inputs, or of those for which there was time; and the most memory that
    a worker had, in kilobytes."""
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
    counted = Counted()
    for worker in crew:
        counted.add(worker.counted)
    return counted, max(worker.peak for worker in crew)


def guided(seconds: int, kind: str) -> None:
    """Let atheris choose what to change, by the lines of ours that an input reaches."""
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":  # else the rules are no lines of Python
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
        guided(asked.guided, asked.kind)
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
    parser.add_argument("--guided", type=int, metavar="SECONDS", help="let atheris choose")
    parser.add_argument("--kind", choices=list(KINDS), default="position", help="for --guided")
    parser.add_argument("--store", action="store_true", help="write docs/faults.md anew")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
