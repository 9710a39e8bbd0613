"""Who may fire at a hex: range, line of sight, spotting in woods and towns, and indirect fire (pb:PB-SPOT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.panzerblitz.ground.terrain import hides
from core.panzerblitz.pieces.options import EXPERIMENTAL_INDIRECT_FIRE, INDIRECT_FIRE
from core.panzerblitz.pieces.reference import Kind, WeaponClass
from core.panzerblitz.pieces.situation import Special
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.sight.line_of_sight import line_of_sight, sees
from core.panzerblitz.state import BlitzState
from core.remembered import Looked, remembered_where

_NOWHERE: Final[frozenset[Hex] | None] = frozenset()
_UNSPOTTED: Final = Refusal("nobody next to it has spotted it in there", "pb:PB-SPOT-1")


def spotters(state: BlitzState, side: SideId, hex_: Hex) -> Iterator[Unit]:
    """Units of a side that spot what is in a hex: adjacent or in it, not dispersed (pb:PB-SPOT-A, pb:PB-SPOT-C).

    They need not fire, and spot any number of units (pb:PB-SPOT-B, pb:PB-SPOT-D).
    """
    for near in (hex_, *hex_.neighbours()):
        for unit in state.loose(near):
            if unit.side == side and not unit.dispersed:
                yield unit


def spotted(state: BlitzState, side: SideId, hex_: Hex) -> bool:
    """Whether units in a hex may be fired at as far as spotting goes (pb:PB-SPOT-1)."""
    return not hides(state.cell(hex_)) or any(True for _ in spotters(state, side, hex_))


def directs_fire(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit does the work of a command post for indirect fire (pb:PB-OPT-IF-A, pb:PB-EXP-EIF-1)."""
    if unit.dispersed or unit.carrier is not None or unit.hex is None:
        return False
    type_ = state.type(unit.id)
    if type_.kind is Kind.COMMAND_POST:
        return True
    if not state.has(EXPERIMENTAL_INDIRECT_FIRE):
        return False
    return state.nation(unit.side) == "German" or type_.name == "Guards"


def _may_direct(state: BlitzState, post: Unit, attacker: UnitId) -> bool:
    """Whether a command post may direct this unit; one Situation limits the Russian ones to their heavy mortars."""
    if Special.MORTAR_SPOTTERS not in state.situation.specials or state.nation(post.side) != "Russian":
        return True
    type_ = state.type(attacker)
    here, there = post.hex, state.units[attacker].hex
    if type_.kind is not Kind.MORTAR or not type_.name.startswith("120"):
        return False
    return here is not None and there is not None and distance(here, there) <= state.situation.figure("spotter-range")


def director(state: BlitzState, attacker: UnitId, hex_: Hex) -> Unit | None:
    """The unit that directs indirect fire at a hex; it sees the target, or the unit that spots it in woods or town.

    pb:PB-OPT-IF-A, pb:PB-OPT-IF-B, pb:PB-OPT-IF-C.
    """
    side = state.units[attacker].side
    hidden = hides(state.cell(hex_))
    reporting = [u.hex for u in spotters(state, side, hex_) if u.hex is not None] if hidden else []
    if hidden and not reporting:
        return None
    for post in state.of(side):
        if post.hex is None or not directs_fire(state, post) or not _may_direct(state, post, attacker):
            continue
        if sees(state, post.hex, hex_) or any(sees(state, post.hex, h) for h in reporting):
            return post
    return None


def indirect_refusal(state: BlitzState, attacker: UnitId, hex_: Hex) -> Refusal | None:
    """Why a unit may not fire indirectly at a hex (pb:PB-OPT-IF-1, pb:PB-OPT-IF-D); range is not asked here."""
    type_ = state.type(attacker)
    if not (state.has(INDIRECT_FIRE) or state.has(EXPERIMENTAL_INDIRECT_FIRE)) or not type_.indirect:
        return Refusal("it has no indirect fire", "pb:PB-OPT-IF-1")
    where = state.units[attacker].hex
    own = type_.weapon_class is not WeaponClass.M
    if own and where is not None and 2 * distance(where, hex_) <= type_.range:
        return Refusal(f"indirect fire only beyond half of {type_.range} hexes", "pb:PB-OPT-IF-D")
    if director(state, attacker, hex_) is None:
        return Refusal("no command post directs its fire there", "pb:PB-OPT-IF-B")
    return None


def fire_refusal(state: BlitzState, attacker: UnitId, hex_: Hex) -> Refusal | None:
    """Why a unit may not fire into a hex: range (pb:PB-COMBAT-C, pb:PB-FACT-4), sight (pb:PB-OBST-1), spotting."""
    unit = state.units[attacker]
    type_ = state.type(attacker)
    if unit.hex is None:
        return Refusal("it is not on the map", "pb:PB-COMBAT-C")
    far = distance(unit.hex, hex_)
    if far > type_.range:
        return Refusal(f"{far} hexes away, its range is {type_.range}", "pb:PB-COMBAT-C")
    return sight_refusal(state, attacker, unit.hex, hex_)


@remembered_where(of=())
def sight_refusal(state: BlitzState, attacker: UnitId, where: Hex, hex_: Hex) -> Looked[Refusal | None]:
    """Why a unit may not fire from where it is into a hex within its range.

    What stands next to the hex decides where it hides what is in it, and where indirect fire is played who directs it.
    """
    view = line_of_sight(state, where, hex_)
    hidden = view.seen and view.range > 1 and hides(state.cell(hex_))
    at = frozenset((hex_, *hex_.neighbours())) if hidden else _NOWHERE
    if view.seen and (not hidden or spotted(state, state.units[attacker].side, hex_)):
        return Looked(None, at)
    if state.type(attacker).indirect and (state.has(INDIRECT_FIRE) or state.has(EXPERIMENTAL_INDIRECT_FIRE)):
        at = None
        if indirect_refusal(state, attacker, hex_) is None:
            return Looked(None, at)
    return Looked(Refusal(view.reason, view.rule) if not view.seen else _UNSPOTTED, at)


def attacker_refusal(state: BlitzState, unit: Unit) -> Refusal | None:
    """Why a unit cannot fire now; fortifications never can (pb:PB-COMBAT-D, pb:PB-COMBAT-E, pb:PB-FORT-F)."""
    type_ = state.type(unit.id)
    if type_.attack == 0 or type_.weapon_class is WeaponClass.NONE:
        return Refusal(f"{type_.name} has no Attack Factor", "pb:PB-FACT-2")
    if unit.carrier is not None:
        return Refusal("it is carried", "pb:PB-TRANS-B")
    if unit.dispersed:
        return Refusal("it is dispersed", "pb:PB-CRT-D")
    if unit.operation is not None and not type_.capacity:
        return Refusal("it was unloaded in this turn", "pb:PB-TRANS-B")
    if unit.fired:
        return Refusal("it has used its Attack Factor", "pb:PB-COMBAT-E")
    return None
