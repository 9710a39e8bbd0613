"""AP fire of the Advanced Game in the miniatures edition: Heat Haze, passengers, hand-held weapons, what shows."""

from __future__ import annotations

import pytest

from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.ap import shot as shots
from core.panzer.ap.advanced_kind import report
from core.panzer.ap.modifiers import ap_tally
from core.panzer.ap.reach import reach_refusal
from core.panzer.armament import armament
from core.panzer.chapters import BOOK
from core.panzer.course.events import StepBegun
from core.panzer.gp.fire import weapon_refusal
from core.panzer.indirect.impact import fire_mission
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.missions import Aim, Mission
from core.panzer.pieces.unit import Spot
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.state import PanzerState
from tests.panzer.ap.in_miniature import SHOOTER, TARGET
from tests.panzer.ap.in_miniature import posed as gun_and_target
from tests.panzer.gp.test_gp_fire_in_miniature import T_34, posed, unit

G1, G2, S1 = map(UnitId, ("g1", "g2", "s1"))
SQUAD = "g85-rifle-squad-1-2-squad"
ROCKETS = "g87-rpzb-34-54"


@pytest.mark.parametrize(("range_", "lost"), [(15, False), (16, True)])
def test_heat_haze_hides_vehicles_from_more_than_fifteen_inches(range_: int, lost: bool) -> None:
    """min:16.2.1.1: -3; the hex edition has it from 8 hexes on."""
    state = gun_and_target("advanced", "heat-haze", range_=range_)
    tally = ap_tally(state, Shot(SHOOTER, TARGET, 0, "AP"), RangeFactor.M, overwatch=False)
    found = {reason.label: reason.amount for reason in tally.reasons}
    assert found.get("Heat Haze") == (-3 if lost else None)


def riding(edition: str = "miniatures", attached: str = ROCKETS) -> PanzerState:
    """A squad with rocket launchers in a half-track, and an enemy truck with a squad."""
    return posed(
        unit("g1", "g43-spw-251-1", "A1", facing="SE", command="N/C"),
        {"id": "g2", "card": SQUAD, "riding": "g1", "attached": [attached]},
        unit("s1", "na-gb-light-truck", "B1", side="soviet"),
        {"id": "s2", "card": "s57-rifle-squad-1-2-squad", "riding": "s1"},
        edition=edition,
    )


def launcher(state: PanzerState, who: UnitId = G2) -> int:
    return next(at for at, mounted in enumerate(armament(state, who)) if mounted.weapon.ap)


def test_transported_ap_fire_costs_three() -> None:
    """min:16.2.1.8: 2 in the hex edition."""
    for edition, amount in (("miniatures", -3), ("hex", -2)):
        state = riding(edition)
        index = launcher(state)
        ammo = armament(state, G2)[index].weapon.ap[0].type
        tally = ap_tally(state, Shot(G2, S1, index, ammo), RangeFactor.P, overwatch=False)
        assert {r.label: r.amount for r in tally.reasons}["Transported Fire"] == amount


def test_rocket_launchers_fire_their_ap_data_at_every_vehicle() -> None:
    """min:16.2.2.1: at S-Types too; their GP data are for leg and towed units alone, also where some are aboard."""
    state = riding()
    index = launcher(state)
    ammo = armament(state, G2)[index].weapon.ap[0].type
    rider = state.units[G2]
    assert reach_refusal(state, rider, state.units[S1], index, ammo, overwatch=False) is None
    assert weapon_refusal(state, rider, state.units[S1], index, overwatch=False) is not None
    shot = Shot(G2, S1, index, ammo)
    assert not list(shots._at_passengers(state, shot, ScriptedDice([]), overwatch=False))
    assert list(shots._at_passengers(riding("hex"), shot, ScriptedDice([50, 50, 50]), overwatch=False))


@pytest.mark.parametrize(
    ("card", "spot"), [("g86-8cm-grw-34-mortar-section", Spot.MOVE), ("g82-7-5cm-leig", Spot.FIRE)]
)
def test_what_shows_of_indirect_fire(card: str, spot: Spot) -> None:
    """min:16.3.1.4.3: mortars SPOT (MOVE), guns SPOT (FIRE), for spotting no sooner than direct fire."""
    state = posed(
        unit("g1", card, "A1", facing="SE", command="FIRE"),
        unit("g2", SQUAD, "B1", command="OVERWATCH"),
        unit("s1", T_34, "R1"),
    )
    side = state.units[G1].side
    mission = Mission(1, side, Aim(hex_from_id("M2")), (G1,), G2)
    for event in fire_mission(state, mission, G1, ScriptedDice([1] * 9)):
        BOOK.evolve(state, event)
    assert state.units[G1].spot is None
    assert state.units[G1].new_spot_fire
    BOOK.evolve(state, StepBegun(step="overwatch"))
    assert state.units[G1].spot is spot
    assert state.units[G2].spot is None


def test_several_shots_at_what_does_not_burn_tell_of_no_brew_up() -> None:
    """min:8.3.1, min:8.4.7.2: the fire goes on at the wreck, which is an S-Type and never read beyond a Knock Out."""
    other = {"id": "s2", "card": "s15-t-34-76-m43", "side": "soviet", "hex": "D8", "command": "FIRE"}
    state = gun_and_target("advanced", card="g73-medium-truck", others=(other,))
    told = report(state, (Shot(SHOOTER, TARGET, 0, "AP"), Shot(UnitId("s2"), TARGET, 0, "AP")), overwatch=False)
    chances = dict(told.outcomes)
    assert chances["Knock-Out"] > 0
    assert "Brew Up" not in chances
