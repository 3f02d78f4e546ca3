"""Reading through a child: the same frames to the byte, and a lost child costs at most a gap."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from review.adapters.read_child import ChildReader, Limits, open_in_child
from review.adapters.read_pyav import open_tape
from review.core.errors import TapeUnreadable
from tests.contract.made_clips import CLIPS
from tests.contract.reader_contract import check_reader, check_whole_pass, digest

BY_NAME = {made.name: made for made in CLIPS}
GOP = 12
#: What a codec may do at a packet: the child's own decoder is made to, at the packets named.
PLANTED = """
import os, signal, sys, time
import review.adapters.read_pyav_decode as decode
def at(packet):
    {what}
plain = decode.decoding
def planted(position):
    told = plain(position)
    told.__enter__()
    if position in {packets} and not (once and os.path.exists(once)):
        if once:
            open(once, "w").close()
        at(position)
    return plain(position)
once = {once!r}
decode.decoding = planted
from review.adapters.read_child_serve import main
main()
"""
CRASH = "os.kill(os.getpid(), signal.SIGSEGV)"
HANG = "time.sleep(1000)"
DEVOUR = "held = bytearray(1 << 40)"


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seventy-two frames, a keyframe every twelve, no picture looking ahead."""
    folder = tmp_path_factory.mktemp("clips")
    options = {"g": str(GOP), "keyint_min": str(GOP), "bf": "0", "sc_threshold": "0"}
    return replace(BY_NAME["h264.mp4"], times=tuple(range(72)), options=options).write(folder)


def planted(what: str, packets: set[int], *, once: str = "") -> list[str]:
    return [sys.executable, "-c", PLANTED.format(what=what, packets=sorted(packets), once=once)]


@pytest.mark.parametrize("name", ["open_gop.ts", "pal_top.ts", "hevc_10bit.mp4"])
def test_keeps_the_contract_and_every_byte(tmp_path: Path, name: str) -> None:
    path = BY_NAME[name].write(tmp_path)
    with open_tape(path) as plain, open_in_child(path) as reader:
        assert reader.tape == plain.tape
        assert check_reader(reader, tries=2) == check_whole_pass(plain)
        assert reader.losses == ()


def test_fields_come_from_the_child(tmp_path: Path) -> None:
    path = BY_NAME["pal_top.ts"].write(tmp_path)
    with open_tape(path) as plain, open_in_child(path) as reader:
        ours, theirs = reader.frame(5).fields, plain.frame(5).fields
        assert ours is not None
        assert theirs is not None
        assert [digest(one) for one in ours] == [digest(one) for one in theirs]


def test_a_child_killed_from_outside_costs_nothing(tape: Path) -> None:
    good = check_whole_pass(open_tape(tape))
    with open_in_child(tape) as reader:
        seen = {}
        for frame in reader.frames():
            seen[frame.ordinal] = digest(frame.rgb)
            if frame.ordinal == 30:
                os.kill(reader.pid, signal.SIGKILL)
        assert seen == good
        assert reader.gaps == ()
        assert reader.losses == ("was ended by SIGKILL",)


@pytest.mark.parametrize(
    ("what", "limits", "words"),
    [
        (CRASH, Limits(), "was ended by SIGSEGV on the data"),
        (HANG, Limits(hang_s=2.0), "hung for 2 s on the data"),
        (DEVOUR, Limits(memory_bytes=2 << 30), "asked for more than 2.0 GiB of memory on the data"),
    ],
)
def test_a_packet_that_takes_the_child_down_is_a_gap(
    tape: Path, what: str, limits: Limits, words: str
) -> None:
    good = check_whole_pass(open_tape(tape))
    with ChildReader(tape, limits=limits, command=planted(what, {30})) as reader:
        seen = {f.ordinal: digest(f.rgb) for f in reader.frames()}
        assert sorted(set(good) - set(seen)) == list(range(30, 36)), "to the next keyframe, and no further"
        assert seen == {o: good[o] for o in seen}
        (gap,) = reader.gaps
        assert words in gap.reason
        scale = reader.tape.scale
        assert (scale.seconds(gap.start), scale.seconds(gap.end)) == pytest.approx((30 / 25, 36 / 25))
        assert len(reader.losses) >= 2, "once is chance, twice is the packet"
        with pytest.raises(TapeUnreadable, match="damaged"):
            reader.frame(31)
        assert digest(reader.frame(40).rgb) == good[40]


def test_a_packet_that_takes_it_down_once_is_no_gap(tape: Path, tmp_path: Path) -> None:
    good = check_whole_pass(open_tape(tape))
    with ChildReader(tape, command=planted(CRASH, {30}, once=str(tmp_path / "once"))) as reader:
        assert {f.ordinal: digest(f.rgb) for f in reader.frames()} == good
        assert len(reader.losses) == 1
        assert reader.gaps == ()


def test_a_child_that_dies_of_everything_is_given_up(tape: Path) -> None:
    with (
        ChildReader(tape, limits=Limits(deaths=3), command=planted(CRASH, set(range(20, 60)))) as reader,
        pytest.raises(TapeUnreadable, match="cost 4 processes that decode"),
    ):
        list(reader.frames())


def test_a_stopped_child_is_ended_and_replaced(tape: Path) -> None:
    with ChildReader(tape, limits=Limits(hang_s=1.5)) as reader:
        frames = reader.frames()
        next(frames)
        os.kill(reader.pid, signal.SIGSTOP)
        assert len([*frames]) == 71
        assert reader.losses == ("hung for 1.5 s",)


def test_what_is_no_tape_is_refused_in_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "noise.mp4"
    path.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(TapeUnreadable) as ours:
        open_in_child(path)
    with pytest.raises(TapeUnreadable) as theirs:
        open_tape(path)
    assert ours.value.sentence() == theirs.value.sentence()


def test_no_child_is_left_behind(tape: Path) -> None:
    reader = open_in_child(tape)
    next(reader.frames())
    pid = reader.pid
    assert runs(pid)
    reader.close()
    assert not runs(pid)


def test_a_child_goes_when_its_parent_is_killed(tape: Path) -> None:
    code = (
        "import sys, time; from review.adapters.read_child import open_in_child\n"
        "reader = open_in_child(sys.argv[1]); next(reader.frames()); print(reader.pid, flush=True)\n"
        "time.sleep(100)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tape)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 20
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not runs(pid)


def runs(pid: int) -> bool:
    """Whether there is such a process that is not dead."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False
