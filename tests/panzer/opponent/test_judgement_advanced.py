"""The greedy computer player in small positions of the Advanced Game where the right order is clear."""

from __future__ import annotations

from typing import Any

import pytest

from content.vignette import make_vignette
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import Order
from core.panzer.adjustment.orders import FullCover
from core.panzer.assault.orders import AnnounceAssault, Overrun
from core.panzer.direct_fire.orders import FireSmoke
from core.panzer.firing.ammunition import special_limit
from core.panzer.indirect.orders import CallFire
from core.panzer.movement.orders import Move
from core.panzer.opponent.commands import planned
from core.panzer.opponent.judgement import best_order
from core.panzer.opponent.smoke import screen
from core.panzer.pieces.cards import Limited
from core.panzer.pieces.firing import QuestionKind
from core.panzer.pieces.switches import ADVANCED, Switch
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.panzer.transport.orders import Dismount
from core.play.game import Game
from core.step_end import FinishStep

BRITISH, GERMAN = SideId("british"), SideId("german")
ALL = [m.value for m in Switch if m in ADVANCED - {Switch.AIR} | {Switch.CE_AMMO}]
RIFLES, SQUAD, GUN, TRUCK = "na-gb-rifle-squad", "g85-rifle-squad-1-2-squad", "na-2pdr-atg", "na-gb-medium-truck"
FO, BATTERY, TANK, MG = "na-gb-section", "na-gb-medium-battery", "na-pzkpfw-iiij-lang", "na-gb-hmg"


def game(units: list[dict[str, Any]], *, rows: list[str] | None = None, step: str, **moment: Any) -> Game[PanzerState]:
    """A game that stands at a step, on 12 by 16 hexes of clear ground unless `rows` draw others."""
    data = {
        "id": "judged",
        "title": "Judged",
        "rules": ["na:5.0"],
        "given": "",
        "modules": ALL,
        "board": {"grid": "\n".join(rows or [" ".join(["."] * 12)] * 16)},
        "unit": [{"facing": "N" if u["id"][0] == "b" else "S", **u} for u in units],
        "situation": {"step": step, "first": "british", "turn": 3, "turns": 12, **moment},
        "step": [{"begin": True}],
    }
    return Game(make_vignette(data, "judged").system, SeededDice("judged"))


def ordered(on: Game[PanzerState], side: SideId = BRITISH) -> Order:
    """What the player orders; it must be legal."""
    order = best_order(on.view(side), side, SeededDice("judged"))
    on.system.check(on.state, side, order)
    return order


def goal(at: str) -> dict[str, Any]:
    return {"objective": [{"id": "goal", "name": "Goal", "hexes": at, "vp": 60}]}


def ended(on: Game[PanzerState], unit: str) -> Hex | None:
    """Where a unit stands after its own side has moved, as the player orders it."""
    side = on.state.units[UnitId(unit)].side
    for _ in range(40):
        if not on.active or on.active[0] != side or on.state.units[UnitId(unit)].moved:
            break
        on.submit(side, ordered(on, side))
    return on.state.units[UnitId(unit)].hex


# -- commands --------------------------------------------------------------------------------------


def test_guns_are_not_manhandled_forward() -> None:
    """na:6.6.5: a gun far from an objective stays and watches; it does not walk there hex by hex."""
    on = game(
        [{"id": "b1", "card": GUN, "hex": "F14"}, {"id": "g1", "card": TANK, "hex": "F2"}],
        step="commands", **goal("F6"),
    )  # fmt: skip
    assert planned(on.view(BRITISH), BRITISH)[UnitId("b1")] is not Command.MOVE


def test_who_is_suppressed_rests() -> None:
    """na:6.8.3.1.1: with N/C a Suppressed squad that can do nothing recovers sooner."""
    on = game(
        [
            {"id": "b1", "card": RIFLES, "hex": "F14", "suppression": "OFF", "full_cover": True},
            {"id": "g1", "card": SQUAD, "hex": "F1"},
        ],
        step="commands", **goal("F14"),
    )  # fmt: skip
    assert planned(on.view(BRITISH), BRITISH)[UnitId("b1")] is Command.NONE


def test_commands_are_shared_by_those_who_want_the_same() -> None:
    """na:6.2.1.1.3b: of a formation with fewer commands than units nobody near the others goes without."""
    squads = [{"id": f"b{n}", "card": RIFLES, "hex": "F14", "formation": "A"} for n in range(1, 5)]
    on = game([*squads, {"id": "g1", "card": SQUAD, "hex": "F1"}], step="commands", **goal("F9"))
    given = planned(on.view(BRITISH), BRITISH)
    assert list(given.values()).count(Command.MOVE) == 4


