"""Where mines may lie, which of them attack a unit, and what they do to it (or:7.31, na:6.1.4.3.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.pieces.cards import LegCard, UnitCard, VehicleCard
from core.panzer.pieces.minefields import MinedHex, Minefield, MinefieldEffects, MineType
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.works import WorkKind, in_hex
from core.panzer.state import PanzerState

#: Ground that takes no mines, besides buildings (min:20.6.1).
WET_OR_DUG: Final = frozenset({"bridge", "ditch", "ford", "stream", "water"})
#: The same, besides their rubble too (or:7.31.1).
FREE_GROUND: Final = WET_OR_DUG | {"alley", "gully", "shell-hole"}
_FREE_WORKS: Final = (WorkKind.DITCH, WorkKind.IMPROVED)
#: What is added to the roll against a leg unit on Quickmarch (or:7.31.2.2).
QUICK: Final = -20


def may_be_mined(state: PanzerState, hex_: Hex) -> bool:
    """Whether the ground of a hex, as it was before the game, takes mines (or:7.31.1, min:20.6.1)."""
    terrain, works = state.scenario.board.cells[hex_].terrain, state.scenario.works
    if terrain in BUILDINGS or in_hex(works, hex_, *_FREE_WORKS):
        return False
    if state.edition.optional.minefields_plotted:
        return terrain not in WET_OR_DUG
    return terrain not in FREE_GROUND and not terrain.startswith("rubble") and not in_hex(works, hex_, WorkKind.RUBBLE)


def type_against(card: UnitCard) -> MineType:
    """The mines that a unit sets off: vehicles those against vehicles, all others those against personnel (or:7.31)."""
    return MineType.VEHICULAR if isinstance(card, VehicleCard) else MineType.PERSONNEL


def undiscovered(state: PanzerState, granted: Minefield, type_: MineType) -> bool:
    """Whether a minefield may have more mines of a type, for all that everybody knows."""
    found = sum(m.field == granted.id and type_ in m.types for m in state.minefields.found)
    return type_ in granted.types and found < granted.size


def may_lie_hidden(state: PanzerState, owner: SideId, hex_: Hex, type_: MineType) -> bool:
    """Whether a side may have hidden mines of a type in a hex, for all that everybody knows."""
    if (owner, hex_, type_) in state.minefields.free or not may_be_mined(state, hex_):
        return False
    return any(m.may_cover(hex_) and undiscovered(state, m, type_) for m in state.scenario.minefields_of(owner))


def visible(state: PanzerState, unit: UnitId, hex_: Hex) -> tuple[MinedHex, ...]:
    """The mines in a hex that everybody knows and that attack a unit: those of its enemy (or:7.31.2)."""
    type_, side = type_against(state.card(unit)), state.units[unit].side
    return tuple(m for m in state.minefields.in_force(hex_, type_) if m.side != side)


def hidden(state: PanzerState, unit: UnitId, hex_: Hex) -> tuple[MinedHex, ...]:
    """The mines in a hex that only their owner knows and that attack a unit of his enemy (or:7.31.2)."""
    type_, side = type_against(state.card(unit)), state.units[unit].side
    return tuple(m for m in state.minefields.laid if m.hex == hex_ and type_ in m.types and m.side != side)


# -- what they do ----------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Harm(Alike):
    """The Minefield Effects Table as it is read for one unit: the highest totals of each result, 0 = none.

    modifier: what is added to the roll.
    """

    damage: int = 0
    track: int = 0
    effective: int = 0
    modifier: int = 0

    def result(self, roll: int, unit_hurt: bool, full_squad: bool, part: Result = Result.HULL) -> Result:
        """What a roll does. unit_hurt: whether a second Damage destroys it (na:6.5.2.2.4); full_squad: whether there
        is a squad to be reduced; part: what Damage is to, the hull or the whole vehicle (min:20.6.2.1)."""
        total = roll + self.modifier
        if self.damage and total <= self.damage:
            return Result.KNOCKED_OUT if unit_hurt else part
        if self.track and total <= self.track:
            return Result.TRACK
        if total <= self.effective:
            return Result.REDUCED if full_squad else Result.ELIMINATED
        return Result.NO_EFFECT

    @property
    def chance(self) -> float:
        """The chance that it does anything."""
        most = max(self.damage, self.track, self.effective)
        return max(0, min(100, most - self.modifier)) / 100 if most else 0.0


def harm(effects: Mapping[WorkKind, MinefieldEffects], card: UnitCard, kind: WorkKind, *, quick: bool = False) -> Harm:
    """What mines of a kind do to a unit (or:7.31.2.1, or:7.31.2.2)."""
    if isinstance(card, VehicleCard):
        damage, track = effects[kind].against(card.gp_defense)
        return Harm(damage=damage, track=track)
    return Harm(effective=effects[kind].effective, modifier=QUICK if quick and isinstance(card, LegCard) else 0)


def counts_within(state: PanzerState) -> bool:
    """Whether mines attack who moves within their hex (or:7.31.2); not in the miniatures edition (min:20.6.2)."""
    return state.edition.optional.mine_stretch == 1


def danger(state: PanzerState, unit: UnitId, hex_: Hex, *, quick: bool = False) -> float:
    """The exact chance that the known mines of a hex do anything to a unit that comes into it with its next step."""
    spared = 1.0
    if state.has(Switch.MINES):
        passed = state.minefields.passed(unit)
        for mined in visible(state, unit, hex_):
            if mined.field in passed:
                continue
            spared *= 1 - harm(state.advanced.minefields, state.card(unit), mined.kind, quick=quick).chance
    return 1 - spared
