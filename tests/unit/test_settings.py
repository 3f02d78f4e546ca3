"""Settings: the nearer origin wins, and wrong ones are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from review.core.errors import SettingsWrong
from review.settings import load_settings, settings_sha256


def test_flag_beats_environment_beats_project_beats_user(tmp_path: Path) -> None:
    user, project = tmp_path / "user.toml", tmp_path / "benchgate.toml"
    user.write_text("segment_s = 20\nlook_rate_hz = 5\nearly_margin_s = 0.9\nconf_min_ratio = 0.3\n")
    project.write_text("look_rate_hz = 6\nearly_margin_s = 1.0\nconf_min_ratio = 0.4\n")
    environment = {
        "BENCHGATE_EARLY_MARGIN_S": "1.2",
        "BENCHGATE_CONF_MIN_RATIO": "0.5",
        "BENCHGATE_LOG": "INFO",
    }
    got, origin = load_settings(
        {"conf_min_ratio": 0.6, "device": None}, environment=environment, project=project, user=user
    )
    assert (got.segment_s, got.look_rate_hz, got.early_margin_s, got.conf_min_ratio) == (20, 6, 1.2, 0.6)
    assert origin["conf_min_ratio"] == "flag" and origin["early_margin_s"] == "environment"
    assert str(project) in origin["look_rate_hz"] and str(user) in origin["segment_s"]
    assert origin["device"] == "default"


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"look_rate": 5}, "'look_rate_hz'"),
        ({"look_rate_hz": -1}, "look_rate_hz = -1"),
        ({"device": "gpu"}, "device = 'gpu'"),
        ({"input_width_px": 100}, "input_width_px = 100"),
    ],
)
def test_wrong_settings_name_the_key(flags: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsWrong) as caught:
        load_settings(flags, environment={}, project=tmp_path / "none", user=tmp_path / "none")
    assert words in caught.value.sentence()


def test_the_device_never_changes_the_hash_of_a_result(tmp_path: Path) -> None:
    none = tmp_path / "none"
    cpu, _ = load_settings({"device": "cpu"}, environment={}, project=none, user=none)
    auto, _ = load_settings({}, environment={}, project=none, user=none)
    other, _ = load_settings({"early_margin_s": 0.9}, environment={}, project=none, user=none)
    assert settings_sha256(cpu) == settings_sha256(auto) != settings_sha256(other)
