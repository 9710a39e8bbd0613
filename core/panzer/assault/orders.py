"""The orders of Close Assault, Hand-to-Hand combat and Overrun (na:6.6.1, na:6.6.10)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import Rate, StepKind
from core.secrecy import ALL


@order("announce-assault", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AnnounceAssault(Order):
    """Announce all Close Assaults, or all Hand-to-Hand combats, on one target (na:6.6.1.1b, na:6.6.1.2b).

    attacks: one for each hex from which it is attacked, in the order in which they are resolved.
    """

    target: UnitId
    attacks: tuple[Attack, ...]


@order("attack-terrain", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AttackTerrain(Order):
    """Attack terrain with Engineers (or:7.19). hex, terrain: where and what; attack: who, and from which hex."""

    hex: Hex
    terrain: str
    attack: Attack


@order("choose-primary", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ChoosePrimary(Order):
    """Name the primary attacker anew, after losses (na:6.6.1.2.3c)."""

    unit: UnitId


@order("advance-after-assault", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AdvanceAfterAssault(Order):
    """Move attackers into the hex of the target that they have eliminated; none = all stay (na:6.6.1.1.3b)."""

    units: tuple[UnitId, ...] = ()


@order("dismount-attack", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class DismountAttack(Order):
    """Get a passenger out and attack a target next to it at once (na:6.6.1.1d, na:6.6.1.2d).

    hex: where it gets out; facing: how it faces then; rate: of the move of its vehicle, if this begins it; others: who
    gets out with it there and fights beside it, of the same vehicle, in the miniatures edition (min:16.10.1a).
    """

    unit: UnitId
    hex: Hex
    target: UnitId
    facing: int = 0
    rate: Rate = Rate.CROSS_COUNTRY
    others: tuple[UnitId, ...] = ()


@order("overrun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Overrun(Order):
    """Drive into the hex of a leg or towed unit and attack it there (na:6.6.10).

    step: the step of the move that leads into its hex, such as "F"; others: further vehicles that are announced to
    Overrun it too, which the first Overrun of a target does for all of them; rate: of the move, if this begins it.
    """

    unit: UnitId
    target: UnitId
    step: str = StepKind.FORWARD.value
    rate: Rate = Rate.CROSS_COUNTRY
    others: tuple[UnitId, ...] = ()
