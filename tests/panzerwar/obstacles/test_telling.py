"""What is told and may be asked of mines, bunkers and rams (pw:14, pw:15)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.event import UnitId
from core.panzerwar.infantry import asks as infantry_asks
from core.panzerwar.obstacles import asks, bunker_hits, face, manning, minefields, reports
from core.panzerwar.obstacles.events import (
    BunkerManned,
    BunkerStruck,
    MinesLaid,
    MinesNoticed,
    MinesStopped,
    MinesTripped,
    ProbeBegun,
    Probed,
)
from core.panzerwar.pieces.mines import Probe
from core.panzerwar.ramming import asks as ramming_asks
from core.panzerwar.ramming import reports as ramming_reports
from core.panzerwar.ramming.events import Pushed, Rammed, RamMet, RamStopped
from core.panzerwar.state import WarState
from core.plane import hex_at
from core.secrecy import view
from tests.panzerwar.damage.hits import he
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import happen, mined, rolling, went

TANK, FOE = UnitId("tank"), UnitId("foe")


def field() -> WarState:
    tank, foe = an_element("tank", "pz4h", BLUE, "C9"), an_element("foe", "t34-85", RED, "C5")
    squad = an_element("squad", "ger-rifle-44", BLUE, "C6")
    bunker = an_element("bunker", "bunker-medium", RED, "E5")
    inside = an_element("inside", "sov-rifle-43", RED, "E5").with_posture(bunker="bunker")
    return mined(a_state(tank, foe, squad, bunker, inside, see=("tank", "foe", "squad", "bunker")), "C7")


AT = at("C7")
EVENTS: list[tuple[Any, str]] = [
    (MinesLaid(side=RED, laid=field().mines.laid["m"]), "lays a hidden minefield: class 4, anti-tank, C7"),
    (MinesNoticed(side=BLUE, element=TANK, field="m", hex=hex_at(AT)), "tank notices mines in C7"),
    (MinesStopped(side=BLUE, element=TANK, at=AT), "comes no farther than C7"),
    (ProbeBegun(side=BLUE, element=TANK, field="m"), "digs around the mines"),
    (ProbeBegun(side=BLUE, element=TANK, field=""), "digs no more"),
    (Probed(side=BLUE, element=TANK, field="m", dummy=True), "they are a dummy"),
    (BunkerManned(side=RED, element=FOE, bunker=UnitId("bunker"), at=AT, heading=0), "foe is in bunker"),
    (BunkerManned(side=RED, element=FOE, bunker=UnitId(""), at=AT, heading=0), "outside"),
    (RamStopped(side=BLUE, element=TANK, target=FOE, why="it was immobilised", at=AT), "does not ram foe"),
    (Rammed(side=BLUE, element=TANK, target=FOE), "tank rams foe"),
    (Rammed(side=BLUE, element=TANK, target=FOE, mutual=True), "ram each other"),
    (Rammed(side=BLUE, element=TANK, target=FOE, overrun=True), "tank drives over foe"),
    (Pushed(side=BLUE, element=TANK, target=FOE, to=AT), "pushes foe aside to C7"),
    (RamMet(side=BLUE, element=TANK, target=FOE, at=AT, segment=4, takes=True, rolled=4, against=4), "in E4"),
    (
        RamMet(side=BLUE, element=TANK, target=FOE, at=AT, segment=4, takes=False, why="it is out of reach"),
        "out of the",
    ),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=lambda one: one if isinstance(one, str) else None)
def test_every_event_is_told(event: Any, text: str) -> None:
    """pw:14.2, pw:15.1, pw:15.4, pw:15.5, pw:15.7.1: in a sentence that names who and what."""
    tell = {**reports.TELL, **ramming_reports.TELL}
    found = tell[type(event)](field(), event)
    assert found is not None
    assert text in found.text
    assert found.rule.startswith("pw:")


def test_rolled_events_are_told_with_their_dice() -> None:
    """pw:15.1.4, pw:15.7.2.1: and how many dice, or what the shell met."""
    state = field()
    went(state, "tank", "C5")
    tripped = happen(state, minefields.trip(state, TANK, "c3", rolling(trips=1)))[0]
    assert isinstance(tripped, MinesTripped)
    told = reports.TELL[MinesTripped](state, tripped)
    assert told is not None
    assert "trips 1 anti-tank mine" in told.text
    assert "25 GSU of the field: 1 die" in told.details[0]
    calm = reports.TELL[MinesTripped](state, MinesTripped(**{**_fields(tripped), "tripped": 0}))
    assert calm is not None
    assert "none of the mines" in calm.text
    bunker, shell = state.element("bunker"), he(penetration=4.0)
    struck = next(iter(bunker_hits.strike_bunker(state, bunker, shell, rolling(penetration=3))))
    assert isinstance(struck, BunkerStruck)
    told = reports.TELL[BunkerStruck](state, struck)
    assert told is not None
    assert "strikes bunker: not pierced, 4 points of damage" in told.text


def _fields(event: MinesTripped) -> dict[str, Any]:
    names = ("side", "element", "field", "kind", "length", "number", "hexes", "rolls")
    return {name: getattr(event, name) for name in names}


def test_what_may_be_asked_of_obstacles() -> None:
    """pw:15.1.4, pw:15.7: dice and chances, a bunker as it stands, a hit on it."""
    state = field()
    assert asks.MineDice(grade=4, length=50).answer(None, state) == {"dice": 2, "chance": pytest.approx(0.19)}
    found = asks.BunkerNow(unit="bunker").answer(None, state)
    assert found == {"armour": 10, "stun": 1, "collapsed": False, "inside": ["inside"]}
    weapon = state.cards.guns["pak40"].mount.weapon
    hit = asks.BunkerHit(unit="bunker", weapon=weapon, shell="HE", range=100).answer(None, state)
    assert hit["killpower"] > 2
    assert 0 <= hit["pierced"] <= 1
    assert set(asks.ASKS) == {"bunker", "bunker-hit", "mine-dice"}


def test_what_may_be_asked_of_rams() -> None:
    """pw:14.0, pw:14.2.1, pw:14.3.1, pw:14.3.4: who may, the chance, D and S of both."""
    state = field()
    found = ramming_asks.MayRam(unit="tank", target="foe").answer(None, state)
    assert found["ram"] is not None
    assert found["avoids"] == 0
    numbers = ramming_asks.RamNumbers(unit="tank", target="foe").answer(None, state)
    assert numbers == {"destruction": 7, "stun": 6, "target_destruction": 8, "target_stun": 7}
    mutual = ramming_asks.RamNumbers(unit="tank", target="foe", mutual=True).answer(None, state)
    assert (mutual["target_destruction"], mutual["target_stun"]) == (9, 8)


def test_what_may_be_asked_of_infantry() -> None:
    """pw:12.0.3, pw:12.2.3, pw:12.4.2, pw:12.11.4: killpower, assaults, contact, teams."""
    state = field()
    found = infantry_asks.Killpower(unit="squad", base=3, rolled=5).answer(None, state)
    assert (found["total"], found["breaks"], found["result"]) == (3, 2, "broken")
    assert found["killed"] == pytest.approx(0.3)
    assault = infantry_asks.CloseAssaultOf(unit="squad", target="foe").answer(None, state)
    assert assault["refused"] is None
    assert assault["total"] == 3, "it comes from behind, where no machine gun bears"
    assert assault["chance"] == pytest.approx(0.3)
    assert infantry_asks.ContactOf(unit="squad").answer(None, state) == {"number": 3, "chance": 0.3}
    assert infantry_asks.TeamsOf(platoons=(3, 3)).answer(None, state) == {"teams": 2, "card": "scout"}
    assert list(manning.enters(state, TANK)) == []


def test_what_is_shown_of_mines_and_bunkers() -> None:
    """pw:15.1, pw:15.7.1, pw:15.7.3: fields that a view knows of, as far as it does; bunkers and who is inside."""
    state = mined(field(), "D7", id_="open", marked=True, grade=0)
    found = {side: {c.label for c in face.counters(view(state, side))} for side in (BLUE, RED)}
    assert found[BLUE] == {"marked mines"}
    assert found[RED] == {"hidden mines, class 4, anti-tank", "marked mines, a dummy"}
    (row,) = face.hex_rows(view(state, RED), hex_at(at("C7")))
    assert "class 4" in row.text
    assert list(face.hex_rows(view(state, BLUE), hex_at(at("C7")))) == []
    rows = {r.label: r.text for r in face.element_rows(state, state.element("bunker"))}
    assert rows == {"Armour": "10 cm of 10, 0 points of damage", "Inside": "inside"}
    seen = {r.label: r.text for r in face.element_rows(view(state, BLUE), state.element("bunker"))}
    assert seen["Inside"] == "nobody known"
    (row,) = face.element_rows(state, state.element("inside"))
    assert row.text == "bunker"
    state.mines = evolve(state.mines, probes={UnitId("squad"): Probe(field="open", since=1)})
    (row,) = face.element_rows(state, state.element("squad"))
    assert "for 2 turns" in row.text
