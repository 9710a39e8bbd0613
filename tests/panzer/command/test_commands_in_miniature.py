"""Formations, grades and Suppressed units of the miniatures edition (min:12, min:13)."""

from __future__ import annotations

from typing import Any

import pytest

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer.adjustment.counters import remove_commands
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.armament import armament
from core.panzer.command import choices_step
from core.panzer.command.placing import command_refusal, commandable
from core.panzer.command.sharing import group_refusal
from core.panzer.firing import dual_fire
from core.panzer.formations import control
from core.panzer.losses import suppress
from core.panzer.movement.allowance import allowance
from core.panzer.movement.step import needed
from core.panzer.opponent.picture import picture
from core.panzer.opponent.transport import getting_down
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Command, CommandFace, Presence, Shaken, Suppression, Wreck
from core.panzer.sight.limited_spotting import attempt
from core.panzer.sight.spotting import looks_at, most_spots, spotting_range
from core.panzer.state import PanzerState
from core.replaced import replaced
from tests.panzer.in_miniature import ENEMY, ME, SQUAD, TANK, ground

G2, TRUCK, SCOUT, SCOUT_TRUCK = UnitId("g2"), UnitId("t1"), UnitId("r1"), UnitId("r2")
PASSENGER = UnitId("p1")
PIVOT, GUN, SECTION = "g68-2cm-flakvierling-zgkw-8t", "na-2pdr-atg", "na-gb-hmg"


def formed(*others: dict[str, Any], grade: str = "Seasoned", hex_: str = "A1", **more: Any) -> PanzerState:
    """A formation of a tank and of these, on a board of one wide column."""
    formation = {"name": "1st", "side": "german", "grade": grade}
    mine = [{"side": "german", "formation": "1st", "command": "MOVE", **one} for one in others]
    return ground(
        *[". . . ."] * 12,
        hex_=hex_,
        unit={"formation": "1st"},
        others=mine,
        formation=[formation],
        situation={"step": "commands"},
        **more,
    )


def unit(id_: str, card: str, hex_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "card": card, "hex": hex_, **more}


# -- commands --------------------------------------------------------------------------------------------


def mounted(edition: str = "miniatures", **more: Any) -> PanzerState:
    """A squad aboard a half-track."""
    return formed(
        unit("h1", "g43-spw-251-1", "C3"), {"id": "p1", "card": SQUAD, "riding": "h1"}, edition=edition, **more
    )


@pytest.mark.parametrize(("edition", "offered"), [("miniatures", True), ("hex", False)])
def test_passengers_are_given_the_move_by_which_they_dismount(edition: str, offered: bool) -> None:
    """min:17.2.8.2: they have to have MOVE; by na:6.6.7.1.1 they need no command, and have none."""
    state = mounted(edition)
    passenger = state.units[PASSENGER]
    assert (PASSENGER in {u.id for u in commandable(state, passenger.side)}) is offered
    choices = choices_step.commands(state, passenger.side, ())
    assert [(c.hex, c.unit) for c in choices.options if c.pick == "command:p1"] == [(hex_from_id("C3"), "p1")] * offered


@pytest.mark.parametrize("command", list(Command))
def test_they_can_move_and_nothing_else(command: Command) -> None:
    """min:17.2.8.2, min:16.12.1: to fire from aboard they need no command of their own."""
    state = mounted()
    refused = command_refusal(state, state.units[PASSENGER], command)
    assert (refused is None) is (command in (Command.MOVE, Command.NONE))
    assert refused is None or refused.rule == "min:17.2.8.2"


def test_who_waits_off_the_map_with_his_vehicle_gets_none() -> None:
    state = mounted()
    state.change(UnitId("h1"), presence=Presence.WAITING, hex=None)
    assert PASSENGER not in {u.id for u in commandable(state, state.units[PASSENGER].side)}


@pytest.mark.parametrize(
    ("enemy", "tracked", "wanted"), [("C6", True, True), ("C12", False, True), ("C12", True, False)]
)
def test_a_computer_player_thinks_of_passengers_who_are_to_get_down(enemy: str, tracked: bool, wanted: bool) -> None:
    """min:17.2.8.2: where the enemy is near, or comes near in half a move; out of sight, so that fear alone asks none
    of them down."""
    rows = [". . . ."] * 12
    rows[9] = "W W W W"
    state = mounted(enemy=enemy, board={"grid": "\n".join(rows)})
    state.change(UnitId("h1"), track_hit=tracked)
    seen = picture(state, state.units[PASSENGER].side)
    assert bool(getting_down(seen, state.units[PASSENGER])) is wanted


