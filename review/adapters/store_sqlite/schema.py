"""Tables of a case file, as named migrations; each runs in the transaction of its own record.

A judged row keeps its record whole in `body` (see `codec`); the other columns are computed from it by
SQLite, so that a query and the product can never read two different things. Times ending in `_s` are
seconds on the tape's own axis: subtract `tape.first_s` to count from the first frame.
"""

from __future__ import annotations

__all__ = ["APPLICATION_ID", "MIGRATIONS"]

APPLICATION_ID = 0x42474346  # "BGCF"


def _seconds(path: str) -> str:
    part = f"json_extract(body, '$.{path}."
    return f"1.0 * {part}pts') * {part}num') / {part}den')"


def _computed(**columns: str) -> str:
    """`name="TYPE path"` as computed columns; type TIME reads a frame time."""
    out = []
    for name, words in columns.items():
        kind, path = words.split()
        value = _seconds(path) if kind == "TIME" else f"json_extract(body, '$.{path}')"
        out.append(f"{name} {'REAL' if kind == 'TIME' else kind} AS ({value}) VIRTUAL")
    return ", ".join(out)


def _rows(table: str, key: str, *rest: str) -> str:
    columns = ", ".join([key, "seq INTEGER NOT NULL", "body TEXT NOT NULL CHECK (json_valid(body))", *rest])
    return f"CREATE TABLE {table} ({columns}) STRICT"


_BY_ID = "id INTEGER PRIMARY KEY"
_BY_PLACE = "number INTEGER PRIMARY KEY"
_SPAN = {"start_s": "TIME start", "end_s": "TIME end"}
_WHEN = {"earliest_s": "TIME when.earliest", "best_s": "TIME when.best", "latest_s": "TIME when.latest"}


def _append_only(table: str) -> tuple[str, str]:
    stop = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed'); END"
    return (
        f"CREATE TRIGGER {table}_never_updated BEFORE UPDATE ON {table} {stop}",
        f"CREATE TRIGGER {table}_never_deleted BEFORE DELETE ON {table} {stop}",
    )


_SEEN = (
    "CREATE TABLE tape (one INTEGER PRIMARY KEY CHECK (one = 1), sha256 TEXT NOT NULL, "
    "body TEXT NOT NULL CHECK (json_valid(body)), "
    + _computed(path="TEXT path", codec="TEXT codec", frames="INTEGER frames", duration_s="REAL duration_s")
    + ", first_s REAL AS (1.0 * json_extract(body, '$.scale.first_pts') * json_extract(body, "
    "'$.scale.time_base.num') / json_extract(body, '$.scale.time_base.den')) VIRTUAL) STRICT",
    "CREATE TABLE segment (id INTEGER PRIMARY KEY, inputs_sha256 TEXT NOT NULL, first INTEGER NOT NULL, "
    "last INTEGER NOT NULL CHECK (last >= first), looks INTEGER NOT NULL, detections INTEGER NOT NULL, "
    "frames BLOB NOT NULL, seen BLOB NOT NULL, UNIQUE (inputs_sha256, first)) STRICT",
    "CREATE TABLE gap (segment INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE, "
    "seq INTEGER NOT NULL, body TEXT NOT NULL CHECK (json_valid(body)), "
    + _computed(**_SPAN, reason="TEXT reason")
    + ", PRIMARY KEY (segment, seq)) STRICT",
)

