"""Building orders of Dual Fire and of smoke: further weapons; which unit, with what, into which hex."""

from __future__ import annotations

from collections.abc import Mapping

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer import dual_fire, shared_fire
from core.panzer import shots as shooting
from core.panzer.armament import armament
from core.panzer.direct_fire import direct_targets
from core.panzer.orders_gp import FireSmoke, HoldFire
from core.panzer.smoke import BY_HAND, smoke_hexes, smoke_weapons, smokers
from core.panzer.state import PanzerState, Shot

_RULE = "na:6.1.4.3.10b"


def smoke_options(state: PanzerState, side: SideId) -> list[Choice]:
    """For each unit that may: fire smoke, and fire none where it has no other target."""
    options: list[Choice] = []
    for unit in smokers(state, side):
        name = state.name(unit.id)
        options.append(Choice(f"smoke:{unit.id}", f"{name}: fire smoke ...", "unit", unit.hex, unit.id))
        if not direct_targets(state, unit.id):
            options.append(Choice(f"hold:{unit.id}", f"{name}: fire no smoke", "unit", unit.hex, unit.id))
    return options


def further_shots(
    state: PanzerState,
    picked: tuple[Shot, ...],
    shots: Mapping[UnitId, tuple[Shot, ...]],
    target: UnitId,
    *,
    overwatch: bool,
) -> list[Choice]:
    """What Dual Fire adds to the shots picked (na:5.14b): the other weapons of their units, at the same target or
    another, and then what others have for that other target, at which all fire is announced too (na:4.4.1e)."""
    used = {(s.shooter, s.weapon) for s in picked}
    firing = dict.fromkeys(s.shooter for s in picked)
    beside = {s.target for s in picked} - {target}
    options: list[Choice] = []
    for other, batch in shots.items():
        for shot in batch:
            if shot.shooter in firing:
                again = (shot.shooter, shot.weapon) not in used and dual_fire.refusal(state, shot.shooter) is None
            else:
                again = other in beside
            if again and _together(state, (*picked, shot), overwatch):
                options.append(_further(state, picked, shot, target, overwatch))
    return options


def _together(state: PanzerState, shots: tuple[Shot, ...], overwatch: bool) -> bool:
    """Whether those who share a command may fire these shots at several targets (na:5.14c)."""
    if overwatch:
        return len({s.target for s in shots}) == 1 or not any(state.units[s.shooter].group for s in shots)
    return shared_fire.batch_refusal(state, shots) is None


def _further(state: PanzerState, picked: tuple[Shot, ...], shot: Shot, target: UnitId, overwatch: bool) -> Choice:
    made = dual_fire.completed(state, (*picked, shot))[-1]
    label = shooting.label(state, made, overwatch=overwatch)
    at = "" if shot.target == target else f"@{shot.target}"
    return Choice(
        shooting.pick_of(shot) + at,
        f"{label}, at {state.name(shot.target)}" if at else label,
        "weapon",
        state.units[shot.target].hex,
        shot.target,
        cost="Dual Fire" if made.dual is not None else "",
        odds=shooting.chance(state, made, overwatch=overwatch),
        irreversible=True,
    )


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
                Choice(str(at), "by hand" if at == BY_HAND else mounted[at].weapon.name, "weapon", unit=unit.id)
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


def smoke_order(state: PanzerState, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    kind, _, unit = partial[0].partition(":")
    if kind == "hold":
        return HoldFire(unit=UnitId(unit))
    if len(partial) < 3:
        return None
    return FireSmoke(unit=UnitId(unit), hex=state.board.hex(partial[2]), weapon=int(partial[1]))
