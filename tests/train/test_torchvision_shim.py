"""torchvision beside a torch it was not built for."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed here")

from review.train.torchvision_shim import install, nms  # noqa: E402


def test_torchvision_imports_and_suppresses() -> None:
    install()
    import torchvision

    boxes = torch.tensor([[0, 0, 10, 10], [1, 0, 11, 10], [50, 50, 60, 60.0]])  # IoU of the first two 9/11
    scores = torch.tensor([0.5, 0.9, 0.3])
    assert torchvision.ops.nms(boxes, scores, 0.5).tolist() == [1, 2]
    assert torchvision.ops.nms(boxes, scores, 0.9).tolist() == [1, 0, 2]


def test_a_second_install_changes_nothing() -> None:
    assert install() == install()


def test_own_nms_drops_only_what_a_kept_box_covers() -> None:
    chain = torch.tensor([[0, 0, 10, 10], [3, 0, 13, 10], [6, 0, 16, 10.0]])  # neighbours IoU 0.54, ends 0.25
    assert nms(chain, torch.tensor([0.9, 0.8, 0.7]), 0.5).tolist() == [0, 2]


def test_own_nms_of_nothing() -> None:
    assert nms(torch.zeros((0, 4)), torch.zeros(0), 0.5).tolist() == []
