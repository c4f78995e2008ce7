"""The columns of the files that ``hepta dataset`` writes, and of the data frames of `hp.simulate`."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.dataset.selfplay import self_play
from heptapolis.dataset.tables import GAMES, SEATS, DatasetPlan
from heptapolis.variants import ruleset
from tests.pins import RULESETS, join_lines

FORMS = ("text", "numbers", "both")  # columns of positions


def dataset_columns() -> str:
    """Return the columns of each table with their types."""
    return join_lines(_columns())


def _columns() -> Iterator[str]:
    for name in RULESETS:
        play = self_play(name, {}, ["random"], 0, is_drawn=False)
        for form in FORMS:
            yield f"# {name}, positions as {form}"
            for table, schema in DatasetPlan(play, positions=1, form=form).schemas.items():
                if form == FORMS[0] or table not in (GAMES, SEATS):  # these columns have one form
                    yield f"{table}:"
                    yield from (f"    {field.name} {_plain(field.type)}" for field in schema)
            yield f"facts: {', '.join(DatasetPlan(play, positions=1, form=form).facts())}"
            yield ""
        yield f"# hp.simulate, {name}"
        yield from (f"    {key} {values.dtype}" for key, values in _frame(name).items())
        yield ""


def _frame(name: str) -> dict[str, Any]:
    columns = ruleset(name).columns
    result = hp.SimulatedGames(
        game=name,
        bots=("random", "random"),
        columns=columns,
        seeds=np.zeros(1, np.uint64),
        sheets=np.zeros((1, 2, len(columns)), np.int64),
        places=np.ones((1, 2), np.int64),
        outcomes=np.array(["points"]),
        wonders=np.array([["a", "b"]]),
    )
    return result.to_dict()


def _plain(kind: Any) -> str:
    """Return a type without the name of a list's items, which differs between releases of Arrow."""
    text = str(kind).replace("element: ", "").replace("item: ", "")
    return text.replace("dictionary<values=string, indices=int8, ordered=0>", "word")
