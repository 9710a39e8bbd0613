"""Aircraft bomb scatter: bombs dropped from a height under anti-aircraft fire may miss their target (or:7.26a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.dice import Dice
from core.event import Event
from core.hexes import distance
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.air.attacks import aim_of, struck_in
from core.panzer.air.events import BombScatterRolled
from core.panzer.air.patterns import pattern_hexes
from core.panzer.pieces.flights import AirStrike, Flight, Pattern
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

RULE: Final = "or:7.26a"


@frozen(eq=False, repr=False)
class ScatterTerms(Alike):
    """What decides whether bombs scatter: on roll(10) with the amount of the Unit Grade, limit or less."""

    limit: int
    grade: int
    far: int

    def scatters(self, roll: int) -> bool:
        """Whether they do on a roll(10); far: hexes then."""
        return roll + self.grade <= self.limit

    @property
    def chance(self) -> float:
        """The exact chance that they do."""
        return sum(self.scatters(roll) for roll in range(1, 11)) / 10


def scatter_terms(state: PanzerState, flight: Flight, pattern: Pattern) -> ScatterTerms | None:
    """How bombs that the aircraft drops now may scatter; None if they cannot.

    Level bombing alone, since a dive ends at Low Altitude (na:6.7.3.3, na:6.7.2.3.2). Fire at the aircraft counts that
    met it at most 5 hexes from where it drops its bombs, the worst result of it.
    """
    here, table = state.units[flight.unit].hex, state.advanced.bomb_scatter
    if not state.has(Switch.BOMB_SCATTER) or pattern is not Pattern.BOMBS or here is None:
        return None
    near = [effect for at, effect in flight.under_fire if distance(at, here) <= table["AA within hexes of the drop"]]
    if not near:
        return None
    result = "Suppressed or Damaged" if any(near) else "No Effect"
    return ScatterTerms(
        limit=table[f"AA {result}: scatters on at most"],
        grade=table[unit_grade(state, flight.unit).value],
        far=table[f"distance {flight.altitude.value}, hexes"],
    )


def scatter(state: PanzerState, flight: Flight, strike: AirStrike, terms: ScatterTerms, dice: Dice) -> Iterator[Event]:
    """Roll whether the bombs scatter, and which way; the pattern keeps the way in which the aircraft flies."""
    unit, aimed = state.units[flight.unit], strike.hexes[0]
    rolls = [dice.roll("d10", f"bomb scatter, {state.name(unit.id)}", RULE)]
    scattered, at, hexes = terms.scatters(rolls[0].result), aimed, strike.hexes
    if scattered:
        rolls.append(dice.roll("d6", "direction of the scatter", RULE))
        way = state.board.facing(aimed, rolls[1].result)
        origin = unit.hex or aimed
        for _ in range(terms.far):
            at, origin = at.neighbour(way), origin.neighbour(way)
        hexes = pattern_hexes(state, aim_of(flight, strike.pattern, unit, origin, at))
    yield BombScatterRolled(
        unit=unit.id,
        total=rolls[0].result + terms.grade,
        limit=terms.limit,
        scattered=scattered,
        impact=at,
        hexes=hexes,
        struck=struck_in(state, hexes, strike.target),
        rolls=tuple(rolls),
    )
