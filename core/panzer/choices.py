"""Orders of Panzer built one choice at a time.

A partial order is a tuple of picks; the first names the kind of order. `choices` says what may be picked
next, `order` makes the order that a complete partial stands for.
"""

from __future__ import annotations

from attrs import evolve

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import IllegalOrder, Order
from core.panzer import (
    assaults,
    choices_air,
    choices_ap,
    choices_assault,
    choices_indirect,
    choices_overrun,
    choices_plots,
    choices_together,
    choices_transport,
    command,
    fire_sources,
    full_cover,
    indirect_step,
    instructions,
    overwatch,
    sequence,
    set_up,
)
from core.panzer import orders as o
from core.panzer.choices_command import (
    adjustment_choices,
    adjustment_order,
    command_cost,
    command_order,
    formation_choices,
    group_choices,
    heading,
    mates_choices,
    own_refusal,
    sharing_choices,
)
from core.panzer.choices_fire import fire_choices, fire_order
from core.panzer.choices_gp import smoke_choices, smoke_order
from core.panzer.choices_move import move_choices, move_order, movement_kinds
from core.panzer.direct_fire import direct_targets, passengers_to_fire, yet_to_fire
from core.panzer.flying import able_to_fly, to_load
from core.panzer.orders_transport import FinishFire
from core.panzer.sharing import place_refusal
from core.panzer.smoke import can_smoke
from core.panzer.state import Aspect, PanzerState, QuestionKind
from core.panzer.unit import Command

COMMAND_KEYS = {
    Command.FIRE: "f",
    Command.MOVE: "m",
    Command.SHORT_HALT: "s",
    Command.OVERWATCH: "o",
    Command.NONE: "n",
}


def incomplete(partial: Partial) -> IllegalOrder:
    """The error of an order that is not complete."""
    return IllegalOrder(f"the order {' '.join(partial) or '(empty)'} is not complete", "na:4.0")


# -- choices -------------------------------------------------------------------------------------


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """What `side` may pick next; the side must be one that may act."""
    if partial and partial[0] == "instructions":
        return instructions.choices(state, side, partial)
    if state.question is not None:
        if state.question.kind in choices_ap.ASKED:
            return choices_ap.answers(state, state.question, partial)
        if state.question.kind in choices_assault.ASKED:
            return choices_assault.answers(state, state.question, partial)
        if state.question.kind is QuestionKind.DANGER_CLOSE:
            return choices_indirect.answers(state, state.question, partial)
        return _answers(state, partial)
    if state.window is not None:
        return fire_choices(state, side, partial, overwatch_fire=True)
    step = state.step
    if step in sequence.AIR_STEPS:
        return choices_air.choices(state, side, partial)
    if step in sequence.ASSAULT_STEPS or state.combats.active is not None:
        return choices_assault.choices(state, side, partial)
    if step == sequence.PLOTTING:
        return choices_plots.choices(state, side, partial)
    if step == sequence.SET_UP:
        return _set_up(state, side, partial)
    if step == sequence.COMMANDS:
        return _commands(state, side, partial)
    if step == sequence.INITIATIVE:
        return _first_player(state, partial)
    if step in full_cover.STEPS:
        return adjustment_choices(state, side, partial)
    if step in sequence.INDIRECT_STEPS:
        return choices_indirect.step_choices(state, side, partial)
    if step in sequence.FIRE_STEPS:
        if partial and partial[0].startswith(("smoke:", "hold:")):
            return smoke_choices(state, side, partial)
        return fire_choices(state, side, partial, overwatch_fire=False)
    if step in sequence.MOVE_STEPS:
        if partial and partial[0].partition(":")[0] in choices_overrun.KINDS:
            return choices_overrun.choices(state, side, partial)
        if partial and partial[0].partition(":")[0] in choices_transport.KINDS:
            return choices_transport.transport_choices(state, side, partial)
        return _movement(state, side) if not partial else move_choices(state, side, partial)
    return Choices("Nothing to do", "na:4.0")


