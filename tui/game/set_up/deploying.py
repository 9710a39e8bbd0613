"""Several units placed together: worked out order by order before any is given, each as those before it stand then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from attrs import evolve, frozen
from textual.content import Content

from core.alike import Alike
from core.choice import Partial
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.placing import placed_by
from tui.game.many.plan import Barred
from tui.game.set_up.force import NOT_THERE, Member, Position, Post, post_of
from tui.kit.printed import caller

#: A unit that may not stand where it is wanted goes no farther from there than this, in hexes.
BESIDE: Final = 2


@frozen(eq=False, repr=False)
class Wish(Alike):
    """Where a unit is wanted."""

    unit: Member
    post: Post


@frozen(eq=False, repr=False)
class Act(Alike):
    """One order of several: its picks, and what is said of it. via: it only makes room for the others."""

    partial: Partial
    words: str
    via: bool = False


@frozen(eq=False, repr=False)
class Deployment(Alike):
    """Orders that place several units, and who is not placed by them and why.

    title: what it is; left: what is said of those who stay as they are; beside: how many stand beside where they were
    wanted.
    """

    title: str
    acts: tuple[Act, ...] = ()
    barred: tuple[Barred, ...] = ()
    beside: int = 0

    @property
    def lines(self) -> tuple[Content, ...]:
        """Who goes where, and who stays and why."""
        shown = [Content(act.words) for act in self.acts if not act.via]
        return (*(one.line for one in self.barred), *(shown or [Content("Nobody moves.")]))


def deploy(position: Position, wishes: Iterable[Wish], title: str, beside: int = BESIDE) -> Deployment:
    """Place units where they are wanted, as far as the rules allow it; else as near as `beside` hexes, else not at all.

    Units that stand in each other's way wait for each other; where all wait, one makes room, if that is of any use.
    """
    wanted = [wish for wish in wishes if wish.unit.post != wish.post]
    plain = _deployed(position, wanted, title, beside, rooms=0)
    if not plain.barred and not plain.beside:
        return plain
    roomy = _deployed(position, wanted, title, beside, rooms=len(wanted))
    return roomy if (len(roomy.barred), roomy.beside) < (len(plain.barred), plain.beside) else plain


def _deployed(position: Position, waiting: list[Wish], title: str, beside: int, *, rooms: int) -> Deployment:
    """rooms: how often a unit may make room for others."""
    acts: list[Act] = []
    barred: list[Barred] = []
    off = 0
    while waiting:
        left: list[Wish] = []
        for wish in waiting:
            found = _try(position, wish)
            if found is None:
                left.append(wish)
            else:
                acts.append(found[0])
                position = found[1]
        if len(left) == len(waiting):
            moved = _make_room(position, left) if rooms else None
            if moved is None:
                break
            rooms -= 1
            acts.append(moved[0])
            position = moved[1]
        waiting = left
    for wish in waiting:
        found = _try(position, wish, beside)
        off += found is not None
        if found is None:
            barred.append(Barred(wish.unit.name, _why(position, wish)))
            home = wish.unit.post
            if home is not None and position.posts.get(wish.unit.id) != home:
                found = _try(position, Wish(wish.unit, home), beside)
        if found is not None:
            acts.append(found[0])
            position = found[1]
    return Deployment(title, tuple(acts), tuple(barred), off)


def _try(position: Position, wish: Wish, beside: int = 0) -> tuple[Act, Position] | None:
    """A unit placed where it is wanted, or as near as may be."""
    unit = wish.unit.id
    for hex_ in _near(position, unit, wish.post.hex, beside):
        post = evolve(wish.post, hex=hex_)
        try:
            partial = position.place(unit, post)
        except IllegalOrder:
            continue
        after = position.after(partial)
        if after is not None:
            return Act(partial, told(position, wish.unit, partial)), after
    return None


def _near(position: Position, unit: str, hex_: Hex, beside: int) -> Sequence[Hex]:
    if not beside:
        return (hex_,)
    near = (h for h in position.spots(unit) if distance(h, hex_) <= beside)
    return sorted(near, key=lambda h: (distance(h, hex_), h))


def _make_room(position: Position, waiting: Sequence[Wish]) -> tuple[Act, Position] | None:
    """One of those that stand in each other's way goes aside."""
    wanted = {wish.post.hex for wish in waiting}
    for wish in waiting:
        post = position.posts.get(wish.unit.id)
        if post is None or not any(other.post.hex == post.hex for other in waiting if other is not wish):
            continue
        free = (h for h in position.spots(wish.unit.id) if h not in wanted and h != post.hex)
        for hex_ in sorted(free, key=lambda h: (distance(h, post.hex), h))[:1]:
            found = _try(position, Wish(wish.unit, evolve(post, hex=hex_)))
            if found is not None:
                return evolve(found[0], via=True), found[1]
    return None


