"""or:7.26: called fire whose modified response is the Fire Response Factor exactly falls beside its Target Point."""

from __future__ import annotations

from typing import Any, Final

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import Event, UnitId
from core.hexes import Hex, distance
from core.panzer.course.events import TurnBegun
from core.panzer.indirect.called import automatic_check, call, continue_refusal
from core.panzer.indirect.events import FireScattered, MissionFired, Response, ResponseRolled
from core.panzer.indirect.orders import CallFire
from core.panzer.indirect.response import response_terms
from core.panzer.indirect.scatter import scatter_chance, scatters
from core.panzer.indirect.step import procedure
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState
from tests.panzer.indirect.test_indirect_fire import GERMAN, battlefield, facing_each_other

FO: Final = UnitId("gf")
LIGHT, HEAVY = UnitId("ga"), UnitId("gb")
#: What strikes after a response is not what is tested here.
HARMLESS: Final = (100,) * 40


def field(*, on: bool = True) -> PanzerState:
    """The field at the German Indirect Fire Step, with the option on or off."""
    state = facing_each_other()
    if on:
        switches = state.scenario.switches | {Switch.INDIRECT_SCATTER}
        state.scenario = evolve(state.scenario, switches=switches)
    return state


def target(state: PanzerState) -> Hex:
    """The hex of the tank that the FO spots."""
    hex_ = state.units[UnitId("bt")].hex
    assert hex_ is not None
    return hex_


def exact(state: PanzerState, source: UnitId) -> int:
    """The face of the d10 that is the Fire Response Factor exactly."""
    terms = response_terms(state, FO, source, Aim(target(state)))
    face: int = terms.factor - terms.tally.total
    assert 1 < face <= 10
    return face


def fired(state: PanzerState, sources: tuple[UnitId, ...], *rolls: int) -> list[Event]:
    """Everything that comes of a call, until nothing of it is pending."""
    rules = battlefield()
    dice = ScriptedDice((*rolls, *HARMLESS))
    found: list[Event] = []
    order = CallFire(observer=FO, sources=sources, aim=Aim(target(state)))
    steps: Any = call(state, GERMAN, order, dice)
    while steps is not None:
        for event in steps:
            rules.evolve(state, event)
            found.append(event)
        steps = procedure(state, GERMAN, dice) if state.indirect.pending else None
    return found


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    """Those of a kind."""
    return [e for e in events if isinstance(e, kind)]


@pytest.mark.parametrize(("roll", "far"), [(1, 1), (6, 1), (7, 2), (10, 2)])
def test_it_falls_one_or_two_hexes_off(roll: int, far: int) -> None:
    state = field()
    aimed, before = target(state), exact(state, LIGHT)
    events = fired(state, (LIGHT,), before, roll, 1)
    (moved,) = of(events, FireScattered)
    (at,) = of(events, MissionFired)
    assert of(events, ResponseRolled)[0].result is Response.SCATTERS
    assert (moved.far, distance(aimed, moved.hex), at.aim.hex) == (far, far, moved.hex)
    assert [r.die for r in moved.rolls] == ["d10", "d6"]
    assert [m.aim.hex for m in state.indirect.of(GERMAN)] == [moved.hex], "its mission lies where it fell"


def test_the_directional_hex_says_which_way() -> None:
    """or:7.26: R6 on the Directional Hex."""
    found = [of(fired(field(), (LIGHT,), exact(field(), LIGHT), 1, face), FireScattered)[0] for face in range(1, 7)]
    aimed = target(field())
    assert [aimed.neighbour(field().board.facing(aimed, face)) for face in range(1, 7)] == [e.hex for e in found]


@pytest.mark.parametrize("beside", [-1, 1])
def test_any_other_response_does_not_scatter(beside: int) -> None:
    state = field()
    roll = exact(state, HEAVY) + beside
    assert not of(fired(state, (HEAVY,), roll), FireScattered)


def test_it_does_not_scatter_with_the_option_off() -> None:
    state = field(on=False)
    events = fired(state, (LIGHT,), exact(state, LIGHT))
    assert of(events, ResponseRolled)[0].result is Response.RESPONDS
    assert of(events, MissionFired)[0].aim.hex == target(state)


def test_an_unmodified_one_never_scatters() -> None:
    """or:7.26, na:6.5.1.12a: even where it comes to the factor."""
    state = field()
    terms = response_terms(state, FO, LIGHT, Aim(target(state)))
    easy = evolve(terms, factor=1 + terms.tally.total)
    assert not scatters(state, easy, 1)
    assert scatter_chance(state, easy) == 0
    assert scatter_chance(state, terms) == pytest.approx(0.1)
    assert scatter_chance(field(on=False), terms) == 0


def test_each_unit_scatters_by_itself() -> None:
    """or:7.26: per firing unit; whoever scatters away from others has a mission of its own from then on."""
    state = field()
    events = fired(state, (LIGHT, HEAVY), exact(state, LIGHT), 7, 1, 10)
    (moved,) = of(events, FireScattered)
    assert {e.source: e.aim.hex for e in of(events, MissionFired)} == {LIGHT: moved.hex, HEAVY: target(state)}
    assert {m.number: m.sources for m in state.indirect.of(GERMAN)} == {1: (HEAVY,), 2: (LIGHT,)}
    assert not state.indirect.pending


def test_off_the_map_it_is_lost() -> None:
    state = field()
    tank = UnitId("bt")
    edge = next(h for h in sorted(state.board.cells) if h.neighbour(0) not in state.board and h.id != "A1")
    state.change(tank, hex=Hex(target(state).col, edge.row))
    face = exact(state, LIGHT)
    ways = [d for d in range(1, 7) if target(state).neighbour(state.board.facing(target(state), d)) not in state.board]
    events = fired(state, (LIGHT,), face, 1, ways[0])
    assert of(events, FireScattered)[0].lost
    assert not of(events, MissionFired)
    assert LIGHT in state.indirect.spent
    assert not state.indirect.firing_in(LIGHT)


def test_what_comes_of_it_in_the_next_turn() -> None:
    """or:7.26: continued while its observer sees the Impact Point, else checked (na:6.5.1.9)."""
    state = field()
    fired(state, (LIGHT,), exact(state, LIGHT), 1, 1)
    (mission,) = state.indirect.of(GERMAN)
    battlefield().evolve(state, TurnBegun(turn=state.turn + 1))
    state.change(FO, fired=False)
    assert not automatic_check(state, mission)
    assert continue_refusal(state, mission, mission.aim.type) is None, "the tank is adjacent to the Impact Point"
    state.change(FO, hex=None)
    assert automatic_check(state, mission)
