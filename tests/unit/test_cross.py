"""The crossing machine on worlds whose truth is written by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from review.core.gates import Gate
from review.core.tracks import Track
from review.measure.cross import (
    HIDDEN_LIFT_S,
    LAND_S,
    LIFT_S,
    TOUCH_S,
    CrossRules,
    RawCrossing,
    cross_gate,
    without_twins,
)
from review.measure.doubles import twin_tracks
from review.measure.gate_side import Side
from tests.unit.measuring import LINE_Y, PPM, SCALE, man, near_gate, sides

RULES = CrossRules()


def crossings(
    feet: list[tuple[float, float]],
    *,
    rate: float = 25,
    others: Sequence[Track] = (),
    drawn: Gate | None = None,
) -> list[RawCrossing]:
    track = man(feet, rate=rate)
    n = len(feet)
    known = [(other, sides(other, n, rate=rate, drawn=drawn)) for other in (track, *others)]
    mine = sides(track, n, others=others, rate=rate, drawn=drawn)
    return cross_gate(track, mine, SCALE, RULES, known)


def bench(n: int) -> list[tuple[float, float]]:
    return [(300.0, -1.05)] * n


def ice(n: int, depth: float = 0.5) -> list[tuple[float, float]]:
    return [(300.0, depth)] * n


def test_sides_by_depth() -> None:
    track = man([(300, -1.05), (300, -0.3), (300, -0.1), (300, 0.8), (300, -4.0), (900, -1.0)])
    found = sides(track, 6).side.tolist()
    assert found == [Side.OFF, Side.ASTRIDE, Side.ON, Side.ON, Side.UNKNOWN, Side.UNKNOWN]


def test_over_the_boards_is_dated_between_the_last_astride_and_the_first_ice_look() -> None:
    feet = bench(20) + [(300.0, -0.35)] * 5 + ice(30)
    (found,) = crossings(feet)
    assert found.direction == "on"
    assert SCALE.seconds(found.when.earliest) == pytest.approx(24 / 25 - TOUCH_S)
    assert SCALE.seconds(found.when.latest) == pytest.approx(25 / 25 + LAND_S)
    assert found.confidence > 0.9


def test_going_off_is_dated_between_the_last_ice_and_the_first_bench_look() -> None:
    feet = ice(30) + [(300.0, -0.35)] * 5 + bench(20)
    (found,) = crossings(feet)
    assert found.direction == "off"
    assert SCALE.seconds(found.when.earliest) == pytest.approx(29 / 25 - LIFT_S)
    assert SCALE.seconds(found.when.latest) == pytest.approx(35 / 25)


@pytest.mark.parametrize("flicker", [1, 2, 4])
def test_a_flicker_on_the_ice_side_is_no_crossing(flicker: int) -> None:
    assert crossings(bench(20) + ice(flicker) + bench(20)) == []


def test_a_man_astride_who_goes_back_has_not_crossed() -> None:
    assert crossings(bench(20) + [(300.0, -0.35)] * 40 + bench(20)) == []


def test_a_man_sitting_astride_with_a_hanging_skate_has_not_crossed() -> None:
    assert crossings(bench(20) + [(300.0, -0.5)] * 60) == []


def test_a_man_skating_along_the_boards_has_not_crossed() -> None:
    feet = [(50 + 6.0 * i, 0.15) for i in range(80)]
    assert crossings(feet) == []


def test_off_the_ice_and_back_within_a_second_is_a_box_that_slipped() -> None:
    # last on the ice at 29/25 s, on it again at 50/25: 0.84 s; a man on the bench for 1.2 s has crossed twice
    assert crossings(ice(30) + bench(20) + ice(30)) == []
    assert [c.direction for c in crossings(ice(30) + bench(30) + ice(30))] == ["off", "on"]
    # two slips, then he does go off: one crossing, dated by its own looks
    (found,) = crossings(ice(30) + bench(15) + ice(30) + bench(15) + ice(30) + bench(40))
    assert found.direction == "off"
    assert SCALE.seconds(found.when.earliest) == pytest.approx(119 / 25 - LIFT_S)


def test_a_box_far_up_behind_the_boards_between_has_not_slipped() -> None:
    """One man goes off and another comes on within a second, taken for one: his box was 1.35 m up between."""
    feet = ice(30) + [(300.0, -1.35)] * 20 + ice(30)
    assert [c.direction for c in crossings(feet)] == ["off", "on"]
    assert crossings(ice(30) + [(300.0, -0.6)] * 20 + ice(30)) == []


def test_two_such_looks_are_enough_where_he_is_then_elsewhere_along_the_boards() -> None:
    """As at 4.3 s of legal-one: one man steps off at the door, the track goes on with one 2.4 m along."""
    behind = [(300.0, -0.6)] * 2 + [(240.0, -1.7)] * 2 + [(180.0, -0.9)] * 4
    assert [c.direction for c in crossings(ice(30) + behind + [(180.0, 0.5)] * 30)] == ["off", "on"]
    assert crossings(ice(30) + behind + ice(30)) == []
    # a man at 7.5 m/s whose box slips onto a man on the bench comes as far by his own motion
    passing = [(50 + 15.0 * i, 0.3) for i in range(60)]
    passing[30:32] = [(x, -1.7) for x, _ in passing[30:32]]
    passing[32:36] = [(x, -0.6) for x, _ in passing[32:36]]
    assert crossings(passing) == []


def test_on_the_ice_and_back_at_once_is_still_told() -> None:
    assert [c.direction for c in crossings(bench(30) + ice(20) + bench(30))] == ["on", "off"]


def test_hidden_looks_widen_the_interval_and_say_so() -> None:
    track = man(bench(20) + ice(40))
    # A linesman stands in front for looks 15 to 29, nearer the camera: he hides the man's feet
    # once they are on the ice, and not while they are behind the boards above his head.
    linesman = man([(300.0, float("nan"))] * 15 + [(300.0, 0.9)] * 15, id_=2)
    known = [(track, sides(track, 60))]
    (found,) = cross_gate(track, sides(track, 60, others=[linesman]), SCALE, RULES, known)
    assert SCALE.seconds(found.when.earliest) == pytest.approx(19 / 25 - TOUCH_S)
    assert SCALE.seconds(found.when.latest) == pytest.approx(30 / 25 + LAND_S)
    assert found.reason is not None and "hidden" in found.reason


def test_first_seen_on_the_ice_at_the_gate_is_weak_evidence() -> None:
    feet = [(300.0, float("nan"))] * 25 + [(300.0, 0.1 + 0.03 * i) for i in range(50)]
    (found,) = crossings(feet)
    assert found.direction == "on" and found.confidence < 0.6
    assert found.when.best is not None and SCALE.seconds(found.when.best) == pytest.approx(25 / 25)
    assert SCALE.seconds(found.when.earliest) < 25 / 25 < SCALE.seconds(found.when.latest)
    assert found.reason == "first seen on the ice at the gate"


def lost(x: float, depth: float, *, until: int) -> Track:
    """Another man, last seen at this place in this look."""
    return man([(x, depth)] * until, id_=2)


@pytest.mark.parametrize(
    "others, sure",
    [
        ([], True),  # the gate watched for 5 s, nobody lost: he was on no ice before
        ([lost(600, 0.9, until=100)], False),  # 6 m along and 2.7 m across, 1 s before: he may be this man
        ([lost(1250, 0.9, until=120)], True),  # 19 m away 0.2 s before: he cannot
        ([lost(320, -1.05, until=100)], True),  # behind the boards: one more who may have come over them
        ([lost(1278, 0.9, until=60)], True),  # out of the picture by its edge
        ([lost(600, 0.9, until=24)], True),  # 4.1 s before: whoever is seen at all is found again by then
    ],
)
def test_first_seen_at_the_gate_with_nobody_lost_before_came_through_it(
    others: list[Track], sure: bool
) -> None:
    feet = [(300.0, float("nan"))] * 125 + [(300.0, 0.1 + 0.03 * i) for i in range(50)]
    (found,) = crossings(feet, others=others)
    assert found.direction == "on" and found.reason is not None
    assert (found.confidence > 0.6) == sure == ("nobody who could be he was lost" in found.reason)


def test_a_man_who_vanishes_behind_the_boards_as_another_appears_is_he() -> None:
    feet = [(300.0, float("nan"))] * 25 + [(300.0, 0.1 + 0.03 * i) for i in range(50)]
    behind = man([(305.0, -1.05)] * 22, id_=2)
    (found,) = crossings(feet, others=[behind])
    assert found.confidence > 0.6 and found.reason is not None
    assert "last seen 0.16 s before" in found.reason  # look 21 to look 25, at 25 a second


def test_the_interval_reaches_back_to_where_he_was_last_seen_behind_the_boards() -> None:
    """Last seen in look 11, on the ice in look 25: he may have touched the ice at any moment between."""
    feet = [(300.0, float("nan"))] * 25 + [(300.0, 0.1 + 0.03 * i) for i in range(50)]
    behind = man([(305.0, -1.05)] * 12, id_=2)
    (found,) = crossings(feet, others=[behind])
    assert found.confidence > 0.6
    assert SCALE.seconds(found.when.earliest) == pytest.approx(11 / 25 - TOUCH_S)


def test_a_man_found_again_behind_the_boards_has_not_come_on() -> None:
    feet = [(300.0, float("nan"))] * 25 + [(300.0, 0.1 + 0.03 * i) for i in range(50)]
    behind = man([(305.0, -1.05)] * 22, id_=2)
    again = man([(305.0, float("nan"))] * 30 + [(306.0, -1.05)] * 20, id_=3)
    (found,) = crossings(feet, others=[behind, again])
    assert found.confidence < 0.6


def test_a_track_that_changes_over_to_a_man_on_the_bench_is_no_crossing() -> None:
    """Two boxes on one man; one of the tracks jumps to a man behind the boards, the other stays with him."""
    stays = man([(300.0 + i, 0.6) for i in range(70)], id_=2)
    jumps = [(300.0 + i, 0.6) for i in range(30)] + [(340.0, -1.05)] * 40
    assert crossings(jumps, others=[stays]) == []
    assert [c.direction for c in crossings(jumps)] == ["off"]


def test_a_man_found_only_as_he_climbs_has_crossed() -> None:
    """Two looks behind the boards are too few to settle him there; astride, then on the ice, he came on."""
    feet = [(300.0, float("nan"))] * 25 + [(300.0, -1.0)] * 2 + [(300.0, -0.35)] * 4
    feet += [(300.0, 0.1 + 0.03 * i) for i in range(50)]
    (found,) = crossings(feet)
    assert (found.direction, found.confidence) == ("on", 0.75)
    assert SCALE.seconds(found.when.earliest) == pytest.approx(30 / 25 - TOUCH_S)
    assert SCALE.seconds(found.when.latest) == pytest.approx(31 / 25 + LAND_S)


def test_a_track_that_ends_at_the_boards_under_one_that_skates_on_is_no_crossing() -> None:
    """Two boxes on a man who skates along the boards in a fast pan: the one drifts up and is lost."""
    walk = [(220.0 + 4 * i, 2.0 - 0.06 * i) for i in range(30)]
    lost = [*walk, *((340.0 + 2 * i, -0.35) for i in range(6)), *[(300.0, float("nan"))] * 30]
    stays = man([*walk, *((340.0 + 2 * i, -0.35 if i < 6 else 0.2) for i in range(36))], id_=2)
    assert [(c.direction, c.confidence) for c in crossings(lost)] == [("off", 0.75)], "by itself it looks so"
    assert crossings(lost, others=[stays]) == []


def test_an_identity_switch_at_the_gate_is_no_crossing() -> None:
    before = man([(290 + i * 0.5, 0.1) for i in range(25)], id_=2)
    feet = [(300.0, float("nan"))] * 27 + [(302.0 + i, 0.1 + 0.02 * i) for i in range(50)]
    assert crossings(feet, others=[before]) == []


def test_first_seen_away_from_the_gate_is_no_crossing() -> None:
    feet = [(300.0, float("nan"))] * 25 + [(300.0, 3.0 + 0.02 * i) for i in range(50)]
    assert crossings(feet) == []


@pytest.mark.parametrize("rate", [10.0, 25.0, 60.0])
def test_dwell_is_in_seconds_whatever_the_rate(rate: float) -> None:
    n = int(rate)
    (found,) = crossings(bench(n) + ice(2 * n), rate=rate)
    assert SCALE.seconds(found.when.latest) == pytest.approx(1.0 + LAND_S, abs=0.002)
    assert crossings(bench(n) + ice(int(0.3 * rate)) + bench(n), rate=rate) == []


def test_time_shift_moves_the_crossing_and_nothing_else() -> None:
    early = crossings(bench(20) + ice(40))
    late = crossings([(300.0, float("nan"))] * 50 + bench(20) + ice(40))
    assert len(early) == len(late) == 1
    assert late[0].when.latest.minus(early[0].when.latest) == pytest.approx(2.0)
    assert late[0].confidence == early[0].confidence


def test_anchor_head_finds_the_feet_that_boards_hide() -> None:
    from dataclasses import replace

    from review.measure.gate_side import side_of_track
    from tests.unit.measuring import flat_scale, gate, view

    cut = man([(300.0, -0.2)], height=40)  # a box that ends early: only its top is right
    box = cut.xyxy_px.copy()
    box[0, 1] = LINE_Y + 0.5 * PPM - 86
    track = replace(cut, xyxy_px=box)
    drawn = replace(gate(), anchor="head")
    found = side_of_track(
        track,
        view(1, drawn=drawn),
        scale=flat_scale(1),
        rows=np.array([0]),
        hidden=np.array([False]),
        size_px=(1280, 720),
    )
    assert found.depth_m[0] == pytest.approx(0.5, abs=0.01)


def test_a_track_that_ends_on_a_man_who_has_another_is_no_crossing() -> None:
    """As at 6.8 s of buf-edm: a second box on a man at the boards ends there, and he skates on."""
    stays = man([(300.0 + 2 * i, 0.3) for i in range(90)], id_=2)
    comes = [(700.0 - 10 * i, 0.3) for i in range(20)]
    feet = comes + [(300.0 + 2 * i, 0.3) for i in range(20, 40)] + [(0.0, float("nan"))] * 50
    assert crossings(feet, others=[stays]) == []
    assert [(c.direction, c.confidence) for c in crossings(feet)] == [("off", 0.45)]


def test_beside_a_man_in_one_look_alone_he_may_still_have_gone_off() -> None:
    passes = man([(300.0 - 25 * (29 - i), 0.3) for i in range(90)], id_=2)
    feet = [(700.0 - 10 * i, 0.3) for i in range(20)] + [(300.0, 0.3)] * 10 + [(0.0, float("nan"))] * 60
    assert [c.direction for c in crossings(feet, others=[passes])] == ["off"]


def test_a_man_who_passes_before_him_for_a_look_takes_no_crossing_away() -> None:
    """As at 6.5 s of clearing-in-order: first seen astride, and another, on the ice, skates past."""
    off = [(300 + 3.0 * i, 0.3 + 0.03 * i) for i in range(40)]
    feet = [(300.0, float("nan"))] * 25 + [(300.0, -0.35)] * 12 + off
    passes = man([(300.0 + 20 * (i - 30), 0.2) for i in range(77)], id_=2)
    (found,) = crossings(feet, others=[passes])
    assert found.direction == "on" and found.reason == "first seen astride or behind the boards"
    assert SCALE.seconds(found.when.earliest) == pytest.approx(36 / 25 - TOUCH_S)
    # a track that begins where a man stands on the ice is one more of his
    stands = man([(300.0, 0.2)] * 31 + [(300.0 + 20 * i, 0.2) for i in range(46)], id_=3)
    assert crossings(feet, others=[stands]) == []


def test_hidden_looks_put_the_likeliest_moment_of_going_on_in_their_middle() -> None:
    track = man(bench(20) + ice(40))
    linesman = man([(300.0, float("nan"))] * 15 + [(300.0, 0.9)] * 15, id_=2)
    known = [(track, sides(track, 60))]
    (found,) = cross_gate(track, sides(track, 60, others=[linesman]), SCALE, RULES, known)
    assert found.when.best is not None
    assert SCALE.seconds(found.when.best) == pytest.approx((19 / 25 + 30 / 25) / 2, abs=0.001)


def test_near_boards_show_who_stands_before_them() -> None:
    """Under the camera a man on the ice ends at the boards' top edge, one in the box shows more."""
    track = man([(300, -0.3), (300, -0.6), (300, -0.8), (300, -0.95), (300, -1.6), (900, -0.3)])
    found = sides(track, 6, drawn=near_gate()).side.tolist()
    assert found == [Side.OFF, Side.OFF, Side.ASTRIDE, Side.ON, Side.ON, Side.UNKNOWN]


