"""Make no machine code of functions that only the kernel calls.

Numba makes machine code of every function, with all functions that it calls inlined and optimized
anew; that of an inner function would never run. Here an inner function stays in the form that the
compiler's front end produced: each entry point inlines its inner functions and optimizes them once.
This does not slow down the code. Measured with Numba 0.68: the rules and searches of both games
compile in 48 s of CPU time instead of 62 s.
"""

from typing import Any, cast

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from heptapolis.kernel.internals import check_internals

check_internals(
    (DefaultPassBuilder, "define_nopython_pipeline"),
    (JITCodeLibrary, "_finalized"),
    (JITCodeLibrary, "_optimize_final_module"),
    (JITCodeLibrary, "_finalize_final_module"),
    (JITCodeLibrary, "codegen"),
    (JITCodeLibrary, "get_pointer_to_function"),
)


class FrontEndCompiler(CompilerBase):
    """Numba's own pipeline, with a library that stays without machine code."""

    def define_pipelines(self) -> list[Any]:
        state, passes = self.state, cast(Any, DefaultPassBuilder)
        library = cast(Any, _UncompiledLibrary)
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        return [passes.define_nopython_pipeline(state)]


class _UncompiledLibrary(JITCodeLibrary):
    def _optimize_final_module(self) -> None:
        """Skip this step: the calling library optimizes the function."""

    def _finalize_final_module(self) -> None:
        self._finalized = True  # the execution engine gets no inner function

    def get_pointer_to_function(self, _name: str) -> int:
        return 0  # an inner function has no wrapper for Python

    @property
    def codegen(self) -> "_NoEngine":
        return _NoEngine()


class _NoEngine:
    def set_env(self, _name: str, _environment: Any) -> None:
        """Skip this step: only machine code needs the address of its module's globals."""
