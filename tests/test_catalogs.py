"""Contents of the catalogues, and errors in house rules."""

from pathlib import Path

import pytest

import heptapolis as hp
from heptapolis.cards import CatalogError, fingerprint, to_json
from heptapolis.catalogs import load
from heptapolis.codes import Color, Resource
from heptapolis.games.classic.cards.model import Card, ClassicCatalog
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.codes import Special
from heptapolis.games.duel.cards.model import DuelCard, DuelCatalog
from heptapolis.games.duel.catalog import load_duel
from tests.conftest import House

PLAYERS = range(3, 8)


# ── contents of the boxes ────────────────────────────────────────────────────────────────────────


def test_the_base_game_has_148_cards_and_ten_guilds() -> None:
    cards = load_classic().cards
    copies = {
        age: sum(c.copies for c in cards if c.age == age and not c.is_guild) for age in (1, 2, 3)
    }
    assert copies == {1: 49, 2: 49, 3: 40}
    assert sum(card.is_guild for card in cards) == 10
    assert sum(card.copies for card in cards) == 148


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_every_age_deals_seven_cards_a_seat(age: int, players: int) -> None:
    catalog = load_classic()
    guilds = players + catalog.constants.guilds_beyond_players if age == 3 else 0
    assert catalog.deck(age, players).total() + guilds == 7 * players


def test_seven_wonders_with_two_sides_each_and_rome_with_leaders() -> None:
    wonders = {wonder.id: wonder for wonder in load_classic().wonders}
    assert len(wonders) == 7
    stages = {id: (len(w.A.stages), len(w.B.stages)) for id, w in wonders.items()}
    assert stages.pop("rhodes") == (3, 2)
    assert stages.pop("giza") == (3, 4)
    assert set(stages.values()) == {(3, 3)}
    assert "rome" in load_classic("leaders").wonder


def test_leaders_bring_36_leaders_and_four_guilds() -> None:
    base, leaders = load_classic(), load_classic("leaders")
    assert len(leaders.leaders) == 36
    new = [card.id for card in leaders.cards if card.id not in base.card]
    assert new == ["architects_guild", "courtesans_guild", "diplomats_guild", "gamers_guild"]


def test_duel_has_73_cards_12_wonders_and_10_tokens() -> None:
    duel = load_duel()
    decks = [card.deck for card in duel.cards]
    assert {deck: decks.count(deck) for deck in set(decks)} == {
        "age1": 23,
        "age2": 23,
        "age3": 20,
        "guild": 7,
    }
    assert (len(duel.wonders), len(duel.tokens)) == (12, 10)


@pytest.mark.parametrize(
    ("age", "opening", "bottom"),
    [("1", 6, "r1c5 r1c7"), ("2", 2, "r1c1 r1c3 r1c5 r1c7 r1c9 r1c11"), ("3", 2, "r1c5 r1c7")],
)
def test_layouts_open_at_the_near_row_and_end_at_the_far_one(
    age: str, opening: int, bottom: str
) -> None:
    layout = load_duel().layout[age]
    assert len(layout.slots) == 20
    assert sum(slot.face_up for slot in layout.slots) == 12
    assert sum(not layout.covering(slot) for slot in layout.slots) == opening
    assert " ".join(s.id for s in layout.slots if not layout.covered(s)) == bottom


def test_the_bridge_cards_of_age_three_join_the_two_halves() -> None:
    layout = load_duel().layout["3"]
    bridge = [slot for slot in layout.slots if slot.row == 4]
    assert [slot.id for slot in bridge] == ["r4c4", "r4c8"]
    for slot in bridge:
        assert len(layout.covering(slot)) == len(layout.covered(slot)) == 2


@pytest.mark.parametrize("game", ["leaders", "duel"])
def test_every_chain_names_an_earlier_card(game: str) -> None:
    catalog = load(game)
    for card in catalog.things():
        if isinstance(card, Card | DuelCard):
            for id in card.chain_from:
                assert catalog.find(id).age < card.age


