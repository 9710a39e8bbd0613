"""or:7.30, or:7.30a, or:7.30b: on narrow roads nobody drives past anybody, until he has pushed him aside."""

from __future__ import annotations

from typing import Any

import pytest

from content.kit.load import ContentError
from content.panzer.scenarios.briefing import briefing
from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.panzer.assault import overrunning
from core.panzer.assault.orders import Overrun
from core.panzer.face.cards import hex_card
from core.panzer.ground.heights import height_of, obstacle_height
from core.panzer.losses import eliminate
from core.panzer.movement import pushing
from core.panzer.movement.choices import move_choices, move_order
from core.panzer.movement.mover import mover
from core.panzer.movement.orders import Move, PushAside
from core.panzer.movement.reach import reachable
from core.panzer.opponent.reasons.in_play import PLAYED
from core.panzer.pieces.movement import WRECK, ActiveMove, Rate
from core.panzer.pieces.unit import Presence, Shaken, Wreck
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced

GERMAN, BRITISH = SideId("german"), SideId("british")
G1, G2, G3 = UnitId("g1"), UnitId("g2"), UnitId("g3")
LIGHT, TANK, TIGER = "g3-pzkpfw-ii-f", "g18-pzkpfw-iv-h", "g21-pzkpfw-vi-e-tiger-i"
TRUCK, GUN, SQUAD, FOE = "g73-medium-truck", "g78-7-5cm-pak-40-atg", "g85-rifle-squad-1-2-squad", "na-crusader-i"
ENEMY_SQUAD = "na-gb-rifle-squad"
#: Woods along the road of the first column, open ground beside its beginning and its end.
GRID = "\n".join((". .", ". .", "w w", "w w", ". .", ". .", ". ."))
A3, A4, A5 = map(hex_from_id, ("A3", "A4", "A5"))


def posed(
    *units: tuple[str, str, str],
    on: bool = True,
    dice: tuple[int, ...] = (),
    sunken: bool = False,
    kind: str = "road",
    conditions: dict[str, Any] | None = None,
    wrecks: dict[str, str] | None = None,
    options: tuple[str, ...] = (),
    **changed: dict[str, Any],
) -> Game[PanzerState]:
    """Units by id, card and hex, who face S; those whose id begins with b are British. A3 and A4 are narrow; somebody
    else has yet to move."""
    road = "A1 A2 A3 A4 A5 A6 A7"
    lines = [
        {
            "id": id_,
            "card": card,
            "hex": hex_,
            "side": "british" if id_.startswith("b") else "german",
            "facing": "S",
            "command": "N/C" if id_.startswith("b") else "MOVE",
            **changed.get(id_, {}),
        }
        for id_, card, hex_ in (*units, ("gz", SQUAD, "B1"), ("bz", FOE, "B7"))
    ]
    rules = situation(
        {
            "modules": ["advanced", *(["narrow-roads"] if on else []), *options],
            "board": {
                "grid": GRID.replace("w", ".") if sunken else GRID,
                "route": [
                    {"kind": kind, "hexes": road},
                    *([{"kind": "sunken-road", "hexes": "A3 A4"}] if sunken else []),
                ],
            },
            "unit": lines,
            "situation": {
                "step": "first-move",
                "first": "german",
                "conditions": {"narrow": "A3 A4", **(conditions or {})},
                "wrecks": wrecks or {},
            },
        },
        "x",
        "x",
        "x.toml",
    )
    return Game(rules, ScriptedDice(list(dice)))


def go(game: Game[PanzerState], unit: str, *steps: str, end: bool = True, rate: Rate = Rate.CROSS_COUNTRY) -> str:
    """Where a unit is after these steps."""
    game.submit(GERMAN, Move(unit=UnitId(unit), rate=rate, steps=steps, end=end))
    return str(game.state.units[UnitId(unit)].hex)


def refused(game: Game[PanzerState], unit: str, *steps: str, match: str, rule: str = "or:7.30") -> None:
    with pytest.raises(IllegalOrder, match=match) as caught:
        go(game, unit, *steps)
    assert caught.value.rule == rule


def within(game: Game[PanzerState], unit: UnitId = G1) -> set[str]:
    return {str(hex_) for hex_ in reachable(game.state, unit, None, Rate.CROSS_COUNTRY)}


