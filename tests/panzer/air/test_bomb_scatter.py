"""or:7.26a: bombs dropped from Medium or High Altitude under anti-aircraft fire may fall beside their target."""

from __future__ import annotations

from typing import Any, Final

import attrs
import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import distance
from core.panzer.air import face
from core.panzer.air.attacks import strike_for
from core.panzer.air.bomb_scatter import RULE, scatter_terms
from core.panzer.air.events import AirAttackAnnounced, AirAttackCompleted, BombScatterRolled
from core.panzer.air.step import procedure
from core.panzer.gp.evolve import aircraft_struck
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.flights import Altitude, Pattern
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Suppression
from core.panzer.pieces.weapons import AirAttack
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.air.test_air import SOVIET, posed

SU, TANK = UnitId("su"), UnitId("g1")
#: Where the aircraft drops its bombs: the tank is straight ahead, in D6.
DROP: Final = {"unit": "su", "hex": "D5", "facing": "S", "target": "g1", "counted": 9, "acquired": True}


def dropping(
    *met: tuple[str, bool], altitude: str = "Medium", on: bool = True, grade: Grade = Grade.SEASONED
) -> PanzerState:
    """A bomber over its target; met: where anti-aircraft fire met it before, and whether with any effect."""
    state = posed(flight={**DROP, "altitude": altitude}).initial()
    units = tuple(attrs.evolve(u, grade=grade) if u.id == SU else u for u in state.scenario.units)
    more = {Switch.BOMB_SCATTER} if on else set()
    state.scenario = attrs.evolve(state.scenario, units=units, switches=state.scenario.switches | more)
    assert state.air.flight is not None
    under_fire = tuple((state.board.hex(at), effect) for at, effect in met)
    state.air = replaced(state.air, flight=attrs.evolve(state.air.flight, under_fire=under_fire))
    return state


def bombs(state: PanzerState) -> int:
    """The weapon that it drops."""
    weapons = state.card(SU).weapons
    return next(at for at, m in enumerate(weapons) if m.weapon.air and m.weapon.air.attack is AirAttack.BOMB)


def dropped(state: PanzerState, *rolls: int) -> list[Any]:
    """All that comes of the bombs, until the attack is resolved; what strikes has no effect."""
    rules = posed()
    assert state.air.flight is not None
    strike = strike_for(state, state.air.flight, bombs(state))
    rules.evolve(state, AirAttackAnnounced(unit=SU, strike=strike))
    dice, found = ScriptedDice((*rolls, *(100,) * 20)), list[Any]()
    while state.air.flight is not None and state.air.flight.strike is not None:
        for event in procedure(state, dice) or ():
            rules.evolve(state, event)
            found.append(event)
    assert isinstance(found[-1], AirAttackCompleted)
    return found


def scattered(events: list[Any]) -> BombScatterRolled | None:
    """The roll for scatter."""
    return next((e for e in events if isinstance(e, BombScatterRolled)), None)


@pytest.mark.parametrize(("altitude", "far"), [("Medium", 1), ("High", 2)])
def test_the_impact_point_moves_by_altitude(altitude: str, far: int) -> None:
    state = dropping(("D4", True), altitude=altitude)
    aimed = state.units[TANK].hex
    assert aimed is not None
    for face_ in range(1, 7):
        rolled = scattered(dropped(dropping(("D4", True), altitude=altitude), 6, face_))
        assert rolled is not None
        way = state.board.facing(aimed, face_)
        assert rolled.impact == (aimed.neighbour(way) if far == 1 else aimed.neighbour(way).neighbour(way))
        assert (distance(aimed, rolled.impact), rolled.hexes[0]) == (far, rolled.impact)
        assert rolled.impact.neighbour(state.units[SU].facing) in rolled.hexes, "the pattern keeps its orientation"


@pytest.mark.parametrize(("met", "limit"), [((("D4", False),), 2), ((("D4", True),), 6)])
def test_the_worst_result_of_the_fire_says_how_easily(met: tuple[tuple[str, bool], ...], limit: int) -> None:
    """or:7.26a: 1-2 without an effect, 1-6 if it was Suppressed or Damaged."""
    for roll in range(1, 11):
        rolled = scattered(dropped(dropping(*met), roll, 1))
        assert rolled is not None
        assert rolled.scattered == (roll <= limit)
        if not rolled.scattered:
            assert rolled.struck[0] == TANK


def test_several_attacks_are_one_roll_by_the_worst() -> None:
    events = dropped(dropping(("D4", False), ("D3", True), ("D5", False)), 6, 1)
    assert sum(isinstance(e, BombScatterRolled) for e in events) == 1
    rolled = scattered(events)
    assert rolled is not None
    assert rolled.limit == 6


@pytest.mark.parametrize(
    ("grade", "most"),
    [(Grade.ELITE, 4), (Grade.VETERAN, 5), (Grade.SEASONED, 6), (Grade.REGULARS, 7), (Grade.GREEN, 8)],
)
def test_the_grade_of_the_aircraft_counts(grade: Grade, most: int) -> None:
    state = dropping(("D4", True), grade=grade)
    assert state.air.flight is not None
    terms = scatter_terms(state, state.air.flight, Pattern.BOMBS)
    assert terms is not None
    assert [roll for roll in range(1, 11) if terms.scatters(roll)] == list(range(1, most + 1))
    assert terms.chance == pytest.approx(most / 10)


def test_only_fire_within_five_hexes_counts() -> None:
    board = dropping().board
    assert distance(board.hex("D5"), board.hex("D10")) == 5
    assert scattered(dropped(dropping(("D10", True)), 10)) is not None
    assert scattered(dropped(dropping(("D11", True)))) is None
    assert scattered(dropped(dropping())) is None, "nobody fired at it"


def test_no_dive_scatters_and_nothing_with_the_option_off() -> None:
    state = dropping(("D4", True), altitude="High")
    assert state.air.flight is not None
    assert scatter_terms(state, state.air.flight, Pattern.DIVE) is None
    assert scatter_terms(state, state.air.flight, Pattern.STRAFE) is None
    assert scattered(dropped(dropping(("D4", True), on=False))) is None


def test_fire_at_an_aircraft_is_noted_for_the_crossing() -> None:
    state = dropping()
    aircraft_struck(state, SU, Result.NO_EFFECT)
    aircraft_struck(state, SU, Result.SUPPRESSED)
    assert state.air.flight is not None
    here = state.units[SU].hex
    assert state.air.flight.under_fire == ((here, False), (here, True))
    assert state.units[SU].suppression is Suppression.ON


def test_the_odds_panel_shows_it() -> None:
    state = dropping(("D4", True))
    assert state.air.flight is not None
    assert state.air.flight.altitude is Altitude.MEDIUM
    report = face.odds(state, SOVIET, (f"attack:{bombs(state)}",))
    assert report is not None
    assert [row.text for row in report.rows if row.rule == RULE] == ["60%, 1 hex in any direction; else as above"]
