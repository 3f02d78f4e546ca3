"""Which team a track plays for: colours learnt on the tape, named by what people know of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from review.core.arrays import Array
from review.core.game import Team
from review.measure.team_split import Split, learn_split

__all__ = ["ICE", "TeamModel", "TrackLook", "colour_class", "hex_to_lab", "learn_teams", "looks_the_part"]

#: Layout of a look: 12 palette shares of torso, 12 of legs, mean Lab of torso, ice under the feet.
PALETTE = 12
ROWS_AROUND = 7  # a look this many rows wide says what a man looks like now
OFFICIAL_AROUND = 0.4
OTHER_TEAM_LOGIT = 0.4  # the other team at p 0.6
GREY_CHROMA = 12
#: Chosen on one rendered clip, on which navy and white then come out at 0.7 to 0.8; of real tapes nothing is
#: known. Ice shows between arm and body.
TOLD_SPREAD, ICE_IN_BOX, ICE_LAB = 0.6, 0.35, np.array([80.0, 0.0, 0.0])
TORSO_LAB = slice(2 * PALETTE, 2 * PALETTE + 3)
ICE = 2 * PALETTE + 3


@dataclass(frozen=True, slots=True)
class TrackLook:
    """A track's mean appearance, the number of rows behind it, and the bench it was seen behind (if any).

    `around` (n, looks) and `official_around` (n,) say the same of the rows next to each of the track's rows:
    a track that has changed over to another man looks like both on the average.
    """

    track: int
    look: Array
    rows: int
    official_ratio: float
    bench_of: str | None = None
    around: Array | None = None
    official_around: Array | None = None


@dataclass(frozen=True, slots=True)
class TeamModel:
    """Two clusters of looks with a name each; `spread` is their common within-cluster distance.

    `centres` are of sweaters, `whole` and `official` of torso and legs; `official` is None where too few
    officials were surely seen. `split` is the line between the sweaters; None where they were only told.
    """

    centres: Array
    names: tuple[str, str]
    spread: float
    reason: str
    whole: Array
    official: Array | None = None
    split: Split | None = None

    def looks_official(self, look: Array) -> bool | None:
        """Whether a man's look is nearer the officials' than either team's; None where that is not known."""
        if self.official is None or not np.isfinite(look).all():
            return None
        gap = np.sum((_whole(look) - self.whole) ** 2, axis=1)
        return float(np.sum((_whole(look) - self.official) ** 2)) < float(gap.min())

    def team_of(self, look: Array, rows: int) -> tuple[str | None, float]:
        """The likelier team and its probability; None where the look says nothing."""
        if not np.isfinite(look).all() or rows <= 0:
            return None, 0.5
        logit = float(self._logit(look)) * min(1.0, rows / 5)
        p = 1 / (1 + np.exp(-np.clip(logit, -4.6, 4.6)))
        most = 1.0 if self.split is None else self.split.most_p
        return (self.names[0], min(float(p), most)) if p >= 0.5 else (self.names[1], min(float(1 - p), most))

    def against(self, looks: Array, mine: int) -> Array:
        """Log odds that men with these looks (..., n) are of the other team than `mine` (0 or 1).

        By distance from both teams' looks: a few rows, by a bench's light or behind its glass, are too little
        for the line between the teams.
        """
        first = self._by_distance(looks)
        return -first if mine == 0 else first

    def at_a_glance(self, look: Array) -> tuple[str | None, float]:
        """The likelier team of a man seen for a few rows, and its probability, by distance alone."""
        if not np.isfinite(look).all():
            return None, 0.5
        p = float(1 / (1 + np.exp(-np.clip(self._by_distance(look), -4.6, 4.6))))
        return (self.names[0], p) if p >= 0.5 else (self.names[1], 1 - p)

    def _logit(self, look: Array) -> Array:
        """Log odds of the first team."""
        return self._by_distance(look) if self.split is None else -self.split.logit(_sweater(look))

    def _by_distance(self, looks: Array) -> Array:
        gap = ((_sweater(looks)[..., None, :] - self.centres) ** 2).sum(axis=-1)
        apart: Array = (gap[..., 1] - gap[..., 0]) / (2 * self.spread**2)
        return apart


