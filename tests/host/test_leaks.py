"""What goes over the wire to a player and to a spectator does not depend on what the other side keeps secret.

Two hosts, each with a copy of one game, and real clients. In one of them the other side gives other secret orders,
more or fewer of them. A secret order must not send one byte; after everything else, and after every key, both copies
must show the same glyphs in the same styles. How the host cuts what it sends into frames is a matter of time and is
not compared: every cell that a frame writes stays written, and notices stay for the length of the test, so nothing
that was shown is gone when the screens are compared; the map lies round the cursor, not where it was scrolled to on
the way.
"""

from __future__ import annotations

import random
import shutil
from contextlib import AsyncExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.order import Order
from core.play import aside
from saves.rooms import sealed
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tests.host.client import Player, still
from tests.host.tables import Club, club
from tests.rooms.table import Time
from tests.rooms.test_secrets import BLITZ, PANZER, Twins, twins
from tests.tui.staying import keep_messages
from tui.lobby.app import LobbyApp
from tui.map.widget import HexMap

EVA = PlayerName("eva")
SCENARIO = "the-pimple"
KEYS = ("\t", "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C", "D", "i", "\x1b", "L", "V", "+", "-", "c", "\x1b", "\x10", "\x1b")
#: Whatever else a player may press there: what gives orders, opens windows, has nothing to do.
MORE = (*KEYS, "\r", "\r", " ", "E", "U", "u", "z", "Z", "*", "S", "X", "[", "]", *"1234abdefgjkmnoptvwxBCFMRY%'\"?.,")
#: Out of the game into the lobby, through its sections, to the title, what lies there, and back.
TOUR = ("\x1b", "q", "1", "2", "3", "4", "\x1b", "\x1b", "s", "\x1b", "u", "\x1b", "l", "3", "1", "\r", "i", "\x1b")
STEPS = 10


@pytest.mark.parametrize(("scenario", "options", "number"), [(SCENARIO, (), 1), (*BLITZ[0], 5), ("pw-0", (), 7)])
async def test_no_byte_goes_out_for_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str, options: tuple[str, ...], number: int
) -> None:
    different = await compared(tmp_path, monkeypatch, scenario, options, f"{scenario}/{number}")
    assert different > 0, "the copies must differ in what is secret"


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, 4))
@pytest.mark.parametrize(("scenario", "options"), [*PANZER, *BLITZ, ("pw-0", ())])
async def test_nor_in_any_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str, options: tuple[str, ...], number: int
) -> None:
    await compared(tmp_path, monkeypatch, scenario, options, f"{scenario}/{number}", steps=30)


@pytest.mark.long
@pytest.mark.parametrize("number", range(10, 12))
@pytest.mark.parametrize(("scenario", "options"), [*PANZER, *BLITZ, ("pw-0", ())])
async def test_nor_whatever_is_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str, options: tuple[str, ...], number: int
) -> None:
    """A key may show what a secret order has changed on a screen though it sent nothing."""
    await compared(tmp_path, monkeypatch, scenario, options, f"{scenario}/{number}", 12, MORE, presses=4)


async def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "redact", lambda system, state, event, side: event)
    with pytest.raises(AssertionError, match="a secret order"):
        await compared(tmp_path, monkeypatch, SCENARIO, (), f"{SCENARIO}/1")


async def compared(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    scenario: str,
    options: tuple[str, ...],
    seed: str,
    steps: int = STEPS,
    keys: tuple[str, ...] = KEYS,
    presses: int = 1,
) -> int:
    """Play two copies as far as they go alike; returns how many secret orders only one of them had."""
    time = Time()
    monkeypatch.setattr("tui.host.apps.House", partial(House, now=lambda: time.wall, monotonic=lambda: time.steady))
    monkeypatch.setattr(sealed, "draw", lambda: sha256(seed.encode()).hexdigest())
    monkeypatch.setattr(LobbyApp, "notify", partial_notify(LobbyApp.notify))
    keep_messages(monkeypatch)
    monkeypatch.setattr(HexMap, "_follow", in_the_middle)
    secret: list[object] = []
    carried_out = Twins._give_otherwise

    def noted(both: Twins, order: Order) -> bool:
        secret.append(order)
        return carried_out(both, order)

    monkeypatch.setattr(Twins, "_give_otherwise", noted)
    both = twins(tmp_path, scenario, options, seed)
    shutil.rmtree(tmp_path / "players", ignore_errors=True)
    whim = random.Random(seed)
    id_, (keeper, mate) = both.rooms[0].id, both.rooms[0].players(both.keeper)
    other = both.rooms[0].commander(both.other)
    assert other is not None
    async with AsyncExitStack() as stack:
        clubs = [await stack.enter_async_context(club(tmp_path / part)) for part in ("a", "b")]
        both.rooms = (clubs[0].house.room(id_), clubs[1].house.room(id_))
        pairs = [[await come(here, name, id_) for here in clubs] for name in (other, EVA, keeper)]
        watched, everybody = pairs[:2], [one for pair in pairs for one in pair]
        await still(*everybody)
        second = both.rooms[1]
        units = second.formations(both.keeper)[0].units
        for act in (
            lambda: second.say(mate, "side", "a word in secret"),
            lambda: second.share(keeper, units, mate),
            lambda: second.share(keeper, units, keeper),
            lambda: second.ready(mate),
        ):
            await in_secret(everybody, watched, act)
        for _ in range(steps):
            before = sent(watched)
            secret.clear()
            goes_on = both.step()
            await still(*everybody)
            assert not secret or sent(watched) == before, "a secret order was followed by bytes"
            if not goes_on or not (secret or both.same()):
                return both.different
            same(watched)
            for _ in range(presses):
                await press(watched, everybody, whim.choice(keys))
                same(watched)
        for key in TOUR:
            await press(watched, everybody, key)
            same(watched)
        return both.different


def partial_notify(notify: Any) -> Any:
    """Notices that stay."""

    def stays(self: LobbyApp, message: str, **more: Any) -> None:
        notify(self, message, **{**more, "timeout": 3600})

    return stays


def in_the_middle(self: HexMap) -> None:
    """The map scrolls no further than it must: how far depends on which frames were drawn on the way, a matter of
    time. Here the cursor's hex is in the middle, by whatever way it came there."""
    if self.cursor is not None and self.size:
        self.centre_on(self.cursor)


async def come(here: Club, name: PlayerName, room: str) -> Player:
    here.tables[name] = room
    return await here.come(name)


async def in_secret(everybody: list[Player], watched: list[list[Player]], act: Any) -> None:
    """Something that only the keeper's side may know of."""
    before = sent(watched)
    act()
    await still(*everybody)
    assert sent(watched) == before, "a secret order, word or share was followed by bytes"


def sent(pairs: list[list[Player]]) -> list[int]:
    return [one.bytes for pair in pairs for one in pair]


async def press(pairs: list[list[Player]], everybody: list[Player], key: str) -> None:
    for pair in pairs:
        for one in pair:
            one.type(key)
    await still(*everybody)


def same(pairs: list[list[Player]]) -> None:
    """What the two copies show to one player."""
    for first, second in pairs:
        assert first.screen.text.splitlines() == second.screen.text.splitlines()
        assert first.screen.styles == second.screen.styles
        assert first.screen.raw.count("\a") == second.screen.raw.count("\a")
