"""Cheating in games in trust: what a changed program writes is found where it comes in, and by `post verify`."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from attrs import evolve, frozen

from content.catalogue import open_system
from core.codec import encode
from core.event import OrderGiven, SideId
from core.panzerwar.movement.orders import DropPlan
from core.play.replica import Stop
from core.play.whole import Decided
from core.step_end import FinishStep
from saves.post.agreed import Agreed, verify_in_trust
from saves.post.correspondence import Correspondence, invited, read
from saves.post.game import PostGame
from saves.post.keys import PostError
from saves.post.letter import Letter
from saves.post.opening import open_game, take_file
from saves.post.plan import Plan, bound, packed, text_of, unpacked
from saves.post.saying import Say, Saying
from tests.post.conftest import _same_luck
from tests.post.post_games import Table, begin, now
from tests.post.test_in_trust import close, play


@frozen
class Scene:
    """A game of some letters: both players' games, and all that was sent."""

    table: Table
    halves: dict[str, PostGame]
    mail: Correspondence
    system: Any

    def letter(self, is_it: Callable[[Letter], bool]) -> Letter:
        """The last letter of some kind."""
        return next(letter for letter in reversed(self.mail.letters) if is_it(letter))

    def before(self, n: int) -> Agreed:
        """The game before a letter, as both machines have it."""
        agreed = Agreed(self.system, self.mail.letters[n - 1].by, invited(self.mail.invitation))
        for letter in self.mail.letters[: n - 1]:
            agreed.take(letter, check=False)
        return agreed

    def signed(self, letter: Letter) -> Letter:
        """A letter as its own writer signs it, whatever he has changed in it."""
        return evolve(letter, line=b"", digest="").signed_by(self.halves[letter.by]._keys)

    def refused(self, letter: Letter, words: str) -> None:
        """A changed letter is found when it comes in, and when the file is verified."""
        forged = self.signed(letter)
        agreed = self.before(letter.n)
        with pytest.raises(PostError, match=words) as error:
            agreed.take(forged)
        assert "\n" not in str(error.value)
        assert str(error.value).startswith(f"letter {letter.n}")
        data = agreed_data(self, letter.n) + forged.line + b"\n"
        assert verdict(self.system, data).startswith(f"letter {letter.n}")


def verdict(system: Any, data: bytes) -> str:
    """What `post verify` says of a file that is not good."""
    try:
        found = verify_in_trust(system, read(data))
    except PostError as broken:
        return str(broken)
    assert not found.good
    return f"letter {found.letter}: {found.words}"


def agreed_data(scene: Scene, n: int) -> bytes:
    """The file before a letter."""
    return b"".join(line + b"\n" for line in scene.mail.lines[:n])


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """The first turns of a game, with orders, plans, moves and what is asked amid them."""
    with pytest.MonkeyPatch.context() as patch:
        _same_luck(patch, "scene")
        table, game = begin(tmp_path_factory.mktemp("scene"), "pw-0")
        halves = play(table, game, most=16)
    mail = max((half.half.mail for half in halves.values()), key=lambda mail: len(mail.letters))
    yield Scene(table, halves, mail, next(iter(halves.values())).system)
    close(halves)


def shows(letter: Letter) -> bool:
    """Whether a letter shows what was bound, and tells rolls that came of it."""
    return bool(letter.plan and letter.plan.shows and any(e.rolls for e in unpacked(letter.plan.happened, 2)))


def tells(letter: Letter) -> bool:
    """Whether a letter tells a decision in the open."""
    return bool(letter.plan and letter.plan.tells)


def binds(letter: Letter) -> bool:
    """Whether a letter binds itself."""
    return bool(letter.plan and letter.plan.binds)


def changed(letter: Letter, **changes: Any) -> Letter:
    """A letter that says otherwise of play."""
    assert letter.plan is not None
    return evolve(letter, plan=evolve(letter.plan, **changes))


