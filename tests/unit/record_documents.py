"""Documents in the shapes that the leagues serve, written by hand: no game of these teams was ever played."""

from __future__ import annotations

import json
from typing import Any

HOME, AWAY = {"id": 901, "abbrev": "AAA"}, {"id": 902, "abbrev": "BBB"}
HEAD = {
    "id": 2099020001, "season": 20992100, "gameType": 2, "gameDate": "2099-11-21", "homeTeam": HOME,
    "awayTeam": AWAY, "venue": {"default": "Nowhere Arena"},
}  # fmt: skip


def play(
    order: int, period: int, time: str, type_: str, situation: str = "1551", **details: Any
) -> dict[str, Any]:
    return {
        "eventId": 100 + order, "sortOrder": order,
        "periodDescriptor": {"number": period, "periodType": "REG"},
        "timeInPeriod": time, "situationCode": situation, "typeCode": 500, "typeDescKey": type_,
        "details": details,
    }  # fmt: skip


def spot(team: int, player: int, number: int, position: str) -> dict[str, Any]:
    return {
        "teamId": team, "playerId": player, "sweaterNumber": number, "positionCode": position,
        "firstName": {"default": "A."}, "lastName": {"default": f"Man{number}"}, "headshot": "",
    }  # fmt: skip


PLAYS = [
    play(30, 3, "18:26", "penalty", typeCode="BEN", descKey="too-many-men-on-the-ice", duration=2,
         servedByPlayerId=9000019, eventOwnerTeamId=901),
    play(10, 1, "00:00", "period-start"),
    play(20, 2, "05:00", "penalty", typeCode="MIN", descKey="hooking", duration=2,
         committedByPlayerId=9000004,
         drawnByPlayerId=9000031, eventOwnerTeamId=902),
    play(21, 2, "06:10", "goal", "1541", scoringPlayerId=9000019, eventOwnerTeamId=901),
    play(25, 3, "10:00", "coach-dance-off", eventOwnerTeamId=901, mood="high"),
    play(40, 3, "19:00", "stoppage", "0651", reason="icing"),
]  # fmt: skip
NHL_PLAYS = {
    **HEAD,
    "rosterSpots": [
        spot(901, 9000019, 19, "C"), spot(901, 9000001, 1, "G"), spot(902, 9000004, 4, "D"),
        spot(902, 9000031, 31, "G"),
    ],
    "plays": PLAYS,
}  # fmt: skip
NHL_LANDING = {
    **HEAD,
    "summary": {
        "scoring": [{
            "periodDescriptor": {"number": 2},
            "goals": [{"timeInPeriod": "06:10", "playerId": 9000019, "teamAbbrev": {"default": "AAA"},
                       "firstName": {"default": "A."}, "lastName": {"default": "Man19"}}],
        }, {"periodDescriptor": {"number": 5, "periodType": "SO"}, "goals": [{"playerId": 9000019}]}],
        "penalties": [
            {"periodDescriptor": {"number": 2}, "penalties": [{
                "timeInPeriod": "05:00", "type": "MIN", "duration": 2, "descKey": "hooking",
                "committedByPlayer": {"firstName": {"default": "A."}, "lastName": {"default": "Man4"},
                                      "sweaterNumber": 4},
                "teamAbbrev": {"default": "BBB"}}]},
            {"periodDescriptor": {"number": 3}, "penalties": [{
                "timeInPeriod": "18:26", "type": "BEN", "duration": 2, "descKey": "too-many-men-on-the-ice",
                "servedBy": {"default": "A. Man19"}, "teamAbbrev": {"default": "AAA"}}]},
        ],
    },
}  # fmt: skip
NHL_BOXSCORE = {
    **HEAD,
    "playerByGameStats": {
        "homeTeam": {
            "forwards": [{"playerId": 9000019, "sweaterNumber": 19, "name": {"default": "A. Man19"},
                          "position": "C"}],
            "defense": [],
            "goalies": [{"playerId": 9000001, "sweaterNumber": 1, "name": {"default": "A. Man1"},
                                        "position": "G"}],
        },
        "awayTeam": {"forwards": [], "defense": [], "goalies": []},
    },
}  # fmt: skip


def shift(player: int, team: str, start: str | None, end: str | None, type_: int = 517) -> dict[str, Any]:
    return {
        "id": player, "gameId": 2099020001, "playerId": player, "teamId": 901, "teamAbbrev": team,
        "period": 3,
        "shiftNumber": 1, "startTime": start, "endTime": end, "duration": None, "typeCode": type_,
        "firstName": "A.", "lastName": f"Man{player % 100}",
    }  # fmt: skip