# -- movement --------------------------------------------------------------------------------------


def test_squads_go_forward_from_cover_to_cover() -> None:
    """na:6.5.4.2.2: of the hexes that lead on, the one in the wood, under the eyes of a machine gun."""
    rows = [" ".join(["."] * 12) for _ in range(16)]
    rows[9] = ". . . . . g . . . . . ."
    on = game(
        [
            {"id": "b1", "card": RIFLES, "hex": "F12", "command": "MOVE"},
            {"id": "g1", "card": "g86-hmg-section", "hex": "F6"},
        ],
        rows=rows, step="first-move", **goal("F8"),
    )  # fmt: skip
    there = ended(on, "b1")
    assert there is not None
    assert on.state.cell(there).terrain == "light-grove"


def test_squads_far_behind_march_at_the_double() -> None:
    """na:6.6.4.2: with no enemy near, Quickmarch takes a squad farther than its plain allowance."""
    on = game(
        [{"id": "b1", "card": RIFLES, "hex": "F16", "command": "MOVE"}, {"id": "g1", "card": SQUAD, "hex": "A1"}],
        step="first-move", **goal("F2"),
    )  # fmt: skip
    order = ordered(on)
    assert isinstance(order, Move)
    assert len(order.steps) == 3


def test_passengers_get_down_before_the_enemy_is_near() -> None:
    """na:6.6.7.1.1: a truck does not drive its squad into the enemy, but puts it down on the way."""
    on = game(
        [
            {"id": "b1", "card": TRUCK, "hex": "F8", "command": "N/C"},
            {"id": "b2", "card": RIFLES, "riding": "b1"},
            {"id": "g1", "card": SQUAD, "hex": "F3"},
        ],
        step="first-move", **goal("F4"),
    )  # fmt: skip
    order = ordered(on)
    assert isinstance(order, Dismount)
    assert order.unit == "b2"


def test_passengers_ride_on_while_it_is_far() -> None:
    """na:6.6.7: nobody gets down ten hexes from where he is wanted, with no enemy near."""
    on = game(
        [
            {"id": "b1", "card": TRUCK, "hex": "F15", "command": "MOVE"},
            {"id": "b2", "card": RIFLES, "riding": "b1"},
            {"id": "g1", "card": SQUAD, "hex": "A1"},
        ],
        step="first-move", **goal("F2"),
    )  # fmt: skip
    there = ended(on, "b1")
    assert there is not None
    assert distance(there, on.state.board.hex("F15")) > 2


# -- fire and close combat -------------------------------------------------------------------------


def test_fire_is_called_where_it_does_most() -> None:
    """na:6.5.1.12: onto two squads in the open, not onto one tank that the shells do little to."""
    on = game(
        [
            {"id": "b1", "card": FO, "hex": "F14", "labels": ["FO"], "command": "OVERWATCH", "formation": "A"},
            {"id": "bb", "card": BATTERY, "formation": "A"},
            {"id": "g1", "card": SQUAD, "hex": "C8", "spot": "SPOT/MOVE"},
            {"id": "g2", "card": SQUAD, "hex": "C8", "spot": "SPOT/MOVE"},
            {"id": "g3", "card": "g21-pzkpfw-vi-e-tiger-i", "hex": "I6", "spot": "SPOT/FIRE"},
        ],
        step="first-indirect",
    )
    order = ordered(on)
    assert isinstance(order, CallFire)
    assert order.aim.hex == on.state.board.hex("C8")


def test_no_fire_is_called_onto_friends() -> None:
    """na:6.5.1e: everybody in the SHEAF is struck, one's own as well."""
    on = game(
        [
            {"id": "b1", "card": FO, "hex": "F14", "labels": ["FO"], "command": "OVERWATCH", "formation": "A"},
            {"id": "bb", "card": BATTERY, "formation": "A"},
            *({"id": f"b{n}", "card": RIFLES, "hex": h} for n, h in enumerate(("F9", "F9", "G9", "E9"), 2)),
            {"id": "g1", "card": SQUAD, "hex": "F8", "spot": "SPOT/MOVE"},
        ],
        step="first-indirect",
    )
    assert isinstance(ordered(on), FinishStep)


def test_a_good_close_assault_is_made() -> None:
    """na:6.6.1.1: two squads beside a bailed-out crew's easy prey: a truck without infantry."""
    on = game(
        [
            *({"id": f"b{n}", "card": RIFLES, "hex": "F9", "command": "MOVE"} for n in (1, 2)),
            {"id": "g1", "card": "g73-medium-truck", "hex": "F8"},
        ],
        step="first-assault",
    )
    order = ordered(on)
    assert isinstance(order, AnnounceAssault)
    assert order.target == "g1"


