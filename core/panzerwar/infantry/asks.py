"""Questions about infantry: killpower and what it does, close assaults, teams (pw:12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import UNIT, Answer, why_not, with_total
from core.panzerwar.infantry import adjustments, assault, contact, teams
from core.panzerwar.infantry.killpower import Attack, break_factor, chances, read
from core.panzerwar.state import WarState


@frozen(kw_only=True)
class Killpower:
    """An attack on men by a killpower at the range (pw:12.4.2). direct: aimed, so that woods and walls cover."""

    unit: str = field(metadata=UNIT)
    base: int
    direct: bool = True
    suppresses: bool = True
    rolled: int | None = None

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally: the adjusted killpower; breaks: the break factor; killed, broken, suppressed: chances; result:
        of `rolled`."""
        element = state.element(self.unit)
        why = tuple(adjustments.of_target(state, element, None, direct=self.direct))
        attack = Attack("attack", self.base, why, self.suppresses)
        found = {result.name.lower(): chance for result, chance in chances(state.charts, element, attack).items()}
        result = None if self.rolled is None else read(state.charts, element, attack, self.rolled).value
        return {
            **with_total(attack.tally),
            **found,
            "breaks": break_factor(state.charts, element),
            "result": result,
        }


@frozen(kw_only=True)
class CloseAssaultOf:
    """A close assault of a squad on a vehicle or a bunker (pw:12.11). others: further squads that are declared."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: str = ""
    others: int = 0

    def answer(self, system: Any, state: WarState) -> Answer:
        """total, tally: the number; chance: of success; refused: why it may not be made."""
        element, target = state.element(self.unit), state.element(self.target)
        tally = assault.number(state, element, target, self.weapon, others=self.others)
        refused = assault.who_refusal(state, element) or assault.target_refusal(state, element, target)
        refused = refused or assault.weapon_refusal(state, element, self.weapon)
        chance = min(max(tally.total, 0), assault.FAILS - 1) / 10
        return {**with_total(tally), "chance": chance, "refused": why_not(refused)}


@frozen(kw_only=True)
class ContactOf:
    """The number up to which an element goes into contact with the enemy (pw:12.2.3)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """number, chance."""
        number = contact.check_number(state, state.element(self.unit))
        return {"number": number, "chance": min(max(number, 0), 10) / 10}


@frozen(kw_only=True)
class TeamsOf:
    """The independent teams of a company, by the squads of its platoons (pw:12.0.3)."""

    platoons: tuple[int, ...]
    attacks: bool = True

    def answer(self, system: Any, state: WarState) -> Answer:
        """teams, card."""
        return {"teams": teams.generated(self.platoons), "card": teams.card(attacks=self.attacks)}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "close-assault": CloseAssaultOf,
    "contact": ContactOf,
    "killpower": Killpower,
    "teams": TeamsOf,
}
