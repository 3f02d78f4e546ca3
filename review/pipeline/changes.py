"""Changes of a tape: each man who came on with those for whom he may have come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from review.core.changes import Change
from review.core.crossings import Crossing
from review.core.people import Person
from review.core.times import TimeScale
from review.core.tracks import Track
from review.measure.pair import PairRules, pair_changes
from review.measure.presence import TEAM_SURE_P
from review.measure.retire import Follower, find_retiring
from review.pipeline.follow import Followed

__all__ = ["judge_changes", "lasts_s"]


def judge_changes(
    people: Sequence[Person],
    crossings: Sequence[Crossing],
    followed: Sequence[Followed],
    scale: TimeScale,
    rules: PairRules,
) -> tuple[Change, ...]:
    """Crossings onto the ice paired with men who retired for them, shot by shot."""
    person_of = {track: person for person in people for track in person.tracks}
    team_of = {person.id: person.team for person in people if person.team_p >= TEAM_SURE_P}
    entering: list[Crossing] = []
    others: list[list[Crossing]] = []
    candidates = []
    for shot in followed:
        tracks = {track.id for track in shot.tracks}
        for on in (c for c in crossings if c.direction == "on" and c.track in tracks):
            men = _followers(shot, on, person_of, scale)
            offs = [c for c in crossings if c.direction == "off" and c.gate == on.gate]
            entering.append(on)
            others.append([c for c in offs if team_of.get(c.person, on.team) == on.team])
            candidates.append(find_retiring(on, offs, men, scale=scale, rules=rules))
    return pair_changes(entering, candidates, rules, others=others)


def lasts_s(track: Track, scale: TimeScale) -> tuple[float, float]:
    """From when to when a track is seen, in seconds of tape."""
    first, last = (scale.seconds(scale.at(int(track.pts[k]))) for k in (0, -1))
    return first, last


def _followers(
    shot: Followed, on: Crossing, person_of: Mapping[int, Person], scale: TimeScale
) -> dict[int, Follower]:
    """Men of the team of one who came on: of each the track of this shot that is nearest in time."""
    moment_s = scale.seconds(on.when.best or on.when.latest)
    men: dict[int, tuple[float, Follower]] = {}
    for track in shot.tracks:
        man = person_of.get(track.id)
        if man is None or man.team != on.team or on.gate not in shot.sides[track.id]:
            continue
        first_s, last_s = lasts_s(track, scale)
        away_s = max(first_s - moment_s, moment_s - last_s, 0.0)
        if man.id not in men or away_s < men[man.id][0]:
            men[man.id] = (away_s, Follower(man, track, shot.sides[track.id][on.gate]))
    return {id_: follower for id_, (_, follower) in men.items()}
