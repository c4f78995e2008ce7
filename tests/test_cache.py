"""Where compiled code is kept, and what happens where it cannot be."""

import subprocess
import sys
from pathlib import Path

CODE = """
import os, sys
import heptapolis.kernel as kernel
print(kernel.CACHE)
import heptapolis.classic.game
import subprocess
again = "import heptapolis.kernel as kernel; print(kernel.CACHE)"
subprocess.run([sys.executable, "-c", again], check=True)
"""


def test_where_no_cache_can_be_written_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()  # no folder can be made below it, not even by root
    run = subprocess.run(
        [sys.executable, "-c", f"import os; os.environ['HEPTAPOLIS_CACHE'] = {str(tmp_path / 'file')!r}" + CODE],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    here, there = run.stdout.split()
    assert here == there and str(tmp_path) not in here
    assert (
        run.stderr.count("\n") == 1 and "cannot be written, so the rules are compiled" in run.stderr
    )
    assert not Path(here).parents[1].exists()  # it is gone with the process
