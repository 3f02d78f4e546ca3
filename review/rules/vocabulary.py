"""Vocabulary: every kind of fact the book can be judged by, its links, and the question asked of a person."""

from __future__ import annotations

from collections.abc import Mapping

from review.rules.fact_kind import FactKind
from review.rules.kinds_bench import BENCH_KINDS
from review.rules.kinds_box import BOX_KINDS
from review.rules.kinds_change import CHANGE_KINDS
from review.rules.kinds_office import OFFICE_KINDS

__all__ = ["KINDS", "SUBJECT_KEYS", "FactKind"]

SUBJECT_KEYS = ("team", "person", "number", "bench", "role")

KINDS: Mapping[str, FactKind] = {
    one.kind: one for one in (*CHANGE_KINDS, *BENCH_KINDS, *BOX_KINDS, *OFFICE_KINDS)
}
