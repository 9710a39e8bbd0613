"""Kinds of shots: what any of them must be able to say, whatever decides it (na:4.4.3, na:6.5.2, na:6.5.4).

A kind is a module with these functions: `ap.basic_kind`, `ap.advanced_kind`, `gp.kind`. Which one a shot is of is said
by `direct_fire.shots.kind_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, UnitId
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row

#: What shots may come to: in words, with their chances.
Outcomes = tuple[tuple[str, float], ...]


@frozen(eq=False, repr=False)
class Prospect(Alike):
    """What a shot promises: the chance that it harms its target at all, and that it puts it out of action."""

    harm: float
    kill: float


@frozen(eq=False, repr=False)
class Spared(Alike):
    """What several shots leave of their target: the chance that none harms it, and that it is not out of action."""

    untouched: float
    left: float


class ShotKind(Protocol):
    """A kind of shot.

    Chances are exact, by the real resolution. overwatch: the shot is Overwatch Fire.
    """

    def possible(self, state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[Shot, ...]:
        """Every weapon and ammunition with which a unit may fire at a target now."""

    def reaching(self, state: PanzerState, shooter: UnitId, target: UnitId) -> tuple[Shot, ...]:
        """As `possible`, by weapons, places and facings alone, whoever has spotted or fired (na:4.2.1e)."""

    def has_weapon(self, state: PanzerState, unit: UnitId) -> bool:
        """Whether a unit has anything to fire such a shot with (na:4.2.1e)."""

    def refusal(self, state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
        """Why a shot is not allowed now; None if it is."""

    def resolve(self, state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
        """Resolve the first announced shot, or ask what must be known before."""

    def chance(self, state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
        """The chance that a shot harms its target; of a GP shot, that it has any effect."""

    def prospect(self, state: PanzerState, shot: Shot, *, overwatch: bool) -> Prospect:
        """What a shot promises."""

    def spared(self, state: PanzerState, shots: Sequence[Shot], *, overwatch: bool) -> Spared:
        """The chances that several shots at one target spare it."""

    def label(self, state: PanzerState, shot: Shot, *, overwatch: bool) -> str:
        """A shot in a menu: who, with what, at which range, and the number it needs."""

    def rows(self, state: PanzerState, shot: Shot, *, overwatch: bool) -> list[Row]:
        """A shot in the odds panel, among shots of other kinds."""

    def report(self, state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
        """The odds panel of an order whose shots are all of this kind."""


class ApKind(ShotKind, Protocol):
    """A kind of AP shots, of one game or the other."""

    def beside(
        self, state: PanzerState, target: Unit, shots: Sequence[Shot], *, overwatch: bool
    ) -> tuple[list[Row], Outcomes]:
        """What the shots at a target may come to, told beside GP fire at it; shots: none or more."""


def title(state: PanzerState, shots: Sequence[Shot]) -> str:
    """The heading of the odds panel: how many shots, at whom."""
    count = f"{len(shots)} shots" if len(shots) > 1 else "one shot"
    return f"{count} at {state.name(shots[0].target)}"


def with_chance(label: str, chance: float) -> str:
    """A shot as in a menu, with the chance that it does anything, in percent."""
    return f"{label}: {round(100 * chance)}%"
