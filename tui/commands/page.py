"""A game as a page: a replay to be stepped through in a browser, with curves and the log; one file, no network."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Any, Final

import orjson
from attrs import evolve, field, frozen

from core.analysis.analysis import Analysis, analyse
from core.analysis.study import study
from core.event import TakenBack
from core.play import aside
from core.play.game import Game
from core.presentation import Counter, Report
from saves.text import shown as spelled
from tui.analyse import words
from tui.commands.moment import explained, reported, scene_of, seen
from tui.map.painter import Painter
from tui.map.palettes import DARK
from tui.map.projection import Zoom
from tui.replay.reel import Eye

#: A counter as the page has it: its id, column and row of the map's cells, its letters, its side, what it is called.
Piece = tuple[str, int, int, str, int, str]


@frozen
class Frame:
    """What is told at event n, and what lies on the map then."""

    n: int
    report: Report
    pieces: tuple[Piece, ...] = field(repr=False)


def as_html(name: str, game: Game[Any], eye: Eye) -> Iterator[str]:
    """The page, piece by piece. Who may not see all events is given numbers of his own."""
    system = game.system
    painter = _painter(game, eye)
    analysis = analyse(study(system, game.journal, eye.side, everything=eye.all))
    frames = _film(game, eye, painter)
    title = _escaped(f"{system.title} ({name})")
    width, height = painter.projection.size
    colours = [DARK.side(look.tone) for look in system.sides]
    yield f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n<style>{_STYLE}'
    for i, (ink, ground) in enumerate(colours):
        yield f".s{i}{{color:{ink};background:{ground}}}"
    yield f"</style>\n<h1>{title}</h1>\n<p>{_escaped(words.ending(analysis))}</p>\n{_controls(len(frames))}"
    yield f'<div id="table"><pre class="map">{_ground(painter)}</pre><div id="pieces"></div></div>\n'
    yield f"{_curves(analysis, [ground for _, ground in colours])}\n<h2>Turning points</h2>\n<ol>\n"
    for swing in analysis.swings:
        at = max((k for k, frame in enumerate(frames) if frame.n <= swing.n), default=0)
        yield f'<li><button data-frame="{at}">{_escaped(words.swing_line(analysis, swing))}</button></li>\n'
    yield '</ol>\n<h2>Luck</h2>\n<pre class="plain">'
    yield _escaped("\n".join(words.aligned(words.luck_by_side(analysis))))
    yield '</pre>\n<h2>Units</h2>\n<pre class="plain">'
    yield _escaped("\n".join(words.aligned(words.units(analysis))))
    yield '</pre>\n<pre class="plain">' + _escaped("\n".join(words.caveats(analysis))) + "</pre>\n<section>\n"
    for k, frame in enumerate(frames):
        yield _line(k, frame.n if eye.all else k + 1, frame.report)
    data = orjson.dumps({"size": [width, height], "frames": _changes(frames)}).decode().replace("<", "\\u003c")
    yield f"</section>\n<script>const game={data};\n{_SCRIPT}</script>\n</html>\n"


def _escaped(text: str) -> str:
    """A text as a page may hold it."""
    return html.escape(spelled(text, lines=True))


def _painter(game: Game[Any], eye: Eye) -> Painter:
    """Draws the ground without what lies on it."""
    scene = evolve(scene_of(game.system, seen(game.system, game.state, eye)), counters=())
    return Painter(scene, Zoom.MIDDLE, DARK)


def _film(game: Game[Any], eye: Eye, painter: Painter) -> list[Frame]:
    """Every line of the log with the map as it was then; what was taken back is left out."""
    system, state = game.system, game.system.initial()
    sides = {look.id: i for i, look in enumerate(system.sides)}
    frames: list[Frame] = []
    for n, event in enumerate(game.journal, 1):
        if isinstance(event, TakenBack):
            frames = [frame for frame in frames if frame.n <= event.to]
            state = system.copy(game.at(n))
            continue
        aside.evolve(system, state, event)
        shown = event if eye.all else aside.redact(system, state, event, eye.side)
        if shown is None:
            continue
        view = seen(system, state, eye)
        report = reported(system, view, shown)
        if report is not None:
            pieces = tuple(_piece(counter, painter, sides) for counter in system.face.counters(view))
            frames.append(Frame(n, report, pieces))
    return frames


def _piece(counter: Counter, painter: Painter, sides: dict[str, int]) -> Piece:
    x, y = painter.projection.centre(counter.hex)
    side = sides.get(counter.side or "", -1)
    marks = ", ".join(mark.meaning for mark in counter.marks)
    return counter.id, x, y, counter.short, side, f"{counter.called}{f': {marks}' if marks else ''}"


def _changes(frames: Sequence[Frame]) -> list[list[list[Any]]]:
    """Of each frame the pieces that are other than in the one before; of those that are gone the id alone."""
    found: list[list[list[Any]]] = []
    before: dict[str, Piece] = {}
    for frame in frames:
        now = {piece[0]: piece for piece in frame.pieces}
        changes = [list(piece) for id_, piece in now.items() if before.get(id_) != piece]
        changes += [[id_] for id_ in before if id_ not in now]
        found.append(changes)
        before = now
    return found


def _ground(painter: Painter) -> str:
    """The whole map at the middle zoom, its cells in their colours."""
    width, height = painter.projection.size
    lines = []
    for y in range(height):
        runs = (
            f'<span style="{html.escape(run.ink.style.get_html_style())}">{_escaped(run.text)}</span>'
            for run in painter.line(y, 0, width)
        )
        lines.append("".join(runs))
    return "\n".join(lines)


def _controls(frames: int) -> str:
    buttons = (("first", "|<"), ("back", "<"), ("play", "play"), ("on", ">"), ("last", ">|"))
    made = "".join(f'<button id="{id_}">{_escaped(text)}</button>' for id_, text in buttons)
    return (
        f'<p id="bar">{made}<input id="at" type="range" min="0" max="{max(0, frames - 1)}" value="0">'
        '<output id="told"></output></p>\n'
    )


def _line(k: int, number: int, report: Report) -> str:
    """A line of the log, which opens into its dice."""
    text = _escaped(report.text)
    rule = f" <small>{_escaped(report.rule)}</small>" if report.rule else ""
    if report.level == 0:
        return f'<h2 data-frame="{k}">{text}</h2>\n'
    opened = "".join(f"<li>{_escaped(line)}</li>" for line in explained(report))
    if opened:
        head = f'<summary data-frame="{k}">{text}{rule}</summary>'
        return f'<details id="e{number}">{head}<ul>{opened}</ul></details>\n'
    return f'<p id="e{number}" data-frame="{k}">{text}{rule}</p>\n'


_WIDE: Final = 640
_HIGH: Final = 180
_EDGE: Final = 40


def _curves(analysis: Analysis, colours: Sequence[str]) -> str:
    """Points and points of losses of each side by turn."""
    drawn = []
    for title, key in (("Points", "points"), ("Points of losses", "cost")):
        values = [getattr(moment, key) for moment in analysis.turns]
        most = max((max(row) for row in values), default=0) or 1
        last = max(1, len(values) - 1)
        lines = []
        for i, (look, colour) in enumerate(zip(analysis.study.sides, colours, strict=True)):
            points = " ".join(
                f"{_EDGE + turn * (_WIDE - 2 * _EDGE) / last:.0f},{_HIGH - 20 - row[i] * (_HIGH - 50) / most:.0f}"
                for turn, row in enumerate(values)
            )
            dash = ' stroke-dasharray="6 3"' if i else ""
            lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
            name = _escaped(look.name)
            lines.append(f'<text x="{_EDGE + 150 + 120 * i}" y="16" fill="{colour}">{name}{" - -" if i else ""}</text>')
        drawn.append(
            f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img"><title>{title} by turn</title>'
            f'<text x="{_EDGE}" y="16">{title}</text><text x="0" y="34">{most:.0f}</text>'
            f'<text x="{_EDGE}" y="{_HIGH - 4}">turn 0</text>'
            f'<text x="{_WIDE - 2 * _EDGE}" y="{_HIGH - 4}">turn {len(values) - 1}</text>{"".join(lines)}</svg>'
        )
    return "".join(drawn)


_STYLE: Final = (
    "body{background:#1a1b1e;color:#d8d4c8;font:15px/1.5 system-ui,sans-serif;"
    "margin:2em auto;max-width:80em;padding:0 1em}"
    "#table{position:relative;overflow:auto;max-height:80vh}"
    "pre.map{font:13px/1.0 ui-monospace,monospace;margin:0;width:max-content}pre.map span{display:inline-block}"
    "#pieces div{position:absolute;transform:translate(-50%,-50%);font:bold 11px/14px ui-monospace,monospace;"
    "padding:0 2px;border:1px solid #000}#pieces .new{outline:2px solid #ffd21f}"
    "#bar{position:sticky;top:0;z-index:1;background:#1a1b1e;display:flex;gap:.4em;align-items:center;margin:.3em 0}"
    "#bar input{flex:1}#bar output{flex:2}"
    "button{background:#2a2b26;color:inherit;border:1px solid #555;text-align:left}"
    "svg{width:100%;max-width:40em;background:#d8d4c8;margin:.3em;font-size:12px}svg text{fill:#1a1b1e}"
    "pre.plain{overflow:auto;font:13px/1.3 ui-monospace,monospace}[data-frame]{cursor:pointer}.now{background:#403e36}"
    "h1,h2{font-weight:600}h2{font-size:1.05em;margin:1.5em 0 .3em;border-bottom:1px solid #444}"
    "p,details{margin:.15em 0}small{color:#9a937f}ul{margin:.2em 0 .5em;color:#b5ae9b}"
)
_SCRIPT: Final = """
const by=id=>document.getElementById(id),map=document.querySelector('pre.map'),last=game.frames.length-1;
const lines=new Map([...document.querySelectorAll('section [data-frame]')].map(e=>[+e.dataset.frame,e]));
let now=-1,timer=0,marked=null;
function standing(at){const on=new Map();for(let k=0;k<=at;k++)for(const c of game.frames[k])
 c.length>1?on.set(c[0],c):on.delete(c[0]);return on}
