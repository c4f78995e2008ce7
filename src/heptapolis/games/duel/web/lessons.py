"""The lesson of Duel."""

from collections.abc import Callable, Sequence

from heptapolis.games.duel.options import FIRST_GAME
from heptapolis.games.duel.view import DuelView
from heptapolis.messages import mark
from heptapolis.move import Move
from heptapolis.web.lessons import Lesson, Tip

Situation = Callable[[DuelView], Sequence[Move]]
POOR_COINS = 3  # coins that buy little
DANGER_SPACES = 4  # spaces from a capital that are a danger


# ── situations ───────────────────────────────────────────────────────────────────────────────────


def _verb_moves(verb: str) -> Situation:
    return lambda view: [move for move in view.legal_moves() if move.verb == verb]


def _builds(*colors: str) -> Situation:
    def moves(view: DuelView) -> list[Move]:
        card = view.edition.catalog.card
        return [
            move
            for move in _verb_moves("build")(view)
            if card[move.card or ""].color.slug in colors
        ]

    return moves


def _moves_from(age: int, turn: int) -> Situation:
    """Return any move with a card, from this turn on."""
    return lambda view: (
        view.legal_moves() if view.phase == "turn" and (view.age, view.turn) >= (age, turn) else []
    )


def _opening(view: DuelView) -> Sequence[Move]:
    is_first = not view.city(view.seat or 0).buildings and view.age == 1
    return _builds("brown")(view) if is_first else []


def _trade(view: DuelView) -> Sequence[Move]:
    """Return the moves that cost coins because a resource is missing."""
    me, card = view.seat or 0, view.edition.catalog.card
    return [
        move
        for move in _verb_moves("build")(view)
        if view.price(me, move.card or "") > card[move.card or ""].cost.coins
    ]


def _chain(view: DuelView) -> Sequence[Move]:
    me = view.seat or 0
    return [move for move in _verb_moves("build")(view) if view.has_chain(me, move.card or "")]


def _chain_sources(view: DuelView, move: Move) -> list[str]:
    """Return the cards that make a card free."""
    built = view.city(view.seat or 0).buildings
    card = view.edition.catalog.card[move.card or ""]
    return [f"card:{id}" for id in built if id in card.chain_from]


def _pair(view: DuelView) -> Sequence[Move]:
    """Return the moves that give a second symbol of a kind."""
    mine, card = view.city(view.seat or 0).symbols, view.edition.catalog.card
    return [
        move
        for move in _builds("green")(view)
        if (symbol := card[move.card or ""].effect.science) and mine.get(symbol.slug)
    ]


def _hidden_cards(view: DuelView) -> Sequence[Move]:
    """Return the moves if cards lie face down and there is a choice."""
    is_hidden = any(not place.is_face_up and not place.is_taken for place in view.places)
    is_choice = view.phase == "turn" and len(view.accessible) > 1
    return view.legal_moves() if is_hidden and is_choice else []


def _extra_turn(view: DuelView) -> Sequence[Move]:
    """Return the moves if a wonder gave another turn: the last move was the viewer's too."""
    last = view.events[-1:]
    is_again = view.phase == "turn" and view.turn > 1 and bool(last) and last[0].by == view.seat
    return view.legal_moves() if is_again else []


def _new_age(view: DuelView) -> Sequence[Move]:
    is_new = view.phase == "turn" and view.age == 2 and view.turn <= 3
    return view.legal_moves() if is_new else []


def _poverty(view: DuelView) -> Sequence[Move]:
    is_poor = view.phase == "turn" and view.city(view.seat or 0).coins <= POOR_COINS
    return view.legal_moves() if is_poor else []


def _war_threat(view: DuelView) -> Sequence[Move]:
    """Return moves with shields, whichever seat is ahead; without any, all others."""
    is_near = view.ahead is not None and view.spaces_to_capital <= DANGER_SPACES
    return (_builds("red")(view) or view.legal_moves()) if is_near else []


def _science_threat(view: DuelView) -> Sequence[Move]:
    most = max(len(city.symbols) for city in view.cities)
    return view.legal_moves() if most >= 4 else []


def _last_cards(view: DuelView) -> Sequence[Move]:
    left = sum(not place.is_taken for place in view.places)
    return view.legal_moves() if view.age == 3 and left <= 3 and view.phase == "turn" else []


