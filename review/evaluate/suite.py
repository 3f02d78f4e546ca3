"""All metrics of a clip, and of many together: totals, groups, intervals, curves, worst moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from review.core.detections import Detections
from review.evaluate.boxes import TrackScorer, own_tracking, score_boxes
from review.evaluate.clip import Clip
from review.evaluate.clock import score_clock
from review.evaluate.counts import score_counts
from review.evaluate.crossings import score_crossings
from review.evaluate.departures import score_departures
from review.evaluate.detection import LabelledPeople
from review.evaluate.flags import score_early, score_flags, score_too_many
from review.evaluate.people import score_people
from review.evaluate.registration import score_registration
from review.evaluate.scores import Answers, Metric, Moment, Part, Share, Unmeasured
from review.evaluate.shots import score_replays, score_shots

__all__ = ["METRICS", "SCHEMA", "ClipScores", "document", "interval", "pooled", "score_clip"]

SCHEMA = "benchgate.scores/1"
METRICS = (
    "crossing_f1_05s", "crossing_wrong_direction", "crossing_time_median_s", "interval_coverage",
    "count_inside", "count_best", "count_decided", "early_precision", "early_recall", "too_many_precision",
    "too_many_recall", "false_flags_per_hour", "first_second_wrong", "first_second_answered", "hota", "idf1",
    "mota", "ap50", "registration_median_m", "registration_p95_gate_m", "registered_share",
    "registration_inside", "false_registrations", "shot_f1", "replay_recall", "clock_accuracy",
    "clock_answered", "number_accuracy", "number_answered", "team_accuracy", "speed_x",
)  # fmt: skip
RESAMPLES = 400
SEED = 20
MIDDLE_95 = (2.5, 97.5)
WORST = 24
MOST_OF_A_CLIP = 6


BoxScorer = Callable[[Sequence[Detections], Sequence[LabelledPeople]], float | None]


@dataclass(frozen=True)
class ClipScores:
    """Everything one clip gave."""

    name: str
    group: str
    metrics: Mapping[str, Metric]
    moments: tuple[Moment, ...] = ()
    answers: Mapping[str, Answers] = field(default_factory=dict)
    pictures: tuple[tuple[Detections, LabelledPeople], ...] = ()


def score_clip(clip: Clip, *, tracking: TrackScorer = own_tracking) -> ClipScores:
    """Score one clip on every metric that its truth says something about."""
    subjects: tuple[tuple[str, Callable[[Clip], Part]], ...] = (
        ("crossings", score_crossings),
        ("counts", score_counts),
        ("changes", score_early),
        ("expected", score_too_many),
        ("expected", score_flags),
        ("altercations", score_departures),
        ("frames", lambda c: score_boxes(c, tracking=tracking)),
        ("shots", score_shots),
        ("replays", score_replays),
        ("clocks" if "clocks" in clip.truth else "frames", score_clock),
        ("frames", score_people),
        ("frames", score_registration),
    )
    parts = [score(clip) for needs, score in subjects if needs in clip.truth]
    parts.append(Part({"speed_x": _speed(clip)}))
    metrics = {name: metric for part in parts for name, metric in part.metrics.items()}
    moments = [m for part in parts for m in part.moments]
    answers = {name: a for part in parts for name, a in part.answers.items()}
    pictures = tuple(p for part in parts for p in part.pictures)
    return ClipScores(clip.name, clip.group, metrics, tuple(moments), answers, pictures)


def _speed(clip: Clip) -> Metric:
    """Seconds of tape over seconds of work, so that a total weighs clips by their length."""
    speed = clip.report["run"].get("speed_x")
    if not speed:
        return Unmeasured("the run says no speed: its segments were done before")
    return Share(clip.duration_s, clip.duration_s / float(speed))


def pooled(clips: Sequence[ClipScores]) -> dict[str, Metric]:
    """Each metric over all cases of the clips; those that a clip could not measure are left out of it."""
    out: dict[str, Metric] = {}
    for name in dict.fromkeys(name for clip in clips for name in clip.metrics):
        parts = [clip.metrics[name] for clip in clips if name in clip.metrics]
        told: list[Any] = [p for p in parts if not isinstance(p, Unmeasured)] or parts
        out[name] = type(told[0]).pooled(told)
    return out


def interval(
    clips: Sequence[ClipScores], names: Sequence[str], *, resamples: int = RESAMPLES, seed: int = SEED
) -> dict[str, list[float] | None]:
    """Percentile bootstrap, 95 %: clips drawn with replacement, the same draws for every metric.

    None where fewer than two clips have cases: one clip says nothing about how clips differ.
    """
    rng = np.random.default_rng([seed, len(clips)])
    draws = rng.integers(0, len(clips), size=(resamples, len(clips))) if clips else np.zeros((0, 0), int)
    out: dict[str, list[float] | None] = {}
    for name in names:
        told: list[Any] = [c.metrics.get(name) for c in clips]
        usable = [None if m is None or isinstance(m, Unmeasured) else m for m in told]
        if sum(m is not None and m.value() is not None for m in usable) < 2:
            out[name] = None
            continue
        values = [_value([usable[k] for k in draw]) for draw in draws]
        kept = [v for v in values if v is not None]
        out[name] = [round(float(v), 4) for v in np.percentile(kept, MIDDLE_95)] if kept else None
    return out


def _value(parts: Sequence[Any]) -> float | None:
    there = [p for p in parts if p is not None]
    value: float | None = type(there[0]).pooled(there).value() if there else None
    return value


def document(
    clips: Sequence[ClipScores],
    *,
    versions: Mapping[str, Any],
    failed: Mapping[str, str] | None = None,
    detection: BoxScorer | None = None,
    resamples: int = RESAMPLES,
) -> dict[str, Any]:
    """`benchgate.scores/1` of these clips (docs/formats/scores.md)."""
    total = pooled(clips)
    names = [*METRICS, *(n for n in total if n not in METRICS)]
    by_group: dict[str, list[ClipScores]] = {}
    for clip in clips:
        by_group.setdefault(clip.group, []).append(clip)
    groups = {group: pooled(of) for group, of in sorted(by_group.items())}
    by = {"clips": {c.name: [c] for c in clips}, "groups": by_group, "total": {"total": list(clips)}}
    ap50 = {kind: {n: _ap50(of, detection) for n, of in sets.items()} for kind, sets in by.items()}
    return {
        "schema": SCHEMA,
        "clips": {c.name: _values(c.metrics, names) | ap50["clips"][c.name] for c in clips},
        "groups": {g: _values(of, names) | ap50["groups"][g] for g, of in groups.items()},
        "total": _values(total, names) | ap50["total"]["total"],
        "intervals": interval(clips, names, resamples=resamples),
        "parts": {
            "total": {n: total[n].plain() for n in names if n in total},
            "clips": {c.name: {n: m.plain() for n, m in c.metrics.items()} for c in clips},
        },
        "group_of": {c.name: c.group for c in clips},
        "curves": _curves(clips),
        "worst": worst(clips),
        "failed": dict(failed or {}),
        "versions": dict(versions),
    }


def _ap50(clips: Sequence[ClipScores], detection: BoxScorer | None) -> dict[str, float | None]:
    """AP50 by the scorer given, over all pictures of the clips; nothing where there is neither."""
    pictures = [p for clip in clips for p in clip.pictures]
    if detection is None or not pictures:
        return {}
    return {"ap50": _rounded(detection([f for f, _ in pictures], [t for _, t in pictures]))}


def _values(metrics: Mapping[str, Metric], names: Sequence[str]) -> dict[str, float | None]:
    return {name: _rounded(metrics[name].value() if name in metrics else None) for name in names}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _curves(clips: Sequence[ClipScores]) -> dict[str, list[dict[str, float]]]:
    names = dict.fromkeys(name for c in clips for name in c.answers)
    return {
        name: Answers.pooled([c.answers[name] for c in clips if name in c.answers]).curve() for name in names
    }


def worst(clips: Sequence[ClipScores], *, most: int = WORST) -> list[dict[str, Any]]:
    """The gravest moments of all clips, in order, at most six of a clip."""
    rows = [(m, c.name) for c in clips for m in c.moments]
    rows.sort(key=lambda row: (-row[0].weight, row[1], row[0].s))
    of: dict[str, int] = {}
    out: list[dict[str, Any]] = []
    for moment, name in rows:
        of[name] = of.get(name, 0) + 1
        if of[name] <= MOST_OF_A_CLIP and len(out) < most:
            told = {"metric": moment.metric, "words": moment.words}
            out.append({"clip": name, "s": round(moment.s, 3), **told})
    return out
