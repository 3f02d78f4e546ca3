"""An archive's ledger in memory: the same behaviour as a database, without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from review.core.archive import (
    Claim,
    Disagreement,
    Failure,
    Found,
    Mention,
    Output,
    Query,
    Receipt,
    Stage,
    State,
    Tally,
    TapeEntry,
    TapePlan,
    TapeStand,
    holes,
    shard_of,
)

__all__ = ["FakeLedger"]

_MOST_LOST = 3
_REST_S = 15.0
_Key = tuple[str, str, str, int]


@dataclass
class _Unit:
    id: int
    sha256: str
    stage: Stage
    key: str
    first: int
    segments: int
    state: State
    attempt: int = 0
    holder: str | None = None
    until_s: float = 0.0
    cause: str = ""
    reason: str = ""

    def put(self, state: State, holder: str | None = None, cause: str = "", reason: str = "") -> None:
        self.state, self.holder, self.cause, self.reason = state, holder, cause, reason


class FakeLedger:
    """See `review.ports.ledger.Ledger`. `clock` gives seconds since 1970."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._tapes: dict[str, TapeEntry] = {}
        self._plans: dict[str, TapePlan] = {}
        self._units: list[_Unit] = []
        self._outputs: dict[_Key, tuple[Output, float]] = {}
        self._differ: list[Disagreement] = []
        self._mentions: dict[str, tuple[Mention, ...]] = {}
        self._paused = False
        self._last = 0

    def put_tapes(self, tapes: Sequence[TapeEntry]) -> int:
        """In memory."""
        new = len({one.sha256 for one in tapes} - set(self._tapes))
        self._tapes |= {one.sha256: one for one in tapes}
        return new

    def tapes(self) -> tuple[TapeEntry, ...]:
        """In the order added."""
        return tuple(self._tapes.values())

    def want(self, plans: Sequence[TapePlan]) -> int:
        """Units of other keys go, outputs stay."""
        for plan in plans:
            self._plans[plan.sha256] = plan
            wanted: list[tuple[Stage, str, int, int]] = [
                ("watch", plan.watch_key, first, count) for first, count in plan.parts
            ]
            wanted.append(("conclude", plan.judge_key, 0, 1))
            there = {(u.stage, u.key, u.first, u.segments) for u in self._of(plan.sha256)}
            self._units = [
                u
                for u in self._units
                if u.sha256 != plan.sha256 or (u.stage, u.key, u.first, u.segments) in wanted
            ]
            for stage, key, first, count in wanted:
                if (stage, key, first, count) in there:
                    continue
                self._last += 1
                unit = _Unit(self._last, plan.sha256, stage, key, first, count, "waiting")
                unit.state = "done" if self._made(unit) else "ready" if stage == "watch" else "waiting"
                self._units.append(unit)
            self._conclude_if_covered(plan.sha256)
        return sum(unit.state != "done" for unit in self._units)

    def wanted(self) -> tuple[TapePlan, ...]:
        """Keys as planned last."""
        return tuple(replace(self._plans[one], parts=()) for one in self._tapes if one in self._plans)

    def _of(self, sha256: str) -> list[_Unit]:
        return [unit for unit in self._units if unit.sha256 == sha256]

    def _made(self, unit: _Unit) -> bool:
        numbers = range(unit.first, unit.first + unit.segments)
        return all((unit.sha256, unit.stage, unit.key, k) in self._outputs for k in numbers)

    def _conclude_if_covered(self, sha256: str) -> None:
        units = self._of(sha256)
        last = next((u for u in units if u.stage == "conclude"), None)
        if last is None or last.state != "waiting":
            return
        if any(u.stage == "watch" and u.state != "done" for u in units):
            return
        entry, key = self._tapes[sha256], self._plans[sha256].watch_key
        spans = [(one.start_pts, one.end_pts) for one in self.outputs(sha256, "watch", key)]
        left = holes(spans, (entry.first_pts, entry.end_pts))
        if left:
            last.put("failed", cause="not covered", reason=f"the spans do not add up: {left}")
        else:
            last.put("ready")

    def claim(
        self, holder: str, *, lease_s: float, near: str | None = None, shard: tuple[int, int] = (0, 1)
    ) -> Claim | None:
        """The same order as a database: near, then a tape nobody works on, then any."""
        if self._paused:
            return None
        now = self._clock()
        for unit in self._units:
            if unit.state in ("leased", "resting") and unit.until_s < now:
                if unit.state == "leased" and unit.attempt >= _MOST_LOST:
                    unit.put("failed", cause="worker lost", reason="its workers were lost")
                else:
                    unit.put("ready")
        order = list(self._tapes)
        busy = {s: sum(u.state == "leased" for u in self._of(s)) for s in order}
        ready = [u for u in self._units if u.state == "ready" and shard_of(u.sha256) % shard[1] == shard[0]]
        if not ready:
            return None
        unit = min(ready, key=lambda u: (u.sha256 != near, busy[u.sha256], order.index(u.sha256), u.first))
        unit.put("leased", holder)
        unit.attempt += 1
        unit.until_s = now + lease_s
        return Claim(
            unit.id, self._tapes[unit.sha256], unit.stage, unit.key, unit.first, unit.segments, unit.attempt,
            holder, unit.until_s, self._plans[unit.sha256].watch_key,
        )  # fmt: skip

    def _mine(self, claim: Claim) -> _Unit | None:
        for unit in self._units:
            if (unit.id, unit.holder, unit.state) == (claim.unit, claim.holder, "leased"):
                return unit
        return None

    def put_output(self, claim: Claim, output: Output, *, lease_s: float) -> Receipt:
        """The first digest stays."""
        now = self._clock()
        key = (claim.tape.sha256, claim.stage, claim.key, output.segment)
        unit, held = self._mine(claim), self._outputs.get(key)
        if unit is not None:
            unit.until_s = now + lease_s
            unit.attempt = 1 if held is None else unit.attempt
        if held is None:
            self._outputs[key] = (output, now)
            return Receipt("kept", unit is not None)
        if held[0].digest == output.digest:
            return Receipt("same", unit is not None)
        told = (claim.tape.sha256, claim.stage, output.segment, held[0].digest, output.digest)
        self._differ.append(Disagreement(*told, claim.holder, now))
        return Receipt("differs", unit is not None)

    def finish(self, claim: Claim, mentions: Sequence[Mention] = ()) -> bool:
        """What counts is that every output is there."""
        unit = next((u for u in self._units if u.id == claim.unit), None)
        numbers = range(claim.first_segment, claim.first_segment + claim.segments)
        sha256 = claim.tape.sha256
        if not all((sha256, claim.stage, claim.key, k) in self._outputs for k in numbers):
            mine = self._mine(claim)
            if mine is not None:
                mine.put("ready")
            return False
        if unit is not None:
            unit.put("done")
        if claim.stage == "conclude" and claim.key == self._plans[sha256].judge_key:
            self._mentions[sha256] = tuple(mentions)
        else:
            self._conclude_if_covered(sha256)
        return True

    def fail(self, claim: Claim, *, cause: str, reason: str, again: bool) -> None:
        """It rests longer each time."""
        unit = self._mine(claim)
        if unit is None:
            return
        if again and unit.attempt < _MOST_LOST:
            unit.put("resting", cause=cause, reason=reason)
            unit.until_s = self._clock() + _REST_S * 2 ** (unit.attempt - 1)
        else:
            unit.put("failed", cause=cause, reason=reason)

    def release(self, holder: str, *, reason: str, lost: bool = True) -> int:
        """Of a worker that stopped the attempt does not count."""
        held = [u for u in self._units if u.state == "leased" and u.holder == holder]
        for unit in held:
            if lost and unit.attempt >= _MOST_LOST:
                unit.put("failed", cause="worker lost", reason=reason)
            else:
                unit.put("ready")
                unit.attempt -= not lost
        return len(held)

    def retry(self, *, cause: str | None = None) -> int:
        """Failed units get their attempts back."""
        failed = [u for u in self._units if u.state == "failed" and cause in (None, u.cause)]
        for unit in failed:
            again = unit.cause == "not covered"
            unit.put("ready")
            unit.attempt = 0
            if again:
                self.undo(unit.sha256, "watch", self._plans[unit.sha256].watch_key, -1)
        return len(failed)

    def undo(self, sha256: str, stage: str, key: str, segment: int) -> None:
        """And what was built on it."""
        for one in [k for k in self._outputs if k[:3] == (sha256, stage, key) and segment in (-1, k[3])]:
            del self._outputs[one]
        for unit in self._of(sha256):
            hit = segment == -1 or unit.first <= segment < unit.first + unit.segments
            if (unit.stage, unit.key) == (stage, key) and hit and unit.state in ("done", "failed"):
                unit.put("ready")
            if stage == "watch" and unit.stage == "conclude" and unit.state != "leased":
                unit.put("waiting")
                self._outputs.pop((sha256, "conclude", self._plans[sha256].judge_key, 0), None)

    def pause(self, paused: bool) -> None:
        """Nobody is given work."""
        self._paused = paused

    def paused(self) -> bool:
        """Whether work is held."""
        return self._paused

    def left(self, *, shard: tuple[int, int] = (0, 1)) -> int:
        """What can be worked on."""
        mine = [u for u in self._units if shard_of(u.sha256) % shard[1] == shard[0]]
        return sum(unit.state in ("ready", "leased", "resting") for unit in mine)

    def holders(self) -> tuple[str, ...]:
        """In order."""
        return tuple(sorted({u.holder for u in self._units if u.state == "leased" and u.holder}))

    def outputs(self, sha256: str, stage: Stage, key: str) -> tuple[Output, ...]:
        """By segment."""
        mine = [out for k, (out, _) in self._outputs.items() if k[:3] == (sha256, stage, key)]
        return tuple(sorted(mine, key=lambda one: one.segment))

    def _seconds(self, unit: _Unit) -> float:
        entry = self._tapes[unit.sha256]
        if unit.stage == "conclude":
            return entry.duration_s
        end_s = min(entry.duration_s, (unit.first + unit.segments) * entry.segment_s)
        return max(0.0, end_s - unit.first * entry.segment_s)

    def tallies(self) -> tuple[Tally, ...]:
        """By stage and state."""
        groups = sorted({(u.stage, u.state) for u in self._units})
        units = {g: [u for u in self._units if (u.stage, u.state) == g] for g in groups}
        return tuple(Tally(*g, len(units[g]), sum(map(self._seconds, units[g]))) for g in groups)

    def stands(self) -> tuple[TapeStand, ...]:
        """Of every tape."""
        return tuple(self._stand(entry) for entry in self._tapes.values())

    def _stand(self, entry: TapeEntry) -> TapeStand:
        units = self._of(entry.sha256)
        watched_s = 0.0
        for unit in (u for u in units if u.stage == "watch"):
            made = self.outputs(entry.sha256, "watch", unit.key)
            inside = [one for one in made if unit.first <= one.segment < unit.first + unit.segments]
            done = unit.state == "done"
            watched_s += self._seconds(unit) if done else sum(one.tape_s for one in inside)
        end: State = next((u.state for u in units if u.stage == "conclude"), "waiting")
        failed = sum(u.state == "failed" for u in units)
        return TapeStand(
            entry.sha256, entry.path, entry.duration_s, min(entry.duration_s, watched_s), end, failed
        )

    def failures(self) -> tuple[Failure, ...]:
        """By cause."""
        failed = sorted((u for u in self._units if u.state == "failed"), key=lambda u: (u.cause, u.id))
        return tuple(
            Failure(u.sha256, self._tapes[u.sha256].path, u.stage, u.first, u.attempt, u.cause, u.reason)
            for u in failed
        )

    def disagreements(self) -> tuple[Disagreement, ...]:
        """In order."""
        return tuple(self._differ)

    def spent(self, *, since_s: float = 0.0) -> tuple[Output, ...]:
        """Sums, by stage."""
        return tuple(self._sum(number, stage, since_s) for number, stage in enumerate(("watch", "conclude")))

    def _sum(self, number: int, stage: str, since_s: float) -> Output:
        mine = [out for k, (out, at) in self._outputs.items() if k[1] == stage and at >= since_s]
        return Output(
            number, "", 0, 0,
            sum(one.size_bytes for one in mine), sum(one.tape_s for one in mine),
            sum(one.wall_s for one in mine), sum(one.cpu_s for one in mine),
            sum(one.read_bytes for one in mine),
        )  # fmt: skip

    def began_s(self, *, since_s: float) -> float | None:
        """By when it was recorded and how long it took."""
        return min((at - out.wall_s for out, at in self._outputs.values() if at >= since_s), default=None)

    def now_s(self) -> float:
        """The clock given."""
        return self._clock()

    def index(self, sha256: str, mentions: Sequence[Mention]) -> None:
        """In place of what was there."""
        self._mentions[sha256] = tuple(mentions)

    def find(self, query: Query) -> tuple[Found, ...]:
        """By day, tape and time."""
        found = [
            Found(one, sha256, entry.path, entry.day, entry.season)
            for sha256, entry in self._tapes.items()
            for one in self._mentions.get(sha256, ())
            if _fits(query, one, entry)
        ]
        found.sort(key=lambda f: (f.day or "", f.path, f.mention.start_s))
        return tuple(found[: query.limit])

    def close(self) -> None:
        """Nothing to let go."""


def _fits(query: Query, one: Mention, entry: TapeEntry) -> bool:
    pairs = [
        (query.kind, one.kind), (query.clause, one.clause), (query.verdict, one.verdict),
        (query.number, one.number), (query.direction, one.direction), (query.rank, one.rank),
        (query.season, entry.season), (query.team and query.team.lower(), one.team and one.team.lower()),
    ]  # fmt: skip
    days = (query.since is None or (entry.day or "") >= query.since) and (
        query.until is None or (entry.day is not None and entry.day <= query.until)
    )
    margins = ((query.over_m, one.margin_m), (query.over_s, one.margin_s))
    return (
        days
        and all(asked is None or asked == there for asked, there in pairs)
        and all(bound is None or _over(bound, *pair, query.possibly) for bound, pair in margins)
    )


def _over(bound: float, low: float | None, high: float | None, possibly: bool) -> bool:
    if possibly:
        return (low, high) != (None, None) and (high is None or high > bound)
    return low is not None and low > bound
