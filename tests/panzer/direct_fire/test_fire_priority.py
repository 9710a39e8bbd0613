"""or:7.14: vehicles fire at the closest armed vehicle first, unless others of their formation have engaged it."""

from __future__ import annotations

from typing import Any

import pytest

from content.vignette import make_vignette
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.direct_fire.choices import possible_shots
from core.panzer.direct_fire.orders import Fire
from core.panzer.direct_fire.shots import possible
from core.panzer.direct_fire.step import direct_targets, must_join
from core.panzer.state import PanzerState
from core.play.game import Game

GERMAN = SideId("german")
TRUCK, SQUAD, NEAR, FAR, ABREAST = (UnitId(u) for u in ("s0", "s1", "s2", "s3", "s4"))
G1, G2, G3 = (UnitId(u) for u in ("g1", "g2", "g3"))
CARDS = {TRUCK: "s44-light-truck", SQUAD: "s57-rifle-squad-1-2-squad"}
HEXES = {TRUCK: "B2", SQUAD: "B3", NEAR: "B5", FAR: "B8", ABREAST: "A5"}


def german(unit: UnitId, hex_: str, formation: str) -> dict[str, Any]:
    """A tank with FIRE."""
    line = {"id": unit, "card": "g11-pzkpfw-iii-j", "hex": hex_, "facing": "S", "command": "FIRE"}
    return line | {"formation": formation}


def game(*targets: UnitId, on: bool = True, gun: bool = False) -> Game[PanzerState]:
    """Two tanks of one formation, in A1 and B1, and one of another in C1; all see these targets. gun: the second is a
    towed gun."""
    units = [german(G1, "A1", "1st"), german(G2, "B1", "1st"), german(G3, "C1", "2nd")]
    if gun:
        units[1]["card"] = "g77-5cm-pak-38-atg"
    for target in targets:
        units.append({"id": target, "card": CARDS.get(target, "s5-t-70-m42"), "hex": HEXES[target], "facing": "N"})
    data = {
        "id": "priority",
        "title": "Priority",
        "rules": ["or:7.14"],
        "given": "",
        "modules": ["advanced-ap", "gp-fire", "leg-and-towed", *(["fire-priority"] if on else [])],
        "board": {"grid": "\n".join([". . ."] * 9)},
        "unit": units,
        "situation": {
            "step": "first-fire",
            "first": "german",
            "sighted": {u: list(targets) for u in (G1, G2, G3)},
        },
        "step": [{"begin": True}],
    }
    return Game(make_vignette(data, "priority").system, SeededDice("1"))


def announce(made: Game[PanzerState], target: UnitId, *shooters: UnitId) -> None:
    """These fire at a target, each with its first weapon."""
    shots = tuple(possible(made.state, shooter, target, overwatch=False)[0] for shooter in shooters)
    made.submit(GERMAN, Fire(target=target, shots=shots))


def test_the_closest_armed_vehicle_comes_first() -> None:
    """Trucks and squads do not count, however close they are."""
    state = game(TRUCK, SQUAD, NEAR, FAR).state
    assert direct_targets(state, G1) == (NEAR,)
    assert set(possible_shots(state, GERMAN, overwatch_fire=False)) == {NEAR}
    assert set(direct_targets(game(TRUCK, SQUAD, NEAR, FAR, on=False).state, G1)) == {TRUCK, SQUAD, NEAR, FAR}


def test_fire_at_another_is_refused() -> None:
    made = game(SQUAD, NEAR, FAR)
    with pytest.raises(IllegalOrder, match="closest vehicle") as refused:
        announce(made, FAR, G1)
    assert refused.value.rule == "or:7.14"
    announce(game(SQUAD, NEAR, FAR, on=False), FAR, G1)


def test_of_several_as_close_any_may_be_chosen() -> None:
    assert set(direct_targets(game(NEAR, ABREAST, FAR).state, G1)) == {NEAR, ABREAST}


def test_without_a_vehicle_to_fire_at_one_chooses_freely() -> None:
    assert set(direct_targets(game(TRUCK, SQUAD).state, G1)) == {TRUCK, SQUAD}


def test_one_of_the_formation_engages_for_the_others() -> None:
    """Whoever is of another formation is still bound to the target, and so has to fire at it at once (na:4.4.1i)."""
    made = game(SQUAD, NEAR, FAR)
    assert set(must_join(made.state, GERMAN, NEAR)) == {G1, G2, G3}
    with pytest.raises(IllegalOrder, match="no other target"):
        announce(made, NEAR, G1)
    announce(made, NEAR, G1, G3)
    assert set(direct_targets(made.state, G2)) == {SQUAD, FAR}
    announce(made, SQUAD, G2)


def test_fire_of_a_gun_does_not_engage() -> None:
    """A towed gun is not bound itself."""
    made = game(SQUAD, NEAR, FAR, gun=True)
    assert set(direct_targets(made.state, G2)) == {SQUAD, NEAR, FAR}
    with pytest.raises(IllegalOrder, match="no other target"):
        announce(made, NEAR, G2, G3)


def test_a_target_that_nobody_else_has_engages_nobody_free() -> None:
    """Once it is engaged, those who have no other target must join all the same (na:4.4.1i)."""
    made = game(NEAR)
    assert set(must_join(made.state, GERMAN, NEAR, possible(made.state, G1, NEAR, overwatch=False)[:1])) >= {G2, G3}


def test_what_was_engaged_is_forgotten_with_the_turn() -> None:
    made = game(NEAR, FAR)
    announce(made, NEAR, G1, G3)
    assert (G1, NEAR) in made.state.fire.engaged
    assert game(NEAR, FAR, on=False).state.fire.engaged == frozenset()
