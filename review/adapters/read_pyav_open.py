"""Opening a video file through libav: what is refused, which stream is taken, whose log is kept."""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import av
import av.logging
from av.error import FFmpegError
from av.stream import Disposition

from review.core.errors import TapeUnreadable

__all__ = [
    "MAX_PIXELS",
    "MAX_SIDE_PX",
    "first_line",
    "heard",
    "kept_log",
    "last_line",
    "open_container",
    "set_up_decoder",
    "video_of",
]

MAX_SIDE_PX = 16384
"""Longest side accepted; H.264, HEVC and AV1 levels in use end at or below 16384."""
MAX_PIXELS = 134_217_728
"""Most pixels a picture may have (2**27): a frame of that size is 400 MB as RGB."""

_CONTAINERS = (
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,mpegvideo,avi,mxf,mxf_opatom,dv,flv,asf,ogg,gxf,nut,wtv,"
    "h264,hevc,m4v,obu,ivf"
)
_PICTURES_ONLY = Disposition.attached_pic | Disposition.timed_thumbnails | Disposition.still_image
_BOXES = (b"ftyp", b"mdat", b"moov", b"wide", b"free", b"skip", b"styp", b"pnot")
_REPORTS_BY_ERROR = frozenset({"hevc", "mjpeg"})
"""Decoders that conceal damage without marking the frame unless told to fail on it."""


