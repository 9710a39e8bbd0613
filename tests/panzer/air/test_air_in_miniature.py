"""Aircraft of the miniatures edition: SHEAFs straight ahead, quadrants, Woods, anti-aircraft fire, crashes."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import UnitId
from core.hexes import Hex, distance, hex_from_id
from core.order import IllegalOrder
from core.panzer.air import anti_aircraft, attacks, flying
from core.panzer.air.patterns import AirAim, crash_hexes, pattern_hexes
from core.panzer.air.sight import concealed, observers, shadow, unseen
from core.panzer.air.step import procedure
from core.panzer.armament import armament
from core.panzer.chapters import BOOK
from core.panzer.firing.events import CommandShown
from core.panzer.gp.strike import resolve, strike_at
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Altitude, Flight, Pattern, Speed, Track
from core.panzer.pieces.gp import GpSource
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import CommandFace, Presence
from core.panzer.pieces.weapons import AirAttack, RangeFactor
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.tally import NOTHING

PLANE, GUN, TANK = UnitId("su"), UnitId("f1"), UnitId("g1")
ROWS, COLUMNS = 30, 13


def posed(
    cells: dict[str, str] | None = None, *, plane: str = "G28", card: str = "s60-su-2", **more: Any
) -> PanzerState:
    """An aircraft that flies north over a plain, with a tank and an anti-aircraft gun below."""
    rows = [["."] * COLUMNS for _ in range(ROWS)]
    for name, letter in (cells or {}).items():
        hex_ = hex_from_id(name)
        rows[hex_.row - 1][hex_.col - 1] = letter
    stated = {
        "edition": more.pop("edition", "miniatures"),
        "modules": ["advanced"],
        "board": {"grid": "\n".join(" ".join(row) for row in rows)},
        "unit": [
            {
                "id": PLANE,
                "card": card,
                "side": "soviet",
                "load": more.pop("load", "bomb"),
                "grade": more.pop("grade", ""),
            },
            {"id": "s1", "card": "s12-t-34-76-m40", "side": "soviet", "hex": "A1"},
            {"id": TANK, "card": "g11-pzkpfw-iii-j", "hex": "G25", "command": "MOVE", "face": "revealed"},
            {"id": "g2", "card": "g11-pzkpfw-iii-j", "hex": "G26", "command": "MOVE", "face": "revealed"},
            {
                "id": GUN,
                "card": more.pop("gun", "g66-2cm-flak-zgkw-1t"),
                "hex": "E20",
                "facing": "S",
                "command": "OVERWATCH",
            },
        ],
        "situation": {"step": "first-air", "turn": 1, "first": "soviet", "turns": 8},
    }
    state = situation(stated, "x", "x", "x.toml").start.copy()
    state.change(PLANE, presence=Presence.ON_MAP, hex=hex_from_id(plane), facing=0)
    return state


def flight(**how: Any) -> Flight:
    """It has acquired the tank, flying Slow and Low unless told otherwise."""
    known = {"speed": Speed.SLOW, "altitude": Altitude.LOW, "target": TANK, "counted": 99, "acquired": True}
    return Flight(unit=PLANE, **(known | how))


def laid(pattern: Pattern, speed: Speed = Speed.SLOW, altitude: Altitude = Altitude.LOW) -> tuple[Hex, ...]:
    origin = hex_from_id("G28")
    return pattern_hexes(posed(), AirAim(pattern, speed, altitude, origin, 0, hex_from_id("G26")))


def columns(hexes: tuple[Hex, ...]) -> dict[int, int]:
    """How many hexes of each column."""
    return {col: sum(h.col == col for h in hexes) for col in sorted({h.col for h in hexes})}


def test_strafing_runs_straight_ahead() -> None:
    """min:15.3.2: SHEAF D at Slow Speed, two end to end at Fast; the target anywhere in it, and first."""
    slow, fast = laid(Pattern.STRAFE), laid(Pattern.STRAFE, Speed.FAST)
    assert slow[0] == hex_from_id("G26")
    assert set(slow) == {hex_from_id(f"G{row}") for row in (25, 26, 27)}
    assert set(fast) == {hex_from_id(f"G{row}") for row in range(22, 28)}


def test_bombs_fall_in_sheafs_ahead() -> None:
    """min:15.3.3.1: A from Medium Altitude, 3 by 2 inches, B from High, 6 by 4; a dive strikes C, the target's hex."""
    assert columns(laid(Pattern.BOMBS, altitude=Altitude.MEDIUM)) == {6: 3, 7: 2, 8: 3}
    high = laid(Pattern.BOMBS, altitude=Altitude.HIGH)
    assert columns(high)[7] == 4
    assert sorted(columns(high)) == [4, 5, 6, 7, 8, 9, 10]
    assert hex_from_id("G28") not in high
    assert laid(Pattern.DIVE, altitude=Altitude.HIGH) == (hex_from_id("G26"),)


