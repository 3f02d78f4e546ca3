"""What is installed with the product may lie in one program with it, and the parts list names it all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.audit import licence_of, may_lie_beside, needed, sbom


def test_every_dependency_has_a_known_licence_that_is_allowed() -> None:
    found = needed()
    assert {"numpy", "av", "openvino", "pyside6-essentials", "pydantic-core", "mako"} <= set(found)
    told = {name: licence_of(one) for name, one in found.items()}
    assert {name: one for name, one in told.items() if not one or not may_lie_beside(one)} == {}
    assert told["numpy"].startswith("BSD-3-Clause")
    assert told["pyside6-essentials"] == "LGPL-3.0"


@pytest.mark.parametrize(
    ("words", "fine"),
    [
        ("MIT", True),
        ("GPL-2.0-only", False),
        ("GPL-2.0-only OR MIT", True),
        ("MIT AND LicenseRef-Proprietary", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("SSPL-1.0", False),
    ],
)
def test_what_may_lie_beside_the_agpl(words: str, fine: bool) -> None:
    assert may_lie_beside(words) == fine


def test_the_parts_list_names_every_part(tmp_path: Path) -> None:
    pytest.importorskip("cyclonedx", reason="the extra 'audit' is not installed")
    found = needed()
    told = json.loads(sbom(found))
    assert told["bomFormat"] == "CycloneDX"
    assert {one["name"]: one["version"] for one in told["components"]} == {
        name: one.version for name, one in found.items()
    }
    assert all(one["licenses"] for one in told["components"])
