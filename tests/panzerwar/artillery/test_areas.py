"""Areas of effect, sheaves, and how many dice fall on each element (pw:10.0 to pw:10.4.1)."""

from __future__ import annotations

import pytest
from attrs import evolve

from core.panzerwar.artillery import areas, batteries, direct, loads
from core.panzerwar.pieces.artillery import AreaShot, Sheaf
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.engagement import Posting, Stance
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between, offset
from tests.panzerwar.artillery.guns import BEHIND, a_battery, field, guns, mortars, observer
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at


def howitzers(number: int = 4, card: str = "lefh18") -> tuple[WarState, Organisation]:
    pieces = guns(number, card)
    battery = a_battery(*pieces)
    return field(*pieces, batteries=[battery]), battery


def area(state: WarState, battery: Organisation, sheaf: Sheaf, where: str = "C10", along: float = 0.0) -> areas.Beaten:
    fired = batteries.battery_weapon(state, battery)
    assert fired is not None
    return areas.laid(areas.footprint(state.charts, fired), at(where), along, sheaf, len(battery.members))


def test_size_is_told_by_the_kind_of_weapon() -> None:
    """pw:10.1, pw:10.1.2: 105 mm howitzers 100 along the line of fire, 75 across."""
    state, battery = howitzers()
    found = area(state, battery, Sheaf.CLOSED)
    assert (found.length, found.width) == (100, 75)
    assert found.contains(offset(at("C10"), 0, 50))
    assert not found.contains(offset(at("C10"), 0, 50.5))
    assert found.contains(offset(at("C10"), 90, 37.5))
    assert not found.contains(offset(at("C10"), 90, 38))
    turned = area(state, battery, Sheaf.CLOSED, along=90.0)
    assert turned.contains(offset(at("C10"), 90, 50))
    assert not turned.contains(offset(at("C10"), 0, 50))


def test_an_open_sheaf_lies_side_by_side_across_the_line_of_fire() -> None:
    """pw:10.2, pw:10.2.2, pw:10.3 (PW-10.3-b): four guns cover four times as much, one die each."""
    state, battery = howitzers()
    found = area(state, battery, Sheaf.OPEN)
    assert (found.length, found.width) == (100, 300)
    assert found.contains(offset(at("C10"), 270, 150))
    fired = batteries.battery_weapon(state, battery)
    assert fired is not None
    shell = batteries.shell(state, fired, "")
    assert loads.dice(state.charts, fired, shell, Sheaf.OPEN, 4) == 1


def test_a_closed_sheaf_has_as_many_dice_as_guns() -> None:
    """pw:10.2.1, pw:10.3 (PW-10.3-a): a battery of four guns, four D10 on each element; pw:10.4: two each
    concentrated.
    """
    state, battery = howitzers()
    fired = batteries.battery_weapon(state, battery)
    assert fired is not None
    shell = batteries.shell(state, fired, "")
    assert loads.dice(state.charts, fired, shell, Sheaf.CLOSED, 4) == 4
    assert loads.dice(state.charts, fired, shell, Sheaf.CLOSED, 4, concentrated=True) == 8


def test_rockets_have_a_die_for_every_four() -> None:
    """pw:10.3: 6 launchers of 6 rockets are 9 dice, one launcher of 16 is 4."""
    cards = howitzers()[0].cards.weapons
    charts = howitzers()[0].charts
    assert loads.dice(charts, cards["NbW41"], None, Sheaf.CLOSED, 6) == 9
    assert loads.dice(charts, cards["NbW41"], None, Sheaf.OPEN, 6) == 1
    assert loads.dice(charts, cards["BM13"], None, Sheaf.CLOSED, 1) == 4


@pytest.mark.parametrize(("kilograms", "dice"), [(43.5, 1), (45.4, 1), (90.72, 2), (101.6, 2), (136.1, 3)])
def test_very_heavy_shells_have_more_dice(kilograms: float, dice: int) -> None:
    """pw:10.4.1: one for each 100 lbs."""
    state, _ = howitzers()
    weapon = state.cards.weapons["5.5in"]
    shell = evolve(weapon.shells[0], mass=kilograms)
    assert loads.per_gun(state.charts, weapon, shell, concentrated=False) == dice
    assert loads.per_gun(state.charts, weapon, shell, concentrated=True) == 2 * dice


