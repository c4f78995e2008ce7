"""The files of `deploy/`: they are valid, and name what exists."""

import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from heptapolis.server.settings import HELP, OTHER_VARIABLES, PREFIX
from tests.paths import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.suffix != ".json")
UNIT = DEPLOY / "heptapolis.service"
MAX_EXPOSURE = 2.0  # of 10, as systemd rates the sandbox


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_are_settings(file: Path) -> None:
    named = set(re.findall(rf"{PREFIX}([A-Z_]+)", file.read_text(encoding="utf-8")))
    assert named <= {name.upper() for name in HELP} | set(OTHER_VARIABLES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_explained(file: Path) -> None:
    assert f"deploy/{file.name}" in (ROOT / "docs" / "host.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit_and_rates_its_sandbox(tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8")
    unit = tmp_path / "heptapolis.service"
    unit.write_text(re.sub(r"(?<=ExecStart=)\S+", sys.executable, text), encoding="utf-8")
    verified = analyze("verify", str(unit))
    assert verified.returncode == 0 and not verified.stderr, verified.stderr
    rated = analyze("security", "--offline=true", str(unit)).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", rated)
    assert found and float(found[1]) <= MAX_EXPOSURE, rated


def test_the_sandbox_shows_what_the_metrics_of_the_process_read() -> None:
    """Panels of the dashboard need /proc/stat, which ProcSubset=pid hides."""
    assert "process_resident_memory_bytes" in (DEPLOY / "grafana.json").read_text(encoding="utf-8")
    assert not re.search(r"^ProcSubset=", UNIT.read_text(encoding="utf-8"), re.MULTILINE)


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )


def test_the_image_has_what_its_steps_copy() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [
        name
        for line in re.findall(r"^COPY (?!--)(.+) \S+$", text, re.MULTILINE)
        for name in line.split()
    ]
    assert "src" in copied and all((ROOT / name).exists() for name in copied)
    assert re.search(r"^USER heptapolis$", text, re.MULTILINE), "it does not run as root"
    sent = re.findall(
        r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(copied) == set(sent), "a build sends these files alone to the engine"


def test_the_compose_file_names_services_volumes_and_networks_that_exist() -> None:
    composed = import_module("yaml").safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = composed["services"]
    for service in services.values():
        assert ("image" in service) != ("build" in service)
        assert set(service["networks"]) <= composed["networks"].keys()
        assert set(service.get("depends_on", ())) <= services.keys()
        for source in (volume.split(":")[0] for volume in service["volumes"]):
            is_there = (
                (DEPLOY / source).exists() if "/" in source else source in composed["volumes"]
            )
            assert is_there, source
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")


def test_the_container_writes_to_volumes_only() -> None:
    """What the rules are compiled into is one: another processor compiles them once."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    composed = import_module("yaml").safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    server = composed["services"]["server"]
    cache = re.findall(r"HEPTAPOLIS_CACHE=(\S+)", text)
    (data,) = re.findall(r"^VOLUME (\S+)$", text, re.MULTILINE)
    mounted = {volume.split(":")[1] for volume in server["volumes"]}
    assert server["read_only"] and mounted == {data, *cache}
    assert Path(server["environment"]["HEPTAPOLIS_BACKUP_FOLDER"]).is_relative_to(data)
