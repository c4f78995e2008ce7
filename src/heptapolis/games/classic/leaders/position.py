"""The leaders' part of a position: which seats kept, drew and played which leaders.

A complete position has it under ``draft``: every pack with the uses of its leaders, Rome's draws,
and the box. By hand, a city's ``leader_hand`` is enough, or nothing: hands are then dealt from the
seed, without a draft to remember.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from heptapolis.codes import AGES
from heptapolis.games.classic.codes import (
    COURTED,
    DRAFT,
    LEADER_SLOTS,
    LEADERS,
    Phase,
    Special,
    Use,
)
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.games.classic.leaders.vocabulary import PHASES
from heptapolis.games.classic.position import PositionPart
from heptapolis.games.classic.rules import entries
from heptapolis.games.classic.rules.fates import (
    DRAWN_ROUND,
    UNSURE_LEADER,
    fate_age,
    fate_round,
    fate_use,
    moment_age,
    moment_turn,
    pack_leader_fate,
    pack_moment,
)
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.state import ClassicState
from heptapolis.kernel.chance import shuffle
from heptapolis.position import (
    check_keys,
    field_error,
    read_list,
    read_number,
    unknown_error,
)

UNKNOWN, NOTHING = "?", "-"
_USES = {int(use): use.slug for use in Use} | {int(Use.BUILT): "recruited"}
_USE_OF = {slug: use for use, slug in _USES.items()}
_ENTRY = re.compile(
    r"([a-z][a-z0-9_]*)"
    r"(?: (?:kept ([1-4])|drawn)(?: (?:(recruited)|(staged|discarded|leftover) ([1-3])))?)?"
)
LEADER_KEYS = {  # of a city
    "leaders",
    "leader_hand",
    "copied",
    "leader_digs",
    "copied_digs",
    "courts",
    "extra_leaders",
}
DRAFT_KEYS = {"drafted", "packs", "played", "drew", "drawn", "box"}
DREW_KEYS = {"age", "turn", "after"}


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def write_city(table: ClassicState, city: int) -> dict[str, Any]:
    """Write a city's entries about leaders."""
    city_facts, field = table.city(city), table._field
    data: dict[str, Any] = {"leaders": city_facts.leaders}
    if city_facts.copied:
        data["copied"] = city_facts.copied
    counts = {
        "leader_digs": field("digs")[city][1],
        "copied_digs": field("digs")[city][2],
        "courts": field("courts")[city],
        "extra_leaders": field("extra")[city],
    }
    return data | {key: int(n) for key, n in counts.items() if n}


def write_draft(table: ClassicState, viewed: bool) -> dict[str, Any]:
    """Write packs, draws, recruitments and box, with "?" where a viewer does not know."""
    field, id = table._field, table.edition.id
    data: dict[str, Any] = {
        "drafted": bool(field("drafted")),
        "packs": [_write_row(table, row) for row in range(table.players)],
    }
    if viewed:
        data["in_hand"] = [table.city(seat).n_leader_hand for seat in range(table.players)]
    played = field("recruits")[:, : table.players].tolist()
    if any(any(row) for row in played):
        data["played"] = [[_USES.get(use) for use in row] for row in played]
    drew = {
        str(city): {
            "age": moment_age(int(field("drew_when")[city])),
            "turn": moment_turn(int(field("drew_when")[city])),
            "after": int(field("drew_after")[city]),
        }
        for city in range(table.players)
        if field("drew_when")[city]
    }
    if drew:
        data["drew"], data["drawn"] = drew, int(field("n_drawn"))
    if not viewed:
        data["box"] = [id[item] for item in field("box").tolist() if item]
    return {"draft": data}


def _write_row(table: ClassicState, row: int) -> list[str]:
    items, fates = table._field("leader")[row].tolist(), table._field("leader_fate")[row].tolist()
    entries = [_write_entry(table, *entry) for entry in zip(items, fates, strict=True)]
    while entries and entries[-1] == NOTHING:
        entries.pop()
    return entries


