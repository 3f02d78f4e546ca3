"""Packs: what a wrong one is told, and what an extension may change."""

from __future__ import annotations

from importlib.resources import files

import pytest

from review.core.errors import PackWrong
from review.rules.library import load_pack, pack_names
from review.rules.pack_toml import read_pack
from review.rules.units import parse_quantity

SEEDS = (files("review.rules") / "packs" / "seeds.toml").read_text("utf-8")


def refused(text: str) -> str:
    with pytest.raises(PackWrong) as told:
        read_pack(text, file="mine.toml", find=lambda name: (f"{name}.toml", SEEDS))
    sentence = told.value.sentence()
    assert "mine.toml" in sentence
    return sentence


def changed(old: str, new: str) -> str:
    assert old in SEEDS
    return SEEDS.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'evaluator = "early_change"',
            'evaluator = "early_chnage"',
            ["205.1a", "Did you mean 'early_change'?"],
        ),
        ('needs = ["change_early"]', 'needs = ["change_earyl"]', ["205.1a", "Did you mean 'change_early'?"]),
        ('needs = ["change_early"]', "needs = []", ["205.1a", "needs"]),
        ('rank_scope = "per_team"', 'rank_scop = "per_team"', ["rank_scop", "Did you mean 'rank_scope'?"]),
        ('rank_scope = "per_team"', 'rank_scope = "per team"', ["A1", "Did you mean 'per_team'?"]),
        (
            'bench_distance = "0 m"',
            'bench_distance = "5 s"',
            ["bench_distance", "length", "'5 s' measures time"],
        ),
        ('bench_distance = "0 m"', "bench_distance = 5", ["bench_distance", "has no unit"]),
        ('bench_distance = "0 m"', 'bench_distance = "5 feet"', ["'feet' is not one of"]),
        ('games = "10 games"', 'games = "10 m"', ["72c", "params.games", "'10 m' does not"]),
        ('games = "10 games"', 'gamse = "10 games"', ["72c", "Did you mean 'games'?"]),
        ("rank = 1,", 'rank = "first",', ["72c", "params.rank", "of type int"]),
        ("rank = 1,", "", ["72c", "ranked_leaver needs 'rank'"]),
        ("rank = 1,", "rank = 1, hurry = 2,", ["72c", "params.hurry"]),
        ('kind = "bench_minor"', 'kind = "bench_miner"', ["205.1a", "Did you mean 'bench_minor'?"]),
        ("automatic = true", 'automatic = "yes"', ["205.1a", "automatic must be true or false"]),
        ('yields_to = ["205.1b"]', 'yields_to = ["205.1c"]', ["205.1a", "Did you mean"]),
        ('id = "205.1b"', 'id = "205.1a"', ["205.1a stands there twice"]),
        ('title = "Early change"', "titel = 'Early change'", ["205.1a", "Did you mean 'title'?"]),
        ("{games}", "{gmaes}", ["72c, says", "Did you mean 'games'?"]),
        ('takes = ["games"]', 'takes = ["fine"]', ["72c", "takes"]),
        ('edition = "1"', "edition = 1", ["edition must be given"]),
        ('edition = "1"', 'edition = "1', ["no valid TOML", "line"]),
        ('settings = ["rank_scope", "tie"]', 'settings = ["rank_scope"]', ["72d-N", "needs 'tie'"]),
        (
            'settings = ["rank_scope", "tie"]',
            'settings = ["rank_scope", "tie", "on_ice"]',
            ["72d-N", "on_ice"],
        ),
    ],
)
def test_a_wrong_pack_is_told_where_and_what(old: str, new: str, words: list[str]) -> None:
    sentence = refused(changed(old, new))
    for word in words:
        assert word in sentence


def test_clauses_may_not_yield_in_a_circle() -> None:
    circle = changed('needs = ["change_early"]\nsettings = ["bench_distance", "on_ice", "deliberate_scope"]',
                     'needs = ["change_early"]\nyields_to = ["205.1a"]\n'
                     'settings = ["bench_distance", "on_ice", "deliberate_scope"]')  # fmt: skip
    assert "yield to each other in a circle" in refused(circle)


VARIANT = 'id = "mine"\nedition = "1"\ntitle = "Mine"\nextends = "seeds@1"\n'


def test_a_variant_changes_numbers_and_the_words_follow() -> None:
    text = VARIANT + '[[clause]]\nid = "72c"\nparams = { games = "4 games" }\n'
    pack = read_pack(text, file="mine.toml", find=lambda name: (f"{name}.toml", SEEDS))
    assert pack.clause("72c").price()[0].detail["games"] == 4
    assert "for the next 4 games of his team" in pack.clause("72c").paraphrase
    assert pack.clause("72d").price()[0].detail["games"] == 5
    assert pack.extends == "seeds@1"


