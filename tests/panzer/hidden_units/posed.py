"""A plain of 30 rows with Soviet units at its top, some of them under HIDDEN UNIT counters, and a German tank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.panzer.chapters import BOOK
from core.panzer.hidden_units.events import HiddenPlaced, UnitsHidden
from core.panzer.state import PanzerState

GERMAN, SOVIET = SideId("german"), SideId("soviet")
TANK = UnitId("g1")
T34, RIFLES, SECOND, GUN = (UnitId(u) for u in ("s1", "s2", "s3", "s4"))
#: Rows of the plain, and the row in which the Soviet units stand.
ROWS, TOP = 30, 2
ROUTE = " ".join(f"A{row}" for row in range(1, ROWS))


def plain(
    *,
    tank: str = "A30",
    step: str = "first-fire",
    on: bool = True,
    limit: int = 4,
    ground: dict[int, str] | None = None,
    more: Iterable[dict[str, Any]] = (),
    modules: Iterable[str] = (),
    mined: Iterable[dict[str, Any]] = (),
    road: str = "",
    **moment: Any,
) -> PanzerState:
    """A T-34, two squads and a gun in A2; a German tank. ground: the rows that are not open; road: the kind of a route
    down the column."""
    rows = [(ground or {}).get(row, ". .") for row in range(1, ROWS + 1)]
    squad = {"card": "s57-rifle-squad-1-2-squad", "formation": "battalion"}
    soviet = {"side": "soviet", "hex": f"A{TOP}", "facing": "S", "formation": "battalion"}
    stated: dict[str, Any] = {
        "modules": ["leg-and-towed", "grades", *modules, *(["hidden-units"] if on else [])],
        "board": {"grid": "\n".join(rows), "route": [{"kind": road, "hexes": ROUTE}] if road else []},
        "side": [
            {"id": "german", "nation": "German", "hidden_units": limit},
            {"id": "soviet", "nation": "Soviet", "hidden_units": limit},
        ],
        "formation": [{"name": "battalion", "side": "soviet", "grade": "Elite"}],
        "unit": [
            {"id": "g1", "side": "german", "card": "g12-pzkpfw-iii-m", "hex": tank, "facing": "N"},
            {**soviet, "id": "s1", "card": "s14-t-34-76-m42"},
            {**soviet, **squad, "id": "s2"},
            {**soviet, **squad, "id": "s3"},
            {**soviet, "id": "s4", "card": "s51-100mm-m44-atg"},
            *more,
        ],
        **({"minefield": list(mined)} if mined else {}),
        "situation": {"step": step, "first": "german", "spotting": False, **moment},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def hidden(state: PanzerState, number: int, *units: UnitId, side: SideId = SOVIET, hex_: str = "") -> PanzerState:
    """The state with units under a counter, where they stood or elsewhere; a fake if none is named."""
    there = state.units[units[0]].hex if units and not hex_ else state.board.hex(hex_ or f"A{TOP}")
    assert there is not None
    if units:
        BOOK.evolve(state, UnitsHidden(side=side, units=units))
    BOOK.evolve(state, HiddenPlaced(side=side, number=number, hex=there, units=units))
    return state


def run(state: PanzerState, events: Iterable[Event]) -> list[Event]:
    """What happens, which changes the state event by event."""
    found = []
    for event in events:
        BOOK.evolve(state, event)
        BOOK.report(state, event)
        found.append(event)
    return found


def ordered(state: PanzerState, side: SideId, order: Any, *dice: int) -> list[Event]:
    """What comes of a legal order."""
    BOOK.refuse(state, side, order)
    return run(state, BOOK.decide(state, side, order, ScriptedDice(list(dice))))


def follows(state: PanzerState, *dice: int) -> list[Event]:
    """The next thing that happens by itself."""
    return run(state, BOOK.due(state, ScriptedDice(list(dice))) or ())


def names(events: Iterable[Event]) -> list[str]:
    return [event.name for event in events]
