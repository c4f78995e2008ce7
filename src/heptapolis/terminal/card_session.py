"""Terminal sessions of games with a card catalogue: cities and cards can be inspected."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from rich.console import RenderableType

from heptapolis.contract import Game
from heptapolis.terminal.keyboard import InvalidAnswer
from heptapolis.terminal.lookup import fold_name, similar_names, spellings
from heptapolis.terminal.session import Prompt, Session
from heptapolis.variants import variant


class CardPrompt(Prompt, Protocol):
    """A decision about cards."""

    @property
    def cards(self) -> list[str]:
        """Return the cards to choose from, in the order of their numbers."""


G = TypeVar("G", bound=Game)
P = TypeVar("P", bound=CardPrompt)


class CardSession(Session[G, P]):
    """The session shared by all games with cards."""

    @abstractmethod
    def _look(self, which: str) -> None:
        """Show a city by its number or the beginning of its name."""

    @abstractmethod
    def _sheet(self, thing: Any) -> RenderableType:
        """Return a thing of the catalogue in full."""

    def _keys_of_expansions(self) -> Iterator[tuple[str, str]]:
        """Yield what the number of a thing does in the decisions of expansions."""
        offered = variant(self.game.game).expansions
        for name, rules in self.game.edition.rules.expansions.items():
            if not rules.phases:
                continue
            keys = [key for verb in offered[name].vocabulary.verbs for key in verb.keys]
            for words in dict.fromkeys(key.help for key in keys if key.help):
                yield "1", self.t.pgettext(*words)

    def _own_key(self, key: str, rest: str, prompt: P) -> bool:
        if key == "c":
            self._look(rest)
        elif key == "i":
            self._inspect(rest, prompt)
        return key in ("c", "i")

    def _inspect(self, which: str, prompt: P) -> None:
        """Show a thing by its number in the prompt, or by the beginning of its name."""
        if which.isdecimal() and 1 <= int(which) <= len(prompt.cards):
            which = prompt.cards[int(which) - 1]
        self.out.print(self._sheet(self._named(which)))

    def _named(self, which: str) -> Any:
        t, start = self.t, fold_name(which)
        if not start:
            raise InvalidAnswer(t.gettext("Which card? Type its number or its name."))
        known = spellings(self.game.edition.catalog, t)
        near = [known[spelling] for spelling in known if spelling.startswith(start)]
        if start in known or near:
            return known.get(start) or near[0]
        if names := ", ".join(similar_names(which, known, t)):
            raise InvalidAnswer(
                t.gettext(
                    "Nothing is called “%(name)s”; did you mean %(names)s?", name=which, names=names
                )
            )
        raise InvalidAnswer(t.gettext("Nothing is called “%(name)s”.", name=which))
