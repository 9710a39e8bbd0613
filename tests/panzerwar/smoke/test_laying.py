"""Smoke that is fired and made: shells, phosphorus, dischargers, grenades, candles, dust (pw:11.1 to pw:11.12)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import evolve

from core.dice import Dice, ScriptedDice
from core.event import Event, UnitId
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.moves import Piece
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.pieces.weapons import Smoke
from core.panzerwar.smoke import burning, clouds, devices, dust, shells
from core.panzerwar.smoke.events import Blinded, SmokeLaid
from core.panzerwar.smoke.evolve import APPLY
from core.panzerwar.state import WarState
from core.plane import Path, Point
from core.secrecy import redact
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at, evolved

NO_DICE: Dice = ScriptedDice([])


def puffs(state: WarState) -> list[Point]:
    return [puff for cloud in state.smoke.clouds.values() for puff in cloud.puffs]


def happen(state: WarState, events: Iterable[Event]) -> list[Event]:
    return evolved(state, APPLY, events)


def away(state: WarState, place: str) -> list[tuple[float, float]]:
    """Of each puff how many GSU it lies to the east and the south of a place."""
    return [((puff.x - at(place).x) / 10, (puff.y - at(place).y) / 10) for puff in puffs(state)]


def the_tank(where: str = "C30", **changes: object) -> Element:
    return an_element("tank", "pz4h", BLUE, where, **changes)


def fired(smoke: Smoke, *dice: int, shifts: bool = False, aim: str = "C18", board: object = None) -> WarState:
    """A tank in C30 fires smoke to the north, at C18: 300 away."""
    state = a_state(the_tank(), board=board or a_board(30, 40), step="e1")
    found = shells.fire_smoke(state, state.element("tank"), at(aim), smoke, 1, ScriptedDice(list(dice)), shifts=shifts)
    happen(state, found)
    return state


def test_base_eject_smoke_overshoots() -> None:
    """pw:11.3.1, pw:11.1: one puff, 20 x D10 beyond the point of aim."""
    assert away(fired(Smoke.SLOW_CBE, 3), "C18") == [(0, -60)]
    assert away(fired(Smoke.FAST_CBE, 10), "C18") == [(0, -200)]


def test_phosphorus_overshoots_by_half_as_much() -> None:
    """pw:11.4.1."""
    assert away(fired(Smoke.WP, 10), "C18") == [(0, -100)]


def test_it_does_not_go_over_a_hill() -> None:
    """pw:11.3.1: it ends at the near edge of ground a contour higher."""
    hill = a_board(30, 40, levels={"C15": 1})
    assert away(fired(Smoke.SLOW_CBE, 10, board=hill), "C18") == [(0, -62.5)]
    level = a_board(30, 40, levels={"C15 C18": 1})
    assert away(fired(Smoke.SLOW_CBE, 10, board=level), "C18") == [(0, -200)]


@pytest.mark.parametrize(("die", "aside"), [(1, 0), (2, 0), (3, -25), (4, 25), (5, -50), (6, 50)])
def test_it_shifts_sideways(die: int, aside: float) -> None:
    """pw:11.3.6, pw:11.4.4: at first sight or on the move; by range."""
    assert away(fired(Smoke.SLOW_CBE, die, 1, shifts=True), "C18") == [(aside, -20)]
    assert away(fired(Smoke.WP, die, 1, shifts=True), "C18") == [(aside, -10)]


def test_it_shifts_by_more_at_longer_range() -> None:
    """pw:11.3.6: 75 up to 800, 100 beyond."""
    assert away(fired(Smoke.WP, 6, 1, shifts=True, aim="C10"), "C10") == [(75, -10)]
    state = a_state(the_tank("C38"), board=a_board(30, 40), step="e1")
    dice = ScriptedDice([5, 1])
    happen(state, shells.fire_smoke(state, state.element("tank"), at("C4"), Smoke.WP, 1, dice, shifts=True))
    assert away(state, "C4") == [(-100, -10)]


def test_how_far_smoke_is_fired() -> None:
    """pw:11.3, pw:11.4."""
    state = a_state(the_tank(), board=a_board(30, 40))
    tank = state.element("tank")

    def refused(place: str, smoke: Smoke, farthest: float = 2000) -> str:
        found = shells.aim_refusal(state, tank, at(place), smoke, farthest)
        return found.rule if found is not None else ""

    assert refused("C22", Smoke.SLOW_CBE) == ""
    assert refused("C23", Smoke.SLOW_CBE) == "pw:11.3"
    assert refused("C10", Smoke.SLOW_CBE, 450) == "pw:11.3"
    assert refused("C28", Smoke.WP) == ""
    assert refused("C29", Smoke.WP) == "pw:11.4"
    assert refused("C10", Smoke.WP, 400) == "pw:11.4"


def test_phosphorus_that_hits_blinds() -> None:
    """pw:11.4.3: until it is gone, and a puff lies on the vehicle."""
    state = a_state(the_tank(), an_element("foe", "t34-85", RED, "C18"), board=a_board(30, 40), step="e3")
    tank, foe = state.element("tank"), state.element("foe")
    events = happen(state, shells.phosphorus_hits(state, tank, foe, 3))
    assert isinstance(events[-1], Blinded)
    assert away(state, "C18") == [(0, 0)]
    assert state.element("foe").harm.blinded == 4


def test_phosphorus_that_misses_scatters() -> None:
    """pw:11.4.3: as direct area fire, 5 x D10 up to 900; not at all on 9 and 10."""

    def missed(*dice: int) -> list[tuple[float, float]]:
        state = a_state(the_tank(), an_element("foe", "t34-85", RED, "C18"), board=a_board(30, 40))
        tank, foe = state.element("tank"), state.element("foe")
        happen(state, shells.phosphorus_misses(state, tank, foe, 3, ScriptedDice(list(dice))))
        return away(state, "C18")

    assert missed(9) == missed(10) == [(0, 0)]
    assert missed(1, 6) == [(0, -30)]
    assert missed(3, 10) == [(50, 0)]


# -- devices ---------------------------------------------------------------------------------------


def test_dischargers() -> None:
    """pw:11.8, pw:11.8.1, pw:11.9.5: two puffs a game, at 30, one behind the other."""
    state = a_state(an_element("t", "pz3n", BLUE, "C10"), step="e1")
    tank = state.element("t")
    assert devices.discharge_refusal(state, tank, 200, 2) is None  # pw:11.9.4
    happen(state, devices.discharge(state, tank, 0, 2, 1))
    assert away(state, "C10") == [(0, -30), (0, -17.5)]
    assert {cloud.source for cloud in state.smoke.clouds.values()} == {Source.DISCHARGER}
    refusal = devices.discharge_refusal(state, tank, 0, 1)
    assert refusal is not None
    assert refusal.rule == "pw:11.8.1"
    none = devices.discharge_refusal(a_state(), the_tank(), 0, 1)
    assert none is not None
    assert none.rule == "pw:11.8"


def test_fixed_dischargers() -> None:
    """pw:11.9.3: 22.5 degrees on either side of the turret front."""
    state = a_state(an_element("m", "matilda", RED, "C10", heading=6))
    tank = state.element("m")
    assert devices.discharge_refusal(state, tank, 45 + 22.5, 1) is None
    refusal = devices.discharge_refusal(state, tank, 45 + 23, 1)
    assert refusal is not None
    assert refusal.rule == "pw:11.9.3"


def test_grenades() -> None:
    """pw:11.1.3: of engineers and elite squads, once."""
    state = a_state(
        an_element("e", "ger-pioneer", BLUE, "C10"),
        an_element("r", "ger-rifle-44", BLUE, "C12"),
        an_element("x", "ger-rifle-44", BLUE, "C14", grade=Grade.ELITE),
    )
    engineers, rifles, elite = (state.element(id_) for id_ in "erx")
    assert devices.grenade_refusal(state, engineers, at("C9")) is None
    assert devices.grenade_refusal(state, elite, at("C13")) is None
    assert devices.grenade_refusal(state, rifles, at("C12")) is not None
    assert devices.grenade_refusal(state, engineers, at("C8")) is not None
    happen(state, devices.throw(state, engineers, at("C9"), 1))
    assert away(state, "C9") == [(0, 0)]
    assert devices.grenade_refusal(state, engineers, at("C9")) is not None


def candled(turn: int = 2, **changes: object) -> WarState:
    """A T-34 that lit its candles in turn 2."""
    state = a_state(an_element("t", "t34-85", RED, "C10", **changes), board=a_board(30, 40))
    happen(state, devices.light(state, state.element("t")))
    state.turn = turn
    return state


def test_candles_are_lit_once_after_standing() -> None:
    """pw:11.10, pw:11.10.4, pw:11.10.6."""
    state = a_state(an_element("t", "t34-85", RED, "C10"), the_tank())
    tank = state.element("t")
    assert devices.candles_refusal(state, tank) is None
    assert devices.candles_refusal(state, tank.with_travel(last=Motion.HALF)) is not None
    assert devices.candles_refusal(state, state.element("tank")) is not None
    happen(state, devices.light(state, tank))
    assert devices.candles_refusal(state, tank) is not None
    assert devices.exposed(state, tank)
    assert devices.smoking(state, tank)
    state.turn = 3
    assert not devices.exposed(state, tank)
    state.turn = 7
    assert devices.smoking(state, tank)
    state.turn = 8
    assert not devices.smoking(state, tank)


def test_a_wake_of_smoke() -> None:
    """pw:11.10.1: along the whole way, up to 300."""
    state = candled()
    happen(state, devices.wake(state, state.element("t"), Path(at("C10"), (at("C14"),))))
    assert away(state, "C10") == [(0, 25 * n) for n in range(5)]
    assert next(iter(state.smoke.clouds.values())).until == 3
    far = candled()
    happen(far, devices.wake(far, far.element("t"), Path(at("C10"), (at("C23"),))))
    assert not puffs(far)


def test_candles_in_a_strong_wind() -> None:
    """pw:11.6.2, pw:11.10.1, pw:11.10.3, pw:11.10.5: a turn less, so that their smoke hides in its own turn alone."""
    from core.panzerwar.smoke import drifting

    for moves in (True, False):
        state = candled()
        state.smoke = evolve(state.smoke, wind=1, strong=True)
        tank, way = state.element("t"), Path(at("C10"), (at("C14"),))
        happen(state, devices.wake(state, tank, way) if moves else devices.stands(state, tank))
        assert away(state, "C10") == [(0, 25 * n) for n in range(5 if moves else 1)]
        assert all(clouds.effective(state, cloud) for cloud in state.smoke.clouds.values())
        happen(state, drifting.final_details(state, NO_DICE))
        assert not puffs(state)


def test_candles_of_a_vehicle_that_stands() -> None:
    """pw:11.10.5: a sketchy puff, which drifts from its second turn on."""
    from core.panzerwar.smoke import drifting

    state = candled()
    state.smoke = evolve(state.smoke, wind=1)
    happen(state, devices.stands(state, state.element("t")))
    happen(state, drifting.final_details(state, NO_DICE))
    assert away(state, "C10") == [(0, 0)]
    state.turn = 3
    happen(state, devices.stands(state, state.element("t")))
    happen(state, drifting.final_details(state, NO_DICE))
    assert away(state, "C10") == [(0, 0), (0, -25)]


# -- dust and fires --------------------------------------------------------------------------------


def test_dust_of_artillery() -> None:
    """pw:11.11: from the second turn of fire on, not on wet ground or in snow."""

    def raised(turns: int, ground: str = "") -> int:
        state = a_state(ground=ground, step="e2")
        happen(state, dust.raise_dust(state, BLUE, at("J10"), 0, 3, turns, 2))
        return len(puffs(state))

    assert [raised(1), raised(2), raised(3)] == [0, 3, 3]
    assert [raised(2, ground) for ground in ("wet", "mud", "snow", "deep-snow")] == [0, 0, 0, 0]


def test_burning_vehicles_smoke() -> None:
    """pw:11.12: for the rest of the game, until a fire is put out (pw:9.6.1)."""
    state = a_state(the_tank("C10"), an_element("foe", "t34-85", RED, "C18"), step="e1")
    assert burning.happens(state, NO_DICE) is None
    state.put(state.element("tank").with_harm(damage=frozenset({Damage.FIRE})))
    state.change(state.element("foe").id, presence=Presence.DESTROYED)
    happen(state, burning.happens(state, NO_DICE) or ())
    assert sorted(puffs(state)) == sorted([at("C10"), at("C18")])
    assert burning.happens(state, NO_DICE) is None
    state.put(state.element("tank").with_harm(damage=frozenset()))
    happen(state, burning.happens(state, NO_DICE) or ())
    assert puffs(state) == [at("C18")]


def test_the_smoke_of_a_burning_vehicle_goes_with_it() -> None:
    """pw:11.12, pw:9.6: whose crew has stayed and drives on leaves no column behind; over a wreck there it stays."""
    for wreck in (False, True):
        state = a_state(the_tank("C10"), an_element("foe", "t34-85", RED, "C10"), step="c4")
        state.put(state.element("tank").with_harm(damage=frozenset({Damage.FIRE})))
        if wreck:
            state.change(state.element("foe").id, presence=Presence.DESTROYED)
        happen(state, burning.happens(state, NO_DICE) or ())
        assert puffs(state) == [at("C10")]
        for start, to in (("C10", "C8"), ("C8", "C7")):
            piece = Piece("c4", (at(start), at(to)))
            state.trails = {UnitId("tank"): (*state.trails.get(UnitId("tank"), ()), piece)}
            state.change(state.element("tank").id, at=at(to))
            happen(state, burning.happens(state, NO_DICE) or ())
            assert sorted(puffs(state)) == sorted([at(to), *([at("C10")] if wreck else [])])
            assert burning.happens(state, NO_DICE) is None


def test_who_does_not_see_the_firer_sees_his_smoke() -> None:
    """pw:11.0: what lies on the table lies there for all."""
    state = a_state(the_tank(), an_element("foe", "t34-85", RED, "C18"), board=a_board(30, 40), step="e1")
    dice = ScriptedDice([5])
    (event,) = shells.fire_smoke(state, state.element("tank"), at("C18"), Smoke.WP, 1, dice, shifts=False)
    assert isinstance(event, SmokeLaid)
    assert redact(state, event, BLUE) == event
    told = redact(state, event, RED)
    assert told is not None
    assert (told.element, told.aim, told.clouds) == ("", None, event.clouds)
    state.sighted = {RED: frozenset({state.element("tank").id})}
    assert redact(state, event, RED) == event
