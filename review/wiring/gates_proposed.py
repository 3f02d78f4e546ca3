"""Gates proposed from an analysed tape: its people, on the rink that its pictures teach."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from review.core.errors import CaseUnusable
from review.measure.propose_gates import ProposedGate, named_once, propose_benches

if TYPE_CHECKING:
    from review.core.case import Judgement
    from review.core.rink import RinkModel
    from review.core.tracks import Tracks

__all__ = ["Proposed", "gates_text", "propose_gates"]

#: So sure must a man's team be for him to name a bench.
TEAM_LIKELY_P = 0.8


@dataclass(frozen=True, slots=True)
class Proposed:
    """The benches found in a case, and the rink on which they lie."""

    tape: Path
    rink: RinkModel
    gates: tuple[ProposedGate, ...]


def propose_gates(case: Path) -> Proposed:
    """Benches of an analysed tape.

    Raises
    ------
    CaseUnusable
        Where nobody of the tape was placed on a rink, or its pictures do not tell the rink.
    """
    from review.wiring import judged, open_store
    from review.wiring.find_tape import find_tape

    store = open_store(case)
    try:
        judgement = judged(store, case)
        tracks = store.tracks(0, int(np.iinfo(np.int64).max))
    finally:
        store.close()
    placed = np.isfinite(tracks.foot_m).all(axis=1)
    if not placed.any():
        why = next((s.unregistered for s in judgement.shots if s.unregistered), "registration is off")
        raise CaseUnusable(
            f"{case}: no picture of this tape is placed on the rink ({why}).",
            remedy="Draw the gates in the picture, or name the rink in GAME.toml, [arena] rink.",
        )
    tape = find_tape(judgement.tape, case)
    rink = _rink(tape, judgement, case)
    teams = _teams(judgement, tracks)
    told = propose_benches(
        tracks.foot_m[placed].astype(np.float64),
        tracks.ordinal[placed],
        [teams.get(int(id_)) for id_ in tracks.id[placed]],
        length_m=rink.length_m,
        width_m=rink.width_m,
    )
    return Proposed(tape, rink, named_once(told))


def _rink(tape: Path, judgement: Judgement, case: Path) -> RinkModel:
    from review.pipeline.rink_eye import NoRink
    from review.wiring import open_reader, survey
    from review.wiring.arena import make_rink_eye, told_arena

    told = told_arena(judgement.game)
    if told.rink is not None:
        return told.rink
    reader = open_reader(tape)
    try:
        seen = survey(reader, clock=False)
        eye = make_rink_eye(reader.tape, told, seen.small, seen.graphics)
    finally:
        reader.close()
    if isinstance(eye, NoRink):
        raise CaseUnusable(
            f"{case}: the rink is not known ({eye.reason}).",
            remedy="Name it in GAME.toml, [arena] rink, and analyse again.",
        )
    return eye.rink


def _teams(judgement: Judgement, tracks: Tracks) -> dict[int, str]:
    ids = set(np.unique(tracks.id).tolist())
    return {
        track: person.team
        for person in judgement.people
        for track in person.tracks
        if person.team is not None and person.team_p >= TEAM_LIKELY_P and track in ids
    }


def gates_text(proposed: Proposed) -> str:
    """GATES.toml of the benches; one whose team is not established stands in comments."""
    lines = [
        f"# Proposed from the men seen behind the far boards of {proposed.tape.name}, on a rink of "
        f"{proposed.rink.name} ({proposed.rink.width_m:g} m wide).",
        "# Check each against the picture once; penalty boxes and near benches are not proposed.",
    ]
    for gate in proposed.gates:
        points = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in gate.points_m.tolist())
        told = f"{gate.men_share:.1f} men behind it in the mean of {gate.looks} looks"
        if gate.team is None:
            lines += ["", f"# {told}; whose bench it is does not show: name the team and take off the marks."]
            lines += ["# [[gates]]", '# team = ""', '# kind = "players_bench"', f"# points_m = [{points}]"]
        else:
            lines += ["", f"# {told}, {gate.same_team_share:.0%} of them in these colours"]
            lines += [
                "[[gates]]",
                f'team = "{gate.team}"',
                'kind = "players_bench"',
                f"points_m = [{points}]",
            ]
    return "\n".join(lines) + "\n"
