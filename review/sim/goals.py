"""Goals: posts and frame are solid, the net is looked through."""

from __future__ import annotations

from review.sim.surfaces import NET, Surfaces

RED, WHITE = (0.76, 0.11, 0.13), (0.92, 0.92, 0.93)
HALF_M, HEIGHT_M, DEPTH_M, TOP_DEPTH_M = 0.915, 1.22, 1.02, 0.56
BAR_M = 0.03


def build_goal(solid: Surfaces, nets: Surfaces, x: float, side: float) -> None:
    """A goal on the goal line at ``x``, its net reaching towards ``side``."""
    for y in (-HALF_M, HALF_M):
        solid.box((x - BAR_M, y - BAR_M, 0.0), (x + BAR_M, y + BAR_M, HEIGHT_M), RED)
    solid.box((x - BAR_M, -HALF_M, HEIGHT_M - BAR_M), (x + BAR_M, HALF_M, HEIGHT_M + BAR_M), RED)
    back, top = x + side * DEPTH_M, x + side * TOP_DEPTH_M
    solid.box((back - 0.02, -HALF_M - 0.1, 0.0), (back + 0.02, HALF_M + 0.1, 0.06), WHITE)
    solid.box((back - 0.03, -0.03, 0.0), (back + 0.03, 0.03, 0.45), WHITE)
    for y in (-HALF_M, HALF_M):
        solid.box((x, y - 0.02, 0.0), (back, y + 0.02, 0.05), WHITE)
        solid.box((x, y - 0.02, HEIGHT_M - 0.02), (top, y + 0.02, HEIGHT_M + 0.02), RED)
        corners = ((x, y, 0.0), (back, y, 0.0), (top, y, HEIGHT_M), (x, y, HEIGHT_M))
        nets.quad(corners, WHITE, normal=(0, 1, 0), surface=NET)
    solid.box((top - 0.02, -HALF_M, HEIGHT_M - 0.02), (top + 0.02, HALF_M, HEIGHT_M + 0.02), RED)
    rear = ((back, -HALF_M, 0.0), (back, HALF_M, 0.0), (top, HALF_M, HEIGHT_M), (top, -HALF_M, HEIGHT_M))
    nets.quad(rear, WHITE, normal=(-side, 0, 0), surface=NET)
    roof = (
        (x, -HALF_M, HEIGHT_M),
        (x, HALF_M, HEIGHT_M),
        (top, HALF_M, HEIGHT_M),
        (top, -HALF_M, HEIGHT_M),
    )
    nets.quad(roof, WHITE, normal=(0, 0, 1), surface=NET)
