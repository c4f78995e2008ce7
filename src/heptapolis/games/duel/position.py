"""A position of Duel as a JSON document: complete from a game, or written by hand in part.

``layout`` lists each age's cards slot by slot: ``"baths"`` lies there, ``"baths taken"`` is gone.
By hand, give the contents of the cities; the rest is dealt from ``seed`` out of the cards, wonders
and tokens not mentioned.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from heptapolis.codes import AGES, MAX_COINS, Color
from heptapolis.games.duel.codes import (
    DUEL_SEATS,
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    SET_SIZE,
    SLOTS,
    TOKENS,
    DuelOutcome,
    DuelPhase,
)
from heptapolis.games.duel.edition import DuelEdition
from heptapolis.games.duel.options import NEUTRAL_STARTS
from heptapolis.games.duel.rules import entries
from heptapolis.games.duel.rules.turns import ALL_SLOTS, DRAFTERS
from heptapolis.games.duel.state import DuelState
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
from heptapolis.spelling import suggest

UNKNOWN, UNKNOWN_GUILD, GONE_MARK = "?", "? guild", "-"
DUE_COUNTS = ("tokens", "draws", "revivals")
DUE_KEYS = {*DUE_COUNTS, "draw_size", "destroy"}
CITY_KEYS = {"coins", "buildings", "wonders", "built", "tokens"}
KEYS = {
    "game",
    "rules",
    "catalog",
    "age",
    "turn",
    "phase",
    "seat",
    "neutral_start",
    "again",
    "taken",
    "marker",
    "loot",
    "cities",
    "discard",
    "layout",
    "removed",
    "offer",
    "next_offer",
    "tokens",
    "aside",
    "looked",
    "due",
    "outcome",
    "winner",
    "seed",
}


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_position(table: DuelState) -> Position:
    """Return everything a state or view knows, with "?" for the rest."""
    field = table._field
    data: dict[str, Any] = {
        "game": "duel",
        **({"expansions": sorted(table.edition.expansions)} if table.edition.expansions else {}),
        **table._versions,
        "age": table.age,
        "turn": table.turn,
        "phase": table.phase,
        "seat": int(field("seat")),
    }
    if field("neutral_start"):
        data["neutral_start"] = "choose"
    if table.outcome:
        data["outcome"] = table.outcome
        if table.winner is not None:
            data["winner"] = table.winner
    if field("again"):
        data["again"] = True
    if field("taken"):
        data["taken"] = int(field("taken")) - 1
    if due := _write_due(table):
        data["due"] = due
    data["marker"] = table.marker
    data["loot"] = [list(table.loot(seat)) for seat in range(DUEL_SEATS)]
    data["cities"] = [_write_city(table, seat) for seat in range(DUEL_SEATS)]
    data["discard"] = table.discard
    if table.offer:
        data["offer"] = table.offer
    if later := table._items(int(field("next_offer")), FIRST_WONDER, DUEL_WONDERS):
        data["next_offer"] = later
    data["tokens"] = table.tokens
    aside = field("aside")[: table.n_aside].tolist()
    data["aside"] = [table.edition.id[item] if item else UNKNOWN for item in aside]
    if field("looked").any():
        data["looked"] = field("looked")[: table.n_aside].tolist()
    ages = range(1, AGES + 1)
    known_ages = [age for age in ages if age < table.age or field("layout")[age - 1].any()]
    data["layout"] = {str(age): _write_layout(table, age) for age in known_ages}
    return Position(data | table.edition.rules.write_position(table))


def _write_due(table: DuelState) -> dict[str, Any]:
    """Write the choices that this turn still brings."""
    field = table._field
    due: dict[str, Any] = {
        key: int(field(f"due_{key}")) for key in DUE_COUNTS if field(f"due_{key}")
    }
    if field("due_draws"):
        due["draw_size"] = int(field("draw_size"))
    colors = [color.slug for color in Color if int(field("due_destroy")) >> color & 1]
    return due | ({"destroy": colors} if colors else {})


def _write_city(table: DuelState, seat: int) -> dict[str, Any]:
    city = table.city(seat)
    drafted = table._items(int(table._field("wonders")[seat]), FIRST_WONDER, DUEL_WONDERS)
    return {
        "coins": city.coins,
        "buildings": city.buildings,
        "wonders": drafted,
        "built": city.built_wonders,
        "tokens": city.tokens,
    }


def _write_layout(table: DuelState, age: int) -> list[str]:
    cards = table._field("layout")[age - 1].tolist()
    left = int(table._field("left")) if age == table.age else 0 if age < table.age else -1
    guilds = int(table._field("guild_backs")) if age == table.age else 0
    slots = []
    for slot, card in enumerate(cards):
        hidden = UNKNOWN_GUILD if guilds >> slot & 1 else UNKNOWN
        text = table.edition.id[card] if card else hidden
        slots.append(text if left >> slot & 1 else f"{text} taken" if card else GONE_MARK)
    return slots


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def build_state(position: Position, edition: DuelEdition, *, deal: bool = True) -> Any:
    """Return the state of a position; without ``deal`` only what scoring needs."""
    return DuelPositionReader(position, edition).read(deal)


class DuelPositionReader:
    """Reads one document; every error names the field."""

    def __init__(self, data: Mapping[str, Any], edition: DuelEdition) -> None:
        self.data, self.edition = data, edition
        self.states = records(np.zeros(1, edition.rules.state))
        self.s = self.states.view(np.recarray)[0]  # the same memory, by attribute
        self.t = edition.tables.view(np.recarray)[0]
        self.mentioned: dict[str, str] = {}

    def read(self, deal: bool) -> Any:
        if self.data.get("game") != "duel":
            raise field_error("game", f"{self.data.get('game', 'classic')!r} is not duel")
        check_keys(self.data, "", KEYS | {"expansions", *self.edition.rules.expansions})
        workspaces = self.edition.scratch.workspaces
        states, tables = self.states, self.edition.tables
        cities = read_list(self.data.get("cities", []), "cities", dict, DUEL_SEATS)
        cities += [{}] * (DUEL_SEATS - len(cities))
        drafted = np.zeros((DUEL_SEATS, SET_SIZE), np.int64)
        entries.open_game(states, 0, drafted, tables, workspaces, self.edition.scratch.events)
        self._moment()
        for seat in range(DUEL_SEATS):
            self._city(seat, cities[seat])
        self._track()
        for id in read_list(self.data.get("discard", []), "discard", str):
            entries.put_on_pile(states, 0, self._card(id, "discard"))
        rng = generator(read_number(self.data.get("seed", 0), "seed", 0, (1 << 128) - 1))
        if deal:
            self._check_moment(cities)
            self._tokens(rng)
            self._wonders(rng)
            self._layouts(rng)
            self._read_due()
        self.edition.rules.read_position(self, rng)
        if deal:
            self._check_phase()
            self._turn()
            self._check_start()
        for seat in range(DUEL_SEATS):
            entries.recount(states, 0, seat, tables)
        self._outcome()
        if deal:
            self._check_supremacy()
        return self.states

    def _check_moment(self, cities: list[dict[str, Any]]) -> None:
        """Check that the fields agree with the phase."""
        phase = self.s.phase
        if phase != DuelPhase.OVER:
            for key in ("outcome", "winner"):
                if key in self.data:
                    raise field_error(key, "the game is not over")
        if phase == DuelPhase.DRAFT:
            for seat, city in enumerate(cities):
                for key in ("built", "buildings", "tokens"):
                    if city.get(key):
                        raise field_error(f"cities.{seat}.{key}", "a draft has no past")
            for key in ("marker", "discard"):
                if self.data.get(key):
                    raise field_error(key, "a draft has no past")

    def _check_start(self) -> None:
        """Check which seat chooses the starting player: the one behind, or in the middle the last
        player (D4)."""
        s = self.s
        if s.phase != DuelPhase.START:
            return
        if s.marker == 0:
            if not s.neutral_start:
                raise field_error("phase", "the last player starts: there is no choice")
            return
        weaker = 1 if s.marker > 0 else 0
        if self.data.get("seat", weaker) != weaker:
            raise field_error("seat", f"seat {weaker} is behind and chooses")
        s.seat = weaker

    def _check_supremacy(self) -> None:
        """Check that a winner has ended the game."""
        s = self.s
        if s.phase == DuelPhase.OVER:
            return
        if abs(int(s.marker)) == int(self.t.capital):
            raise field_error("marker", "a capital has fallen: the game is over")
        for seat in range(DUEL_SEATS):
            if self._symbols(seat) >= int(self.t.symbols_to_win):
                raise field_error(f"cities.{seat}", "this many symbols win: the game is over")

    # Fields given once

    def _moment(self) -> None:
        phases = {id: number for number, id in self.edition.rules.phases.items()}
        phase = read_choice(self.data.get("phase", "turn"), "phase", [*phases])
        self.s.phase = phases[phase]
        least = 0 if phase == "draft" else 1
        self.s.age = read_number(self.data.get("age", least), "age", least, AGES if least else 0)
        self.s.seat = read_number(self.data.get("seat", 0), "seat", 0, 1)
        start = read_choice(self.data.get("neutral_start", "last"), "neutral_start", NEUTRAL_STARTS)
        self.s.neutral_start = start == "choose"
        again = self.data.get("again", False)
        if type(again) is not bool:
            raise field_error("again", "true or false")
        self.s.again = again

    def _city(self, seat: int, data: dict[str, Any]) -> None:
        where, s, tables = f"cities.{seat}", self.s, self.edition.tables
        check_keys(data, f"{where}.", CITY_KEYS)
        if "coins" in data:
            s.coins[seat] = read_number(data["coins"], f"{where}.coins", 0, MAX_COINS)
        for id in read_list(data.get("buildings", []), f"{where}.buildings", str):
            entries.enter(self.states, 0, seat, self._card(id, f"{where}.buildings"), tables)
        for id in read_list(data.get("tokens", []), f"{where}.tokens", str):
            s.tokens[seat] |= 1 << self._token(id, f"{where}.tokens") - FIRST_TOKEN
        for id in read_list(data.get("wonders", []), f"{where}.wonders", str, SET_SIZE):
            s.wonders[seat] |= 1 << self._wonder(id, f"{where}.wonders")
        built = data.get("built", {})
        if isinstance(built, list):  # by hand the cards under them do not matter
            built = dict.fromkeys(read_list(built, f"{where}.built", str))
        if not isinstance(built, Mapping):
            raise field_error(f"{where}.built", "wonders, with the card under each")
        for id, card in built.items():
            if self.mentioned.get(id) != f"{where}.wonders":
                meant = suggest(id, data.get("wonders", []))
                raise field_error(
                    f"{where}.built", f"{id!r} is not one of the city's wonders{meant}"
                )
            k = self.edition.item[id] - FIRST_WONDER
            s.raised[seat] |= 1 << k
            if card is not None:
                s.under[k] = self._card(card, f"{where}.built")

    def _track(self) -> None:
        s, t = self.s, self.t
        capital = int(t.capital)
        s.marker = read_number(self.data.get("marker", 0), "marker", -capital, capital)
        distances_by_seat = self.data.get("loot")
        if distances_by_seat is None:  # tokens behind the marker are gone
            ahead = [int(s.marker), -int(s.marker)]
            for seat in range(DUEL_SEATS):
                for distance in range(1, max(0, ahead[1 - seat]) + 1):
                    s.loot[seat] &= ~(1 << distance)
            return
        for seat, distances in enumerate(read_list(distances_by_seat, "loot", list, DUEL_SEATS)):
            printed, s.loot[seat] = int(s.loot[seat]), 0
            for distance in read_list(distances, f"loot.{seat}", int):
                if not 0 <= distance < 31 or not printed >> distance & 1:
                    raise field_error(f"loot.{seat}", f"there is no token at {distance}")
                s.loot[seat] |= 1 << distance

    # Names, each mentioned once

    def _card(self, id: object, where: str) -> int:
        return self._mention(id, self.edition.catalog.card, "card", where)

    def _token(self, id: object, where: str) -> int:
        return self._mention(id, self.edition.catalog.token, "token", where)

    def _wonder(self, id: object, where: str) -> int:
        """Return the number of a wonder, from 0."""
        return self._mention(id, self.edition.catalog.wonder, "wonder", where) - FIRST_WONDER

    def _mention(self, id: object, things: Mapping[str, Any], kind: str, where: str) -> int:
        if not isinstance(id, str) or id not in things:
            raise unknown_error(kind, id, where, things)
        if id in self.mentioned:
            raise field_error(where, f"{id!r} is in {self.mentioned[id]} already")
        self.mentioned[id] = where
        return self.edition.item[id]

    def _rest_shuffled(self, things: Mapping[str, Any], rng: Any) -> list[str]:
        """Return the items not mentioned, shuffled."""
        rest = [id for id in things if id not in self.mentioned]
        order = np.arange(len(rest), dtype=np.int64)
        shuffle(rng, order, len(rest))
        return [rest[k] for k in order.tolist()]

    # Fields given or dealt

    def _tokens(self, rng: Any) -> None:
        s, catalog = self.s, self.edition.catalog
        ids = read_list(self.data.get("tokens", []), "tokens", str)
        for id in ids:
            s.board |= 1 << self._token(id, "tokens") - FIRST_TOKEN
        aside = read_list(self.data.get("aside", []), "aside", str, TOKENS)
        items = [0 if id == UNKNOWN else self._token(id, "aside") for id in aside]
        rest = self._rest_shuffled(catalog.token, rng)
        if "tokens" not in self.data:
            held = sum(int(s.tokens[seat]).bit_count() for seat in range(DUEL_SEATS))
            for _ in range(max(0, catalog.constants.tokens_on_board - held)):
                if rest:
                    s.board |= 1 << self.edition.item[rest.pop()] - FIRST_TOKEN
        if "aside" not in self.data:
            items = [0] * len(rest)
        if items.count(0) > len(rest):
            raise field_error("aside", f"{len(rest)} tokens are left for {items.count(0)} places")
        items = [item or self.edition.item[rest.pop()] for item in items]
        s.aside[: len(items)] = items
        s.n_aside = len(items)
        looked = read_list(self.data.get("looked", []), "looked", int, len(items))
        if any(not 0 <= seats < 4 for seats in looked):
            raise field_error("looked", "the seats that have seen each token: 0 to 3")
        s.looked[: len(looked)] = looked

    def _wonders(self, rng: Any) -> None:
        """Return four wonders for each seat; in a draft the offer and the wonders to come."""
        s = self.s
        for key in ("offer", "next_offer"):
            for id in read_list(self.data.get(key, []), key, str, SET_SIZE):
                setattr(s, key, int(getattr(s, key)) | 1 << self._wonder(id, key))
        ids = self._rest_shuffled(self.edition.catalog.wonder, rng)
        rest = [self.edition.item[id] - FIRST_WONDER for id in ids]
        if s.phase == DuelPhase.DRAFT:
            self._draft(rest)
            return
        for key in ("offer", "next_offer"):
            if int(getattr(s, key)):
                raise field_error(key, "only a draft has one")
        for seat in range(DUEL_SEATS):
            while int(s.wonders[seat]).bit_count() < SET_SIZE:
                s.wonders[seat] |= 1 << rest.pop()
        n_built = sum(int(s.raised[seat]).bit_count() for seat in range(DUEL_SEATS))
        in_play = self.edition.catalog.constants.wonders_in_play
        if n_built > in_play:
            raise field_error("cities", f"at most {in_play} wonders are built")
        if n_built < in_play:  # at the seventh wonder, the unbuilt ones leave the game (D1)
            s.unbuilt[:] = s.wonders & ~s.raised

    def _draft(self, rest: list[int]) -> None:
        """Set the progress of the draft, which follows from the wonders of the cities."""
        s, drafters = self.s, DRAFTERS.tolist()
        taken = [int(s.wonders[seat]).bit_count() for seat in range(DUEL_SEATS)]
        done = sum(taken)
        if done % SET_SIZE == SET_SIZE - 1 or done >= 2 * SET_SIZE - 1:
            raise field_error("cities", f"{done} wonders drafted: the last of four comes by itself")
        to_come = 0 if done >= SET_SIZE else SET_SIZE
        for key, size in (("offer", SET_SIZE - done % SET_SIZE), ("next_offer", to_come)):
            while int(getattr(s, key)).bit_count() < size:
                setattr(s, key, int(getattr(s, key)) | 1 << rest.pop())
            if int(getattr(s, key)).bit_count() != size:
                raise field_error(key, f"at most {size} wonders are offered now")
        wanted = [drafters[:done].count(seat) for seat in range(DUEL_SEATS)]
        if taken != wanted:
            raise field_error("cities", f"{wanted} wonders are drafted by now, not {taken}")
        if self.data.get("seat", drafters[done]) != drafters[done]:
            raise field_error("seat", f"it is seat {drafters[done]} that drafts now")
        s.turn, s.seat = done + 1, drafters[done]
        s.unbuilt[:] = s.wonders

    def _layouts(self, rng: Any) -> None:
        layouts = self.data.get("layout", {})
        if not isinstance(layouts, Mapping) or any(age not in ("1", "2", "3") for age in layouts):
            raise field_error("layout", 'an object with the ages "1", "2", "3"')
        self._read_removed()
        entries = {
            age: self._entries(age, layouts[str(age)]) if str(age) in layouts else None
            for age in range(1, AGES + 1)
        }
        for age in range(1, AGES + 1):
            if entries[age] is not None or (
                age >= int(self.s.age) and self.s.phase != DuelPhase.OVER
            ):
                self._lay(age, entries[age], rng)

    def _read_removed(self) -> None:
        """Read the cards that left the game unseen: they are not dealt."""
        removed = self.data.get("removed", {})
        if not isinstance(removed, Mapping) or any(age not in ("1", "2", "3") for age in removed):
            raise field_error("removed", 'an object with the ages "1", "2", "3"')
        for age, cards in removed.items():
            for id in read_list(cards, f"removed.{age}", str):
                self._card(id, f"removed.{age}")
                if self.edition.catalog.card[id].age != int(age):
                    raise field_error(f"removed.{age}", f"{id!r} belongs to another age")

    def _entries(self, age: int, slot_texts: Any) -> list[tuple[int, str, bool]]:
        """Return a layout slot by slot: the card (0: not given), its back, and whether it
        is gone."""
        where, catalog = f"layout.{age}", self.edition.catalog
        slots = read_list(slot_texts, where, str, SLOTS)
        if len(slots) != SLOTS:
            raise field_error(where, f"{len(slots)} slots, expected {SLOTS}")
        entries: list[tuple[int, str, bool]] = []
        for text in slots:
            if text == UNKNOWN_GUILD and age != AGES:
                raise field_error(where, f"guilds come in age {AGES}")
            is_gone = text == GONE_MARK or text.endswith(" taken")
            id = text.removesuffix(" taken")
            if text in (GONE_MARK, UNKNOWN, UNKNOWN_GUILD):
                entries.append((0, UNKNOWN_GUILD if text == UNKNOWN_GUILD else UNKNOWN, is_gone))
                continue
            card = catalog.card.get(id)
            if card is None or card.age != age:
                of_age = [one.id for one in catalog.cards if one.age == age]
                raise field_error(where, f"{text!r} is no card of age {age}{suggest(id, of_age)}")
            if any(self.edition.item[id] == item for item, _, _ in entries):
                raise field_error(where, f"{id!r} is in {where} already")
            if is_gone and self.mentioned.get(id, "").split(".")[-1] in (
                "buildings",
                "built",
                "discard",
            ):
                item = self.edition.item[id]  # it is in another place by now
            else:
                item = self._card(id, where)
            entries.append((item, "guild" if card.is_guild else "", is_gone))
        return entries

    def _lay(self, age: int, entries: list[tuple[int, str, bool]] | None, rng: Any) -> None:
        """Deal cards for the slots without one, guilds where their backs show."""
        s, catalog = self.s, self.edition.catalog
        of_age = {c.id: c for c in catalog.cards if c.age == age and not c.is_guild}
        guilds = {c.id: c for c in catalog.cards if c.is_guild}
        rest, rest_of_guilds = self._rest_shuffled(of_age, rng), self._rest_shuffled(guilds, rng)
        if entries is None:
            entries = [(0, UNKNOWN, False)] * SLOTS
        if age == AGES and not any(is_gone for _, _, is_gone in entries):
            entries = self._complete_backs(entries, rng)
        seen = sum(back in ("guild", UNKNOWN_GUILD) for _, back, _ in entries)
        if age == AGES and seen > catalog.constants.guilds_added:
            raise field_error(f"layout.{age}", f"{seen} guilds are too many")
        left = 0
        for slot, (item, back, is_gone) in enumerate(entries):
            left |= 0 if is_gone else 1 << slot
            if not item and not is_gone:
                pool = rest_of_guilds if back == UNKNOWN_GUILD else rest
                if not pool:
                    raise field_error(f"layout.{age}", "there are not enough cards left")
                id = pool.pop()
                self.mentioned[id] = f"layout.{age}"
                item = self.edition.item[id]
            s.layout[age - 1, slot] = item
        if age == int(s.age):
            self._open_structure(age, left)
        elif age > int(s.age) and left != ALL_SLOTS:
            raise field_error(f"layout.{age}", "no card of a later age is taken yet")
        elif age < int(s.age) and left:
            raise field_error(f"layout.{age}", "all cards of a past age are taken")

    def _complete_backs(
        self, entries: list[tuple[int, str, bool]], rng: Any
    ) -> list[tuple[int, str, bool]]:
        """Return a whole structure with the backs of all its guilds, which may lie in any unknown
        slot if no back is given."""
        if any(back in ("guild", UNKNOWN_GUILD) for _, back, _ in entries):
            return entries
        missing = self.edition.catalog.constants.guilds_added
        unknown = [k for k, (item, back, _) in enumerate(entries) if not item and back == UNKNOWN]
        order = np.array(unknown, np.int64)
        shuffle(rng, order, len(order))
        hidden_entries = list(entries)
        for slot in order[: max(0, missing)].tolist():
            hidden_entries[slot] = (0, UNKNOWN_GUILD, False)
        return hidden_entries

    def _open_structure(self, age: int, left: int) -> None:
        """Set the accessible and the seen cards, which follow from the remaining ones."""
        s, t = self.s, self.t
        entries.lay_out(self.states, 0, age, self.edition.tables)
        s.left = left
        taken = read_number(self.data.get("taken", -1), "taken", -1, SLOTS - 1)
        if taken >= 0 and left >> taken & 1:
            raise field_error("taken", f"slot {taken} still holds its card")
        s.taken = taken + 1
        over_it = left | (1 << taken if taken >= 0 else 0)  # uncovered at the end of the turn (D44)
        s.open = 0
        for slot in range(SLOTS):
            above = [int(other) - 1 for other in t.covered_by[age - 1, slot] if other]
            if left >> slot & 1 and not any(over_it >> other & 1 for other in above):
                s.open = int(s.open) | 1 << slot
            if not left >> slot & 1 and any(left >> other & 1 for other in above):
                raise field_error(f"layout.{age}", f"slot {slot} is taken from under another card")
        s.faces = int(s.faces) | int(s.open) | (int(ALL_SLOTS) & ~left)

    def _turn(self) -> None:
        """Return the turn, which follows from the cards taken; a given one must agree."""
        s = self.s
        if s.phase != DuelPhase.DRAFT:
            taken = SLOTS - int(s.left).bit_count()
            s.turn = 0 if s.phase == DuelPhase.START else taken if s.taken else taken + 1
            if s.phase == DuelPhase.OVER:
                s.turn = read_number(self.data.get("turn", SLOTS), "turn", 0, SLOTS)
        turn = read_number(self.data.get("turn", int(s.turn)), "turn", 0, SLOTS)
        if turn != int(s.turn):
            raise field_error("turn", f"the cards say {int(s.turn)}, not {turn}")

    def _read_due(self) -> None:
        s, due = self.s, self.data.get("due", {})
        if not isinstance(due, Mapping):
            raise field_error("due", "an object of choices to come")
        check_keys(due, "due.", DUE_KEYS)
        for key in DUE_COUNTS:
            setattr(s, f"due_{key}", read_number(due.get(key, 0), f"due.{key}", 0, 4))
        s.draw_size = read_number(due.get("draw_size", 0), "due.draw_size", 0, TOKENS)
        if bool(s.draw_size) != bool(s.due_draws) and s.phase != DuelPhase.LIBRARY:
            raise field_error("due.draw_size", "draws of so many tokens go together with it")
        for slug in read_list(due.get("destroy", []), "due.destroy", str):
            read_choice(slug, "due.destroy", ("brown", "grey"))
            s.due_destroy = int(s.due_destroy) | 1 << Color[slug.upper()]
        if s.phase == DuelPhase.LIBRARY:
            entries.open_library(self.states, 0)

    def _check_phase(self) -> None:
        """Check that the asked seat has something to choose from."""
        s = self.s
        if s.phase == DuelPhase.TURN and not s.open and not s.taken:
            raise field_error("layout", "no card is accessible")
        if s.phase == DuelPhase.START and int(s.left) != ALL_SLOTS:
            raise field_error("phase", "who starts is settled before a card is taken")
        if s.phase == DuelPhase.START and s.age == 1:
            raise field_error("phase", "the first player starts age 1")
        if s.phase in (DuelPhase.DRAFT, DuelPhase.TURN, DuelPhase.START):
            for key in ("taken", "due", "again"):
                if self.data.get(key, -1) not in (-1, False, {}):
                    raise field_error(key, "nothing is left of a turn that is over")
        choosing = DuelPhase.TOKEN, DuelPhase.LIBRARY, DuelPhase.DESTROY, DuelPhase.REVIVE
        if int(s.phase) in choosing:
            counts = (s.due_tokens, s.due_draws, s.due_destroy, s.due_revivals)
            if not counts[choosing.index(int(s.phase))] or not s.taken:
                raise field_error("due", f"nothing is due in phase {self.data['phase']}")
            if not entries.legal(self.states, 0, self.edition.tables, self.edition.scratch.moves):
                raise field_error("phase", "there is nothing to choose from")

    def _outcome(self) -> None:
        s = self.s
        outcome = self.data.get("outcome")
        if s.phase != DuelPhase.OVER:
            if outcome is not None:
                raise field_error("outcome", "the game is not over")
            return
        self._settle()
        if outcome is None:
            if "winner" in self.data:
                raise field_error("winner", "it goes with an outcome")
            return
        outcome = read_choice(outcome, "outcome", [one.slug for one in DuelOutcome])
        winner = 2 if outcome == "shared" else read_number(self.data.get("winner"), "winner", 0, 1)
        if (DuelOutcome[outcome.upper()], winner) != (int(s.outcome), int(s.winner)):
            ended = DuelOutcome(int(s.outcome)).slug
            raise field_error("outcome", f"what stands there says {ended}, winner {int(s.winner)}")

    def _settle(self) -> None:
        """Set how the game ended, from the cities and the marker."""
        s = self.s
        if abs(int(s.marker)) == int(self.t.capital):
            s.outcome, s.winner = DuelOutcome.MILITARY, 0 if s.marker > 0 else 1
            return
        for seat in range(DUEL_SEATS):
            if self._symbols(seat) >= int(self.t.symbols_to_win):
                s.outcome, s.winner = DuelOutcome.SCIENCE, seat
                return
        workspaces = self.edition.scratch.workspaces
        entries.settle(self.states, 0, self.edition.tables, workspaces)

    def _symbols(self, seat: int) -> int:
        """Return the number of different science symbols of a city."""
        return int((self.s.symbols[seat][1:] > 0).sum())
