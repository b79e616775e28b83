"""The broker's password: where it may come from, and where it never goes."""

from __future__ import annotations

import os
import traceback
import zipfile
from pathlib import Path

import pytest

from tablekeeper.firmware.doctor.bundle import write_bundle
from tablekeeper.firmware.errors import BadInput, ConfigFault
from tablekeeper.firmware.mqtt.connection import Address
from tablekeeper.firmware.mqtt.credentials import read_credentials
from tablekeeper.firmware.mqtt.identity import FILE, find_id
from tablekeeper.firmware.mqtt.serving import read_address
from tablekeeper.firmware.settings.config import MqttSettings

SECRET = "pa55-w0rd"


def write(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "broker.toml"
    path.write_text(text)
    path.chmod(mode)
    return path


def test_a_private_file_is_read(tmp_path: Path) -> None:
    known = read_credentials(write(tmp_path, f"user = 'kitchen'\npassword = '{SECRET}'\n"))
    assert (known.user, known.password) == ("kitchen", SECRET)
    assert SECRET not in repr(Address("broker", credentials=known))


def test_a_table_may_sign_where_the_broker_asks_nobody_for_a_password(tmp_path: Path) -> None:
    known = read_credentials(write(tmp_path, f"signing = '{SECRET}'\n"))
    assert (known.user, known.signing) == ("", SECRET)
    assert SECRET not in repr(Address("broker", credentials=known))


@pytest.mark.skipif(os.name != "posix", reason="permissions as on a Pi")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(ConfigFault, match="chmod 600"):
        read_credentials(write(tmp_path, f"user = 'k'\npassword = '{SECRET}'\n", mode))


@pytest.mark.parametrize(
    "text", ["", SECRET, f"password = '{SECRET}'", f"user = 1\npassword = '{SECRET}'",
             f"user = ''\npassword = '{SECRET}'", "signing = ''",
             f"signing = 1\nuser = 'k'\npassword = '{SECRET}'", f"user = 'k'\npassword = '{SECRET}'\nmore = 1",
             f"user = 'k\npassword = {SECRET}"],
)  # fmt: skip
def test_a_wrong_file_is_refused_without_quoting_it(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigFault, match="expected two lines") as refused:
        read_credentials(write(tmp_path, text))
    assert SECRET not in str(refused.value)
    assert SECRET not in "".join(traceback.format_exception_only(refused.value))


def test_no_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigFault, match="no such file"):
        read_credentials(tmp_path / "missing.toml")


def test_a_bundle_holds_neither_broker_nor_password(tmp_path: Path) -> None:
    write(tmp_path, f"user = 'kitchen-user'\npassword = '{SECRET}'\n")
    settings = "[mqtt]\non = true\nhost = 'broker.example'\ncredentials = 'broker.toml'\nname = 'Chez nous'\n"
    (tmp_path / "config.toml").write_text(settings)
    bundle = tmp_path / "bundle.zip"
    write_bundle(bundle, tmp_path, ())
    with zipfile.ZipFile(bundle) as found:
        words = b"".join(found.read(name) for name in found.namelist()).decode()
    for private in (SECRET, "kitchen-user", "broker.example", "broker.toml", "Chez nous"):
        assert private not in words


def test_without_a_broker_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"found no mqtt.host"):
        read_address(MqttSettings(on=True), tmp_path)


def test_a_table_keeps_the_name_that_it_drew(tmp_path: Path) -> None:
    drawn = find_id(tmp_path)
    assert find_id(tmp_path) == drawn
    assert find_id(tmp_path, "kitchen") == "kitchen"
    (tmp_path / FILE).write_text("../../etc")
    assert find_id(tmp_path, draw=lambda: "table-new") == "table-new"
