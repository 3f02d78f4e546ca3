"""Crops that the number reader is trained on, and its recipe."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from review.adapters.number_window import WINDOW_PX
from review.adapters.numbers_openvino import number_model
from review.core.errors import WeightsUnusable
from review.train.backs import Made, made_crop
from review.train.glyphs import number_masks
from review.train.numbers import load_number_recipe


@pytest.fixture(scope="module")
def made() -> list[Made]:
    return [made_crop(7, k) for k in range(200)]


def test_the_same_seed_draws_the_same_crop(made: list[Made]) -> None:
    again = made_crop(7, 11)
    assert (again.rgb == made[11].rgb).all() and again.number == made[11].number
    assert not (made_crop(8, 11).rgb == again.rgb).all()


def test_about_half_show_a_number_and_a_third_a_legible_one(made: list[Made]) -> None:
    numbered = [m for m in made if m.number is not None]
    legible = [m for m in made if m.legible]
    assert all(m.rgb.shape == (WINDOW_PX[1], WINDOW_PX[0], 3) for m in made)
    assert 100 <= len(numbered) <= 150 and 45 <= len(legible) <= 110
    assert all(m.number is not None for m in legible)


def test_legible_digits_stand_in_the_window_tens_left_of_units_on_an_upright_man(made: list[Made]) -> None:
    spots = np.array([m.spots_px for m in made if m.legible and m.number is not None and m.number > 9])
    assert ((spots >= 0) & (spots <= WINDOW_PX)).all()
    assert (
        spots[:, 0, 0] < spots[:, 1, 0]
    ).mean() > 0.95  # a man lying on his side has them below each other


def test_digits_are_side_by_side_and_one_digit_has_no_tens() -> None:
    rng = np.random.default_rng(0)
    for number in (10, 47, 88):
        tens, units = number_masks(number, rng)
        assert tens.shape == units.shape
        assert np.flatnonzero(tens.any(axis=0))[-1] < np.flatnonzero(units.any(axis=0))[0]
    tens, units = number_masks(7, rng)
    assert not tens.any() and units.any()


def test_the_carried_reader_has_its_recipe() -> None:
    recipe = load_number_recipe(number_model().recipe)
    assert recipe.model == number_model().name


@pytest.mark.parametrize(
    ("text", "words"), [("model = 3", "schema"), ("schema", "cannot be read"), ("spare = 1", "schema")]
)
def test_a_wrong_recipe_is_refused_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "r.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(WeightsUnusable, match=words) as caught:
        load_number_recipe(path)
    assert "r.toml" in caught.value.cause