def a_text(*orders: Any, **standing: str) -> str:
    """A decision."""
    return text_of(Decided(orders, standing, secrets.token_hex(32)))


# -- plans -------------------------------------------------------------------------------------------


def test_a_plan_changed_after_the_fact(scene: Scene) -> None:
    """Who has seen the other's decision shows another than he had bound."""
    letter = scene.letter(shows)
    assert letter.plan is not None
    raw = orjson.loads(letter.plan.shows)
    for other in (a_text(FinishStep()), orjson.dumps(raw | {"standing": {"fire": "hold"}}).decode()):
        scene.refused(changed(letter, shows=other), "shows another decision now: it was changed")


def test_a_plan_that_is_not_shown(scene: Scene) -> None:
    """Nor can he keep it back and go on."""
    scene.refused(changed(scene.letter(shows), shows=""), "does not show what it had bound itself to in letter")


def test_a_plan_that_was_never_bound(scene: Scene) -> None:
    """What is shown had to be bound."""
    letter = scene.letter(lambda one: tells(one) and not shows(one))
    scene.refused(changed(letter, shows=a_text(FinishStep())), "tells what happened, though nothing was to be carried")


def test_no_plan_is_bound_where_one_is_due(scene: Scene) -> None:
    """He would have the other's first."""
    scene.refused(changed(scene.letter(binds), binds=""), "has to bind itself to its decision")


def test_a_plan_is_told_where_it_is_to_be_bound(scene: Scene) -> None:
    """The order in which both decide is not his to choose."""
    letter = scene.letter(binds)
    scene.refused(changed(letter, binds="", tells=a_text(FinishStep())), "has to bind itself to its decision")


def test_a_decision_is_bound_where_it_is_to_be_told(scene: Scene) -> None:
    """Two bound decisions would never be opened."""
    text = a_text(FinishStep())
    scene.refused(
        changed(scene.letter(tells), tells="", binds=bound(text)), "has to tell its decision and to open dice"
    )


def test_orders_for_the_other_side(scene: Scene) -> None:
    """An order is its own side's, whoever is named in it."""
    letter = scene.letter(tells)
    agreed = scene.before(letter.n)
    enemy = next(e.id for e in agreed.whole.state.elements.values() if e.side != letter.by)
    scene.refused(changed(letter, tells=a_text(DropPlan(element=enemy), FinishStep())), "is not legal")


def test_an_order_that_is_not_legal(scene: Scene) -> None:
    """The rules are asked again."""
    letter = scene.letter(tells)
    scene.refused(changed(letter, tells=a_text(FinishStep(), FinishStep())), "comes after all was decided|not legal")


def test_a_decision_that_is_left_open(scene: Scene) -> None:
    """He would decide the rest when he knows the other's."""
    scene.refused(changed(scene.letter(tells), tells=a_text()), "leaves open what its side has to decide")


def test_an_illegal_plan_that_was_bound(scene: Scene) -> None:
    """It is found when it is shown."""
    letter = scene.letter(binds)
    text = a_text(FinishStep(), FinishStep(), FinishStep())
    agreed = scene.before(letter.n)
    agreed.take(scene.signed(changed(letter, binds=bound(text))))
    with pytest.raises(PostError, match=r"after all was decided|not legal"):
        agreed._decided(letter.by, text, check=True)


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b'{"orders":[],"standing":{},"salt":""}', b'{"orders":3}'])
def test_a_decision_that_is_none(scene: Scene, raw: bytes) -> None:
    """Whatever it is, it is told in a line."""
    letter = scene.letter(tells)
    scene.refused(changed(letter, tells=raw.decode() or "x"), "what was decided cannot be read")


def test_a_standing_order_that_there_is_not(scene: Scene) -> None:
    """Plans are left to nobody, and nobody invents an answer."""
    letter = scene.letter(tells)
    for standing in ({"plan": "hold"}, {"fire": "always hit"}):
        scene.refused(changed(letter, tells=a_text(FinishStep(), **standing)), "there is no such standing order")