def _movement(state: PanzerState, side: SideId) -> Choices:
    """The kinds of order of a Movement Step: the units that may move, then what else may be done."""
    kinds = movement_kinds(state, side)
    others = [*choices_overrun.options(state, side), *choices_transport.transport_options(state, side)]
    if not others:
        return kinds
    moves = [o_ if o_.group or o_.kind != "unit" else evolve(o_, group="Move") for o_ in kinds.options]
    first, last = [o_ for o_ in moves if o_.kind == "unit"], [o_ for o_ in moves if o_.kind != "unit"]
    prompt = kinds.prompt if first else "Nobody has to move: passengers may still get down, or end the step"
    return evolve(kinds, prompt=prompt, options=(*first, *others, *last))


def standing_choice() -> Choice:
    """The entry for one's standing instructions, last in every list of order kinds."""
    return Choice("instructions", "Standing instructions ...", "order", key="I")


def _answers(state: PanzerState, partial: Partial) -> Choices:
    question = state.question
    if question is None or partial:
        return Choices("Answer", "na:4.4.3.2", complete=bool(partial))
    name = state.name(question.unit)
    shooter = state.name(question.shot.shooter)
    hex_ = state.units[question.unit].hex
    if question.kind is QuestionKind.SHOW_COMMAND:
        label = state.units[question.unit].command
        gp = question.shot.ammo.startswith("GP")
        indirect = question.shot.ammo == indirect_step.INDIRECT
        modifier = f"{'-20' if indirect else '-10'} to the GP roll" if gp else "-2"
        does = "assaults" if state.combats.active is not None and not state.announced else "fires at"
        return Choices(
            f"{shooter} {does} {name}. Show its hidden {label.value if label else 'command'} for Target Moving "
            f"{modifier}?",
            "na:6.5.4.3a" if gp else "na:4.4.3.2.2b",
            (
                Choice("show", "Show it", "option", hex_, question.unit, key="s"),
                Choice("decline", "Do not show it", "option", hex_, question.unit, key="d"),
            ),
        )
    card = state.vehicle(question.unit)
    return Choices(
        f"{shooter} fires at {name} along the line between Front and Rear. Which armor is hit?",
        "na:4.4.3.2.4",
        (
            Choice("Front", f"Front, armor {card.basic_front}", "option", hex_, question.unit, key="f"),
            Choice("Rear", f"Rear, armor {card.basic_rear}", "option", hex_, question.unit, key="r"),
        ),
    )


