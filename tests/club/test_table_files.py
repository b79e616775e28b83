"""The two files that each table of a club gets."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.firmware.club.table_files import read_secrets, write_tables
from tablekeeper.firmware.mqtt.serving import read_address
from tablekeeper.firmware.settings.config import load_config

TABLES = ("table-1", "table-2")


def test_a_table_that_has_its_files_joins_and_signs(tmp_path: Path) -> None:
    for passwords in (False, True):
        folder = tmp_path / str(passwords)
        written = write_tables(folder, TABLES, "192.168.1.9", 1884, passwords=passwords)
        for table in TABLES:
            home = folder / "tables" / table
            settings = load_config(home).settings.mqtt
            address = read_address(settings, home)
            assert (settings.table, address.host, address.port) == (table, "192.168.1.9", 1884)
            assert address.credentials == written[table]
            assert (written[table].user, bool(written[table].password)) == ((table, True) if passwords else ("", False))
        secrets = read_secrets(folder)
        assert secrets == {table: written[table].signing for table in TABLES}
        assert len({*secrets.values()}) == 2


def test_what_a_table_has_already_stays_right(tmp_path: Path) -> None:
    first = write_tables(tmp_path, TABLES[:1], "192.168.1.9", 1883, passwords=False)
    assert write_tables(tmp_path, TABLES, "192.168.1.9", 1883, passwords=False)["table-1"] == first["table-1"]
    later = write_tables(tmp_path, TABLES, "192.168.1.9", 1883, passwords=True)["table-1"]
    assert (later.user, later.signing) == ("table-1", first["table-1"].signing)
    assert write_tables(tmp_path, TABLES, "192.168.1.9", 1883, passwords=True)["table-1"] == later


def test_a_file_from_before_tables_signed_is_kept_and_demands_no_signature(tmp_path: Path) -> None:
    old = tmp_path / "tables" / "table-1" / "broker.toml"
    old.parent.mkdir(parents=True)
    old.touch(mode=0o600)
    old.write_text("user = 'table-1'\npassword = 'as it was'\n")
    assert write_tables(tmp_path, TABLES, "192.168.1.9", 1883, passwords=True)["table-1"].password == "as it was"
    assert read_secrets(tmp_path).keys() == {"table-2"}


def test_nobody_else_reads_the_secrets(tmp_path: Path) -> None:
    write_tables(tmp_path / "broker", TABLES, "192.168.1.9", 1883, passwords=False)
    assert (tmp_path / "broker").stat().st_mode & 0o077 == 0
    assert (tmp_path / "broker" / "tables" / "table-1" / "broker.toml").stat().st_mode & 0o077 == 0
