"""Who is who: report people tied to true ones by their boxes, then teams and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from review.core.boxes import iou
from review.evaluate.clip import PLAYERS, Clip
from review.evaluate.scores import Answers, Metric, Moment, Part, Share, Unmeasured

__all__ = ["Identities", "identify", "score_people"]

SAME_IOU = 0.5
LEAST_LOOKS = 5


@dataclass(frozen=True, slots=True)
class Identities:
    """Report person -> true person; a man seen in fewer than five looks is left out, and so is a mixture.

    `men` holds the true people's team, number and role by id.
    """

    true_of: Mapping[int, int]
    men: Mapping[int, Mapping[str, Any]]


def identify(clip: Clip) -> Identities:
    """Each report person is the true one whose box his own covers (IoU 0.5) in most looks, above half."""
    votes: dict[int, Counter[int]] = {}
    men: dict[int, Mapping[str, Any]] = {}
    seen: Counter[int] = Counter()
    person_of = {t: p["id"] for p in clip.report["people"] for t in p["tracks"]}
    for k, frame in clip.true_frames.items():
        people = [p for p in frame["people"] if p.get("box_px")]
        men.update({p["id"]: p for p in people})
        look = clip.looks[k]
        if not people or not len(look.track_id):
            continue
        overlap = iou(np.asarray(look.track_px, float), np.array([p["box_px"] for p in people], float))
        for row, track in enumerate(look.track_id.tolist()):
            person = person_of.get(track)
            if person is None:
                continue
            column = int(overlap[row].argmax())
            if overlap[row, column] >= SAME_IOU and int(overlap[:, column].argmax()) == row:
                votes.setdefault(person, Counter())[people[column]["id"]] += 1
                seen[person] += 1
    true_of = {}
    for person, tally in votes.items():
        man, most = tally.most_common(1)[0]
        if seen[person] >= LEAST_LOOKS and 2 * most > seen[person]:
            true_of[person] = man
    return Identities(true_of, men)


def score_people(clip: Clip) -> Part:
    """Teams and numbers of the players whose boxes were followed."""
    names = ("team_accuracy", "team_answered", "number_accuracy", "number_answered")
    if not clip.true_frames:
        return Part({name: Unmeasured("no boxes of the same frames in case and truth") for name in names})
    found = identify(clip)
    rows = [
        (person, found.men[found.true_of[person["id"]]])
        for person in clip.report["people"]
        if person["id"] in found.true_of and found.men[found.true_of[person["id"]]]["role"] in PLAYERS
    ]
    metrics: dict[str, Metric] = {}
    answers: dict[str, Answers] = {}
    for what in ("team", "number"):
        known = [(p, m) for p, m in rows if m.get(what) is not None]
        told = [(p, m) for p, m in known if p[what] is not None]
        right = [p[what] == m[what] for p, m in told]
        metrics[f"{what}_accuracy"] = Share(sum(right), len(known if what == "team" else told))
        metrics[f"{what}_answered"] = Share(len(told), len(known))
        conf = tuple(float(p.get(f"{what}_p") or 0.0) for p, _ in told)
        answers[what] = Answers(conf, tuple(right), len(known))
    return Part(metrics, tuple(_moments(clip, rows)), answers)


def _moments(clip: Clip, rows: list[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[Moment]:
    first: dict[int, float] = {}
    for look in clip.looks:
        for track in look.track_id.tolist():
            first.setdefault(track, look.s)
    out = []
    for person, man in rows:
        begins = min((first[t] for t in person["tracks"] if t in first), default=0.0)
        for what, weight in (("team", 1.0), ("number", 1.2)):
            if person[what] is not None and man.get(what) not in (None, person[what]):
                words = f"man {person['id']}: {what} {person[what]}, is {man[what]}"
                out.append(Moment(f"{what}_accuracy", begins, words, weight))
    return out
