"""An office on PostgreSQL, by the command line."""

from __future__ import annotations

import json

import pytest

from review.cli import main
from tests.contract.postgres import Server


def test_an_office_sets_up_its_docket_and_works_in_it(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCHGATE_DOCKET", server.fresh())
    assert main(["docket", "list"]) == 2
    assert (
        "there is no docket in this database yet. Set it up once: `docket upgrade`."
        in capsys.readouterr().err
    )
    assert main(["docket", "upgrade"]) == 0
    assert main(["docket", "upgrade"]) == 0
    assert capsys.readouterr().out.count("ready, format 0002") == 2
    who = ("--as", "Ann Lee", "--on", "2012-01-07")
    assert main(["docket", "open", "--title", "VAN at BOS", "--team", "VAN", "--team", "BOS", *who]) == 0
    man = ("--team", "BOS", "--name", "Milan Lucic", "--number", "17")
    decide = (
        "docket",
        "decide",
        "1",
        "--kind",
        "game_misconduct",
        "--clause",
        "72b",
        "--reason",
        "left the bench",
    )
    assert main([*decide, *man, *who]) == 0
    assert main(["docket", "rescind", "1", "1", "--reason", "a legal change", *who]) == 0
    assert main(["docket", "verify"]) == 0
    capsys.readouterr()
    assert main(["docket", "show", "1", "--json"]) == 0
    ruling = json.loads(capsys.readouterr().out)["rulings"][0]
    assert ruling["who"] == "Milan Lucic (BOS 17)"
    assert [one["how"] for one in ruling["versions"]] == ["imposed", "rescinded"]
    assert ruling["in_force"] is None


def test_who_only_decides_needs_no_more_than_to_read_and_to_add(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    import psycopg

    url = server.fresh()
    assert main(["docket", "upgrade", "--docket", url]) == 0
    with psycopg.connect(url) as connection:
        connection.execute("CREATE ROLE clerk LOGIN")
        connection.execute("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO clerk")
    clerk = ("--docket", url.replace("benchgate@", "clerk@"), "--as", "Tom Roe")
    assert main(["docket", "open", "--title", "VAN at BOS", *clerk]) == 0
    assert main(["docket", "verify", *clerk[:2]]) == 0
    with (
        psycopg.connect(url.replace("benchgate@", "clerk@")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("DELETE FROM entry")
    capsys.readouterr()


def test_a_database_of_another_program_is_left_alone(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    import psycopg

    url = server.fresh()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE entry (x int)")
    assert main(["docket", "list", "--docket", url]) == 2
    assert "holds tables of another program" in capsys.readouterr().err
    assert main(["docket", "upgrade", "--docket", url]) == 2
    assert "holds tables of another program" in capsys.readouterr().err
