"""An expansion of Duel in one folder, without changes elsewhere, works in all user interfaces.

`tests/toys/omens` adds a kind of things, a card, a column, a decision and hidden omens.
"""

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from rich.console import Console

import heptapolis as hp
from heptapolis import variants
from heptapolis.cli import app
from heptapolis.games.duel.expansion import DuelExpansion, duel_rules
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.rules import turns
from heptapolis.games.duel.slots import RULES
from heptapolis.i18n import translator
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.kernel import cache
from heptapolis.kernel.hooks import RulesPart, extended_fields
from heptapolis.kernel.visibility import PUBLIC, Fields
from heptapolis.options import declared
from heptapolis.server.table_form import options_in, variant_forms
from heptapolis.server.table_options import TableOptions, option_schemas
from heptapolis.slots import CATALOG, NARRATION, Parts, Slot
from heptapolis.terminal.options import option_values
from heptapolis.terminal.parts import terminal_part
from heptapolis.terminal.session import HUMAN_SEAT
from heptapolis.testing import check_variant
from heptapolis.variants import ruleset, ruleset_of, rulesets, variant
from tests.packages import environment_with
from tests.terminal.test_play import Person
from tests.toys import omens, tides
from tests.toys.omens.cards import PART as CARDS
from tests.toys.omens.codes import KIND, LOOKS
from tests.toys.omens.events import Foreseen
from tests.toys.omens.game import OMENS_OF_DUEL
from tests.toys.omens.narration import NARRATION as WORDS
from tests.toys.omens.oracle import OmensOracle
from tests.toys.tides.oracle import TidesOracle
from tests.web.test_boards import html

GAME, BOTH = "duel+omens", "duel+omens+tides"
GAMES = int(os.environ.get("HEPTA_GAMES", "20"))  # `make test-long` plays a thousand


@pytest.fixture(autouse=True)
def registered_omens() -> Iterator[None]:
    variants.register_expansion(omens.EXPANSION)
    yield
    variants.unregister("omens")


def played_game(seed: int, until: str = "", rules: str = GAME) -> Any:
    """Play a game at random until a phase begins, or to its end."""
    game: Any = hp.new(rules, seed=seed)
    rng = Random(seed)
    while not game.is_over and game.phase != until:
        (seat,) = game.to_move
        game.submit(seat, rng.choice(game.legal_moves(seat)))
    return game


# ── Python ───────────────────────────────────────────────────────────────────────────────────────


def test_it_is_offered_beside_the_game() -> None:
    assert GAME in map(str, rulesets()) and ruleset("omens") == ruleset(GAME)
    assert ruleset(GAME).title() == "Duel with omens"
    assert ruleset(GAME).columns[-2:] == ("omens", "total")
    assert ruleset_of(hp.new(GAME, seed=1)) == ruleset(GAME)
    with pytest.raises(ValueError, match="duel has no expansion 'omen'; it has omens"):
        hp.new("duel+omen")


def test_the_contract_is_fulfilled_with_and_without_the_expansion() -> None:
    check_variant(variant("duel"))


def ignore_position(*arguments: Any) -> None:
    """Ignore the position."""


def ignore_choice(states: Any, options: Any) -> None:
    """Set the default instead of the chosen option."""
    states["most_looks"][0] = LOOKS


def without_words(event: Foreseen, wording: DuelWording) -> Phrase:
    """Fail for hidden omens."""
    return phrase("omen kept: " + cast(str, event.omen))


def unknown_shelf(table: Any, seat: int) -> Iterator[tuple[Any, Any]]:
    """Show omens that the viewer does not know."""
    yield ("omens", "omens"), [table.edition.id[item] for item in table._field("kept").tolist()]


@pytest.mark.parametrize(
    ("slot", "part", "complaint"),
    [
        (RULES, replace(OMENS_OF_DUEL, write_position=lambda table: {}), "scores otherwise"),
        (RULES, replace(OMENS_OF_DUEL, read_position=ignore_position), "does not read back"),
        (RULES, replace(OMENS_OF_DUEL, verbs={KIND: "choose"}), "has no verb 'choose'"),
        (RULES, replace(OMENS_OF_DUEL, set_options=ignore_choice), "a record names looks 4, not 1"),
        (RULES, replace(OMENS_OF_DUEL, write_options=lambda table: {}), "names looks 4, not 1"),
        (NARRATION, replace(WORDS, shelves=unknown_shelf), r"in words: KeyError\(0\)"),
        (NARRATION, replace(WORDS, sentences={Foreseen: without_words}), "in words: TypeError"),
    ],
)
def test_errors_of_an_expansion_are_reported(slot: Slot[Any], part: Any, complaint: str) -> None:
    """`check_variant` finds the errors, with the same compiled rules."""
    parts = Parts()
    parts.extends(CATALOG)(lambda base: base.extended(CARDS))
    parts.fills(RULES)(lambda: OMENS_OF_DUEL)
    parts.fills(NARRATION)(lambda: WORDS)
    parts.fills(slot)(lambda: part)
    variants.unregister("omens")
    variants.register_expansion(replace(omens.EXPANSION, parts=parts))
    with pytest.raises((AssertionError, TypeError, hp.InvalidText), match=complaint):
        check_variant(variant("duel"))


