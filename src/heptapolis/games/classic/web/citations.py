"""The rules of classic cited by refusals and explanations."""

from collections.abc import Mapping

from heptapolis.codes import Code, Obstacle
from heptapolis.games.classic.codes import ClassicObstacle

OBSTACLES: Mapping[Code, str] = {
    Obstacle.GAME_OVER: "C8.3",
    Obstacle.NO_SUCH_SEAT: "C1.1",
    Obstacle.NOT_YOUR_TURN: "C2.1",
    ClassicObstacle.OWN_CARD_FIRST: "C9.2",
    ClassicObstacle.FREE_CITY_NOW: "C9.2",
    Obstacle.NOT_NOW: "C5",
    Obstacle.NOTHING_CHOSEN: "C2.1",
    Obstacle.UNKNOWN: "C1.2",
    Obstacle.NOT_IN_HAND: "C2.1",
    ClassicObstacle.NOT_IN_PACK: "L1",
    Obstacle.NOT_IN_PILE: "C5.5",
    ClassicObstacle.NOT_RECRUITED: "L46",
    Obstacle.NOT_OFFERED: "C3",
    Obstacle.STANDS: "C3.1",
    ClassicObstacle.COPIED: "L46",
    ClassicObstacle.CHAIN_FORBIDS: "C9.4",
    ClassicObstacle.MUST_PLAY: "C9.3",
    ClassicObstacle.POWER_ABSENT: "C6.1",
    ClassicObstacle.POWER_SPENT: "C6.1",
    ClassicObstacle.POWER_IDLE: "C6.1",
    ClassicObstacle.ALL_STAGES_STAND: "C3.2",
    ClassicObstacle.NO_ROOM: "L3",
    Obstacle.MISSING_UNITS: "C4.3",
    Obstacle.COINS_SHORT: "C4.5",
    Obstacle.NO_SUCH_PAYMENT: "C4.6",
}
THINGS: Mapping[str, str] = {  # by kind, or by kind and id
    "card": "C3",
    "leader": "L3",
    "wonder": "C6",
    "stage": "C3.2",
    "resource": "C4.2",
    "trade": "C4.4",
    "pile": "C3.3",
    "city": "C1.1",
    "column": "C8.1",
    "column:military": "C7",
    "column:science": "C8.2",
    "column:total": "C8.3",
    "symbol": "C8.2",
    "symbol:coin": "C4.1",
    "symbol:shield": "C7",
    "symbol:victory": "C7",
    "symbol:defeat": "C7",
    "symbol:points": "C8",
    "symbol:chain": "C4.7",
    "symbol:hand": "L3",
    "symbol:passing": "C2.1",
}
