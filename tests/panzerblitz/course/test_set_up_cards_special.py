"""What single Situation Cards say besides: special rules, ways off the map, conflicts of sources (pb:PB-SETUP-1)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from content.catalogue import briefing
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course.events import StepBegun
from core.panzerblitz.course.orders import Place
from core.panzerblitz.course.set_up import shelter_refusal
from core.panzerblitz.movement.contact import contact
from core.panzerblitz.movement.entry import doors, waits
from core.panzerblitz.movement.events import Left
from core.panzerblitz.movement.evolve import APPLY
from core.panzerblitz.movement.move import first_steps, in_column
from core.panzerblitz.movement.orders import Load, Move
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.movement.step import exit_at
from core.panzerblitz.pieces.options import ALWAYS_ONE_HEX, IMPULSE_MOVEMENT
from core.panzerblitz.pieces.reference import ROAD, Elevation
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.sight.spotting import director
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, before, give, refused, shipped

POSTS = [UnitId(f"g-command-post-{n}") for n in (1, 2, 3)]
FORTS = [UnitId(f"g-fortification-{n}") for n in (1, 2, 3)]


def put(state: BlitzState, unit: str, hex_: Hex) -> None:
    """A unit on the map."""
    state.change(UnitId(unit), presence=Presence.ON_MAP, hex=hex_, start=hex_)


def named(state: BlitzState, printed: str) -> Hex:
    """The hex with a printed name."""
    return state.board.hex(printed)


# -- Situation 1: command posts in fortifications on hilltops ----------------------------------------


def test_command_posts_need_a_fortification_on_a_hilltop() -> None:
    """Not open on the hilltop, not in a fortification elsewhere."""
    state = before(1)
    hill, low = min(state.situation.hexes("hilltops")), named(state, "2-G-3")
    assert state.cell(hill).level == Elevation.HILLTOP
    assert shelter_refusal(state, POSTS[0]) is not None
    assert refused(state, GERMAN, Place(unit=POSTS[0], hex=hill)) == "pb:PB-SETUP-1"
    assert refused(state, GERMAN, Place(unit=POSTS[0], hex=hill, inside=True)) == "pb:PB-FORT-G"
    give(state, GERMAN, Place(unit=FORTS[0], hex=low))
    assert refused(state, GERMAN, Place(unit=POSTS[0], hex=low, inside=True)) == "pb:PB-SETUP-1"
    give(state, GERMAN, Place(unit=FORTS[1], hex=hill))
    assert shelter_refusal(state, POSTS[0]) is None
    assert refused(state, GERMAN, Place(unit=POSTS[0], hex=hill)) == "pb:PB-SETUP-1"
    give(state, GERMAN, Place(unit=POSTS[0], hex=hill, inside=True))
    elsewhere = named(state, "2-I-3")
    assert refused(state, GERMAN, Place(unit=FORTS[1], hex=elsewhere)) == "pb:PB-SETUP-1"


def test_the_only_hex_by_which_the_enemy_comes_on_is_left_open() -> None:
    """pb:PB-SETUP-1: the column enters on turn 1; a unit there would keep all of it off the map. Markers may lie there,
    and units in a fortification, on to which it comes (pb:PB-MINE-A, pb:PB-BLOCK-A, pb:PB-FORT-K)."""
    state, gate = before(1), named(before(1), "2-A-3")
    unit = UnitId("g-security-1")
    assert refused(state, GERMAN, Place(unit=unit, hex=gate)) == "pb:PB-SETUP-1"
    offered = {c.pick: c for c in BOOK.offers(state, GERMAN, (f"place:{unit}",)).options}
    assert not offered[str(gate)].legal
    give(state, GERMAN, Place(unit=UnitId("g-minefield-1"), hex=gate))
    state.change(UnitId("g-minefield-1"), hex=None, presence=Presence.WAITING)
    give(state, GERMAN, Place(unit=FORTS[0], hex=gate))
    assert refused(state, GERMAN, Place(unit=unit, hex=gate)) == "pb:PB-SETUP-1"
    give(state, GERMAN, Place(unit=unit, hex=gate, inside=True))
    state.turn, state.step = 1, "first-vehicles"
    assert set(doors(state, UnitId("r-t-34c-1"))) == {gate}


def test_all_three_command_posts_may_share_one_fortification() -> None:
    state = before(1)
    hill = max(state.situation.hexes("hilltops"))
    give(state, GERMAN, Place(unit=FORTS[0], hex=hill))
    for post in POSTS:
        give(state, GERMAN, Place(unit=post, hex=hill, inside=True))
    assert refused(state, GERMAN, Place(unit=UnitId("g-security-1"), hex=hill, inside=True)) == "pb:PB-STACK-B"
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-SETUP-1"


# -- Situation 7: two columns on one road ----------------------------------------------------------


def convoy(*options: str) -> BlitzState:
    """The first movement of the German column."""
    state = before(7, options)
    state.turn, state.step = 1, "first-vehicles"
    state.ended = frozenset((GERMAN, RUSSIAN))
    return state


def test_columns_keep_to_the_road_at_twelve_hexes() -> None:
    """Fast or slow, a unit comes up 12 hexes a turn and leaves the road nowhere."""
    state = convoy()
    for unit in (UnitId("g-sdkfz-234-4-1"), UnitId("g-panther-1"), UnitId("g-halftrack-1")):
        found = reach(state, unit)
        assert all(ROAD in state.cell(h).routes for h in found.costs)
        assert max(len(found.way(h).steps) for h in found.costs) == 12
        (door,) = doors(state, unit)
        beside = next(n for n in door.neighbours() if n in state.board and ROAD not in state.cell(n).routes)
        assert refused(state, GERMAN, Move(unit=unit, path=(door, beside))) == "pb:PB-SETUP-1"
    assert named(state, "3-Q-10") in reach(state, UnitId("g-panther-1")).costs


def test_units_of_a_column_pay_for_those_before_them() -> None:
    """Twelve units a turn come on, one behind the other."""
    unit = UnitId("g-panther-1")
    group = shipped(7).by_id[unit].group
    for ahead, hexes in ((0, 12), (5, 7), (11, 1), (12, 0)):
        state = convoy()
        state.arrivals = {group: ahead}
        found = reach(state, unit)
        assert max((len(found.way(h).steps) for h in found.costs), default=0) == hexes


def test_nobody_comes_on_for_nothing_from_down_the_column() -> None:
    """pb:PB-MOVE-C: the one hex that may cost anything is the next one, not the map from twelve hexes away."""
    unit = UnitId("g-panther-1")
    for ahead, comes_on in ((0, True), (11, True), (12, False)):
        state = convoy(ALWAYS_ONE_HEX)
        state.arrivals = {shipped(7).by_id[unit].group: ahead}
        (door,) = doors(state, unit)
        assert (door in reach(state, unit).costs) is comes_on
        assert any(step.hex == door for step in first_steps(state, unit)) is comes_on
        if comes_on:
            give(state, GERMAN, Move(unit=unit, path=(door,)))
        else:
            assert refused(state, GERMAN, Move(unit=unit, path=(door,))) == "pb:PB-SETUP-1"


def test_in_impulses_a_column_comes_up_six_hexes_in_each() -> None:
    """pb:PB-EXP-IMP-2: twelve in all; who waits has come up with the others when the second begins."""
    unit = UnitId("g-panther-1")
    group = shipped(7).by_id[unit].group
    state = convoy(IMPULSE_MOVEMENT)
    for step in ("first-impulse-a", "first-impulse-d"):
        state.step = step
        for ahead, hexes in ((0, 6), (5, 1), (6, 0)):
            state.arrivals = {group: ahead}
            found = reach(state, unit)
            assert max((len(found.way(h).steps) for h in found.costs), default=0) == hexes
    (door,) = doors(state, unit)
    assert refused(state, GERMAN, Move(unit=unit, path=(door,))) == "pb:PB-SETUP-1"
    APPLY[StepBegun](state, StepBegun(step="first-impulse-d"))
    assert max(len(reach(state, unit).way(h).steps) for h in reach(state, unit).costs) == 6


@pytest.mark.parametrize(("far", "met"), [(4, False), (3, True)])
def test_contact_sets_both_columns_free(far: int, met: bool) -> None:
    """Within three hexes of an enemy; then the other units may leave the road as well."""
    state = convoy()
    road = sorted(state.situation.hexes("board-2"))[100]
    put(state, "g-panther-1", road)
    put(state, "r-t-34c-1", next(h for h in sorted(state.board.cells) if distance(h, road) == far))
    assert (contact(state) is not None) == met
    second = UnitId("g-panther-2")
    assert in_column(state, state.units[second])
    state.contact = frozenset((GERMAN,))
    assert not in_column(state, state.units[second])
    assert in_column(state, state.units[UnitId("r-t-34c-2")]), "each side by itself"
    assert any(ROAD not in state.cell(h).routes for h in reach(state, second).costs)


# -- Situation 8: Russian command posts ------------------------------------------------------------


@pytest.mark.parametrize(
    ("post", "gun", "far", "directed"),
    [
        ("r-command-post-1", "r-120mm-mortar-1", 4, True),
        ("r-command-post-1", "r-120mm-mortar-1", 5, False),
        ("r-command-post-1", "r-82mm-mortar-1", 1, False),
        ("r-command-post-1", "r-122mm-howitzer-1", 4, False),
        ("g-command-post-1", "g-81mm-mortar-1", 9, True),
        ("g-command-post-1", "g-120mm-mortar-1", 9, True),
    ],
)
def test_russian_command_posts_direct_heavy_mortars_near_them(post: str, gun: str, far: int, directed: bool) -> None:
    """120mm mortars within four hexes and nothing else; German command posts have no such limit."""
    state = before(8, ("indirect-fire",))
    here = Hex(16, 16)
    target = next(n for n in here.neighbours() if state.cell(n).terrain == "clear")
    put(state, post, here)
    put(state, gun, next(h for h in sorted(state.board.cells) if distance(h, here) == far))
    assert (director(state, UnitId(gun), target) is not None) == directed


def test_elsewhere_russian_command_posts_direct_everything() -> None:
    """The limit is one of the Korsun card alone: no other Situation with indirect fire knows it."""
    assert [n for n in range(1, 13) if any(s.value == "mortar-spotters" for s in shipped(n).specials)] == [8]


# -- Situations 10 and 12: counters that stand for others ------------------------------------------


def test_t_34_85_counters_stand_in_for_t_34c() -> None:
    """Eighteen T-34c: the last six are T-34/85 counters with the factors of the T-34c."""
    tanks = [u for u in shipped(10).units if u.type.name == "T-34c"]
    assert len(tanks) == 18
    assert {(u.type.attack, u.type.range, u.type.defense, u.type.movement) for u in tanks} == {(12, 6, 9, 11)}
    assert [u.code for u in tanks[12:]] == ["R/951", "R/952", "R/953", "R/954", "R/955", "R/956"]
    assert not any(u.type.name == "T-34/85" for u in shipped(10).units)


def test_russian_wagons_stand_in_for_german_ones() -> None:
    wagons = [u.code for u in shipped(12).units if u.type.name == "Wagons" and u.side == GERMAN]
    assert wagons == ["G/411", "G/412", "G/413", "G/414", "R/411", "R/412"]


@pytest.mark.parametrize("gun", [*(f"g-wespe-{n}" for n in (1, 2, 3)), "g-hummel-1", "g-hummel-2"])
def test_divisional_artillery_does_not_move_but_is_carried(gun: str) -> None:
    """It stands for towed guns; elsewhere the same counters drive."""
    state = before(12)
    state.turn, state.step = 1, "second-vehicles"
    here = named(state, "1-H-5")
    put(state, gun, here)
    put(state, "g-truck-1", here)
    near = next(n for n in here.neighbours() if state.cell(n).terrain == "clear")
    assert refused(state, GERMAN, Move(unit=UnitId(gun), path=(near,))) == "pb:PB-FACT-1"
    for other in ("g-wagons-1", "g-stug-iii-1"):  # the card lets trucks carry them, and nothing else
        put(state, other, here)
        assert refused(state, GERMAN, Load(carrier=UnitId(other), passenger=UnitId(gun))) == "pb:PB-SETUP-1"
        state.change(UnitId(other), hex=None, presence=Presence.WAITING)
    give(state, GERMAN, Load(carrier=UnitId("g-truck-1"), passenger=UnitId(gun)))
    assert state.units[UnitId(gun)].carrier == "g-truck-1"
    assert next(u for u in shipped(8).units if u.id == gun.replace("-2", "-1").replace("-3", "-1")).type.movement == 8


def test_nobody_is_set_up_elsewhere_aboard_another() -> None:
    """The brigade of Situation 10 sets up on board 1, the corps on board 2; what a carrier carries counts too."""
    state = before(10)
    truck, rider = UnitId("r-truck-12"), UnitId("r-submachinegun-1")
    hex_ = min(state.situation.hexes("board-1"))
    give(state, RUSSIAN, Load(carrier=truck, passenger=rider))
    assert refused(state, RUSSIAN, Place(unit=truck, hex=hex_)) == "pb:PB-SETUP-1"
    offered = {c.pick: c for c in BOOK.offers(state, RUSSIAN, (f"place:{truck}",)).options}
    assert not offered[str(hex_)].legal
    state.change(rider, carrier=None)
    give(state, RUSSIAN, Place(unit=truck, hex=hex_))


# -- ways off the map ------------------------------------------------------------------------------

WAYS_OFF: Mapping[int, tuple[tuple[SideId, tuple[str, ...]], ...]] = {
    5: ((GERMAN, ("east", "west")),),
    8: ((GERMAN, ("west",)),),
    9: ((RUSSIAN, ("west",)),),
}


@pytest.mark.parametrize("number", range(1, 13))
def test_ways_off_the_map(number: int) -> None:
    """Units leave where the card lets them score by it, and nowhere else."""
    state = before(number)
    ways = dict(WAYS_OFF.get(number, ()))
    for side in (GERMAN, RUSSIAN):
        for edge in ("north", "east", "south", "west"):
            hexes = state.situation.hexes(edge)
            found = {e.area for h in hexes if (e := exit_at(state, side, h)) is not None}
            assert (edge in found) == (edge in ways.get(side, ()))
    middle = Hex(state.board.columns // 2 + 1, state.board.rows // 2 + 1)
    assert exit_at(state, GERMAN, middle) is None


def test_the_reconnaissance_comes_back_after_three_complete_turns() -> None:
    """Out in turn 2, off the map in turns 3, 4 and 5, back in turn 6 in the same hex; home in the west for good."""
    state = before(5)
    unit = UnitId("g-pzkpfw-iv-1")
    out, home = sorted(state.situation.hexes("east"))[10], sorted(state.situation.hexes("west"))[10]
    put(state, unit, out)
    state.turn = 2
    BOOK.evolve(state, Left(unit=unit, area="east", hex=out, cost=2))
    for turn, back in ((2, False), (3, False), (4, False), (5, False), (6, True), (9, True)):
        state.turn = turn
        assert waits(state, state.units[unit]) == back
        assert set(doors(state, unit)) == ({out} if back else set())
    put(state, unit, home)
    BOOK.evolve(state, Left(unit=unit, area="west", hex=home, cost=2))
    state.turn = 12
    assert not waits(state, state.units[unit])


# -- the briefing ----------------------------------------------------------------------------------

#: Where the sources disagree, or do not say: words of the note that must tell the players what is taken here.
NOTES: Mapping[int, tuple[str, ...]] = {
    1: (
        "German decisive victory differs between sources: at most 2 units lost (taken here) or at most 3",
        "entry edge of the column is not stated by every source; the road hex 2-A-3",
        "One source fixes the hexes of two command posts",
    ),
    2: ("How many Russian units must be that far is not known",),
    3: (
        "tanks of 1941 were PzKw III",
        "8 A 3 and moves 8, with a defense of 3 or of 6",
        "two Russian submachinegun companies; three are taken here",
    ),
    4: ("ten units destroyed (tactical) against 23 units on board 3 (marginal) is a marginal Russian victory",),
    5: ("turns differs between sources: 12 (taken here) or 10",),
    6: ("Two printings exist, one with mines and blocks", "If the Russians do not attack"),
    7: (
        "Column movement is that of the later printing; in the first printing units entered freely",
        "the Germans enter at 1-Q-10 and 1-AA-10",
        "46 Russian to 17 German units as a marginal victory, which does not fit limits of 1, 2 and 3",
    ),
    9: (
        "The first printing lists 4 Russian 120mm mortars; 3 is correct",
        "26 for the Germans (13 destroyed, 13 not off the map) against 18 for the Russians as a marginal German",
    ),
    10: (
        "German marginal victory is 15 units here",
        "destroying all 12 units on board 1, so it may be 12 or less, or depend on board 1",
        "The north arrow points towards board 2",
    ),
    12: (
        "The card calls for 6 German wagons; only 4 exist",
        "105mm and 150mm howitzers",
        "three 122mm howitzers where three 120mm mortars are meant",
    ),
}

#: Special rules that the players must be told.
SPECIAL: Mapping[int, tuple[str, ...]] = {
    1: (
        "fortification that stands on a hilltop hex with six Orange hexsides",
        "may hold all three",
        "counts 5",
        "for every one that came on before it",
    ),
    2: ("northern two rows of its own board", "counted in rows from the north edge (row A is 0)"),
    3: ("if neither is so, the game is a draw", "neither dispersed nor carried"),
    4: ("Neither side sets up", "on its east edge, both on turn 1"),
    5: ("stay off the map for three complete turns", "Not all units have to go"),
    6: ("southernmost ten rows of board 1", "If no German unit is lost, a single Russian loss is a decisive level"),
    7: ("12 hexes a turn", "within 3 hexes of an enemy", "alone on board 2 at the end has the decisive level"),
    8: ("direct only 120mm mortars, and only those within 4 hexes",),
    9: ("may leave by the west edge",),
    10: ("six T-34/85 counters stand in for the rest", "26th Anti-tank Brigade on board 1"),
    11: ("corridor three hexes wide from the west to the east edge", "neither dispersed nor carried"),
    12: ("they may not move, but trucks may carry them", "the artillery (Wespe and Hummel) on board 1 or 2"),
}

#: What is true of all of them.
GENERAL = (
    "Units in half hexes that two boards share are on neither board, for set-up and for victory.",
    "Trucks and wagons count for victory; minefields, blocks and fortifications do not.",
    "forces, set-up and victory are from public sources; the cards are not in the rules folder",
    "tactical against marginal is a marginal victory; equal levels are a draw.",
)


def told(number: int, title: str) -> str:
    """The words of a section of the briefing."""
    (section,) = (s for s in briefing(shipped(number).id).sections if s.title == title)
    return "\n".join(f"{row.label} {row.text}" for row in section.rows)


@pytest.mark.parametrize("number", range(1, 13))
def test_the_briefing_tells_conflicts_and_special_rules(number: int) -> None:
    notes, special = told(number, "Notes"), told(number, "Special rules")
    for words in (*NOTES.get(number, ()), *GENERAL):
        assert words in notes
    for words in SPECIAL[number]:
        assert words in special


@pytest.mark.parametrize(
    ("number", "title", "words"),
    [
        (1, "Set-up", "Order German sets up; all Russian units enter"),
        (1, "Set-up", "Hilltops of board 2 (2-E-6, 2-Z-5, 2-AA-5, 2-DD-8)"),
        (1, "Set-up", "enters from turn 1 at: Road on the north edge (2-A-3) as a column"),
        (4, "Set-up", "Order nobody sets up; all units enter"),
        (5, "Set-up", "Order Russian sets up first, then German"),
        (5, "Set-up", "come back in the same hex after 3 complete turns off the map"),
        (6, "Map", "from north to south: 3 (turned half round), 2 (turned half round), 1; joined on their short edges"),
        (8, "Map", "from west to east: 3, 1 (turned half round), 2; joined on their long edges"),
        (4, "Victory: German", "Russian units on board 3 at the end, at most:\n"),
        (4, "Victory: German", "Tactical at most 20"),
        (9, "Victory: Russian", "Decisive at least 25"),
        (11, "Victory: German", "Decisive if it is met"),
    ],
)
def test_the_briefing_is_plain(number: int, title: str, words: str) -> None:
    assert words in told(number, title)
