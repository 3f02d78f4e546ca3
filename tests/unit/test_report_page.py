"""The page a lawyer reads: whole, closed to the outside, everything escaped, readable in both themes."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

from review.core.case import Judgement
from review.core.facts import Subject
from review.report.lanes import lanes
from review.report.model import report_model
from review.report.page import ClauseText, report_page
from review.report.words import measure_words, tape_time, value_words
from review.testing import builders as a
from review.testing.whole import whole_judgement

EVIL = "<script>alert(1)</script>\"'&"
CLAUSES = {"205.1a": ClauseText("Early change", "The retiring man must be at the bench.", "Rule 205")}
VOID = {"meta", "br", "img"}


class _Reader(HTMLParser):
    """Collects text and attributes, and checks that every tag is closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.text.append(data)


def _read(page: str) -> _Reader:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    # The optional ends that HTML allows are not used: everything that was opened was closed.
    assert reader.open == []
    return reader


def _page(judged: Judgement, **more: Any) -> str:
    return report_page(report_model(judged), **more)


def test_the_page_holds_every_part_in_words() -> None:
    text = " ".join(" ".join(_read(_page(whole_judgement(), clauses=CLAUSES)).text).split())
    for words in (
        "▲ trips 2",
        "● cannot tell 1",
        "○ notices 2",
        "EDM 23, whom he replaces, was at the bench between frames 121 and 126, not before.",
        "0.567 to 0.868 s",
        "3.1 m or more",
        "If deliberate = yes and clock < 2:00: penalty shot or optional bench minor",
        "supplementary discipline needs a person",
        "✕ rejected by C. Commissioner",
        "superseded by ruling 2",
        "not established: the intervals of crossings 4 and 6 overlap by 0.03 s",
        "no man of BUF went off near this moment in view",
        "frames 90 to 92 do not decode",
        "Looked at: 0:00.000 to 0:02.970, 0:03.103 to 0:12.412.",
        "said by R. Reviewer",
        "derived from facts 21",
        "The retiring man must be at the bench.",
        "Proposed by the product; a person has not confirmed it.",
        "5e" * 32,
        "pts 100100",
    ):
        assert words in text


def test_nothing_outside_is_asked_for() -> None:
    page = _page(whole_judgement(), stills={1: [("frame 102", b"\xff\xd8\xff\xe0rest")]})
    reader = _read(page)
    assert all(link.startswith(("#", "data:image/jpeg;base64,")) for link in reader.links)
    assert not {"script", "link", "iframe", "object", "embed", "form"} & reader.tags
    assert "default-src 'none'" in page
    assert not re.search(r"@import|url\((?!#)|https?://", page)


def test_stills_stand_with_their_finding() -> None:
    page = _page(whole_judgement(), stills={2: [("frame 251, BUF 4", b"\xff\xd8\xff\xe0rest")]})
    assert (
        page.index('id="finding-2"')
        < page.index("data:image/jpeg;base64,/9j/4HJlc3Q=")
        < page.index('id="finding-3"')
    )
    with pytest.raises(ValueError, match="no JPEG"):
        _page(whole_judgement(), stills={2: [("x", b"<svg/>")]})


def test_whatever_a_file_says_is_escaped() -> None:
    judged = whole_judgement()
    evil = replace(
        judged,
        tape=a.tape(path=EVIL, codec=EVIL, notes=(EVIL,)),
        run=a.run(pack=EVIL, machine=EVIL, models=({"name": EVIL, "sha256": EVIL},)),
        people=tuple(replace(p, name=EVIL, team=EVIL) for p in judged.people),
        crossings=tuple(replace(c, reason=EVIL, gate=EVIL, team=EVIL) for c in judged.crossings),
        counts=tuple(replace(c, team=EVIL) for c in judged.counts),
        changes=tuple(replace(c, reason=EVIL, team=EVIL) for c in judged.changes),
        altercations=tuple(
            replace(x, first={EVIL: None}, second={}, reasons={f"first.{EVIL}": EVIL})
            for x in judged.altercations
        ),
        facts=tuple(replace(f, source=EVIL, kind=EVIL, reason=EVIL, value=EVIL) for f in judged.facts),
        findings=tuple(
            replace(f, clause=EVIL, subject=Subject(EVIL), missing=(EVIL,), why=(EVIL,), measure={EVIL: EVIL})
            for f in judged.findings
        ),
        rulings=tuple(replace(r, person=EVIL, words=EVIL, decision=EVIL) for r in judged.rulings),
        notices=(a.notice(text=EVIL, kind=EVIL),),
        gate_gaps=(a.gate_gap(gate=EVIL, reason=EVIL),),
        coverage=(a.coverage(seen=False, reason=EVIL),),
    )
    page = _page(evil, stills={1: [(EVIL, b"\xff\xd8\xff")]}, clauses={EVIL: ClauseText(EVIL, EVIL, EVIL)})
    assert "<script" not in page
    assert "script" not in _read(page).tags
    assert page.count("&lt;script&gt;") > 40