class _Heard(logging.Handler):
    """Counts what libav says in threads of its own, where no capture hears it; nothing goes further."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        _Heard.count += 1


logging.getLogger("libav").addHandler(_Heard())
logging.getLogger("libav").propagate = False


def heard() -> int:
    """How often libav has spoken in threads of its own since the start."""
    return _Heard.count


@contextmanager
def kept_log() -> Iterator[list[tuple[int, str, str]]]:
    """Collect what libav says in this thread instead of letting it reach the screen."""
    if av.logging.get_level() != av.logging.ERROR:
        av.logging.set_level(av.logging.ERROR)
        av.logging.set_skip_repeated(False)
    with av.logging.Capture() as lines:
        yield lines


def last_line(lines: Iterable[tuple[int, str, str]]) -> str:
    """The last thing libav said, in brackets for a sentence, or nothing."""
    return _bracketed(lines, -1)


def first_line(lines: Iterable[tuple[int, str, str]]) -> str:
    """The first thing libav said, which about damage is the one that names it, or nothing."""
    return _bracketed(lines, 0)


def _bracketed(lines: Iterable[tuple[int, str, str]], which: int) -> str:
    said = [text.strip() for _, _, text in lines if text.strip()]
    return f" (libav: {said[which].splitlines()[0].rstrip('.!')})" if said else ""


def open_container(path: Path) -> Any:
    """Open a video file for demuxing, by its content and not by its name.

    Raises
    ------
    TapeUnreadable
        If there is no such file, it may not be read, or it is no video file; cause and remedy say which.
    """
    _refuse_non_files(path)
    # An absolute path has no protocol prefix, whatever the file is called; playlists and other
    # files that refer to further files or hosts are not among the containers.
    limits = {"protocol_whitelist": "file", "format_whitelist": _CONTAINERS, "max_pixels": str(MAX_PIXELS)}
    with kept_log() as lines:
        try:
            container = av.open(os.path.abspath(path), "r", options=limits, metadata_errors="replace")  # noqa: PTH100
        except (FFmpegError, UnicodeError, ValueError) as error:
            raise _why_not_opened(path, error, lines) from error
        if not any(s.width for s in container.streams.video if s.codec_context is not None):
            for size in re.findall(r"Picture size (\d+)x(\d+) is invalid", " ".join(t for _, _, t in lines)):
                _refuse_bombs(int(size[0]), int(size[1]), f"“{path}”")
        return container


def _refuse_non_files(path: Path) -> None:
    name = f"“{path}”"
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise TapeUnreadable(f"{name} is a folder, not a video file.", remedy="Name one file inside it.")
        if not stat.S_ISREG(found.st_mode):
            raise TapeUnreadable(
                f"{name} is not a regular file.", remedy="Copy the video to disk and open the copy."
            )
        if found.st_size == 0:
            raise TapeUnreadable(
                f"{name} is empty (0 bytes).", remedy="Copy or record the file again; nothing of it is here."
            )
        with path.open("rb"):
            pass
    except PermissionError as error:
        raise TapeUnreadable(
            f"{name} may not be read: permission denied.",
            remedy="Ask for read access to the file and its folder, or copy it to a place of your own.",
        ) from error
    except FileNotFoundError as error:
        raise TapeUnreadable(
            f"{name} does not exist.", remedy="Check the spelling and that its disk is connected."
        ) from error
    except TapeUnreadable:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TapeUnreadable(
            f"{name} cannot be opened: {reason}.", remedy="Check the path, or move the file to a shorter one."
        ) from error


def _why_not_opened(path: Path, error: Exception, lines: Iterable[tuple[int, str, str]]) -> TapeUnreadable:
    name = f"“{path}”"
    said = " ".join(text for _, _, text in lines)
    with path.open("rb") as file:
        head = file.read(512)
    if "not on whitelist" in said.lower():
        return TapeUnreadable(
            f"{name} is no video file of a kind read here (mp4, mov, mkv, ts, mpg, avi, mxf, dv).",
            remedy="Export the video itself as one of these.",
        )
    if _is_text(head):
        return TapeUnreadable(
            f"{name} is text, not video: it begins with “{head[:30].decode().split(chr(10))[0].strip()}”.",
            remedy="Download the video itself; a web page or note was saved under its name.",
        )
    if "moov atom not found" in said and head[4:8] in _BOXES:
        return TapeUnreadable(
            f"{name} has no index (moov): it was cut off before the recorder or the copy finished.",
            remedy="Copy it again from its source, or rebuild it with the recorder's repair function.",
        )
    return TapeUnreadable(
        f"{name} is not a video file, or its beginning is destroyed{last_line(lines)}.",
        remedy="Compare its size with the original and copy it again.",
    )


def _is_text(head: bytes) -> bool:
    try:
        text = head[: head.rfind(b" ")] if len(head) == 512 else head
        return all(c.isprintable() or c.isspace() for c in text.decode())
    except UnicodeDecodeError:
        return False


def video_of(container: Any, path: Path) -> tuple[Any, int]:
    """The video stream to review, and how many the file holds (cover pictures are not video).

    The stream marked default comes first, then the largest picture, then the first in the file.

    Raises
    ------
    TapeUnreadable
        If there is no video, no decoder for it, or its pictures are too large to be meant.
    """
    streams = [s for s in container.streams.video if not s.disposition & _PICTURES_ONLY]
    name = f"“{path}”"
    if not streams:
        sound = "only sound" if container.streams.audio else "no video"
        raise TapeUnreadable(
            f"{name} holds {sound}: there are no pictures in it.", remedy="Choose a video file."
        )
    known = [s for s in streams if s.codec_context is not None]
    if not known:
        raise TapeUnreadable(
            f"{name} is packed with a codec that this installation cannot decode.",
            remedy="Convert it to H.264 with the software that made it.",
        )
    for s in known:
        codec = s.codec_context
        _refuse_bombs(max(codec.width, codec.coded_width), max(codec.height, codec.coded_height), name)
    return max(
        known, key=lambda s: (bool(s.disposition & Disposition.default), s.width * s.height, -s.index)
    ), len(streams)


def _refuse_bombs(width: int, height: int, name: str) -> None:
    if max(width, height) > MAX_SIDE_PX or width * height > MAX_PIXELS:
        raise TapeUnreadable(
            f"{name} claims pictures of {width} × {height} px, more than the {MAX_SIDE_PX} px a side "
            f"or {MAX_PIXELS // 10**6} megapixels allowed.",
            remedy="Such a file is broken or made to exhaust memory; export it again at its real size.",
        )


def set_up_decoder(stream: Any, *, threads: int = 1) -> None:
    """Prepare the stream's decoder: by itself one thread, so that an error belongs to its packet.

    One thread also costs least: 2.5 CPU-ms a frame at 720p against 2.7 to 2.9 with frame threads.
    """
    codec = stream.codec_context
    codec.thread_count = threads
    codec.thread_type = "FRAME" if threads > 1 else "NONE"
    options = {"max_pixels": str(MAX_PIXELS)}
    if codec.name in _REPORTS_BY_ERROR:
        options["err_detect"] = "explode"
    codec.options = options
