"""Building Overruns and Dismount Attacks within the Movement Step (na:6.6.10, na:6.6.1.1d, na:6.6.1.2d)."""

from __future__ import annotations

from functools import partial as later
from typing import Final

from core.choice import Chance, Choice, Choices, Later, Partial, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, direction_between
from core.order import Order
from core.panzer.assault import dismount_attack, overrun, overrunning, who
from core.panzer.assault.odds import assault_odds
from core.panzer.assault.orders import DismountAttack, Overrun
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import MoveStep, Rate, StepKind
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.panzer.transport import mounting
from core.panzer.transport.room import carried, on_the_move

KINDS = ("overrun", "dismount-attack")
#: How a pick of a facing begins.
_FACING: Final = "facing:"
_STEPS: Final = {
    StepKind.FORWARD: "ahead",
    StepKind.REVERSE: "in reverse",
    StepKind.INTO_BUILDING_AHEAD: "into the building ahead",
    StepKind.INTO_BUILDING: "into the building",
}


def options(state: PanzerState, side: SideId) -> list[Choice]:
    """For each vehicle that stands next to somebody whom it may Overrun, and each passenger that may attack: an entry.

    While a vehicle is moving, for it and its passengers alone.
    """
    if state.moves.plan:
        return []
    found: list[Choice] = []
    for unit in state.of(side):
        if state.moves.active is not None and state.moves.active.unit != unit.id:
            continue
        targets = overrun.possible_targets(state, unit)
        if targets:
            found.append(_vehicle(state, unit, targets))
    for unit in dismount_attack.riders(state, side):
        carrier = state.units[unit.carrier] if unit.carrier is not None else unit
        label = f"{state.name(unit.id)}: Dismount Attack ..."
        found.append(Choice(f"dismount-attack:{unit.id}", label, "order", carrier.hex, unit.id, group="Assault"))
    return found


def _vehicle(state: PanzerState, unit: Unit, targets: tuple[UnitId, ...]) -> Choice:
    """One vehicle; refused if it cannot drive at any of its targets as it stands."""
    ahead = [target for target in targets if overrunning.ways_to(state, unit.id, target)]
    return Choice(
        f"overrun:{unit.id}",
        f"{state.name(unit.id)}: Overrun ...",
        "order",
        unit.hex,
        unit.id,
        odds=Later(later(_most_harm, state, unit.id, tuple(ahead))),
        refusal=None if ahead else _no_step(state, unit.id, targets[0]),
        group="Overrun",
    )


def _harm(state: PanzerState, unit: UnitId, target: UnitId, way: tuple[Rate, str] | None = None) -> Chance:
    odds = overrun.overrun_odds(state, unit, target, overrunning.bogs_first(state, unit, target, way))
    return Chance(odds.get(Result.ELIMINATED, 0.0), 1 - odds.get(Result.NO_EFFECT, 0.0))


def _most_harm(state: PanzerState, unit: UnitId, targets: tuple[UnitId, ...]) -> Chance | None:
    found = (_harm(state, unit, target) for target in targets)
    return max(found, key=lambda chance: (chance.kill, chance.effect), default=None)


