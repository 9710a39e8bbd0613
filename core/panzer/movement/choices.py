"""Building move orders: the unit, then a hex to go to or single steps, then the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.order import IllegalOrder, Order
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.ground import mines
from core.panzer.movement import (
    bogging_down,
    choices_search,
    choices_turret,
    foot,
    orders,
    paying,
    pushing,
    reach,
    shared,
    walls,
)
from core.panzer.movement import move as movement_move
from core.panzer.movement.mover import mover
from core.panzer.movement.reach_by_route import leads_on
from core.panzer.movement.step import yet_to_move
from core.panzer.pieces.movement import ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.step_end import end_of_step

RULE = "na:4.5.1.1a"
#: Rates that are picked before the first step; without one the move is Cross-Country.
_PICKED = (Rate.ROUTE, Rate.QUICKMARCH)
_NO_STEPS = ("done", *(rate.value for rate in _PICKED))
#: Keys of steps that name no hexside, and of turns by how far they go to the right.
_KEYS: Final = {
    StepKind.FORWARD: "f",
    StepKind.REVERSE: "r",
    StepKind.LEAVE_MAP: "x",
    StepKind.INTO_BUILDING_AHEAD: "b",
    StepKind.INTO_BUILDING: "i",
    StepKind.OUT_OF_BUILDING: "o",
}
_KEYS_OF_TURNS: Final = ("", ".", ">", "/", "<", ",")


def movement_kinds(state: PanzerState, side: SideId) -> Choices:
    """Which vehicle moves next, or the end of the step."""
    active = state.moves.active
    options = [
        Choice(
            f"move:{u.id}",
            state.name(u.id),
            "unit",
            u.hex,
            u.id,
            cost=u.command.value if u.command else "",
            refusal=None
            if active is None or active.unit == u.id
            else Refusal(f"{state.name(active.unit)} must complete its move first", RULE),
        )
        for u in yet_to_move(state, side)
    ]
    options.append(Choice("instructions", "Standing instructions ...", "order", key="I"))
    left = shared.stay_refusal(state, side)
    busy = Refusal(f"{state.name(active.unit)} must complete its move first", RULE) if active is not None else left
    options.append(end_of_step("End movement: the rest stays in place", busy))
    kind = "unit" if state.has(Switch.LEG_AND_TOWED) else "vehicle"
    prompt = f"{state.name(state.moves.active.unit)} is moving" if state.moves.active else f"Which {kind} moves?"
    return Choices(prompt, RULE, tuple(options))


def rate_of(state: PanzerState, partial: Partial) -> Rate:
    """The rate of the move that a partial describes."""
    if state.moves.active is not None:
        return state.moves.active.rate
    return next((rate for rate in _PICKED if rate.value in partial), Rate.CROSS_COUNTRY)


@frozen(eq=False, repr=False)
class Walk(Alike):
    """The state and the move as if the steps of a partial had been taken, those steps, the hexes entered, and what
    each step came to."""

    state: PanzerState
    move: ActiveMove
    steps: tuple[str, ...]
    path: tuple[Hex, ...]
    results: tuple[paying.StepResult, ...] = ()

    @property
    def unit(self) -> Unit:
        """The unit where it has come to."""
        return self.state.units[self.move.unit]

    @cached_property
    def left(self) -> int:
        """What is left of the allowance."""
        return movement_move.remaining(self.state, self.move)

    @cached_property
    def total(self) -> int:
        """The whole allowance."""
        return self.left + self.move.spent


def walk(state: PanzerState, partial: Partial) -> Walk:
    """Take the steps of a partial on a copy of the state, "to:HEX" spelled out. IllegalOrder if one is not possible."""
    picks = partial[1:]
    for other in (choices_search.PICK, choices_turret.FIRST):
        if other in picks:
            picks = picks[: picks.index(other)]
    picks = tuple(pick for pick in picks if not pick.startswith(choices_search.PUSH))
    steps = tuple(pick for pick in picks if pick not in _NO_STEPS)
    return _walked(state, UnitId(partial[0].removeprefix("move:")), rate_of(state, partial), steps)


@remembered
def _walked(state: PanzerState, unit: UnitId, rate: Rate, picks: tuple[str, ...]) -> Walk:
    """One pick after the other, so that a longer way goes on from a shorter one."""
    if not picks:
        begun = state.moves.active
        return Walk(state.copy(), begun if begun is not None else movement_move.begin(state, unit, rate), (), ())
    before, pick = _walked(state, unit, rate, picks[:-1]), picks[-1]
    scratch, active = before.state, before.move
    path, results = list(before.path), list(before.results)
    way: tuple[str, ...] = (pick,)
    if pick.startswith("to:"):
        way = reach.path_to(scratch, unit, active, rate, state.board.hex(pick.removeprefix("to:")), None)
    for step in way:
        result = movement_move.take_step(scratch, active, step)
        if result.hex is not None and result.hex != scratch.units[unit].hex:
            path.append(result.hex)
        scratch = movement_move.follow(scratch, result)
        active = result.move
        results.append(result)
    return Walk(scratch, active, (*before.steps, *way), tuple(path), tuple(results))


def move_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Which unit moves; the next step of a move begun: hexes in reach, single steps, turns, the end."""
    if not partial:
        return movement_kinds(state, side)
    if not partial[0].startswith("move:"):
        return Choices("Movement", RULE, complete=True)
    if "done" in partial:
        return Choices("The move is complete", RULE, complete=True)
    if choices_search.PICK in partial:
        return choices_search.search_choices(state, partial)
    if choices_turret.FIRST in partial:
        return choices_turret.first_choices(state, partial)
    if choices_search.pushed(partial):
        return Choices("It pushes with its whole allowance", pushing.RULE, complete=True)
    name = state.name(UnitId(partial[0].removeprefix("move:")))
    try:
        walked = walk(state, partial)
    except IllegalOrder as error:
        return Choices(f"{name}: {error.reason}", error.rule)
    if walked.unit.hex is None and walked.move.steps and MoveStep.read(walked.move.steps[-1]).leaves_map:
        return Choices(f"{name} leaves the map", "na:4.5.1.1.9", complete=True)
    return _go_on(state, partial, walked)


