"""Score the product over the rendered suite and the real clips beside the checkout; one results file.

    python tools/bench_suite.py --quick          # the subset of sample_clips/suite.toml
    python tools/bench_suite.py                  # the whole suite
    python tools/bench_suite.py --only legal-one --out out/one.json

A scenario is rendered into the cache when no clip is there under its key (scenario, simulator, renderer), and
analysed when its case was not made by this very code. What is done is not done again, so a run that was
stopped goes on. A scenario that fails is recorded with its reason, and the others go on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
from rich.console import Console

from review.adapters.read_picture import read_picture
from review.cli.evaluate_cli import page_of, score_table, write_text
from review.cli.scoring import read_truth, report_of_case, score_case, versions
from review.core.arrays import Array
from review.core.detections import Detections
from review.core.errors import ReviewError
from review.evaluate.boxes import score_pictures
from review.evaluate.real import PICTURES, REAL, RealClip, RealPictures, labelled_pictures, truth_of, widened
from review.evaluate.suite import ClipScores, document
from review.settings import load_settings
from review.sim.clip_key import clip_key
from review.sim.scenario import merged_table
from review.wiring import make_detector, open_reader
from review.wiring.scoring import scorers

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "sample_clips"
REAL_DATA = ROOT.parent / "shared" / "data"
QUICK_REAL = ("buf-edm",)
LEAST_CONF = 0.01
LONGEST_S = 4 * 3600
LONG_S, LONG_AS = 300.0, ("--samples", "1")  # long tapes are drawn without motion blur: half the time
#: What a case depends on besides its clip.
JUDGED_BY = ("review/core", "review/measure", "review/pipeline", "review/rules", "review/imports", "models")
SEEN_BY = ("review/settings.py", "review/wiring/__init__.py", "review/wiring/arena.py")
EYES = (
    "choose_detector", "clock_", "detect_", "graphics_cv2", "letterbox", "looks_", "motion_", "ocr_",
    "read_pyav", "rink_lines", "shots_", "sieve", "track", "weights",
)  # fmt: skip


class Failed(Exception):
    """A step that did not come off, in words."""


@dataclass(frozen=True)
class Taped:
    """A clip with its truth, and what it was made from."""

    name: str
    clip: Path
    truth: Path
    key: str


@dataclass(frozen=True)
class Done:
    """A case of a clip, and how fast it was made the first time."""

    taped: Taped
    case: Path
    speed_x: float | None


def main(words: list[str]) -> int:
    """Render, analyse, score, write, say."""
    asked = parse(words)
    began = time.monotonic()
    gathered = Gathered()
    with ThreadPoolExecutor(asked.jobs) as pool:
        jobs = {p.stem: pool.submit(finished, p, asked.cache) for p in scenarios(asked)}
        real = {c.name: pool.submit(real_case, c, asked.cache, asked.data) for c in real_clips(asked)}
        for name, job in jobs.items():
            gathered.attempt(name, partial(waited, job, rendered_scores))
        for name, case in real.items():
            gathered.attempt(name, partial(waited, case, real_scores))
    for stills in PICTURES if real and not asked.quick else ():
        gathered.attempt(stills.name, partial(picture_scores, stills, asked.data))
    told = gathered.document(asked.jobs)
    write_text(asked.out, json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    write_text(asked.out.with_suffix(".html"), page_of(told, gathered.sources))
    Console().print(score_table(told))
    done, lost, took_s = len(told["clips"]), len(told["failed"]), time.monotonic() - began
    say(f"{done} clips, {lost} failed, {took_s:.0f} s: {asked.out}")
    return 0


@dataclass
class Scored:
    """One clip's scores with what they came from; `truth` is None where it is no file."""

    scores: ClipScores
    report: dict[str, Any] | None
    key: str
    case: Path | None
    truth: Path | None


class Gathered:
    """Scores as they come in, and the reasons of those that did not."""

    def __init__(self) -> None:
        self._scored: list[Scored] = []
        self._failed: dict[str, str] = {}

    def attempt(self, name: str, score: Callable[[], Iterable[Scored]]) -> None:
        """Score what there is to score, or note why it cannot be."""
        try:
            self._scored += list(score())  # all tapes of a scenario, or none
            say(f"{name}: scored")
        except (Failed, ReviewError, KeyError, ValueError, subprocess.TimeoutExpired) as error:
            self._failed[name] = (
                f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else str(error)
            )
            say(f"{name}: FAILED: {self._failed[name]}")

    @property
    def sources(self) -> dict[str, tuple[Path, Path]]:
        """Case and truth of each clip whose truth is a file."""
        return {s.scores.name: (s.case, s.truth) for s in self._scored if s.case and s.truth}

    def document(self, jobs: int) -> dict[str, Any]:
        """`benchgate.scores/1` of all that came."""
        clips = {
            s.scores.name: {"key": s.key, "sha256": s.report["tape"]["sha256"] if s.report else None}
            for s in self._scored
        }
        reports = [s.report for s in self._scored if s.report]
        return document(
            [s.scores for s in self._scored],
            versions=versions(reports) | {"clips": clips, "code_sha256": analysis_key(), "jobs": jobs},
            failed=self._failed,
            detection=scorers()[1],
        )


