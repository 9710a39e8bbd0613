"""What one address, account or session may take, by a clock that the tests turn."""

from __future__ import annotations

import pytest
from attrs import define

from tui.host.config import Limits
from tui.host.limits import Gate, Idle, duration, origin

HERE, THERE = "192.0.2.7", "198.51.100.9"


@define
class Clock:
    """Seconds that pass when told to."""

    time: float = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.mark.parametrize(
    ("address", "known_as"),
    [
        (HERE, HERE),
        ("::ffff:192.0.2.7", HERE),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_a_household_counts_as_one(address: str, known_as: str) -> None:
    assert origin(address) == known_as


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (59.1, "60 seconds"),
        (60, "60 seconds"),
        (61, "2 minutes"),
        (3600, "60 minutes"),
        (7000, "2 hours"),
    ],
)
def test_waiting_is_told_in_words_and_never_too_short(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_connections_of_an_address_are_counted_and_given_back(clock: Clock) -> None:
    gate = Gate(Limits(connections_per_address=2), clock)
    assert [gate.came(HERE), gate.came(HERE)] == ["", ""]
    assert "2 connections from 192.0.2.7 already" in gate.came(HERE)
    assert gate.came(THERE) == ""
    gate.left(HERE)
    assert gate.came(HERE) == ""
    assert gate.came(HERE)


def test_a_64_shares_its_connections(clock: Clock) -> None:
    gate = Gate(Limits(connections_per_address=1), clock)
    assert gate.came("2001:db8::1") == ""
    assert "2001:db8::/64" in gate.came("2001:db8::2")
    assert gate.came("2001:db8:0:1::2") == ""


def test_connections_in_a_minute_are_counted_whether_they_last_or_not(clock: Clock) -> None:
    gate = Gate(Limits(connections_per_minute=2), clock)
    assert gate.came(HERE) == ""
    clock.time += 20
    assert gate.came(HERE) == ""
    gate.left(HERE)
    gate.left(HERE)
    said = gate.came(HERE)
    assert "in a minute" in said
    assert "40 seconds" in said
    clock.time += 40
    assert gate.came(HERE) == ""
    assert gate.came(HERE)


def test_knocking_on_does_not_keep_the_door_shut(clock: Clock) -> None:
    gate = Gate(Limits(connections_per_minute=1), clock)
    assert gate.came(HERE) == ""
    for _ in range(59):
        clock.time += 1
        assert gate.came(HERE)
    clock.time += 1
    assert gate.came(HERE) == ""


def test_failed_logins_wait_longer_and_longer(clock: Clock) -> None:
    gate = Gate(Limits(login_tries=3), clock)
    delays = [gate.login_failed(HERE) for _ in range(2)]
    assert delays == [0.5, 1.0]
    assert gate.login_refused(HERE) == ""
    assert gate.login_failed(HERE) == 2.0
    assert "60 seconds" in gate.login_refused(HERE)
    assert gate.login_refused(THERE) == ""
    clock.time += 60
    assert gate.login_refused(HERE) == ""
    gate.login_failed(HERE)
    assert "2 minutes" in gate.login_refused(HERE)
    for _ in range(100):
        assert gate.login_failed(HERE) <= 8
    assert "60 minutes" in gate.login_refused(HERE)


def test_failures_are_forgiven_in_time(clock: Clock) -> None:
    gate = Gate(Limits(login_tries=2), clock)
    gate.login_failed(HERE)
    clock.time += 3601
    assert gate.login_failed(HERE) == 0.5
    assert gate.login_refused(HERE) == ""


def test_coming_in_clears_a_few_mistakes_but_no_guessing(clock: Clock) -> None:
    gate = Gate(Limits(login_tries=2), clock)
    gate.login_failed(HERE)
    gate.login_worked(HERE)
    assert gate.login_failed(HERE) == 0.5
    gate.login_failed(HERE)
    gate.login_worked(HERE)
    assert gate.login_refused(HERE)


def test_sessions_of_an_account_and_of_all_are_counted(clock: Clock) -> None:
    gate = Gate(Limits(sessions_per_account=2, sessions=5), clock)
    assert [gate.opened("anna"), gate.opened("anna")] == ["", ""]
    assert "anna has 2 sessions open" in gate.opened("anna")
    assert gate.opened("bert") == ""
    assert [gate.opened("guest", guest=True) for _ in range(2)] == ["", ""]
    assert "full: 5 sessions" in gate.opened("carl")
    gate.closed("anna")
    assert gate.opened("anna") == ""


def test_guests_are_not_one_account(clock: Clock) -> None:
    gate = Gate(Limits(sessions_per_account=1), clock)
    assert [gate.opened("guest", guest=True) for _ in range(3)] == [""] * 3


def test_long_pastes_and_too_many_games_are_refused(clock: Clock) -> None:
    gate = Gate(Limits(typed_bytes=300, games_per_account=2), clock)
    assert gate.typed(300) == ""
    assert "301 bytes at once; 300" in gate.typed(301)
    assert gate.game_refused(1) == ""
    assert "2 games" in gate.game_refused(2)


def test_addresses_that_mean_nothing_any_more_are_forgotten(clock: Clock) -> None:
    gate = Gate(Limits(), clock)
    for n in range(5000):
        address = f"10.0.{n // 256}.{n % 256}"
        gate.came(address)
        gate.left(address)
        gate.login_failed(address)
    clock.time += 7201
    gate.came(HERE)
    gate.login_failed(HERE)
    assert len(gate._recent) == 1
    assert len(gate._failures) == 1
    assert len(gate._open) == 1


def test_an_idle_session_is_warned_once_and_then_ends(clock: Clock) -> None:
    idle = Idle(10, clock)
    clock.time += 7 * 60
    assert (idle.left(), idle.warning(), idle.over()) == (180.0, "", "")
    clock.time += 60
    assert "in 2 minutes" in idle.warning() or "in 120 seconds" in idle.warning()
    assert idle.warning() == ""
    clock.time += 120
    assert "the session has ended" in idle.over()


def test_a_key_starts_the_time_anew(clock: Clock) -> None:
    idle = Idle(10, clock)
    clock.time += 9 * 60
    assert idle.warning()
    idle.touch()
    clock.time += 9 * 60
    assert idle.over() == ""
    assert idle.warning()


def test_a_session_may_be_idle_for_ever(clock: Clock) -> None:
    idle = Idle(0, clock)
    clock.time += 1e9
    assert (idle.left(), idle.warning(), idle.over()) == (None, "", "")
