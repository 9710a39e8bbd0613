"""Orders of Panzer built one choice at a time.

A partial order is a tuple of picks; the first names the kind of order. `choices` says what may be picked
next, `order` makes the order that a complete partial stands for.
"""

from __future__ import annotations

from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import full_cover
from core.panzer.adjustment.choices import adjustment_choices, adjustment_order
from core.panzer.air import choices as air_choices
from core.panzer.air.flying import able_to_fly, to_load
from core.panzer.ap import choices as ap_choices
from core.panzer.ap import orders as ap_orders
from core.panzer.assault import choices as assault_choices
from core.panzer.assault import choices_overrun, who
from core.panzer.command import choices_together, instructions, placing
from core.panzer.command import orders as command_orders
from core.panzer.command.choices import command_order
from core.panzer.command.choices_step import commands, first_player
from core.panzer.course import orders, set_up
from core.panzer.direct_fire import orders as direct_fire_orders
from core.panzer.direct_fire import overwatch
from core.panzer.direct_fire.choices import answers, fire_choices, fire_order
from core.panzer.direct_fire.choices_smoke import smoke_choices, smoke_order
from core.panzer.direct_fire.orders import FinishFire
from core.panzer.direct_fire.smoke import can_smoke
from core.panzer.direct_fire.step import direct_targets, passengers_to_fire, yet_to_fire
from core.panzer.firing import orders as firing_orders
from core.panzer.ground import terrain
from core.panzer.indirect import choices as indirect_choices
from core.panzer.indirect import choices_plots
from core.panzer.movement import orders as movement_orders
from core.panzer.movement.choices import move_choices, move_order, movement
from core.panzer.movement.step import yet_to_move
from core.panzer.offering import heading, incomplete
from core.panzer.pieces.ap import Aspect
from core.panzer.pieces.firing import QuestionKind
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.panzer.transport import choices as transport_choices

