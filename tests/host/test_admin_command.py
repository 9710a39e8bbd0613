"""``panzerhex admin`` and ``panzerhex serve`` on the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import frozen

from tests.host.stewards import PaperHost, running
from tests.host.test_accounts import GOOD, new_key
from tui import cli
from tui.host import config, serve
from tui.host.accounts import AccountBook


@frozen
class Said:
    """What came of a command."""

    status: int
    out: str
    err: str


Ask = Callable[..., Said]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data directory of a host that was started once, with an account."""
    data = tmp_path / "data"
    config.load(data)
    AccountBook(data / "host" / "accounts").register("anna", key=new_key("anna@desk"))
    return data


@pytest.fixture
def book(data: Path) -> AccountBook:
    return AccountBook(data / "host" / "accounts")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: Path) -> Ask:
    monkeypatch.setenv("PANZERHEX_DATA", str(data))

    def run(*words: str) -> Said:
        status = cli.main(words)
        captured = capsys.readouterr()
        return Said(status, captured.out, captured.err)

    return run


@pytest.fixture
def host(data: Path) -> Iterator[PaperHost]:
    with running(data) as host:
        yield host


def refused(said: Said) -> str:
    assert said.status == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("panzerhex: ")
    return said.err


ACTIONS = ("list", "kick", "ban", "unban", "say", "stop", "accounts", "add", "password")


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_help_with_an_example(ask: Ask, action: str) -> None:
    said = ask("admin", action, "--help")
    assert said.status == 0
    assert f"example: panzerhex admin {action}" in said.out
    assert action in ask("admin", "--help").out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["admin"], "ACTION"),
        (["admin", "lst"], "unknown command 'admin lst'; did you mean list"),
        (["admin", "list", "--jsn"], "did you mean --json?"),
        (["admin", "list"], "no host runs on"),
        (["admin", "kick", "anna"], "no host runs on"),
        (["admin", "say", "hello"], "'panzerhex serve' starts one"),
        (["admin", "stop"], "no host runs on"),
        (["admin", "stop", "--minutes", "soon"], "not a whole number from 0"),
        (["admin", "ban", "ana"], "there is no account 'ana'; did you mean 'anna'?"),
        (["admin", "unban", "anna"], "anna is not banned"),
        (["admin", "password", "ana"], "did you mean 'anna'?"),
        (["admin", "password", "anna", "--remove"], "has no password"),
        (["admin", "add", "anna", "--key", "nothing.pub"], "cannot read the key in nothing.pub"),
        (["admin", "add", "bert", "--key", "ssh-ed25519 AAAA"], "cut off or damaged"),
        (["admin", "add", "bert"], "--key"),
        (["serve", "--port", "70000"], "not a port from 0 to 65535"),
        (["serve", "--prt", "7"], "did you mean --port"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(ask: Ask, words: list[str], text: str) -> None:
    assert text in refused(ask(*words))


def test_a_directory_without_a_host_is_refused_and_left_alone(ask: Ask, tmp_path: Path) -> None:
    for action in (["accounts"], ["ban", "anna"], ["password", "anna"]):
        assert "no data directory of a host" in refused(ask("admin", *action, "--data", str(tmp_path / "typo")))
    assert not (tmp_path / "typo").exists()


# -- while a host runs -------------------------------------------------------------------------------


def test_sessions_are_listed_as_a_table_and_as_a_document(ask: Ask, host: PaperHost) -> None:
    head, anna, guest, total = ask("admin", "list").out.splitlines()
    assert head.split() == ["SESSION", "PLAYER", "FROM", "OPEN", "IDLE", "TERMINAL", "WHERE"]
    assert anna.split()[:3] == ["1", "anna", "192.0.2.7"]
    assert anna.split()[4:] == ["0:01", "xterm", "80x24", "lobby"]
    assert "guest (guest)" in guest
    assert total == "2 sessions"
    document = json.loads(ask("admin", "list", "--json").out)
    assert [line["player"] for line in document["sessions"]] == ["anna", "guest"]
    host.lines.clear()
    assert ask("admin", "list").out == "0 sessions\n"


def test_what_is_asked_of_a_host_reaches_it(ask: Ask, host: PaperHost) -> None:
    assert ask("admin", "kick", "anna", "--reason", "too loud").out == "1 session of anna ended\n"
    assert ask("admin", "say", "back", "in", "ten").out == "shown in 1 session\n"
    assert ask("admin", "stop", "--minutes", "1").out == "the host stops in 1 minute\n"
    assert ask("admin", "stop").out == "the host stops now\n"
    assert host.asked[:2] == [("kick", "anna", "too loud"), ("say", "back in ten")]
    assert [asked[:2] for asked in host.asked[2:]] == [("stop", 1), ("stop", 0)]
    assert "no session of 'anna'" in refused(ask("admin", "kick", "anna"))
    assert json.loads(ask("admin", "say", "hi", "--json").out) == {"shown": 1}


def test_a_ban_ends_the_sessions_of_the_player(ask: Ask, host: PaperHost, book: AccountBook) -> None:
    assert ask("admin", "ban", "anna", "--reason", "cheats").out == "anna is banned; 1 session ended\n"
    account = book.account("anna")
    assert account is not None
    assert account.ban is not None
    assert ask("admin", "unban", "anna").out == "anna may come in again\n"


def test_the_directory_may_be_named_before_or_behind_the_action(
    ask: Ask, host: PaperHost, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / "elsewhere"))
    assert "no host runs on" in refused(ask("admin", "list"))
    assert ask("admin", "--data", str(data), "--json", "list").out.startswith("{")
    monkeypatch.setenv("PANZERHEX_DATA", str(tmp_path / "elsewhere"))
    assert ask("admin", "list", "--data", str(data)).out.endswith("2 sessions\n")


