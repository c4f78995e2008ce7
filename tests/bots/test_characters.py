"""Characters: their names, their styles in numbers, and where they are offered."""

import re
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots import BOTS
from heptapolis.bots.characters import CHARACTERS, STRENGTHS, CharacterBot, Style, liked_actions
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.neural import NeuralBot
from heptapolis.encodings import encoding
from heptapolis.i18n import LANGUAGES, players, translator
from heptapolis.server.bot_pool import QUICK_BOTS, player_of
from heptapolis.server.player_names import names_of
from heptapolis.server.table_form import MIXED_CREW, figures, fit_form, opponents, variant_forms
from heptapolis.server.table_log import Chair
from heptapolis.variants import Variant, ruleset
from tests.conftest import House

IN_DUEL = ["scholar", "warlord", "tribune", "merchant", "guildmaster"]


def liked_choices(player: Any, game: str, neutral: Any, deals: int) -> dict[str, int]:
    """Count the choices of seat 0 that each character likes, on the same deals for all players."""
    counts = dict.fromkeys(CHARACTERS, 0)
    for seed in range(deals):
        match, rng = hp.new(game, seed=seed), Random(seed)
        while not match.is_over:
            for seat in match.to_move:
                move = (neutral if seat else player).choose(match.view(seat), rng)
                match.submit(seat, move)
                if seat == 0:
                    catalog = match.edition.catalog
                    for name, one in CHARACTERS.items():
                        counts[name] += one.liking(move.verb, move.card, catalog) > 0
    return counts


@pytest.mark.parametrize("game", ["classic", "leaders", "duel"])
def test_a_style_shows_in_numbers(game: str) -> None:
    """A short check; lab/characters.md has the complete experiment."""
    neutral = GreedyBot()
    usual = liked_choices(neutral, game, neutral, 10)
    for name in IN_DUEL if game == "duel" else CHARACTERS:
        assert liked_choices(hp.bot(name), game, neutral, 10)[name] > 1.15 * usual[name], name


def test_an_expansion_may_change_the_leanings_of_its_game() -> None:
    warlord = CharacterBot(CHARACTERS["warlord"], "medium")
    classic, leaders = (hp.new(game, seed=1).view(0) for game in ("classic", "leaders"))
    assert (warlord.leaning(classic), warlord.leaning(leaders)) == (5.2, 4.2)


def test_hard_is_a_network_with_a_preference(monkeypatch: pytest.MonkeyPatch) -> None:
    network = NeuralBot()
    usual = liked_choices(network, "duel", network, 4)
    assert (
        liked_choices(hp.bot("merchant:hard"), "duel", network, 4)["merchant"] > usual["merchant"]
    )
    indifferent = CharacterBot(CHARACTERS["merchant"], "hard", leaning=0.0)
    assert liked_choices(indifferent, "duel", network, 4) == usual


def test_characters_like_cards_of_their_colour() -> None:
    code = encoding("duel")
    liked = liked_actions(CHARACTERS["warlord"], code)
    names = {code.action_name(action): liked[action] for action in range(code.n_actions)}
    assert names["build guard_tower"] == 1.0 == names["revive guard_tower"]
    assert not names["build baths"] and not names["discard guard_tower"]
    tribune: Style = CHARACTERS["tribune"]
    catalog = code.edition.catalog
    palace, altar = (tribune.liking("build", card, catalog) for card in ("palace", "altar"))
    assert palace > altar > 0


def test_names_have_strengths() -> None:
    assert list(CHARACTERS) == [
        "scholar",
        "warlord",
        "tribune",
        "merchant",
        "artisan",
        "guildmaster",
    ]
    for name in CHARACTERS:
        assert hp.bot(name).strength == "medium"  # type: ignore[attr-defined]
        for strength in STRENGTHS:
            assert f"{name}:{strength}" in BOTS and f"{name}:{strength}" in QUICK_BOTS
            assert hp.bot(f"{name}:{strength}").strength == strength  # type: ignore[attr-defined]
    for wrong in ("scholar:strong", "scholar:", "scholar:easy:50ms"):
        meant = f"no bot {wrong!r}: there are scholar:easy, scholar:medium, scholar:hard"
        with pytest.raises(ValueError, match=f"^{re.escape(meant)}$"):
            hp.bot(wrong)


