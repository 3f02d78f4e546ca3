"""Layouts of score bugs, as data: which plate lies where, what it shows, in which letters.

All designs are our own. Places are px at 1280 × 720; `place` puts a block into a picture of another size.
"""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Part:
    """A plate with or without words. One whose words are empty is not drawn, plate and all.

    ``fill`` is a colour, or ``home``, ``away``, ``home_trim``, ``away_trim``; ``ink`` likewise, or ``auto``:
    black or white, whichever is read on the fill.
    """

    box_px: Box
    shows: str = ""  # clock period home_score home_code … as in review.sim.bug_words; crest_home, crest_away
    fill: str = ""
    fill_to: str = ""  # the fill's colour at the lower edge
    alpha: float = 1.0
    ink: str = "#ffffff"
    size_px: float = 22.0
    weight: int = 600
    align: str = "centre"  # left, centre, right
    face: str = "sans"  # sans, italic, segments
    slant_px: float = 0.0  # the plate leans to the right by this much
    fades: bool = False  # the plate fades out towards its right


@dataclass(frozen=True)
class Block:
    """Parts that go together, hung up in one place of the picture."""

    size_px: tuple[float, float]
    parts: tuple[Part, ...]
    across: str = "left"  # left, centre, right
    down: str = "top"  # top, bottom
    margin_px: tuple[float, float] = (48.0, 36.0)


@dataclass(frozen=True)
class Bug:
    """A score bug; ``period`` names a style of `review.sim.bug_words.PERIODS`."""

    blocks: tuple[Block, ...]
    period: str = "1ST"
    strength: str = "{} ON {}"


def place(block: Block, size_px: tuple[int, int]) -> tuple[float, float, float]:
    """Left, top (px of the picture) and scale of a block: by height, less where it would not fit across."""
    w, h = size_px
    wide = block.size_px[0] + 2 * block.margin_px[0] * (block.across != "centre")
    scale = min(h / 720, w / wide)
    room_x, room_y = w - scale * block.size_px[0], h - scale * block.size_px[1]
    mx, my = scale * block.margin_px[0], scale * block.margin_px[1]
    left = {"left": mx, "centre": room_x / 2, "right": room_x - mx}[block.across]
    return left, my if block.down == "top" else room_y - my, scale


DARK, PALE, WHITE, BLACK = "#181c28", "#e2e4ea", "#ffffff", "#101218"