@pytest.mark.parametrize(
    ("condition", "counts"),
    [
        ({"damaged": True}, True),
        ({"track_hit": True}, True),
        ({"suppression": Suppression.ON}, True),
        ({"morale": Shaken.BREAK_ON}, True),
        ({"morale": Shaken.HESITATION_ON}, True),
        ({"presence": Presence.ELIMINATED, "fate": Wreck.KO}, False),
        ({"bailed_out": True}, False),
    ],
)
def test_who_is_active(condition: dict[str, Any], counts: bool) -> None:
    """min:13.1.1: whoever is there, Broken units too."""
    state = formed(unit("g2", TANK, "A3"))
    state.put(replaced(state.units[G2], **condition))
    assert (G2 in control.active_units(state, control.formation_key(state, ME))) == counts


@pytest.mark.parametrize(
    ("grade", "inches"), [("Elite", 4), ("Veteran", 3), ("Seasoned", 3), ("Regulars", 2), ("Green", 2)]
)
def test_command_range_by_formation_grade(grade: str, inches: int) -> None:
    """min:13.1.2, min:13.2.1: who shares a command is so near each of the others."""
    for far in (inches, inches + 1):
        state = formed(unit("g2", TANK, f"A{1 + far}"), grade=grade)
        assert control.command_range(state, ME) == inches
        assert (group_refusal(state, (ME, G2), Command.MOVE) is None) == (far == inches)


def test_who_shares_is_near_all_the_others() -> None:
    """min:13.2.1: pairwise; a column on a road is no exception."""
    chain = (unit("g2", TANK, "A4"), unit("g3", TANK, "A7"))
    road = {"route": [{"kind": "road", "hexes": "A1 A2 A3 A4 A5 A6 A7"}]}
    state = formed(*chain, board=road)
    three = (ME, G2, UnitId("g3"))
    assert group_refusal(state, three[:2], Command.MOVE) is group_refusal(state, three[1:], Command.MOVE) is None
    assert group_refusal(state, three, Command.MOVE) is not None
    for at in ("A2", "A3"):
        state.put(replaced(state.units[three[1 if at == "A2" else 2]], hex=hex_from_id(at)))
    assert group_refusal(state, three, Command.MOVE) is None


def test_inactive_unarmed_units_do_not_share() -> None:
    """min:13.2.1.1: one combat unit activates one of them."""
    trucks = (unit("t1", "g73-medium-truck", "A2"), unit("t2", "g73-medium-truck", "A3"))
    state = formed(*trucks)
    assert group_refusal(state, (ME, TRUCK), Command.MOVE) is None
    refused = group_refusal(state, (ME, TRUCK, UnitId("t2")), Command.MOVE)
    assert refused is not None
    assert "column" not in refused.reason, "there is none in this edition"


def test_recon_units_have_a_command_of_their_own() -> None:
    """min:13.2.1.2: unarmed ones if a Recon combat unit is near; nobody shares with them."""
    scouts = (
        unit("r1", TANK, "A2", labels=["Recon"]),
        unit("r2", "g73-medium-truck", "A3", labels=["Recon"]),
    )
    state = formed(*scouts)
    assert control.has_free_command(state, SCOUT)
    assert control.has_free_command(state, SCOUT_TRUCK)
    assert not control.has_free_command(state, ME)
    assert group_refusal(state, (ME, SCOUT), Command.MOVE) is not None
    state.put(replaced(state.units[SCOUT], hex=hex_from_id("A12")))
    assert not control.has_free_command(state, SCOUT_TRUCK)


@pytest.mark.parametrize("edition", ["miniatures", "hex"])
def test_a_recon_unit_activates_a_truck_of_its_formation(edition: str) -> None:
    """na:6.2.1.1b, na:6.2.1.1d, min:13.1.1.1, min:13.1.1.4: a combat unit of it, that does not count itself."""
    units = (unit("r1", TANK, "A8", labels=["Recon"]), unit("t1", "g73-medium-truck", "A9"))
    state = formed(*units, edition=edition, grade="Elite")
    key = control.formation_key(state, ME)
    assert control.activated(state, key) == {TRUCK}
    assert set(control.active_units(state, key)) == {ME, TRUCK}
    state.put(replaced(state.units[SCOUT], hex=hex_from_id("A20")))
    assert not control.activated(state, key)


def test_a_recon_unit_activates_one_unit() -> None:
    """min:13.1.1.1, min:13.2.1.2: an unarmed Recon unit, or another."""
    truck = "g73-medium-truck"
    scouts = (unit("r1", TANK, "A8", labels=["Recon"]), unit("r2", truck, "A9", labels=["Recon"]))
    state = formed(*scouts, unit("t1", truck, "A7"), grade="Elite")
    assert control.has_free_command(state, SCOUT_TRUCK)
    assert not control.activated(state, control.formation_key(state, ME))


# -- grades and weapons ------------------------------------------------------------------------------------


def test_a_unit_has_a_grade_of_its_own() -> None:
    """min:12.1.3: it need not be that of its formation."""
    state = formed(unit("g2", TANK, "A3", grade="Elite"), grade="Green")
    assert (unit_grade(state, G2), control.grade_of(state, G2)) == (Grade.ELITE, Grade.GREEN)


