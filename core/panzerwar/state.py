"""The state of a game of Panzer War: elements, units, who has sighted whom, what is planned and declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from attrs import define, evolve, field, fields

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar.knowledge import ELEMENTS, knows
from core.panzerwar.pieces.artillery import Artillery
from core.panzerwar.pieces.cards import Cards
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import THERE, Element
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.pieces.mines import Mines
from core.panzerwar.pieces.moves import Collision, Moves, Piece, seen_collisions
from core.panzerwar.pieces.nets import Nets
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.pieces.shots import Declared, Shot
from core.panzerwar.pieces.sky import Sky
from core.panzerwar.pieces.smoke import Smokes
from core.panzerwar.pieces.switches import Switch, played
from core.panzerwar.pieces.watch import Watch
from core.panzerwar.temper import PLAIN, Temper
from core.plane import Point, hex_at
from core.presentation import Outcome
from core.remembered import Answers, Remembering
from core.secrecy import ALL, OWN_SIDE, PARTS, Share, keeps_secrets, known

#: The step before the sequence of play.
SET_UP: Final = "set-up"


def _plans(state: Any, value: Mapping[UnitId, Plan], side: str | None) -> Mapping[UnitId, Plan]:
    return {id_: plan for id_, plan in value.items() if id_ in state.elements and state.elements[id_].side == side}


def _trails(
    state: Any, value: Mapping[UnitId, tuple[Piece, ...]], side: str | None
) -> Mapping[UnitId, tuple[Piece, ...]]:
    found = {}
    for id_, pieces in value.items():
        element = state.elements.get(id_)  # none in the view of a side that has lost it from sight
        if element is not None and element.side == side:
            found[id_] = tuple(evolve(piece, seen=frozenset()) for piece in pieces)
        elif left := tuple(evolve(piece, seen=frozenset((side,))) for piece in pieces if side in piece.seen):
            found[id_] = left
    return found


def _left(state: Any, value: Mapping[UnitId, str], side: str | None) -> Mapping[UnitId, str]:
    """Those that a side knows, as it saw them go; what one carries is seen with it (pw:7.10)."""
    seen = {id_: goal for id_, goal in value.items() if knows(state, side, id_)}
    return {id_: goal for id_, goal in seen.items() if state.elements[id_].aboard in (None, *seen)}


_ALL: Final = known(ALL)
_OWN: Final = known(OWN_SIDE)


@keeps_secrets
@define
class WarState(Remembering):
    """Everything that changes in a game of Panzer War. Only `evolve` changes it; the Engagement is shared.

    ended: sides that have ended their part of the step; sighted: of each side the enemy elements that it has in sight;
    sighted_now: those of them that it first sighted in this turn (pw:7.7); glimpsed: where it saw an enemy element last
    that it has lost; initiative: the totals of this turn, empty = nobody is near (pw:4.11), commands: those of other
    nations in a side (pw:4.11.2); moves: the movement phase as far as it has got; trails: the ways gone in this turn;
    assaults: close assaults, shots: fire that is declared; doubled: whether it is a double-length turn (pw:6.15);
    last_mover: the side that moves second in each movement segment, None = both move together; general: general orders
    that were changed; resolved: whether the fire of the present segment is; arrivals: when units come on that are held
    back; held: who last held a place alone, left: elements that have left by a goal, and which; smoke: smoke and wind
    (pw:11); sky: weather and light (pw:7.15); watch: when what was sighted, and how sides look (pw:7.4); mines:
    minefields (pw:15.1); nets: who is in radio contact with whom (pw:5); artillery: batteries and where their fire
    falls (pw:10); collisions: rams and overruns that are to take effect in this turn (pw:14.1).
    """

    answers: Answers | None = field(init=False, factory=Answers, eq=False, repr=False)

    engagement: Engagement = field(eq=False, repr=False, metadata=_ALL)
    options: frozenset[str] = field(metadata=_ALL)
    elements: dict[UnitId, Element] = field(metadata=known(ELEMENTS))
    organisations: dict[str, Organisation] = field(metadata=known(Share(lambda s, v, side: _own(v, side))))
    turn: int = field(default=0, metadata=_ALL)
    step: str = field(default=SET_UP, metadata=_ALL)
    ended: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    sighted: dict[SideId, frozenset[UnitId]] = field(factory=dict, metadata=_OWN)
    sighted_now: dict[SideId, frozenset[UnitId]] = field(factory=dict, metadata=_OWN)
    glimpsed: dict[SideId, dict[UnitId, Point]] = field(factory=dict, metadata=_OWN)
    plans: dict[UnitId, Plan] = field(factory=dict, metadata=known(Share(_plans)))
    moves: Moves = field(factory=Moves, metadata=known(PARTS))
    trails: dict[UnitId, tuple[Piece, ...]] = field(factory=dict, metadata=known(Share(_trails)))
    doubled: bool = field(default=False, metadata=_ALL)
    assaults: tuple[Declared, ...] = field(default=(), metadata=_OWN)
    shots: tuple[Shot, ...] = field(default=(), metadata=_OWN)
    initiative: dict[SideId, int] = field(factory=dict, metadata=_ALL)
    commands: dict[tuple[SideId, str], int] = field(factory=dict, metadata=_ALL)
    last_mover: SideId | None = field(default=None, metadata=_ALL)
    general: dict[SideId, str] = field(factory=dict, metadata=_OWN)
    held: dict[str, SideId] = field(factory=dict, metadata=_ALL)
    left: dict[UnitId, str] = field(factory=dict, metadata=known(Share(_left)))
    arrivals: dict[str, int] = field(factory=dict, metadata=known(Share(lambda s, v, side: _arriving(s, v, side))))
    resolved: bool = field(default=False, metadata=_ALL)
    smoke: Smokes = field(factory=Smokes, metadata=known(PARTS))
    sky: Sky = field(factory=Sky, metadata=_ALL)
    watch: Watch = field(factory=Watch, metadata=known(PARTS))
    mines: Mines = field(factory=Mines, metadata=known(PARTS))
    nets: Nets = field(factory=Nets, metadata=known(PARTS))
    artillery: Artillery = field(factory=Artillery, metadata=known(PARTS))
    collisions: tuple[Collision, ...] = field(default=(), metadata=known(Share(seen_collisions)))
    outcome: Outcome | None = field(default=None, metadata=_ALL)
    # how the computer player weighs that looks at this view; no part of the game
    temper: Temper = field(default=PLAIN, eq=False, repr=False, metadata=_ALL)

    # -- reading ------------------------------------------------------------------------------

    @property
    def units(self) -> dict[UnitId, Element]:
        """What every rule system calls units: the elements."""
        return self.elements

    @property
    def board(self) -> Board:
        """The map."""
        return self.engagement.board

    @property
    def cards(self) -> Cards:
        """The data cards."""
        return self.engagement.cards

    @property
    def charts(self) -> Charts:
        """The charts and tables."""
        return self.engagement.charts

    def element(self, id_: str) -> Element:
        """The element with this id. KeyError if there is none, or none that is known."""
        return self.elements[UnitId(id_)]

    def organisation(self, element: Element) -> Organisation:
        """The unit of the book that an element belongs to. KeyError of an enemy's, in a view."""
        return self.organisations[element.organisation]

    def enemy(self, side: SideId) -> SideId:
        """The other side."""
        return self.engagement.enemy(side)

    def has(self, switch: Switch) -> bool:
        """Whether an advanced or optional rule is in use."""
        return switch.value in self.options

    def of(self, side: SideId) -> Iterator[Element]:
        """The elements of a side that stand on the table, and those aboard of them."""
        return (e for e in self.elements.values() if e.side == side and e.presence in THERE)

    def on_table(self) -> Iterator[Element]:
        """All elements that stand on the table themselves."""
        return (e for e in self.elements.values() if e.on_table)

    def aboard(self, carrier: UnitId) -> tuple[Element, ...]:
        """What an element carries and tows."""
        return tuple(e for e in self.elements.values() if e.aboard == carrier)

    def cell(self, at: Point | Hex) -> Cell:
        """The terrain at a point or of a hex. KeyError off the table."""
        return self.board.cells[at if isinstance(at, Hex) else hex_at(at)]

    def sees(self, side: SideId, element: UnitId) -> bool:
        """Whether a side has an enemy element in sight."""
        return element in self.sighted.get(side, frozenset())

    def in_secret(self, side: SideId) -> bool:
        """Whether what a side does now is secret until it has ended the step: in all of them but what happens alone."""
        return True

    def in_doubt(self, side: SideId) -> bool:
        """Whether enemy elements of which a side does not know may decide what happens next."""
        return True

    # -- changing (for evolve only) -----------------------------------------------------------

    def change(self, element: UnitId, **changes: Any) -> None:
        """Replace an element by one with some fields changed; nothing if it is not known here."""
        before = self.elements.get(element)
        if before is not None:
            self.elements = {**self.elements, element: evolve(before, **changes)}

    def put(self, element: Element) -> None:
        """Replace an element that is known here, or come to know it."""
        self.elements = {**self.elements, element.id: element}

    def reorganise(self, organisation: str, **changes: Any) -> None:
        """Replace a unit by one with some fields changed; nothing if it is not known here."""
        before = self.organisations.get(organisation)
        if before is not None:
            self.organisations = {**self.organisations, organisation: evolve(before, **changes)}

    def copy(self) -> WarState:
        """An independent copy: all values are replaced, never changed, so that they are shared."""
        made = object.__new__(WarState)
        for name, value in zip(_FIELDS, _VALUES(self), strict=True):
            _SET(made, name, value)
        made.keep("answers", self.handed_on())
        return made

    def shown(self, changes: Mapping[str, Any]) -> WarState:
        """A copy for a side that is shown these fields otherwise."""
        made = self.copy()
        for name, value in changes.items():
            setattr(made, name, value)
        return made


def _own(value: Mapping[str, Organisation], side: str | None) -> Mapping[str, Organisation]:
    return {id_: one for id_, one in value.items() if one.side == side}


def _arriving(state: Any, value: Mapping[str, int], side: str | None) -> Mapping[str, int]:
    # Those that have merged into others since (pw:4.9.1) are known to the engagement alone.
    sides = {one.id: one.side for one in state.engagement.organisations}
    return {id_: turn for id_, turn in value.items() if sides.get(id_) == side}


#: Past what a change forgets.
_SET: Final = object.__setattr__
_FIELDS: Final = tuple(a.name for a in fields(WarState))
_VALUES: Final = attrgetter(*_FIELDS)


def initial_state(engagement: Engagement, options: tuple[str, ...] = ()) -> WarState:
    """The state before the first event: every element waits. options: what players switch on, and leave out."""
    return WarState(
        engagement=engagement,
        options=played(engagement.switches, options),
        elements={e.id: e for e in engagement.elements},
        organisations={o.id: o for o in engagement.organisations},
    )