def _go_on(state: PanzerState, partial: Partial, walked: Walk) -> Choices:
    """What may be done next, on the way that a partial describes."""
    unit, rate, begun = walked.move.unit, rate_of(state, partial), bool(walked.steps)
    held = movement_move.stranded(walked.state, walked.move)
    over = movement_move.uncovered(walked.state, walked.move) if begun else None
    kept = shared.refusal(state, unit, rate, walked.results, True)
    lost = kept is not None and begun and shared.refusal(state, unit, rate, walked.results, False)
    stuck = held and len(partial) == 1 and state.moves.active is not None
    ends = walked.unit.hex is not None and not stuck
    refused = (movement_move.may_end_here(walked.state, walked.move) if ends else None) or over
    first = _at_first(state, unit) if len(partial) == 1 else []
    if not begun:
        first += choices_turret.first_option(state, state.units[unit])
    taken = len(partial) > 1 and partial[-1] not in _NO_STEPS
    return Choices(
        f"{state.name(unit)}: {walked.left} of {walked.total} left",
        RULE,
        (
            *first,
            *_next_steps(walked, rate, held),
            _end(walked, Refusal(refused.reason, refused.rule) if refused else kept),
            *_hexes_in_reach(state, walked, rate),
        ),
        complete=taken and over is None and not lost and not held,
    )


def _next_steps(walked: Walk, rate: Rate, held: bool) -> Iterator[Choice]:
    """Every step that a player might try, with why it is refused; held: it cannot drive on, whatever it does."""
    scratch, active = walked.state, walked.move
    for token, result in movement_move.legal_steps(scratch, active):
        if not held and not isinstance(result, IllegalOrder):
            result = movement_move.no_way_on(scratch, result) or result
        if rate is Rate.ROUTE and not isinstance(result, IllegalOrder):
            result = _dead_end(scratch, result) or result
        choice = _with_risk(walked, rate, _step_choice(token, result, walked.unit.facing, walked.total))
        yield _with_mines(walked, choice, (token,)) if choice.legal else choice


