"""Attacks in words (pb:PB-SEQ-2, pb:PB-CRT-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.fire.events import AmmunitionSpent, AttackAnnounced, AttackLapsed, AttackResolved, AttackWithdrawn
from core.panzerblitz.fire.factoring import odds_column
from core.panzerblitz.pieces.attacks import Fate, Method
from core.panzerblitz.pieces.reference import ODDS
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.panzerblitz.words import listed
from core.presentation import Report
from core.tally import in_sum

_WORDS = {"-": "no effect", "D": "dispersed", "DD": "dispersed, and lost who already was", "X": "eliminated"}
_RULES = {
    Method.SELECTIVE: "pb:PB-COMBAT-I1",
    Method.MULTIPLE: "pb:PB-COMBAT-I2",
    Method.COMBINATION: "pb:PB-COMBAT-I3",
    Method.OVERRUN: "pb:PB-OVR-D",
    Method.CLOSE_ASSAULT: "pb:PB-CAT-D",
    Method.MINEFIELD: "pb:PB-MINE-E",
}
_FATES = {
    Fate.DISPERSED: "dispersed",
    Fate.ELIMINATED: "eliminated",
    Fate.WRECKED: "eliminated, a Wreck stays",
    Fate.BLOCKED: "destroyed, a Block stays",
}


def _announced(state: BlitzState, event: AttackAnnounced) -> Report:
    attack = event.attack
    details = []
    for battle in attack.battles:
        target = state.name(battle.target) if battle.target is not None else "the whole stack"
        hard = f", intensively: {listed(state, battle.intensive)}" if battle.intensive else ""
        details.append(f"{listed(state, battle.attackers)} at {target}{hard}")
    text = f"{attack.method.value.capitalize()} attack on {attack.hex} announced: {' and '.join(details)}"
    return Report(text, _RULES[attack.method], hexes=(attack.hex,))


def _withdrawn(state: BlitzState, event: AttackWithdrawn) -> Report:
    return Report(f"The attack on {event.hex} is withdrawn", "pb:PB-SEQ-2", "dim", hexes=(event.hex,))


def _resolved(state: BlitzState, event: AttackResolved) -> Report:
    targets = listed(state, event.targets)
    rolled = event.rolls[0].result if event.rolls else 0
    lead = "Second roll, " if event.again else ""
    text = f"{lead}{event.method.value} on {targets} in {event.hex} at {_odds(event)}"
    text += f", rolled {in_sum(rolled, event.roll)}: {_WORDS[event.result]}"
    details = [f"{state.name(unit)}: {_FATES[fate]}" for unit, fate in event.effects]
    if event.attackers:
        details.insert(0, f"attackers: {listed(state, event.attackers)}")
    tone = "bad" if event.effects else "dim"
    return Report(
        text[0].upper() + text[1:],
        _RULES[event.method],
        tone,
        event.rolls,
        event.tally,
        tuple(details),
        (event.hex,),
    )


def _odds(event: AttackResolved) -> str:
    """The factors, the column that they make, and the one that counts where that is another (pb:PB-COMBAT-A)."""
    if event.method is Method.MINEFIELD:
        return event.odds
    made = odds_column(event.attack, event.defense)
    if made is None or made == event.odds:
        return f"{event.attack}:{event.defense} = {event.odds}"
    up = ODDS.index(event.odds) - ODDS.index(made)
    columns = "a column" if abs(up) == 1 else f"{abs(up)} columns"
    return f"{event.attack}:{event.defense} = {made}, {columns} {'up' if up > 0 else 'down'} {event.odds}"


def _lapsed(state: BlitzState, event: AttackLapsed) -> Report:
    text = f"The attack on {event.hex} lapses, its target or its attackers are out of action"
    if kind_of(state.step) is Kind.RETURN_RESOLVE:  # who returns fire is not flipped
        return Report(text, "pb:PB-EXP-IMP-1", "dim", hexes=(event.hex,))
    text += f"; {listed(state, event.attackers)} count as having fired"
    return Report(text, "pb:PB-SEQ-3", "dim", hexes=(event.hex,))


def _spent(state: BlitzState, event: AmmunitionSpent) -> Report:
    return Report(f"Out of ammunition and lost: {listed(state, event.units)}", "pb:PB-OPT-AMMO-A", "bad")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[BlitzState, Any], Report | None]]] = {
    AttackAnnounced: _announced,
    AttackWithdrawn: _withdrawn,
    AttackResolved: _resolved,
    AttackLapsed: _lapsed,
    AmmunitionSpent: _spent,
}