# -- who comes in ----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [TANK, GUN])
def test_nobody_comes_in_where_an_opposing_vehicle_is(card: str) -> None:
    """or:7.30: neither vehicles nor towed units, not even in passing; elsewhere they do (na:4.5.1.1.10)."""
    game = posed(("g1", card, "A2"), ("b1", FOE, "A3"))
    step = "G:3" if card == GUN else "F"
    refused(game, "g1", step, match="bars the narrow road in A3")
    assert "A4" not in within(game)
    if card == TANK:
        assert go(posed(("g1", card, "A2"), ("b1", FOE, "A3"), on=False), "g1", "F", end=False) == "A3"


def test_past_infantry_by_an_overrun_alone() -> None:
    """or:7.30: of the enemy; by driving through alone nobody comes past."""
    game = posed(("g1", TANK, "A2"), ("b1", ENEMY_SQUAD, "A3"), dice=(1,) * 20)
    refused(game, "g1", "F", match="passes only by an Overrun")
    assert not within(game) & {"A3", "A4"}
    game.state.sighted = {UnitId("b1"): frozenset({G1})}
    order = Overrun(unit=G1, target=UnitId("b1"), step="F")
    assert overrunning.step_refusal(game.state, order) is None


def test_no_more_than_the_stacking_limit() -> None:
    """or:7.30, na:5.13: five vehicles and towed units, leg units uncounted."""
    there = [(f"g{n}", TANK, "A3") for n in range(2, 6)]
    assert go(posed(("g1", TANK, "A2"), *there, ("g9", SQUAD, "A3")), "g1", "F") == "A3"
    refused(posed(("g1", TANK, "A2"), *there, ("g9", GUN, "A3")), "g1", "F", match="no room left")


def test_leg_units_come_and_go() -> None:
    """or:7.30: unrestricted."""
    game = posed(("g1", SQUAD, "A2"), ("g2", TANK, "A3"), ("g3", GUN, "A3"))
    assert go(game, "g1", "G:3", "G:3", end=False) == "A4"


# -- who gets past ---------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [TANK, GUN])
def test_up_to_friends_but_not_past_them(card: str) -> None:
    """or:7.30: vehicles and towed units are in the way; back goes whoever has come."""
    units = (("g1", LIGHT, "A2"), ("g2", card, "A3"))
    game = posed(*units)
    refused(game, "g1", "F", "F", match=r"is in the way to the S on the narrow road in A3")
    assert within(game) >= {"A3"}
    assert not within(game) & {"A4", "A5", "B4"}
    assert go(posed(*units), "g1", "F", "R") == "A2"
    assert "A5" in within(posed(*units, on=False))


def test_at_road_rate_too() -> None:
    """or:7.30: the whole road is closed."""
    game = posed(("g1", LIGHT, "A2"), ("g2", TANK, "A4"))
    reached = reachable(game.state, G1, None, Rate.ROUTE)
    assert A4 in reached
    assert A5 not in reached


def test_the_first_goes_on_first() -> None:
    """or:7.30: in the order of entry; who comes after another bars the way back to him."""
    game = posed(("g1", LIGHT, "A2"), ("g2", LIGHT, "A1"))
    go(game, "g1", "F")
    go(game, "g2", "F", "F")
    for unit in (G1, G2):
        game.state.change(unit, moved=False)
    refused(game, "g2", "F", match="in the way to the S")
    refused(game, "g1", "R", match="in the way to the N")
    assert "came in: " in str(hex_card(game.state, A3))
    assert go(game, "g1", "F") == "A4"
    assert go(game, "g2", "F") == "A4", "behind it"


def test_who_has_not_driven_in_was_there_first() -> None:
    """or:7.30: set up facing S he has come from the N, and stands before who comes up."""
    game = posed(("g1", LIGHT, "A3"), ("g2", LIGHT, "A3"))
    refused(game, "g2", "F", match="in the way to the S")
    refused(game, "g1", "R", match="in the way to the N")
    turned = posed(("g1", LIGHT, "A3"), ("g2", LIGHT, "A3"))
    refused(turned, "g2", "T4", "T5", "T0", "R", match="in the way to the S")
    go(turned, "g2", "T2", end=False)
    refused(turned, "g2", "F", match="in the way to the SE")
    assert go(game, "g1", "F") == "A4"
    assert go(game, "g2", "F") == "A4"


def test_a_wreck_is_in_the_way() -> None:
    """or:7.30: and so is a vehicle that its crew has left, whose ever it was."""
    refused(posed(("g1", LIGHT, "A2"), wrecks={"A3": "KO"}), "g1", "F", "F", match="the wreck is in the way")
    lost = posed(("g1", LIGHT, "A2"), ("b1", FOE, "A3"))
    eliminate(lost.state, UnitId("b1"), Wreck.KO)
    refused(lost, "g1", "F", "F", match="the wreck of Crusader I is in the way")
    behind = posed(("g1", LIGHT, "A3"), ("g2", LIGHT, "A3"))
    eliminate(behind.state, G2, Wreck.BU)
    assert go(behind, "g1", "F") == "A4", "it was behind, and keeps its place"
    left = posed(("g1", LIGHT, "A2"), ("b1", FOE, "A3"), b1={"bailed_out": True})
    refused(left, "g1", "F", "F", match="is in the way")