def _set_up(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    rule = set_up.RULE
    zone = state.zones.get(side)
    if not partial:
        options: list[Choice] = []
        if zone is None or (len(set_up.free_zones(state, side)) > 1 and not _placed(state, side)):
            for z in set_up.free_zones(state, side):
                area = state.scenario.zones[z]
                options.append(Choice(f"zone:{z}", f"Set up in: {area.name}", "order", min(area.hexes)))
        if zone is not None or not set_up.free_zones(state, side):
            for unit in set_up.to_place(state, side):
                hex_ = state.units[unit].hex
                where = f"in {hex_}" if hex_ else "to be placed"
                group = heading(state, unit)
                options.append(Choice(f"place:{unit}", f"{state.name(unit)} {where}", "unit", hex_, unit, group=group))
            left = set_up.unplaced(state, side)
            if left:
                options.append(Choice("place-rest", f"Place the other {len(left)} for me", "order", key="A"))
            refusal = Refusal(f"{len(left)} units are not placed yet", rule) if left else None
            options += choices_air.load_options(state, side)
            if refusal is None and to_load(state, side):
                refusal = Refusal("bombs or rockets are still to be picked", "na:6.7.1")
            options.append(Choice("finish-set-up", "End the set-up", "done", refusal=refusal, key="E"))
        prompt = "Choose where to set up" if zone is None else f"Set up in {state.scenario.zones[zone].name}"
        if zone is None and to_load(state, side):
            prompt = "Choose what the aircraft carry"
        return Choices(prompt, rule, tuple(options))
    first = partial[0]
    if first.startswith("load:"):
        return choices_air.load_choices(state, partial)
    if not first.startswith("place:") or zone is None:
        return Choices("Set-up", rule, complete=True)
    unit = UnitId(first.removeprefix("place:"))
    area = state.scenario.zones[zone]
    if len(partial) == 1:
        return Choices(
            f"{state.name(unit)}: in which hex?",
            rule,
            tuple(
                Choice(h.id, h.id, "hex", h, cost=f"{len(state.in_hex(h))} here" if state.in_hex(h) else "")
                for h in sorted(area.hexes)
                if set_up.may_stand(state, unit, h)
            ),
        )
    if len(partial) == 2:
        facings = [(area.facing + turn) % 6 for turn in (0, 1, 5, 2, 4, 3)]
        return Choices(
            f"{state.name(unit)} in {partial[1]}: facing which hexside?",
            "na:3.3",
            tuple(Choice(str(f), DIRECTION_NAMES[f], "facing") for f in facings),
        )
    return Choices("Set-up", rule, complete=True)


def _placed(state: PanzerState, side: SideId) -> bool:
    return any(state.units[u].hex is not None for u in set_up.to_place(state, side))


def _commands(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    rule = "na:4.2.1a"
    units = command.commandable(state, side)
    if not partial:
        options = list(formation_choices(state, side))
        options += (
            Choice(
                f"command:{u.id}",
                state.name(u.id),
                "unit",
                u.hex,
                u.id,
                cost=command_cost(state, u),
                group=heading(state, u.id),
            )
            for u in units
        )
        options += choices_together.kind(state, side)
        if any(u.command is None for u in units):
            options.append(Choice("rest", "All units without a command ...", "order", key="A"))
        options.append(standing_choice())
        options.append(Choice("finish-commands", "End placing commands", "done", key="E", irreversible=True))
        bare = sum(u.command is None for u in units)
        prompt = f"Place commands: {bare} units without one" if bare else "All units have a command"
        return Choices(prompt, rule, tuple(options))
    if partial[0].startswith("formation:"):
        return group_choices(state, side, partial)
    if partial[0] == choices_together.HEAD:
        return choices_together.together_choices(state, side, partial)
    if partial[0] == "rest" and len(partial) == 1:
        bare_units = [u for u in units if u.command is None]
        return Choices(
            "Which command for all units that have none and may take it?",
            rule,
            tuple(
                Choice(
                    c.value,
                    f"{c.value} ({sum(command.command_refusal(state, u, c) is None for u in bare_units)})",
                    "option",
                    key=COMMAND_KEYS[c],
                    refusal=place_refusal(state, able, c)
                    if (able := tuple(u.id for u in bare_units if command.command_refusal(state, u, c) is None))
                    else Refusal("no unit can carry it out", "na:4.2.1e"),
                )
                for c in Command
            ),
        )
    if partial[0].startswith("command:") and len(partial) == 1:
        unit = state.units[UnitId(partial[0].removeprefix("command:"))]
        return Choices(
            f"Which command for {state.name(unit.id)}?",
            rule,
            tuple(
                Choice(
                    c.value,
                    _command_label(state, unit.id, c),
                    "option",
                    key=COMMAND_KEYS[c],
                    refusal=own_refusal(state, unit, c),
                )
                for c in Command
            )
            + sharing_choices(state, unit),
        )
    if partial[0].startswith("command:") and partial[1].startswith("share:"):
        unit = state.units[UnitId(partial[0].removeprefix("command:"))]
        return mates_choices(state, unit, Command(partial[1].removeprefix("share:")), partial[2:])
    return Choices("Command", rule, complete=True)


def _command_label(state: PanzerState, unit: UnitId, given: Command) -> str:
    if given in (Command.FIRE, Command.SHORT_HALT):
        count = len(command.fire_targets(state, unit))
        called = given is Command.FIRE and fire_sources.may_be_called(state, state.units[unit])
        return f"{given.value!s} ({count} target{'s' if count != 1 else ''}{', may be called' if called else ''})"
    if given is Command.OVERWATCH and fire_sources.may_observe(state, unit):
        return f"{given.value!s} (may call fire)"
    return str(given.value)


def _first_player(state: PanzerState, partial: Partial) -> Choices:
    if partial:
        return Choices("Initiative", "na:4.3.1", complete=True)
    return Choices(
        "You won the initiative: who is First Player?",
        "na:4.3.1",
        tuple(
            Choice(f"first:{s.id}", f"{s.name} is First Player (fires first, moves second)", "option")
            for s in state.scenario.sides
        ),
    )


# -- orders --------------------------------------------------------------------------------------


def order(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """The order of a complete partial. IllegalOrder if it is not complete."""
    made = _order(state, side, partial)
    if made is None:
        raise incomplete(partial)
    return made


def _order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    if not partial:
        return None
    if state.question is not None and state.question.kind in choices_ap.ASKED and partial[0] != "instructions":
        return choices_ap.answer_order(state.question, partial)
    head, rest = partial[0], partial[1:]
    kind, _, value = head.partition(":")
    simple: dict[str, type[Order]] = {
        "place-rest": o.PlaceRest,
        "finish-set-up": o.FinishSetUp,
        "finish-commands": o.FinishCommands,
        "finish-movement": o.FinishMovement,
        "finish-fire": FinishFire,
        "pass": o.Pass,
    }
    if head in simple:
        return simple[head]()
    if (air := choices_air.order(state, partial)) is not None:
        return air
    if kind == "zone":
        return o.ChooseZone(zone=value)
    if kind == "place" and len(rest) == 2:
        return o.PlaceUnit(unit=UnitId(value), hex=state.board.hex(rest[0]), facing=int(rest[1]))
    if kind in ("command", "formation"):
        return command_order(state, side, partial)
    if head == choices_together.HEAD:
        return choices_together.together_order(state, side, partial)
    if (adjusted := adjustment_order(partial)) is not None:
        return adjusted
    if (assault := choices_assault.order(state, side, partial)) is not None:
        return assault
    if head == "rest" and rest:
        given = Command(rest[0])
        bare = [u for u in command.commandable(state, side) if u.command is None]
        able = tuple(u.id for u in bare if command.command_refusal(state, u, given) is None)
        return o.PlaceCommands(units=able, command=given)
    if kind == "first":
        return o.ChooseFirstPlayer(first=SideId(value))
    if head in ("show", "decline"):
        return o.ShowCommand(show=head == "show")
    if head in ("Front", "Rear"):
        return o.ChooseAspect(aspect=Aspect(head))
    if head == "instructions":
        return instructions.order(state, side, partial)
    if state.step == sequence.PLOTTING:
        return choices_plots.order(state, side, partial)
    if state.step in sequence.INDIRECT_STEPS:
        return choices_indirect.step_order(state, side, partial)
    if kind in ("smoke", "hold"):
        return smoke_order(state, partial)
    if kind in ("fire", "overwatch"):
        return fire_order(state, side, partial)
    if kind == "move":
        return move_order(state, side, partial)
    if kind in choices_transport.KINDS:
        return choices_transport.transport_order(state, partial)
    if kind in choices_overrun.KINDS:
        return choices_overrun.order(state, partial)
    return None


def undone(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Units of a side that still have something to do in this step."""
    step = state.step
    if step in sequence.AIR_STEPS:
        flying = (state.flight.unit,) if state.flight is not None else able_to_fly(state)
        return tuple(u for u in flying if state.units[u].side == side)
    if state.window is not None:
        return tuple(u.id for u in overwatch.watchers(state, side)) if state.window.acting == side else ()
    if step == sequence.SET_UP:
        return set_up.unplaced(state, side) if set_up.setting_up(state) == side else ()
    if step == sequence.COMMANDS:
        if side in state.commands_done:
            return ()
        return tuple(u.id for u in command.commandable(state, side) if u.command is None)
    if step in sequence.INDIRECT_STEPS and sequence.player_of(state) == side:
        return choices_indirect.undone(state, side)
    if step in sequence.FIRE_STEPS and sequence.player_of(state) == side:
        able = (u.id for u in yet_to_fire(state, side) if direct_targets(state, u.id) or can_smoke(state, u))
        return (*able, *(u.id for u in passengers_to_fire(state, side)))
    if step in sequence.ASSAULT_STEPS and sequence.player_of(state) == side:
        return tuple(dict.fromkeys(u for able in assaults.possible(state, side).values() for u in able))
    if step in sequence.MOVE_STEPS and sequence.player_of(state) == side:
        from core.panzer.movement_phase import yet_to_move

        return tuple(u.id for u in yet_to_move(state, side))
    return ()
