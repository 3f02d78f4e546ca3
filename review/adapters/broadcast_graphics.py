"""What the broadcaster lays over the picture: score bug, banners, mark, wipes, full screens (OpenCV)."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
from numpy.typing import NDArray

from review.adapters.graphics_bug import DrawnBlock, Side
from review.adapters.graphics_extras import (
    MARKS,
    SPONSORS,
    channel_mark,
    lower_third,
    sponsor,
)
from review.adapters.graphics_ink import Foil, colour
from review.adapters.graphics_wipes import WIPES
from review.sim.bug_words import bug_words
from review.sim.bugs import BUGS
from review.sim.mishaps import Mood, banner, mood
from review.sim.rosters import surnames
from review.sim.scenario import Scenario
from review.sim.sheet import check_teams

Image = NDArray[np.uint8]
Rect = tuple[int, int, int, int]  # left, top, right, bottom; the last two one past
UNREAD_SHARE = 0.15  # words of which more is covered are not read
READ_OPACITY = 0.5


class Cv2Graphics:
    """Graphics port by OpenCV. Boxes are px of the file, whose pictures may be stored in another size."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario, self._sheet, self._spec = scenario, scenario.sheet, scenario.graphics
        check_teams(self._sheet, [t.code for t in scenario.teams])
        self._codes = scenario.teams[0].code, scenario.teams[1].code
        self._names = scenario.teams[0].name, scenario.teams[1].name
        self._colours = {t.code: (colour(t.colours[0]), colour(t.colours[1])) for t in scenario.teams}
        home, away = (Side(t.name[:1], *self._colours[t.code]) for t in scenario.teams)
        self._bug = BUGS[self._spec.bug]
        self._blocks = [DrawnBlock(b, scenario.size_px, (home, away)) for b in self._bug.blocks]
        self._surnames = surnames(scenario)
        self._picks = np.random.default_rng([scenario.seed, 43]).integers(0, 1 << 30, 4)
        self._scale = scenario.size_px[1] / 720
        self._mark = (
            channel_mark(self._pick(MARKS, 0), self._scale).foil() if self._spec.channel_logo else None
        )
        self._cover_px = self._cover()
        self._drawn: dict[Hashable, Foil] = {}

    def draw(self, picture: Image, *, at_s: float, frame: int) -> Image:
        """Return the picture with score bug and logo as they stand at second ``at_s`` of the game."""
        out = picture.copy()
        if self._mark is not None:
            self._mark.onto(out, self._mark_at_px(), opacity=0.62)
        if (now := self._banner(at_s)) is not None:
            now[0].onto(out, now[1])
        how = self._mood(at_s)
        if self._blocks and how.opacity > 0:
            words = self._words(at_s, how)
            for block in self._blocks:
                block.foil(words).onto(out, block.at_px, opacity=how.opacity)
            if how.covered > 0:
                left, top, right, bottom = self._cover_px
                size = right - left, bottom - top
                made = self._kept("sponsor", lambda: sponsor(self._pick(SPONSORS, 1), size).foil())
                made.slid(how.covered).onto(out, (left, top))
        return out

    def wipe(self, before: Image, after: Image, *, part: float) -> Image:
        """Return the picture ``part`` (0 to 1) of the way through a graphic wipe."""
        home, away = (self._colours[code][0] for code in self._codes)
        return WIPES[self._spec.wipe](before, after, part, (home, away))

    def boxes(self, at_s: float | None = None) -> dict[str, Rect]:
        """Where in the file's picture the bug and its words stand.

        Keys are ``bug`` (``bug_2`` where the clock hangs apart), ``clock``, ``period``, ``home_score``,
        ``away_score`` and what else the layout shows, and ``mark``, the channel's; with ``at_s`` only what
        stands then, and the ``banner`` on air.
        """
        words = None if at_s is None else self._words(at_s, self._mood(at_s))
        out: dict[str, Rect] = {}
        for k, block in enumerate(self._blocks):
            out["bug" if k == 0 else f"bug_{k + 1}"] = block.whole_px
            out |= block.boxes(words)
        if self._mark is not None:
            out["mark"] = _rect(self._mark_at_px(), self._mark.size_px)
        if at_s is not None and (now := self._banner(at_s)) is not None:
            out["banner"] = _rect(now[1], now[0].size_px)
        return {name: self._stored(box) for name, box in out.items()}

    def shown(self, at_s: float, *, frame: int) -> dict[str, str | None]:
        """What can be read on the bug at ``at_s``, right or wrong; None where it is hidden or covered.

        Words that the layout never shows, or not now, are left out.
        """
        how = self._mood(at_s)
        words, cover = self._words(at_s, how), self._covers(how)
        out: dict[str, str | None] = {}
        for block in self._blocks:
            for name, box in block.boxes(words).items():
                if name.startswith("crest"):
                    continue
                hidden = how.opacity < READ_OPACITY or _covered(box, cover) > UNREAD_SHARE
                out[name] = None if hidden else words[name]
        return out

    def _words(self, at_s: float, how: Mood) -> dict[str, str]:
        return bug_words(
            self._bug, self._sheet, at_s, home=self._codes[0], names=self._names,
            clock_at_s=how.clock_at_s, jump_s=how.jump_s,
        )  # fmt: skip

    def _mood(self, at_s: float) -> Mood:
        return mood(self._spec.mishaps, at_s, seed=self._scenario.seed)

    def _pick(self, names: tuple[str, ...], k: int) -> str:
        return names[int(self._picks[k]) % len(names)]

    def _mark_at_px(self) -> tuple[int, int]:
        """Top right, or bottom right where a block of the bug hangs top right."""
        wide = round(104 * self._scale)
        right = any(b.across == "right" and b.down == "top" for b in self._bug.blocks)
        x = self._scenario.size_px[0] - wide - round(52 * self._scale)
        return x, round((640 if right else 40) * self._scale)

    def _cover(self) -> Rect:
        """Where the sponsor comes to lie: over the end of the block that has the clock, or its lower half."""
        for block in self._blocks:
            if "clock" in (boxes := block.boxes()):
                x0, y0, x1, y1 = block.whole_px
                left, top, right, bottom = boxes["clock"]
                if self._picks[2] % 2:
                    return (2 * left - right + x0) // 2 if left - x0 > right - left else x0, y0, x1, y1
                return x0, (top + bottom) // 2, x1, max(y1, bottom)
        return 0, 0, 0, 0

    def _covered_px(self, how: Mood) -> Rect:
        left, top, right, bottom = self._cover_px
        return left, top, left + round((right - left) * how.covered), bottom

    def _covers(self, how: Mood) -> list[Rect]:
        """Where something lies over the bug: the sponsor. Lower thirds lie beneath it."""
        return [self._covered_px(how)] if how.covered > 0 else []

    def _banner(self, at_s: float) -> tuple[Foil, tuple[int, int]] | None:
        """Return the lower third on air, as far as it has slid in, and where it lies."""
        now = banner(self._sheet, at_s) if self._spec.banners else None
        if now is None or now.part <= 0:
            return None
        line = dict(zip(self._codes, self._names, strict=True))[now.team]
        if now.number is not None:
            line = f"{now.number}  {self._surnames.get((now.team, now.number), '')}   {line}"
        team = self._colours[now.team][0]
        made = self._kept((now.title, line), lambda: lower_third(now.title, line, team, self._scale).foil())
        low = any(b.down == "bottom" for b in self._bug.blocks)
        return made.slid(now.part), (round(64 * self._scale), round((484 if low else 596) * self._scale))

    def _kept(self, key: Hashable, make: Callable[[], Foil]) -> Foil:
        if key not in self._drawn:
            self._drawn[key] = make()
        return self._drawn[key]

    def _stored(self, box: Rect) -> Rect:
        (w, h), (sw, sh) = self._scenario.size_px, self._scenario.tape.stored_px or self._scenario.size_px
        across, down = sw / w, sh / h
        return (
            int(box[0] * across), int(box[1] * down),
            int(np.ceil(box[2] * across)), int(np.ceil(box[3] * down)),
        )  # fmt: skip


def _rect(at_px: tuple[int, int], size_px: tuple[int, int]) -> Rect:
    return at_px[0], at_px[1], at_px[0] + size_px[0], at_px[1] + size_px[1]


def _covered(box: Rect, covers: list[Rect]) -> float:
    """Largest share of ``box`` that one of ``covers`` hides."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    shares = [0.0]
    for left, top, right, bottom in covers:
        wide = max(0, min(box[2], right) - max(box[0], left))
        shares.append(wide * max(0, min(box[3], bottom) - max(box[1], top)) / area)
    return max(shares)
