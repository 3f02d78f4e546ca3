"""A judgement made from a clip's truth: as if an eye had seen every crossing to the frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from review.core.altercations import AltercationSpan
from review.core.case import Judgement
from review.core.counts import CountPoint, CountTimeline
from review.core.crossings import Crossing
from review.core.game import Game
from review.core.gates import Gate
from review.core.people import Person
from review.core.times import FrameTime, Interval, TimeScale
from review.measure.gather import gather_facts
from review.measure.order import judge_altercation
from review.rules.engine import judge
from review.rules.pack import Pack
from review.rules.rank import with_ranks
from review.testing import builders

__all__ = ["judged_truth"]

_BASE = Fraction(1, 1000)


def judged_truth(truth: Mapping[str, Any], pack: Pack, game: Game | None = None) -> Judgement:
    """Crossings and altercations as truth has them, each moment known to half a frame; the rest as usual.

    Departures are ordered, facts gathered and judged by the product's own code. Changes, and how many men are
    allowed, are left out: this is for what happens at the benches in an altercation.
    """
    scale = TimeScale(0, _BASE)
    gates = [_gate(one) for one in truth["gates"]]
    kinds = {gate.id: gate.kind for gate in gates}
    teams = tuple(dict.fromkeys(gate.team for gate in gates if gate.team))
    half_s = float(1 / Fraction(str(truth["rate"]))) / 2
    crossings = [_crossing(i, one, half_s) for i, one in enumerate(truth["crossings"], 1)]
    people = _people(truth)
    fights = [
        judge_altercation(_span(i, one), crossings, (), gate_kinds=kinds, teams=teams)
        for i, one in enumerate(truth["altercations"], 1)
    ]
    end = _at(max(frame["s"] for frame in truth["frames"]))
    facts = gather_facts(
        crossings=crossings, changes=(), counts=[_count(one) for one in truth["counts"]],
        altercations=fights, gaps=(), people={one.id: one for one in people}, gate_kinds=kinds, penalties=(),
        scale=scale, over_count_s=1.0, confidence_min=0.6, end=end,
    )  # fmt: skip
    known = with_ranks(facts, game_teams=teams)
    return Judgement(
        tape=builders.tape(
            path=str(truth["clip"]), scale=scale, duration_s=end.pts / 1000, frames=len(truth["frames"]),
            last_pts=end.pts, gaps=(), notes=(),
        ),
        run=builders.run(pack=pack.name, models=()),
        game=game or Game(),
        coverage=(),
        people=people,
        gates=tuple(gates),
        crossings=tuple(crossings),
        altercations=tuple(fights),
        facts=tuple(known),
        findings=judge(known, pack, game_teams=teams),
    )  # fmt: skip


def _at(s: float) -> FrameTime:
    return FrameTime(round(s * 1000), _BASE)


def _gate(one: Mapping[str, Any]) -> Gate:
    points_m = np.array(one["points_m"], np.float64)
    return Gate(one["gate"], one["team"], one["kind"], None, None, points_m=points_m)


def _crossing(id_: int, one: Mapping[str, Any], half_s: float) -> Crossing:
    first_s, second_s = one["first_skate_s"], one["second_skate_s"]
    moment_s = first_s if one["direction"] == "on" else second_s
    when = Interval(_at(moment_s - half_s), _at(moment_s + half_s), _at(moment_s))
    return Crossing(
        id_, one["person"], one["person"], one["gate"], one["team"], one["direction"], when, 1.0,
        number=one["number"],
    )  # fmt: skip


def _span(id_: int, one: Mapping[str, Any]) -> AltercationSpan:
    start, end = _at(one["start_s"]), _at(one["end_s"])
    return AltercationSpan(id_, Interval(start, start), Interval(end, end), "person")


def _count(one: Mapping[str, Any]) -> CountTimeline:
    points = (
        CountPoint(_at(point["s"]), point["n"], point["n"], point["n"], None, None, None, "truth")
        for point in one["points"]
    )
    return CountTimeline(one["team"], tuple(points))


def _people(truth: Mapping[str, Any]) -> tuple[Person, ...]:
    men: dict[int, Mapping[str, Any]] = {
        one["id"]: one for frame in truth["frames"] for one in frame["people"] or ()
    }
    crossed: Sequence[int] = sorted({one["person"] for one in truth["crossings"]} & set(men))
    return tuple(
        Person(id_, (id_,), men[id_]["team"], 1.0, men[id_]["role"], 1.0, men[id_]["number"], 1.0)
        for id_ in crossed
    )
