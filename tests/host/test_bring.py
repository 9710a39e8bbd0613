"""Games by file over SSH: brought by each player his own, and taken away by each his half; and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from saves.post.before import read_half
from saves.rooms.state import Stage
from tests.host.client import Player, config, connected, known, play
from tests.host.tables import Club, club
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, ITALIAN, played
from tests.rooms.test_brought import Post
from tests.rooms.test_brought import post as _post
from tui.host import bringing, channel

post = _post


async def sent(here: Club, name: str, data: bytes | None, *, command: str = "bring") -> Player:
    """What a client is answered that sends a file; None: no end of it."""
    if name not in here.keys:
        here.keys[name], _ = known(here.host, name)
    async with connected(here.host, here.keys[name], name) as conn:
        player = await play(conn, term=None, command=command)
        if data is not None:
            for at in range(0, len(data), 16384):
                if not player.closed.is_set():
                    player.channel.write(data[at : at + 16384])
            if not player.closed.is_set():
                player.channel.write_eof()
        await asyncio.wait_for(player.closed.wait(), 60)
        return player


def status(player: Player) -> int:
    """With what the command ended."""
    return int(player.channel.get_exit_status())


async def test_both_bring_their_files_and_take_their_halves_away_again(post: Post, tmp_path: Path) -> None:
    files = post.agreed()
    async with club(tmp_path / "host") as here:
        first = await sent(here, ANNA, files["british"])
        assert (status(first), "fingerprint" in first.errors) == (0, True), first.errors
        id_ = first.screen.raw.strip()
        room = here.house.room(id_)
        assert room.state.commitment in first.errors
        second = await sent(here, BEN, files["italian"])
        assert (status(second), second.screen.raw.strip()) == (0, id_), second.errors
        assert "Both sides are there" in second.errors
        room.join(ANNA, BRITISH, "words of anna")
        room.join(BEN, ITALIAN, "words of ben")
        assert room.stage is Stage.PLAYING
        system: Any = room.system
        while room.game is None or not system.settled(room.game.state):
            played(room, 1)
        refused = await sent(here, ANNA, None, command=f"half {id_}")
        assert (status(refused), "of which you have a half" in refused.errors) == (1, True)
        room.post.go_by_file(ANNA)
        room.post.go_by_file(BEN)
        for name, side in ((ANNA, "british"), (BEN, "italian")):
            half = await sent(here, name, None, command=f"half {id_}")
            assert (status(half), read_half(half.screen.raw.encode()).side) == (0, side)
        refused = await sent(here, CLARA, None, command=f"half {id_}")
        assert (status(refused), refused.screen.raw) == (1, "")
    log = (tmp_path / "host" / "host" / "host.log").read_text()
    for event in ("brought", "half-sent", "half-refused"):
        assert f'"event":"{event}"' in log


@pytest.mark.parametrize("data", [b"", b"\x1b[2J", b"{}", b'{"panzerhex-bring":1}', b"[" * 50_000])
async def test_rubbish_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    async with club(tmp_path / "host") as here:
        answer = await sent(here, ANNA, data)
        assert status(answer) == 1
        assert "bring" in answer.errors or "damaged" in answer.errors
        assert "\x1b" not in answer.errors
        assert not here.house.rooms()


async def test_what_never_ends_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bringing, "LARGEST", 1 << 18)
    monkeypatch.setattr(channel, "PATIENCE", 0.2)
    async with club(tmp_path / "host") as here:
        late = await sent(here, ANNA, None)
        assert (status(late), "did not come" in late.errors) == (1, True)
        large = await sent(here, ANNA, b"x" * (1 << 20))
        assert (status(large), "larger than" in large.errors) == (1, True)


async def test_who_has_no_account_brings_nothing(post: Post, tmp_path: Path) -> None:
    files = post.agreed()
    async with club(tmp_path / "host", config(guests=True)) as here:
        async with connected(here.host, None, "guest") as conn:
            player = await play(conn, term=None, command="bring")
            await asyncio.wait_for(player.closed.wait(), 60)
            assert status(player) == 1
        here.keys["stranger"] = asyncssh.generate_private_key("ssh-ed25519")
        refused = await sent(here, "stranger", None)
        assert status(refused) == 1
        assert not here.house.rooms()
        clara = await sent(here, CLARA, files["british"])
        assert status(clara) == 0
        stolen = await sent(here, ANNA, files["british"])
        assert (status(stolen), "brought by clara already" in stolen.errors) == (1, True)


async def test_a_side_whose_letters_lie_lays_no_game(post: Post, tmp_path: Path) -> None:
    """The second file decides: then every letter is decided again."""
    files = post.agreed()
    other = files["italian"].replace(b'"side":"italian"', b'"side":"british"', 1)
    async with club(tmp_path / "host") as here:
        assert status(await sent(here, ANNA, files["british"])) == 0
        assert status(await sent(here, BEN, other)) == 1
        (entry,) = here.house.rooms()
        assert entry.state is not None
        assert (entry.state.stage, dict(entry.state.brought)) == (Stage.WAITING, {"british": ANNA})
