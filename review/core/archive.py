"""What an archive keeps account of: tapes, units of work, outputs, and what their cases mention."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = [
    "Claim",
    "Disagreement",
    "Failure",
    "Found",
    "Mention",
    "MentionKind",
    "Output",
    "Query",
    "Receipt",
    "Stage",
    "State",
    "Tally",
    "TapeEntry",
    "TapePlan",
    "TapeStand",
]

Stage = Literal["watch", "conclude"]
State = Literal["waiting", "ready", "leased", "resting", "done", "failed"]
MentionKind = Literal["finding", "change", "crossing", "departure", "altercation"]


@dataclass(frozen=True, slots=True)
class TapeEntry:
    """A tape of the archive as it was when it was added.

    `segments` is how many pieces of `segment_s` the tape is cut into, `first_pts` and `end_pts` what their
    spans must add up to. `told` is what its game sheet says that work depends on, as plain data.
    `day` is YYYY-MM-DD, `season` e.g. 2003-04; both None where nothing tells.
    """

    sha256: str
    path: str
    size_bytes: int
    modified_s: float
    duration_s: float
    size_px: tuple[int, int]
    segment_s: float
    segments: int
    first_pts: int
    end_pts: int
    game: str | None = None
    game_sha256: str | None = None
    gates: str | None = None
    gates_sha256: str | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    day: str | None = None
    season: str | None = None


@dataclass(frozen=True, slots=True)
class TapePlan:
    """What is wanted of a tape now: keys of both stages, and its parts as (first segment, how many)."""

    sha256: str
    watch_key: str
    judge_key: str
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A unit of work in somebody's hands until `until_s` (the ledger's clock)."""

    unit: int
    tape: TapeEntry
    stage: Stage
    key: str
    first_segment: int
    segments: int
    attempt: int
    holder: str
    until_s: float
    watch_key: str


@dataclass(frozen=True, slots=True)
class Output:
    """What came of one segment (or of concluding, segment 0): its digest, its span, and what it cost."""

    segment: int
    digest: str
    start_pts: int
    end_pts: int
    size_bytes: int = 0
    tape_s: float = 0.0
    wall_s: float = 0.0
    cpu_s: float = 0.0
    read_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the ledger made of an output, and whether the unit is still in the holder's hands.

    "same": it was there already. "differs": another digest was there first; that one stays, and the
    disagreement is on record.
    """

    outcome: Literal["kept", "same", "differs"]
    still_held: bool


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two finishers of one segment had different outputs; `held` counts."""

    sha256: str
    stage: Stage
    segment: int
    held: str
    other: str
    holder: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A unit that is given up until somebody asks for it again."""

    sha256: str
    path: str
    stage: Stage
    first_segment: int
    attempt: int
    cause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Units of one stage in one state, and the seconds of tape they stand for."""

    stage: Stage
    state: State
    units: int
    tape_s: float


@dataclass(frozen=True, slots=True)
class TapeStand:
    """How far one tape is: seconds watched, and the state of concluding it."""

    sha256: str
    path: str
    duration_s: float
    watched_s: float
    conclude: State
    failed: int


@dataclass(frozen=True, slots=True)
class Mention:
    """One thing that a case says, as a row to search. Margins are [low, high]; None is not bounded.

    `rank` is the place in which a man left his bench in an altercation, where it is established.
    """

    kind: MentionKind
    start_s: float
    end_s: float
    verdict: str | None = None
    clause: str | None = None
    team: str | None = None
    number: int | None = None
    name: str | None = None
    direction: str | None = None
    margin_m: tuple[float | None, float | None] = (None, None)
    margin_s: tuple[float | None, float | None] = (None, None)
    rank: int | None = None
    confidence: float | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A mention and where it is."""

    mention: Mention
    sha256: str
    path: str
    day: str | None
    season: str | None


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for; None leaves a thing open. Margins must lie over the bound for certain."""

    kind: str | None = None
    clause: str | None = None
    verdict: str | None = None
    team: str | None = None
    number: int | None = None
    direction: str | None = None
    rank: int | None = None
    season: str | None = None
    since: str | None = None
    until: str | None = None
    over_m: float | None = None
    over_s: float | None = None
    possibly: bool = False
    limit: int | None = None


def holes(spans: Iterable[tuple[int, int]], whole: tuple[int, int]) -> list[tuple[int, int]]:
    """Stretches (start, end) of `whole` that no span covers, in order; empty when they add up.

    Examples
    --------
    >>> holes([(0, 10), (10, 20)], (0, 20))
    []
    >>> holes([(12, 20), (0, 10)], (0, 25))
    [(10, 12), (20, 25)]
    """
    out = []
    at, end = whole
    for start, until in sorted(spans):
        if start > at:
            out.append((at, min(start, end)))
        at = max(at, until)
    if at < end:
        out.append((at, end))
    return [(a, b) for a, b in out if a < b]


def shard_of(sha256: str) -> int:
    """A number that spreads tapes evenly over shards, the same on every machine."""
    return int(sha256[:7], 16)
