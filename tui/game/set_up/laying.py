"""Setting up at the keyboard: units and formations are put down, picked up, turned and mirrored, order by order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import evolve
from textual.content import Content
from textual.screen import Screen

from core.choice import Choice, Partial
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.placing import REST
from saves.set_ups import SetUp
from tui.game.set_up.deploying import Act, Deployment, Wish, arranged, deploy
from tui.game.set_up.force import Body
from tui.game.set_up.hand import Hand
from tui.game.set_up.keeping import Keeping
from tui.game.set_up.offering import offer
from tui.game.set_up.shapes import mirrored, wide
from tui.game.set_up.showing import Showing
from tui.game.stage import Stage
from tui.game.table import Table
from tui.keys.held import keys_of
from tui.kit.popups import PickList
from tui.kit.printed import hex_name
from tui.program import program

#: What the two mirrors are called.
LEFT_RIGHT, TOP_BOTTOM = "left and right", "top and bottom"
#: Whom the program may place, where some are placed already.
LEFT, ANEW = "what is left", "all anew"
#: How it places them: by formations, or by the order that does it unseen.
WELL, PLAINLY = "by formations", "plainly"


class Laying:
    """Gives the orders of a set-up. last: the unit that was placed last."""

    def __init__(self, screen: Screen[Any], table: Table, stage: Stage, hand: Hand, showing: Showing) -> None:
        self._screen = screen
        self._table = table
        self._stage = stage
        self._hand = hand
        self._showing = showing
        self._keeping = Keeping(screen, table, hand.side, self._lay)
        self._given: list[int] = []
        self.last = ""

    # -- orders -----------------------------------------------------------------------------------

    def give(self, orders: Sequence[Partial]) -> bool:
        """Give orders one after the other, until one is refused; whether all were accepted."""
        done, accepted = 0, True
        for picks in orders:
            try:
                self._table.submit(self._hand.side, picks)
            except IllegalOrder as error:
                self.say(error)
                accepted = False
                break
            except Exception as error:
                program(self._screen.app).trouble("The order could not be carried out", error)
                accepted = False
                break
            done += 1
        if done:
            self._given.append(done)
        self._hand.look()
        return accepted

    def say(self, error: IllegalOrder) -> None:
        """Tell why something may not be done."""
        told = f"{error.reason} ({error.rule})" if error.rule else error.reason
        self._screen.notify(told, severity="warning", timeout=5, markup=False)

    def undo(self) -> None:
        """Take back the last thing done here, all orders of it."""
        if not self._given:
            self._screen.notify("Nothing has been placed here that could be taken back", timeout=3)
            return
        for _ in range(self._given.pop()):
            try:
                self._table.undo(self._hand.side)
            except IllegalOrder as error:
                self.say(error)
                break
        self._hand.look()
        if self._hand.member is None and not self._hand.whole:
            self._hand.next()
        self.held()

    def held(self) -> None:
        """Something else is in hand, or stands elsewhere: the cursor goes there, and all is drawn."""
        self._stage.look()
        if self._hand.unit:
            self._stage.point(self._hand.nearest(self._stage.cursor))
        self._showing.force()

    def may_end(self) -> bool:
        """Whether the side may end its set-up now; why not is told."""
        end = self._hand.end
        if end is None:
            self._screen.notify("These units come on in a step that has more to it: esc goes back to it", timeout=4)
            return False
        if end.refusal is not None:
            self.say(IllegalOrder(end.refusal.reason, end.refusal.rule))
        return end.legal

    # -- one unit ---------------------------------------------------------------------------------

    def put(self) -> None:
        """Put what is in hand where the cursor is; with nothing in hand pick up what stands there."""
        hand, at = self._hand, self._stage.cursor
        if hand.whole:
            self.offer((("", partial(hand.deployment, at)),), sure=True)
        elif hand.unit:
            self._put_unit(at)
        else:
            self.pick_up()

    def _put_unit(self, at: Hex) -> None:
        hand = self._hand
        moved = hand.member is not None and hand.member.post is not None
        try:
            picks = hand.order(at, hand.how)
        except IllegalOrder as error:
            self.say(error)
            return
        unit = hand.unit
        if self.give((picks,)):
            self.last = unit
            if moved or not hand.next(0):
                hand.drop()
                if hand.left:
                    hand.next()
            self.after(at)

    def after(self, at: Hex) -> None:
        """After something was placed the cursor stays, unless what is in hand now may not go there."""
        hand = self._hand
        self._stage.look()
        member = hand.member
        if member is not None and at not in hand.position.spots(member.id):
            at = hand.nearest(at)
        self._stage.point(at)
        self._showing.force()

    def pick_up(self) -> None:
        """Take the unit in the cursor's hex into hand, or the next of several; drop what is in hand elsewhere."""
        hand, at = self._hand, self._stage.cursor
        here = [member.id for member in hand.here(at)]
        if here:
            following = here[(here.index(hand.unit) + 1) % len(here)] if hand.unit in here else here[0]
            if hand.unit == following:
                hand.drop()
            else:
                hand.take(following)
        elif not hand.drop():
            hand.next()
            self.held()
            return
        self._showing.force()

    def next(self, step: int) -> None:
        """The next unit into hand."""
        if not self._hand.next(step):
            kept = next((f"{one.name}: {one.kept}" for one in self._hand.left if one.kept), "")
            picks = keys_of(self._screen).told("set-up.pick-up")
            told = kept or f"Every unit is placed: {picks} picks up the one under the cursor"
            self._screen.notify(told, timeout=3, markup=False)
        self.held()

    def turn(self, step: int) -> None:
        """Turn what is in hand, or the unit under the cursor."""
        hand, at = self._hand, self._stage.cursor
        if hand.whole:
            self.offer((("", partial(self._turned, step)),), sure=True)
            return
        try:
            found = hand.turned(at, step, self.last)
        except IllegalOrder as error:
            self.say(error)
            return
        if found is not None:
            self.give((found[1],))
            member = hand.position.member(found[0])
            if member is not None and member.post is not None:
                hand.facing = member.post.facing
        self._showing.force()

    def _turned(self, step: int) -> Deployment:
        hand = self._hand
        wishes = list[Wish]()
        for member in hand.formation.members if hand.formation is not None else ():
            if member.post is not None and not member.kept:
                wishes.append(Wish(member, evolve(member.post, facing=hand.facing_after(member, step))))
        return deploy(hand.position, wishes, f"Turn {hand.body}")

    def otherwise(self) -> None:
        """Another of the ways to lie in a hex, such as hidden: for what is in hand, else for what stands there."""
        hand, at = self._hand, self._stage.cursor
        here = hand.here(at)
        if hand.member is None and here:
            hand.take(here[0].id)
        ways = hand.ways(at)
        if len(ways) < 2:
            self._screen.notify("There is one way to stand here", timeout=3)
            return

        def picked(row: int | None) -> None:
            if row is not None:
                hand.how = ways[row][0]
                self._put_unit(at)

        where = hex_name(self._table, at)
        self._screen.app.push_screen(PickList(f"In {where}", [("", Content(words)) for _, words in ways]), picked)

    def look_later(self) -> None:
        """The cursor goes to where what is looked at comes on."""
        later = self._hand.later
        if later is not None and later.hexes:
            at = self._stage.cursor
            self._stage.point(min(later.hexes, key=lambda h: (distance(h, at), h)))
        self._showing.force()

    # -- several ----------------------------------------------------------------------------------

    def formation(self) -> None:
        """Take the formation of the unit in hand, or of the one under the cursor, into hand as a whole."""
        hand, at = self._hand, self._stage.cursor
        here = hand.here(at)
        unit = hand.unit or (here[0].id if here else "")
        body = hand.position.body_of(unit) if unit else hand.formation
        if body is None or hand.whole:
            hand.drop()
            hand.next(0)
            self.held()
            return
        self.take_all(body)

    def take_all(self, body: Body) -> None:
        """Take a formation into hand as a whole."""
        hand = self._hand
        hand.take_all(body, self._stage.cursor)
        if hand.anchor is not None:
            self._stage.point(hand.anchor)
        self._showing.force()

    def mirror(self) -> None:
        """Show all that is placed, or the formation in hand, in a mirror; it is given if it is accepted."""
        hand = self._hand
        bodies = (hand.formation,) if hand.whole and hand.formation is not None else hand.bodies
        if not any(body.placed for body in bodies):
            self._screen.notify("Nothing is placed yet that could be mirrored", timeout=3)
            return

        def plan(upright: bool) -> Deployment:
            return deploy(hand.position, mirrored(hand.position, bodies, upright=upright), "Mirrored")

        plans = ((LEFT_RIGHT, partial(plan, True)), (TOP_BOTTOM, partial(plan, False)))
        self.offer(plans if wide(hand.position, bodies) else plans[::-1])

    def array(self) -> None:
        """Show how the program would place what is left, the formation in hand, or all; it is given if accepted."""
        hand = self._hand
        body = hand.formation if hand.whole else None
        units = [member.id for member in (body.members if body is not None else hand.members) if not member.aside]
        left = [member.id for member in hand.left if member.id in units]

        def plan(of: Sequence[str]) -> Deployment:
            orders = hand.position.system.array(hand.position.view, hand.side, of)
            return arranged(hand.position, orders, f"Placed for you: {len(of)}")

        anew = body is None and bool(left) and len(left) < len(units)
        plans = [(LEFT, partial(plan, left))] if anew else []
        plans.append((ANEW if anew else WELL, partial(plan, units)))
        rest = None if body is not None else self._rest()
        if rest is not None:
            plans.append((PLAINLY, partial(Deployment, rest.label, (Act((REST,), rest.label),))))
        self.offer(plans if len(plans) > 1 else [("", plans[0][1])])

    def _rest(self) -> Choice | None:
        """The order that places all that is left, if the player may give it."""
        return next((c for c in self._table.choices(self._hand.side, ()).legal if c.pick == REST), None)

    # -- set-ups of one's own ---------------------------------------------------------------------

    def keep(self) -> None:
        """Keep what is placed under a name."""
        orders = self._table.system.layout(self._table.view, self._hand.side)
        if not any(member.placed for member in self._hand.members) and not any(len(order) > 1 for order in orders):
            self._screen.notify("Nothing is placed yet that could be kept", timeout=3)
            return
        self._keeping.keep(f"{keys_of(self._screen).told('set-up.open')} lays it")

    def open(self) -> None:
        """Choose one of the set-ups that are kept for this side, and show what comes of it here."""
        keeps = keys_of(self._screen).told("set-up.keep")
        self._keeping.open(f"No set-up of this side is kept yet: {keeps} keeps one")

    def _lay(self, mine: SetUp) -> None:
        position = self._hand.position
        orders = position.system.relaid(position.view, self._hand.side, mine.orders)
        self.offer((("", partial(arranged, position, orders, mine.name, beside=0)),))

    def offer(self, plans: Sequence[tuple[str, Callable[[], Deployment]]], *, sure: bool = False) -> None:
        """Show what may be done in one way or another, and give what is accepted."""
        offer(self._screen, self._table, plans, self._accept, sure=sure)

    def _accept(self, given: Deployment) -> None:
        acts: tuple[Act, ...] = given.acts
        self.give(tuple(act.partial for act in acts))
        self._hand.drop()
        self._hand.next(0)
        self.after(self._stage.cursor)