def weapon_of(state: PanzerState, pattern: Pattern) -> int:
    rows = enumerate(flying.card_of(state, PLANE).weapons)
    return next(
        at
        for at, mounted in rows
        if mounted.weapon.air is not None and attacks.pattern_of(mounted.weapon.air.attack, dive=False) is pattern
    )


def test_the_target_lies_anywhere_in_the_pattern() -> None:
    """min:15.3.2: three inches ahead at Slow Speed, not four."""
    for plane, legal in (("G28", True), ("G29", False)):
        state = posed(plane=plane)
        refused = attacks.target_refusal(state, flight(), weapon_of(state, Pattern.STRAFE))
        assert (refused is None) is legal
        assert legal or (refused is not None and refused.rule == "min:15.3.2")


@pytest.mark.parametrize(
    ("edition", "amount", "rule"), [("hex", -25, "na:6.7.3.5a"), ("miniatures", -5, "min:16.7.2.24")]
)
def test_grades_count_for_strafing_at_its_own_range(edition: str, amount: int, rule: str) -> None:
    """min:15.3.2, min:16.7.2.24: Pointblank, where the hex edition counts it as Extreme (na:6.7.3.5a)."""
    state = posed(plane="G26", edition=edition, grade="Green")
    weapon = weapon_of(state, Pattern.STRAFE)
    strike = attacks.strike_for(state, flight(), weapon)
    source = attacks.source_of(state, PLANE, strike)
    assert source.factor is RangeFactor.P
    tally = attacks.aircraft_tally(state, flight(), strike, source)
    assert {r.rule: r.amount for r in tally.reasons if "Grade" in r.label} == {rule: amount}
    assert tally.total == 20 + amount


@pytest.mark.parametrize(("edition", "hexes"), [("hex", (2, 8, 9, 11)), ("miniatures", (4, 16, 18, 22))])
def test_each_level_hides_two_inches_more(edition: str, hexes: tuple[int, ...]) -> None:
    """min:15.3.1.3.2: 2 x (Height - base + 1), above what the table prints too; one hex a level by na:6.7.3.1.3."""
    tables = posed(edition=edition).advanced
    assert tuple(shadow(tables, Altitude.LOW, height) for height in (3, 9, 10, 12)) == hexes
    assert shadow(tables, Altitude.HIGH, 5) == 0


@pytest.mark.parametrize(("target", "reached"), [("G27", True), ("I20", True), ("G8", True), ("G7", False)])
def test_rockets_reach_twenty_inches_of_the_front(target: str, reached: bool) -> None:
    """min:15.3.4.2, min:15.3.4.1: no least range, in any direction of the front; they strike the target's hex."""
    state = posed(card="s61-il-2m3", load="rocket")
    state.change(TANK, hex=hex_from_id(target))
    weapon = weapon_of(state, Pattern.ROCKETS)
    refused = attacks.target_refusal(state, flight(), weapon)
    far = distance(hex_from_id("G28"), hex_from_id(target))
    assert (refused is None) is (reached and attacks._rockets(state, PLANE, weapon, far) is not None)
    if refused is None:
        assert attacks.strike_for(state, flight(), weapon).hexes == (hex_from_id(target),)


def test_aircraft_look_into_a_quadrant() -> None:
    """min:15.3.1: what lies 40 degrees off is seen, what lies beside them is not."""
    state = posed()
    for where, seen in (("G20", True), ("L23", True), ("L28", False)):
        state.change(TANK, hex=hex_from_id(where))
        refused = unseen(state, hex_from_id("G28"), 0, Altitude.LOW, state.units[TANK])
        assert (refused is None) is seen, where


@pytest.mark.parametrize("letter", ["w", "W", "g"])
def test_woods_hide_from_aircraft(letter: str) -> None:
    """min:15.3.1.1.5, min:15.3.1.2: Woods and Heavy Woods as Groves; only an OP points out who is there."""
    state = posed({"G25": letter})
    assert concealed(state, state.units[TANK])
    assert not observers(state, state.units[PLANE].side, TANK)


def test_anti_aircraft_guns_in_woods_see_one_inch_out() -> None:
    """min:15.4.1.1.3: from Woods and Groves, Heavy Woods too."""
    state = posed({"E20": "w"})
    gun = state.units[GUN]
    assert flying.keeps_in_sight(state, gun, hex_from_id("E21"), Altitude.LOW)
    assert not flying.keeps_in_sight(state, gun, hex_from_id("E22"), Altitude.LOW)


