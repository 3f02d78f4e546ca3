"""The book: packs of clauses as data, facts in, findings out. Pure; sees facts, never tracks."""
