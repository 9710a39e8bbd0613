"""or:7.23: what hits break that penetrate and do No Damage, each kind once."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.panzer.ap import collateral, modifiers
from core.panzer.ap.events import ApHit, CollateralChecked, FuelChecked
from core.panzer.ap.reach import refusal as reach_refusal
from core.panzer.direct_fire import shots
from core.panzer.direct_fire.orders import Fire
from core.panzer.face.cards import unit_card
from core.panzer.firing.aim import gun_facing
from core.panzer.formations.control import exercises_command, recon
from core.panzer.gp.events import BailOutChecked
from core.panzer.gp.fire import gp_terms
from core.panzer.indirect.observers import command_recon
from core.panzer.movement.allowance import allowance
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.firing import GP, Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Collateral, Presence, Suppression, Wreck
from core.panzer.sight.turrets import looks, turns, ways
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN, SOVIET = SideId("german"), SideId("soviet")
G1, R1, R2 = UnitId("g1"), UnitId("r1"), UnitId("r2")
TANK, STUG, ENEMY = "g18-pzkpfw-iv-h", "g29-stug-iii-g", "s15-t-34-76-m43"


def game(
    *dice: int, card: str = TANK, step: str = "first-fire", on: bool = True, also: tuple[str, ...] = (), **more: Any
) -> Game[PanzerState]:
    """A German vehicle in A1 facing S, a tank in A4 before it and another in C1 beside it."""
    posed = situation(
        {
            "modules": ["advanced", *(["collateral-damage"] if on else []), *also],
            "board": {"grid": "\n".join(5 * [". . ."])},
            "unit": [
                {"id": "g1", "card": card, "hex": "A1", "facing": "S", "command": "FIRE", **more},
                {"id": "r1", "card": ENEMY, "hex": "A4", "facing": "N", "command": "N/C"},
                {"id": "r2", "card": ENEMY, "hex": "C2", "facing": "N", "command": "N/C"},
            ],
            "situation": {"step": step, "first": "german", "turn": 1},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def hit(location: str, result: Result = Result.NO_DAMAGE) -> ApHit:
    return ApHit(
        target=G1,
        roll=15,
        angle=HitAngle.FRONT,
        inclination=Inclination.LEVEL,
        location=location,
        penetration=20,
        armor=10,
        digit=5,
        result=result,
    )


def struck(played: Game[PanzerState], location: str, roll: int, result: Result = Result.NO_DAMAGE) -> Any:
    """The check for one hit, applied; None if there is none."""
    found = list(collateral.checks(played.state, [hit(location, result)], ScriptedDice([roll])))
    for event in found:
        played.system.evolve(played.state, event)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("location", "roll", "broken"),
    [
        ("TF", 1, Collateral.OPTICS),
        ("TF", 2, Collateral.COAX),
        ("TF*", 3, None),
        ("TS", 1, Collateral.TURRET),
        ("TR", 2, Collateral.RADIO),
        ("TS", 10, None),
        ("HF", 1, Collateral.RUNNING_GEAR),
        ("HF*", 2, None),
        ("HS", 1, Collateral.FUEL),
        ("HR", 1, Collateral.FUEL),
        ("HR", 2, None),
    ],
)
def test_the_tables(location: str, roll: int, broken: Collateral | None) -> None:
    """or:7.23.1, or:7.23.2, or:7.23.3, or:7.23.4: by location, whether marked * or not."""
    played = game()
    assert struck(played, location, roll).broken is broken
    assert played.state.units[G1].collateral == ((broken,) if broken else ())


@pytest.mark.parametrize(
    ("location", "result"), [("TK", Result.TRACK_HIT), ("DK", Result.NO_DAMAGE), ("TF", Result.DAMAGE)]
)
def test_what_is_not_rolled_for(location: str, result: Result) -> None:
    """or:7.23: tracks and decks have no table; what does Damage breaks nothing besides."""
    assert not list(collateral.checks(game().state, [hit(location, result)], ScriptedDice([])))


def test_soft_vehicles_are_not_rolled_for() -> None:
    """or:7.23: A-Type and P-Type alone."""
    assert not list(collateral.checks(game(card="g73-light-truck").state, [hit("HF")], ScriptedDice([])))


def test_each_kind_once() -> None:
    """or:7.23: applies only once to a vehicle."""
    played = game()
    struck(played, "TF", 1)
    assert struck(played, "TF", 1).broken is None
    assert played.state.units[G1].collateral == (Collateral.OPTICS,)


def test_fuel_that_is_out_leaks_no_more() -> None:
    """or:7.23, or:7.23.4: the hit applies once, also when the fuel is out, which is rolled for no more."""
    played = game()
    played.state.change(G1, collateral=(Collateral.OUT_OF_FUEL,))
    assert struck(played, "HS", 1).broken is None
    assert not list(collateral.fuel(played.state, ScriptedDice([])))


def test_without_a_turret_or_a_coaxial_machine_gun_it_is_suppressed() -> None:
    """or:7.23.1, or:7.23.2: SUPPRESSED/ON in place of what it does not have."""
    for location, roll in (("TF", 2), ("TS", 1)):
        played = game(card=STUG)
        event = struck(played, location, roll)
        assert (event.suppressed, event.broken) == (True, None)
        assert played.state.units[G1].suppression is Suppression.ON


@pytest.mark.parametrize("card", ["g43-spw-251-1", "g65-moebelwagon"])
def test_a_pivot_without_a_turret_has_no_turret_ring(card: str) -> None:
    """or:7.23.2: Turretless 360 vehicles are SUPPRESSED/ON, as those with fixed guns are."""
    played = game(card=card)
    event = struck(played, "TR", 1)
    assert (event.suppressed, event.broken, event.turret) == (True, None, None)
    unit = played.state.units[G1]
    assert (unit.suppression, unit.collateral) == (Suppression.ON, ())


def test_damaged_optics() -> None:
    """or:7.23.1: AP -1, GP -5."""
    played = game()
    struck(played, "TF", 1)
    state = played.state
    assert modifiers.condition_tally(state, state.units[G1]).total == -1
    terms = gp_terms(state, Shot(G1, R1, 0, GP), overwatch=False)
    told = {reason.label: reason.amount for reason in terms.strike.tally.reasons}
    assert told["optics damaged"] == -5


def test_a_turret_that_sticks() -> None:
    """or:7.23.2: in the arc of the last target that it announced fire at in this turn, else ahead; it turns with the
    hull."""
    ahead = game()
    struck(ahead, "TS", 1)
    assert ahead.state.units[G1].turret_turned == 0
    aside = game()
    aside.state.fire = aside.state.fire.aimed(G1, hex_from_id("C2"))
    struck(aside, "TS", 1)
    state = aside.state
    gun = state.card(G1).weapons[0]
    assert state.units[G1].turret_turned == 5
    assert gun_facing(state, state.units[G1], gun) == 2
    assert {s.target for s in shots.reaching(state, G1, R2)} == {R2}
    assert not shots.reaching(state, G1, R1)
    state.change(G1, facing=4)
    assert gun_facing(state, state.units[G1], gun) == 3
    assert shots.reaching(state, G1, R1)


def test_a_turret_that_sticks_needs_no_adjustment() -> None:
    """or:7.23.2: on Overwatch it fires as a gun in the hull does, -1, or -5 as GP fire, since it does not turn."""
    state = game(step="overwatch").state
    state.change(G1, turret_turned=5)
    for labels in (
        {r.label: r.amount for r in modifiers.ap_tally(state, Shot(G1, R2), None, overwatch=True).reasons},
        {r.label: r.amount for r in gp_terms(state, Shot(G1, R2, 0, GP), overwatch=True).strike.tally.reasons},
    ):
        assert "Overwatch" in labels
        assert "Overwatch Adjust" not in labels


def test_a_turret_with_a_facing_of_its_own_sticks_where_it_looks() -> None:
    """or:7.23.2 with or:7.8: in its present position, whatever it fired at before; it turns on no occasion any more."""
    played = game(also=("turrets",), turret=5)
    state = played.state
    state.fire = state.fire.aimed(G1, hex_from_id("A4"))
    before = turns(state, state.units[G1])
    struck(played, "TS", 1)
    unit = state.units[G1]
    gun = state.card(G1).weapons[0]
    assert (before, unit.turret_turned) == (2, 5)
    assert gun_facing(state, unit, gun) == looks(state, unit) == 2
    assert {s.target for s in shots.reaching(state, G1, R2)} == {R2}
    assert not shots.reaching(state, G1, R1)
    assert turns(state, unit) == 0
    assert ways(state, unit) == ()
    refused = reach_refusal(state, Shot(G1, R1), overwatch=True)
    assert refused is not None, "nor on Overwatch (or:7.8.4)"
    assert refused.rule == "or:7.23.2"
    assert reach_refusal(state, Shot(G1, R2), overwatch=True) is None


def test_a_lost_radio() -> None:
    """or:7.23.2: no Command, no Recon any more."""
    played = game(labels=["Command", "Recon"])
    assert exercises_command(played.state, G1)
    assert command_recon(played.state, G1)
    before = played.state.standing
    struck(played, "TR", 2)
    assert not exercises_command(played.state, G1)
    assert not recon(played.state, G1)
    assert not command_recon(played.state, G1)
    assert played.state.standing != before


def test_damaged_running_gear() -> None:
    """or:7.23.3: the Movement Factor is 2 less, 1 at least, before it is halved."""
    played = game()
    unit = played.state.units[G1]
    before = {rate: allowance(played.state, unit, rate)[0] for rate in (Rate.CROSS_COUNTRY, Rate.ROUTE)}
    struck(played, "HF", 1)
    unit = played.state.units[G1]
    after = {rate: allowance(played.state, unit, rate)[0] for rate in before}
    assert after == {rate: max(1, factor - 2) for rate, factor in before.items()}


@pytest.mark.parametrize(
    ("dice", "result"), [((1, 40), Result.TRACK), ((2,), Result.BREW_UP), ((3,), Result.NO_EFFECT)]
)
def test_leaking_fuel(dice: tuple[int, ...], result: Result) -> None:
    """or:7.23.4: at the beginning of each Movement Phase, out of fuel by 1, a Brew Up by 2."""
    played = game(command="N/C")
    played.state.change(G1, collateral=(Collateral.FUEL,))
    found = []
    for event in collateral.fuel(played.state, ScriptedDice(list(dice))):
        played.system.evolve(played.state, event)
        found.append(event)
    (checked,) = (event for event in found if isinstance(event, FuelChecked))
    assert checked.result is result
    unit = played.state.units[G1]
    if result is Result.TRACK:
        assert unit.track_hit
        assert unit.collateral == (Collateral.OUT_OF_FUEL,)
        assert [event.cause for event in found if isinstance(event, BailOutChecked)] == ["TK"]
        assert not list(collateral.fuel(played.state, ScriptedDice([])))
    elif result is Result.BREW_UP:
        assert (unit.presence, unit.fate) == (Presence.ELIMINATED, Wreck.BU)
    else:
        assert unit.collateral == (Collateral.FUEL,)


def test_a_shot_rolls_for_it_before_who_bails_out() -> None:
    """or:7.23, na:6.5.2.6: No Damage by a shot breaks something, and its crew checks all the same."""
    for roll in range(1, 101):
        played = game(1, roll, 1, 99, 99, 99)
        played.submit(GERMAN, Fire(target=R1, shots=(Shot(G1, R1, 0, "AP"),)))
        names = [event.name for event in played.journal]
        if "collateral-checked" in names:
            assert names.index("ap-shot-resolved") < names.index("collateral-checked")
            if "bail-out-checked" in names:
                assert names.index("collateral-checked") < names.index("bail-out-checked")
            return
    pytest.fail("no hit did No Damage")


def test_it_is_rolled_for_after_the_shot_and_told() -> None:
    """or:7.23: before who bails out for No Damage; the card of the unit says what is broken."""
    played = game()
    struck(played, "TF", 1)
    rows = [row for section in unit_card(played.state, played.state.units[G1]).sections for row in section.rows]
    assert any(row.label == "Broken" and "optics" in row.text for row in rows)


def test_nothing_breaks_without_the_option() -> None:
    played = game(on=False)
    assert struck(played, "TF", 1) is None
    assert not [event for event in played.journal if isinstance(event, CollateralChecked)]
