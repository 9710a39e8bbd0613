"""Events and orders as plain data and back, tagged by their registered names (cattrs).

Decoding is on the path of every replay. Values that recur all through a journal (hexes, rolls, reasons) are
immutable and made once each; the converter runs without detailed validation, and only data that it refuses is
read a second time by one that can say what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, get_args, get_origin

from cattrs import Converter

from core.dice import Roll
from core.event import EVENTS, Event
from core.hexes import Hex, hex_from_id
from core.order import ORDERS, Order
from core.plane import Point
from core.tally import Reason


class CodecError(Exception):
    """Data that is no event or order; says what was found and what is known."""


converter = Converter(omit_if_default=True, forbid_extra_keys=True, detailed_validation=False)


# -- values that recur -----------------------------------------------------------------------------

_hex = lru_cache(maxsize=8192)(hex_from_id)
_roll = lru_cache(maxsize=8192)(Roll)
_reason = lru_cache(maxsize=8192)(Reason)


def _structure_roll(data: Mapping[str, Any], _: Any = None) -> Roll:
    die, result, for_, rule = data["die"], data["result"], data["for"], data["rule"]
    if type(result) is not int or len(data) != 4:
        raise ValueError(f"{dict(data)} is no roll; expected die, result (a number), for and rule")
    return _roll(die, result, for_, rule)


def _structure_reason(data: Mapping[str, Any], _: Any = None) -> Reason:
    label, amount, rule = data["label"], data["amount"], data["rule"]
    if type(amount) is not int or len(data) != 3:
        raise ValueError(f"{dict(data)} is no part of a tally; expected label, amount (a number) and rule")
    return _reason(label, amount, rule)


def _structure_rolls(data: Any, _: Any = None) -> tuple[Roll, ...]:
    return tuple([_structure_roll(d) for d in data])


def _structure_reasons(data: Any, _: Any = None) -> tuple[Reason, ...]:
    return tuple([_structure_reason(d) for d in data])


def _structure_point(data: Any, _: Any = None) -> Point:
    if len(data) != 2 or type(data[0]) is not int or type(data[1]) is not int:
        raise ValueError(f"{data!r} is no point; expected x and y in whole tenths")
    return Point(*data)


def _unstructure_set(values: frozenset[Any]) -> list[Any]:
    """In an order that is the same on every machine."""
    return sorted((converter.unstructure(value) for value in values), key=repr)


def _structure_set(data: Any, kind: Any) -> frozenset[Any]:
    if not isinstance(data, list | tuple):
        raise ValueError(f"{data!r} is no list")
    (inner,) = get_args(kind)
    return frozenset(converter.structure(value, inner) for value in data)


def _is_set(kind: Any) -> bool:
    return get_origin(kind) is frozenset


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    """A number stays a number and a text a text; cattrs would turn one into the other."""

    def structure(value: Any, _: Any = None) -> Any:
        if type(value) is kind:
            return value
        raise ValueError(f"{value!r} is no {kind.__name__}")

    return structure


def _is_new_type_of(kind: type) -> Callable[[Any], bool]:
    return lambda t: getattr(t, "__supertype__", None) is kind


for _kind in (str, int, bool):
    converter.register_structure_hook(_kind, _exactly(_kind))
    converter.register_structure_hook_func(_is_new_type_of(_kind), _exactly(_kind))
# an enum of texts is an enum, not a text
converter.register_structure_hook(StrEnum, lambda text, kind: kind(text))
converter.register_unstructure_hook(StrEnum, lambda member: member.value)
converter.register_unstructure_hook(Hex, lambda h: h.id)
converter.register_structure_hook(Hex, lambda text, _: _hex(text))
converter.register_unstructure_hook(Point, list)
converter.register_structure_hook(Point, _structure_point)
converter.register_unstructure_hook_func(_is_set, _unstructure_set)
converter.register_structure_hook_func(_is_set, _structure_set)
converter.register_unstructure_hook(Roll, lambda r: {"die": r.die, "result": r.result, "for": r.for_, "rule": r.rule})
converter.register_structure_hook(Roll, _structure_roll)
converter.register_structure_hook(Reason, _structure_reason)
converter.register_structure_hook_func(lambda t: t == tuple[Roll, ...], _structure_rolls)
converter.register_structure_hook_func(lambda t: t == tuple[Reason, ...], _structure_reasons)


# -- orders inside events --------------------------------------------------------------------------


def _unstructure_order(value: Order) -> dict[str, Any]:
    body: dict[str, Any] = converter.unstructure(value, type(value))
    return {"order": value.name, **body}


def _structure_order(data: Mapping[str, Any], _: Any = None, by: Converter = converter) -> Order:
    body = dict(data)
    name = body.pop("order", None)
    cls = ORDERS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise CodecError(f"unknown order {name!r}")
    made: Order = by.structure(body, cls)
    return made


def _is_base(base: type) -> Callable[[Any], bool]:
    return lambda cls: cls is base


converter.register_unstructure_hook_func(_is_base(Order), _unstructure_order)
converter.register_structure_hook_func(_is_base(Order), _structure_order)


# -- the door --------------------------------------------------------------------------------------

_DECODERS: dict[str, tuple[type[Event], Callable[[Any, Any], Any]]] = {}


def encode(event: Event) -> dict[str, Any]:
    """An event as plain data: its name under "event", then its fields that differ from their defaults."""
    body: dict[str, Any] = converter.unstructure(event, type(event))
    return {"event": event.name, **body}


def decode(data: Mapping[str, Any]) -> Event:
    """The event that `encode` wrote. CodecError if the data is no event of this version."""
    body = dict(data)
    name = body.pop("event", None)
    try:
        cls, structure = _DECODERS[name]
    except (KeyError, TypeError):
        cls, structure = _decoder(name)
    try:
        made: Event = structure(body, cls)
    except CodecError:
        raise
    except Exception as error:
        raise CodecError(f"event {name!r} does not fit its fields: {_explain(body, cls, error)}") from error
    return made


def _decoder(name: object) -> tuple[type[Event], Callable[[Any, Any], Any]]:
    """The class of an event and the function that cattrs made for it, kept for the next one of its kind."""
    cls = EVENTS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise CodecError(f"unknown event {name!r}")
    found = cls, converter.get_structure_hook(cls)
    _DECODERS[cls.name] = found
    return found


def encode_order(order: Order) -> dict[str, Any]:
    """An order as plain data, its name under "order"."""
    return _unstructure_order(order)


def decode_order(data: Mapping[str, Any]) -> Order:
    """The order that `encode_order` wrote. CodecError if it is none."""
    try:
        return _structure_order(data)
    except CodecError:
        raise
    except Exception as error:
        text = _explain(data, Order, error)
        raise CodecError(f"order {_name(data)!r} does not fit its fields: {text}") from error


def _name(data: object) -> object:
    return data.get("order") if isinstance(data, Mapping) else data


def _explain(body: Any, cls: type, error: Exception) -> str:
    """What is wrong with data that the converter refused, found by reading it again with every field named."""
    careful = converter.copy(detailed_validation=True)
    careful.register_structure_hook_func(_is_base(Order), lambda data, _: _structure_order(data, by=careful))
    try:
        careful.structure(body, cls)
    except Exception as detailed:
        return error_text(detailed)
    return error_text(error)


def error_text(error: BaseException) -> str:
    """The innermost messages of a (group of) structuring errors in one line."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(error_text(e) for e in error.exceptions)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
