"""The keys of a game, of what goes on beside one, and of a replay. Their ids are their names in ``keys.toml``."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

_MESSAGES: Final = Binding(
    "quotation_mark",
    "messages",
    "all that was said in passing: the history of messages",
    key_display='"',
    id="game.messages",
)

#: While a game is played.
GAME: Final[list[BindingType]] = [
    Binding("enter", "go", "pick what is pointed at, or give the order"),
    Binding("escape,backspace", "back", "one step back"),
    Binding("u", "back", "take back the last step", id="game.step-back"),
    Binding("U", "undo", "undo the last order", id="game.undo"),
    Binding("z", "again", "the last order once more, for the unit pointed at", id="game.again"),
    Binding(
        "Z",
        "again_for_all",
        "the last order once more, for all that may have it; shown before",
        id="game.again-for-all",
    ),
    Binding("space", "mark('unit')", "mark or unmark the unit: one order for all marked", id="game.mark"),
    Binding("S", "mark('stack')", "mark or unmark all of yours in the hex", id="game.mark-stack"),
    Binding("asterisk", "mark('all')", "mark all that still have something to do", key_display="*", id="game.mark-all"),
    Binding("tab", "next_unit(1)", "next unit with something to do", id="game.next-unit"),
    Binding("shift+tab", "next_unit(-1)", "unit before", id="game.unit-before"),
    Binding("left_square_bracket", "menu(-1)", "choice or heading above; enter opens a heading", id="game.menu-up"),
    Binding("right_square_bracket", "menu(1)", "choice or heading below", id="game.menu-down"),
    Binding("X", "refused", "show or fold what may not be had", id="game.refused"),
    Binding("g", "go_to", "go to a hex by its id", id="game.go-to"),
    Binding("w", "why", "line of sight, distance: what is seen and why not", id="game.why"),
    Binding("percent_sign", "odds", "the chances as a whole, with every modifier", key_display="%", id="game.odds"),
    Binding("v", "overlays", "lay an overlay over the map", id="game.overlays"),
    Binding("V", "overlays(False)", "take all overlays off", id="game.overlays-off"),
    Binding("F", "set_up", "the set-up on one screen, by formations; after it, what comes on later", id="game.set-up"),
    Binding("B", "sheets", "sheets: formations, missions, the turn, the briefing", id="game.sheets"),
    Binding("C", "card", "the whole card of the unit", id="game.card"),
    Binding("D", "drawer", "cards and orders: open or close the drawer", id="game.drawer"),
    Binding("M", "minimap", "show or hide the minimap", id="game.minimap"),
    Binding("L", "log", "to the log and back", id="game.log"),
    Binding("apostrophe", "happened", "back to the last thing that befell you", key_display="'", id="game.happened"),
    _MESSAGES,
    Binding("ctrl+n", "note", "write a note of your own on this moment", id="game.note"),
    Binding("Y", "advice", "advice: what the computer would order in your place, and why", id="game.advice"),
    Binding("R", "rule", "read the rule behind the question or the refusal", id="game.rule"),
    Binding("ctrl+r", "resign", "resign: give the game up, once asked", id="game.resign"),
    Binding("question_mark,f1", "help", "keys of this place", key_display="?", id="everywhere.help"),
    Binding("q", "leave", "leave the game; it is saved", id="game.leave"),
]
#: While a force is set up on a screen of its own. What it has alike with the game has the ids of the game.
SET_UP: Final[list[BindingType]] = [
    Binding("enter", "put", "put what is in hand here, facing as told; with an empty hand pick up"),
    Binding(
        "space", "pick_up", "pick up the unit here, or the next in the hex; put nothing in hand", id="set-up.pick-up"
    ),
    Binding("comma", "turn(-1)", "turn the unit here, or in hand, to the left", key_display=",", id="set-up.turn-left"),
    Binding(
        "full_stop", "turn(1)", "turn the unit here, or in hand, to the right", key_display=".", id="set-up.turn-right"
    ),
    Binding("tab", "next_unit(1)", "next unit to place", id="game.next-unit"),
    Binding("shift+tab", "next_unit(-1)", "unit before", id="game.unit-before"),
    Binding("f", "formation", "the whole formation into hand: enter moves it together", id="set-up.formation"),
    Binding("i", "otherwise", "lie here otherwise: hidden, in another position", id="set-up.otherwise"),
    Binding("m", "mirror", "mirror what is placed, or the formation in hand; shown before", id="set-up.mirror"),
    Binding(
        "a",
        "array",
        "how the program would place it: what is left, the formation in hand, or all; shown before",
        id="set-up.for-me",
    ),
    Binding("s", "keep", "keep what is placed as a set-up of your own", id="set-up.keep"),
    Binding("o", "open", "lay a set-up of your own; shown before", id="set-up.open"),
    Binding("t", "later", "what comes on later: when and where, one group after the other", id="set-up.later"),
    Binding("U", "undo", "take back the last thing done here", id="game.undo"),
    Binding("E", "end", "end the set-up", id="set-up.end"),
    Binding("C", "card", "the whole card of the unit", id="game.card"),
    Binding("w", "why", "line of sight from the unit here; a second hex, and w says what is seen", id="game.why"),
    Binding("v", "overlays", "lay an overlay over the map", id="game.overlays"),
    Binding("V", "overlays_off", "take all overlays off", id="game.overlays-off"),
    Binding("g", "go_to", "go to a hex by its id", id="game.go-to"),
    Binding("B", "sheets", "sheets: formations, missions, the turn ...", id="game.sheets"),
    _MESSAGES,
    Binding("question_mark,f1", "help", "keys of this place", key_display="?", id="everywhere.help"),
    Binding("escape", "back", "back to the game; what is placed stays", key_display="esc"),
    Binding("q", "back", "back to the game; what is placed stays", id="set-up.back"),
]
#: Of windows over a game; a window has those that have something to do in it.
CLOSE: Final = Binding("q", "leave", "back", id="windows.close")
DOWN: Final = Binding("j", "scroll(1)", "down", id="windows.down")
UP: Final = Binding("k", "scroll(-1)", "up", id="windows.up")
RULE: Final = Binding("r", "rule", "read the rule", id="windows.rule")
WINDOW: Final[list[BindingType]] = [
    CLOSE,
    DOWN,
    UP,
    RULE,
    Binding("g", "give", "give what a form says", id="windows.give-form"),
    Binding("y", "give", "give the plan that is shown", id="windows.give"),
    Binding("n", "leave", "drop the plan that is shown", id="windows.drop"),
    Binding("f", "other", "another way to do it", id="windows.other"),
    Binding("d", "dice", "open or close the dice of the line", id="windows.dice"),
    Binding("p", "watch", "watch it again, step by step", id="windows.watch"),
    Binding("a", "analyse", "look back: luck, units, turning points", id="windows.look-back"),
    Binding("v", "verify", "check the game file", id="windows.check"),
    Binding("left_square_bracket", "turn(-1)", "turn before", id="windows.turn-before"),
    Binding("right_square_bracket", "turn(1)", "turn after", id="windows.turn-after"),
    Binding("ctrl+r", "ask('rename')", "call a set-up otherwise", id="windows.rename"),
    Binding("delete,ctrl+d", "ask('remove')", "delete a set-up", key_display="del", id="windows.delete"),
]
#: While a replay is watched.
REPLAY: Final[list[BindingType]] = [
    Binding("escape,q", "back", "Leave", key_display="esc"),
    Binding("question_mark,f1", "help", "Keys", key_display="?", id="everywhere.help"),
    Binding("space", "play", "Play", id="replay.play"),
    Binding("comma", "step(-1)", "Back", key_display=",", id="replay.back"),
    Binding("full_stop", "step(1)", "Forward", key_display=".", id="replay.forward"),
    Binding("left_square_bracket", "chapter(-1)", "Step before", show=False, id="replay.step-before"),
    Binding("right_square_bracket", "chapter(1)", "Next step", show=False, id="replay.next-step"),
    Binding("left_curly_bracket", "turn(-1)", "Turn before", show=False, id="replay.turn-before"),
    Binding("right_curly_bracket", "turn(1)", "Next turn", show=False, id="replay.next-turn"),
    Binding("home", "seek_to(0)", "First", show=False, id="replay.first"),
    Binding("end", "last", "Last", show=False, id="replay.last"),
    Binding("plus,equals_sign", "zoom_in", "zoom in", key_display="+", show=False, id="map.zoom-in"),
    Binding("minus", "zoom_out", "zoom out", key_display="-", show=False, id="map.zoom-out"),
    Binding("less_than_sign", "speed(-1)", "Slower", show=False, id="replay.slower"),
    Binding("greater_than_sign", "speed(1)", "Faster", show=False, id="replay.faster"),
    Binding("t", "to_turn", "Turn", id="replay.turn"),
    Binding("p", "to_chapter", "Phase", show=False, id="replay.phase"),
    Binding("e", "to_event", "Event", id="replay.event"),
    Binding("m", "mark", "Mark", id="replay.mark"),
    Binding("o", "note", "Note", id="replay.note"),
    Binding("a", "marks", "All marks", show=False, id="replay.marks"),
    Binding("A", "analyse", "Look back: luck, units, turning points", show=False, id="replay.look-back"),
    Binding("y", "why", "Why", show=False, id="replay.why"),
    Binding("v", "view_as", "View", id="replay.view"),
    Binding("f", "play_on", "Play on", id="replay.play-on"),
    Binding("d", "drawer", "Cards", show=False, id="replay.cards"),
    Binding("B", "sheets", "Sheets: formations, the turn ...", show=False, id="replay.sheets"),
    Binding("C", "card", "The whole card of the unit", show=False, id="replay.card"),
]
#: What a lesson has besides, or in place of the game's.
LESSON: Final[tuple[Binding, ...]] = (
    Binding("H", "attend('hint')", "a hint; again: the step is done for you", id="lesson.hint"),
    Binding("N", "attend('next')", "to the next lesson, once this one is finished", id="lesson.next"),
    Binding("L", "attend('log')", "to the log and back", id="game.log"),
    Binding("U", "undo", "begin this step again; in free play: undo the last order", id="game.undo"),
    Binding("q", "leave", "leave the lesson", id="game.leave"),
)
#: The same of a game by file,
BY_FILE: Final[tuple[Binding, ...]] = (
    Binding("x", "attend('send')", "write the file for the other player elsewhere", id="by-file.send"),
    Binding("i", "attend('take')", "take a file that came from the other player", id="by-file.take"),
    Binding("t", "attend('talk')", "resign, ask for a take-back or a table, answer", id="by-file.talk"),
    Binding("U", "undo", "undo the last order, until the other side must go on", id="game.undo"),
    Binding("q", "leave", "leave the game; it is saved", id="game.leave"),
)
#: of one in trust,
BY_FILE_IN_TRUST: Final[tuple[Binding, ...]] = (
    *BY_FILE,
    Binding("O", "attend('standing')", "what your machine decides for you", id="by-file.standing"),
)
#: and of a game at a table of several.
TABLE: Final[tuple[Binding, ...]] = (
    Binding("c", "attend('chat')", "talk: to all, or to your side alone", id="table.chat"),
    Binding("i", "attend('information')", "players, clocks, dice, rules of this game", id="table.information"),
    Binding("t", "attend('table')", "the table: take back, adjourn, resign, share formations ...", id="table.table"),
    Binding("a", "attend('answer')", "answer what is asked above the map", id="table.answer"),
    Binding("U", "undo", "undo the last order, or ask to take it back", id="game.undo"),
    Binding("q", "leave", "leave for the lobby; nothing is lost", id="game.leave"),
)
