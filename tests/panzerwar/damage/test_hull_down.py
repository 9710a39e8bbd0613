"""Hull down, turret down, dead zones (pw:9.11.1, pw:9.17, pw:9.18, pw:9.19)."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.panzerwar.damage import dead_zones, hull_down
from core.panzerwar.damage.hull_down import Hidden
from core.panzerwar.damage.odds import places
from core.panzerwar.damage.targets import Target, protected, target_of, walled
from core.panzerwar.movement import positions
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.posture import Posture, Shield
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from tests.panzerwar.damage.hits import CARDS, CHARTS, a_strike, a_target, struck
from tests.panzerwar.kit import RED, a_board, a_state, an_element, at

CREST = {"levels": {"C5 C6 D5 D6 B5 B6": 1}}
WALL = {"sides": {"C5-C4": "wall"}}


def field(**board: Any) -> WarState:
    return a_state(tank(), board=a_board(**board))


def tank(**changes: Any) -> Element:
    return an_element("tank", "t34-85", RED, "C5", heading=0, **changes)


def there(state: WarState, heading: int = 0) -> positions.Position:
    found = positions.position(state, at("C5"), heading)
    assert found is not None
    return found


# -- the position --------------------------------------------------------------------------------------------


def test_what_gives_a_position() -> None:
    """pw:9.17: a crest, a wall or bank on the hexside before it, buildings, rubble; open ground gives none."""
    assert there(field(**CREST)).shield is Shield.HILL
    assert there(field(**WALL)).shield is Shield.STONE
    assert there(field(sides={"C5-C4": "bocage"})).shield is Shield.DIRT
    assert there(field(sides={"C5-C4": "ditch"})).shield is Shield.BERM
    assert there(field(terrain={"C5": "rubble"})).shield is Shield.BERM
    assert positions.position(field(), at("C5"), 0) is None
    assert positions.position(field(**WALL), at("C5"), 24) is None


@pytest.mark.parametrize(("die", "sight"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_die_is_the_factor(die: int, sight: bool) -> None:
    """pw:9.17.2, pw:9.17.1: 1 and 2 are not hull down for sighting, but protect those locations."""
    factor, protection, _ = positions.taken(there(field(**CREST)), ScriptedDice([die]))
    assert (factor, protection) == (die, None)
    posture = Posture(hull_down=factor, shield=Shield.HILL, protection=None)
    assert hull_down.hull_down_to_sight(CHARTS, posture) == sight
    assert [protected(posture, number, 0.0) for number in (1, die, die + 1)] == [True, True, False]


@pytest.mark.parametrize(
    ("bearing", "hidden"), [(0, True), (90, True), (91, False), (180, False), (269, False), (270, True)]
)
def test_cover_that_faces_one_way_hides_to_either_side(bearing: float, hidden: bool) -> None:
    """pw:9.17.1: from what lies within 90 degrees of the way it faces."""
    assert protected(Posture(hull_down=4, shield=Shield.HILL, toward=0), 1, bearing) == hidden


@pytest.mark.parametrize(
    ("board", "dice", "protection"),
    [
        (CREST, (4,), None),
        ({"sides": {"C5-C4": "ditch"}}, (4, 3), 30.0),
        (WALL, (4, 3), 6.0),
        ({"sides": {"C5-C4": "bocage"}}, (4, 3), 3.0),
    ],
)
def test_what_protects(board: dict[str, Any], dice: tuple[int, ...], protection: float | None) -> None:
    """pw:9.17.6, pw:9.17.6.1 to pw:9.17.6.4b: a hill endlessly, a berm D6 x 10, stone 2 x D6, dirt a D6."""
    assert positions.taken(there(field(**board)), ScriptedDice(list(dice)))[1] == protection


def test_walls_deflect_and_hills_do_not() -> None:
    """pw:9.17.6.5, pw:9.17.6: stone and dirt are walls, a berm is none."""
    found = {shield: walled(CHARTS, Posture(hull_down=4, shield=shield)) for shield in Shield}
    assert [shield for shield, wall in found.items() if wall] == [Shield.STONE, Shield.DIRT]


def chosen(element: Element, state: WarState, factor: int = 5, **down: bool) -> str:
    state.put(element)
    found = positions.choice_refusal(state, element, at("C5"), factor, turret_down=down.get("turret_down", False))
    return found.rule if found is not None else ""


def test_a_better_position_is_chosen_after_the_first_turn() -> None:
    """pw:9.17.3: by a shift, within what the cover gives, on a crest."""
    state = field(**CREST)
    down = tank().with_posture(hull_down=2, since=1, shield=Shield.HILL)
    assert chosen(down, state) == ""
    assert chosen(tank().with_posture(hull_down=2, since=2, shield=Shield.HILL), state) == "pw:9.17.3"
    assert chosen(down, state, factor=7) == "pw:9.17.3"
    assert chosen(tank(), state) == "pw:9.17.3"


def test_fixed_positions_stay_as_they_were_rolled() -> None:
    """pw:9.17.4: behind walls and banks."""
    state = field(**WALL)
    assert chosen(tank().with_posture(hull_down=2, since=1, shield=Shield.STONE), state, factor=3) == "pw:9.17.4"


def test_no_position_is_without_its_die_in_the_turn_of_coming() -> None:
    """pw:9.18.1: who was turret down for a full turn chooses; who was so only now does not."""
    state = field(**CREST)
    assert chosen(tank().with_posture(turret_down=1), state) == ""
    assert chosen(tank().with_posture(turret_down=2, since=2), state) == "pw:9.17.3"


def test_going_turret_down() -> None:
    """pw:9.18.0, pw:9.18.2, pw:9.18.3: behind a crest, from a halt before it; turn after turn from hull down."""
    state = field(**CREST)
    assert chosen(tank(), state, turret_down=True) == ""
    assert chosen(tank().with_posture(hull_down=5, since=1), state, turret_down=True) == ""
    elsewhere = evolve(tank(), at=at("C6"))
    assert chosen(elsewhere, state, turret_down=True) == "pw:9.18.2"
    assert chosen(tank(), field(**WALL), turret_down=True) == "pw:9.18.0"


def test_spotting_over_the_crest() -> None:
    """pw:9.18.3: unbuttoned and stationary."""
    down = tank().with_posture(turret_down=1)
    assert hull_down.turret_down(down.posture)
    assert hull_down.spots_over_crest(down)
    assert not hull_down.spots_over_crest(evolve(down, buttoned=True))
    assert not hull_down.spots_over_crest(down.with_travel(motion=Motion.SHIFT))
    assert not hull_down.spots_over_crest(tank())


# -- modelled terrain ----------------------------------------------------------------------------------------


def modelled(shield: Shield, turn: int = 2) -> Target:
    element = tank().with_posture(hull_down=2, since=1, shield=shield, protection=60.0)
    state = a_state(element, switches=(Switch.MODELLED_TERRAIN,), turn=turn)
    return target_of(state, element)


def test_the_ground_shows_how_much_is_hidden() -> None:
    """pw:9.17.8: a crest the hull, walls the tracks; in the turn of coming there the D6 of the way holds."""
    found = {shield: modelled(shield).modelled for shield in Shield if shield is not Shield.NONE}
    hull, tracks, some = Hidden.HULL, Hidden.TRACKS, Hidden.SOME
    assert found == {Shield.HILL: hull, Shield.STONE: tracks, Shield.DIRT: tracks, Shield.BERM: some}
    assert modelled(Shield.HILL, turn=1).modelled is None
    plain = tank().with_posture(hull_down=2, since=1, shield=Shield.HILL)
    assert target_of(a_state(plain), plain).modelled is None


@pytest.mark.parametrize(
    ("shield", "covered"),
    [(Shield.HILL, {1: 6}), (Shield.STONE, {1: 4, 5: 5, 6: 6}), (Shield.BERM, {1: 1, 2: 2, 3: 3, 6: 6})],
)
def test_the_factor_is_rolled_anew_for_each_shot(shield: Shield, covered: dict[int, int]) -> None:
    """pw:9.17.8: a hidden hull is 6, hidden tracks at least 4, else it is a D6."""
    for die, factor in covered.items():
        for location in range(1, 9):
            rolls = (location,) if shield is Shield.HILL else (location, die)
            effect = struck(modelled(shield), a_strike(penetration=8.0), *rolls)
            behind = effect.armour is not None and effect.armour < 20
            assert behind == (location > factor), (die, location)


def test_chances_count_the_die_of_modelled_terrain() -> None:
    """pw:9.17.8: as they do all others."""
    found = places(CHARTS, modelled(Shield.STONE), a_strike())
    assert sum(found.values()) == pytest.approx(1)
    covered: Counter[int] = Counter()
    for place, chance in found.items():
        if place.obstruction.covered:
            covered[place.location] += round(chance * 6000)
    assert covered[4] == pytest.approx(600, abs=5)
    assert covered[5] == pytest.approx(200, abs=5)
    assert covered[6] == pytest.approx(100, abs=5)


# -- dead zones ----------------------------------------------------------------------------------------------


def zone(card: str, factor: int, slope: float = 2, below: float = 25, **changes: Any) -> float:
    hull_gun = changes.pop("hull_gun", False)
    posture = Posture(hull_down=factor, shield=Shield.HILL, **changes)
    return dead_zones.dead_zone(CHARTS, CARDS.vehicles[card], posture, slope, below, hull_gun=hull_gun)


@pytest.mark.parametrize(
    ("card", "factor", "slope", "below", "gsu"),
    [
        ("pz4h", 3, 2, 25, 300),
        ("pz4h", 3, 3, 25, 300),
        ("pz4h", 3, 4, 25, 600),
        ("pz4h", 3, 6, 25, 600),
        ("marder3m", 4, 3, 10, 200),
        ("t34-85", 3, 2, 25, 600),
        ("t34-85", 3, 5, 25, inf),
        ("pz4h", 3, 2, 50, 600),
        ("pz4h", 3, 2, 26, 600),
        ("pz4h", 3, 2, 0, 0),
        ("pz4h", 0, 2, 25, 0),
        ("pz4h", 3, 7, 25, inf),
    ],
)
def test_dead_zones(card: str, factor: int, slope: float, below: float, gsu: float) -> None:
    """pw:9.19, pw:9.19.1, pw:9.19.2: the factor times the table, for each 25 mm that the target is lower."""
    assert zone(card, factor, slope, below) == gsu


def test_where_there_is_no_dead_zone() -> None:
    """pw:9.19.3: on level ground behind a small obstacle, as walls and blocks of buildings are."""
    assert zone("pz4h", 4, level=True) == 0
    assert there(field(**WALL)).level
    assert not there(field(**CREST)).level


def test_the_dead_zone_of_hull_guns() -> None:
    """pw:9.19.4: 200 for each of the factor."""
    assert zone("pz4h", 4, hull_gun=True) == 800


@pytest.mark.parametrize(
    ("factor", "below", "blocked"), [(4, 25, False), (5, 0, False), (5, 1, True), (6, 0, True), (6, 25, True)]
)
def test_hull_guns_behind_cover(factor: int, below: float, blocked: bool) -> None:
    """pw:9.11.1, pw:9.17.6.4: at 5 not at what is lower, at 6 at nothing."""
    assert dead_zones.hull_gun_blocked(Posture(hull_down=factor), below) == blocked
    assert a_target("pz4h", posture=Posture(hull_down=factor)).posture.hull_down == factor
