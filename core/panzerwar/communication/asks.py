"""Questions about communication: radios, contact, linking time (pw:5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, permission, with_total
from core.panzerwar.command import range as command_range
from core.panzerwar.communication import contact, linking, nets
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class CanTalk:
    """Whether an element can talk to another (`to`), or to a unit (`unit_to`; "" = higher command) (pw:5.0)."""

    element: str = field(metadata=UNIT)
    to: str = field(default="", metadata=UNIT)
    unit_to: str = ""

    def answer(self, system: Any, state: WarState) -> Answer:
        """allowed or refused; radio: the range of its radio over open ground, in GSU."""
        mine = state.element(self.element)
        if self.to:
            refusal = nets.talk_refusal(state, mine, state.element(self.to))
        else:
            refusal = nets.can_talk(state, mine, self.unit_to)
        return {**permission(refusal), "radio": nets.radio(state, mine)}


@frozen(kw_only=True)
class ContactNumber:
    """The number by which an element makes contact, or maintains it (pw:5.1)."""

    element: str = field(metadata=UNIT)
    maintain: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally; chance: that it is reached."""
        mine = state.element(self.element)
        found = contact.number(state, mine, maintain=self.maintain)
        return {**with_total(found), "chance": contact.chance(state, mine, maintain=self.maintain)}


@frozen(kw_only=True)
class TimeLag:
    """The turns from a call of an element to the arrival of a battery's fire (pw:5.3.2 to pw:5.3.5)."""

    element: str = field(metadata=UNIT)
    battery: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally."""
        return with_total(linking.time_lag(state, state.element(self.element), state.organisations[self.battery]))


@frozen(kw_only=True)
class CompanyLink:
    """Whether a unit's command element is within the range of the command element above it (pw:4.13.3)."""

    unit: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """linked: whether it is."""
        return {"linked": command_range.linked(state, state.organisations[self.unit])}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "can-talk": CanTalk,
    "contact-number": ContactNumber,
    "time-lag": TimeLag,
    "company-link": CompanyLink,
}