@pytest.mark.parametrize("seed", range(3))
def test_a_record_gives_the_same_game_back(seed: int) -> None:
    game = played_game(seed)
    text = str(game.record())
    assert '\noptions {"expansions": ["omens"]}\n' in text and " foresee " in text
    assert hp.replay(text).to_bytes() == game.to_bytes()


def twins(seed: int, rules: str, kind: type[OmensOracle]) -> tuple[Any, OmensOracle]:
    """Return a game and an oracle with the same deal and the same order of omens."""
    looks = (4, 2, 1)[seed % 3]  # an option
    game: Any = hp.new(rules, seed=seed, looks=looks)
    told = game.position()
    oracle = kind(
        game.edition.catalog,
        wonders=[*told["offer"], *told["next_offer"]],
        layouts={int(age): cards for age, cards in told["layout"].items()},
        tokens=told["tokens"],
        library=told["aside"][:3],
        order=told["omens"]["order"],
        most=looks,
    )
    return game, oracle


def assert_same(game: Any, oracle: OmensOracle, rng: Random) -> None:
    assert game.is_over == oracle.is_over and game.to_move == oracle.to_move
    assert game.scores() == oracle.scores()
    for city, other in zip(game.cities, oracle.cities, strict=True):
        assert city.coins == other.coins and sorted(city.buildings) == sorted(other.buildings)
        assert {*city.built_wonders} == {*other.built_wonders}
        assert {*city.tokens} == {*other.tokens}
    if game.is_over:
        assert (game.outcome, game.winner) == (oracle.outcome, oracle.winner)
        assert game.ranking() == oracle.ranking()
        return
    assert game.position()["omens"] == oracle.position(knows_all=True)
    for seat in (0, 1, None):
        view = game.view(seat)
        assert view.position()["omens"] == oracle.position(seat)
        points = [oracle.points(other, seat, knows_all=False) for other in (0, 1)]
        assert [view.score(other)["omens"] for other in (0, 1)] == points
        if rng.random() < 0.02:
            assert view.sample(rng).view(seat).position()["omens"] == oracle.position(seat)


def play_both(
    seed: int, rules: str = GAME, kind: type[OmensOracle] = OmensOracle
) -> tuple[str, int]:
    """Play one game on both and return its outcome and the number of looks at omens."""
    game, oracle = twins(seed, rules, kind)
    rng = Random(seed)
    greed = rng.choice([0.0, 0.5, 0.9])
    while not oracle.is_over:
        (seat,) = oracle.to_move
        moves = [str(move) for move in game.legal_moves(seat)]
        assert moves == oracle.legal_moves(seat)
        liked = [m for m in moves if m.startswith(("wonder", "foresee")) or "zodiac" in m]
        move = rng.choice(liked if liked and rng.random() < greed else moves)
        game.submit(seat, move)
        oracle.submit(seat, move)
        assert_same(game, oracle, rng)
    return str(oracle.outcome), len(oracle.looks)


def test_kernel_and_oracle_agree_after_every_move() -> None:
    ends = [play_both(seed) for seed in range(GAMES)]
    assert "points" in {outcome for outcome, _ in ends}
    assert [max(looks for _, looks in ends[k::3]) for k in range(3)] == [3, 2, 1]


@pytest.fixture
def registered_tides() -> Iterator[None]:
    variants.register_expansion(tides.EXPANSION)
    yield
    variants.unregister("tides")


def test_two_parts_of_rules_are_compiled_into_one_game(registered_tides: None) -> None:
    """Both parts fill the same hooks and have fields and columns; records and oracle support both."""
    rules = duel_rules(frozenset({"omens", "tides"}))
    assert {"has_omens", "has_tides", "omens", "tide"} <= {*(rules.state.names or ())}
    ends = [play_both(seed, BOTH, TidesOracle) for seed in range(GAMES)]
    assert max(looks for _, looks in ends) == 3
    game: Any = played_game(1, rules=BOTH)
    assert hp.replay(str(game.record())).to_bytes() == game.to_bytes()
    assert game.columns[-3:] == ("omens", "tides", "total")
    assert any(sheet["tides"] for sheet in game.scores())
    assert game.record().options == {"expansions": ["omens", "tides"]}


