"""Show what winners have in a dataset, ``hepta dataset classic --games 20000 --out data``:

python examples/analysis.py data
"""

import sys
from pathlib import Path

import polars as pl


def cards(seats: pl.DataFrame) -> pl.DataFrame:
    """Return how often cities with a card at the end won, and their points: what goes with
    winning, not its cause."""
    par = 1 / (seats["seat"].max() + 1)
    return (
        seats.explode("buildings")
        .group_by(pl.col("buildings").alias("card"))
        .agg(games=pl.len(), won=pl.col("won").mean(), points=pl.col("points").mean())
        .filter(pl.col("games") >= 30)
        .with_columns(above_par=(pl.col("won") - par).round(3))
        .sort("above_par", descending=True)
    )


def wonders(seats: pl.DataFrame) -> pl.DataFrame:
    """Return the same for wonders, with a standard error."""
    won = pl.col("won")
    return (
        seats.explode("wonders")
        .group_by(pl.col("wonders").alias("wonder"))
        .agg(games=pl.len(), won=won.mean(), error=won.std() / won.len().sqrt())
        .sort("won", descending=True)
    )


def columns(seats: pl.DataFrame) -> pl.DataFrame:
    """Return the sources of points of winners and of the others."""
    names = [name for name in seats.columns if name.startswith("points_")]
    return seats.group_by(pl.col("place") == 1).agg(pl.col(names).mean().round(1)).sort("place")


def draw(table: pl.DataFrame, file: Path) -> None:
    """Draw the ten best and the ten worst cards as bars."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ends = pl.concat([table.head(10), table.tail(10)]).unique("card").sort("above_par")
    figure, axes = pyplot.subplots(figsize=(7, 6), layout="constrained")
    axes.barh(ends["card"], ends["above_par"], color="#2a6f97")
    axes.set_xlabel("victories above par of the cities that had the card")
    figure.savefig(file)
    pyplot.close(figure)


def main(folder: Path) -> None:
    seats = pl.read_parquet(folder / "seats")
    best = cards(seats)
    with pl.Config(tbl_rows=16, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True):
        print("Cards of winners", best.head(12), "Wonders", wonders(seats).head(14), sep="\n")
        print("Points of winners (true) and of the others", columns(seats), sep="\n")
    try:
        draw(best, folder / "cards.png")
        print(f"A picture: {folder / 'cards.png'}")
    except ImportError:
        print("For a picture: pip install matplotlib")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "data"))
