"""Template optimizations: what is the same on many pages is rendered once.

A template is compiled for one language, so a message without values becomes constant text. The
result of a macro call can be cached by its arguments: ``{{ once(standing, thing, is_first) }}``.
Such a macro may depend on its arguments only, never on the reader or a form token, because equal
arguments return the same markup to every reader.
"""

from collections.abc import Callable, Hashable
from typing import Any

from jinja2 import Environment, nodes
from markupsafe import Markup

from heptapolis.lru import Lru

MAX_CACHED_PARTS = 20_000  # per language
MESSAGES = ("gettext", "pgettext")


class LanguageEnvironment(Environment):
    """The templates of one language."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for output in tree.find_all(nodes.Output):
            output.nodes = [self._in_words(node) for node in output.nodes]
        return tree

    def _in_words(self, node: nodes.Expr) -> nodes.Expr:
        """Replace a message without values by its text."""
        if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name):
            return node
        words = [one.value for one in node.args if isinstance(one, nodes.Const)]
        if node.node.name not in MESSAGES or node.kwargs or len(words) < len(node.args):
            return node
        say: Any = self.globals[node.node.name]
        return nodes.Const(say(*words), lineno=node.lineno)


class PartMemory:
    """A cache of macro results by argument values."""

    def __init__(self) -> None:
        self._parts: Lru[Hashable, Markup] = Lru(MAX_CACHED_PARTS)

    def __len__(self) -> int:
        return len(self._parts)

    def once(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        return self._parts.get_or_make((macro, values), lambda: macro(*values))
