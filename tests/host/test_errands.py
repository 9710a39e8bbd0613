"""Games that are over, taken home over SSH: who may have which, byte by byte, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from content import catalogue
from core.play.honest import Dice
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.over import archive, ended
from saves.rooms.plan import RoomPlan
from saves.rooms.room import Room
from saves.verify import verify
from tests.host.client import Player, config, connected, known, play
from tests.host.tables import Club, club
from tests.rooms.table import ANNA, BEN, BRITISH, CLARA, ITALIAN, house, laid, open_system, played
from tui.host import errands
from tui.host.channel import ONLY_GAME
from tui.host.errands import Errand, Errands
from tui.host.session import Caller

EVIL = "\x1b]0;gotcha\x07\x9b2J\u202e"


def over(where: House, **plan: object) -> Room:
    """A game of Anna against Ben that is over."""
    room = laid(where, RoomPlan("the-pimple", **plan))  # type: ignore[arg-type]
    played(room, 3)
    room.resign(ANNA)
    return room


async def asked(here: Club, name: str, command: str, *, term: str | None = None, user: str | None = None) -> Player:
    """What a client is answered to a command."""
    if name not in here.keys:
        here.keys[name], _ = known(here.host, name)
    async with connected(here.host, here.keys[name], user or name) as conn:
        player = await play(conn, term=term, command=command)
        await asyncio.wait_for(player.closed.wait(), 60)
        return player


def status(player: Player) -> int:
    """With what the command ended."""
    return int(player.channel.get_exit_status())


async def test_a_player_takes_his_game_home_and_checks_it_there(tmp_path: Path) -> None:
    async with club(tmp_path / "host") as here:
        room = over(here.house, spectators=False)
        sent = await asked(here, BEN, f"journal {room.id}")
        assert (status(sent), sent.errors) == (0, "")
        assert sent.screen.raw.encode() == room.path.read_bytes()
        on_a_terminal = await asked(here, BEN, f" journal  {room.id} ", term="xterm")
        assert on_a_terminal.screen.raw.encode() == room.path.read_bytes()
        home = tmp_path / "home.journal"
        home.write_bytes(sent.screen.raw.encode())
        found = verify(home, open_system, content_hash=catalogue.content_hash)
        assert found.dice is Dice.HONEST
        assert found.holds(from_host=True)
        listed = await asked(here, BEN, "games")
        assert status(listed) == 0
        (line,) = listed.screen.raw.splitlines()
        assert line.split()[0] == room.id
        for word in ("the-pimple", "british: anna; italian: ben", ended.result(room.state, str)):
            assert word in line
        assert "\r\n" in (await asked(here, BEN, "games", term="xterm")).screen.raw
    log = (tmp_path / "host" / "host" / "host.log").read_text()
    assert '"event":"journal-sent"' in log
    assert '"event":"games-listed"' in log


async def test_nothing_else_is_done(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = over(here.house)
        others = ("journal", "games all", f"journal {room.id} x", f"games; journal {room.id}", "Games", "journal\0x y")
        for command in (*others, "journal " + "x" * 200, "cat /etc/passwd", "scp -f x"):
            refused = await asked(here, BEN, command)
            assert (refused.errors, status(refused)) == (f"panzerhex: {ONLY_GAME}\r\n", 1)
            assert refused.screen.raw == ""


async def test_who_has_no_account_is_answered_nothing(tmp_path: Path) -> None:
    async with club(tmp_path) as here:
        room = over(here.house)
        here.keys["stranger"] = asyncssh.generate_private_key("ssh-ed25519")
        for command in ("games", f"journal {room.id}"):
            refused = await asked(here, "stranger", command)
            assert (refused.errors, status(refused)) == (f"panzerhex: {ONLY_GAME}\r\n", 1)


async def test_a_guest_has_public_games(tmp_path: Path) -> None:
    async with club(tmp_path, config(guests=True)) as here:
        public, private = over(here.house), over(here.house, spectators=False)
        async with connected(here.host, None, "guest") as conn:
            listed = await play(conn, term=None, command="games")
            await asyncio.wait_for(listed.closed.wait(), 60)
        assert [line.split()[0] for line in listed.screen.raw.splitlines()] == [public.id]
        assert private.id not in listed.screen.raw


@pytest.mark.parametrize("id_", ["../../host", "..", "", "/etc/passwd", "a/b", ".draft", "none-abc", "pimple\x00"])
def test_no_path_is_a_game(tmp_path: Path, id_: str) -> None:
    with pytest.raises(RoomError, match="there is no game"):
        archive.journal(house(tmp_path), ANNA, id_)


def test_only_what_is_over_and_ones_own_or_public_is_given(tmp_path: Path) -> None:
    here = house(tmp_path)
    running, waiting = laid(here), here.create(ANNA, RoomPlan("the-pimple"))
    closed = here.create(ANNA, RoomPlan("the-pimple"))
    closed.close(ANNA)
    adjourned = laid(here)
    for player in (ANNA, BEN):
        adjourned.adjourn(player)
    private = over(here, spectators=False)
    public = over(here)
    for room in (running, waiting, closed, adjourned):
        with pytest.raises(RoomError, match="there is no game"):
            archive.journal(here, ANNA, room.id)
    assert {game.id for game in archive.finished(here, ANNA, 50)} == {private.id, public.id}
    for stranger in (CLARA, None):
        assert [game.id for game in archive.finished(here, stranger, 50)] == [public.id]
        with pytest.raises(RoomError) as mine:
            archive.journal(here, stranger, private.id)
        with pytest.raises(RoomError) as nobodys:
            archive.journal(here, stranger, "none-abc")
        assert str(mine.value).replace(private.id, "none-abc") == str(nobodys.value)


def test_who_got_up_during_the_game_still_has_played_it(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = laid(here, RoomPlan("the-pimple", players_a_side=2, spectators=False), italian=(BEN, CLARA))
    room.leave(CLARA)
    room.resign(BEN)
    assert [game.own for game in archive.finished(here, CLARA, 50)] == [True]
    assert archive.journal(here, CLARA, room.id) == room.path


def test_a_secret_that_a_killed_host_did_not_open_is_opened_first(tmp_path: Path) -> None:
    room = over(house(tmp_path))
    lines = room.path.read_bytes().splitlines(keepends=True)
    room.path.write_bytes(b"".join(lines[:-2]))
    path = archive.journal(house(tmp_path), BEN, room.id)
    assert path.read_bytes() == b"".join(lines)


def test_games_that_were_put_away_are_still_to_be_had(tmp_path: Path) -> None:
    """Of a game whose table has left the lobby: the same list, for whoever played in it, and the same journal."""
    here = house(tmp_path)
    private, public = over(here, spectators=False), over(here)
    before = {who: archive.finished(here, who, 50) for who in (ANNA, BEN, CLARA, None)}
    assert here.put_away(linger=0.0) == 2
    assert not [entry for entry in here.rooms() if entry.id in (private.id, public.id)]
    assert {who: set(archive.finished(here, who, 50)) for who in before} == {who: set(g) for who, g in before.items()}
    assert archive.journal(here, ANNA, private.id).read_bytes()


def test_errands_are_counted_for_each_account(tmp_path: Path) -> None:
    now = 0.0
    desk = Errands(house(tmp_path), now=lambda: now)
    anna, ben = Caller("::1", "anna", ANNA), Caller("::1", "ben", BEN)
    for _ in range(errands.A_MINUTE):
        assert desk.answer(anna, "games").status == 0  # type: ignore[union-attr]
    refused = desk.answer(anna, "games")
    assert refused is not None
    assert (refused.event, refused.status) == ("request-refused", 1)
    assert "try again in" in refused.words
    assert desk.answer(ben, "games").status == 0  # type: ignore[union-attr]
    now = 61.0
    assert desk.answer(anna, "games").status == 0  # type: ignore[union-attr]


class Slow:
    """A way to a client who reads nothing, or so much at every look."""

    def __init__(self, reads: int) -> None:
        self.reads = reads
        self.left = 0
        self.most = 0
        self.got = b""

    def send(self, data: bytes) -> None:
        self.got += data
        self.left += len(data)
        self.most = max(self.most, self.left)

    def waiting(self) -> int:
        self.left = max(0, self.left - self.reads)
        return self.left

    def exit(self, status: int) -> None: ...

    def abort(self) -> None: ...


async def test_a_client_that_reads_slowly_holds_up_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errands, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(errands, "PATIENCE", 0.1)
    big = tmp_path / "big.journal"
    big.write_bytes(bytes(range(256)) * 8192)
    desk, caller = Errands(house(tmp_path)), Caller("::1", "anna", ANNA)
    slow = Slow(20_000)
    assert await desk.send(caller, Errand("journal-sent", file=big), slow, "\n") == 2 << 20
    assert slow.got == big.read_bytes()
    assert slow.most <= 2 * errands.CHUNK
    stuck = Slow(0)
    with pytest.raises(TimeoutError):
        await desk.send(caller, Errand("journal-sent", file=big), stuck, "\n")
    assert stuck.most <= 2 * errands.CHUNK
    assert not desk._open


def test_a_list_is_plain_text(tmp_path: Path) -> None:
    here = house(tmp_path)
    room = over(here)
    log = room.path.with_name("room.log")
    assert "resigned" in log.read_text()
    games = archive.finished(here, ANNA, 50)
    evil = [
        archive.Finished(EVIL, 0.0, EVIL, ((BRITISH, (EVIL,)), (ITALIAN, (PlayerName(EVIL),))), f"{EVIL}\n{EVIL}", True)
    ]
    for line in errands._columns(games + evil):
        assert line.isprintable()
