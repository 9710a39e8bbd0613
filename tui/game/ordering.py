"""An order in the making: what has been picked, what may be picked next, and the keys for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from attrs import evolve

from core.choice import Choice, Choices, Partial
from core.event import SideId
from core.hexes import DIRECTION_NAMES, Hex, direction_between

#: Keys of the six directions as they lie on a number pad, N first.
DIRECTION_KEYS: Final = ("8", "9", "3", "2", "1", "7")
#: Keys of choices that suggest none, in this order; not the capitals that menus give to what concerns a whole step.
FREE_KEYS: Final = "123456789" + ascii_lowercase + "".join(k for k in ascii_uppercase if k not in "AEIT")

#: More hexes than these are picked on the map, not from the menu.
LISTED_HEXES: Final = 12

#: A way to go on: one choice, or an order kind and then a choice of it.
Way = tuple[Choice, ...]


class Ordering:
    """The order that one side is building. It asks for choices lazily and keeps them as long as they hold.

    ask: what may be picked next for a partial; called: what a hex is called to the player.
    """

    def __init__(
        self, side: SideId, ask: Callable[[SideId, Partial], Choices], called: Callable[[Hex], str] = str
    ) -> None:
        self.side = side
        self.called = called
        self._ask = ask
        self._kept: dict[Partial, Choices] = {}
        self._widened: dict[Partial, tuple[Choices, tuple[Choice, ...]]] = {}
        self.picked: list[Choice] = []

    @property
    def actor(self) -> str | None:
        """The unit that the order is about: the first that was picked."""
        return next((choice.unit for choice in self.picked if choice.unit is not None), None)

    @property
    def partial(self) -> Partial:
        """The picks so far."""
        return tuple(choice.pick for choice in self.picked)

    @property
    def choices(self) -> Choices:
        """What may be picked now; after a unit alone also what else could be begun with it, such as an Overrun."""
        return self._wide()[0]

    def _wide(self) -> tuple[Choices, tuple[Choice, ...]]:
        """What may be picked now, and what of it begins another order of the same unit."""
        found = self._widened.get(self.partial)
        if found is None:
            now, others = self._look(self.partial), self._others()
            wide = evolve(now, options=(*now.options, *others)) if others and not now.complete else now
            found = self._widened[self.partial] = wide, others if wide is not now else ()
        return found

    def _others(self) -> tuple[Choice, ...]:
        if len(self.picked) != 1 or self.picked[0].kind != "unit" or self.picked[0].unit is None:
            return ()
        picked = self.picked[0]
        return tuple(c for c in self._look(()).legal if c.kind == "order" and c.unit == picked.unit)

    def with_way(self, way: Way) -> Partial:
        """The picks so far with those of a way, which may begin another order of the unit."""
        anew = bool(way) and any(choice is way[0] for choice in self._wide()[1])
        return (*(() if anew else self.partial), *(choice.pick for choice in way))

    @property
    def on_map(self) -> bool:
        """Whether so many hexes may be picked that a list of them says nothing."""
        return sum(choice.kind == "hex" for choice in self.choices.legal) > LISTED_HEXES

    @property
    def finish(self) -> Choice | None:
        """The choice that ends the step, be it legal yet or not; None while an order is begun."""
        return None if self.picked else self.end

    @property
    def end(self) -> Choice | None:
        """The choice that ends the step where no order is begun."""
        return next((choice for choice in self._look(()).options if choice.kind == "done"), None)

    @property
    def best_unit(self) -> Choice | None:
        """Of the units elsewhere that may carry an order on, the one that would do best with it, the first of equals;
        None if no order is begun, or more is asked than which unit: who points at a hex is to be told of that hex."""
        placed = [choice for choice in self.choices.legal if choice.hex is not None] if self.picked else []
        if any(choice.kind != "unit" for choice in placed):
            return None
        return max(placed, key=lambda choice: choice.odds or 0.0, default=None)

    @property
    def path(self) -> tuple[Hex, ...]:
        """The hexes of a move begun: where the unit picked first lies, then those that it is led through."""
        hexes: list[Hex] = []
        for choice in self.picked:
            leads = choice.kind not in ("unit", "order", "done") if hexes else choice.kind == "unit"
            if leads and choice.hex is not None and hexes[-1:] != [choice.hex]:
                hexes.append(choice.hex)
        return tuple(hexes)

    @property
    def for_good(self) -> bool:
        """Whether the order, given as it stands, was said to be irreversible."""
        if any(choice.irreversible for choice in self.picked):
            return True
        now = self.choices
        return now.complete and any(choice.irreversible for choice in now.legal if choice.kind == "done")

    @property
    def to_confirm(self) -> bool:
        """Whether the order, given as it stands, is to be seen first: it is for good, or its odds are to be weighed."""
        return self.for_good or self.choices.confirm

    @property
    def ready(self) -> bool:
        """Whether the order may be given and nothing more could be picked."""
        return self.choices.complete and not self.choices.options

    def forget(self) -> None:
        """Drop what was kept of the choices; the game has moved on. The picks go with them."""
        self._kept.clear()
        self._widened.clear()
        self.picked.clear()

    def renew(self) -> bool:
        """Ask again after the game has moved on. The picks stay if every one of them is still legal, else they go;
        returns whether they stay."""
        picks = self.partial
        self.forget()
        for pick in picks:
            choice = next((c for c in self.choices.legal if c.pick == pick), None)
            if choice is None:
                self.picked.clear()
                return False
            self.picked.append(choice)
        return True

    def take(self, way: Iterable[Choice]) -> None:
        """Pick one or several choices; one that begins another order of the unit picked does so."""
        picks = tuple(way)
        if picks and any(choice is picks[0] for choice in self._wide()[1]):
            self.picked.clear()
        self.picked.extend(picks)

    def back(self) -> bool:
        """Take the last pick back; False if there is none."""
        if not self.picked:
            return False
        self.picked.pop()
        return True

    def ways(self) -> tuple[Way, ...]:
        """Every legal choice; where kinds of order are offered, also what each of them would begin with."""
        now = self.choices
        ways: list[Way] = [(choice,) for choice in now.legal]
        for choice in now.legal:
            if choice.kind == "order" and choice.hex is None and choice.unit is None:
                deeper = self._look((*self.partial, choice.pick))
                ways += [(choice, after) for after in deeper.legal if after.hex is not None or after.unit is not None]
        return tuple(ways)

    def after(self, way: Way) -> Choices:
        """What may be picked after a way to go on."""
        return self._look(self.with_way(way))

    def at(self, hex_: Hex) -> tuple[Way, ...]:
        """The ways that lie in a hex, the direct ones if there are any."""
        here = [way for way in self.ways() if way[-1].hex == hex_]
        direct = [way for way in here if len(way) == 1]
        return tuple(direct or here)

    def among(self, pointed: Way | None, hex_: Hex, marked: Collection[str] = ()) -> tuple[Way, ...]:
        """The ways in a hex of which enter asks which, though one is pointed at; none where it picks that one, as it
        does one of those that are marked: the order is offered to all of them."""
        if pointed is not None and pointed[-1].kind == "unit" and pointed[-1].unit in marked:
            return ()
        here = self.at(hex_) if pointed is not None and pointed[-1].hex == hex_ else ()
        return here if len(here) > 1 and pointed in here else ()

    def hex_way(self, hex_: Hex) -> Way | None:
        """The way that leads on into a hex, if there is one."""
        return next((way for way in self.at(hex_) if way[-1].kind == "hex"), None)

    def of(self, unit: str) -> tuple[Way, ...]:
        """The ways that stand for a unit."""
        return tuple(way for way in self.ways() if way[-1].unit == unit)

    def marked(self) -> dict[Hex, bool]:
        """The hexes in which something may be picked: True now, False by way of an order kind."""
        marked: dict[Hex, bool] = {}
        for way in self.ways():
            hex_ = way[-1].hex
            if hex_ is not None:
                marked[hex_] = marked.get(hex_, False) or len(way) == 1
        return marked

    def keys(self, reserved: Collection[str], avoided: Collection[str] = ()) -> dict[str, Choice]:
        """A key for each legal choice: the suggested one, its direction on the number pad, or the next free one.

        reserved: keys that mean something else; avoided: keys that are given only where they are suggested. Many
        hexes get no keys: they are picked on the map.
        """
        keys: dict[str, Choice] = {}
        rest: list[Choice] = []
        anchor, on_map = self.path[-1] if self.path else None, self.on_map
        for choice in self.choices.legal:
            key = choice.key
            if not key:
                direction = _direction(choice, anchor)
                key = DIRECTION_KEYS[direction] if direction is not None else ""
            if key and key not in reserved and key not in keys:
                keys[key] = choice
            elif choice.kind != "hex" or not on_map:
                rest.append(choice)
        if any(choice.group for choice in rest):
            # Units keep their keys, whatever headings come before theirs.
            rest.sort(key=lambda choice: choice.kind != "unit")
        given = FREE_KEYS
        if not self.picked and any(choice.kind == "unit" for choice in rest):
            # The small letters come last, and the capitals of those that walk: they are for what a unit pointed at
            # can do.
            given = "".join(sorted(FREE_KEYS, key=lambda k: (not k.isdigit(), k.islower(), k.lower() in avoided)))
        free = (k for k in given if not (k in reserved or k in avoided or k in keys))
        for choice, key in zip(rest, list(free), strict=False):
            keys[key] = choice
        return keys

    def _look(self, partial: Partial) -> Choices:
        found = self._kept.get(partial)
        if found is None:
            found = self._kept[partial] = self._ask(self.side, partial)
        return found


def _direction(choice: Choice, anchor: Hex | None) -> int | None:
    """The direction that a choice stands for: a facing by its name, or the way to a hex beside `anchor`."""
    if choice.kind == "facing" and choice.label in DIRECTION_NAMES:
        return DIRECTION_NAMES.index(choice.label)
    if choice.kind == "hex" and anchor is not None and choice.hex is not None:
        return direction_between(anchor, choice.hex)
    return None


def nobody_waits(ordering: Ordering | None) -> str:
    """Why there is no next unit: none may be ordered, or all that may have been, if perhaps not for good."""
    if ordering is None:
        return "There is nobody to order now"
    if any(choice.unit is not None and choice.legal for choice in ordering.choices.options):
        return "No unit waits for an order; point at one to order it otherwise"
    return "No unit has anything left to do"
