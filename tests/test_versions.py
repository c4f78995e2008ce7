"""Records and positions name rules and cards, and are played only with these."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.cards import fingerprint, to_text
from heptapolis.cli import app
from heptapolis.variants import Variant, catalog_names, registered_variants
from tests.releases import release

GAMES: dict[str, dict[str, Any]] = {
    "classic": {"game": "classic", "seats": 3},
    "free_city": {"game": "classic", "seats": 2},
    "leaders": {"game": "leaders", "seats": 3},
    "duel": {"game": "duel"},
}
CLUB = """
extends = "{game}"
[constants]
discard_coins = 5
[card.granary]
name = "Granary"
age = 1
color = "blue"
{copies}
effect = {{ points = 4, coins = 2 }}
"""


def some_moves(game: Any, n: int, seed: int = 1) -> Any:
    rng = Random(seed)
    for _ in range(n):
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
    return game


def running_game(name: str) -> Any:
    """Return a running game without waiting choices."""
    return hp.replay(some_moves(hp.new(**GAMES[name], seed=5), 9).record())


# ── names of versions ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", GAMES)
def test_every_record_and_position_names_rules_and_cards(name: str) -> None:
    game = running_game(name)
    marks = f"sha256:{game.edition.fingerprint}"
    version = registered_variants()[game.game].rules_version
    assert str(game.record()).splitlines()[2:4] == [f"rules {version}", f"catalog {marks}"]
    for position in (game.position(), game.view(0).position(), game.view(None).position()):
        assert (position["rules"], position["catalog"]) == (version, marks)


def test_the_released_rules_have_version_one() -> None:
    """If you raise a version, keep the fixtures of the old one: they must be refused clearly."""
    assert {id: one.rules_version for id, one in registered_variants().items()} == {
        "classic": 1,
        "duel": 1,
    }


def test_a_game_without_cards_names_its_rules(pebbles: Variant) -> None:
    text = str(hp.new("pebbles", seed=1).record())
    assert "\nrules 1\n" in text and "catalog" not in text
    assert hp.replay(text)


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────


def refusal(text: str, **given: Any) -> str:
    """Return the error for a record or position, and check that it is one line without cards."""
    with pytest.raises(hp.InvalidText) as told:
        hp.replay(text, **given) if text.startswith("heptapolis") else hp.from_position(text)
    message = str(told.value)
    ids = {thing.id for name in catalog_names() for thing in hp.catalog(name).things()}
    assert "\n" not in message and not ids & set(re.findall(r"\w+", message))
    return message


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rules", [0, 2, 77])
def test_other_rules_are_refused_before_anything_is_read(name: str, rules: int) -> None:
    game = running_game(name)
    said = f"was played by rules {rules} of {game.game}; those here are rules 1"
    text = str(game.record()).replace("rules 1\n", f"rules {rules}\nmagic of later times\n")
    assert refusal(text + "IX.1 0 conjure\n") == f"this record {said}"
    data = dict(game.position()) | {"rules": rules}
    assert refusal(json.dumps(data)) == f"position: rules: it {said}"


@pytest.mark.parametrize("name", GAMES)
def test_unknown_catalogues_are_refused(name: str) -> None:
    game = running_game(name)
    ours = game.edition.fingerprint
    other = ours[::-1]
    said = f"was played with the cards sha256:{other[:12]}…; those here are sha256:{ours[:12]}…"
    assert refusal(str(game.record()).replace(ours, other)) == f"this record {said}"
    text = str(game.position()).replace(ours, other)
    assert refusal(text) == f"position: catalog: it {said}"
    with pytest.raises(hp.InvalidText, match="position: catalog: it was played with the cards"):
        hp.score(text)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_another_release_is_refused_or_played_with_its_cards(
    name: str, tmp_path: Path
) -> None:
    game = running_game(name)
    record, position, kept = str(game.record()), str(game.position()), game.edition.text
    with release(tmp_path):
        assert hp.new(**GAMES[name]).edition.fingerprint != game.edition.fingerprint
        for text in (record, position):
            assert "was played with the cards sha256:" in refusal(text)
        again = hp.replay(record, catalog=kept)
        assert again.to_bytes() == game.to_bytes() and not again.edition.is_ours
        assert str(again.record()) == record and str(again.position()) == position
        assert some_moves(again, 99).is_over
        assert hp.from_position(position, catalog=kept).to_bytes() == game.to_bytes()
    assert hp.replay(record).to_bytes() == game.to_bytes()


def test_a_stored_catalogue_can_be_a_file(tmp_path: Path) -> None:
    game = running_game("leaders")
    file = tmp_path / "kept.json"
    file.write_text(game.edition.text, encoding="utf-8")
    with release(tmp_path):
        assert hp.replay(game.record(), catalog=file).to_bytes() == game.to_bytes()
        with pytest.raises(hp.CatalogError, match=r"kept\.json is a catalogue of leaders, not of"):
            hp.new("duel", catalog=file)
        with pytest.raises(hp.CatalogError, match="this is a catalogue of leaders, not of duel"):
            hp.new("duel", catalog=game.edition.text)


def test_the_name_of_a_card_does_not_change_the_fingerprint(tmp_path: Path) -> None:
    """Names are only for display, so games with an earlier name can go on."""
    names = '\n[card.palace]\nname = "Palais"\n'
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "classic"{names}')
    assert fingerprint(hp.catalog(house)) == fingerprint(hp.catalog("classic"))
    assert hp.replay(running_game("classic").record(), catalog=house).edition.catalog is not None
    duel = tmp_path / "duel.toml"
    duel.write_text(f'extends = "duel"{names}chain_symbol = "crown"\n')
    assert fingerprint(hp.catalog(duel)) == fingerprint(hp.catalog("duel"))


@pytest.mark.parametrize("name", ["free_city", "duel"])
def test_the_commands_refuse_other_versions_in_a_line_and_take_kept_cards(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file, kept = running_game(name), tmp_path / "game.txt", tmp_path / "kept.json"
    kept.write_text(game.edition.text, encoding="utf-8")
    commands = [["replay"], ["score"], ["review", "--simulations", "1"], ["advise", "--ms", "1"]]
    file.write_text(str(game.record()).replace("rules 1", "rules 2"), encoding="utf-8")
    for command in commands:
        with pytest.raises(hp.InvalidText, match=r"by rules 2 of \w+; those here are rules 1$"):
            app([*command, str(file)], standalone_mode=False)
    file.write_text(str(game.record()), encoding="utf-8")
    with release(tmp_path):
        for command in commands:
            with pytest.raises(hp.InvalidText, match="was played with the cards sha256:"):
                app([*command, str(file)], standalone_mode=False)
            capsys.readouterr()
            app([*command, str(file), "--catalog", str(kept)], standalone_mode=False)
            assert capsys.readouterr().out
    app(["replay", str(file), "--json"], standalone_mode=False)
    assert json.loads(capsys.readouterr().out)["record"] == str(game.record())


# ── the fingerprint ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", catalog_names())
def test_a_catalogue_survives_its_text(name: str, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    copies = "" if name == "duel" else "players = [3, 3, 5]"
    house.write_text(CLUB.format(game=name, copies=copies))
    for catalog in (hp.catalog(name), hp.catalog(house)):
        text = to_text(catalog)
        again: Any = hp.catalog(text)
        assert fingerprint(again) == fingerprint(catalog) and to_text(again) == text
        assert [one.id for one in again.things()] == [one.id for one in catalog.things()]
        edition = hp.new(name, catalog=catalog).edition
        assert (hp.new(name, catalog=text).edition.tables == edition.tables).all()


CHANGES = [
    "[card.palace]\neffect = { points = 9 }",
    "[card.palace]\ncost = { wood = 1 }",
    '[card.palace]\nchain_from = ["altar"]',
    "[constants]\ndiscard_coins = 4",
    '[card.granary]\nname = "Granary"\nage = 1\ncolor = "blue"\n{copies}effect = {{ points = 4 }}',
]


@pytest.mark.parametrize("name", catalog_names())
def test_every_fact_for_the_rules_changes_the_fingerprint(name: str, tmp_path: Path) -> None:
    copies = "" if name == "duel" else "players = [3]\n"
    marks = [fingerprint(hp.catalog(name))]
    for change in CHANGES:
        house = tmp_path / "house.toml"
        house.write_text(
            f'extends = "{name}"\n'
            + change.replace("{copies}", copies).replace("{{", "{").replace("}}", "}")
        )
        marks.append(fingerprint(hp.catalog(house)))
    assert len(set(marks)) == len(marks)


def test_a_card_of_the_base_game_changes_the_fingerprint_with_leaders_too(tmp_path: Path) -> None:
    ours = fingerprint(hp.catalog("leaders"))
    with release(tmp_path, duel=""):
        assert fingerprint(hp.catalog("leaders")) != ours


def test_layout_key_order_and_usual_values_change_nothing(tmp_path: Path) -> None:
    marks = set()
    for text in (
        'extends = "classic"\n[card.mill]\nname = "Mill"\nage = 1\ncolor = "blue"\n'
        "players = [3, 4]\ncost = { wood = 1, clay = 1 }\neffect = { points = 2 }\n",
        '# ours\nextends="classic"\n\n[card.mill]\nplayers=[ 3,\n4 ]\nchain_from = []\n'
        'effect={points=2, coins=0}\ncost={clay=1,coins=0,wood=1}\ncolor="blue"\nage=1\nname="M"\n',
    ):
        house = tmp_path / "house.toml"
        house.write_text(text)
        marks.add(fingerprint(hp.catalog(house)))
    assert len(marks) == 1


def test_the_order_of_cards_counts_since_the_deal_follows_it(tmp_path: Path) -> None:
    card = '[card.{id}]\nname = "X"\nage = 1\ncolor = "blue"\nplayers = [3]\neffect = {{ points = 2 }}\n'
    games = []
    for ids in (("mill", "barn"), ("barn", "mill")):
        house = tmp_path / "house.toml"
        house.write_text('extends = "classic"\n' + "".join(card.format(id=id) for id in ids))
        games.append(hp.new("classic", seed=3, catalog=house))
    assert games[0].edition.fingerprint != games[1].edition.fingerprint
    assert games[0].position()["deals"] != games[1].position()["deals"]


def test_the_fingerprint_does_not_depend_on_the_process() -> None:
    code = "import heptapolis as hp; from heptapolis.cards import fingerprint as f;" + (
        "print(*(f(hp.catalog(n)) for n in ('classic', 'leaders', 'duel')))"
    )
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        assert told.stdout.split() == [fingerprint(hp.catalog(name)) for name in catalog_names()]


def test_the_fingerprint_is_a_hash_of_plain_json() -> None:
    """As docs/versions.md promises: sorted JSON of texts and whole numbers, in any Python version."""
    data = json.loads(to_text(hp.catalog("duel")))
    words = ("name", "chain_symbol", "origin")
    for section in ("card", "wonder", "token"):
        data[section] = [{k: v for k, v in one.items() if k not in words} for one in data[section]]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == fingerprint(hp.catalog("duel"))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"game": "chess"}',
        '{"game": "duel"}',
        '{"game": "duel", "card": [1]}',
        '{"game": "duel", "card": [{"id": []}]}',
        '{"game": "duel", "flavour": 1}',
        '{"game": ["duel"]}',
        '{"game": "duel", "card": 5}',
        "{" * 100_000,
    ],
)
def test_a_damaged_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(hp.CatalogError) as told:
        hp.new("duel", catalog=text)
    assert "\n" not in str(told.value) and len(str(told.value)) < 300
