"""Orders of every kind, made up or with fields exchanged at random, as bad letters and bad clients might bring them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any, Final, get_args, get_origin

from attrs import fields, resolve_types

from core.codec import encode_order
from core.event import OrderGiven
from core.hexes import Hex
from core.order import ORDERS
from core.panzerwar import sequence
from core.panzerwar.pieces.plan import Leg, Plan
from core.plane import Point
from core.play.game import Game
from tests.core.test_long import _junk

#: How often an order is of a kind that is given in the step.
OF_THE_STEP: Final = 0.8
#: What stands in a field of a type, in words or numbers that some of the game would understand.
_WORDS: Final = ("gun", "gun", "coax", "hull", "small", "light1", "nonsense", "", "PzGr 39", "SprGr 34")


def made_up(whim: Random, name: str, ids: Sequence[str]) -> dict[str, Any]:
    """An order of a kind with something in every field that might stand there."""
    data: dict[str, Any] = {"order": name}
    for one in fields(resolve_types(ORDERS[name])):
        if one.name == "plan":
            data[one.name] = _plan(whim, ids)
        else:
            data[one.name] = _value(whim, one.type, one.name, ids)
    return data


def _plan(whim: Random, ids: Sequence[str]) -> dict[str, Any]:
    """Written movement with something in some of its fields."""
    given = {one.name: _value(whim, one.type, one.name, ids) for one in fields(resolve_types(Plan))}
    seldom = whim.choice((0.05, 0.2, 0.8))
    return {name: value for name, value in given.items() if name in ("element", "legs") or whim.random() < seldom}


def _value(whim: Random, kind: Any, name: str, ids: Sequence[str]) -> Any:
    inner = [each for each in get_args(kind) if each not in (type(None), Ellipsis)]
    if get_origin(kind) is tuple:
        return [_value(whim, inner[0], name, ids) for _ in range(whim.randint(0, 3))]
    if inner:
        return None if whim.random() < 0.2 else _value(whim, inner[0], name, ids)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return whim.choice([one.value for one in kind])
    if kind is Point:
        return [whim.randint(-50, 9000), whim.randint(-50, 9000)]
    if kind is bool:
        return whim.random() < 0.5
    if kind is int:
        return whim.randint(-2, 60)
    if kind is Hex:
        return whim.choice(("A1", "J10", "ZZ99"))
    if kind is Leg:
        return {"to": [whim.randint(-9000, 20_000), whim.randint(-9000, 20_000)]} | whim.choice(({}, {"turn": 12}))
    return whim.choice(_WORDS if name in ("arm", "shell", "weapon", "text", "field") else ids)


def tried(game: Game[Any], state: Any, whim: Random, count: int) -> Iterator[dict[str, Any]]:
    """So many orders as they may come in at a moment: as they were given in the game or made up, with some fields
    exchanged."""
    given = [encode_order(e.order) for e in game.journal if isinstance(e, OrderGiven)]
    kinds = [name for name in ORDERS if name.startswith("pw-")]
    step = [name for name in sequence.step_of(state).orders if name in ORDERS and name != "finish-step"]
    ids = [*state.units, *state.organisations, "nobody", ""]
    for _ in range(count):
        name = whim.choice(step if step and whim.random() < OF_THE_STEP else kinds)
        like = [data for data in given if data["order"] == name]
        data = dict(whim.choice(like)) if like and whim.random() < 0.6 else made_up(whim, name, ids)
        for key in [key for key in data if key != "order" and whim.random() < 0.25]:
            data[key] = _junk(whim, data[key], ids)
        yield data
