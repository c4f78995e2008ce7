"""An expansion declares its own words; no shared module has to know them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import heptapolis as hp
from heptapolis import events, plotting
from heptapolis.codes import Code, Obstacle
from heptapolis.events import Event
from heptapolis.expansion import GameExpansion, _check_vocabulary, _compose_rules
from heptapolis.games.classic import verbs as classic_verbs
from heptapolis.games.classic import vocabulary as classic_vocabulary
from heptapolis.games.classic.codes import ClassicObstacle
from heptapolis.games.classic.expansion import BASE
from heptapolis.games.classic.learning import encoding as classic_encoding
from heptapolis.games.duel import verbs as duel_verbs
from heptapolis.games.duel import vocabulary as duel_vocabulary
from heptapolis.games.duel.learning import encoding as duel_encoding
from heptapolis.i18n import translator
from heptapolis.kernel.hooks import RulesPart
from heptapolis.kernel.visibility import PUBLIC, Fields
from heptapolis.narration.steps import EventTeller, Tellers
from heptapolis.record import Line
from heptapolis.refusal import Refusal
from heptapolis.server.view_models import TurnStepsResponse
from heptapolis.slots import EVENT_STEPS, STEPS, Parts
from heptapolis.steps import PlayStep, Step, all_places, all_steps
from heptapolis.terminal import score_sheet
from heptapolis.variants import (
    Expansion,
    all_columns,
    all_outcomes,
    all_verbs,
    phases_of,
    register_expansion,
    ruleset,
    unregister,
    variant,
    verbs_to,
)
from heptapolis.vocabulary import Column, Key, Verb, Vocabulary
from heptapolis.web import assets
from heptapolis.web.keys import key_list, key_of

RECORD = """heptapolis 1
game classic
rules 1
options {"leaders": false, "seats": 3, "sides": "random"}
wonders giza:A rhodes:B olympia:A
seed 1
O.1 0 omen owl
I.1 0 build altar
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foretold(Event):
    omen: str


def foretell(event: Foretold, view: object) -> Iterator[PlayStep]:
    yield PlayStep(seat=event.seat, by=event.by, card=event.omen, to="city")


class OmenObstacle(Code):
    NOT_FORETOLD = 18  # the number of CHAIN_FORBIDS in classic


OMENS = Vocabulary(
    columns=(Column("omens", ("score", "Omens"), sign="points", tint="#123456"),),
    verbs=(
        Verb(
            "omen",
            keys=(Key("o", ("key", "read an omen")),),
            question=("why not", "First choose an omen"),
        ),
        Verb("build", ("wonder", "card")),  # "build" of another game has another meaning
        Verb("vow", (), payees=("bank",)),
    ),
    events=(Foretold,),
    obstacles={OmenObstacle.NOT_FORETOLD: ("why not", "No omen has foretold it")},
    prelude="O",
)
# The step teller of classic puts wars last; on the board of Duel nothing shows who starts.
OTHERWISE_TOLD = {"War", "Started"}
PARTS = Parts()


@PARTS.extends(EVENT_STEPS)
def _event_steps(tellers: Tellers) -> Tellers:
    return {**tellers, Foretold: EventTeller(foretell)}


@pytest.fixture
def omens() -> Iterator[Expansion]:
    titles = {"en": "Omens"}
    yield register_expansion(
        Expansion(
            "omens", "classic", titles, titles, "tests.toys.pebbles", vocabulary=OMENS, parts=PARTS
        )
    )
    unregister("omens")


def test_an_expansion_brings_verbs(omens: Expansion) -> None:
    assert hp.Move.parse("omen owl") == hp.Move("omen", "owl") == hp.Move("omen", "owl").check()
    assert variant("classic").parse_move("vow bank=2") == hp.Move("vow", bank=2)
    assert hp.Move.parse("build altar left=2").left == 2
    assert hp.Move.parse("build giza altar") == hp.Move("build", "altar", wonder="giza")
    with pytest.raises(hp.InvalidText, match="court, omen, vow, draft"):
        hp.Move.parse("read owl")
    with pytest.raises(hp.InvalidText, match="'left=2' is not understood"):
        hp.Move.parse("omen owl left=2")


