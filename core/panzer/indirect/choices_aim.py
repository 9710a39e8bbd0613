"""Building the aim of called fire: which units, which type, which SHEAF; new and adjusted missions alike."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from core.choice import Choice, Choices, Refusal
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex, in_hexes
from core.panzer.indirect.aims import GO, Picked
from core.panzer.indirect.called import adjust_refusal, call_refusal, capacity_refusal, still_able
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.response import endangered, response_terms
from core.panzer.indirect.sheafs import allowed, hexes
from core.panzer.indirect.sources import called_range, source_refusal, sources, types
from core.panzer.pieces.missions import Aim, FireType, Mission, Sheaf, aim_words
from core.panzer.state import PanzerState


def aiming(state: PanzerState, side: SideId, observer: UnitId, mission: Mission | None, picked: Picked) -> Choices:
    """Units, then the type, then the SHEAF, as far as there is a choice."""
    assert picked.hex is not None
    firing = still_able(state, mission, Aim(picked.hex), continued=False) if mission is not None else ()
    units = (*firing, *picked.units)
    more = [] if picked.gone else list(_source_choices(state, side, observer, mission, picked, units))
    if any(choice.legal for choice in more) or not units:
        if units:
            more.append(Choice(GO, "No further unit: choose the type", "option", key="G"))
        danger = ", Danger Close!" if endangered(state, side, picked.hex) else ""
        return Choices(f"Which units fire on {picked.hex}{danger}?", "na:6.5.1.1", tuple(more))
    if picked.type is None:
        able = [
            t
            for t in types(state, units)
            if _type_refusal(state, side, observer, mission, picked.hex, t, units) is None
        ]
        return Choices(
            f"Which type of fire on {picked.hex}?",
            "na:6.5.1.6",
            tuple(
                Choice(
                    f"type:{t.value}",
                    t.value,
                    "option",
                    key=t.value[0].lower(),
                    refusal=_unchanged(state, mission, evolve(picked, type=t), units),
                )
                for t in able
            ),
        )
    if picked.aim is None:
        return _sheaf_choices(state, mission, picked, units)
    refused = (
        adjust_refusal(state, mission, picked.aim, picked.units)
        if mission is not None
        else call_refusal(state, side, observer, picked.units, picked.aim)
    )
    if refused is not None:
        back = Choice("", "This cannot be called", "option", refusal=refused)
        return Choices(refused.reason, refused.rule, (back,))
    return Choices(f"{state.name(observer)} calls {aim_words(picked.aim)}", "na:6.5.1", complete=True, confirm=True)


def _type_refusal(
    state: PanzerState,
    side: SideId,
    observer: UnitId,
    mission: Mission | None,
    hex_: Hex,
    type_: FireType,
    units: tuple[UnitId, ...],
) -> Refusal | None:
    refusals = (source_refusal(state, side, observer, u, Aim(hex_, type_), mission) for u in units)
    return next((refused for refused in refusals if refused is not None), None)


def _source_choices(
    state: PanzerState,
    side: SideId,
    observer: UnitId,
    mission: Mission | None,
    picked: Picked,
    units: tuple[UnitId, ...],
) -> Iterator[Choice]:
    """Every unit with an indirect fire row: its chance to respond, or why it cannot fire there."""
    assert picked.hex is not None
    for source in sources(state, side):
        if source in units or (mission is not None and source in mission.sources):
            continue
        aims = [Aim(picked.hex, type_) for type_ in types(state, (source,))] or [Aim(picked.hex)]
        refusals = [source_refusal(state, side, observer, source, aim) for aim in aims]
        refused = None if None in refusals else refusals[0]
        refused = refused or capacity_refusal(state, observer, (*units, source))
        terms = response_terms(state, observer, source, aims[0])
        range_ = called_range(state, observer, source, picked.hex)
        words = (
            f"{state.name(source)}, {terms.attachment.value}, {max(2, terms.factor - terms.tally.total)}+ to respond"
        )
        yield Choice(
            f"by:{source}",
            words,
            "option",
            state.units[source].hex,
            source,
            cost=f"range {range_}" if range_ is not None else "",
            odds=terms.chance,
            refusal=refused,
        )


def _patterns(state: PanzerState, type_: FireType, units: tuple[UnitId, ...]) -> tuple[Sheaf, ...]:
    return allowed(type_, state.edition) if any(off_map(state, u) for u in units) else (Sheaf.CLOSED,)


def _unchanged(
    state: PanzerState, mission: Mission | None, picked: Picked, units: tuple[UnitId, ...]
) -> Refusal | None:
    """Why what has been picked could only leave a mission as it is; None if it is new or can change."""
    if mission is None or picked.units or picked.hex is None or picked.type is None:
        return None
    left = (picked.sheaf,) if picked.sheaf is not None else _patterns(state, picked.type, units)
    ways = (picked.direction,) if picked.direction is not None else range(6) if set(left) <= picked.turned else (0,)
    aims = {Aim(picked.hex, picked.type, s, d) for s in left for d in ways}
    return Refusal("nothing is adjusted; let it continue", "na:6.5.1.8.2") if aims == {mission.aim} else None


def _sheaf_choices(state: PanzerState, mission: Mission | None, picked: Picked, units: tuple[UnitId, ...]) -> Choices:
    assert picked.hex is not None
    assert picked.type is not None
    if picked.sheaf in picked.turned:
        return Choices(
            "Which way does the line run?" if picked.sheaf is Sheaf.LINEAR else "Across which direction does it lie?",
            "na:6.5.1.5",
            tuple(
                Choice(str(d), name, "facing", refusal=_unchanged(state, mission, evolve(picked, direction=d), units))
                for d, name in enumerate(DIRECTION_NAMES)
            ),
        )
    patterns = _patterns(state, picked.type, units)
    return Choices(
        f"Which SHEAF on {picked.hex}?",
        "na:6.5.1.5",
        tuple(
            Choice(
                f"sheaf:{s.value}",
                s.value,
                "option",
                picked.hex,
                cost=_sheaf_cost(state, picked.hex, s, units),
                key=s.value.rpartition(" ")[2][0].lower(),
                refusal=_unchanged(state, mission, evolve(picked, sheaf=s), units),
                irreversible=True,
            )
            for s in patterns
        ),
    )


def _sheaf_cost(state: PanzerState, hex_: Hex, sheaf: Sheaf, units: tuple[UnitId, ...]) -> str:
    """How many hexes a SHEAF covers at most, and what the Open one costs (na:6.5.4.3p)."""
    on_map = all(not off_map(state, u) for u in units)
    count = len(hexes(state.board, Aim(hex_, sheaf=sheaf), state.edition, on_map=on_map))
    covered = in_hexes(count) if sheaf is not Sheaf.LINEAR else "up to 7 hexes"
    return f"{covered}, GP -20" if sheaf is Sheaf.OPEN else covered