def test_a_choice_that_is_not_offered_is_refused() -> None:
    game = played_game(3, "foresee")
    (seat,) = game.to_move
    offered = [move.card for move in game.legal_moves(seat)]
    other = next(id for id in game.edition.catalog.added["omen"] if id not in offered)
    with pytest.raises(hp.IllegalMove, match="not one of the choices"):
        game.submit(seat, f"foresee {other}")
    with pytest.raises(hp.IllegalMove, match="first choose an omen to keep"):
        game.submit(seat, "discard baths")
    with pytest.raises(hp.IllegalMove, match=r"did you mean .owl"):
        game.submit(seat, "foresee oul")
    game.submit(seat, f"foresee {offered[1]}")
    assert game.phase != "foresee"


def test_omens_are_hidden_from_the_others_until_the_end() -> None:
    game = played_game(3, "foresee")
    (seat,) = game.to_move
    ids = {move.card for move in game.legal_moves(seat)}
    kept = game.legal_moves(seat)[0].card
    game.submit(seat, f"foresee {kept}")
    for viewer in (1 - seat, None):
        view = pickle.loads(pickle.dumps(game.view(viewer)))
        assert not ids & set(re.findall(r"[a-z]+", str(view.position()["omens"])))
        assert [e.omen for e in view.events if isinstance(e, Foreseen)] == [None]
    own = game.view(seat)
    assert own.position()["omens"]["looks"] == [{"seat": seat, "kept": kept}]
    assert [e.omen for e in own.events if isinstance(e, Foreseen)] == [kept]
    over = played_game(3)
    assert "?" not in str(over.view(None).position()["omens"])


def test_a_sample_agrees_with_the_view_and_differs_from_the_game() -> None:
    game, rng, orders = played_game(3, "foresee"), Random(2), set()
    for _ in range(30):
        for seat in (0, 1, None):
            view = game.view(seat)
            sample = view.sample(rng)
            assert sample.view(seat)._states.tobytes() == view._states.tobytes()
            orders.add(tuple(sample._field("omens").tolist()))
    assert len(orders) > 30


