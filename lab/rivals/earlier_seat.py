"""A seat played by the package of another commit; `earlier.py` asks it.

It runs under old commits, so it uses only names that existed for long. Each line of the input
is a position with a seat and a seed; each line of the output is a move or an error.
"""

import json
import os
import sys
from random import Random
from typing import Any

import heptapolis as hp
from heptapolis.arena.play import single_core_bot


def answer(bot: Any, question: dict[str, Any]) -> dict[str, str]:
    try:
        game = hp.from_position(json.dumps(question["position"]))
        return {"move": str(bot.choose(game.view(question["seat"]), Random(question["seed"])))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")  # output of the package would disturb the answers
    os.dup2(2, 1)
    bot = single_core_bot(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(answer(bot, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
