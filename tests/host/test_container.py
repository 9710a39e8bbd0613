"""The host in a container: built and started by the Containerfile; a player with a new key comes to its door."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from saves.library import data_directory
from tests.emulator import Screen
from tui.cli import parser
from tui.host.config import Listen

ROOT = Path(__file__).parents[2]
NAME = "panzerhex-under-test"


def engine() -> str:
    """What runs containers here; "" if nothing does."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, timeout=60).returncode == 0:
            return name
    return ""


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a host in a container that was built just now; skips where none can be run or built."""
    runs = engine()
    if not runs:
        pytest.skip("no container engine is running here: podman or docker")
    pulled = subprocess.run([runs, "pull", "docker.io/library/python:3.13-slim"], capture_output=True, text=True)
    if pulled.returncode:
        pytest.skip(f"{runs} cannot fetch what the Containerfile begins with: {pulled.stderr.strip()[-200:]}")
    subprocess.run([runs, "build", "-q", "-t", NAME, "-f", "Containerfile", "."], cwd=ROOT, check=True)
    subprocess.run([runs, "run", "-d", "--rm", "--name", NAME, "-p", "127.0.0.1::2222", NAME], check=True)
    try:
        told = subprocess.run([runs, "port", NAME, "2222"], capture_output=True, text=True, check=True).stdout
        yield int(told.split()[0].rpartition(":")[2])
    finally:
        subprocess.run([runs, "stop", NAME], check=True)


async def connected(port: int) -> asyncssh.SSHClientConnection:
    """A connection with a new key, as soon as the host listens."""
    while True:
        try:
            return await asyncssh.connect(
                "127.0.0.1",
                port,
                username="anna",
                client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
                known_hosts=None,
                config=None,
            )
        except (OSError, asyncssh.ConnectionLost):
            await asyncio.sleep(0.2)


@pytest.mark.long
async def test_a_player_comes_to_the_door_of_a_host_in_a_container(port: int) -> None:
    async with asyncio.timeout(120), await connected(port) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24))
        screen = Screen()
        while "anna" not in "\n".join("".join(row) for row in screen.rows):
            screen.take(await process.stdout.read(4096))
        process.close()


def test_the_containerfile_is_that_of_this_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says of the program holds: its command, its port on every address, its data, its Python."""
    lines = [line.split(maxsplit=1) for line in (ROOT / "Containerfile").read_text().splitlines() if line[:1].isupper()]
    said = dict(lines)
    assert json.loads(said["ENTRYPOINT"]) == ["panzerhex"]
    args = parser().parse_args(json.loads(said["CMD"]))
    assert args.run.__module__ == "tui.commands.serve"
    assert (args.host, args.port) == (None, None)
    assert int(said["EXPOSE"]) == Listen().port
    assert Listen().host == "", "on every address: that of the container is not known"
    name, place = said["ENV"].split("=")
    assert place == said["VOLUME"]
    monkeypatch.setenv(name, place)
    assert data_directory() == Path(place)
    promised = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    pythons = {rest.split(":")[1].split("-")[0] for word, rest in lines if word == "FROM"}
    assert all(f"Programming Language :: Python :: {python}" in promised for python in pythons)
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".venv*", ".*_cache"} <= set(ignored), "what a checkout has besides stays out of the image"