def test_the_page_is_the_same_every_time() -> None:
    assert _page(whole_judgement()) == _page(whole_judgement())


def test_an_empty_judgement_makes_a_page_that_says_so() -> None:
    page = _page(Judgement(tape=a.tape(gaps=()), run=a.run(), game=a.game(definitions={})))
    text = " ".join(" ".join(_read(page).text).split())
    assert "Nothing was judged on this tape." in text
    assert "Nobody was counted" in text
    assert "Looked at: nothing." in text


def test_a_long_tape_shows_each_finding_close_up() -> None:
    judged = replace(whole_judgement(), tape=a.tape(duration_s=3600.0))
    assert _page(judged).count("Men on the ice around it") == 3
    assert "Men on the ice around it" not in _page(whole_judgement())


def test_lanes_place_counts_bands_and_marks() -> None:
    drawn = lanes(report_model(whole_judgement()), 0.0, 12.4124)
    edm, buf = drawn.lanes
    # 960 wide, 64 to the left of the axis, 8 to its right: frame 100 of 372 is at 64 + 888 × 100 / 372.
    assert edm.band[1].x == pytest.approx(302.71, abs=0.01)
    assert edm.band[1].x + edm.band[1].width == pytest.approx(64 + 888 * 126 / 372, abs=0.02)
    assert [row.text for row in edm.rows] == ["5", "6", "7", "8"]
    assert [box.words for box in edm.unseen] == ["not seen: the picture left the benches"]
    assert edm.open == ()
    assert [box.words for box in buf.open] == ["5 to open men: men may stand outside the picture"]
    assert len(edm.best) == 2
    assert [mark.text for mark in edm.marks] == ["↑", "↓", "↑", "↑"]
    assert [tick.text for tick in drawn.ticks][:3] == ["0:00", "0:01", "0:02"]
    assert [box.words for box in edm.findings] == ["finding 1, 205.1a: trips", "finding 3, 72c: cannot tell"]


def test_crossings_are_not_marked_where_they_could_not_be_told_apart() -> None:
    drawn = lanes(report_model(whole_judgement()), 0.0, 7200.0)
    assert drawn.lanes[0].marks == ()
    assert [tick.text for tick in drawn.ticks] == [
        "0:00",
        "10:00",
        *(f"{m}:00" for m in (20, 30, 40, 50)),
        *(f"1:{m:02d}:00" for m in (0, 10, 20, 30, 40, 50)),
        "2:00:00",
    ]


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (None, None, "unknown"),
        (True, None, "yes"),
        ([0.2, 0.6], "s", "0.2 to 0.6 s"),
        ([1.5, None], "m", "1.5 m or more"),
        ([None, 2], "m", "2 m or less"),
        ([None, None], "m", "not bounded by the tape"),
        ([7, 7], None, "7"),
        ([], None, "none"),
        ("players_bench", None, "players bench"),
        ("EDM", None, "EDM"),
        ({"games": 10, "pay": False, "note": None}, None, "games 10, pay no"),
    ],
)
def test_values_in_words(value: Any, unit: str | None, words: str) -> None:
    assert value_words(value, unit) == words


def test_a_margin_stands_first_among_the_measures() -> None:
    assert measure_words({"early_s": [0.2, 0.6], "margin_s": 0.2, "speed_mps": 4.0}) == [
        ("margin", "0.2 s"),
        ("early, in time", "0.2 to 0.6 s"),
        ("speed", "4 m/s"),
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00.000"), (59.9996, "1:00.000"), (3723.25, "1:02:03.250"), (-0.5, "-0:00.500")],
)
def test_times_of_tape(seconds: float, text: str) -> None:
    assert tape_time({"s": seconds}) == text


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_reads_at_four_and_a_half_to_one_in_both_themes_and_on_paper() -> None:
    css = files("review.report").joinpath("templates", "report.css").read_text("utf-8")
    light, dark = (
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", part)) for part in css.split("prefers-color-scheme")
    )
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    for theme in (light, dark):
        for ground in ("ground", "panel"):
            for name in ("text", "dim", "trips", "open", "team0", "team1"):
                assert _contrast(theme[name], theme[ground]) >= 4.5, (name, ground)
    assert all(_contrast(light[name], "#ffffff") >= 4.5 for name in ("text", "dim", "trips", "open"))
