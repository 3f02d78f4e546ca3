"""The number reader's network: a few convolutions, and a gaze of its own for each digit."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

__all__ = ["NumberNet", "loss_of"]

CELL_PX = 8  # of the window, that a place of the gaze covers


def _layer(given: int, made: int, side: int = 3, stride: int = 1) -> nn.Module:
    convolution = nn.Conv2d(given, made, side, stride, side // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(made), nn.ReLU())


class NumberNet(nn.Module):  # type: ignore[misc]
    """Windows (n, 3, 64, 80), 0 to 255, to logits (n, 22): legible, eleven tens (none, 0 to 9), ten units."""

    def __init__(self, widths: tuple[int, int, int]) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _layer(3, a, 5, 2), _layer(a, a), _layer(a, b, 3, 2), _layer(b, b),
            _layer(b, c, 3, 2), _layer(c, c), _layer(c, c),
        )  # fmt: skip
        self.gaze = nn.Conv2d(c, 3, 1)
        self.legible, self.tens, self.units = nn.Linear(c, 1), nn.Linear(c, 11), nn.Linear(c, 10)

    def forward(self, windows: Any) -> Any:
        """Logits (n, 22)."""
        seen, gaze = self.looked(windows)
        return self.read(gaze.softmax(2) @ seen)

    def looked(self, windows: Any) -> tuple[Any, Any]:
        """What is seen at each place (n, places, c), and the gaze (n, 3, places)."""
        seen = self.body(windows / 64.0 - 2.0)
        return seen.flatten(2).transpose(1, 2), self.gaze(seen).flatten(2)

    def read(self, looked: Any) -> Any:
        """Logits (n, 22) of what legible, tens and units look at, (n, 3, c)."""
        return torch.cat((self.legible(looked[:, 0]), self.tens(looked[:, 1]), self.units(looked[:, 2])), 1)


def loss_of(network: NumberNet, windows: Any, number: Any, legible: Any, spots_px: Any) -> Any:
    """Mean loss over a batch; digits count where a number is legible or nearly so.

    The gaze is shown where the digits stand (`spots_px`, (n, 2, 2)), and digits are learnt there as well as
    where it looks: without that it takes long to find them. `legible` below 0 is left open.
    """
    with torch.autocast("cpu", torch.bfloat16):
        seen, gaze = network.looked(windows)
    seen, gaze = seen.float(), gaze.float()
    logits = network.read(gaze.softmax(2) @ seen)
    told = legible >= 0
    gate = nn.functional.binary_cross_entropy_with_logits(logits[told, 0], legible[told].float())
    shown = (number >= 0) & (legible != 0) & torch.isfinite(spots_px[:, 1]).all(1)
    if not bool(shown.any()):
        return gate
    places = _places(spots_px[shown])
    held = seen[shown].gather(1, places[..., None].expand(-1, -1, seen.shape[2]))
    where = nn.functional.cross_entropy(gaze[shown].transpose(1, 2), places)
    digits = _digits(logits[shown], number[shown]) + _digits(network.read(held), number[shown])
    return gate + 0.5 * digits + 0.3 * where


def _digits(logits: Any, number: Any) -> Any:
    tens = torch.where(number < 10, torch.zeros_like(number), number // 10 + 1)
    return nn.functional.cross_entropy(logits[:, 1:12], tens) + nn.functional.cross_entropy(
        logits[:, 12:], number % 10
    )


def _places(spots_px: Any) -> Any:
    """(n, 3) places of the middle, the tens and the units; one digit is its own middle."""
    units = spots_px[:, 1:]
    tens = torch.where(torch.isfinite(spots_px[:, :1]), spots_px[:, :1], units)
    spots = torch.cat([(tens + units) / 2, tens, units], 1)
    x = (spots[..., 0] / CELL_PX).long().clamp(0, 9)
    y = (spots[..., 1] / CELL_PX).long().clamp(0, 7)
    return y * 10 + x