def test_a_single_weapon_that_came_later_has_a_circle() -> None:
    """pw:10.1.4: 19 across; who was set up before play and has not moved has the area of his kind."""
    tank = a_vehicle("tank", "pz4h", BLUE, "C30")
    state = field(tank, batteries=[], step="e4")
    body = direct.of_element(state, tank, "gun")
    assert body is not None
    found = direct.print_of(state, body)
    assert (found.length, found.width, found.round) == (75, 50, False)
    moved = direct.of_element(state, tank.with_travel(moved=1), "gun")
    assert moved is not None
    found = direct.print_of(state, moved)
    assert (found.length, found.width, found.round) == (19, 19, True)
    circle = areas.laid(found, at("C10"), 0, Sheaf.CLOSED, 1)
    assert circle.contains(offset(at("C10"), 45, 15.8))
    assert not circle.contains(offset(at("C10"), 45, 16))


def test_a_mortar_keeps_its_area() -> None:
    """pw:10.1.4 speaks of cannon and machine guns."""
    crew = mortars("C30")[0].with_travel(moved=1)
    state = field(crew, batteries=[a_battery(crew)], step="e4")
    body = direct.of_element(state, crew, batteries.TUBE)
    assert body is not None
    assert direct.print_of(state, body).width == 50


def test_friend_and_foe_are_inside() -> None:
    """pw:10.1.3, pw:10.0: all elements, and who rides outside of one; nobody inside of a vehicle."""
    mine = a_vehicle("mine", "pz4h", BLUE, "C10+0,10")
    theirs = a_vehicle("theirs", "t34-85", RED, "C10+10,0")
    rider = an_element(
        "rider", "sov-rifle-43", RED, "C10+10,0", presence=Presence.ABOARD, aboard=theirs.id, outside=True
    )
    within = an_element("within", "sov-rifle-43", RED, "C10+10,0", presence=Presence.ABOARD, aboard=theirs.id)
    far = a_vehicle("far", "t34-85", RED, "C20")
    pieces = guns()
    battery = a_battery(*pieces)
    state = field(mine, theirs, rider, within, far, *pieces, batteries=[battery])
    assert [e.id for e in areas.inside(state, area(state, battery, Sheaf.CLOSED))] == ["mine", "rider", "theirs"]


def test_ap_has_no_area_effect() -> None:
    """pw:10.1.1, pw:10.0.2: HE, HEAT and smoke, of which there are always enough."""
    state, _ = howitzers()
    found = {s.type.value for w in state.cards.weapons.values() for s in batteries.shells(state, w)}
    assert found == {"HE", "HEAT", "SMOKE"}
    fired = state.cards.weapons["75L48"]
    assert batteries.shell(state, fired, fired.shells[0].name) is None or fired.shells[0].type.value != "AP"
    assert batteries.shell(state, fired, "").type.value == "HE"  # type: ignore[union-attr]


# -- batteries -------------------------------------------------------------------------------------


def test_a_battery_needs_its_command_element() -> None:
    """pw:10.0.1: without it it cannot fire as a unit; off the table it is there."""
    crews = mortars("C30", "C30+20,0")
    battery = a_battery(*crews)
    state = field(*crews, batteries=[battery])
    assert batteries.unit_refusal(state, battery) is None
    state.reorganise("mortars", command=None)
    refused = batteries.unit_refusal(state, state.organisations["mortars"])
    assert refused is not None
    assert refused.rule == "pw:10.0.1"
    state, battery = howitzers()
    assert batteries.unit_refusal(state, battery) is None