def test_every_duel_symbol_of_a_chain_is_granted_once() -> None:
    duel = load_duel()
    symbols = [card.chain_symbol for card in duel.cards if card.chain_symbol]
    assert len(symbols) == len(set(symbols)) == 17
    sources = {id for card in duel.cards for id in card.chain_from}
    assert sources == {card.id for card in duel.cards if card.chain_symbol}


def test_looms_of_two_ages_are_one_structure() -> None:
    catalog = load_classic()
    twins = {c.id: c.same_structure_as for c in catalog.cards if c.same_structure_as}
    assert twins == {f"{id}_age2": id for id in ("loom", "glassworks", "press")}


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def test_json_of_a_card_has_the_fields_of_the_fact_sheet() -> None:
    cards = {card["id"]: card for card in to_json(load("classic"))["cards"]}
    assert cards["forum"] == {
        "id": "forum",
        "name": "Forum",
        "age": 2,
        "color": "yellow",
        "cost": {"coins": 0, "resources": {"clay": 2}},
        "chain_from": ["east_trading_post", "west_trading_post"],
        "players": [3, 6, 7],
        "copies": 3,
        "effect": {"produce_choice": ["glass", "cloth", "papyrus"], "sellable": False},
    }


def test_json_of_leaders_contains_only_the_expansion() -> None:
    facts = to_json(load("leaders"))
    assert len(facts["leaders"]) == 36
    assert [guild["requires_leaders"] for guild in facts["guilds"]] == [False, True, True, False]
    assert [wonder["id"] for wonder in facts["wonders"]] == ["rome"]
    assert "cards" not in facts


def test_json_completes_the_parameters_that_the_rules_fix() -> None:
    bilkis = next(x for x in to_json(load("leaders"))["leaders"] if x["id"] == "bilkis")
    assert bilkis["effect"]["params"]["units_per_turn"] == 1
    assert bilkis["when"] == "ongoing"


def test_json_of_duel_mirrors_the_track() -> None:
    military = to_json(load("duel"))["military"]
    assert [(z["from"], z["to"], z["token"]) for z in military["zones"]] == [
        (-9, -9, None),
        (-8, -6, "loot_p1_5"),
        (-5, -3, "loot_p1_2"),
        (-2, -1, None),
        (0, 0, None),
        (1, 2, None),
        (3, 5, "loot_p2_2"),
        (6, 8, "loot_p2_5"),
        (9, 9, None),
    ]


# ── house rules ──────────────────────────────────────────────────────────────────────────────────


def test_a_house_file_changes_fields_and_keeps_the_rest(house: House) -> None:
    catalog = house('extends = "classic"\n[card.palace]\neffect = { points = 9 }\n')
    assert isinstance(catalog, ClassicCatalog)
    assert catalog.card["palace"].effect.points == 9
    assert catalog.card["palace"].cost == load_classic().card["palace"].cost
    assert load_classic().card["palace"].effect.points == 8


def test_a_house_file_adds_cards_and_changes_constants(house: House) -> None:
    catalog = house(
        """
        extends = "classic"
        [constants]
        starting_coins = 5
        [card.harbour]
        name = "Harbour"
        age = 3
        color = "yellow"
        players = [3]
        cost = { wood = 2, coins = 1 }
        effect = { coins_per = { amount = 1, what = ["brown", "grey"], whose = ["self"] } }
        """
    )
    assert isinstance(catalog, ClassicCatalog)
    assert catalog.constants.starting_coins == 5
    harbour = catalog.card["harbour"]
    assert (harbour.cost.coins, harbour.cost.resources) == (1, {Resource.WOOD: 2})
    assert (
        catalog.deck(3, 3).total() == 17
    )  # one more than 7 · 3 − 5 guilds: one card stays in the box