# -- what happened -------------------------------------------------------------------------------------


def test_another_roll(scene: Scene) -> None:
    """Every die follows from the values of both."""
    letter = scene.letter(shows)
    assert letter.plan is not None
    events = list(unpacked(letter.plan.happened, 2))
    at, event = next((n, e) for n, e in enumerate(events) if e.rolls)
    roll = event.rolls[0]
    better = evolve(roll, result=1 if roll.result > 1 else 2)
    events[at] = evolve(event, rolls=(better, *event.rolls[1:]))
    scene.refused(changed(letter, happened=packed(events)), "rolls of .* the rules make it")


def test_an_event_left_out(scene: Scene) -> None:
    """In the middle, and at the end."""
    letter = scene.letter(shows)
    assert letter.plan is not None
    events = unpacked(letter.plan.happened, 2)
    scene.refused(changed(letter, happened=packed(events[:-1])), "is missing")
    scene.refused(changed(letter, happened=packed(events[1:])), "expected|the rules make it")
    scene.refused(changed(letter, happened=b""), "is missing")


def test_an_event_made_up(scene: Scene) -> None:
    """What does not follow from both decisions did not happen."""
    letter = scene.letter(shows)
    assert letter.plan is not None
    events = unpacked(letter.plan.happened, 2)
    made_up = OrderGiven(side=SideId(letter.by), order=FinishStep())
    scene.refused(changed(letter, happened=packed((*events, made_up))), "does not follow from its orders")


def test_something_happened_though_nothing_could(scene: Scene) -> None:
    """No letter but that which answers dice tells anything."""
    letter = scene.letter(lambda one: tells(one) and not one.answers)
    made_up = OrderGiven(side=SideId(letter.by), order=FinishStep())
    scene.refused(changed(letter, happened=packed((made_up,))), "though nothing was to be carried out")


def test_what_happened_is_no_bomb_and_no_junk(scene: Scene) -> None:
    """It is not unpacked beyond what any turn has."""
    letter = scene.letter(shows)
    bomb = zlib.compress(b"[" + b" " * (17 << 20) + b"]", 9)
    scene.refused(changed(letter, happened=bomb), "breaks off, or unpacks to more than 16 MB")
    scene.refused(changed(letter, happened=b"junk"), "what happened cannot be read")
    raw = [{**encode(OrderGiven(side=SideId("german"), order=FinishStep())), "event": "no-such-event"}]
    scene.refused(changed(letter, happened=zlib.compress(orjson.dumps(raw))), "what happened cannot be read")


# -- dice ----------------------------------------------------------------------------------------------


def test_another_value_for_the_dice(scene: Scene) -> None:
    """It was bound before the game, for who answers and for who opens."""
    letter = scene.letter(shows)
    scene.refused(evolve(letter, answers=secrets.token_hex(32)), "the value for the dice is not the one")
    scene.refused(evolve(scene.letter(tells), opens=secrets.token_hex(32)), "the value for the dice is not the one")


def test_the_same_value_again(scene: Scene) -> None:
    """Values are given once, in their order."""
    writer = scene.letter(tells).by
    earlier = next(one for one in scene.mail.letters if one.opens and one.by == writer)
    later = scene.letter(lambda one: bool(one.opens) and one.by == earlier.by and one.n > earlier.n)
    scene.refused(evolve(later, opens=earlier.opens), "the value for the dice is not the one")


def test_dice_that_are_not_answered_or_not_opened(scene: Scene) -> None:
    """Nobody stops before the dice fall, nor asks for more."""
    scene.refused(evolve(scene.letter(shows), answers=""), "has to answer dice that were opened")
    scene.refused(evolve(scene.letter(tells), opens=""), "has to tell its decision and to open dice")
    letter = scene.letter(binds)
    link = scene.halves[letter.by].half.keys.link(scene.before(letter.n).mail.courses + 1).hex()
    scene.refused(evolve(letter, opens=link), "is not the one|has to bind itself")


