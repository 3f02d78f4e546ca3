"""The report as plain data, `benchgate.report/1`: what JSON, HTML and CSV are all made from.

Field by field in docs/formats/report.md; the schema is `schema/benchgate.report-1.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from review.core.altercations import Altercation
from review.core.case import Judgement, Ruling
from review.core.facts import Fact
from review.core.findings import Finding
from review.core.gates import Gate
from review.core.people import Person
from review.core.rulings import RuledOn
from review.report.clock_rows import ClockRows
from review.rules.office_records import Office
from review.rules.outcome import OutcomeRow
from review.rules.shapes import office_json, outcome_json

__all__ = ["SCHEMA", "STAMPS", "report_model", "report_text", "without_stamps"]

SCHEMA = "benchgate.report/1"
STAMPS = ("started", "speed_x", "machine", "device", "case_head_sha256")


def report_model(
    judgement: Judgement,
    *,
    set_aside: Sequence[RuledOn] = (),
    head_sha256: str | None = None,
    outcomes: Sequence[OutcomeRow] | None = None,
    office: Office | None = None,
) -> dict[str, Any]:
    """A judgement as the report's plain data; the same judgement always gives the same.

    Parameters
    ----------
    set_aside
        Rulings on findings that this run does not make any more.
    head_sha256
        The newest link of the case's hash chain, which ties the report to the state of the case.
    outcomes
        What follows from the findings; None leaves the key out.
    office
        The records of the office that they were reckoned by.
    """
    writer = _Writer(judgement)
    report = writer.report(set_aside, head_sha256)
    if outcomes is not None:
        report["outcomes"] = writer.plain([outcome_json(row) for row in outcomes])
        report["office"] = writer.plain(office_json(office))
    return report


def report_text(report: Mapping[str, Any]) -> str:
    """The report as JSON text, one key a line, ending in a line feed."""
    return json.dumps(report, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def without_stamps(report: Mapping[str, Any]) -> dict[str, Any]:
    """The report without what may differ between two runs over the same input.

    Those are start, speed, machine and device, and the link of the hash chain, which covers them.
    """
    run = {key: value for key, value in report["run"].items() if key not in STAMPS}
    return {**report, "run": run}


class _Writer(ClockRows):
    """The parts of the report."""

    def report(self, set_aside: Sequence[RuledOn], head_sha256: str | None) -> dict[str, Any]:
        judged = self.judged
        return {
            "schema": SCHEMA,
            "tape": self._tape(),
            "run": self._run(head_sha256),
            "game": self.plain(asdict(judged.game)),
            "coverage": [
                {**self.span(c.start, c.end), "state": "seen" if c.seen else "gap", "reason": c.reason}
                for c in judged.coverage
            ],
            "shots": self._shots(),
            **self.clock_rows(),
            "people": [self._person(person) for person in judged.people],
            "gates": [self._gate(gate) for gate in judged.gates],
            "crossings": self._crossing_rows(),
            "counts": self._counts(),
            "changes": self._changes(),
            "altercations": [self._altercation(altercation) for altercation in judged.altercations],
            "facts": [self._fact(fact) for fact in judged.facts],
            "findings": [self.finding(finding) for finding in judged.findings],
            "rulings": [{"id": i, **self._ruling(r)} for i, r in enumerate(judged.rulings, start=1)],
            "rulings_set_aside": [
                {"id": e.number, **self._ruling(e.ruling), "ruled_on": self.finding(e.finding)}
                for e in set_aside
            ],
            "gaps": self._gaps(),
            "notices": [
                {
                    "kind": notice.kind,
                    "t": self.time(notice.t),
                    "end": self.time(notice.end) if notice.end else None,
                    "text": notice.text,
                }
                for notice in judged.notices
            ],
        }

    def _tape(self) -> dict[str, Any]:
        tape = self.judged.tape
        return {
            "path": self.plain(tape.path),
            "sha256": tape.sha256,
            "container": tape.container,
            "codec": tape.codec,
            "size_px": list(tape.size_px),
            "rate": self.plain(tape.rate),
            "variable_rate": tape.variable_rate,
            "field_order": tape.field_order,
            "duration_s": tape.duration_s,
            "frames": tape.frames,
            "timecode_start": None if tape.timecode_start is None else str(tape.timecode_start),
            "time_base": self.plain(self._scale.time_base),
            "first_pts": self._scale.first_pts,
            "last_pts": tape.last_pts,
            "pixel_format": tape.pixel_format,
            "pixel_aspect": self.plain(tape.pixel_aspect),
            "rotation_deg": tape.rotation_deg,
            "full_range": tape.full_range,
            "stream": tape.stream,
            "video_streams": tape.video_streams,
            "notes": self.plain(tape.notes),
        }

    def _run(self, head_sha256: str | None) -> dict[str, Any]:
        run = self.judged.run
        return {
            "version": run.version,
            "settings_sha256": run.settings_sha256,
            "models": self.plain(run.models),
            "pack": run.pack,
            "case_head_sha256": head_sha256,
            "settings": self.plain(run.settings),
            "started": run.started,
            "speed_x": self.plain(run.speed_x),
            "machine": run.machine,
            "device": run.device,
        }

    def _shots(self) -> list[dict[str, Any]]:
        return [
            {
                "id": shot.id,
                **self.span(shot.start, shot.end),
                "first": shot.first,
                "last": shot.last,
                "enters_by": shot.enters_by,
                "view": shot.view,
                "replay": shot.replay,
                "settled": None if shot.settled_at is None else self.time(shot.settled_at),
                "reason": shot.reason or (None if None not in (shot.view, shot.replay) else "not judged"),
                "registration": {
                    "share": self.plain(shot.registered_share),
                    "error_m": self.plain(shot.registration_m),
                    "reason": shot.unregistered or ("not asked" if shot.registered_share is None else None),
                },
            }
            for shot in self.judged.shots
        ]

    def _person(self, person: Person) -> dict[str, Any]:
        unknown = [name for name in ("team", "role", "number", "name") if getattr(person, name) is None]
        return {
            "id": person.id,
            "label": self.plain(person.label),
            "team": self.plain(person.team),
            "team_p": self.plain(person.team_p),
            "role": person.role,
            "role_p": self.plain(person.role_p),
            "number": person.number,
            "number_p": self.plain(person.number_p),
            "name": self.plain(person.name),
            "tracks": list(person.tracks),
            "reason": f"not established: {', '.join(unknown)}" if unknown else None,
        }

    def _gate(self, gate: Gate) -> dict[str, Any]:
        return {
            "id": gate.id,
            "team": gate.team,
            "kind": gate.kind,
            "points_m": self.plain(gate.points_m),
            "error_m": self.plain(gate.error_m),
            "points_px": self.plain(gate.points_px),
            "drawn_at": None if gate.drawn_at is None else self.time(gate.drawn_at),
            "off_side": gate.off_side,
            "anchor": gate.anchor,
            "reason": "drawn in the picture, which is not registered" if gate.points_m is None else None,
        }

    def _crossing_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "id": crossing.id,
                "person": crossing.person,
                "number": crossing.number,
                "track": crossing.track,
                "gate": crossing.gate,
                "team": crossing.team,
                "direction": crossing.direction,
                "when": self.interval(crossing.when),
                "first_skate": self.interval(crossing.first_skate) if crossing.first_skate else None,
                "second_skate": self.interval(crossing.second_skate) if crossing.second_skate else None,
                "confidence": self.plain(crossing.confidence),
                "reason": self.plain(crossing.reason),
            }
            for crossing in self.judged.crossings
        ]

    def _counts(self) -> list[dict[str, Any]]:
        return [
            {
                "team": timeline.team,
                "points": [
                    {
                        "t": self.time(point.t),
                        "low": point.low,
                        "high": point.high,
                        "best": point.best,
                        "goalkeeper": point.goalkeeper,
                        "allowed": point.allowed,
                        "p_over": self.plain(point.p_over),
                        "seen": point.seen,
                        "shown": point.shown,
                        "cause": point.cause,
                    }
                    for point in timeline.points
                ],
            }
            for timeline in self.judged.counts
        ]

    def _changes(self) -> list[dict[str, Any]]:
        return [
            {
                "id": change.id,
                "team": change.team,
                "on": change.on_crossing,
                "off": change.off_crossing,
                "on_person": change.on_person,
                "off_person": change.off_person,
                "span": self.span(change.start, change.end),
                "early_s": self.plain(change.early_s),
                "early_m": self.plain(change.early_m),
                "metres_by": change.metres_by,
                "verdict": change.verdict,
                "reason": self.plain(change.reason),
            }
            for change in self.judged.changes
        ]

    def _altercation(self, altercation: Altercation) -> dict[str, Any]:
        span = altercation.span
        who = {d.crossing: d.person for d in altercation.departures}
        return {
            "id": span.id,
            "span": {"start": self.interval(span.start), "end": self.interval(span.end)},
            "set_by": span.set_by,
            "who": span.who,
            "act": span.act,
            "score": span.score_p,
            "why": list(span.why),
            "departures": [
                {
                    "crossing": d.crossing,
                    "team": d.team,
                    "person": d.person,
                    "number": self.number(d.person, d.crossing),
                    "from": d.leaves,
                    "when": self.interval(d.when),
                    "rank_team": d.rank_team,
                    "rank_all": d.rank_all,
                }
                for d in altercation.departures
            ],
            "first": {team: self._man(id_, who) for team, id_ in altercation.first.items()},
            "second": {team: self._man(id_, who) for team, id_ in altercation.second.items()},
            "reasons": self.plain(altercation.reasons),
        }

    def _man(self, crossing: int | None, who: Mapping[int, int]) -> dict[str, Any] | None:
        if crossing is None:
            return None
        held = self._crossings.get(crossing)
        person = who.get(crossing, held.person if held else None)
        return {"person": person, "number": self.number(person, crossing), "crossing": crossing}

    def _fact(self, fact: Fact) -> dict[str, Any]:
        return {
            "id": fact.id,
            "kind": fact.kind,
            "span": self.span(fact.start, fact.end),
            "subject": self.subject_words(fact.subject),
            "about": self.subject(fact.subject),
            "value": self.plain(fact.value),
            "unit": fact.unit,
            "layer": fact.layer,
            "source": self.plain(fact.source),
            "confidence": self.plain(fact.confidence),
            "reason": self.plain(fact.reason),
            "links": self.plain(fact.links),
        }

    def finding(self, finding: Finding) -> dict[str, Any]:
        return {
            "id": finding.id,
            "clause": finding.clause,
            "pack": finding.pack,
            "verdict": finding.verdict,
            "subject": self.subject(finding.subject),
            "who": self.subject_words(finding.subject),
            "span": self.span(finding.start, finding.end),
            "measure": self.plain(finding.measure),
            "missing": list(finding.missing),
            "consequence": [
                {"kind": c.kind, "automatic": c.automatic, "detail": self.plain(c.detail)}
                for c in finding.consequence
            ],
            "branches": [{"if": b.condition, "then": list(b.then)} for b in finding.branches],
            "facts": list(finding.facts),
            "confidence": self.plain(finding.confidence),
            "why": self.plain(finding.why),
        }

    def _ruling(self, ruling: Ruling) -> dict[str, Any]:
        return {
            "finding": ruling.finding,
            "person": self.plain(ruling.person),
            "at": ruling.at,
            "decision": ruling.decision,
            "words": self.plain(ruling.words),
            "supersedes": ruling.supersedes,
        }

    def _gaps(self) -> list[dict[str, Any]]:
        """What was not seen: stretches of tape, and stretches in which a gate could not be watched."""
        tape = [
            {"kind": "tape", **self.span(g.start, g.end), "gate": None, "team": None, "reason": g.reason}
            for g in self.judged.tape.gaps
        ]
        gates = [
            {
                "kind": "gate",
                **self.span(g.when.earliest, g.when.latest),
                "gate": g.gate,
                "team": g.team,
                "reason": g.reason,
            }
            for g in self.judged.gate_gaps
        ]
        return tape + gates