TIPS = (
    Tip(
        "resource",
        mark(
            "lesson",
            "Welcome! You win by war, by science or by points. In your turn take an uncovered "
            "card, first a resource: tap the glowing card, then the glowing button.",
        ),
        _opening,
        "D11",
        slack=99.0,
    ),
    Tip(
        "sheets",
        mark(
            "lesson",
            "Not sure what something means? Point at it, or hold your finger on it: cards, "
            "symbols and tokens explain themselves.",
        ),
        _moves_from(1, 2),
        "D40",
    ),
    Tip(
        "another turn",
        mark(
            "lesson",
            "It is your turn again: wonders with a round arrow give another turn. "
            "Your opponent may have such wonders, too.",
        ),
        _extra_turn,
        "D2",
    ),
    Tip(
        "the next age",
        mark(
            "lesson",
            "Age II: stronger cards, and chain signs of Age I make some of them free. The player "
            "with the weaker army decides who begins an age.",
        ),
        _new_age,
        "D4",
    ),
    Tip(
        "token",
        mark(
            "lesson",
            "A pair of equal symbols brings a progress token: choose one. "
            "It works for the rest of the game.",
        ),
        _verb_moves("token"),
        "D26",
    ),
    Tip(
        "beginning",
        mark(
            "lesson",
            "Your army is the weaker one, so you say who begins the new age. Look at which cards "
            "lie open before you decide.",
        ),
        _verb_moves("start"),
        "D4",
        is_promised=False,
    ),
    Tip(
        "destroying",
        mark("lesson", "Your wonder lets you discard a card of your opponent. Take what hurts."),
        _verb_moves("destroy"),
        "D22",
        is_promised=False,
    ),
    Tip(
        "reviving",
        mark("lesson", "Your wonder lets you build a card from the discard pile, free of charge."),
        _verb_moves("revive"),
        "D18",
        is_promised=False,
    ),
    Tip(
        "end",
        mark(
            "lesson",
            "The last cards. Unless war or science wins now, points decide: blue, green and "
            "yellow cards, wonders, guilds, tokens, coins, the military track.",
        ),
        _last_cards,
        "D34",
    ),
    Tip(
        "pair",
        mark(
            "lesson",
            "You have this science symbol already. A second one brings a progress token "
            "of your choice, at once.",
        ),
        _pair,
        "D26",
        lambda view, _: [f"token:{id}" for id in view.tokens],
        slack=8.0,
    ),
    Tip(
        "chain",
        mark(
            "lesson",
            "This card is free: the glowing card in your city leads to it. "
            "Hold or point at a card to read what it makes free.",
        ),
        _chain,
        "D15",
        _chain_sources,
        slack=8.0,
    ),
    Tip(
        "trade",
        mark(
            "lesson",
            "You lack a resource, so the bank sells it: 2 coins a unit, and 1 more for each unit "
            "of it that your opponent's brown and grey cards make.",
        ),
        _trade,
        "D11",
        ("symbol:coin",),
    ),
    Tip(
        "wonder",
        mark(
            "lesson",
            "You can pay for a wonder: any card goes face down under it. "
            "Wonders are strong, and together you can build only seven.",
        ),
        _verb_moves("wonder"),
        "D1",
        slack=8.0,
    ),
    Tip(
        "war",
        mark(
            "lesson",
            "Each shield pushes the marker one space towards your opponent's capital. In two "
            "zones on the way they lose coins; at the capital you win at once.",
        ),
        _builds("red"),
        "D31",
        ("symbol:marker",),
    ),
    Tip(
        "science",
        mark(
            "lesson",
            "Green cards carry science symbols. A pair brings a token; "
            "six different symbols win the game at once.",
        ),
        _builds("green"),
        "D30",
    ),
    Tip(
        "war is near",
        mark(
            "lesson",
            "Look at the track: the marker is close to a capital. "
            "If it gets there, the game is over, whatever the points.",
        ),
        _war_threat,
        "D33",
        ("symbol:marker",),
        slack=8.0,
        is_promised=False,
    ),
    Tip(
        "science is near",
        mark(
            "lesson",
            "A player has four different science symbols or more. Six win at once: watch which "
            "green cards can be taken next.",
        ),
        _science_threat,
        "D30",
        is_promised=False,
    ),
    Tip(
        "blue cards",
        mark("lesson", "Blue cards are points and nothing else. The wreath says how many."),
        _builds("blue"),
        "D47",
    ),
    Tip(
        "guilds",
        mark(
            "lesson",
            "Purple guilds come in Age III. Each counts something in the city that has more of "
            "it, even if that is your opponent's.",
        ),
        _builds("purple"),
        "D34",
        slack=8.0,
        is_promised=False,
    ),
    Tip(
        "coins",
        mark(
            "lesson",
            "Your purse is nearly empty. Discard a card for 2 coins, "
            "and 1 more for each yellow card you have, instead of building it.",
        ),
        _poverty,
        "D40",
        ("symbol:coin",),
    ),
    Tip(
        "uncovering",
        mark(
            "lesson",
            "Taking a card may uncover others; hidden ones are turned up, and your opponent "
            "chooses first among them. Look before you take.",
        ),
        _hidden_cards,
        "D3",
    ),
    Tip(
        "yellow cards",
        mark(
            "lesson",
            "Yellow cards fix prices, bring coins, or make a resource of your choice. Each of "
            "them also adds 1 coin to every discard.",
        ),
        _builds("yellow"),
        "D12",
        is_promised=False,
    ),
    Tip(
        "standing",
        mark(
            "lesson",
            "How do you stand? The wreath beside each name shows the points so far. “Points if "
            "the game ended now”, in “Log and chat”, says where they come from.",
        ),
        _moves_from(2, 5),
        "D47",
        ("symbol:points",),
    ),
    Tip(
        "the last age",
        mark(
            "lesson",
            "Age III has no more resource cards: points, shields and symbols decide. Build the "
            "rest of your wonders before the seventh stands.",
        ),
        _moves_from(3, 1),
        "D1",
    ),
)

LESSONS = (
    Lesson(
        "duel",
        "duel",
        355,
        15,
        "great_library:A",
        mark("lesson", "Your first Duel"),
        mark(
            "lesson",
            "Two cities, one structure of cards: buying, wonders, the military track, science, "
            "tokens, and three ways to win.",
        ),
        TIPS,
        mark(
            "lesson",
            "The Duel is over. The sheet shows the points of both. A win by war or science ends "
            "a game at once, whatever the points.",
        ),
        "D33",
        "classic",
        {"wonders": FIRST_GAME},
    ),
)
