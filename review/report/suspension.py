"""The page on suspensions: for each man and club what falls on them, from when to when, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from review.report.follows import follows
from review.report.page import ClauseText, Still
from review.report.paper import tape_name
from review.report.paper_blocks import Block, Paper, bullets, heading, pairs, picture, table, words
from review.report.paper_follows import much_words
from review.report.words import clock_line, kind_words, span_words, sum_words, whom_words

__all__ = ["suspension_paper"]

Row = Mapping[str, Any]
_IMPOSED = (
    "Nothing on this page is imposed. It is what the book makes of the findings as they stand; a named "
    "person decides, and says so at the end. What hangs on an open clause is not on it."
)


def suspension_paper(
    report: Row,
    *,
    stills: Mapping[int, Sequence[Still]] | None = None,
    clauses: Mapping[str, ClauseText] | None = None,
) -> Paper | None:
    """One part for each man, coach and club on whom something falls; None where nothing does.

    Rows of findings that a person rejected are left out and counted. First and last game missed and the day
    of return stand only as far as the schedule tells them.

    Parameters
    ----------
    report : see `model.report_model`, with its outcomes
    stills, clauses : as of `page.report_page`

    Raises
    ------
    ValueError
        If a still is no JPEG.
    """
    told = follows(report)
    rows = [*told.automatic, *told.discretion] if told else []
    standing = [row for row in rows if told and row["finding"] not in told.rejected]
    if not standing:
        return None
    writer = _Writer(report, stills or {}, clauses or {})
    blocks = tuple(writer.blocks(standing, len(rows) - len(standing)))
    tape = report["tape"]
    foot = f"{tape_name(report)} · SHA-256 {tape['sha256'][:16]}… · {report['run']['pack']}"
    kicker = f"Benchgate {report['run']['version']}, report on suspensions and fines"
    return Paper(f"Suspensions: {tape_name(report)}", kicker, foot, blocks, writer.files)


class _Writer:
    """Gathers blocks and the pictures that they name."""

    def __init__(
        self, report: Row, stills: Mapping[int, Sequence[Still]], clauses: Mapping[str, ClauseText]
    ) -> None:
        self.stills, self.clauses, self.report = stills, clauses, report
        self.findings = {one["id"]: one for one in report["findings"]}
        self.files: dict[str, bytes] = {}

    def blocks(self, rows: Sequence[Row], rejected: int) -> Iterator[Block]:
        yield words(_IMPOSED)
        yield self._basis()
        if rejected:
            yield words(f"Left out, since their findings were rejected: {rejected}.")
        for whom, mine in _by_subject(rows).items():
            yield heading(whom)
            yield from self._subject(mine)
        yield heading("Decision")
        yield pairs([("Decided by", "_" * 46), ("On", "_" * 46), ("Because", "_" * 46)])

    def _basis(self) -> Block:
        office, run = self.report.get("office"), self.report["run"]
        day = [("Day of the game", office["date"])] if office and office["date"] else []
        files = [one["file"] for one in office["sources"]] if office else []
        by = ", ".join(files) or "no records of the league's office: no dates, no histories, no pay"
        return pairs([*day, ("Reckoned by", by), ("Rule pack", run["pack"])])

    def _subject(self, rows: Sequence[Row]) -> Iterator[Block]:
        yield pairs(_sums(rows))
        kinds = [[_penalty(r), much_words(r), self._clause(r), _how(r)] for r in rows]
        yield table(["Penalty", "How much", "By clause", "How"], kinds, [2.5, 2, 4, 2])
        games = _served(rows)
        if games:
            lines = [[f"{n}", g["date"], g["opponent"], _kind(g)] for n, g in enumerate(games, start=1)]
            yield table(["Game", "Day", "Against", ""], lines, [1, 2, 3, 2])
        open_ = list(dict.fromkeys(one for row in rows for one in row["open"]))
        if open_:
            yield words("Open:", dim=True)
            yield bullets(kind_words(one) for one in open_)
        why = list(dict.fromkeys(one for row in rows for one in row["why"][1:]))
        if why:
            yield words("How it was reckoned:", dim=True)
            yield bullets(why)
        yield from self._acts(rows)

    def _clause(self, row: Row) -> str:
        known = self.clauses.get(row["clause"])
        return "\n".join([row["clause"], known.title] if known else [row["clause"]])

    def _acts(self, rows: Sequence[Row]) -> Iterator[Block]:
        """When it happened, on what was it decided, and the pictures of each skate, every one once."""
        shown, ids = set[str](), tuple(dict.fromkeys(row["finding"] for row in rows))
        for finding in (self.findings[id_] for id_ in ids):
            at = f"{span_words(finding['span'])} ({clock_line(finding['span']['start'])})"
            yield words(f"Finding {finding['id']}, {finding['clause']}: {at}.", dim=True)
        for id_ in ids if any(_is_his(row) for row in rows) else ():
            for caption, jpeg in self.stills.get(id_, ()):
                block, file = picture(jpeg, caption)
                if block["file"] not in shown:
                    shown.add(block["file"])
                    self.files.update(file)
                    yield block


def _by_subject(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows of one man together, men who miss games first, otherwise in the report's order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        whom = row["subject"]
        of_man = whom["role"] == "club" and (whom["person"] is not None or whom["number"] is not None)
        found.setdefault(whom_words({**whom, "role": "player"} if of_man else whom), []).append(row)
    return dict(sorted(found.items(), key=lambda item: not any(row["games"] for row in item[1])))


def _sums(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    terms = [row for row in rows if row["kind"] == "suspension"]
    if terms:
        known = [row["games"] for row in terms if row["games"] is not None]
        yield "Games", f"{sum(known)}" if len(known) == len(terms) else "not known"
        games, back = _served(rows), [row["eligible_on"] for row in terms if row["eligible_on"]]
        yield "First game missed", _game(games[0]) if games else "not known"
        whole = len(games) >= sum(known)
        yield "Last game missed", _game(games[-1]) if games and whole else "not known"
        yield "Eligible to return", max(back) if len(back) == len(terms) else "not known"
    for name, mine in (("He pays", True), ("The club pays", False)):
        money = [row["amount_usd"] for row in rows if _is_his(row) is mine and row["amount_usd"] is not None]
        if money:
            yield name, sum_words(f"{sum(map(Decimal, money), Decimal(0)):.2f}")


def _served(rows: Iterable[Row]) -> list[Row]:
    """The games missed by all suspensions together, in order of days, each once."""
    games = {
        (one["date"], one["game"]): one
        for row in rows
        if row["kind"] == "suspension"
        for one in row["served"]
    }
    return [games[key] for key in sorted(games, key=lambda key: (key[0], str(key[1])))]


def _game(one: Row) -> str:
    return f"{one['date']}, against {one['opponent']}"


def _kind(one: Row) -> str:
    return "play-off" if one["kind"] == "playoff" else one["kind"]


def _is_his(row: Row) -> bool:
    return row["subject"]["role"] not in (None, "club")


def _penalty(row: Row) -> str:
    of_club = row["subject"]["role"] == "club"
    return kind_words(row["kind"]) + ("\nby the club" if of_club else "")


def _how(row: Row) -> str:
    return "automatic" if row["automatic"] else "a person decides"
