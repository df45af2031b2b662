#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Draws the README's picture: one multicast as plan, sim and run answer it.

usage: depths.py --noct NOCT --out DIR [--check]

Asks noct three times with the same words and writes DIR/depths.svg, a panel for each answer:
who sends to whom in which step and over which links; the cycle in which each destination has
returned, simulated with what `noct demo` measures of the firmware, its start-ups and its call;
the same, measured. With --check the picture is made again and compared.
"""
import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests"))
import compiler  # noqa: E402

WIDTH = 8  # of the torus
EXPERIMENT = (f"--topology torus:{WIDTH}x{WIDTH} --algorithm u-torus --source 27 "
              "--dests random:12").split()

CELL, LEFT, TOP, PANEL = 30, 28, 74, 274  # pixels
COLOURS = ["#08519c", "#3182bd", "#74b3d8", "#c6dbef"]  # of steps, the first one darkest
LINE, SOURCE = "#9aa0a6", "#b03020"


def ask(noct, command, *more):
    out = subprocess.run([noct, command, *more, "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(out.stdout)


def place(node):
    return LEFT + CELL * (node % WIDTH), TOP + CELL * (node // WIDTH)


def text(x, y, words, size=13, anchor="start", fill="#202124", weight="normal"):
    return (f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" '
            f'font-weight="{weight}">{words}</text>')


def links():
    """The torus itself, links around the end as stubs."""
    stub = CELL * 0.4
    first, last = 0, CELL * (WIDTH - 1)
    for i in range(WIDTH):
        at = CELL * i
        yield (f'<path d="M{LEFT + first - stub:g} {TOP + at}H{LEFT + last + stub:g}'
               f'M{LEFT + at} {TOP + first - stub:g}V{TOP + last + stub:g}" '
               f'stroke="#e3e5e8" fill="none"/>')


def hop(node, following, step, last):
    """One link of a message's route; a link around the end is drawn as two stubs."""
    (x, y), (to_x, to_y) = place(node), place(following)
    colour = COLOURS[step - 1]
    style = f'stroke="{colour}" stroke-width="3"'
    arrow = f' marker-end="url(#head{step})"' if last else ""
    dx, dy = to_x - x, to_y - y
    if abs(dx) + abs(dy) == CELL:
        end_x, end_y = (to_x - dx * 0.42, to_y - dy * 0.42) if last else (to_x, to_y)
        return f'<path d="M{x} {y}L{end_x:g} {end_y:g}" {style}{arrow}/>'
    out_x, out_y = -(dx > 0) + (dx < 0), -(dy > 0) + (dy < 0)  # the way it leaves the picture
    stub = CELL * 0.4
    start = f'M{to_x - out_x * stub:g} {to_y - out_y * stub:g}'
    end = 0.39 * CELL if last else 0
    return (f'<path d="M{x} {y}L{x + out_x * stub:g} {y + out_y * stub:g}" {style}/>'
            f'<path d="{start}L{to_x - out_x * end:g} {to_y - out_y * end:g}" {style}{arrow}/>')


def node_dots(reached, source):
    for node in range(WIDTH * WIDTH):
        x, y = place(node)
        if node not in reached and node != source:
            yield f'<circle cx="{x}" cy="{y}" r="2.5" fill="{LINE}"/>'
    x, y = place(source)
    yield f'<circle cx="{x}" cy="{y}" r="9" fill="{SOURCE}"/>'
    yield text(x, y + 4, "@", 11, "middle", "white")


def ink(step):
    return "white" if step < 3 else "#202124"


def plan_panel(noct, plan):
    """Later steps first, so that earlier ones lie on top."""
    steps = {to: m["step"] for m in plan["messages"] for to in m["to"]}
    for message in sorted(plan["messages"], key=lambda m: -m["step"]):
        route = ask(noct, "route", "--topology", plan["topology"], "--routing", plan["routing"],
                    "--from", str(message["from"]), "--to", str(message["to"][0]))["channels"]
        for i, channel in enumerate(route):
            yield hop(channel["node"], channel["next"], message["step"], i == len(route) - 1)
    yield from node_dots(steps, plan["source"])
    for node, step in steps.items():
        x, y = place(node)
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="{COLOURS[step - 1]}"/>'
        yield text(x, y + 4, step, 11, "middle", ink(step))


def simulated(noct):
    """The simulation's answer, with the firmware's call in each latency.

    A node that forwards the message copies it, which is most of a call, while its worms leave: it returns a call after
    it has started the last of them, and not before that has left.
    """
    cost = ask(noct, "demo")
    call = cost["call_cycles"]
    answer = ask(noct, "sim", *EXPERIMENT, "--tau_s", str(cost["tau_s"]), "--tau_r", str(cost["tau_r"]), "--worms")
    latency = {n: c + call for n, c in answer["latency"].items()}
    for worm in answer["worms"]:
        if str(worm["from"]) in latency:  # the last one is its last
            latency[str(worm["from"])] = max(worm["startup"][1] + call, worm["inject"][1] + 1)
    answer["latency"] = latency
    answer["latency_max"] = max(latency.values())
    return answer


def cycles_panel(answer, plan):
    steps = {to: m["step"] for m in plan["messages"] for to in m["to"]}
    yield from node_dots(steps, plan["source"])
    for node, cycles in answer["latency"].items():
        x, y = place(int(node))
        step = steps[int(node)]
        yield (f'<rect x="{x - 13}" y="{y - 9}" width="26" height="18" rx="4" '
               f'fill="{COLOURS[step - 1]}"/>')
        yield text(x, y + 4, cycles, 11, "middle", ink(step))


def panel(number, head, says, body, foot):
    yield f'<g transform="translate({number * PANEL} 0)">'
    yield text(LEFT - 12, 24, head, 16, weight="bold")
    yield text(LEFT - 12, 44, says, 12, fill="#5f6368")
    yield from links()
    yield from body
    yield text(LEFT - 12, TOP + CELL * WIDTH + 8, foot, 12)
    yield "</g>"


def picture(noct):
    plan = ask(noct, "plan", *EXPERIMENT)
    sim = simulated(noct)
    run = ask(noct, "run", *EXPERIMENT)
    width, height = 3 * PANEL + 2, TOP + CELL * WIDTH + 24
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, sans-serif">')
    yield ("<title>One multicast on an 8x8 torus, planned, simulated, "
           "and run as firmware on 64 cores</title>")
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    for i, colour in enumerate(COLOURS, 1):
        yield (f'<marker id="head{i}" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="2.6" '
               f'markerHeight="2.6" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/>'
               f'</marker>')
    yield from panel(0, "noct plan", "the step in which each node is reached",
                     plan_panel(noct, plan),
                     f'{plan["steps"]} steps, {len(plan["messages"])} messages, '
                     f'{plan["link_visits"]} link visits')
    for number, name, says, answer in (
            (1, "noct sim", "cycles: each flit, software as three numbers", sim),
            (2, "noct run", "cycles: real firmware on 64 RISC-V cores", run)):
        yield from panel(number, name, says, cycles_panel(answer, plan),
                         f'{answer["latency_max"]} cycles, {answer["link_visits"]} link visits')
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--noct", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    path = os.path.join(options.out, "depths.svg")
    drawn = "\n".join(picture(options.noct)) + "\n"
    if options.check:
        with open(path) as file:
            if compiler.is_stale("depths", file.read(), drawn, os.path.dirname(options.noct)):
                sys.exit(f"{path} is stale, run make figures")
        print("ok depths")
        return
    with open(path, "w") as file:
        file.write(drawn)


main()
