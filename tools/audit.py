"""Licences, parts list and known holes of everything that an installed Benchgate is made of.

    python tools/audit.py                      # licences of what is needed to run
    python tools/audit.py --sbom out/sbom.json # CycloneDX besides
    python tools/audit.py --holes              # ask for known vulnerabilities (network)

The licences that may lie beside AGPL-3.0-or-later in one program stand in `ALLOWED`. Exit code 1 where a
package has another one, none that is known, or a known hole.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

#: SPDX identifiers that go into a work under AGPL-3.0-or-later.
ALLOWED = frozenset(
    {
        "0BSD", "AGPL-3.0-or-later", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0",
        "GPL-3.0-or-later", "HPND", "ISC", "LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MIT",
        "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib", "BSD", "Apache",
        "LGPL-3.0", "GPL-3.0-only", "OFL-1.1", "CNRI-Python",
    }
)  # fmt: skip
#: So long the service that knows of holes may take.
PATIENCE_S = 120
#: Where a package's own words are not SPDX: those words, and what they mean.
_WORDS = (
    (r"^(the )?mit( license)?\b", "MIT"),
    (r"apache.*2|^apache( license)?$|apache software license", "Apache-2.0"),
    (r"(new|modified|3-clause) bsd|bsd[ -]3", "BSD-3-Clause"),
    (r"bsd[ -]2|simplified bsd", "BSD-2-Clause"),
    (r"^bsd( license)?$", "BSD"),
    (r"mozilla public license 2|mpl[ -]?2", "MPL-2.0"),
    (r"lesser general public license v3 or later|lgplv3\+", "LGPL-3.0-or-later"),
    (r"lesser general public license v3|lgplv3|lgpl-3", "LGPL-3.0"),
    (r"python software foundation|psf", "PSF-2.0"),
    (r"^isc( license)?", "ISC"),
    (r"unlicense", "Unlicense"),
    (r"affero general public license v3", "AGPL-3.0-or-later"),
)
#: Packages that say nothing a machine can read, looked up by hand: licence, and where it stands.
BY_HAND: dict[str, tuple[str, str]] = {}


def needed(root: str = "benchgate", extras: tuple[str, ...] = ()) -> dict[str, metadata.Distribution]:
    """Every installed distribution that `root` needs to run, by name; `root` itself is left out."""
    found: dict[str, metadata.Distribution] = {}
    ahead = [*_asked(ROOT_NEEDS if root == "benchgate" else metadata.requires(root) or [], extras)]
    while ahead:
        name, wanted = ahead.pop()
        if name in found:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        ahead += _asked(found[name].requires or [], wanted)
    return dict(sorted(found.items()))


def _project() -> list[str]:
    import tomllib

    path = Path(__file__).parents[1] / "pyproject.toml"
    return list(tomllib.loads(path.read_text("utf-8"))["project"]["dependencies"])


ROOT_NEEDS = _project()


def _asked(lines: list[str], extras: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    environment = {key: str(value) for key, value in default_environment().items()}
    for line in lines:
        one = Requirement(line)
        if one.marker is None or any(
            one.marker.evaluate(environment | {"extra": extra}) for extra in extras or ("",)
        ):
            yield canonicalize_name(one.name), tuple(one.extras)


def licence_of(one: metadata.Distribution) -> str:
    """An SPDX expression as far as the package tells one; nothing where it does not."""
    name = canonicalize_name(one.metadata["Name"])
    if name in BY_HAND:
        return BY_HAND[name][0]
    stated = one.metadata.get("License-Expression")
    if stated:
        return stated.strip()
    words = [w.split("::")[-1].strip() for w in one.metadata.get_all("Classifier") or [] if "License ::" in w]
    short = (one.metadata.get("License") or "").strip()
    if short and len(short.splitlines()) == 1:
        words.append(short)
    elif short:
        words.append(short.splitlines()[0].strip())
    known = [spdx for word in words for spdx in [_spdx(word)] if spdx]
    return known[-1] if known else ""


def _spdx(word: str) -> str:
    if _parts(word) and all(part in ALLOWED for part in _parts(word)):
        return word
    return next((spdx for pattern, spdx in _WORDS if re.search(pattern, word, re.IGNORECASE)), "")


def _parts(expression: str) -> list[str]:
    plain = re.sub(r"\s+WITH\s+\S+", "", expression)
    return [w for w in re.split(r"[\s()]+", plain) if w and w.upper() not in ("AND", "OR", "WITH")]


def may_lie_beside(expression: str) -> bool:
    """Whether some choice of the expression's ORs is allowed all through (brackets are not looked into)."""
    if "(" in expression:
        return all(part in ALLOWED for part in _parts(expression))
    return any(
        all(part in ALLOWED for part in _parts(choice)) and _parts(choice)
        for choice in re.split(r"\s+OR\s+", expression)
    )


