"""AP fire of the miniatures edition: number of hits, locations by the wheel, Armor, Damage, in its Basic Game too."""

from __future__ import annotations

import pytest

from content.panzer.tables.advanced_tables import advanced_tables
from core.dice import ScriptedDice
from core.event import Event
from core.hexes import aheads, hex_from_id, octant, off_axis, opposite, quadrant, within_range
from core.panzer.ap import odds, spreading
from core.panzer.ap.events import ApHit, ApShotFired, ApShotResolved
from core.panzer.ap.hits import Plate
from core.panzer.ap.shot import take_effect
from core.panzer.ap.terms import ap_terms
from core.panzer.chapters import BOOK
from core.panzer.direct_fire import shots
from core.panzer.firing.hindrances import ap_hindrances
from core.panzer.gp.events import SmokeFired, UnitSuppressed
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.ap import ScoredHits
from core.panzer.pieces.cards import Slope
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, HullDown, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.ap.in_miniature import PANZER_IV, SHOOTER, SU_85, TARGET, announced, posed


def fire(state: PanzerState, *dice: int, ammo: str = "AP") -> list[Event]:
    """The events of a shot that is resolved with these rolls, each applied."""
    shot, scripted = announced(state, ammo), ScriptedDice(list(dice))
    found: list[Event] = []
    for event in shots.resolve(state, shot, scripted):
        BOOK.evolve(state, event)
        found.append(event)
    assert not scripted.results
    return found


def hit_by(state: PanzerState, *dice: int, ammo: str = "AP") -> ApHit:
    """The only hit of a shot."""
    (resolved,) = (e for e in fire(state, *dice, ammo=ammo) if isinstance(e, ApShotResolved))
    (hit,) = resolved.hits
    return hit


def test_the_wheel_has_eight_sections_and_four_quarters() -> None:
    """min:8.4.5.1.1, min:8.2.1.1: no border meets the centre of a hex; left mirrors right, and a turn carries along."""
    middle = hex_from_id("M12")
    for hex_ in within_range(middle, 9):
        if hex_ == middle:
            continue
        for facing in range(6):
            section, quarter = octant(middle, facing, hex_), quadrant(middle, facing, hex_)
            ahead, aside = off_axis(middle, facing, hex_)
            assert aheads(middle, hex_)[facing] == ahead
            assert (section in (7, 0, 1)) == (ahead > 0 and section not in (2, 6))
            assert quarter in {0: (0,), 1: (0, 1), 2: (1,), 3: (1, 2), 4: (2,), 5: (2, 3), 6: (3,), 7: (3, 0)}[section]
            assert octant(middle, opposite(facing), hex_) == (section + 4) % 8
            assert (aside == 0) <= (section in (0, 4))


@pytest.mark.parametrize(
    ("facing", "angle"), [("S", HitAngle.FRONT), ("SE", HitAngle.FRONT_SIDE), ("NE", HitAngle.REAR_SIDE)]
)
def test_hit_angles(facing: str, angle: HitAngle) -> None:
    """min:8.4.5.1.1."""
    state = posed(facing=facing)
    assert list(ap_terms(state, announced(state), overwatch=False).plates) == [angle]


def test_squarely_from_the_side() -> None:
    """min:8.4.5.1.1, min:8.4.6.1.1: one turret and one hull value."""
    state = posed(range_=4, shooter={"hex": "I1"}, facing="N")
    met = plate(state)
    assert met.angle is HitAngle.SIDE
    card = state.vehicle(TARGET)
    assert met.locations == ("TS", "TS", "TS", "TS", "HS", "HS*", "HS", "HS*", "HS*", "TK")
    assert met.armor == (*(card.armor.side["TS"],) * 4, *(card.armor.side["HS"],) * 5, 0)
    assert card.armor.side["TS"] < next(iter(card.armor.front_side.values()))["TS"]


def test_the_basic_game_locates_hits_and_damages_the_whole_vehicle() -> None:
    """min:8.4, min:8.4.5.1.3, min:8.4.7.4: 83 from Front/Side is HS*, units 3 is Damage; the second a KO."""
    state = posed(facing="SE")
    assert not state.scenario.switches
    hit = hit_by(state, 1, 83)
    assert (hit.angle, hit.location, hit.result, hit.part) == (HitAngle.FRONT_SIDE, "HS*", Result.DAMAGE, "")
    unit = state.units[TARGET]
    assert (unit.damaged, unit.turret_damaged, unit.hull_damaged) == (True, False, False)
    assert hit_by(state, 1, 83).second_damage
    assert state.units[TARGET].fate is Wreck.KO


