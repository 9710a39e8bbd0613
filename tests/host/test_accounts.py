"""Accounts: made, found by name and key, changed from several sides at once, and kept from strangers."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event

import asyncssh
import pytest

from tui.host import accounts, passwords
from tui.host.accounts import AccountBook, AccountError
from tui.host.keys import PublicKey, public_key

ROOT = Path(__file__).parents[2]
GOOD = "four tanks in a row"


def new_key(comment: str = "") -> PublicKey:
    made = asyncssh.generate_private_key("ssh-ed25519", comment=comment or None)
    return public_key(made.export_public_key("openssh").decode())


@pytest.fixture
def book(tmp_path: Path) -> AccountBook:
    return AccountBook(tmp_path / "accounts", now=lambda: 1_700_000_000.0)


def path_of(book: AccountBook, name: str) -> Path:
    return book.directory / f"{name}.toml"


# -- making and finding ------------------------------------------------------------------------------


def test_a_new_account_is_found_by_name_and_key_by_every_program(book: AccountBook) -> None:
    key = new_key("anna@desk")
    made = book.register("Anna", key=key)
    assert (made.name, made.keys, made.created) == ("anna", (key,), "2023-11-14T22:13:20+00:00")
    for reader in (book, AccountBook(book.directory)):
        assert reader.account("anna") == made
        assert reader.by_fingerprint(key.fingerprint) == made
        assert reader.accounts() == (made,)
        assert reader.problems() == ()


def test_what_is_not_there_is_not_found(book: AccountBook) -> None:
    assert book.accounts() == ()
    assert book.account("anna") is None
    assert book.account("../anna") is None
    assert book.by_fingerprint(new_key().fingerprint) is None


def test_files_of_accounts_are_for_the_host_alone(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    assert path_of(book, "anna").stat().st_mode & 0o077 == 0
    assert book.directory.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["a", "4anna", "an na", "../x", "host", "x" * 21, ""])
def test_a_name_that_no_account_may_have_is_refused(book: AccountBook, name: str) -> None:
    assert book.taken(name)
    with pytest.raises(AccountError):
        book.register(name, key=new_key())
    assert book.accounts() == ()


def test_names_and_keys_belong_to_one_account(book: AccountBook) -> None:
    key = new_key()
    book.register("anna", key=key)
    assert "anna is taken" in book.taken("ANNA")
    with pytest.raises(AccountError, match="anna is taken"):
        book.register("anna", key=new_key())
    with pytest.raises(AccountError, match="belongs to the account anna"):
        book.register("bert", key=key)
    assert [a.name for a in book.accounts()] == ["anna"]


def test_of_two_who_want_a_name_at_once_one_gets_it(book: AccountBook) -> None:
    books = [AccountBook(book.directory) for _ in range(8)]
    keys = [new_key() for _ in books]
    start = Barrier(len(books))

    def register(n: int) -> str:
        start.wait()
        try:
            books[n].register("anna", key=keys[n])
        except AccountError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(len(books)) as pool:
        answers = list(pool.map(register, range(len(books))))
    assert sorted(answers) == ["", *["anna is taken; choose another name"] * 7]
    owner = book.account("anna")
    assert owner is not None
    assert owner.keys == (keys[answers.index("")],)


def test_one_key_that_comes_twice_at_once_makes_one_account(book: AccountBook) -> None:
    books, key = [AccountBook(book.directory) for _ in range(4)], new_key()
    start = Barrier(len(books))

    def register(n: int) -> bool:
        start.wait()
        try:
            books[n].register(f"anna{n}", key=key)
        except AccountError:
            return False
        return True

    with ThreadPoolExecutor(len(books)) as pool:
        assert list(pool.map(register, range(len(books)))).count(True) == 1
    assert len(book.accounts()) == 1


def test_another_program_that_is_busy_is_waited_for(book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    book.register("anna", key=new_key())
    holder = f"""
