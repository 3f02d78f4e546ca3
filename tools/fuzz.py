"""Broken input, thousands of it: every reader must take it, or refuse it in one sentence.

`python tools/fuzz.py TARGET… --seconds 60 --seed 1` changes good files at random (bits, spans, numbers,
words, lengths) and gives them to the product's own readers. Whatever is neither read nor refused by a
ReviewError, or takes longer than `SLOW_S`, is written to `out/fuzz/TARGET/` with what went wrong. The counts
stand in docs/faults.md.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from review.core.errors import ReviewError

ROOT = Path(__file__).parents[1]
SLOW_S = 20.0
ODD = (
    b"-1", b"0", b"1e308", b"-1e308", b"nan", b"inf", b"-inf", b"99999999999999999999", b"null", b"true",
    b"''", b'""', b"[]", b"{}", b"[[", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", "ïΩ漢".encode(), b"1:99:99",
    b"P9 99:99", b"00:00:00;99", b"\n", b'"', b"=", b"[game]", b"1/0", b"../../etc", b"A" * 5000, b"0x",
    b"1_0", b"[" * 3000, b"9" * 5000,
)  # fmt: skip

Check = Callable[[bytes], object]


@dataclass(frozen=True)
class Crash:
    """An input that was neither read nor refused, and what happened."""

    data: bytes
    what: str


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A copy changed in one to six places."""
    out = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(out) + 1)
        span = min(len(out) - at, int(chance.expovariate(1 / 12)) + 1)
        kind = chance.randrange(8)
        if kind == 0 and len(out):
            out[at % len(out)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del out[at : at + span]
        elif kind == 2:
            out[at:at] = out[at : at + span]
        elif kind == 3:
            del out[at:]
        elif kind == 4:
            out[at : at + span] = chance.randbytes(span)
        elif kind == 5:
            out[at:at] = chance.choice(ODD)
        else:
            _other_word(out, chance)
    return bytes(out)


def _other_word(out: bytearray, chance: random.Random) -> None:
    """Put something odd in the place of one number or word."""
    import re

    words = list(re.finditer(rb"[A-Za-z_]+|-?[0-9][0-9.:]*|\"[^\"\n]*\"", bytes(out[:200_000])))
    if words:
        word = chance.choice(words)
        out[word.start() : word.end()] = chance.choice((*ODD, chance.choice(words).group()))


def twisted(value: object, chance: random.Random) -> object:
    """A JSON document with one to three of its values something else, gone, or twice there."""
    text = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 3)):
        holders = [one for one in _holders(text) if len(one)]
        if not holders:
            break
        holder = chance.choice(holders)
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        odd = (
            None,
            -1,
            1e308,
            float("nan"),
            "",
            "x",
            [],
            {},
            True,
            10**30,
            "99:99",
            "\udc80",
            [[]],
            {"a": {}},
        )
        if chance.random() < 0.25:
            del holder[key]
        else:
            holder[key] = chance.choice(odd)
    return text


def _holders(value: object) -> list:  # type: ignore[type-arg]
    found = [value] if isinstance(value, dict | list) else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*found, *(one for item in inner for one in _holders(item))]


def _seeds(pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(ROOT.glob(pattern))[:40]]


def _documents() -> list[bytes]:
    from tests.unit import record_documents as made

    shapes = [getattr(made, name) for name in dir(made) if name.split("_")[0] in ("NHL", "FEED")]
    return [json.dumps(one).encode() for one in shapes if isinstance(one, dict | list)]


@cache
def _demo() -> tuple[Any, Any]:
    from review.adapters.read_pyav import open_tape

    reader = open_tape(ROOT / "sample_clips" / "demo.mp4")
    try:
        return reader.tape, reader.index
    finally:
        reader.close()


def _gates(data: bytes) -> object:
    from review.imports.gates_toml import parse_gates

    return parse_gates(data, *_demo())


def _pack(data: bytes) -> object:
    from review.rules.pack_toml import read_pack

    return read_pack(data.decode("utf-8", "replace"), file="PACK.toml")


def _facts(data: bytes) -> object:
    from review.rules.facts_toml import read_facts

    return read_facts(data.decode("utf-8", "replace"), file="FACTS.toml")


def _office(data: bytes) -> object:
    from review.imports.office_toml import parse_office

    rows = b"game,date,home,away,season,kind\n1,2026-03-01,BUF,EDM,2025-26,regular\n"
    return parse_office(data, read=lambda name: rows)