function show(at){now=Math.max(0,Math.min(last,at));if(last<0)return;
 const w=map.offsetWidth/game.size[0],h=map.offsetHeight/game.size[1],stacks={},box=by('pieces');box.textContent='';
 const fresh=new Set(game.frames[now].map(c=>c[0]));
 for(const [id,x,y,short,side,name] of standing(now).values()){const d=document.createElement('div'),key=x+','+y;
  const up=stacks[key]=(stacks[key]||0)+1;d.textContent=short;d.title=name;
  d.className='s'+side+(fresh.has(id)?' new':'');
  d.style.left=(x+.5)*w+3*(up-1)+'px';d.style.top=(y+.5)*h-3*(up-1)+'px';d.dataset.id=id;box.append(d)}
 by('at').value=now;const line=lines.get(now);by('told').textContent=line?line.textContent:'';
 if(marked)marked.classList.remove('now');marked=line;if(line)line.classList.add('now');
 document.body.dataset.frame=now}
function stop(){clearInterval(timer);timer=0;by('play').textContent='play'}
function play(){if(timer)return stop();if(now>=last)show(0);by('play').textContent='stop';
 timer=setInterval(()=>now<last?show(now+1):stop(),400)}
by('first').onclick=()=>show(0);by('last').onclick=()=>show(last);by('back').onclick=()=>show(now-1);
by('on').onclick=()=>show(now+1);by('play').onclick=play;by('at').oninput=e=>show(+e.target.value);
document.onclick=e=>{const to=e.target.closest('[data-frame]');if(to&&to!==document.body)show(+to.dataset.frame)};
document.onkeydown=e=>{if(e.target.tagName==='INPUT')return;if(e.key==='ArrowRight')show(now+1);
 else if(e.key==='ArrowLeft')show(now-1);else if(e.key===' '){e.preventDefault();play()}};
show(location.hash.startsWith('#f')?+location.hash.slice(2):0);
"""
