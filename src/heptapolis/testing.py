"""Tests of the contract for any variant: random games through the whole interface.

    from heptapolis.testing import check_variant
    check_variant(my_variant)

What is wrong is an AssertionError that says where.
"""

import json
import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from random import Random
from typing import Any

from heptapolis.contract import Game, View, engine_of
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.game import from_position, replay, score
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.names import name
from heptapolis.narration import wording_of
from heptapolis.narration.card_wording import CardWording
from heptapolis.options import Option, declared
from heptapolis.position import Position
from heptapolis.record import Record
from heptapolis.variants import (
    Variant,
    combinations_of,
    own_options,
    register,
    registered_variants,
    unregister,
)

INVALID_MOVES = ("", "build", "no such move", "x" * 300, "throw up")
SLOW_CHECK_INTERVAL = 5  # decisions between two slow checks


def check_variant(variant: Variant, *, games: int = 1, seed: int = 0) -> None:
    """Play ``games`` random games for every number of seats, every allowed set of expansions and
    other values of their options, and check the contract at every decision: legal moves, texts,
    undo, events, records, positions, hidden information in views, samples, words of expansions.
    Then check the names in the declared languages."""
    with _temporarily_registered(variant):
        _check_declaration(variant)
        rng = Random(seed)
        for options in _tables(variant):
            _check_versions(variant, options)
            for _ in range(games):
                check_game(variant, options, rng)
        for language in variant.titles:
            _check_names(variant, language)


def check_game(variant: Variant, options: Any, rng: Random) -> None:
    """Play one random game of a registered variant and check the contract at every decision."""
    _Trial(variant, options, rng).play()


def _check_versions(variant: Variant, options: Any) -> None:
    """Check that records name rules, cards and the options of expansions, and that a catalogue
    stored as text is read back equal."""
    edition = variant.engine.edition(variant.house, options)
    record = variant.engine.new(options, seed=1, names=None, catalog=edition).record()
    cards = edition.fingerprint if edition else None
    told = (record.rules, record.catalog)
    wanted = (variant.rules_version, cards)
    assert told == wanted, f"{variant.id}: a record names {told}, it is played by {wanted}"
    for id in variant.expansions_of(options) & {*variant.expansions}:
        for one in own_options(variant.expansions[id]).values():
            value = getattr(options, one.name)
            in_record = record.options.get(one.name, one.default)
            assert in_record == value, f"{id}: a record names {one.name} {in_record}, not {value}"
    if edition is not None:
        again = variant.engine.edition(edition.text, options)
        assert again.fingerprint == cards, f"{variant.id}: the text of its cards makes others"


@contextmanager
def _temporarily_registered(variant: Variant) -> Iterator[None]:
    """Register the variant for a while, so that texts can name it."""
    if variant.id in registered_variants():
        yield
        return
    register(variant)
    try:
        yield
    finally:
        unregister(variant.id)


def _check_declaration(variant: Variant) -> None:
    assert variant.titles.get("en"), f"{variant.id}: it needs an English title"
    columns = variant.columns
    assert columns[-1:] == ("total",), f"{variant.id}: the last column of a score sheet is total"
    assert len({*columns}) == len(columns), f"{variant.id}: two columns have the same id"
    assert len(variant.seats), f"{variant.id}: it needs seats"
    known = {one.name: one for one in declared(variant.options)}
    for one in known.values():
        assert one.help, f"{variant.id}: option {one.name}: it needs a line of help"
        one.check(one.default)
    for id, expansion in variant.expansions.items():
        assert (id, variant.id) == (expansion.id, expansion.game), f"{id}: whose is it?"
        for titles in (expansion.titles, expansion.game_titles):
            assert titles.get("en"), f"{variant.id}+{id}: it needs an English title"
        for one in own_options(expansion).values():
            assert one.help, f"{id}: option {one.name}: it needs a line of help"
            one.check(one.default)
        if expansion.has_flag:
            assert known[id].kind == "flag", f"{variant.id}: {id} is a flag among options"
    if len(variant.seats) > 1:
        number = known["seats"]
        assert (number.low, number.high) == (variant.seats[0], variant.seats[-1])
    try:
        variant.read_options({"no_such_option": 1})
    except TypeError as error:
        assert "no_such_option" in str(error)
    else:
        raise AssertionError(f"{variant.id}: an unknown option is refused")


def _tables(variant: Variant) -> Iterator[Any]:
    """Yield options for every number of seats and every allowed set of expansions; where these
    have options of their own, also other values than the defaults."""
    for rules in combinations_of(variant):
        for seats in variant.seats:
            number = {"seats": seats} if len(variant.seats) > 1 else {}
            yield rules.read_options(number)
        added = [one for each in rules.chosen_expansions for one in own_options(each).values()]
        if others := {one.name: value for one in added for value in _other_values(one)[:1]}:
            yield rules.read_options(others)


def _other_values(option: Option) -> list[Any]:
    """Return values of an option other than its default; none where only the game knows them."""
    values: dict[str, Sequence[Any]] = {
        "number": (option.low, option.high),
        "flag": (False, True),
        "choice": option.choices,
    }
    return [one for one in values.get(option.kind, ()) if one not in (None, option.default)]


