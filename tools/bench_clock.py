"""How right clock, period and score are, by layout of the score bug: rendered clips, real broadcasts, crops.

    python tools/bench_clock.py                              # clips that `make bench` rendered into out/suite
    python tools/bench_clock.py --only clock-mishaps vhs
    python tools/bench_clock.py --out out/clock.json         # and every clip's figures

Each clip is surveyed and read as `benchgate analyze` does it, but nobody is looked for: seconds a clip. The
course is then asked five times a second where truth says that the clock could be read.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2

from review.adapters.clock_rapidocr import BugClock, ClockPlace
from review.adapters.ocr_rapidocr import read_line
from review.cli.scoring import read_truth
from review.core.clock import ClockReading, parse_clock, parse_shown
from review.evaluate.clock import same_clock
from review.evaluate.real import REAL, truth_of
from review.measure.clock import clock_course
from review.measure.score import score_spans, with_settled_periods
from review.pipeline.watch import is_looked_at
from review.settings import Settings
from review.sim.clip_key import clip_key
from review.sim.scenario import merged_table
from review.wiring import open_reader, survey

ROOT = Path(__file__).resolve().parents[1]
ASKED_HZ = 5
NO_BUG = "none"


@dataclass
class Tally:
    """Moments at which the clock could be read, those answered, those right; clips without a clock found.

    The same of period and score; of crops nothing is known but the clock.
    """

    clips: int = 0
    unfound: int = 0
    shown: int = 0
    answered: int = 0
    right: int = 0
    periods: int = 0
    period_answered: int = 0
    period_right: int = 0
    scores: int = 0
    score_answered: int = 0
    score_right: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))

    def row(self, name: str) -> str:
        """One line of the table."""
        shares = (
            *(_share(self.answered, self.shown), _share(self.right, self.answered)),
            *(_share(self.period_answered, self.periods), _share(self.period_right, self.period_answered)),
            *(_share(self.score_answered, self.scores), _share(self.score_right, self.score_answered)),
        )
        return f"| {name} | {self.clips} | {self.unfound} | {self.shown} | {' | '.join(shares)} |"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.4f}" if whole else "—"


def main(words: Sequence[str]) -> int:
    """Read every clip, add up, print."""
    asked = parse(words)
    layouts: dict[str, Tally] = defaultdict(Tally)
    clips: dict[str, dict[str, Any]] = {}
    for name, layout, clip, truth in [*rendered(asked), *real(asked)]:
        try:
            tally = scored(clip, truth)
        except OSError as error:
            sys.stderr.write(f"{name}: {error}\n")
            continue
        layouts[layout] += tally
        clips[name] = {"layout": layout, **vars(tally)}
        sys.stderr.write(tally.row(f"{name} ({layout})") + "\n")
    for name, tally in cut_out(asked.data):
        layouts[name] += tally
    head = (
        "| layout | clips | no clock found | moments | answered | right of these "
        "| period answered | right | score answered | right |"
    )
    rows = [layouts[name].row(name) for name in sorted(layouts)]
    sys.stdout.write("\n".join([head, "| --- |" + " ---: |" * 9, *rows]) + "\n")
    if asked.out is not None:
        asked.out.write_text(json.dumps(clips, indent=1) + "\n", encoding="utf-8")
    return 0


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, default=ROOT / "out" / "suite", help="rendered clips")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="real clips")
    parser.add_argument("--only", nargs="+", default=[], help="scenarios or real clips")
    parser.add_argument("--out", type=Path, help="figures of every clip, as JSON")
    return parser.parse_args(words)


def rendered(asked: argparse.Namespace) -> Iterator[tuple[str, str, Path, Mapping[str, Any]]]:
    """Name, layout, clip and truth of every rendered clip in the cache that this code would render."""
    for scenario in sorted((ROOT / "sample_clips" / "scenarios").glob("*.toml")):
        home = asked.cache / f"{scenario.stem}-{clip_key(scenario)[:16]}"
        if (asked.only and scenario.stem not in asked.only) or not home.is_dir():
            continue
        layout = merged_table(scenario).get("graphics", {}).get("bug", "strip")
        for path in sorted(home.glob("*.truth.json")):
            truth = read_truth(path)
            if layout != NO_BUG:
                yield path.name.removesuffix(".truth.json"), layout, home / truth["clip"], truth


def real(asked: argparse.Namespace) -> Iterator[tuple[str, str, Path, Mapping[str, Any]]]:
    """The same of real clips whose clock a person read."""
    for clip in REAL:
        path = asked.data / clip.video
        if clip.clock is None or not path.is_file() or (asked.only and clip.name not in asked.only):
            continue
        with open_reader(path) as reader:
            scale = reader.tape.scale
            times_s = [scale.seconds(scale.at(int(p))) for p in reader.index.pts]
        yield clip.name, f"real: {clip.name}", path, truth_of(clip, asked.data, times_s)


def scored(clip: Path, truth: Mapping[str, Any]) -> Tally:
    """One clip, read from beginning to end."""
    readings = readings_of(clip)
    told = readings or []
    course = clock_course(with_settled_periods(told))
    spans = score_spans(told, course)
    tally = Tally(clips=1)
    last_s = -1.0
    for frame in truth.get("clocks") or truth["frames"]:
        if frame["clock"] is None or frame.get("clock_shown") is False or frame["s"] < last_s + 1 / ASKED_HZ:
            continue
        last_s = frame["s"]
        tally.shown += 1
        shown = course.at(last_s)
        if shown is not None:
            tally.answered += 1
            tally.right += same_clock(shown.text, frame["clock"])
        period = (parse_shown(frame["clock"]) or (None,))[0]
        if period is not None:
            tally.periods += 1
            read = None if shown is None else shown.period
            tally.period_answered += read is not None
            tally.period_right += read == period
        goals = _goals(frame)
        if goals is not None:
            tally.scores += 1
            found = next((s.goals for s in spans if s.start_s <= last_s <= s.end_s), None)
            tally.score_answered += found is not None
            tally.score_right += found == goals
    tally.unfound = int(readings is None and tally.shown > 0)
    return tally


def _goals(frame: Mapping[str, Any]) -> tuple[int, int] | None:
    """Both scores where the bug shows them, the home team's first as all our layouts do."""
    bug = frame.get("bug") or {}
    home, away = bug.get("home_score"), bug.get("away_score")
    return (int(home), int(away)) if home and away else None


