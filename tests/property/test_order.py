"""Order of departures: properties that hold for any crossings and gaps."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from review.core.altercations import Altercation, AltercationSpan
from review.core.crossings import Crossing, GateGap
from review.core.times import FrameTime, Interval
from review.measure.order import judge_altercation, order_departures

MS = Fraction(1, 1000)
KINDS = {"A-bench": "players_bench", "B-bench": "players_bench", "A-box": "penalty_box", "A-door": "other"}
TEAM_OF = {"A-bench": "A", "B-bench": "B", "A-box": "A", "A-door": "A"}


def span_ms(a: int, b: int) -> Interval:
    return Interval(FrameTime(a, MS), FrameTime(b, MS))


ALTERCATION = AltercationSpan(1, span_ms(1000, 1000), span_ms(9000, 9200), "person")
moments = st.tuples(st.integers(500, 9500), st.integers(0, 400)).map(lambda p: (p[0], p[0] + p[1]))


@st.composite
def scenes(draw: st.DrawFn) -> tuple[list[Crossing], list[GateGap]]:
    crossings = []
    for id in range(1, draw(st.integers(0, 6)) + 1):
        gate = draw(st.sampled_from(sorted(KINDS)))
        team = draw(st.sampled_from([TEAM_OF[gate], TEAM_OF[gate], None]))
        direction = draw(st.sampled_from(["on", "on", "on", "off"]))
        person = draw(st.integers(1, 5))
        crossings.append(
            Crossing(id, person, id, gate, team, direction, span_ms(*draw(moments)), 0.9)  # type: ignore[arg-type]
        )
    gaps = [
        GateGap(gate, TEAM_OF[gate], span_ms(*draw(moments)), "not in the picture")
        for gate in draw(st.lists(st.sampled_from(["A-bench", "B-bench", "A-box"]), max_size=2))
    ]
    return crossings, gaps


def judged(
    crossings: list[Crossing], gaps: list[GateGap], span: AltercationSpan = ALTERCATION
) -> Altercation:
    return judge_altercation(span, crossings, gaps, gate_kinds=KINDS, teams=["A", "B"])


def moved(when: Interval, by_ms: int) -> Interval:
    return span_ms(when.earliest.pts + by_ms, when.latest.pts + by_ms)


@given(scenes(), st.integers(0, 10**7))
def test_moving_the_tape_moves_spans_only(scene: tuple[list[Crossing], list[GateGap]], by_ms: int) -> None:
    crossings, gaps = scene
    before = judged(crossings, gaps)
    span = AltercationSpan(1, moved(ALTERCATION.start, by_ms), moved(ALTERCATION.end, by_ms), "person")
    after = judged(
        [
            Crossing(c.id, c.person, c.track, c.gate, c.team, c.direction, moved(c.when, by_ms), 0.9)
            for c in crossings
        ],
        [GateGap(g.gate, g.team, moved(g.when, by_ms), g.reason) for g in gaps],
        span,
    )
    assert (before.first, before.second, before.reasons) == (after.first, after.second, after.reasons)
    ranks = [(d.crossing, d.rank_team, d.rank_all) for d in before.departures]
    assert ranks == [(d.crossing, d.rank_team, d.rank_all) for d in after.departures]
    assert [moved(d.when, by_ms) for d in before.departures] == [d.when for d in after.departures]


@given(scenes())
def test_swapping_the_teams_swaps_the_ranks(scene: tuple[list[Crossing], list[GateGap]]) -> None:
    crossings, gaps = scene
    other = {"A": "B", "B": "A", None: None}
    swapped = judged(
        [
            Crossing(c.id, c.person, c.track, c.gate, other[c.team], c.direction, c.when, 0.9)
            for c in crossings
        ],
        [GateGap(g.gate, other[g.team], g.when, g.reason) for g in gaps],
    )
    plain = judged(crossings, gaps)
    assert swapped.first == {"A": plain.first["B"], "B": plain.first["A"]}
    assert swapped.second == {"A": plain.second["B"], "B": plain.second["A"]}
    assert [d.rank_all for d in swapped.departures] == [d.rank_all for d in plain.departures]


@given(scenes(), moments, st.sampled_from(["A-bench", "B-bench"]))
def test_an_unwatched_gap_never_makes_a_rank(
    scene: tuple[list[Crossing], list[GateGap]], when: tuple[int, int], gate: str
) -> None:
    crossings, gaps = scene
    more = [*gaps, GateGap(gate, TEAM_OF[gate], span_ms(*when), "a replay")]
    for scope in ("per_team", "overall"):
        before = order_departures(
            crossings, gaps, span=ALTERCATION, gate_kinds=KINDS, teams=["A", "B"], scope=scope
        )
        after = order_departures(
            crossings, more, span=ALTERCATION, gate_kinds=KINDS, teams=["A", "B"], scope=scope
        )
        for key, place in after.items():
            assert place.value is None or (place.value, place.key) == (before[key].value, before[key].key)


@given(scenes(), st.randoms())
def test_the_order_of_crossings_is_irrelevant(
    scene: tuple[list[Crossing], list[GateGap]], random: object
) -> None:
    crossings, gaps = scene
    shuffled = list(crossings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert judged(crossings, gaps) == judged(shuffled, list(reversed(gaps)))


@given(scenes())
def test_overlapping_intervals_never_give_a_rank(scene: tuple[list[Crossing], list[GateGap]]) -> None:
    found = judged(*scene)
    for one in found.departures:
        for other in found.departures:
            if one.crossing == other.crossing or one.when.overlap_s(other.when) < 0:
                continue
            assert one.rank_all is None
            if one.team == other.team:
                assert one.rank_team is None
