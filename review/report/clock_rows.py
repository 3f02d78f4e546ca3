"""What the score bug showed, as rows of the report."""

from __future__ import annotations

from typing import Any

from review.core.clock import ClockAnchor, ClockSpan, ClockStop
from review.core.penalties import PenaltyClock
from review.core.score import ScoreSpan
from review.report.plain import Plain

__all__ = ["ClockRows"]


class ClockRows(Plain):
    """Clock, what people state of it, score, penalty clocks, stoppages."""

    def clock_rows(self) -> dict[str, Any]:
        """The parts of the report by key."""
        judged = self.judged
        return {
            "clock": [self._clock_span(span) for span in judged.clock_spans],
            "clock_anchors": [self._clock_anchor(anchor) for anchor in judged.clock_anchors],
            "score": [self._score(span) for span in judged.scores],
            "penalty_clocks": [self._penalty_clock(one) for one in judged.penalty_clocks],
            "stoppages": [self._stop(stop) for stop in judged.clock.stops()],
        }

    def _clock_span(self, span: ClockSpan) -> dict[str, Any]:
        start, end = (self._scale.from_seconds(s) for s in (span.start_s, span.end_s))
        return {
            **self.span(start, end),
            "motion": span.motion,
            "counts": {-1: "down", 0: None, 1: "up"}[span.sign],
            "at_start_s": [round(span.low_s, 3), round(span.high_s, 3)],
            "period": span.period,
            "readings": span.readings,
            "against": span.against,
            "anchors": span.anchors,
        }

    def _clock_anchor(self, anchor: ClockAnchor) -> dict[str, Any]:
        return {
            "t": self.time(self._scale.from_seconds(anchor.at_s)),
            "stated": anchor.text,
            "who": self.plain(anchor.who),
            "act": anchor.number or None,
        }

    def _score(self, span: ScoreSpan) -> dict[str, Any]:
        start, end = (self._scale.from_seconds(s) for s in (span.start_s, span.end_s))
        teams = self.judged.game.score_teams
        return {
            **self.span(start, end),
            "goals": list(span.goals),
            "teams": list(teams) if teams else [None, None],
            "readings": span.readings,
            "against": span.against,
            "reason": None if teams else "GAME.toml does not say whose score stands first",
        }

    def _penalty_clock(self, one: PenaltyClock) -> dict[str, Any]:
        start, end = (self._scale.from_seconds(s) for s in (one.start_s, one.end_s))
        return {
            **self.span(start, end),
            "shown_s": one.shown_s,
            "expires_clock_s": one.expires_s,
            "period": one.period,
            "team": None,
            "readings": one.readings,
            "reason": "the score bug does not say whose it is",
        }

    def _stop(self, stop: ClockStop) -> dict[str, Any]:
        """When the clock stopped and went on; an open end is null."""
        start, end = (
            [None if s is None else self.time(self._scale.from_seconds(s)) for s in when]
            for when in (stop.start_s, stop.end_s)
        )
        return {
            "start": {"earliest": start[0], "latest": start[1]},
            "end": {"earliest": end[0], "latest": end[1]},
            "clock": stop.shown.text,
            "reason": None if None not in (*start, *end) else "the clock was not read on either side of it",
        }
