"""What the league's office knows: dates, histories, schedules, money."""

from __future__ import annotations

from collections.abc import Mapping

from review.rules.fact_kind import ACT, PERSON, SHEET, FactKind

__all__ = ["OFFICE_KINDS"]

_NONE: Mapping[str, str] = {}

OFFICE_KINDS = (
    FactKind(
        "game_date",
        "the day of the game",
        SHEET,
        "On what day was the game played?",
        subject=(),
        links=_NONE,
        type="date",
    ),
    FactKind(
        "earlier_case",
        "the day of an earlier case in which a player of the club left a bench",
        SHEET,
        "When did a player of this club leave a bench before?",
        links=_NONE,
        type="date",
    ),
    FactKind(
        "history_complete",
        "all earlier cases of the club are told here",
        SHEET,
        "Are these all the club's earlier cases?",
        links=_NONE,
    ),
    FactKind(
        "cba_maximum",
        "the most that the collective agreement in force lets a player be fined",
        SHEET,
        "What was the highest fine that the collective agreement allowed then?",
        subject=(),
        links=_NONE,
        type="money",
        unit="USD",
    ),
    FactKind(
        "games_suspended",
        "for how many games the man was suspended, where no clause here says so",
        SHEET,
        "For how many games was he suspended?",
        type="number",
        unit="games",
    ),
    FactKind(
        "salary_fixed",
        "the man's fixed salary of that season, without bonuses",
        SHEET,
        "What was his fixed salary that season?",
        subject=("team",),
        links=_NONE,
        type="money",
        unit="USD",
    ),
    FactKind(
        "salary_average",
        "the man's salary averaged over his contract",
        SHEET,
        "What was his salary, averaged over the contract?",
        links=_NONE,
        type="money",
        unit="USD",
    ),
    FactKind(
        "season_days",
        "days in the regular season",
        SHEET,
        "How many days did the regular season have?",
        subject=(),
        links=_NONE,
        type="number",
        unit="days",
    ),
    FactKind(
        "season_games",
        "games of a team in the regular season",
        SHEET,
        "How many games did a team play in the regular season?",
        subject=(),
        links=_NONE,
        type="number",
        unit="games",
    ),
    FactKind(
        "games_left",
        "games of the team left in the season after this one, play-offs included",
        SHEET,
        "How many games did the team have left in the season?",
        links=_NONE,
        type="number",
        unit="games",
    ),
    FactKind(
        "club_paid_for_player",
        "the club paid a player's fine, or gave him back pay that he had lost",
        PERSON,
        "Did the club pay the player's fine, or give him back lost pay?",
        links=ACT,
    ),
    FactKind(
        "commissioner_deems_paid",
        "the Commissioner holds that the club paid or reimbursed it",
        PERSON,
        "Does the Commissioner hold that the club paid or reimbursed it?",
        links=ACT,
    ),
)
