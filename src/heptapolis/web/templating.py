"""What makes our templates quick: whatever is the same on many pages is written once.

A template is compiled for one language, so a message without values is plain text in it. And what a
macro makes of a few values alone is kept with them: ``{{ once(standing, thing, is_first) }}``. Such
a macro uses nothing but its values, above all nothing of the reader's, no token of a form: whoever
has the same values gets the same markup.
"""

from collections.abc import Callable, Hashable
from typing import Any

from jinja2 import Environment, nodes
from markupsafe import Markup

MOST_PARTS = 20_000  # that are kept for a language
MESSAGES = ("gettext", "pgettext")


class LanguageEnvironment(Environment):
    """Templates of one language."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for output in tree.find_all(nodes.Output):
            output.nodes = [self._in_words(node) for node in output.nodes]
        return tree

    def _in_words(self, node: nodes.Expr) -> nodes.Expr:
        """A message without values as the text that it is."""
        if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name):
            return node
        words = [one.value for one in node.args if isinstance(one, nodes.Const)]
        if node.node.name not in MESSAGES or node.kwargs or len(words) < len(node.args):
            return node
        say: Any = self.globals[node.node.name]
        return nodes.Const(say(*words), lineno=node.lineno)


class PartMemory:
    """What macros have made, by their values."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, Markup] = {}

    def once(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        part = self._parts.get((macro, values))
        if part is None:
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            part = self._parts[macro, values] = macro(*values)
        return part
