"""A bot added as CONTRIBUTING says: a class with `choose(view, rng)`, and a line in `BOTS`."""

import json
from io import StringIO
from random import Random

import pytest
from rich.console import Console

import heptapolis as hp
from heptapolis.bots import BOTS
from heptapolis.i18n import LANGUAGES
from heptapolis.terminal import bots


class ThriftyBot:
    """Choose the cheapest move.

    The first one of equal moves.
    """

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        return min(view.legal_moves(), key=lambda move: move.price)


class SilentBot:
    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        return view.legal_moves()[0]


@pytest.fixture(autouse=True)
def registered_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "thrifty", ThriftyBot)
    monkeypatch.setitem(BOTS, "silent", SilentBot)


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_an_added_bot_is_played_by_name(game: str) -> None:
    match, player = hp.new(game, seed=1), hp.bot("thrifty")
    while not match.is_over:
        seat = match.to_move[0]
        match.submit(seat, player.choose(match.view(seat), Random(1)))
    assert match.ranking()


@pytest.mark.parametrize("language", LANGUAGES)
def test_hepta_bots_lists_it_in_every_language(language: str) -> None:
    out = Console(file=StringIO(), width=120)
    bots.show(language=language, out=out)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "thrifty" in text and "Choose the cheapest move." in text
    assert "The first one" not in text and "silent" in text


def test_hepta_bots_lists_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    bots.show(as_json=True)
    listed = {bot["name"]: bot["about"] for bot in json.loads(capsys.readouterr().out)["bots"]}
    assert listed["thrifty"] == "Choose the cheapest move."
    assert listed["silent"] == ""