def test_a_house_leader_is_built_from_the_same_vocabulary(house: House) -> None:
    catalog = house(
        """
        extends = "leaders"
        [leader.semiramis]
        name = "Semiramis"
        cost = 4
        effect = { points = 1, resource_discount = { color = "yellow", amount = 1 } }
        """
    )
    assert isinstance(catalog, ClassicCatalog)
    assert len(catalog.leaders) == 37
    assert catalog.origin["semiramis"] == "house"


def test_a_classic_house_rule_serves_a_game_with_leaders(tmp_path: Path) -> None:
    path = tmp_path / "rich.toml"
    path.write_text('extends = "classic"\n[constants]\ndiscard_coins = 4\n')
    catalog = load_classic(path, over="leaders")
    assert catalog.constants.discard_coins == 4
    assert len(catalog.leaders) == 36


def test_the_fingerprint_tells_catalogues_apart(house: House) -> None:
    ours = fingerprint(load("classic"))
    assert ours == fingerprint(load("classic"))
    assert ours != fingerprint(house('extends = "classic"\n[constants]\ntrade_price = 3\n'))
    assert len({fingerprint(load(game)) for game in ("classic", "leaders", "duel")}) == 3


CARD = 'name = "X"\nage = 1\ncolor = "blue"\nplayers = [3]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = [", "house.toml: Invalid value (at end of document)"),
        ("[card.palace]\nage = 3", "extends: name the catalogue"),
        ('extends = "clasic"', "extends: name the catalogue"),
        ('extends = "classic"\ngame = "mine"', "game: is ours to say"),
        (
            'extends = "classic"\n[cards.palace]\nage = 3',
            "cards: unknown key; did you mean 'card'?",
        ),
        (
            'extends = "classic"\n[card.palace]\nagee = 3',
            "card.palace.agee: unknown key; did you mean 'age'?",
        ),
        (
            'extends = "classic"\n[card.palace]\nage = "three"',
            "card.palace.age: expected a whole number, got 'three'",
        ),
        (
            'extends = "classic"\n[card.palace]\nage = true',
            "card.palace.age: expected a whole number",
        ),
        ('extends = "classic"\n[card.palace]\nage = 4', "card.palace.age: 4 is not 1, 2 or 3"),
        ('extends = "classic"\n[card.palace]\nname = ""', "card.palace.name: is empty"),
        ('extends = "classic"\n[card.palace]\nplayers = 3', "card.palace.players: expected a list"),
        (
            'extends = "classic"\n[card.palace]\nplayers = [8]',
            "card.palace.players: a table has 3 to 7",
        ),
        ('extends = "classic"\n[card.palace]\nplayers = []', "card.palace.players: name each copy"),
        (
            'extends = "classic"\n[card.spies_guild]\nplayers = [3]',
            "card.spies_guild.players: guilds",
        ),
        (
            'extends = "classic"\n[card.palace]\ncost = { wod = 1 }',
            "card.palace.cost: unknown resource 'wod'; did you mean 'wood'?",
        ),
        (
            'extends = "classic"\n[card.palace]\ncost = { wood = -1 }',
            "card.palace.cost.wood: -1 is too little",
        ),
        (
            'extends = "classic"\n[card.palace]\ncost = { coins = 9999 }',
            "card.palace.cost.coins: 9999 is more than",
        ),
        (
            'extends = "classic"\n[card.palace]\neffect = { produce = ["gold"] }',
            "card.palace.effect.produce: unknown resource 'gold'",
        ),
        (
            'extends = "classic"\n[card.palace]\neffect = { extra_turn = true }',
            "card.palace.effect.extra_turn: unknown key",
        ),
        (
            'extends = "classic"\n[card.palace]\nchain_from = ["tempel"]',
            "card.palace.chain_from: no other card 'tempel'; did you mean 'temple'?",
        ),
        (
            'extends = "classic"\n[card.palace]\nplayers = [7]',
            "card: age 3 has 20 cards at 3 players, 21 are needed",
        ),
        (f'extends = "classic"\n[card.x]\n{CARD}', "card.x.effect: is missing"),
        (f'extends = "classic"\n[card.Xx]\n{CARD}effect = {{}}', "card.Xx: an id is lower-case"),
        (
            f'extends = "classic"\n[card.giza]\n{CARD}effect = {{}}',
            "card.giza: the id is taken by a wonder",
        ),
        (
            f'extends = "classic"\n[card.x]\n{CARD}same_structure_as = "x"\neffect = {{}}',
            "card.x.same_structure_as: no other card",
        ),
        (
            f'extends = "classic"\n[card.x]\n{CARD}effect = {{ points_per = {{ amount = 1, what = ["wonder"], whose = ["self"] }} }}',
            "card.x.effect.points_per.what: unknown counted 'wonder'",
        ),
        (
            f'extends = "classic"\n[card.x]\n{CARD}effect = {{ points_per = {{ amount = 1, what = [], whose = ["self"] }} }}',
            "card.x.effect.points_per.what: is empty",
        ),
        (
            'extends = "classic"\n[constants]\nguilds_beyond_players = 4',
            "constants.guilds_beyond_players: 7 players need 11 guilds",
        ),
        (
            'extends = "classic"\n[constants]\nvictory_points = [1, 3]',
            "constants.victory_points: one number for each age",
        ),
        (
            'extends = "classic"\n[wonder.giza.A]\nstages = []',
            "wonder.giza.A.stages: a board has 1 to 4 stages",
        ),
        (
            'extends = "leaders"\n[leader.bilkis]\neffect = { special = "bank_purchase", params = { price = 1, units_per_turn = 2 } }',
            "leader.bilkis.effect.params.units_per_turn: the rules know only 1 here",
        ),
        (
            'extends = "leaders"\n[leader.bilkis]\neffect = { special = "bank_purchase" }',
            "leader.bilkis.effect.params.price: is missing",
        ),
        (
            'extends = "leaders"\n[leader.bilkis]\neffect = { special = "banks" }',
            "leader.bilkis.effect.special: unknown special 'banks'",
        ),
        (
            'extends = "duel"\n[card.quarry]\neffect = { produce = ["ore"] }',
            "card.quarry.effect.produce: Duel knows no ore",
        ),
        ('extends = "duel"\n[layout.1]\nrows = ["# #"]', "layout.1.rows: 2 slots, 20 are needed"),
        ('extends = "duel"\n[layout.1]\nrows = ["# X"]', 'layout.1.rows: "#" is face up'),
        (
            'extends = "duel"\n[first_game_wonders]\np1 = ["spinx"]',
            "first_game_wonders.p1: no wonder 'spinx'; did you mean 'sphinx'?",
        ),
        (
            'extends = "duel"\n[wonder.sphinx]\neffect = { destroy = "red" }',
            "wonder.sphinx.effect.destroy: only brown or grey",
        ),
    ],
)
def test_a_mistake_is_named_by_file_entry_and_field(house: House, text: str, message: str) -> None:
    with pytest.raises(CatalogError) as error:
        house(text)
    assert "house.toml: " in str(error.value)
    assert message in str(error.value)


