"""Truth against itself is perfect; truth with a known fault gives the value worked out by hand."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import pytest

from review.evaluate.clip import Clip
from review.evaluate.suite import METRICS, document, pooled, score_clip
from tests.unit.truths import all_seeing, faultless, small_truth

PERFECT = {
    "crossing_f1_05s": 1, "crossing_wrong_direction": 0, "crossing_time_median_s": 0, "interval_coverage": 1,
    "count_inside": 1, "count_best": 1, "count_decided": 1, "early_precision": 1, "early_recall": 1,
    "too_many_precision": 1, "too_many_recall": 1, "false_flags_per_hour": 0, "first_second_wrong": 0,
    "first_second_answered": 1, "hota": 1, "idf1": 1, "mota": 1, "ap50": 1, "shot_f1": 1,
    "replay_recall": 1, "clock_accuracy": 1, "clock_answered": 1, "number_accuracy": 1,
    "number_answered": 1, "team_accuracy": 1, "speed_x": 2,
}  # fmt: skip
UNMEASURED = {
    "registration_median_m",
    "registration_p95_gate_m",
    "registered_share",
    "registration_inside",
    "false_registrations",
}


def values(clip: Clip) -> dict[str, float | None]:
    return {name: metric.value() for name, metric in score_clip(clip).metrics.items()}


def shifted(time: dict[str, Any], by_s: float) -> dict[str, Any]:
    return {**time, "s": round(time["s"] + by_s, 6)}


def test_truth_against_itself_is_perfect() -> None:
    scored = values(faultless(small_truth()))
    assert set(METRICS) == set(PERFECT) | UNMEASURED <= set(scored)
    assert {name: scored[name] for name in PERFECT} == pytest.approx(PERFECT)
    assert all(scored[name] is None for name in UNMEASURED)
    assert not score_clip(faultless(small_truth())).moments


def test_a_crossing_moved_by_six_tenths_is_missed_and_false() -> None:
    clip = faultless(small_truth())
    row = clip.report["crossings"][1]  # RED on at 3.0
    row["when"] = {key: shifted(time, 0.6) for key, time in row["when"].items()}
    scored = values(clip)
    assert scored["crossing_f1_05s"] == pytest.approx(2 * 6 / (2 * 6 + 1 + 1))
    assert scored["crossing_time_median_s"] == 0
    assert scored["interval_coverage"] == pytest.approx(6 / 7)  # 0.58 s before its interval begins
    assert scored["crossing_wrong_direction"] == 0
    assert len(score_clip(clip).moments) == 2


def test_a_crossing_moved_by_four_tenths_is_found_but_not_held() -> None:
    clip = faultless(small_truth())
    row = clip.report["crossings"][1]
    row["when"] = {key: shifted(time, 0.4) for key, time in row["when"].items()}
    scored = values(clip)
    assert (scored["crossing_f1_05s"], scored["crossing_time_median_s"]) == (1, 0)
    assert scored["interval_coverage"] == pytest.approx(6 / 7)


def test_a_crossing_that_nobody_found() -> None:
    clip = faultless(small_truth())
    del clip.report["crossings"][1]
    assert values(clip)["crossing_f1_05s"] == pytest.approx(2 * 6 / (2 * 6 + 1))


def test_a_crossing_taken_the_other_way() -> None:
    clip = faultless(small_truth())
    clip.report["crossings"][1]["direction"] = "off"
    scored = values(clip)
    assert scored["crossing_wrong_direction"] == 1
    assert scored["crossing_f1_05s"] == pytest.approx(2 * 6 / (2 * 6 + 1 + 1))


def test_a_crossing_found_though_out_of_view_is_neither_hit_nor_false() -> None:
    clip = faultless(small_truth())
    extra = deepcopy(clip.report["crossings"][1])
    moment = {"pts": 450000, "s": 5.1, "timecode": None, "clock": None}
    extra |= {"id": 99, "team": "BLU", "gate": "BLU-bench"}
    extra["when"] = {"earliest": moment, "best": moment, "latest": moment}
    clip.report["crossings"].append(extra)
    metric = score_clip(clip).metrics["crossing_f1_05s"]
    assert metric.plain() == {"part": 14, "whole": 14, "hit": 7, "false": 0, "missed": 0}
    extra["team"] = "RED"  # nobody of RED goes on at 5.1 s
    assert values(clip)["crossing_f1_05s"] == pytest.approx(14 / 15)


def test_a_count_one_too_low_for_a_known_time() -> None:
    clip = faultless(small_truth())
    (red,) = [row for row in clip.report["counts"] if row["team"] == "RED"]
    point = red["points"][1]  # five men from 2.1 to 3.0 s
    point.update(low=4, high=4, best=4)
    scored = values(clip)
    whole = 2 * (16.0 + 2.0)  # two teams, live shots 0 to 16 and 18 to 20 s
    assert scored["count_inside"] == pytest.approx(1 - 0.9 / whole)
    assert scored["count_best"] == pytest.approx(1 - 0.9 / whole)
    assert scored["count_decided"] == 1
    point.update(low=4, high=None, best=None)
    scored = values(clip)
    assert (scored["count_inside"], scored["count_best"]) == (1, 1)
    assert scored["count_decided"] == pytest.approx(1 - 0.9 / whole)


def test_first_and_second_man_exchanged() -> None:
    clip = faultless(small_truth())
    (a,) = clip.report["altercations"]
    a["first"], a["second"] = a["second"], a["first"]
    scored = values(clip)
    assert (scored["first_second_wrong"], scored["first_second_answered"]) == (2, 1)


def test_a_second_man_left_open() -> None:
    clip = faultless(small_truth())
    clip.report["altercations"][0]["second"] = {"RED": None}
    scored = values(clip)
    assert (scored["first_second_wrong"], scored["first_second_answered"]) == (0, 0.5)


def test_a_man_named_out_of_his_crossing_is_known_by_his_boxes() -> None:
    clip = faultless(small_truth())
    clip.report["altercations"][0]["first"]["RED"]["crossing"] = 777
    assert values(clip)["first_second_wrong"] == 0
    clip.report["altercations"][0]["first"]["RED"]["person"] = 7
    assert values(clip)["first_second_wrong"] == 1


def test_two_men_within_one_frame_may_be_named_either_way() -> None:
    truth = small_truth()
    row = truth["crossings"][-1]
    row["first_skate_s"], row["second_skate_s"] = 13.02, 13.12
    truth["counts"][0]["points"][-1]["s"] = 13.02
    clip = faultless(truth)
    (a,) = clip.report["altercations"]
    a["first"], a["second"] = a["second"], a["first"]
    assert values(clip)["first_second_wrong"] == 0


def false_finding(clause: str, s: float) -> dict[str, Any]:
    time = {"pts": 0, "s": s, "timecode": None, "clock": None}
    span = {"start": time, "end": time}
    subject = {"team": "RED", "person": 1}
    return {"id": 50, "clause": clause, "verdict": "trips", "subject": subject, "who": "RED 11", "span": span}


def test_a_false_finding_of_too_many_men() -> None:
    clip = faultless(small_truth())
    clip.report["findings"].append(false_finding("205.6", 3.0))
    scored = values(clip)
    assert scored["too_many_precision"] == pytest.approx(1 / 2)
    assert scored["too_many_recall"] == 1
    assert scored["false_flags_per_hour"] == pytest.approx(3600 / 20)  # one in twenty seconds
    assert scored["early_precision"] == 1


def test_a_false_early_change() -> None:
    clip = faultless(small_truth())
    clip.report["findings"].append(false_finding("205.1a", 3.0))
    scored = values(clip)
    assert (scored["early_precision"], scored["early_recall"]) == (0.5, 1)


def test_an_early_change_nobody_called() -> None:
    clip = faultless(small_truth())
    clip.report["changes"][1]["verdict"] = "cannot tell"
    clip.report["findings"] = [f for f in clip.report["findings"] if f["clause"] != "205.1a"]
    scored = values(clip)
    assert (scored["early_precision"], scored["early_recall"]) == (None, 0)


def test_a_gradual_transition_lasts_until_it_is_settled() -> None:
    clip = faultless(small_truth())
    before, shot = next(pair for pair in pairwise(clip.report["shots"]) if pair[1]["enters_by"] != "cut")
    true_end = shot["start"]
    before["end"], shot["start"] = shifted(before["end"], -1.0), shifted(true_end, -1.0)
    assert values(clip)["shot_f1_gradual"] == 0
    shot["settled"] = true_end
    assert values(clip)["shot_f1_gradual"] == 1


def test_a_cut_three_frames_late_and_a_replay_not_called() -> None:
    clip = faultless(small_truth())
    _, second, third = clip.report["shots"]
    third["start"], second["end"] = shifted(third["start"], 3 / 25), shifted(second["end"], 3 / 25)
    second["replay"] = None
    scored = values(clip)
    assert scored["shot_f1"] == pytest.approx(2 / (2 + 1 + 1))
    assert scored["shot_f1_cuts"] == 0 and scored["shot_f1_gradual"] == 1
    assert scored["replay_recall"] == 0
    third["start"] = shifted(third["start"], -1 / 25)
    assert values(clip)["shot_f1"] == 1


def test_a_clock_misread_and_one_not_read() -> None:
    clip = faultless(small_truth())
    report = clip.report
    report["crossings"], report["counts"], report["altercations"] = [], [], []
    report["changes"], report["findings"] = [], []
    times = [shot[edge] for shot in report["shots"] for edge in ("start", "end")]
    times[0]["clock"], times[1]["clock"] = "P1 12:49.0", None
    scored = values(clip)
    assert scored["clock_answered"] == pytest.approx(5 / 6)
    assert scored["clock_accuracy"] == pytest.approx(4 / 5)


def test_a_person_s_reading_is_not_asked_of_a_later_second() -> None:
    """Read off single pictures: 18:40 at 0 s says nothing of what stands in a report at 2 s."""
    clip = faultless(small_truth() | {"clocks": [{"s": 0.0, "clock": "18:40"}]})
    report = clip.report
    report["crossings"], report["counts"], report["altercations"] = [], [], []
    report["changes"], report["findings"] = [], []
    times = [shot[edge] for shot in report["shots"] for edge in ("start", "end")]
    for time in times:
        time["clock"] = "18:39"
        time["s"] = max(0.0, time["s"])
    times[-1]["clock"] = "12:00"
    assert times[0]["s"] == 0.0 and times[-1]["s"] > 0.5
    assert (values(clip)["clock_answered"], values(clip)["clock_accuracy"]) == (1, 1)


def test_teams_and_numbers_wrong_or_left_open() -> None:
    clip = faultless(small_truth())
    men = {p["id"]: p for p in clip.report["people"]}
    men[1]["team"] = "BLU"
    men[2]["team"] = None
    men[3]["number"] = 99
    men[4]["number"] = None
    scored = values(clip)
    assert scored["team_accuracy"] == pytest.approx(6 / 8)  # eight players were followed
    assert scored["number_answered"] == pytest.approx(7 / 8)
    assert scored["number_accuracy"] == pytest.approx(6 / 7)


def test_a_man_not_found_and_a_box_on_nobody() -> None:
    truth = small_truth()
    looks = all_seeing(truth)
    for look in looks:  # drop the surest box, which is man 1's
        object.__setattr__(look, "found", type(look.found)(*(c[1:] for c in (
            look.found.xyxy_px, look.found.class_id, look.found.conf))))  # fmt: skip
    clip = Clip("small", faultless(truth).report, truth, looks)
    scored = values(clip)
    assert scored["recall_play"] == pytest.approx(7 / 8)
    assert scored["ap50"] == pytest.approx(89 / 101)  # recalls 0.00 to 0.88 of 8 in 9


def test_nothing_to_score_is_unknown() -> None:
    truth = small_truth()
    truth |= {"crossings": [], "changes": [], "altercations": [], "expected": [], "frames": [], "counts": []}
    truth["shots"] = truth["shots"][:1]
    report = faultless(small_truth()).report
    report |= {"crossings": [], "changes": [], "altercations": [], "findings": [], "counts": []}
    report["shots"] = report["shots"][:1]
    scored = values(Clip("none", report, truth))
    assert {n for n in METRICS if scored[n] is not None} == {"false_flags_per_hour", "speed_x"}


def test_totals_are_over_cases_and_not_over_clips() -> None:
    good, bad = faultless(small_truth()), faultless(small_truth())
    bad.report["crossings"] = bad.report["crossings"][:1]  # six of seven missed
    clips = [score_clip(good), score_clip(good), score_clip(bad)]
    total = pooled(clips)["crossing_f1_05s"].value()
    assert total == pytest.approx(2 * 15 / (2 * 15 + 6))
    written = document(clips, versions={"code": "0"})
    low, high = written["intervals"]["crossing_f1_05s"]
    assert low == pytest.approx(2 / 8) and high == 1  # all three draws the bad clip; none of them
    assert written["groups"]["by hand"] == written["total"]
    assert written["total"]["registered_share"] is None
    assert written == document(clips, versions={"code": "0"})


def test_the_curve_falls_back_on_confidence() -> None:
    clip = faultless(small_truth())
    clip.report["crossings"][1]["direction"] = "off"
    clip.report["crossings"][1]["confidence"] = 0.4
    curve = document([score_clip(clip)], versions={})["curves"]["crossings"]
    assert curve == [
        {"coverage": round(6 / 7, 4), "risk": 0.0, "conf": 0.9},
        {"coverage": 1.0, "risk": round(1 / 7, 4), "conf": 0.4},
    ]


def test_a_man_out_of_the_box_takes_a_rank() -> None:
    truth = small_truth()
    truth["altercations"][0]["order"][0]["from"] = "penalty_box"
    clip = faultless(truth)
    (a,) = clip.report["altercations"]
    a["first"], a["second"] = a["second"], {"RED": None}  # as if the box did not count
    assert values(clip)["first_second_wrong"] == 1


def test_an_early_change_whose_other_man_stays_on_is_asked_for() -> None:
    truth = small_truth()
    truth["crossings"] = [c for c in truth["crossings"] if c["person"] != 4]
    clip = faultless(truth)
    clip.report["findings"] = [f for f in clip.report["findings"] if f["clause"] != "205.1a"]
    assert values(clip)["early_recall"] == 0
    truth["crossings"][3]["in_view"] = False  # the entering man's
    assert truth["crossings"][3]["person"] == 3
    assert values(Clip("small", clip.report, truth))["early_recall"] is None
