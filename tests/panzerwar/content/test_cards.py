"""Vehicles, guns, squads and teams keep every figure that the book prints."""

from __future__ import annotations

from collections import Counter

import pytest

from content.panzerwar.cards.units import card, cards
from content.panzerwar.charts.charts import charts
from core.panzerwar.pieces.cards import AUTO_CANNON, Compartment, Cupola, Drive, Place, Rotation, Vehicle

#: The sample chart of the book (pw:8.2): location, compartment, front, side, rear.
T34_85 = """
10 Turret 9r 7 5
9 Turret 9r 7 5
8 Turret 8r 7 5
7 Turret 7/8r 7 5
6 Hull 9u 6 6
5 Hull 9u 6 6
4 Track 3 3^8 3
3 Hull 9u 5 6
2 Hull 9u 5 6
1 Track 3 3 3
"""


def vehicle(id_: str) -> Vehicle:
    return cards().vehicles[id_]


def test_so_many_are_there() -> None:
    known = cards()
    assert len(known.vehicles) == 85
    assert Counter(one.nation for one in known.vehicles.values()) == {
        "German": 33,
        "Soviet": 19,
        "US": 18,
        "British": 15,
    }
    assert (len(known.guns), len(known.squads), len(known.teams), len(known.bunkers)) == (23, 16, 6, 3)
    assert len(list(known)) == 85 + 23 + 16 + 6 + 3
    assert len({one.id for one in known}) == 133


def test_the_printed_chart_is_whole() -> None:
    """pw:8.2: the T34/85."""
    tank = vehicle("t34-85")
    for line in T34_85.split("\n")[1:-1]:
        number, compartment, front, side, rear = line.split()
        location = tank.locations[int(number)]
        assert location.compartment.value == compartment
        assert (location.front.text, location.side.text, location.rear.text) == (front, side, rear)
        assert location.aspect("side") is location.side
    assert tank.top_turret is not None
    assert tank.top_deck is not None
    assert (tank.top_turret.base, tank.top_deck.base, tank.engine_first) == (3, 3, False)
    assert tank.gun is not None
    assert (tank.gun.printed, tank.gun.rof, tank.size) == ("85mm/L54.6", 7, 1)
    assert tank.cupola is Cupola.HIGH
    assert tank.cupola_armour is not None
    assert tank.cupola_armour.text == "9r"
    assert (tank.speed_cc, tank.speed_road) == (200, 300)
    assert (tank.radio, tank.rotation, tank.date) == (True, Rotation.MEDIUM, (1944, 4))
    assert tank.source == "printed"


def test_the_printed_fragment_agrees() -> None:
    """The tank with the 75mm/L43: track 2, top 1.5 and 1.5, ROF 8, size 0, 120 and 240, R and M."""
    tank = vehicle("pz4f2")
    assert tank.gun is not None
    assert (tank.gun.weapon, tank.gun.rof, tank.size) == ("75L43", 8, 0)
    assert (tank.speed_cc, tank.speed_road, tank.radio) == (120, 240, True)
    assert tank.rotation is Rotation.MEDIUM
    assert tank.top_turret is not None
    assert tank.top_deck is not None
    assert (tank.top_turret.base, tank.top_deck.base) == (1.5, 1.5)
    assert {tank.locations[1].aspect(aspect).base for aspect in ("front", "side", "rear")} == {2}


def test_what_else_the_book_reveals_of_vehicles() -> None:
    """pw:DN.spaced: Pz IVH side turret 4s^8, size 0; pw:7.6.3: a Sherman has size 1; pw:6.16.4: a Panther turns M."""
    assert vehicle("pz4h").locations[10].side.text == "4s^8"
    assert vehicle("pz4h").size == 0
    shermans = [one for one in cards().vehicles.values() if "Sherman (75)" in one.name]
    assert shermans
    assert {one.size for one in shermans} == {1}
    assert {one.gun.rof for one in shermans if one.gun and one.id == "m4a3"} == {9}
    assert {vehicle(id_).rotation for id_ in ("panther-d", "panther-g")} == {Rotation.MEDIUM}
    model_1942 = next(one for one in cards().vehicles.values() if one.name == "T-34/76 M1942")
    assert (model_1942.cupola, model_1942.radio) == (None, False)


def test_sizes_classes_and_tracks_follow_the_printed_bands() -> None:
    """pw:DN.size, pw:DN.weight, pw:DN.trackmass, pw:DN.rof"""
    ground = charts().ground
    for one in cards().vehicles.values():
        assert one.size == ground.size(one.height), one.id
        assert one.weight_class == ground.weight_class(one.weight), one.id
        if one.armoured:
            assert one.track_armour == ground.track_mass(one.weight), one.id
        if one.gun and one.gun.rounds_per_minute:
            assert one.gun.rof == ground.rate(one.gun.rounds_per_minute), one.id
    for gun in cards().guns.values():
        assert gun.size == ground.size(gun.height), gun.id


