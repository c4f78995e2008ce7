"""Phrases with meanings, and how the terminal and pages show them."""

from random import Random

import pytest

import heptapolis as hp
from heptapolis.codes import Color
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.spans import (
    CardName,
    CoinCount,
    Phrase,
    PlayerName,
    Span,
    Tone,
    fill,
    join_list,
    phrase,
)
from heptapolis.move import Move
from heptapolis.narration import wording_of
from heptapolis.narration.score import verdict
from heptapolis.terminal.spans import styled
from heptapolis.web.boards import board_of, log_of
from heptapolis.web.render import turn_markup
from heptapolis.web.spans import html

ALTAR = Span("Altar", CardName("altar", Color.BLUE))
BOB = Span("<b>Bob</b>", PlayerName(1))
SCRIPT_TAG = "<script>alert('&')</script>"


# ── phrases ──────────────────────────────────────────────────────────────────────────────────────


def test_phrases_are_put_together_and_never_change() -> None:
    first = phrase("build: ", ALTAR)
    longer = "I " + first + " now"
    assert first.plain == "build: Altar" and longer.plain == "I build: Altar now"
    assert ALTAR in longer.spans
    assert join_list([first, BOB, "x"]).plain == "build: Altar, <b>Bob</b>, x"
    assert phrase("a", "b") == phrase("a") + "b"
    assert not Phrase() and not phrase("") and not join_list([])


def test_a_tone_applies_to_a_whole_phrase() -> None:
    faint = phrase("for ", ALTAR).in_tone(Tone.FAINT)
    assert [span.tone for span in faint.spans] == [Tone.FAINT, Tone.FAINT]
    assert faint.spans[1].meaning == ALTAR.meaning


@pytest.mark.parametrize("message", ["%(who)s builds %(what)s", "%(what)s ← %(who)s"])
def test_a_message_decides_where_phrases_stand(message: str) -> None:
    filled = fill(message, {"who": phrase(BOB), "what": ALTAR})
    assert filled.plain == message % {"who": BOB.text, "what": ALTAR.text}
    assert {span.meaning for span in filled.spans if span.meaning} == {BOB.meaning, ALTAR.meaning}


def test_a_message_may_have_numbers_and_percent_signs() -> None:
    assert fill("%(n)d of %(all)s: 50 %%", {"n": 3, "all": "6"}).plain == "3 of 6: 50 %"
    with pytest.raises(KeyError):
        fill("%(nobody)s", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_their_meanings_in_every_language(language: str) -> None:
    game = hp.new("classic", seed=1, seats=3)
    wording = wording_of(game, translator(language))
    card = game.view(0).hand[0]
    move = wording.move(Move("discard", card), 0)
    meanings = [span.meaning for span in move.spans]
    assert CardName(card, game.edition.catalog.card[card].color) in meanings
    assert CoinCount(3) in meanings


# ── styles ───────────────────────────────────────────────────────────────────────────────────────


def test_the_terminal_gives_meanings_a_style() -> None:
    text = styled(phrase("build: ", ALTAR, " ", Span("no", tone=Tone.BAD)), "bold")
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styles["Altar"] == "bright_blue" and styles["no"] == "red"
    assert str(text.style) == "bold"


def test_pages_express_meanings() -> None:
    assert html(phrase(ALTAR)) == '<span class="c-blue" data-sheet="card:altar">Altar</span>'
    assert html(phrase(Span("+3", CoinCount(3)))) == '<span data-coins="3">+3</span>'
    assert html(phrase(Span("red", Color.RED))) == '<span class="c-red">red</span>'
    assert html(phrase("a & b")) == "a &amp; b"
    faint = html(phrase(ALTAR).in_tone(Tone.FAINT))
    assert faint == '<span class="c-blue is-faint" data-sheet="card:altar">Altar</span>'


def test_text_of_users_is_never_markup() -> None:
    text = html(phrase(BOB))
    assert text.startswith('<span class="player seat-1" data-seat="1">')
    assert text.endswith("&lt;b&gt;Bob&lt;/b&gt;</span>")
    card = Span(SCRIPT_TAG, CardName('"><b>', Color.RED))
    for text in (
        html(phrase(card)),
        html(phrase(SCRIPT_TAG)),
        html(phrase(Span(SCRIPT_TAG, PlayerName(0)))),
    ):
        assert "<script" not in text and "<b>" not in text and "&amp;" in text


@pytest.mark.parametrize(("game", "options"), [("classic", {"seats": 2}), ("duel", {})])
def test_names_of_players_can_look_like_markup(game: str, options: dict[str, int]) -> None:
    """Checked in the log of a game, its verdict and its score sheet."""
    table = hp.new(game, seed=1, names=["<b>Ann</b>", "<i>Bob</i>"], **options)
    rng = Random(1)
    while not table.is_over:
        for seat in table.to_move:
            table.submit(seat, rng.choice(table.legal_moves(seat)))
    view = table.view(0)
    pages = [turn_markup(turn) for turn in log_of(view, "en")]
    pages += [html(verdict(table, wording_of(view, translator("en"))))]
    pages += [row.title for row in board_of(view, "en").forecast.rows]
    assert any("&lt;b&gt;Ann" in text for text in pages)
    assert any("&lt;i&gt;Bob" in text for text in pages)
    assert not any("<b>Ann" in text or "<i>Bob" in text or "&amp;lt;" in text for text in pages)
