"""One tape from beginning to end, resumable: watch segment by segment, then follow and conclude."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from review.core.altercations import StatedSpan
from review.core.arrays import Array
from review.core.case import Judgement, Run
from review.core.clock import ClockAnchor
from review.core.errors import StageFailed
from review.core.game import Game
from review.core.gates import Gate
from review.core.glances import Glances
from review.core.shots import Shot
from review.core.tape import Gap
from review.core.tracks import Track, Tracks
from review.measure.cross import CrossRules
from review.measure.replays import TapeSigns, judge_replays
from review.measure.shots import Change, find_shots
from review.measure.transitions import find_blank, find_gradual, without_pans
from review.measure.views import judge_views
from review.pipeline.altercations import all_stated, stated_of
from review.pipeline.anchors import anchors_of
from review.pipeline.clock import GameClock, game_clock
from review.pipeline.conclude import Judge, conclude
from review.pipeline.events import Found, GapSeen, Listener, Progress, StageBegun
from review.pipeline.follow import Followed, follow_shot
from review.pipeline.record import PlannedRecord, with_record
from review.pipeline.said import in_force
from review.pipeline.seen import motion_of, placed_gates, seen_of, segments_of
from review.pipeline.watch import Eyes, cut_segments, watch_segment
from review.ports.reader import Reader
from review.ports.store import Store
from review.ports.tracker import Tracker
from review.settings import Settings

__all__ = ["Plan", "analyze"]

#: A tape of which more than this cannot be decoded gives no result that means anything.
MOST_LOST_RATIO = 0.5


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything one run needs. `watch_key` and `judge_key` hash what goes into each half.

    `change` compares two frames of the tape where cut scores leave doubt. `span` is the (first, last)
    frame to look at, both inside; None is the whole tape.
    """

    settings: Settings
    game: Game
    gates: tuple[Gate, ...]
    eyes: Callable[[], Eyes]
    tracker: Tracker
    judge: Judge
    run: Run
    watch_key: str
    bench_distance_m: float = 0.0
    graphics: Array | None = None
    change: Change | None = None
    span: tuple[int, int] | None = None
    record: PlannedRecord | None = None

    def judge_key(self, anchors: Sequence[ClockAnchor] = (), stated: Sequence[StatedSpan] = ()) -> str:
        """Hash of the watch key and of everything that the second half reads besides."""
        told = {
            "watch": self.watch_key,
            "game": asdict(self.game),
            "gates": [_told(gate) for gate in self.gates],
            "pack": self.run.pack,
            "settings": self.run.settings_sha256,
            "tracker": self.tracker.name,
            "anchors": [asdict(anchor) for anchor in anchors],
            "altercations": [asdict(one) for one in stated],
        } | ({} if self.record is None else {"record": self.record.sha256})
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _told(gate: Gate) -> tuple[object, ...]:
    at = None if gate.drawn_at is None else gate.drawn_at.pts
    points = (None if p is None else p.tolist() for p in (gate.points_px, gate.points_m))
    return gate.id, at, *points, gate.off_side, gate.anchor


def analyze(reader: Reader, store: Store, plan: Plan, listen: Listener) -> Judgement:
    """Run one tape to a judgement in its case; what an earlier run finished is not done again.

    Raises
    ------
    StageFailed
        If more than half of the tape cannot be decoded.
    """
    store.put_tape(reader.tape)
    took_s = _watch(reader, store, plan, listen)
    listen(StageBegun("Following people"))
    tape_gaps = _tape_gaps(reader, store, plan)
    _check_loss(reader, tape_gaps)
    shots = _shots(reader, store, plan)
    followed = list(_follow(reader, store, plan, shots))
    listen(StageBegun("Judging"))
    clock = _clock(reader, store, plan)
    stated = all_stated(plan.game, stated_of(in_force(store.journal()), reader.tape))
    length_s = reader.tape.duration_s
    run = replace(plan.run, speed_x=round(length_s / took_s, 2) if took_s > 0 else plan.run.speed_x)
    game, judge = plan.game, plan.judge
    if plan.record is not None:
        game, clock, judge = with_record(plan.record, game, clock, judge, reader.tape)
    judgement = conclude(
        replace(reader.tape, gaps=tape_gaps), run, game, plan.gates, followed,
        settings=plan.settings, tape_gaps=tape_gaps, judge=judge,
        bench_distance_m=plan.bench_distance_m, clock=clock, stated=stated,
    )  # fmt: skip
    inputs = plan.judge_key(clock.anchors, stated)
    store.put_judgement(judgement, _columns([t for f in followed for t in f.tracks]), inputs)
    _store_gate_lines(store, followed)
    for finding in judgement.findings:
        listen(Found(finding))
    return judgement


def _watch(reader: Reader, store: Store, plan: Plan, listen: Listener) -> float:
    """Watch every segment that the case does not hold yet; returns the seconds it took."""
    scale = reader.tape.scale
    segments = _wanted(cut_segments(reader.index, scale.time_base, plan.settings.segment_s), plan.span)
    done = set(store.segments_done(plan.watch_key))
    missing = [s for s in segments if s not in done]
    if not missing:
        return 0.0
    eyes = plan.eyes()
    listen(StageBegun("Watching the tape"))
    began = time.monotonic()
    total_s = sum(_length_s(reader, s) for s in segments)
    done_s = sum(_length_s(reader, s) for s in segments if s in done)
    at_start_s = done_s
    try:
        for first, last in missing:
            record = watch_segment(reader, eyes, first, last)
            store.put_segment(record, plan.watch_key)
            for gap in record.gaps:
                listen(GapSeen(gap))
            done_s += _length_s(reader, (first, last))
            took = time.monotonic() - began
            speed = (done_s - at_start_s) / took if took > 0 else None
            left = total_s - done_s
            listen(Progress(done_s, total_s, speed, left / speed if speed else None))
    finally:
        eyes.detector.close()
    return (time.monotonic() - began) * total_s / max(1e-9, done_s - at_start_s)