_JUDGED = (
    "CREATE TABLE run (number INTEGER PRIMARY KEY, inputs_sha256 TEXT NOT NULL, tape_sha256 TEXT NOT NULL, "
    "content_sha256 TEXT NOT NULL, body TEXT NOT NULL CHECK (json_valid(body)), "
    + _computed(version="TEXT version", pack="TEXT pack", started="TEXT started")
    + ") STRICT",
    "CREATE TABLE judgement (one INTEGER PRIMARY KEY CHECK (one = 1), "
    "run INTEGER NOT NULL REFERENCES run (number), tape TEXT NOT NULL CHECK (json_valid(tape)), "
    "game TEXT NOT NULL CHECK (json_valid(game))) STRICT",
    _rows("coverage", _BY_PLACE, _computed(**_SPAN, seen="INTEGER seen", reason="TEXT reason")),
    _rows("shot", _BY_ID, _computed(**_SPAN, view="TEXT view", replay="INTEGER replay")),
    _rows(
        "person",
        _BY_ID,
        _computed(team="TEXT team", role="TEXT role", jersey="INTEGER number", name="TEXT name"),
    ),
    _rows("gate", "id TEXT PRIMARY KEY", _computed(team="TEXT team", kind="TEXT kind")),
    _rows(
        "crossing",
        _BY_ID,
        "person INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED",
        "gate TEXT NOT NULL REFERENCES gate (id) DEFERRABLE INITIALLY DEFERRED",
        _computed(team="TEXT team", direction="TEXT direction", confidence="REAL confidence", **_WHEN),
    ),
    _rows(
        "gate_gap",
        _BY_PLACE,
        "gate TEXT NOT NULL REFERENCES gate (id) DEFERRABLE INITIALLY DEFERRED",
        _computed(earliest_s="TIME when.earliest", latest_s="TIME when.latest", reason="TEXT reason"),
    ),
    "CREATE TABLE count_timeline (team TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT",
    "CREATE TABLE count_point (team TEXT NOT NULL REFERENCES count_timeline (team) DEFERRABLE INITIALLY "
    "DEFERRED, seq INTEGER NOT NULL, body TEXT NOT NULL CHECK (json_valid(body)), "
    + _computed(
        t_s="TIME t",
        low="INTEGER low",
        best="INTEGER best",
        high="INTEGER high",
        allowed="INTEGER allowed",
        p_over="REAL p_over",
    )
    + ", PRIMARY KEY (team, seq)) STRICT",
    _rows(
        "change",
        _BY_ID,
        "on_crossing INTEGER NOT NULL REFERENCES crossing (id) DEFERRABLE INITIALLY DEFERRED",
        _computed(team="TEXT team", verdict="TEXT verdict", **_SPAN),
    ),
    _rows("altercation", _BY_ID, _computed(start_s="TIME span.start.earliest", end_s="TIME span.end.latest")),
    _rows(
        "fact",
        _BY_ID,
        _computed(
            kind="TEXT kind", layer="TEXT layer", source="TEXT source", team="TEXT subject.team", **_SPAN
        ),
    ),
    _rows(
        "finding",
        _BY_ID,
        _computed(
            clause="TEXT clause",
            verdict="TEXT verdict",
            team="TEXT subject.team",
            person="INTEGER subject.person",
            confidence="REAL confidence",
            **_SPAN,
        ),
    ),
    _rows("notice", _BY_PLACE, _computed(kind="TEXT kind", t_s="TIME t", words="TEXT text")),
    "CREATE VIEW departure AS SELECT altercation.id AS altercation, "
    "json_extract(d.value, '$.crossing') AS crossing, json_extract(d.value, '$.person') AS person, "
    "json_extract(d.value, '$.team') AS team, json_extract(d.value, '$.leaves') AS leaves, "
    "json_extract(d.value, '$.rank_team') AS rank_team, json_extract(d.value, '$.rank_all') AS rank_all "
    "FROM altercation, json_each(altercation.body, '$.departures') AS d",
    "CREATE TABLE track (id INTEGER NOT NULL, bin INTEGER NOT NULL, shot INTEGER NOT NULL, "
    "first INTEGER NOT NULL, last INTEGER NOT NULL, rows INTEGER NOT NULL, data BLOB NOT NULL, "
    "PRIMARY KEY (id, bin)) STRICT",
    "CREATE INDEX track_by_frame ON track (last, first)",
    "CREATE TABLE gate_line (gate TEXT NOT NULL, bin INTEGER NOT NULL, data BLOB NOT NULL, "
    "PRIMARY KEY (gate, bin)) STRICT",
)

_ACTS = (
    "CREATE TABLE ruling (number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run (number), "
    "finding TEXT NOT NULL CHECK (json_valid(finding)), body TEXT NOT NULL CHECK (json_valid(body)), "
    + _computed(person="TEXT person", at="TEXT at", decision="TEXT decision", words="TEXT words")
    + ") STRICT",
    "CREATE TABLE journal (number INTEGER PRIMARY KEY, who TEXT NOT NULL, at TEXT NOT NULL, "
    "act TEXT NOT NULL CHECK (json_valid(act))) STRICT",
    "CREATE TABLE chain (number INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN "
    "('run', 'ruling', 'journal')), entry INTEGER NOT NULL, entry_sha256 TEXT NOT NULL, "
    "sha256 TEXT NOT NULL UNIQUE, UNIQUE (kind, entry)) STRICT",
    *_append_only("run"),
    *_append_only("ruling"),
    *_append_only("journal"),
    *_append_only("chain"),
)

_CLOCK = (
    _rows(
        "clock_span",
        _BY_PLACE,
        _computed(start_s="REAL start_s", end_s="REAL end_s", sign="INTEGER sign", period="TEXT period"),
    ),
)

_STATED = (
    _rows(
        "clock_anchor",
        _BY_PLACE,
        _computed(at_s="REAL at_s", shown_s="REAL shown_s", period="TEXT period", act="INTEGER number"),
    ),
    _rows("score_span", _BY_PLACE, _computed(start_s="REAL start_s", end_s="REAL end_s")),
    _rows(
        "penalty_clock",
        _BY_PLACE,
        _computed(start_s="REAL start_s", end_s="REAL end_s", expires_s="REAL expires_s"),
    ),
)

MIGRATIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("0001-what-was-seen", _SEEN),
    ("0002-what-was-judged", _JUDGED),
    ("0003-what-people-did", _ACTS),
    ("0004-the-clock", _CLOCK),
    ("0005-the-score-and-what-people-say-of-the-clock", _STATED),
)
