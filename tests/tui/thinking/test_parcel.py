"""What crosses the border to a process that thinks: the view of a side, and nothing of what others keep from it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields, has

from content import catalogue
from core.event import SideId
from core.panzer.state import PanzerState
from core.remembered import Remembering
from tests.core.secrets_walk import Otherwise
from tests.tui.thinking.positions import JOURNALS, begun, decision, halfway
from tui.thinking.parcel import unwrapped, wrapped
from tui.thinking.process import Question

FEW = [path for path in JOURNALS if path.stem in ("the-pimple-11", "halfaya-pass-8", "rear-area-raid-3", "pw-0-1")]


def plain(value: Any) -> Any:
    """All that a state says, sets in order; the scenario and what follows from the rest left out."""
    if has(type(value)):
        return (type(value).__name__, *(plain(getattr(value, f.name)) for f in fields(type(value)) if f.repr))
    if isinstance(value, Mapping):
        return [(plain(key), plain(entry)) for key, entry in value.items()]
    if isinstance(value, frozenset):
        return sorted(map(repr, map(plain, value)))
    return [plain(entry) for entry in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("journal", FEW, ids=lambda path: path.stem)
def test_a_view_comes_out_as_it_went_in(journal: Path) -> None:
    half, sides = halfway(journal)
    elsewhere = catalogue.open_system(half.system.scenario, half.system.options)
    for side in sides:
        view = half.view(side)
        out = unwrapped(elsewhere, wrapped(half.system, view))
        assert out == view
        assert plain(out) == plain(view)
        assert any(getattr(out, field.name) is elsewhere.on for field in fields(type(out)))  # type: ignore[attr-defined]
        assert elsewhere.view(out, side) == view


@pytest.mark.parametrize("journal", [p for p in FEW if not p.stem.startswith("pw")], ids=lambda path: path.stem)
def test_secrets_of_others_are_not_in_it(journal: Path) -> None:
    """Whatever else the enemy may keep secret, the bytes that are sent say the same."""
    half, sides = halfway(journal)
    rules, whim, changed = half.system, Random(5), set[str]()
    for side in sides:
        sent = plain(unwrapped(rules, wrapped(rules, half.view(side))))
        for _ in range(5):
            otherwise = Otherwise(half.state, side, whim)
            other = rules.view(otherwise.made(), side)
            changed |= otherwise.changed
            assert plain(unwrapped(rules, wrapped(rules, other))) == sent
    assert changed or "rear-area" in journal.stem


def test_what_a_state_keeps_for_itself_is_not_sent() -> None:
    """Answers that lie with a state may be of questions about all of it."""
    game = begun()
    view = game.view(game.active[0])
    assert isinstance(view, Remembering)
    assert view.answers is not None
    before = wrapped(game.system, view)
    view.answers["a secret of the enemy"] = "g17 holds its fire"
    assert wrapped(game.system, view) == before
    kept = {"answers", "_ground", "_there", "_carried", "_standing_in"}
    assert {f.name for f in fields(PanzerState) if not f.init} == kept


def test_a_question_is_the_view_and_what_names_the_rules() -> None:
    game = begun()
    asked = Question.of(evolve(decision(game, seed="s"), intent="i"), "hash")
    line, _, view = asked.to_bytes().partition(b"\n")
    side = game.active[0]
    names = {"scenario": "the-pimple", "options": [], "content": "hash"}
    assert json.loads(line) == {**names, "side": side, "level": "greedy", "seed": "s", "intent": "i"}
    assert unwrapped(game.system, view) == game.view(SideId(side))


def test_where_it_is_thought_no_journal_can_be_opened() -> None:
    """Nothing that reads games or shows them is loaded there."""
    seen = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, tui.thinking.worker, content.panzer.library, core.panzer.opponent.judgement\n"
            "print([m for m in sys.modules if m.split('.')[0] in ('saves', 'textual', 'asyncssh', 'core.play.game')])",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert seen.stdout.strip() == "[]"
