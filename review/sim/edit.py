"""The vision mixer: which camera is on the tape at each second, and what of the game it shows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from review.sim.scenario import Scenario
from review.sim.tables.cameras import Cut, Recording
from review.sim.tables.table import ScenarioUnreadable

GRADUAL = ("dissolve", "wipe")
PLAIN_VIEW = {"reverse": "other"}  # views that the truth format has no word for


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
    """Reads an edit; seconds of tape are seconds of the game unless ``recording`` says otherwise."""

    def __init__(self, scenario: Scenario, recording: Recording | None = None) -> None:
        edit = recording.edit if recording else scenario.edit
        self.cuts = tuple(sorted(edit, key=lambda c: c.start_s))
        self.offset_s = recording.offset_s if recording else 0.0
        self.drift_ppm = recording.drift_ppm if recording else 0.0
        self._pace = 1 + self.drift_ppm / 1e6
        self._scenario = scenario
        #: Seconds of tape until the game's end.
        self.length_s = self.tape_s(scenario.duration_s)
        self._check()

    def game_s(self, tape_s: float) -> float:
        """Second of the game that happens while the tape is at ``tape_s``, whatever is shown."""
        return self.offset_s + tape_s * self._pace

    def tape_s(self, game_s: float) -> float:
        """Second of tape at which second ``game_s`` of the game happens."""
        return (game_s - self.offset_s) / self._pace

    def feeds(self, tape_s: float) -> tuple[Feed, ...]:
        """One feed; two during a dissolve or a wipe, the one that leaves first."""
        k = max(i for i, cut in enumerate(self.cuts) if cut.start_s <= tape_s + 1e-9 or i == 0)
        cut = self.cuts[k]
        since = max(0.0, tape_s - cut.start_s)
        if k and cut.enters_by in GRADUAL and since < cut.takes_s:
            part = since / cut.takes_s
            return (self._feed(k - 1, tape_s, 1 - part), self._feed(k, tape_s, part))
        return (self._feed(k, tape_s, 1.0),)

    def shown(self, tape_s: float) -> Feed:
        """The feed that a viewer would name at ``tape_s``: the one that enters from its half on."""
        feeds = self.feeds(tape_s)
        return feeds[-1] if feeds[-1].part >= 0.5 - 1e-9 else feeds[0]

    def shots(self, end_s: float) -> list[dict[str, Any]]:
        """Rows of truth's ``shots`` on a tape of ``end_s``; a transition belongs to the shot it opens."""
        out = []
        for k, (cut, end) in enumerate(self._spans(end_s)):
            settles_s = cut.takes_s if k and cut.enters_by in GRADUAL else 0.0
            view = self._scenario.camera(cut.camera).view
            out.append(
                {
                    "id": k + 1,
                    "start_s": round(cut.start_s, 6),
                    "end_s": round(end, 6),
                    "enters_by": cut.enters_by if k else "start",
                    "settled_s": round(min(end, cut.start_s + settles_s), 6),
                    "view": PLAIN_VIEW.get(view, view),
                    "replay": cut.replay_from_s is not None,
                    "camera": cut.camera,
                }
            )
        return out

    def replays(self, end_s: float) -> list[dict[str, Any]]:
        """Rows of truth's ``replays``: when each is shown, and which seconds of this tape it shows again."""
        out = []
        for cut, end in self._spans(end_s):
            if cut.replay_from_s is not None:
                last_s = cut.replay_from_s + (end - cut.start_s) * cut.speed
                out.append(
                    {
                        "start_s": round(cut.start_s, 6),
                        "end_s": round(end, 6),
                        "from_s": round(self.tape_s(cut.replay_from_s), 6),
                        "to_s": round(self.tape_s(last_s), 6),
                        "speed": cut.speed,
                    }
                )
        return out

    def _spans(self, end_s: float) -> list[tuple[Cut, float]]:
        ends = [min(after.start_s, end_s) for _, after in pairwise(self.cuts)] + [end_s]
        both = zip(self.cuts, ends, strict=True)
        return [(cut, end) for cut, end in both if cut.start_s < end_s or cut.start_s == 0]

    def _feed(self, k: int, tape_s: float, part: float) -> Feed:
        cut = self.cuts[k]
        now = self.game_s(tape_s)
        if cut.replay_from_s is not None:
            now = cut.replay_from_s + (tape_s - cut.start_s) * cut.speed
        return Feed(k + 1, cut.camera, now, cut.replay_from_s is not None, part, cut.enters_by)

    def _check(self) -> None:
        """Refuse an edit that cannot be shown."""
        if self.cuts[0].start_s > 0:
            raise _wrong(self.cuts[0], "is the first", "Let the first cut start at 0.")
        if self.length_s <= 0:
            raise ScenarioUnreadable("A recording starts after the game's end.", "Lower its offset_s.")
        for cut, end in self._spans(self.length_s):
            self._scenario.camera(cut.camera)
            if cut is not self.cuts[0] and cut.enters_by in GRADUAL and cut.takes_s > end - cut.start_s:
                raise _wrong(cut, "ends before its transition does", "Shorten takes_s.")
            if cut.replay_from_s is not None:
                last_s = cut.replay_from_s + (end - cut.start_s) * cut.speed
                if cut.replay_from_s >= self.game_s(cut.start_s) or last_s > self.game_s(end) + 1e-6:
                    raise _wrong(cut, "replays what has not happened yet", "Lower replay_from_s or speed.")
        for cut, after in pairwise(self.cuts):
            if cut.start_s == after.start_s:
                raise _wrong(cut, "is there twice", "Give each its own second.")


def _wrong(cut: Cut, what: str, remedy: str) -> ScenarioUnreadable:
    return ScenarioUnreadable(f"[[edit]]: the cut at {cut.start_s:g} s {what}.", remedy)
