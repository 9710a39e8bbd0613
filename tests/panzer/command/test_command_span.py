"""or:7.52: a company too far from its headquarters moves with half of its commands; beyond those of its battalion and
regiment it has fewer."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.panzer.chapters import BOOK
from core.panzer.command.events import AvailableCommands, MovementLimited
from core.panzer.command.orders import ShareCommand
from core.panzer.command.placing import check_share
from core.panzer.command.sharing import place_refusal
from core.panzer.command.sheet import sheet
from core.panzer.formations.chapter import CHAPTER
from core.panzer.opponent.sharing import shared_out
from core.panzer.pieces.unit import MOVING, Collateral, Command, Presence
from core.panzer.sequence import AVAILABLE
from core.panzer.state import PanzerState

GERMAN = SideId("german")
COMPANY = "german/Company"


def posed(*, on: bool = True, span: int | None = None, grade: str = "Veteran", **far: str) -> PanzerState:
    """A company of six tanks in A20 with its HQ, a BHQ and an RHQ, unless `far` puts some of them elsewhere."""
    tank = {"card": "g12-pzkpfw-iii-m", "formation": "Company", "facing": "N"}
    company: dict[str, Any] = {"name": "Company", "side": "german", "parent": "Battalion", "grade": grade}
    if span is not None:
        company["span"] = span
    units = [
        {**tank, "id": "hq", "labels": ["Command"]},
        *({**tank, "id": f"g{n}"} for n in range(1, 6)),
        {**tank, "id": "bhq", "formation": "Battalion", "labels": ["Command"], "level": "Battalion"},
        {**tank, "id": "rhq", "formation": "Regiment", "labels": ["Command"], "level": "Regiment/Brigade"},
        {**tank, "id": "recon", "labels": ["Recon"]},
    ]
    stated: dict[str, Any] = {
        "modules": ["command-control", "leg-and-towed", *(["command-span"] if on else [])],
        "board": {"grid": "\n".join("." * 60)},
        "formation": [
            company,
            {"name": "Battalion", "side": "german", "level": "Battalion", "parent": "Regiment"},
            {"name": "Regiment", "side": "german", "level": "Regiment/Brigade"},
        ],
        "unit": [{**unit, "hex": far.get(str(unit["id"]), "A20")} for unit in units],
        "situation": {"step": "available-commands"},
    }
    return situation(stated, "x", "x", "x.toml").initial()


def determined(state: PanzerState) -> tuple[int, int | None]:
    """The commands of the company, and how many of them may move, as the step says it."""
    happens = CHAPTER.steps[AVAILABLE].happens
    assert happens is not None
    found: list[Event] = []
    for event in happens(state, ScriptedDice([])) or ():
        BOOK.evolve(state, event)
        found.append(event)
    said = next(e for e in found if isinstance(e, AvailableCommands))
    commands = next(f.commands for f in said.formations if f.formation == COMPANY)
    limits = dict(next((e.limits for e in found if isinstance(e, MovementLimited)), ()))
    return commands, limits.get(COMPANY)


def lost(state: PanzerState, unit: str) -> PanzerState:
    state.change(UnitId(unit), presence=Presence.ELIMINATED, hex=None)
    return state


def test_within_span_nothing_changes() -> None:
    whole, limit = determined(posed(on=False))
    assert (whole, limit) == determined(posed())
    assert limit is None
    assert determined(posed(g1="A30")) == (whole, None), "10 hexes are within it"


def test_a_unit_out_of_span_halves_the_commands_that_move() -> None:
    """or:7.52a: the total stays."""
    whole, _ = determined(posed())
    assert determined(posed(g1="A31")) == (whole, max(1, whole // 2))
    assert determined(posed(g1="A31", on=False)) == (whole, None)
    assert determined(posed(recon="A60")) == (whole, None), "Recon units do not count"
    assert determined(posed(g1="A29", span=8)) == (whole, max(1, whole // 2)), "the scenario's span"


def test_a_recon_unit_with_a_broken_radio_counts_like_any_other() -> None:
    """or:7.52a, or:7.23.2: it has lost its Recon abilities, so that it is one more that may be out of span."""
    state = posed(recon="A60")
    state.change(UnitId("recon"), collateral=(Collateral.RADIO,))
    commands, limit = determined(state)
    assert limit == max(1, commands // 2)


def test_a_company_without_its_headquarters_moves_by_half() -> None:
    """or:7.52a: permanent, and of what it then has."""
    commands, limit = determined(lost(posed(), "hq"))
    assert limit == max(1, commands // 2)


@pytest.mark.parametrize(
    ("gone", "far", "rows"),
    [
        ("", {}, 0),
        ("", {"bhq": "A40"}, 0),
        ("", {"bhq": "A41", "rhq": "A41"}, 2),
        ("bhq", {}, 2),
        ("", {"rhq": "A41"}, 2),
        ("rhq", {}, 2),
        ("rhq", {"bhq": "A41"}, 4),
    ],
)
def test_rows_of_the_table(gone: str, far: dict[str, str], rows: int) -> None:
    """or:7.52b, or:7.52c: two rows for each headquarters out of span or lost, cumulative, not below Green."""
    grades = ["Elite", "Veteran", "Seasoned", "Regulars", "Green"]
    for at, grade in enumerate(grades):
        state = posed(grade=grade, **far)
        if gone:
            lost(state, gone)
        as_if = posed(grade=grades[min(4, at + rows)], on=False)
        assert determined(state)[0] == determined(as_if)[0]


def test_a_higher_headquarters_that_no_force_has_is_in_span() -> None:
    """or:7.52b, or:7.52c: off the map."""
    state = posed(bhq="A60", rhq="A60")
    whole = determined(posed(on=False))[0]
    for unit in ("bhq", "rhq"):
        state.change(UnitId(unit), presence=Presence.WAITING, hex=None)
    assert determined(state) == (whole, None)


def placed(state: PanzerState, count: int, command: Command) -> PanzerState:
    for n in range(1, count + 1):
        state.change(UnitId(f"g{n}"), command=command)
    return state


@pytest.mark.parametrize("command", [Command.MOVE, Command.SHORT_HALT])
def test_no_more_of_them_are_placed(command: Command) -> None:
    """or:7.52a: FIRE and OVERWATCH are not limited; a shared command counts once."""
    state = posed(hq="A31", grade="Elite")
    _, limit = determined(state)
    assert limit is not None
    placed(state, limit, Command.MOVE)
    more = (UnitId(f"g{limit + 1}"),)
    refused = place_refusal(state, more, command)
    assert refused is not None
    assert refused.rule == "or:7.52a"
    assert place_refusal(state, more, Command.OVERWATCH) is None
    assert place_refusal(state, (UnitId("g1"),), command) is None, "one for another"
    state.change(more[0], command=None)
    everybody = tuple(UnitId(f"g{n}") for n in range(1, 6))
    check_share(state, GERMAN, ShareCommand(units=everybody, command=Command.MOVE))


def test_a_computer_player_keeps_to_it() -> None:
    state = posed(hq="A31", grade="Elite")
    _, limit = determined(state)
    units = [UnitId(f"g{n}") for n in range(1, 6)]
    worth = {u: {Command.MOVE: 5.0, Command.OVERWATCH: 1.0, Command.NONE: 0.0} for u in units}
    shares = shared_out(state, dict.fromkeys(units, Command.MOVE), worth)
    assert sum(share.command in MOVING for share in shares) == limit


def test_the_sheet_of_formations_says_so() -> None:
    state = posed(g1="A31", rhq="A60")
    _, limit = determined(state)
    told = repr(sheet(state, GERMAN))
    assert f"{limit} MOVE and SHORT HALT at most" in told
    assert "has the commands of Regulars" in told