_STRIP = Block(
    (424, 62),
    (
        Part((0, 0, 304, 36), fill=DARK, fill_to="#262c3e", alpha=0.93),
        Part((6, 5, 9, 26), fill="home"),
        Part((20, 0, 70, 36), "home_code", size_px=23, align="left"),
        Part((92, 0, 44, 36), "home_score", size_px=25, weight=700),
        Part((150, 5, 9, 26), fill="away"),
        Part((164, 0, 70, 36), "away_code", size_px=23, align="left"),
        Part((236, 0, 44, 36), "away_score", size_px=25, weight=700),
        Part((288, 0, 136, 36), fill=PALE, fill_to="#c6cad4", alpha=0.97),
        Part((292, 0, 46, 36), "period", size_px=17, ink="#3a4052"),
        Part((338, 0, 82, 36), "clock", size_px=23, ink=BLACK),
        Part((20, 38, 116, 24), "home_pp", fill="#e6b422", ink=BLACK, size_px=16),
        Part((164, 38, 116, 24), "away_pp", fill="#e6b422", ink=BLACK, size_px=16),
        Part((338, 38, 82, 24), "even", fill="#e6b422", ink=BLACK, size_px=15),
    ),
    margin_px=(64, 34),
)
STEEL = "#0d2244"
_CENTRE = Block(
    (596, 66),
    (
        Part((0, 0, 596, 40), fill="#c9d4e4", fill_to="#8497b4", alpha=0.95),
        Part((2, 2, 74, 36), "crest_home", fill="home_trim"),
        Part((78, 2, 72, 36), "home_code", fill="home", ink="auto", size_px=26),
        Part((152, 2, 56, 36), "home_score", fill="#f1f4f8", fill_to="#aebdd2", ink="#20242e", size_px=28),
        Part((212, 2, 56, 36), "away_score", fill="#f1f4f8", fill_to="#aebdd2", ink="#20242e", size_px=28),
        Part((270, 2, 72, 36), "away_code", fill="away", ink="auto", size_px=26),
        Part((344, 2, 74, 36), "crest_away", fill="away_trim"),
        Part((424, 2, 64, 36), "period", fill="#28487e", fill_to=STEEL, size_px=20),
        Part((490, 2, 104, 36), "clock", fill="#28487e", fill_to=STEEL, size_px=26),
        Part((2, 42, 150, 22), "strength", fill=WHITE, fill_to="#c4ccda", ink="#14203a", size_px=15),
        Part((154, 42, 264, 22), "penalty", fill="#2d5390", fill_to=STEEL, size_px=16, weight=500),
    ),
    across="centre",
    margin_px=(0, 34),
)
_CORNER = Block(
    (262, 92),
    (
        Part((0, 0, 172, 62), fill="#0c0e14", alpha=0.82),
        Part((0, 0, 60, 30), "home_code", fill="home", ink="auto", size_px=19, weight=700),
        Part((64, 0, 46, 30), "home_score", size_px=23, weight=700),
        Part((112, 0, 58, 30), "home_shots", size_px=13, weight=400, ink="#b9c0cc"),
        Part((0, 32, 60, 30), "away_code", fill="away", ink="auto", size_px=19, weight=700),
        Part((64, 32, 46, 30), "away_score", size_px=23, weight=700),
        Part((112, 32, 58, 30), "away_shots", size_px=13, weight=400, ink="#b9c0cc"),
        Part((172, 0, 90, 62), fill="#c8102e", fill_to="#8e0b20", alpha=0.95),
        Part((172, 4, 90, 24), "period", size_px=16, weight=500),
        Part((172, 28, 90, 30), "clock", size_px=24),
        Part((0, 64, 130, 26), "strength", fill="#0c0e14", alpha=0.82, size_px=15, ink="#ffd24a"),
        Part((130, 64, 132, 26), "penalty", fill="#0c0e14", alpha=0.82, size_px=17),
    ),
    down="bottom",
    margin_px=(56, 44),
)
_BOTTOM = Block(
    (1184, 52),
    (
        Part((0, 8, 1184, 44), fill="#0b1220", fill_to="#1b2a48", alpha=0.88),
        Part((0, 5, 1184, 3), fill="#38c6d9"),
        Part((24, 8, 10, 44), fill="home"),
        Part((46, 8, 222, 44), "home_name", size_px=24, align="left"),
        Part((270, 8, 96, 44), "home_shots", size_px=14, weight=400, ink="#9fb0c8"),
        Part((372, 8, 62, 44), "home_score", fill=WHITE, ink=BLACK, size_px=30, weight=700),
        Part((440, 8, 92, 44), "period", size_px=18, ink="#38c6d9"),
        Part((532, 8, 120, 44), "clock", size_px=28),
        Part((652, 8, 92, 44), "strength", size_px=15, ink="#ffcf3f"),
        Part((656, 0, 84, 18), "penalty", fill="#ffcf3f", ink=BLACK, size_px=14),
        Part((750, 8, 62, 44), "away_score", fill=WHITE, ink=BLACK, size_px=30, weight=700),
        Part((818, 8, 96, 44), "away_shots", size_px=14, weight=400, ink="#9fb0c8"),
        Part((916, 8, 222, 44), "away_name", size_px=24, align="right"),
        Part((1150, 8, 10, 44), fill="away"),
    ),
    across="centre",
    down="bottom",
    margin_px=(0, 30),
)
_SEGMENT = Block(
    (222, 62),
    (
        Part((0, 0, 222, 62), fill="#050507", alpha=0.86, fades=True),
        Part((12, 4, 78, 26), "home_code", size_px=22, weight=500, align="left", ink="#e8e8ea"),
        Part((88, 4, 26, 26), "home_score", size_px=22, weight=500, ink="#e8e8ea"),
        Part((12, 32, 78, 26), "away_code", size_px=22, weight=500, align="left", ink="#e8e8ea"),
        Part((88, 32, 26, 26), "away_score", size_px=22, weight=500, ink="#e8e8ea"),
        Part((118, 4, 78, 26), "clock", face="segments", size_px=24, align="left", ink="#dfe4f4"),
        Part((122, 32, 44, 26), "period", size_px=20, weight=400, align="left", ink="#dcdcdf"),
        Part((166, 34, 52, 24), "penalty", face="segments", size_px=20, align="left", ink="#f0d890"),
    ),
    margin_px=(70, 52),
)
_SPLIT = (
    Block(
        (306, 72),
        (
            Part((0, 0, 110, 38), "home_code", fill="home", ink="auto", size_px=22, slant_px=10),
            Part((104, 0, 98, 38), fill=WHITE, slant_px=10),
            Part((106, 0, 42, 38), "home_score", ink="#12151f", size_px=25, weight=700, slant_px=10),
            Part((153, 18, 10, 3), fill="#12151f"),
            Part((158, 0, 42, 38), "away_score", ink="#12151f", size_px=25, weight=700, slant_px=10),
            Part((196, 0, 110, 38), "away_code", fill="away", ink="auto", size_px=22, slant_px=10),
            Part((6, 42, 110, 26), "home_pp", fill="#1f7a3d", size_px=16, slant_px=7),
            Part((190, 42, 110, 26), "away_pp", fill="#1f7a3d", size_px=16, slant_px=7),
        ),
        margin_px=(56, 36),
    ),
    Block(
        (178, 72),
        (
            Part((0, 0, 58, 38), "period", fill="#2a3350", size_px=19, weight=500, slant_px=10),
            Part((50, 0, 128, 38), "clock", fill="#12172a", alpha=0.9, size_px=25, slant_px=10),
            Part((50, 42, 118, 26), "even", fill="#12172a", alpha=0.9, size_px=15, slant_px=7),
        ),
        across="right",
        margin_px=(56, 36),
    ),
)
TEAL, INK_BLUE = "#0f7f95", "#061f3a"
_WIDE = Block(
    (720, 62),
    (
        Part((0, 0, 574, 36), fill=INK_BLUE, alpha=0.96),
        Part((0, 0, 8, 36), fill="home"),
        Part((8, 0, 44, 36), "crest_home", fill="#f4f6f8"),
        Part((52, 0, 220, 36), "home_code", fill=TEAL, fill_to=INK_BLUE, size_px=23, weight=400),
        Part((272, 0, 30, 36), "home_score", size_px=26, weight=700),
        Part((303, 4, 2, 28), fill="#dfe8f0", alpha=0.7),
        Part((306, 0, 30, 36), "away_score", size_px=26, weight=700),
        Part((336, 0, 186, 36), "away_code", fill=TEAL, fill_to=INK_BLUE, size_px=23, weight=400),
        Part((522, 0, 44, 36), "crest_away", fill="#f4f6f8"),
        Part((566, 0, 8, 36), fill="away"),
        Part((574, 0, 146, 36), fill=WHITE),
        Part((578, 0, 54, 36), "period", ink="#1c2230", size_px=21, weight=400),
        Part((633, 6, 1, 24), fill="#1c2230"),
        Part((636, 0, 82, 36), "clock", ink="#1c2230", size_px=22, weight=400),
        Part((52, 38, 140, 24), "home_pp", fill="#f2c230", ink=BLACK, size_px=16, weight=500),
        Part((382, 38, 140, 24), "away_pp", fill="#f2c230", ink=BLACK, size_px=16, weight=500),
        Part((578, 38, 140, 24), "even", fill=INK_BLUE, size_px=15, weight=500),
    ),
    across="centre",
    margin_px=(0, 26),
)

BUGS = {
    "strip": Bug((_STRIP,), "1ST"),
    "centre": Bug((_CENTRE,), "1ST"),
    "corner": Bug((_CORNER,), "PERIOD 1"),
    "bottom": Bug((_BOTTOM,), "P1"),
    "segment": Bug((_SEGMENT,), "1st"),
    "split": Bug(_SPLIT, "1.", strength="{}v{}"),
    "wide": Bug((_WIDE,), "I", strength="{}-{}"),
    "none": Bug(()),
}
