"""Typed forms of `hp.from_position` and `hp.replay`, for tests that know the game."""

from typing import Any

import heptapolis as hp


def classic(game: hp.Game) -> hp.ClassicGame:
    assert isinstance(game, hp.ClassicGame)
    return game


def duel(game: hp.Game) -> hp.DuelGame:
    assert isinstance(game, hp.DuelGame)
    return game


def classic_from(position: Any, **more: Any) -> hp.ClassicGame:
    return classic(hp.from_position(position, **more))


def duel_from(position: Any, **more: Any) -> hp.DuelGame:
    return duel(hp.from_position(position, **more))


def duel_replay(record: hp.Record | str, **more: Any) -> hp.DuelGame:
    return duel(hp.replay(record, **more))
