"""Use the API with type hints: `mypy --strict examples/typed.py` reports no errors."""

from random import Random

import heptapolis as hp


def play(game: hp.Game, players: list[str], rng: Random) -> list[int]:
    """Play any game to its end with bots, and return the winners."""
    bots = [hp.bot(name) for name in players]
    while not game.is_over:
        for seat in game.to_move:
            view: hp.View = game.view(seat)
            move: hp.Move = bots[seat].choose(view, rng)
            game.submit(seat, move)
    return game.ranking()[0]


def coins(game: hp.ClassicGame) -> list[int]:
    """Return the coins of all cities, which only some games have."""
    return [city.coins for city in game.cities]


def main() -> None:
    rng = Random(1)
    classic = hp.new("classic", seats=3, seed=42)
    print("coins at the start:", coins(classic), "hand:", classic.view(0).hand[:2])
    print("winners:", play(classic, ["greedy", "random", "random"], rng))
    print("events:", len(classic.events), type(classic.events[0]).__name__)

    duel = hp.new("duel", seed=7, wonders="first_game")
    duel.submit(0, f"build {duel.accessible[0]}")
    print("a Duel:", duel.marker, duel.places[0].card)

    again: hp.Game = hp.replay(str(classic.record()))
    position: hp.Position = again.position()
    other = hp.from_position({**position, "phase": "over"})
    print("the same:", again.scores() == classic.scores(), position["age"])
    if isinstance(other, hp.ClassicGame):
        print("a position knows:", coins(other) == coins(classic))

    cards = hp.catalog("duel").cards
    boards = hp.catalog("classic").wonders
    print("cards:", len(cards), "boards:", [board.id for board in boards][:2])
    try:
        duel.submit(1, "build nothing")
    except hp.IllegalMove as error:
        print("refused:", str(error)[:40])


if __name__ == "__main__":
    main()
