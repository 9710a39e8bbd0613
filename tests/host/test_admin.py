"""The socket of the administrator: who may open it, what it answers, what becomes of it."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import attrs
import orjson
import pytest

from tests.host.stewards import ANNA, GUEST, PaperHost, running
from tests.host.test_accounts import new_key
from tui.host import admin
from tui.host.accounts import AccountBook
from tui.host.admin import AdminError, AdminSocket, NoHostError, ask
from tui.host.log import HostLog


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def path(data: Path) -> Path:
    return data / "host" / admin.FILE


@pytest.fixture
def host(data: Path) -> Iterator[PaperHost]:
    with running(data) as host:
        yield host


def raw(path: Path, line: bytes) -> dict[str, object]:
    """What comes back for bytes of any kind."""
    with admin._connected(path, 5) as connection:
        connection.sendall(line)
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as file:
            answer = file.readline()
    decoded = orjson.loads(answer)
    assert isinstance(decoded, dict)
    return decoded


def test_the_sessions_are_listed(host: PaperHost, path: Path) -> None:
    assert ask(path, "list") == {"sessions": [attrs.asdict(ANNA), attrs.asdict(GUEST)]}


def test_a_player_or_a_session_is_kicked(host: PaperHost, path: Path) -> None:
    assert ask(path, "kick", who="anna", reason=None) == {"ended": 1}
    assert ask(path, "kick", who="2", reason="too loud") == {"ended": 1}
    assert host.asked[1] == ("kick", "2", "too loud")
    with pytest.raises(AdminError, match="no session of 'anna'"):
        ask(path, "kick", who="anna")


def test_a_banned_player_leaves_at_once_and_hears_why(host: PaperHost, data: Path, path: Path) -> None:
    book = AccountBook(data / "host" / "accounts")
    book.register("anna", key=new_key())
    assert ask(path, "ban", who="anna", reason="cheats") == {"ended": 1}
    assert host.asked == [("kick", "anna", "anna is banned from this host: cheats.")]
    account = book.account("anna")
    assert account is not None
    assert account.refusal
    assert ask(path, "unban", who="anna") == {}
    with pytest.raises(AdminError, match="not banned"):
        ask(path, "unban", who="anna")
    with pytest.raises(AdminError, match="did you mean 'anna'"):
        ask(path, "ban", who="ana")


def test_a_text_is_shown_to_all(host: PaperHost, path: Path) -> None:
    assert ask(path, "say", text=" back in\n\x1b[2J ten ") == {"shown": 2}
    assert host.asked == [("say", "back in [2J ten")]
    for text in ("", " \n", "x" * 301):
        with pytest.raises(AdminError):
            ask(path, "say", text=text)


def test_the_host_is_stopped_now_or_later(host: PaperHost, path: Path) -> None:
    assert ask(path, "stop") == {"minutes": 0}
    assert ask(path, "stop", minutes=5) == {"minutes": 5}
    assert host.asked[1] == ("stop", 5, "This host stops in 5 minutes. Every game is kept.")
    for minutes in (-1, 1e9, "5", 1441):
        with pytest.raises(AdminError, match="it may be 0 to 1440"):
            ask(path, "stop", minutes=minutes)


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"hello\n",
        b"[]\n",
        b'{"do": 3}\n',
        b'{"do": "dance"}\n',
        b'{"do": "kick"}\n',
        b'{"do": "list"',
        b"\xff\n",
    ],
)
def test_what_is_no_request_is_answered_in_words(host: PaperHost, path: Path, line: bytes) -> None:
    answer = raw(path, line)
    assert answer["ok"] is False
    assert answer["error"]
    assert ask(path, "list")


def test_endless_lines_and_silence_end_nothing(host: PaperHost, path: Path) -> None:
    with admin._connected(path, 5) as silent, admin._connected(path, 5) as endless:
        with contextlib.suppress(OSError):
            endless.sendall(b"x" * 10_000_000)
            pytest.fail("the host took ten million bytes")
        assert ask(path, "list")
        assert silent.fileno() >= 0


def test_what_nobody_foresaw_is_logged_and_not_told(host: PaperHost, path: Path) -> None:
    with pytest.raises(AdminError, match="RuntimeError") as raised:
        ask(path, "say", text="fail")
    assert "secret" not in str(raised.value)
    assert ask(path, "list")


def test_what_was_asked_stands_in_the_log_without_texts(data: Path, path: Path) -> None:
    with running(data):
        ask(path, "say", text="something private")
        ask(path, "kick", who="anna")
        ask(path, "stop", minutes=1)
    log = (data / "host" / "host.log").read_bytes()
    assert [orjson.loads(line)["event"] for line in log.splitlines()] == ["admin-say", "admin-kick", "admin-stop"]
    assert b"private" not in log


# -- the socket itself -------------------------------------------------------------------------------


def test_only_the_owner_may_open_it_and_it_goes_with_the_host(data: Path, path: Path) -> None:
    with running(data):
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o077 == 0
    assert not path.exists()
    assert [p.name for p in path.parent.iterdir() if p.is_socket()] == []
    with pytest.raises(NoHostError, match="no host runs on"):
        ask(path, "list")


def test_a_socket_left_by_a_killed_host_is_replaced(data: Path, path: Path) -> None:
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as left, admin._reachable(path) as name:
        left.bind(name)
    assert path.is_socket()
    with pytest.raises(NoHostError):
        ask(path, "list")
    with running(data):
        assert ask(path, "list")


async def test_a_second_host_is_refused_and_spoils_nothing(data: Path, path: Path) -> None:
    with running(data):
        log, book = HostLog(data / "second.log"), AccountBook(data / "accounts")
        second = AdminSocket(path, book, PaperHost(), log)
        with pytest.raises(AdminError, match="a host answers"):
            await second.start()
        await second.stop()
        log.close()
        assert ask(path, "list")


def test_a_path_longer_than_sockets_take_works_too(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    with running(data):
        assert ask(data / "host" / admin.FILE, "list")


def test_a_host_of_another_user_is_told_of(host: PaperHost, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(AdminError, match="belongs to another user"):
        ask(path, "list")
    monkeypatch.undo()


def test_a_host_that_breaks_off_is_told_of(path: Path) -> None:
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as broken:
        with admin._reachable(path) as name:
            broken.bind(name)
        broken.listen()
        other_end = Thread(target=lambda: broken.accept()[0].close())
        other_end.start()
        with pytest.raises(AdminError, match=r"broke off|does not answer"):
            ask(path, "list")
        other_end.join()
