"""The sequence of play as data: which steps a turn has, who acts in each and which orders are legal there."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike


class Acting(Enum):
    """Who acts in a step."""

    NOBODY = "nobody"
    BOTH = "both"
    FIRST = "first"
    SECOND = "second"
    ALTERNATE = "alternate"
    WINNER = "winner"
    SETTING_UP = "setting-up"
    ONE = "one"  # a side that the rules name


@frozen(eq=False, repr=False)
class Step(Alike):
    """One line of the sequence of play.

    id: name of the step; phase, title: as the rulebook prints them; acting: who may give orders;
    orders: names of the orders that are legal there; rule: the rule id that asks for it; layer: the rules
    layer that brings it in; done: when the step is over, in words for the prompt.
    """

    id: str
    phase: str
    title: str
    acting: Acting
    orders: tuple[str, ...]
    rule: str
    layer: str = "basic"
    done: str = ""
