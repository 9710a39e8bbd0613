"""Building orders of Dual Fire and of smoke: further weapons; which unit, with what, into which hex."""

from __future__ import annotations

from typing import Final

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.armament import armament
from core.panzer.direct_fire import infantry_smoke
from core.panzer.direct_fire.infantry_smoke import IN_PLACE
from core.panzer.direct_fire.orders import FireSmoke, HoldFire
from core.panzer.direct_fire.smoke import BY_HAND, smoke_hexes, smoke_weapons, smokers
from core.panzer.direct_fire.step import direct_targets
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState

_RULE = "na:6.1.4.3.10b"


#: Smoke that needs no weapon, in words.
_HANDS: Final = {BY_HAND: "by hand", IN_PLACE: "in its own hex, in place of its Small Arms fire"}


def _odds(state: PanzerState, unit: Unit, weapon: int) -> float | None:
    """The chance of infantry to have smoke (or:7.22.2)."""
    return infantry_smoke.chance(state, unit) if weapon == IN_PLACE else None


def smoke_options(state: PanzerState, side: SideId) -> list[Choice]:
    """For each unit that may: fire smoke, and fire none where it has no other target."""
    options: list[Choice] = []
    for unit in smokers(state, side):
        name = state.name(unit.id)
        options.append(Choice(f"smoke:{unit.id}", f"{name}: fire smoke ...", "unit", unit.hex, unit.id))
        if not direct_targets(state, unit.id):
            options.append(Choice(f"hold:{unit.id}", f"{name}: fire no smoke", "unit", unit.hex, unit.id))
    return options


def smoke_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The weapon, if there are several, and the hex."""
    unit = state.units[UnitId(partial[0].partition(":")[2])]
    name = state.name(unit.id)
    if partial[0].startswith("hold:"):
        return Choices(f"{name} fires no smoke", "na:4.4.1i", complete=True)
    weapons = smoke_weapons(state, unit)
    if len(partial) == 1:
        mounted = armament(state, unit.id)
        return Choices(
            f"{name}: smoke with which weapon?",
            _RULE,
            tuple(
                Choice(
                    str(at),
                    _HANDS.get(at) or mounted[at].weapon.name,
                    "weapon",
                    unit=unit.id,
                    odds=_odds(state, unit, at),
                )
                for at in weapons
            ),
        )
    if len(partial) == 2:
        return Choices(
            f"{name}: smoke in which hex?",
            _RULE,
            tuple(
                Choice(h.id, state.board.label(h), "hex", h, irreversible=True)
                for h in smoke_hexes(state, unit, int(partial[1]))
            ),
        )
    return Choices("Smoke", _RULE, complete=True)


def smoke_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    kind, _, unit = partial[0].partition(":")
    if kind == "hold":
        return HoldFire(unit=UnitId(unit))
    if len(partial) < 3:
        return None
    return FireSmoke(unit=UnitId(unit), hex=state.board.hex(partial[2]), weapon=int(partial[1]))
