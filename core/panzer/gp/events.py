"""What GP fire, suppression and bailing out bring about (na:5.10, na:5.15, na:6.5.4, na:6.8.3)."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.results import Cause, Result
from core.secrecy import ALL

#: What has befallen a vehicle whose passengers get out or are lost with it.
_OF_THE_LOST: Final = frozenset({Cause.KNOCKED_OUT.value, Cause.BREW_UP.value})


@event("gp-fire-resolved", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class GpFireResolved(Event):
    """One GP combat roll against a unit was resolved (na:6.5.4.4).

    shooter: the unit that fired or observed, None where there is none; weapon: its index in `armament`; range: in
    hexes; factor: GP Range Factor P to E; gp, defense: GP Factor and GP Defense Factor; type: A, P or S; n_effect,
    s_effect: the cell; net: Net Modifier; total: the modified result; second_damage: whether damage became a KO;
    shot: whether this is the target of an announced shot, which is done with it; small_arms, indirect: of the fire.
    """

    shooter: UnitId | None
    target: UnitId
    weapon: int
    overwatch: bool = False
    indirect: bool = False
    small_arms: bool = False
    shot: bool = False
    range: int
    factor: str
    gp: int
    defense: int
    type: str
    n_effect: int
    s_effect: int
    net: int
    total: int
    result: Result
    second_damage: bool = False
    target_hex: Hex


@event("terrain-attacked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class TerrainAttacked(Event):
    """Fire struck terrain; destroyed: whether both rolls were Effective (na:6.5.4.4.3c); small_arms: of the fire."""

    shooter: UnitId | None
    hex: Hex
    terrain: str
    gp: int
    defense: int
    n_effect: int
    s_effect: int
    net: int
    total: int
    destroyed: bool
    small_arms: bool = False


@event("unit-suppressed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class UnitSuppressed(Event):
    """A unit was Suppressed, for a cause in words, by a rule (na:5.10b)."""

    unit: UnitId
    cause: str
    rule: str


@event("unit-eliminated", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class UnitEliminated(Event):
    """A unit was removed, for a cause in words, by a rule (na:6.5.4.4.3d). wreck: it leaves one (min:16.7.4.2.16.1)."""

    unit: UnitId
    cause: str
    rule: str
    wreck: bool = False


@event("attached-weapon-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class AttachedWeaponChecked(Event):
    """A squad that was reduced rolled for one of its attached weapons (or:7.17).

    weapon: its place among those that the unit began with; total: the modified roll.
    """

    unit: UnitId
    weapon: int
    total: int
    destroyed: bool


@event("bail-out-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class BailOutChecked(Event):
    """A crew, or a passenger unit, rolled on the Bail Out Table (na:6.5.2.6).

    unit: the vehicle for its crew, else the passenger; cause, who: row and column of the table; value, at_least: the
    cell; total: the modified roll; out: whether it bailed out, or of a lost vehicle, got out alive; hex: where.
    """

    unit: UnitId
    vehicle: UnitId
    cause: str
    who: str
    value: int
    at_least: bool
    total: int
    out: bool
    hex: Hex | None

    @property
    def escape(self) -> bool:
        """Whether a passenger leaves a vehicle that is lost, or is lost with it (na:6.5.2.6.2b, min:16.1.6.1.2)."""
        return self.who != "Crew" and self.cause in _OF_THE_LOST


@event("vehicle-sunk", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class VehicleSunk(Event):
    """A vehicle afloat sank with all aboard, where it had been attacked; nobody bailed out (or:7.34)."""

    unit: UnitId
    aboard: tuple[UnitId, ...]
    hex: Hex | None


@event("smoke-fired", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class SmokeFired(Event):
    """A unit fired smoke into a hex by Direct Fire (na:6.1.4.3.10b); placed: not if it had run short (na:5.16.2.3).

    infantry: whether it made it in its own hex, which counts as Open (or:7.22.1); fires_on: whether it may still use
    its attached weapons.
    """

    unit: UnitId
    weapon: int
    hex: Hex
    placed: bool
    infantry: bool = False
    fires_on: bool = False