# -- while none runs ---------------------------------------------------------------------------------


def test_accounts_are_kept_without_a_host(ask: Ask, book: AccountBook, tmp_path: Path) -> None:
    key = new_key("bert@road")
    (tmp_path / "bert.pub").write_text(f"{key.line}\n")
    assert key.fingerprint in ask("admin", "add", "bert", "--key", str(tmp_path / "bert.pub")).out
    assert ask("admin", "add", "carl", "--key", new_key().line).status == 0
    assert "bert is taken" in refused(ask("admin", "add", "bert", "--key", new_key().line))
    assert ask("admin", "ban", "bert", "--reason", "cheats").out == "bert is banned\n"
    said = ask("admin", "accounts")
    head, anna, bert, carl, total = said.out.splitlines()
    assert head.split() == ["NAME", "KEYS", "PASSWORD", "MADE", "LAST", "SEEN"]
    assert anna.split()[:3] == ["anna", "1", "no"]
    assert bert.endswith("banned: cheats")
    assert carl.endswith("never")
    assert total == "3 accounts"
    documents = json.loads(ask("admin", "accounts", "--json").out)
    assert documents[1]["ban"]["reason"] == "cheats"
    assert documents[1]["keys"] == [{"type": "ED25519", "fingerprint": key.fingerprint, "comment": "bert@road"}]
    assert ask("admin", "unban", "bert").status == 0
    assert book.by_fingerprint(key.fingerprint) == book.account("bert")


def test_a_damaged_account_is_told_of_beside_the_list(ask: Ask, book: AccountBook) -> None:
    (book.directory / "bert.toml").write_text("keys = 3")
    said = ask("admin", "accounts")
    assert said.status == 0
    assert "1 account\n" in said.out
    assert "bert.toml: keys: found 3" in said.err


