"""Transporting: what must hold in whatever order units mount, dismount and bail out, and what players read of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from content.kit.load import ContentError, Proof
from content.panzer.cards.cards import unit as card_of
from content.panzer.scenarios.transports import prove_loads, with_parts
from content.panzer.situations.situation import situation
from content.vignette import make_vignette
from core.codec import decode, encode
from core.dice import ScriptedDice, SeededDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.chapters import BOOK
from core.panzer.face.cards import unit_card
from core.panzer.firing.events import CommandRevealed
from core.panzer.gp.bail_out import passengers
from core.panzer.movement.mover import mover
from core.panzer.movement.orders import Move
from core.panzer.pieces import loads
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.scenario import ScenarioUnit
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Command, CommandFace, Presence, Shaken
from core.panzer.sight.spotting import spots
from core.panzer.state import PanzerState
from core.panzer.transport import mounting, portee, room
from core.panzer.transport.events import PorteeDismounted, PorteeMounted
from core.panzer.transport.evolve import APPLY
from core.panzer.transport.face import sheet
from core.panzer.transport.orders import DismountPortee, Mount
from core.play.game import Game
from core.replaced import replaced

BRITISH, GERMAN = SideId("british"), SideId("german")
_MOVE = ("MOVE", "SHORT HALT", "N/C", "OVERWATCH")
_GRID = "\n".join([". . s .", ". r . .", ". . . h", "g . . .", ". . . ."])


def column(commands: tuple[int, ...] = (), *, watched: bool = False) -> dict[str, Any]:
    """Trucks, carriers, a limber and a Portée among leg units and guns that have MOVE, and a tank that may watch."""
    orders = [_MOVE[c % len(_MOVE)] for c in (*commands, 0, 0, 0, 0, 0, 0)]
    vehicles = [
        {"id": "t1", "card": "na-gb-medium-truck", "hex": "B2", "command": orders[0]},
        {"id": "t2", "card": "na-gb-heavy-truck", "hex": "B3", "command": orders[1]},
        {"id": "t3", "card": "na-gb-scout-car", "hex": "C3", "command": orders[2]},
        {"id": "t4", "card": "g84-medium-limber", "hex": "B3", "command": orders[3]},
        {"id": "p1", "card": "na-portee-2pdr", "hex": "C2", "command": orders[4]},
    ]
    riders = [
        {"id": "s1", "card": "na-gb-rifle-squad", "hex": "B2", "command": "MOVE"},
        {"id": "s2", "card": "na-gb-rifle-squad", "hex": "B3", "command": "MOVE", "suppression": "OFF"},
        {"id": "q1", "card": "na-gb-section", "hex": "C3", "command": "MOVE"},
        {"id": "m1", "card": "na-gb-3in-mortar", "hex": "B3", "command": "MOVE"},
        {"id": "g1", "card": "na-2pdr-atg", "hex": "C2", "command": "MOVE"},
        {"id": "r1", "card": "na-gb-rifle-squad", "riding": "t1"},
        {"id": "r2", "card": "na-gb-section", "riding": "t2"},
        {"id": "r3", "card": "na-2pdr-atg", "riding": "t4"},
    ]
    watching = {"command": "OVERWATCH"} if watched else {}
    return {
        "id": "column",
        "title": "A column",
        "rules": ["na:6.6.7"],
        "given": "",
        "modules": ["transport", "gp-fire", "bail-out", "advanced-ap", "dual-fire"],
        "board": {"grid": _GRID, "route": [{"kind": "road", "hexes": "N> B1 B2 B3 B4 B5 >S"}]},
        "unit": [
            *({"side": "british", **line} for line in (*vehicles, *riders)),
            {"id": "e1", "card": "s12-t-34-76-m40", "side": "german", "hex": "A1", "facing": "SE", **watching},
        ],
        "situation": {"step": "second-move", "first": "german"},
        "step": [{"begin": True}],
    }


def game_of(data: dict[str, Any], seed: str = "column", *, apart: bool = False) -> Game[PanzerState]:
    """A game that begins with a situation; apart: with the Portée dismounted, and its gun about to move."""
    rules: Any = make_vignette(data, data["id"]).system
    if apart:
        start = rules.start.copy()
        pair = portee.parts(start, UnitId("p1"))
        assert pair is not None
        where = start.units[UnitId("p1")].hex
        parted = PorteeDismounted(
            unit=UnitId("p1"), gun=pair[0], truck=pair[1], hex=where, gun_facing=0, truck_facing=3
        )
        rules.evolve(start, parted)
        start.change(pair[0], moved=False, command=Command.MOVE, command_face=CommandFace.DOWN, spot=None)
        start.carrying = replaced(start.carrying, handled={})
        rules = evolve(rules, start=start)
    game: Game[PanzerState] = Game(rules, SeededDice(seed))
    game.begin()
    return game


def sound(state: PanzerState) -> None:
    """Nobody is in two places, nothing carries more than it can, whoever rides does so in something on the map."""
    for unit in state.units.values():
        if unit.presence is Presence.CARRIED:
            assert unit.carrier is not None
            assert unit.hex is None
            assert unit.spot is None
            assert state.units[unit.carrier].presence in (Presence.ON_MAP, Presence.WAITING)
            assert state.units[unit.carrier].side == unit.side
        else:
            assert unit.carrier is None
        if unit.presence in (Presence.ON_MAP, Presence.WAITING, Presence.CARRIED, Presence.REPLACED):
            assert unit.on_map == (unit.hex is not None)
    for vehicle in state.units.values():
        aboard: list[Any] = []
        for rider in passengers(state, vehicle.id):
            needs = loads.needs_of(state.card(rider), state.units[rider].size)
            assert needs is not None
            assert loads.overload(state.card(vehicle.id), aboard, needs) is None, (vehicle.id, rider)
            aboard.append(needs)
        pair = portee.parts(state, vehicle.id)
        if pair is not None:
            whole = vehicle.presence is not Presence.REPLACED
            assert all((state.units[u].presence is Presence.REPLACED) == whole for u in pair)


def within_allowance(state: PanzerState) -> None:
    """The moving unit has not spent more than it has, but for the one hex that every move has, alone."""
    move = state.moves.active
    if move is not None and state.units[move.unit].on_map:
        total = mover(state, move.unit).total(move, most=True)
        paid = move.turns_paid or (move.unit in state.carrying.handled and total > 1)
        assert move.spent <= total or (move.hexes == 1 and not paid), move


def orders_of(game: Game[PanzerState], side: SideId, whims: Iterator[int]) -> tuple[str, ...] | None:
    """An order built by picking, transport before others; None where nothing can be picked."""
    partial: tuple[str, ...] = ()
    for _ in range(8):
        found = game.choices(side, partial)
        legal = [c for c in found.legal if c.pick != "instructions"]
        if not partial:
            carrying = [c for c in legal if c.group == "Transport"]
            legal = carrying if carrying and next(whims, 0) % 3 else legal
        if found.complete and (not legal or next(whims, 0) % 2):
            return partial
        if not legal:
            return None
        partial = (*partial, legal[next(whims, 0) % len(legal)].pick)
    return partial if game.choices(side, partial).complete else None


@pytest.mark.parametrize("watched", [False, True])
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    commands=st.tuples(*[st.integers(0, 3)] * 5),
    picks=st.lists(st.integers(0, 11), min_size=60, max_size=160),
    apart=st.booleans(),
)
def test_no_order_of_mounting_and_dismounting_breaks_anything(
    watched: bool, commands: tuple[int, ...], picks: list[int], apart: bool
) -> None:
    """na:6.6.7.1, na:6.6.7.1.1, na:6.6.7.1.2, na:5.2.1b, na:5.2.1c."""
    game = game_of(column(commands, watched=watched), str(picks), apart=apart)
    whims = iter(picks)
    for _ in range(30):
        if game.over or game.state.step != "second-move" or next(whims, None) is None:
            break
        side = game.active[0]
        partial = orders_of(game, side, whims)
        if partial is None:
            continue
        order = game.system.order(game.state, side, partial)
        game.submit(side, order)
        sound(game.state)
        if not watched:
            within_allowance(game.state)
    replay = game.system.initial()
    for event in game.journal:
        game.system.evolve(replay, decode(encode(event)))
    assert replay == game.state


def test_what_is_refused_says_why_and_leaves_no_trace() -> None:
    """na:6.6.7.1: a scout car carries leg units only."""
    game = game_of(column())
    before = game.state.copy()
    with pytest.raises(IllegalOrder, match="leg units only") as refused:
        game.submit(BRITISH, Mount(unit=UnitId("g1"), vehicle=UnitId("t3")))
    assert refused.value.rule == "na:6.6.7.1"
    assert game.state == before


def test_at_road_rate_half_of_what_the_road_gives_is_spent() -> None:
    """na:6.6.7.1.1c: of the 8 by Path, which is what a road gives before the first hex."""
    game = game_of(column())
    partial = ("mount:t2", "s2")
    assert not game.choices(BRITISH, partial).complete
    rates = {c.pick: c.cost for c in game.choices(BRITISH, partial).options}
    assert rates == {"cross-country": "1 of its allowance", "route": "4 of its allowance"}
    game.submit(BRITISH, game.system.order(game.state, BRITISH, (*partial, "route")))
    assert game.state.moves.active is not None
    assert (game.state.moves.active.rate, game.state.moves.active.spent) == (Rate.ROUTE, 4)
    assert game.state.units[UnitId("s2")].carrier == "t2"


def test_the_choices_stand_under_their_heading_with_prices() -> None:
    """na:6.6.7.1.1c."""
    game = game_of(column((0, 2, 0, 0, 0)))
    offered = {c.pick: c for c in game.choices(BRITISH).options if c.group == "Transport"}
    assert offered["dismount:t1"].cost == "1 of its allowance"
    assert offered["mount:t2"].cost == "no cost"
    assert offered["bail-out:t1"].legal
    assert "bail-out:t2" not in offered
    assert offered["dismount-portee:p1"].legal
    asked = game.choices(BRITISH, ("mount:t2",))
    assert "3-3" in asked.prompt
    who = {c.pick: c.refusal for c in asked.options}
    assert who["s2"] is None
    assert who["q1"] is None
    refused = who["g1"]
    assert refused is not None
    assert refused.rule == "na:6.6.7.1.1a"


def test_a_truck_far_behind_cannot_spend_what_its_group_needs() -> None:
    """na:6.2.1.1.4b: mounting would leave a truck that shares its MOVE out of Command Range."""
    data = column()
    data["modules"] = ["transport", "gp-fire", "command-control"]
    data["formation"] = [{"name": "A", "side": "british", "grade": "Regulars"}]
    data["unit"] = [
        {"id": "t1", "card": "na-gb-medium-truck", "hex": "B4", "facing": "N", "command": "MOVE"},
        {"id": "t2", "card": "na-gb-medium-truck", "hex": "B2", "facing": "N", "command": "MOVE", "moved": True},
        {"id": "q1", "card": "na-gb-section", "hex": "B4", "command": "MOVE"},
        {"id": "e1", "card": "s12-t-34-76-m40", "side": "german", "hex": "A1"},
    ]
    for line in data["unit"][:-1]:
        line |= {"side": "british", "formation": "A"}
    for line in data["unit"][:2]:
        line["group"] = "t1"
    data["board"] = {"grid": ". .\n" * 5}
    game = game_of(data)
    assert mounting.mount_refusal(game.state, UnitId("q1"), UnitId("t1"), Rate.CROSS_COUNTRY) is None
    game.state.change(UnitId("t2"), hex=game.state.board.hex("B1"))
    refused = mounting.mount_refusal(game.state, UnitId("q1"), UnitId("t1"), Rate.CROSS_COUNTRY)
    assert refused is not None
    assert refused.rule == "na:6.2.1.1.4b"


# -- what players read ------------------------------------------------------------------------------


def test_the_sheet_tells_room_riders_and_reasons() -> None:
    """na:6.6.7.1: every transport, and every unit that could mount with the reason why it may not."""
    game = game_of(column())
    made = sheet(game.view(BRITISH), BRITISH)
    cards = {card.title: card for card in made.cards}
    truck = cards["Medium Truck"]
    rows = {row.label: row for section in truck.sections for row in section.rows}
    assert rows["Capacity"].text == "2-2, left 2-0"
    assert rows["Passengers"].text == "cost 1 of its allowance, all in one hex"
    assert any(row.unit == "r1" for section in truck.sections for row in section.rows)
    on_foot = {row.unit: row for row in cards["Dismounted"].sections[0].rows}
    assert "may mount" in on_foot["s2"].text
    assert on_foot["s2"].tone == "good"
    assert all(row.text for row in on_foot.values())
    assert not any(card.side == "british" for card in sheet(game.view(GERMAN), GERMAN).cards)


def test_cards_name_the_vehicle_and_its_passengers() -> None:
    """na:6.6.7."""
    state = game_of(column()).state
    rows = {row.label: row.text for row in unit_card(state, state.unit("r1")).sections[0].rows}
    assert rows["Aboard"] == "Medium Truck in B2"
    rows = {row.label: row.text for row in unit_card(state, state.unit("t1")).sections[0].rows}
    assert rows["Carries"] == "2-2 (towed-leg), left 2-0"


def test_every_event_has_its_report() -> None:
    """na:6.6.7.1.1: in words, with a rule."""
    game = game_of(column((2, 2, 2, 2, 2)))
    for order in (
        Mount(unit=UnitId("s2"), vehicle=UnitId("t2")),
        DismountPortee(unit=UnitId("p1"), gun_facing=0, truck_facing=3),
    ):
        before = len(game.journal)
        game.submit(BRITISH, order)
        told = [r.text for e in game.journal[before:] if (r := game.system.face.report(game.state, e)) is not None]
        assert any("mount" in text or "becomes" in text for text in told), told


# -- content ------------------------------------------------------------------------------------------


def member(id_: str, card: str, **more: Any) -> ScenarioUnit:
    """A unit of a scenario."""
    return ScenarioUnit(UnitId(id_), card_of(card), BRITISH, id_, "A", **more)


def test_a_portee_brings_its_parts_along() -> None:
    """na:5.2.1b: together worth what it is; the truck is the gun's own."""
    whole = member("p1", "na-portee-2pdr", value=43)
    assert with_parts([whole], frozenset()) == (whole,)
    _, gun, truck = with_parts([whole], frozenset({Switch.TRANSPORT}))
    assert (gun.id, truck.id) == ("p1-gun", "p1-truck")
    assert gun.value + truck.value == 43
    assert gun.part_of == truck.part_of == "p1"
    assert gun.transporter == truck.id
    assert isinstance(truck.card, VehicleCard)