def test_a_verb_goes_with_its_expansion() -> None:
    assert "omen" not in all_verbs()
    with pytest.raises(hp.InvalidText, match="a move begins with one of"):
        hp.Move.parse("omen owl")


def test_records_write_the_prelude_of_an_expansion(omens: Expansion) -> None:
    record = hp.Record.parse(RECORD)
    assert record.lines[0] == Line(0, 1, 0, hp.Move("omen", "owl"))
    assert str(record) == RECORD
    with pytest.raises(hp.InvalidText, match="line 7: 'P"):
        hp.Record.parse(RECORD.replace("O.1", "P.1"))


def test_a_refusal_asks_for_the_move_of_an_expansion(omens: Expansion) -> None:
    refusal = Refusal(Obstacle.NOT_NOW, "altar", asked="omen")
    assert refusal.tell() == "First choose an omen"
    assert Refusal(Obstacle.NOT_NOW, asked="unheard").tell() == (
        "You have something else to decide first"
    )


def test_a_refusal_of_an_expansion_has_its_own_sentence(omens: Expansion) -> None:
    assert Refusal(OmenObstacle.NOT_FORETOLD).tell() == "No omen has foretold it"
    assert Refusal(ClassicObstacle.CHAIN_FORBIDS).tell().startswith("Free by chain")


def test_rules_use_only_declared_words() -> None:
    rules = RulesPart(id="omens", folder=Path(__file__), fields=Fields((PUBLIC, "omens", "i8")))
    brought = GameExpansion(
        rules,
        phases={8: "foretell"},
        verbs={9: "omen"},
        columns={"omens": 9},
        obstacles=OmenObstacle,
    )
    with pytest.raises(TypeError, match="omens: its vocabulary has no phase 'foretell'"):
        _check_vocabulary("omens", brought, OMENS)
    _check_vocabulary("omens", replace(brought, phases={}), OMENS)
    with pytest.raises(TypeError, match="no obstacle 'not_foretold'"):
        _check_vocabulary("omens", replace(brought, phases={}), replace(OMENS, obstacles={}))


def test_two_reasons_of_a_game_cannot_share_a_number() -> None:
    rules = RulesPart(id="omens", folder=Path(__file__), fields=Fields((PUBLIC, "omens", "i8")))
    brought = GameExpansion(rules, obstacles=OmenObstacle)
    with pytest.raises(TypeError, match="two expansions of classic take 18"):
        _compose_rules(BASE, (("omens", brought),))


def test_the_list_of_keys_includes_those_of_an_expansion(omens: Expansion) -> None:
    assert key_of("omen") == "o" and key_of("free") == "f" and key_of("wonder") == "w"
    assert key_of("unheard") == "u"
    told = {key.keys: words for key, words in key_list(translator("en"))}
    assert told["o",] == "read an omen"
    assert told["s", "w"] == "build a stage or a wonder"


def test_columns_of_an_expansion_come_before_the_total(omens: Expansion) -> None:
    rules = ruleset("classic+omens")
    assert rules.columns[-3:] == ("leaders", "omens", "total")
    assert rules.column("omens").tint == "#123456"
    assert ruleset("classic").columns == variant("classic").columns
    assert "omens" not in ruleset("classic").columns


def test_an_expansion_brings_events_with_their_steps(omens: Expansion) -> None:
    assert events.Foretold is Foretold and events.Kept.__name__ == "Kept"
    with pytest.raises(AttributeError, match="no attribute 'Unheard'"):
        _ = events.Unheard
    rules, view = ruleset("classic+omens"), hp.new("classic", seed=1).view(0)
    teller = rules.part(STEPS)(rules.part(EVENT_STEPS))
    event = Foretold(age=1, turn=1, seat=1, by=1, omen="owl")
    step = PlayStep(seat=1, by=1, card="owl", to="city")
    assert [*teller.steps([event], (1, 1), (1, 1), view)] == [step]
    plain = ruleset("classic")
    assert not [*plain.part(STEPS)(plain.part(EVENT_STEPS)).steps([event], (1, 1), (1, 1), view)]