def parse(words: list[str]) -> argparse.Namespace:
    """What is asked for."""
    known = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known.add_argument("--quick", action="store_true", help="the subset of suite.toml, into bench/quick.json")
    known.add_argument("--long", action="store_true", help="whole and the long games")
    known.add_argument("--only", action="append", help="this scenario alone; may be repeated")
    known.add_argument("--suite", type=Path, default=SAMPLES / "suite.toml")
    known.add_argument("--cache", type=Path, default=ROOT / "out" / "suite")
    known.add_argument("--out", type=Path)
    known.add_argument("--jobs", type=int, default=2, help="processes at once (default: %(default)s)")
    known.add_argument("--data", type=Path, default=REAL_DATA, help="the real clips and their labels")
    known.add_argument("--no-real", action="store_true", help="leave the real clips out")
    asked = known.parse_args(words)
    asked.out = asked.out or ROOT / "bench" / ("quick.json" if asked.quick else "results.json")
    return asked


def scenarios(asked: argparse.Namespace) -> list[Path]:
    """The scenario files of this run; without a suite.toml all there are."""
    folder = asked.suite.parent / "scenarios"
    names = asked.only
    if not names and asked.suite.is_file():
        suite = tomllib.loads(asked.suite.read_text(encoding="utf-8"))
        names = suite["quick"] if asked.quick else (suite["long"] if asked.long else []) + suite["whole"]
    paths = [folder / f"{name}.toml" for name in names] if names else sorted(folder.glob("*.toml"))
    missing = [p.stem for p in paths if not p.is_file()]
    if missing:
        sys.exit(f"{asked.suite}: no such scenario: {', '.join(missing)}.")
    return paths


def waited(job: Future[Any], score: Callable[[Any], Iterable[Scored]]) -> Iterable[Scored]:
    """Scores of what a job makes, once it has."""
    return score(job.result())


def rendered_scores(made: list[Done]) -> Iterator[Scored]:
    """Scores of every tape of a scenario."""
    for done in made:
        taped = done.taped
        report = timed(report_of_case(done.case), done.speed_x)
        scores = score_case(done.case, report, read_truth(taped.truth), name=taped.name)
        yield Scored(scores, report, taped.key, done.case, taped.truth)


def real_clips(asked: argparse.Namespace) -> list[RealClip]:
    """The real clips of this run; none where they are not beside the checkout."""
    if asked.no_real or asked.only:
        return []
    if not asked.data.is_dir():
        say("the real clips are not beside this checkout: left out")
        return []
    return [clip for clip in REAL if not asked.quick or clip.name in QUICK_REAL]


def real_case(clip: RealClip, folder: Path, data: Path) -> tuple[RealClip, Path, Done]:
    """A real clip analysed, with its game and gates where they are written down."""
    video = data / clip.video
    if not video.is_file():
        raise Failed(f"{clip.video} is not among the real clips")
    home = folder / f"real-{clip.name}"
    home.mkdir(parents=True, exist_ok=True)
    beside = [ROOT / "tests" / "real" / f"{clip.name}.{kind}.toml" for kind in ("game", "gates")]
    given = [p for p in beside if p.is_file()]
    key = hashed([video, *given])
    words = [word for p in given for word in (f"--{p.suffixes[-2][1:]}", str(p))]
    taped = Taped(clip.name, video, video, key)
    return clip, data, analysed(taped, home / f"{clip.name}.bgcase", *words)


def real_scores(made: tuple[RealClip, Path, Done]) -> Iterator[Scored]:
    """Scores of a real clip, on what people wrote down of it."""
    clip, data, done = made
    report = timed(report_of_case(done.case), done.speed_x)
    reader = open_reader(done.taped.clip)
    try:
        at = reader.tape.scale
        times_s = [at.seconds(at.at(int(p))) for p in reader.index.pts]
        scores = score_case(done.case, report, truth_of(clip, data, times_s), name=clip.name)
        labelled = labelled_pictures(clip.labels, data)
        if labelled:
            shown = [
                read_picture(data / one.source) if one.frame is None else reader.frame(one.frame).rgb
                for one in labelled
            ]
            part = score_pictures(list(zip(detected(shown), labelled, strict=True)))
            scores = replace(scores, metrics={**scores.metrics, **part.metrics}, pictures=part.pictures)
    finally:
        reader.close()
    yield Scored(scores, report, done.taped.key, done.case, None)


