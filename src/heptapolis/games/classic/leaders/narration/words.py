"""The words of Leaders for the shared parts of narration."""

from heptapolis.messages import mark
from heptapolis.narration.expansion import Narration

NARRATION = Narration(
    deeds={
        "keep": mark("move", "keep"),
        "recruit": mark("move", "recruit"),
        "court": mark("move", "copy a neighbour's leader"),
    },
    columns={"leaders": mark("sheet", "Points from recruited leaders.")},
)
