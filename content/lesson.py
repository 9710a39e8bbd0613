"""Lessons from TOML: resolved against the content and proved line by line; `core.book.lesson` knows how they run.

They lie in ``lessons/<system>/NN-name.toml``; the format is described in ``content/lessons/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
from attrs import frozen

from content import catalogue
from content.kit.folders import files, kept
from content.kit.grids import read_hex
from content.kit.load import ContentError, Proof, near, read_toml, structure
from content.vignette import situate, situation_keys
from core.ai import LEVELS
from core.book.lesson import Lesson, LessonStep, Look, Want, Window
from core.choice import Partial
from core.event import EVENTS, SideId
from core.order import ORDERS

#: Systems that have lessons, in the order in which they are listed.
SYSTEMS = ("panzer", "panzerblitz", "panzerwar")


@frozen
class LookFile:
    """What a step asks to look at."""

    hex: str = ""
    unit: str = ""
    layer: str = ""
    zoom: str = ""
    window: str = ""


@frozen
class StepFile:
    """A step of a lesson."""

    say: str
    hint: str = ""
    wrong: str = ""
    want: tuple[Any, ...] = ()
    may: tuple[Any, ...] = ()
    until: Any = None
    look: LookFile | None = None
    right: tuple[tuple[str, ...], ...] = ()
    keys: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


@frozen
class FreeFile:
    """The free play at the end."""

    say: str
    other: str = "greedy"


@frozen
class LessonFile:
    """What every lesson states besides its situation."""

    title: str
    about: str
    rules: tuple[str, ...]
    side: str
    step: tuple[StepFile, ...]
    seed: str = ""
    theirs: tuple[tuple[str, ...], ...] = ()
    free: FreeFile | None = None


@frozen
class LessonInfo:
    """A lesson as a list shows it. id: system and name of the file ("panzer/01-look-around")."""

    id: str
    system: str
    title: str
    about: str
    steps: int
    path: Path


@kept
def lessons() -> tuple[LessonInfo, ...]:
    """All lessons, by system and number. A file that cannot be read is left out; `read_lesson` says what is wrong."""
    found = []
    for system in SYSTEMS:
        for path in files("lessons", system):
            try:
                data = read_toml(path, str(path))
            except ContentError:
                continue
            title, about = str(data.get("title", path.stem)), str(data.get("about", ""))
            found.append(LessonInfo(f"{system}/{path.stem}", system, title, about, len(data.get("step", ())), path))
    return tuple(found)


def read_lesson(path: Path) -> Lesson:
    """The lesson of a file in a folder that is called like its system. ContentError with every mistake of the file."""
    return make_lesson(read_toml(path, str(path)), path.parent.name, path.stem, str(path))


def make_lesson(data: Mapping[str, Any], system: str, name: str, file: str) -> Lesson:
    """The lesson that the data of a file state; name: of the file, without its ending; file: its name in messages."""
    proof = Proof(file)
    proof.among("", system, SYSTEMS, "the folder")
    proof.done()
    own = [a.name for a in attrs.fields(LessonFile)]
    keys = [*own, *situation_keys(system)]
    for key in data:
        if key not in keys:
            proof.mistake(key, f"the unknown key {key!r}", ", ".join(keys), near(key, keys) or "remove it")
    proof.done()
    stated = structure({k: v for k, v in data.items() if k in own}, LessonFile, file)
    rules = situate(system, {k: v for k, v in data.items() if k not in own}, name, stated.title, file)
    known = catalogue.rules(system)
    for at, rule in enumerate(stated.rules, 1):
        if rule not in known:
            remedy = near(rule, known) or "panzerhex rules lists them"
            proof.mistake(f"rules[{at}]", repr(rule), "the id of a rule, such as na:4.1.3a", remedy)
    proof.among("side", stated.side, [look.id for look in rules.sides], "the side")
    if not stated.step:
        proof.mistake("step", "no step", "at least one [[step]]")
    if stated.free is not None:
        proof.among("free.other", stated.free.other, ("still", *LEVELS), "the player")
    steps = tuple(_step(rules, step, f"step[{at}]", proof) for at, step in enumerate(stated.step, 1))
    proof.done()
    return Lesson(
        id=f"{system}/{name}",
        title=stated.title,
        about=stated.about,
        rules=stated.rules,
        system=rules,
        side=SideId(stated.side),
        steps=steps,
        theirs=stated.theirs,
        seed=stated.seed,
        free=stated.free.say.strip() if stated.free else "",
        other=stated.free.other if stated.free else "still",
    )


def _step(rules: Any, stated: StepFile, key: str, proof: Proof) -> LessonStep:
    if not stated.say.strip():
        proof.mistake(f"{key}.say", "nothing", "what the teacher says")
    if stated.want and stated.look is not None:
        proof.mistake(key, "want and look", "one of them, or neither where there is only something to read")
    if stated.want and not stated.right:
        proof.mistake(f"{key}.right", "nothing", "the picks of the orders that do the step")
    if not stated.want:
        for name in ("right", "may", "until", "dice"):
            if getattr(stated, name):
                proof.mistake(f"{key}.{name}", f"{name} without want", "want, the orders that count", "or remove it")
    if stated.look is not None and not stated.keys:
        proof.mistake(f"{key}.keys", "nothing", "the keys that do the step")
    if not stated.hint and (stated.want or stated.look is not None):
        proof.mistake(f"{key}.hint", "nothing", "what helps a pupil who is stuck")
    return LessonStep(
        say=stated.say.strip(),
        hint=stated.hint.strip(),
        wrong=stated.wrong.strip(),
        want=tuple(_wants(stated.want, f"{key}.want", proof)),
        may=tuple(_wants(stated.may, f"{key}.may", proof)),
        until=_event(stated.until, f"{key}.until", proof),
        look=_look(rules, stated.look, f"{key}.look", proof),
        right=stated.right,
        keys=stated.keys,
        dice=stated.dice,
    )


def _wants(stated: tuple[Any, ...], key: str, proof: Proof) -> Iterator[Want]:
    for at, one in enumerate(stated, 1):
        place = f"{key}[{at}]"
        if isinstance(one, Mapping):
            name = str(one.get("order"))
            if proof.among(f"{place}.order", name, ORDERS, "the order"):
                fields = ["order", *(a.name for a in attrs.fields(ORDERS[name]))]
                for unknown in (k for k in one if k not in fields):
                    proof.unknown(f"{place}.{unknown}", unknown, fields, f"{name} has no field")
            yield Want(fields=one)
        elif isinstance(one, list | tuple) and one and all(isinstance(pick, str) for pick in one):
            picks: Partial = tuple(one)
            yield Want(picks)
        else:
            proof.mistake(place, repr(one), 'picks such as ["command:g1", "FIRE"], or a table {order = "fire", ...}')


def _event(stated: Any, key: str, proof: Proof) -> Mapping[str, Any]:
    if stated is None:
        return {}
    if not isinstance(stated, Mapping) or "event" not in stated:
        proof.mistake(key, repr(stated), 'a table such as {event = "move-ended", unit = "g1"}')
        return {}
    name = str(stated["event"])
    if proof.among(f"{key}.event", name, EVENTS, "the event"):
        fields = ["event", *(a.name for a in attrs.fields(EVENTS[name]))]
        for unknown in (k for k in stated if k not in fields):
            proof.unknown(f"{key}.{unknown}", unknown, fields, f"{name} has no field")
    return stated


def _look(rules: Any, stated: LookFile | None, key: str, proof: Proof) -> Look | None:
    if stated is None:
        return None
    face = rules.face
    if stated.hex:
        read_hex(stated.hex, f"{key}.hex", rules.board, proof)
    if stated.unit:
        proof.among(f"{key}.unit", stated.unit, [c.id for c in face.counters(rules.initial())], "the unit")
    if stated.layer:
        proof.among(f"{key}.layer", stated.layer, [k.id for k in face.overlay_kinds()], "the layer")
    if stated.zoom:
        proof.among(f"{key}.zoom", stated.zoom, ("close", "middle", "far", "plain"), "the zoom")
    windows = [w.value for w in Window]
    named = proof.among(f"{key}.window", stated.window, windows, "the window") if stated.window else False
    return Look(stated.hex, stated.unit, stated.layer, stated.zoom, Window(stated.window) if named else None)
