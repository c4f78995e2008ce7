"""The events of a Duel."""

import json
from random import Random

import heptapolis as hp
from heptapolis import events as ev
from tests.games.duel.samples import CATALOG, choose, flow, new_game, play

KINDS = {
    ev.Drafted,
    ev.Built,
    ev.Staged,
    ev.Discarded,
    ev.Paid,
    ev.Gained,
    ev.Dug,
    ev.Marker,
    ev.Looted,
    ev.Token,
    ev.Destroyed,
    ev.Revealed,
    ev.Started,
    ev.Scored,
}


class Witness:
    """The state of a table before a move."""

    def __init__(self, game: hp.DuelGame) -> None:
        self.data = json.loads(str(game.position()))
        self.n_events = len(game.events)
        self.coins = [c.coins for c in game.cities]
        self.faces = [place.is_face_up for place in game.places]
        self.chains = [
            {card for card in game.accessible if game.has_chain(seat, card)} for seat in (0, 1)
        ]
        self.prices = [
            {card: game.price(seat, card) for card in game.accessible} for seat in (0, 1)
        ]
        self.age, self.turn, self.mover = game.age, game.turn, game.to_move[0]

    def check(self, event: ev.Event, game: hp.DuelGame) -> None:
        """Check that an event agrees with the changes of the move."""
        old, new = self.data, game.position()
        seat = event.seat
        before, after = old["cities"][seat], new["cities"][seat]
        if not isinstance(event, ev.Started | ev.Scored):
            assert (event.age, event.turn) == (self.age, self.turn)
        if not isinstance(event, ev.Started | ev.Scored | ev.Drafted):
            assert event.by == self.mover
        match event:
            case ev.Drafted(wonder=wonder):
                assert wonder in after["wonders"] and wonder not in before["wonders"]
                assert wonder in old["offer"]
            case ev.Built(card=card, how=how):
                assert card in after["buildings"] and card not in before["buildings"]
                if how in ("paid", "chain"):
                    assert (how == "chain") == (card in self.chains[seat])
            case ev.Staged(card=card, wonder=wonder, stage=stage):
                assert after["built"][wonder] == card and wonder not in before["built"]
                assert stage == len(after["built"])
            case ev.Discarded(card=card):
                assert card in new["discard"] and card not in old["discard"]
            case ev.Marker(before=start, after=end):
                assert (start, end) == (old["marker"], new["marker"])
                assert (end > start) == (seat == 0)
            case ev.Looted(coins=lost, source=source):
                assert lost <= self.coins[seat] + 200
                assert seat != self.mover
                if source is None:
                    assert new["loot"][seat] != old["loot"][seat]
            case ev.Token(token=token, aside=aside):
                assert token in after["tokens"] and token not in before["tokens"]
                assert token in old["aside" if aside else "tokens"]
                assert token not in new["aside"] + new["tokens"]
            case ev.Destroyed(card=card):
                assert card in old["cities"][1 - seat]["buildings"]
                assert card not in new["cities"][1 - seat]["buildings"]
                assert card in new["discard"]
            case ev.Dug(card=card):
                assert card in old["discard"] and card not in new["discard"]
                assert card in after["buildings"]
            case ev.Revealed(card=card, slot=slot):
                assert not self.faces[slot]
                if game.age == self.age:
                    place = game.places[slot]
                    assert (place.card, place.is_face_up, place.is_accessible) == (card, True, True)
            case ev.Started():
                assert (event.age, seat) == (game.age, game.to_move[0])
            case ev.Scored(total=total):
                assert total == game.scores()[seat]["total"]


def test_every_kind_of_event_occurs_and_is_correct() -> None:
    kinds: set[type] = set()
    sources: set[str | None] = set()
    for seed in range(15):
        game, rng = new_game(seed), Random(seed)
        while not game.is_over:
            witness = Witness(game)
            game.submit(game.to_move[0], choose(game, rng))
            happened = game.events[witness.n_events :]
            assert happened
            for event in happened:
                witness.check(event, game)
            change = flow(happened)
            now = [c.coins for c in game.cities]
            assert now == [c + d for c, d in zip(witness.coins, change, strict=True)]
            kinds |= {type(event) for event in happened}
            sources |= {e.source for e in happened if isinstance(e, ev.Gained | ev.Looted)}
        for seat in (0, 1, None):
            assert game.view(seat).events == game.events == game.events_seen_by(seat)
    assert kinds == KINDS
    assert {"discard", None, "tavern", "urbanism", "agriculture", "appian_way"} <= sources
    assert {source for source in sources if source} - {"discard"} <= {
        thing.id for thing in CATALOG.things()
    }


def test_every_payment_equals_the_shown_price() -> None:
    for seed in range(10):
        game, rng = new_game(seed), Random(seed)
        while not game.is_over:
            (seat,) = game.to_move
            move, n = choose(game, rng), len(game.events)
            told = 0
            if move.verb == "build":
                told = game.price(seat, move.card or "")
            if move.verb == "wonder":
                told = game.price(seat, move.wonder or "")
            game.submit(seat, move)
            paid = [event for event in game.events[n:] if isinstance(event, ev.Paid)]
            assert sum(event.bank + event.opponent for event in paid) == told
            assert all(event.bank + event.opponent for event in paid)


def test_events_of_coins_name_their_source() -> None:
    """Urbanism pays for the chain of the Lighthouse, which also gives coins itself."""
    mine = {"buildings": ["tavern"], "tokens": ["urbanism"], "coins": 0}
    layout = {"3": ["lighthouse", "palace", *["-"] * 18]}
    game = hp.from_position({"game": "duel", "age": 3, "cities": [mine], "layout": layout})
    game.submit(0, "build lighthouse")
    gained = [(e.source, e.coins) for e in game.events if isinstance(e, ev.Gained)]
    assert sorted(gained) == [("lighthouse", 2), ("urbanism", 4)]


def test_every_age_starts_with_an_event() -> None:
    game = play(hp.new("duel", seed=3), Random(3))
    started = [(e.age, e.turn) for e in game.events if isinstance(e, ev.Started)]
    assert started == [(1, 0), (2, 0), (3, 0)]
    assert [type(e) for e in game.events[:8]] == [ev.Drafted] * 8
    assert [(type(e), e.seat) for e in game.events[-2:]] == [(ev.Scored, 0), (ev.Scored, 1)]