def test_a_battery_has_at_most_nine_pieces() -> None:
    """pw:10.0.1."""
    state, battery = howitzers(9)
    assert batteries.unit_refusal(state, battery) is None
    state, battery = howitzers(10)
    refused = batteries.unit_refusal(state, battery)
    assert refused is not None
    assert refused.rule == "pw:10.0.1"


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        (("C30", "C30+25,0", "C30+50,0"), None),
        (("C30", "C30+26,0"), "pw:10.0.3"),
        (("C30", "C30+25,0", "C30+50,0", "C30+75,0", "C30+100,0", "C30+125,0", "C30+150,0"), None),
        (
            ("C30", "C30+25,0", "C30+50,0", "C30+75,0", "C30+100,0", "C30+125,0", "C30+150,0", "C30+175,0"),
            "pw:10.0.3",
        ),
    ],
)
def test_how_near_its_pieces_stand(places: tuple[str, ...], rule: str | None) -> None:
    """pw:10.0.3: all within 150 of the command element, each within 25 of another."""
    crews = mortars(*places)
    battery = a_battery(*crews)
    refused = batteries.unit_refusal(field(*crews, batteries=[battery]), battery)
    assert (refused.rule if refused is not None else None) == rule


def test_batteries_of_a_battalion_stand_near_each_other_in_defence() -> None:
    """pw:10.0.3: within 150; in attack they need not."""
    one, two = mortars("C30"), mortars("C22", name="others")
    units = [a_battery(*one, parent="battalion"), a_battery(*two, parent="battalion")]
    state = field(*one, *two, batteries=units)
    assert batteries.placing_refusal(state, BLUE) is None
    blue, red = state.engagement.sides
    state.engagement = evolve(state.engagement, sides=(evolve(blue, stance=Stance.DEFENCE), red))
    refused = batteries.placing_refusal(state, BLUE)
    assert refused is not None
    assert refused.rule == "pw:10.0.3"


def test_a_battery_off_the_table_stands_more_than_1000_from_it() -> None:
    """pw:10.0.4."""
    state, battery = howitzers()
    board = state.engagement.board
    far = batteries.off_table(tuple(board.cells), "south", 1001)
    assert batteries.off_refusal(state, a_battery(*guns(), stands=far)) is None
    near = batteries.off_table(tuple(board.cells), "south", 900)
    refused = batteries.off_refusal(state, a_battery(*guns(), stands=near))
    assert refused is not None
    assert refused.rule == "pw:10.0.4"
    assert batteries.place(state, battery) == BEHIND


def test_what_the_engagement_does_not_say_is_behind_its_own_side() -> None:
    """pw:10.0.4: beyond the edge that is nearest to where the side comes from."""
    pieces, tank = guns(), a_vehicle("tank", "pz4h", BLUE, "C39")
    battery = a_battery(*pieces, stands=None, off_board=2000.0)
    rows = frozenset(h for h in a_board(30, 40).cells if h.row > 35)
    state = field(*pieces, tank, batteries=[battery], postings=[Posting(organisation="blue-1", hexes=rows)])
    assert batteries.place(state, battery) == batteries.off_table(tuple(state.board.cells), "south", 2000)
    assert batteries.off_refusal(state, battery) is None
    near = a_battery(*pieces, stands=None, off_board=900.0)
    state = field(*pieces, tank, batteries=[near], postings=[Posting(organisation="blue-1", hexes=rows)])
    assert batteries.off_refusal(state, near) is not None


@pytest.mark.parametrize(("edge", "way"), [("north", 0), ("east", 90), ("south", 180), ("west", 270)])
def test_off_table_is_beyond_the_middle_of_an_edge(edge: str, way: int) -> None:
    """pw:10.0.4."""
    board = a_board(10, 10)
    found = batteries.off_table(tuple(board.cells), edge, 2000)
    middle = offset(found, (way + 180) % 360, 2000)
    assert isinstance(found, Point)
    assert gsu_between(found, middle) == pytest.approx(2000, abs=0.2)
    assert min(gsu_between(found, at(h.id)) for h in board.cells) >= 1999


def test_an_observer_is_no_piece() -> None:
    """pw:10.0.1, pw:10.9.3."""
    pieces, fo = guns(), observer("C30")
    battery = a_battery(*pieces, fo)
    state = field(*pieces, fo, batteries=[battery])
    assert [e.id for e in batteries.pieces(state, battery)] == [e.id for e in pieces]
    assert direct.body_of(state, AreaShot(side=BLUE, battery="battery", at=at("C10"))) is None