@pytest.mark.parametrize("seed", range(2))
def test_positions_are_read_back(seed: int) -> None:
    game: Any = hp.new(GAME, seed=seed)
    rng = Random(seed)
    while not game.is_over:
        if game.turn % 4 == 0 or game.phase == "foresee":
            again = hp.from_position(game.position())
            assert again.to_bytes() == game.to_bytes()
            assert hp.from_position(game.view(0).position()).phase == game.phase
        (seat,) = game.to_move
        game.submit(seat, rng.choice(game.legal_moves(seat)))
    assert hp.score(game.position()) == game.scores()


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"order": ["owl", "owl"]}, "omens.order: the same omen twice"),
        ({"order": ["oul"]}, "'oul'"),
        ({"ordre": []}, "omens.ordre: unknown"),
        ({"order": ["owl", "tide"], "looks": [{"seat": 0, "kept": "crow"}]}, "omens.looks.0.kept"),
        ([], "omens: an object"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_a_line(told: Any, complaint: str) -> None:
    position = {"game": "duel", "expansions": ["omens"], "omens": told}
    with pytest.raises(hp.InvalidText, match=complaint):
        hp.from_position(position)


def test_a_position_of_the_game_alone_knows_nothing_of_it() -> None:
    with pytest.raises(hp.InvalidText, match="omens: unknown"):
        hp.from_position({"game": "duel", "omens": {}})


SAME_GAME = """
from tests.toys.omens import EXPANSION
from heptapolis.variants import register_expansion
register_expansion(EXPANSION)
from tests.games.duel.test_expansion import played_game
print(played_game(1).record())
"""


def test_without_the_compiler_the_game_is_the_same() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", SAME_GAME],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"{played_game(1).record()}\n"


# ── compiled rules ───────────────────────────────────────────────────────────────────────────────


def test_its_rules_are_compiled_into_a_folder_of_their_own() -> None:
    source = Path(turns.__file__)
    part: Any = duel_rules(frozenset({"omens"})).expansions["omens"]
    base, added = cache.folder_of(source), cache.folder_of(source, part.rules.sources)
    assert base != added and base.parent == added.parent
    assert Path(omens.__file__).parent / "rules" / "__init__.py" in part.rules.sources
    assert not any("omens" in str(file) for file in cache.sources_of(source))


def test_a_record_with_fields_of_an_expansion_does_not_begin_like_that_of_the_game() -> None:
    """Numba would accept a record that only adds fields at its end as one of the base game."""
    game: Any = hp.new(GAME)
    base, added = hp.new("duel")._states.dtype, game._states.dtype
    assert added.names[-3:] != base.names and added.names[0] == "has_omens"
    assert {name for name in base.names if not name.startswith("gap_")} < set(added.names)


def test_two_expansions_cannot_take_the_same_number() -> None:
    fields = Fields((PUBLIC, "signs", "i8"))
    one, other = (
        RulesPart(id, Path(), fields, numbers={"phase": [8]}) for id in ("signs", "tides")
    )
    with pytest.raises(TypeError, match="signs and tides both take the phase 8"):
        extended_fields(Fields((PUBLIC, "age", "i8")), [one, other])
    assert DuelExpansion(one).rules is one


# ── programs ─────────────────────────────────────────────────────────────────────────────────────


def test_the_terminal_asks_and_shows() -> None:
    game = played_game(3, "foresee")
    (seat,) = game.to_move
    out = Console(file=StringIO(), width=110)
    for part in terminal_part(ruleset(GAME)).screen(game.view(seat), translator("en"), 110):
        out.print(part)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "Keep one of these omens" in text and "6 points at the end." in text


def random_answers(seed: int) -> Iterator[str]:
    """Much of it is refused; a discard or a number always settles a decision in the end."""
    rng = Random(seed)
    while True:
        yield rng.choice(["1", "1w1", "2w2", "1w3", "c 1", "i 1", "l", "zzz", "2w4", "1d"])
        if rng.random() < 0.2:
            yield rng.choice(["1", "1d", "2"])


@pytest.mark.parametrize("width", [60, 120])
def test_a_person_plays_a_whole_game_at_the_terminal(width: int, tmp_path: Path) -> None:
    save = tmp_path / "duel.txt"
    answers = (answer for answer, _ in zip(random_answers(width), range(3000), strict=False))
    person = Person(*answers, width=width).play(game=GAME, seed=width, save=save)
    game: Any = hp.replay(save.read_text(encoding="utf-8"))
    kept = [
        e.omen
        for e in game.view(HUMAN_SEAT).events
        if isinstance(e, Foreseen) and e.seat == HUMAN_SEAT
    ]
    asked = [text for text in person.heard if "Keep one of these omens" in text]
    assert game.is_over and len(kept) == len(asked) > 0
    for text, id in zip(asked, kept, strict=True):
        name = game.edition.catalog.find(id).name
        assert name in text and "points at the end" in " ".join(text.split())
        assert f"omen kept: {name}" in person.text
    assert (
        "Omens" in person.heard[-1] and str(game.scores()[HUMAN_SEAT]["omens"]) in person.heard[-1]
    )


def test_the_board_has_its_omens() -> None:
    game = played_game(3, "foresee")
    (seat,) = game.to_move
    mine, theirs = html(game.view(seat)), html(game.view(1 - seat))
    moves = re.findall(r'name="move" value="([^"]*)"', mine)
    assert moves == [str(move) for move in game.legal_moves(seat)]
    kept = game.legal_moves(seat)[0].card
    assert "h-omen" in mine and "h-omen" not in theirs
    game.submit(seat, f"foresee {kept}")
    assert "omen kept" in html(game.view(1 - seat)) and "h-omen" in html(game.view(seat))
    assert "h-omen" not in html(game.view(1 - seat))


def test_a_tournament_is_played() -> None:
    class First:
        """Choose the first legal move."""

        def choose(self, view: Any, rng: Random) -> Any:
            return view.legal_moves()[0]

    result = hp.arena({"first": First(), "random": "random"}, GAME, deals=2, stop=False)
    assert result.games == 4


# ── an option of its own ─────────────────────────────────────────────────────────────────────────


def test_its_option_is_one_of_the_game_with_it() -> None:
    game: Any = hp.new(GAME, seed=2, looks=1)
    assert hp.new("duel", seed=2, expansions={"omens"}, looks=1).to_bytes() == game.to_bytes()
    assert game.record().options == {"expansions": ["omens"], "looks": 1}
    assert "looks" not in hp.new(GAME, seed=2).record().options
    while not game.is_over:
        (seat,) = game.to_move
        wonders = [move for move in game.legal_moves(seat) if move.verb == "wonder"]
        game.submit(seat, (wonders or game.legal_moves(seat))[0])
    assert game._field("n_looks") == 1
    again = hp.replay(str(game.record()))
    assert again.to_bytes() == game.to_bytes() and again.record().options == game.record().options


def test_its_option_is_kept_by_positions_and_their_records() -> None:
    game: Any = hp.new(GAME, seed=2, looks=2)
    later = hp.from_position(game.position())
    assert later.record().options["looks"] == 2 and later.position() == game.position()
    text = str(later.record())
    assert hp.replay(text).position() == game.position()
    with pytest.raises(hp.InvalidText, match="header: looks: not those of the position"):
        hp.replay(text.replace('"looks": 2', '"looks": 3'))


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: hp.new(GAME, looks=9), "looks: 1 to 4, got 9"),
        (lambda: hp.new("duel", looks=1), "duel has no option 'looks'; it belongs to omens"),
        (lambda: hp.new(GAME, look=1), r"duel\+omens has no option 'look'; .*mean 'looks'"),
        (
            lambda: hp.replay(
                str(hp.new(GAME, looks=2).record()).replace('looks": 2', 'looks": 0')
            ),
            "header: looks: 1 to 4, got 0",
        ),
        (
            lambda: hp.replay(str(hp.new("duel").record()).replace("{}", '{"looks": 2}')),
            "options: unknown looks",
        ),
    ],
)
def test_a_wrong_option_is_refused_in_a_line(make: Any, complaint: str) -> None:
    with pytest.raises((TypeError, ValueError), match=complaint):
        make()