# -- pushing ---------------------------------------------------------------------------------------


def beside(
    *dice: int, card: str = TIGER, other: str = TANK, options: tuple[str, ...] = (), **how: Any
) -> Game[PanzerState]:
    """A vehicle that has come up to one with a Track hit, or to a gun."""
    found = {} if other == GUN else {"track_hit": True}
    game = posed(("g1", card, "A2"), ("g2", other, "A3"), dice=dice, options=options, g2=found)
    go(game, "g1", "F")
    game.state.change(G1, moved=False, **how)
    return game


@pytest.mark.parametrize(("die", "done"), [(20, False), (21, True)])
def test_the_roll(die: int, done: bool) -> None:
    """or:7.30a: a Tiger of 57 t and 25 t, +30; 51 or more succeeds, and then there is a way past it."""
    game = beside(die)
    assert pushing.chance(game.state, G1, G2) == 0.8
    game.submit(GERMAN, PushAside(unit=G1, target=G2))
    assert game.state.units[G1].moved
    assert game.state.units[G2].hex == A3, "still in the hex"
    game.state.change(G1, moved=False)
    assert ("A4" in within(game)) is done
    assert ("on the shoulder" in str(hex_card(game.state, A3))) is done


def test_what_is_on_the_shoulder_denies_no_route() -> None:
    """or:7.30a: it no longer stops Path or Road movement (na:4.5.1.1.5d)."""
    for target, name in ((G2, GUN), (WRECK, "")):
        units = [("g1", TIGER, "A2"), *([("g2", name, "A3")] if name else [])]
        game = posed(*units, dice=(100,), wrecks=None if name else {"A3": "KO"})
        go(game, "g1", "F")
        game.state.change(G1, moved=False)
        assert mover(game.state, G1).denial(A3, "road")
        game.submit(GERMAN, PushAside(unit=G1, target=target))
        assert not mover(game.state, G1).denial(A3, "road")
        game.state.change(G1, moved=False)
        assert A5 in reachable(game.state, G1, None, Rate.ROUTE)


def test_who_may_not_push() -> None:
    """or:7.30a: wheels, the lighter, who has no MOVE or has begun his move; nothing that could go of itself."""
    for game, match in (
        (beside(card=TRUCK), "no tracked vehicle"),
        (beside(card=LIGHT), "lighter"),
        (beside(command=None), "needs a MOVE"),
    ):
        with pytest.raises(IllegalOrder, match=match):
            game.submit(GERMAN, PushAside(unit=G1, target=G2))
    able = beside()
    able.state.change(G2, track_hit=False)
    with pytest.raises(IllegalOrder, match="nothing on a narrow road"):
        able.submit(GERMAN, PushAside(unit=G1, target=G2))
    begun = beside()
    go(begun, "g1", "T2", end=False)
    with pytest.raises(IllegalOrder, match="whole allowance"):
        begun.submit(GERMAN, PushAside(unit=G1, target=G2))
    stuck = beside()
    stuck.state.change(G1, bogged_in=stuck.state.turn)
    begun_ = ActiveMove(unit=G1, rate=Rate.CROSS_COUNTRY, start=stuck.state.units[G1].hex)
    stuck.state.moves = replaced(stuck.state.moves, active=begun_)  # as it was about to leave the hex
    with pytest.raises(IllegalOrder, match="bogged down") as caught:
        stuck.submit(GERMAN, PushAside(unit=G1, target=G2))
    assert caught.value.rule == "or:7.29"


def test_it_is_picked_in_the_menu() -> None:
    """or:7.30a: with its chance."""
    state = beside().state
    menu = move_choices(state, GERMAN, ("move:g1",))
    entry = next(o for o in menu.options if o.pick == "push:g2")
    assert (entry.odds, entry.legal) == (0.8, True)
    partial = ("move:g1", entry.pick)
    assert move_choices(state, GERMAN, partial).complete
    assert move_order(state, GERMAN, partial) == PushAside(unit=G1, target=G2)
    assert not [
        o for o in move_choices(posed(("g1", TIGER, "A2")).state, GERMAN, ("move:g1",)).options if "push" in o.pick
    ]


