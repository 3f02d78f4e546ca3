"""A rule pack: clauses, readings and numbers of one book, as read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from review.core.errors import PackWrong
from review.core.findings import Consequence
from review.rules.nearest import nearest
from review.rules.readings import READINGS
from review.rules.units import Quantity, parse_quantity

__all__ = ["Clause", "ConsequenceSpec", "Maximum", "Pack", "Value", "checked_quantity", "checked_setting"]

Value = str | int | float | bool | Quantity


@dataclass(frozen=True, slots=True)
class ConsequenceSpec:
    """A consequence as the pack states it; `takes` names parameters of the clause that go into it."""

    kind: str
    automatic: bool
    takes: tuple[str, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause as data. `says` is the paraphrase, its numbers as {names} of parameters.

    Attributes
    ----------
    when : fact kinds any of which is the act that it is about
    needs : fact kinds it is judged by; beside `when` and `follows`, those that must be answered yes
    without : fact kinds that must be answered no
    unless : fact kinds that take it away; what nobody raised takes nothing away
    settings : names of the pack's readings it hangs on
    beside : clauses whose price is shown beside, in order of rank
    yields_to : stronger clauses, judged before it
    follows : clauses on whose answers it builds, judged before it
    in_lieu_of : clauses whose penalty this one's takes the place of, on one act
    absorbs : clauses whose penalty is counted once with this one's, on one act
    besides : clauses whose penalty is added to this one's
    """

    id: str
    title: str
    says: str
    cite: str
    evaluator: str
    needs: tuple[str, ...]
    when: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    params: Mapping[str, Value] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    in_lieu_of: tuple[str, ...] = ()
    absorbs: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    consequences: tuple[ConsequenceSpec, ...] = ()
    note: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every fact kind that can bear on it."""
        return tuple(dict.fromkeys((*self.when, *self.needs, *self.without, *self.unless)))

    @property
    def earlier(self) -> tuple[str, ...]:
        """The clauses that must be judged before it."""
        return tuple(dict.fromkeys((*self.yields_to, *self.follows)))

    @property
    def paraphrase(self) -> str:
        """What the clause says, its own numbers filled in as the pack writes them."""
        texts = {key: one.text if isinstance(one, Quantity) else str(one) for key, one in self.params.items()}
        return self.says.format(**texts)

    def price(self) -> tuple[Consequence, ...]:
        """The consequences with the clause's own numbers in them."""
        made = []
        for spec in self.consequences:
            detail = dict(spec.detail)
            for name in spec.takes:
                value = self.params[name]
                number = value.value if isinstance(value, Quantity) else value
                detail[name] = int(number) if isinstance(number, float) and number.is_integer() else number
            made.append(Consequence(spec.kind, automatic=spec.automatic, detail=detail))
        return tuple(made)


@dataclass(frozen=True, slots=True)
class Maximum:
    """The most a player could be fined in one season; `first_two` where the first two men paid more."""

    amount: Decimal
    source: str
    first_two: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """A book in force. Clauses stand in the order of the file.

    `left_out` names clauses of the book it extends that it has not, with the reason; `cba_maxima` are
    by season ("2011-12"), and only those that a source gives.
    """

    id: str
    edition: str
    title: str
    source: Mapping[str, str]
    settings: Mapping[str, Value]
    clauses: tuple[Clause, ...]
    extends: str | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)
    cba_maxima: Mapping[str, Maximum] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """`id@edition`, as findings and reports print it."""
        return f"{self.id}@{self.edition}"

    def clause(self, id: str) -> Clause:
        """The clause of that id; raises PackWrong with the nearest one."""
        for clause in self.clauses:
            if clause.id == id:
                return clause
        raise PackWrong(
            f"Pack {self.name} has no clause {id!r}.", remedy=nearest(id, [one.id for one in self.clauses])
        )

    def has(self, id: str) -> bool:
        """Whether the pack holds that clause."""
        return any(clause.id == id for clause in self.clauses)

    def with_settings(self, overrides: Mapping[str, Any], *, file: str = "settings") -> Pack:
        """The same pack with other readings, as a league's game file may ask.

        Raises
        ------
        PackWrong
            If a reading or its value is not known; names the nearest.
        """
        changed = {name: checked_setting(name, value, file=file) for name, value in overrides.items()}
        return replace(self, settings={**self.settings, **changed})


def checked_setting(name: str, value: object, *, file: str) -> Value:
    """The value of a pack setting, checked against its reading."""
    reading = READINGS.get(name)
    if reading is None:
        raise PackWrong(f"{file}: settings.{name} is not known.", remedy=nearest(name, READINGS))
    if reading.options:
        if not isinstance(value, str) or value not in reading.options:
            raise PackWrong(
                f"{file}: settings.{name} = {value!r} is no reading of {reading.ambiguity}.",
                remedy=nearest(str(value), reading.options),
            )
        return value
    return checked_quantity(value, dimension=reading.dimension or "", place=f"{file}: settings.{name}")


def checked_quantity(value: object, *, dimension: str, place: str) -> Quantity:
    """A quantity that measures `dimension`; PackWrong naming the place otherwise."""
    try:
        quantity = parse_quantity(value)
    except ValueError as wrong:
        raise PackWrong(f"{place}: {wrong}.") from wrong
    if quantity.dimension != dimension:
        raise PackWrong(
            f"{place} measures {dimension}, but {quantity.text!r} measures {quantity.dimension}.",
            remedy=f"Write it with a unit of {dimension}.",
        )
    return quantity
