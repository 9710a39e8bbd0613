"""What a key costs in the rules: the choices that it leads to, the prompt and what is left to do, in every step.

Positions are those of a whole game between computer players, of every step some. From each of them an order of every
kind that is offered is begun, pick by pick, as a player would: each pick is a key.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from attrs import frozen

from core.choice import Choice, Choices, Partial
from core.door import Door
from tests.bench.clock import MILLI, heavy, uncollected
from tests.bench.games import Moment, Played, Run, moments, played
from tests.bench.table import Aim, Found

P95, MOST = Aim(16), Aim(50)
#: Positions of a game, and seconds that all of its keys may take.
POSITIONS, FEW = 240, 50
LIMIT, SHORT = 100.0, 25.0
#: Kinds of order that are begun in a position, and picks of one order.
BEGUN, PICKS = 6, 8
#: The positions are gone through in so many shares, each over the whole game, as long as there is time.
SHARES = 4


@frozen
class Key:
    """A key and its seconds: the choices, the prompt, what is left; marks: beside them what may be picked next for
    each kind of order that is offered, which the map marks."""

    step: str
    turn: int
    number: int
    partial: Partial
    choices: float
    prompt: float
    left: float
    marks: float
    weight: float

    @property
    def whole(self) -> float:
        """Choices, prompt and what is left."""
        return self.choices + self.prompt + self.left


class Keyboard:
    """The keys of one position."""

    def __init__(self, moment: Moment, random: Random) -> None:
        self._at = moment
        self._random = random
        start = process_time()
        self._door: Door[Any] = moment.system.door(moment.state, moment.side)
        self._view = moment.system.view(moment.state, moment.side)
        self._opened = process_time() - start

    def pressed(self) -> Iterator[Key]:
        """The key that led here, then orders of every kind, begun and gone on with."""
        first, key = self._press(())
        yield key
        for start in self._kinds(first):
            yield from self._order((start.pick,))

    def _kinds(self, first: Choices) -> list[Choice]:
        """One choice of each kind of order that is offered."""
        kinds: dict[tuple[str, str, str], list[Choice]] = {}
        for choice in first.legal:
            kinds.setdefault((choice.kind, choice.pick.partition(":")[0], choice.group), []).append(choice)
        begun = [self._random.choice(all_) for all_ in kinds.values()]
        self._random.shuffle(begun)
        return begun[:BEGUN]

    def _order(self, partial: Partial) -> Iterator[Key]:
        for _ in range(PICKS):
            found, key = self._press(partial)
            yield key
            if not found.legal or (found.complete and self._random.random() < 0.3):
                return
            partial = (*partial, self._random.choice(found.legal).pick)

    def _press(self, partial: Partial) -> tuple[Choices, Key]:
        at, face = self._at, self._at.system.face
        start = process_time()
        found = self._door.choices(partial)
        asked = process_time()
        face.prompt(self._view, at.side)
        prompted = process_time()
        face.undone(self._view, at.side)
        left = process_time()
        for choice in found.legal:
            if choice.kind == "order" and choice.hex is None and choice.unit is None:
                self._door.choices((*partial, choice.pick))
        marked = process_time()
        opened, self._opened = self._opened, 0.0
        times = (opened + asked - start, prompted - asked, left - prompted, marked - left)
        return found, Key(at.step, at.turn, at.number, partial, *times, at.weight)


def pressed(whole: Played, positions: int, limit: float) -> list[Key]:
    """Keys of a whole game, as many as there is time for."""
    random, found, spent = Random(1), list[Key](), 0.0
    gc.collect()
    gc.freeze()
    for share in range(SHARES):
        with uncollected():
            for moment in moments(whole, positions, share=(share, SHARES)):
                for key in Keyboard(moment, random).pressed():
                    found.append(key)
                    spent += key.whole + key.marks
        if spent > limit * (share + 1) / (share + 2):
            break
    gc.unfreeze()
    return found


def measure(run: Run) -> Iterator[Found]:
    """p95 and most of all keys; for each step the slowest."""
    for scenario in run.scenarios:
        whole = played(scenario)
        keys = pressed(whole, FEW if run.quick else POSITIONS, SHORT if run.quick else LIMIT)
        p95 = MILLI * heavy([(key.whole, key.weight) for key in keys])
        yield Found("any key, p95", p95, "ms", P95, scenario, {"keys": len(keys), "turns": max(k.turn for k in keys)})
        steps: dict[str, list[Key]] = {}
        for key in keys:
            steps.setdefault(key.step, []).append(key)
        worst = max(keys, key=lambda key: key.whole)
        yield Found("any key, max", MILLI * worst.whole, "ms", MOST, scenario, _told(worst))
        with_marks = MILLI * max(key.whole + key.marks for key in keys)
        yield Found("  with what the map marks, max", with_marks, "ms", None, scenario)
        for step, all_ in sorted(steps.items(), key=lambda one: -max(key.whole for key in one[1])):
            worst = max(all_, key=lambda key: key.whole)
            share = MILLI * heavy([(key.whole, key.weight) for key in all_])
            detail = {"step": step, "keys": len(all_), "p95, ms": share, **_told(worst)}
            if MILLI * worst.whole > MOST.figure or len(run.scenarios) == 1:
                yield Found(f"  max in {step}", MILLI * worst.whole, "ms", MOST, scenario, detail)


def _told(key: Key) -> dict[str, Any]:
    """Where a key was slow, and in what."""
    return {
        "event": key.number,
        "turn": key.turn,
        "picked": list(key.partial),
        "choices, ms": MILLI * key.choices,
        "prompt, ms": MILLI * key.prompt,
        "what is left, ms": MILLI * key.left,
        "map's marks, ms": MILLI * key.marks,
    }