def test_acquiring_and_tracking_distances() -> None:
    """min:15.3.1.1.1, min:15.4.1.1.1: 10 to 40 and 2 to 8 inches; twice as many if Suppressed is for all."""
    spotting = posed().advanced.air_spotting
    found = {(speed.value, high.value): spotting[speed.value, high.value] for speed in Speed for high in Altitude}
    assert [(one.acquire, one.track) for one in found.values()] == [
        (10, 2),
        (20, 4),
        (30, 6),
        (20, 4),
        (30, 6),
        (40, 8),
    ]


def test_it_turns_by_a_hexside_once_at_slow_speed() -> None:
    """min:15.2.3.1.1, min:15.2.3.1.3: 45 degrees are read as 60, and its path follows the hexes."""
    state = posed()
    at = hex_from_id("G28")
    turned = flying.flight_step(state, flight(), at, 0, "T1")
    assert (turned.facing, turned.turned) == (1, True)
    for refused in (flight(speed=Speed.FAST), flight(turned=True)):
        with pytest.raises(IllegalOrder):
            flying.flight_step(state, refused, at, 0, "T1")


TOWED = "g80-8-8cm-flak-36-a-atg"


def aa_tells(plane: str, gun: str = TOWED, **how: Any) -> dict[str, int]:
    """The modifiers of the gun, which faces south, against the aircraft above a hex, by their label."""
    state = posed(plane=plane, gun=gun)
    tracked = flight(tracks=(Track(GUN, 9, tracked=True),), **how)
    assert anti_aircraft.aa_refusal(state, tracked, GUN, weapon_at_aircraft(state)) is None
    shot = Shot(GUN, PLANE, weapon_at_aircraft(state), anti_aircraft.AA)
    terms = anti_aircraft.aa_terms(state, tracked, shot)
    return {reason.label: reason.amount for reason in terms.strike.tally.reasons}


def weapon_at_aircraft(state: PanzerState) -> int:
    return next(at for at, mounted in enumerate(armament(state, GUN)) if mounted.weapon.aa is not None)


def test_anti_aircraft_fire_goes_all_round_as_overwatch() -> None:
    """min:15.4.1, min:15.4.2.1: ahead -5, to the side -10, to the rear -20; min:15.4.2.1.2: +5 against Low Altitude."""
    assert aa_tells("E24")["Overwatch"] == -5
    assert aa_tells("I20")["Overwatch to the side"] == -10
    assert aa_tells("E16")["Overwatch to the rear"] == -20
    assert aa_tells("E24")["Low Altitude"] == 5
    assert aa_tells("E16", "g66-2cm-flak-zgkw-1t")["Overwatch"] == -5


@pytest.mark.parametrize(("edition", "ahead_only"), [("miniatures", False), ("hex", True)])
@pytest.mark.parametrize("plane", ["G26", "G28", "H30"])
def test_a_dive_strikes_whom_it_has_acquired_wherever_that_is(plane: str, edition: str, ahead_only: bool) -> None:
    """min:15.3.3.1: SHEAF C is centered on the spotted unit; a dive has no inbound flight path (min:GC-D.3). By
    na:6.7.2.3.2 it strikes the hex straight ahead."""
    state = posed(plane=plane, card="s62-pe-2", edition=edition)
    at = next(at for at, mounted in enumerate(armament(state, PLANE)) if mounted.weapon.air.attack is AirAttack.BOMB)
    refused = attacks.target_refusal(state, flight(altitude=Altitude.HIGH), at, dive=True)
    assert (refused is not None) is (ahead_only and plane != "G26")


@pytest.mark.parametrize(("damaged", "side"), [(False, -10), (True, -20)])
def test_a_damaged_turret_turns_slowly_to_an_aircraft(damaged: bool, side: int) -> None:
    """min:15.4.2.1, min:16.7.2.14: Overwatch of a Slow turret to the side, which that of a Damaged vehicle is
    (min:8.4.7.4)."""
    state = posed(plane="I20", gun="g63-wirbelwind")
    state.change(GUN, damaged=damaged)
    assert amounts_at(state)["Overwatch to the side"] == side


@pytest.mark.parametrize(("kind", "amount"), [(CloudKind.SMOKE, -20), (CloudKind.BARRAGE, -10)])
def test_smoke_about_a_gun_hinders_its_fire_at_aircraft(kind: CloudKind, amount: int) -> None:
    """min:15.4.2.1: the GP Fire procedure, by which smoke and barrages count if the firing unit is in them
    (min:16.7.2.10, min:16.7.2.11); the aircraft flies above all others."""
    state = posed(plane="E24")
    for at, hinders in (("E20", True), ("E22", False)):
        cloud = Cloud(kind, frozenset({hex_from_id(at)}), fresh=False)
        state.counters = replaced(state.counters, clouds=(cloud,))
        assert (amount in amounts_at(state).values()) is hinders


