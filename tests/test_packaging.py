"""What pip installs is the whole program: code, models, pages."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, check=True
    ).stdout
    for name in filter(None, tracked.decode().split("\0")):
        if (CHECKOUT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((CHECKOUT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(source)], check=True)
    (file,) = folder.glob("paizhuo-*.whl")
    with zipfile.ZipFile(file) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(
    "name",
    [
        "models/detector.onnx",
        "models/classifier.onnx",
        "models/SHA256SUMS",
        "models/README.md",
        "scoring/py.typed",
        "scoring/rules/guangdong.py",
        "web/static/demo-table.jpg",
        "web/templates/base.html",
        "hardware/pins.toml",
    ],
)
def test_the_wheel_has(wheel: set[str], name: str) -> None:
    assert name in wheel


def test_the_wheel_has_every_module_and_no_tests(wheel: set[str]) -> None:
    for room in ("recognizer", "scoring", "web", "hardware", "models"):
        for module in (CHECKOUT / room).rglob("*.py"):
            assert str(module.relative_to(CHECKOUT)) in wheel
    assert not [name for name in wheel if name.startswith("tests/")]
