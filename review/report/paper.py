"""The report as a paper: blocks of words and pictures from the report's plain data, for the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from review.report.lanes import Lanes, lanes_around, whole_lanes
from review.report.page import ClauseText, Still, lane_svgs
from review.report.paper_blocks import (
    Block,
    Paper,
    bullets,
    heading,
    pairs,
    picture,
    steps,
    table,
    words,
)
from review.report.paper_follows import branch_words, follow_blocks
from review.report.paper_tape import fact_rows, moment, tape_blocks
from review.report.words import (
    SHAPES,
    clock_line,
    decision_mark,
    kind_words,
    measure_words,
    span_words,
    value_words,
)

__all__ = ["report_paper", "tape_name"]

_ORDER = {"trips": 0, "cannot tell": 1, "does not": 2}
_LEGEND = (
    "Line: most likely count; band: between the least and the most; dashed: no more men allowed than below "
    "it; hatched: not seen, or no upper end known; bar: finding; ↑ on, ↓ off."
)
_MADE = (
    "Measured facts come from the tape; said facts from the person named; derived facts follow from others. "
    "An interval holds the moment it speaks of; a hatched stretch was not seen. Nothing here was decided by "
    "the product where a person must decide."
)


def report_paper(
    report: Mapping[str, Any],
    *,
    stills: Mapping[int, Sequence[Still]] | None = None,
    clauses: Mapping[str, ClauseText] | None = None,
) -> Paper:
    """A report (see `model.report_model`) as a paper; takes what `page.report_page` takes.

    Raises
    ------
    ValueError
        If a still is no JPEG.
    """
    return _Writer(report, stills or {}, clauses or {}).paper()


def tape_name(report: Mapping[str, Any]) -> str:
    """The tape's file name, on whatever system it was read."""
    return PurePath(report["tape"]["path"].replace("\\", "/")).name


