"""Worked examples from TOML: resolved against the content, proved line by line, and run.

The format is described in ``tests/vignettes/README.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
from attrs import frozen

from content import catalogue
from content.load import ContentError, Mistake, Proof, near, read_toml, rename_keywords, structure
from content.panzer import situation as panzer
from content.panzer.boards import read_hex
from content.panzer.situation_file import SituationFile
from core import vignette as general
from core.codec import CodecError, decode_order
from core.event import EVENTS, SideId
from core.order import ORDERS, Order
from core.panzer import vignette as panzer_asks
from core.panzer.state import Rate
from core.panzer.vignette import Situation
from core.vignette import AskStep, Miss, OrderStep, Refused, Vignette

#: How a system makes the rules on the situation of a file.
_SITUATIONS: Final[Mapping[str, Callable[[Mapping[str, Any], str, str, str], Situation]]] = {"panzer": panzer.situation}
#: The keys of a file that say what the situation is, by system.
_SITUATION_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "panzer": frozenset(a.name for a in attrs.fields(SituationFile)),
}
_ASKS: Final[Mapping[str, Mapping[str, type[Any]]]] = {"panzer": {**general.ASKS, **panzer_asks.ASKS}}

for _ask in (cls for asks in _ASKS.values() for cls in asks.values()):
    rename_keywords(_ask)


@frozen
class HeadFile:
    """What every worked example states."""

    id: str
    title: str
    rules: tuple[str, ...]
    given: str
    step: tuple[Any, ...]
    system: str = "panzer"
    lost: str = ""


@frozen
class RefusedFile:
    """A refusal that is expected."""

    rule: str = ""
    reason: str = ""


@frozen
class OrderFile:
    """A step that is played."""

    note: str = ""
    side: str = ""
    begin: bool = False
    order: Any = None
    picks: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    expect: tuple[Any, ...] = ()
    absent: tuple[str, ...] = ()
    refused: RefusedFile | None = None


@frozen
class AskFile:
    """A step that asks, but for the arguments of its question."""

    ask: str
    note: str = ""
    view: str = ""
    expect: Any = None
    refused: RefusedFile | None = None


@frozen
class VignetteResult:
    """A worked example that was run, and what came out otherwise than it expects."""

    vignette: Vignette
    misses: tuple[Miss, ...]


def run_vignette(path: Path) -> VignetteResult:
    """Read a worked example and play it through. ContentError with every mistake of its file."""
    made = vignette(path)
    return VignetteResult(made, general.run(made))


def vignette(path: Path) -> Vignette:
    """The worked example of a file, ready to run. ContentError with every mistake of the file."""
    return make_vignette(read_toml(path, str(path)), str(path))


def make_vignette(data: Mapping[str, Any], file: str) -> Vignette:
    """The worked example that the data of a file state; `file` is its name in messages."""
    head_keys = [a.name for a in attrs.fields(HeadFile)]
    system = data.get("system", "panzer")
    if system not in _SITUATIONS:
        raise ContentError(
            Mistake(file, "system", repr(system), ", ".join(_SITUATIONS), near(str(system), _SITUATIONS))
        )
    keys = [*head_keys, *sorted(_SITUATION_KEYS[system])]
    proof = Proof(file)
    for key in data:
        if key not in keys:
            proof.mistake(key, f"the unknown key {key!r}", ", ".join(keys), near(key, keys) or "remove it")
    proof.done()
    head = structure({k: v for k, v in data.items() if k in head_keys}, HeadFile, file)
    rest = {k: v for k, v in data.items() if k not in head_keys}
    rules: Any = _SITUATIONS[system](rest, head.id, head.title, file)
    steps = tuple(_Steps(head, rules, proof).steps())
    proof.done()
    return Vignette(head.id, head.title, head.rules, head.given, rules, steps, head.lost)


class _Steps:
    """The steps of an example on their way from the file."""

    def __init__(self, head: HeadFile, rules: Situation, proof: Proof) -> None:
        self.head = head
        self.rules = rules
        self.proof = proof
        self.known = catalogue.rules(head.system)
        self.asks = _ASKS[head.system]

    def steps(self) -> Iterator[OrderStep | AskStep]:
        for at, rule in enumerate(self.head.rules, 1):
            self._rule(rule, f"rules[{at}]")
        if not self.head.rules:
            self.proof.mistake("rules", "no rule", "the ids of the rules that it shows")
        if not self.head.step:
            self.proof.mistake("step", "no step", "at least one [[step]]")
        for at, stated in enumerate(self.head.step, 1):
            key = f"step[{at}]"
            if not isinstance(stated, Mapping):
                self.proof.mistake(key, repr(stated), "a table [[step]]")
            elif "ask" in stated:
                yield from self._ask(stated, key)
            else:
                yield from self._order(stated, key)

    def _rule(self, rule: str, key: str) -> None:
        if rule not in self.known:
            remedy = near(rule, self.known) or "panzerhex rules lists them"
            self.proof.mistake(key, repr(rule), "the id of a rule, such as na:4.1.3a", remedy)

    def _side(self, side: str, key: str) -> SideId | None:
        sides = [s.id for s in self.rules.sides]
        if side and side not in sides:
            self.proof.unknown(key, side, sides, "the side")
        return SideId(side) if side else None

    def _refused(self, stated: RefusedFile | None, key: str) -> Refused | None:
        if stated is None:
            return None
        if stated.rule:
            self._rule(stated.rule, f"{key}.refused.rule")
        return Refused(stated.rule, stated.reason)

    def _stated(self, data: Mapping[str, Any], cls: type[Any], key: str) -> Any:
        """The data of a step as an instance of `cls`; None, with the mistakes noted, if they do not fit."""
        try:
            return structure(data, cls, self.proof.file)
        except ContentError as error:
            for mistake in error.mistakes:
                self.proof.mistake(f"{key}.{mistake.key}", mistake.found, mistake.allowed, mistake.remedy)
            return None

    # -- orders ---------------------------------------------------------------------------------

    def _order(self, data: Mapping[str, Any], key: str) -> Iterator[OrderStep]:
        stated = self._stated(data, OrderFile, key)
        if stated is None:
            return
        kinds = [k for k in ("begin", "order", "picks") if getattr(stated, k)]
        if len(kinds) != 1:
            found = " and ".join(kinds) or "nothing to do"
            self.proof.mistake(key, found, "one of begin, order, picks, ask")
            return
        yield OrderStep(
            note=stated.note or self._title(stated),
            side=self._side(stated.side, f"{key}.side"),
            order=self._decoded(stated.order, f"{key}.order") if stated.order else None,
            picks=stated.picks,
            dice=stated.dice,
            expect=tuple(self._events(stated.expect, f"{key}.expect")),
            absent=tuple(self._event_name(n, f"{key}.absent") for n in stated.absent),
            refused=self._refused(stated.refused, key),
        )

    def _title(self, stated: OrderFile) -> str:
        if stated.picks:
            return " ".join(stated.picks)
        return str(stated.order.get("order", "order")) if isinstance(stated.order, Mapping) else "begin"

    def _decoded(self, stated: Any, key: str) -> Order | None:
        if not isinstance(stated, Mapping):
            self.proof.mistake(key, repr(stated), 'a table such as {order = "pass"}')
            return None
        if stated.get("order") not in ORDERS:
            self.proof.unknown(f"{key}.order", str(stated.get("order")), ORDERS, "the order")
            return None
        try:
            return decode_order(_with_shots(stated))
        except CodecError as error:
            self.proof.mistake(key, f"an order that cannot be read ({error})", "the fields of the order")
            return None

    def _events(self, stated: tuple[Any, ...], key: str) -> Iterator[Mapping[str, Any]]:
        for at, event in enumerate(stated, 1):
            place = f"{key}[{at}]"
            if not isinstance(event, Mapping) or "event" not in event:
                self.proof.mistake(place, repr(event), 'a table such as {event = "turn-begun", turn = 2}')
                continue
            name = self._event_name(event["event"], f"{place}.event")
            if name in EVENTS:
                fields = ["event", *(a.name for a in attrs.fields(EVENTS[name]))]
                for unknown in (k for k in event if k not in fields):
                    self.proof.unknown(f"{place}.{unknown}", unknown, fields, f"{name} has no field")
            yield event

    def _event_name(self, name: Any, key: str) -> str:
        if name not in EVENTS:
            self.proof.unknown(key, str(name), EVENTS, "the event")
        return str(name)

    # -- questions ------------------------------------------------------------------------------

    def _ask(self, data: Mapping[str, Any], key: str) -> Iterator[AskStep]:
        own = {a.name for a in attrs.fields(AskFile)}
        stated = self._stated({k: v for k, v in data.items() if k in own}, AskFile, key)
        if stated is None:
            return
        kind = self.asks.get(stated.ask)
        if kind is None:
            self.proof.unknown(f"{key}.ask", stated.ask, self.asks, "the question")
            return
        question = self._stated({k: v for k, v in data.items() if k not in own}, kind, key)
        if question is None:
            return
        if (stated.expect is None) == (stated.refused is None):
            self.proof.mistake(key, "both" if stated.expect is not None else "neither", "expect or refused")
        self._prove(question, key)
        yield AskStep(
            note=stated.note or f"ask {stated.ask}",
            question=question,
            expect={} if stated.expect is None else stated.expect,
            refused=self._refused(stated.refused, key),
            view=self._side(stated.view, f"{key}.view"),
        )

    def _prove(self, question: Any, key: str) -> None:
        """Note what the arguments of a question name and there is not."""
        on = self.rules.on
        known: dict[str, list[str]] = {
            "unit": list(on.by_id),
            "objective": [o.id for o in on.objectives],
            "rate": [r.value for r in Rate],
            "factor": list("PSMLE"),
            "terrain": list(on.tables.terrain),
        }
        for attribute in attrs.fields(type(question)):
            sort = "side" if attribute.name == "side" else attribute.metadata.get("is")
            value = getattr(question, attribute.name)
            place = f"{key}.{attribute.name.rstrip('_')}"
            for text in value if isinstance(value, tuple) else (value,):
                if sort == "side":
                    self._side(text, place)
                elif sort == "hex" and text:
                    read_hex(text, place, on.board.cells, self.proof)
                elif sort in known and text not in known[sort]:
                    self.proof.unknown(place, text, known[sort], f"the {sort}")


def _with_shots(stated: Mapping[str, Any]) -> Mapping[str, Any]:
    """An order whose shots are written "s1" or "s1/1" (with weapon 1), spelled out."""
    if "shots" not in stated:
        return stated
    shots = [
        {"shooter": shot.partition("/")[0], "target": stated.get("target"), "weapon": int(shot.partition("/")[2] or 0)}
        if isinstance(shot, str) and (shot.partition("/")[2] or "0").isdecimal()
        else shot
        for shot in stated["shots"]
    ]
    return {**stated, "shots": shots}
