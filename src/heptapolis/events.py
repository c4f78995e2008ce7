"""What happened, as typed values. A card that the reader may not know is None."""

from dataclasses import dataclass

Seat = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something in a city. ``by`` is the seat that decided it: the Free City (city 2 of a
    two-player game) is played by its controller."""

    age: int
    turn: int
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """A leader of the draft; only its seat knows which."""

    leader: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruited(Event):
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Courted(Event):
    """A neighbour's leader that Courtesans Guild copies."""

    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Built(Event):
    card: str
    how: str  # paid, chain, free


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged(Event):
    """A stage of the wonder; in Duel the ``stage``-th wonder of the city, by its name."""

    stage: int
    card: str | None
    wonder: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    card: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """Coins that left the treasury, and where they went; the opponent is Duel's, by Economy."""

    bank: int
    left: int = 0
    right: int = 0
    opponent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(Event):
    """Coins from the bank; ``source`` is a card or leader, a stage as "giza:A 2", or "discard"."""

    coins: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dug(Event):
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """Declined: a "dig", or Rome B's "extra_leader"."""

    what: str = "dig"


@dataclass(frozen=True, slots=True, kw_only=True)
class War(Event):
    """One border at the end of an age, seen from ``seat`` towards its left neighbour."""

    other: Seat
    shields: int
    other_shields: int
    redirected: bool = False  # the loser's token went to the winner (L32)

    @property
    def winner(self) -> Seat | None:
        if self.shields == self.other_shields:
            return None
        return self.seat if self.shields > self.other_shields else self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    total: int


# ── of Duel alone ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted(Event):
    wonder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(Event):
    """The conflict marker moves; above 0 it is on the second player's half."""

    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Looted(Event):
    """``seat`` loses coins, to the track or to the opponent's wonder."""

    coins: int
    source: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Event):
    """A progress token, from the board or of those set aside."""

    token: str
    aside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Event):
    """A card of the opponent of ``seat``."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """A card is uncovered and turned up; ``by`` took what lay on it."""

    card: str
    slot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """``seat`` begins the age."""


# ── rows of the kernel's log ─────────────────────────────────────────────────────────────────────

Row = tuple[int, ...]  # age, turn, by, then the kernel's: kind, city, item, and three numbers
