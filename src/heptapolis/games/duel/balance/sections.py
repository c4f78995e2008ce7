"""A report on Duel: endings, first player, points, wonders, tokens, the military track."""

from collections.abc import Iterator

from heptapolis.balance import plots
from heptapolis.balance.estimate import off_par
from heptapolis.balance.plots import Bar, Pair
from heptapolis.balance.sections import (
    Section,
    Sections,
    Spreads,
    share_cells,
)
from heptapolis.balance.wording import NamedPerformance, best_and_worst, format_signed
from heptapolis.games.duel.balance import wording
from heptapolis.games.duel.balance.numbers import (
    AGES,
    BY_POINTS,
    PAR,
    DuelBalance,
    WonderPerformance,
)
from heptapolis.games.duel.balance.plots import track
from heptapolis.games.duel.balance.wording import end_name
from heptapolis.games.duel.edition import DuelEdition
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import percent
from heptapolis.plotting import EVEN, TINTS
from heptapolis.record import ROMAN
from heptapolis.variants import ruleset

COLOURS = {
    "points": TINTS["blue"],
    "tie_break": TINTS["laurel"],
    "military": TINTS["red"],
    "science": TINTS["green"],
    "shared": EVEN,
}
NEAR_SPACES = 2  # in spaces of the track


class DuelSections(Sections):
    def __init__(self, balance: DuelBalance, edition: DuelEdition, t: Translator) -> None:
        facts = wording.setting_facts(balance.setting, t)
        super().__init__(ruleset("duel").title(t.language), facts, PAR, t)
        self.balance, self.edition = balance, edition

    def __iter__(self) -> Iterator[Section]:
        balance = self.balance
        yield self._ends()
        yield self._first_player()
        if balance.columns:
            spreads = Spreads(balance.totals, balance.winning_totals, balance.margins)
            decided = self.t.gettext("Only games decided by points.")
            yield from self.points(balance.columns, spreads, decided)
        yield self._wonders()
        if balance.by_token:
            yield self._tokens()
        yield self._track()

    def _ends(self) -> Section:
        t, ends = self.t, self.balance.ends
        shares = {end: own.share.value for end, own in ends.items()}
        by_points = sum(shares[end] for end in BY_POINTS)
        frame = self.frame(
            wording.ways_to_win(by_points, shares["military"], shares["science"], t),
            t.gettext("Share of all games, with its 95%% interval."),
        )
        bars = [Bar(end_name(end, t), own.share, COLOURS[end]) for end, own in ends.items()]
        bars.sort(key=lambda bar: -bar.share.value)
        drawing = plots.shares(frame, bars, [t.gettext("Share of all games")], None)
        ages = [t.gettext("Age %(age)s", age=ROMAN[age]) for age in AGES]
        heads = ["", t.gettext("Games"), t.gettext("Share"), self.interval, *ages]
        lines = [
            (end_name(end, t), str(own.games), *share_cells(own.share, t), *map(str, ages))
            for (end, own), ages in zip(ends.items(), self.balance.ages.values(), strict=True)
        ]
        return Section("ends", t.gettext("How the games end"), frame, drawing, heads, lines)

    def _first_player(self) -> Section:
        """Return the first player's share of all games and of each ending."""
        t, (first, second) = self.t, self.balance.by_seat
        note = t.gettext("Share of games won by the first player, with its 95%% interval.")
        frame = self.frame(wording.first_player(first, t), note)
        bars = [Bar(t.gettext("all games"), first.wins, self.colour(first, 1))]
        for end, own in self.balance.ends.items():
            if wins := own.first_wins:
                sign = off_par(wins, own.games, PAR, len(self.balance.ends))
                bars.append(Bar(end_name(end, t), wins, plots.OFF_PAR_COLOURS[sign]))
        drawing = plots.shares(frame, bars, [t.gettext("Won by the first player")], self.par)
        rows = [
            NamedPerformance(t.gettext("First player"), first),
            NamedPerformance(t.gettext("Second player"), second),
        ]
        heads, lines = self.performance_heads(""), self.performance_lines(rows)
        heading = t.gettext("Does going first help?")
        return Section("beginning", heading, frame, drawing, heads, lines)

    def _wonders(self) -> Section:
        t, catalog = self.t, self.edition.catalog.wonder
        wonders = [(name(catalog[id], t), own) for id, own in self.balance.by_wonder.items()]
        wonders.sort(key=lambda row: -row[1].drafted.wins.value)
        note = t.gettext(
            "Share of games won by the player who drafted a wonder, and by the one who built it, "
            "with 95%% intervals. Players who are ahead build more."
        )
        ranked = [NamedPerformance(label, own.drafted) for label, own in wonders]
        frame = self.frame(best_and_worst(ranked, PAR, t), note)
        rows = [
            Pair(label, own.drafted.wins, own.built.wins if own.built else None)
            for label, own in wonders
        ]
        names = [t.pgettext("wonder", "drafted"), t.pgettext("wonder", "built")]
        drawing = plots.pairs(frame, rows, names, self.won, self.par)
        heads = [
            t.gettext("Wonder"),
            t.gettext("Games"),
            t.gettext("Wins"),
            self.interval,
            t.gettext("Built"),
            t.gettext("Wins if built"),
            self.interval,
        ]
        lines = [(label, *_wonder_cells(own, t)) for label, own in wonders]
        return Section("wonders", t.gettext("Wonders"), frame, drawing, heads, lines)

    def _tokens(self) -> Section:
        t, tokens = self.t, self.edition.catalog.token
        rows = [
            NamedPerformance(name(tokens[id], t), own) for id, own in self.balance.by_token.items()
        ]
        return self.ranking(
            "tokens",
            t.gettext("Progress tokens"),
            t.gettext("Token"),
            rows,
            t.gettext("Players who hold the token at the end."),
        )

    def _track(self) -> Section:
        t, spread = self.t, self.balance.track
        games = self.balance.setting.games
        near = sum(n for space, n in spread.counts.items() if abs(space) <= NEAR_SPACES)
        note = t.gettext(
            "Where the conflict marker ends; on the right it threatens the second player. Red: "
            "military victories."
        )
        frame = self.frame(wording.marker(near / games, NEAR_SPACES, t), note)
        capitals = [t.gettext("first player's capital"), t.gettext("second player's capital")]
        capital = self.edition.catalog.military.capital
        drawing = track(frame, spread, capital, capitals, t.gettext("Space"))
        heads = [t.gettext("Space"), t.gettext("Games"), t.gettext("Share")]
        lines = [
            (format_signed(space, t, 0), str(n), percent(n / games, t))
            for space, n in spread.counts.items()
        ]
        return Section("track", t.gettext("The military track"), frame, drawing, heads, lines)


def _wonder_cells(wonder: WonderPerformance, t: Translator) -> tuple[str, ...]:
    """Return the cells of wins by drafting, of how often it was built, and of wins by building."""
    drafted, built = wonder.drafted, wonder.built
    cells = (str(drafted.games), *share_cells(drafted.wins, t))
    if not built:
        return *cells, "–", "–", "–"
    return *cells, percent(built.games / drafted.games, t), *share_cells(built.wins, t)
