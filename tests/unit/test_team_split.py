"""The line between sweaters, on clouds whose teams are known."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.arrays import Array
from review.measure.team_split import DOUBTED_P, UNCLEAR_P, learn_split

rng = np.random.default_rng(7)


def clouds(apart: float, *, n: int = 40, nuisance: float = 3.0) -> tuple[Array, Array]:
    """Men of two teams that differ by `apart` along one share, and far more by light, whoever they are."""
    team = np.repeat([0, 1], n)
    out = rng.normal(0, 1, (2 * n, 5))
    out[:, 0] += apart * team
    out[:, 1] *= nuisance
    return out * 0.05, team


def guess_by_light(features: Array) -> Array:
    return (features[:, 1] > 0).astype(int)


def test_men_behind_the_benches_choose_the_teams_and_not_the_light() -> None:
    features, team = clouds(7.0)
    behind, bench = clouds(7.0, n=8)
    split = learn_split(features, np.ones(len(team)), guess_by_light(features), behind, bench)
    assert np.mean((split.logit(features) > 0) == team) == 1.0
    assert split.most_p == 1.0


def test_where_the_benches_do_not_agree_nobody_is_sure() -> None:
    features, _ = clouds(0.0)
    behind, bench = clouds(0.0, n=12)
    split = learn_split(features, np.ones(len(features)), guess_by_light(features), behind, bench)
    assert split.most_p == DOUBTED_P


@pytest.mark.parametrize(("apart", "most"), [(12.0, 1.0), (2.0, UNCLEAR_P)])
def test_without_benches_only_clouds_far_apart_are_believed(apart: float, most: float) -> None:
    features, team = clouds(apart, nuisance=1.0)
    nobody = np.zeros((0, 5)), np.zeros(0, int)
    split = learn_split(features, np.ones(len(team)), (features[:, 0] > apart * 0.025).astype(int), *nobody)
    assert split.most_p == most
    assert np.mean((split.logit(features) > 0) == team) >= (0.99 if apart > 5 else 0.75)


def test_a_line_with_nearly_everybody_on_one_side_parts_no_teams() -> None:
    """Three men of 42 in the shade of a corner, however unlike the others, are not a team; 18 are."""
    nobody = np.zeros((0, 5)), np.zeros(0, int)
    looks = np.sqrt(np.full(42, 30.0))
    for few, most in ((3, DOUBTED_P), (18, 1.0)):
        features = rng.normal(0, 0.05, (42, 5))
        features[:few, 0] += 1.5
        split = learn_split(features, looks, (np.arange(42) < few).astype(int), *nobody)
        assert split.most_p == most


def test_a_first_guess_that_runs_off_to_one_side_is_kept_as_it_was() -> None:
    """As on a cassette: a few bright men draw the line to themselves, both teams lie on one side."""
    features, team = clouds(4.0, nuisance=1.0)
    features[:4, 2] += 3.0
    nobody = np.zeros((0, 5)), np.zeros(0, int)
    split = learn_split(features, np.ones(len(team)), team, *nobody)
    side = split.logit(features) > 0
    assert 0.4 <= side.mean() <= 0.6 and np.mean(side == team) >= 0.9


def test_a_light_that_all_share_is_not_held_against_a_man() -> None:
    features, team = clouds(8.0)
    behind, bench = clouds(8.0, n=8)
    split = learn_split(features, np.ones(len(team)), team, behind, bench)
    dark = features[team == 1].mean(axis=0) + np.array([0, -0.4, 0, 0, 0])
    assert split.logit(dark) > 2