def _kill(state: PanzerState, target: UnitId, unit: UnitId, hex_: Hex, others: tuple[UnitId, ...] = ()) -> Chance:
    odds = assault_odds(state, target, (Attack(unit, others, hex_),), dismount=True)
    return Chance(odds.kill, odds.harm)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The next pick of an order begun."""
    kind, _, unit = partial[0].partition(":")
    if kind == "overrun":
        return _overrun(state, side, UnitId(unit), partial[1:])
    return _dismount(state, UnitId(unit), partial[1:])


def _overrun(state: PanzerState, side: SideId, unit: UnitId, picks: Partial) -> Choices:
    name = state.name(unit)
    if not picks:
        return Choices(
            f"{name}: Overrun whom?",
            overrun.RULE,
            tuple(
                Choice(
                    target,
                    state.name(target),
                    "unit",
                    state.units[target].hex,
                    target,
                    odds=Later(later(_harm, state, unit, target)),
                    refusal=None if overrunning.ways_to(state, unit, target) else _no_step(state, unit, target),
                    irreversible=True,
                )
                for target in overrun.possible_targets(state, state.units[unit])
            ),
        )
    target = UnitId(picks[0])
    ways = _ways(state, unit, target)
    if len(picks) == 1 and len(ways) > 1:
        return Choices(
            f"{name} Overruns {state.name(target)}: how does it go in?",
            overrun.RULE,
            tuple(
                Choice(
                    pick,
                    _way_in(*way),
                    "option",
                    odds=Later(later(_harm, state, unit, target, way)),
                    irreversible=True,
                )
                for pick, way in ways.items()
            ),
        )
    taken = frozenset(_with(picks))
    more = tuple(
        Choice(f"with:{other}", f"{state.name(other)} will Overrun it too", "unit", state.units[other].hex, other)
        for other in overrun.announceable(state, side, target, unit)
        if other not in taken
    )
    return Choices(
        f"{name} Overruns {state.name(target)}. Announce further vehicles, or go",
        overrun.RULE,
        more,
        complete=True,
        confirm=True,
    )


def _ways(state: PanzerState, unit: UnitId, target: UnitId) -> dict[str, tuple[Rate, str]]:
    """The ways to a target, by their picks; a move that goes on keeps its rate, which no pick names."""
    ways = overrunning.ways_to(state, unit, target)
    begun = state.moves.of(unit) is not None
    return {
        step if begun or rate is Rate.CROSS_COUNTRY else f"{rate.value}:{step}": (rate, step) for rate, step in ways
    }


def way_picked(state: PanzerState, unit: UnitId, picks: Partial) -> tuple[Rate, str] | None:
    """The way by which a vehicle Overruns the target that is the first of the picks, the first one if none is picked;
    None if there is none."""
    ways = _ways(state, unit, UnitId(picks[0]))
    return next((ways[pick] for pick in picks[1:] if pick in ways), next(iter(ways.values()), None))


def _way_in(rate: Rate, step: str) -> str:
    """A way into the hex of a target in words."""
    taken = MoveStep.read(step)
    words = _STEPS[taken.kind] if taken.way is None else f"{_STEPS[taken.kind]} to {DIRECTION_NAMES[taken.way]}"
    return words if rate is Rate.CROSS_COUNTRY else f"{words}, at {rate.words} rate"


def _no_step(state: PanzerState, unit: UnitId, target: UnitId) -> Refusal | None:
    """Why it cannot drive at a target as it stands: it has to turn first, or the ground is closed."""
    return overrunning.step_refusal(state, Overrun(unit=unit, target=target))


def _dismount(state: PanzerState, unit: UnitId, picks: Partial) -> Choices:
    passenger, name = state.units[unit], state.name(unit)
    able = dismount_attack.possible(state, passenger)
    if not picks:
        return Choices(
            f"{name}: attack whom?",
            "na:6.6.1.1d",
            tuple(
                Choice(
                    target,
                    f"{who.what(state, target)}: {state.name(target)}",
                    "unit",
                    state.units[target].hex,
                    target,
                    odds=Later(later(_kill, state, target, unit, hexes[0])),
                )
                for target, hexes in able.items()
            ),
        )
    target = UnitId(picks[0])
    by = who.rule(state, target, "d")
    if len(picks) == 1:
        return Choices(
            f"{name} attacks {state.name(target)}: it gets out in which hex?",
            by,
            tuple(
                Choice(
                    h.id,
                    h.id,
                    "hex",
                    h,
                    odds=Later(later(_kill, state, target, unit, h)),
                    irreversible=True,
                )
                for h in able.get(target, ())
            ),
        )
    prompt = f"{name} gets out in {picks[1]} and attacks {state.name(target)}"
    rates = _rates(state, unit)
    if len(rates) > 1 and _rate_of(picks) is None:
        vehicle = carried(state, unit) or unit
        return Choices(
            f"{prompt}: at which rate does {state.name(vehicle)} move?",
            "na:4.5.1.1.5b",
            tuple(Choice(rate.value, rate.value, "option") for rate in rates),
        )
    facings = _facings(state, picks)
    if _with(picks):
        return Choices(f"{prompt}, with {state.name(_with(picks)[0])}", by, facings, complete=True, confirm=True)
    hex_ = state.board.hex(picks[1])
    more = tuple(
        Choice(
            f"with:{other}",
            f"{state.name(other)} gets out too and fights beside it",
            "unit",
            hex_,
            other,
            odds=Later(later(_kill, state, target, unit, hex_, (other,))),
        )
        for other in dismount_attack.partners(state, unit, target, hex_, _rate_of(picks) or rates[0])
    )
    asked = f"{prompt}. Name who fights beside it, or go" if more else prompt
    return Choices(asked, by, (*more, *facings), True, confirm=True)


def _facings(state: PanzerState, picks: Partial) -> tuple[Choice, ...]:
    """To which hexside it may face instead of its target; none once that is said (na:6.6.7.1.1b)."""
    if any(pick.startswith(_FACING) for pick in picks):
        return ()
    hex_, towards = state.board.hex(picks[1]), _towards(state, picks)
    return tuple(
        Choice(f"{_FACING}{at}", f"facing {name}, not {DIRECTION_NAMES[towards]}", "facing", hex_)
        for at, name in enumerate(DIRECTION_NAMES)
        if at != towards
    )


def _towards(state: PanzerState, picks: Partial) -> int:
    """The facing of who gets out: the one picked, else that towards its target."""
    there = state.units[UnitId(picks[0])].hex
    told = next((int(pick.removeprefix(_FACING)) for pick in picks if pick.startswith(_FACING)), None)
    if told is not None or there is None:
        return told or 0
    return direction_between(state.board.hex(picks[1]), there) or 0


def _with(picks: Partial) -> tuple[UnitId, ...]:
    """Who else was named to take part."""
    return tuple(UnitId(pick.removeprefix("with:")) for pick in picks if pick.startswith("with:"))


def dismounting(state: PanzerState, partial: Partial) -> Attack | None:
    """The Dismount Attack of these picks; None as long as it is not told where it gets out."""
    if len(partial) < 3:
        return None
    return Attack(UnitId(partial[0].partition(":")[2]), _with(partial[3:]), state.board.hex(partial[2]))


def _rates(state: PanzerState, unit: UnitId) -> tuple[Rate, ...]:
    """The rates at which the vehicle of a passenger could begin its move with this; one where nothing is to choose."""
    vehicle = carried(state, unit)
    if vehicle is None or state.moves.active is not None or not on_the_move(state, state.units[vehicle]):
        return (Rate.CROSS_COUNTRY,)
    able = (rate for rate in (Rate.CROSS_COUNTRY, Rate.ROUTE) if mounting.dismount_refusal(state, unit, rate) is None)
    return tuple(able) or (Rate.CROSS_COUNTRY,)


def _rate_of(picks: Partial) -> Rate | None:
    """The rate that was picked."""
    return next((rate for rate in (Rate.CROSS_COUNTRY, Rate.ROUTE) if rate.value in picks), None)


def order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial; None if it is not complete."""
    kind, _, unit = partial[0].partition(":")
    picks = partial[1:]
    if kind == "overrun" and picks:
        picked = way_picked(state, UnitId(unit), picks)
        rate, step = picked or (Rate.CROSS_COUNTRY, StepKind.FORWARD.value)
        return Overrun(unit=UnitId(unit), target=UnitId(picks[0]), step=step, rate=rate, others=_with(picks))
    if kind == "dismount-attack" and len(picks) > 1:
        return DismountAttack(
            unit=UnitId(unit),
            hex=state.board.hex(picks[1]),
            target=UnitId(picks[0]),
            facing=_towards(state, picks),
            rate=_rate_of(picks) or _rates(state, UnitId(unit))[0],
            others=_with(picks),
        )
    return None
