"""The installer's files.  ``sh tests/drills/install.sh`` runs the installer itself."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOM = Path(__file__).parents[2] / "hardware" / "install"
SCRIPTS = sorted(ROOM.glob("*.sh"))


def unit() -> dict[str, list[str]]:
    """The settings of the unit, each with its values."""
    settings: dict[str, list[str]] = {}
    for line in (ROOM / "paizhuo.service").read_text("utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            settings.setdefault(name, []).append(value)
    return settings


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_are_sound(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
    checker = shutil.which("shellcheck")
    if checker is None:
        pytest.skip("shellcheck is not installed")
    checked = subprocess.run([checker, script], capture_output=True, text=True)
    assert checked.stdout == ""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize("name", ["install.sh", "uninstall.sh"])
def test_only_root_may_run_them(name: str) -> None:
    with (ROOM / name).open() as script:
        told = subprocess.run(
            ["sh"], stdin=script, user=65534, capture_output=True, text=True, cwd="/"
        )
    assert told.returncode == 1
    assert "sudo" in told.stderr
    assert told.stdout == ""


def test_the_unit_is_accepted_by_systemd(tmp_path: Path) -> None:
    checker = shutil.which("systemd-analyze")
    if checker is None:
        pytest.skip("systemd-analyze is not installed")
    text = (ROOM / "paizhuo.service").read_text("utf-8").replace("@GROUPS@", "video")
    text = text.replace("/opt/paizhuo/current/bin/paizhuo", "/bin/true")
    text = text.replace("User=paizhuo", "User=daemon")
    file = tmp_path / "paizhuo.service"
    file.write_text(text, "utf-8")
    told = subprocess.run([checker, "verify", file], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")


def test_the_unit_watches_the_server_and_starts_it_again() -> None:
    settings = unit()
    assert settings["Type"] == ["notify"]
    assert settings["Restart"] == ["always"]
    assert 10 <= int(settings["WatchdogSec"][0]) <= 60
    assert settings["StateDirectory"] == ["paizhuo"]
    assert "PAIZHUO_HOME=/var/lib/paizhuo" in settings["Environment"]


def test_the_unit_hides_no_camera_and_no_pins() -> None:
    settings = unit()
    for hides in ("ProtectClock", "PrivateDevices", "DevicePolicy", "DeviceAllow", "PrivateUsers"):
        assert hides not in settings
    assert "AF_NETLINK" in settings["RestrictAddressFamilies"][0]  # libcamera asks udev
    assert any(value.startswith("LG_WD=/run/paizhuo") for value in settings["Environment"])


def test_the_settings_that_are_offered_are_options() -> None:
    from web.cli import main

    known = {
        option.envvar
        for option in main.commands["serve"].params  # type: ignore[attr-defined]
        if option.envvar
    }
    offered = re.findall(r"^#(PAIZHUO_\w+)=", (ROOM / "paizhuo.default").read_text("utf-8"), re.M)
    assert set(offered) == known


def test_the_documentation_names_what_there_is() -> None:
    from web.cli import main

    text = (ROOM.parent / "README.md").read_text("utf-8")
    for command in re.findall(r"^(?:sudo )?paizhuo (\w+)", text, re.M):
        assert command in main.commands  # type: ignore[attr-defined]
    for file in re.findall(r"\]\(([\w.]+)\)", text):
        assert (ROOM.parent / file).is_file()
    for path in re.findall(r"`(tests/[\w/.]+)`", text):
        assert (ROOM.parents[1] / path).exists()


@pytest.mark.parametrize("lock", sorted(ROOM.glob("*.lock")), ids=lambda path: path.stem)
def test_a_lock_pins_every_dependency_by_its_hash(lock: Path) -> None:
    text = lock.read_text("utf-8")
    pinned: dict[str, set[str]] = {}
    for line in text.replace("\\\n", " ").splitlines():
        name, equals, rest = line.partition("==")
        if equals and not line.startswith("#"):
            assert "--hash=sha256:" in rest, name
            pinned.setdefault(name, set()).add(rest.split()[0])
    project = tomllib.loads((ROOM.parents[1] / "pyproject.toml").read_text("utf-8"))
    for each in project["project"]["dependencies"]:
        wanted = Requirement(each)
        assert wanted.name in pinned, each
        assert all(wanted.specifier.contains(version) for version in pinned[wanted.name]), each
    assert "://" not in text


def test_what_is_installed_is_locked() -> None:
    script = (ROOM / "install.sh").read_text("utf-8")
    installs = [line for line in script.splitlines() if line.startswith("install_with ")]
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert "--no-deps --no-build-isolation" in installs[1]
    assert script.count("/bin/pip") == 1
