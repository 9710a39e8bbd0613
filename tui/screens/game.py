"""The game screen: draws what the player at the keyboard may know, and sends orders. It holds no rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from attrs import evolve
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.worker import Worker, WorkerState, get_current_worker

from core.choice import Choice
from core.event import SideId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.presentation import Counter, OddsReport, Overlay
from tui.layers import Layers
from tui.map.hex_map import HexMap
from tui.map.mini_map import MiniMap
from tui.map.scene import Scene
from tui.ordering import Ordering, Way
from tui.program import program
from tui.screens import desk
from tui.screens.commands import GameCommands
from tui.screens.handover import HandOverScreen
from tui.screens.help import HelpScreen
from tui.table import Computer, GameTable, Human, Over
from tui.widgets.cards import CardPane, StackList
from tui.widgets.header import GameHeader
from tui.widgets.legend import OverlayLegend
from tui.widgets.log import GameLog
from tui.widgets.odds import OddsPanel
from tui.widgets.orders import OrderMenu
from tui.widgets.popups import AskLine, PickList, Sheet
from tui.widgets.prompt import PhasePrompt
from tui.widgets.side import SidePanel
from tui.widgets.strip import OrderStrip
from tui.widgets.too_small import TooSmall

#: Seconds between two orders of a computer player, so that each can be seen.
BEAT = 0.25


class GameScreen(Screen[None]):
    """Frame of a game: headline, map, cards, odds, orders, prompt, log."""
