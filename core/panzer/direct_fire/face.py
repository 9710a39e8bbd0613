"""What the odds panel shows of Direct and Overwatch Fire: the shots of an order, and what all may come to."""

from __future__ import annotations

from core.panzer.direct_fire.shots import ap_kind, kind_of
from core.panzer.firing.shot_kinds import title
from core.panzer.pieces.firing import Shot
from core.panzer.state import PanzerState
from core.presentation import OddsReport


def fire_odds(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """The shots of an order with their chances; of AP and GP fire together, what the AP fire may come to."""
    first, *others = dict.fromkeys(kind_of(state, shot) for shot in shots)
    if not others:
        return first.report(state, shots, overwatch=overwatch)
    rows = [row for shot in shots for row in kind_of(state, shot).rows(state, shot, overwatch=overwatch)]
    target = state.units[shots[0].target]
    at_it = [shot for shot in shots if not shot.gp and shot.target == target.id]
    more, outcomes = ap_kind(state).beside(state, target, at_it, overwatch=overwatch)
    return OddsReport(title(state, shots), outcomes, (*rows, *more))
