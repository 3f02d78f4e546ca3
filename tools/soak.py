"""A tape of hours, and what memory and speed do all along it.

    python -m tools.soak out/soak --hours 3 --clip sample_clips/demo.mp4 --width 320
    python -m tools.soak out/soak --hours 3 --decode            # the reader alone

A clip is made small once and its packets are written end to end until the tape is as long as asked for; then
`benchgate analyze` runs over it as typed, and the memory of it and of its children is read every two seconds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

CHEAP = (
    "look_rate_hz=1", "clock_rate_hz=0", "number_rate_hz=0", "registration=off", "motion_width_px=160",
    "input_width_px=320", "input_height_px=192",
)  # fmt: skip
EVERY_S = 2.0


def small(clip: Path, out: Path, width_px: int) -> None:
    """The clip at `width_px`, without pictures that look ahead, so that copies can follow each other."""
    with av.open(str(clip)) as source, av.open(str(out), "w") as target:
        video = source.streams.video[0]
        options = {"crf": "28", "bf": "0", "threads": "1"}
        stream = target.add_stream("libx264", rate=video.average_rate, options=options)
        stream.width, stream.height = width_px, round(video.height * width_px / video.width / 2) * 2
        stream.pix_fmt = "yuv420p"
        for k, frame in enumerate(source.decode(video)):
            shown = frame.reformat(stream.width, stream.height, "yuv420p")
            shown.pts, shown.time_base = k, 1 / Fraction(video.average_rate)
            target.mux(stream.encode(shown))
        target.mux(stream.encode())


def long(clip: Path, out: Path, length_s: float) -> float:
    """The clip's packets again and again; returns the seconds of tape."""
    with av.open(str(clip)) as source, av.open(str(out), "w") as target:
        video = source.streams.video[0]
        stream = target.add_stream_from_template(video)
        base = video.time_base
        packets = [(bytes(p), p.pts, p.dts, p.is_keyframe) for p in source.demux(video) if p.dts is not None]
        step = packets[1][2] - packets[0][2]
        one = packets[-1][2] - packets[0][2] + step
        copies = int(length_s / float(one * base)) + 1
        for copy in range(copies):
            for data, pts, dts, key in packets:
                packet = av.Packet(data)
                packet.stream, packet.time_base, packet.is_keyframe = stream, base, key
                packet.pts, packet.dts = pts + copy * one, dts + copy * one
                target.mux(packet)
    return float(copies * one * base)


def held_mib(pid: int) -> float:
    """Memory of a process and of all its children, shared pages told once (PSS)."""
    total_kib, ahead = 0, [pid]
    while ahead:
        one = ahead.pop()
        try:
            for line in Path(f"/proc/{one}/smaps_rollup").read_text("ascii").splitlines():
                if line.startswith("Pss:"):
                    total_kib += int(line.split()[1])
            for task in Path(f"/proc/{one}/task").iterdir():
                ahead += map(int, (task / "children").read_text("ascii").split())
        except OSError:
            continue
    return total_kib / 1024


def soaked(command: list[str], told: Path) -> list[tuple[float, float, float]]:
    """(wall seconds, seconds of tape done, MiB held) every two seconds while a command runs."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    done = [0.0]

    def hear() -> None:
        for line in process.stdout or ():
            event: dict[str, Any] = json.loads(line)
            done[0] = float(event.get("done_s", done[0]))

    ear = threading.Thread(target=hear, daemon=True)
    ear.start()
    rows, began = [], time.monotonic()
    with told.open("w", encoding="ascii") as file:
        while process.poll() is None:
            rows.append((time.monotonic() - began, done[0], held_mib(process.pid)))
            file.write("{:.1f},{:.1f},{:.1f}\n".format(*rows[-1]))
            file.flush()
            time.sleep(EVERY_S)
    ear.join()
    if process.returncode:
        raise SystemExit(f"it ended with {process.returncode}")
    return rows


def curve(rows: list[tuple[float, float, float]]) -> dict[str, Any]:
    """Memory by the half hour of tape, its slope while the tape was watched, and speed."""
    wall_s, tape_s, mib = np.array(rows).T
    watched = (tape_s > 600) & (tape_s < tape_s.max())
    slope = float(np.polyfit(tape_s[watched] / 3600, mib[watched], 1)[0]) if watched.sum() > 2 else None
    halves = [
        {"tape_s": at, "mib": round(float(np.median(mib[(tape_s >= at) & (tape_s < at + 600)])), 1)}
        for at in range(0, int(tape_s.max()), 1800)
        if ((tape_s >= at) & (tape_s < at + 600)).any()
    ]
    ends = tape_s == tape_s.max()
    return {
        "wall_s": round(float(wall_s[-1])), "tape_s": round(float(tape_s.max())),
        "speed_x": round(float(tape_s.max() / wall_s[ends][0]), 1),
        "mib_by_half_hour": halves, "slope_mib_an_hour": slope and round(slope, 2),
        "most_mib_watching": round(float(mib[~ends].max()), 1), "most_mib": round(float(mib.max()), 1),
    }  # fmt: skip


def decode(tape: str) -> None:
    """Read every frame in order, as small as it comes; progress as `analyze --events json` tells it."""
    from review.wiring import open_reader

    reader = open_reader(tape)
    for frame in reader.frames():
        frame.resized((160, 90))
        if frame.ordinal % 250 == 0:
            line = json.dumps({"done_s": reader.tape.scale.seconds(frame.time)})
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    reader.close()


def main() -> None:
    """Make the tape, run, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--clip", type=Path, default=Path("sample_clips/demo.mp4"))
    parser.add_argument("--hours", type=float, default=3.0)
    parser.add_argument("--width", type=int, default=320)
    parser.add_argument("--decode", action="store_true", help="the reader alone")
    parser.add_argument("--set", action="append", default=[], help="settings besides the cheapest")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        decode(asked.serve)
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    tape = asked.folder / f"{asked.hours:g}h.mp4"
    if not tape.exists():
        small(asked.clip, asked.folder / "small.mp4", asked.width)
        long(asked.folder / "small.mp4", tape, asked.hours * 3600)
    command = [sys.executable, "-m", "tools.soak", str(asked.folder), "--serve", str(tape)]
    if not asked.decode:
        case = asked.folder / "soak.bgcase"
        case.unlink(missing_ok=True)
        settings = [f"--set={one}" for one in (*CHEAP, *asked.set)]
        command = [sys.executable, "-m", "review.cli", "analyze", str(tape), "--case", str(case),
                   "--events", "json", *settings]  # fmt: skip
    kind = "decode" if asked.decode else "analyze"
    rows = soaked(command, asked.folder / f"{kind}.csv")
    told = {"ran": kind, "size_mib": round(tape.stat().st_size / 2**20, 1), **curve(rows)}
    (asked.folder / f"{kind}.json").write_text(json.dumps(told, indent=1), "utf-8")
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
