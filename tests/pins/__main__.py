"""``python -m tests.pins`` rewrites all snapshots; look at the diff before you commit it."""

from importlib.util import find_spec

from tests.pins.snapshots import ENVIRONMENTS, TEXTS, path_of

makers = dict(TEXTS)
for name, (library, make) in ENVIRONMENTS.items():
    if find_spec(library):
        makers[name] = make
    else:
        print(f"{name} is left as it is: there is no {library} here")
for name, make in makers.items():
    path_of(name).parent.mkdir(exist_ok=True)
    path_of(name).write_text(make(), encoding="utf-8")
