"""The docket: what an office decided, as entries that are only ever appended.

Two times stand with every entry. `valid` is the day from which it holds, told by whoever makes it; `recorded`
is when the docket wrote it down, and nobody can choose it. What was known then is what was recorded by then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, get_args

from review.core.errors import DocketMoved, DocketRefused

__all__ = [
    "ENTRY_KINDS",
    "Act",
    "Entry",
    "EntryKind",
    "columns_of",
    "known_by",
    "next_entries",
    "refuse_moved",
]

EntryKind = Literal["opened", "evidence", "decided", "appealed", "answered", "rescinded"]
ENTRY_KINDS: tuple[str, ...] = get_args(EntryKind)


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody wants to enter.

    Attributes
    ----------
    kind : what is done
    who : the named person who does it
    valid : the day from which it holds, "YYYY-MM-DD"
    body : what it says, as plain JSON data
    once : a key that no two entries of a docket may share, such as the hash of a case's source
    """

    kind: EntryKind
    who: str
    valid: str
    body: Mapping[str, Any] = field(default_factory=dict)
    once: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in ENTRY_KINDS or not self.who.strip():
            raise ValueError(f"{self.kind!r} by {self.who!r} is no entry of a docket")


@dataclass(frozen=True, slots=True)
class Entry:
    """An act as the docket keeps it.

    Attributes
    ----------
    number : place in the docket, from 1
    case : the case it belongs to, from 1
    version : place among the case's entries, from 1; with each the case has that version
    recorded : when it was written, UTC, "YYYY-MM-DDTHH:MM:SS.ffffff+00:00"; never goes backwards
    """

    number: int
    case: int
    version: int
    recorded: str
    act: Act


def known_by(entry: Entry, moment: str | None) -> bool:
    """Whether an entry was recorded by a moment: a day, its whole length, or a time; None = now.

    Examples
    --------
    >>> one = Entry(1, 1, 1, "2026-03-01T09:30:00.000000+00:00", Act("opened", "Ann Lee", "2026-03-01"))
    >>> [known_by(one, moment) for moment in ("2026-02-28", "2026-03-01", "2026-03-01T09:29", None)]
    [False, True, False, True]
    """
    return moment is None or entry.recorded[: len(moment)] <= moment


def next_entries(
    acts: Sequence[Act], *, case: int, version: int, last_number: int, recorded: str
) -> tuple[Entry, ...]:
    """The entries that acts become after entry `last_number`, in a case that has `version` entries."""
    return tuple(
        Entry(last_number + at, case, version + at, recorded, act) for at, act in enumerate(acts, start=1)
    )


def columns_of(entry: Entry) -> tuple[int, int, int, str, str, str, str, str, str]:
    """What the chain covers, in this order: the text of the body is the same wherever it is kept."""
    act = entry.act
    body = json.dumps(act.body, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    columns = (entry.number, entry.case, entry.version, entry.recorded)
    return (*columns, act.kind, act.who, act.valid, act.once or "", body)


def refuse_moved(case: int | None, seen: int, *, held: Sequence[Entry], clashes: Sequence[Entry]) -> None:
    """Refuse acts that were made on an older state of a case, or that were entered before.

    Parameters
    ----------
    held : the case's entries as they are
    clashes : entries anywhere that hold one of the acts' `once`

    Raises
    ------
    DocketMoved, DocketRefused
    """
    if case is not None and not held:
        raise DocketRefused(f"There is no case {case} in the docket.", remedy="`docket list` shows all.")
    if clashes:
        first = clashes[0]
        raise DocketMoved(
            f"Case {first.case} was opened from this already, by {first.act.who} on {first.recorded[:10]}.",
            remedy=f"Look with `docket show {first.case}`; --again opens another case all the same.",
            since=tuple(clashes),
        )
    if case is not None and len(held) < seen:
        raise DocketRefused(f"Case {case} has {len(held)} entries, not {seen}.", remedy="Look at it again.")
    since = tuple(held[seen:])
    if since:
        words = "; ".join(_told(entry) for entry in since)
        raise DocketMoved(
            f"Somebody else was in case {case} meanwhile, and nothing of yours was entered: {words}.",
            remedy=f"Look at it with `docket show {case}`, then decide again.",
            since=since,
        )


def _told(entry: Entry) -> str:
    body = entry.act.body
    what = [f"{name} {body[name]}" for name in ("ruling", "proposal") if body.get(name) is not None]
    how = [str(body[name]) for name in ("decision", "outcome") if body.get(name)]
    games = [f"{body['games']} games"] if body.get("games") is not None else []
    money = [f"${Decimal(body['amount_usd']):,}"] if body.get("amount_usd") is not None else []
    told = ", ".join([*what, *how, *games, *money])
    return f"{entry.act.who} {entry.act.kind} at {entry.recorded[11:16]} UTC{f' ({told})' if told else ''}"
