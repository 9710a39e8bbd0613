"""Worked examples from TOML: resolved against the content and proved line by line; `core.book.vignette` runs them.

The format is described in ``tests/vignettes/README.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
from attrs import frozen

from content import catalogue
from content.kit.grids import read_hex
from content.kit.load import ContentError, Mistake, Proof, near, read_toml, structure
from content.panzer.situations import situation as panzer
from content.panzer.situations.situation_file import SituationFile
from content.panzerblitz.situations import situation as panzerblitz
from content.panzerblitz.situations.situation_file import PoseFile
from content.panzerwar.situations import situation as panzerwar
from content.panzerwar.situations.situation_file import PoseFile as WarPoseFile
from core.book import vignette as general
from core.book.vignette import AskStep, OrderStep, Refused, Vignette
from core.codec import CodecError, decode_order
from core.event import EVENTS, SideId
from core.order import ORDERS, Order
from core.panzer.chapters import BOOK
from core.panzerblitz.chapters import BOOK as BLITZ_BOOK
from core.panzerwar.chapters import BOOK as WAR_BOOK


@frozen
class _System:
    """What a rule system brings to worked examples.

    situate: makes the rules on the situation that the data of a file state, given also id, title and file; keys: of
    a file that say what the situation is; asks: its questions by name; names: what a field of a question may name;
    spelled_out: an order with the shorthands that files may use written out.
    """

    situate: Callable[[Mapping[str, Any], str, str, str], Any]
    keys: tuple[str, ...]
    asks: Mapping[str, type[Any]]
    names: Callable[[Any], Mapping[str, list[str]]]
    spelled_out: Callable[[Mapping[str, Any]], Mapping[str, Any]]


_SYSTEMS: Final[Mapping[str, _System]] = {
    "panzer": _System(
        panzer.situation,
        tuple(a.name for a in attrs.fields(SituationFile)),
        {**general.ASKS, **BOOK.asks},
        panzer.names,
        panzer.spelled_out,
    ),
    "panzerblitz": _System(
        panzerblitz.situation,
        tuple(a.name for a in attrs.fields(PoseFile)),
        {**general.ASKS, **BLITZ_BOOK.asks},
        panzerblitz.names,
        panzerblitz.spelled_out,
    ),
    "panzerwar": _System(
        panzerwar.situation,
        tuple(a.name for a in attrs.fields(WarPoseFile)),
        {**general.ASKS, **WAR_BOOK.asks},
        panzerwar.names,
        panzerwar.spelled_out,
    ),
}
#: The questions that an example may ask, by system and name.
ASKS: Final[Mapping[str, Mapping[str, type[Any]]]] = {name: system.asks for name, system in _SYSTEMS.items()}


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


def read_vignette(path: Path) -> Vignette:
    """The worked example of a file, ready to run. ContentError with every mistake of the file."""
    return make_vignette(read_toml(path, str(path)), str(path))


def make_vignette(data: Mapping[str, Any], file: str) -> Vignette:
    """The worked example that the data of a file state; `file` is its name in messages."""
    head_keys = [a.name for a in attrs.fields(HeadFile)]
    name = str(data.get("system", "panzer"))
    if name not in _SYSTEMS:
        raise ContentError(Mistake(file, "system", repr(name), ", ".join(_SYSTEMS), near(name, _SYSTEMS)))
    system = _SYSTEMS[name]
    keys = [*head_keys, *system.keys]
    proof = Proof(file)
    for key in data:
        if key not in keys:
            proof.mistake(key, f"the unknown key {key!r}", ", ".join(keys), near(key, keys) or "remove it")
    proof.done()
    head = structure({k: v for k, v in data.items() if k in head_keys}, HeadFile, file)
    rest = {k: v for k, v in data.items() if k not in head_keys}
    rules = system.situate(rest, head.id, head.title, file)
    steps = tuple(_Steps(head, system, rules, proof).steps())
    proof.done()
    return Vignette(head.id, head.title, head.rules, head.given, rules, steps, head.lost)


def situate(system: str, data: Mapping[str, Any], id_: str, title: str, file: str) -> Any:
    """The rules on the situation that the data of a file state, of a system by its id."""
    return _SYSTEMS[system].situate(data, id_, title, file)


def situation_keys(system: str) -> tuple[str, ...]:
    """The keys of a file that say what its situation is; none if there is no such system."""
    return _SYSTEMS[system].keys if system in _SYSTEMS else ()


class _Steps:
    """The steps of an example on their way from the file."""

    def __init__(self, head: HeadFile, system: _System, rules: Any, proof: Proof) -> None:
        self.head = head
        self.system = system
        self.rules = rules
        self.proof = proof
        self.known = catalogue.rules(head.system)

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
        if str(stated.get("order")) not in ORDERS:
            self.proof.unknown(f"{key}.order", str(stated.get("order")), ORDERS, "the order")
            return None
        try:
            return decode_order(self.system.spelled_out(stated))
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
        if str(name) not in EVENTS:
            self.proof.unknown(key, str(name), EVENTS, "the event")
        return str(name)

    # -- questions ------------------------------------------------------------------------------

    def _ask(self, data: Mapping[str, Any], key: str) -> Iterator[AskStep]:
        own = {a.name for a in attrs.fields(AskFile)}
        stated = self._stated({k: v for k, v in data.items() if k in own}, AskFile, key)
        if stated is None:
            return
        kind = self.system.asks.get(stated.ask)
        if kind is None:
            self.proof.unknown(f"{key}.ask", stated.ask, self.system.asks, "the question")
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
        known = {**self.system.names(self.rules), "side": [s.id for s in self.rules.sides]}
        for attribute in attrs.fields(type(question)):
            sort = "side" if attribute.name == "side" else attribute.metadata.get("is")
            value = getattr(question, attribute.name)
            place = f"{key}.{attribute.name.rstrip('_')}"
            for text in value if isinstance(value, tuple) else (value,):
                if sort == "hex" and text:
                    read_hex(text, place, self.rules.board, self.proof)
                elif sort in known and text is not None and text not in known[sort]:
                    self.proof.unknown(place, text, known[sort], f"the {sort}")