def leader(effect: str) -> str:
    return f'[leader.x]\nname = "X"\ncost = 1\neffect = {{ {effect} }}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            leader('resource_discount = { color = "wonder", amount = 1 }'),
            "leader.x.effect.resource_discount.color: 'wonder' does not occur in this game",
        ),
        (
            leader('resource_discount = { color = "red", amount = 0 }'),
            "leader.x.effect.resource_discount.amount: is below 1",
        ),
        (
            leader('resource_discount = { color = "red", amount = 9 }'),
            "leader.x.effect.resource_discount.amount: is above 8",
        ),
        (
            leader('coins_on = { amount = 0, event = "build_yellow" }'),
            "leader.x.effect.coins_on.amount: is below 1",
        ),
        (
            leader('coins_on = { amount = 101, event = "build_yellow" }'),
            "leader.x.effect.coins_on.amount: is above 100",
        ),
        (
            leader('coins_per = { amount = -1, what = ["red"], whose = ["self"] }'),
            "leader.x.effect.coins_per.amount: is below 1",
        ),
        (
            leader("points_per_set = { amount = 3, of = [] }"),
            "leader.x.effect.points_per_set.of: is empty",
        ),
        (
            leader('points_per_set = { amount = 3, of = ["red", "red"] }'),
            "leader.x.effect.points_per_set.of: names a thing twice",
        ),
        (
            leader('points_per_set = { amount = 3, of = ["red", "white"] }'),
            "leader.x.effect.points_per_set.of: 'white' does not occur",
        ),
        (
            leader('points_per_set = { amount = 40000, of = ["red"] }'),
            "leader.x.effect.points_per_set.amount: 40000 is more than 1000",
        ),
        (
            leader('special = "bank_purchase", params = { price = 0 }'),
            "leader.x.effect.params.price: is below 1",
        ),
        (
            leader('special = "bank_purchase", params = { price = 70000 }'),
            "leader.x.effect.params.price: 70000 is more than 1000",
        ),
        (
            leader('special = "trade_rebate", params = { amount = 0 }'),
            "leader.x.effect.params.amount: is below 1",
        ),
        (
            leader('special = "trade_rebate", params = { amount = 101 }'),
            "leader.x.effect.params.amount: is above 100",
        ),
        (
            leader('special = "leader_discount", params = { self = -1, neighbours = 0 }'),
            "leader.x.effect.params.self: is below 0",
        ),
        (
            leader('special = "leader_discount", params = { self = 1, neighbours = -1 }'),
            "leader.x.effect.params.neighbours: is below 0",
        ),
        (
            leader('science_choice = ["gear", "gear", "gear"]'),
            "leader.x.effect.science_choice: a choice is among all three",
        ),
        (leader("shields = 101"), "leader.x.effect.shields: is above 100"),
        (leader(f"produce = {['wood'] * 9}"), "leader.x.effect.produce: more than 8 units"),
        ("[leader.sappho]\ncost = 40000", "leader.sappho.cost: 40000 is more than 1000"),
        ("[card.palace]\ncost = { wood = 9 }", "card.palace.cost: more than 8 units"),
        (
            "[wonder.giza.A]\nstages = [{ cost = { stone = 9 }, effect = { points = 3 } }]",
            "wonder.giza.A.stage 1.cost: more than 8 units",
        ),
        (
            "[wonder.giza.A]\nstages = [{ cost = { stone = 2 }, effect = { points = 40000 } }]",
            "wonder.giza.A.stages.effect.points: 40000 is more than 1000",
        ),
        (
            "[constants]\ndefeat_points = -40000",
            "constants.defeat_points: -40000 is more than 1000",
        ),
    ],
)
def test_leaders_refuse_numbers_and_targets_that_cannot_be_played(
    house: House, text: str, message: str
) -> None:
    with pytest.raises(CatalogError) as error:
        house(f'extends = "leaders"\n{text}\n')
    assert f"house.toml: {message}" in str(error.value)
    assert "\n" not in str(error.value)