NHL_SHIFTS = {
    "data": [
        shift(9000019, "AAA", "17:40", "18:26"), shift(9000019, "AAA", "18:00", "18:00", 505),
        shift(9000001, "AAA", "00:00", "20:00"), shift(9000004, "BBB", None, None),
    ],
    "total": 4,
}  # fmt: skip
NHL_SCHEDULE = {
    "previousSeason": 20982099,
    "games": [
        {"id": 2099010001, "season": 20992100, "gameType": 1, "gameDate": "2099-09-25", "homeTeam": HOME,
         "awayTeam": AWAY, "gameState": "OFF"},
        {"id": 2099020001, "season": 20992100, "gameType": 2, "gameDate": "2099-11-21", "homeTeam": HOME,
         "awayTeam": {"id": 903, "abbrev": "CCC"}},
        {"id": 2099030111, "season": 20992100, "gameType": 3, "gameDate": "2100-04-20", "homeTeam": AWAY,
         "awayTeam": HOME},
    ],
}  # fmt: skip
NHL_ROSTER = {
    "forwards": [{"id": 9000019, "sweaterNumber": 19, "positionCode": "C", "firstName": {"default": "A."},
                  "lastName": {"default": "Man19"}}],
    "defensemen": [],
    "goalies": [{"id": 9000001, "positionCode": "G", "firstName": {"default": "A."},
                 "lastName": {"default": "Man1"}}],
}  # fmt: skip
FEED_SCHEDULE = {
    "SiteKit": {"Schedule": [{
        "id": "77", "game_id": "77", "season_id": "10", "date_played": "2099-12-30", "home_team_code": "AAA",
        "visiting_team_code": "BBB", "home_goal_count": "2", "game_status": "Final",
    }]},
}  # fmt: skip
FEED_ROSTER = {
    "SiteKit": {"Roster": [
        {"player_id": "5", "tp_jersey_number": "31", "name": "B. Keeper", "position": "G"},
        {"player_id": "6", "tp_jersey_number": "", "first_name": "C.", "last_name": "New", "position": "LW"},
        [],
    ]},
}  # fmt: skip


def packed(document: object) -> bytes:
    return json.dumps(document).encode()


def person(id_: str, number: int, position: str) -> dict[str, Any]:
    return {
        "id": id_,
        "firstName": "A.",
        "lastName": f"Man{number}",
        "jerseyNumber": number,
        "position": position,
    }


FEED_PLAYS: list[dict[str, Any]] = [
    {"event": "goalie_change", "details": {
        "goalieComingIn": person("6", 31, "G"), "goalieGoingOut": None, "team_id": "1",
        "period": {"id": "1"}, "time": "0:00"}},
    {"event": "faceoff", "details": {
        "homePlayer": person("8", 8, "C"), "visitingPlayer": person("9", 9, "C"), "homeWin": "1",
        "period": {"id": "1"}, "time": "0:00"}},
    {"event": "hit", "details": {
        "teamId": "1", "player": person("8", 8, "C"), "period": {"id": "1"}, "time": "1:00"}},
    {"event": "penalty", "details": {
        "againstTeam": {"id": 3, "abbreviation": "BBB"}, "minutes": "2.00", "description": "Hooking",
        "takenBy": person("9", 9, "C"), "servedBy": person("9", 9, "C"), "isBench": False,
        "period": {"id": "2"}, "time": "3:51"}},
    {"event": "goal", "details": {
        "team": {"id": 1, "abbreviation": "AAA"}, "scoredBy": person("8", 8, "C"), "period": {"id": "2"},
        "time": "4:30", "plus_players": [person("7", 7, "LD")]}},
]  # fmt: skip
FEED_SHIFTS: dict[str, Any] = {
    "SiteKit": {
        "Parameters": {"game_id": "77"},
        "Gameshifts": {
            "home": [{"jersey_number": "8", "first_name": "A.", "player_id": 8, "shifts": [
                {"period": "1", "start_time": "20:00", "end_time": "19:10", "length": "00:50"}]}],
            "visitor": [{"jersey_number": "9", "player_id": 9, "shifts": [
                {"period": "4", "start_time": "05:00", "end_time": "04:10", "length": "00:50"}]}],
        },
    },
}  # fmt: skip
