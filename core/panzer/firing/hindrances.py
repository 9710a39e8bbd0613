"""What hinders fire along a line of sight: Fire, Brew-Up Smoke, Smoke, Barrages and Dust (na:5.11, na:6.5.2.4).

None of it blocks the line (na:6.1.4.3.5c, na:6.1.4.3.10e).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex, line
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.state import PanzerState
from core.tally import Tally

_ON_FIRE = "on-fire"
_NAMES = {
    "on-fire": "On Fire",
    "brew-up-smoke": "Brew-Up Smoke",
    "smoke-open": "Smoke, Open SHEAF",
    "smoke-closed": "Smoke, Closed SHEAF",
    "barrage-open": "Barrage, Open SHEAF",
    "barrage-closed": "Barrage, Closed SHEAF",
    "dust": "Dust",
}
_AP_RULES = {
    "on-fire": "na:6.5.2.4e",
    "brew-up-smoke": "na:4.4.3.2.2f",
    "smoke-open": "na:6.5.2.4b",
    "smoke-closed": "na:6.5.2.4b",
    "barrage-open": "na:6.5.2.4c",
    "barrage-closed": "na:6.5.2.4c",
    "dust": "na:6.5.2.4d",
}


@frozen(eq=False, repr=False)
class Occurrence(Alike):
    """One unique occurrence: what it is, as the modifier tables name it, and all hexes that it lies on."""

    kind: str
    hexes: frozenset[Hex]


def occurrences(state: PanzerState) -> tuple[Occurrence, ...]:
    """All that hinders fire now: not what came up in the current step (na:6.1.4.3.10e, na:6.1.4.3.12c), but in the
    miniatures edition (min:8.4.2.8). None of it blocks the line there either (min:5.5.1.2, min:5.5.1.7, min:5.5.1.18).

    Smoke and barrages are one occurrence for each SHEAF, the others one for each hex (na:5.11).
    """
    at_once = state.edition.smoke_at_once
    smoke = state.counters.brew_up_smoke(fresh=at_once)
    burning = (Occurrence("brew-up-smoke", frozenset({h})) for h in sorted(smoke))
    clouds = (c for c in state.counters.clouds if c.kind is not CloudKind.ILLUMINATION)
    return (*burning, *(Occurrence(_kind(c), c.hexes) for c in clouds if at_once or not c.fresh))


def _kind(cloud: Cloud) -> str:
    if cloud.kind is CloudKind.FIRE:
        return "on-fire"
    if cloud.kind is CloudKind.DUST:
        return "dust"
    return f"{cloud.kind.value}-{'open' if cloud.open else 'closed'}"


def counted(
    state: PanzerState, origin: Hex, target: Hex, worth: Callable[[str], int]
) -> Iterator[tuple[Occurrence, Hex]]:
    """The occurrences that count along a line, each with the first hex of the line in which it does (na:5.11).

    Each unique occurrence counts once, whether the line starts in it, passes through it or ends in it; of those that
    share a hex of the line only the one with the largest modifier counts there (na:6.5.2.4b, na:6.5.4.3m); in the
    miniatures edition all do (min:12.5).
    """
    there = occurrences(state)
    if not there:
        return
    if state.edition.hindrances_add_up:
        on_line = [hex_ for step in line(origin, target) for hex_ in step.hexes]
        for one in there:
            if worth(one.kind) and (first := next((hex_ for hex_ in on_line if hex_ in one.hexes), None)) is not None:
                yield one, first
        return
    met = [
        (hex_, best)
        for step in line(origin, target)
        for hex_ in step.hexes
        if (best := _largest([o for o in there if hex_ in o.hexes], worth))
    ]
    # Where several are as large, one that counts elsewhere along the line counts for this hex too.
    found = {best[0] for _, best in met if len(best) == 1}
    for _, best in met:
        if not found & set(best):
            found.add(best[0])
    told: set[Occurrence] = set()
    for hex_, best in met:
        for occurrence in best:
            if occurrence in found and occurrence not in told:
                told.add(occurrence)
                yield occurrence, hex_


def _largest(there: list[Occurrence], worth: Callable[[str], int]) -> list[Occurrence]:
    most = min((worth(o.kind) for o in there), default=0)
    return [o for o in there if worth(o.kind) == most] if most else []


def ap_hindrances(state: PanzerState, origin: Hex, target: Hex) -> Tally:
    """The AP Hit modifiers for what the line meets.

    (na:4.4.3.2.2f, na:6.5.2.4b, na:6.5.2.4c, na:6.5.2.4d, na:6.5.2.4e)
    """
    modifiers = state.tables.ap_hit_modifiers
    tally = Tally()
    for occurrence, hex_ in counted(state, origin, target, modifiers.__getitem__):
        kind = occurrence.kind
        tally = tally.add(f"{_NAMES[kind]} in {hex_}", modifiers[kind], _AP_RULES[kind])
    return tally


def gp_hindrances(state: PanzerState, origin: Hex, target: Hex) -> Tally:
    """The modifiers of Direct GP Fire for what the line meets.

    (na:6.5.4.3k, na:6.5.4.3l, na:6.5.4.3m, na:6.5.4.3n, na:6.5.4.3o)
    """
    modifiers = state.advanced.gp_modifiers
    tally = Tally()
    for occurrence, hex_ in counted(state, origin, target, lambda kind: modifiers[kind].direct or 0):
        entry = modifiers[occurrence.kind]
        tally = tally.add(f"{_NAMES[occurrence.kind]} in {hex_}", entry.direct or 0, entry.rule)
    return tally


def hindrances_above(state: PanzerState, at: Hex, own: Container[frozenset[Hex]]) -> Tally:
    """The modifiers of Indirect Fire for what hangs over its Target Point, but for its own Barrages.

    Smoke, Barrages and Brew-Up Smoke; by the hex edition none of it counts. (min:16.7.2.9, min:16.7.2.10,
    min:16.7.2.11)
    """
    tally = Tally()
    for occurrence in occurrences(state):
        entry = state.advanced.gp_modifiers[occurrence.kind]
        its_own = occurrence.kind.startswith(CloudKind.BARRAGE.value) and occurrence.hexes in own
        if at in occurrence.hexes and occurrence.kind != _ON_FIRE and not its_own:
            tally = tally.add(f"{_NAMES[occurrence.kind]} in {at}", entry.indirect or 0, entry.rule)
    return tally


def fires_between(state: PanzerState, observer: Hex, at: Hex) -> Tally:
    """The modifiers of Indirect Fire for each fire along the line of sight of its observer (min:16.7.2.15a)."""
    entry, tally = state.advanced.gp_modifiers[_ON_FIRE], Tally()
    for occurrence, hex_ in counted(state, observer, at, lambda kind: (entry.indirect or 0) if kind == _ON_FIRE else 0):
        tally = tally.add(f"{_NAMES[occurrence.kind]} in {hex_}", entry.indirect or 0, entry.rule)
    return tally
