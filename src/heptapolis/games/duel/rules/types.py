"""Names for arguments of compiled functions of Duel (`heptapolis.kernel.types`)."""

from typing import Any, TypeAlias

# Records of learning.
Lane: TypeAlias = Any  # a simulation under way (`guided`)
Lanes: TypeAlias = Any
