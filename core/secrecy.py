"""Who may know what: said where an event, an order or a field of the state is made, and read here for all systems.

Whether an event may have told a side something of another's secrets, so that it is final, it says too (`tells=`).

Nothing can be made without saying it: an event and an order say `known=`, every field of the state, and of each part
of it that keeps secrets (`keeps_secrets`), says it in its metadata. What says nothing is refused when its class is
made, at import. `view` and `redact` are the only doors through which a state and its events reach a player.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from typing import Any, Final, Protocol, TypeVar, get_args, get_type_hints

from attrs import Attribute, Factory, evolve, fields, fields_dict, frozen

from core.alike import Alike
from core.remembered import Remembering
from core.replaced import with_fields

#: What a side (None = one who takes no side) may know of an event, given the state after it; None = nothing of it.
Told = Callable[[Any, Any, Any], Any]
#: Whether a side may have learned by an event, given the state after it, something of the secrets of another.
Tells = Callable[[Any, Any, Any], bool]
#: Whether a side may know a field, of the state or the part of it that has the field.
Knows = Callable[[Any, Any, Any], bool]


class State(Protocol):
    """What the state of a rule system offers to be shown."""

    def shown(self, changes: Mapping[str, Any]) -> Any:
        """A copy for a side that is shown these fields otherwise."""
        ...

    def in_secret(self, side: Any) -> bool:
        """Whether what a side does now is secret until it has ended the step."""
        ...


S = TypeVar("S", bound=State)
T = TypeVar("T")


def owner_of(state: Any, thing: Any) -> Any:
    """The side that an event or a part of the state is of: it names it, or one of its units; None = of nobody."""
    side = getattr(thing, "side", None)
    unit = getattr(thing, "unit", None)
    return state.units[unit].side if side is None and unit is not None else side


# -- events and orders ---------------------------------------------------------------------------------


def _to_all(state: Any, event: Any, side: str | None) -> Any:
    return event


def _to_owner(state: Any, event: Any, side: str | None) -> Any:
    return event if side is not None and owner_of(state, event) == side else None


def _to_nobody(state: Any, event: Any, side: str | None) -> Any:
    return None


def _unless_secret(state: Any, event: Any, side: str | None) -> Any:
    owner = owner_of(state, event)
    return event if owner == side or not state.in_secret(owner) else None


#: Everybody.
ALL: Final[Told] = _to_all
#: The side of an event, of its unit, or of who gave an order; of a field: the side of the part that has it.
OWNER: Final[Told] = _to_owner
#: Nobody: what only moves the game along.
NOBODY: Final[Told] = _to_nobody
#: The owner; everybody where he does nothing in secret.
UNLESS_SECRET: Final[Told] = _unless_secret


class Without:
    """All of an event for its owner; others hear of it with these fields instead."""

    def __init__(self, **instead: Any) -> None:
        self.instead = instead

    def __call__(self, state: Any, event: Any, side: str | None) -> Any:
        """What a side may know."""
        mine = side is not None and owner_of(state, event) == side
        return event if mine else evolve(event, **self.instead)


def declared(made: type[Any], known: Told) -> Told:
    """`known`, of an event class. TypeError if it does not go with the fields that the class has."""
    own, instead = fields_dict(made), known.instead if isinstance(known, Without) else {}
    if not callable(known):
        raise TypeError(f"{made.__name__}: who may know it?")
    if (known is OWNER or instead) and not {"side", "unit"} & own.keys():
        raise TypeError(f"{made.__name__} has no owner: it names neither a side nor a unit")
    if not instead.keys() <= own.keys():
        raise TypeError(f"{made.__name__} has no field {', '.join(sorted(instead.keys() - own.keys()))}")
    return known


def redact(state: Any, event: T, side: str | None) -> T | None:
    """What a side may know of an event, given the state after it; None if not even that it happened."""
    seen: T | None = type(event).known(state, event, side)  # type: ignore[attr-defined]
    return seen


# -- what is final -----------------------------------------------------------------------------------------


def _in_doubt(state: Any, event: Any, side: str) -> bool:
    return bool(view(state, side).in_doubt(side))


def _nothing(state: Any, event: Any, side: str) -> bool:
    return False


def _to_others(state: Any, event: Any, side: str) -> bool:
    return bool(owner_of(state, event) != side)


def _by_rule(state: Any, event: Any, side: str) -> bool:
    raise LookupError(f"{type(event).__name__}: no chapter says whether it tells of secrets")


def _others_in_doubt(state: Any, event: Any, side: str) -> bool:
    return _to_others(state, event, side) and _in_doubt(state, event, side)


#: Where what happens may hang on secrets of another, as the state says: `in_doubt(side)` is asked of the side's view.
#: That nothing came of them is news too.
IN_DOUBT: Final[Tells] = _in_doubt
#: Never: it follows from what everybody knows.
NOTHING: Final[Tells] = _nothing
#: To its owner never: it follows from his order and from what everybody knows.
TO_OTHERS: Final[Tells] = _to_others
#: As the rules say: the chapter that has the rule says it in its table (`core.book.chapter.Chapter.tells`).
BY_RULE: Final[Tells] = _by_rule
#: To its owner never, to others in doubt.
OTHERS_IN_DOUBT: Final[Tells] = _others_in_doubt


def final(state: Any, event: Any, side: str) -> bool:
    """Whether a side may have learned by an event, given the state after it, something of the secrets of another; then
    it takes back nothing unasked that came before. It depends on nothing but what the side may know."""
    told: bool = type(event).tells(state, event, side)
    return told


# -- the state -----------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Share(Alike):
    """A field of several entries, of which a side is shown some: `of` gives them for (state, value, side)."""

    of: Callable[[Any, Any, str | None], Any]


def _kept(value: Any, keep: Callable[[Any], bool], *, keys: bool = False) -> Any:
    """The entries of a dict, tuple or frozenset that may be kept; the value itself if all may."""
    if isinstance(value, dict):
        left: Any = {key: entry for key, entry in value.items() if keep(key if keys else entry)}
    else:
        left = type(value)(entry for entry in value if keep(entry))
    return value if len(left) == len(value) else left


def _of_units(state: Any, value: Any, side: str | None) -> Any:
    return _kept(value, lambda unit: state.units[unit].side == side, keys=True)


def _of_side(state: Any, value: Any, side: str | None) -> Any:
    if isinstance(value, dict):
        return _kept(value, lambda key: key == side, keys=True)
    return _kept(value, lambda entry: entry.side == side)


def _of_parts(state: Any, value: Any, side: str | None) -> Any:
    if isinstance(value, dict):
        other = _parts_otherwise(state, value, side)
        return {**value, **other} if other else value
    if isinstance(value, tuple):
        parts = tuple(_seen(state, part, side) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    return _seen(state, value, side)


#: The entries by unit, or of units, that are of the side.
OWN_UNITS: Final = Share(_of_units)
#: The entry by side, or the values with a side, that are of the side.
OWN_SIDE: Final = Share(_of_side)
#: All of a part of the state, or of several, that keeps secrets of its own.
PARTS: Final = Share(_of_parts)


def each(knows: Knows, *, unless: Callable[[Any], bool]) -> Share:
    """The entries of a dict that a side may know, by (state, entry, side); others are absent.

    unless: whether in a state everybody knows all of them.
    """

    def of(state: Any, value: Any, side: str | None) -> Any:
        if unless(state):
            return value
        left = {key: entry for key, entry in value.items() if knows(state, entry, side)}
        return value if len(left) == len(value) else left

    return Share(of)


@frozen(eq=False, repr=False)
class Known(Alike):
    """What a field says: who may know its value, what all others are shown, and who else besides the owner may."""

    who: Told | Knows | Share
    otherwise: Any = None
    also: Knows | None = None
    of_part: bool = False


_KEY: Final = "known"
#: What a view has for its own view.
_ITSELF: Final[Any] = object()


def known(
    who: Told | Knows | Share, otherwise: Any = None, *, also: Knows | None = None, of_part: bool = False
) -> dict[str, Any]:
    """The metadata of a field that `who` may know: ALL, OWNER, a share of it, or a function (state, part, side).

    otherwise: what all others are shown; also: who may know what is of an OWNER besides him; of_part: whether that
    hangs on the part alone, whatever else is in the state.
    """
    return {_KEY: Known(who, otherwise, also, of_part)}


@frozen(eq=False, repr=False)
class Secrets(Alike):
    """What a class keeps secret.

    own: fields of the owner, told: of those whom a function names, shared: of which a side is shown a share. simple:
    its owner stands in `side`, and knows all of it; change: makes another with some fields changed. values, plain: all
    these fields of one, and what they are where there is nothing to hide. of_part: what a side is shown of one hangs on
    it and the side alone.
    """

    own: tuple[tuple[str, Any, Knows | None], ...]
    told: tuple[tuple[str, Any, Knows], ...]
    shared: tuple[tuple[str, Callable[[Any, Any, str | None], Any]], ...]
    simple: bool
    change: Callable[[Any, dict[str, Any]], Any]
    values: Callable[[Any], Any]
    plain: Any
    of_part: bool


#: Of each class that keeps secrets, which.
SECRETS: dict[type[Any], Secrets] = {}


def keeps_secrets(made: type[T]) -> type[T]:
    """Class decorator of the state and of each part of it that keeps secrets: all fields say who may know them.

    What it works out of its own fields (`init=False`) says nothing; `State.shown` forgets it of what it leaves out.
    TypeError if one does not, if one is known to all that has a part with secrets, or if an owner cannot be found.
    """
    said: dict[str, Known] = {}
    hints, names = get_type_hints(made), {field.name for field in fields(made)}  # type: ignore[arg-type]
    for field in fields(made):  # type: ignore[arg-type]
        if not field.init:
            continue
        about = field.metadata.get(_KEY)
        where = f"{made.__name__}.{field.name}"
        if not isinstance(about, Known) or not (callable(about.who) or isinstance(about.who, Share)):
            raise TypeError(f"{where}: who may know it?")
        if (about.who is PARTS) != bool(_parts_in(hints[field.name])) and about.who in (ALL, PARTS):
            raise TypeError(f"{where}: the parts of it say who may know them, or nothing of it is secret")
        if about.who is OWNER and not {"side", "unit"} & names:
            raise TypeError(f"{where} has no owner: {made.__name__} names neither a side nor a unit")
        said[field.name] = about
    own = tuple((n, k.otherwise, k.also) for n, k in said.items() if k.who is OWNER)
    shared = tuple((n, k.who.of) for n, k in said.items() if isinstance(k.who, Share))
    told: Any = tuple(
        (n, k.otherwise, k.who) for n, k in said.items() if k.who not in (ALL, OWNER) and not isinstance(k.who, Share)
    )
    simple = "side" in said and not told and not shared
    change = (lambda part, new: evolve(part, **new)) if "__slots__" in made.__dict__ else with_fields
    plain = [(name, otherwise) for name, otherwise, _ in (*own, *told)]
    all_ = {field.name: field for field in fields(made)}  # type: ignore[arg-type]
    plain += [(name, _nothing_in(all_[name])) for name, _ in shared]
    values = attrgetter(*(name for name, _ in plain)) if plain else lambda part: ()
    nothing = tuple(value for _, value in plain)
    alone = simple and all(k.also is None or k.of_part for k in said.values())
    none = nothing[0] if len(nothing) == 1 else nothing
    SECRETS[made] = Secrets(own, told, shared, simple, change, values, none, alone)
    return made


def _nothing_in(field: Attribute[Any]) -> Any:
    """What a field of several entries is while it has none; something that it never is, if it begins with some."""
    default: Any = field.default
    value = default.factory() if isinstance(default, Factory) and not default.takes_self else default  # type: ignore[arg-type]
    return value if isinstance(value, Collection) and not value else object()


def _parts_in(hint: Any) -> list[Any]:
    """The classes with secrets in the annotation of a field."""
    return [hint] if hint in SECRETS else [part for inner in get_args(hint) for part in _parts_in(inner)]


def _otherwise(state: Any, holder: Any, side: str | None) -> dict[str, Any]:
    """The fields of the state, or of a part of it, that a side is shown otherwise, as it is shown them."""
    secrets, changes = SECRETS[type(holder)], {}
    if secrets.own and owner_of(state, holder) != side:
        for name, otherwise, also in secrets.own:
            if getattr(holder, name) != otherwise and (also is None or not also(state, holder, side)):
                changes[name] = otherwise
    for name, otherwise, knows in secrets.told:
        if getattr(holder, name) != otherwise and not knows(state, holder, side):
            changes[name] = otherwise
    for name, of in secrets.shared:
        value = getattr(holder, name)
        if value and (seen := of(state, value, side)) is not value:
            changes[name] = seen
    return changes


def _seen(state: Any, part: Any, side: str | None) -> Any:
    secrets = SECRETS[type(part)]
    if secrets.values(part) == secrets.plain:  # as most are most of the time
        return part
    changes = _otherwise(state, part, side)
    return secrets.change(part, changes) if changes else part


def _parts_otherwise(state: Any, parts: dict[Any, Any], side: str | None) -> dict[Any, Any]:
    """Those of the parts of one class that a side is shown otherwise. All units go through here for every view."""
    kind = type(next(iter(parts.values())))
    secrets = SECRETS[kind]
    if not secrets.simple:
        return {key: seen for key, part in parts.items() if (seen := _seen(state, part, side)) is not part}
    found, values, plain = {}, secrets.values, secrets.plain
    answers = state.answers if secrets.of_part and isinstance(state, Remembering) else None
    kept = answers.lasting.shown((kind, side)) if answers is not None else {}
    for key, part in parts.items():
        if part.side != side and values(part) != plain:
            before = kept.get(key)
            if before is not None and before[0] is part:
                seen = before[1]
            else:
                seen = _of_another(state, secrets, part, side)
                kept[key] = part, seen
            if seen is not part:
                found[key] = seen
    return found


def _of_another(state: Any, secrets: Secrets, part: Any, side: str | None) -> Any:
    """A part as a side is shown it that is not its owner."""
    changes = {
        name: otherwise
        for name, otherwise, also in secrets.own
        if getattr(part, name) != otherwise and (also is None or not also(state, part, side))
    }
    return secrets.change(part, changes) if changes else part


def view(state: S, side: str | None) -> S:
    """What a side may know, as a state without the secrets of others; None = what everybody knows."""
    shown: S = state.shown(_otherwise(state, state, side))
    return shown


def kept_view(state: S, side: str | None) -> S:
    """The view of a side, the same until a state that remembers changes, so that nobody may change it.

    A side's view of its view is that view.
    """
    answers = state.answers if isinstance(state, Remembering) else None
    if answers is None:
        return view(state, side)
    kept: S | None = answers.get((kept_view, side))
    if kept is None:
        kept = view(state, side)
        if isinstance(kept, Remembering):
            kept.forget_handed_on()  # what is kept of a state must not keep the state
            if kept.answers is not None:
                kept.answers[kept_view, side] = _ITSELF
        answers[kept_view, side] = kept
    return state if kept is _ITSELF else kept
