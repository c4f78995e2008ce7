"""The rules of Duel cited by refusals and explanations."""

from collections.abc import Mapping

from heptapolis.codes import Obstacle

OBSTACLES: Mapping[Obstacle, str] = {
    Obstacle.GAME_OVER: "D42",
    Obstacle.NO_SUCH_SEAT: "D4",
    Obstacle.NOT_YOUR_TURN: "D4",
    Obstacle.OWN_CARD_FIRST: "D44",
    Obstacle.FREE_CITY_NOW: "D44",
    Obstacle.NOT_NOW: "D44",
    Obstacle.NOTHING_CHOSEN: "D44",
    Obstacle.UNKNOWN: "D41",
    Obstacle.NOT_IN_HAND: "D3",
    Obstacle.NOT_IN_PACK: "D3",
    Obstacle.NOT_IN_PILE: "D18",
    Obstacle.NOT_RECRUITED: "D22",
    Obstacle.NOT_ACCESSIBLE: "D3",
    Obstacle.NOT_OFFERED: "D26",
    Obstacle.NOT_YOURS: "D1",
    Obstacle.STANDS: "D1",
    Obstacle.COPIED: "D26",
    Obstacle.CHAIN_FORBIDS: "D15",
    Obstacle.MUST_PLAY: "D27",
    Obstacle.POWER_ABSENT: "D14",
    Obstacle.POWER_SPENT: "D14",
    Obstacle.POWER_IDLE: "D14",
    Obstacle.ALL_STAGES_STAND: "D1",
    Obstacle.NO_ROOM: "D1",
    Obstacle.ALL_WONDERS_STAND: "D1",
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
