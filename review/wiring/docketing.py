"""Which docket is meant, and opening it."""

from __future__ import annotations

from review.ports.docket import Docket
from review.settings import docket_file, load_settings

__all__ = ["docket_place", "open_docket", "upgrade_docket"]


def docket_place(told: str | None = None) -> str:
    """The docket of `--docket`, else of the setting `docket`, else the one in the user's data folder.

    Raises
    ------
    SettingsWrong
    """
    settings, _ = load_settings({"docket": told})
    return settings.docket or str(docket_file())


def open_docket(told: str | None = None, *, create: bool = False) -> Docket:
    """Open it; `create` makes an SQLite file where there is none.

    Raises
    ------
    SettingsWrong, DocketUnusable
    """
    from review.adapters.docket_sql import SqlDocket

    return SqlDocket(docket_place(told), create=create)


def upgrade_docket(told: str | None = None) -> tuple[str, str]:
    """Set a docket up or bring it up to date; its place, and the revision it is of now.

    Raises
    ------
    SettingsWrong, DocketUnusable
    """
    from review.adapters.docket_sql import SqlDocket

    place = docket_place(told)
    return place, SqlDocket.upgrade(place)
