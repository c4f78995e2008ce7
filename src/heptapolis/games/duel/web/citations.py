"""The rules of Duel cited by refusals and explanations."""

from collections.abc import Mapping

from heptapolis.codes import Code, Obstacle
from heptapolis.games.duel.codes import DuelObstacle

OBSTACLES: Mapping[Code, str] = {
    Obstacle.GAME_OVER: "D42",
    Obstacle.NO_SUCH_SEAT: "D4",
    Obstacle.NOT_YOUR_TURN: "D4",
    Obstacle.NOT_NOW: "D44",
    Obstacle.NOTHING_CHOSEN: "D44",
    Obstacle.UNKNOWN: "D41",
    Obstacle.NOT_IN_HAND: "D3",
    Obstacle.NOT_IN_PILE: "D18",
    DuelObstacle.NOT_ACCESSIBLE: "D3",
    Obstacle.NOT_OFFERED: "D26",
    DuelObstacle.NOT_YOURS: "D1",
    Obstacle.STANDS: "D1",
    DuelObstacle.ALL_WONDERS_STAND: "D1",
    Obstacle.MISSING_UNITS: "D11",
    Obstacle.COINS_SHORT: "D11",
    Obstacle.NO_SUCH_PAYMENT: "D14",
}
THINGS: Mapping[str, str] = {  # by kind, or by kind and id
    "card": "D40",
    "wonder": "D1",
    "token": "D26",
    "resource": "D11",
    "pile": "D41",
    "city": "D44",
    "zone": "D31",
    "column": "D47",
    "column:guilds": "D34",
    "column:science": "D48",
    "symbol": "D30",
    "symbol:coin": "D46",
    "symbol:shield": "D31",
    "symbol:marker": "D31",
    "symbol:points": "D47",
    "symbol:chain": "D15",
}
