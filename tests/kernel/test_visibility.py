"""Only the declaration of a field decides whether a view contains it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.classic.rules import state as classic_state
from heptapolis.games.duel.rules import state as duel_state
from heptapolis.kernel.visibility import PUBLIC, SECRET, SEEN, Fields

AGE, HAND, DECK = (PUBLIC, "age", "i8"), (SEEN, "hand", "u1", (7,)), (SECRET, "deck", "u1", (49,))


def show_hand(s: Any, seat: Any, hand: Any) -> None:
    """A stand-in for a function of `sight`."""


def show_more(s: Any, seat: Any, hand: Any) -> None:
    """Another stand-in."""


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [AGE, ("turn", "i8")],
            "the field 'turn' of a state is in no set: PUBLIC, OWN, SEEN, SECRET",
        ),
        ([AGE, ("PUBLIC", "turn", "i8")], "the field 'PUBLIC' of a state is in no set"),
        ([AGE, HAND, (SECRET, "age", "i8")], "the field 'age' of a state is declared twice"),
        ([AGE, AGE], "the field 'age' of a state is declared twice"),
    ],
)
def test_every_field_is_in_one_set(rows: list[tuple[Any, ...]], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Fields(*rows)


@pytest.mark.parametrize(
    ("shown_by", "message"),
    [
        ({}, "the field 'hand' is shown by 0 functions"),
        ({show_hand: ("hand",), show_more: ("hand",)}, "the field 'hand' is shown by 2 functions"),
        ({show_hand: ("hand", "deck")}, "no field 'deck' of a state is OWN or SEEN"),
        ({show_hand: ("hand",), show_more: ("age",)}, "no field 'age' of a state is OWN or SEEN"),
        ({show_hand: ("hand", "pile")}, "no field 'pile' of a state is OWN or SEEN"),
    ],
)
def test_visible_fields_are_declared_and_have_one_function(
    shown_by: dict[Any, tuple[str, ...]], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        Fields(AGE, HAND, DECK).writer(shown_by)


@pytest.mark.parametrize("module", [classic_state, duel_state])
def test_an_undeclared_field_fails_at_import(module: ModuleType) -> None:
    source = Path(str(module.__file__)).read_text()
    exec(source, {})
    with pytest.raises(TypeError, match="the field 'plan' of a state is in no set"):
        exec(source.replace("FIELDS = Fields(", 'FIELDS = Fields(("plan", "i8"),'), {})


DECLARED_OTHERWISE = """
import pickle, sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
game, kernel, visibility = sys.argv[1:]
name = f"heptapolis.games.{kernel}.rules.state"
source = Path(find_spec(name).origin).read_text()
source = source.replace("FIELDS = Fields(", f'FIELDS = Fields(({visibility}, "plan", "i8", (3,)),')
source = source.replace('PUBLIC, "coins"', f'{visibility}, "coins"')
sys.modules[name] = ModuleType(name)
exec(source, vars(sys.modules[name]))

import heptapolis as hp
table = hp.new(game, seed=1)
table._states["plan"][0] = 7
for seat in (0, 1, None):
    view = pickle.loads(pickle.dumps(table.view(seat)))
    print([view._field(name).tolist() for name in ("plan", "coins")])
print([table._field(name).tolist() for name in ("plan", "coins")])
"""


@pytest.mark.parametrize("game", ["classic", "classic+leaders", "duel"])
def test_secret_fields_are_in_no_view(game: str) -> None:
    """Checked for a new and an existing field; declared public, they are in every view."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    for visibility in ("SECRET", "PUBLIC"):
        words = [DECLARED_OTHERWISE, game, game.partition("+")[0], visibility]
        done = subprocess.run(
            [sys.executable, "-c", *words],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        *views, (plan, coins) = [json.loads(line) for line in done.stdout.splitlines()]
        assert plan == [7, 7, 7] and all(coins[:2])
        hidden = [[0, 0, 0], [0] * len(coins)]
        assert views == 3 * [hidden if visibility == "SECRET" else [plan, coins]]


@pytest.mark.parametrize("game", ["classic", "leaders", "duel"])
def test_secrets_are_0_in_every_view_until_the_end_and_then_all_is_open(game: str) -> None:
    fields = (duel_state if game == "duel" else classic_state).FIELDS
    table: Any = hp.new(game, seed=5)
    rng = Random(5)
    assert any(table._field(name).any() for name in fields.named(SECRET)) == (game != "classic")
    while not table.is_over:
        for seat in table.to_move:
            table.submit(seat, rng.choice(table.legal_moves(seat)))
        views = [table.view(seat) for seat in (0, 1, None)]
        if not table.is_over:
            assert not any(v._field(name).any() for v in views for name in fields.named(SECRET))
    assert {view._states.tobytes() for view in views} == {table.to_bytes()}
