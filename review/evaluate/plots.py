"""Small plots as SVG text, written with nothing but strings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["bars", "curve", "standalone"]

WIDE, HIGH, PAD = 420, 220, 36
ROW = 18
LABEL = 190


def curve(points: Sequence[tuple[float, float]], *, title: str, x: str, y: str) -> str:
    """A line through (x, y); both axes from 0, to 1 or the largest value."""
    most_x = max([1.0, *(p[0] for p in points)])
    most_y = max([0.05, *(p[1] for p in points)])
    inner_w, inner_h = WIDE - 2 * PAD, HIGH - 2 * PAD

    def place(p: tuple[float, float]) -> tuple[float, float]:
        return PAD + inner_w * p[0] / most_x, HIGH - PAD - inner_h * p[1] / most_y

    at = [place(p) for p in points]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in at)
    dots = "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5"/>' for a, b in at)
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(title)}">'
        f'<text class="t" x="{PAD}" y="18">{escape(title)}</text>'
        f'<path class="axis" d="M{PAD},{PAD} V{HIGH - PAD} H{WIDE - PAD}"/>'
        f'<text x="{WIDE - PAD}" y="{HIGH - PAD + 26}" text-anchor="end">'
        f"{escape(x)} (0 to {most_x:.2g})</text>"
        f'<text x="{PAD}" y="{PAD - 4}">{escape(y)} (0 to {most_y:.2g})</text>'
        f'<polyline class="line" points="{path}"/><g class="line">{dots}</g></svg>'
    )


def bars(rows: Sequence[tuple[str, float | None]], *, title: str, most: float | None = None) -> str:
    """One bar a row, in the order given; a dash where there is no value."""
    top = most or max([1.0, *(v for _, v in rows if v is not None)])
    high = 30 + ROW * len(rows)
    parts = [
        f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(title)}">'
        f'<text class="t" x="0" y="16">{escape(title)}</text>'
    ]
    for k, (name, value) in enumerate(rows):
        y = 28 + ROW * k
        length = 0.0 if value is None else max(0.0, value / top) * (WIDE - LABEL - 60)
        said = "—" if value is None else f"{value:.3g}"
        parts.append(
            f'<text x="{LABEL - 6}" y="{y + 12}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="bar" x="{LABEL}" y="{y + 2}" width="{length:.1f}" height="{ROW - 5}"/>'
            f'<text x="{LABEL + length + 5:.1f}" y="{y + 12}">{said}</text>'
        )
    return "".join(parts) + "</svg>"


def standalone(plot: str) -> str:
    """A plot as a file of its own: named as SVG, and with the look that a page would give it."""
    style = (
        "<style>svg{background:#fff;font:11px sans-serif}.t{font-weight:bold}"
        ".axis,polyline.line{fill:none;stroke:#888}g.line{fill:#2563a8}.bar{fill:#2563a8}</style>"
    )
    head, rest = plot.split(">", 1)
    return head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + ">" + style + rest + "\n"
