"""Tutorial games of classic: one age, a whole game, then the Free City."""

from dataclasses import replace

from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.web import situations
from heptapolis.games.classic.web.situations import LAST_AGE, LAST_TURN
from heptapolis.messages import mark
from heptapolis.web.lessons import Lesson, Message, Tip

WAR_WON = mark(
    "lesson",
    "Age I ended with war: you had more shields, which brings 1 point for each neighbour you "
    "beat. In Age II a victory brings 3, in Age III 5.",
)
WAR_LOST = mark(
    "lesson",
    "Age I ended with war: you had fewer shields, which costs 1 point for each neighbour who "
    "beat you. In Age II a victory brings 3, in Age III 5.",
)
WAR_MIXED = mark(
    "lesson",
    "Age I ended with war: 1 point for the neighbour you beat, minus 1 for the other. "
    "In Age II a victory brings 3, in Age III 5.",
)
WAR_PEACE = mark(
    "lesson",
    "Age I ended with war, but equal shields bring nothing. "
    "In Age II a victory brings 3 points, in Age III 5; a defeat always costs 1.",
)


def _war(view: ClassicView) -> Message:
    """Return the outcome of the first war for the viewer."""
    city = view.city(view.seat or 0)
    won, lost = sum(city.victories), city.defeats
    if won and lost:
        return WAR_MIXED
    return WAR_WON if won else WAR_LOST if lost else WAR_PEACE


OPENING = Tip(
    "resource",
    mark(
        "lesson",
        "Welcome! Each turn you play one card; the most points after 18 turns win. Brown cards "
        "make resources, which are never used up. Tap the glowing card, then the button.",
    ),
    situations.first_resource,
    "C4.2",
    slack=99.0,
)
PASSING = Tip(
    "passing",
    mark(
        "lesson",
        "All players chose at once, then the hands moved on to the left. Point at anything, or "
        "hold your finger on it: cards, symbols and arrows explain themselves.",
    ),
    situations.moves_at(1, 2),
    "C2.1",
    ("symbol:passing",),
)
LAST_OF_AGE = Tip(
    "last turn",
    mark(
        "lesson",
        "The last turn of this age: you hold two cards and play one; the other is discarded. "
        "Then neighbours compare their shields.",
    ),
    situations.moves_at(1, LAST_TURN),
    "C2.2",
)
WAR = Tip("war", _war, situations.after_war, "C7", ("symbol:victory", "symbol:defeat"))
LAST_AGE_TIP = Tip(
    "last age",
    mark(
        "lesson",
        "The last age has no more resource cards, only points and shields. Victories bring 5 "
        "points now. Hands move to the left again.",
    ),
    situations.moves_at(LAST_AGE, 1),
    "C2.1",
)
FINAL_CHOICE = Tip(
    "final choice",
    mark(
        "lesson",
        "Your last choice! Count what brings the most points now: a blue card, a stage, a "
        "symbol, shields, or the 3 coins of a discard.",
    ),
    situations.moves_at(LAST_AGE, LAST_TURN),
    "C8",
)
CHAIN = Tip(
    "chain",
    mark(
        "lesson",
        "This card is free: the glowing building in your city leads to it. Below its picture a "
        "card names what makes it free, and what it will make free.",
    ),
    situations.chain,
    "C4.7",
    situations.chain_sources,
    slack=8.0,
)
TRADE = Tip(
    "trade",
    mark(
        "lesson",
        "You lack a resource that a neighbour makes. Buy it for 2 coins a unit, which go to "
        "them. They cannot refuse, and they lose nothing.",
    ),
    situations.trade,
    "C4.3",
    ("symbol:coin",),
)
STAGE = Tip(
    "wonder",
    mark(
        "lesson",
        "Your wonder can grow: the glowing tile shows price and gain of its next stage. Pay, and "
        "put the card you need least face down under it.",
    ),
    situations.verb_moves("stage"),
    "C3.2",
    slack=8.0,
)
SCIENCE = Tip(
    "science",
    mark(
        "lesson",
        "Green cards are science. Two equal symbols are worth 4 points, three 9; "
        "a set of all three kinds brings 7 more.",
    ),
    situations.builds("green"),
    "C8.2",
)
SHIELDS = Tip(
    "shields",
    mark(
        "lesson",
        "Red cards bring shields. After each age you compare yours with both neighbours: "
        "more brings points, fewer costs one.",
    ),
    situations.threat,
    "C7",
    ("symbol:shield",),
)
BLUE = Tip(
    "blue cards",
    mark("lesson", "Blue cards are points and nothing else. The wreath says how many."),
    situations.builds("blue"),
    "C8.1",
)
YELLOW = Tip(
    "yellow cards",
    mark(
        "lesson",
        "Yellow cards are trade: cheaper purchases, resources, coins, and in Age III also points.",
    ),
    situations.builds("yellow"),
    "C4.4",
    is_promised=False,
)
GREY = Tip(
    "grey cards",
    mark(
        "lesson",
        "Grey cards make cloth, glass and papyrus. "
        "Science and many wonders need them, and there are few of each.",
    ),
    situations.builds("grey"),
    "C4.2",
    is_promised=False,
)
GUILD = Tip(
    "guilds",
    mark(
        "lesson",
        "Purple guilds come in Age III only. "
        "Most of them bring points for what your neighbours have built.",
    ),
    situations.builds("purple"),
    "C8.1",
    slack=5.0,
    is_promised=False,
)
POVERTY = Tip(
    "coins",
    mark(
        "lesson",
        "Your purse is nearly empty. Any card can be discarded for 3 coins instead of being built; "
        "at the end 3 coins are a point.",
    ),
    situations.poverty,
    "C3.3",
    ("symbol:coin",),
)
STANDING = Tip(
    "standing",
    mark(
        "lesson",
        "How do you stand? The wreath beside each name shows the points so far. “Points if the "
        "game ended now”, in “Log and chat”, says where they come from.",
    ),
    situations.moves_from(2, 2),
    "C8",
    ("symbol:points",),
)
DENIAL = Tip(
    "denying",
    mark(
        "lesson",
        "The cards that you leave go to a neighbour. Sometimes it pays to take one only so that "
        "they do not get it.",
    ),
    lambda view: situations.moves_from(2, 3)(view) if view.turn < LAST_TURN else [],
    "C2.1",
)