def test_what_hits_have_broken_of_a_portee_stays_with_the_part_that_has_it() -> None:
    """na:5.2.1b, na:5.2.1c, or:7.23, or:7.29: optics with the gun, radio, running gear and fuel with the truck."""
    state = make_vignette(column(), "column").system.initial()
    broken = (Collateral.OPTICS, Collateral.RUNNING_GEAR, Collateral.FUEL)
    whole, gun, truck = UnitId("p1"), UnitId("p1-gun"), UnitId("p1-truck")
    state.change(whole, collateral=broken, bogged_in=state.turn)
    hex_ = state.units[whole].hex
    assert hex_ is not None
    down = PorteeDismounted(unit=whole, gun=gun, truck=truck, hex=hex_, gun_facing=0, truck_facing=0)
    APPLY[PorteeDismounted](state, down)
    assert state.units[gun].collateral == (Collateral.OPTICS,)
    assert state.units[truck].collateral == (Collateral.RUNNING_GEAR, Collateral.FUEL)
    assert state.units[truck].bogged_in == state.turn
    state.change(truck, collateral=(Collateral.RUNNING_GEAR, Collateral.OUT_OF_FUEL))
    APPLY[PorteeMounted](state, PorteeMounted(unit=whole, gun=gun, truck=truck, hex=hex_, facing=0))
    assert set(state.units[whole].collateral) == {Collateral.OPTICS, Collateral.RUNNING_GEAR, Collateral.OUT_OF_FUEL}
    assert state.units[gun].collateral == state.units[truck].collateral == ()