def _wanted(segments: Sequence[tuple[int, int]], span: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Segments cut down to the span asked for."""
    if span is None:
        return list(segments)
    cut = [(max(a, span[0]), min(b, span[1])) for a, b in segments]
    return [(a, b) for a, b in cut if a <= b]


def _length_s(reader: Reader, segment: tuple[int, int]) -> float:
    scale, pts = reader.tape.scale, reader.index.pts
    first, last = segment
    end = int(pts[last + 1]) if last + 1 < len(pts) else reader.tape.last_pts
    return scale.at(end).minus(scale.at(int(pts[first])))


def _tape_gaps(reader: Reader, store: Store, plan: Plan) -> tuple[Gap, ...]:
    """Gaps known from the index and found while watching, each once, in order, whole over segments."""
    gaps = {(g.start.pts, g.end.pts): g for g in reader.tape.gaps}
    for first, _ in store.segments_done(plan.watch_key):
        gaps |= {(g.start.pts, g.end.pts): g for g in store.segment(first, plan.watch_key).gaps}
    joined: list[Gap] = []
    for gap in (gaps[key] for key in sorted(gaps)):
        last = joined[-1] if joined else None
        if last is not None and gap.start <= last.end and (gap.reason == last.reason or gap.end <= last.end):
            joined[-1] = replace(last, end=max(last.end, gap.end))
        else:
            joined.append(gap)
    return tuple(joined)


def _check_loss(reader: Reader, gaps: Sequence[Gap]) -> None:
    lost_s = sum(g.end.minus(g.start) for g in gaps)
    if lost_s > MOST_LOST_RATIO * max(reader.tape.duration_s, 1e-9):
        raise StageFailed(
            f"{reader.tape.path}: {lost_s:.1f} s of {reader.tape.duration_s:.1f} s cannot be decoded.",
            remedy="Copy the tape again from its source.",
        )


def _shots(reader: Reader, store: Store, plan: Plan) -> tuple[Shot, ...]:
    """Shots of the tape: replays or not, and from which camera."""
    scale = reader.tape.scale
    records = [store.segment(a, plan.watch_key) for a, _ in segments_of(store, plan.watch_key)]
    first, last = records[0].first, records[-1].last
    pts = reader.index.pts[first : last + 1]
    time_s = (pts - scale.first_pts) * float(scale.time_base)
    scores = np.concatenate([r.cut_score for r in records])
    glances = Glances.joined([r.glances for r in records])
    glance_s = time_s[glances.ordinal - first]
    gradual = without_pans(find_gradual(glances, glance_s), glances, motion_of(records), reader.tape.size_px)
    shots = find_shots(
        np.arange(first, last + 1), pts, cut_score=scores, scale=scale,
        gradual=gradual, blank=find_blank(glances), change=plan.change,
    )  # fmt: skip
    readings = [reading for r in records for reading in r.clock]
    signs = TapeSigns(scale, glances, glance_s, time_s, scores, readings, gradual)
    looks = {int(o): found for r in records for o, found in zip(r.looked, r.detections, strict=True)}
    return judge_views(judge_replays(shots, signs), glances, looks, reader.tape.size_px)


def _follow(reader: Reader, store: Store, plan: Plan, shots: Sequence[Shot]) -> Iterable[Followed]:
    tape = reader.tape
    gates = (*plan.gates, *placed_gates(reader, store, plan.watch_key, shots, plan.gates))
    rules = CrossRules(plan.settings.off_dwell_s, plan.settings.on_dwell_s)
    next_id = 1
    for shot in shots:
        followed = follow_shot(
            seen_of(reader, store, plan.watch_key, shot),
            () if shot.replay else gates,
            plan.tracker,
            scale=tape.scale,
            size_px=tape.size_px,
            graphics=plan.graphics,
            rules=rules,
            first_id=next_id,
        )
        next_id += len(followed.tracks)
        yield followed


def _clock(reader: Reader, store: Store, plan: Plan) -> GameClock:
    """The game clock over the tape, from the readings of every segment and what people stated."""
    segments = [store.segment(first, plan.watch_key) for first, _ in segments_of(store, plan.watch_key)]
    readings = [reading for one in segments for reading in one.clock]
    return game_clock(reader.tape, plan.game, readings, anchors_of(in_force(store.journal()), reader.tape))


def _columns(tracks: Sequence[Track]) -> Tracks:
    if not tracks:
        return Tracks.empty()
    return Tracks(
        np.concatenate([np.full(len(t), t.id) for t in tracks]),
        np.concatenate([np.full(len(t), t.shot) for t in tracks]),
        np.concatenate([t.ordinal for t in tracks]),
        np.concatenate([t.pts for t in tracks]),
        np.concatenate([t.xyxy_px for t in tracks]),
        np.concatenate([t.conf for t in tracks]),
        np.concatenate([t.class_id for t in tracks]),
        np.concatenate([t.detection for t in tracks]),
        np.concatenate([t.foot_m for t in tracks]),
        np.concatenate([t.foot_error_m for t in tracks]),
    )


def _store_gate_lines(store: Store, followed: Sequence[Followed]) -> None:
    for shot in followed:
        if shot.views:
            ordinals = shot.views[0].ordinal.tolist()
            store.put_gate_lines(ordinals, {v.gate.id: v.points_px for v in shot.views})
