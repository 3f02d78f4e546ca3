"""How a tape's words (codec, quality, scan, container) are said to PyAV's encoders and muxers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from review.sim.tables.tape import TapeSpec

ENCODERS = {"h264": "libx264", "hevc": "libx265", "mpeg2": "mpeg2video", "mpeg4": "mpeg4"}
CRF = {"pristine": 12, "good": 23, "fair": 29, "poor": 36, "bad": 44}
CRF_HEVC = {"pristine": 14, "good": 25, "fair": 31, "poor": 38, "bad": 46}
QUANTISER = {"pristine": 2, "good": 4, "fair": 8, "poor": 16, "bad": 29}
KEY_EVERY_S = {"h264": 2.0, "hevc": 2.0, "mpeg2": 0.5, "mpeg4": 2.0}
BT601, BT709 = {"colorspace": 6, "color_primaries": 6}, {"colorspace": 1, "color_primaries": 1}


def muxer_options(tape: TapeSpec) -> dict[str, str]:
    """Options of the file: nothing in it tells when or by what it was written."""
    options = {"fflags": "+bitexact"}
    if tape.container in ("mp4", "mov"):
        first = {} if tape.timecode and tape.timecode.breaks else {"movflags": "+faststart"}
        options |= first | {"video_track_timescale": str(tape.time_base.denominator)}
    return options


def encoder_options(tape: TapeSpec, *, in_order: bool) -> dict[str, str]:
    """Options of the encoder; one thread, so that the same frames give the same bytes.

    ``in_order`` forbids pictures that need a later one: a file that will be cut must not need what
    comes after the cut, and AVI has no times to put pictures back in order.
    """
    apart = 0 if in_order or tape.codec == "mpeg4" else 2
    flags = "+bitexact+ildct+ilme" if tape.interlaced else "+bitexact"
    options = {
        "flags": flags,
        "threads": "1",
        "g": str(round(KEY_EVERY_S[tape.codec] * tape.rate_fps)),
        "bf": str(apart),
        "field_order": {"top_first": "tt", "bottom_first": "bb"}.get(tape.scan, "progressive"),
    }
    if tape.codec == "h264":
        # without cpu-independent one in a hundred runs gives other bytes, and every other processor does
        options |= {"preset": "fast", "crf": str(CRF[tape.quality])}
        return options | {"x264-params": "cpu-independent=1"}
    if tape.codec == "hevc":
        told = f"pools=none:frame-threads=1:info=0:log-level=none:bframes={apart}"
        return options | {"preset": "fast", "crf": str(CRF_HEVC[tape.quality]), "x265-params": told}
    q = str(QUANTISER[tape.quality])
    return options | {"qmin": q, "qmax": q, "b": "50000000"}


def add_stream(file: Any, tape: TapeSpec, *, shown_px: tuple[int, int], stored_px: tuple[int, int]) -> Any:
    """Add the video stream: size, shape of its pixels, clock, colours, and the first timecode."""
    in_order = tape.container == "avi" or any(f.kind == "truncate" for f in tape.faults)
    stream = file.add_stream(
        ENCODERS[tape.codec], rate=tape.rate_fps, options=encoder_options(tape, in_order=in_order)
    )
    stream.width, stream.height = stored_px
    stream.pix_fmt = "yuv420p"
    context = stream.codec_context
    context.time_base = tape.time_base if tape.variable else 1 / tape.rate_fps
    context.sample_aspect_ratio = pixel_aspect(shown_px, stored_px)
    context.color_range = 1
    for name, value in (BT709 if stored_px[1] > 576 else BT601).items():
        setattr(context, name, value)
    if tape.first_timecode:
        stream.metadata["timecode"] = str(tape.first_timecode)
    return stream


def pixel_aspect(shown_px: tuple[int, int], stored_px: tuple[int, int]) -> Fraction:
    """Width of a stored pixel over its height, where the picture shown has square ones."""
    return Fraction(shown_px[0], stored_px[0]) / Fraction(shown_px[1], stored_px[1])