def readings_of(clip: Path) -> list[ClockReading] | None:
    """Every reading of a clip's clock at the usual rate; None where no clock is found."""
    rate_hz = Fraction(Settings().clock_rate_hz).limit_denominator(1000)
    with open_reader(clip) as reader:
        clock = survey(reader).clock()
        if clock is None:
            return None
        scale = reader.tape.scale
        told = (
            clock.read(frame.rgb, scale.seconds(frame.time))
            for frame in reader.frames()
            if is_looked_at(reader.index, frame.ordinal, scale.time_base, rate_hz)
        )
        return [one for one in told if one is not None]


def cut_out(data: Path) -> Iterator[tuple[str, Tally]]:
    """Score bugs cut out of real pictures, each read alone, without what stood before and after."""
    for name in ("mtltor", "vannjd"):
        table = data / "scorebug" / f"{name}.csv"
        if not table.is_file():
            continue
        tally = Tally()
        for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines()):
            true = parse_clock(row["clock"]) if row["clock"] else None
            if true is None:
                continue
            read = _cut_out(name, cv2.imread(str(table.parent / row["file"]))[..., ::-1])
            tally += Tally(1, 0, 1, read is not None, read == true[0])
        yield f"pictures: {name}", tally


def _cut_out(name: str, rgb: Any) -> float | None:
    """The clock of a bug that fills the picture: right end of an HD strip, or of an SD bug's upper line."""
    height, width = rgb.shape[:2]
    if name == "mtltor":
        told = BugClock(ClockPlace((round(0.86 * width), 2, width - 4, 38))).read(rgb, 0.0)
        return None if told is None else told.shown_s
    words = read_line(rgb[: round(0.56 * height)])
    clock = parse_clock(words.text[-5:].strip())
    return None if clock is None or min(words.conf[-4:]) < 0.5 else clock[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
