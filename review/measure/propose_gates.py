"""Where the far benches are, from the men who sit behind the boards, on the rink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from review.core.arrays import Array

__all__ = ["ProposedGate", "named_once", "propose_benches"]

#: A man behind the far boards shows from their top up, 1.07 m above the ice (NHL rule 1.3): taken for his
#: feet that point lies so far behind the boards, seen from the usual stand.
BEHIND_M = (0.6, 8.0)
#: ... and he stands at this share of its place along them: 1.07 m is 4 to 11 % of a camera's height.
ALONG_SHARE = 0.93
BIN_M, AROUND_M = 0.5, 1.5
#: Men for each bin and look, in looks that show the ice before it; men stand and sit a metre apart.
MEN_LEAST = 0.1
GAP_M, BENCH_LEAST_M, MEN_ON_BENCH = 1.5, 3.0, 2.0
HALF_MAN_M = 0.3
IN_VIEW_M = 4.0  # the boards so far beyond the outermost man on the ice are in the picture as well
LEAST_LOOKS = 10
SPLIT_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class ProposedGate:
    """The front of a bench: points (2, 2) in rink metres, its likely team, and what speaks for it.

    `men_share` is how many stand behind it in the mean look that shows it, `looks` how many do.
    """

    team: str | None
    points_m: Array
    men_share: float
    looks: int
    same_team_share: float


def propose_benches(
    places_m: Array, look: Array, team: Sequence[str | None], *, length_m: float, width_m: float
) -> tuple[ProposedGate, ...]:
    """Benches behind the far boards, from left to right.

    Parameters
    ----------
    places_m : (n, 2) feet of everybody seen in looks that are registered, as if all stood on the ice
    look : (n,) the look of each; team : n likely teams

    Near benches hide behind the boards under the camera: nothing is proposed there.
    """
    x, y = places_m[:, 0], places_m[:, 1]
    behind = (y >= width_m / 2 + BEHIND_M[0]) & (y <= width_m / 2 + BEHIND_M[1])
    edges = np.arange(-length_m / 2, length_m / 2 + BIN_M, BIN_M)
    shown = _looks_that_show(x[~behind], look[~behind], edges)
    at = x[behind] * ALONG_SHARE
    names = np.array([name or "" for name in team], dtype=object)[behind]
    rate = np.histogram(at, edges)[0] / np.maximum(shown, 1)
    wide = max(1, round(AROUND_M / BIN_M))
    smooth = np.convolve(rate, np.ones(wide) / wide, mode="same")
    busy = (smooth >= MEN_LEAST) & (shown >= LEAST_LOOKS)
    found: list[ProposedGate] = []
    for a, b in _runs(busy):
        for low, high in _by_team(at, names, edges[a], edges[b]):
            found += _bench(at, names, low, high, int(shown[a:b].max()), shown, edges, width_m)
    return tuple(found)


def named_once(gates: Sequence[ProposedGate]) -> tuple[ProposedGate, ...]:
    """The gates, a team named at one of them only, where its men are surest; at none where two are alike."""
    out = []
    for gate in gates:
        rivals = [g for g in gates if g is not gate and g.team == gate.team]
        clear = all(gate.same_team_share > g.same_team_share for g in rivals)
        out.append(gate if clear else replace(gate, team=None))
    return tuple(out)


def _looks_that_show(x: Array, look: Array, edges: Array) -> Array:
    """(bins,) in how many looks each bin lies between the outermost men on the ice, or near one of them."""
    out = np.zeros(len(edges) - 1, dtype=int)
    middles = (edges[:-1] + edges[1:]) / 2
    order = np.argsort(look, kind="stable")
    for men in np.split(x[order], np.flatnonzero(np.diff(look[order])) + 1):
        if len(men):
            out += (middles >= men.min() - IN_VIEW_M) & (middles <= men.max() + IN_VIEW_M)
    return out


def _runs(busy: Array) -> list[tuple[int, int]]:
    """[first, last) of busy bins, over gaps no longer than `GAP_M`."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], busy, [False]]).astype(np.int8)))
    runs: list[tuple[int, int]] = []
    for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if runs and (a - runs[-1][1]) * BIN_M <= GAP_M:
            runs[-1] = runs[-1][0], b
        else:
            runs.append((a, b))
    return runs


def _by_team(at: Array, names: Array, low: float, high: float) -> list[tuple[float, float]]:
    """The stretch, in two where one team sits on its left and the other on its right."""
    inside = (at >= low) & (at <= high) & (names != "")
    teams = sorted(set(names[inside].tolist()))
    if len(teams) != 2 or min(float(np.mean(names[inside] == t)) for t in teams) < SPLIT_SHARE:
        return [(low, high)]
    first = (names[inside] == teams[0]).astype(int)
    order = np.argsort(at[inside], kind="stable")
    left = np.concatenate([[0], np.cumsum(first[order])])
    n = np.arange(len(order) + 1)
    right_of_other = (len(order) - n) - (left[-1] - left)
    agree = np.maximum(left + right_of_other, (n - left) + (left[-1] - left))
    cut = int(agree.argmax())
    if not 0 < cut < len(order) or agree[cut] < (1 - SPLIT_SHARE) * len(order):
        return [(low, high)]
    places = at[inside][order]
    middle = float(places[cut - 1] + places[cut]) / 2
    return [(low, middle), (middle, high)]


def _bench(
    at: Array, names: Array, low: float, high: float, looks: int, shown: Array, edges: Array, width_m: float
) -> list[ProposedGate]:
    inside = (at >= low) & (at <= high)
    if not inside.any():
        return []
    left, right = np.quantile(at[inside], [0.01, 0.99]) + np.array([-HALF_MAN_M, HALF_MAN_M])
    bins = (edges[:-1] >= low - BIN_M) & (edges[1:] <= high + BIN_M)
    men = float(np.sum(inside)) / max(1.0, float(np.median(shown[bins])))
    if right - left < BENCH_LEAST_M or men < MEN_ON_BENCH:
        return []
    told = names[inside][names[inside] != ""]
    values, counts = np.unique(told.astype(str), return_counts=True)
    name = str(values[counts.argmax()]) if len(values) else None
    share = float(counts.max() / counts.sum()) if len(values) else 0.0
    y = width_m / 2
    line = np.round(np.array([[left, y], [right, y]]), 2)
    return [ProposedGate(name, line, round(men, 2), looks, round(share, 3))]
