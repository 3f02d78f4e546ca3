"""`benchgate doctor`: what is here, what is used and why."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import typer

import review
from review.core.errors import ReviewError
from review.settings import load_settings

__all__ = ["doctor"]

_PACKAGES = (
    "av", "opencv-python-headless", "openvino", "onnxruntime", "torch", "PySide6-Essentials",
    "scenedetect-headless", "moderngl", "numpy", "scipy",
)  # fmt: skip


def doctor() -> int:
    """Say which device the detector uses and why, which weights, codecs and versions are here."""
    typer.echo(f"Benchgate {review.__version__}, Python {platform.python_version()}, {platform.platform()}")
    code = 0
    settings, _ = load_settings()
    try:
        from review.adapters.choose_detector import choose_runtime
        from review.wiring import make_detector

        choice = choose_runtime(settings.device, runtime=settings.runtime)
        detector = make_detector(settings, (1280, 720))
        typer.echo(f"Detector   {detector.name}: {detector.device}")
        typer.echo(f"           because {choice.reason}")
        typer.echo(f"           weights sha256 {detector.sha256}")
        detector.close()
    except ReviewError as error:
        typer.echo(f"Detector   not usable: {error.sentence()}")
        code = 2
    typer.echo(f"Codecs     {_codecs()}")
    for name in _PACKAGES:
        try:
            typer.echo(f"{name:<24} {version(name)}")
        except PackageNotFoundError:
            typer.echo(f"{name:<24} not installed")
    return code


def _codecs() -> str:
    from review.adapters.read_pyav import decodable

    wanted = ("h264", "hevc", "mpeg2video", "dvvideo", "prores", "vp9", "av1", "mjpeg")
    return ", ".join(decodable(wanted))
