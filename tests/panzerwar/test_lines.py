"""Every event and order of Panzer War goes into a journal and comes back the same, points and headings with it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import orjson
import pytest
from hypothesis import given

import core.panzerwar
from core.codec import CodecError, decode, decode_order, encode, encode_order
from core.event import EVENTS, Event, SideId, UnitId
from core.hexes import hex_from_id
from core.order import ORDERS, Order
from core.panzerwar.course.events import Placed
from core.panzerwar.course.orders import Place
from core.panzerwar.obstacles.events import MinesLaid
from core.panzerwar.pieces.mines import Laid
from core.plane import Point
from tests.saves.test_codec import QUICK, made

for _path in sorted(Path(core.panzerwar.__file__).parent.rglob("*.py")):
    if _path.stem in ("events", "orders"):
        import_module(f"core.panzerwar.{_path.parent.name}.{_path.stem}")

OWN_EVENTS = sorted(name for name in EVENTS if name.startswith("pw-"))
OWN_ORDERS = sorted(name for name in ORDERS if name.startswith("pw-"))


def test_there_are_some() -> None:
    assert len(OWN_EVENTS) > 50
    assert len(OWN_ORDERS) > 20


@pytest.mark.parametrize("name", OWN_EVENTS)
def test_an_event_comes_back_from_its_line(name: str) -> None:
    @QUICK
    @given(made(EVENTS[name]))
    def check(event: Event) -> None:
        assert decode(orjson.loads(orjson.dumps(encode(event)))) == event

    check()


@pytest.mark.parametrize("name", OWN_ORDERS)
def test_an_order_comes_back_from_its_line(name: str) -> None:
    @QUICK
    @given(made(ORDERS[name]))
    def check(order: Order) -> None:
        assert decode_order(orjson.loads(orjson.dumps(encode_order(order)))) == order

    check()


def test_a_point_is_a_pair_of_whole_tenths() -> None:
    event = Placed(side=SideId("blue"), element=UnitId("t1"), at=Point(-5, 12345), heading=7)
    line = encode(event)
    assert line["at"] == [-5, 12345]
    back = decode(line)
    assert back == event
    assert isinstance(back, Placed)
    assert type(back.at) is Point
    assert decode_order({"order": "pw-place", "element": "t1", "at": [1, 2]}) == Place(
        element=UnitId("t1"), at=Point(1, 2)
    )


def test_a_set_is_written_in_one_order() -> None:
    """Journals of the same game are the same on every machine."""
    names = ["C3", "A1", "D4", "B2", "E5", "F6", "AA1", "BB2"]
    lines = []
    for order in (names, names[::-1]):
        laid = Laid(
            id="m", side=SideId("blue"), grade=2, kind="AT", hexes=frozenset(map(hex_from_id, order)), marked=True
        )
        lines.append(encode(MinesLaid(side=SideId("blue"), laid=laid)))
    assert lines[0] == lines[1]
    assert lines[0]["laid"]["hexes"] == sorted(names)
    assert decode(lines[0]) == decode(lines[1])


@pytest.mark.parametrize("wrong", [[1], [1, 2, 3], [1.5, 2], [True, 2], ["1", "2"], "12", 12, {"x": 1, "y": 2}, None])
def test_what_is_no_point_is_refused(wrong: object) -> None:
    with pytest.raises(CodecError):
        decode_order({"order": "pw-place", "element": "t1", "at": wrong})