class _Writer:
    """Gathers blocks and the pictures that they name."""

    def __init__(
        self,
        report: Mapping[str, Any],
        stills: Mapping[int, Sequence[Still]],
        clauses: Mapping[str, ClauseText],
    ) -> None:
        self.r, self.stills, self.clauses = report, stills, clauses
        self.titles = {id_: text.title for id_, text in clauses.items()}
        self.findings = sorted(
            report["findings"], key=lambda f: (_ORDER[f["verdict"]], f["span"]["start"]["s"])
        )
        self.told = [one for one in self.findings if one["verdict"] != "does not"]
        self.facts = {fact["id"]: fact for fact in report["facts"]}
        self.gone = {one["supersedes"] for one in report["rulings"] if one["supersedes"]}
        self.files: dict[str, bytes] = {}
        self.shown: dict[str, int] = {}

    def paper(self) -> Paper:
        run, name = self.r["run"], tape_name(self.r)
        blocks = tuple(self._blocks())
        foot = f"{name} · SHA-256 {self.r['tape']['sha256'][:16]}…"
        if run["case_head_sha256"]:
            foot += f" · case {run['case_head_sha256'][:16]}…"
        return Paper(name, f"Benchgate {run['version']}, report of a video review", foot, blocks, self.files)

    def _blocks(self) -> Iterator[Block]:
        yield pairs(self._facts())
        yield from self._summary()
        yield from follow_blocks(self.r, self.titles)
        if self.told:
            yield heading("Findings")
        for finding in self.told:
            yield from self._finding(finding)
        yield heading("Men on the ice")
        yield from self._lanes(whole_lanes(self.r))
        yield words(_LEGEND, dim=True)
        yield from tape_blocks(self.r)
        yield from self._clauses()
        yield from self._made()

    def _facts(self) -> Iterator[tuple[str, str]]:
        tape, run, game = self.r["tape"], self.r["run"], self.r["game"]
        size = "×".join(map(str, tape["size_px"]))
        yield "Tape", f"{size} {tape['codec']}, {tape['frames']} frames, {tape['duration_s']:.3f} s"
        variable = ", variable" if tape["variable_rate"] else ""
        yield "Frame rate", f"{tape['rate'] or 'not stated'}{variable}, {tape['field_order']}"
        yield "Timecode at the first frame", tape["timecode_start"] or "the tape has none"
        yield "Rule pack", run["pack"]
        held = game["definitions"]
        yield "Definitions in force", value_words(held) if held else "those of the pack"
        yield "Analyzed", f"{run['started']} on {run['machine']} ({run['device']})"
        yield "Path", tape["path"]
        yield "SHA-256 of the tape", tape["sha256"]
        if run["case_head_sha256"]:
            yield "State of the case", run["case_head_sha256"]

    def _summary(self) -> Iterator[Block]:
        yield heading("Summary")
        counts = [f"{SHAPES[v]} {v} {sum(f['verdict'] == v for f in self.findings)}" for v in _ORDER]
        yield words("    ".join([*counts, f"{SHAPES['notice']} notices {len(self.r['notices'])}"]))
        rows = [
            [
                f"{SHAPES[f['verdict']]} {f['verdict']}",
                "\n".join(filter(None, [f["clause"], self.titles.get(f["clause"])])),
                f["who"],
                moment(f["span"]["start"]),
                self._consequences(f),
                "\n".join(f"{mark}\n{who}" for mark, who in self._standing(f["id"])) or "none yet",
            ]
            for f in self.findings
        ]
        head = ["Verdict", "Clause", "Who", "When", "Consequence", "Ruling"]
        yield (
            table(head, rows, [1.6, 2.6, 2, 2.1, 2.6, 1.5])
            if rows
            else words("Nothing was judged on this tape.")
        )

    def _consequences(self, finding: Mapping[str, Any]) -> str:
        due = [
            f"{kind_words(c['kind'])} ({'automatic' if c['automatic'] else 'needs a person'})"
            for c in finding["consequence"]
        ]
        if not due and finding["missing"] and finding["verdict"] == "cannot tell":
            return f"open: {', '.join(map(kind_words, finding['missing']))}"
        return "; ".join(due) or "none"

    def _standing(self, id_: int) -> list[tuple[str, str]]:
        mine = (one for one in self.r["rulings"] if one["finding"] == id_ and one["id"] not in self.gone)
        return [(f"{decision_mark(one['decision'])} {one['decision']}", one["person"]) for one in mine]

    def _finding(self, f: Mapping[str, Any]) -> Iterator[Block]:
        title = f" {self.titles[f['clause']]}" if f["clause"] in self.titles else ""
        yield heading(f"{SHAPES[f['verdict']]} {f['verdict']}: {f['clause']}{title}, {f['who']}", 2)
        sure = "" if f["confidence"] is None else f", confidence {value_words(f['confidence'])}"
        span = f["span"]
        clocks = f"from {clock_line(span['start'])} to {clock_line(span['end'])}"
        yield words(f"{span_words(span)}, {clocks}. Finding {f['id']}, {f['pack']}{sure}.", dim=True)
        yield steps(f["why"])
        if f["measure"]:
            yield pairs(measure_words(f["measure"]))
        if f["missing"]:
            yield words(f"Not known, and it matters: {', '.join(map(kind_words, f['missing']))}.")
        yield words(f"Consequence: {self._consequences(f)}.")
        if f["branches"]:
            yield words("Open branches, with their price:", dim=True)
            yield bullets(map(branch_words, f["branches"]))
        used = [self.facts[id_] for id_ in f["facts"] if id_ in self.facts]
        if used:
            yield fact_rows(used)
        yield from self._rulings(f["id"])
        close = lanes_around(self.r, f)
        if close is not None:
            yield from self._lanes(close)
        for caption, jpeg in self.stills.get(f["id"], ()):
            block, file = picture(jpeg, caption)
            first = self.shown.setdefault(block["file"], f["id"])
            if first != f["id"]:
                yield words(f"{caption}: the picture stands with finding {first}.", dim=True)
                continue
            self.files.update(file)
            yield block

    def _rulings(self, id_: int) -> Iterator[Block]:
        rows = [
            f"{decision_mark(one['decision'])} {one['decision']} by {one['person']}, {one['at']}: "
            + one["words"]
            + (" (superseded)" if one["id"] in self.gone else "")
            for one in self.r["rulings"]
            if one["finding"] == id_
        ]
        if rows:
            yield words("Rulings:", dim=True)
            yield bullets(rows)

    def _lanes(self, drawn: Lanes) -> Iterator[Block]:
        if not drawn.lanes:
            yield words("Nobody was counted: the report says why under what was not seen.", dim=True)
        for team, svg in lane_svgs(drawn):
            block, file = picture(svg.encode(), "", alt=f"Men on the ice, {team}")
            self.files.update(file)
            yield {**block, "wide": True}

    def _clauses(self) -> Iterator[Block]:
        known = [id_ for id_ in sorted({f["clause"] for f in self.findings}) if id_ in self.clauses]
        if known:
            yield heading("The clauses")
        for id_ in known:
            one = self.clauses[id_]
            yield heading(f"{id_} {one.title}", 3)
            yield words(" ".join(filter(None, [one.says, one.cite])))

    def _made(self) -> Iterator[Block]:
        tape, run = self.r["tape"], self.r["run"]
        yield heading("How this was made")
        yield words(_MADE)
        rows = [(f"Weights {one['name']}", one["sha256"]) for one in run["models"]]
        rows.append(("Settings", run["settings_sha256"]))
        place = f"pts {tape['first_pts']} to {tape['last_pts']}"
        rows.append(("Container", f"{tape['container']}, time base {tape['time_base']}, {place}"))
        yield pairs([*rows, *(("Note", note) for note in tape["notes"])])
