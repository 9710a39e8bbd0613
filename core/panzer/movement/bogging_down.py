"""Bogging down: vehicles that stick fast in difficult ground on their way out of it, or about in it (or:7.29).

It adds to what moving and searching cost in na:4.5.1.1 and na:6.6.9. Snow and mud make it worse (or:7.36.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import UnitId
from core.hexes import Hex
from core.panzer.ground.costs import WEATHER
from core.panzer.ground.water import afloat
from core.panzer.ground.weights import breaks_ice
from core.panzer.movement import move as movement_move
from core.panzer.movement.allowance import without_bonus
from core.panzer.movement.events import BoggingChecked
from core.panzer.movement.mover import mover
from core.panzer.movement.paying import StepResult
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.conditions import ICE, MUD, SNOW
from core.panzer.pieces.loads import needs_of
from core.panzer.pieces.movement import ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

RULE: Final = "or:7.29"
#: The modifier of snow and mud, for each point in tow; the highest value there is, 00.
_PER_POINT: Final = "snow or mud, per towed point of the passenger"
CERTAIN: Final = 100
#: Stands of trees, by the name of their line in the miniatures edition (min:5.5.1.24).
_WOODS: Final = "woods"
_TREES: Final = frozenset({"light-woods", "medium-grove", "light-grove"})
#: Steps that neither leave a hex nor move within it: turns, and coming onto the map.
_NO_ACT: Final = frozenset({StepKind.TURN, StepKind.ENTER_MAP})


@frozen(eq=False, repr=False)
class Bogging(Alike):
    """A vehicle in difficult ground as the modifiers of its roll see it."""

    state: PanzerState
    unit: UnitId


def _of_card(at: Bogging) -> Iterable[Reason]:
    amount = at.state.vehicle(at.unit).bog_modifier
    if amount:
        yield Reason("bog modifier of the vehicle", amount, RULE)


def _tows(at: Bogging) -> bool:
    return not at.state.edition.tows_by_capacity and bool(mover(at.state, at.unit).behind)


def _heavy_going(at: Bogging) -> Iterable[Reason]:
    """Snow and mud, for each point of the Towed capacity that its passengers need (or:7.36.3)."""
    hex_ = at.state.units[at.unit].hex
    under = at.state.cell(hex_).marks & {SNOW, MUD} if hex_ is not None else None
    if not under:
        return
    aboard = (u for u in at.state.carried if u.carrier == at.unit and u.presence is Presence.CARRIED)
    needs = (needs_of(at.state.card(u.id), u.size) for u in aboard)
    if towed := sum(room.towed for room in needs if room is not None):
        each = at.state.advanced.bogging[_PER_POINT]
        yield Reason(f"{towed} in tow through {' and '.join(sorted(under))}", each * towed, WEATHER)


#: What is added to the roll; in the miniatures edition the modifier of the vehicle alone (min:17.2.2.2).
MODIFIERS: Final[tuple[Line[Bogging], ...]] = (
    Varying(_of_card),
    Modifier("towing another unit", "towing", RULE, _tows),
    Varying(_heavy_going),
)


def bogging_tally(state: PanzerState, unit: UnitId) -> Tally:
    """What is added to the roll of a vehicle (or:7.29, min:17.2.2.2)."""
    return summed(MODIFIERS, Bogging(state, unit), state.advanced.bogging, state.scenario.switches)


def bogs_to(state: PanzerState, unit_id: UnitId, rate: Rate) -> int | None:
    """Up to which total a vehicle bogs down where it is; None where it cannot (or:7.29).

    Not on foot, not with the bonus of a Path or Road, not inside a building, not on a frozen stream that bears it, not
    afloat; in mud up to twice as much (or:7.36.3, or:7.32, or:7.34).
    """
    unit = state.units[unit_id]
    if not state.has(Switch.BOGGING_DOWN) or rate is Rate.ROUTE or unit.hex is None or unit.inside:
        return None
    card = state.card(unit_id)
    if not isinstance(card, VehicleCard):
        return None
    cell = state.cell(unit.hex)
    free = afloat(state, unit_id) or (ICE in cell.marks and not breaks_ice(state.scenario, card))
    value = None if free else state.advanced.bog.get(cell.terrain)
    if value is None or MUD not in cell.marks or state.edition.optional.mud_costs:
        return value
    return min(CERTAIN, 2 * value)


def is_act(step: str) -> bool:
    """Whether a step leaves a hex, or moves within it other than to turn (or:7.29, min:17.2.2.2.1)."""
    return MoveStep.read(step).kind not in _NO_ACT


def asked(state: PanzerState, move: ActiveMove, result: StepResult) -> bool:
    """Whether a step of a vehicle calls for a roll where it is: each that leaves a hex or moves within it (or:7.29).

    In the miniatures edition ground is not counted by hexes: who begins his move in a kind of it rolls before he moves
    off, who comes into it as he leaves it, and who is on a Path or Road is not in it (min:17.2.2.2.1).
    """
    if not is_act(result.step):
        return False
    if not state.edition.bogs_by_terrain:
        return True
    here = state.units[move.unit].hex
    if here is None or result.route is not None:
        return False
    if not move.trail:
        return True
    kind = _kind(state, here)
    stays = result.hex is not None and _kind(state, result.hex) == kind
    return not stays and any(at is None or _kind(state, at) != kind for at in (move.start, *move.trail))


def _kind(state: PanzerState, hex_: Hex) -> str:
    """The terrain of a hex: all stands of trees that bog vehicles are Woods (min:5.5.1.24)."""
    terrain = state.cell(hex_).terrain
    return _WOODS if terrain in _TREES else terrain


def chance(state: PanzerState, unit: UnitId, rate: Rate) -> float:
    """The exact chance of a vehicle to bog down by its next act where it is."""
    value = bogs_to(state, unit, rate)
    return 0.0 if value is None else max(0, min(100, value - bogging_tally(state, unit).total)) / 100


def rate_of(state: PanzerState, move: ActiveMove) -> Rate:
    """The rate at which a vehicle moves: across country too if it goes along a Path or Road without the bonus of it,
    which something on its way denies it, or very limited visibility (or:7.29, na:4.5.1.1.5d, or:7.36.2)."""
    if move.rate is not Rate.ROUTE or state.edition.bogs_by_terrain:
        return move.rate
    denied = without_bonus(state) or mover(state, move.unit).denied(move)
    return Rate.CROSS_COUNTRY if denied else move.rate


def risk(state: PanzerState, move: ActiveMove, steps: Iterable[str]) -> float:
    """The exact chance of a vehicle to bog down by the first act of some steps."""
    if not chance(state, move.unit, Rate.CROSS_COUNTRY):
        return 0.0
    for step in steps:
        result = movement_move.take_step(state, move, step)
        if is_act(step):
            return chance(state, move.unit, rate_of(state, result.move)) if asked(state, move, result) else 0.0
        state, move = movement_move.follow(state, result), result.move
    return 0.0


def checked(state: PanzerState, unit_id: UnitId, value: int, dice: Dice) -> BoggingChecked:
    """Roll for a vehicle before it acts; a total below 1 is within the range too (or:7.29)."""
    tally = bogging_tally(state, unit_id)
    roll = dice.roll("d100", "bogging down", RULE)
    total = roll.result + tally.total
    return BoggingChecked(
        unit=unit_id, value=value, total=total, bogged=total <= value, rolls=(roll,), tally=tally.reasons
    )
