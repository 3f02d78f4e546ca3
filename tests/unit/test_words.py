"""What `analyze` prints: every crossing, change, order and finding of a judgement, in words."""

from __future__ import annotations

from review.cli.words import summary_lines
from review.testing.whole import whole_judgement


def test_everything_that_was_judged_is_told() -> None:
    judgement = whole_judgement()
    text = "\n".join(summary_lines(judgement))
    assert judgement.tape.path in text and f"{len(judgement.shots)} shots" in text
    for crossing in judgement.crossings:
        assert crossing.gate in text
    for finding in judgement.findings:
        assert f"{finding.clause:<7} {finding.verdict}" in text
    for notice in judgement.notices:
        assert notice.text in text
    for altercation in judgement.altercations:
        told = {key: why for key, why in altercation.reasons.items() if not key.endswith(".overall")}
        assert told and all(why in text for why in told.values())


def test_a_team_is_not_named_twice() -> None:
    text = "\n".join(summary_lines(whole_judgement()))
    assert "EDM EDM" not in text and "BUF BUF" not in text
