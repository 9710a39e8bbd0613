"""or:7.22: squads and half-squads make smoke in their own hex in place of their Small Arms fire."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.course.events import StepBegun
from core.panzer.direct_fire import infantry_smoke
from core.panzer.direct_fire.infantry_smoke import IN_PLACE
from core.panzer.direct_fire.orders import Fire, FireSmoke
from core.panzer.direct_fire.smoke import BY_HAND, smoke_weapons
from core.panzer.firing import dual_fire
from core.panzer.gp.events import SmokeFired
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.firing import DualFire, Shot
from core.panzer.pieces.unit import Command, Shaken, Spot, Suppression
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep

GERMAN, SOVIET = SideId("german"), SideId("soviet")
G1, G2, R1 = UnitId("g1"), UnitId("g2"), UnitId("r1")
SQUAD, SECTION, RUSSIAN = "g85-rifle-squad-1-2-squad", "g86-section", "s57-rifle-squad-1-2-squad"
TANK = "s15-t-34-76-m43"
A1 = hex_from_id("A1")


def game(
    *dice: int, on: bool = True, units: tuple[dict[str, Any], ...] = (), enemy: str = TANK, **more: Any
) -> Game[PanzerState]:
    """A German squad with FIRE in A1, an enemy in A3 that has moved."""
    posed = situation(
        {
            "modules": ["advanced", *(["infantry-smoke"] if on else [])],
            "board": {"grid": ". .\n. .\n. .\n. ."},
            "unit": [
                {"id": "g1", "card": SQUAD, "hex": "A1", "facing": "S", "command": "FIRE", **more},
                {"id": "r1", "card": enemy, "hex": "A3", "facing": "N", "command": "N/C"},
                *units,
            ],
            "situation": {"step": "first-fire", "first": "german", "turn": 1, "date": "1943-07"},
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(posed, ScriptedDice(list(dice)))


def smoke(played: Game[PanzerState], hex_: str = "A1") -> SmokeFired:
    played.submit(GERMAN, FireSmoke(unit=G1, hex=hex_from_id(hex_), weapon=IN_PLACE))
    return next(event for event in played.journal if isinstance(event, SmokeFired))


@pytest.mark.parametrize(("roll", "placed"), [(5, True), (6, False)])
def test_the_roll_decides(roll: int, placed: bool) -> None:
    """or:7.22.1: up to the limit there is smoke; either way the unit has had its Small Arms fire."""
    played = game(roll)
    made = smoke(played)
    assert (made.placed, made.hex) == (placed, A1)
    clouds = [c for c in played.state.counters.clouds if c.kind is CloudKind.SMOKE]
    assert [(c.hexes, c.open, c.on) for c in clouds] == ([(frozenset({A1}), True, True)] if placed else [])
    assert played.state.units[G1].fired
    assert played.state.units[G1].spot is Spot.SMALL_ARMS or played.state.units[G1].new_spot_small_arms


@pytest.mark.parametrize(
    ("more", "most"),
    [
        ({}, 5),
        ({"grade": "Elite"}, 7),
        ({"grade": "Veteran"}, 6),
        ({"grade": "Regulars"}, 5),
        ({"grade": "Green"}, 4),
        ({"labels": ["Engineer"]}, 8),
        ({"labels": ["Engineer"], "grade": "Elite"}, 10),
    ],
)
def test_the_limit(more: dict[str, Any], most: int) -> None:
    """or:7.22.2: by nation, Unit Grade and engineers, cumulative."""
    state = game(**more).state
    assert infantry_smoke.limit(state, state.units[G1]) == most
    assert infantry_smoke.chance(state, state.units[G1]) == most / 10


def test_the_limits_of_nations() -> None:
    """or:7.22.2: France has none in 1940, 3 from 1941, 5 from 1944; who has no line has none."""
    tables = game().state.advanced.infantry_smoke
    nations = {n: tables.base(n, 1943) for n in ("German", "Soviet", "American", "British", "Italian", "Polish")}
    assert nations == {"German": 5, "Soviet": 2, "American": 5, "British": 4, "Italian": 3, "Polish": 0}
    assert [tables.base("French", year) for year in (1940, 1941, 1943, 1944)] == [0, 3, 3, 5]


def test_who_makes_none() -> None:
    """or:7.22: no section, nobody Suppressed, Hesitating or Broken, none beside another leg or towed unit."""
    section = game(card=SECTION).state
    assert IN_PLACE not in smoke_weapons(section, section.units[G1])
    for change in ({"suppression": Suppression.ON}, {"morale": Shaken.HESITATION_OFF}, {"morale": Shaken.BREAK_ON}):
        state = game().state
        assert IN_PLACE in smoke_weapons(state, state.units[G1])
        state.change(G1, **change)
        assert IN_PLACE not in smoke_weapons(state, state.units[G1])
    beside = game(units=({"id": "g2", "card": SQUAD, "hex": "A1", "command": "N/C"},)).state
    assert IN_PLACE not in smoke_weapons(beside, beside.units[G1])
    vehicle = game(units=({"id": "g2", "card": "g43-spw-251-1", "hex": "A1", "command": "N/C"},)).state
    assert IN_PLACE in smoke_weapons(vehicle, vehicle.units[G1])


def test_in_its_own_hex_only_and_with_fire_only() -> None:
    """or:7.22.1: with FIRE or SHORT HALT."""
    with pytest.raises(IllegalOrder, match="own hex"):
        smoke(game(), "A2")
    with pytest.raises(IllegalOrder, match="no FIRE"):
        smoke(game(command="OVERWATCH"))


def test_engineers_still_lay_smoke_by_hand() -> None:
    state = game(labels=["Engineer"]).state
    assert smoke_weapons(state, state.units[G1]) == (BY_HAND, IN_PLACE)


ARMED = {"attached": ["g87-pzb-39-atr"]}


def test_attached_weapons_may_still_fire() -> None:
    """or:7.22.1: with the Dual Fire modifier, the smoke being at no target; Small Arms may not."""
    played = game(1, 99, **ARMED)
    smoke(played)
    assert not played.state.units[G1].fired
    shot = Shot(G1, R1, 1, "AP")
    assert dual_fire.completed(played.state, (shot,))[0].dual is DualFire.DIFFERENT
    own = game(1, enemy=RUSSIAN, **ARMED)
    smoke(own)
    with pytest.raises(IllegalOrder):
        own.submit(GERMAN, Fire(target=R1, shots=(Shot(G1, R1, 0, "GP"),)))
    offered = [choice.pick for choice in played.choices(GERMAN, ("fire:r1",)).options]
    assert offered == ["g1/1"]
    played.submit(GERMAN, Fire(target=R1, shots=(shot,)))
    assert played.state.units[G1].fired


def test_they_need_not() -> None:
    """or:7.22.1: its player may end the step; the unit has fired."""
    played = game(1, **ARMED)
    smoke(played)
    assert played.state.step == "first-fire"
    assert "finish-step" in [choice.pick for choice in played.choices(GERMAN, ()).options]
    played.submit(GERMAN, FinishStep())
    assert played.state.step != "first-fire"
    played.system.evolve(played.state, StepBegun(step="second-fire"))
    assert played.state.units[G1].fired
    assert not played.state.units[G1].made_smoke


def test_it_is_offered_with_its_chance() -> None:
    played = game()
    (option,) = [c for c in played.choices(GERMAN, ("smoke:g1",)).options if c.pick == str(IN_PLACE)]
    assert option.odds == 0.5
    assert [c.hex for c in played.choices(GERMAN, ("smoke:g1", str(IN_PLACE))).options] == [A1]
    assert played.state.units[G1].command is Command.FIRE


def test_nothing_of_it_without_the_option() -> None:
    state = game(on=False).state
    assert smoke_weapons(state, state.units[G1]) == ()