def test_who_has_spotted_a_portee_spots_its_truck_and_rolls_for_its_gun() -> None:
    """na:5.2.1b, na:4.1.1b, or:7.7.1, or:7.1.5.1: what is spotted stays so; the gun gets off its vehicle, a move."""
    modules = ["transport", "gp-fire", "advanced-ap", "grades", "limited-spotting", "morale"]
    state = make_vignette({**column((0, 0, 0, 0, 2)), "modules": modules}, "column").system.initial()
    whole, gun, truck, foe = UnitId("p1"), UnitId("p1-gun"), UnitId("p1-truck"), UnitId("e1")
    state.made_out = {whole: frozenset({foe})}
    state.change(whole, morale=Shaken.HESITATION_OFF)
    order, dice = DismountPortee(unit=whole, gun_facing=0, truck_facing=3), ScriptedDice([100])
    BOOK.refuse(state, BRITISH, order)
    for event in BOOK.decide(state, BRITISH, order, dice):
        BOOK.evolve(state, event)
    assert (spots(state, foe, truck), spots(state, foe, gun)) == (True, False)
    shaken = state.units[gun].morale, state.units[truck].morale
    assert shaken == (Shaken.HESITATION_ON, Shaken.HESITATION_OFF)
    where = state.units[truck].hex
    assert where is not None
    BOOK.evolve(state, PorteeMounted(unit=whole, gun=gun, truck=truck, hex=where, facing=0))
    assert spots(state, foe, whole)
    assert state.units[whole].morale is Shaken.HESITATION_ON


