"""How many accounts an address has made in a day: kept in a file, by a clock that the tests turn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import define, field

from tests.host.client import hosting
from tui.host.keys import AccountError
from tui.host.limits import Registrations
from tui.host.serve import DIRECTORY, REGISTERED

HERE, THERE = "192.0.2.7", "198.51.100.9"
HOUR = 3600.0


@define
class Count:
    """The count of a host that starts anew before each question; at most two accounts."""

    path: Path
    time: float = 1_000_000.0
    told: list[str] = field(factory=list)

    def registrations(self) -> Registrations:
        """A count that knows nothing but its file."""
        return Registrations(self.path, self.told.append, lambda: self.time)

    def take(self, address: str, most: int = 2) -> str:
        """Why one more account cannot be made; "" if it can."""
        try:
            self.registrations().take(address, most)
        except AccountError as error:
            return str(error)
        return ""


@pytest.fixture
def count(tmp_path: Path) -> Count:
    return Count(tmp_path / "host" / "registered.toml")


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path) -> None:
    (tmp_path / "host").mkdir()


def test_accounts_of_an_address_are_counted_for_a_day(count: Count) -> None:
    assert [count.take(HERE), count.take(HERE)] == ["", ""]
    count.time += HOUR
    assert count.take(HERE) == f"2 accounts were made from {HERE} in the last day; try again in 23 hours."
    assert count.take(THERE) == ""
    count.registrations().give_back(HERE)
    assert count.take(HERE) == ""
    assert count.take(HERE)
    count.time += 23 * HOUR
    assert count.take(HERE) == ""
    assert "60 minutes" in count.take(HERE)
    assert "2001:db8::/64" in [count.take(f"2001:db8::{n}") for n in range(3)][-1]


def test_what_is_over_a_day_old_does_not_stay(count: Count) -> None:
    for n in range(20):
        assert count.take(f"192.0.2.{n}") == ""
        count.time += 12 * HOUR
    assert count.path.read_text("utf-8").count("192.0.2.") == 2
    assert count.path.stat().st_mode & 0o077 == 0


def test_a_limit_that_is_lowered_and_a_clock_that_is_put_back_keep_nobody_out_for_more_than_a_day(count: Count) -> None:
    for _ in range(4):
        assert count.take(HERE, most=4) == ""
        count.time += HOUR
    assert "4 accounts were made" in count.take(HERE, most=1)
    assert "23 hours" in count.take(HERE, most=1)
    count.time -= 100 * HOUR
    assert "24 hours" in count.take(HERE, most=1)


def test_many_at_once_are_counted_one_by_one(count: Count) -> None:
    one = count.registrations()

    def take(_: int) -> bool:
        try:
            one.take(HERE, 5)
        except AccountError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(take, range(24))) == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("made = 3\n", "made"),
        ("[[made]\n", "no valid TOML"),
        ('[[made]]\naddress = "192.0.2.7"\nat = "yesterday"\n', "'yesterday'"),
    ],
)
def test_a_file_with_a_mistake_is_told_and_kept(count: Count, text: str, said: str) -> None:
    """Nobody makes an account past a count that cannot be read, and players are not told where it is."""
    count.path.write_text(text, "utf-8")
    assert said in count.registrations().problem
    assert count.take(HERE) == "No account can be made here just now; tell whoever keeps this host."
    assert [said in told and str(count.path) in told for told in count.told] == [True]
    assert count.path.read_text("utf-8") == text
    count.path.write_text(f'[[made]]\naddress = "{HERE}"\nat = "1970-01-12T13:46:40"\n', "utf-8")
    assert count.registrations().problem == ""
    assert "1 account was made" in count.take(HERE, most=1)


def test_what_cannot_be_written_is_told(count: Count) -> None:
    count.path.parent.rmdir()
    assert "No account can be made" in count.take(HERE)
    assert count.told == [f"{count.path} cannot be written: No such file or directory"]


async def test_a_host_tells_of_a_count_that_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever has an account comes in."""
    path = tmp_path / DIRECTORY / REGISTERED
    path.write_text("made = 3\n", "utf-8")
    async with hosting(tmp_path, None):
        assert f"{path}: made: " in (said := capsys.readouterr().err)
        assert "until it is put right nobody can make an account" in said
