"""French."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FRENCH"]

FRENCH: Mapping[str, str] = {}
