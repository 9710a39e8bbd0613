"""Companies with batteries and observers, for the tests of communication."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from core.event import SideId
from core.panzerwar.pieces.element import Element, Grade, Presence
from core.panzerwar.pieces.engagement import Force, Stance
from core.panzerwar.pieces.organisation import Doctrine, Echelon, Organisation, Radio
from core.panzerwar.state import WarState
from tests.panzerwar.happening import a_unit
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element


def a_force(side: SideId, nation: str, radio: Radio = Radio.FM, doctrine: Doctrine = Doctrine.ART) -> Force:
    return Force(
        id=side,
        name=side.title(),
        nation=nation,
        tone=side,
        force="",
        doctrine=doctrine,
        grade=Grade.REGULAR,
        radio=radio,
        stance=Stance.MEETING,
        general_order="Hold.",
    )


def a_company(
    *more: Element,
    units: tuple[Organisation, ...] = (),
    nation: str = "Germany",
    radio: Radio = Radio.FM,
    doctrine: Doctrine = Doctrine.ART,
    **changes: Any,
) -> WarState:
    """A company with its tank in C10, a platoon under it with its leader in F10, a battery off the table with an
    observer in H10, and one Russian tank far away. changes: of the engagement."""
    chief = an_element("chief", "pz4h", BLUE, "C10", organisation="company", command=True)
    leader = an_element("leader", "pz4h", BLUE, "F10", organisation="platoon", command=True)
    second = an_element("second", "pz4h", BLUE, "F12", organisation="platoon")
    gun = an_element("gun", "lefh18", BLUE, "C10", organisation="battery", presence=Presence.OFF_BOARD)
    observer = an_element("observer", "scout", BLUE, "H10", organisation="battery", role="forward observer")
    foe = an_element("foe", "t34-43", RED, "DDD50", organisation="foe", command=True)
    mine = (
        a_unit("company", chief, echelon=Echelon.COMPANY),
        a_unit("platoon", leader, second, parent="company"),
        a_unit("battery", _away(gun), observer, echelon=Echelon.BATTERY, off_board=3000.0, mechanised=False),
        a_unit("foe", foe),
        *units,
    )
    elements = (chief, leader, second, _away(gun), observer, foe, *more)
    rest = {"turn": 3, "step": "communications", "board": a_board(60, 60), **changes}
    sides = (a_force(BLUE, nation, radio, doctrine), a_force(RED, "Russia", Radio.AM, Doctrine.SCIENCE))
    return a_state(*elements, organisations=mine, sides=sides, **rest)


def _away(element: Element) -> Element:
    return evolve(element, at=None)
