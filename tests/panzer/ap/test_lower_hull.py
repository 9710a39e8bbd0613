"""or:7.13: vehicles that climb before a gun, or stand well above it, show it the thin armor of the lower hull."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.panzer.ap import advanced_kind
from core.panzer.ap.events import ApShotResolved
from core.panzer.ap.hits import Condition, Plate, strike
from core.panzer.ap.terms import ap_terms
from core.panzer.chapters import BOOK
from core.panzer.direct_fire.orders import OverwatchFire, Pass
from core.panzer.movement.orders import Move
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import HullDown
from core.panzer.state import PanzerState

GUN, CLIMBER = UnitId("g1"), UnitId("s1")
SHOT = Shot(GUN, CLIMBER)
SOVIET, GERMAN = SideId("soviet"), SideId("german")
#: Of the T-34/76 M42 against rising shots at its front, and half of it.
RISING, LOWER = 22, 11


def posed(grid: str, gun: str, climber: str, *, on: bool = True, wall: str = "") -> PanzerState:
    """A PzKpfw IV G on Overwatch, and a T-34 that faces it."""
    data: dict[str, Any] = {
        "modules": ["advanced-ap", "hull-down", *(["lower-hull"] if on else [])],
        "board": {"grid": grid, "hexside": [{"kind": "wall", "sides": wall}] if wall else []},
        "unit": [
            {"id": "g1", "card": "g17-pzkpfw-iv-g", "hex": gun, "facing": "S", "command": "OVERWATCH"},
            {"id": "s1", "card": "s14-t-34-76-m42", "hex": climber, "facing": "N", "command": "MOVE"},
        ],
        "situation": {"step": "second-move", "first": "german"},
    }
    return situation(data, "x", "X", "x.toml").start.copy()


def plate(state: PanzerState, *, overwatch: bool = True) -> Plate:
    """What the gun meets at the front of the T-34."""
    return ap_terms(state, SHOT, overwatch=overwatch).plates[HitAngle.FRONT]


def hull_front(state: PanzerState, *, overwatch: bool = True) -> tuple[int, str]:
    """The armor of the hull front, and the rule by which it is the lower hull."""
    met = plate(state, overwatch=overwatch)
    found = {armor for where, armor in zip(met.locations, met.armor, strict=True) if where.startswith("HF")}
    assert len(found) == 1
    return found.pop(), met.lower_hull


def play(state: PanzerState, side: SideId, order: Any, *dice: int) -> list[Event]:
    """An order and all that follows by itself, with these dice."""
    BOOK.refuse(state, side, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, side, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            found.append(event)
    return found


# -- climbing (or:7.13.1) -----------------------------------------------------------------------------------

COLUMN = "\n".join("....u.")


def moved(*steps: str, grid: str = COLUMN, on: bool = True, wall: str = "") -> PanzerState:
    """The T-34 of A5 after these steps, with the gun in A1."""
    state = posed(grid, "A1", "A5", on=on, wall=wall)
    play(state, SOVIET, Move(unit=CLIMBER, rate=Rate.CROSS_COUNTRY, steps=steps, end=False))
    return state


@pytest.mark.parametrize("ground", ["u", "i", "f"])
def test_out_of_a_gully_a_stream_or_a_ford_it_shows_its_belly(ground: str) -> None:
    state = moved("F", grid=f".\n.\n.\n.\n{ground}\n.")
    assert hull_front(state) == (LOWER, "or:7.13.1")
    assert plate(state).inclination is Inclination.LEVEL, "by the Rising row though the shot is level"
    assert hull_front(state, overwatch=False)[1] == "", "against Overwatch Fire alone"


def test_over_a_wall_it_does() -> None:
    clear = "\n".join("......")
    assert hull_front(moved("F", grid=clear, wall="A5/N")) == (LOWER, "or:7.13.1")
    assert hull_front(moved("F", grid=clear, wall="A6/N"))[1] == "", "not across that one"


def test_a_hit_there_meets_half_the_armor_and_a_report_says_so() -> None:
    state = moved("F")
    assert state.fire.window is not None
    (resolved,) = [
        event
        for event in play(state, GERMAN, OverwatchFire(target=CLIMBER, shots=(SHOT,)), 1, 59)
        if isinstance(event, ApShotResolved)
    ]
    (hit,) = resolved.hits
    assert (hit.location.rstrip("*"), hit.armor, hit.lower_hull) == ("HF", LOWER, "or:7.13.1")
    told = BOOK.report(state, resolved)
    assert told is not None
    assert "lower hull (or:7.13.1)" in "".join(told.details)


def test_in_the_next_step_it_no_longer_does() -> None:
    for steps in (("F", "F"), ("F", "T1")):
        state = moved(*steps)
        assert plate(state).lower_hull == "or:7.13.1"
        play(state, GERMAN, Pass())
        assert {p.lower_hull for p in ap_terms(state, SHOT, overwatch=True).plates.values()} == {""}


def test_in_the_open_and_without_the_rule_nothing_changes() -> None:
    level = hull_front(moved("F", grid="\n".join("......")))
    assert level[1] == ""
    assert hull_front(moved("F", on=False)) == level


def test_a_gun_at_another_height_sees_no_belly() -> None:
    assert hull_front(moved("F", grid="\n".join((".1", ".", ".", ".", "u", "."))))[1] == ""


# -- height (or:7.13.2) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "rule"), [(2, ""), (3, "or:7.13.2"), (4, "or:7.13.2"), (5, "")])
def test_from_far_below_it_does_within_twice_the_difference(far: int, rule: str) -> None:
    """or:7.13, or:7.13.2, two Heights above: not where that makes it Partially Hull Down, to range 2, nor beyond 4."""
    grid = "\n".join([*["."] * 6, ".2"])
    state = posed(grid, f"A{7 - far}", "A7")
    found = hull_front(state, overwatch=False)
    assert found[1] == rule
    assert found[0] == (LOWER if rule else RISING)
    assert hull_front(posed(grid, f"A{7 - far}", "A7", on=False), overwatch=False)[0] == RISING


def test_not_one_height_above_nor_hull_down() -> None:
    assert hull_front(posed("\n".join([*["."] * 6, ".1"]), "A5", "A7"), overwatch=False)[1] == ""
    state = posed("\n".join([*["."] * 6, ".2"]), "A4", "A7")
    state.change(CLIMBER, hull_down=HullDown.PARTIAL)
    assert hull_front(state, overwatch=False)[1] == "or:7.13.2"
    state.change(CLIMBER, hull_down=HullDown.FULL)
    assert hull_front(state, overwatch=False)[1] == ""


def test_the_turret_and_soft_vehicles_are_as_ever() -> None:
    state = posed("\n".join([*["."] * 6, ".2"]), "A4", "A7")
    met = plate(state, overwatch=False)
    without = plate(posed("\n".join([*["."] * 6, ".2"]), "A4", "A7", on=False), overwatch=False)
    turret = [where for where in met.locations if where.startswith("T")]
    assert turret
    for where, armor, before in zip(met.locations, met.armor, without.armor, strict=True):
        assert armor == before or where.startswith("HF")
    _, hit = strike(met, CLIMBER, Condition(), ScriptedDice([1]))
    assert not hit.lower_hull


def test_the_odds_name_it() -> None:
    state = posed("\n".join([*["."] * 6, ".2"]), "A4", "A7")
    told = "".join(row.text for row in advanced_kind.rows(state, SHOT, overwatch=False))
    assert f"{LOWER} (lower hull)" in told
