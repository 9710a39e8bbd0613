"""What may happen to a tracked vehicle on its way into a building or out of one (na:6.6.3, na:6.6.3a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import UnitId
from core.hexes import Hex
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.losses import damage
from core.panzer.movement.events import BuildingEntryChecked
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.movement import MoveStep, StepKind
from core.panzer.pieces.results import DAMAGED, Result
from core.panzer.state import PanzerState
from core.tally import Tally

RULE: Final = "na:6.6.3"
#: What each point of the GP Defense Factor adds to the first roll (na:6.6.3).
_PER_POINT: Final = 5
#: Up to this roll(10) damage is to the turret, above it to the hull (na:6.6.3).
_TURRET: Final = 4
#: Steps that lead out of a building, if the vehicle is inside, and those that lead into one.
_OUT: Final = frozenset(
    {
        StepKind.FORWARD,
        StepKind.REVERSE,
        StepKind.LEAVE_MAP,
        StepKind.LEAVE_MAP_IN_REVERSE,
        StepKind.INTO_BUILDING_AHEAD,
        StepKind.OUT_OF_BUILDING,
    }
)
_INTO: Final = frozenset({StepKind.INTO_BUILDING, StepKind.INTO_BUILDING_AHEAD})


@frozen(eq=False, repr=False)
class Gate(Alike):
    """A way through the walls of a building: of which hex, in or out."""

    hex: Hex
    entering: bool


def gates(state: PanzerState, unit_id: UnitId, step: str) -> tuple[Gate, ...]:
    """The walls that a step of a vehicle leads through, from where it is: out of one building, into the next."""
    unit = state.units[unit_id]
    if unit.hex is None or not isinstance(state.card(unit_id), VehicleCard):
        return ()
    kind = MoveStep.read(step).kind
    found: tuple[Gate, ...] = ()
    if unit.inside and kind in _OUT:
        found = (Gate(unit.hex, False),)
    if kind in _INTO:
        found = (*found, Gate(unit.hex if kind is StepKind.INTO_BUILDING else unit.hex.neighbour(unit.facing), True))
    return found


def checked(
    state: PanzerState, unit_id: UnitId, hex_: Hex, dice: Dice, *, entering: bool = True
) -> BuildingEntryChecked:
    """Roll for a vehicle that goes into the building of a hex, or out of it, before it is through (na:6.6.3).

    After a Track hit it stays where it is: outside if entering, inside if not (na:6.6.3a). Damage to the hull halves
    what is left of its allowance; a second Damaged result is a Knock-Out (na:6.5.2.2.4). The second roll is read as it
    falls; only the hex edition rolls for turret or hull (min:9.7.3.2). Nobody bails out for it:
    only fire makes them (na:5.15a).
    """
    unit = state.units[unit_id]
    terrain = state.cell(hex_).terrain
    if terrain not in BUILDINGS:
        raise ValueError(f"there is no building in {hex_}")
    row = state.advanced.building_entry[terrain.partition("-")[0].capitalize()]
    way = "into" if entering else "out of"
    defense = state.vehicle(unit_id).gp_defense
    tally = Tally().add(f"GP Defense {defense}, times {_PER_POINT}", _PER_POINT * defense, RULE)
    rolls = [dice.roll("d100", f"{way} a building", RULE)]
    total = rolls[0].result + tally.total
    result, second = Result.UNHARMED, False
    if total <= row.hit:
        rolls.append(dice.roll("d100", "Track hit or Damage", RULE))
        if row.tracks(rolls[1].result):
            result = Result.TRACK
        else:
            second = unit.hurt
            if state.edition.damaged_parts:
                rolls.append(dice.roll("d10", "turret or hull", RULE))
                part = Result.TURRET if rolls[2].result <= _TURRET else Result.HULL
            else:
                part = Result.DAMAGED  # min:8.4.7.4
            result = Result.KNOCKED_OUT if second else part
    return BuildingEntryChecked(
        unit=unit_id,
        hex=hex_,
        terrain=terrain,
        entering=entering,
        hit=row.hit,
        total=total,
        result=result,
        second_damage=second,
        rolls=tuple(rolls),
        tally=tally.reasons,
    )


@frozen(eq=False, repr=False)
class Risk(Alike):
    """The chances of a way through a wall: unharmed, a Track hit, Damage (to the turret in 4 of 10)."""

    unharmed: float
    track: float
    damaged: float


def risk(state: PanzerState, unit_id: UnitId, hex_: Hex) -> Risk:
    """The exact chances of `checked`, for those who consider it."""
    row = state.advanced.building_entry[state.cell(hex_).terrain.partition("-")[0].capitalize()]
    harmed = max(0, row.hit - _PER_POINT * state.vehicle(unit_id).gp_defense) / 100
    return Risk(1 - harmed, harmed * row.track_chance, harmed * (1 - row.track_chance))


def through(state: PanzerState, unit_id: UnitId, gates: Sequence[Gate]) -> Iterator[tuple[PanzerState, float]]:
    """The state in which a vehicle comes through walls, one after the other, each with its chance.

    What they lack of 1 is the chance that it does not: a Track hit, or a second Damaged result (na:6.6.3a,
    na:6.5.2.2.4). The states are copies wherever it is damaged.
    """
    if not gates:
        yield state, 1.0
        return
    found = risk(state, unit_id, gates[0].hex)
    ways = [(state, found.unharmed)]
    if not state.units[unit_id].hurt and found.damaged:
        ways += [(_damaged(state, unit_id, part), found.damaged * share) for part, share in _parts(state)]
    for after, chance in ways:
        for beyond, share in through(after, unit_id, gates[1:]):
            yield beyond, chance * share


def _parts(state: PanzerState) -> tuple[tuple[Result, float], ...]:
    """What is damaged, with its share."""
    if not state.edition.damaged_parts:
        return ((Result.DAMAGED, 1.0),)
    return ((Result.TURRET, _TURRET / 10), (Result.HULL, 1 - _TURRET / 10))


def _damaged(state: PanzerState, unit_id: UnitId, part: Result) -> PanzerState:
    after = state.copy()
    damage(after, unit_id, DAMAGED[part])
    return after