def sbom(found: dict[str, metadata.Distribution]) -> str:
    """A CycloneDX 1.6 parts list as JSON."""
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from packageurl import PackageURL

    make = LicenseFactory()
    root = Component(
        name="benchgate",
        type=ComponentType.APPLICATION,
        licenses=[make.make_from_string("AGPL-3.0-or-later")],
    )
    bom = Bom(components=None)
    bom.metadata.component = root
    parts = {}
    for name, one in found.items():
        licence = licence_of(one)
        parts[name] = Component(
            name=name, version=one.version, type=ComponentType.LIBRARY, bom_ref=f"{name}=={one.version}",
            purl=PackageURL("pypi", None, name, one.version),
            licenses=[make.make_from_string(licence)] if licence else None,
        )  # fmt: skip
        bom.components.add(parts[name])
    bom.register_dependency(root, [parts[n] for n, _ in _asked(ROOT_NEEDS, ()) if n in parts])
    for name, one in found.items():
        bom.register_dependency(
            parts[name], [parts[n] for n, _ in _asked(one.requires or [], ()) if n in parts]
        )
    return JsonV1Dot6(bom).output_as_string(indent=1)


def holes(found: dict[str, metadata.Distribution]) -> tuple[list[str], str]:
    """(known vulnerabilities, "") by pip-audit, or ([], why nobody could be asked)."""
    lines = "".join(f"{name}=={one.version}\n" for name, one in found.items())
    listed = Path("out/audit-requirements.txt")
    listed.parent.mkdir(exist_ok=True)
    listed.write_text(lines, "utf-8")
    command = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "-r", str(listed)]
    more = ["-f", "json", "--progress-spinner", "off", "--timeout", "10"]
    try:
        asked = subprocess.run(
            [*command, *more], capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
    except subprocess.TimeoutExpired:
        return [], f"no answer in {PATIENCE_S} s"
    try:
        told: dict[str, Any] = json.loads(asked.stdout)
    except ValueError:
        last = (asked.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        return [], last[:200]
    bad = [f"{d['name']} {d['version']}: {v['id']}" for d in told["dependencies"] for v in d.get("vulns", ())]
    return bad, ""


def main(arguments: list[str]) -> int:
    """Tell, and write what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sbom", type=Path)
    parser.add_argument("--holes", action="store_true")
    asked = parser.parse_args(arguments)
    found = needed()
    bad = 0
    for name, one in found.items():
        licence = licence_of(one)
        fine = bool(licence) and may_lie_beside(licence)
        bad += not fine
        sys.stdout.write(f"{'  ' if fine else '! '}{name} {one.version}: {licence or 'no licence known'}\n")
    sys.stdout.write(f"{len(found)} packages, {bad} with a licence that is unknown or not allowed\n")
    if asked.sbom:
        asked.sbom.parent.mkdir(parents=True, exist_ok=True)
        asked.sbom.write_text(sbom(found), "utf-8")
        sys.stdout.write(f"Parts list: {asked.sbom}\n")
    if asked.holes:
        known, why = holes(found)
        bad += len(known)
        for line in known:
            sys.stdout.write(f"! {line}\n")
        sys.stdout.write(
            f"Vulnerabilities not checked: no source ({why})\n" if why else f"{len(known)} known holes\n"
        )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