ALL_NEW = mark(
    "lesson",
    "That is nearly all that is new. Play on to the end, or stop here: "
    "the table stays as it is until you come back.",
)

# ── the Free City ────────────────────────────────────────────────────────────────────────────────

FREE_CITY_TIPS = (
    Tip(
        "control",
        mark(
            "lesson",
            "Now the Free City, your common neighbour: choose a card for it, too. "
            "If it can build something, it must.",
        ),
        situations.free_city_moves,
        "C9.3",
        slack=99.0,
    ),
    Tip(
        "three cities",
        mark(
            "lesson",
            "Two players, three cities. The player who leads the Free City (now you) holds "
            "one card more and also plays for it. This changes every turn.",
        ),
        situations.moves_at(1, 1),
        "C9.2",
    ),
    Tip(
        "swap",
        mark(
            "lesson",
            "You two swap hands after each turn: what you leave now, your opponent holds next, "
            "and what is left of it comes back to you.",
        ),
        situations.moves_at(1, 2),
        "C9.2",
        ("symbol:passing",),
    ),
    Tip(
        "trade",
        mark(
            "lesson",
            "The Free City sells its resources like any neighbour, to both of you. Its coins pay "
            "for what it builds, and sometimes come back to one of you.",
        ),
        situations.free_city_trade,
        "C9.4",
        slack=8.0,
        is_promised=False,
    ),
    Tip(
        "rest",
        mark(
            "lesson",
            "This turn your opponent leads the Free City; you choose a card for yourself alone. "
            "Think of what they will want next.",
        ),
        situations.opponent_control,
        "C9.2",
    ),
    Tip(
        "shields",
        mark(
            "lesson",
            "The Free City fights, too. Shields in it hurt both of you, "
            "so give it red cards only when you are strong enough.",
        ),
        situations.free_city_arms,
        "C9.7",
        ("symbol:shield",),
        is_promised=False,
    ),
    Tip(
        "no points",
        mark(
            "lesson",
            "The Free City cannot win, and its points count for neither player. It is a good "
            "place for cards that would help your opponent.",
        ),
        lambda view: situations.free_city_moves(view) if view.turn > 1 else [],
        "C9.7",
        slack=99.0,
    ),
    Tip("all", ALL_NEW, situations.moves_from(2, 2), "C9"),
    Tip(
        "last age",
        mark(
            "lesson",
            "Age III: guilds count your neighbours, and one of them is the Free City. "
            "What you put into it may bring you points.",
        ),
        situations.moves_at(LAST_AGE, 1),
        "C9.1",
    ),
    FINAL_CHOICE,
)

AGE_TIPS = (
    OPENING,
    PASSING,
    LAST_OF_AGE,
    TRADE,
    STAGE,
    SCIENCE,
    *(replace(tip, is_promised=False) for tip in (SHIELDS, BLUE, YELLOW, GREY, POVERTY)),
)

LESSONS = (
    Lesson(
        "age",
        "classic",
        160,
        5,
        "rhodes:A",
        mark("lesson", "Your first age"),
        mark(
            "lesson",
            "One age of six turns: resources, trade, your wonder, war. The shortest way to play.",
        ),
        AGE_TIPS,
        mark(
            "lesson",
            "That was an age: war came last, and new hands are dealt. Two more ages make a game. "
            "Play on, or begin one of these.",
        ),
        "C2.2",
        "classic",
        {"seats": 3, "wonders": ["rhodes:A", "olympia:A", "alexandria:A"]},
        last_age=1,
    ),
    Lesson(
        "classic",
        "classic",
        13,
        12,
        "giza:A",
        mark("lesson", "Your first city"),
        mark(
            "lesson",
            "Resources, trade with your neighbours, chains, your wonder, war, science: "
            "a whole game for three, explained as it goes.",
        ),
        (
            OPENING,
            PASSING,
            LAST_OF_AGE,
            WAR,
            LAST_AGE_TIP,
            FINAL_CHOICE,
            CHAIN,
            TRADE,
            STAGE,
            SCIENCE,
            SHIELDS,
            BLUE,
            GUILD,
            YELLOW,
            GREY,
            POVERTY,
            STANDING,
            DENIAL,
        ),
        mark(
            "lesson",
            "Well played! War, coins, wonder, blue, green and yellow cards and guilds are added "
            "up: the sheet shows what each city got, and for what.",
        ),
        "C8",
        "duel",
        {"seats": 3, "wonders": ["giza:A", "ephesus:A", "babylon:A"]},
    ),
    Lesson(
        "free-city",
        "classic",
        7,
        8,
        "alexandria:A",
        mark("lesson", "The Free City"),
        mark(
            "lesson",
            "Classic for two, with a third city that you lead in turn. For those who know the "
            "first lesson.",
        ),
        FREE_CITY_TIPS,
        mark(
            "lesson",
            "That is the game for two. Only your two cities were scored; "
            "the Free City was a market, an army and a waste basket.",
        ),
        "C9.7",
        "leaders",
        {"seats": 2, "wonders": ["alexandria:A", "giza:A"]},
    ),
)