@pytest.mark.parametrize(
    ("riders", "wrong"),
    [
        (["na-gb-rifle-squad"], False),
        (["na-gb-rifle-squad", "na-gb-section"], True),
        (["na-2pdr-atg", "na-2pdr-atg"], True),
        (["na-2pdr-atg", "na-gb-section"], False),
    ],
)
def test_passengers_that_begin_the_game_have_room_together(riders: list[str], wrong: bool) -> None:
    """na:6.6.7.1: a medium truck has 2-2."""
    units = [member("t1", "na-gb-medium-truck")]
    units += [member(f"r{at}", card, riding=UnitId("t1")) for at, card in enumerate(riders)]
    proof = Proof("scenario.toml")
    prove_loads(tuple(units), proof)
    assert bool(proof.mistakes) == wrong
    if wrong:
        with pytest.raises(ContentError, match="room"):
            proof.done()
    other = evolve(member("r9", "na-gb-section", riding=UnitId("t1")), side=GERMAN)
    proof = Proof("scenario.toml")
    prove_loads((units[0], other), proof)
    assert "own side" in str(proof.mistakes[0])


def test_unarmed_transporters_take_the_commands_that_their_passengers_can_carry_out() -> None:
    """na:4.2.1e, na:6.6.7.2."""
    data = column()
    data["situation"] = {"step": "commands"}
    for line in data["unit"]:
        line.pop("command", None)
    game = game_of(data)
    legal = {u: {c.pick for c in game.choices(BRITISH, (f"command:{u}",)).legal} for u in ("t1", "t3", "t4")}
    assert {"FIRE", "SHORT HALT", "OVERWATCH", "MOVE", "N/C"} <= legal["t1"]
    assert "OVERWATCH" not in legal["t4"]  # a gun in tow does not fire
    assert not any(c.pick == "command:r1" for c in game.choices(BRITISH).options)
    assert Command.FIRE.value in legal["t3"] or game.state.card(UnitId("t3")).armed
    assert room.carried(game.state, UnitId("r1")) == "t1"


