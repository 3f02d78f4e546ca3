"""What a case is opened from: findings and what the book attaches to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from review.core.errors import DocketRefused
from review.rules.consequences import KINDS

__all__ = ["Source", "source_of"]

_IN_PLAY = {"no_penalty", "stands", "whistle", "delayed_whistle", "face_off"}
_KEPT = ("id", "clause", "pack", "verdict", "subject", "span", "measure", "missing", "branches", "why")
_REPORT = "benchgate.report/1"


@dataclass(frozen=True, slots=True)
class Source:
    """What is known at one moment.

    Attributes
    ----------
    kind : `case file`, `report`, `judged facts` or `by hand`
    name : the file's name, without its folder
    sha256 : of the file; None by hand
    head_sha256 : the case file's newest link, which ties this to its state
    day : the day of the incident, where it is told
    findings, proposals : rows, as docs/formats/docket.md says
    """

    kind: str
    name: str | None = None
    sha256: str | None = None
    head_sha256: str | None = None
    tape_sha256: str | None = None
    pack: str | None = None
    teams: tuple[str, ...] = ()
    day: str | None = None
    findings: tuple[Mapping[str, Any], ...] = ()
    proposals: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def by_hand(cls, *, teams: Iterable[str] = ()) -> Source:
        """Nothing but what a person says."""
        return cls("by hand", teams=tuple(teams))

    def body(self) -> dict[str, Any]:
        """The part of an entry that tells where it comes from, and what it brought."""
        told = {
            "kind": self.kind,
            "name": self.name,
            "sha256": self.sha256,
            "head_sha256": self.head_sha256,
            "tape_sha256": self.tape_sha256,
        }
        return {
            "source": told,
            "pack": self.pack,
            "teams": list(self.teams),
            "findings": [dict(one) for one in self.findings],
            "proposals": [dict(one) for one in self.proposals],
        }


def source_of(data: object, *, name: str, sha256: str, kind: str | None = None) -> Source:
    """Read a report (`benchgate.report/1`) or what `rules judge --json` prints.

    Proposals are the rows under `outcomes`. Where there is no such key they are made from the consequences of
    the findings that trip, without games of a schedule. A finding that a reviewer rejected proposes nothing.

    Raises
    ------
    DocketRefused
        If it is neither, or a row of it cannot be read; the sentence names the place.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("findings"), list):
        raise DocketRefused(
            f"{name}: this is neither a report nor judged facts: there are no findings in it.",
            remedy="Give a .bgcase, a report in JSON, or what `rules judge --json` prints.",
        )
    try:
        return _read(data, name=name, sha256=sha256, kind=kind)
    except (KeyError, TypeError, AttributeError) as wrong:
        raise DocketRefused(
            f"{name}: a row in it is not whole ({type(wrong).__name__}: {wrong}).",
            remedy="Write the report anew.",
        ) from wrong


def _read(data: Mapping[str, Any], *, name: str, sha256: str, kind: str | None) -> Source:
    report = data.get("schema") == _REPORT
    findings = [one for one in data["findings"] if one["verdict"] != "does not"]
    rejected = _rejected(data)
    told = data["outcomes"] if "outcomes" in data else _from_findings(findings, _people(data))
    rows = [row for row in told if row["kind"] not in _IN_PLAY]
    read = [(row.get("finding"), _proposal(row, at, name)) for at, row in enumerate(rows, start=1)]
    return Source(
        kind=kind or ("report" if report else "judged facts"),
        name=name,
        sha256=sha256,
        head_sha256=data["run"].get("case_head_sha256") if report else None,
        tape_sha256=data["tape"].get("sha256") if report else None,
        pack=data.get("pack") or next((one.get("pack") for one in findings), None),
        teams=_teams(data, findings),
        day=_told_day(data),
        findings=tuple(_kept(one, rejected) for one in findings),
        proposals=tuple(row for finding, row in read if finding not in rejected),
    )


def _kept(finding: Mapping[str, Any], rejected: Mapping[object, str]) -> dict[str, Any]:
    kept = {key: finding[key] for key in _KEPT if key in finding}
    return {**kept, "rejected_by": rejected.get(finding["id"])}