def test_its_option_is_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    app(["play", "--help"], standalone_mode=False)
    text = " ".join(capsys.readouterr().out.split())
    assert "--looks" in text and "duel+omens: How often players look at omens" in text
    assert option_values(ruleset(GAME), {"looks": 2}) == {"looks": 2}
    for rules in ("duel", "classic"):
        with pytest.raises(ValueError, match=rf"--looks: an option of duel\+omens, not of {rules}"):
            option_values(ruleset(rules), {"looks": 2})


def test_an_installed_package_is_played_from_the_command_line(tmp_path: Path) -> None:
    """Play with its option and typed answers; other commands read the saved game."""
    environment = environment_with(tmp_path, omens="tests.toys.omens:EXPANSION")
    save = tmp_path / "duel.txt"

    def hepta(*words: str, answers: str = "") -> str:
        run = subprocess.run(
            [sys.executable, "-m", "heptapolis", *words, "--lang", "en"],
            env=environment,
            input=answers,
            capture_output=True,
            text=True,
            check=True,
        )
        return " ".join(run.stdout.split())

    answers = "\n".join(answer for answer, _ in zip(random_answers(1), range(3000), strict=False))
    words = ("play", GAME, "--looks", "1", "--seed", "2", "--bots", "random")
    told = hepta(*words, "--save", str(save), answers=answers)
    assert "Keep one of these omens" in told and "omen kept" in told
    assert "hepta replay" in told and "hepta review" not in told  # needs a strategy
    game: Any = hp.replay(save.read_text(encoding="utf-8"))
    options = game.record().options
    assert game.is_over and (options["expansions"], options["looks"]) == (["omens"], 1)
    assert "Omens Total" in hepta("score", str(save))


def test_options_are_pickled_with_it() -> None:
    options = ruleset(GAME).read_options({"looks": 3})
    again = pickle.loads(pickle.dumps(options))
    assert again == options and type(again) is type(options) and again.expansions == {"omens"}
    assert [one.name for one in declared(type(options))] == [
        "wonders",
        "neutral_start",
        "looks",
    ]


def test_its_option_has_a_field_in_forms() -> None:
    forms = {one.id: one for one in variant_forms(translator())}
    (field,) = forms[GAME].fields
    assert (field.name, field.kind, field.default) == ("omens-looks", "number", "4")
    assert forms[GAME].needs == ("omens",) and "omens-looks" not in str(forms["duel"].fields)
    form = {"variant": GAME, "omens-looks": "2", "duel-neutral_start": "choose"}
    options = options_in(form)
    assert (options.chosen.looks, options.chosen.neutral_start) == (2, "choose")
    assert options.new_game(1, None, options.edition).record().options["looks"] == 2
    assert not hasattr(options_in({**form, "variant": "duel"}).chosen, "looks")
    assert TableOptions.from_store(options.model_dump()).chosen == options.chosen


def test_its_option_is_in_the_api() -> None:
    def table(**values: Any) -> TableOptions:
        return TableOptions(**values)

    assert option_schemas()["looks"]["maximum"] == 4
    options = table(game="duel", expansions=["omens"], looks=3)
    assert options.chosen == table(game=GAME, looks=3).chosen
    with pytest.raises(ValueError, match="looks: Input should be less than or equal to 4"):
        table(game=GAME, looks=5)
    assert table(game="duel", looks=3).chosen == variant("duel").read_options({})
