"""What adjusts the killpower of an attack on men: their movement, their cover, the firer (pw:12.4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.panzerwar.damage import gun_hits
from core.panzerwar.ground import cover
from core.panzerwar.ground.lines import Line
from core.panzerwar.infantry.killpower import reason
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import bearing
from core.tally import Reason

#: The card of snipers.
SNIPER: Final = "sniper"


def of_target(
    state: WarState, target: Element, line: Line | None, *, direct: bool = True, shield: bool = True
) -> Iterator[Reason]:
    """What the target itself adds: that it moved in the open, rides outside, charges through suppression, the best
    of its covers (pw:12.4.2, pw:12.9.3.2, pw:6.9.5, pw:11.2.6). shield: whether that of a gun is between."""
    charts = state.charts
    moved = target.travel.motion not in (Motion.STATIONARY, Motion.SHIFT)
    if moved and cover.in_the_open(state, target.where):
        if clouds.in_smoke(state, target.where):
            yield from reason(charts, "moved-smoke", "pw:11.2.6")
        else:
            yield from reason(charts, "moved-open")
    if target.outside:
        yield from reason(charts, "riders", "pw:6.9.5")
    if target.nerve.ignoring:
        yield from reason(charts, "charging", "pw:12.9.3.2")
    covered = cover.against_killpower(state, target, line, direct=direct) if target.aboard is None else None
    behind = tuple(_shield(state, target, line, direct=direct)) if shield else ()
    if behind and (covered is None or behind[0].amount < covered.amount):
        yield from behind
    elif covered is not None:
        yield covered


def _shield(state: WarState, target: Element, line: Line | None, *, direct: bool) -> Iterator[Reason]:
    """A gun crew behind its shield: against direct fire that comes from there (pw:9.22.2, pw:12.4.2), against area fire
    if the gun has one (pw:10.3.9.2)."""
    card = state.cards.guns.get(target.card)
    if target.kind is not Kind.GUN or card is None:
        return
    if not direct:
        if gun_hits.shielded(card):
            yield Reason("gun shield", state.charts.fire.killpower["gun-shield"], "pw:10.3.9.2")
        return
    if line is None or line.start == line.end:
        return
    if gun_hits.shield(gun_hits.gun_target(card, target), bearing(line.end, line.start)).base > 0:
        yield from reason(state.charts, "gun-shield", "pw:9.22.2")


def of_firer(state: WarState, firer: Element, kind: str) -> Iterator[Reason]:
    """What the firer adds: it is suppressed (pw:12.9), it fired on the move: small arms and vehicle machine guns -1,
    heavy weapons -2 (pw:8.5.4, pw:8.5.5, pw:8.5.6, pw:12.6.2)."""
    if firer.nerve.pinned(state.turn):
        yield from reason(state.charts, "suppressed-firer", "pw:12.9")
    if firer.travel.motion in (Motion.STATIONARY, Motion.SHIFT):
        return
    key = {"small": "small-arms-moving", "vehicle": "mg-moving", "heavy": "heavy-moving"}[kind]
    rule = {"small": "pw:8.5.5", "vehicle": "pw:8.5.4", "heavy": "pw:8.5.6"}[kind]
    yield from reason(state.charts, key, rule)


def sniper(state: WarState, firer: Element) -> Iterator[Reason]:
    """What snipers have at their one target of a turn, hidden and where they were (pw:12.0.2, pw:12.4.2)."""
    if firer.card == SNIPER and firer.posture.hidden and firer.travel.motion is Motion.STATIONARY:
        yield from reason(state.charts, "sniper")


def first_sight(state: WarState, firer: Element, target: Element) -> Iterator[Reason]:
    """A target that was not in sight last turn (pw:12.6.1)."""
    if target.id in state.sighted_now.get(firer.side, frozenset()):
        yield from reason(state.charts, "first-sight", "pw:12.6.1")
