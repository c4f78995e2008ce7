"""Measure line coverage and write build/coverage.md: ``make coverage``.

The suite runs in two parts under coverage: the tests of the rules without the JIT, because only this shows
reached lines of the kernel, and the other tests normally. It fails if a test fails, below 95 %, and below
the floor in coverage.json, which only rises.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE, STORED = ROOT / "build" / "coverage.md", ROOT / "tools" / "coverage.json"
DATA = ROOT / "build" / "coverage"
MIN_PERCENT = 95.0  # percent
SLACK = 0.1  # coverage varies slightly because of threads and processes
KERNEL = [
    "tests/games",
    "tests/test_refusal.py",
    "tests/kernel/test_modes.py",
    "-m",
    "",
    "-k",
    "not bounds",
]  # without the JIT
RULES = {  # descriptions of the exclusions in pyproject.toml
    "if TYPE_CHECKING:": "imports for types alone",
    "@overload": "signatures for types alone",
    "...": "signatures of protocols",
    "pragma: no cover": "marked one by one",
}


def run(tests: list[str], workers: str, **environment: str) -> bool:
    """Run tests under coverage; return whether they passed."""
    command = [
        sys.executable,
        "-m",
        "coverage",
        "run",
        "-m",
        "pytest",
        "-q",
        "--numprocesses",
        workers,
        "--dist",
        "worksteal",
        *tests,
    ]
    return (
        subprocess.run(command, cwd=ROOT, env=environ() | environment, check=False).returncode == 0
    )


def environ() -> dict[str, str]:
    return os.environ | {"COVERAGE_FILE": str(DATA / "data")}


def measure(workers: str, parts: list[str]) -> bool:
    """Run both parts of the suite, or one of them beside the data of the other."""
    DATA.mkdir(parents=True, exist_ok=True)
    if len(parts) == 2:
        for old in DATA.iterdir():
            old.unlink()
    # Compiling under coverage would take twice as long.
    subprocess.run([sys.executable, "-m", "heptapolis", "warm-up"], cwd=ROOT, check=True)
    passed = True
    if "kernel" in parts:
        passed &= run(KERNEL, workers, NUMBA_DISABLE_JIT="1")
    if "rest" in parts:
        passed &= run(
            ["tests", "--ignore", "tests/games", "--ignore", "tests/kernel/test_modes.py"], workers
        )
    return passed


def report() -> dict[str, Any]:
    """Return the report of coverage on all data."""
    tool, path = [sys.executable, "-m", "coverage"], DATA / "report.json"
    pieces = [str(file) for file in DATA.glob("data.*")]
    for command in (
        ["combine", "--keep", "--quiet", *pieces],
        ["json", "--quiet", "-o", str(path)],
    ):
        subprocess.run([*tool, *command], cwd=ROOT, env=environ(), check=True)
    facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return facts


def by_package(facts: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Return for each package the number of lines, and of lines not reached."""
    lines, missing = Counter[str](), Counter[str]()
    for file, entry in facts["files"].items():
        *folders, _ = Path(file).relative_to("src/heptapolis").parts
        depth = 2 if folders[:1] == ["games"] else 1
        package = "/".join(folders[:depth]) or "single modules"
        lines[package] += entry["summary"]["num_statements"]
        missing[package] += entry["summary"]["missing_lines"]
    return {package: (lines[package], missing[package]) for package in sorted(lines)}


def exclusions(root: Path = ROOT) -> dict[str, Counter[str]]:
    """Return for each rule the number of excluded places by file."""
    found: dict[str, Counter[str]] = {rule: Counter() for rule in RULES}
    for path in sorted((root / "src").rglob("*.py")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text = line.partition("  # ")[0].rstrip()
            is_signature = text.endswith(": ...") or text.strip() == "..."
            applies = {
                "if TYPE_CHECKING:": text.strip() == "if TYPE_CHECKING:",
                "@overload": text.strip() == "@overload",
                "...": is_signature,
                "pragma: no cover": "pragma: no cover" in line,
            }
            for rule in (rule for rule in RULES if applies[rule]):
                found[rule][path.relative_to(root / "src" / "heptapolis").as_posix()] += 1
    return found


def page(facts: dict[str, Any], machine: dict[str, Any], floor: float) -> str:
    total = facts["totals"]
    rows = [
        f"| `{name}` | {lines:,} | {missed:,} | {100 * (1 - missed / max(1, lines)):.1f} % |"
        for name, (lines, missed) in by_package(facts).items()
    ]
    left_out = exclusions()
    listed = [
        f"| `{rule}` | {RULES[rule]} | {sum(files.values())} | "
        + (", ".join(f"`{file}` {n}" for file, n in sorted(files.items())) or "none")
        + " |"
        for rule, files in left_out.items()
    ]
    missing = [
        (entry["summary"]["missing_lines"], file.removeprefix("src/heptapolis/"))
        for file, entry in facts["files"].items()
    ]
    worst = [f"`{file}` {n}" for n, file in sorted(missing, reverse=True)[:12] if n]
    return "\n".join(
        [
            "# Line coverage",
            "",
            f"**{total['percent_covered']:.2f} %** of {total['num_statements']:,} lines, by `make coverage` on "
            f"{datetime.now(UTC):%Y-%m-%d} at commit {machine['commit']}, {machine['processor']}, {machine['cores']} cores, "
            f"Python {machine['python']}. It must stay above {floor:.1f} %: `tools/coverage.json` keeps what was reached, and `make coverage`, "
            "a part of `make test-long`, fails below it.",
            "",
            "Every process that a test starts is counted. The kernel is counted with the JIT off, by the tests of the rules and those that compare "
            "both modes; compiled lines leave no trace.",
            "",
            "| part | lines | not reached | reached |",
            "| --- | ---: | ---: | ---: |",
            *rows,
            "",
            f"Most lines that no test reaches: {', '.join(worst)}.",
            "",
            "## Left out",
            f"{total['excluded_lines']} lines, all of which no run can reach:",
            "",
            "| rule | what it is | places | where |",
            "| --- | --- | ---: | --- |",
            *listed,
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="logical", help="processes of pytest")
    parser.add_argument("--part", action="append", choices=["kernel", "rest", "none"])
    chosen = parser.parse_args()
    parts = ["kernel", "rest"] if not chosen.part else chosen.part
    passed = measure(chosen.workers, parts)
    facts = report()
    reached = float(facts["totals"]["percent_covered"])
    stored = (
        json.loads(STORED.read_text(encoding="utf-8"))
        if STORED.exists()
        else {"floor": MIN_PERCENT}
    )
    floor = max(MIN_PERCENT, stored["floor"])
    print(f"{reached:.2f} % of all lines are reached; {floor:.1f} % are wanted")
    if not passed or reached < floor:
        sys.exit("a test failed" if not passed else "coverage has fallen")
    from heptapolis.machine import machine

    floor = max(floor, int((reached - SLACK) * 10) / 10)
    STORED.write_text(json.dumps({"floor": floor, "reached": round(reached, 2)}) + "\n", "utf-8")
    PAGE.write_text(page(facts, machine(), floor), encoding="utf-8")
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
