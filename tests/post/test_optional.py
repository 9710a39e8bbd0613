"""or:7.0: whole games from two halves with each Optional Rule: each knows its own, and all is as at one table."""

from __future__ import annotations

from typing import Any

import pytest

from content.catalogue import open_system
from core.event import Event
from core.panzer.assault.events import CloseAssaultResolved
from core.panzer.command.events import FormationNamed, FormationTriggered
from core.panzer.counter_battery.events import CounterBatteryFired
from core.panzer.firing.events import ShowingDeclined, WeaponRepairChecked
from core.play.replica import Replica
from tests.panzer.counter_battery.batteries import duel
from tests.panzer.whole.test_optional_games import OPTIONS, drawn, with_needs
from tests.post.fight import SharedFight, fight, shared
from tests.post.halves import play_halves
from tests.post.one_table import knows_its_own, the_same_at_one_table

#: Those that ask the other side for something, or roll for what the other side has: they are played in the short run.
ASKING = ("morale", "limited-spotting", "pinning-fire", "recon-by-fire")
SETS = tuple(sorted({with_needs(option) for option in OPTIONS} | {drawn(seed, 10) for seed in range(4)}))


def played(options: tuple[str, ...], level: str, seed: str) -> list[Event]:
    """The fight from two halves, to its end."""
    return halved(fight(options), level, seed)


def halved(system: SharedFight, level: str, seed: str) -> list[Event]:
    """A game from two halves, to its end; the same at one table."""
    journal: list[Event] = []
    states: list[Any] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        knows_its_own(system, halves, truth)
        states[:] = [truth]

    halves, letters = play_halves(system, seed, check, level=level, journal=journal)
    assert all(half.over for half in halves.values()), letters
    the_same_at_one_table(system, journal, states[0])
    return journal


@pytest.mark.parametrize("option", ASKING)
def test_a_game_with_each_that_asks(option: str) -> None:
    played(with_needs(option), "random", "opt0")


def test_a_game_with_all_that_go_together() -> None:
    played(drawn(0, len(OPTIONS)), "random", "opt0")


def test_who_declines_to_show_a_move_in_an_assault_knows_it() -> None:
    """na:4.4.3.2.2b, na:6.6.1.1.1: what he has decided is in his view as in his half."""
    journal = played(("limited-spotting",), "random", "opt90")
    declined = [n for n, event in enumerate(journal) if isinstance(event, ShowingDeclined)]
    assert any(isinstance(event, CloseAssaultResolved) for n in declined for event in journal[n : n + 3])


def test_a_repair_asks_whether_the_crew_has_a_command() -> None:
    """or:7.25: N/C helps, and commands lie face down."""
    journal = played(("weapon-malfunction",), "random", "m44")
    assert any(isinstance(event, WeaponRepairChecked) for event in journal)


def test_formations_are_named_in_secret() -> None:
    """or:7.42.1: who has lost the roll does not say which formation he had named."""
    system: Any = open_system("the-bridge-1a", ("staggered-initiative", "morale"))
    journal: list[Event] = []
    states: list[Any] = []

    def check(halves: dict[str, Replica[Any]], truth: Any, told: list[Any]) -> None:
        knows_its_own(system, halves, truth)
        assert not any(isinstance(event, FormationNamed) and event.formation for event in told)
        states[:] = [truth]

    play_halves(system, "opt0", check, most=80, journal=journal)
    the_same_at_one_table(system, journal, states[0])
    assert sum(isinstance(event, FormationTriggered) for event in journal) > 5


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_counter_batteries_are_announced_from_either_half(level: str) -> None:
    """or:7.28.1, or:7.28.3: each half asks its own player while the other's batteries fire."""
    journal = halved(shared(duel()), level, "cb2")
    assert any(isinstance(event, CounterBatteryFired) for event in journal)


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "option"),
    [
        ("halfaya-pass", "staggered-initiative"),
        ("higher-ground", "staggered-initiative"),
        ("turning-tide", "counter-battery"),
    ],
)
def test_a_whole_scenario_with(scenario: str, option: str) -> None:
    """or:7.42, or:7.28: several formations on each side; batteries and counter batteries of both."""
    system: Any = open_system(scenario, (option,))
    halved(system, "random", "t1")


@pytest.mark.long
@pytest.mark.parametrize("options", SETS, ids=" ".join)
@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("seed", ["opt0", "opt1", "opt2"])
def test_a_game_with_any(options: tuple[str, ...], level: str, seed: str) -> None:
    played(options, level, seed)
