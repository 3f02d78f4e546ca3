"""The carried weights on labelled frames of a game they never saw."""

from __future__ import annotations

from pathlib import Path

import pytest

from review.adapters.detect_openvino import OpenVinoDetector
from review.adapters.weights import find_model
from review.core.arrays import Array
from review.evaluate.detection import LabelledPeople, read_labels, score_detections

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"
LABELS = DATA / "labels" / "buf-edm"
CLIP = DATA / "clips" / "buf-edm_720p30.mp4"

pytestmark = [
    pytest.mark.real,
    pytest.mark.slow,
    pytest.mark.skipif(
        not LABELS.is_dir() or not CLIP.is_file(), reason="no shared/data beside the checkout"
    ),
]


@pytest.fixture(scope="module")
def labelled() -> tuple[list[Array], list[LabelledPeople]]:
    import av

    truth = [read_labels(path) for path in sorted(LABELS.glob("*.json"))]
    wanted = {one.frame for one in truth}
    with av.open(str(CLIP)) as container:
        pictures = {
            ordinal: frame.to_ndarray(format="rgb24")
            for ordinal, frame in enumerate(container.decode(video=0))
            if ordinal in wanted
        }
    return [pictures[one.frame] for one in truth], truth  # type: ignore[index]


def test_play_recall_of_both_precisions(labelled: tuple[list[Array], list[LabelledPeople]]) -> None:
    """The training's own record, torch at 960, confidence .25: play recall 94.1 %, AP50 96.5, stray .24."""
    pictures, truth = labelled
    for precision, stray in (("f32", 0.4), ("int8", 0.8)):
        detector = OpenVinoDetector(find_model(), precision=precision, conf_min=0.01)
        scores = score_detections(list(detector.detect(pictures)), truth, conf_min=0.25)
        detector.close()
        assert scores.play_recall == pytest.approx(0.941, abs=0.02)
        assert scores.ap50 == pytest.approx(0.965, abs=0.03)
        assert scores.stray_per_picture <= stray
        assert scores.goalkeeper_recall == 1.0


def test_a_picture_already_at_the_networks_size_gives_the_same_people(
    labelled: tuple[list[Array], list[LabelledPeople]],
) -> None:
    import cv2

    pictures, _ = labelled
    detector = OpenVinoDetector(find_model(), conf_min=0.25)
    small = [cv2.resize(one, (960, 540), interpolation=cv2.INTER_LINEAR) for one in pictures[:4]]
    for whole, fitted in zip(detector.detect(pictures[:4]), detector.detect(small), strict=True):
        assert len(whole) == len(fitted) > 5
        assert whole.xyxy_px / (4 / 3) == pytest.approx(fitted.xyxy_px, abs=0.01)
    detector.close()