def amounts_at(state: PanzerState) -> dict[str, int]:
    """The modifiers of the gun against the aircraft, which it tracks at Low Altitude."""
    shot = Shot(GUN, PLANE, weapon_at_aircraft(state), anti_aircraft.AA)
    tally = anti_aircraft.aa_terms(state, flight(tracks=(Track(GUN, 9, tracked=True),)), shot).strike.tally
    return {reason.label: reason.amount for reason in tally.reasons}


def test_only_a_result_that_ends_in_5_damages_an_aircraft() -> None:
    """min:15.4.2.2.2.1: one that ends in 0 shoots it down; so does the second Damage."""
    state = posed()
    strike = strike_at(state, GpSource(15, RangeFactor.P, 0, small_arms=False), PLANE, NOTHING)
    for roll, result in ((95, Result.DAMAGED), (100, Result.ELIMINATED), (99, Result.ELIMINATED)):
        assert resolve(state, strike, ScriptedDice([roll])).result is result
    state.change(PLANE, damaged=True)
    assert resolve(state, strike, ScriptedDice([95])).result is Result.ELIMINATED


def test_a_crash_strikes_sheaf_a_across_the_flight() -> None:
    """min:15.4.2.2.2.2: all units in it with GP Factor 15, whose D is enough for any vehicle."""
    area = crash_hexes(posed(), hex_from_id("G26"), 0)
    assert area[0] == hex_from_id("G26")
    assert sorted(columns(area)) == [6, 7, 8]
    assert (anti_aircraft.CRASH.gp, anti_aircraft.CRASH.sure) == (15, True)
    state = posed()
    events = list(anti_aircraft.crash(state, flight(), ScriptedDice([4, *[1] * 20])))
    struck = [event.target for event in events if hasattr(event, "target")]
    assert set(struck) == {TANK, UnitId("g2")}
    for event in events:
        BOOK.evolve(state, event)


def test_movement_and_smoke_count_for_the_target_alone() -> None:
    """min:16.7.2.1, min:16.7.2.10: of all in the pattern the unit that the aircraft attacks."""
    state = posed()
    smoke = Cloud(CloudKind.SMOKE, frozenset({hex_from_id("G25"), hex_from_id("G26")}), open=True, fresh=False)
    state.counters = replaced(state.counters, clouds=(smoke,))
    strike = attacks.strike_for(state, flight(), weapon_of(state, Pattern.STRAFE))
    assert set(strike.struck) == {TANK, UnitId("g2")}
    source = attacks.source_of(state, PLANE, strike)
    found = {}
    for unit in strike.struck:
        (one,) = attacks.unit_strikes(state, source, NOTHING, unit, strike.target)
        found[unit] = {reason.rule: reason.amount for reason in one.tally.reasons}
    assert (found[TANK]["min:16.7.2.1"], found[TANK]["min:16.7.2.10"]) == (-10, -10)
    assert not {"min:16.7.2.1", "min:16.7.2.10"} & set(found[UnitId("g2")])


@pytest.mark.parametrize(("edition", "shown"), [("miniatures", [TANK]), ("hex", [TANK, UnitId("g2")])])
def test_the_target_alone_is_asked_whether_it_moves(edition: str, shown: list[UnitId]) -> None:
    """min:16.7.2.1: nobody shows a MOVE that counts for nothing; by na:6.5.4.3a all in the pattern do."""
    state = posed(edition=edition)
    for unit in (TANK, UnitId("g2")):
        state.change(unit, command_face=CommandFace.DOWN)
    strike = attacks.strike_for(state, flight(), weapon_of(state, Pattern.STRAFE))
    strike = evolve(strike, target=TANK, struck=(UnitId("g2"), TANK))
    state.air = replaced(state.air, flight=flight(strike=strike))
    told = []
    while isinstance(event := next(iter(procedure(state, ScriptedDice([50] * 20)) or ())), CommandShown):
        BOOK.evolve(state, event)
        told.append(event.unit)
    assert sorted(told) == sorted(shown)


def test_attacks_are_counted_not_rolled_for() -> None:
    """min:16.1.2.5: two with each weapon of an IL-2m3, rockets among them, and then no more of that one."""
    state = posed(card="s61-il-2m3", load="rocket")
    rockets = next(at for at, one in enumerate(armament(state, PLANE)) if one.weapon.kind == "aircraft rockets")
    left = []
    for used in range(3):
        uses = (*(0,) * rockets, used)
        state.air = state.air.with_sortie(evolve(state.air.sortie(PLANE), used=uses))
        left.append(attacks.uses_left(state, PLANE, rockets))
    assert left == [2, 1, 0]
    assert attacks.uses_left(state, PLANE, 0) == 2
    refused = attacks.weapon_refusal(state, PLANE, rockets, Altitude.LOW)
    assert refused is not None
    assert refused.rule == "na:5.16.2.6"
