"""The report's JSON Schema, and checking against it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from review.core.errors import ExportFailed

__all__ = ["report_schema", "validate_report"]


def report_schema() -> dict[str, Any]:
    """The schema of `benchgate.report/1` (JSON Schema 2020-12)."""
    text = files("review.report").joinpath("schema", "benchgate.report-1.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def validate_report(report: Mapping[str, Any]) -> None:
    """Check a report against its schema.

    Raises
    ------
    ExportFailed
        If it does not fit, with the place and what is wrong there; or if jsonschema is not installed.
    """
    try:
        from jsonschema import Draft202012Validator
    except ImportError as fault:
        raise ExportFailed(
            "Checking a report needs the package jsonschema.", remedy="Install benchgate[dev]."
        ) from fault
    faults = sorted(Draft202012Validator(report_schema()).iter_errors(report), key=lambda e: e.json_path)
    if faults:
        first = faults[0]
        more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
        raise ExportFailed(
            f"The report does not fit its schema at {first.json_path}: {first.message[:200]}{more}.",
            remedy="Please report this as a fault of Benchgate.",
        )