def test_a_variant_may_leave_a_clause_out_and_nothing_points_at_it_any_more() -> None:
    text = VARIANT + '[leaves_out]\n72c = "No games are fixed."\n'
    pack = read_pack(text, file="mine.toml", find=lambda name: (f"{name}.toml", SEEDS))
    assert not pack.has("72c") and pack.left_out == {"72c": "No games are fixed."}
    assert "72c" not in pack.clause("72v.1").follows and pack.clause("72d").beside == ()


def test_a_variant_may_attach_other_consequences_with_their_own_numbers() -> None:
    text = VARIANT + (
        '[[clause]]\nid = "72t"\nsays = "A report, and {games}."\nparams = { games = "2 games" }\n'
        '[[clause.consequence]]\nkind = "suspension"\nautomatic = false\ntakes = ["games"]\n'
    )
    pack = read_pack(text, file="mine.toml", find=lambda name: (f"{name}.toml", SEEDS))
    (one,) = pack.clause("72t").price()
    assert (one.kind, one.automatic, one.detail["games"]) == ("suspension", False, 2)
    assert pack.clause("72t").paraphrase == "A report, and 2 games."


def test_highest_fines_are_dated_and_each_has_a_source() -> None:
    seeds = load_pack("seeds")
    found = {season: str(one.amount) for season, one in seeds.cba_maxima.items()}
    assert found == {"1987-88": "500", "2011-12": "2500", "2024-25": "5000"}
    assert str(seeds.cba_maxima["1987-88"].first_two) == "1000"
    assert load_pack("fphl").cba_maxima == seeds.cba_maxima


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('[[clause]]\nid = "72z"\n', ["72z", "not in seeds@1"]),
        ('[[clause]]\nid = "72c"\nparams = { game = "4 games" }\n', ["params", "Did you mean 'games'?"]),
        ('[leaves_out]\n72x = "why"\n', ["leaves_out", "Did you mean"]),
        ('[leaves_out]\n72c = ""\n', ["leaves_out", "72c must be given"]),
        ('[[cba_maximum]]\nseason = "2011"\namount = "5 USD"\nsource = "x"\n', ["season", "2011-12"]),
        ('[[cba_maximum]]\nseason = "2011-12"\namount = "5 m"\nsource = "x"\n', ["amount", "money"]),
        ('[[cba_maximum]]\nseason = "2011-12"\namount = "5 USD"\n', ["source must be given"]),
        ('[[clause]]\nid = "72c"\nevaluator = "too_many_men"\n', ["'evaluator' is not known here"]),
        ('[[clause]]\nid = "72c"\nparams = { rank = "1 game" }\n', ["params.rank", "of type int"]),
    ],
)
def test_a_variant_changes_no_logic(more: str, words: list[str]) -> None:
    sentence = refused(VARIANT + more)
    for word in words:
        assert word in sentence


def test_another_edition_is_not_extended() -> None:
    assert "seeds.toml is edition '1'" in refused(VARIANT.replace("seeds@1", "seeds@2"))


def test_a_pack_that_extends_itself_is_refused() -> None:
    text = VARIANT.replace("seeds@1", "mine")
    with pytest.raises(PackWrong, match="leads nowhere or in a circle"):
        read_pack(text, file="mine.toml", find=lambda _: ("mine.toml", text))


def test_shipped_variants_differ_in_data_only() -> None:
    seeds = load_pack("seeds")
    for name in pack_names():
        pack = load_pack(name)
        for clause in pack.clauses:
            own = seeds.clause(clause.id)
            assert (clause.evaluator, clause.kinds) == (own.evaluator, own.kinds)
        assert {*pack.left_out, *(c.id for c in pack.clauses)} == {c.id for c in seeds.clauses}
        assert all(pack.left_out.values())
    fphl, modern = load_pack("fphl"), load_pack("nhl-modern@1")
    assert [fphl.clause(id).price()[0].detail["games"] for id in ("72c", "72d")] == [6, 3]
    assert modern.settings["bench_distance"] == parse_quantity("5 ft") == fphl.settings["bench_distance"]
    assert parse_quantity("5 ft").value == pytest.approx(1.524)
    assert seeds.settings["bench_distance"] == parse_quantity("0 m")


def test_unknown_packs_clauses_and_editions_name_the_nearest() -> None:
    for name, words in (
        ("seed", "Did you mean 'seeds'?"),
        ("seeds@9", "edition '1'"),
        ("no/such.toml", "cannot be read"),
    ):
        with pytest.raises(PackWrong) as told:
            load_pack(name)
        assert words in told.value.sentence()
    with pytest.raises(PackWrong) as told:
        load_pack("seeds").clause("72d-M")
    assert "Did you mean" in told.value.sentence()


def test_settings_of_a_game_are_checked() -> None:
    seeds = load_pack("seeds")
    assert seeds.with_settings({"rank_scope": "overall"}).settings["rank_scope"] == "overall"
    with pytest.raises(PackWrong, match=r"GAME\.toml: settings\.rank_scop"):
        seeds.with_settings({"rank_scop": "overall"}, file="GAME.toml")