# -- choices -------------------------------------------------------------------------------------


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """What `side` may pick next; the side must be one that may act."""
    if partial and partial[0] == "instructions":
        return instructions.choices(state, side, partial)
    if state.question is not None:
        if state.question.kind in ap_choices.ASKED:
            return ap_choices.answers(state, state.question, partial)
        if state.question.kind in assault_choices.ASKED:
            return assault_choices.answers(state, state.question, partial)
        if state.question.kind is QuestionKind.DANGER_CLOSE:
            return indirect_choices.answers(state, state.question, partial)
        return answers(state, partial)
    if state.window is not None:
        return fire_choices(state, side, partial, overwatch_fire=True)
    step = state.step
    if step in sequence.AIR_STEPS:
        return air_choices.choices(state, side, partial)
    if step in sequence.ASSAULT_STEPS or state.combats.active is not None:
        return assault_choices.choices(state, side, partial)
    if step == sequence.PLOTTING:
        return choices_plots.choices(state, side, partial)
    if step == sequence.SET_UP:
        return _set_up(state, side, partial)
    if step == sequence.COMMANDS:
        return commands(state, side, partial)
    if step == sequence.INITIATIVE:
        return first_player(state, partial)
    if step in full_cover.STEPS:
        return adjustment_choices(state, side, partial)
    if step in sequence.INDIRECT_STEPS:
        return indirect_choices.step_choices(state, side, partial)
    if step in sequence.FIRE_STEPS:
        if partial and partial[0].startswith(("smoke:", "hold:")):
            return smoke_choices(state, side, partial)
        return fire_choices(state, side, partial, overwatch_fire=False)
    if step in sequence.MOVE_STEPS:
        if partial and partial[0].partition(":")[0] in choices_overrun.KINDS:
            return choices_overrun.choices(state, side, partial)
        if partial and partial[0].partition(":")[0] in transport_choices.KINDS:
            return transport_choices.transport_choices(state, side, partial)
        return movement(state, side) if not partial else move_choices(state, side, partial)
    return Choices("Nothing to do", "na:4.0")


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
            options += air_choices.load_options(state, side)
            if refusal is None and to_load(state, side):
                refusal = Refusal("bombs or rockets are still to be picked", "na:6.7.1")
            options.append(Choice("finish-set-up", "End the set-up", "done", refusal=refusal, key="E"))
        prompt = "Choose where to set up" if zone is None else f"Set up in {state.scenario.zones[zone].name}"
        if zone is None and to_load(state, side):
            prompt = "Choose what the aircraft carry"
        return Choices(prompt, rule, tuple(options))
    first = partial[0]
    if first.startswith("load:"):
        return air_choices.load_choices(state, partial)
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
                if terrain.may_stand(state, unit, h)
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
    if state.question is not None and state.question.kind in ap_choices.ASKED and partial[0] != "instructions":
        return ap_choices.answer_order(state.question, partial)
    head, rest = partial[0], partial[1:]
    kind, _, value = head.partition(":")
    simple: dict[str, type[Order]] = {
        "place-rest": orders.PlaceRest,
        "finish-set-up": orders.FinishSetUp,
        "finish-commands": command_orders.FinishCommands,
        "finish-movement": movement_orders.FinishMovement,
        "finish-fire": FinishFire,
        "pass": direct_fire_orders.Pass,
    }
    if head in simple:
        return simple[head]()
    if (air := air_choices.order(state, partial)) is not None:
        return air
    if kind == "zone":
        return orders.ChooseZone(zone=value)
    if kind == "place" and len(rest) == 2:
        return orders.PlaceUnit(unit=UnitId(value), hex=state.board.hex(rest[0]), facing=int(rest[1]))
    if kind in ("command", "formation"):
        return command_order(state, side, partial)
    if head == choices_together.HEAD:
        return choices_together.together_order(state, side, partial)
    if (adjusted := adjustment_order(partial)) is not None:
        return adjusted
    if (assault := assault_choices.order(state, side, partial)) is not None:
        return assault
    if head == "rest" and rest:
        given = Command(rest[0])
        bare = [u for u in placing.commandable(state, side) if u.command is None]
        able = tuple(u.id for u in bare if placing.command_refusal(state, u, given) is None)
        return command_orders.PlaceCommands(units=able, command=given)
    if kind == "first":
        return command_orders.ChooseFirstPlayer(first=SideId(value))
    if head in ("show", "decline"):
        return firing_orders.ShowCommand(show=head == "show")
    if head in ("Front", "Rear"):
        return ap_orders.ChooseAspect(aspect=Aspect(head))
    if head == "instructions":
        return instructions.order(state, side, partial)
    if state.step == sequence.PLOTTING:
        return choices_plots.order(state, side, partial)
    if state.step in sequence.INDIRECT_STEPS:
        return indirect_choices.step_order(state, side, partial)
    if kind in ("smoke", "hold"):
        return smoke_order(state, partial)
    if kind in ("fire", "overwatch"):
        return fire_order(state, side, partial)
    if kind == "move":
        return move_order(state, side, partial)
    if kind in transport_choices.KINDS:
        return transport_choices.transport_order(state, partial)
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
        return tuple(u.id for u in placing.commandable(state, side) if u.command is None)
    if step in sequence.INDIRECT_STEPS and sequence.player_of(state) == side:
        return indirect_choices.undone(state, side)
    if step in sequence.FIRE_STEPS and sequence.player_of(state) == side:
        able = (u.id for u in yet_to_fire(state, side) if direct_targets(state, u.id) or can_smoke(state, u))
        return (*able, *(u.id for u in passengers_to_fire(state, side)))
    if step in sequence.ASSAULT_STEPS and sequence.player_of(state) == side:
        return tuple(dict.fromkeys(u for able in who.possible(state, side).values() for u in able))
    if step in sequence.MOVE_STEPS and sequence.player_of(state) == side:
        return tuple(u.id for u in yet_to_move(state, side))
    return ()