def token(effect: str) -> str:
    return f"[token.law]\neffect = {{ {effect} }}"


def zones(*rows: str) -> str:
    return f"[military]\nzones = [{', '.join(f'{{ {row} }}' for row in rows)}]"


FIRST_GAME = '"pyramids", "great_lighthouse", "temple_of_artemis"'
DISCOUNTS = "".join(
    f'[card.x{k}]\nname = "X"\nage = 1\ncolor = "blue"\n'
    'effect = { discount = { applies_to = "wonder", resources = 8 } }\n'
    for k in range(32)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[constants]\ncoins_per_point = 0", "constants.coins_per_point: is below 1"),
        ("[constants]\ntrade_price = 0", "constants.trade_price: is below 1"),
        ("[constants]\nstarting_coins = -1", "constants.starting_coins: is below 0"),
        (
            "[constants]\nstarting_coins = 40000",
            "constants.starting_coins: 40000 is more than 1000",
        ),
        ("[constants]\ndiscard_coins = -1", "constants.discard_coins: is below 0"),
        (
            "[constants]\ndiscard_coins_per_yellow = -1",
            "constants.discard_coins_per_yellow: is below 0",
        ),
        ("[constants]\ntokens_on_board = -1", "constants.tokens_on_board: is below 0"),
        ("[constants]\ntokens_on_board = 11", "constants.tokens_on_board: is above 10"),
        ("[constants]\nwonders_in_play = 0", "constants.wonders_in_play: is below 1"),
        ("[constants]\nwonders_in_play = 9", "constants.wonders_in_play: is above 8"),
        ("[constants]\nsymbols_to_win = 0", "constants.symbols_to_win: is below 1"),
        ("[constants]\nguilds_added = -1", "constants.guilds_added: is below 0"),
        (
            "[constants]\nguilds_added = 8",
            "constants.guilds_added: 8 guilds are added, there are 7",
        ),
        ("[constants]\nguilds_added = 21", "constants.guilds_added: is above 20"),
        (
            "[constants]\nguilds_added = 2",
            "constants.guilds_added: age 3 leaves 2 cards undealt, cards_removed says 3",
        ),
        ("[constants]\ncards_removed = -1", "constants.cards_removed: is below 0"),
        (
            "[constants]\ncards_removed = 2",
            "constants.cards_removed: age 1 leaves 3 cards undealt, cards_removed says 2",
        ),
        (
            "[constants]\ncards_removed = 4",
            "constants.cards_removed: age 1 leaves 3 cards undealt, cards_removed says 4",
        ),
        ("[card.arsenal]\nage = 2", "card: age 3 leaves 2 cards undealt, cards_removed says 3"),
        (
            "".join(
                f'[card.{id}_guild]\ncolor = "blue"\n'
                for id in ("builders", "merchants", "scientists", "magistrates", "moneylenders")
            ),
            "card: 3 guilds are added, there are 2",
        ),
        (token("opponent_lose_coins = -1"), "token.law.effect.opponent_lose_coins: is below 0"),
        (token("fixed_price = { wood = 0 }"), "token.law.effect.fixed_price.wood: is below 1"),
        (token("fixed_price = { ore = 1 }"), "token.law.effect.fixed_price: Duel knows no ore"),
        (
            token('bonus_shields = { applies_to = "red", amount = 0 }'),
            "token.law.effect.bonus_shields.amount: is below 1",
        ),
        (
            token('bonus_shields = { applies_to = "red", amount = 101 }'),
            "token.law.effect.bonus_shields.amount: is above 100",
        ),
        (token("coins_per_chain_build = -1"), "token.law.effect.coins_per_chain_build: is below 0"),
        (
            token("coins_per_chain_build = 101"),
            "token.law.effect.coins_per_chain_build: is above 100",
        ),
        (
            token('discount = { applies_to = "wonder", resources = 0 }'),
            "token.law.effect.discount.resources: is below 1",
        ),
        (
            token('discount = { applies_to = "wonder", resources = 9 }'),
            "token.law.effect.discount.resources: is above 8",
        ),
        (
            token('points_per = { amount = 1, what = ["purple"], whose = ["self"] }'),
            "token.law.effect.points_per.what: 'purple' does not occur in this game",
        ),
        (
            token('discount = { applies_to = "wonder_stage", resources = 1 }'),
            "token.law.effect.discount.applies_to: 'wonder_stage' does not occur in this game",
        ),
        (
            DISCOUNTS,
            "card.x31.effect.discount.resources: all such discounts together are above 255",
        ),
        ("[card.arsenal]\ncost = { clay = 9 }", "card.arsenal.cost: more than 8 units"),
        ("[wonder.sphinx]\ncost = { clay = 5, wood = 4 }", "wonder.sphinx.cost: more than 8 units"),
        ("[wonder.sphinx]\ncost = { cloth = 1 }", "wonder.sphinx.cost: Duel knows no cloth"),
        ("[military]\ncapital = 16", "military.capital: 1 to 15 spaces from the middle"),
        ("[military]\ncapital = 7", "military.capital: zone 3 ends at 8, the capital lies at 7"),
        (
            zones("from = 1, to = 10, points = 2, loot = 0"),
            "military.zones: zone 1 ends at 10, the capital lies at 9",
        ),
        (
            zones("from = 0, to = 2, points = 2, loot = 0"),
            "military.zones: zone 1 spans 0 to 2, it must begin after 0",
        ),
        (
            zones("from = 3, to = 2, points = 2, loot = 0"),
            "military.zones: zone 1 ends at 2, before it begins at 3",
        ),
        (
            zones(
                "from = 1, to = 3, points = 2, loot = 0", "from = 3, to = 4, points = 2, loot = 0"
            ),
            "military.zones: zone 2 spans 3 to 4, it must begin after 3",
        ),
        (
            zones("from = 1, to = 3, points = -1, loot = 0"),
            "military.zones: zone 1: points is below 0",
        ),
        (
            zones("from = 1, to = 3, points = 1, loot = -2"),
            "military.zones: zone 1: loot is below 0",
        ),
        (
            f"[first_game_wonders]\np1 = [{FIRST_GAME}]",
            "first_game_wonders.p1: 3 wonders, 4 are needed",
        ),
        (
            f'[first_game_wonders]\np1 = [{FIRST_GAME}, "pyramids"]',
            "first_game_wonders.p1: names a wonder twice",
        ),
        (
            f'[first_game_wonders]\np1 = [{FIRST_GAME}, "piraeus"]',
            "first_game_wonders.p1: 'piraeus' belongs to the other player",
        ),
    ],
)
def test_duel_refuses_numbers_and_targets_that_cannot_be_played(
    house: House, text: str, message: str
) -> None:
    with pytest.raises(CatalogError) as error:
        house(f'extends = "duel"\n{text}\n')
    assert f"house.toml: {message}" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "[constants]\nguilds_added = 2\ncards_removed = 2",
        "[constants]\ntokens_on_board = 10\nwonders_in_play = 8\nsymbols_to_win = 7",
        "[constants]\nstarting_coins = 0\ndiscard_coins = 0\ndiscard_coins_per_yellow = 0",
        '[card.x]\nname = "X"\nage = 1\ncolor = "blue"\neffect = {}',
        zones("from = 2, to = 9, points = 0, loot = 0"),
        token('discount = { applies_to = "purple", resources = 8 }'),
    ],
)
def test_a_duel_house_may_go_to_the_edge(house: House, text: str) -> None:
    assert isinstance(house(f'extends = "duel"\n{text}\n'), DuelCatalog)


def test_a_missing_file_and_an_unknown_name_are_errors(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="No such file"):
        load(tmp_path / "nowhere.toml")
    with pytest.raises(CatalogError, match="did you mean 'duel'"):
        load("dual")
    with pytest.raises(CatalogError, match="not a text file"):
        path = tmp_path / "binary.toml"
        path.write_bytes(b"\xff\xfe")
        load(path)
    with pytest.raises(CatalogError, match="not of classic"):
        load_classic("duel")
    with pytest.raises(CatalogError, match="not of duel"):
        load_duel("classic")


def test_the_public_face_loads_catalogues() -> None:
    palace = hp.catalog("classic").find("palace")
    assert (palace.color, palace.effect.points) == (Color.BLUE, 8)
    solomon = hp.catalog("leaders").find("solomon")
    assert solomon.effect.special is Special.BUILD_FROM_DISCARD
    with pytest.raises(KeyError):
        hp.catalog("duel").find("solomon")
