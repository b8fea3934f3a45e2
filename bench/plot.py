#!/usr/bin/env python3
"""Draws the tables of the examples in bench/RESULTS.md, which `bench-examples` printed, as bars: time over the raw kernel's.

  plot.py [RESULTS.md] [examples.svg]

Colours are told apart without hue as well: each body has its place in a group, in the order of the legend. Bars beyond the
scale end in their figure.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
BODIES = {"twin": "#9aa5b1", "placed": "#1a7f37", "assumed": "#8250df", "self_contained": "#4c8bf5", "reference": "#d29922", "trap": "#cf222e",
          "assert": "#82071e"}
LONGEST = 2.5  # times the raw kernel's time


def tables(text):
    """[(example, {body: time over raw})], in the order of the page."""
    found = []
    for title, rows in re.findall(r"^(\w+[^\n|]*)\n\n\| body \| us \(median\).*?\n\|[-|]+\n((?:\|.*\n?)+)", text, re.M):
        cells = [[c.strip() for c in row.strip().strip("|").split("|")] for row in rows.strip().splitlines()]
        name = title.split(",")[0].split(" ")[0] + (" full" if ", full," in title else " causal" if ", causal," in title else "")
        if name == "batch_matmul":
            name += " " + title.split(" x ")[1]
        found.append((name, {row[0]: float(row[4]) for row in cells}))
    return found


def draw(examples):
    left, top, bar, gap, scale = 150, 60, 9, 14, 300
    group = len(BODIES) * bar + gap
    height = top + len(examples) * group + 20
    width = left + int(LONGEST * scale) + 60
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="{left}" y="16" font-size="13">Time over the hand-written raw kernel, one H200, clang 22</text>']
    x = left
    for body, colour in BODIES.items():
        out.append(f'<rect x="{x}" y="26" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="35">{body}</text>')
        x += 34 + 7 * len(body)
    for tick in (0, 0.5, 1, 1.5, 2, 2.5):
        at = left + tick * scale
        stroke = "#57606a" if tick == 1 else "#d0d7de"
        out.append(f'<line x1="{at}" y1="{top - 8}" x2="{at}" y2="{height - 18}" stroke="{stroke}"/>'
                   f'<text x="{at}" y="{height - 5}" text-anchor="middle">{tick:g}</text>')
    for row, (name, ratios) in enumerate(examples):
        y = top + row * group
        out.append(f'<text x="{left - 8}" y="{y + group / 2 - 3}" text-anchor="end">{name}</text>')
        for place, (body, colour) in enumerate(BODIES.items()):
            if body not in ratios:
                continue
            ratio = ratios[body]
            length = min(ratio, LONGEST) * scale
            at = y + place * bar
            out.append(f'<rect x="{left}" y="{at}" width="{length:.1f}" height="{bar - 1}" fill="{colour}"/>')
            if ratio > LONGEST:
                out.append(f'<text x="{left + length + 4}" y="{at + 8}" font-size="9">{ratio:.2f}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "RESULTS.md"
    target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "examples.svg"
    examples = tables(source.read_text())
    if not examples:
        sys.exit(f"plot: no table of bench-examples in {source}")
    partial = target.with_suffix(".tmp")
    partial.write_text(draw(examples))
    partial.replace(target)


if __name__ == "__main__":
    main()
