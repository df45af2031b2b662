# SPDX-License-Identifier: BSD-2-Clause
"""A figure: curves over one x axis, as a table and as a picture, by gnuplot.

Of each DIR/NAME.tsv has three columns for each curve (mean, half of its 95 % interval, trials), and
DIR/NAME.svg the curves with their intervals. The same on every host.
"""
import os
import re
import subprocess

from sample import Sample

CUBE_ALGORITHMS = ("u-cube", "maxport", "combine", "w-sort")


class Failed(Exception):
    """noct did not answer, or a table is stale."""


class Picture:
    """Curves over one x axis, as a table and as a picture."""

    def __init__(self, name, title, x_title, y_title, **looks):
        self.name, self.title, self.x_title, self.y_title, self.looks = name, title, x_title, y_title, looks
        self.curves = []  # title, {x: y}, how gnuplot draws it
        self.unnamed = set()  # titles that the key does not have
        self.hidden = set()  # titles that stand in the table only

    def curve(self, title, values, draw, named=True):
        self.curves.append((title, values, draw))
        if not named:
            self.unnamed.add(title)

    def tell(self, title, values):
        """What stands in the table only."""
        self.curves.append((title, values, ""))
        self.hidden.add(title)

    def cells(self, x):
        for _, values, _ in self.curves:
            sampled = any(isinstance(v, Sample) for v in values.values())
            value = values.get(x)
            if value is None:
                yield from ["-"] * (3 if sampled else 1)
            elif sampled:
                yield from (f"{value.mean:.4f}", f"{value.half:.4f}", str(value.trials))
            else:
                yield f"{value:.4f}"

    def titles(self):
        for title, values, _ in self.curves:
            yield title
            if any(isinstance(v, Sample) for v in values.values()):
                yield from (f"{title} ±", f"{title} trials")

    def table(self):
        xs = sorted({x for _, values, _ in self.curves for x in values})
        rows = [[self.x_title, *self.titles()]] + [[str(x), *self.cells(x)] for x in xs]
        return "".join("\t".join(row) + "\n" for row in rows)

    def check(self, out):
        """What was made must stand in the table that is there."""
        name = os.path.join(out, self.name + ".tsv")
        with open(name) as file:
            there = [row.split("\t") for row in file.read().splitlines()]
        made = [row.split("\t") for row in self.table().splitlines()]
        by_x = {row[0]: row for row in there}
        for row in made:
            old = by_x.get(row[0], [])
            if len(old) != len(row) or any(new not in (was, "-") for was, new in zip(old, row)):
                raise Failed(f"{name} is stale, run make figures-of-trials: its row '{' '.join(old)}' is now '{' '.join(row)}'")
        print(f"ok {self.name}", flush=True)

    def plots(self, table):
        """Each curve, then its intervals, which have no points of their own."""
        column = 2
        for title, values, draw in self.curves:
            sampled = any(isinstance(v, Sample) for v in values.values())
            if title not in self.hidden:
                name = "" if title in self.unnamed else title
                yield f"'{table}' using 1:{column} skip 1 with {draw} title '{name}'"
                if sampled:
                    colour = re.search(r"lc rgb '[^']*'", draw).group()
                    yield (f"'{table}' using 1:(${column}-${column + 1}):(0):(2*${column + 1}) skip 1 "
                           f"with vectors nohead lw 1 {colour} notitle")
            column += 3 if sampled else 1

    def draw(self, out):
        table = os.path.join(out, self.name + ".tsv")
        with open(table, "w") as file:
            file.write(self.table())
        title = self.title.replace("'", "''")  # as gnuplot quotes it
        commands = [
            "set terminal svg size 640,420 font 'sans,12' background rgb 'white' noenhanced",
            "set encoding utf8", f"set output '{os.path.join(out, self.name)}.svg'",
            "set datafile separator '\\t'", "set datafile missing '-'", "set grid lc rgb '#dddddd'",
            f"set title '{title}'", f"set xlabel '{self.x_title}'", f"set ylabel '{self.y_title}'",
            f"set key {self.looks.get('key', 'bottom right')}", "set yrange [0:*]", "set offsets 0,0,graph 0.05,0"]
        if self.looks.get("log"):
            commands += ["set logscale y 2", "set yrange [1:*]"]
        commands += self.looks.get("more", [])
        subprocess.run(["gnuplot"], input="\n".join(commands + ["plot " + ", ".join(self.plots(table))]) + "\n",
                       text=True, check=True)


COLOURS = ("#1f5fa8", "#c23b22", "#2f8f3a", "#8a4fb0", "#c98a00", "#333333")


def line(i):
    return f"lines lw 2 lc rgb '{COLOURS[i]}'"


def dashed(i):
    return f"lines lw 1.5 dt 2 lc rgb '{COLOURS[i]}'"


def points(i):
    return f"points pt {(4, 6, 8, 10, 12, 1)[i]} ps 0.7 lw 1.5 lc rgb '{COLOURS[i]}'"