def test_a_man_let_out_of_a_near_box_touched_the_ice_before_the_boards_hid_his_legs() -> None:
    """His lower edge passes the boards' top edge between looks 49 and 50; 0.85 s earlier is likeliest."""
    feet = [(300.0, -0.3)] * 50 + [(300.0 + 4 * i, -0.95 - 0.03 * i) for i in range(40)]
    (found,) = crossings(feet, drawn=near_gate())
    assert found.direction == "on" and found.when.best is not None
    assert SCALE.seconds(found.when.earliest) == pytest.approx(2.0 - 1.3)
    assert SCALE.seconds(found.when.latest) == pytest.approx(2.0)
    assert SCALE.seconds(found.when.best) == pytest.approx(2.0 - 0.85)


def test_a_man_who_skates_along_near_boards_stays_on_the_ice() -> None:
    assert crossings([(100.0 + 5 * i, -0.97) for i in range(60)], drawn=near_gate("players_bench")) == []


def test_two_tracks_on_one_man_cross_once() -> None:
    """A second track begins on the bench and slips onto the man who climbs over: he crosses once."""
    climbs = man(bench(20) + [(300.0, -0.35)] * 5 + [(300.0 + 3 * i, 0.3) for i in range(40)])
    slips = man([(330.0, -1.05)] * 24 + [(300.0 + 3 * i, 0.32) for i in range(41)], id_=2)
    apart = man([(330.0, -1.05)] * 24 + [(360.0 + 3 * i, 0.32) for i in range(41)], id_=3)

    def crossed(*tracks: Track) -> list[int]:
        known = [(t, sides(t, 65)) for t in tracks]
        raw = [c for t, stood in known for c in cross_gate(t, stood, SCALE, RULES, known)]
        return [c.track for c in without_twins(raw, {t.id: t for t in tracks})]

    assert crossed(climbs, slips) == [1]
    assert crossed(climbs, apart) == [1, 3]


