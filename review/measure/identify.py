"""Tracks become people: role, team, and crossings that carry both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from review.core.arrays import Array
from review.core.crossings import Crossing
from review.core.detections import CLASSES, GOALKEEPER, OFFICIAL, STAFF
from review.core.gates import Gate
from review.core.people import Person, Role
from review.core.times import TimeScale
from review.core.tracks import Track
from review.measure.cross import RawCrossing
from review.measure.teams import TeamModel, TrackLook

__all__ = ["identify", "is_confirmed", "make_crossings"]

#: A track votes only after this long and this many looks; shorter ones are flicker.
CONFIRMED_S = 0.4
CONFIRMED_LOOKS = 3
TEAM_SURE_P = 0.8
LEAST_CONFIDENCE = 0.3
#: A man who looks like an official is one if the detector said so in at least this share of his looks.
OFFICIAL_VOTES = 0.1
#: A man whom the detector calls a player, but who looks like the officials, is no sure man of any team.
LIKE_OFFICIAL_P = 0.6


def is_confirmed(track: Track, scale: TimeScale) -> bool:
    """Whether a track is long enough to stand for a man."""
    lasted = scale.at(int(track.pts[-1])).minus(scale.at(int(track.pts[0])))
    return len(track) >= CONFIRMED_LOOKS and lasted >= CONFIRMED_S


def identify(
    tracks: Sequence[Track], looks: Sequence[TrackLook], model: TeamModel | None, scale: TimeScale
) -> tuple[Person, ...]:
    """One person a confirmed track: role by the detector's votes, team by look, officials without a team.

    A man seen behind a bench is of that bench's team even where colours are not learnt. One whom the
    detector calls an official but who wears a team's colours is a player: the look decides.
    """
    people: list[Person] = []
    for track, look in zip(tracks, looks, strict=True):
        if not is_confirmed(track, scale):
            continue
        role, role_p = _role(track)
        told = model.looks_official(look.look) if model else None
        if role == "official" and told is False:
            role, role_p = "skater", 1 - role_p
        elif role == "skater" and told and look.official_ratio >= OFFICIAL_VOTES:
            role, role_p = "official", 0.6
        team, team_p = model.team_of(look.look, look.rows) if model else (None, 0.5)
        if told:
            team_p = min(team_p, LIKE_OFFICIAL_P)
        if role == "official":
            team, team_p = None, 0.5
        elif team is None and look.bench_of is not None:
            team, team_p = look.bench_of, 0.9
        people.append(Person(len(people) + 1, (track.id,), team, team_p, role, role_p))
    return tuple(people)


def _role(track: Track) -> tuple[Role, float]:
    """Votes weighted by confidence and by size: near boxes are classified better than far ones."""
    height = (track.xyxy_px[:, 3] - track.xyxy_px[:, 1]).astype(np.float64)
    votes = np.bincount(track.class_id, weights=track.conf * height, minlength=len(CLASSES))
    share = votes / votes.sum()
    best = int(np.argmax(share))
    if best in (GOALKEEPER, OFFICIAL, STAFF) and share[best] < 0.5:
        best = 0
    return CLASSES[best], float(share[best])  # type: ignore[return-value]


def make_crossings(
    raw: Sequence[RawCrossing],
    around: Sequence[tuple[Array, Array]],
    people: Iterable[Person],
    gates: Sequence[Gate],
    model: TeamModel | None,
) -> tuple[Crossing, ...]:
    """Crossings of players with team and confidence, in order of time.

    Officials never cross for a team. A man in the other team's colours at a bench keeps his crossing at
    less confidence, with the reason: one of the two readings is wrong. So does one whose colours before the
    crossing (`around`, mean looks) are not those after it: his track has changed over to another man.
    """
    person_of = {track: person for person in people for track in person.tracks}
    team_of_gate = {gate.id: gate.team for gate in gates}
    kept = []
    for one, (before, after) in zip(raw, around, strict=True):
        person = person_of.get(one.track)
        if person is None or (person.role in ("official", "staff") and person.role_p >= 0.5):
            continue
        team, factor, reason = _team(person, team_of_gate[one.gate])
        if model and _changed_colours(model, before, after):
            factor, reason = factor * 0.4, "he wears other colours before and after"
        confidence = one.confidence * factor
        if confidence >= LEAST_CONFIDENCE:
            kept.append((one, person, team, confidence, "; ".join(r for r in (one.reason, reason) if r)))
    kept.sort(key=lambda k: (k[0].when.earliest.exact_s, k[0].when.latest.exact_s, k[0].track))
    return tuple(
        Crossing(
            i, person.id, one.track, one.gate, team, one.direction, one.when, round(confidence, 3),
            reason=reason or None, number=person.number,
            first_skate=one.when if one.direction == "on" else None,
            second_skate=one.when if one.direction == "off" else None,
        )
        for i, (one, person, team, confidence, reason) in enumerate(kept, 1)
    )  # fmt: skip


def _changed_colours(model: TeamModel, before: Array, after: Array) -> bool:
    (one, p), (two, q) = model.at_a_glance(before), model.at_a_glance(after)
    return one != two and one is not None and two is not None and min(p, q) >= TEAM_SURE_P


def _team(person: Person, gate_team: str | None) -> tuple[str | None, float, str | None]:
    if person.team is None or gate_team is None:
        return gate_team or person.team, 0.85, "his colours were not read"
    if person.team == gate_team:
        return gate_team, 1.0, None
    if person.team_p < TEAM_SURE_P:
        return gate_team, 0.85, "his colours are not certain"
    return gate_team, 0.5, f"his colours look like {person.team}"
