"""A record against itself: impossible shifts are its own fault, six skaters and no goalkeeper are fair."""

from __future__ import annotations

from review.core.record import Listed, Sheet
from review.measure.record_check import check_sheet, men_by_shifts, too_many_men
from tests.unit.sheets import called, happened, on, sheet

ROSTER = tuple(
    Listed("AAA", "roster", n, None, "goalkeeper" if n == 1 else "skater", f"AAA{n}") for n in range(1, 9)
)


def lines(*shifts: tuple[int, str, str], **rows: object) -> Sheet:
    return sheet(shifts=tuple(on("AAA", n, 1, start, end) for n, start, end in shifts), roster=ROSTER, **rows)


FIVE = tuple((n, "0:00", "10:00") for n in (2, 3, 4, 5, 6))


def test_seven_on_is_the_records_fault() -> None:
    told = check_sheet(lines((1, "0:00", "10:00"), *FIVE, (7, "1:00", "1:04"), end_s=600.0))
    (spell,) = told.spells
    assert (spell.kind, spell.start_s, spell.end_s, spell.men, spell.allowed) == (
        "over",
        60.0,
        64.0,
        7,
        (6, 6),
    )
    assert "the record's fault" in spell.text and "accuse nobody" in spell.text
    assert told.seconds("over") == 4.0


def test_six_skaters_without_a_goalkeeper_are_six_men() -> None:
    pulled = lines((1, "0:00", "9:00"), *FIVE, (7, "9:00", "10:00"), end_s=600.0,
                   plays=(happened("goalkeeper_off", 1, "9:00", "AAA"),))  # fmt: skip
    (spell,) = check_sheet(pulled).spells
    assert (spell.kind, spell.start_s, spell.end_s) == ("no goalkeeper", 540.0, 600.0)
    assert spell.text == "6 AAA skaters and no goalkeeper (taken off); 6 men are allowed."
    pending = lines((1, "0:00", "9:00"), *FIVE, (7, "9:00", "10:00"), end_s=600.0,
                    plays=(happened("delayed_penalty", 1, "8:55", "BBB"),))  # fmt: skip
    assert "a penalty on the other team was pending" in check_sheet(pending).spells[0].text


def test_where_no_roster_says_who_keeps_nobody_is_missed() -> None:
    told = sheet(shifts=tuple(on("AAA", n, 1, "0:00", "10:00") for n in range(1, 7)), end_s=600.0)
    assert check_sheet(told).spells == ()
    assert men_by_shifts(told)[0]["AAA"][0].keepers is None


def test_a_shift_cut_to_the_second_at_a_penalty_is_no_fault() -> None:
    # the penalized man's shift ends a second after his penalty began
    told = lines((1, "0:00", "10:00"), *FIVE[:-1], (6, "0:00", "5:01"), (6, "7:00", "10:00"), end_s=600.0,
                 penalties=(called("AAA", 1, "5:00"),))  # fmt: skip
    assert check_sheet(told).spells == ()


def test_somebody_missing_for_long_is_told() -> None:
    told = lines((1, "0:00", "10:00"), *FIVE[:-1], (6, "0:00", "3:00"), (6, "3:01", "5:00"), end_s=600.0)
    (spell,) = check_sheet(told).spells  # one second is how one man follows another
    assert (spell.kind, spell.start_s, spell.end_s, spell.men) == ("under", 300.0, 600.0, 5)


def test_odd_shifts_are_told_and_a_man_is_counted_once() -> None:
    told = lines((2, "0:00", "1:00"), (2, "0:30", "1:30"), (3, "2:00", "2:00"), (4, "3:00", "2:50"))
    men, odd = men_by_shifts(told)
    assert [(step.start_s, step.men) for step in men["AAA"]] == [(0.0, 1), (90.0, 0)]
    assert [text.split(": ", 1)[1] for text in odd] == [
        "lasts no time (P1 2:00)", "ends before it begins (P1 3:00)",
        "overlaps the same man's shift before (P1 0:30)",
    ]  # fmt: skip


def test_strength_as_scored_is_held_against_the_penalties() -> None:
    told = sheet(
        penalties=(called("AAA", 1, "5:00"),),
        plays=(
            happened("faceoff", 1, "5:30", skaters=(4, 5), keepers=(True, True)),
            happened("faceoff", 1, "6:00", skaters=(4, 6), keepers=(True, False)),
            happened("faceoff", 1, "6:30", skaters=(5, 5), keepers=(True, True)),
            happened("other", 2, "6:30", skaters=(0, 1), keepers=(True, False)),  # a penalty shot
            happened("other", 5, "0:00", skaters=(4, 4), keepers=(True, True)),  # a shoot-out
        ),
    )
    check = check_sheet(told)
    assert check.scored == (6, 5)
    assert check.scored_against == (
        "faceoff 6:30: P1 6:30 faceoff, 6 AAA men as scored, 5 to 5 by the penalties",
    )


def test_too_many_men_is_found_in_any_leagues_words() -> None:
    words = ("too many men on the ice", "Too many men/ice - bench", "Hooking")
    told = sheet(penalties=tuple(called("AAA", 1, f"{k}:00", infraction=w) for k, w in enumerate(words, 1)))
    assert [p.infraction for p in too_many_men(told)] == list(words[:2])
