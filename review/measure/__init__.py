"""Pure judgement over core data: crossings, counts, changes, order, facts."""
