"""How a computer player makes do with the commands that its formations have: who shares one, who goes without.

While a formation has enough, everybody has a command of its own. Where it has not, the commands that lose least by it
are merged: units that stand together and want the same, most of all to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from core.event import UnitId
from core.hexes import distance
from core.panzer.command.placing import command_refusal, fire_targets
from core.panzer.command.sharing import group_refusal
from core.panzer.firing.shared_fire import joint_targets
from core.panzer.formations.control import UNIQUE, available, formation_key, recon, stands
from core.panzer.formations.without_radio import troop
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import FIRING, MOVING, Command
from core.panzer.state import PanzerState

#: What sharing costs a unit, in points: it no longer chooses for itself where to go, or at whom to fire.
TIED: Final = {Command.MOVE: 1.0, Command.SHORT_HALT: 2.5, Command.FIRE: 1.5, Command.OVERWATCH: 0.8}

Worth = Mapping[Command, float]


@frozen
class Share:
    """One command and who has it."""

    units: tuple[UnitId, ...]
    command: Command


def shared_out(
    state: PanzerState, wanted: Mapping[UnitId, Command], worth: Mapping[UnitId, Worth]
) -> tuple[Share, ...]:
    """The commands of a side within what its formations have; units in none of them have N/C.

    wanted: the command that suits each unit best; worth: what each command that it may have promises it.
    """
    unique = {u: c for u, c in wanted.items() if c in UNIQUE}
    if not state.has(Switch.COMMAND_CONTROL):
        return tuple(Share((u,), c) for u, c in unique.items())
    found = [Share((u,), c) for u, c in unique.items() if recon(state, u)]
    formations: dict[str, list[UnitId]] = {}
    for unit in unique:
        if not recon(state, unit):
            formations.setdefault(formation_key(state, unit), []).append(unit)
    for key, units in formations.items():
        shares = _within(state, available(state, key), {u: unique[u] for u in units}, worth)
        found += _in_span(shares, state.commands.moving.get(key), worth)
    return tuple(found)


def _within(
    state: PanzerState, commands: int, wanted: Mapping[UnitId, Command], worth: Mapping[UnitId, Worth]
) -> list[Share]:
    """Merge commands until there are few enough; then give up the least of them."""
    shares = _to_begin_with(state, wanted, worth)
    while len(shares) > commands:
        merged = _best_merger(state, shares, worth)
        if merged is None:
            least = min(shares, key=lambda s: (_promise(s.units, s.command, worth), s.units))
            shares.remove(least)
            continue
        one, other, share = merged
        shares = [s for s in shares if s not in (one, other)]
        if share is not None:
            shares.append(share)
    return shares


def _to_begin_with(state: PanzerState, wanted: Mapping[UnitId, Command], worth: Mapping[UnitId, Worth]) -> list[Share]:
    """A command for each unit, but one for all of a platoon without radio, the best for them (or:7.4.2)."""
    shares: list[Share] = []
    for unit, command in wanted.items():
        mates = [u for u in troop(state, unit) if u in wanted]
        if len(mates) < 2:
            shares.append(Share((unit,), command))
        elif unit == mates[0]:
            commands = dict.fromkeys(wanted[u] for u in mates)
            options = [_of_troop(state, mates, one, worth) for one in commands]
            shares.append(max(options, key=lambda s: _promise(s.units, s.command, worth)))
    return shares


def _of_troop(state: PanzerState, mates: Sequence[UnitId], command: Command, worth: Mapping[UnitId, Worth]) -> Share:
    """As many of a platoon as can have one command together, those first that gain most by it."""
    able = [u for u in mates if command in worth[u]]
    units: tuple[UnitId, ...] = ()
    for unit in sorted(able, key=lambda u: (-_promise((u,), command, worth), u)):
        if not units or _possible(state, (*units, unit), command, worth):
            units = (*units, unit)
    return Share(units, command)


def _in_span(shares: list[Share], most: int | None, worth: Mapping[UnitId, Worth]) -> list[Share]:
    """No more of them move than Command Span allows (or:7.52a): those that gain least by it stand by, or do nothing."""
    moving = sorted(
        (s for s in shares if s.command in MOVING), key=lambda s: (-_promise(s.units, s.command, worth), s.units)
    )
    if most is None or len(moving) <= most:
        return shares
    halted = moving[most:]
    kept = [s for s in shares if s not in halted]
    return kept + [
        Share(s.units, Command.OVERWATCH) for s in halted if all(Command.OVERWATCH in worth[u] for u in s.units)
    ]


def _promise(units: Sequence[UnitId], command: Command, worth: Mapping[UnitId, Worth]) -> float:
    """What a command promises units over doing nothing."""
    return sum(worth[u].get(command, 0.0) - worth[u].get(Command.NONE, 0.0) for u in units)


def _best_merger(
    state: PanzerState, shares: Sequence[Share], worth: Mapping[UnitId, Worth]
) -> tuple[Share, Share, Share] | None:
    """The two commands that lose least when their units share one, if that is better than to drop the lesser."""
    best: tuple[float, tuple[Share, Share, Share]] | None = None
    for at, one in enumerate(shares):
        for other in shares[at + 1 :]:
            for command in dict.fromkeys((one.command, other.command)):
                units = (*one.units, *other.units)
                apart = _promise(one.units, one.command, worth) + _promise(other.units, other.command, worth)
                merged = _promise(units, command, worth) - TIED[command] * _spread(state, units)
                loss = apart - merged
                if loss >= min(_promise(s.units, s.command, worth) for s in (one, other)):
                    continue
                if (best is None or loss < best[0]) and _possible(state, units, command, worth):
                    best = loss, (one, other, Share(units, command))
    return best[1] if best else None


def _spread(state: PanzerState, units: Sequence[UnitId]) -> float:
    """How much it ties units to share: more of them, farther from one another, lose more."""
    hexes = [h for u in units if (h := stands(state, u)) is not None]
    far = max((distance(a, b) for a in hexes for b in hexes), default=0)
    return len(units) * (0.5 + 0.25 * far)


def _possible(state: PanzerState, units: Sequence[UnitId], command: Command, worth: Mapping[UnitId, Worth]) -> bool:
    if any(command not in worth[u] or command_refusal(state, state.units[u], command) for u in units):
        return False
    if group_refusal(state, units, command) is not None:
        return False
    return command not in FIRING or joint_targets(state, {u: fire_targets(state, u) for u in units}) is None
