"""What area fire does to those inside of its area (pw:10.3 to pw:10.3.10.2)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.codec import decode, encode
from core.dice import ScriptedDice
from core.event import Event, UnitId
from core.panzerwar.artillery import batteries, hits, loads, structures
from core.panzerwar.artillery.areas import Beaten
from core.panzerwar.artillery.events import AreaAttacked, DirectHit, StructureStruck
from core.panzerwar.artillery.hits import Fall
from core.panzerwar.artillery.loads import Load
from core.panzerwar.artillery.reports import TELL
from core.panzerwar.combat.events import KeptDown
from core.panzerwar.damage.events import GunStruck, VehicleStruck
from core.panzerwar.ground import cover
from core.panzerwar.ground.terrain import ground
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.losses import remove
from core.panzerwar.movement import speed
from core.panzerwar.obstacles.events import BunkerStruck
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.posture import Digging
from core.panzerwar.pieces.strike import Effect, Part
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.artillery.guns import field, happen, of, only
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, a_vehicle, an_element, at


def shell(state: WarState, weapon: str = "105L28", name: str = "") -> Load:
    fired = state.cards.weapons[weapon]
    found = batteries.shell(state, fired, name)
    assert found is not None
    return loads.of_shell(fired, found, 3000.0)


def box(where: str = "C10", length: float = 100, width: float = 75) -> Beaten:
    return Beaten(coa=at(where), along=0.0, length=length, width=width)


def fallen(state: WarState, *dice: int, number: int = 1, load: Load | None = None) -> list[Event]:
    """Fire of so many dice at C10; all the dice that are rolled are named."""
    scripted = ScriptedDice(list(dice))
    found = happen(state, hits.resolve(state, Fall(area=box(), load=load or shell(state), dice=number), scripted))
    assert not scripted.results
    return found


def squad(**changes: Any) -> Element:
    return an_element("squad", "sov-rifle-43", RED, "C10", **changes)


def on(*elements: Element, **more: Any) -> WarState:
    return field(*elements, batteries=[], **more)


# -- possible hits ---------------------------------------------------------------------------------


def test_each_ten_is_a_possible_hit() -> None:
    """pw:10.3 (PW-10.3-a): one D10 for each gun; overs are not rolled."""
    found = fallen(on(squad()), 9, 1, 3, 2, number=4)
    attacked = only(found, AreaAttacked)
    assert (attacked.dice, attacked.hits, len(found)) == (4, 0, 1)
    found = fallen(on(squad()), 10, 9, 10, 2, 9, 9, number=4)
    assert only(found, AreaAttacked).hits == 2
    assert len(of(found, MenAttacked)) == 2


def test_aggregate_chances_are_one_d100() -> None:
    """pw:2.4, pw:10.3: of four dice at least one in 34.39 of 100, at least two in 5.23."""
    state = on(squad(), switches=[Switch.AGGREGATE])
    assert [hits.possible_hits(state, 4, "", ScriptedDice([rolled]))[0] for rolled in (35, 34, 6, 5, 1)] == [
        0,
        1,
        1,
        2,
        2,
    ]
    assert hits.possible_hits(state, 1, "", ScriptedDice([10]))[0] == 1


# -- vehicles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "part"),
    [
        ((1, 3, 1, 1, 5), Part.TRACK),
        ((1, 7, 1, 1, 5, 5), None),
        ((10, 2, 1, 5, 5), Part.TOP_TURRET),
        ((10, 8, 1, 5, 5), Part.TOP_DECK),
        ((5, 3), Part.BESIDE),
    ],
)
def test_what_an_actual_hit_strikes(dice: tuple[int, ...], part: Part | None) -> None:
    """pw:10.3.1, pw:10.3.2: 1 and under the track, 1 location 2 of the side, 10 turret top, over the deck; else beside
    it.
    """
    state = on(a_vehicle("tank", "t34-85", RED, "C10"))
    scripted = Padded(list(dice))
    found = happen(state, hits.possible_hit(state, state.element("tank"), shell(state), scripted))
    struck = only(found, VehicleStruck).effect
    if part is not None:
        assert struck.part is part
    else:
        assert struck.location == 2
    assert any(trial.what == "penetration" for trial in struck.trials) == (part is not Part.BESIDE)


class Padded(ScriptedDice):
    """Scripted dice that go on with 5."""

    def roll(self, die: str, for_: str, rule: str) -> Any:
        if not self.results:
            self.results.append(5 if die != "d6" else 1)
        return super().roll(die, for_, rule)


def test_a_near_hit_stuns() -> None:
    """pw:10.3.2, pw:9.15: each possible hit that is no actual one is rolled for stun."""
    state = on(a_vehicle("tank", "t34-85", RED, "C10"))
    found = fallen(state, 10, 5, 9)
    assert only(found, VehicleStruck).effect.stunned
    assert state.element("tank").harm.stunned


def test_blast_strikes_the_barrel() -> None:
    """pw:10.3.3: after an actual hit a 9, backed up by a 9 or 10, that pierces it."""
    for dice, gun in (((9, 9, 6, 6), True), ((9, 8), False), ((8,), False)):
        state = on(a_vehicle("tank", "t34-85", RED, "C10"))
        load = evolve(shell(state), strike=evolve(shell(state).strike, penetration=5.0, destruction=6))
        whole = Padded([10, 5, 1, 5, *dice])
        found = happen(state, hits.possible_hit(state, state.element("tank"), load, whole))
        assert (Damage.GUN in only(found, VehicleStruck).effect.damage) is gun


def test_crews_close_up_under_he() -> None:
    """pw:10.3.5: all that can button up; what is open-topped cannot, and remembers it for the next turn."""
    closed = a_vehicle("tank", "t34-85", RED, "C10")
    open_ = a_vehicle("open", "su76", RED, "C10+10,0")
    state = on(closed, open_)
    fallen(state, 1, 1)
    assert state.element("tank").buttoned
    assert not state.element("open").buttoned
    assert state.element("open").harm.shelled == state.turn


def test_machine_guns_make_nobody_close_up() -> None:
    """pw:10.3.5 speaks of HE; pw:10.3.2: what pierces nothing does armour no harm."""
    state = on(a_vehicle("tank", "t34-85", RED, "C10"))
    burst = loads.of_gun(state.cards.machine_guns["MG42-HMG"], 300.0)
    assert burst is not None
    burst = evolve(burst, strike=evolve(burst.strike, penetration=0.0))
    found = fallen(state, 10, load=burst)
    assert not state.element("tank").buttoned
    assert not state.element("tank").harm.shelled
    assert len(found) == 1


def test_a_soft_vehicle_is_destroyed_by_killpower_and_two() -> None:
    """pw:10.3.9.3; pw:10.3.8: up to 4 above, it is suppressed."""
    state = on(a_vehicle("truck", SOFT, RED, "C10"))
    needed = (shell(state).killpower or 0) + 2
    found = fallen(on(a_vehicle("truck", SOFT, RED, "C10")), 10, needed)
    assert only(found, VehicleStruck).effect.destroyed
    found = fallen(state, 10, needed + 1)
    assert not only(found, VehicleStruck).effect.destroyed
    assert only(found, KeptDown).element == "truck"
    assert state.element("truck").nerve.pinned(state.turn + 1)
    for turn, rule in ((state.turn + 1, "pw:10.3.8"), (state.turn + 2, "")):
        state.turn = turn
        refused = speed.immobile_refusal(state, state.element("truck"))
        assert (refused.rule if refused is not None else "") == rule, "it does not move in the next turn"


SOFT = "zis5"


# -- men -------------------------------------------------------------------------------------------


def test_each_possible_hit_on_men_is_a_roll_by_killpower() -> None:
    """pw:10.3.6, pw:10.3.9, pw:10.3.9.2: low kills."""
    state = on(squad())
    found = fallen(state, 10, 3)
    attacked = only(found, MenAttacked)
    assert attacked.net == shell(state).killpower
    assert attacked.result is Result.KILLED
    assert state.element("squad").presence is Presence.KILLED


def test_what_covers_counts_from_above() -> None:
    """pw:10.3.9.2: dug in does, woods do not."""
    load = shell(on(squad()))
    dug = on(squad().with_posture(dug=Digging.TRENCH))
    attack = hits.attack_on(dug, dug.element("squad"), load)
    assert attack is not None
    assert attack.net == (load.killpower or 0) - 3
    woods = on(squad(), board=a_board(30, 40, terrain={"C10": "heavy-woods"}))
    attack = hits.attack_on(woods, woods.element("squad"), load)
    assert attack is not None
    assert attack.net == load.killpower
    moved = on(squad().with_travel(motion=Motion.FULL))
    attack = hits.attack_on(moved, moved.element("squad"), load)
    assert attack is not None
    assert attack.net == (load.killpower or 0) + 1


def test_up_to_four_above_suppresses() -> None:
    """pw:10.3.8: such men cannot move in the next turn and fire less."""
    state = on(squad())
    net = shell(state).killpower or 0
    weak = evolve(shell(state), killpower=3)
    assert net > 3
    found = fallen(state, 10, 7, load=weak)
    assert only(found, MenAttacked).result is Result.SUPPRESSED
    assert state.element("squad").nerve.pinned(state.turn + 1)
    found = fallen(on(squad()), 10, 8, load=weak)
    assert only(found, MenAttacked).result is Result.NOTHING


def test_a_ten_is_a_direct_hit() -> None:
    """pw:10.3.9.1: a new attack, no cover takes anything off it."""
    state = on(squad().with_posture(dug=Digging.TRENCH))
    found = fallen(state, 10, 10, 4)
    assert only(found, DirectHit).element == "squad"
    attacked = only(found, MenAttacked)
    assert (attacked.net, attacked.rolled) == (shell(state).killpower, 4)


def test_a_direct_hit_must_pierce_what_is_overhead() -> None:
    """pw:10.3.9.1: a bunker is struck as a whole, and who is inside if it is pierced (pw:15.7.2.1)."""
    for penetration, pierced in ((1.0, False), (60.0, True)):
        bunker = an_element("bunker", "bunker-large", RED, "C10")
        state = on(bunker, squad().with_posture(bunker="bunker"))
        load = evolve(shell(state), strike=evolve(shell(state).strike, penetration=penetration, stun=None))
        found = fallen(state, 10, 9, load=load)
        assert not of(found, BunkerStruck)
        found = fallen(state, 10, 10, 3, *((9,) if pierced else ()), load=load)
        assert [event.element for event in of(found, AreaAttacked)] == ["bunker"]
        assert only(found, BunkerStruck).pierced is pierced
        assert bool(of(found, MenAttacked)) is pierced


def test_a_direct_hit_on_a_gun_is_rolled_on_its_own_chart() -> None:
    """pw:10.3.9.1: a D6 and 4 for location; any other D10 is the killpower roll at its crew (pw:10.3.9)."""
    state = on(an_element("gun", "pak40", RED, "C10"))
    found = happen(state, hits.possible_hit(state, state.element("gun"), shell(state), Padded([10, 6, 10])))
    struck = only(found, GunStruck).effect
    assert struck.trials[0].rolled == 10
    state = on(an_element("gun", "pak40", RED, "C10"))
    found = happen(state, hits.possible_hit(state, state.element("gun"), shell(state), ScriptedDice([9])))
    assert not of(found, GunStruck)
    assert of(found, MenAttacked)


def test_riders_are_attacked_for_themselves() -> None:
    """pw:10.1.3, pw:6.9.5: who rides outside has 2 more against him."""
    tank = a_vehicle("tank", "t34-85", RED, "C10")
    rider = squad(presence=Presence.ABOARD, aboard=tank.id, outside=True)
    state = on(tank, rider)
    found = fallen(state, 10, 9, 1)
    assert only(found, MenAttacked).net == (shell(state).killpower or 0) + 2


def test_riders_are_struck_as_riders_though_their_vehicle_is_destroyed_first() -> None:
    """pw:6.9.5, pw:10.3: what falls at the same time finds them on top of it."""
    rider = squad(presence=Presence.ABOARD, aboard=UnitId("tank"), outside=True)
    state = on(a_vehicle("tank", "t34-85", RED, "C10"), rider)
    mark = state.element("squad")
    remove(state, UnitId("tank"), Presence.DESTROYED)
    assert not state.element("squad").outside
    found = happen(state, hits.possible_hit(state, mark, shell(state), ScriptedDice([9])))
    assert only(found, MenAttacked).net == (shell(state).killpower or 0) + 2


def test_who_is_gone_is_struck_no_more() -> None:
    """pw:10.3: further possible hits on an element that is killed already."""
    found = fallen(on(squad()), 10, 10, 2, number=2)
    assert len(of(found, MenAttacked)) == 1


# -- buildings -------------------------------------------------------------------------------------


def village(**marks: str) -> WarState:
    return on(squad(), board=a_board(30, 40, terrain={"C10": "village"}, marks=marks or None))


def bombard(
    state: WarState, *dice: int, number: int = 1, direct: bool = False, load: Load | None = None
) -> list[Event]:
    scripted = ScriptedDice(list(dice))
    fall = Fall(area=box(length=10, width=10), load=load or shell(state), dice=number)
    found = happen(state, structures.resolve(state, BLUE, fall, scripted, direct=direct))
    assert not scripted.results
    return found


def test_a_building_absorbs_killpower() -> None:
    """pw:10.3.7, pw:10.3.10: 2D6 of strength, rolled when it is first hit; each Ph takes the killpower."""
    state = village()
    killpower = shell(state).killpower or 0
    struck = only(bombard(state, 10, 6, 6), StructureStruck)
    assert (struck.strength, struck.left) == (12, 12 - killpower)
    assert state.artillery.structures[struck.hex] == 12 - killpower
    missed = only(bombard(state, 9), StructureStruck)
    assert (missed.hits, missed.strength, missed.left) == (0, 12 - killpower, 12 - killpower)


def test_it_collapses_at_zero() -> None:
    """pw:10.3.10, pw:10.3.7: it is rubble, and is hit no more."""
    state = village()
    assert ground(state, at("C10")).effects[0].id == "village"
    struck = only(bombard(state, 10, 1, 1), StructureStruck)
    assert struck.left == 0
    assert state.artillery.collapsed == {struck.hex}
    assert not bombard(state)
    assert ground(state, at("C10")).effects[0].id == "rubble"
    assert ground(village(), at("C10")).effects[0].id == "village"
    covered = cover.against_killpower(state, state.element("squad"))
    assert covered is not None
    assert covered.label == "target in rubble"


def test_each_module_has_strength_of_its_own() -> None:
    """pw:10.3.10: one to six modules."""
    state = village(C10="modules-3")
    assert only(bombard(state, 10, 1, 2, 3, 4, 5, 6), StructureStruck).strength == 21
    state = village(C10="modules-9")
    assert structures.modules(state, next(h for h in state.board.cells if str(h) == "C10")) == 6


def test_what_misses_a_building_is_recorded() -> None:
    """pw:10.3.7: no die is rolled that the journal does not tell; what the building bears is not rolled for yet."""
    state = village()
    found = bombard(state, 1)
    struck = only(found, StructureStruck)
    assert (struck.hits, [roll.result for roll in struck.rolls]) == (0, [1])
    assert not state.artillery.structures
    assert not state.artillery.collapsed


def test_machine_guns_do_a_building_no_harm() -> None:
    """pw:10.3.10.1."""
    state = village()
    burst = loads.of_gun(state.cards.machine_guns["MG42-HMG"], 100.0)
    assert burst is not None
    assert not bombard(state, load=burst)


def test_direct_he_must_pierce_the_wall() -> None:
    """pw:10.3.10.2: brick up to 0.8 cm, stone up to 1."""
    state = village()
    thin = evolve(shell(state), strike=evolve(shell(state).strike, penetration=0.7))
    assert not bombard(state, direct=True, load=thin)
    thick = evolve(shell(state), strike=evolve(shell(state).strike, penetration=0.8))
    assert bombard(state, 10, 6, 6, direct=True, load=thick)
    assert bombard(village(), 10, 6, 6, load=thin)


def test_smoke_harms_nobody() -> None:
    """pw:11.2: it falls as smoke."""
    state = village()
    smoke = next(s for s in state.cards.weapons["25pdr"].shells if s.smoke is not None)
    assert not bombard(state, load=shell(state, "25pdr", smoke.name))


def test_place_is_its_centre() -> None:
    """pw:10.3.10: a building is in the area if its centre is."""
    state = village()
    beside = Beaten(coa=Point(at("C10").x, at("C10").y - 100), along=0.0, length=10, width=10)
    assert not list(structures.beaten(state, beside))
    assert list(structures.beaten(state, box(length=10, width=10)))


def test_what_is_damaged_is_written_in_order() -> None:
    """pw:10.3.2: so that the same hit is the same line of a journal."""
    both = frozenset((Damage.GUN, Damage.FIRE))
    struck = VehicleStruck(side=RED, element=UnitId("tank"), by="HE", effect=Effect(part=Part.HULL, damage=both))
    written = encode(struck)
    assert written["effect"]["damage"] == sorted(one.value for one in both)
    assert decode(written) == struck


@pytest.mark.parametrize(("number", "said"), [(1, "1 die"), (8, "8 dice")])
def test_one_die_and_several_in_words(number: int, said: str) -> None:
    """pw:10.3."""
    event = AreaAttacked(side=RED, element=UnitId("r1"), what="75mm/L46 PaK 40 (SprGr 34)", dice=number, hits=0)
    told = TELL[AreaAttacked](a_state(an_element("r1", "t34-43", RED, "C3")), event)
    assert told is not None
    assert told.text.endswith(f"on r1: no possible hit of {said}")
