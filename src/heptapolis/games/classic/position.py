"""A position as a JSON document: complete from a game, or written by hand in part.

A complete one lists under ``deals`` every card of every age with its fate, so a game plays on from
it exactly. By hand, give the contents of the cities; hands, piles and decks that are not given are
dealt from ``seed`` out of the cards not mentioned.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from heptapolis.codes import AGES, MAX_COINS
from heptapolis.games.classic import vocabulary
from heptapolis.games.classic.codes import (
    BUILDINGS,
    COURTED,
    DRAFT,
    FIRST_BOARD,
    FIRST_STAGE,
    HAND,
    LOOKS,
    STAGES,
    MoveKind,
    Phase,
    Use,
)
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.games.classic.expansion import LEADERS
from heptapolis.games.classic.rules import entries
from heptapolis.games.classic.rules.fates import (
    UNSURE_FATE,
    fate_turn,
    fate_use,
    is_of_free_city,
    moment_age,
    moment_turn,
    pack_fate,
    pack_moment,
)
from heptapolis.games.classic.rules.hands import FREE_CITY
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.slots import POSITION
from heptapolis.games.classic.state import ClassicState
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator, shuffle
from heptapolis.position import (
    Position,
    check_keys,
    field_error,
    read_choice,
    read_list,
    read_number,
    unknown_error,
)
from heptapolis.variants import expansion_parts

UNKNOWN = "?"
NOTHING = "-"  # a place whose card the position omits: it is gone
USES = {use.slug: int(use) for use in Use}
KEYS = {
    "game",
    "rules",
    "catalog",
    "players",
    "leaders",
    "age",
    "turn",
    "phase",
    "actor",
    "cities",
    "discard",
    "pending",
    "deals",
    "hands",
    "pile",
    "seed",
    "looks",
    "draft",
}
CITY_KEYS = {
    "wonder",
    "coins",
    "buildings",
    "markers",
    "stages",
    "victories",
    "defeats",
    "free_build_used",
    "seventh_played",
    "digs",
}
LOOK_KEYS = {"age", "turn", "city", "card", "found"}
PHASES = {*(one.id for one in vocabulary.PHASES), "over"}
SINGLE_SEAT_PHASES = {"seventh", "dig", "extra_leader", "court"}
_DEAL = re.compile(r"([a-z][a-z0-9_]*)(?: (built|staged|discarded|leftover) ([1-7])( free_city)?)?")
LEADERS_STREAM = 0x5EED_1EADE25  # a stream apart from the cards
MAX_PAST_COPIES = 8  # copies of a card of a past age in a position, at most
MAX_GIVEN_BUILDINGS = BUILDINGS - 38  # room for every later turn, seventh card and dig


class PartReader(Protocol):
    """Reads the fields of an expansion into a state."""

    def knows(self, id: str) -> bool:
        """Return whether a card is one of the expansion."""

    def mention(self, id: object, where: str) -> int:
        """Return the item of its card, which a field names."""

    def city(self, city: int, data: Mapping[str, Any], where: str) -> None: ...

    def hands(self, cities: list[dict[str, Any]], rng: Any) -> None:
        """Read or deal what seats hold."""


@dataclass(frozen=True, eq=False)
class PositionPart:
    """What an expansion writes among the fields of classic: Leaders is older than the parts that
    expansions have under their ids (`heptapolis.expansion.GameExpansion`)."""

    city_keys: frozenset[str]
    phases: frozenset[str]
    write: Callable[[ClassicState, bool], dict[str, Any]]  # takes whether it is a view
    write_city: Callable[[ClassicState, int], dict[str, Any]]
    reader: Callable[[Mapping[str, Any], ClassicEdition, Any], PartReader]


def position_parts(edition: ClassicEdition) -> list[PositionPart]:
    """Return the parts of the expansions of an edition."""
    return expansion_parts("classic", edition.expansions, POSITION)


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def game_position(table: ClassicState) -> Position:
    """Return the whole state."""
    return _write(table, viewed=False)


def view_position(view: ClassicState, piles: Any) -> Position:
    """Return what a seat knows, with "?" for the rest; it has looked through the ``piles``."""
    return _write(view, viewed=not view.is_over, piles=None if view.is_over else piles)


def _write(table: ClassicState, viewed: bool, piles: Any = None) -> Position:
    field, id = table._field, table.edition.id
    data: dict[str, Any] = {
        "game": "classic",
        **table._versions,
        "players": table.players,
        **({"leaders": True} if table.leaders else {}),
        **({"expansions": sorted(names)} if (names := table.expansions - {LEADERS}) else {}),
        "age": table.age,
        "turn": table.turn,
        "phase": table.phase,
    }
    if table.phase in SINGLE_SEAT_PHASES | own_phases(table.edition):
        data["actor"] = int(field("actor"))
    data["cities"] = [_write_city(table, city) for city in range(table.n_cities)]
    pile = field("discard").tolist()
    discard = [id[card] for card, n in enumerate(pile) for _ in range(n)]
    data["discard"] = discard if discard or not viewed else [UNKNOWN] * table.n_discard
    if looks := _write_looks(table, piles):
        data["looks"] = looks
    pending = {}
    for city in range(table.n_cities):
        row = field("move")[city].tolist()
        if row[0]:
            known = row[0] != MoveKind.HIDDEN
            pending[str(city)] = str(table._move(row, city >= table.players)) if known else UNKNOWN
    if pending:
        data["pending"] = pending
    for part in position_parts(table.edition) if table.leaders else ():
        data |= part.write(table, viewed)
    data["deals"] = {str(age): _write_deal(table, age, viewed) for age in range(1, AGES + 1)}
    return Position(data | table.edition.rules.write_position(table))


def own_phases(edition: ClassicEdition) -> set[str]:
    """Return the phases of expansions."""
    return {phase for one in edition.rules.expansions.values() for phase in one.phases.values()}


def _write_looks(table: ClassicState, piles: Any) -> list[dict[str, Any]]:
    """Write the looks through the discard pile: the seat, the moment, the card taken, and what the
    viewer remembers."""
    field, id = table._field, table.edition.id
    looks: list[dict[str, Any]] = []
    for k in range(int(field("n_looks"))):
        when = int(field("look_when")[k])
        card = id.get(int(field("look_card")[k]))
        look = {"age": moment_age(when), "turn": moment_turn(when)}
        looks.append({**look, "city": int(field("look_city")[k]), "card": card})
        new_cards = piles[k].tolist() if piles is not None else []
        if any(new_cards):  # cards that the viewer saw there for the first time
            looks[-1]["found"] = [id[card] for card, n in enumerate(new_cards) for _ in range(n)]
    return looks


def _write_city(table: ClassicState, city: int) -> dict[str, Any]:
    city_facts, field = table.city(city), table._field
    data: dict[str, Any] = {
        "wonder": city_facts.board,
        "coins": city_facts.coins,
        "buildings": city_facts.buildings,
        "markers": [marker or UNKNOWN for marker in city_facts.markers],
        "victories": city_facts.victories,
        "defeats": city_facts.defeats,
    }
    for name, key in (("free_used", "free_build_used"), ("seventh", "seventh_played")):
        if field(name)[city]:
            data[key] = True
    if field("digs")[city][0]:
        data["digs"] = int(field("digs")[city][0])
    for part in position_parts(table.edition) if table.leaders else ():
        data |= part.write_city(table, city)
    return data


def _write_deal(table: ClassicState, age: int, viewed: bool) -> list[str]:
    cards = table._field("deck")[age - 1].tolist()
    fates = table._field("fate")[age - 1].tolist()
    deal = []
    for card, fate in list(zip(cards, fates, strict=True))[: HAND * table.n_cities]:
        text = table.edition.id[card] if card else UNKNOWN if viewed else NOTHING
        if fate >= UNSURE_FATE:
            text += f" {UNKNOWN}"
        elif fate:
            text += f" {Use(fate_use(fate)).slug} {fate_turn(fate)}"
            text += " free_city" if is_of_free_city(fate) else ""
        deal.append(text)
    return deal


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def build_state(
    position: Position, edition: ClassicEdition, *, hands: bool = True
) -> tuple[Any, list[tuple[int, str]]]:
    """Return the state of a position, and its pending choices."""
    reader = ClassicPositionReader(position, edition)
    return reader.read(hands)


class ClassicPositionReader:
    """Reads one document; every error names the field."""

    def __init__(self, data: Mapping[str, Any], edition: ClassicEdition) -> None:
        self.data, self.edition = data, edition
        self.states = records(np.zeros(1, edition.rules.state))
        self.own_phases = own_phases(edition)
        self.mentioned: Counter[str] = Counter()
        self.parts: Sequence[PositionPart] = ()
        self.readers: Sequence[PartReader] = ()

    def read(self, hands: bool) -> tuple[Any, list[tuple[int, str]]]:
        check_keys(self.data, "", KEYS | {"expansions", *self.edition.rules.expansions})
        if self.data.get("game", "classic") != "classic":
            raise field_error("game", f"no game {self.data['game']!r}: classic")
        cities = read_list(self.data.get("cities", []), "cities", dict)
        players = read_number(self.data.get("players", len(cities)), "players", 2, 7)
        n_cities = max(3, players)
        if len(cities) > n_cities:
            raise field_error("cities", f"{len(cities)} cities for {players} players")
        cities += [{}] * (n_cities - len(cities))
        s = self.states
        s["n_players"][0], s["n_cities"][0] = players, n_cities
        if type(self.data.get("leaders", False)) is not bool:
            raise field_error("leaders", "true or false")
        s["leaders"][0] = self.data.get("leaders", False)
        if s["leaders"][0]:
            self.parts = position_parts(self.edition)
            self.readers = [part.reader(self.data, self.edition, s) for part in self.parts]
        s["board"][0][:n_cities] = self._boards(cities)
        entries.open_cities(s, 0, self.edition.tables)
        self._moment()
        for city in range(n_cities):
            self._city(city, cities[city], hands)
        self._discard(hands)
        self._looks()
        self._actor()
        if hands:
            seed = read_number(self.data.get("seed", 0), "seed", 0, (1 << 128) - 1)
            for reader in self.readers:
                reader.hands(cities, generator(seed ^ LEADERS_STREAM))
            rng = generator(seed)
            self._deal(players, n_cities, rng)
            self._settle()
            self._check_hands(players, n_cities)
            self.edition.rules.read_position(self, rng)
            self._check_actor()
        else:
            self.edition.rules.read_position(self, None)
        return s, self._pending_choices(players, n_cities)

    def _moment(self) -> None:
        """Read phase, age and turn, and check that they agree."""
        s = self.states
        own = PHASES | self.own_phases
        phases = own.union(*(part.phases for part in self.parts))
        phase = read_choice(self.data.get("phase", "turn"), "phase", sorted(phases))
        numbers = {slug: k for k, slug in self.edition.rules.phases.items()}
        s["phase"][0] = numbers[phase]
        drafting = phase == "draft"
        least = 0 if drafting else 1
        s["age"][0] = read_number(self.data.get("age", least), "age", least, AGES if least else 0)
        first = 0 if s["leaders"][0] and phase not in ("turn", "seventh", "over") else 1
        low = 1 if drafting else 0 if phase == "recruit" else first
        high = DRAFT - 1 if drafting else 0 if phase == "recruit" else TURNS
        s["turn"][0] = read_number(self.data.get("turn", min(1, high)), "turn", low, high)
        if phase == "seventh" and s["turn"][0] != TURNS:
            raise field_error("turn", "seventh cards are played in turn 6")
        follows = phase == "dig" or phase in self.own_phases
        s["settled"][0] = phase == "over" or (follows and s["turn"][0] == TURNS)

    def _boards(self, cities: list[dict[str, Any]]) -> list[int]:
        taken: list[int] = []
        for number_of, city in enumerate(cities):
            board = city.get("wonder")
            if board is not None:
                seat = number_of < int(self.states["n_players"][0])  # no Rome there (L75)
                brought = {LEADERS} if self.states["leaders"][0] and seat else set[str]()
                item = self.edition.board(board, brought)
                if not item:
                    boards = self.edition.boards(brought)
                    raise unknown_error("board", board, f"cities.{number_of}.wonder", boards)
                if (item - FIRST_BOARD) // 2 in [(x - FIRST_BOARD) // 2 for x in taken if x]:
                    raise field_error(f"cities.{number_of}.wonder", f"{board!r} appears twice")
            taken.append(item if board is not None else 0)
        used = {(x - FIRST_BOARD) // 2 for x in taken if x}
        wonders = enumerate(self.edition.catalog.wonders)
        needs = self.edition.catalog.needs_leaders
        free = [w for w, wonder in wonders if w not in used and not needs(wonder)]
        return [item or FIRST_BOARD + 2 * free.pop(0) for item in taken]

    def _city(self, city: int, data: dict[str, Any], hands: bool) -> None:
        where = f"cities.{city}"
        check_keys(data, f"{where}.", CITY_KEYS.union(*(part.city_keys for part in self.parts)))
        s, tables = self.states, self.edition.tables
        if "coins" in data:
            s["coins"][0][city] = read_number(data["coins"], f"{where}.coins", 0, MAX_COINS)
        buildings = read_list(data.get("buildings", []), f"{where}.buildings", str)
        if len(buildings) > MAX_GIVEN_BUILDINGS:
            raise field_error(f"{where}.buildings", f"{len(buildings)} buildings are too many")
        for id in buildings:
            card = self._card(id, f"{where}.buildings")
            if hands and self.edition.catalog.card[id].age > int(s["age"][0]):
                raise field_error(f"{where}.buildings", f"{id!r} belongs to a later age")
            structure = int(tables["structure"][0][card])
            if entries.has(s, 0, city, structure):
                raise field_error(f"{where}.buildings", f"{id!r} appears twice")
            entries.enter(s, 0, city, card, tables)
        self._stages(city, data, where)
        self._tokens(city, data, where, hands)
        for reader in self.readers:
            reader.city(city, data, where)
        s["digs"][0][city][0] = read_number(data.get("digs", 0), f"{where}.digs", 0, 4)
        for key, field in (("free_build_used", "free_used"), ("seventh_played", "seventh")):
            if not isinstance(data.get(key, False), bool):
                raise field_error(f"{where}.{key}", "true or false")
            s[field][0][city] = data.get(key, False)

    def _tokens(self, city: int, data: dict[str, Any], where: str, hands: bool) -> None:
        """Read conflict tokens, of ages that have been fought (a finished game fought all
        three)."""
        is_open = hands and self.data.get("phase") != "over"
        fought = max(0, int(self.states["age"][0]) - 1) if is_open else AGES
        victories = read_list(data.get("victories", []), f"{where}.victories", int)
        if len(victories) > AGES or any(not 0 <= n <= 2 for n in victories):
            raise field_error(f"{where}.victories", "up to three numbers of tokens, 0 to 2 each")
        if any(victories[fought:]):
            raise field_error(f"{where}.victories", f"{fought} ages have been fought")
        self.states["victories"][0][city][: len(victories)] = victories
        defeats = read_number(data.get("defeats", 0), f"{where}.defeats", 0, 2 * fought)
        self.states["defeats"][0][city] = defeats

    def _stages(self, city: int, data: dict[str, Any], where: str) -> None:
        s, tables = self.states, self.edition.tables
        board = int(s["board"][0][city]) - FIRST_BOARD
        most = int(tables["n_stages"][0][board])
        markers = read_list(data.get("markers", []), f"{where}.markers", str)
        stages = read_number(data.get("stages", len(markers)), f"{where}.stages", 0, most)
        if len(markers) > stages:
            raise field_error(f"{where}.markers", f"{len(markers)} markers for {stages} stages")
        for k in range(stages):
            entries.apply_item(s, 0, city, FIRST_STAGE + STAGES * board + k, tables)
            if k < len(markers) and markers[k] != UNKNOWN:
                s["marker"][0][city][k] = self._marker(markers[k], f"{where}.markers")
        s["stages"][0][city] = stages

    def _marker(self, id: str, where: str) -> int:
        reader = next((one for one in self.readers if one.knows(id)), None)
        return reader.mention(id, where) if reader else self._card(id, where)

    def _discard(self, hands: bool) -> None:
        for id in read_list(self.data.get("discard", []), "discard", str):
            if hands or id != UNKNOWN:
                entries.put_on_pile(self.states, 0, self._card(id, "discard"))

    def _looks(self) -> None:
        s = self.states
        looks = read_list(self.data.get("looks", []), "looks", dict)
        if len(looks) > LOOKS:
            raise field_error("looks", f"at most {LOOKS}")
        for k, look in enumerate(looks):
            where = f"looks.{k}"
            check_keys(look, f"{where}.", LOOK_KEYS)
            age = read_number(look.get("age"), f"{where}.age", 1, AGES)
            turn = read_number(look.get("turn"), f"{where}.turn", 1 - int(s["leaders"][0]), TURNS)
            s["look_when"][0][k] = pack_moment(age, turn)
            last = int(s["n_cities"][0]) - 1
            s["look_city"][0][k] = read_number(look.get("city"), f"{where}.city", 0, last)
            if look.get("card") is not None:
                cards = self.edition.catalog.card
                if not isinstance(look["card"], str) or look["card"] not in cards:
                    raise unknown_error("card", look["card"], f"{where}.card", cards)
                s["look_card"][0][k] = self.edition.item[look["card"]]
        s["n_looks"][0] = len(looks)

    def _actor(self) -> None:
        s = self.states
        phase = self.data.get("phase")
        if phase not in SINGLE_SEAT_PHASES | self.own_phases:
            return
        actor = read_number(self.data.get("actor"), "actor", 0, int(s["n_cities"][0]) - 1)
        s["actor"][0] = actor
        if phase == "dig" and not (s["digs"][0][actor].any() and s["n_discard"][0]):
            raise field_error("actor", f"city {actor} has nothing to dig for")
        if phase == "court":
            full = s["n_courted"][0][actor] >= COURTED
            if full or not (s["courts"][0][actor] and entries.can_court(s, 0, actor)):
                raise field_error("actor", f"city {actor} has no leader to copy")

    def _check_actor(self) -> None:
        """Check the asked city, once the hands are known."""
        s = self.states
        actor, phase = int(s["actor"][0]), s["phase"][0]
        if phase == Phase.SEVENTH and not entries.has_last(s, 0, actor):
            raise field_error("actor", f"city {actor} has no seventh card")
        may = s["extra"][0][actor] and s["n_leader_hand"][0][actor]
        if phase == Phase.EXTRA_LEADER and not may:
            raise field_error("actor", f"city {actor} has no extra leader to recruit")
        if phase == Phase.RECRUIT and not s["n_leader_hand"][0].any():
            raise field_error("phase", "no seat has a leader to play")
        if self.data.get("phase") in self.own_phases:
            tables, workspaces = self.edition.tables, self.edition.scratch.workspaces
            if not entries.legal(s, 0, actor, tables, workspaces, self.edition.scratch.moves):
                raise field_error("actor", f"city {actor} has nothing to choose from")

    def _card(self, id: str, where: str) -> int:
        if id not in self.edition.catalog.card:
            raise unknown_error("card", id, where, self.edition.catalog.card)
        self.mentioned[id] += 1
        return self.edition.item[id]

    # Cards in packs: from ``deals``, from ``hands`` and ``pile``, or from the seed.

    def _deal(self, players: int, n_cities: int, rng: Any) -> None:
        deals = self.data.get("deals", {})
        if not isinstance(deals, dict) or any(key not in ("1", "2", "3") for key in deals):
            raise field_error("deals", 'an object with the ages "1", "2", "3"')
        age_now = int(self.states["age"][0])
        for key in ("hands", "pile"):
            if key in self.data and str(age_now) in deals:
                raise field_error(key, f"either that, or deals.{age_now}")
        given = self._given_hands(players)
        self._check_box(n_cities, deals)
        for age in range(1, AGES + 1):
            if str(age) in deals:
                self._complete_deal(age, deals[str(age)], n_cities)
            elif age >= age_now and self.data.get("phase") != "over":
                self._fresh_deal(age, n_cities, given if age == age_now else {}, rng)

    def _complete_deal(self, age: int, entries: Any, n_cities: int) -> None:
        where = f"deals.{age}"
        entries = read_list(entries, where, str)
        if len(entries) != HAND * n_cities:
            raise field_error(where, f"{len(entries)} places, expected {HAND * n_cities}")
        s = self.states
        dealt: Counter[str] = Counter()
        for place, entry in enumerate(entries):
            if entry == NOTHING:
                continue
            match = _DEAL.fullmatch(entry)
            card = self.edition.catalog.card.get(match[1]) if match else None
            if not match or card is None or card.age != age:
                raise field_error(where, f"{entry!r} at place {place} is not understood")
            dealt[card.id] += 1
            if dealt[card.id] > max(1, card.copies):
                raise field_error(where, f"{card.id!r} appears {dealt[card.id]} times")
            s["deck"][0][age - 1][place] = self.edition.item[match[1]]
            s["places"][0][age - 1][place // HAND] += 1
            if match[2]:
                use, turn = USES[match[2]], int(match[3])
                s["fate"][0][age - 1][place] = pack_fate(turn, use, bool(match[4]))
                last_of_pile = s["n_players"][0] == 2 and place == HAND * 3 - 1
                city = 2 if match[4] or last_of_pile else self._holder(age, place, turn)
                s["acts"][0][age - 1][turn - 1][city] = use

    def _holder(self, age: int, place: int, turn: int) -> int:
        players = int(self.states["n_players"][0])
        pack = place // HAND
        if pack >= players:
            pack = 1 if age == 2 else 0
        return int(entries.holder(self.states, 0, age, pack, turn))

    def _given_hands(self, players: int) -> dict[int, list[str]]:
        """Return the given part of each hand; at the Free City's number that of its pile."""
        entries = read_list(self.data.get("hands", []), "hands", list | None)
        if len(entries) > players:
            raise field_error("hands", f"{len(entries)} hands for {players} players")
        given = {
            seat: self._given_cards(hand or [], f"hands.{seat}", self._hand_size(seat))
            for seat, hand in enumerate(entries)
        }
        pile = self.data.get("pile")
        if pile is not None and players != 2:
            raise field_error("pile", "only the Free City has one")
        if pile is not None:
            given[FREE_CITY] = self._given_cards(pile, "pile", self._hand_size(FREE_CITY))
        return given

    def _given_cards(self, cards: Any, where: str, size: int) -> list[str]:
        ids: list[str] = read_list(cards, where, str)
        if len(ids) > size:
            raise field_error(where, f"{len(ids)} cards, at most {size} are there in this turn")
        for id in ids:
            self._card(id, where)
            if self.edition.catalog.card[id].age != int(self.states["age"][0]):
                raise field_error(where, f"{id!r} belongs to another age")
        return ids

    def _fresh_deal(
        self, age: int, n_cities: int, given: Mapping[int, list[str]], rng: Any
    ) -> None:
        """Deal the hands and the pile of an age: the given cards, then unmentioned ones."""
        s, players = self.states, int(self.states["n_players"][0])
        is_now = age == int(s["age"][0])
        sizes = [self._hand_size(seat) if is_now else HAND for seat in range(n_cities)]
        pool = self._pool(age, n_cities, rng)
        needed = sum(sizes) - sum(map(len, given.values()))
        if len(pool) < needed:
            message = f"{len(pool)} cards of age {age} are left, {needed} are to be dealt"
            raise field_error("hands" if is_now else f"deals.{age}", message)
        for seat, size in enumerate(sizes):
            told = given.get(seat, [])
            cards, pool = told + pool[: size - len(told)], pool[size - len(told) :]
            pack = seat
            if is_now and seat < players and s["turn"][0]:
                pack = int(entries.pack_of(s, 0, seat))
            first = HAND * pack + (HAND - size if seat >= players else 0)
            for k, id in enumerate(cards):
                s["deck"][0][age - 1][first + k] = self.edition.item[id]
            s["places"][0][age - 1][pack] = len(cards)

    def _check_box(self, n_cities: int, deals: Mapping[str, Any]) -> None:
        """Check that no card that is still dealt from occurs more often than in the box of this
        table. One card of a larger table is accepted, and so are some extra copies of past ages."""
        age = int(self.states["age"][0])
        for id, n in self.mentioned.items():
            card = self.edition.catalog.card[id]
            box = 1 if card.is_guild else max(1, card.copies_for(n_cities))
            if card.age < age or str(card.age) in deals:
                box = MAX_PAST_COPIES
            if n > box:
                raise field_error(
                    "cities", f"{id!r} appears {n} times; the box of this table has {box}"
                )

    def _pool(self, age: int, n_cities: int, rng: Any) -> list[str]:
        """Return the cards of an age that the position does not mention, shuffled."""
        catalog = self.edition.catalog
        box = catalog.deck(age, n_cities)
        rest: Counter[str] = Counter()
        for id, n in box.items():
            rest[id] = n - self.mentioned[id]
        if age == AGES:
            with_leaders, needs = bool(self.states["leaders"][0]), catalog.needs_leaders
            guilds = [c.id for c in catalog.cards if c.is_guild and (with_leaders or not needs(c))]
            used = [id for id in guilds if self.mentioned[id]]
            wanted = n_cities + catalog.constants.guilds_beyond_players - len(used)
            if wanted < 0:
                raise field_error("cities", f"{len(used)} guilds are too many at this table")
            rest.update(_shuffle_ids([id for id in guilds if id not in used], rng)[:wanted])
        return _shuffle_ids(sorted(rest.elements()), rng)

    def _hand_size(self, city: int) -> int:
        """Return the cards in a hand, apart from a card drawn from the pile, which has as many."""
        s = self.states
        turn = int(s["turn"][0])
        if turn == 0:
            return HAND
        if s["phase"][0] == Phase.TURN:
            return HAND + 1 - turn
        return 0 if s["settled"][0] else HAND - turn - int(s["seventh"][0][city])

    def _settle(self) -> None:
        """Decide whether the last cards have gone to the pile: the events after the sixth turn's
        actions may come before or after that; a given deal shows which."""
        s = self.states
        age = int(s["age"][0])
        follows = s["phase"][0] in (Phase.COURT, Phase.EXTRA_LEADER) and s["turn"][0] == TURNS
        if follows and str(age) in self.data.get("deals", {}):
            deck, fate = s["deck"][0][age - 1], s["fate"][0][age - 1]
            s["settled"][0] = not ((deck > 0) & (fate == 0)).any()

    def _check_hands(self, players: int, n_cities: int) -> None:
        """Check that every deciding seat has something to choose from, now and in the ages
        to come."""
        s = self.states
        if s["phase"][0] == Phase.OVER:
            return
        age = int(s["age"][0])
        drawing = players == 2 and s["phase"][0] == Phase.TURN
        to_come = age == 0 or s["turn"][0] == 0  # before the deal of this age's cards too
        for seat in range(0 if to_come else players):
            n = int(entries.hand(s, 0, seat, self.edition.scratch.cards))
            draws = drawing and seat == entries.controller(s, 0)
            wanted = self._hand_size(seat) + (1 if draws else 0)
            if n != wanted:
                raise field_error(f"hands.{seat}", f"{n} cards in hand, expected {wanted}")
        for later in range(max(1, age if to_come else age + 1), AGES + 1):
            places = s["deck"][0][later - 1][: HAND * n_cities]
            if not places.all() or s["fate"][0][later - 1].any():
                raise field_error(f"deals.{later}", "the ages to come are dealt in full")
        if players == 2 and not to_come:
            drawn = int(s["turn"][0])
            pile = slice(HAND * 2 + drawn, HAND * 3)
            gone = s["settled"][0] or s["seventh"][0][FREE_CITY]
            if not gone and (
                not s["deck"][0][age - 1][pile].all() or s["fate"][0][age - 1][pile].any()
            ):
                raise field_error("pile", f"expected {HAND - drawn} cards in it")

    def _pending_choices(self, players: int, n_cities: int) -> list[tuple[int, str]]:
        pending = self.data.get("pending", {})
        if not isinstance(pending, dict):
            raise field_error("pending", "an object of moves by city")
        moves = []
        for key, text in sorted(pending.items()):
            if key not in [str(city) for city in range(n_cities)] or not isinstance(text, str):
                raise field_error(f"pending.{key}", "expected a city's number and its move")
            city = int(key)
            seat = city if city < players else int(entries.controller(self.states, 0))
            moves.append((seat, text))
        return moves


def _shuffle_ids(ids: list[str], rng: Any) -> list[str]:
    order = np.arange(len(ids), dtype=np.int64)
    shuffle(rng, order, len(ids))
    return [ids[k] for k in order]
