"""A household's own tile set on the command line, from the bundled photo."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from recognizer.reader import ModelError
from web.cli import main
from web.photos import kept_photo, the_reader

DEMO = str(Path(__file__).parents[2] / "web" / "static" / "demo-table.jpg")
ORDER = "1233455677899p 9p"


@pytest.fixture(autouse=True)
def _a_home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIZHUO_HOME", str(tmp_path))
    monkeypatch.setattr(the_reader(), "tile_set", None)


def paizhuo(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_set_is_enrolled_used_listed_and_deleted() -> None:
    enrolled = paizhuo("enrol", DEMO, "--set", "红木", "--order", ORDER)
    assert enrolled.exit_code == 0, enrolled.output
    assert "14" in enrolled.output
    assert paizhuo("sets").output == "红木\n"
    read = paizhuo("read", DEMO, "--set", "红木")
    assert read.output == "1233455677899p 9p\n"
    assert the_reader().tile_set is not None
    assert paizhuo("sets", "--delete", "红木").exit_code == 0
    assert paizhuo("sets").output == ""


def test_enrolling_again_adds_to_the_set() -> None:
    for _ in range(2):
        paizhuo("enrol", DEMO, "--set", "红木", "--order", ORDER)
    paizhuo("read", DEMO, "--set", "红木")
    tile_set = the_reader().tile_set
    assert tile_set is not None
    assert len(tile_set) == 28


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("enrol", DEMO, "--set", "红木"), "14 tiles were seen, and there should be 34"),
        (("enrol", DEMO, "--set", "红木", "--order", "ESWNCFP 123m 123s 1m"), "only 0 of 14"),
        (("enrol", DEMO, "--set", "a/b", "--order", ORDER), "a set's name"),
        (("enrol", DEMO, "--set", "红木", "--order", "9f"), "9f cannot be enrolled"),
        (("sets", "--delete", "竹骨"), "there is no set called"),
        (("read", DEMO, "--set", "竹骨"), "there is no set called"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    refused = paizhuo(*arguments)
    assert refused.exit_code == 1
    assert said in refused.output
    assert paizhuo("sets").output == ""


def test_photos_of_one_table_are_read_as_one() -> None:
    read = paizhuo("read", "--burst", DEMO, DEMO, DEMO)
    assert read.output == "1233455677899p 9p\n"


@pytest.fixture
def taught(client, evening) -> dict[str, Any]:
    """A photo that was sent; its first tile was read right, its second is said to be 9s."""
    with open(DEMO, "rb") as photo:
        read = client.post(f"{evening.api}/photos", data={"photo": photo}).get_json()
    right, wrong = (
        {"quad": seen["quad"], "read": seen["tile"], "confidence": 0.5, "tile": tile}
        for seen, tile in zip(read["tiles"], (read["tiles"][0]["tile"], "9s"), strict=False)
    )
    return {
        "photo": read["photo"],
        "width": read["width"],
        "tiles": [right, wrong, {**right, "quad": "x"}],
    }


def test_a_corrected_tile_is_learned_by_the_set_in_use(client, evening, taught) -> None:
    address = f"{evening.api}/teach"
    untaught = client.post(address, json=taught).get_json()
    assert untaught == {"kept": 2, "learned": 0}, "no set is in use"
    paizhuo("enrol", DEMO, "--set", "红木", "--order", ORDER)
    paizhuo("read", DEMO, "--set", "红木")
    assert client.post(address, json=taught).get_json() == {"kept": 2, "learned": 1}
    paizhuo("read", DEMO, "--set", "红木")
    assert len(the_reader().tile_set) == 15


def test_what_cannot_be_learned_from_is_refused(client, app, evening, taught, monkeypatch) -> None:
    paizhuo("enrol", DEMO, "--set", "红木", "--order", ORDER)
    paizhuo("read", DEMO, "--set", "红木")

    def gone() -> Any:
        raise ModelError("没有模型。", "There are no models.")

    with monkeypatch.context() as patched:
        patched.setattr(the_reader(), "models", gone)
        refused = client.post(f"{evening.api}/teach", json=taught)
    assert (refused.status_code, refused.get_json()["error"]) == (503, "no_models")
    photo = kept_photo(taught["photo"], Path(app.config["PHOTOS"]))
    for torn, code in ((photo.read_bytes()[:5000], "damaged"), (b"torn", "damaged_photo")):
        photo.write_bytes(torn)
        refused = client.post(f"{evening.api}/teach", json=taught)
        assert (refused.status_code, refused.get_json()["error"]) == (422, code)


@pytest.mark.parametrize("photo", ["../paizhuo.db", "0" * 64 + ".jpg"])
def test_no_other_file_can_be_named(client, evening, photo: str) -> None:
    taught = {"photo": photo, "width": 100, "tiles": []}
    refused = client.post(f"{evening.api}/teach", json=taught)
    assert refused.status_code == 404
    assert refused.get_json()["error"] == "no_such_photo"