def _document(data: bytes, suffix: str) -> object:
    from review.imports.record_json import read_document

    return read_document(data, f"paper{suffix}")


def _truth(data: bytes) -> object:
    from review.cli.scoring import read_truth

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.truth.json"
        path.write_bytes(data)
        return read_truth(path)


def _command(data: bytes, *, before: tuple[str, ...], suffix: str) -> None:
    """A file given to a command; its exit code must be 0, 2 or 3."""
    from review.cli import main

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"broken{suffix}"
        path.write_bytes(data)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main([*before, str(path)])
        if code not in (0, 2, 3):
            raise AssertionError(f"exit code {code}: {said.getvalue()[-2000:]}")
        if code == 2 and len(said.getvalue().strip().splitlines()) > 6:
            raise AssertionError(f"not one sentence: {said.getvalue()[-2000:]}")


def _case_seed() -> list[bytes]:
    from review.adapters.store_sqlite import SqliteStore
    from review.testing import builders as a
    from review.testing.whole import whole_judgement

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seed.bgcase"
        with SqliteStore.open(path, create=True, readonly=False) as store:
            store.put_judgement(whole_judgement(), a.tracks(), "inputs")
        return [path.read_bytes()]


def _tape_seeds() -> list[bytes]:
    """Half a second of colour in each of several containers and codecs."""
    import av
    import numpy as np

    seeds = []
    for container, codec in (
        ("mp4", "libx264"), ("mpegts", "mpeg2video"), ("matroska", "libvpx-vp9"), ("avi", "mpeg4"),
        ("mov", "prores_ks"),
    ):  # fmt: skip
        memory = io.BytesIO()
        with av.open(memory, "w", format=container) as out:
            stream = out.add_stream(codec, rate=25)
            stream.width, stream.height = 96, 64
            stream.pix_fmt = "yuv422p10le" if codec == "prores_ks" else "yuv420p"
            for k in range(12):
                picture = np.random.default_rng(k).integers(0, 255, (64, 96, 3), np.uint8)
                out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
            out.mux(stream.encode())
        seeds.append(memory.getvalue())
    return seeds


def _tape(data: bytes) -> int:
    from review.adapters.read_pyav import open_tape

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "broken.mp4"
        path.write_bytes(data)
        reader = open_tape(path)
        try:
            return sum(1 for _ in reader.frames())
        finally:
            reader.close()


def _containers() -> list[bytes]:
    """Clips of the reader's contract, one for each container and several codecs."""
    from tests.contract.made_clips import CLIPS

    names = ("h264.mp4", "open_gop.ts", "open_gop.mkv", "mpeg2.mpg", "mpeg2.mxf", "prores.mov",
             "b_frames_mpeg4.avi", "hevc_open_gop.ts", "vp9.mkv", "ffv1.mkv")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        return [made.write(Path(folder)).read_bytes() for made in CLIPS if made.name in names]