@pytest.mark.parametrize(("labels", "attacks"), [([], True), (["FO"], False)])
def test_an_observer_attacks_nobody_hand_to_hand(labels: list[str], attacks: bool) -> None:
    """He has fire to direct; a section without any attacks the truck beside it."""
    on = game(
        [
            {"id": "b1", "card": FO, "hex": "F9", "command": "MOVE", "labels": labels},
            {"id": "g1", "card": "g73-medium-truck", "hex": "F8"},
        ],
        step="first-assault",
    )
    assert isinstance(ordered(on), AnnounceAssault if attacks else FinishStep)


def test_a_squad_in_the_open_is_overrun() -> None:
    """na:6.6.10: a tank beside a lone Suppressed squad drives into it."""
    on = game(
        [{"id": "b1", "card": RIFLES, "hex": "F8", "suppression": "ON"},
         {"id": "g1", "card": TANK, "hex": "F7", "facing": "S", "command": "MOVE"}],
        step="first-move", first="german",
    )  # fmt: skip
    assert isinstance(ordered(on, GERMAN), Overrun)


def test_smoke_is_laid_on_guns_that_nobody_can_hurt() -> None:
    """na:6.1.4.3.10b: Engineers and mortars blind what bars the way of the others."""
    on = game(
        [
            {"id": "b1", "card": "na-gb-3in-mortar", "hex": "F14", "command": "FIRE"},
            {"id": "b2", "card": "na-matilda-ii", "hex": "E13", "command": "MOVE"},
            {"id": "b3", "card": "na-matilda-ii", "hex": "G13", "command": "MOVE"},
            {"id": "g1", "card": "g80-8-8cm-flak-36-a-atg", "hex": "F4", "spot": "SPOT/FIRE"},
        ],
        step="first-fire", **goal("F2"),
    )  # fmt: skip
    order = ordered(on)
    assert isinstance(order, FireSmoke)
    assert order.hex == on.state.board.hex("F4")


def test_guns_out_of_sight_keep_a_lookout() -> None:
    """na:6.1.3.2: a gun in Full Cover sees nothing; while tanks are about but not in range it does not hide."""
    on = game(
        [{"id": "b1", "card": GUN, "hex": "F16"}, {"id": "g1", "card": TANK, "hex": "F1"}],
        step="full-cover", **goal("F16"),
    )  # fmt: skip
    assert not isinstance(ordered(on), FullCover)


def test_questions_of_all_kinds_are_answered() -> None:
    """Every kind of question has an answer of its own in `judgement`."""
    assert {k.value for k in QuestionKind} == {
        "show-command", "aspect", "hit-angle", "spread-hits", "danger-close", "primary-attacker",
    }  # fmt: skip


@pytest.mark.parametrize(("weapon", "limit"), [("na-gb-3in-mortar", None), ("na-a9-cs", 6)])
def test_smoke_that_may_have_run_short_promises_less(weapon: str, limit: int | None) -> None:
    """na:5.16.2.3: with a limit of 6 on a d10 four of ten screens are none, and the unit has fired for nothing."""
    on = game(
        [{"id": "b1", "card": weapon, "hex": "F8", "command": "FIRE"},
         {"id": "g1", "card": TANK, "hex": "F5", "spot": "SPOT/FIRE"}],
        step="first-fire", **goal("F2"),
    )  # fmt: skip
    unit = on.state.units[UnitId("b1")]
    assert special_limit(on.state, unit.id, 0, Limited.SMOKE) == limit
    made = screen(on.state, unit, {on.state.board.hex("F5"): 20.0})
    assert made is not None
    assert made[0] == (20.0 if limit is None else 20.0 * limit / 10)


@pytest.mark.parametrize("aim", ["F2", "F14"])
def test_the_move_that_a_track_hit_has_stopped_is_brought_to_its_end(aim: str) -> None:
    """na:6.5.2.2.1, na:6.6.7.1.1c: who is aboard a truck gets down where that pays, or it ends its move."""
    on = game(
        [
            {"id": "b1", "card": TRUCK, "hex": "F16", "command": "MOVE"},
            {"id": "b2", "card": RIFLES, "riding": "b1"},
            {"id": "g1", "card": TANK, "hex": "L1"},
        ],
        step="first-move", **goal(aim),
    )  # fmt: skip
    on.submit(BRITISH, Move(unit=UnitId("b1"), steps=("F",), end=False))
    on.state.change(UnitId("b1"), track_hit=True)
    assert on.choices(BRITISH).legal
    assert ended(on, "b1") == on.state.board.hex("F15")
    assert on.state.units[UnitId("b1")].moved