def looks_the_part(look: TrackLook, team: str, model: TeamModel | None) -> Array:
    """(n,) bool: rows of a track about which the man does not look like one of the others, or an official.

    Where nothing is known of the looks about a row, nothing speaks against him.
    """
    if look.around is None or look.official_around is None:
        return np.ones(0, bool)
    fits = ~(look.official_around >= OFFICIAL_AROUND)
    if model is not None and look.around.size:
        if team in model.names:
            against = model.against(look.around, model.names.index(team))
            fits &= ~(against > OTHER_TEAM_LOGIT)
        if model.official is not None:
            body = _whole(look.around)
            own = ((body[:, None] - model.whole) ** 2).sum(axis=-1).min(axis=1)
            fits &= ~(((body - model.official) ** 2).sum(axis=-1) < own)
    result: Array = fits
    return result


def hex_to_lab(colour: str) -> Array:
    """CIE L*a*b* (D65) of an `#rrggbb` colour."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear
    t = xyz / np.array([0.9505, 1.0, 1.089])
    f = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def learn_teams(looks: Sequence[TrackLook], teams: Sequence[Team]) -> TeamModel | None:
    """Learn two looks from the tracks of a tape and name them.

    Men on the ice teach it, where there are enough of them. Names come from the colours in GAME.toml where
    both teams give some, else from whose bench the men of a look were seen behind. Where fewer than six
    players were tracked, or the looks do not part, the colours given are taken as they are; None without
    them.
    """
    players = [t for t in looks if t.official_ratio < 0.5 and t.rows >= 3 and np.isfinite(t.look).all()]
    if len(players) < 6:
        return _as_told(teams)
    on_ice = [t for t in players if t.look[ICE] >= 0.5]
    players = on_ice if len(on_ice) >= 6 else players
    features = np.array([_sweater(t.look) for t in players])
    weights = np.sqrt(np.minimum([t.rows for t in players], 100))
    labels, _ = _two_means(features, weights)
    if len(set(labels.tolist())) < 2:
        return _as_told(teams)
    split, labels = _split(features, weights, labels, players, looks)
    if len(set(labels.tolist())) < 2:
        return _as_told(teams)
    torso = np.array([t.look[TORSO_LAB] for t in players])
    lab = np.array([np.median(torso[labels == c], axis=0) for c in (0, 1)])
    names, reason = _name(lab, labels, players, teams)
    bodies = np.array([_whole(t.look) for t in players])
    whole = np.array([np.median(bodies[labels == c], axis=0) for c in (0, 1)])
    spread = max(split.spread, 1e-3)
    return TeamModel(split.means, names, spread, reason, whole, _official_centre(looks), split)


def _split(
    features: Array, weights: Array, labels: Array, players: Sequence[TrackLook], looks: Sequence[TrackLook]
) -> tuple[Split, Array]:
    """The line between the teams, and on which side of it each player is.

    Men behind a bench are of its team; which of the two that is the first guess says by most of them.
    """
    seen = [
        t
        for t in looks
        if t.bench_of and t.official_ratio < 0.5 and t.rows >= 3 and np.isfinite(t.look).all()
    ]
    benches = sorted({t.bench_of for t in seen if t.bench_of})
    if len(benches) != 2:
        seen = []
    behind = np.array([_sweater(t.look) for t in seen]).reshape(len(seen), features.shape[1])
    bench = np.array([benches.index(t.bench_of) for t in seen if t.bench_of], dtype=int)
    if seen:
        middles = np.array([features[labels == k].mean(axis=0) for k in (0, 1)])
        near = ((behind[:, None] - middles) ** 2).sum(axis=-1).argmin(axis=1)
        if np.mean([np.mean(near[bench == k] == k) for k in (0, 1)]) < 0.5:
            bench = 1 - bench
    split = learn_split(features, weights, labels, behind, bench)
    return split, (features @ split.axis > split.middle_nats).astype(int)


def _as_told(teams: Sequence[Team]) -> TeamModel | None:
    """A model of the colours in GAME.toml alone; never quite sure, for no tape shows a colour as it is."""
    if len(teams) != 2 or not all(team.colours for team in teams):
        return None
    looks = np.zeros((2, ICE + 1))
    for row, team in enumerate(teams):
        lab, white = hex_to_lab(team.colours[0]), 2
        kind = int(colour_class(lab))
        for start in (0, PALETTE):
            looks[row, start + kind] += 1 - ICE_IN_BOX
            looks[row, start + white] += ICE_IN_BOX
        looks[row, TORSO_LAB] = (1 - ICE_IN_BOX) * lab + ICE_IN_BOX * ICE_LAB
    return TeamModel(
        np.array([_sweater(look) for look in looks]),
        (teams[0].name, teams[1].name),
        TOLD_SPREAD,
        "too few players to learn their colours from: those given are taken",
        np.array([_whole(look) for look in looks]),
        None,
    )


def colour_class(lab: Array) -> Array:
    """Which of the twelve classes of a look's palette colours (..., 3) of CIE Lab fall into.

    0 black, 1 grey, 2 white (chroma below 12), 3 to 10 hues of 45 degrees from red-violet on, 11 night blue.
    """
    lightness, a, b = np.moveaxis(np.asarray(lab), -1, 0)
    chroma = np.hypot(a, b)
    hue = ((np.degrees(np.arctan2(b, a)) + 22.5) % 360 // 45).astype(int)
    grey = np.where(lightness < 30, 0, np.where(lightness < 65, 1, 2))
    kind = np.where(chroma >= GREY_CHROMA, 3 + hue, grey)
    return np.asarray(np.where((chroma >= GREY_CHROMA) & (lightness < 30) & (b < -8), 11, kind))


def _official_centre(looks: Sequence[TrackLook]) -> Array | None:
    """Median look of men whom the detector nearly always calls an official."""
    sure = [t for t in looks if t.official_ratio > 0.8 and t.rows >= 8 and np.isfinite(t.look).all()]
    return np.median([_whole(t.look) for t in sure], axis=0) if len(sure) >= 2 else None


def _sweater(look: Array) -> Array:
    """Of looks (..., n), torso only: legs are hidden on benches and alike between teams."""
    shares = np.sqrt(np.clip(look[..., :PALETTE], 0, None))
    return np.concatenate([shares, look[..., TORSO_LAB] / 60.0], axis=-1)


def _whole(look: Array) -> Array:
    """Of looks (..., n), torso and legs: officials wear black below, whatever the teams wear."""
    shares = np.sqrt(np.clip(look[..., : 2 * PALETTE], 0, None))
    return np.concatenate([shares, look[..., TORSO_LAB] / 60.0], axis=-1)


def _two_means(features: Array, weights: Array) -> tuple[Array, Array]:
    """Weighted 2-means from the extremes of the first principal axis: deterministic."""
    centred = features - np.average(features, axis=0, weights=weights)
    axis = np.linalg.svd(centred * weights[:, None], full_matrices=False)[2][0]
    labels = (centred @ axis > np.average(centred @ axis, weights=weights)).astype(int)
    centres = np.zeros((2, features.shape[1]))
    for _ in range(50):
        for c in (0, 1):
            if (labels == c).any():
                centres[c] = np.average(features[labels == c], axis=0, weights=weights[labels == c])
        new = np.argmin(((features[:, None] - centres[None]) ** 2).sum(-1), axis=1)
        if np.array_equal(new, labels):
            break
        labels = new
    return labels, centres


def _name(
    lab: Array, labels: Array, players: Sequence[TrackLook], teams: Sequence[Team]
) -> tuple[tuple[str, str], str]:
    if len(teams) == 2 and all(team.colours for team in teams):
        cost = np.array([[min(_gap(lab[c], hex_to_lab(h)) for h in team.colours[:1]) for team in teams]
                         for c in (0, 1)])  # fmt: skip
        straight = cost[0, 0] + cost[1, 1] <= cost[0, 1] + cost[1, 0]
        first, second = (0, 1) if straight else (1, 0)
        return (teams[first].name, teams[second].name), "named by the colours given"
    votes: Mapping[str, Array] = _bench_votes(labels, players)
    named = sorted(votes, key=lambda name: -abs(float(votes[name][0] - votes[name][1])))
    known = [team.name for team in teams] or named
    if named:
        mine = int(np.argmax(votes[named[0]]))
        other = next((name for name in known if name != named[0]), "B" if named[0] == "A" else "A")
        pair = (named[0], other) if mine == 0 else (other, named[0])
        return pair, f"named by the men behind the {named[0]} bench"
    dark = int(np.argmin(lab[:, 0]))
    return (("dark", "light") if dark == 0 else ("light", "dark")), "nobody named the teams"


def _bench_votes(labels: Array, players: Sequence[TrackLook]) -> Mapping[str, Array]:
    votes: dict[str, Array] = {}
    for man, label in zip(players, labels, strict=True):
        if man.bench_of is not None:
            votes.setdefault(man.bench_of, np.zeros(2))[int(label)] += 1
    return votes


def _gap(a: Array, b: Array) -> float:
    """Colour distance with lightness counted half: arenas differ in light more than in hue."""
    d = (a - b) * np.array([0.5, 1.0, 1.0])
    return float(np.sqrt(np.sum(d**2)))
