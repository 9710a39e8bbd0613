"""Indirect fire: what must hold in whatever order missions are called, maintained, checked and planned (na:6.5.1)."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from content.kit.load import ContentError
from content.vignette import make_vignette
from core.codec import decode, encode
from core.dice import SeededDice, branches
from core.event import Event, OrderGiven, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzer import sequence
from core.panzer.command.orders import PlaceCommands
from core.panzer.course.events import TurnBegun
from core.panzer.face.cards import hex_card, odds_report, unit_card
from core.panzer.indirect import choices as indirect_choices
from core.panzer.indirect import events as indirect_events
from core.panzer.indirect import orders as indirect_orders
from core.panzer.indirect.called import call
from core.panzer.indirect.face import counters, overlay, sheet
from core.panzer.indirect.orders import CallFire
from core.panzer.indirect.prospects import prospects
from core.panzer.indirect.sheafs import allowed, counts_as_open, pattern
from core.panzer.indirect.step import procedure
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.edition import HEX, MINIATURES
from core.panzer.pieces.missions import Aim, FireType, Mission, Plan, Sheaf
from core.panzer.pieces.unit import Command
from core.panzer.state import PanzerState
from core.play.game import Game
from core.step_end import FinishStep

GERMAN, BRITISH = SideId("german"), SideId("british")
_GRID = "\n".join(". . . W . . ." for _ in range(9))
_UNITS: tuple[dict[str, Any], ...] = (
    {"id": "gf", "card": "g86-section", "hex": "A1", "facing": "S", "labels": ["FO"]},
    {"id": "gc", "card": "g86-section", "hex": "B2", "facing": "S", "labels": ["Command"], "level": "Company"},
    {"id": "gm", "card": "g86-8cm-grw-34-mortar-section", "hex": "E1", "facing": "S"},
    {"id": "gn", "card": "g86-8cm-grw-34-mortar-section", "hex": "F2", "facing": "S"},
    {"id": "gt", "card": "g11-pzkpfw-iii-j", "hex": "B3", "facing": "S", "spot": "SPOT/FIRE"},
    {"id": "ga", "card": "g74-light-artillery-battery"},
    {"id": "gb", "card": "g74-heavy-artillery-battery", "attachment": "Organic"},
    {"id": "bf", "card": "na-gb-section", "hex": "A6", "facing": "N", "labels": ["FO", "Command"]},
    {"id": "br", "card": "na-gb-section", "hex": "C7", "facing": "N", "labels": ["Recon"]},
    {"id": "bm", "card": "na-gb-3in-mortar", "hex": "F9", "facing": "N"},
    {"id": "bt", "card": "Crusader I", "hex": "B6", "facing": "N", "spot": "SPOT/FIRE"},
    {"id": "ba", "card": "na-gb-medium-battery"},
)


def stated(step: str = "plotting", **more: Any) -> dict[str, Any]:
    """Observers, mortars and batteries of both sides, some near one another, with points and missions to plot."""
    return {
        "id": "battlefield",
        "title": "Guns",
        "rules": ["na:6.5.1"],
        "given": "",
        "modules": ["indirect-fire", "smoke", "ammo-limits"],
        "board": {"grid": _GRID},
        "side": [
            {"id": "german", "nation": "German", "registered_points": 1, "planned_missions": 2},
            {"id": "british", "nation": "British", "registered_points": 1, "planned_missions": 1},
        ],
        "unit": [dict(line) for line in _UNITS],
        "situation": {"step": step, "turns": 6},
        "step": [{"begin": True}],
        **more,
    }


@cache
def battlefield() -> Any:
    """The rules on it, shared by all tests."""
    return make_vignette(stated(), "battlefield").system


class Witness:
    """What the events of a game may not do together."""

    def __init__(self) -> None:
        self.turn = 0
        self.barred: set[UnitId] = set()
        self.fired: set[UnitId] = set()
        self.missions: dict[tuple[SideId, int], Mission] = {}
        self.plans: dict[str, list[int]] = {}

    def sees(self, state: PanzerState, event: Event) -> None:
        """Check one event against those before, given the state after it."""
        if isinstance(event, TurnBegun):
            self.turn, self.barred, self.fired = event.turn, set(), set()
        elif isinstance(event, indirect_events.MissionEnded):
            over = self.missions[event.side, event.number]
            if event.by in (indirect_events.EndedBy.CHECKED, indirect_events.EndedBy.AUTOMATIC):
                self.barred |= set(over.sources)
        elif isinstance(event, indirect_events.ResponseRolled) and event.result is indirect_events.Response.FAILS:
            self.barred.add(event.source)
        elif isinstance(event, indirect_events.MissionFired):
            assert event.source not in self.barred, "a checked mission, or who failed to respond, fires no more"
            assert event.source not in self.fired, "each unit fires once a turn"
            self.fired.add(event.source)
            mission = state.indirect.mission(event.side, event.number)
            if mission is not None and mission.plan:
                self.plans.setdefault(mission.plan, []).append(self.turn)
        elif isinstance(event, indirect_events.MissionAdjusted):
            assert (
                distance(self.missions[event.side, event.number].aim.hex, event.aim.hex) <= HEX.indirect.adjusted_shift
            )
        self._missions(state)

    def _missions(self, state: PanzerState) -> None:
        engaged: list[UnitId] = []
        for mission in state.indirect.missions:
            engaged += mission.sources
            before = self.missions.get((mission.side, mission.number))
            if before is not None and before.plan == mission.plan and before.observer is not None:
                same = any(m is before for m in self.missions.values()) and mission.turn >= before.turn
                assert same
        assert len(engaged) == len(set(engaged)), "a source fires in one mission at most"
        self.missions = {(m.side, m.number): m for m in state.indirect.missions}

    def done(self, plans: tuple[Plan, ...]) -> None:
        """After the game: no plan has outlived its plot, each ran on consecutive turns within its window."""
        for plan in plans:
            turns = self.plans.get(plan.id, [])
            assert turns == list(range(plan.begun, plan.begun + len(turns))), (plan, turns)
            assert len(turns) <= len(plan.turns)
            assert not turns or abs(turns[0] - plan.turn) <= 1


def sensible(state: PanzerState, side: SideId) -> PlaceCommands | None:
    """OVERWATCH for the observers, FIRE for the mortars, if they have no command."""
    for command, ids in ((Command.OVERWATCH, ("gf", "gc", "bf", "br")), (Command.FIRE, ("gm", "gn", "bm"))):
        able = tuple(
            u
            for u in map(UnitId, ids)
            if state.units[u].side == side and state.units[u].on_map and not state.units[u].command
        )
        if able:
            return PlaceCommands(units=able, command=command)
    return None


def random_order(game: Game[PanzerState], side: SideId, whim: random.Random) -> Any:
    """An order picked at random, choice by choice; the end of a step is picked seldom while there is more to do."""
    rules, state = game.system, game.view(side)
    if state.step == sequence.COMMANDS and (placed := sensible(state, side)) is not None:
        try:
            rules.check(state, side, placed)
            return placed
        except IllegalOrder:
            placed = None  # then whatever else can be done
    indirect = state.step in (*sequence.INDIRECT_STEPS, sequence.PLOTTING)
    partial: tuple[str, ...] = ()
    while True:
        found = rules.choices(state, side, partial)
        if found.complete and (not found.legal or whim.random() < 0.5):
            return rules.order(state, side, partial)
        legal = [o for o in found.legal if o.pick != "instructions"]
        if not partial:
            ends = [o for o in legal if o.kind == "done"]
            if ends and (not indirect or whim.random() < 0.15 or len(legal) == len(ends)):
                legal = ends
            elif indirect:
                legal = [o for o in legal if o.kind != "done"]
        assert legal, (partial, found.prompt)
        partial = (*partial, whim.choice(legal).pick)


def played(seed: int, orders: int = 160) -> tuple[Game[PanzerState], Witness]:
    """A game of random indirect fire, each event witnessed."""
    rules, whim = battlefield(), random.Random(seed)
    game: Game[PanzerState] = Game(rules, SeededDice(str(seed)))
    game.begin()
    witness, at = Witness(), 0
    state = rules.initial()
    for _ in range(orders):
        for event in game.journal[at:]:
            rules.evolve(state, event)
            witness.sees(state, event)
        at = len(game.journal)
        assert not game.state.indirect.pending or game.state.question is not None
        if game.over:
            break
        side = game.active[0]
        game.submit(side, random_order(game, side, whim))
    return game, witness


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000))
def test_the_life_of_missions(seed: int) -> None:
    """Legal sequences only; one mission a source; a checked one never fires; no plan outlives its plot.

    (na:6.5.1.8, na:6.5.1.9, na:6.5.1.9a, na:6.5.1.11.1, na:6.5.1.11.2)
    """
    game, witness = played(seed)
    witness.done(game.state.indirect.plans)
    lying = [c for c in game.state.counters.clouds if c.kind is CloudKind.BARRAGE]
    laid = {area for m in game.state.indirect.missions for area in (*m.patterns, *m.before)}
    assert all(cloud.hexes in laid for cloud in lying), "a Barrage ends with its mission"


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000))
def test_what_the_enemy_knows(seed: int) -> None:
    """Plots stay secret until they impact; events as a side may know them lead to what it may see (na:6.5.1.11)."""
    game, _ = played(seed, 80)
    rules = game.system
    assert [decode(encode(event)) for event in game.journal] == game.journal
    for look in (GERMAN, BRITISH):
        state, known = rules.initial(), rules.view(rules.initial(), look)
        for event in game.journal:
            rules.evolve(state, event)
            told = rules.redact(state, event, look)
            if told is not None:
                rules.evolve(known, told)
                assert (
                    not isinstance(told, indirect_events.PointRegistered | indirect_events.MissionPlotted)
                    or told.side == look
                )
            view = rules.view(state, look)
            assert view.indirect.missions == known.indirect.missions
            assert all(p.side == look for p in (*view.indirect.plans, *view.indirect.points))
            assert all(m.side == look or not m.plan for m in view.indirect.missions)


def test_random_games_have_missions_of_all_kinds() -> None:
    """The games above are no idle ones."""
    seen: set[str] = set()
    for seed in range(8):
        for event in played(seed)[0].journal:
            seen.add(type(event).__name__)
            if isinstance(event, indirect_events.MissionEnded):
                seen.add(event.by.value)
            if isinstance(event, indirect_events.ResponseRolled):
                seen.add(event.result.value)
    wanted = {"FireCalled", "MissionContinued", "MissionAdjusted", "PlanAnnounced", "MissionFired", "FireRedirected"}
    assert wanted | {"checked", "checked automatically", "no response", "plan over", "danger close"} <= seen


def odd_order(state: PanzerState, whim: random.Random) -> Order:
    """An order of indirect fire of any kind, its parts picked without sense."""
    ids = [*state.units, UnitId("nobody"), UnitId("")]
    at = whim.choice(
        [*list(state.board.cells)[:9], *(u.hex for u in state.units.values() if u.hex), Hex(-1, 3), Hex(999, 0)]
    )
    units = tuple(whim.choices(ids, k=whim.randrange(4)))
    aim = Aim(at, whim.choice(list(FireType)), whim.choice(list(Sheaf)), whim.choice([0, 5, 6, -1]))
    number = whim.choice([0, 1, 2, 3, -1, 99])
    made: list[Order] = [
        indirect_orders.RegisterPoint(hex=at, batteries=units),
        indirect_orders.PlanMission(battery=whim.choice(ids), turn=number, turns=(aim,) * whim.randrange(7)),
        indirect_orders.RemovePlot(plot=whim.choice(["", "german-1", "A1", "british-1"])),
        FinishStep(),
        indirect_orders.CallFire(observer=whim.choice(ids), sources=units, aim=aim),
        indirect_orders.ContinueMission(mission=number, type=aim.type),
        indirect_orders.AdjustMission(mission=number, aim=aim, added=units),
        indirect_orders.CheckMission(mission=number),
        indirect_orders.AnnouncePlan(plan=whim.choice(["", "german-1", "british-1"])),
        indirect_orders.RedirectFire(unit=whim.choice(ids)),
        FinishStep(),
    ]
    return whim.choice(made)


@pytest.mark.parametrize("seed", range(3))
def test_odd_orders_are_refused_or_carried_out(seed: int) -> None:
    """Nothing but IllegalOrder, whoever gives them and when; what is legal can be carried out to its end."""
    rules, whim = battlefield(), random.Random(seed)
    game: Game[PanzerState] = Game(rules, SeededDice(str(seed)))
    game.begin()
    refused = legal = 0
    for _ in range(90):
        if game.over:
            break
        for _ in range(25):
            side, order = whim.choice((GERMAN, BRITISH)), odd_order(game.state, whim)
            try:
                rules.check(game.state, side, order)
            except IllegalOrder:
                refused += 1
                continue
            legal += 1
            state, dice = game.state.copy(), SeededDice(str(whim.random()))
            for event in rules.decide(state, side, order, dice):
                rules.evolve(state, event)
            for event in rules.advance(state, dice):
                rules.evolve(state, event)
        side = game.active[0]
        game.submit(side, random_order(game, side, whim))
    assert refused > 1000
    assert legal > 20


# -- chances ---------------------------------------------------------------------------------------


def facing_each_other() -> PanzerState:
    """The field at the British fire step, all observers on Overwatch."""
    units = [dict(line) for line in _UNITS]
    for line in units:
        if line.get("labels"):
            line["command"] = "OVERWATCH"
        elif line["id"] in ("gm", "gn", "bm"):
            line["command"] = "FIRE"
    data = stated("first-indirect", unit=units)
    data["situation"]["first"] = "german"
    rules: Any = make_vignette(data, "battlefield").system
    return rules.initial()


def test_the_chance_of_a_response_is_exact() -> None:
    """na:6.5.1.12: what a prospect promises is what enumerating the real resolution finds."""
    start = facing_each_other()
    found = list(prospects(start, GERMAN))
    assert {p.source for p in found} >= {"ga", "gb", "gm"}
    rules = battlefield()
    for one in found[:6]:
        order = CallFire(observer=one.observer, sources=(one.source,), aim=Aim(one.hex))

        def outcome(dice: Any, order: CallFire = order) -> indirect_events.Response:
            state = start.copy()
            for event in call(state, GERMAN, order, dice):
                rules.evolve(state, event)
            for event in procedure(state, GERMAN, dice) or ():
                if isinstance(event, indirect_events.ResponseRolled):
                    return event.result
            raise AssertionError

        chances: dict[indirect_events.Response, float] = {}
        for share, result in branches(outcome):
            chances[result] = chances.get(result, 0.0) + share
        assert chances.get(indirect_events.Response.RESPONDS, 0.0) == pytest.approx(one.terms.chance)
        assert chances.get(indirect_events.Response.DANGER_CLOSE, 0.0) == pytest.approx(one.danger)


@pytest.mark.parametrize(("sheaf", "count"), [(Sheaf.CLOSED, 7), (Sheaf.OPEN, 19), (Sheaf.LINEAR, 7)])
def test_sizes_of_sheafs(sheaf: Sheaf, count: int) -> None:
    """na:6.5.1.5: 7, 19 and 7 hexes of a battery; one of an on-map unit."""
    middle = battlefield().board.find("D5")
    assert len(pattern(Aim(middle, sheaf=sheaf, direction=4), HEX, on_map=False)) == count
    assert pattern(Aim(middle, sheaf=sheaf), HEX, on_map=True) == {middle}


@pytest.mark.parametrize(("sheaf", "count"), [(Sheaf.CLOSED, 7), (Sheaf.OPEN, 31)])
def test_rectangles_of_the_miniatures_edition(sheaf: Sheaf, count: int) -> None:
    """min:16.5.1.9, min:16.5.1.8: about the Target Point, across the direction announced; Open is longer than deep."""
    middle = Hex(25, 50)
    ways = [pattern(Aim(middle, sheaf=sheaf, direction=way), MINIATURES, on_map=False) for way in range(6)]
    assert {len(way) for way in ways} == {count}
    assert ways[0] == ways[3]
    assert (ways[0] == ways[1]) is (sheaf is Sheaf.CLOSED)
    assert all(middle in way for way in ways)
    assert pattern(Aim(middle, sheaf=sheaf), MINIATURES, on_map=True) == {middle}


def test_sheafs_that_an_edition_has() -> None:
    """min:16.5.1.13.1, min:16.2.1.4, min:16.2.1.5: no Closed Linear one; on-map smoke and Barrages count as Open."""
    assert allowed(FireType.GP, MINIATURES) == (Sheaf.CLOSED, Sheaf.OPEN)
    assert Sheaf.LINEAR in allowed(FireType.SMOKE, HEX)
    closed = Aim(Hex(25, 50))
    assert counts_as_open(closed, MINIATURES, on_map=True)
    assert not counts_as_open(closed, HEX, on_map=True)


# -- what is shown ---------------------------------------------------------------------------------


def test_ones_own_units_under_a_pattern_are_told_first() -> None:
    """With their side, in the tone of warnings, before what one wants."""
    rules = battlefield()
    start = facing_each_other()
    near = start.units[UnitId("gf")].hex
    partial = ("call:gf", near.id, "by:ga", "by:gb", "type:GP", "sheaf:Open")
    panel = odds_report(rules.view(start, GERMAN), GERMAN, partial)
    assert panel is not None
    tones = [row.tone for row in panel.rows]
    own = [row.label for row in panel.rows if row.tone == "warning"]
    assert own
    assert all(label.endswith("(German, yours)") for label in own)
    assert set(tones[: tones.index("")]) == {"warning", "bad"}
    assert set(tones[tones.index("") :]) == {""}


def test_what_a_hidden_move_would_count_is_told() -> None:
    """na:6.5.4.3a: of the enemy whose commands are hidden; nothing of smoke."""
    rules, start = battlefield(), facing_each_other()
    shown = rules.view(start, GERMAN)
    for type_, text in (("GP", "the owner may show that: -20"), ("Smoke", None)):
        panel = odds_report(shown, GERMAN, ("call:gf", "B6", "by:ga", "by:gb", f"type:{type_}", "sheaf:Closed"))
        assert panel is not None
        assert next((row.text for row in panel.rows if row.label == "If it is moving"), None) == text


def test_the_mission_board() -> None:
    """Missions, sources with their attachment, observers with their chances; of the enemy only what lies open."""
    rules = battlefield()
    start = facing_each_other()
    game: Game[PanzerState] = Game(rules, SeededDice("board"))
    game.state = start
    hex_ = start.board.find("B6")
    partial = ("call:gf", hex_.id, "by:ga", "by:gb", "type:GP", "sheaf:Open")
    panel = odds_report(rules.view(start, GERMAN), GERMAN, partial)
    assert panel is not None
    assert [name for name, _ in panel.outcomes] == ["one or more respond", "no response", "Danger Close"]
    assert len(panel.path) == 15, "the SHEAF is shown on the map, as far as it lies on it"
    assert any(row.label == "Crusader I" and "net -40" in row.text for row in panel.rows)
    game.submit(GERMAN, rules.order(start, GERMAN, partial))
    while game.state.question is not None:
        side = game.active[0]
        game.submit(side, random_order(game, side, random.Random(1)))
    shown = sheet(rules.view(game.state, GERMAN), GERMAN)
    titles = [card.title for card in shown.cards]
    assert {"Sources", "Observers"} <= set(titles)
    other = sheet(rules.view(game.state, BRITISH), BRITISH)
    assert "Plots, secret" not in [card.title for card in other.cards if card.side == "german"]
    found = list(counters(game.state))
    assert [c.short for c in found] == ["#1"]
    assert "Mission 1" in [row.label for s in hex_card(game.state, found[0].hex).sections for row in s.rows]
    assert len(overlay(game.state, GERMAN, hex_, None).cells) >= 16
    card = unit_card(game.state, game.state.units[UnitId("gf")])
    assert any(row.label == "Calls fire" for section in card.sections for row in section.rows)


def test_every_report_is_in_words() -> None:
    """Each event of indirect fire that happens has a line, with its rule."""
    game, _ = played(3)
    rules = game.system
    state = rules.initial()
    told = 0
    for event in game.journal:
        rules.evolve(state, event)
        if type(event).__module__ == indirect_events.__name__ and not isinstance(
            event, indirect_events.IndirectOpened | OrderGiven
        ):
            report = rules.face.report(state, event)
            assert report is not None
            assert report.rule.startswith("na:")
            told += 1
    assert told > 20


# -- what files may not state ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"registered_point": [{"side": "german", "hex": "A1", "batteries": ["gm"]}]}, "batteries of german"),
        ({"planned_mission": [{"side": "german", "battery": "ga", "turn": 9, "plot": [{"hex": "A1"}]}]}, "1 to 6"),
        ({"planned_mission": [{"side": "german", "battery": "ga", "turn": 2, "plot": [{}]}]}, "the Target Point"),
        (
            {"planned_mission": [{"side": "german", "battery": "ga", "turn": 2, "plot": [{"turns": 6, "hex": "A1"}]}]},
            "1 to 5 turns",
        ),
        ({"mission": [{"side": "german", "observer": "xx", "sources": ["ga"], "hex": "A1"}]}, "units of german"),
    ],
)
def test_mistakes_of_files_are_told(more: dict[str, Any], words: str) -> None:
    """na:6.5.1.4, na:6.5.1.11.1: with the place, what was found and what is allowed."""
    with pytest.raises(ContentError, match=words):
        make_vignette(stated(**more), "battlefield")


def test_nobody_is_offered_to_go_on_with_illumination() -> None:
    """na:6.5.1.8.1: to and from Illumination a mission is adjusted; to go on so is no way of its own."""
    rules = battlefield()
    game: Game[PanzerState] = Game(rules, SeededDice("board"))
    game.state = facing_each_other()
    partial = ("call:gf", "B6", "by:ga", "by:gb", "type:GP", "sheaf:Open")
    game.submit(GERMAN, rules.order(game.state, GERMAN, partial))
    while game.state.question is not None:
        side = game.active[0]
        game.submit(side, random_order(game, side, random.Random(1)))
    (mission,) = game.state.indirect.of(GERMAN)
    offered = indirect_choices.step_choices(game.state, GERMAN, (f"mission:{mission.number}",))
    picks = [o.pick for o in offered.options]
    assert "continue:GP" in picks
    assert "continue:Illumination" not in picks
