"""Several hits of one roll, and to whom they go."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzerwar.combat import aimed, arms, odds, shooting, to_hit
from core.panzerwar.combat.events import CommanderLost, Fired
from core.panzerwar.combat.evolve import APPLY
from core.panzerwar.combat.to_hit import Company
from core.panzerwar.damage.bail_out import crews_to_test
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.shots import Arm
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.combat.duels import duel, fire, firer, moved, only, shot, target
from tests.panzerwar.kit import RED, a_state, an_element


def gun(state: WarState, id_: str = "gun") -> Arm:
    found = arms.arm(state, state.element("f"), id_)
    assert found is not None
    return found


def hits(state: WarState, needed: int, rolled: int, **changes: object) -> int:
    return aimed.hits_of(state, state.element("f"), gun(state), needed, rolled, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rolled", "found"), [(2, 0), (3, 1), (6, 1), (7, 2), (9, 2), (10, 3), (13, 3), (14, 4)])
def test_rate_of_fire_8_needing_3(rolled: int, found: int) -> None:
    """pw:8.11, pw:8.11.1, pw:8.11.2."""
    assert hits(duel(firer()), 3, rolled) == found


@pytest.mark.parametrize("rolled", range(2, 10))
def test_a_long_shot_is_looked_up_and_rolled_at_once(rolled: int) -> None:
    """pw:SC.2: one event tells both, so that no roll comes before its number, and none is left out."""
    state = duel(firer(), target(gsu=400))
    fired = only(fire(state, [shot("PzGr 39")], [rolled]), Fired)
    assert fired.needed is not None
    assert 2 < fired.needed < 10
    assert (fired.rolled, fired.hits > 0) == (rolled, rolled >= fired.needed)


@pytest.mark.parametrize("motion", [Motion.FULL, Motion.BONUS])
def test_one_hit_of_who_moved_more_than_half(motion: Motion) -> None:
    """pw:8.11.4."""
    assert hits(duel(firer(travel=moved(motion))), 3, 14) == 1
    assert hits(duel(firer(travel=moved(Motion.HALF))), 3, 14) == 4


def test_coax_and_gun_have_half_of_the_rate() -> None:
    """pw:8.17.3: 4 of 8, 6 of auto-cannon."""
    state = duel(firer())
    assert to_hit.rate(state, state.element("f"), gun(state), Company(coax=True)) == 4
    auto = duel(firer("pz2f"))
    assert to_hit.rate(auto, auto.element("f"), gun(auto), Company(coax=True)) == 6
    assert hits(state, 3, 14, beside=Company(coax=True)) == 1 + sum(
        more <= 14 for more in state.charts.fire.additional_hits(4, 3)
    )


def test_the_commander_at_the_roof_gun() -> None:
    """pw:8.17.4: the gun has the rate of a turret one man short; not where he is lost already."""
    state = duel(firer("m4a1"))
    short = to_hit.rate(state, state.element("f"), gun(state), Company(roof=True))
    assert short < 9
    assert short == to_hit.rate(state, state.element("f"), gun(state), Company(roof=True, machine_guns=1))
    lost = duel(firer("m4a1", harm=Harm(damage=frozenset({Damage.COMMANDER}))))
    assert to_hit.rate(lost, lost.element("f"), gun(lost), Company(roof=True)) == arms.rate(
        lost, lost.element("f"), gun(lost)
    )


def group(card: str, *east: float) -> WarState:
    others = [target(id_=f"o{n}", east=gsu) for n, gsu in enumerate(east, 1)]
    return duel(firer(card), target(), *others)


def why(state: WarState, *others: str, arm: str = "gun") -> str:
    refused = shooting.group_refusal(state, state.element("f"), gun(state, arm), state.element("t"), others)  # type: ignore[arg-type]
    return refused.rule if refused is not None else ""


def test_how_far_further_hits_go() -> None:
    """pw:8.11.3: 50 from the last target of a turret that turns, 75 of a fast one, 50 from the first without one."""
    assert why(group("pz4h", 50), "o1") == ""
    assert why(group("pz4h", 51), "o1") == "pw:8.11.3"
    assert why(group("pz4h", 40, 80), "o1", "o2") == ""
    assert why(group("pz4h", 40, 80), "o2") == "pw:8.11.3"
    assert why(group("m4a1", 75), "o1") == ""
    assert why(group("m4a1", 76), "o1") == "pw:8.11.3"
    assert why(group("pz2f", 75), "o1") == ""
    assert why(group("stug3g", 40), "o1") == ""
    assert why(group("stug3g", 40, 70), "o1", "o2") == "pw:8.11.3"


def test_who_may_be_named() -> None:
    """pw:8.6, pw:8.11.3: those near enough, from the last that is named on."""
    state = group("pz4h", 40, 80)
    shooter, mark = state.element("f"), state.element("t")
    assert [e.id for e in shooting.in_group(state, shooter, gun(state), mark)] == ["o1"]
    named = (state.element("o1").id,)
    assert [e.id for e in shooting.in_group(state, shooter, gun(state), mark, named)] == ["o2"]


def test_a_group_is_of_units_alike() -> None:
    """pw:8.6: all moving or all standing, of one kind, in sight."""
    mover = target(id_="o1", east=30, travel=moved(Motion.HALF))
    assert why(duel(firer(), target(), mover), "o1") == "pw:8.6"
    anti_tank = target("zis3", id_="o1", east=30)
    assert why(duel(firer(), target(), anti_tank), "o1") == "pw:8.6"
    unseen = duel(firer(), target(), target(id_="o1", east=30), see=["t"])
    assert why(unseen, "o1") == "pw:8.6"


def test_the_primary_target_is_hit_first() -> None:
    """pw:8.6.1, pw:8.11.3."""
    state = group("pz4h", 40)
    events = fire(state, [shot("PzGr 39", others=("o1",))], [10, 6])  # 11: three hits needing 1
    struck = [event.element for event in events if isinstance(event, VehicleStruck)]
    fired = only(events, Fired)
    assert (fired.needed, fired.rolled) == (1, 11)
    assert fired.hits >= 3
    assert struck[0] == "t"
    assert struck[1] == "o1"


def test_a_firing_takes_one_round_however_many_hits() -> None:
    """pw:8.11.5, pw:8.10: a firing is a quantum of fire, and takes one of what is limited."""
    state = duel(firer(ammunition={"75L48 PzGr 40": 3}), target())
    fire(state, [shot("PzGr 40")], [10, 6])
    assert state.element("f").ammunition == {"75L48 PzGr 40": 2}
    spent = duel(firer(ammunition={"75L48 PzGr 40": 0}), target())
    assert arms.shell(spent, spent.element("f"), gun(spent), "PzGr 40") is None


def test_phosphorus_that_kills_the_commander_shakes_his_crew() -> None:
    """pw:11.4.3, pw:9.14, pw:9.10, pw:9.10.3: a loss like any other: the vehicle closes up and its crew tests."""
    state = a_state(an_element("tank", "t70", RED, "C6", buttoned=False), step="e1")
    APPLY[CommanderLost](state, CommanderLost(side=RED, element=UnitId("tank")))
    tank = state.element("tank")
    assert tank.harm.new == {Damage.COMMANDER, Damage.GUN}
    assert tank.buttoned
    assert [e.id for e in crews_to_test(state)] == ["tank"]


def ridden(**changes: object) -> WarState:
    """A tank at 200 with a squad on it, under fire."""
    rider = target("sov-smg", id_="r", presence=Presence.ABOARD, aboard=UnitId("t"), outside=True)
    return duel(firer(), target("t34-85"), rider, **changes)


@pytest.mark.parametrize(("shell", "power"), [("PzGr 39", 0), ("SprGr 34", 4)])
def test_every_hit_is_an_attack_on_riders(shell: str, power: int) -> None:
    """pw:6.9.5, pw:15.7.2.1: at the killpower of the shell, which is 0 of shot, and the line for riders; also by a hit
    that breaks no more than a track, and by shot, which suppresses nobody (pw:12.8.9)."""
    struck = only(fire(ridden(), [shot(shell)], [3, 4, 6, 1, 1, 1]), MenAttacked)
    assert (struck.element, struck.net) == ("r", power + 2)
    assert [reason.amount for reason in struck.tally] == [power, 2]


def test_riders_are_attacked_when_their_tank_explodes() -> None:
    """pw:6.9.5, pw:9.6: the hit that destroys it is one on them as well."""
    state = ridden()
    events = fire(state, [shot("PzGr 39")], [6, 6, 5, 9, 9, 9, 9, 9, 9])
    assert only(events, VehicleStruck).effect.destroyed
    assert only(events, MenAttacked).net == 2
    assert state.element("r").presence in (Presence.ON_TABLE, Presence.KILLED)


def test_flame_on_a_tank_is_an_attack_on_its_riders() -> None:
    """pw:6.9.5, pw:12.12.2: at the killpower of flame and the line for riders, told before it is fired."""
    rider = target("sov-smg", id_="r", presence=Presence.ABOARD, aboard=UnitId("t"), outside=True)
    state = duel(firer("crocodile"), target("t34-85", 40), rider)
    told = odds.on_riders(state, state.element("f"), gun(state, "flame"), state.element("t"), shot("", "flame"), None)
    assert [one.id for one, _ in told] == ["r"]
    events = fire(state, [shot("", "flame")], [9, 1, 9])
    struck = only(events, MenAttacked)
    assert (struck.element, struck.net) == ("r", 6 + 2)