def test_every_hit_is_located_by_itself() -> None:
    """min:8.4.5, min:8.4.5.1: by the angle at which it arrives, with a roll of its own; here turret, then tracks."""
    for hits in (2, 3):
        state = posed()
        scored = ScoredHits("AP", 0, 1, (TARGET,) * hits)
        resolved = take_effect(state, announced(state), scored, ScriptedDice([11, 1, 61][:hits]))
        assert [hit.location for hit in resolved.hits] == ["TF", "TK", "HF*"][:hits]
        assert {hit.angle for hit in resolved.hits} == {HitAngle.FRONT}


@pytest.mark.parametrize("card", [PANZER_IV, SU_85, "g72-sdkfz-7"])
def test_hit_locations(card: str) -> None:
    """min:8.4.5.1.2: seven in all, those of the turret without a turret too; from each angle some of them."""
    found: set[str] = set()
    for facing in ("S", "SE", "NE", "N"):
        found |= {where.rstrip("*") for where in plate(posed(card=card, facing=facing)).locations}
    found |= {
        where.rstrip("*") for where in plate(posed(range_=4, card=card, shooter={"hex": "I1"}, facing="N")).locations
    }
    assert found == {"TF", "TS", "TR", "HF", "HS", "HR", "TK"}


def test_tracks_stop_a_vehicle_and_no_crew_is_asked_in_the_basic_game() -> None:
    """min:8.4.5.3, min:8.4.5.3.4."""
    state = posed()
    assert [type(e) for e in fire(state, 1, 1)] == [ApShotFired, ApShotResolved]
    assert state.units[TARGET].track_hit
    assert not state.units[TARGET].hurt


def test_falling_shots_strike_the_top_and_change_no_other_armor_in_the_basic_game() -> None:
    """min:8.4.5.4, min:16.1.3."""
    level, falling = plate(posed()), plate(posed(heights=(1, 0)))
    assert (level.locations[0], falling.locations[0]) == ("TF", "DK")
    assert falling.armor[0] == posed().vehicle(TARGET).armor.deck
    assert falling.armor[1:] == level.armor[1:]
    assert plate(posed(heights=(1, 0), card="g72-sdkfz-7")).locations[0] == "TF"


def test_rising_and_falling_shots_meet_other_armor_by_the_table() -> None:
    """min:16.1.3.2: by the Rising/Falling Angle, in the Advanced Game."""
    table = advanced_tables("miniatures").rising_falling
    assert (table[13, Slope.HIGH], table[9, Slope.HIGH], table[60, Slope.LOW]) == (2, 2, 3)
    level, falling, rising = (
        plate(posed("advanced-ap", card=SU_85, range_=12, heights=h)) for h in ((0, 0), (2, 0), (0, 2))
    )
    for basis, less, more in list(zip(level.armor, falling.armor, rising.armor, strict=True))[1:9]:
        change = table[basis, Slope.HIGH]
        assert (less, more) == (basis - change, basis + change)


def test_hull_down_masks_what_is_starred() -> None:
    """min:8.4.5.5, min:5.5.3: automatically at twice as many hexes as Heights, in the Basic Game too."""
    near, far = (posed(range_=range_, heights=(0, 3)) for range_ in (6, 7))
    assert plate(far).masked is None
    masked = plate(near)
    assert masked.masked is HullDown.FULL
    missed = [tens for tens, where in enumerate(masked.locations, 1) if masked.misses(where)]
    assert missed == [6, 8, 9, 10]
    assert hit_by(near, 1, 63).masked == "Hull Down"


@pytest.mark.parametrize(("digit", "result"), [(1, "ND"), (4, "ND"), (5, "DM"), (8, "KO"), (10, "KO")])
def test_damage_to_soft_vehicles_is_read_three_lower(digit: int, result: str) -> None:
    """min:8.4.7.2."""
    soft = plate(posed(card="g72-sdkfz-7"))
    assert soft.harm(digit)[2] == Result(result)