def _why(position: Position, wish: Wish) -> IllegalOrder:
    try:
        position.place(wish.unit.id, wish.post)
    except IllegalOrder as error:
        return error
    return IllegalOrder(NOT_THERE.format(caller(position.system)(wish.post.hex)), "")


def told(position: Position, unit: Member, partial: Partial) -> str:
    """An order that places a unit, in words."""
    now = position.choices(partial[:2])
    facing = next((c.label for c in now.options if len(partial) > 2 and c.pick == partial[2]), "")
    spot = next((c.label for c in position.choices(partial[:1]).options if c.pick == partial[1]), partial[1])
    before = f"{caller(position.system)(unit.post.hex)} to " if unit.post is not None else ""
    return f"{unit.name}: {before}{spot}{f', facing {facing}' if facing else ''}"


def arranged(position: Position, orders: Iterable[Partial], title: str, beside: int = BESIDE) -> Deployment:
    """A whole set-up laid in the place of what stands there: its orders as they follow each other, if all of them may
    be given; else first what comes before the units, such as their area, then the units, as far as they may stand where
    they are wanted, then what follows them."""
    there = set(position.system.layout(position.view, position.side))
    orders = [partial for partial in orders if partial not in there]
    plain = laid(position, orders, title)
    if not plain.barred:
        return plain
    placing = [bool(placed_by(partial[0])) and len(partial) > 1 for partial in orders]
    first = placing.index(True) if True in placing else len(orders)
    before = laid(position, orders[:first], title)
    position = _after(position, before)
    wishes: list[Wish] = []
    unknown: list[Barred] = []
    for partial in (one for one, places in zip(orders, placing, strict=True) if places):
        member = position.member(placed_by(partial[0]))
        try:
            post = post_of(position.system, partial)
        except ValueError as error:
            unknown.append(Barred(" ".join(partial), IllegalOrder(str(error), "")))
            continue
        if member is None:
            unknown.append(Barred(placed_by(partial[0]), IllegalOrder("no such unit is set up here", "")))
        else:
            wishes.append(Wish(member, post))
    placed = deploy(position, wishes, title, beside)
    rest = [partial for partial, places in zip(orders[first:], placing[first:], strict=True) if not places]
    last = laid(_after(position, placed), rest, title)
    acts, barred = (*before.acts, *placed.acts, *last.acts), (*before.barred, *unknown, *placed.barred, *last.barred)
    return Deployment(title, acts, barred, placed.beside)


def _after(position: Position, given: Deployment) -> Position:
    for act in given.acts:
        position = position.after(act.partial) or position
    return position


def laid(position: Position, orders: Iterable[Partial], title: str) -> Deployment:
    """Orders of another set-up, as far as they may be given in this one; what is refused waits for those after it,
    which may make room for it."""
    acts: list[Act] = []
    barred: list[Barred] = []
    waiting = list(orders)
    while waiting:
        barred = []
        left: list[Partial] = []
        for partial in waiting:
            found = _laid(position, partial)
            if isinstance(found, Barred):
                barred.append(found)
                left.append(partial)
            elif found is not None:
                acts.append(found[0])
                position = found[1]
        if len(left) == len(waiting):
            break
        waiting = left
    return Deployment(title, tuple(acts), tuple(barred))


def _laid(position: Position, partial: Partial) -> tuple[Act, Position] | Barred | None:
    """An order given, and what comes of it; why it is not; None where it changes nothing."""
    name = _name(position, partial)
    refusal = position.others.get(placed_by(partial[0]))
    if refusal is not None:
        return Barred(name, IllegalOrder(refusal.reason, refusal.rule))
    try:
        order: Any = position.system.order(position.view, position.side, partial)
        position.system.check(position.view, position.side, order)
    except (IllegalOrder, ValueError) as error:
        return Barred(name, error if isinstance(error, IllegalOrder) else IllegalOrder(str(error), ""))
    member = position.member(placed_by(partial[0]))
    if member is not None and member.post == post_of(position.system, partial):
        return None
    words = told(position, member, partial) if member is not None else _label(position, partial)
    after = position.after(partial)
    if after is None:
        return Barred(name, IllegalOrder("what follows it cannot be told before", ""))
    return Act(partial, words), after


def _name(position: Position, partial: Partial) -> str:
    member = position.member(placed_by(partial[0]))
    return member.name if member is not None else " ".join(partial)


def _label(position: Position, partial: Partial) -> str:
    """The labels of the picks of an order."""
    labels = []
    for at, pick in enumerate(partial):
        label = next((c.label for c in position.choices(partial[:at]).options if c.pick == pick), pick)
        labels.append(label.removesuffix(" ..."))
    return ", ".join(labels)
