"""What is in hand while a force is set up: a unit or a formation, where it would stand at the cursor, which way it
faces. No widgets."""

from __future__ import annotations

from collections.abc import Sequence

from core.choice import Choice
from core.event import SideId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.placing import END, placed_by
from core.presentation import Overlay, OverlayCell
from tui.game.set_up.deploying import Deployment, Wish, deploy
from tui.game.set_up.force import Body, Member, Position, Post
from tui.game.set_up.shapes import gathered, shifted
from tui.game.table import Table

#: Tones of hexes: where what is in hand may stand, where it would, where it is wanted and may not.
MAY, WOULD, MAY_NOT = "reach", "strong", "bad"


class Hand:
    """The force of a side as it stands, and what of it is in hand.

    unit: the unit in hand, "" = none; body: the formation that is open; whole: whether all of it is in hand; anchor: of
    a formation that stands on the map, the hex by which it is held; facing: the pick of the way in which the next unit
    will face, None = as it comes; how: in which of several ways it will lie in its hex, as the pick says it.
    """

    def __init__(self, table: Table, side: SideId) -> None:
        self._table = table
        self.side = side
        self.unit = ""
        self.body = ""
        self.whole = False
        self.anchor: Hex | None = None
        self.facing: str | None = None
        self.how = ""
        self.later: Body | None = None
        self.look()

    def look(self) -> None:
        """Look at the force again: something has been placed."""
        table, side = self._table, self.side
        self.position = Position(table.system, table.view, side)
        # What the rules refuse now they may allow when others stand; what the table refuses is not for this player.
        refused = {c.pick for c in self.position.choices().options if c.refusal is not None}
        asked = (c for c in table.choices(side, ()).options if c.pick not in refused)
        others = {placed_by(c.pick): c.refusal for c in asked if c.refusal is not None and placed_by(c.pick)}
        if others:
            self.position = Position(table.system, table.view, side, others)
        self.bodies = self.position.bodies

    # -- what is in hand --------------------------------------------------------------------------

    @property
    def members(self) -> tuple[Member, ...]:
        """All units, in the order of the list."""
        return tuple(member for body in self.bodies for member in body.members)

    @property
    def left(self) -> tuple[Member, ...]:
        """The units that are still to be placed."""
        return tuple(member for member in self.members if not member.placed)

    @property
    def member(self) -> Member | None:
        """The unit in hand."""
        return next((member for member in self.members if member.id == self.unit), None)

    @property
    def formation(self) -> Body | None:
        """The formation that is open."""
        return next((body for body in self.bodies if body.name == self.body), None)

    def take(self, unit: str) -> None:
        """Take a unit into hand."""
        self.unit, self.whole, self.anchor, self.later = unit, False, None, None
        body = next((b for b in self.bodies if any(m.id == unit for m in b.members)), None)
        self.body = body.name if body is not None else ""
        member = self.member
        if member is not None and member.post is not None:
            self.facing = member.post.facing

    def take_all(self, body: Body, at: Hex) -> None:
        """Take a formation into hand by its unit in a hex, or by the one nearest to it."""
        self.unit, self.body, self.whole, self.later = "", body.name, True, None
        standing = [member.post.hex for member in body.members if member.post is not None]
        self.anchor = min(standing, key=lambda hex_: (distance(hex_, at), hex_), default=None)

    def drop(self) -> bool:
        """Take nothing; whether anything was in hand."""
        held = bool(self.unit) or self.whole or self.later is not None
        self.unit, self.whole, self.anchor, self.later = "", False, None, None
        return held

    def look_later(self) -> bool:
        """Look at the next of what comes on later, after the last one at nothing; whether there is any."""
        bodies = self.position.later
        at = bodies.index(self.later) + 1 if self.later in bodies else 0
        self.drop()
        self.later = bodies[at] if at < len(bodies) else None
        return bool(bodies)

    def comes_on(self, body: Body) -> None:
        """Look at what comes on later."""
        self.drop()
        self.later = body

    def next(self, step: int = 1) -> bool:
        """Take the next unit that is still to be placed, of the same formation first; with none left, any at all."""
        before = [member.id for member in self.members]
        left = [m.id for m in self.left if not m.kept] or ([] if step == 0 else [m.id for m in self.members])
        if not left:
            self.drop()
            return False
        at = before.index(self.unit) if self.unit in before else -1 if step >= 0 else len(before)
        around = [*before[at + 1 :], *before[: at + 1]] if step >= 0 else [*before[:at][::-1], *before[at:][::-1]]
        self.take(next(unit for unit in around if unit in left))
        return True

    def here(self, hex_: Hex) -> tuple[Member, ...]:
        """The units of the force in a hex, the topmost of the map first."""
        return tuple(member for member in self.members if member.post is not None and member.post.hex == hex_)

    # -- where it would stand ---------------------------------------------------------------------

    def ways(self, hex_: Hex) -> tuple[tuple[str, str], ...]:
        """How the unit in hand may lie in a hex: what stands behind the hex in the pick, and in words."""
        found = self.position.spots(self.unit).get(hex_, ()) if self.unit else ()
        return tuple((choice.pick.removeprefix(str(hex_)), choice.label) for choice in found)

    def order(self, hex_: Hex, how: str = "") -> tuple[str, ...]:
        """The picks that put the unit in hand into a hex. IllegalOrder says why it may not stand there."""
        return self.position.place(self.unit, Post(hex_, how, self.facing))

    def wishes(self, hex_: Hex) -> tuple[Wish, ...]:
        """Where the units of the formation in hand are wanted with the cursor in a hex."""
        body = self.formation
        if body is None or not self.whole:
            return ()
        moved = tuple(shifted(body.members, self.anchor, hex_)) if self.anchor is not None else ()
        taken = [wish.post.hex for wish in moved]
        taken += [m.post.hex for m in self.members if m.post is not None and m not in body.members]
        return (*moved, *gathered(self.position, body.members, hex_, self.facing, taken))

    def deployment(self, hex_: Hex) -> Deployment:
        """The orders that put the formation in hand where the cursor is."""
        return deploy(self.position, self.wishes(hex_), f"{self.body} about {hex_}")

    def overlay(self, hex_: Hex) -> Overlay | None:
        """Where what is in hand may stand, and where it would with the cursor in a hex."""
        cells: dict[Hex, OverlayCell] = {}
        if self.later is not None:
            cells = {spot: OverlayCell(MAY) for spot in self.later.hexes}
        if self.unit and self.position.units.get(self.unit) is not None:
            cells = {spot: OverlayCell(MAY) for spot in self.position.spots(self.unit)}
            if hex_ in cells:
                cells[hex_] = OverlayCell(WOULD)
        for wish in self.wishes(hex_):
            may = wish.post.hex in self.position.spots(wish.unit.id)
            cells[wish.post.hex] = OverlayCell(WOULD if may else MAY_NOT)
        return Overlay("set-up", "Set-up", cells) if cells else None

    def nearest(self, hex_: Hex) -> Hex:
        """Where the cursor goes when a unit comes into hand: its own hex, or the nearest in which it may be placed."""
        member = self.member
        if member is None:
            return hex_
        if member.post is not None:
            return member.post.hex
        spots = self.position.spots(member.id) if not member.kept else {}
        return min(spots, key=lambda h: (distance(h, hex_), h), default=hex_)

    # -- facing -----------------------------------------------------------------------------------

    def turned(self, hex_: Hex, step: int, last: str) -> tuple[str, tuple[str, ...]] | None:
        """A unit in a hex, the one placed last if it is there, and the order that turns it by one facing; None where
        none stands there: then what comes next faces otherwise. IllegalOrder where nothing faces."""
        here: Sequence[Member] = self.here(hex_)
        member = next((m for m in here if m.id == last), here[0] if here else None)
        held = self.member
        if held is not None and (member is None or held.post is not None):
            member = held
        if member is None or member.kept:
            raise IllegalOrder("no unit here that could be turned", "")
        if member.post is None or member.post.hex != hex_:
            spots = self.position.spots(member.id)
            at = hex_ if hex_ in spots else min(spots, default=hex_)
            ways = self.position.facings(member.id, spots[at][0].pick) if at in spots else ()
            if not ways:
                raise IllegalOrder("it faces no way", "")
            self.facing = _after(ways, self.facing or self._as_it_comes(member.id, at), step)
            return None
        ways = self.position.facings(member.id, member.post.pick)
        if not ways:
            raise IllegalOrder(f"{member.name} faces no way", "")
        facing = _after(ways, member.post.facing, step)
        return member.id, self.position.place(member.id, Post(member.post.hex, member.post.how, facing))

    def _as_it_comes(self, unit: str, hex_: Hex) -> str | None:
        """The way that a unit faces in a hex if nothing is said of it."""
        after = self.position.after(self.position.place(unit, Post(hex_)))
        post = after.posts.get(unit) if after is not None else None
        return post.facing if post is not None else None

    def facing_after(self, member: Member, step: int) -> str | None:
        """The way that a unit faces when it is turned by one facing; None if it faces no way."""
        ways = self.position.facings(member.id, member.post.pick) if member.post is not None else ()
        return _after(ways, member.post.facing, step) if ways and member.post is not None else None

    @property
    def end(self) -> Choice | None:
        """The choice that ends the set-up, be it legal yet or not; None where units are placed in another step."""
        found = (c for c in self.position.choices().options if c.kind == "done" and c.label == END)
        return next(found, None)


def _after(ways: Sequence[str], facing: str | None, step: int) -> str:
    at = ways.index(facing) if facing in ways else -1 if step > 0 else 0
    return ways[(at + step) % len(ways)]