def _write_entry(table: ClassicState, item: int, fate: int) -> str:
    if not item:
        return NOTHING
    text = table.edition.id[item]
    if fate >= UNSURE_LEADER:
        return f"{text} {UNKNOWN} {fate - UNSURE_LEADER}"
    kept, use, age = fate_round(fate), fate_use(fate), fate_age(fate)
    if kept:
        text += " drawn" if kept == DRAWN_ROUND else f" kept {kept}"
    if use:
        text += f" {_USES[use]}" + (f" {age}" if use != Use.BUILT else "")
    return text


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


class LeaderReader:
    """Reads the leaders of one position into its state."""

    def __init__(self, data: Mapping[str, Any], edition: ClassicEdition, states: Any) -> None:
        self.data, self.edition, self.states = data, edition, states
        self.mentioned: dict[str, str] = {}  # the field that names each leader
        self.copied: dict[str, str] = {}  # the field that names each copy

    def mention(self, id: object, where: str) -> int:
        """Return the item of a leader, which may be named only once."""
        if not isinstance(id, str) or id not in self.edition.catalog.leader:
            raise unknown_error("leader", id, where, self.edition.catalog.leader)
        if id in self.mentioned:
            raise field_error(where, f"{id!r} is in {self.mentioned[id]} already")
        self.mentioned[id] = where
        return self.edition.item[id]

    def knows(self, id: str) -> bool:
        return id in self.edition.catalog.leader

    def city(self, city: int, data: Mapping[str, Any], where: str) -> None:
        """Read leaders in play and copied, and what is left to do this turn."""
        s, tables = self.states, self.edition.tables
        recruited = read_list(data.get("leaders", []), f"{where}.leaders", str, LEADER_SLOTS)
        if recruited and city >= s["n_players"][0]:
            raise field_error(f"{where}.leaders", "the Free City has none")
        for id in recruited:
            entries.join(s, 0, city, self.mention(id, f"{where}.leaders"), tables)
        if "leader_hand" in data and city >= s["n_players"][0]:
            raise field_error(f"{where}.leader_hand", "the Free City has no leaders")
        copied = read_list(data.get("copied", []), f"{where}.copied", str, COURTED)
        for k, id in enumerate(copied):
            if id not in self.edition.catalog.leader:
                raise unknown_error("leader", id, f"{where}.copied", self.edition.catalog.leader)
            if id in recruited or id in copied[:k]:
                raise field_error(f"{where}.copied", f"{id!r} works here already")
            self.copied.setdefault(id, f"{where}.copied")
            s["courted"][0][city][k] = self.edition.item[id]
            s["n_courted"][0][city] += 1
            entries.apply_item(s, 0, city, self.edition.item[id], tables)
        s["digs"][0][city][1] = read_number(
            data.get("leader_digs", 0), f"{where}.leader_digs", 0, 4
        )
        s["digs"][0][city][2] = read_number(
            data.get("copied_digs", 0), f"{where}.copied_digs", 0, 4
        )
        s["courts"][0][city] = read_number(data.get("courts", 0), f"{where}.courts", 0, COURTED)
        s["extra"][0][city] = read_number(
            data.get("extra_leaders", 0), f"{where}.extra_leaders", 0, LEADER_SLOTS
        )

    def hands(self, cities: list[dict[str, Any]], rng: Any) -> None:
        """Read packs, hands and box: complete, given in part, or dealt."""
        for id, where in self.copied.items():
            self.mentioned.setdefault(id, where)
        if "draft" in self.data:
            if any("leader_hand" in city for city in cities):
                raise field_error("draft", "either that, or leader_hand in the cities")
            self._complete_draft(self.data["draft"])
            return
        if self._is_drafting and self.states["turn"][0] > 1:
            raise field_error("draft", "a draft that has begun must be told")
        players = int(self.states["n_players"][0])
        given = [
            self._given_hand(seat, cities[seat]) if "leader_hand" in cities[seat] else None
            for seat in range(players)
        ]
        rest = [id for id in self.edition.catalog.leader if id not in self.mentioned]
        order = np.arange(len(rest), dtype=np.int64)
        shuffle(rng, order, len(rest))
        pool = [self.edition.item[rest[k]] for k in order.tolist()]
        missing = [self._n_missing(seat, hand) for seat, hand in enumerate(given)]
        if sum(missing) > len(pool):
            message = f"{len(pool)} leaders are left, {sum(missing)} are to be dealt"
            raise field_error("cities", message)
        for seat, hand in enumerate(given):
            self._write_hand(seat, [*(hand or []), *(pool.pop() for _ in range(missing[seat]))])
        self.states["box"][0][: len(pool)] = pool

    def _n_missing(self, seat: int, hand: list[int] | None) -> int:
        """Return the number of leaders to be dealt to a seat. A pack in the draft is filled up; a
        given hand stays, for leaders are also drawn, and played out of turn."""
        if hand is None or self._is_drafting:
            return self._hand_size(seat) - len(hand or [])
        return 0

    def _given_hand(self, seat: int, city: Mapping[str, Any]) -> list[int]:
        where = f"cities.{seat}.leader_hand"
        hand = read_list(
            city["leader_hand"], where, str, DRAFT if self._is_drafting else LEADER_SLOTS
        )
        return [self.mention(id, where) for id in hand]

    @property
    def _is_drafting(self) -> bool:
        return bool(self.states["phase"][0] == Phase.DRAFT)

    def _write_hand(self, seat: int, hand: list[int]) -> None:
        s = self.states
        s["leader"][0][seat][: len(hand)] = hand
        if self._is_drafting:
            s["drafted"][0] = 1
        else:
            s["leader_fate"][0][seat][: len(hand)] = DRAWN_ROUND
            s["n_leader_hand"][0][seat] = len(hand)

    def _hand_size(self, seat: int) -> int:
        """Return the default number of leaders in a seat's hand."""
        s = self.states
        if s["phase"][0] == Phase.DRAFT:
            return DRAFT
        if s["phase"][0] == Phase.OVER:
            return 0
        age, turn = int(s["age"][0]), int(s["turn"][0])
        left = DRAFT - age + (1 if s["phase"][0] == Phase.RECRUIT else 0)
        keeps = entries.keeps_leaders(s, 0, seat, self.edition.tables)
        if keeps and s["powers"][0][seat] >> int(Special.DRAW_LEADERS) & 1:
            left += DRAFT
        return left if keeps or turn == 0 or age < AGES else 0

    # A complete draft

    def _complete_draft(self, draft: Any) -> None:
        s = self.states
        if not isinstance(draft, Mapping):
            raise field_error("draft", "expected an object")
        check_keys(draft, "draft.", DRAFT_KEYS)
        if type(draft.get("drafted", True)) is not bool:
            raise field_error("draft.drafted", "true or false")
        s["drafted"][0] = draft.get("drafted", True)
        players = int(s["n_players"][0])
        packs = draft.get("packs")
        if not isinstance(packs, list) or len(packs) != players:
            raise field_error("draft.packs", f"a list of {players} packs")
        for row, pack in enumerate(packs):
            self._pack_row(row, read_list(pack, f"draft.packs.{row}", str, LEADER_SLOTS))
        ids = read_list(draft.get("box", []), "draft.box", str, LEADERS)
        box = [self.mention(id, "draft.box") for id in ids]
        s["n_drawn"][0] = read_number(draft.get("drawn", 0), "draft.drawn", 0, LEADERS - len(box))
        first = int(s["n_drawn"][0])
        s["box"][0][first : first + len(box)] = box
        self._draft_history(draft, players)
        self._check_draft(players)

    def _pack_row(self, row: int, texts: list[str]) -> None:
        s, where = self.states, f"draft.packs.{row}"
        for slot, entry in enumerate(texts):
            if entry == NOTHING:
                continue
            match = _ENTRY.fullmatch(entry)
            if not match:
                raise field_error(where, f"{entry!r} is not understood")
            id, kept_in, recruited, use, age = match.groups()
            kept = int(kept_in) if kept_in else DRAWN_ROUND if " drawn" in entry else 0
            fate = kept
            if recruited:
                fate = pack_leader_fate(kept, int(Use.BUILT), 0)
            elif use:
                fate = pack_leader_fate(kept, _USE_OF[use], int(age))
            s["leader"][0][row][slot] = self._history_leader(id, where, bool(recruited), use)
            s["leader_fate"][0][row][slot] = fate
            owner = int(entries.leader_owner(s, 0, row, slot))
            if recruited and self.mentioned.get(id) != f"cities.{owner}.leaders":
                raise field_error(where, f"{id!r} is not in play in city {owner}")
            s["n_leader_hand"][0][owner] += 1 if kept and fate == kept else 0

    def _history_leader(self, id: str, where: str, recruited: bool, use: str | None) -> int:
        """Return the item of a leader; a leader in play stands in its city too, one under a stage
        among the markers."""
        if recruited or (use == "staged" and ".markers" in self.mentioned.get(id, "")):
            return self.edition.item.get(id, 0)
        return self.mention(id, where)

    def _draft_history(self, draft: Mapping[str, Any], players: int) -> None:
        s = self.states
        played = draft.get("played", [])
        if not isinstance(played, list) or len(played) not in (0, AGES):
            raise field_error("draft.played", f"a list for each of {AGES} recruitments")
        for age, uses in enumerate(played):
            fits = isinstance(uses, list) and len(uses) == players
            if not fits or any(use not in [None, *_USE_OF] for use in uses):
                raise field_error(f"draft.played.{age}", f"{players} uses or null")
            s["recruits"][0][age][:players] = [_USE_OF[use] if use else 0 for use in uses]
        drew = draft.get("drew", {})
        if not isinstance(drew, Mapping):
            raise field_error("draft.drew", "an object by city")
        for key, when in drew.items():
            where = f"draft.drew.{key}"
            if key not in [str(seat) for seat in range(players)] or not isinstance(when, Mapping):
                raise field_error(where, "a city's number, and when it drew")
            check_keys(when, f"{where}.", DREW_KEYS)
            age = read_number(when.get("age"), f"{where}.age", 1, AGES)
            turn = read_number(when.get("turn"), f"{where}.turn", 0, TURNS)
            s["drew_when"][0][int(key)] = pack_moment(age, turn)
            s["drew_after"][0][int(key)] = read_number(
                when.get("after", 0), f"{where}.after", 0, LEADER_SLOTS
            )

    def _check_draft(self, players: int) -> None:
        """Check that every pack gave one leader in each past round."""
        s = self.states
        if not s["drafted"][0]:
            return
        done = int(s["turn"][0]) - 1 if self._is_drafting else DRAFT
        rounds = [0] * (DRAFT - done) + list(range(1, done + 1))
        for row in range(players):
            pack = s["leader_fate"][0][row][:DRAFT].tolist()
            kept = sorted(fate_round(fate) for fate in pack)
            if kept != rounds or not s["leader"][0][row][:DRAFT].all():
                raise field_error(f"draft.packs.{row}", f"{DRAFT} leaders, one kept in each round")
        n_played = int(sum((fate_use(s["leader_fate"][0]) == Use.BUILT).ravel()))
        if n_played != int(sum(s["n_recruited"][0])):
            raise field_error("draft.packs", "every leader in play came from a pack or a draw")


PART = PositionPart(
    city_keys=frozenset(LEADER_KEYS),
    phases=frozenset(phase.id for phase in PHASES),
    write=write_draft,
    write_city=write_city,
    reader=LeaderReader,
)