# -- letters -------------------------------------------------------------------------------------------


def test_a_letter_sent_again_left_out_or_put_elsewhere(scene: Scene) -> None:
    """The chain is that of all games by file."""
    lines = scene.mail.lines
    for broken, words in (
        ((*lines[:5], lines[3], *lines[5:]), "letter 5 is missing; found letter 3"),
        ((*lines[:5], *lines[6:]), "letter 5 is missing; found letter 6"),
        ((*lines[:5], lines[6], lines[5]), "letter 5 is missing; found letter 6"),
    ):
        with pytest.raises(PostError, match=words):
            read(b"".join(line + b"\n" for line in broken))


def test_a_letter_changed_by_somebody_else(scene: Scene) -> None:
    """Only its writer signs it."""
    letter = scene.letter(binds)
    assert letter.plan is not None
    other = secrets.token_hex(32).encode()
    data = agreed_data(scene, letter.n) + letter.line.replace(letter.plan.binds.encode(), other) + b"\n"
    with pytest.raises(PostError, match=f"letter {letter.n} is not signed by the key of {letter.by}"):
        read(data)


def test_a_letter_of_another_kind(scene: Scene) -> None:
    """Games in trust have letters of their own, and halves none of these."""
    letter = scene.letter(tells)
    event = OrderGiven(side=SideId(letter.by), order=FinishStep())
    scene.refused(evolve(letter, plan=None), "no letter of a game that is played in trust")
    scene.refused(evolve(letter, events=(event,)), "no letter of a game that is played in trust")


def test_the_end_said_before_it_is(scene: Scene) -> None:
    """And going on when it is over."""
    letter = scene.letter(binds)
    keys = scene.halves[letter.by].half.keys
    scene.refused(evolve(letter, stop=Stop.OVER, opened=keys, plan=Plan()), "does not show|has to bind itself")


def test_agreeing_to_what_was_not_asked(scene: Scene) -> None:
    """Nor taking back what is the other's, or what never was."""
    letter = scene.letter(lambda one: (binds(one) and not one.answers) or one.n == 1)
    said = evolve(letter, plan=Plan(), stop=Stop.CHOICE, opens="")
    scene.refused(evolve(said, says=Saying(Say.AGREE)), "answers what was not asked")
    answering = scene.letter(shows)
    assert answering.plan is not None
    said = evolve(answering, plan=evolve(answering.plan, binds="", tells=""), stop=Stop.CHOICE, opens="")
    theirs = scene.letter(lambda one: one.by != answering.by and one.n < answering.n)
    for to in (Saying(Say.TAKE_BACK, theirs.n), Saying(Say.TAKE_BACK, 999), Saying(Say.TAKE_BACK, answering.n)):
        scene.refused(evolve(said, says=to), "is none of .* that could be taken back")
    scene.refused(evolve(answering, says=Saying(Say.TABLE)), "decides, and says something besides|goes on with play")


def test_a_forged_letter_changes_nothing_where_it_comes_in(scene: Scene, tmp_path: Path) -> None:
    """The other player's game stands as it stood, and the right letter is taken after it."""
    last = scene.mail.letters[-1]
    forged = scene.signed(changed(last, happened=packed((OrderGiven(side=SideId(last.by), order=FinishStep()),))))
    victim = next(side for side in scene.halves if side != last.by)
    (tmp_path / "post").mkdir()
    (tmp_path / "post" / "key").write_bytes((scene.table.data[victim] / "post" / "key").read_bytes())
    good = agreed_data(scene, last.n)
    with take_file(tmp_path, good, open_system, now=now)[0] as game:
        stood = list(game.half.replica.journal)
    with pytest.raises(PostError, match=f"letter {last.n}"):
        take_file(tmp_path, good + forged.line + b"\n", open_system, now=now)
    with open_game(tmp_path, game.game, open_system, now=now) as game:
        assert game.half.replica.journal == stood
        assert game.take(read(good + last.line + b"\n"))
