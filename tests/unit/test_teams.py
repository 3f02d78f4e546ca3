"""Teams from looks: colours of known value, men of known team."""

from __future__ import annotations

import numpy as np
import pytest

from review.core.game import Team
from review.measure.teams import (
    PALETTE,
    TeamModel,
    TrackLook,
    colour_class,
    hex_to_lab,
    learn_teams,
)


@pytest.mark.parametrize(
    ("colour", "lab"),
    [
        ("#ffffff", (100.0, 0.0, 0.0)),
        ("#000000", (0.0, 0.0, 0.0)),
        ("#ff0000", (53.24, 80.09, 67.20)),  # CIE Lab of sRGB red, D65
        ("#0000ff", (32.30, 79.19, -107.86)),
    ],
)
def test_hex_to_lab_is_cie_lab(colour: str, lab: tuple[float, float, float]) -> None:
    np.testing.assert_allclose(hex_to_lab(colour), lab, atol=0.6)


def look(kind: int, lab: tuple[float, float, float], rng: np.random.Generator) -> np.ndarray:
    shares = rng.uniform(0, 0.1, 2 * PALETTE)
    shares[kind] += 1.0
    shares[PALETTE + 1] += 1.0
    shares[:PALETTE] /= shares[:PALETTE].sum()
    shares[PALETTE:] /= shares[PALETTE:].sum()
    return np.concatenate([shares, np.array(lab) + rng.normal(0, 4, 3), [1.0]])


def world(seed: int = 0, bench_of: str | None = None) -> list[TrackLook]:
    rng = np.random.default_rng(seed)
    men = [TrackLook(i, look(11, (25, 5, -30), rng), 30, 0.0, bench_of) for i in range(1, 11)]
    men += [TrackLook(i, look(2, (80, 0, 3), rng), 30, 0.0) for i in range(11, 21)]
    men += [TrackLook(i, look(1, (45, 0, 0), rng), 30, 0.95) for i in range(21, 25)]
    return men


def model(men: list[TrackLook], teams: tuple[Team, ...] = ()) -> TeamModel:
    found = learn_teams(men, teams)
    assert found is not None
    return found


def test_colours_given_name_the_looks() -> None:
    teams = (Team("home", "WHITE", ("#f0f0f0",)), Team("away", "NAVY", ("#101a50",)))
    men = world()
    found = model(men, teams)
    assert [found.team_of(m.look, m.rows)[0] for m in men[:20]] == ["NAVY"] * 10 + ["WHITE"] * 10
    assert all(found.team_of(m.look, m.rows)[1] > 0.9 for m in men[:20])


def test_men_behind_a_bench_name_their_look() -> None:
    teams = (Team("home", "EDM"), Team("away", "BUF"))
    found = model(world(bench_of="BUF"), teams)
    assert found.team_of(world()[0].look, 30)[0] == "BUF"
    assert found.team_of(world()[12].look, 30)[0] == "EDM"


def test_swapping_the_order_of_tracks_changes_nothing() -> None:
    teams = (Team("home", "WHITE", ("#f0f0f0",)), Team("away", "NAVY", ("#101a50",)))
    forward, backward = model(world(), teams), model(world()[::-1], teams)
    for man in world()[:20]:
        assert forward.team_of(man.look, 30)[0] == backward.team_of(man.look, 30)[0]


def test_few_rows_say_less() -> None:
    found = model(world(), ())
    between = 0.503 * world()[0].look + 0.497 * world()[12].look
    assert 0.5 < found.team_of(between, 1)[1] < found.team_of(between, 30)[1]


def test_an_unseen_look_has_no_team() -> None:
    assert model(world()).team_of(np.full(28, np.nan), 0) == (None, 0.5)


def test_officials_are_told_by_their_look() -> None:
    found, men = model(world()), world()
    assert all(found.looks_official(m.look) for m in men[20:])
    assert not any(found.looks_official(m.look) for m in men[:20])


def test_too_few_players_teach_nothing() -> None:
    assert learn_teams(world()[:4], ()) is None


def test_few_players_are_told_by_the_colours_given_but_never_surely() -> None:
    teams = (Team("home", "WHITE", ("#f0f0f0",)), Team("away", "NAVY", ("#101a50",)))
    men = [*world()[:2], *world()[10:12]]
    found = model(men, teams)
    told = [found.team_of(m.look, m.rows) for m in men]
    assert [name for name, _ in told] == ["NAVY", "NAVY", "WHITE", "WHITE"]
    assert all(0.6 < p < 0.99 for _, p in told)
    # a washed-out navy sweater with a third of ice in its box is still no white one
    washed = np.zeros(28)
    washed[[2, 11, 1]] = 0.35, 0.35, 0.3
    washed[24:27] = 50.0, 3.0, -8.0
    assert found.team_of(washed, 30)[0] == "NAVY"
    assert "too few players" in found.reason


@pytest.mark.parametrize(
    ("colour", "kind"),
    [("#000000", 0), ("#808080", 1), ("#ffffff", 2), ("#ff0000", 4), ("#ffff00", 5), ("#101a50", 11)],
)
def test_a_colour_falls_into_its_class(colour: str, kind: int) -> None:
    assert colour_class(hex_to_lab(colour)) == kind