def test_a_password_comes_from_the_input_and_is_never_shown(
    ask: Ask, book: AccountBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{GOOD}\n"))
    said = ask("admin", "password", "anna")
    assert said == Said(0, "anna has a new password\n", "")
    assert book.verified("anna", GOOD) is not None
    assert ask("admin", "password", "anna", "--remove").status == 0
    assert book.verified("anna", GOOD) is None
    monkeypatch.setattr("sys.stdin", io.StringIO("short\n"))
    assert "10 to 128 characters" in refused(ask("admin", "password", "anna"))


def test_a_password_is_typed_twice_at_a_terminal(ask: Ask, book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter([GOOD, "another one", GOOD, GOOD])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
    assert "differ" in refused(ask("admin", "password", "anna"))
    assert book.verified("anna", GOOD) is None
    assert ask("admin", "password", "anna").status == 0
    assert book.verified("anna", GOOD) is not None


def test_files_of_another_user_are_not_written(ask: Ask, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: data.stat().st_uid + 1)
    assert "ask as that user: sudo -u" in refused(ask("admin", "ban", "anna"))
    assert ask("admin", "accounts").status == 0


# -- serving -----------------------------------------------------------------------------------------


def test_serving_begins_as_the_file_and_the_options_say(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[tuple[Path, config.HostConfig]] = []
    monkeypatch.setattr(serve, "run", lambda data, set_up: began.append((data, set_up)) or 0)
    data = tmp_path / "new"
    assert ask("serve", "--host", "::1", "--port", "22", "--data", str(data)).status == 0
    assert began == [(data, config.overridden(config.HostConfig(), "::1", 22))]
    assert (data / config.FILE).is_file()
    (data / config.FILE).write_text("[limits]\nsesions = 3\n")
    said = refused(ask("serve", "--data", str(data)))
    assert f"{data / config.FILE}: limits.sesions: found the unknown key" in said
    assert "did you mean 'sessions'?" in said
    assert len(began) == 1


def test_a_host_is_set_up_before_anybody_can_come_in(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "run", lambda *_: pytest.fail("it was to stop"))
    data = tmp_path / "new"
    said = ask("serve", "--init", "--data", str(data))
    assert said.status == 0
    assert f"{data / config.FILE} is written" in said.out
    before = (data / config.FILE).read_bytes()
    said = ask("serve", "--init", "--data", str(data))
    assert "is there already" in said.out
    assert (data / config.FILE).read_bytes() == before
    (data / config.FILE).write_text("[limits]\nsessions = 0\n")
    assert "limits.sessions" in refused(ask("serve", "--init", "--data", str(data)))


def test_keys_and_networks_are_banned_while_no_host_runs(ask: Ask) -> None:
    for words, out in (
        (("ban", "192.0.2.7/24", "--reason", "bots\x1b[2J"), "192.0.2.7/24 is banned\n"),
        (("ban", "anna"), "anna is banned\n"),
    ):
        assert ask("admin", *words) == Said(0, out, "")
    listed = ask("admin", "bans").out
    assert "192.0.2.0/24" in listed
    assert "anna" in listed
    assert "\x1b" not in listed
    assert ask("admin", "unban", "192.0.2.0/24").status == 0
    assert "192.0.2.0/24" not in ask("admin", "bans").out


def test_players_are_silenced_while_no_host_runs(ask: Ask, book: AccountBook) -> None:
    assert ask("admin", "mute", "anna", "--reason", "shouting").status == 0
    assert book.known("anna").silence == "You may not talk on this host: shouting."
    assert "muted: shouting" in ask("admin", "accounts").out
    assert ask("admin", "unmute", "anna").status == 0
    assert book.known("anna").silence == ""
    assert "may talk already" in refused(ask("admin", "unmute", "anna"))


def test_tables_configuration_and_figures_of_a_running_host(ask: Ask, host: PaperHost) -> None:
    out = ask("admin", "tables").out
    assert "bridge-7k2" in out
    assert "anna, ben" in out
    assert json.loads(ask("admin", "tables", "--finished", "--json").out)["tables"][0]["stage"] == "over"
    assert ask("admin", "close", "bridge-7k2") == Said(0, "bridge-7k2 is closed\n", "")
    assert "there is no table 'x'" in refused(ask("admin", "close", "x"))
    assert ask("admin", "remove", "bridge-7k2").status == 0
    assert "listen holds from the next start" in ask("admin", "reload").out
    assert "log: registered  1" in ask("admin", "counters").out
    assert ask("admin", "ban", "SHA256:" + "a" * 43).out.endswith("is banned; 1 session ended\n")
    kinds = [asked[0] for asked in host.asked]
    assert kinds == ["close", "remove", "reload", "kick-banned"]
