"""The shipped engagements: forces counted piece by piece, where they come on, goals, weather, rules (pw:3.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from content.panzerwar.library import LIBRARY
from content.panzerwar.scenarios.scenarios import SCENARIOS, scenario
from content.panzerwar.scenarios.units import BY_WIRE, OBSERVER
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar.artillery import links
from core.panzerwar.command.doctrine import receives_orders
from core.panzerwar.movement import loading
from core.panzerwar.pieces.element import Kind, Presence
from core.panzerwar.pieces.engagement import Counted, Engagement, GoalKind, Stance, Weather
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Radio, Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import initial_state
from core.plane import Point, centre, gsu_between

ALL = ("pw-0", "pw-1", "pw-2", "pw-3")

#: How many of each card there are by side, with weapon and role.
FORCES = {
    ("pw-0", "german"): {"pz4h": 4},
    ("pw-0", "soviet"): {"t34-43": 4},
    ("pw-1", "german"): {"pz4h": 5, "stug3g": 3},
    ("pw-1", "soviet"): {"t34-85": 7, "leader": 1, "sov-smg": 3},
    ("pw-2", "british"): {
        "cromwell4": 6,
        "firefly": 2,
        "leader": 2,
        "brit-rifle": 6,
        "at-team PIAT": 2,
        "crew 2in": 2,
        "ucarrier": 3,
        "scout scout": 2,
        f"scout {OBSERVER}": 1,
        "25pdr-g": 8,
    },
    ("pw-2", "german"): {
        "leader": 1,
        "ger-rifle-44": 4,
        "mg-team MG42-HMG": 2,
        "at-team Panzerschreck": 1,
        "sniper sniper": 1,
        "pak40": 2,
        "pz4h": 3,
        "crew GrW34": 3,
        f"scout {BY_WIRE}": 1,
    },
    ("pw-3", "german"): {
        "panther-g": 4,
        "pz4j": 3,
        "sdk251-1": 4,
        "leader": 1,
        "ger-pzgren": 3,
        "lefh18": 4,
        f"scout {OBSERVER}": 1,
    },
    ("pw-3", "american"): {
        "m4a3-76": 2,
        "m4a3": 3,
        "m36": 2,
        "m3ht": 4,
        "leader": 1,
        "us-armd": 3,
        "mg-team M1919A4": 1,
        "at-team Bazooka-M9": 2,
        "crew 60mm": 1,
        "57m1": 2,
        "m7": 6,
        f"scout {OBSERVER}": 1,
    },
}
#: Nation, doctrine, grade, radio, stance, the orders of the first turn; reference points.
SIDES = {
    ("pw-0", "german"): ("Germany", "art", "veteran", "FM", "meeting", "", 0),
    ("pw-0", "soviet"): ("Russia", "science", "regular", "AM", "meeting", "", 0),
    ("pw-1", "german"): ("Germany", "art", "veteran", "FM", "meeting", "Advance Bound Rush", 0),
    ("pw-1", "soviet"): ("Russia", "science", "regular", "AM", "meeting", "Advance Charge Rush", 0),
    ("pw-2", "british"): ("U.K.", "art", "regular", "FM", "attack", "Advance Bound Cover", 3),
    ("pw-2", "german"): ("Germany", "art", "veteran", "FM", "defence", "Cover", 5),
    ("pw-3", "german"): ("Germany", "art", "veteran", "FM", "attack", "Advance Bound Rush", 3),
    ("pw-3", "american"): ("U.S.A.", "art", "regular", "FM", "defence", "Cover", 5),
}
DOCTRINES = {Doctrine.ART: "art", Doctrine.SCIENCE: "science"}


def test_all_are_shipped_on_boards_of_their_size() -> None:
    assert set(ALL) <= set(SCENARIOS.ids())
    sizes = {id_: (scenario(id_).board.columns, scenario(id_).board.rows) for id_ in ALL}
    assert sizes == {"pw-0": (40, 30), "pw-1": (85, 49), "pw-2": (85, 49), "pw-3": (85, 49)}
    assert [scenario(id_).turns for id_ in ALL] == [8, 14, 18, 16]


@pytest.mark.parametrize(("id_", "side"), FORCES)
def test_every_piece_is_there(id_: str, side: str) -> None:
    mine = [e for e in scenario(id_).elements if e.side == side]
    found = Counter(" ".join(filter(None, (e.card, e.weapon, e.role))) for e in mine)
    assert found == FORCES[id_, side]
    assert len({e.name for e in mine}) == len(mine), "each has a name of its own"
    assert {e.grade for e in mine} == {scenario(id_).side(SideId(side)).grade}


@pytest.mark.parametrize(("id_", "side"), SIDES)
def test_sides_are_commanded_as_they_were(id_: str, side: str) -> None:
    """pw:4.0.5, pw:4.0.6, pw:5.0.1, pw:10.8.1."""
    force = scenario(id_).side(SideId(side))
    orders = " ".join(sorted(order.value for order in force.first_orders))
    found = (
        force.nation,
        DOCTRINES[force.doctrine],
        force.grade.value,
        force.radio.value,
        force.stance.value,
        orders,
        force.references,
    )
    assert found == SIDES[id_, side]
    assert force.general_order.endswith(".")


@pytest.mark.parametrize("id_", ALL)
def test_ids_are_unique_and_members_say_their_unit(id_: str) -> None:
    made = scenario(id_)
    assert len({e.id for e in made.elements}) == len(made.elements)
    assert [e.id for o in made.organisations for e in made.elements if e.organisation == o.id] == [
        member for o in made.organisations for member in o.members
    ]
    for unit in made.organisations:
        members = [made.by_id[id_] for id_ in unit.members]
        assert {e.side for e in members} == {unit.side}
        assert [e.id for e in members if e.command] == ([unit.command] if unit.command is not None else [])
        assert unit.command is not None or unit.echelon is Echelon.BATTERY
        assert unit.order is Tactical.COVER, "who has no order covers (pw:4.8)"


@pytest.mark.parametrize("id_", ALL)
def test_turrets_and_places_before_the_set_up(id_: str) -> None:
    made = scenario(id_)
    for element in made.elements:
        card = made.cards.vehicles.get(element.card)
        assert (element.turret is not None) == (card is not None and card.turreted), element.id
        assert element.at is None
        assert element.presence in (Presence.WAITING, Presence.OFF_BOARD)


def test_orders_go_to_platoons_of_the_one_and_companies_of_the_other() -> None:
    """pw:4.0.5, pw:4.0.6: the Soviets of the crossroads have companies alone; batteries off the table receive none."""
    made = scenario("pw-1")
    assert [o.echelon for o in made.organisations if o.side == "soviet"] == [Echelon.COMPANY] * 2
    for id_ in ALL:
        state = initial_state(scenario(id_))
        refused = [o for o in state.organisations.values() if not receives_orders(state, o)]
        assert all(o.off_board is not None for o in refused), [o.id for o in refused]


# -- what is carried, what is off the table ----------------------------------------------------------


def carried(made: Engagement) -> dict[str, str]:
    return {str(e.id): str(e.aboard) for e in made.elements if e.aboard is not None}


def test_riders_and_passengers() -> None:
    """pw:6.9.5, pw:6.11.2: riders sit on tanks of their own, passengers inside of half-tracks and carriers."""
    riders = scenario("pw-1")
    assert carried(riders) == {
        "leader-1": "t34-85-1",
        "sov-smg-1": "t34-85-2",
        "sov-smg-2": "t34-85-3",
        "sov-smg-3": "t34-85-4",
    }
    assert all(e.outside for e in riders.elements if e.aboard is not None)
    assert carried(scenario("pw-2")) == {"scout-3": "ucarrier-1"}
    inside = scenario("pw-3")
    assert carried(inside) == {
        "leader-1": "sdk251-1-1",
        "ger-pzgren-1": "sdk251-1-2",
        "ger-pzgren-2": "sdk251-1-3",
        "ger-pzgren-3": "sdk251-1-4",
        "scout-1": "sdk251-1-1",
    }
    assert not any(e.outside for e in inside.elements)


@pytest.mark.parametrize("id_", ALL)
def test_nothing_carries_more_than_it_has_room_for(id_: str) -> None:
    """pw:12.3.3."""
    state = initial_state(scenario(id_))
    for carrier in state.elements.values():
        assert sum(loading.size(e) for e in state.aboard(carrier.id)) <= loading.room(state, carrier)


@pytest.mark.parametrize(
    ("id_", "unit", "gun", "number", "distance", "edge"),
    [
        ("pw-2", "field-battery", "25pdr-g", 8, 3000, "north"),
        ("pw-3", "light-howitzers", "lefh18", 4, 3500, "east"),
        ("pw-3", "field-artillery", "m7", 6, 3000, "west"),
    ],
)
def test_batteries_off_the_table(id_: str, unit: str, gun: str, number: int, distance: int, edge: str) -> None:
    """pw:10.0.1, pw:10.0.4, pw:5.3.2: they stand behind the edge of their side, each with one observer."""
    made = scenario(id_)
    battery = next(o for o in made.organisations if o.id == unit)
    assert (battery.echelon, battery.off_board, battery.dedicated) == (Echelon.BATTERY, distance, True)
    guns = [made.by_id[e] for e in battery.members]
    assert [g.card for g in guns] == [gun] * number
    assert {g.presence for g in guns} == {Presence.OFF_BOARD}
    assert battery.stands is not None
    nearest = min(gsu_between(battery.stands, centre(hex_)) for hex_ in made.board.cells)
    assert distance < nearest < distance + 25
    middle = centre(Hex(43, 25))
    way = {"north": battery.stands.y < 0, "east": battery.stands.x > middle.x * 2, "west": battery.stands.x < 0}
    assert way[edge]
    assert unit not in made.posted
    (observer,) = [e for e in made.elements if e.side == battery.side and e.role == OBSERVER]
    assert battery.observers == (observer.id,)


def test_the_mortars_stand_on_the_table() -> None:
    made = scenario("pw-2")
    mortars = next(o for o in made.organisations if o.id == "mortars")
    assert (mortars.echelon, mortars.off_board, len(mortars.members)) == (Echelon.BATTERY, None, 3)
    assert {made.by_id[e].kind for e in mortars.members} == {Kind.CREW}
    assert mortars.observers == ("scout-4",)
    observer = made.by_id[UnitId("scout-4")]
    assert links.by_wire(initial_state(made), observer, mortars), "they have a line to him (pw:10.6.5.2)"
    assert made.posted["mortars"].hidden


# -- where they come on ------------------------------------------------------------------------------


def columns(hexes: frozenset[Hex]) -> set[int]:
    return {hex_.col for hex_ in hexes}


def span(hexes: frozenset[Hex]) -> tuple[float, float]:
    ys = [centre(hex_).y / 10 for hex_ in hexes]
    return min(ys), max(ys)


def test_the_first_engagement_sets_up_at_opposite_edges() -> None:
    made = scenario("pw-0")
    west, east = made.posted["soviet-platoon"], made.posted["german-platoon"]
    assert (west.turn, west.heading, east.turn, east.heading) == (0, 12, 0, 36)
    assert max(columns(west.hexes)) < 5
    assert min(columns(east.hexes)) > 35
    assert len(made.elements) == 8
    assert not made.switches
    worth = Counter({s.id: sum(made.cards[e.card].points for e in made.elements if e.side == s.id) for s in made.sides})
    assert worth["german"] == worth["soviet"] == 340


def test_both_enter_for_the_crossroads() -> None:
    made = scenario("pw-1")
    for unit, column, heading in (("tank-platoon", 1, 12), ("assault-guns", 1, 12), ("tank-company", 85, 36)):
        post = made.posted[unit]
        assert (post.turn, post.heading, columns(post.hexes)) == (1, heading, {column})
        low, high = span(post.hexes)
        assert 200 <= low < 225
        assert 975 < high <= 1000
    assert "riders" not in made.posted, "they come with their tanks"


def test_the_ridge_is_held_from_hiding() -> None:
    made = scenario("pw-2")
    for unit in ("grenadiers", "sniper", "anti-tank-section", "mortars", "mortar-observer"):
        post = made.posted[unit]
        assert post.hidden
        assert post.prepared
        assert post.turn == 0
        assert span(post.hexes)[0] >= 560
    assert (made.posted["grenadiers"].foxholes, made.posted["grenadiers"].trenches) == (8, 1)
    tanks = made.posted["tank-platoon"]
    assert span(tanks.hexes)[0] >= 950
    assert tanks.reserve is not None
    assert (tanks.reserve.turn, tanks.reserve.die, tanks.reserve.heading) == (2, 6, 0)
    assert {hex_.row for hex_ in tanks.reserve.hexes} == {49}
    for unit in ("first-troop", "second-troop", "seven-platoon", "eight-platoon"):
        assert {hex_.row for hex_ in made.posted[unit].hexes} == {1}
        assert made.posted[unit].turn == 1
    for unit in ("carriers", "seven-scouts", "eight-scouts"):
        post = made.posted[unit]
        assert span(post.hexes)[1] <= 150
        assert post.reserve is not None
        assert post.reserve.turn == 1
    (mines,) = made.minefields
    assert (mines.grade, mines.size, mines.side) == (2, 4, "german")
    assert span(mines.hexes)[1] <= 700


def test_the_village_is_held_and_the_road_opened() -> None:
    made = scenario("pw-3")
    for unit in ("heavy-platoon", "german-tank-platoon", "armoured-infantry"):
        post = made.posted[unit]
        assert (post.turn, post.heading, columns(post.hexes)) == (1, 36, {85})
    for unit in ("american-tank-platoon", "armored-infantry", "gun-section", "battery-observer"):
        assert max(centre(hex_).x for hex_ in made.posted[unit].hexes) <= 11000
    held = made.posted["tank-destroyers"].reserve
    assert held is not None
    assert (held.turn, held.die, columns(held.hexes)) == (2, 0, {1})
    german, american = made.sides
    assert german.short_of_fuel
    assert not american.short_of_fuel
    assert (german.supply, american.supply) == (5, 1)
    assert (german.stance, american.stance) == (Stance.ATTACK, Stance.DEFENCE)


# -- goals, weather, rules ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id_", "goals"),
    [
        ("pw-0", [(450, 395, 75, 150, "hold"), (250, 210, 75, 50, "last")]),
        ("pw-1", [(900, 600, 100, 200, "hold"), (600, 340, 100, 75, "last"), (1270, 855, 100, 75, "last")]),
        (
            "pw-2",
            [
                (880, 650, 75, 200, "hold"),
                (600, 750, 75, 100, "hold"),
                (1080, 750, 75, 100, "hold"),
                (870, 1220, 300, 25, "exit"),
            ],
        ),
        ("pw-3", [(650, 620, 100, 200, "hold"), (480, 605, 50, 150, "hold"), (0, 560, 300, 50, "exit")]),
    ],
)
def test_goals(id_: str, goals: list[tuple[float, float, float, int, str]]) -> None:
    found = [(g.at.x / 10, g.at.y / 10, g.radius, g.points, g.kind.value) for g in scenario(id_).goals]
    assert found == goals


def test_who_leaves() -> None:
    south = scenario("pw-2").goals[-1]
    assert (south.kind, south.side, south.limit, south.counted) == (GoalKind.EXIT, "british", 4, Counted.TANKS)
    west = scenario("pw-3").goals[-1]
    assert (west.side, west.limit, west.counted) == ("german", 5, Counted.TANKS_AND_LOADED)


def test_dates_weather_and_rules() -> None:
    assert [(scenario(i).column, scenario(i).year, scenario(i).month) for i in ALL] == [
        ("1943", 1943, 9),
        ("1/44", 1944, 4),
        ("7/44", 1944, 7),
        ("7/44", 1944, 12),
    ]
    rain = scenario("pw-2").spells[-1]
    assert (rain.weather, rain.first, rain.chance, rain.light) == (Weather.RAIN, 10, 5, True)
    haze = scenario("pw-3").spells[0]
    assert (haze.weather, haze.first, haze.last, haze.chance) == (Weather.HAZE, 1, 6, 0)
    assert [scenario(i).wind for i in ALL] == [10, 0, 0, 10]
    assert {Switch.TURRETS.value, Switch.REALISTIC_FIRE.value, Switch.ALLOCATION.value} == set(
        scenario("pw-3").switches
    )
    assert Switch.DOUBLE_TURNS.value in scenario("pw-1").switches
    assert Switch.ALLOCATION.value not in scenario("pw-2").switches
    assert scenario("pw-1").side(SideId("soviet")).radio is Radio.AM


def test_scarce_shells_are_counted_where_there_are_any_by_then() -> None:
    """pw:8.9.3, pw:DN.dates."""
    made = scenario("pw-1")
    assert made.by_id["t34-85-1"].ammunition == {"85L54 BR-365P": 3}
    assert made.by_id["stug3g-1"].ammunition == {"75L48 PzGr 40": 3}
    assert made.by_id["sov-smg-1"].ammunition == {}


@pytest.mark.parametrize("id_", ALL)
def test_the_list_says_what_the_engagement_is(id_: str) -> None:
    info, made = LIBRARY.info(id_), scenario(id_)
    assert (info.title, info.turns, info.place, info.date) == (made.title, made.turns, made.place, made.date)
    assert info.units == len(made.elements)
    assert info.board_size == (made.board.columns, made.board.rows)
    assert info.options == made.options
    assert info.layers == made.layers
    assert {p.name for p in LIBRARY.files(id_)} >= {f"{id_}.toml", "numbers.toml", "german-guns.toml"}
    assert len(list(LIBRARY.files(id_))) == len(set(LIBRARY.files(id_)))


@pytest.mark.parametrize("id_", ALL)
def test_every_element_has_a_place_to_come_on(id_: str) -> None:
    made = scenario(id_)
    for element in made.elements:
        if element.presence is Presence.WAITING and element.aboard is None:
            hexes = made.posted[element.organisation].hexes
            ground = {made.charts.ground.terrain[made.board.cells[hex_].terrain] for hex_ in hexes}
            assert any(one.infantry if element.foot else one.passable for one in ground)
    assert all(isinstance(goal.at, Point) for goal in made.goals)
