"""``python -m heptapolis`` is the command ``hepta``."""

from heptapolis.cli import main

main()
