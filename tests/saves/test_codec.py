"""Every event and order there is goes into a journal and comes back the same."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import attrs
import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.codec import CodecError, decode, decode_order, encode, encode_order
from core.dice import Roll
from core.event import EVENTS, Event
from core.hexes import Hex
from core.order import ORDERS, Order
from core.tally import Reason
from saves.line import RESERVED
from tests.toy.running import rolled

TEXT = st.text(max_size=8)
NUMBER = st.integers(-(2**53) + 1, 2**53 - 1)

st.register_type_strategy(str, TEXT)
st.register_type_strategy(int, NUMBER)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(Hex, st.builds(Hex, st.integers(1, 52), st.integers(0, 99)))
st.register_type_strategy(
    Roll, st.builds(Roll, st.sampled_from(["d100", "d10", "d6"]), st.integers(1, 100), TEXT, TEXT)
)
st.register_type_strategy(Reason, st.builds(Reason, TEXT, NUMBER, TEXT))
st.register_type_strategy(Order, st.sampled_from(sorted(ORDERS)).flatmap(lambda name: made(ORDERS[name])))


def made(cls: type[Any]) -> st.SearchStrategy[Any]:
    """Any value of an event or order class."""
    attrs.resolve_types(cls)
    fields = {f.name.lstrip("_"): st.from_type(f.type) for f in attrs.fields(cls) if f.type is not None}
    return st.builds(cls, **fields)


QUICK = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_an_event_comes_back_from_its_line(name: str) -> None:
    @QUICK
    @given(made(EVENTS[name]))
    def check(event: Event) -> None:
        assert decode(orjson.loads(orjson.dumps(encode(event)))) == event

    check()


@pytest.mark.parametrize("name", sorted(ORDERS))
def test_an_order_comes_back_from_its_line(name: str) -> None:
    @QUICK
    @given(made(ORDERS[name]))
    def check(order: Order) -> None:
        assert decode_order(orjson.loads(orjson.dumps(encode_order(order)))) == order

    check()


JSON = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@QUICK
@given(st.dictionaries(st.sampled_from(["event", "order", "side", "unit", "hex", "rolls", "tally"]), JSON), st.data())
def test_data_of_any_other_kind_is_refused_in_one_way(body: dict[str, Any], data: st.DataObject) -> None:
    for key, names, read in (("event", EVENTS, decode), ("order", ORDERS, decode_order)):
        body[key] = data.draw(st.sampled_from(sorted(names)) | JSON)
        with suppress(CodecError):
            read(body)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"event": "toy-flew"}, "unknown event 'toy-flew'"),
        ({"event": ["x"]}, "unknown event"),
        ({"mood": "bad"}, "mood"),
        ({"hex": "AB1"}, "'AB1' is no hex id"),
        ({"points": "7"}, "'7' is no int"),
        ({"points": True}, "True is no int"),
        ({"rolls": [{"die": "d100", "result": "7", "for": "x", "rule": "y"}]}, "is no roll"),
        ({"rolls": [{"die": "d100", "result": 7, "for": "x", "rule": "y", "by": "z"}]}, "is no roll"),
        ({"tally": [{"label": "x", "amount": 1.5, "rule": "y"}]}, "is no part of a tally"),
        ({"pace": "slow"}, "slow"),
    ],
)
def test_what_does_not_fit_is_said(change: dict[str, object], text: str) -> None:
    with pytest.raises(CodecError, match=text):
        decode({**encode(rolled(7)), **change})


def test_equal_rolls_and_reasons_are_read_as_one() -> None:
    first, second = decode(encode(rolled(7))), decode(encode(rolled(7)))
    assert first.rolls[0] is second.rolls[0]
    assert first.tally[0] is second.tally[0]


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_no_field_of_an_event_is_one_of_its_line(name: str) -> None:
    """A line of the journal holds an event beside its number and sums; a field of the same name could not be kept."""
    assert RESERVED.isdisjoint(field.name for field in attrs.fields(EVENTS[name]))
