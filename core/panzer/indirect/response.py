"""Fire Response: whether a called unit fires at all (na:6.5.1.12, na:6.5.1.12.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance, line
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.firing.hindrances import occurrences
from core.panzer.indirect.observers import attachment, command_recon, observer_row, spotted_in, where
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import AircraftCard
from core.panzer.pieces.missions import Aim
from core.panzer.pieces.modules import Module
from core.panzer.sight.spotting import size_column, spots
from core.panzer.state import PanzerState
from core.tally import Tally

#: How near a spotted friendly unit must be for Danger Close (na:6.5.1.10).
DANGER = 5
_HINDERS = ("brew-up-smoke", "smoke", "barrage", "on-fire")
_WORDS = {"brew-up-smoke": "Brew-Up Smoke", "on-fire": "Fire"}
_GRADE_RULE = "na:6.5.1.12.1j"


@frozen
class ResponseTerms:
    """All that decides a response roll before its die. row: of the table; factor: Fire Response Factor."""

    row: str
    attachment: Attachment
    factor: int
    tally: Tally

    def responds(self, roll: int) -> bool:
        """Whether a unit responds on a roll(10); never on an unmodified 1 (na:6.5.1.12a)."""
        return roll != 1 and roll + self.tally.total >= self.factor

    @property
    def chance(self) -> float:
        """The exact chance that it responds where it was called to."""
        return sum(self.responds(roll) for roll in range(1, 11)) / 10


def response_terms(
    state: PanzerState, observer: UnitId, source: UnitId, aim: Aim, *, already: bool = False
) -> ResponseTerms:
    """What decides whether a unit responds to an observer; already: it fires in the mission that is adjusted.

    Factor by observer and Attachment Level (na:6.5.1.12), all modifiers added up (na:6.5.1.12.1). The firing unit's
    own grade does not matter (na:6.5.1.7a). ValueError if the observer may not call fire.
    """
    row = observer_row(state, observer)
    if row is None:
        raise ValueError(f"{observer} calls no fire")
    level = attachment(state, observer, source)
    return ResponseTerms(row, level, state.advanced.response[row][level], _tally(state, observer, source, aim, already))


def _tally(state: PanzerState, observer: UnitId, source: UnitId, aim: Aim, already: bool) -> Tally:
    """(na:6.5.1.12.1a to na:6.5.1.12.1e)."""
    values, unit = state.advanced.response_modifiers, state.units[observer]
    tally = Tally()
    if registered(state, source, aim.hex):
        tally = tally.add("Pre-Registered Point", values["pre-registered"], "na:6.5.1.12.1a")
    if command_recon(state, observer):
        tally = tally.add("Command Recon observer", values["command-recon"], "na:6.5.1.12.1b")
    if already:
        tally = tally.add("adjusted fire", values["adjusted"], "na:6.5.1.12.1c")
    if unit.suppressed:
        tally = tally.add("observer Suppressed", values["suppressed"], "na:6.5.1.12.1d")
    if unit.hurt:  # any DMGD counter
        tally = tally.add("observer Damaged", values["damaged"], "na:6.5.1.12.1e")
    tally = _sight(state, tally, observer, aim.hex)
    grade = unit_grade(state, observer)
    return tally.add(f"{grade.value} observer", values[f"grade-{grade.value.casefold()}"], _GRADE_RULE)


def _sight(state: PanzerState, tally: Tally, observer: UnitId, target: Hex) -> Tally:
    """What hinders the observer, and Heat Haze (na:6.5.1.12.1f, na:6.5.1.12.1g).

    Each unique occurrence that his line meets counts, of any and all types, those in one hex too: na:5.11 speaks of
    combat modifiers.
    """
    origin = where(state, observer)
    if origin is None:
        return tally
    values = state.advanced.response_modifiers
    met = tuple(hex_ for step in line(origin, target) for hex_ in step.hexes)
    for occurrence in occurrences(state):
        at = next((hex_ for hex_ in met if hex_ in occurrence.hexes), None)
        if at is not None and occurrence.kind.startswith(_HINDERS):
            name = _WORDS.get(occurrence.kind) or occurrence.kind.partition("-")[0].capitalize()
            tally = tally.add(f"hindered, {name} in {at}", values["hindered"], "na:6.5.1.12.1f")
    if state.has(Module.HEAT_HAZE):
        sizes = [size_column(state, unit) for unit in spotted_in(state, observer, target)]
        # The Target Point is placed on the unit that suffers least of it.
        reach = max((state.advanced.heat_haze[size] for size in sizes), default=0)
        if distance(origin, target) >= reach:
            tally = tally.add("Heat Haze", values["heat-haze"], "na:6.5.1.12.1g")
    return tally


def registered(state: PanzerState, source: UnitId, hex_: Hex) -> bool:
    """Whether a hex is a Pre-Registered Point of this battery; of others there is no benefit (na:6.5.1.4)."""
    return any(p.hex == hex_ and source in p.batteries for p in state.indirect.points)


# -- Danger Close ----------------------------------------------------------------------------------


def endangered(state: PanzerState, side: SideId, hex_: Hex) -> tuple[UnitId, ...]:
    """The friendly units within 5 hexes of a Target Point that the enemy spots (na:6.5.1.10, na:6.5.1.12a)."""
    enemy = state.scenario.enemy(side)
    eyes = [u.id for u in state.units.values() if u.side == enemy]
    near = (
        u.id
        for u in state.of(side)
        if u.hex is not None and not u.bailed_out and distance(u.hex, hex_) <= DANGER and _on_ground(state, u.id)
    )
    return tuple(unit for unit in near if any(spots(state, eye, unit) for eye in eyes))


def _on_ground(state: PanzerState, unit: UnitId) -> bool:
    return not isinstance(state.card(unit), AircraftCard)
