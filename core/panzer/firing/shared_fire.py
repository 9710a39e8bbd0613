"""Shared FIRE, SHORT HALT and OVERWATCH (na:6.2.1.1.4a, na:6.2.1.1.4c): at which targets those who share may fire."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, clusters, distance, in_hexes, within_range
from core.panzer.formations.control import command_range, grade_of, group_of
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.unit import FIRING, Command, CommandFace
from core.panzer.state import PanzerState

RULE = "na:6.2.1.1.4a"
OVERWATCH_RULE = "na:6.2.1.1.4c"
#: Commands whose fire takes place in a Direct Fire Step.


def bound_to(state: PanzerState, shooter: UnitId) -> tuple[Hex, ...]:
    """The hexes at which those who share a unit's command have fired in this turn; its own, too (na:5.14c)."""
    unit = state.units[shooter]
    if not unit.group or unit.command not in FIRING:
        return ()
    hexes = (h for u in group_of(state, shooter) for h in state.fire.fired_at.get(u, ()))
    return tuple(dict.fromkeys(hexes))


def target_refusal(state: PanzerState, shooter: UnitId, target: UnitId) -> Refusal | None:
    """Why a unit that shares its command may not fire at a target: it is too far from another target of theirs.

    Targets lie pairwise within the firers' Command Range, from target to target (na:6.2.1.1.4a, min:16.1.4.1).
    """
    where = state.units[target].hex
    return hex_refusal(state, shooter, where, state.name(target)) if where is not None else None


def hex_refusal(state: PanzerState, shooter: UnitId, hex_: Hex, what: str) -> Refusal | None:
    """As `target_refusal` for what is in a hex, or for smoke that is to fall there."""
    reach = command_range(state, shooter) if state.units[shooter].group else 0
    for other in bound_to(state, shooter):
        if distance(hex_, other) > reach:
            return Refusal(
                f"{what} is {distance(hex_, other)} hexes from {other}, at which units fired that share "
                f"the command of {state.name(shooter)}; the Command Range of {grade_of(state, shooter).value} is "
                f"{reach}",
                RULE,
            )
    return None


def fits(choices: Iterable[Collection[Hex]], fixed: Collection[Hex], reach: int) -> bool:
    """Whether each of several units can be given one of its hexes, all of them and the fixed ones pairwise in reach."""
    near = within(fixed, reach)
    open_ = [set(hexes) if near is None else near.intersection(hexes) for hexes in choices]
    fewest = min(open_, key=len, default=())
    return not open_ or any(
        not any(cluster.isdisjoint(hexes) for hexes in open_) for hex_ in fewest for cluster in clusters(hex_, reach)
    )


def within(hexes: Iterable[Hex], reach: int) -> frozenset[Hex] | None:
    """What lies in reach of each of the hexes; None without any, when everything does."""
    found: frozenset[Hex] | None = None
    for hex_ in hexes:
        about = _about(hex_, reach)
        found = about if found is None else found & about
    return found


@lru_cache(maxsize=4096)
def _about(hex_: Hex, reach: int) -> frozenset[Hex]:
    return frozenset(within_range(hex_, reach))


def joint_targets(state: PanzerState, targets: Mapping[UnitId, Iterable[UnitId]]) -> Refusal | None:
    """Why several units could not carry out one shared FIRE or SHORT HALT, given what each can fire at (na:4.2.1e)."""
    hexes = [[h for t in mine if (h := state.units[t].hex) is not None] for mine in targets.values()]
    one = next(iter(targets))
    reach = command_range(state, one)
    if fits(hexes, (), reach):
        return None
    grade = grade_of(state, one).value
    return Refusal(f"they have no targets within {in_hexes(reach)} of one another, the Command Range of {grade}", RULE)


Targets = Callable[[PanzerState, UnitId], Collection[UnitId]]


def open_to(state: PanzerState, shooter: UnitId, target: UnitId, targets: Targets) -> bool:
    """Whether a unit may fire at a target so that all who share its command can still fire: at once or later.

    targets: what a unit could be given as a target, if it were alone. Where a shared command cannot be carried out by
    all any more, each fires as long as its targets are near those before.
    """
    if target_refusal(state, shooter, target) is not None:
        return False
    where = state.units[target].hex
    rest = _yet_to_fire(state, shooter)
    if len(rest) < 2 or where is None:
        return True
    fixed, reach = bound_to(state, shooter), command_range(state, shooter)
    choices = {u: _hexes(state, targets(state, u)) for u in rest}
    others = [hexes for u, hexes in choices.items() if u != shooter]
    return fits([[where], *others], fixed, reach) or not fits(choices.values(), fixed, reach)


def must_follow(state: PanzerState, shots: Collection[Shot], targets: Targets) -> tuple[UnitId, ...]:
    """Units that must fire at the target too: else those who share a command with its shooters could not all fire."""
    found: dict[UnitId, None] = {}
    firing = {s.shooter for s in shots}
    closed = {s.target for s in shots}
    for shot in shots:
        rest = [u for u in _yet_to_fire(state, shot.shooter) if u not in firing]
        if not rest:
            continue
        fixed, reach = bound_to(state, shot.shooter), command_range(state, shot.shooter)
        fixed = (*fixed, *_hexes(state, (s.target for s in shots if s.shooter in group_of(state, shot.shooter))))
        open_ = {u: targets(state, u) for u in rest}
        left = [_hexes(state, (t for t in open_[u] if t not in closed)) for u in rest]
        if not fits(left, fixed, reach):
            found |= {u: None for u in rest if shot.target in open_[u]}
    return tuple(found)


def batch_refusal(state: PanzerState, shots: Collection[Shot]) -> Refusal | None:
    """Why shots of one order, at several targets by Dual Fire, break a shared command (na:5.14c); None if not."""
    for shot in shots:
        if state.units[shot.shooter].group:
            mates = group_of(state, shot.shooter)
            reach = command_range(state, shot.shooter)
            here = _hexes(state, (shot.target,))
            others = _hexes(state, (s.target for s in shots if s.shooter in mates))
            if any(distance(a, b) > reach for a in here for b in others):
                return Refusal(
                    f"units that share a command fire at targets within {in_hexes(reach)} of one another, "
                    f"{grade_of(state, shot.shooter).value}",
                    RULE,
                )
    return None


def _yet_to_fire(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """Those who share a unit's FIRE or SHORT HALT and have still to fire, itself among them."""
    there = state.units[unit]
    if not there.group or there.command not in FIRING:
        return ()
    mates = (state.units[u] for u in group_of(state, unit))
    return tuple(u.id for u in mates if u.on_map and not u.fired and u.command_face is not CommandFace.REVEALED)


def _hexes(state: PanzerState, targets: Iterable[UnitId]) -> list[Hex]:
    return [h for t in targets if (h := state.units[t].hex) is not None]


# -- Overwatch -----------------------------------------------------------------------------------


def sharing_overwatch(state: PanzerState, shooters: Collection[UnitId]) -> tuple[UnitId, ...]:
    """Units not among the shooters that share an OVERWATCH with one of them and have not used it."""
    found: dict[UnitId, None] = {}
    for shooter in shooters:
        for mate in group_of(state, shooter):
            unit = state.units[mate]
            unused = unit.command_face is not CommandFace.REVEALED and not unit.fired and unit.on_map
            if mate not in shooters and unit.command is Command.OVERWATCH and unused:
                found[mate] = None
    return tuple(found)
