"""Scenes made up for training: other play, teams, rinks, cameras and graphics each time, from a seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from review.sim.expand import expanded
from review.sim.scenario import Scenario, merged_table, parse_scenario

__all__ = ["made_up_scene", "scene_table"]

SIZES_PX = ((1280, 720), (1280, 720), (1280, 720), (960, 540), (768, 576), (720, 480))
BUGS = ("strip", "centre", "corner", "bottom", "segment", "split", "wide", "none")
KITS = ("hoops", "plain", "shoulders", "stripes")
RINKS = ("nhl", "iihf-26", "iihf-28", "iihf-30")
# jersey, trim, trousers, socks, helmet, gloves: dark teams, then light ones
DARK = (
    ("#1b2f6b", "#d9a92f", "#141d3c", "#22387c", "#16244f", "#182650"),
    ("#a5121f", "#f2f2f2", "#1a1a1c", "#a5121f", "#1a1a1c", "#1a1a1c"),
    ("#141414", "#c9a13b", "#141414", "#161616", "#101010", "#161616"),
    ("#0b5d3b", "#f2e9d0", "#0c3a27", "#0b5d3b", "#0a3a26", "#11281d"),
    ("#4a1a6b", "#c9c9cf", "#1f1430", "#4a1a6b", "#20142f", "#1c1c1c"),
    ("#6d1a2c", "#a9cbe6", "#27212a", "#6d1a2c", "#3f1620", "#241a1e"),
    ("#d8581f", "#191919", "#191919", "#d8581f", "#171717", "#171717"),
    ("#0e6f8a", "#f0f0f0", "#12323c", "#0e6f8a", "#103640", "#132a30"),
    ("#24364a", "#d9482b", "#1a2431", "#24364a", "#1b2836", "#1c2430"),
    ("#e0b51f", "#1b1b1b", "#1b1b1b", "#e0b51f", "#191919", "#1b1b1b"),
)
LIGHT = (
    ("#e9e9ea", "#a81b22", "#26262c", "#e4e4e6", "#ececec", "#2a2a2e"),
    ("#f1f1ee", "#1c3f94", "#1a2a5a", "#f1f1ee", "#f1f1ee", "#1c2c5c"),
    ("#efeae0", "#0b5d3b", "#0c3a27", "#efeae0", "#f3f3f3", "#123524"),
    ("#f4f4f4", "#141414", "#141414", "#f4f4f4", "#f0f0f0", "#141414"),
    ("#8fc3e8", "#16325c", "#16325c", "#8fc3e8", "#16325c", "#1a2740"),
    ("#d9d4c4", "#6d1a2c", "#3a1720", "#d9d4c4", "#ddd8ca", "#33181f"),
    ("#f2f2f2", "#d8581f", "#20201f", "#f2f2f2", "#f2f2f2", "#222222"),
)


def made_up_scene(bases: Path, seed: int, number: int) -> Scenario:
    """Scene ``number`` of ``seed``, ready to be filmed; the same two give the same scene.

    Parameters
    ----------
    bases : folder of the scenarios that scenes stand on (`sample_clips/scenarios/base`)
    """
    return expanded(parse_scenario(scene_table(bases, seed, number)))


def scene_table(bases: Path, seed: int, number: int) -> dict[str, Any]:
    """The scenario as its TOML would read."""
    rng = np.random.default_rng([seed, number])
    kind = ("game", "clearing", "idle", "angles")[int(rng.choice(4, p=(0.5, 0.2, 0.15, 0.15)))]
    open_play = ("nhl", "wide", "near")[int(rng.integers(3))]
    base = {"clearing": "scrum", "angles": "cameras", "idle": "neutral"}.get(kind, open_play)
    table = merged_table(bases / f"{base}.toml")
    table |= {
        "name": f"training-{seed}-{number:03d}",
        "seed": int(rng.integers(1 << 30)),
        "size_px": list(SIZES_PX[int(rng.integers(len(SIZES_PX)))]),
    }
    _dress(table, rng)
    _film(table, rng, moving=kind != "clearing")
    table["rink"] = {"preset": RINKS[int(rng.integers(4))]} if kind == "game" else table["rink"]
    table["graphics"] = {
        "bug": str(rng.choice(BUGS)),
        "channel_logo": bool(rng.random() < 0.6),
        "arena_clock": bool(rng.random() < 0.3),
    }
    if kind in ("clearing", "idle"):
        acts = _clearing if kind == "clearing" else _idlers
        table["acts"], table["duration_s"] = acts(table, rng), 11.0
    else:
        table["play"], table["duration_s"] = [], 60.0
        table["game"] = {"shift_s": [12.0, 24.0], "stoppages_per_minute": 1.2, "goals": int(rng.integers(2))}
    if kind == "angles":
        table["edit"] = _cuts(table, rng)
    return table


def _dress(table: dict[str, Any], rng: np.random.Generator) -> None:
    """Other colours for both teams; one time in four both are dark or both light."""
    home, away = (DARK, LIGHT) if rng.random() < 0.5 else (LIGHT, DARK)
    if rng.random() < 0.25:
        away = home
    picks = [home[int(rng.integers(len(home)))]]
    rest = [colours for colours in away if colours != picks[0]]
    picks.append(rest[int(rng.integers(len(rest)))])
    for team, colours in zip(("HOME", "AWAY"), picks, strict=True):
        table["teams"][team] |= {"colours": list(colours), "kit": str(rng.choice(KITS))}


def _film(table: dict[str, Any], rng: np.random.Generator, *, moving: bool) -> None:
    """Another perch, lens and zoom for the main camera."""
    camera = table["cameras"][0]
    camera["eye_m"] = [
        float(rng.uniform(-7, 7)), float(rng.uniform(-50, -33)), float(rng.uniform(11, 20))
    ]  # fmt: skip
    camera["distortion_k1"] = float(max(0.0, rng.uniform(-0.08, 0.1)))
    zoom = float(rng.uniform(0.7, 1.15)) * 42.0 / -camera["eye_m"][1]
    if moving:
        camera.pop("keys", None)
        camera |= {"follows": "puck", "hfov_deg": [22.0 * zoom, 31.0 * zoom]}
    else:
        camera["keys"] = [[t, x, y, hfov * zoom] for t, x, y, hfov in camera["keys"]]


def _clearing(table: dict[str, Any], rng: np.random.Generator) -> list[dict[str, Any]]:
    """A fight, and both benches empty by turns."""
    at = [float(rng.uniform(-3, 3)), float(rng.uniform(1, 6))]
    acts: list[dict[str, Any]] = []
    for team in ("HOME", "AWAY"):
        fighter = int(rng.choice([row[0] for row in table["teams"][team]["ice"][1:]]))
        acts.append(
            {"kind": "scuffle", "team": team, "number": fighter, "start_s": 3.0, "end_s": 10.6, "at_m": at}
        )
    for team in ("HOME", "AWAY"):
        bench = [n for n in table["teams"][team]["bench"] if n not in (1, 30)]
        start = float(rng.uniform(3.5, 5.0))
        numbers = [int(n) for n in rng.choice(bench, int(rng.integers(2, 6)), replace=False)]
        where = [at[0] + float(rng.uniform(-3, 3)), at[1] + float(rng.uniform(-3, 1))]
        acts.append(
            {
                "kind": "clearing", "team": team, "numbers": numbers, "start_s": start,
                "end_s": start + 1.1 * len(numbers), "at_m": where,
            }
        )  # fmt: skip
    return acts


def _idlers(table: dict[str, Any], rng: np.random.Generator) -> list[dict[str, Any]]:
    """Men who sit on the boards or lean over them while play goes by."""
    acts = []
    for team in ("HOME", "AWAY"):
        low, high = table["teams"][team]["bench_m"]
        bench = [n for n in table["teams"][team]["bench"] if n not in (1, 30)]
        count = int(rng.integers(1, 5))
        places = np.linspace(low + 1.0, high - 1.0, count) + rng.uniform(-0.2, 0.2, count)
        for number, x in zip(rng.choice(bench, count, replace=False), places, strict=True):
            acts.append(
                {
                    "kind": str(rng.choice(["perch", "lean"])), "team": team, "number": int(number),
                    "start_s": float(rng.uniform(0.8, 3.0)), "end_s": float(rng.uniform(7.0, 10.0)),
                    "at_m": [float(x)],
                }
            )  # fmt: skip
    return acts


def _cuts(table: dict[str, Any], rng: np.random.Generator) -> list[dict[str, Any]]:
    """A shot of some seconds from each camera in turn."""
    ids = [camera["id"] for camera in table["cameras"] if camera["id"] != "crowd"]
    order = [ids[int(k)] for k in rng.permutation(len(ids))]
    return [
        {"start_s": 60.0 * k / len(order), "camera": name, "enters_by": "cut" if k else "start"}
        for k, name in enumerate(order)
    ]
