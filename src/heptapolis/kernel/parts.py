"""How a function is compiled that only the kernel itself calls: as a part of those that call it.

Numba makes machine code of every function, with all that it calls in it, optimized anew; of a part
nobody ever runs that code. Here a part stays what the compiler's front end made of it: each way
into the kernel takes its parts in and optimizes them once, as a whole. That spares a quarter of all
compiling and leaves the code that runs as fast as it was.
"""

from typing import Any, cast

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder


class PartCompiler(CompilerBase):
    """Numba's own steps; the result goes into a library that stays without machine code."""

    def define_pipelines(self) -> list[Any]:
        state, passes = self.state, cast(Any, DefaultPassBuilder)
        library = cast(Any, _PartLibrary)
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        return [passes.define_nopython_pipeline(state)]


class _PartLibrary(JITCodeLibrary):
    def _optimize_final_module(self) -> None:
        """Whoever takes it in does that."""

    def _finalize_final_module(self) -> None:
        self._finalized = True  # nothing goes to the engine that would make machine code of it

    def get_pointer_to_function(self, _name: str) -> int:
        return 0  # there is none to call from Python

    @property
    def codegen(self) -> "_NoEngine":
        return _NoEngine()


class _NoEngine:
    def set_env(self, _name: str, _environment: Any) -> None:
        """Machine code would be told where its module's globals lie; no part asks for them."""