def test_to_push_is_to_move_within_the_hex() -> None:
    """or:7.30a, or:7.9, or:7.1.5.1: it leaves its smoke by that, and hesitates anew, as by a search."""
    game = beside(20, smoke_screen=True, morale=Shaken.HESITATION_OFF)
    game.submit(GERMAN, PushAside(unit=G1, target=G2))
    assert not game.state.units[G1].smoke_screen
    assert game.state.units[G1].morale is Shaken.HESITATION_ON


def test_who_bogs_down_pushes_nothing() -> None:
    """or:7.29, or:7.30a: Woods bog vehicles down on 01-10; the menu says so."""
    game = beside(10, options=("bogging-down",))
    menu = move_choices(game.state, GERMAN, ("move:g1",))
    entry = next(o for o in menu.options if o.pick == "push:g2")
    assert entry.cost == "the whole allowance, bogs down first in 10 of 100"
    game.submit(GERMAN, PushAside(unit=G1, target=G2))
    assert game.state.units[G1].bogged_down(game.state.turn)
    assert "on the shoulder" not in str(hex_card(game.state, A3))


def test_a_computer_player_says_why_it_pushes_a_wreck() -> None:
    """or:7.30a: one from the start of the scenario is that of no unit."""
    game = posed(("g1", TIGER, "A3"), wrecks={"A3": "KO"})
    (said,) = PLAYED[PushAside](game.state, GERMAN, PushAside(unit=G1, target=WRECK))
    assert said.text.startswith("the wreck blocks the road")


# -- sunken roads ----------------------------------------------------------------------------------


def test_a_narrow_sunken_road_is_not_left_over_its_sides() -> None:
    """or:7.30b: unless the scenario opens them."""
    units = (("g1", LIGHT, "A3"),)
    game = posed(*units, sunken=True)
    refused(game, "g1", "T2", "F", match="over its sides", rule="or:7.30b")
    assert "B4" not in within(game)
    assert "B4" in within(posed(*units, sunken=True, conditions={"open_sides": True}))
    assert "B4" in within(posed(*units, sunken=True, on=False))
    into = posed(("g1", LIGHT, "B4"), sunken=True)
    assert not within(into) & {"A3", "A4"}


def test_a_sunken_road_lies_a_height_below_the_ground() -> None:
    """or:7.30b: who is on one sees and is seen as in a Gully: along it, and from the hexes beside it."""
    for on in (True, False):
        state = posed(("g1", LIGHT, "A3"), ("g2", LIGHT, "A4"), ("g3", LIGHT, "A2"), sunken=True, on=on).state
        assert height_of(state, state.units[G1]) == height_of(state, state.units[G2]) == -1
        assert height_of(state, state.units[G3]) == 0
        assert (obstacle_height(state.board, state.tables, A3), line(state, "A3", "A4")) == (-1, "")
        assert line(state, "A2", "A3") == line(state, "A3", "B4") == ""
        assert line(state, "A1", "A3") == line(state, "A3", "A5") == "na:4.1.4.1.6b"
        assert "-1 for a unit" in str(hex_card(state, A3))


def line(state: PanzerState, origin: str, target: str) -> str:
    """The rule by which a line of sight is blocked, "" = it is clear."""
    found = line_of_sight(state.board, state.tables, hex_from_id(origin), hex_from_id(target))
    assert sees(state.board, state.tables, found.origin, found.target) == found.clear
    return found.obstacle.rule if found.obstacle else ""


# -- told ------------------------------------------------------------------------------------------


def test_players_read_which_roads_are_narrow() -> None:
    """or:7.30: before they begin, and on the cards of the hexes."""
    state = posed(("g1", TANK, "A1")).state
    assert "A3, A4" in str(briefing(state.scenario))
    assert "nobody drives past anybody" in str(hex_card(state, A3))
    assert "drives past" not in str(hex_card(state, A5))
    assert state.units[G1].presence is Presence.ON_MAP


def test_tracks_may_be_narrow() -> None:
    """na:4.5.1.1.11, or:7.30: nobody drives past anybody on them."""
    for kind in ("path", "track"):
        game = posed(("g1", TANK, "A1"), ("g2", TANK, "A3"), kind=kind)
        assert "A4" not in within(game)
        assert "A3" in within(game)


def test_what_a_file_may_not_say() -> None:
    """or:7.30: roads over open ground are not narrow, and woods without a road have none."""
    for hexes in ("A1", "B3"):
        with pytest.raises(ContentError, match=r"conditions\.narrow"):
            posed(("g1", TANK, "A1"), conditions={"narrow": hexes})
