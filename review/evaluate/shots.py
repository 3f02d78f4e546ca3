"""Transitions and replays found against those of the tape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from review.evaluate.clip import Clip
from review.evaluate.pairing import pair_in_time
from review.evaluate.scores import Harmonic, Moment, Part, Share
from review.evaluate.steps import overlap_s

__all__ = ["score_replays", "score_shots"]

CUT_FRAMES = 2
HALF = 0.5
EXACT_S = 1e-3

Span = tuple[float, float]


def score_shots(clip: Clip) -> Part:
    """F1 of transitions: cuts within two frames, dissolves and wipes when the transitions overlap."""
    true, found = _true_transitions(clip), _found_transitions(clip)
    pairs: dict[int, int] = {}
    slack = CUT_FRAMES * clip.frame_s + EXACT_S
    for gradual in (True, False):
        for k, (kind, span) in enumerate(true):
            if (kind != "cut") != gradual:
                continue
            near = [
                (abs(_middle(span) - _middle(found[j][1])), j)
                for j in range(len(found))
                if j not in pairs and _meet(span, found[j][1], slack)
            ]
            if gradual and near:
                pairs[min(near)[1]] = k
    cuts = [k for k, (kind, _) in enumerate(true) if kind == "cut"]
    free = [j for j in range(len(found)) if j not in pairs]
    in_time = pair_in_time(
        [("cut", found[j][1][1]) for j in free], [("cut", true[k][1][1]) for k in cuts], within_s=slack
    )
    pairs |= {free[r]: cuts[c] for r, c in in_time.items()}
    return _part(true, found, pairs)


def _part(
    true: Sequence[tuple[str, Span]], found: Sequence[tuple[str, Span]], pairs: Mapping[int, int]
) -> Part:
    missed = [k for k in range(len(true)) if k not in pairs.values()]
    false = [j for j in range(len(found)) if j not in pairs]

    def of(gradual: bool) -> Harmonic:
        hit = sum((true[k][0] != "cut") == gradual for k in pairs.values())
        lost = sum((true[k][0] != "cut") == gradual for k in missed)
        wrong = sum((found[j][0] != "cut") == gradual for j in false)
        return Harmonic(hit, wrong, lost)

    moments = [Moment("shot_f1", true[k][1][0], f"missed: a {true[k][0]}", 1.0) for k in missed]
    moments += [Moment("shot_f1", found[j][1][1], f"no {found[j][0]} here", 1.0) for j in false]
    metrics = {
        "shot_f1": Harmonic(len(pairs), len(false), len(missed)),
        "shot_f1_cuts": of(gradual=False),
        "shot_f1_gradual": of(gradual=True),
    }
    return Part(dict(metrics), tuple(moments))


def _meet(a: Span, b: Span, slack_s: float) -> bool:
    return overlap_s(a, b) >= -slack_s


def _middle(span: Span) -> float:
    return (span[0] + span[1]) / 2


def _true_transitions(clip: Clip) -> list[tuple[str, Span]]:
    """Kind and span of each; a dissolve or wipe lasts until `settled_s`, or until the shot before it ends."""
    shots = clip.truth.get("shots", ())
    out = []
    for before, shot in pairwise(shots):
        start = float(shot["start_s"])
        end = start
        if shot["enters_by"] != "cut":
            end = float(shot.get("settled_s") or max(start, float(before["end_s"])))
        out.append((shot["enters_by"], (start, end)))
    return out


def _found_transitions(clip: Clip) -> list[tuple[str, Span]]:
    shots = clip.report["shots"]
    out = []
    for a, b in pairwise(shots):
        start = float(b["start"]["s"])
        settled = float(b["settled"]["s"]) if b.get("settled") else start
        out.append((b["enters_by"], (min(float(a["end"]["s"]), start), settled)))
    return out


def score_replays(clip: Clip) -> Part:
    """Replays found (half of each called a replay), and live shots called one."""
    called = [
        (float(s["start"]["s"]), float(s["end"]["s"])) for s in clip.report["shots"] if s["replay"] is True
    ]
    shots = clip.truth.get("shots", ())
    ends = [float(s["start_s"]) for s in shots[1:]] + [clip.duration_s] * bool(shots)
    spans = [(bool(s.get("replay")), (float(s["start_s"]), e)) for s, e in zip(shots, ends, strict=True)]
    found = {span: _covered(span, called) >= HALF * (span[1] - span[0]) for _, span in spans}
    replays = [span for replay, span in spans if replay]
    live = [span for replay, span in spans if not replay]
    moments = [
        Moment("replay_recall", s[0], "a replay taken for live play", 2.0) for s in replays if not found[s]
    ]
    moments += [Moment("replay_false", s[0], "live play taken for a replay", 3.0) for s in live if found[s]]
    metrics = {
        "replay_recall": Share(sum(found[s] for s in replays), len(replays)),
        "replay_false": Share(sum(found[s] for s in live), len(live)),
    }
    return Part(dict(metrics), tuple(moments))


def _covered(span: Span, spans: Sequence[Span]) -> float:
    return sum(max(0.0, overlap_s(span, other)) for other in spans)
