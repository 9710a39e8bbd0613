"""What a way costs over mixed ground (pw:6.0, pw:6.13, pw:6.14, pw:6.17), and how far men go (pw:12.2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzerwar.cards.units import cards
from core.panzerwar.ground import going
from core.panzerwar.ground.going import Slow, Way
from core.panzerwar.ground.stretches import along_roads
from core.panzerwar.movement import pricing
from core.panzerwar.pieces.switches import Switch
from core.plane import Path
from tests.panzerwar.kit import a_board, a_state, at


def driven(
    legs: str,
    *,
    card: str = "pz4h",
    allowance: float = 200,
    road: bool = False,
    slows: tuple[Slow, ...] = (),
    switches: tuple[Switch, ...] = (),
    weather: str = "",
    **ground: Any,
) -> Way:
    start, *others = map(at, legs.split())
    state = a_state(board=a_board(**ground), switches=switches, ground=weather)
    path = Path(start, tuple(others))
    return going.way(state, cards().vehicles[card], path, allowance, road=road, slows=slows)


def test_clear_ground_costs_its_length() -> None:
    """pw:6.0."""
    way = driven("C2 C6")
    assert (way.cost, way.length, way.barred) == (100, 100, None)
    assert driven("C2 C4 E3").cost == 100


@pytest.mark.parametrize(
    ("kind", "allowance", "cost"),
    [
        ("light-woods", 200, 50),
        ("light-woods", 300, 75),
        ("light-woods", 120, 50),
        ("heavy-woods", 200, 100),
        ("heavy-woods", 120, 100),
        ("orchard", 200, 33.3),
        ("marsh", 240, 120),
        ("village", 200, 66.7),
        ("rubble", 240, 120),
        ("soft-sand", 200, 50),
        ("standing-crops", 200, 25),
    ],
)
def test_fractions_and_maxima_are_honoured_pro_rata(kind: str, allowance: float, cost: float) -> None:
    """pw:6.14.1, pw:6.14.2, pw:6.2.3: 25 GSU of it, by the fraction or by the maximum, whichever is less."""
    way = driven("C3 C5", terrain={"C4": kind}, allowance=allowance)
    assert way.cost == pytest.approx(25 + cost, abs=0.05)


def test_a_whole_turn_in_woods_is_the_maximum() -> None:
    """pw:6.14.1: 300 of allowance goes 100 GSU."""
    woods = {" ".join(f"C{row}" for row in range(1, 20)): "light-woods"}
    assert driven("C2 C16", terrain=woods, allowance=300).reach(300) == pytest.approx(100)
    assert driven("C2 C16", terrain=woods, allowance=120).reach(120) == pytest.approx(60)


def test_linear_obstacles_cost_fifty() -> None:
    """pw:6.0."""
    way = driven("C2 C6", sides={"C3-C4": "hedge"})
    assert way.cost == 150
    assert way.tolls[0].at == pytest.approx(37.5)
    assert way.reach(60) == pytest.approx(37.5)
    assert way.reach(90) == pytest.approx(40)
    assert way.spent(37.5) == 37.5
    assert way.spent(38) == 88


def test_a_ditch_for_tanks_bars_the_way() -> None:
    """pw:6.2.3."""
    way = driven("C2 C6", sides={"C3-C4": "anti-tank-ditch"})
    assert way.bar == pytest.approx(37.5)
    assert way.barred is not None
    assert way.cost == 37.5
    assert driven("C2 C6", terrain={"C4": "river"}).bar == pytest.approx(37.5)


def test_the_table_ends() -> None:
    """pw:6.12."""
    way = driven("C2 C0")
    assert way.barred is not None
    assert way.barred.rule == "pw:6.12"


def test_hills_are_driven_at_half_speed_up_and_down() -> None:
    """pw:6.13.1, on roads too."""
    hill = {"C4": "hill-slope uphill-0"}
    assert driven("C3 C5", marks=hill).cost == 75
    assert driven("C5 C3", marks=hill).cost == 75
    road = {"road": ["C2 C3 C4 C5 C6"]}
    assert driven("C3 C5", marks=hill, routes=road, allowance=300, road=True).cost == 75


def test_steep_hills() -> None:
    """pw:6.13.2: up at 75 on tracks, 50 on three axles, never over half speed, not at all on fewer; down at half."""
    steep = {"C4": "steep-hill uphill-24"}
    assert driven("C3 C5", marks=steep, allowance=200).cost == pytest.approx(25 + 25 * 200 / 75, abs=0.05)
    assert driven("C3 C5", marks=steep, allowance=120).cost == 75
    assert driven("C5 C3", marks=steep, allowance=200).cost == 75
    assert driven("C3 C5", marks=steep, allowance=200, card="sdk234-2").cost == 125
    way = driven("C3 C5", marks=steep, card="opel")
    assert way.barred is not None
    assert way.barred.rule == "pw:6.13.2"
    assert way.bar == pytest.approx(12.5)
    assert driven("C5 C3", marks=steep, card="opel").barred is None


def test_slopes_by_their_angle() -> None:
    """pw:6.17: in the place of pw:6.13, up alone, along the axis."""
    on = (Switch.SLOPE,)

    def cost(degrees: int, legs: str = "C3 C5") -> float:
        return driven(legs, marks={"C4": f"hill-slope slope-{degrees} uphill-24"}, switches=on).cost

    assert [cost(d) for d in (5, 9, 10, 19, 20, 29, 30, 44, 45, 60)] == pytest.approx(
        [50, 50, 58.3, 58.3, 75, 75, 100, 100, 125, 125], abs=0.05
    )
    assert cost(30, "C5 C3") == 50
    way = driven("C3 C5", marks={"C4": "steep-hill slope-65 uphill-24"}, switches=on)
    assert way.barred is not None
    assert way.barred.rule == "pw:6.17"
    assert cost(30, "B4 D4") < 75  # across the slope it rises by less


def test_no_afv_goes_onto_a_side_slope_of_thirty() -> None:
    """pw:8.15.1."""
    marks = {"C4": "hill-slope slope-30 uphill-12"}
    way = driven("C3 C5", marks=marks, switches=(Switch.TILT,))
    assert way.barred is not None
    assert way.barred.rule == "pw:8.15.1"
    assert driven("C3 C5", marks=marks).barred is None


def test_roads_in_woods() -> None:
    """pw:6.14.4, pw:6.2.1: at the rate of the road, without stalling, and no hedge is crossed."""
    road = {"road": ["C2 C3 C4 C5 C6"]}
    woods = {"C3 C4 C5": "heavy-woods"}
    way = driven("C2 C6", terrain=woods, routes=road, allowance=300, road=True, sides={"C3-C4": "hedge"})
    assert way.cost == 100
    assert not way.stalls
    state = a_state(board=a_board(terrain=woods, routes=road))
    assert along_roads(state, Path(at("C2"), (at("C6"),)))
    assert not along_roads(state, Path(at("C2"), (at("C4"), at("E4"))))
    assert driven("D4 C4 B4", terrain=woods, routes=road).stalls


def test_a_road_through_a_ford_is_no_faster_than_the_ford() -> None:
    """pw:6.2.3, the Terrain Annex: 50 a turn along a road too, and its row for men; rubble on a road likewise."""
    road = {"road": ["C2 C3 C4 C5 C6"]}
    for kind in ("ford", "rubble"):
        way = driven("C3 C5", terrain={"C4": kind}, routes=road, allowance=300, road=True)
        assert way.cost == pytest.approx(25 + 25 * 300 / 50, abs=0.05)
        assert [piece.why for piece in way.pieces] == ["road", kind, "road"]
    assert not driven("C3 C5", terrain={"C4": "ford"}, routes=road, allowance=300, road=True).stalls
    assert driven("C3 C5", terrain={"C4": "ford"}, allowance=300).cost == way.cost
    state = a_state(board=a_board(terrain={"C4": "ford", "C5": "marsh"}, routes=road))
    assert [going.pace(state, Path(at(a), (at(b),))).gsu for a, b in (("C2", "C3"), ("C3", "C4"), ("C5", "C6"))] == [
        25,
        20,
        25,
    ]


def test_nobody_makes_haste_through_a_ford() -> None:
    """pw:6.5, pw:6.5.1: along a road, but not where the road is a ford; it is broken ground."""
    ways = [Path(at("C2"), (at("C6"),)), Path(at("C2"), (at("C3"),))]
    state = a_state(board=a_board(terrain={"C4": "ford"}, routes={"road": ["C2 C3 C4 C5 C6"]}))
    assert [pricing.open_ground(state, cards().vehicles["pz4h"], way) for way in ways] == [False, True]
    assert [pricing.broken(state, way) for way in ways] == [True, False]


def test_where_a_vehicle_may_stall() -> None:
    """pw:6.14.3, pw:6.14.5, pw:6.14.2: once for all woods of a turn, at their first GSU."""
    way = driven("C2 C9", terrain={"C4": "light-woods", "C6": "heavy-woods", "C7": "marsh"})
    assert [(s.why, s.number, round(s.at, 1)) for s in way.stalls] == [
        ("light woods", 1, 37.5),
        ("bog or marsh", 1, 112.5),
    ]
    (one,) = driven("C2 C9", terrain={"C4": "heavy-woods"}).stalls
    assert one.number == 2
    (start,) = driven("C4 C9", terrain={"C4": "light-woods"}).stalls
    assert start.at == 0


def test_mud() -> None:
    """pw:6.14.6: half for tracks, a quarter for others, trucks stall on 1 or 2; roads are good."""
    assert driven("C2 C6", weather="mud").cost == 200
    assert driven("C2 C6", weather="mud").stalls[0].number == 1
    assert driven("C2 C6", weather="mud", card="opel").cost == 400
    assert driven("C2 C6", weather="mud", card="opel").stalls[0].number == 2
    assert driven("C2 C6", weather="mud", card="sdk251-1").cost == 400
    for card in ("sdk251-1", "sdk222"):  # half-tracks, and wheels that are all driven
        assert not driven("C2 C6", weather="mud", card=card).stalls
    assert driven("C2 C6", weather="mud", routes={"road": ["C2 C3 C4 C5 C6"]}).cost == 100


@pytest.mark.parametrize(("card", "number"), [("pz4h", 1), ("opel", 2), ("sdk251-1", 0), ("sdk222", 0)])
def test_bog_holds_whom_mud_holds(card: str, number: int) -> None:
    """pw:6.14.6."""
    stalls = driven("C2 C6", terrain={"C4": "marsh"}, card=card, allowance=200).stalls
    assert [one.number for one in stalls] == ([number] if number else [])


def test_snow() -> None:
    """Deep snow of the movement table (pw:6.2.3): 100 a turn, 200 on roads; or for wheels alone."""
    assert driven("C2 C6", weather="deep-snow", allowance=300).cost == 300
    road = {"road": ["C2 C3 C4 C5 C6"]}
    assert driven("C2 C6", weather="deep-snow", allowance=600, road=True, routes=road).cost == 300
    assert driven("C2 C6", weather="snow").cost == 100
    assert driven("C2 C6", weather="snow", card="opel").cost == 200


def test_streams_are_crossed_off_the_bridge() -> None:
    """The Terrain Annex: 25 to cross, and its bed at no more than 75 a turn."""
    stream = {"shallow-stream": ["B4 C4 D5"]}
    way = driven("C2 C6", routes=stream)
    assert way.cost == pytest.approx(100 + 25 + 10 * (200 / 75 - 1), abs=0.05)
    assert way.stalls[0].why == "shallow stream"
    bridged = {**stream, "road": ["C2 C3 C4 C5 C6"]}
    assert driven("C2 C6", routes=bridged).cost == 100


def test_what_else_makes_slow() -> None:
    """Smoke: a share of the cross-country speed, wherever it lies."""
    slow = Slow(20, 45, 0.75, "sketchy smoke", "pw:11.1.2")
    way = driven("C2 C6", slows=(slow,), allowance=100)
    assert way.cost == pytest.approx(75 + 25 / 0.75, abs=0.05)
    assert [round(p.length, 1) for p in way.pieces if p.why == "sketchy smoke"] == [17.5, 7.5]


def test_men_go_at_their_slowest_rate() -> None:
    """pw:6.1.1, pw:12.2.1: 20 if any of it is in rough ground."""

    def pace(legs: str, most: float | None = None, weather: str = "", **ground: Any) -> float:
        start, *others = map(at, legs.split())
        return going.pace(a_state(board=a_board(**ground), ground=weather), Path(start, tuple(others)), most=most).gsu

    assert pace("C2 C3") == 25
    assert pace("C2 C3", terrain={"C3": "light-woods"}) == 20
    assert pace("C2 C3", terrain={"C3": "light-woods"}, routes={"road": ["C2 C3"]}) == 25
    assert pace("C2 C3", marks={"C3": "steep-hill"}) == 20
    assert pace("C2 C3", marks={"C3": "hill-slope"}) == 25
    assert pace("C2 C3", sides={"C2-C3": "bocage"}) == 20
    assert pace("C2 C3", sides={"C2-C3": "hedge"}) == 25
    assert pace("C2 C3", weather="mud") == 18.75
    assert pace("C2 C3", most=15) == 15
    river = going.pace(a_state(board=a_board(terrain={"C3": "river"})), Path(at("C2"), (at("C4"),)))
    assert river.bar == pytest.approx(12.5)
    assert river.barred is not None
