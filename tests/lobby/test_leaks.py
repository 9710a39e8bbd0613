"""What is written to a player's terminal is the same, byte for byte, whatever the other side keeps secret.

Two copies of one game go on from the same moment. In one of them the other side gives other secret orders, and more
or fewer of them. Everybody has a session of his own; the keys are the same.
"""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from core.play import aside
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tests.lobby.terminals import Terminal, drawn_when_quiet, quiet, terminal
from tests.rooms.table import Time, house
from tests.rooms.test_secrets import BLITZ, Twins, twins
from tests.tui.staying import keep_messages

EVA = PlayerName("eva")
GAMES = [("the-pimple", ()), BLITZ[0]]
#: What is pressed between orders: looking round, cards, sheets, the log, the chat, what is known of the table.
KEYS = (
    *("tab", "up", "down", "left", "right", "D", "i", "escape", "L", "V", "plus", "minus", "c", "escape"),
    *("B", "s", "C", "escape", "escape"),
)
STEPS = 12


@pytest.fixture(autouse=True)
def messages_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_messages(monkeypatch)


@pytest.mark.parametrize(("scenario", "options"), [GAMES[0], pytest.param(*GAMES[1], marks=pytest.mark.thorough)])
async def test_no_byte_depends_on_secrets(tmp_path: Path, scenario: str, options: tuple[str, ...]) -> None:
    different = written = 0
    for number in range(2):
        found, more = await compared(tmp_path / str(number), scenario, options, f"{scenario}/{number}")
        different += found
        written += more
    assert different > 2, "the two copies must differ in what is secret"
    assert written > 12_000, "something must have been written"


async def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "redact", lambda system, state, event, side: event)
    with pytest.raises(AssertionError, match="written"):
        await compared(tmp_path, "the-pimple", (), "the-pimple/1")


async def compared(tmp_path: Path, scenario: str, options: tuple[str, ...], seed: str) -> tuple[int, int]:
    """Play two copies as far as they go alike and compare what is written to the other side and to a spectator.

    Returns how many secret orders only one copy had, and how many bytes were compared.
    """
    both, houses, whim = opened(tmp_path, scenario, options, seed)
    player, (keeper, mate) = both.rooms[0].commander(both.other), both.rooms[0].players(both.keeper)
    assert player is not None
    async with AsyncExitStack() as stack:
        stack.enter_context(drawn_when_quiet())
        sessions: dict[PlayerName, list[Terminal]] = {player: [], EVA: [], keeper: []}
        for name, found in sessions.items():
            for at, room in zip(houses, both.rooms, strict=True):
                found.append(await stack.enter_async_context(terminal(at, name, room.id)))
        everybody = [one for pair in sessions.values() for one in pair]
        await quiet(*everybody)
        for one in everybody:
            one.begin()
        second = both.rooms[1]
        second.say(mate, "side", "a word in secret")
        for whom in (mate, keeper):
            second.share(keeper, second.formations(both.keeper)[0].units, whom)
        second.ready(mate)
        await quiet(*everybody)
        for _ in range(STEPS):
            same(sessions[player], sessions[EVA])
            if not both.step():
                break
            await quiet(*everybody)
            key = whim.choice(KEYS)
            for one in (*sessions[player], *sessions[EVA]):
                one.press(key)
            await quiet(*everybody)
        return both.different, sum(len(one.written) for one in (sessions[player][0], sessions[EVA][0]))


def opened(
    tmp_path: Path, scenario: str, options: tuple[str, ...], seed: str
) -> tuple[Twins, tuple[House, House], random.Random]:
    """Two copies of a game, each in a house of its own."""
    both = twins(tmp_path, scenario, options, seed)
    time, id_ = Time(), both.rooms[0].id
    first, second = house(tmp_path / "a", time), house(tmp_path / "b", time)
    both.rooms = (first.room(id_), second.room(id_))
    return both, (first, second), random.Random(seed)


def same(*pairs: list[Terminal]) -> None:
    """Compare what was written to the terminals of one player in both copies."""
    for first, second in pairs:
        written = (first.written, second.written)
        assert written[0] == written[1], f"written: {difference(*written)}"


def difference(first: bytes, second: bytes) -> str:
    """Where two outputs part."""
    at = next((k for k in range(min(len(first), len(second))) if first[k] != second[k]), min(len(first), len(second)))
    return f"{first[max(0, at - 80) : at + 160]!r}\n{second[max(0, at - 80) : at + 160]!r}"
