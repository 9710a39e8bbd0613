"""A vehicle without its commander, and one with fewer men in the turret (pw:9.10, pw:8.17.4)."""

from __future__ import annotations

from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.charts.fire import CrewLoss
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.harm import Damage, Harm


def commanded(harm: Harm) -> bool:
    """Whether the tank commander lives.

    Without him a vehicle sights with no group, at less (number "commander-sighting"), without its cupola, always loses
    initiative and moves before elements that have theirs (pw:9.10).
    """
    return Damage.COMMANDER not in harm.damage


def closed(card: Vehicle, element: Element) -> bool:
    """Whether a vehicle counts as buttoned: it is, or its commander is killed; an open top never (pw:9.10)."""
    return not card.open_top and (element.buttoned or not commanded(element.harm))


def one_man_short(charts: Charts, card: Vehicle) -> CrewLoss:
    """What a turret is worth that is one man short: to-hit and rate of fire (pw:9.10.1 to pw:9.10.3, pw:8.17.4)."""
    losses = charts.fire.crew_losses
    return losses[max(min(losses), min(max(losses), card.turret_crew))]


def crew_loss(charts: Charts, card: Vehicle, harm: Harm) -> CrewLoss | None:
    """What the loss of its commander costs the turret weapon; None while he lives."""
    return None if commanded(harm) else one_man_short(charts, card)


def rate_of_fire(charts: Charts, card: Vehicle, harm: Harm, rof: int) -> int:
    """What is left of the rate of fire of the turret weapon (pw:9.10.1, pw:9.10.2, pw:9.10.3)."""
    loss = crew_loss(charts, card, harm)
    return rof if loss is None else loss.rate(rof)


def main_gun_fires(charts: Charts, card: Vehicle, harm: Harm) -> bool:
    """Whether damage lets the turret weapon fire (pw:9.9, pw:9.10.3)."""
    loss = crew_loss(charts, card, harm)
    return Damage.GUN not in harm.damage and (loss is None or loss.fires)


def sponson_gun_fires(card: Vehicle, harm: Harm) -> bool:
    """Whether damage lets the sponson gun fire (pw:9.9, pw:9.9.2)."""
    return card.sponson_gun is not None and Damage.SPONSON_GUN not in harm.damage


def hull_gun_fires(harm: Harm) -> bool:
    """Whether damage lets the hull machine gun fire (pw:9.8, pw:9.11)."""
    return Damage.HULL_GUNNER not in harm.damage
