"""Trackers by name."""

from __future__ import annotations

from review.adapters.track_public import PUBLIC_TRACKERS, PublicTracker
from review.adapters.track_two_pass import TwoPassTracker
from review.core.errors import SettingsWrong
from review.ports.tracker import Tracker

__all__ = ["TRACKERS", "make_tracker"]

TRACKERS = ("benchgate", *PUBLIC_TRACKERS)


def make_tracker(name: str) -> Tracker:
    """The tracker called `name`; SettingsWrong where there is none, or its package is not installed."""
    if name == "benchgate":
        return TwoPassTracker()
    if name in PUBLIC_TRACKERS:
        return PublicTracker(name)
    raise SettingsWrong(f"No tracker is called {name!r}.", remedy=f"Use one of {', '.join(TRACKERS)}.")
