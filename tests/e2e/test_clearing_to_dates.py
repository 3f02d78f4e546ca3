"""A rendered bench clearing from its pictures to dates and sums, checked by its truth."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from review.cli import main
from review.report.checked import validate_report

SAMPLES = Path(__file__).parents[2] / "sample_clips"
DATES = [f"2026-03-{day:02d}" for day in range(16, 28)]
GAMES = ",\n".join(f'{{ date = {day}, home = "HOME", away = "VAL", kind = "regular" }}' for day in DATES)
OFFICE = f"""
[game]
date = 2026-03-14
[schedule]
games = [{GAMES}]
[[seasons]]
season = "2025-26"
cba_maximum = "5000.00"
[[clubs]]
team = "HOME"
history_complete = true
"""


@pytest.mark.slow
def test_pictures_name_nobody_who_did_not_leave_in_that_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Truth: 22 first, 7 second, then 44 and 63, all of HOME. What the pictures leave open stays unnamed."""
    for ending in (".mp4", ".game.toml", ".gates.toml"):
        shutil.copy(SAMPLES / f"clearing-in-order{ending}", tmp_path)
    (tmp_path / "clearing-in-order.office.toml").write_text(OFFICE, "utf-8")
    assert main(["analyze", str(tmp_path / "clearing-in-order.mp4"), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    validate_report(made)
    truth = json.loads((SAMPLES / "clearing-in-order.truth.json").read_text("utf-8"))
    order = [c["first_skate_s"] for c in truth["crossings"] if c["direction"] == "on"]
    findings = {one["id"]: one for one in made["findings"]}
    places = {10: 0, 5: 1}
    suspended = [row for row in made["outcomes"] if row["kind"] == "suspension"]
    for row in suspended:
        span = findings[row["finding"]]["span"]
        assert row["subject"]["team"] == "HOME"
        assert span["start"]["s"] - 0.1 <= order[places[row["games"]]] <= span["end"]["s"] + 0.1
        assert [game["date"] for game in row["served"]] == DATES[: row["games"]]
        assert row["eligible_on"] == DATES[row["games"]]
    assert len(suspended) == 2 or any(one["verdict"] == "cannot tell" for one in made["findings"])
    club = [row["amount_usd"] for row in made["outcomes"] if row["kind"] == "team_fine"]
    assert club in ([], ["10000.00"])
    assert {row["amount_usd"] for row in made["outcomes"] if row["kind"] == "player_fine"} <= {"5000.00"}
