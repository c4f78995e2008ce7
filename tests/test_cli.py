"""The command ``hepta`` as a user meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import heptapolis


def hepta(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "heptapolis", *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=clean | {"PYTHONIOENCODING": "utf-8"} | environment,
        check=False,
    )


def test_help_and_version() -> None:
    assert "catalog" in hepta("--help").stdout
    assert hepta("--version").stdout == f"heptapolis {heptapolis.__version__}\n"
    assert "Usage" in hepta().stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['hepta', '--help']\n"
        "from heptapolis.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'rich', 'babel'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("game", ["classic", "leaders", "duel"])
def test_the_catalogue_as_json(game: str) -> None:
    facts = json.loads(hepta("catalog", game, "--json").stdout)
    assert facts["game"] == game
    assert len(facts["wonders"]) == {"classic": 7, "leaders": 1, "duel": 12}[game]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Palace", "8 victory points.", "Age III"]),
        ("uk", ["Палац", "8 переможних балів", "Епоха III"]),
        ("hu", ["Palota", "8 győzelmi pont", "III"]),
        ("ru", ["Дворец", "8 победных очков", "Эпоха III"]),
    ],
)
def test_the_catalogue_in_every_language(language: str, words: list[str]) -> None:
    out = hepta("catalog", "--lang", language).stdout
    for word in words:
        assert word in out


def test_the_environment_chooses_the_language() -> None:
    assert "Палац" in hepta("catalog", "-c", "palace", LANG="uk_UA.UTF-8").stdout
    assert "Palace" in hepta("catalog", "-c", "palace", LANG="ja_JP.UTF-8").stdout


def test_one_card_by_id_or_by_name_in_any_language() -> None:
    for wanted, options in (("town_hall", []), ("Town Hall", []), ("ратуша", ["--lang", "uk"])):
        run = hepta("catalog", "--card", wanted, "--json", *options)
        assert json.loads(run.stdout)["id"] == "town_hall"


def test_an_unknown_card_suggests_the_nearest() -> None:
    run = hepta("catalog", "--card", "Pallace")
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.startswith("hepta: nothing called 'Pallace' in classic; did you mean Palace")
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["catalog", "dual"], "hepta: no catalogue 'dual'"),
        (["catalog", "--catalog", "nowhere.toml"], "hepta: nowhere.toml: No such file"),
    ],
)
def test_errors_are_one_clear_line(args: list[str], message: str) -> None:
    run = hepta(*args)
    assert run.returncode == 1
    assert run.stderr.startswith(message)
    assert run.stderr.count("\n") == 1


def test_house_rules_are_shown_with_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "classic"\n[card.palace]\neffect = { points = 9 }\n')
    run = hepta("catalog", "--catalog", str(path), "--card", "palace", "--json")
    assert json.loads(run.stdout)["effect"] == {"points": 9}