def picture_scores(pictures: RealPictures, data: Path) -> Iterator[Scored]:
    """Detection on labelled stills of a game."""
    labelled = [widened(one, pictures.widen_ratio) for one in labelled_pictures(pictures.labels, data)]
    shown = [widened_picture(read_picture(data / one.source), pictures.widen_ratio) for one in labelled]
    if not shown:
        raise Failed(f"{pictures.labels} is not among the real labels")
    part = score_pictures(list(zip(detected(shown), labelled, strict=True)))
    scores = ClipScores(pictures.name, "real", part.metrics, pictures=part.pictures)
    yield Scored(scores, None, hashed([data / one.source for one in labelled]), None, None)


def widened_picture(rgb: Array, ratio: float) -> Array:
    """The picture `ratio` times as wide."""
    height, width = rgb.shape[:2]
    wide: Array = cv2.resize(rgb, (round(width * ratio), height), interpolation=cv2.INTER_LINEAR)
    return wide


def detected(shown: list[Array]) -> list[Detections]:
    """What the detector finds in the very pictures that were labelled, down to the lowest confidence."""
    height, width = shown[0].shape[:2]
    settings = load_settings({"conf_min_ratio": LEAST_CONF})[0]
    detector = make_detector(settings, (width, height))
    try:
        return [found for rgb in shown for found in detector.detect([rgb])]
    finally:
        detector.close()


def finished(scenario: Path, folder: Path) -> list[Done]:
    """Every tape of a scenario, rendered and analysed."""
    return [analysed(taped, taped.clip.with_suffix(".bgcase")) for taped in rendered(scenario, folder)]


def long(scenario: Path) -> bool:
    """Whether a scenario's tape is a long one."""
    return float(merged_table(scenario).get("duration_s", 0.0)) >= LONG_S


def rendered(scenario: Path, folder: Path) -> list[Taped]:
    """The clips of a scenario from the cache, made first where they are not there."""
    key = clip_key(scenario)
    home = folder / f"{scenario.stem}-{key[:16]}"
    if not home.is_dir():
        half = home.with_name(home.name + ".part")
        if half.exists():  # of a run that was stopped
            shutil.rmtree(half)
        say(f"{scenario.stem}: rendering")
        command("render", str(scenario), "--out", str(half), *(LONG_AS if long(scenario) else ()))
        half.replace(home)
    out = []
    for truth in sorted(home.glob("*.truth.json")):
        name = truth.name.removesuffix(".truth.json")
        clip = home / read_truth(truth)["clip"]
        if not clip.is_file():
            raise Failed(f"{name}: its clip is not beside its truth")
        out.append(Taped(name, clip, truth, key))
    if not out:
        raise Failed("the renderer wrote no truth")
    return out


def analysed(taped: Taped, case: Path, *words: str) -> Done:
    """The case of a clip, brought up to this code where it is older; segments watched already are kept."""
    mark = case.with_suffix(".done.json")
    before = json.loads(mark.read_text(encoding="utf-8")) if mark.is_file() else {}
    key = f"{taped.key}-{analysis_key()}"
    if before.get("key") != key or not case.is_file():
        say(f"{taped.name}: analysing")
        began = time.monotonic()
        command("analyze", str(taped.clip), "--case", str(case), "--json", *words)
        wall_s = time.monotonic() - began
        speed_x = report_of_case(case)["run"]["speed_x"]
        before = {"key": key, "speed_x": before.get("speed_x") or speed_x, "wall_s": round(wall_s, 1)}
        write_text(mark, json.dumps(before) + "\n")
    return Done(taped, case, before["speed_x"])


@cache
def analysis_key() -> str:
    """All code and weights that a case depends on, hashed."""
    eyes = [p for p in sorted((ROOT / "review" / "adapters").glob("*.py")) if p.name.startswith(EYES)]
    return hashed([*sources_of((*JUDGED_BY, *SEEN_BY)), *eyes])


def sources_of(places: Iterable[str]) -> Iterator[Path]:
    """Files in these places of the checkout, in order."""
    for place in places:
        path = ROOT / place
        inside = sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
        yield from inside if path.is_dir() else [path]


def hashed(paths: Iterable[Path]) -> str:
    """Names and bytes of files, hashed."""
    sum_ = hashlib.sha256()
    for path in paths:
        sum_.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return sum_.hexdigest()


def command(*words: str) -> None:
    """Run a command of the product; Failed with its last words where it does not come off."""
    run = subprocess.run(
        [sys.executable, "-m", "review.cli", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    if run.returncode:
        last = [line for line in run.stderr.splitlines() if line.strip()][-1:] or ["no word"]
        raise Failed(f"{words[0]} ended with {run.returncode}: {last[0]}")


def timed(report: dict[str, Any], speed_x: float | None) -> dict[str, Any]:
    """The report with the speed of the run that watched the tape."""
    return {**report, "run": {**report["run"], "speed_x": speed_x}}


def say(words: str) -> None:
    """One line for people."""
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {words}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
