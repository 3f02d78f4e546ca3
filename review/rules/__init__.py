"""Pure: packs, vocabulary, evaluators, engine. Sees facts, never tracks."""