def test_charts_have_their_rows_in_the_books_order() -> None:
    """pw:8.2: 10 to 7 turret or superstructure, 6 and 5 upper hull, 4 and 1 running gear, 3 and 2 lower hull."""
    for one in cards().vehicles.values():
        if one.soft:
            assert not one.locations
            continue
        assert sorted(one.locations) == list(range(1, 11))
        upper = {one.locations[number].compartment for number in (7, 8, 9, 10)}
        assert upper in ({Compartment.TURRET}, {Compartment.SUPERSTRUCTURE})
        assert {one.locations[number].compartment for number in (2, 3, 5, 6)} == {Compartment.HULL}
        assert all(one.locations[number].compartment.running_gear for number in (1, 4))
        assert all(not one.locations[number].compartment.running_gear for number in (2, 3, 5, 10))
        side = one.locations[4].side
        assert side.base == one.track_armour, one.id
        assert one.locations[1].side.behind is None
        assert side.behind is not None, one.id


def test_a_sponson_gun_stands_where_the_chart_marks_it() -> None:
    """pw:9.9: Sp."""
    lee = vehicle("lee")
    assert [number for number, one in lee.locations.items() if one.sponson] == [6, 5]
    assert lee.sponson_gun is not None
    assert lee.sponson_gun.weapon == "75L31"
    others = [one.id for one in cards().vehicles.values() if one.sponson_gun and one.id != "lee"]
    assert others == []


def test_traits_are_told() -> None:
    """pw:6.2.4, pw:8.5.3, pw:9.6.2, pw:12.12.4, pw:12.12.5"""
    assert vehicle("daimler").full_reverse
    assert vehicle("crocodile").flame
    assert vehicle("crocodile").flame_trailer
    assert vehicle("m4a3").stabiliser
    assert vehicle("m4a3").fire_modifier == -1
    assert vehicle("sdk251-1").engine_first
    assert vehicle("sdk251-1").open_top
    assert vehicle("opel").soft
    assert not vehicle("opel").armoured
    assert vehicle("pz2f").gun is not None
    assert vehicle("pz2f").gun.auto_cannon
    assert vehicle("pz2f").gun.rof == AUTO_CANNON
    assert (vehicle("stug3g").turreted, vehicle("pz4h").turreted) == (False, True)
    assert vehicle("sdk222").drive is Drive.WHEELS


def test_machine_guns_have_their_place() -> None:
    """pw:8.17.3, pw:8.17.4"""
    assert [mount.machine_gun for mount in vehicle("m4a3").mounts(Place.COAX)] == ["M1919"]
    assert [mount.machine_gun for mount in vehicle("m4a3").mounts(Place.ROOF)] == ["M2"]
    assert any(mount.remote for one in cards().vehicles.values() for mount in one.machine_guns)
    carrier = vehicle("ucarrier")
    assert (carrier.main_machine_gun, carrier.machine_guns[0].machine_gun, carrier.gun) == ("Bren", "Bren", None)


def test_every_gun_bears_a_weapon_and_every_row_of_set_up_is_known() -> None:
    """pw:9.22.1, pw:6.11.7"""
    for gun in cards().guns.values():
        assert gun.mount.weapon in cards().weapons
        assert gun.set_up in charts().ground.set_up
    assert cards().guns["pak40"].shield_front.against_heat == 2


def test_squads_have_firepower_by_range() -> None:
    """pw:12.4, pw:12.5: nothing beyond 200; pw:12.0.4: a crew has none, and contact 0."""
    squad = cards().squads["us-rifle"]
    assert [squad.firepower(range_) for range_ in (10, 30, 31, 100, 150, 200, 201)] == [3, 3, 3, 2, 0, -1, None]
    crew = cards().teams["crew"]
    assert (crew.contact, crew.firepower(10), crew.firepowers) == (0, None, ())
    assert cards().teams["sniper"].firepower(100) == -1


def test_bunkers_are_as_printed() -> None:
    """pw:15.7.1, pw:15.7.2, pw:15.7.4"""
    found = {one.id: (one.size, one.armour, one.stun) for one in cards().bunkers.values()}
    assert found == {"bunker-large": (0, 15, 2), "bunker-medium": (-1, 10, 1), "bunker-small": (-3, 5, 0)}


def test_a_card_is_found_by_its_id() -> None:
    assert card("pak40") is cards()["pak40"]
    assert cards().find("nobody") is None
    assert cards().arm("MG42").id == "MG42"
    assert cards().arm("75L48").id == "75L48"
    assert cards().arm("flamethrower").id == "flamethrower"
    for broken in (lambda: cards()["nobody"], lambda: cards().arm("nobody")):
        with pytest.raises(KeyError, match="nobody"):
            broken()
