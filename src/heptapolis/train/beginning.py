"""The start of a slice: networks of the right size, with their initial weights."""

from dataclasses import dataclass, replace
from pathlib import Path

import torch

from heptapolis import networks
from heptapolis.networks import Architecture, Header
from heptapolis.train import checkpoint
from heptapolis.train.checkpoint import MAX_WEIGHTS, TrainingState
from heptapolis.train.ground import Ground
from heptapolis.train.model import PolicyValue
from heptapolis.train.population import TRAINED_PLAYER, Player, Population
from heptapolis.train.settings import Learning, TrainingSettings


@dataclass(frozen=True)
class Beginning:
    """The initial state of a slice."""

    header: Header
    population: Population
    state: TrainingState
    first_self: PolicyValue | None  # a copy of the player as it is now, if it has learnt anything


def begin(
    settings: TrainingSettings,
    ground: Ground,
    characters: tuple[str, ...],
    learning: Learning,
    device: torch.device,
) -> Beginning:
    """Continue a folder, start from given weights, or start untrained."""
    _check_folder(settings)
    header = _header(settings, ground, characters)
    population = _population(settings, ground, header.architecture, learning, device)
    current, state = population.current, TrainingState()
    if settings.against:
        population.players[1].network.read(networks.read(settings.against)[1])
    source = settings.start or settings.against
    if settings.resume:
        state = checkpoint.restore(settings.folder, population, header)
    elif source:
        checkpoint.read_network(source, current, header)
    if population.exploiter is not None and not settings.resume:
        population.players[population.exploiter].network.copy_from(current.network)
    first_self = None
    if settings.resume or source:
        first_self = _player("first", header.architecture, ground, device).network
        first_self.copy_from(current.network)
    return Beginning(header, population, state, first_self)


def _check_folder(settings: TrainingSettings) -> None:
    """Raise ValueError if the folder holds another training or would be overwritten."""
    folder, path = settings.folder, settings.folder / checkpoint.STATE_FILE
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: not a folder")
    if not settings.resume:
        if path.exists():
            raise ValueError(
                f"{folder}: holds a training; --resume goes on with it, --out begins elsewhere"
            )
        return
    slices = TrainingState.read(path).slices
    rival = slices[-1]["settings"].get("against") if slices else None
    if rival and not settings.against:
        raise ValueError(f"{folder}: a best response, which goes on with --against {rival}")
    if slices and settings.against and not rival:
        raise ValueError(f"{folder}: no best response; --out begins one elsewhere")


def _header(settings: TrainingSettings, ground: Ground, characters: tuple[str, ...]) -> Header:
    """Return the header of the networks; a continued training keeps its size, or adds blocks."""
    coding, recipe = ground.coding, ground.recipe
    width, blocks = settings.width or recipe.width, settings.blocks or recipe.blocks
    resumed = settings.folder / checkpoint.NETWORK_FILE if settings.resume else None
    source = resumed or settings.start or settings.against
    if source:
        size = _architecture_of(source, ground)
        width, blocks = size.width, settings.blocks or size.blocks
        if blocks < size.blocks:
            raise ValueError(f"blocks: {source} has {size.blocks}, and none can be left out")
    size = networks.architecture(coding, width, blocks, len(characters))
    if size.n_weights > MAX_WEIGHTS:
        raise ValueError(
            f"a network of {size.n_weights:,} weights: at most {MAX_WEIGHTS:,}, "
            f"so that no file of a checkpoint is larger than 15 MiB"
        )
    return Header(coding.ruleset, coding.version, size, characters, ground.catalogue)


def _architecture_of(path: Path, ground: Ground) -> Architecture:
    header, _ = networks.read(path)
    header.check(ground.coding, path)
    return header.architecture


def _population(
    settings: TrainingSettings,
    ground: Ground,
    size: Architecture,
    learning: Learning,
    device: torch.device,
) -> Population:
    """Return a population of untrained networks."""
    mixture, against = ground.recipe.mixture, settings.against
    if settings.greedy is not None:
        mixture = replace(mixture, greedy=settings.greedy)
    players = [_player("current", size, ground, device)]
    players[TRAINED_PLAYER].learn(learning)
    if against:
        rival = _player(against.name, _architecture_of(against, ground), ground, device)
        rival.plays_best = True
        return Population([*players, rival], mixture, n_past=1, frozen_rival=rival.name)
    players += [
        _player(f"past {number}", size, ground, device)
        for number in range(1, mixture.past_selves + 1)
    ]
    if not mixture.exploiter:
        return Population(players, mixture)
    players.append(_player("exploiter", size, ground, device))
    players[-1].learn(learning)
    return Population(players, mixture, exploiter=len(players) - 1)


def _player(name: str, size: Architecture, ground: Ground, device: torch.device) -> Player:
    return Player(name, PolicyValue(size, ground.coding).to(device))
