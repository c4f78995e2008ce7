"""A report on classic: boards and sides, seats, leaders, points."""

from collections.abc import Iterator

from heptapolis.balance import plots
from heptapolis.balance.estimate import differ
from heptapolis.balance.plots import Pair
from heptapolis.balance.sections import (
    Section,
    Sections,
    Spreads,
    share_cells,
)
from heptapolis.balance.wording import NamedPerformance, format_signed
from heptapolis.games.classic.balance import wording
from heptapolis.games.classic.balance.numbers import ClassicBalance
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import number


class ClassicSections(Sections):
    def __init__(self, balance: ClassicBalance, edition: ClassicEdition, t: Translator) -> None:
        setting = balance.setting
        game, facts = wording.variant_name(setting, t), wording.setting_facts(setting, t)
        super().__init__(game, facts, setting.par, t)
        self.balance, self.edition = balance, edition

    def __iter__(self) -> Iterator[Section]:
        balance = self.balance
        yield self._boards()
        if balance.setting.sides == "random":
            yield self._sides()
        yield self._seats()
        if balance.by_leader:
            yield self._leaders()
        spreads = Spreads(balance.totals, balance.winning_totals, balance.margins)
        yield from self.points(balance.columns, spreads)

    def _boards(self) -> Section:
        t, balance = self.t, self.balance
        names = {board: wording.board_name(board, self.edition, t) for board in balance.by_board}
        rows = [NamedPerformance(names[board], own) for board, own in balance.by_board.items()]
        section = self.ranking(
            "boards", t.gettext("Wonders and their sides"), t.gettext("Board"), rows
        )
        stages = {names[board]: number(built, t) for board, built in balance.stages.items()}
        return section._replace(
            heads=[*section.heads, t.gettext("Stages built")],
            lines=[(*line, stages[line[0]]) for line in section.lines],
        )

    def _sides(self) -> Section:
        """Compare side A with side B of each wonder, the largest advantage of B first."""
        t, boards, wonders = self.t, self.balance.by_board, []
        for wonder in self.edition.catalog.wonders:
            a, b = boards.get(f"{wonder.id}:A"), boards.get(f"{wonder.id}:B")
            if a and b:
                wonders.append((name(wonder, t), a, b))
        wonders.sort(key=lambda row: row[1].wins.value - row[2].wins.value)
        signs = [(label, differ(a, b, len(wonders))) for label, a, b in wonders]
        better_a, better_b = ([label for label, sign in signs if sign == side] for side in (1, -1))
        note = t.gettext("Share of games won with each side of a board, with its 95%% interval.")
        frame = self.frame(wording.better_sides(better_a, better_b, t), note)
        sides = [t.gettext("side A"), t.gettext("side B")]
        rows = [Pair(label, a.wins, b.wins) for label, a, b in wonders]
        drawing = plots.pairs(frame, rows, sides, self.won, self.par)
        heads = [
            t.gettext("Wonder"),
            sides[0],
            self.interval,
            sides[1],
            self.interval,
            "B − A",
        ]
        lines = [
            (
                label,
                *share_cells(a.wins, t),
                *share_cells(b.wins, t),
                format_signed(100 * (b.wins.value - a.wins.value), t),
            )
            for label, a, b in wonders
        ]
        return Section("sides", t.gettext("Side A or side B?"), frame, drawing, heads, lines)

    def _seats(self) -> Section:
        t, by_seat = self.t, self.balance.by_seat
        rows = [
            NamedPerformance(t.gettext("Seat %(number)d", number=seat + 1), own)
            for seat, own in enumerate(by_seat)
        ]
        frame = self.frame(wording.seats(by_seat, self.par.share, t), self.wins_note)
        heads, lines = self.performance_heads(t.gettext("Seat")), self.performance_lines(rows)
        return Section("seats", t.gettext("Seats"), frame, self.shares(frame, rows), heads, lines)

    def _leaders(self) -> Section:
        t, leaders = self.t, self.edition.catalog.leader
        rows = [
            NamedPerformance(name(leaders[id], t), own)
            for id, own in self.balance.by_leader.items()
        ]
        return self.ranking(
            "leaders",
            t.gettext("Leaders"),
            t.gettext("Leader"),
            rows,
            t.gettext("Cities that recruited the leader; rich cities recruit more."),
        )
