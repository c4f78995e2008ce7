"""Short fuzzing runs. `tests/campaigns/fuzz.py` tries a million inputs."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import heptapolis as hp
from tests.campaigns import fuzz
from tests.paths import ROOT


def test_mutated_inputs_are_refused_or_can_be_played() -> None:
    counted = fuzz.try_some(2, range(2000))
    assert not counted.findings
    assert counted.n == 2000
    for kind, outcomes in counted.outcomes.items():
        assert outcomes.total() == 20 * fuzz.KINDS[kind]
        assert outcomes["accepted and played"] >= 10, f"{kind}: {outcomes}"
        assert {name.partition(":")[0] for name in outcomes} <= {
            "accepted",
            "accepted and played",
            "refused",
        }


def test_inputs_are_reproducible_and_differ() -> None:
    for kind in fuzz.KINDS:
        made = [fuzz.make(kind, 1, number) for number in range(50)]
        assert made == [fuzz.make(kind, 1, number) for number in range(50)]
        assert len(set(made) - set(fuzz.material(kind).texts)) > 40
    kinds = Counter(map(fuzz.kind_of, range(100)))
    assert kinds == fuzz.KINDS


def test_undocumented_errors_are_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("not ours to say")

    def hang(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(fuzz, "KINDS", {"record": 100})
    monkeypatch.setattr(fuzz, "make", lambda *_: str(hp.new("duel", seed=1).record()))
    monkeypatch.setattr(fuzz, "play", fail)
    counted = fuzz.try_some(1, range(2))
    assert counted.outcomes["record"] == {"crash": 1, "accepted: a game as before": 1}
    assert "record:0 LookupError" in counted.findings[0]
    monkeypatch.setattr(fuzz, "play", hang)
    monkeypatch.setattr(fuzz, "INPUT_TIMEOUT_SECONDS", 0.1)
    assert fuzz.try_some(1, range(1)).findings == ["record:0 hang"]


def test_stored_findings_are_fixed(tmp_path: Path) -> None:
    stored = json.loads((ROOT / "tests" / "campaigns" / "faults.json").read_text(encoding="utf-8"))[
        "fuzz"
    ]
    found = [(run["seed"], one.split()[0]) for run in stored for one in run["findings"]]
    for seed, name in found:
        kind, _, number = name.partition(":")
        outcome = fuzz.Bench(tmp_path).try_out(kind, fuzz.make(kind, seed, int(number)), Random(1))
        assert outcome.startswith(("refused: ", "accepted"))
    assert found
