"""Accusations: early changes, too many men, and findings that truth does not expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from review.evaluate.clip import Clip, TrueCrossing
from review.evaluate.pairing import pair_in_time
from review.evaluate.scores import Moment, Part, Rate, Share
from review.evaluate.steps import overlap_s

__all__ = ["score_early", "score_flags", "score_too_many"]

EARLY_CLAUSE = "205.1a"
TOO_MANY_CLAUSES = ("205.6", "205.2")
CLAIM_WITHIN_S = 1.0
SAME_CLAIM_S = 0.5
SLACK_S = 1.0
#: 72b (game misconduct) is right wherever 72c or 72d is: it speaks of the first or the second man.
FOLLOWS_FROM = {"72b": ("72c", "72d")}
#: Right wherever a man of the team left a bench in an altercation of truth, whatever his rank.
LEAVER_CLAUSES = ("72a.1", "72e", "72f", "72u")

Event = tuple[str | None, float]


def score_early(clip: Clip) -> Part:
    """Early changes claimed (a change called early, or a finding of 205.1a that trips) against early ones."""
    early = _true_early(clip)
    true: list[Event] = [(on.team, on.s) for on, _ in early]
    seen = [both for _, both in early]
    claims = _claims(clip)
    pairs = pair_in_time(claims, true, within_s=CLAIM_WITHIN_S)
    asked = [k for k in range(len(claims)) if k not in pairs or seen[pairs[k]]]
    right = [k for k in asked if k in pairs]
    found = {pairs[k] for k in right}
    wanted = [k for k in range(len(true)) if seen[k]]
    moments = [
        Moment("early_precision", claims[k][1], f"{claims[k][0]}: called an early change, is none", 6.0)
        for k in asked
        if k not in pairs
    ]
    moments += [
        Moment("early_recall", true[k][1], f"{true[k][0]}: an early change nobody called", 3.0)
        for k in wanted
        if k not in found
    ]
    return Part(
        {
            "early_precision": Share(len(right), len(asked)),
            "early_recall": Share(len(found), len(wanted)),
        },
        tuple(moments),
    )


def _true_early(clip: Clip) -> list[tuple[TrueCrossing, bool]]:
    """The crossing on of each early change; whether it is in view, and the crossing off if there is one."""
    out = []
    for change in clip.truth.get("changes", ()):
        if change["verdict"] != "early":
            continue
        ons = [c for c in clip.true_crossings if (c.person, c.direction) == (change["on"], "on")]
        offs = [c for c in clip.true_crossings if (c.person, c.direction) == (change["off"], "off")]
        if ons:
            on = min(ons, key=lambda c: min((abs(c.s - o.s) for o in offs), default=0.0))
            off = min(offs, key=lambda c: abs(c.s - on.s), default=None)
            out.append((on, on.in_view and (off is None or off.in_view)))
    return out


def _claims(clip: Clip) -> list[Event]:
    """Team and second of each early change claimed, once where change and finding say the same."""
    rows: list[Event] = [
        (c["team"], float(c["span"]["start"]["s"])) for c in clip.report["changes"] if c["verdict"] == "early"
    ]
    for finding in _tripped(clip, (EARLY_CLAUSE,)):
        claim = (finding["subject"]["team"], float(finding["span"]["start"]["s"]))
        if not any(team == claim[0] and abs(s - claim[1]) <= SAME_CLAIM_S for team, s in rows):
            rows.append(claim)
    return rows


def _tripped(clip: Clip, clauses: Sequence[str] | None = None) -> list[Mapping[str, Any]]:
    return [
        f
        for f in clip.report["findings"]
        if f["verdict"] == "trips" and (clauses is None or f["clause"].startswith(tuple(clauses)))
    ]


def _span(finding: Mapping[str, Any]) -> tuple[float, float]:
    return float(finding["span"]["start"]["s"]), float(finding["span"]["end"]["s"])


def _expected(clip: Clip, clauses: Sequence[str] | None = None) -> list[Mapping[str, Any]]:
    return [
        e
        for e in clip.truth.get("expected", ())
        if e["verdict"] == "trips" and (clauses is None or e["clause"].startswith(tuple(clauses)))
    ]


def _agree(finding: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Same clause (or one that it follows from), same team, and spans at most `SLACK_S` apart."""
    teams = finding["subject"]["team"], wanted["subject"].get("team")
    low, high = wanted["span_s"]
    apart_s = -overlap_s(_span(finding), (float(low), float(high)))
    clauses = (finding["clause"], *FOLLOWS_FROM.get(finding["clause"], ()))
    return wanted["clause"] in clauses and teams[0] == teams[1] and apart_s <= SLACK_S


def score_too_many(clip: Clip) -> Part:
    """Findings of too many men that trip, against those that truth expects."""
    found, wanted = _tripped(clip, TOO_MANY_CLAUSES), _expected(clip, TOO_MANY_CLAUSES)
    right = sum(any(_agree(f, w) for w in wanted) for f in found)
    lost = [w for w in wanted if not any(_agree(f, w) for f in found)]
    moments = tuple(
        Moment(
            "too_many_recall",
            float(w["span_s"][0]),
            f"{w['subject'].get('team')}: too many men, not found",
            3,
        )
        for w in lost
    )
    return Part(
        {
            "too_many_precision": Share(right, len(found)),
            "too_many_recall": Share(len(wanted) - len(lost), len(wanted)),
        },
        moments,
    )


def _true_leaver(clip: Clip, finding: Mapping[str, Any]) -> bool:
    """Whether a clause on men who left is right of that team: one of them came on about then."""
    if finding["clause"] not in LEAVER_CLAUSES:
        return False
    team = finding["subject"]["team"]
    left = {
        one["person"]
        for fight in clip.truth.get("altercations", ())
        for one in fight["order"]
        if one["team"] == team and (finding["clause"] != "72u" or one["from"] == "players_bench")
    }
    start, end = _span(finding)
    return any(
        c.person in left and c.direction == "on" and start - SLACK_S <= c.s <= end + SLACK_S
        for c in clip.true_crossings
    )


def _true_early_change(clip: Clip, finding: Mapping[str, Any]) -> bool:
    """Whether a change called early is, though truth files it under a graver clause and does not deny it."""
    if finding["clause"] != EARLY_CLAUSE:
        return False
    denied = [e for e in clip.truth.get("expected", ()) if e["verdict"] == "does not"]
    team, (start, end) = finding["subject"]["team"], _span(finding)
    return not any(_agree(finding, one) for one in denied) and any(
        on.team == team and start - SLACK_S <= on.s <= end + SLACK_S for on, _ in _true_early(clip)
    )


def score_flags(clip: Clip) -> Part:
    """Findings of any clause that trip and that truth does not expect, an hour of tape."""
    wanted = _expected(clip)
    unexpected = [f for f in _tripped(clip) if not any(_agree(f, w) for w in wanted)]
    false = [f for f in unexpected if not (_true_leaver(clip, f) or _true_early_change(clip, f))]
    moments = tuple(
        Moment("false_flags_per_hour", _span(f)[0], f"{f['clause']} trips for {f['who']}: not so", 6.0)
        for f in false
    )
    return Part({"false_flags_per_hour": Rate(len(false), clip.duration_s / 3600)}, moments)