def _hexes_in_reach(state: PanzerState, walked: Walk, rate: Rate) -> Iterator[Choice]:
    """The hexes to which it can go from where it has come to."""
    if walked.unit.bogged_down(state.turn) or walked.unit.track_hit:
        return
    active = walked.move
    reached = reach.reachable(walked.state, active.unit, active, rate)
    near = shared.open_ends(state, active.unit, reached)
    for hex_, found in sorted(reached.items()):
        if hex_ != walked.unit.hex:
            # What a route earns is known only where it ends (na:4.5.1.1.5c).
            whole = active.spent + found.cost + found.left if rate is Rate.ROUTE else walked.total
            cost = _reach_cost(found.cost, found.left, whole)
            if near is not None and hex_ not in near:
                cost += ", no end: out of Command Range"
            way = Choice(f"to:{hex_}", f"go to {hex_}", "hex", hex_, cost=cost)
            yield _with_mines(walked, _with_risk(walked, rate, way, found.steps), found.steps)


def _end(walked: Walk, refusal: Refusal | None) -> Choice:
    """The end of the move where it has come to."""
    here = walked.unit.hex
    return Choice(
        "done",
        "End the move here" if here is not None else "Stay off the map",
        "done",
        here,
        cost=f"{walked.move.spent} of {walked.total} used",
        refusal=refusal,
        key="d",
        irreversible=True,
    )


def _dead_end(state: PanzerState, result: paying.StepResult) -> IllegalOrder | None:
    """Why a step leads nowhere: no way on along the route earns the allowance that it takes (na:4.5.1.1.5c)."""
    ahead = movement_move.follow(state, result)
    over = movement_move.uncovered(ahead, result.move)
    return over if over is not None and not leads_on(mover(ahead, result.move.unit), result.move) else None


def _reach_cost(cost: int, left: int, total: int) -> str:
    """What a hex in reach costs; more than there is takes the whole allowance."""
    return f"{cost} of {total}, {left} left" if cost <= total else f"{cost}, more than {total}: takes it all"


def _at_first(state: PanzerState, unit: UnitId) -> list[Choice]:
    """What is offered before the first step: the rate of the move, and a search in place of it."""
    options: list[Choice] = []
    if state.moves.active is None:
        afoot = foot.walks(state, state.units[unit])
        options.append(_quickmarch_choice(state, unit) if afoot else _route_choice(state, unit))
    there = state.units[unit]
    return [*options, *choices_search.search_option(state, there), *choices_search.push_options(state, there)]


def _quickmarch_choice(state: PanzerState, unit: UnitId) -> Choice:
    label, pick = "Quickmarch", Rate.QUICKMARCH.value
    try:
        active = movement_move.begin(state, unit, Rate.QUICKMARCH)
    except IllegalOrder as error:
        return Choice(pick, label, "option", refusal=Refusal(error.reason, error.rule), key="w")
    value = state.advanced.quickmarch[unit_grade(state, unit)]
    return Choice(
        pick,
        f"{label} ({movement_move.remaining(state, active)})",
        "option",
        cost=f"then Suppressed in {value} of 100",
        key="w",
    )


def _route_choice(state: PanzerState, unit: UnitId) -> Choice:
    try:
        active = movement_move.begin(state, unit, Rate.ROUTE)
    except IllegalOrder as error:
        return Choice("route", "Move at Path/Road rate", "option", refusal=Refusal(error.reason, error.rule), key="w")
    path, road = (movement_move.remaining(state, evolve(active, road=hexes)) for hexes in (0, 1))
    allowance = str(path) if path == road else f"Path {path}, Road {road}"
    return Choice("route", f"Move at Path/Road rate ({allowance})", "option", key="w")


def _step_choice(token: str, result: paying.StepResult | IllegalOrder, facing: int, total: int) -> Choice:
    step = MoveStep.read(token)
    label = step_label(step, facing)
    kind, key = "option", _KEYS.get(step.kind, "") if step.way is None else ""
    if step.kind is StepKind.TURN and step.facing is not None:
        kind, key = "facing", _KEYS_OF_TURNS[(step.facing - facing) % 6]
    if isinstance(result, IllegalOrder):
        return Choice(token, label, kind, refusal=Refusal(result.reason, result.rule), key=key)
    cost = f"cost {result.cost}, {result.move.spent} of {total} spent"
    return Choice(token, label, kind, result.hex if step.enters_hex else None, cost=cost, key=key)


def _with_bogging(walked: Walk, choice: Choice, steps: tuple[str, ...]) -> Choice:
    """Steps that leave difficult ground or move within it, with their chance to bog down first (or:7.29)."""
    risk = bogging_down.risk(walked.state, walked.move, steps)
    if not risk:
        return choice
    return evolve(choice, cost=f"{choice.cost}, bogs down first in {round(100 * risk)} of 100", irreversible=True)


