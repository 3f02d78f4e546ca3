"""The same changes at 1.4, 1.52, 1.6 and 3 m by two books: both sides written by hand from the books.

The seeds ask for a man at the bench and give no distance: whoever is on the ice while the other is not
there is early, a bench minor by 205.6; who plays the puck pays by 205.1b, and once. The IIHF's Rule 74
counts a man within 1.5 m as off: 1.4 m is a change like any other, also where the puck is played. Beyond
it a bench minor may be assessed, which the officials decide, and is called where the puck is played.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from review.cli.rules_cli import rules_app

METRES = (1.4, 1.52, 1.6, 3.0)
MINOR, ASKED = "trips: bench_minor", "trips: bench_minor, a person decides"
BARE = {1.4: (MINOR, "does not"), 1.52: (MINOR, ASKED), 1.6: (MINOR, ASKED), 3.0: (MINOR, ASKED)}
"""205.1a where nobody touches anything: the seeds' answer, and the IIHF's."""
PLAYED = {1.4: (MINOR, "does not"), 1.52: (MINOR, MINOR), 1.6: (MINOR, MINOR), 3.0: (MINOR, MINOR)}
"""205.1b where the entering man plays the puck on purpose."""
AUTOMATIC, DECIDED = ("bench_minor", True), ("bench_minor", False)
FOLLOWS = {
    ("seeds", False): dict.fromkeys(METRES, AUTOMATIC),
    ("seeds", True): dict.fromkeys(METRES, AUTOMATIC),
    ("iihf", False): {1.4: None, 1.52: DECIDED, 1.6: DECIDED, 3.0: DECIDED},
    ("iihf", True): {1.4: None, 1.52: AUTOMATIC, 1.6: AUTOMATIC, 3.0: AUTOMATIC},
}
"""What follows for the man, once: by book, and by whether the puck was played."""


def change(number: int, metres: float, *, played: bool, more: str = "") -> str:
    start = 10 * number
    text = f"""[[fact]]
kind = "change_early"
subject = {{ team = "A", person = {number} }}
start = {start}
end = {start + 1}
value = true
links = {{ change = {number}, early_s = [0.3, 0.4], early_m = [{metres}, {metres}]{more} }}
"""
    said = ("puck_played_by_changing_player", "deliberate") if played else ()
    for kind in said:
        text += f"""[[fact]]
kind = "{kind}"
subject = {{ team = "A", person = {number} }}
start = {start}.5
value = true
layer = "said"
source = "referee"
links = {{ change = {number} }}
"""
    return text


def written(folder: Path, *, played: bool, more: str = "") -> str:
    path = folder / "FACTS.toml"
    changes = (change(i, metres, played=played, more=more) for i, metres in enumerate(METRES, 1))
    path.write_text("".join(changes), encoding="utf-8")
    return str(path)


def printed(*arguments: str) -> dict[str, list[dict[str, object]]]:
    result = CliRunner().invoke(rules_app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, list[dict[str, object]]] = json.loads(result.output)
    return found


@pytest.mark.parametrize(("clause", "played", "wanted"), [("205.1a", False, BARE), ("205.1b", True, PLAYED)])
def test_the_two_answers_at_four_distances(
    tmp_path: Path, clause: str, played: bool, wanted: dict[float, tuple[str, str]]
) -> None:
    facts = written(tmp_path, played=played)
    differ = {
        one["what"]: (one["a"], one["b"])
        for one in printed("diff", "seeds", "iihf", facts)["findings"]
        if one["where"] == clause
    }
    by_hand = {f"A man {i}": wanted[metres] for i, metres in enumerate(METRES, 1)}
    assert differ == {whom: both for whom, both in by_hand.items() if both[0] != both[1]}


@pytest.mark.parametrize(("book", "played"), FOLLOWS)
def test_what_follows_by_each_book(tmp_path: Path, book: str, played: bool) -> None:
    rows = printed("judge", written(tmp_path, played=played), "--pack", book)["outcomes"]
    found: dict[object, list[tuple[object, object]]] = {}
    for row in rows:
        person = row["subject"]["person"]  # type: ignore[index]
        found.setdefault(person, []).append((row["kind"], row["automatic"]))
    by_hand = {i: [FOLLOWS[book, played][metres]] for i, metres in enumerate(METRES, 1)}
    assert found == {person: rows for person, rows in by_hand.items() if rows != [None]}


def test_a_change_measured_by_one_skate_is_no_answer_to_a_book_that_asks_for_both(tmp_path: Path) -> None:
    """As a tape gives it today; the seeds' pack asks for the first skate, the IIHF's book for both."""
    facts = written(tmp_path, played=False, more=', definition = "first_skate"')
    found = printed("diff", "seeds", "iihf", facts)["findings"]
    differ = {one["what"]: (one["a"], one["b"]) for one in found if one["where"] == "205.1a"}
    assert differ == {f"A man {i}": (MINOR, "cannot tell") for i in range(1, 5)}