def test_the_api_reports_steps_of_unknown_kinds() -> None:
    steps = [
        {"kind": "coins", "seat": 0, "from": "bank", "to": 0, "n": 3},
        {"kind": "omen", "seat": 1, "omen": "owl"},
    ]
    facts = {"age": 1, "turn": 2, "steps": steps}
    turn = TurnStepsResponse.model_validate(facts)
    assert TurnStepsResponse.model_validate(turn).model_dump(by_alias=True) == facts
    play = {"kind": "play", "seat": 0, "by": 0, "card": "owl", "to": "omens"}
    assert TurnStepsResponse.model_validate({**facts, "steps": [play]}).steps
    assert {"stage", "leaders", "kept"} <= {*all_places()}
    with pytest.raises(ValueError, match="steps"):
        TurnStepsResponse.model_validate({**facts, "steps": [{"kind": "coins", "seat": 0}]})


def test_every_tint_has_a_colour_in_every_user_interface() -> None:
    for column in all_columns():
        assert column.tint in plotting.TINTS and column.tint in score_sheet.TINTS, column.id
        assert column.tint in assets.TINTS or column.id == "total", column.id


def test_the_verbs_of_a_game_are_those_of_its_kernel() -> None:
    for game, kernel in (("classic+leaders", classic_verbs.VERB), ("duel", duel_verbs.VERB)):
        declared = {verb.word for words in ruleset(game).vocabularies for verb in words.verbs}
        assert declared == set(kernel.values())


def test_every_kind_of_end_is_declared() -> None:
    for game in ("classic+leaders", "duel"):
        engine = variant(game.partition("+")[0]).engine
        named = engine.edition(None, ruleset(game).read_options({})).rules.outcomes.values()
        assert set(named) <= {*all_outcomes()}
    assert not all_outcomes()["science"].has_points and all_outcomes()["shared"].has_points


def test_observations_name_the_columns_of_the_sheet() -> None:
    # The compiled encodings repeat them, since their cache does not depend on the vocabulary.
    for encoding, columns in (
        (classic_encoding, classic_vocabulary.COLUMNS),
        (duel_encoding, duel_vocabulary.COLUMNS),
    ):
        assert tuple(column.id for column in columns) == encoding.SHEET_LABELS


def test_every_event_has_a_teller_of_its_steps() -> None:
    for game in ("classic+leaders", "duel"):
        rules = ruleset(game)
        declared = {event for words in rules.vocabularies for event in words.events}
        silent = declared - {*rules.part(EVENT_STEPS)}
        assert {event.__name__ for event in silent} <= OTHERWISE_TOLD, silent


def test_every_kind_of_step_is_declared() -> None:
    ours = [one for one in Step.__subclasses__() if one.__module__.startswith("heptapolis.")]
    assert {*ours} == {*all_steps()}
    assert len({one.kind for one in ours}) == len(ours)


def test_every_kind_of_decision_is_declared() -> None:
    for game in ("classic", "duel"):
        engine = variant(game).engine
        rules = engine.edition(None, ruleset(game).read_options({})).rules
        assert {*phases_of(game)} == {*rules.phases.values()} - {"over"}
        for phase in phases_of(game).values():
            assert {*phase.verbs} <= {*rules.verbs.values()}
            assert phase.answer == phase.verbs[0]


def test_verbs_name_the_places_of_their_cards() -> None:
    assert verbs_to("city") == {"build", "dig", "revive"}
    assert verbs_to("stage", "wonder") == {"stage", "wonder"}
    places = {verb.place for verbs in all_verbs().values() for verb in verbs}
    assert places <= {*all_places(), ""}


def test_every_verb_and_column_is_told_in_words() -> None:
    for game in ("classic+leaders", "duel"):
        rules = ruleset(game)
        assert all(column.about for column in rules.sheet)
        verbs = [verb for words in rules.vocabularies for verb in words.verbs]
        assert {verb.word for verb in verbs if not verb.deed} <= {"stage"}  # it counts the stages


def test_every_thing_of_a_catalogue_is_of_a_declared_kind() -> None:
    for name in ("leaders", "duel"):
        kinds = {kind.model: kind.id for kind in ruleset(name).kinds}
        catalog = hp.catalog(name)
        for thing in catalog.things():
            assert thing.id in getattr(catalog, kinds[type(thing)])
