"""The vision mixer: which camera is on the tape at each second, and what of the game it shows."""

from __future__ import annotations

from dataclasses import dataclass

from review.sim.scenario import Scenario
from review.sim.tables.cameras import Cut


@dataclass(frozen=True)
class Feed:
    """One picture that goes on the tape: ``part`` of it in a transition, else all (1)."""

    shot: int  # from 1, in the order of the tape
    camera: str
    game_s: float  # second of the game it shows
    replay: bool
    part: float = 1.0
    by: str = "cut"


class Mixer:
    """Reads an edit; seconds of tape are seconds of the game unless a recording says otherwise."""

    def __init__(self, scenario: Scenario, edit: tuple[Cut, ...] | None = None) -> None:
        self.cuts = tuple(sorted(edit or scenario.edit, key=lambda c: c.start_s))
        self._scenario = scenario

    def game_s(self, tape_s: float) -> float:
        """Second of the game that happens while the tape is at ``tape_s``, whatever is shown."""
        return tape_s

    def feeds(self, tape_s: float) -> tuple[Feed, ...]:
        """One feed; two during a dissolve or a wipe, the one that leaves first."""
        k = max(i for i, cut in enumerate(self.cuts) if cut.start_s <= tape_s + 1e-9 or i == 0)
        cut = self.cuts[k]
        since = tape_s - cut.start_s
        if k and cut.enters_by in ("dissolve", "wipe") and since < cut.takes_s:
            part = since / cut.takes_s
            return (self._feed(k - 1, tape_s, 1 - part), self._feed(k, tape_s, part))
        return (self._feed(k, tape_s, 1.0),)

    def _feed(self, k: int, tape_s: float, part: float) -> Feed:
        cut = self.cuts[k]
        now = self.game_s(tape_s)
        if cut.replay_from_s is not None:
            now = cut.replay_from_s + (tape_s - cut.start_s) * cut.speed
        return Feed(k + 1, cut.camera, now, cut.replay_from_s is not None, part, cut.enters_by)
