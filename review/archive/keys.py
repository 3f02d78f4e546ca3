"""The key of a unit: a digest of code, model, settings and sheets, so that nothing is done twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["key_of"]


def key_of(told: Mapping[str, Any]) -> str:
    """sha256 of plain data, whatever its order."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