def test_squads_use_what_is_attached_and_sections_one_weapon() -> None:
    """min:12.2.1, min:12.2.3: a squad its own and an attached weapon in one combat, a section either of its two."""
    squad = ground(".", ".", card="na-gb-rifle-squad", unit={"attached": ["na-gb-boys"]})
    assert len(armament(squad, ME)) == 2
    assert dual_fire.refusal(squad, ME) is None
    section = ground(".", ".", card=SECTION)
    assert len(armament(section, ME)) == 2
    assert dual_fire.refusal(section, ME) is not None


# -- Suppressed units ----------------------------------------------------------------------------------------


def test_both_sides_of_the_counter_do_the_same() -> None:
    """min:12.4: a second one changes nothing."""
    found = []
    for side in Suppression:
        state = ground(*["."] * 4, unit={"suppression": side.name})
        one = state.units[ME]
        seen, inches = spotting_range(state, ENEMY, ME), allowance(state, one, Rate.CROSS_COUNTRY)[0]
        found.append((one.suppressed, seen, inches))
    assert found[0] == found[1]
    suppress(state, ME)
    suppress(state, ME)
    assert state.units[ME].suppression is Suppression.ON


@pytest.mark.parametrize("card", [SQUAD, PIVOT, "s30-su-85-m43", GUN])
def test_suppressed_units_look_ahead_half_as_far(card: str) -> None:
    """min:12.4.1, min:12.4.1.1, min:12.4.1.2.a: into the 90 degrees before the unit, or before the hull."""
    free, held = (
        ground(*[". . . . ."] * 7, card=card, hex_="C4", unit={"facing": "N", **how})
        for how in ({}, {"suppression": "ON"})
    )
    unit_ = held.units[ME]
    assert [looks_at(held, unit_, hex_from_id(at)) for at in ("C1", "E2", "E4", "C7", "A4")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    whole, half = (spotting_range(s, ENEMY, ME) for s in (free, held))
    assert half == whole // 2


@pytest.mark.parametrize(
    ("condition", "inches"),
    [
        ({}, 11),
        ({"suppression": Suppression.ON}, 5),
        ({"suppression": Suppression.ON, "command": Command.SHORT_HALT}, 2),
        ({"suppression": Suppression.ON, "damaged": True}, 2),
        ({"suppression": Suppression.ON, "damaged": True, "command": Command.SHORT_HALT}, 1),
    ],
)
def test_every_condition_halves_the_allowance_again(condition: dict[str, Any], inches: int) -> None:
    """min:12.4.3: rounding down each time; an allowance of 1 halves to nothing."""
    state = ground(*["."] * 4, card="s15-t-34-76-m43", unit={"side": "german"})
    printed = allowance(state, state.units[ME], Rate.CROSS_COUNTRY)[0]
    expected = printed
    for _ in range(len(condition)):
        expected //= 2
    found = allowance(state, replaced(state.units[ME], **condition), Rate.CROSS_COUNTRY)[0]
    assert found == expected == inches


# -- the end of the turn, and the Optional Rule on spotting -----------------------------------------------------


def test_only_overwatch_and_no_command_stay_hidden() -> None:
    """min:10.3: what is removed face down is one of them, and is marked with no SPOT."""
    state = formed(unit("g2", TANK, "A3", command="OVERWATCH"), unit("g3", TANK, "A5", command="N/C"))
    state.put(replaced(state.units[ME], command_face=CommandFace.REVEALED))
    removed = remove_commands(state, state.units[ME].side)
    assert {command for _, command in removed.revealed} == {Command.OVERWATCH, Command.NONE}
    assert removed.marked == ()


@pytest.mark.parametrize(
    ("grade", "value", "most"),
    [("Elite", 70, 5), ("Veteran", 60, 4), ("Seasoned", 50, 3), ("Regulars", 40, 2), ("Green", 30, 1)],
)
def test_the_spotting_table(grade: str, value: int, most: int) -> None:
    """min:GC-D.4: beyond half of the spotting range, and how many spots a unit keeps."""
    state = ground(
        *["w", *["."] * 5],
        hex_="A6",
        enemy="A1",
        unit={"grade": grade, "facing": "N"},
        modules=["advanced", "limited-spotting", "max-spots"],
    )
    tried = attempt(state, ENEMY)
    assert tried is not None
    assert (tried.value, most_spots(state, ME)) == (value, most)


@pytest.mark.parametrize(("edition", "asked"), [("miniatures", True), ("hex", False)])
def test_where_half_is_known_who_is_aboard_may_have_a_move_face_down(edition: str, asked: bool) -> None:
    """min:17.2.8.2: though the commands of all others are known, the owner says whether his step is over."""
    state = mounted(edition)
    side = state.units[PASSENGER].side
    state.change(PASSENGER, command=None)
    state.step, state.half_of = "first-move", state.scenario.enemy(side)
    state.commands = replaced(state.commands, first_player=side, done=frozenset({side, state.scenario.enemy(side)}))
    assert not state.unknown(side)
    assert (needed(state) == side) is asked
    state.half_of = side
    assert needed(state) is None