def _with_mines(walked: Walk, choice: Choice, steps: tuple[str, ...]) -> Choice:
    """Steps into hexes with mines that everybody knows, with the chance that these do anything (or:7.31.2)."""
    state, active, spared = walked.state, walked.move, 1.0
    for step in steps if state.minefields.found else ():
        here = state.units[active.unit].hex
        result = movement_move.take_step(state, active, step)
        if result.hex is not None and result.hex != here:
            spared *= 1 - mines.danger(state, active.unit, result.hex, quick=active.rate is Rate.QUICKMARCH)
        state, active = movement_move.follow(state, result), result.move
    if spared == 1.0:
        return choice
    return evolve(choice, cost=f"{choice.cost}, mines hit in {round(100 * (1 - spared))} of 100", irreversible=True)


def _with_risk(walked: Walk, rate: Rate, choice: Choice, steps: tuple[str, ...] = ()) -> Choice:
    """A step that leads through the walls of a building, with its chance to do no harm (na:6.6.3); or such steps."""
    state, unit = walked.state, walked.move.unit
    moves = (step for step in steps or (choice.pick,) if MoveStep.read(step).kind is not StepKind.TURN)
    first = next(moves, "")
    gates = walls.gates(state, unit, first) if choice.legal and first else ()
    if choice.legal and first:
        choice = _with_bogging(walked, choice, steps or (choice.pick,))
    if not gates:
        return choice
    unharmed = prod(walls.risk(state, unit, gate.hex).unharmed for gate in gates)
    return evolve(choice, cost=f"{choice.cost}, unharmed in {round(100 * unharmed)} of 100", irreversible=True)


def step_label(step: MoveStep, facing: int) -> str:
    """A step in words."""
    if step.hex and step.facing is not None:
        return f"Enter the map in {step.hex} facing {DIRECTION_NAMES[step.facing]}"
    if step.facing is not None:
        side = ("stay", "right 1", "right 2", "about", "left 2", "left 1")[(step.facing - facing) % 6]
        return f"Turn to {DIRECTION_NAMES[step.facing]} ({side})"
    if step.way is not None and step.kind in _WAYS:
        return f"{_WAYS[step.kind]} {DIRECTION_NAMES[step.way]}"
    return _LABELS[step.kind]


_WAYS: Final = {
    StepKind.FORWARD: "Along the route to",
    StepKind.REVERSE: "Back along the route to",
    StepKind.ACROSS: "Go",
    StepKind.LEAVE_MAP: "Leave the map to the",
}
_LABELS: Final = {
    StepKind.FORWARD: "Forward",
    StepKind.REVERSE: "Reverse",
    StepKind.LEAVE_MAP: "Leave the map",
    StepKind.LEAVE_MAP_IN_REVERSE: "Leave the map in reverse",
    StepKind.INTO_BUILDING_AHEAD: "Forward into the building",
    StepKind.INTO_BUILDING: "Into the building",
    StepKind.OUT_OF_BUILDING: "Out into the alley",
    StepKind.UP: "Up one storey",
    StepKind.DOWN: "Down one storey",
}


def move_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a partial: complete with "done" or off the map, else it may be continued."""
    if choices_search.PICK in partial:
        return choices_search.search_order(partial)
    if choices_search.pushed(partial):
        return choices_search.push_order(partial)
    if choices_turret.FIRST in partial:
        return choices_turret.first_order(partial, rate_of(state, partial))
    steps = walk(state, partial).steps
    unit = UnitId(partial[0].removeprefix("move:"))
    return orders.Move(unit=unit, rate=rate_of(state, partial), steps=steps, end="done" in partial)


def with_others(state: PanzerState, side: SideId, kinds: Choices, others: Sequence[Choice]) -> Choices:
    """The menu of a Movement Step: the units that may move, what passengers and close combat add, and the rest."""
    if not others:
        return kinds
    moves = [o_ if o_.group or o_.kind != "unit" else evolve(o_, group="Move") for o_ in kinds.options]
    first, last = [o_ for o_ in moves if o_.kind == "unit"], [o_ for o_ in moves if o_.kind != "unit"]
    prompt = kinds.prompt if first else "Nobody has to move: passengers may still get down, or end the step"
    return evolve(kinds, prompt=prompt, options=(*first, *others, *last))