def test_damage_is_read_by_the_d_of_the_ammunition_but_for_a_one() -> None:
    """min:8.4.7.1, min:8.4.7.2."""
    state = posed("advanced-ap", gun=SU_85)
    row = ap_terms(state, announced(state, "HVAP"), overwatch=False).row
    assert row.d == -1
    worse = plate(state, "HVAP")
    assert [worse.harm(d)[0] for d in (1, 2, 9, 10)] == [1, 1, 8, 9]


def test_hits_stay_on_their_target() -> None:
    """min:8.4.4.2.3."""
    beside = {"id": "g2", "card": PANZER_IV, "side": "german", "hex": "F2", "facing": "S"}
    state = posed("advanced-ap", others=(beside,))
    scored = ScoredHits("AP", 0, 1, (TARGET, TARGET))
    assert spreading.others(state, announced(state), scored, overwatch=False) == ()


# -- ammunition ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "fires"), [(3, True), (4, False), (5, False)])
def test_special_ammunition_misfires_from_its_limit_on(roll: int, fires: bool) -> None:
    """min:16.1.2.2.2, min:16.1.2.3.2: the roll counts as the limit itself; nothing is fired, but it has fired."""
    state = posed("ammo-limits", gun=SU_85)
    fired, *_ = fire(state, *((roll, 100) if fires else (roll,)), ammo="HVAP")
    assert isinstance(fired, ApShotFired)
    assert (fired.fired, fired.hits) == ("HVAP" if fires else "", 0)
    assert next(u for u in state.units.values() if u.id == "s1").fired


def test_a_misfire_is_in_the_chances() -> None:
    """min:16.1.2.3.2: a4 fires on 3 of 10 rolls."""
    limited, plenty = posed("ammo-limits", gun=SU_85), posed("advanced-ap", gun=SU_85)
    hit, sure = (1 - odds.shot_odds(s, announced(s, "HVAP"), overwatch=False)[Result.MISS] for s in (limited, plenty))
    assert hit == pytest.approx(0.3 * sure)


# -- modifiers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "amount"),
    [({"command": Command.SHORT_HALT}, -3), ({"damaged": True}, -5)],
)
def test_amounts_of_this_edition(changes: dict[str, object], amount: int) -> None:
    """min:8.4.2.6, min:8.4.2.7."""
    state = posed()
    before = ap_terms(state, announced(state), overwatch=False).net
    state.put(replaced(state.unit("s1"), **changes))
    assert ap_terms(state, announced(state), overwatch=False).net - before == amount


def test_all_smoke_on_the_line_counts_at_once() -> None:
    """min:8.4.2.8, min:12.5."""
    state = posed(range_=7)
    at, other = hex_from_id("E3"), hex_from_id("E4")
    state.counters = replaced(state.counters, wrecks={at: Wreck.BU, other: Wreck.BU}, fresh_smoke=frozenset({at}))
    met = ap_hindrances(state, hex_from_id("E8"), hex_from_id("E1"))
    assert [reason.amount for reason in met.reasons] == [-3, -3]


# -- crews and passengers ----------------------------------------------------------------------------


def test_a_brew_up_suppresses_its_side_within_two_hexes() -> None:
    """min:8.4.7.6."""
    near, far = (
        {"id": id_, "card": "g85-rifle-squad-1-2-squad", "side": "german", "hex": hex_}
        for id_, hex_ in (("g2", "E3"), ("g3", "E4"))
    )
    state = posed("advanced-ap", "gp-fire", gun=SU_85, range_=6, others=(near, far))
    events = fire(state, 1, 50)
    assert state.units[TARGET].fate is Wreck.BU
    assert [e.unit for e in events if isinstance(e, UnitSuppressed)] == ["g2"]


def plate(state: PanzerState, ammo: str = "AP") -> Plate:
    """What a hit of the shot meets."""
    (found,) = ap_terms(state, announced(state, ammo), overwatch=False).plates.values()
    return found


def test_smoke_of_direct_fire_is_open() -> None:
    """min:16.2.1.4: -3, not the -5 of a Closed SHEAF."""
    state = posed("smoke", range_=7)
    BOOK.evolve(state, SmokeFired(unit=SHOOTER, weapon=0, hex=hex_from_id("E4"), placed=True))
    met = ap_hindrances(state, hex_from_id("E8"), hex_from_id("E1"))
    assert [reason.amount for reason in met.reasons] == [-3]