# -- fire from vehicles -----------------------------------------------------------------------------


def firing(command: str) -> dict[str, Any]:
    """A squad on a truck with a command, and an enemy squad three hexes away that it has spotted."""
    data = column()
    data["unit"] = [
        {"id": "t1", "side": "british", "card": "na-gb-medium-truck", "hex": "B4", "command": command},
        {"id": "r1", "side": "british", "card": "na-gb-rifle-squad", "riding": "t1"},
        {"id": "e1", "side": "german", "card": "g85-rifle-squad-1-2-squad", "hex": "B2"},
    ]
    data["board"] = {"grid": ". .\n" * 5}
    data["situation"] = {"step": "first-fire", "first": "british", "sighted": {"r1": ["e1"]}}
    return data


def test_passengers_may_hold_their_fire() -> None:
    """na:6.6.7.2: with N/C of the vehicle they may fire and need not; the step waits for them."""
    game = game_of(firing("N/C"))
    assert game.state.step == "first-fire"
    assert game.active == (BRITISH,)
    offered = {c.pick: c for c in game.choices(BRITISH).options}
    assert offered["fire:e1"].legal
    assert offered["finish-step"].legal
    game.submit(BRITISH, game.system.order(game.state, BRITISH, ("finish-step",)))
    assert game.state.step != "first-fire"
    face = game.system.face
    told = [r.text for n, e in enumerate(game.journal, 1) if (r := face.report(game.at(n), e)) is not None]
    assert any("hold their fire" in text for text in told)


