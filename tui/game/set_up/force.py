"""What a side sets up, by formations, and where it may stand: all of it asked of the side's own view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Choice, Choices, Partial, Refusal
from core.event import SideId
from core.hexes import Hex
from core.order import IllegalOrder
from core.placing import PHASE, PLACE, placed_by
from core.play.foresight import foreseen
from core.presentation import Status
from core.system import RuleSystem
from tui.kit.printed import caller

#: What is said of a hex that is not offered, without a reason.
NOT_THERE: Final = "{} is outside its area, or has no room or ground for it"


@frozen(eq=False, repr=False)
class Post(Alike):
    """Where a unit stands, or is to stand. how: what stands behind its hex in the pick, such as that it is hidden;
    facing: the pick of it, None = as it comes."""

    hex: Hex
    how: str = ""
    facing: str | None = None

    @property
    def pick(self) -> str:
        """The second pick of the order."""
        return f"{self.hex}{self.how}"


@frozen(eq=False, repr=False)
class Member(Alike):
    """One unit that is set up. post: where it stands, None = nowhere yet; kept: why nothing can be done with it now;
    aside: it is set up otherwise than in a hex of its own, such as under a counter."""

    id: str
    name: str
    post: Post | None
    kept: str = ""
    aside: bool = False

    @property
    def placed(self) -> bool:
        """Whether nothing is left to be done with it."""
        return self.post is not None or self.aside


@frozen(eq=False, repr=False)
class Body(Alike):
    """Units that belong together, as the scenario names them. when, hexes: of those that come on later, from when on
    and where; they are not placed now. choice, rule: what their owner may choose about it, and by which rule."""

    name: str
    members: tuple[Member, ...]
    when: str = ""
    hexes: frozenset[Hex] = frozenset()
    choice: str = ""
    rule: str = ""

    @property
    def placed(self) -> int:
        """How many of them stand on the map."""
        return sum(member.placed for member in self.members)


class Position:
    """A set-up at one moment, present or foreseen, as one side sees it. others: units that are not for the player to
    place, with why not."""

    def __init__(
        self, system: RuleSystem[Any], view: Any, side: SideId, others: Mapping[str, Refusal] = MappingProxyType({})
    ) -> None:
        self.system = system
        self.view = view
        self.side = side
        self.others = others
        self._door = system.door(view, side)
        self._spots: dict[str, Mapping[Hex, tuple[Choice, ...]]] = {}

    def choices(self, partial: Partial = ()) -> Choices:
        """What may be picked next."""
        found: Choices = self._door.choices(partial)
        return found

    @cached_property
    def units(self) -> Mapping[str, Choice]:
        """The units that may be placed, or placed otherwise, with the choices that begin it."""
        found = ((placed_by(c.pick), c) for c in self.choices().options if c.kind == "unit")
        return {u: evolve(c, refusal=self.others.get(u, c.refusal)) for u, c in found if u}

    @cached_property
    def posts(self) -> Mapping[str, Post]:
        """Where those stand that are placed already."""
        found: dict[str, Post] = {}
        for partial in self.system.layout(self.view, self.side):
            if unit := placed_by(partial[0]):
                found[unit] = post_of(self.system, partial)
        return found

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """All of them by formations, as the scenario lists these."""
        posts, found = self.posts, list[Body]()
        for formation in self.system.formations():
            there = [unit for unit in formation.units if unit in self.units or unit in posts]
            if formation.side == self.side and there:
                found.append(Body(formation.name, tuple(self._member(unit) for unit in there)))
        return tuple(found)

    @cached_property
    def later(self) -> tuple[Body, ...]:
        """Those that come on later than the set-up: those of a formation that come alike together."""
        found: dict[tuple[str, str, frozenset[Hex], str, str], list[Member]] = {}
        names = {unit: formation.name for formation in self.system.formations() for unit in formation.units}
        for one in self.system.coming(self.view, self.side):
            alike = names.get(one.unit, ""), one.when, one.hexes, one.choice, one.rule
            found.setdefault(alike, []).append(Member(one.unit, self._name(one.unit), None, f"it comes on {one.when}"))
        return tuple(
            Body(name, tuple(members), when, hexes, choice, rule)
            for (name, when, hexes, choice, rule), members in found.items()
        )

    def _name(self, unit: str) -> str:
        try:
            return str(self.system.face.unit_card(self.view, unit).title)
        except KeyError:
            return unit

    def _member(self, unit: str) -> Member:
        choice, post = self.units.get(unit), self.posts.get(unit)
        kept = "" if choice is not None else "it is carried"
        if choice is not None and choice.refusal is not None:
            kept = choice.refusal.reason
        name = self._name(unit)
        aside = post is None and unit in self._aside
        return Member(unit, name, post, "it is set up in another way" if aside else kept, aside)

    @cached_property
    def _aside(self) -> frozenset[str]:
        """What is named by orders that place no unit by itself."""
        orders = (partial for partial in self.system.layout(self.view, self.side) if not placed_by(partial[0]))
        return frozenset(pick for partial in orders for pick in partial[1:])

    def spots(self, unit: str) -> Mapping[Hex, tuple[Choice, ...]]:
        """The hexes in which a unit may be placed now, each with the ways in which it may lie there."""
        kept = self._spots.get(unit)
        if kept is None:
            found: dict[Hex, tuple[Choice, ...]] = {}
            for choice in self.choices((f"{PLACE}:{unit}",)).legal:
                if choice.hex is not None and choice.kind in ("hex", "option"):
                    found[choice.hex] = (*found.get(choice.hex, ()), choice)
            kept = self._spots[unit] = found
        return kept

    def facings(self, unit: str, pick: str) -> tuple[str, ...]:
        """The ways that a unit may face in a hex, clockwise, by their picks; none where units do not face."""
        found = self.choices((f"{PLACE}:{unit}", pick)).legal
        return tuple(sorted((c.pick for c in found if c.kind == "facing"), key=int))

    def place(self, unit: str, post: Post) -> Partial:
        """The order that puts a unit where it is wanted; IllegalOrder says why it may not stand there. A facing that is
        not to be had gives way to the first that is offered."""
        choice = self.units.get(unit)
        if choice is None or choice.refusal is not None:
            refusal = choice.refusal if choice is not None else None
            raise IllegalOrder(refusal.reason if refusal else "it is carried, or not set up now", "")
        begun: Partial = (choice.pick,)
        here = self.spots(unit).get(post.hex, ())
        spot = next((c for c in here if c.pick == post.pick), here[0] if here else None)
        if spot is None:
            raise self._refused(begun, post.hex)
        begun = (*begun, spot.pick)
        now = self.choices(begun)
        facings = [c.pick for c in now.legal if c.kind == "facing"]
        if post.facing in facings:
            return (*begun, str(post.facing))
        return begun if now.complete or not facings else (*begun, facings[0])

    def _refused(self, begun: Partial, hex_: Hex) -> IllegalOrder:
        now = self.choices(begun)
        why = next((c.refusal for c in now.options if c.hex == hex_ and c.refusal is not None), None)
        if why is None:
            return IllegalOrder(NOT_THERE.format(caller(self.system)(hex_)), now.rule)
        return IllegalOrder(why.reason, why.rule)

    def after(self, partial: Partial) -> Position | None:
        """The set-up after an order; None where nobody can tell."""
        order = self.system.order(self.view, self.side, partial)
        view = foreseen(self.system, self.view, self.side, order)
        return None if view is None else Position(self.system, view, self.side, self.others)

    def members(self) -> Iterator[Member]:
        """All units, formation by formation."""
        for body in self.bodies:
            yield from body.members

    def member(self, unit: str | None) -> Member | None:
        """A unit by its id."""
        return next((member for member in self.members() if member.id == unit), None)

    def body_of(self, unit: str) -> Body:
        """The formation of a unit. KeyError if it is none that is set up."""
        for body in self.bodies:
            if any(member.id == unit for member in body.members):
                return body
        raise KeyError(unit)


def places(choices: Choices) -> bool:
    """Whether units may be placed now."""
    return any(placed_by(choice.pick) for choice in choices.options)


def sets_up(status: Status) -> bool:
    """Whether forces are set up now."""
    return status.phase == PHASE


def post_of(system: RuleSystem[Any], partial: Partial) -> Post:
    """Where an order puts its unit. ValueError if its second pick names no hex."""
    hex_, stroke, how = partial[1].partition("/")
    return Post(system.board.hex(hex_), stroke + how, partial[2] if len(partial) > 2 else None)
