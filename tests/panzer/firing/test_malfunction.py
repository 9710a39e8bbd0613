"""or:7.25: weapons fail by the dice of their own fire, and are repaired at the end of the Command Phase."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.air import anti_aircraft
from core.panzer.armament import armament, place
from core.panzer.assault import overrun
from core.panzer.course.events import TurnBegun
from core.panzer.direct_fire import shots, smoke
from core.panzer.direct_fire.orders import Fire
from core.panzer.face.cards import unit_card
from core.panzer.firing import malfunction
from core.panzer.firing.events import WeaponMalfunctioned, WeaponRepairChecked
from core.panzer.indirect import sources
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.flights import Altitude
from core.panzer.pieces.missions import FireType
from core.panzer.pieces.unit import Command
from core.panzer.pieces.weapons import Condition, Malfunction
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep

GERMAN, SOVIET = SideId("german"), SideId("soviet")
G1, G2, R1, R2 = UnitId("g1"), UnitId("g2"), UnitId("r1"), UnitId("r2")
UNITS = (
    {"id": "g1", "card": "g18-pzkpfw-iv-h", "hex": "A1", "facing": "S", "command": "FIRE"},
    {"id": "g2", "card": "g85-rifle-squad-1-2-squad", "hex": "A1", "facing": "S", "command": "FIRE"},
    {"id": "r1", "card": "s15-t-34-76-m43", "hex": "A4", "facing": "N", "command": "N/C"},
    {"id": "r2", "card": "s57-rifle-squad-1-2-squad", "hex": "A3", "facing": "N", "command": "N/C"},
)


def game(*dice: int, on: bool = True, step: str = "first-fire", units: Any = UNITS) -> Game[PanzerState]:
    posed = situation(
        {
            "modules": ["advanced", *(["weapon-malfunction"] if on else [])],
            "board": {"grid": "\n".join(5 * ["."])},
            "unit": list(units),
            "situation": {"step": step, "first": "german", "turn": 1},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def fire(played: Game[PanzerState], shooter: UnitId, target: UnitId, ammo: str, weapon: int = 0) -> None:
    played.submit(GERMAN, Fire(target=target, shots=(Shot(shooter, target, weapon, ammo),)))


def of(played: Game[PanzerState], kind: type[Any]) -> list[Any]:
    return [event for event in played.journal if isinstance(event, kind)]


@pytest.mark.parametrize(("roll", "fails"), [(100, True), (99, False)])
def test_ap_fails_on_00(roll: int, fails: bool) -> None:
    """or:7.25: the combat is resolved, then the weapon may not fire."""
    played = game(roll)
    fire(played, G1, R1, "AP")
    assert [(event.unit, event.weapon) for event in of(played, WeaponMalfunctioned)] == (
        [(G1, "own 0")] if fails else []
    )
    assert bool(played.state.units[G1].malfunctions) is fails
    assert (malfunction.refusal(played.state, G1, 0) is not None) is fails


@pytest.mark.parametrize(("roll", "fails"), [(1, True), (2, False)])
def test_gp_fails_on_01(roll: int, fails: bool) -> None:
    """or:7.25: unmodified; Small Arms too."""
    played = game(roll)
    fire(played, G2, R2, GP)
    assert bool(of(played, WeaponMalfunctioned)) is fails


def test_a_weapon_that_has_failed_is_in_no_menu() -> None:
    played = game()
    played.state.change(G1, malfunctions=(Malfunction("own 0"),))
    assert not [shot for shot in shots.possible(played.state, G1, R1, overwatch=False) if shot.weapon == 0]
    with pytest.raises(IllegalOrder, match="Malfunction"):
        fire(played, G1, R1, "AP")
    rows = [row for section in unit_card(played.state, played.state.units[G1]).sections for row in section.rows]
    assert any(row.label == "Malfunction" and row.rule == "or:7.25" for row in rows)


@pytest.mark.parametrize(
    ("command", "roll", "total", "condition"),
    [
        (Command.NONE, 4, 2, Condition.REPAIRED),
        (Command.NONE, 5, 3, Condition.MALFUNCTION),
        (Command.FIRE, 2, 2, Condition.REPAIRED),
        (Command.FIRE, 3, 3, Condition.MALFUNCTION),
        (Command.NONE, 10, 8, Condition.OUT_OF_ACTION),
    ],
)
def test_repair_at_the_end_of_the_command_phase(command: Command, roll: int, total: int, condition: Condition) -> None:
    """or:7.25: -2 with N/C; up to 2 it is repaired; an unmodified 10 ends all attempts."""
    played = game(roll, 60, 40, step="commands", units=[{**u, "command": ""} for u in UNITS])
    played.state.change(G1, malfunctions=(Malfunction("own 0"),), command=command)
    played.submit(GERMAN, FinishStep())
    played.submit(SOVIET, FinishStep())
    (checked,) = of(played, WeaponRepairChecked)
    assert (checked.total, checked.condition) == (total, condition)
    assert played.state.units[G1].malfunctions == (Malfunction("own 0", condition),)
    assert malfunction.refusal(played.state, G1, 0) is not None  # not in this turn
    played.system.evolve(played.state, TurnBegun(turn=2))
    works = malfunction.refusal(played.state, G1, 0) is None
    assert works is (condition is Condition.REPAIRED)
    assert len(malfunction.waiting(played.state)) == (condition is Condition.MALFUNCTION)


def test_an_attached_weapon_keeps_its_place() -> None:
    """or:7.25, or:7.17: what has failed is known by its place among what the unit began with."""
    armed = {**UNITS[1], "attached": ["g87-pzb-39-atr", "g87-panzerfaust-30m-60m"]}
    state = game(units=(UNITS[0], armed, *UNITS[2:])).state
    assert [place(state, G2, index) for index in range(3)] == ["own 0", "attached 0", "attached 1"]
    state.change(G2, lost_weapons=(0,))
    assert place(state, G2, 1) == "attached 1"


def test_nothing_fails_without_the_option() -> None:
    played = game(100, on=False)
    fire(played, G1, R1, "AP")
    assert not of(played, WeaponMalfunctioned)
    assert not played.state.fire.failing


def test_it_fires_nothing_until_it_is_repaired() -> None:
    """or:7.25: no smoke, no Indirect Fire, nothing at aircraft."""
    units = (
        {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": "A1", "facing": "S", "command": "FIRE"},
        {"id": "g2", "card": "g86-8cm-grw-34-mortar-section", "hex": "A1", "facing": "S", "command": "FIRE"},
        {"id": "g3", "card": "g65-moebelwagon", "hex": "A2", "facing": "S", "command": "OVERWATCH"},
        *UNITS[2:],
    )
    state = game(units=units).state
    for unit, able in ((G1, can_smoke_with), (G2, fires_indirectly), (UnitId("g3"), covers_the_air)):
        assert able(state, unit)
        state.change(unit, malfunctions=tuple(Malfunction(place(state, unit, at)) for at in weapons(state, unit)))
        assert not able(state, unit)


def test_it_adds_nothing_to_an_overrun() -> None:
    """or:7.25, na:6.6.10: who Overruns is technically firing; what has failed may not, aboard or of the vehicle."""
    units = (
        {"id": "g1", "card": "g43-spw-251-1", "hex": "A2", "facing": "S", "command": "MOVE"},
        {"id": "g2", "card": "g85-rifle-squad-1-2-squad", "riding": "g1"},
        UNITS[3],
    )
    state = game(units=units, step="first-move").state
    both = overrun.overrun_terms(state, G1, R2).gp
    state.change(G2, malfunctions=(Malfunction(place(state, G2, 0)),))
    alone = overrun.overrun_terms(state, G1, R2).gp
    assert 0 < alone < both
    assert overrun.possible_targets(state, state.units[G1]) == (R2,)
    state.change(G1, malfunctions=tuple(Malfunction(place(state, G1, at)) for at in weapons(state, G1)))
    assert overrun.parts(state, G1) == ()
    assert overrun.possible_targets(state, state.units[G1]) == ()
    state.change(G2, malfunctions=())
    assert overrun.overrun_terms(state, G1, R2).gp == both - alone


def weapons(state: PanzerState, unit: UnitId) -> range:
    return range(len(armament(state, unit)))


def can_smoke_with(state: PanzerState, unit: UnitId) -> bool:
    refused = smoke.smoke_refusal(state, state.units[unit], 0, hex_from_id("A5"))
    assert refused is None or refused.rule == "or:7.25"
    return 0 in smoke.smoke_weapons(state, state.units[unit])


def fires_indirectly(state: PanzerState, unit: UnitId) -> bool:
    return sources.weapon_for(state, unit, 3, FireType.GP) is not None


def covers_the_air(state: PanzerState, unit: UnitId) -> bool:
    return anti_aircraft.covers(state, state.units[unit], hex_from_id("A4"), Altitude.LOW)