def test_an_unarmed_vehicle_with_fire_has_it_carried_out_by_its_passengers() -> None:
    """na:4.2.1c, na:6.6.7.2: they cannot all hold it, and its FIRE is shown with the first of them."""
    game = game_of(firing("FIRE"))
    refused = next(c.refusal for c in game.choices(BRITISH).options if c.pick == "finish-step")
    assert refused is not None
    assert refused.rule == "na:4.2.1c"
    game.submit(BRITISH, game.system.order(game.state, BRITISH, ("fire:e1", "r1/0/GP")))
    assert game.state.step != "first-fire"
    shown = [e for e in game.journal if isinstance(e, CommandRevealed)]
    assert [e.unit for e in shown] == ["t1"]
    assert game.state.units[UnitId("t1")].spot is not None or game.state.units[UnitId("t1")].new_spot_fire


@pytest.mark.parametrize("command", ["MOVE", "OVERWATCH"])
def test_with_other_commands_nobody_fires_from_a_vehicle_in_direct_fire(command: str) -> None:
    """na:6.6.7.2."""
    game = game_of(firing(command))
    assert game.state.step != "first-fire"


# -- what an order costs ------------------------------------------------------------------------------


def test_an_order_begun_tells_what_it_costs() -> None:
    """na:6.6.7.1.1c, na:6.6.7.1.2."""
    game = game_of(column((0, 2, 0, 0, 0)))
    odds = game.system.odds
    told = {row.label: row.text for row in odds(game.state, BRITISH, ("dismount:t1", "r1")).rows}
    assert told["Costs"] == "1 of the 3 that it has left, 2 remain"
    assert told["Room"] == "2-0 left (towed-leg)"
    told = {row.label: row.text for row in odds(game.state, BRITISH, ("mount:t2",)).rows}
    assert told["Costs"] == "the vehicle nothing"
    told = {row.label: row.text for row in odds(game.state, BRITISH, ("bail-out:t1", "r1")).rows}
    assert "SUPPRESSION/ON" in " ".join(told.values())


def test_who_takes_all_of_an_allowance_is_in_no_menu_once_some_is_spent() -> None:
    """min:17.2.8.2.4: a Suppressed unit mounts at the beginning of the move alone; others for half of it."""
    stated = {
        "edition": "miniatures",
        "modules": ["advanced"],
        "board": {"grid": "\n".join([". . ."] * 4)},
        "unit": [
            {"id": "t1", "card": "g43-spw-251-1", "hex": "A1", "facing": "S", "command": "MOVE"},
            {"id": "s1", "card": "g86-section", "hex": "A3", "command": "MOVE", "suppression": "ON"},
            {"id": "s2", "card": "g86-section", "hex": "A3", "command": "MOVE"},
            {"id": "r1", "card": "s57-rifle-squad-1-2-squad", "hex": "C4", "command": "N/C"},
        ],
        "situation": {"step": "first-move", "first": "german"},
    }
    played = Game(situation(stated, "x", "x", "x.toml"), SeededDice("x"))
    played.submit(GERMAN, Move(unit=UnitId("t1"), steps=("F", "F"), end=False))
    who = {choice.pick: choice.refusal for choice in played.choices(GERMAN, ("mount:t1",)).options}
    assert who["s2"] is None
    refused = who["s1"]
    assert refused is not None
    assert refused.rule in ("min:17.2.8.2.4", "na:6.6.7.1.1a")
