"""Order of departures: answers found by hand."""

from __future__ import annotations

from fractions import Fraction

from review.core.altercations import Altercation, AltercationSpan
from review.core.crossings import Crossing, GateGap
from review.core.times import FrameTime, Interval
from review.measure.order import judge_altercation, order_departures, within

MS = Fraction(1, 1000)
KINDS = {"A-bench": "players_bench", "B-bench": "players_bench", "A-box": "penalty_box", "A-door": "other"}


def at(a_s: float, b_s: float) -> Interval:
    return Interval(FrameTime(round(a_s * 1000), MS), FrameTime(round(b_s * 1000), MS))


SPAN = AltercationSpan(1, at(9, 9), at(21, 21), "person")


def on(
    id: int, person: int, gate: str, when: Interval, *, team: str | None = "", direction: str = "on"
) -> Crossing:
    side = gate[0] if team == "" else team
    return Crossing(id, person, id, gate, side, direction, when, 0.9)  # type: ignore[arg-type]


def judged(*crossings: Crossing, gaps: tuple[GateGap, ...] = (), span: AltercationSpan = SPAN) -> Altercation:
    return judge_altercation(span, crossings, gaps, gate_kinds=KINDS, teams=["A", "B"])


def test_three_men_in_clear_order() -> None:
    found = judged(
        on(13, 7, "A-bench", at(14, 14.1)),
        on(11, 5, "A-bench", at(12, 12.1)),
        on(12, 9, "B-bench", at(13, 13.1)),
    )
    assert [(d.crossing, d.rank_team, d.rank_all) for d in found.departures] == [
        (11, 1, 1),
        (12, 1, 2),
        (13, 2, 3),
    ]
    assert found.first == {"A": 11, "B": 12}
    assert found.second == {"A": 13, "B": None}
    assert found.reasons == {
        "second.B": "fewer than 2 men were seen to leave, and the benches were watched throughout"
    }


def test_overlap_is_told_with_its_length() -> None:
    found = judged(
        on(11, 5, "A-bench", at(11, 11.1)),
        on(12, 6, "A-bench", at(12, 12.1)),
        on(13, 7, "A-bench", at(12.03, 12.2)),
    )
    assert found.first["A"] == 11
    assert found.second["A"] is None
    assert (
        found.reasons["second.A"] == "not established: the intervals of crossings 12 and 13 overlap by 0.07 s"
    )


def test_touching_intervals_are_no_order() -> None:
    found = judged(on(11, 5, "A-bench", at(12, 12.1)), on(12, 6, "A-bench", at(12.1, 12.2)))
    assert found.first["A"] is None


def test_an_unwatched_stretch_before_the_first_man() -> None:
    gap = GateGap("A-bench", "A", at(9.5, 11), "the camera looked at the net")
    found = judged(on(11, 5, "A-bench", at(12, 12.1)), gaps=(gap,))
    assert found.first["A"] is None
    assert found.reasons["first.A"] == (
        "not established: for 1.50 s nobody could watch: gate A-bench, the camera looked at the net, "
        "before crossing 11 was over"
    )
    assert found.reasons["first.B"] == "nobody was seen to leave, and the benches were watched throughout"


def test_an_unwatched_stretch_after_the_first_man_leaves_him_first() -> None:
    gap = GateGap("A-bench", "A", at(12.2, 13), "a replay")
    found = judged(on(11, 5, "A-bench", at(12, 12.1)), gaps=(gap,))
    assert found.first["A"] == 11
    assert found.second["A"] is None
    assert found.departures[0].rank_all == 1


def test_a_gap_of_the_other_team_matters_over_both_only() -> None:
    gap = GateGap("B-bench", "B", at(9.5, 11), "not in the picture")
    found = judged(on(11, 5, "A-bench", at(12, 12.1)), gaps=(gap,))
    assert (found.departures[0].rank_team, found.departures[0].rank_all) == (1, None)


def test_gaps_outside_the_altercation_do_not_matter() -> None:
    gaps = (GateGap("A-bench", "A", at(1, 8.9), "early"), GateGap("A-bench", "A", at(21.1, 30), "late"))
    found = judged(on(11, 5, "A-bench", at(12, 12.1)), gaps=gaps)
    assert found.first["A"] == 11
    assert found.reasons["second.A"].startswith("fewer than 2")


def test_a_man_who_may_have_come_before_it_began() -> None:
    span = AltercationSpan(1, at(9, 9.5), at(21, 21), "product")
    found = judged(on(10, 4, "A-bench", at(9.2, 9.3)), on(11, 5, "A-bench", at(12, 12.1)), span=span)
    assert found.first["A"] is None
    assert found.reasons["first.A"] == "not established: crossing 10 may lie outside the altercation"


def test_who_went_off_or_through_another_door_is_no_leaver() -> None:
    found = judged(
        on(10, 4, "A-bench", at(10, 10.1), direction="off"),
        on(11, 5, "A-door", at(11, 11.1)),
        on(12, 6, "A-box", at(12, 12.1)),
    )
    assert [(d.crossing, d.leaves) for d in found.departures] == [(12, "penalty_box")]
    assert found.first["A"] == 12


def test_a_man_who_leaves_twice_counts_once() -> None:
    found = judged(
        on(11, 5, "A-bench", at(12, 12.1)),
        on(12, 5, "A-bench", at(14, 14.1)),
        on(13, 6, "A-bench", at(15, 15.1)),
    )
    assert (found.first["A"], found.second["A"]) == (11, 13)


def test_a_man_of_unknown_team_leaves_both_teams_open() -> None:
    found = judged(on(11, 5, "A-bench", at(12, 12.1), team=None), on(12, 6, "A-bench", at(13, 13.1)))
    assert found.first == {"A": None, "B": None}
    assert found.reasons["first.A"] == "not established: the team of crossing 11 is not known"
    assert [(d.rank_team, d.rank_all) for d in found.departures] == [(None, 1), (None, 2)]


def test_the_margin_is_the_gap_to_the_next_man() -> None:
    crossings = [on(11, 5, "A-bench", at(12, 12.1)), on(12, 6, "A-bench", at(12.5, 12.6))]
    places = order_departures(crossings, (), span=SPAN, gate_kinds=KINDS, teams=["A", "B"])
    assert places["A", 1].margin_s == 0.4
    assert places["A", 2].margin_s is None


def test_the_very_instant_of_the_start_is_inside() -> None:
    assert within(at(9, 9), SPAN) is True
    assert within(at(8.9, 9), SPAN) is None
    assert within(at(8.8, 8.9), SPAN) is False
    assert within(at(21, 21.01), SPAN) is None
