"""The options that omens add to those of Duel."""

from dataclasses import dataclass

from heptapolis.options import option
from tests.toys.omens.codes import LOOKS


@dataclass(frozen=True, kw_only=True)
class OmensOptions:
    looks: int = option(LOOKS, "How often players look at omens, at most.", low=1, high=LOOKS)