def _rejected(data: Mapping[str, Any]) -> dict[object, str]:
    """Finding -> who rejected it, of the report's rulings that no later one supersedes."""
    rulings = data.get("rulings") or ()
    gone = {one["supersedes"] for one in rulings}
    last = [one for one in rulings if one["id"] not in gone]
    return {one["finding"]: str(one["person"]) for one in last if one["decision"] == "rejected"}


def _people(data: Mapping[str, Any]) -> dict[object, Mapping[str, Any]]:
    return {one["id"]: one for one in data.get("people") or ()}


def _teams(data: Mapping[str, Any], findings: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    game = data.get("game")
    named = game.get("teams") if isinstance(game, Mapping) else None
    if isinstance(named, list):
        return tuple(str(one.get("name") if isinstance(one, Mapping) else one) for one in named)
    teams = (one["subject"].get("team") for one in findings)
    return tuple(dict.fromkeys(team for team in teams if team))


def _told_day(data: Mapping[str, Any]) -> str | None:
    if (data.get("office") or {}).get("date"):
        return str(data["office"]["date"])
    days = {one.get("value") for one in data.get("facts") or () if one.get("kind") == "game_date"}
    return str(days.pop()) if len(days) == 1 and None not in days else None


def _from_findings(
    findings: Iterable[Mapping[str, Any]], people: Mapping[object, Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    for finding in findings:
        if finding["verdict"] != "trips":
            continue
        subject = finding["subject"]
        man = people.get(subject.get("person"), {})
        for one in finding["consequence"]:
            yield {
                "finding": finding["id"],
                "clause": finding["clause"],
                "subject": {
                    "team": subject.get("team"),
                    "person": subject.get("person"),
                    "number": subject.get("number")
                    if subject.get("number") is not None
                    else man.get("number"),
                    "name": man.get("name"),
                    "role": subject.get("role"),
                },
                "kind": one["kind"],
                "automatic": one["automatic"],
                "games": one.get("games"),
                "amount_usd": one.get("amount"),
                "open": ["no outcome was reckoned: games of a schedule and history are not known"],
                "why": list(finding["why"]),
            }


def _proposal(row: Mapping[str, Any], at: int, name: str) -> dict[str, Any]:
    """A row as the docket keeps it, checked so far that a wrong one cannot enter."""
    place = f"{name}: outcome {at}"
    if row["kind"] not in KINDS:
        raise DocketRefused(
            f"{place}: there is no kind {row['kind']!r}.", remedy="Is it of a newer Benchgate?"
        )
    if not isinstance(row["automatic"], bool) or not isinstance(row["subject"], Mapping):
        raise DocketRefused(
            f"{place}: `automatic` or `subject` is not as the format says.", remedy="Write it anew."
        )
    games = row.get("games")
    if games is not None and (not isinstance(games, int) or isinstance(games, bool) or games < 0):
        raise DocketRefused(f"{place}: {games!r} games.", remedy="A number from 0 on, or null.")
    served = [dict(one) for one in row.get("served") or ()]
    for day in (*(one["date"] for one in served), row.get("eligible_on")):
        _check_day(day, place)
    return {
        "finding": row.get("finding"),
        "clause": str(row["clause"]),
        "subject": dict(row["subject"]),
        "kind": row["kind"],
        "automatic": row["automatic"],
        "games": games,
        "amount_usd": _amount(row.get("amount_usd"), place),
        "served": served,
        "eligible_on": row.get("eligible_on"),
        "open": [str(one) for one in row.get("open") or ()],
        "why": [str(one) for one in row.get("why") or ()],
    }


def _amount(value: object, place: str) -> str | None:
    if value is None:
        return None
    try:
        amount = Decimal(str(value)).quantize(Decimal("0.01"))
    except InvalidOperation:
        raise DocketRefused(
            f"{place}: {value!r} is no sum.", remedy='Dollars as text, such as "10000.00".'
        ) from None
    return str(amount)


def _check_day(day: object, place: str) -> None:
    try:
        if day is not None:
            date.fromisoformat(str(day))
    except ValueError:
        raise DocketRefused(f"{place}: {day!r} is no date.", remedy="Dates are written 2026-03-01.") from None
