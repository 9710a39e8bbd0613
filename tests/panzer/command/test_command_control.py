"""Command control: what must hold whatever is placed, exchanged, taken back and played (na:6.2)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from content.panzer.tables.advanced_tables import advanced_tables
from content.vignette import make_vignette
from core import secrecy
from core.ai import player
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder, Order
from core.panzer import sequence
from core.panzer.command.events import AvailableCommands
from core.panzer.command.orders import PlaceCommand, PlaceCommands, ShareCommand
from core.panzer.formations import columns, control
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.scenario import ScenarioFormation
from core.panzer.pieces.switches import Switch, completed
from core.panzer.pieces.unit import Command, CommandFace
from core.panzer.state import PanzerState
from core.panzer.system import Panzer
from core.play.game import Game

GRADES = (Grade.ELITE, Grade.SEASONED, Grade.GREEN)


def controlled(grade: Grade) -> Any:
    """A scenario of the basic game with command control, all formations of one grade."""
    rules: Any = catalogue.open_system("the-pimple")
    formations = {(u.side, u.formation): ScenarioFormation(u.formation, u.side, grade) for u in rules.on.units}
    on = evolve(
        rules.on,
        switches=completed({Switch.COMMAND_CONTROL}),
        advanced=advanced_tables(),
        formations=tuple(formations.values()),
    )
    return Panzer(on, rules.looks)


def within_bounds(state: PanzerState) -> None:
    """No formation has more commands in use than it has; every group is named after its least member."""
    for side in state.scenario.sides:
        for key in control.keys_of(state, side.id):
            assert control.used(state, key) <= control.available(state, key), key
            for units in control.groups(state, key):
                if len(units) > 1:
                    assert {state.units[u].group for u in units} == {min(units)}
                    assert len({state.units[u].command for u in units}) == 1
                    assert control.apart(state, units) is None or columns.column_refusal(state, units) is None


def at_commands(grade: Grade, seed: str) -> Game[PanzerState]:
    """A game in the Command Phase of its second turn."""
    game: Game[PanzerState] = Game(controlled(grade), SeededDice(seed))
    players = {s.id: player("greedy", f"{seed}/{s.id}") for s in game.system.sides}
    game.begin()
    while game.state.turn < 2 or game.state.step != sequence.COMMANDS:
        side = game.active[0]
        game.submit(side, players[side].order(game.system, game.view(side), side))
    return game


@pytest.mark.parametrize("grade", GRADES)
def test_commands_in_use_never_exceed_those_available(grade: Grade) -> None:
    """na:6.2.1.1.3a, na:6.2.1.1.3b: whatever is placed, shared, exchanged and taken back."""
    game = at_commands(grade, f"bounds {grade.value}")
    chance = random.Random(grade.value)
    side = game.active[0]
    units = [u.id for u in game.state.of(side)]
    allowed = refused = undone = 0
    for _ in range(400):
        some = tuple(chance.sample(units, chance.randint(1, min(4, len(units)))))
        given = chance.choice(list(Command))
        order: Order = chance.choice(
            (
                PlaceCommand(unit=some[0], command=given),
                PlaceCommands(units=some, command=given),
                ShareCommand(units=some, command=given),
                ShareCommand(units=(some[0], *control.group_of(game.state, some[-1])), command=given),
            )
        )
        if chance.random() < 0.15 and game.undo_to(side) is not None:
            game.undo(side)
            undone += 1
        else:
            before = game.state.copy()
            try:
                game.submit(side, order)
                allowed += 1
            except IllegalOrder as error:
                refused += bool(error.reason and error.rule)
                assert game.state == before
        within_bounds(game.state)
    assert allowed > 40
    assert refused > 10
    assert undone > 10


def test_all_that_are_bare_get_as_many_commands_as_are_left() -> None:
    """Of a formation with fewer commands than units (na:6.2.1), not one more; N/C is no command and goes to all."""
    game = at_commands(Grade.GREEN, "rest")
    side = game.active[0]
    found = {c.pick: c for c in game.choices(side, ("rest",)).options}
    bare = [u.id for u in game.state.of(side) if u.command is None]
    keys = Counter(control.formation_key(game.state, u) for u in bare)
    left = sum(min(number, control.left(game.state, key)) for key, number in keys.items())
    assert left < len(bare)
    assert found["MOVE"].label == f"MOVE ({left} of {len(bare)}, as many as are left)"
    assert found["N/C"].label == f"N/C ({len(bare)})"
    order = game.system.order(game.state, side, ("rest", "MOVE"))
    assert isinstance(order, PlaceCommands)
    game.submit(side, order)
    within_bounds(game.state)
    assert sum(u.command is Command.MOVE for u in game.state.of(side)) == left
    spent = next(c for c in game.choices(side, ("rest",)).options if c.pick == "MOVE")
    assert spent.refusal is not None


@pytest.mark.parametrize("pick", ["share", "join"])
def test_what_the_choices_offer_is_accepted(pick: str) -> None:
    """Every legal pick that completes an order of the Command Phase makes a legal order."""
    game = at_commands(Grade.SEASONED, "choices")
    side = game.active[0]
    tried = 0
    for _ in range(12):
        top = game.choices(side)
        for choice in [c for c in top.options if c.legal and c.pick.startswith(("command:", "formation:", "rest"))]:
            for second in (c for c in game.choices(side, (choice.pick,)).options if c.legal):
                partial: tuple[str, ...] = (choice.pick, second.pick)
                asked = game.choices(side, partial)
                if not asked.complete:
                    third = next((c for c in asked.options if c.legal), None)
                    if third is None:
                        continue
                    partial = (*partial, third.pick)
                    if not game.choices(side, partial).complete:
                        continue
                game.system.check(game.state, side, game.system.order(game.state, side, partial))
                tried += 1
        wanted = ("share:MOVE", "all") if pick == "share" else ()
        unit = next((u.id for u in game.state.of(side) if u.command is None), None)
        if unit is None:
            break
        for partial in ((f"command:{unit}", *wanted), (f"command:{unit}", "MOVE"), (f"command:{unit}", "N/C")):
            if game.choices(side, partial).complete:
                try:
                    game.submit(side, game.system.order(game.state, side, partial))
                except IllegalOrder:
                    continue
                break
    assert tried > 50


@pytest.mark.parametrize(
    ("grade", "levels"),
    [
        *((grade, ("random", "greedy")) for grade in GRADES),
        *(pytest.param(grade, ("greedy", "greedy"), marks=pytest.mark.thorough) for grade in GRADES),
        pytest.param(Grade.ELITE, ("random", "random"), marks=pytest.mark.thorough),
        pytest.param(Grade.SEASONED, ("random", "random"), marks=pytest.mark.long),
        pytest.param(Grade.GREEN, ("random", "random"), marks=pytest.mark.long),
    ],
)
def test_no_group_gets_stuck(grade: Grade, levels: tuple[str, str]) -> None:
    """na:6.2.1.1.4b, na:6.2.1.1.4c: whole games end, and after each Movement Step groups are together or excused."""
    rules = controlled(grade)
    game: Game[PanzerState] = Game(rules, SeededDice(f"stuck {grade.value}"))
    players = {s.id: player(level, f"{level}/{s.id}") for s, level in zip(rules.sides, levels, strict=True)}
    game.begin()
    shared, known = 0, 0
    while not game.over:
        side = game.active[0]
        order = players[side].order(rules, game.view(side), side)
        shared += isinstance(order, ShareCommand)
        game.submit(side, order)
        if game.state.step == sequence.COMMANDS:
            within_bounds(game.state)
        if game.state.step in sequence.MOVE_STEPS:
            known += together(game.state, side)
    assert shared
    assert known or "greedy" not in levels


def together(state: PanzerState, side: SideId) -> int:
    """How many groups have all moved and stand within Command Range, or are in column; others were hurt."""
    count = 0
    for key in control.keys_of(state, side):
        for units, command in control.groups(state, key).items():
            there = [u for u in units if state.units[u].on_map]
            moved = [u for u in there if state.units[u].moved]
            if (
                command is not Command.MOVE
                or len(moved) < 2
                or len(moved) < len(there)
                or state.moves.active is not None
            ):
                continue
            hurt = any(state.units[u].damaged for u in units) or len(there) < len(units)
            hexes = [h for u in there if (h := state.units[u].hex) is not None]
            near = all(distance(a, b) <= control.command_range(state, there[0]) for a in hexes for b in hexes)
            start = {u: h for u in there if (h := state.moves.set_off[u].hex) is not None}
            column = columns.keeps(state, start, {u: h for u in there if (h := state.units[u].hex) is not None})
            assert near or column or hurt, (units, hexes)
            count += 1
    return count


def test_available_commands_are_determined_anew_every_turn() -> None:
    """na:6.2.1, na:6.2.1.1.3f: nothing is saved; the event comes between spotting and placing."""
    game = at_commands(Grade.SEASONED, "anew")
    found = [e for e in game.journal if isinstance(e, AvailableCommands)]
    assert len(found) == 2
    assert {f.formation: f.commands for f in found[-1].formations} == game.state.commands.available
    report = game.system.face.report(game.state, found[-1])
    assert report is not None
    assert "active, Seasoned:" in report.text
    steps = [s.id for s in game.system.sequence]
    assert steps.index("spotting") < steps.index("available-commands") < steps.index("commands")


def test_groups_are_secret_and_numbers_are_public() -> None:
    """na:4.2.1a, na:6.2.1.1.3b: the enemy sees how many commands there are, not who shares one."""
    game = at_commands(Grade.SEASONED, "secret")
    side, enemy = (SideId(s.id) for s in game.system.sides)
    mover = game.active[0]
    other = enemy if mover == side else side
    units = [u.id for u in game.state.of(mover)]
    pair = next(
        (a, b) for a in units for b in units if a < b and control.apart(game.state, (a, b)) is None
        and control.formation_key(game.state, a) == control.formation_key(game.state, b)
    )  # fmt: skip
    events = game.submit(mover, ShareCommand(units=pair, command=Command.MOVE))
    assert all(secrecy.redact(game.state, e, other) is None for e in events)
    assert [game.view(other).units[u].group for u in pair] == ["", ""]
    assert [game.view(mover).units[u].group for u in pair] == [pair[0], pair[0]]
    assert game.view(other).commands.available == game.state.commands.available
    shown = game.state.copy()
    shown.change(pair[0], command_face=CommandFace.REVEALED)
    seen = secrecy.view(shown, other).units[pair[0]]
    assert (seen.command, seen.group) == (Command.MOVE, "")


def test_without_the_module_nothing_is_shared() -> None:
    """na:6.2: each unit has its own command; the step of the Basic Game is unchanged."""
    data: dict[str, Any] = {
        "id": "basic",
        "title": "Basic",
        "rules": ["na:4.2"],
        "given": "",
        "unit": [{"id": "b1", "card": "na-crusader-i", "hex": "A1", "count": 2}],
        "situation": {"step": "commands"},
        "step": [{"begin": True}],
    }
    system: Any = make_vignette(data, "basic").system
    assert "available-commands" not in [s.id for s in system.sequence]
    state = system.initial()
    british = SideId("british")
    with pytest.raises(IllegalOrder, match="command of its own"):
        system.check(state, british, ShareCommand(units=(UnitId("b1"), UnitId("b2")), command=Command.MOVE))
    picks = [c.pick for c in system.choices(state, british, ("command:b1",)).options]
    assert picks == ["FIRE", "MOVE", "SHORT HALT", "OVERWATCH", "N/C"]


def test_the_overlay_tells_who_could_share() -> None:
    """na:6.2.1.1.2: the layer and the card name range, group and what is left."""
    game = at_commands(Grade.SEASONED, "overlay")
    side = game.active[0]
    unit = next(u for u in game.state.of(side) if u.on_map)
    layer = game.system.face.overlay(game.view(side), side, "command", None, unit.id)
    assert "commands left" in layer.legend[0][1]
    card = game.system.face.unit_card(game.view(side), unit.id)
    assert any(row.label == "Command Range" for section in card.sections for row in section.rows)
    assert "left" in game.system.face.prompt(game.view(side), side).remaining
    assert "command" in [k.id for k in game.system.face.overlay_kinds()]
    basic: Any = catalogue.open_system("the-pimple")
    assert "command" not in [k.id for k in basic.face.overlay_kinds()]


def test_the_computer_turns_its_guns_and_covers_them() -> None:
    """na:6.8.1, na:6.8.2: towards the nearest enemy, a Suppressed gun into Full Cover, and then it ends the step."""
    data: dict[str, Any] = {
        "id": "adjusting",
        "title": "Adjusting",
        "rules": ["na:6.8"],
        "given": "",
        "modules": ["full-cover"],
        "board": {"grid": ".\n.\n.\n.\n.\n."},
        "unit": [
            {"id": "b1", "card": "na-2pdr-atg", "hex": "A6", "facing": "S", "suppression": "ON"},
            {"id": "g1", "card": "na-pzkpfw-iiij-lang", "hex": "A1", "facing": "S"},
        ],
        "situation": {"step": "pivot"},
        "step": [{"begin": True}],
    }
    game: Game[PanzerState] = Game(make_vignette(data, "adjusting").system, SeededDice("adjusting"))
    computer = player("greedy", "adjusting")
    british = SideId("british")
    assert game.active == (british,)  # the German has nobody to adjust
    given = []
    while game.state.step in (sequence.PIVOT, sequence.FULL_COVER):
        order = computer.order(game.system, game.view(british), british)
        given.append(order.name)
        game.submit(british, order)
    assert given == ["pivot", "finish-step", "full-cover", "finish-step"]
    gun = game.state.units[UnitId("b1")]
    assert (gun.facing, gun.full_cover, gun.spot) == (0, True, None)
