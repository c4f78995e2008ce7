"""Examples of the rules: real positions, played by the engine, to click through.

Each game defines them once, in `web/rules/examples.toml`; the captions are in the book of each
language.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup

from heptapolis.game import from_position
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.names import name
from heptapolis.narration import wording_of
from heptapolis.variants import all_kinds, folders
from heptapolis.web import art
from heptapolis.web.assets import link_symbols
from heptapolis.web.board_parts import Turn
from heptapolis.web.boards import log_of, with_names
from heptapolis.web.spans import html


@dataclass(frozen=True)
class PlayedMoves:
    """Moves of an example, "SEAT: MOVE", and the expected values after them, by path."""

    moves: tuple[str, ...]
    after: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RuleExample:
    """A position and the moves played in it."""

    id: str
    position: Mapping[str, Any]
    steps: tuple[PlayedMoves, ...]
    before: Mapping[str, Any] = field(default_factory=dict)

    def play(self) -> Iterator[tuple[Any, Mapping[str, Any]]]:
        """Yield the game at the start and after every step, each time with the expected values."""
        game = from_position(self.position)
        yield game, self.before
        for step in self.steps:
            for seat, _, move in (one.partition(": ") for one in step.moves):
                game.submit(int(seat), move)
            yield game, step.after

    @property
    def subject(self) -> str:
        """Return the text of the first move, which is what the example is about."""
        return self.steps[0].moves[0]


@dataclass(frozen=True)
class ExampleCity:
    """The part of a city that an example needs."""

    who: Markup
    coins: int
    things: tuple[Markup, ...]
    stages: int = 0


@dataclass(frozen=True)
class ExampleStep:
    """A moment of an example."""

    cities: tuple[ExampleCity, ...]
    turn: Turn | None  # the events of this step


@cache
def examples() -> Mapping[str, RuleExample]:
    """Return every example by its id."""
    raw: dict[str, Any] = {}
    for home in folders("web/rules").values():
        raw |= tomllib.loads((home / "examples.toml").read_text("utf-8"))
    return {
        id: RuleExample(
            id,
            json.loads(one["position"]),
            tuple(PlayedMoves(tuple(step["moves"]), step["after"]) for step in one["steps"]),
            one.get("before", {}),
        )
        for id, one in raw.items()
    }


def value_at(game: Any, path: str) -> Any:
    """Return the value at a path: "cities.0.coins" of the position, or "score.0.science"."""
    first, *rest = path.split(".")
    if first == "score":
        return game.score(int(rest[0]))[rest[1]]
    value = game.position()[first]
    for key in rest:
        value = value[int(key)] if isinstance(value, Sequence) else value[key]
    return value


@lru_cache(64)
def example_steps(id: str, language: str) -> tuple[Markup, tuple[ExampleStep, ...]]:
    """Return the card that an example is about, and its steps."""
    t, example, steps = translator(language), examples()[id], []
    for n, (game, _) in enumerate(example.play()):
        view = with_names(game.view(0), _names(game, t))
        turns = [turn for turn in log_of(view, language) if turn.is_played]
        steps.append(ExampleStep(tuple(_cities(game, view, t)), turns[0] if n and turns else None))
    words, things = example.subject.split(), {one.id for one in game.edition.catalog.things()}
    subject = next(word for word in words if word in things)
    return link_symbols(art.picture_of(game.edition.catalog, subject, language)), tuple(steps)


def _names(game: Any, t: Translator) -> list[str]:
    """Return the names of the cities by their wonders; where they have several, the first is the
    reader's."""
    boards = [city.get("wonder", "").partition(":")[0] for city in game.position()["cities"]]
    if not all(boards):
        return [t.gettext("You")]
    return [name(game.edition.catalog.find(id), t) for id in boards[: game.players]]


def _cities(game: Any, view: Any, t: Translator) -> Iterator[ExampleCity]:
    wording, catalog = wording_of(view, t), game.edition.catalog
    for seat, city in enumerate(game.position()["cities"]):
        things = [
            link_symbols(_small_picture(catalog, id, t.language))
            for key in _open_places()
            for id in city.get(key, ())
        ]
        yield ExampleCity(
            html(wording.player(seat)), city["coins"], tuple(things), len(city.get("markers", ()))
        )


def _open_places() -> list[str]:
    """Return the fields of a city that name what lies open there."""
    return list(dict.fromkeys(place for kind in all_kinds() for place in kind.places))


def _small_picture(catalog: Any, id: str, language: str) -> str:
    """Draw a card in one line, or any other thing as usual."""
    chips = [kind.id for kind in all_kinds() if kind.has_chip]
    has_chip = catalog.find(id).kind in chips
    return (art.chip if has_chip else art.picture_of)(catalog, id, language)
