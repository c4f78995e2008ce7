"""``python -m tests.golden`` rewrites all golden files."""

from tests.golden import FOLDER, GAMES, census, playthrough

for name, table in GAMES.items():
    (FOLDER / "games" / f"{name}.txt").write_text(playthrough(*table), encoding="utf-8")
(FOLDER / "census.txt").write_text(census(), encoding="utf-8")
