"""Write the table of the last benchmark into README.md, between its two markers.

    python tools/bench_table.py                      # bench/results.json into README.md
    python tools/bench_table.py --check              # exit 1 if README.md says something else

The table is made from the results file alone: every metric with its target, every group, the worst clips of
the metrics that matter most, and what could not be scored.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
#: Metric, its words, its target, and whether more is better.
ROWS: tuple[tuple[str, str, float | None, bool], ...] = (
    ("crossing_f1_05s", "crossings in view, F1 at ±0.5 s", 0.97, True),
    ("crossing_wrong_direction", "crossings taken the wrong way", 0, False),
    ("crossing_time_median_s", "crossing time, median error, s", 0.04, False),
    ("interval_coverage", "crossing interval holds the truth", 0.99, True),
    ("count_inside", "true count inside the band", 0.995, True),
    ("count_best", "best count right where the band is narrow", 0.90, True),
    ("count_decided", "main-camera time with a narrow band", 0.60, True),
    ("early_precision", "early changes, precision", 0.98, True),
    ("early_recall", "early changes, recall", 0.90, True),
    ("too_many_precision", "too many men, precision", 0.98, True),
    ("too_many_recall", "too many men, recall", 0.90, True),
    ("false_flags_per_hour", "false flags an hour", 0.1, False),
    ("first_second_wrong", "wrong man named first or second", 0, False),
    ("first_second_answered", "first and second man named where it can be told", 0.85, True),
    ("hota", "tracking, HOTA", 0.80, True),
    ("idf1", "tracking, IDF1", None, True),
    ("mota", "tracking, MOTA", None, True),
    ("ap50", "detection, AP50", 0.97, True),
    ("registration_median_m", "registration, median error, m", 0.15, False),
    ("registration_p95_gate_m", "registration at the gates, 95th percentile, m", 0.5, False),
    ("registration_inside", "registration, share inside its own error", 0.95, True),
    ("registered_share", "main-camera frames registered", 0.97, True),
    ("false_registrations", "false registrations", 0, False),
    ("shot_f1_cuts", "cuts, F1", 0.98, True),
    ("shot_f1_gradual", "dissolves and wipes, F1", 0.90, True),
    ("replay_recall", "replays found", 0.98, True),
    ("clock_accuracy", "clock read right", 0.995, True),
    ("clock_answered", "clock read where shown", 0.90, True),
    ("number_accuracy", "numbers right", 0.97, True),
    ("number_answered", "numbers read", 0.60, True),
    ("team_accuracy", "teams right", 0.99, True),
    ("speed_x", "speed with two analyses at once, × real time", None, True),
)
WORST_OF = ("crossing_f1_05s", "count_inside", "hota", "ap50")
WORST_CLIPS = 3


def table(scores: Mapping[str, Any]) -> str:
    """The Markdown between the markers."""
    return "\n".join([*_totals(scores), "", *_groups(scores), "", *_worst(scores), *_failed(scores)])


def _figure(value: float | None) -> str:
    return "—" if value is None else f"{value:.3g}"


def _totals(scores: Mapping[str, Any]) -> Iterator[str]:
    yield f"Over {len(scores['clips'])} clips; — means that there was no case, or nothing to measure with."
    yield ""
    yield "| metric | value | 95 % | target | met |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for name, words, target, more in ROWS:
        value = scores["total"].get(name)
        band = scores["intervals"].get(name)
        span = "" if not band else f"{_figure(band[0])} to {_figure(band[1])}"
        met = ""
        if value is not None and target is not None:
            met = "yes" if (value >= target if more else value <= target) else "**no**"
        sign = "" if target is None else f"{'≥' if more else '≤'} {target:g}"
        yield f"| {words} | {_figure(value)} | {span} | {sign} | {met} |"


def _groups(scores: Mapping[str, Any]) -> Iterator[str]:
    names = (
        "crossing_f1_05s",
        "count_inside",
        "count_decided",
        "early_recall",
        "false_flags_per_hour",
        "hota",
        "ap50",
    )
    yield "| group | clips | " + " | ".join(n.replace("_", " ") for n in names) + " |"
    yield "| --- |" + " ---: |" * (len(names) + 1)
    for group, values in scores["groups"].items():
        clips = sum(g == group for g in scores["group_of"].values())
        yield f"| {group} | {clips} | " + " | ".join(_figure(values.get(n)) for n in names) + " |"


def _worst(scores: Mapping[str, Any]) -> Iterator[str]:
    yield "Worst clips:"
    yield ""
    for name in WORST_OF:
        told = [(v[name], clip) for clip, v in scores["clips"].items() if v.get(name) is not None]
        if told:
            rows = ", ".join(f"{clip} {_figure(value)}" for value, clip in sorted(told)[:WORST_CLIPS])
            yield f"- {name.replace('_', ' ')}: {rows}"
    for row in scores["worst"][:5]:
        yield f"- {row['clip']}, {row['s']:.2f} s: {row['words']}"


def _failed(scores: Mapping[str, Any]) -> Iterator[str]:
    if scores["failed"]:
        yield ""
        yield "Not scored:"
        yield ""
        yield from (f"- {name}: {reason}" for name, reason in scores["failed"].items())


def put(page: str, text: str) -> str:
    """The page with `text` between its markers; ValueError where it has none."""
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"the page needs {BEGIN} and then {END}, once each")
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}"


def main(words: list[str]) -> int:
    """Write, or check."""
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--results", type=Path, default=ROOT / "bench" / "results.json")
    known.add_argument("--readme", type=Path, default=ROOT / "README.md")
    known.add_argument("--check", action="store_true")
    known.add_argument("--print", action="store_true", help="print it instead")
    asked = known.parse_args(words)
    text = table(json.loads(asked.results.read_text(encoding="utf-8")))
    if asked.print:
        sys.stdout.write(text + "\n")
        return 0
    page = asked.readme.read_text(encoding="utf-8")
    now = put(page, text)
    if asked.check:
        return int(now != page)
    asked.readme.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
