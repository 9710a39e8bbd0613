"""What is shown of mines and bunkers: fields that a side knows of, who is inside, how much of it stands (pw:15)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import UnitId
from core.hexes import Hex
from core.panzerwar.obstacles import bunkers
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.state import WarState
from core.presentation import Counter, Row


def counters(view: WarState) -> Iterator[Counter]:
    """A counter in each hex of every minefield that the view knows of."""
    for laid in view.mines.laid.values():
        for hex_ in sorted(laid.hexes):
            yield Counter(
                id=f"mines:{laid.id}:{hex_}",
                kind="mines",
                hex=hex_,
                side=laid.side,
                short="m",
                name="Marked mines" if laid.marked else "Hidden mines",
                label=words(laid),
            )


def words(laid: Laid) -> str:
    """A minefield as far as it is known."""
    how = "marked" if laid.marked else "hidden"
    if laid.grade == 0:
        return f"{how} mines, a dummy"
    if laid.grade is None:
        return f"{how} mines"
    return f"{how} mines, class {laid.grade}, {'anti-tank' if laid.kind == 'AT' else 'anti-personnel'}"


def hex_rows(view: WarState, hex_: Hex) -> Iterator[Row]:
    """The mines of a hex."""
    for laid in view.mines.laid.values():
        if hex_ in laid.hexes:
            whose = view.engagement.side(laid.side).name
            yield Row("Mines", f"{words(laid)}, {whose}", "pw:15.1.4", tone="warn")


def element_rows(view: WarState, element: Element) -> Iterator[Row]:
    """Of a bunker its armour and who is inside, of who is in one which; who digs around mines."""
    if element.kind is Kind.BUNKER:
        card = bunkers.card_of(view, element)
        armour = bunkers.armour(view.charts, card, element.harm.worn)
        yield Row("Armour", f"{armour:g} cm of {card.armour:g}, {element.harm.worn} points of damage", "pw:15.7.3")
        inside = ", ".join(one.name for one in bunkers.inside(view, element))
        yield Row("Inside", inside or "nobody known", "pw:15.7.1")
    if element.posture.bunker:
        bunker = view.elements.get(UnitId(element.posture.bunker))
        yield Row("In", bunker.name if bunker is not None else "a bunker", "pw:15.7.1")
    probe = view.mines.probes.get(element.id)
    if probe is not None:
        yield Row("Digs", f"around the mines, for {view.turn - probe.since + 1} turns", "pw:15.5")
