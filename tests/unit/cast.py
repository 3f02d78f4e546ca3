"""Small scenarios for tests of acts: two teams, benches and boxes on either side, and a script."""

from __future__ import annotations

from typing import Any

from review.sim.scenario import Scenario, parse_scenario


def table(acts: list[dict[str, Any]], **over: Any) -> dict[str, Any]:
    """The TOML table of a small game with ``acts``; ``over`` replaces keys, ``home`` keys of team HOME."""
    home = over.pop("home", {})
    away = over.pop("away", {})
    colours = ["#1b2f6b", "#d9a92f", "#141d3c", "#22387c", "#16244f", "#182650"]
    return {
        "schema": "benchgate.scenario/1",
        "name": "cast",
        "seed": 5,
        "duration_s": 30.0,
        "size_px": [1280, 720],
        "play": [[0.0, 6.0, -1.0], [10.0, -8.0, -3.0], [20.0, 10.0, 2.0], [60.0, 0.0, -2.0]],
        "officials": [[12, 6.5, -8.2, 0.7]],
        "teams": {
            "HOME": {
                "name": "Havnes",
                "colours": colours,
                "bench_m": [-10.6, -1.6],
                "box_m": [-4.0, -1.0],
                "defends": "left",
                "ice": [[31, "G"], [4, "LD", -6.5, 3.4], [9, "C", 0.8, -5.6], [14, "LW", -1.2, 2.2]],
                "bench": [7, 12, 17, 30],
                "box": [66],
                **home,
            },
            "AWAY": {
                "name": "Fjellbyen",
                "colours": colours,
                "bench_m": [1.6, 10.6],
                "box_m": [1.0, 4.0],
                "defends": "right",
                "ice": [[35, "G"], [3, "RD", 5.6, -3.0], [11, "C", -0.4, 4.6], [21, "RW", 2.0, 6.6]],
                "bench": [8, 13, 27, 1],
                **away,
            },
        },
        "acts": acts,
        **over,
    }


def cast(acts: list[dict[str, Any]], **over: Any) -> Scenario:
    """A small game with ``acts``."""
    return parse_scenario(table(acts, **over))


def act(kind: str, team: str, number: int, start_s: float, end_s: float = 0.0, **rest: Any) -> dict[str, Any]:
    """One row of the script."""
    return {"kind": kind, "team": team, "number": number, "start_s": start_s, "end_s": end_s, **rest}