class _Trial:
    """One random game with all checks."""

    def __init__(self, variant: Variant, options: Any, rng: Random) -> None:
        self.variant, self.options, self.rng = variant, options, rng
        self.seed = rng.getrandbits(100) | 1 << 99  # large, so that a leak can be found anywhere
        self.names = [f"Name {n}" for n in range(variant.seats_of(options))]
        self.game = self._new()
        self.hides = False  # whether a sample has ever differed from the game
        self.past_events: list[Any] = []
        self.submitted = 0  # choices so far; pending ones are in no record yet

    def __str__(self) -> str:
        return f"{self.variant.id} {self.options} seed {self.seed}"

    def _new(self) -> Game:
        variant = self.variant
        return engine_of(variant).new(
            self.options, seed=self.seed, names=self.names, catalog=variant.catalog
        )

    def play(self) -> None:
        game = self.game
        assert isinstance(game, Game), f"{self}: this is not all that a Game has"
        assert self._new().to_bytes() == game.to_bytes(), f"{self}: the same seed, another deal"
        assert game.game == self.variant.rules, f"{self}: it says it is a game of {game.game!r}"
        decisions = 0
        while not game.is_over:
            assert game.to_move, f"{self}: no seat has a decision, and the game is not over"
            for seat in list(game.to_move):
                if decisions % SLOW_CHECK_INTERVAL == 0:
                    self._check_moment()
                self._decide(seat, decisions)
                decisions += 1
        self._check_end()
        assert self.hides or not self.variant.has_hands, f"{self}: no view has hidden anything"

    # ── a decision ───────────────────────────────────────────────────────────────────────────────

    def _decide(self, seat: int, decisions: int) -> None:
        game = self.game
        legal = game.legal_moves(seat)
        assert legal, f"{self}: seat {seat} is to move, and can do nothing"
        assert len(set(legal)) == len(legal), f"{self}: a legal move is there twice"
        for move in legal:
            assert self.variant.parse_move(str(move)) == move, f"{self}: {move} does not read back"
            assert move.without_payment() == move.without_payment().without_payment()
        view = game.view(seat)
        assert view.legal_moves() == legal, f"{self}: the view has other moves"
        if why_not := getattr(view, "why_not", None):
            refused = [move for move in legal if why_not(move)]
            assert not refused, f"{self}: {refused} are legal, and why_not has a reason"
        if decisions % SLOW_CHECK_INTERVAL == 0:
            self._check_refusals(seat)
        move = self.rng.choice(legal)
        if len(game.to_move) > 1 and not self._is_pending():
            self._check_undo(seat, move)
        game.submit(seat, str(move) if self.rng.random() < 0.5 else move)
        self.submitted += 1
        self._check_events()

    def _check_undo(self, seat: int, move: Any) -> None:
        """Check that the first choice of a decision can be taken back."""
        before = self.game.to_bytes()
        self.game.submit(seat, move)
        self.game.undo(seat)
        assert self.game.to_bytes() == before, f"{self}: undo does not undo {move}"

    def _is_pending(self) -> bool:
        """Return whether a choice is pending."""
        return self.submitted != len(self.game.record().lines)

    def _check_refusals(self, seat: int) -> None:
        """Check that a refused move changes nothing."""
        game, before = self.game, self.game.to_bytes()
        idle = [other for other in range(game.players) if other not in game.to_move]
        tries: list[tuple[Any, Any]] = [(seat, text) for text in INVALID_MOVES]
        tries += [(other, game.legal_moves(seat)[0]) for other in [*idle, game.players, -1]]
        for who, move in tries:
            try:
                game.submit(who, move)
            except (IllegalMove, InvalidText) as error:
                assert str(error), f"{self}: {move!r} is refused without a word"
                accepted = error.legal if isinstance(error, IllegalMove) else ()
                assert set(accepted) <= set(game.legal_moves(who)), f"{self}: {error}"
            else:
                raise AssertionError(f"{self}: seat {who!r}: {move!r} was accepted")
        for other in idle:
            assert game.legal_moves(other) == [], f"{self}: seat {other} is not to move"
        assert game.to_bytes() == before, f"{self}: a refused move has changed something"

    def _check_events(self) -> None:
        events = self.game.events
        assert events[: len(self.past_events)] == self.past_events, (
            f"{self}: what was told is told otherwise"
        )
        for event in events[len(self.past_events) :]:
            assert is_dataclass(event), f"{self}: {event!r} is no dataclass"
            facts = asdict(event)
            assert {"age", "turn", "seat", "by"} <= set(facts), f"{self}: {event!r} lacks a field"
            json.dumps(facts)
        self.past_events = [] if self.game.is_over else list(events)

    # ── a moment ─────────────────────────────────────────────────────────────────────────────────

    def _check_moment(self) -> None:
        self._check_record()
        self._check_position()
        for seat in (*range(self.game.players), None):
            self._check_view(seat)

    def _check_record(self) -> None:
        text = str(self.game.record())
        record = Record.parse(text)
        assert str(record) == text, f"{self}: the record does not read back"
        again = replay(record, catalog=self.variant.catalog)
        assert again.events == self.game.events, f"{self}: the record tells another story"
        if not self._is_pending():
            assert again.to_bytes() == self.game.to_bytes(), f"{self}: the record goes elsewhere"

    def _check_position(self) -> None:
        game, position = self.game, self.game.position()
        text = str(position)
        again = from_position(json.loads(text), names=self.names, catalog=self.variant.catalog)
        assert str(again.position()) == text, f"{self}: the position does not read back"
        assert again.to_move == game.to_move, f"{self}: the position waits for others"
        for seat in game.to_move:
            assert again.legal_moves(seat) == game.legal_moves(seat), f"{self}: position: moves"
        scores = score(Position.of(text), catalog=self.variant.catalog)
        assert scores == game.scores(), f"{self}: the position scores otherwise"

    def _check_view(self, seat: int | None) -> None:
        game, view = self.game, self.game.view(seat)
        assert isinstance(view, View), f"{self}: this is not all that a View has"
        for fact in ("game", "columns", "players", "age", "turn", "phase", "is_over", "to_move"):
            assert getattr(view, fact) == getattr(game, fact), f"{self}: view({seat}).{fact}"
        assert list(view.names) == list(game.names)
        assert set(view.live_columns) <= set(view.columns)
        asked = seat in game.to_move
        assert asked or not view.legal_moves(), f"{self}: view({seat}) has moves unasked"
        # at the end everything is visible
        seen = game.events if game.is_over else game.events_seen_by(seat)
        assert view.events == seen, f"{self}: view({seat}).events"
        packed = pickle.dumps(view)
        again: View = pickle.loads(packed)
        assert str(again.position()) == str(view.position()), f"{self}: a view travels badly"
        self._check_no_seed(seat, str(view.position()), packed)
        self._check_words(view)
        self._check_sample(view)

    def _check_no_seed(self, seat: int | None, text: str, packed: bytes) -> None:
        assert str(self.seed) not in text, f"{self}: view({seat}) tells the seed"
        traces = [str(self.seed).encode(), *_bytes_of(self.seed)]
        assert not any(trace in packed for trace in traces), f"{self}: view({seat}) holds the seed"

    def _check_words(self, view: View) -> None:
        """Check that the words of expansions tell every event, and what each seat has."""
        wording = wording_of(view, translator("en"))
        if not isinstance(wording, CardWording):
            return
        try:
            for event in view.events:
                wording.added_sentence(event)
            for seat in range(view.players):
                for _, ids in wording.shelves(seat):
                    names = [wording.card(id).plain for id in ids]
                    assert all(names), f"{self}: a thing of seat {seat} has no name"
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise AssertionError(f"{self}: view({view.seat}) in words: {error!r}") from error

    def _check_sample(self, view: View) -> None:
        """Check that a possible game looks the same to the seat, and can be played to its end."""
        other = view.sample(self.rng)
        assert other.game == self.game.game
        same = other.view(view.seat)
        assert same.legal_moves() == view.legal_moves(), f"{self}: a sample has other moves"
        if not self._is_pending():  # a sample has no pending choice but the seat's own
            assert str(same.position()) == str(view.position()), f"{self}: a sample looks otherwise"
            self.hides |= other.to_bytes() != self.game.to_bytes()
        while not other.is_over:
            seat = other.to_move[0]
            other.submit(seat, self.rng.choice(other.legal_moves(seat)))

    def _check_end(self) -> None:
        game = self.game
        assert game.outcome, f"{self}: it is over, without an outcome"
        seats = sorted(seat for place in game.ranking() for seat in place)
        assert seats == list(range(game.players)), f"{self}: the ranking has not every seat once"
        for sheet in game.scores():
            assert set(sheet) == set(game.columns), f"{self}: a sheet has other columns"
        assert all(game.legal_moves(seat) == [] for seat in range(game.players))
        self._check_moment()


def _bytes_of(seed: int) -> Sequence[bytes]:
    size = (seed.bit_length() + 7) // 8
    return seed.to_bytes(size, "little"), seed.to_bytes(size, "big")


def _check_names(variant: Variant, language: str) -> None:
    """Check that everything a text of the variant can name has a name in the language."""
    names = thing_names(variant, language)
    assert names, f"{variant.id}: nothing has a name in {language}"
    for id, called in names.items():
        assert called.strip(), f"{variant.id}: {id} has no name in {language}"


def thing_names(variant: Variant, language: str) -> dict[str, str]:
    """Return the names of the cards and other things of a variant, by id.

    Variants with a catalogue of this package have them in its data; other engines provide a
    function ``names(language)``.
    """
    largest = combinations_of(variant)[-1]
    edition = variant.engine.edition(variant.house, largest.read_options({}))
    if edition is None:
        engine: Any = variant.engine
        return dict(engine.names(language))
    t = translator(language if language in LANGUAGES else "en")
    return {thing.id: name(thing, t) for thing in edition.catalog.things()}
