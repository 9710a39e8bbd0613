"""What may be said of a movement besides where it leads: how it goes, hatches, contact, positions, smoke, who gets on
and off (pw:6.5, pw:6.6, pw:7.1, pw:9.17, pw:11.10, pw:12.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.choice import Choice
from core.panzerwar.movement import leaving, loading, planning, positions, pricing, speed
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.plan import Contact, Plan, Way
from core.panzerwar.sighting.observers import can_button
from core.panzerwar.smoke import devices
from core.panzerwar.state import WarState
from core.plane import gsu_between


def ways(state: WarState, element: Element, plan: Plan) -> Iterator[Choice]:
    """How it may go: charging, late, backwards, in haste, at road speed (pw:6.1.2, pw:6.2.1, pw:6.2.4, pw:6.5)."""
    if plan.way is not Way.MARCH:
        return
    if element.marches:
        refused = planning.charge_refusal(state, element, evolve(plan, way=Way.CHARGE))
        yield Choice("way:charge", "charge", "option", refusal=refused, group="How")
        yield Choice("late", "move in the second segment alone", "option", group="How")
        return
    yield Choice("way:reverse", "back", "option", group="How")
    for way in (Way.BONUS, Way.BURST):
        yield Choice(
            f"way:{way.value}",
            f"{way.value} movement",
            "option",
            refusal=speed.bonus_refusal(state, pricing.as_written(element, plan), way),
            group="How",
        )
    if not plan.road:
        yield Choice("road", "at road speed", "option", group="How")


def states(state: WarState, element: Element, plan: Plan) -> Iterator[Choice]:
    """What it may do besides: hatches, contact, hiding, positions, lights, smoke candles, leaving the table."""
    card = state.cards[element.card]
    if can_button(state, element) and plan.buttoned is None:
        if element.buttoned:
            refused = planning.hatch_refusal(state, element, evolve(plan, buttoned=False))
            yield Choice("open", "open the hatches", "option", refusal=refused, group="State")
        else:
            yield Choice("button", "button up", "option", group="State")
    if plan.contact is Contact.ASK and element.kind is not Kind.GUN:
        yield Choice("contact:halt", "halt on contact", "option", group="State")
        yield Choice("contact:go on", "go on whatever it meets", "option", group="State")
    if not plan.legs and not plan.second and not plan.hide and positions.may_hide(state, element):
        yield Choice("hide", "hide", "option", group="State")
    if isinstance(card, Vehicle) and not plan.position and not plan.turret_down:
        at = plan.legs[-1].to if plan.legs else element.where
        for factor in range(1, 7):
            if positions.choice_refusal(state, element, at, factor, turret_down=False) is None:
                yield Choice(f"down:{factor}", f"hull down {factor}", "option", group="Position")
        if positions.choice_refusal(state, element, at, 0, turret_down=True) is None:
            yield Choice("turret-down", "turret down", "option", group="Position")
    if isinstance(card, Vehicle) and state.engagement.moonlight is not None and not plan.lights:
        yield Choice("lights", "drive with lights", "option", group="State")
    if isinstance(card, Vehicle) and card.smoke_candles and not plan.candles:
        refused = devices.candles_refusal(state, element)
        yield Choice("candles", "light the smoke candles", "option", refusal=refused, group="State")
    moves = plan.legs or plan.second
    if moves and not plan.leave and leaving.exit_of(state, element, leaving.end_of(element, plan)) is not None:
        yield Choice("leave", "leave the table there", "option", group="State")


def cargo(state: WarState, element: Element, plan: Plan) -> Iterator[Choice]:
    """Whom it may take aboard, and set down (pw:6.11, pw:12.3)."""
    for other in state.of(element.side):
        near = other.on_table and other.id != element.id and gsu_between(other.where, element.where) <= loading.TOGETHER
        if not near or other.id in plan.load or not (other.foot or other.kind.value == "gun"):
            continue
        refused = loading.refusal(state, element, evolve(plan, load=(*plan.load, other.id)))
        yield Choice(f"load:{other.id}", f"load {other.name}", "unit", unit=other.id, refusal=refused, group="Cargo")
    if not plan.in_haste and any(loading.take_down_turns(state, state.elements[e]) for e in plan.load):
        yield Choice("in-haste", "in haste: its next set-up takes twice as long", "option", group="Cargo")
    for other in state.aboard(element.id):
        if other.id not in plan.unload:
            yield Choice(f"unload:{other.id}", f"set down {other.name}", "unit", unit=other.id, group="Cargo")