def test_who_takes_over_a_man_where_his_track_ends_is_he() -> None:
    """The first track ends soon after it came on, and another goes on from there (a rendered clearing)."""
    climbs = man(bench(20) + [(300.0, -0.35)] * 5 + [(300.0 + 3 * i, 0.3) for i in range(14)])
    beside = [(345.0, -1.05)] * 20 + [(330.0, -0.35)] * 5 + [(345.0 + 3 * i, 0.3) for i in range(12)]
    takes_over = man(beside + [(300.0 + 3 * i, 0.3) for i in range(12, 60)], id_=2)
    goes_on = man(beside + [(345.0 + 3 * i, 0.3) for i in range(12, 60)], id_=3)
    assert twin_tracks(climbs, 25, takes_over, 25)
    assert not twin_tracks(climbs, 25, goes_on, 25)


def test_hidden_feet_widen_the_time_of_going_off() -> None:
    """Where a linesman hides his feet he may have left well before he was last seen on the ice."""
    track = man(ice(30) + [(300.0, -0.35)] * 5 + bench(25))
    linesman = man([(300.0, float("nan"))] * 30 + [(300.0, 0.4)] * 5, id_=2)
    known = [(track, sides(track, 60))]
    (found,) = cross_gate(track, sides(track, 60, others=[linesman]), SCALE, RULES, known)
    assert SCALE.seconds(found.when.earliest) == pytest.approx(29 / 25 - HIDDEN_LIFT_S)