def spliced(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """What a broken copy makes of a file: blocks moved, doubled, blanked, another file's, or its end gone."""
    length = chance.choice((4, 188, 2000, 8192))
    at, to = chance.randrange(len(data)), chance.randrange(len(data))
    block, rest = data[at : at + length], data[:at] + data[at + length :]
    return chance.choice(
        (
            rest[:to] + block + rest[to:],
            data[:at] + block + data[at:],
            data[:at] + bytes(len(block)) + data[at + length :],
            data[:at] + other[chance.randrange(len(other)) :],
            data[: chance.randrange(len(data))],
            rest,
        )
    )


def _container(data: bytes) -> int:
    """Read it all, step about in it, and hold the reader to its contract."""
    from review.adapters.read_pyav import open_tape
    from review.core.errors import TapeUnreadable

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "broken.bin"
        path.write_bytes(data)
        with open_tape(path) as reader:
            seen = {one.ordinal: one.resized((64, 40)).tobytes() for one in reader.frames()}
            scale = reader.tape.scale
            times = [scale.at(int(pts)) for pts in reader.index.pts]
            dark = {o for o, t in enumerate(times) if any(g.start <= t < g.end for g in reader.gaps)}
            assert dark == set(range(len(times))) - set(seen), "gaps are not what was left out"
            for ordinal in random.Random(1).sample(range(len(times)), min(3, len(times))):
                with contextlib.suppress(TapeUnreadable):
                    shown = reader.frame(ordinal).resized((64, 40)).tobytes()
                    assert shown == seen[ordinal], f"frame {ordinal} by its number is another one"
            return len(seen)


def _parse(module: str, name: str) -> Check:
    def check(data: bytes) -> object:
        from importlib import import_module

        return getattr(import_module(module), name)(data)

    return check


def _from_tests(module: str, name: str) -> list[bytes]:
    from importlib import import_module

    return [getattr(import_module(module), name).encode()]


def _arenas() -> list[bytes]:
    from review.core.registration import ArenaProfile
    from review.core.rink import RINKS
    from review.imports.arena_toml import arena_text
    from tests.unit.made_rink import CAMERA

    return [arena_text(ArenaProfile(RINKS["nhl"], CAMERA, "barn", 3)).encode()]


#: Name of a target: its good files, and what reads them.
TARGETS: Mapping[str, tuple[Callable[[], list[bytes]], Check]] = {
    "game": (partial(_seeds, "sample_clips/*.game.toml"), _parse("review.imports.game_toml", "parse_game")),
    "gates": (partial(_seeds, "sample_clips/*.gates.toml"), _gates),
    "arena": (_arenas, _parse("review.imports.arena_toml", "parse_arena")),
    "office": (partial(_from_tests, "tests.unit.test_office_cli", "OFFICE"), _office),
    "facts": (partial(_from_tests, "tests.unit.test_office_cli", "FACTS"), _facts),
    "pack": (partial(_seeds, "review/rules/packs/*.toml"), _pack),
    "paper": (_documents, partial(_document, suffix=".json")),
    "case": (_case_seed, partial(_command, before=("case", "info"), suffix=".bgcase")),
    "truth": (partial(_seeds, "sample_clips/legal-one.truth.json"), _truth),
    "report": (_case_seed, partial(_command, before=("report",), suffix=".bgcase")),
    "tape": (_tape_seeds, _tape),
    "container": (_containers, _container),
}  # fmt: skip


def one_input(name: str, seeds: list[bytes], chance: random.Random) -> bytes:
    """The next broken file of a target."""
    seed = chance.choice(seeds)
    if name == "paper" and chance.random() < 0.6:
        return json.dumps(twisted(json.loads(seed), chance)).encode("utf-8", "surrogatepass")
    if name == "container" and chance.random() < 0.7:
        return spliced(seed, chance.choice(seeds), chance)
    return mutated(seed, chance)


def outcome(check: Check, data: bytes) -> Crash | None:
    """None where the input was read or refused as it should be."""
    began = time.monotonic()
    try:
        check(data)
    except ReviewError as error:
        if "\n" in error.sentence().strip():
            return Crash(data, f"not one sentence: {error.sentence()}")
    except (MemoryError, RecursionError, Exception):  # noqa: BLE001 - whatever it is, it is what is looked for
        return Crash(data, traceback.format_exc())
    took_s = time.monotonic() - began
    return Crash(data, f"took {took_s:.0f} s") if took_s > SLOW_S else None


def fuzz(name: str, *, seed: int, inputs: int = 0, seconds: float = 0.0) -> tuple[int, list[Crash]]:
    """Inputs tried, by number or by time, and the crashes among them, one of each kind."""
    make, check = TARGETS[name]
    seeds, chance = make(), random.Random(seed)
    found: dict[str, Crash] = {}
    tried, until = 0, time.monotonic() + seconds
    while tried < inputs or time.monotonic() < until:
        crash = outcome(check, one_input(name, seeds, chance))
        tried += 1
        if crash is not None:
            found.setdefault("\n".join(crash.what.strip().splitlines()[-3:]), crash)
    return tried, list(found.values())


def main(arguments: list[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=list(TARGETS), help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args(arguments)
    bad = 0
    for name in told.targets or list(TARGETS):
        tried, crashes = fuzz(name, seed=told.seed, seconds=told.seconds)
        sys.stdout.write(f"{name}: {tried} inputs, {len(crashes)} kinds of crash\n")
        folder = ROOT / "out" / "fuzz" / name
        for k, crash in enumerate(crashes):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{told.seed}-{k}.input").write_bytes(crash.data)
            (folder / f"{told.seed}-{k}.txt").write_text(crash.what, "utf-8")
            sys.stdout.write(f"   {crash.what.strip().splitlines()[-1][:200]}\n")
        bad += len(crashes)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
