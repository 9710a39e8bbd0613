"""Suppressive fire: whom it reaches, by what killpower, and who charges through it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.panzerwar.combat import smoke_fire
from core.panzerwar.combat.events import KeptDown, Suppressed
from core.panzerwar.infantry import assault
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.posture import Digging, Posture
from core.panzerwar.pieces.shots import Fires, Shot
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.combat.duels import duel, fire, firer, moved, north, only, shot, target
from tests.panzerwar.kit import RED, an_element


def at_area(arm: str = "gun", shell: str = "SprGr 34", gsu: float = 200) -> Shot:
    return shot(shell, arm, fires=Fires.SUPPRESSIVE, at=north(gsu), target="")


def men(**changes: Any) -> Element:
    return target("sov-rifle-43", 200, **{"edge": 0, **changes})


def attacked(*elements: Element, arm: str = "gun", gsu: float = 200, by: str = "pz4h") -> list[MenAttacked]:
    """The attacks of a natural 10 at the area."""
    state = duel(firer(by), *elements, see=[])
    events = fire(state, [at_area(arm, "SprGr 34" if arm == "gun" else "", gsu)], [10, 5, 5, 5])
    return [event for event in events if isinstance(event, MenAttacked)]


def test_who_is_in_a_bunker_is_not_reached() -> None:
    """pw:8.12, pw:15.7.2.1: neither kept down nor attacked through the walls."""
    bunker = an_element("k", "bunker-medium", RED, north(200), heading=24)
    inside = men(posture=Posture(bunker="k"))
    for die in (1, 10):
        state = duel(firer(), bunker, inside, see=[])
        assert [type(one) for one in fire(state, [at_area()], [die, 1, 7])] == [Suppressed]
        assert state.element("t").nerve == Nerve()


def test_riders_are_reached() -> None:
    """pw:8.12, pw:6.9.5: they sit in the open air; the tank is armoured and goes on."""
    tank = target(gsu=200, edge=0, id_="v")
    rider = men(presence=Presence.ABOARD, aboard="v", outside=True)
    state = duel(firer(), tank, rider, see=[])
    assert [one.element for one in fire(state, [at_area()], [1]) if isinstance(one, KeptDown)] == ["t"]
    (found,) = attacked(tank, rider)
    assert [(one.amount, one.rule) for one in found.tally[1:]] == [(2, "pw:6.9.5")]


def test_cover_counts() -> None:
    """pw:8.12.4, pw:12.4.2: the killpower is adjusted as of any attack."""
    (plain,) = attacked(men())
    (dug,) = attacked(men(posture=Posture(dug=Digging.FOXHOLES)))
    (ran,) = attacked(men(travel=moved(Motion.FULL)))
    assert (dug.net, ran.net) == (plain.net - 2, plain.net + 1)


def test_small_arms_do_not_suppress_whom_they_attack() -> None:
    """pw:12.8.9, pw:8.12.4."""
    near = men()
    near = evolve(near, at=north(80))
    (found,) = attacked(near, arm="small", gsu=80, by="ger-rifle-44")
    assert found.result.value == "no effect"


@pytest.mark.parametrize(
    ("changes", "less"), [({"nerve": Nerve(suppressed=3)}, 1), ({"travel": moved(Motion.HALF)}, 1)]
)
def test_the_firer_counts(changes: dict[str, Any], less: int) -> None:
    """pw:12.9, pw:8.5.5, pw:8.12: who is suppressed or has moved is worth one less."""
    needed = []
    for more in ({}, changes):
        state = duel(firer("ger-rifle-44", **more), see=[], segment=4 if "travel" in more else 1)
        needed.append(only(fire(state, [at_area("small", "", 80)], [5]), Suppressed).needed)
    assert needed[0] - needed[1] == less


def charging() -> WarState:
    runner = target("sov-smg", 80, edge=0, travel=moved(Motion.FULL, charged=2))
    near = an_element("f", "pz4h", "blue", north(0), heading=0)  # type: ignore[arg-type]
    state = duel(near, runner)
    unit = state.organisations["red-1"]
    state.organisations = {**state.organisations, "red-1": evolve(unit, order=Tactical.CHARGE)}
    return state


def test_a_charge_goes_on_through_it() -> None:
    """pw:12.9.3.2, pw:8.12.1: as through the fire of an attack; in the next turn it is suppressed."""
    state = charging()
    fire(state, [at_area("coax", "", 80)], [1])
    runner = state.element("t")
    assert runner.nerve.suppressed == state.turn + 1
    assert runner.nerve.ignoring
    assert assault.who_refusal(state, runner) is None
    assert not runner.nerve.pinned(state.turn)


def test_who_is_stunned_throws_no_grenades() -> None:
    """pw:9.15.2, pw:11.1.3: as he fires nothing else."""
    state = duel(firer("ger-pioneer"))
    assert smoke_fire.grenades_refusal(state, state.element("f"), north(10)) is None
    refused = smoke_fire.grenades_refusal(state, state.element("f").with_harm(stunned=True), north(10))
    assert refused is not None
    assert refused.rule == "pw:9.15.2"
