"""What the odds panel shows of Direct and Overwatch Fire: the shots of an order, and what all may come to."""

from __future__ import annotations

from core.panzer.direct_fire.shots import ap_kind, kind_of, together
from core.panzer.firing.shot_kinds import title
from core.panzer.pieces.firing import Shot
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row


def fire_odds(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """The shots of an order with their chances; of AP and GP fire together, what the AP fire may come
    to, result by result, and whether all of it does anything."""
    first, *others = dict.fromkeys(kind_of(state, shot) for shot in shots)
    if not others:
        return first.report(state, shots, overwatch=overwatch)
    rows = [row for shot in shots for row in kind_of(state, shot).rows(state, shot, overwatch=overwatch)]
    target = state.units[shots[0].target]
    at_it = [shot for shot in shots if shot.target == target.id]
    ap = [shot for shot in at_it if not shot.gp]
    more, outcomes = ap_kind(state).beside(state, target, ap, overwatch=overwatch)
    if ap and len(ap) < len(at_it):
        both = together(state, at_it, overwatch=overwatch)
        told = f"any effect in {both.effect:.0%}, out of action in {both.kill:.0%}; result by result: the AP fire alone"
        more = [*more, Row("AP and GP fire", told, "na:6.5.4", unit=target.id)]
    return OddsReport(title(state, shots), outcomes, (*rows, *more))