import os, sys, time
from saves.files import lock
fd = os.open({str(book.directory / ".lock")!r}, os.O_RDWR)
assert lock(fd)
print("held", flush=True)
sys.stdin.readline()
"""
    with subprocess.Popen(
        [sys.executable, "-c", holder], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "held\n"
        monkeypatch.setattr(accounts, "_PATIENCE", 0.05)
        with pytest.raises(AccountError, match="another program"):
            book.ban("anna")
        process.stdin.close()
        process.wait()
    assert book.ban("anna").ban is not None


# -- changing ----------------------------------------------------------------------------------------


def test_keys_come_and_go_but_the_last_way_in_stays(book: AccountBook) -> None:
    first, second = new_key("desk"), new_key("road")
    book.register("anna", key=first)
    assert book.add_key("anna", second.line).keys == (first, second)
    assert book.by_fingerprint(second.fingerprint) == book.account("anna")
    with pytest.raises(AccountError, match="has this key already"):
        book.add_key("anna", second.line)
    assert book.remove_key("anna", first.fingerprint).keys == (second,)
    assert book.by_fingerprint(first.fingerprint) is None
    with pytest.raises(AccountError, match="has no key"):
        book.remove_key("anna", first.fingerprint)
    with pytest.raises(AccountError, match="the only way"):
        book.remove_key("anna", second.fingerprint)
    book.set_password("anna", GOOD)
    assert book.remove_key("anna", second.fingerprint).keys == ()
    with pytest.raises(AccountError, match="the only way"):
        book.remove_password("anna")


def test_keys_of_others_and_too_many_are_refused(book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_key()
    book.register("anna", key=key)
    book.register("bert", key=new_key())
    with pytest.raises(AccountError, match="belongs to the account anna"):
        book.add_key("bert", key.line)
    monkeypatch.setattr(accounts, "MOST_KEYS", 1)
    with pytest.raises(AccountError, match="at most 1 keys"):
        book.add_key("bert", new_key().line)


def test_a_ban_keeps_a_player_out_with_its_reason(book: AccountBook) -> None:
    account = book.register("anna", key=new_key())
    assert account.refusal == ""
    assert book.ban("anna", "stole\x1b[2J\na tank").refusal == "anna is banned from this host: stole [2J a tank."
    assert book.account("anna") == AccountBook(book.directory).account("anna")
    with pytest.raises(AccountError, match="bert"):
        book.ban("bert")
    with pytest.raises(AccountError, match="did you mean 'anna'"):
        book.ban("ana")
    assert book.unban("anna").refusal == ""
    with pytest.raises(AccountError, match="not banned"):
        book.unban("anna")


def test_coming_in_is_noted(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    book.saw("anna")
    account = book.account("anna")
    assert account is not None
    assert account.last_seen == "2023-11-14T22:13:20+00:00"
    book.saw("nobody-knows")


def test_a_full_disk_is_told_of_and_spoils_nothing(book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    before = book.register("anna", key=new_key())

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("saves.files.os.write", full)
    with pytest.raises(AccountError, match="No space left"):
        book.ban("anna")
    with pytest.raises(AccountError, match="No space left"):
        book.register("bert", key=new_key())
    book.saw("anna")
    monkeypatch.undo()
    assert book.accounts() == (before,)
    assert sorted(p.name for p in book.directory.iterdir()) == [".lock", ".lock.next", "anna.toml"]


# -- by hand -----------------------------------------------------------------------------------------


def test_a_file_edited_by_hand_holds_at_once(book: AccountBook) -> None:
    key, other = new_key(), new_key("road")
    book.register("anna", key=key)
    path = path_of(book, "anna")
    path.write_text(f'keys = ["{other.line}"]\n[ban]\nreason = "by hand"\n')
    assert book.by_fingerprint(key.fingerprint) is None
    found = book.by_fingerprint(other.fingerprint)
    assert found is not None
    assert "by hand" in found.refusal
    book.unban("anna")
    path.unlink()
    assert book.by_fingerprint(other.fingerprint) is None


def test_a_change_keeps_what_was_written_by_hand_meanwhile(book: AccountBook) -> None:
    key, other = new_key(), new_key()
    book.register("anna", key=key)
    AccountBook(book.directory).add_key("anna", other.line)
    assert book.ban("anna").keys == (key, other)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("keys = 3", "keys: found 3; allowed: a list"),
        ("kyes = []", "did you mean 'keys'"),
        ("keys = ['nonsense']", "keys[1]: this is no public key"),
        ("[ban]\nreson = 'x'", "did you mean 'reason'"),
        ("keys = [", "no valid TOML"),
    ],
)
def test_a_damaged_file_is_told_of_and_the_account_holds(book: AccountBook, text: str, said: str) -> None:
    key = new_key()
    before = book.register("anna", key=key)
    path_of(book, "anna").write_text(text)
    assert book.by_fingerprint(key.fingerprint) == before
    (problem,) = book.problems()
    assert str(path_of(book, "anna")) in problem
    assert said in problem
    assert "taken" in book.taken("anna")
    with pytest.raises(AccountError, match="put right"):
        book.ban("anna")
    fresh = AccountBook(book.directory)
    assert fresh.account("anna") is None
    assert "taken" in fresh.taken("anna")


def test_files_that_are_no_accounts_are_told_of(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    path_of(book, "Bert").write_text("")
    path_of(book, "host").write_text("")
    (book.directory / "notes.txt").write_text("")
    assert [a.name for a in book.accounts()] == ["anna"]
    assert "rename it to bert.toml" in book.problems()[0]
    assert len(book.problems()) == 2


def test_a_key_copied_into_a_second_account_lets_in_the_older(book: AccountBook) -> None:
    key = new_key()
    book.register("bert", key=key)
    path_of(book, "anna").write_text(f'created = "2024-01-01T00:00:00+00:00"\nkeys = ["{key.line}"]\n')
    owner = book.by_fingerprint(key.fingerprint)
    assert owner is not None
    assert owner.name == "bert"
    (problem,) = book.problems()
    assert "anna.toml" in problem
    assert "it lets in bert" in problem


# -- passwords ---------------------------------------------------------------------------------------


async def test_a_password_lets_in_its_owner_alone(book: AccountBook) -> None:
    book.register("anna", password=GOOD)
    book.register("bert", key=new_key())
    account = await book.verify("anna", GOOD)
    assert account == book.account("anna")
    for name, password in [("anna", GOOD + "x"), ("anna", ""), ("bert", GOOD), ("bert", ""), ("carl", ""), ("", "")]:
        assert await book.verify(name, password) is None
    book.close()


def test_a_password_is_kept_as_argon2id_only(book: AccountBook) -> None:
    book.register("anna", password=GOOD)
    text = path_of(book, "anna").read_text()
    assert "$argon2id$" in text
    assert GOOD not in text
    assert "argon2" not in repr(book.account("anna"))


def test_an_accent_is_the_same_however_it_is_typed(book: AccountBook) -> None:
    book.register("anna", password="caf\u00e9 au lait")
    assert book.verified("anna", "cafe\u0301 au lait") is not None


@pytest.mark.parametrize(
    "password", ["short", "x" * 129, "aaaaaaaaaaaa", "annaannaanna1", "four\x00tanks in a row", "abababababab"]
)
def test_passwords_that_are_guessed_at_once_are_refused(book: AccountBook, password: str) -> None:
    with pytest.raises(AccountError):
        book.register("anna", password=password)
    assert book.accounts() == ()


def test_strangers_cost_as_much_time_as_players(book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    book.register("anna", password=GOOD)
    book.register("bert", key=new_key())
    compared: list[str] = []
    real = passwords.fits

    def fits(kept: str, password: str) -> bool:
        compared.append(kept.rsplit("$", 2)[0])
        return real(kept, password)

    monkeypatch.setattr(passwords, "fits", fits)
    for name in ("anna", "bert", "nobody-knows", "../../etc"):
        book.verified(name, "wrong but long")
    assert len(compared) == 4
    assert len(set(compared)) == 1


def test_a_password_kept_with_less_care_is_kept_anew(book: AccountBook) -> None:
    from argon2 import PasswordHasher

    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(GOOD)
    book.register("anna", key=new_key())
    path_of(book, "anna").write_text(f'password = "{old}"\n')
    account = book.verified("anna", GOOD)
    assert account is not None
    assert account.password != old
    assert not passwords.outdated(account.password)
    assert book.verified("anna", GOOD) is not None


def test_a_hash_spoilt_by_hand_lets_nobody_in(book: AccountBook) -> None:
    book.register("anna", key=new_key())
    path_of(book, "anna").write_text('password = "secret word"\n')
    assert book.verified("anna", "secret word") is None


async def test_comparing_passwords_does_not_hold_up_the_host(
    book: AccountBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()

    def slow(kept: str, password: str) -> bool:
        begun.set()
        assert go_on.wait(60), "the event loop stood still"
        return True

    book.register("anna", password=GOOD)
    monkeypatch.setattr(passwords, "fits", slow)
    comparing = asyncio.create_task(book.verify("anna", GOOD))
    assert await asyncio.to_thread(begun.wait, 60)
    assert not comparing.done()
    go_on.set()
    assert await comparing is not None
    book.close()


def test_nothing_is_read_again_that_has_not_changed(book: AccountBook, monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_key()
    book.register("anna", key=key)
    book.by_fingerprint(key.fingerprint)
    monkeypatch.setattr(accounts, "read_toml", None)
    assert book.by_fingerprint(key.fingerprint) is not None
    status = path_of(book, "anna").stat()
    os.utime(path_of(book, "anna"), ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    with pytest.raises(TypeError):
        book.account("anna")