def test_a_character_names_the_games_it_does_not_play(pebbles: Variant) -> None:
    rng = Random(1)
    with pytest.raises(ValueError, match=r"^artisan does not play duel$"):
        hp.bot("artisan:hard").choose(hp.new("duel", seed=1).view(0), rng)
    with pytest.raises(ValueError, match=r"^scholar does not play pebbles$"):
        hp.bot("scholar").choose(hp.new("pebbles", seed=1).view(0), rng)


def test_hard_plays_as_medium_with_cards_that_no_network_knows(house: House) -> None:
    catalog = house('extends = "classic"\n[card.altar]\neffect={points=9}\n')
    view = hp.new(seats=3, seed=1, catalog=catalog).view(0)
    with pytest.warns(UserWarning, match="tribune plays like tribune:medium here: no network"):
        move = hp.bot("tribune:hard").choose(view, Random(1))
    assert move == hp.bot("tribune:medium").choose(view, Random(1))


def test_forms_offer_the_characters_of_the_game() -> None:
    t = translator("en")
    duel, classic = (ruleset(game) for game in ("duel", "classic"))
    assert [one.id for one in figures(t, duel)] == ["", *IN_DUEL, MIXED_CREW]
    assert [one.id for one in figures(t)] == ["", *CHARACTERS, MIXED_CREW]
    assert opponents({"level": "hard", "who": "warlord"}, classic, 2) == ["warlord:hard"] * 2
    assert opponents({"level": "master", "who": "warlord"}, duel, 1) == ["warlord:hard"]
    assert opponents({"level": "beginner", "who": "scholar"}, duel, 1) == ["scholar:easy"]
    assert opponents({"level": "master"}, classic, 2) == ["master"] * 2
    assert opponents({"level": "easy", "who": "artisan"}, duel, 1) == ["easy"]
    crew = opponents({"level": "easy", "who": MIXED_CREW}, classic, 6)
    assert sorted(crew) == sorted(f"{name}:easy" for name in CHARACTERS)
    assert fit_form({"who": "nobody"}, variant_forms(t))["who"] == ""


@pytest.mark.usefixtures("pebbles")
def test_stored_seats_of_earlier_releases_stay_valid() -> None:
    """Earlier tables stored a scholar, a warlord or a merchant without a strength."""
    assert [
        player_of(name, ruleset("classic")) for name in ("warlord", "merchant", "artisan:easy")
    ] == [
        "warlord",
        "merchant",
        "artisan:easy",
    ]
    assert (
        player_of("artisan:easy", ruleset("duel")) == "easy"
        and player_of("artisan", ruleset("duel")) == "medium"
    )
    assert player_of("scholar", ruleset("pebbles")) == "medium"
    chairs = [Chair(bot="scholar"), Chair(bot="easy"), Chair(bot="scholar:hard"), Chair()]
    names = names_of(chairs, translator("en"))
    assert names == ["Scholar", "Bot 2", "Scholar (2)", ""]
    assert [getattr(name, "figure", "") for name in names] == ["scholar", "", "scholar", ""]
    assert [
        players.strength(bot, translator("en")) for bot in ("scholar", "merchant:hard", "mcts")
    ] == [
        "medium",
        "hard",
        "",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_titles_and_descriptions(language: str) -> None:
    t = translator(language)
    bot_names = [*LEVELS, *CHARACTERS]
    assert len({players.bot_title(name, t) for name in bot_names}) == len(bot_names)
    assert len({players.about(name, t) for name in bot_names}) == len(bot_names)
    assert players.CHARACTERS.keys() == players.SIGNS.keys() == CHARACTERS.keys()
