"""Picture files become upright frames, or one clear sentence says why not."""

import io

import numpy as np
import pytest
from PIL import Image

from recognizer.photo import PhotoError, open_photo

CORNERS = np.zeros((40, 60, 3), np.uint8)
CORNERS[:20, :30] = (200, 0, 0)  # red at the top left, all else dark


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_three_formats_are_read(kind: str) -> None:
    photo = open_photo(encoded(Image.fromarray(CORNERS), kind))
    assert photo.format == kind
    assert photo.frame.shape == (40, 60, 3)
    assert photo.frame.dtype == np.uint8
    assert photo.frame[5, 5, 0] > 150 > photo.frame[35, 55, 0]


def test_a_path_is_read_too(tmp_path) -> None:
    path = tmp_path / "hand.png"
    Image.fromarray(CORNERS).save(path)
    assert (open_photo(path).frame == CORNERS).all()


# Where the red corner of the stored picture must be after turning upright, as (row, column).
@pytest.mark.parametrize(
    ("orientation", "shape", "red"),
    [
        (1, (40, 60), (5, 5)),
        (2, (40, 60), (5, 55)),
        (3, (40, 60), (35, 55)),
        (4, (40, 60), (35, 5)),
        (5, (60, 40), (5, 5)),
        (6, (60, 40), (5, 35)),
        (7, (60, 40), (55, 35)),
        (8, (60, 40), (55, 5)),
    ],
)
def test_exif_rotation_is_applied(orientation, shape, red) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = open_photo(encoded(Image.fromarray(CORNERS), "PNG", exif=exif))
    assert photo.frame.shape[:2] == shape
    assert tuple(photo.frame[red]) == (200, 0, 0)


@pytest.mark.parametrize(("orientation", "wide"), [(1, True), (6, False)])
def test_a_large_jpeg_is_halved_where_that_is_asked_for(orientation, wide) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(Image.new("RGB", (901, 601), (9, 90, 30)), "JPEG", exif=exif)
    whole, halved = open_photo(data), open_photo(data, whole=500_000)
    size = (901, 601) if wide else (601, 901)
    assert (whole.width, whole.height) == (halved.width, halved.height) == size
    assert whole.frame.shape[1::-1] == size
    assert halved.frame.shape[1::-1] == tuple((side + 1) // 2 for side in size)
    assert abs(int(halved.frame[200, 200, 1]) - 90) < 6


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK", "1", "I;16"])
def test_other_colour_modes_become_rgb(mode: str) -> None:
    if mode == "I;16":
        image = Image.fromarray(np.full((20, 30), 40_000, np.uint16))
        data = encoded(image, "PNG")
    else:
        image = Image.fromarray(CORNERS).convert(mode)
        data = encoded(image, "JPEG" if mode == "CMYK" else "PNG")
    frame = open_photo(data).frame
    assert frame.shape[2] == 3
    assert frame.dtype == np.uint8
    assert frame.max() > 50


def test_transparent_parts_are_white() -> None:
    image = Image.new("RGBA", (10, 10), (0, 0, 0, 0))
    assert (open_photo(encoded(image, "PNG")).frame == 255).all()


def refusal(data: bytes) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        open_photo(data)
    return caught.value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"not a picture at all", "not_an_image"),
        (b"GIF89a" + bytes(40), "not_an_image"),
        (b"%PDF-1.7\n" + bytes(100), "not_an_image"),
        (encoded(Image.fromarray(CORNERS), "JPEG")[:120], "damaged"),
        (encoded(Image.fromarray(CORNERS), "PNG")[:-30], "damaged"),
        (encoded(Image.fromarray(CORNERS), "WEBP")[:30], "damaged"),
    ],
)
def test_what_is_no_photo_is_refused(data: bytes, code: str) -> None:
    error = refusal(data)
    # A head cut short may be told as no image at all: both say to choose another file.
    assert error.code == code or (code == "damaged" and error.code == "not_an_image")
    assert error.zh
    assert error.en


def test_a_missing_file_is_refused(tmp_path) -> None:
    with pytest.raises(PhotoError) as caught:
        open_photo(tmp_path / "nowhere.jpg")
    assert caught.value.code == "not_found"


def test_sixty_megapixels_is_the_limit_and_is_checked_before_decoding() -> None:
    # One bit a pixel: a file of a few kilobytes that would decode to 183 MB.
    assert refusal(encoded(Image.new("1", (7801, 7801)), "PNG")).code == "too_large"
    assert refusal(encoded(Image.new("1", (20_000, 20_000)), "PNG")).code == "too_large"
    assert open_photo(encoded(Image.new("1", (7000, 1000)), "PNG")).frame.shape == (1000, 7000, 3)


def test_heic_without_its_reader_says_what_to_do(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pi_heif", None)
    error = refusal(b"\0\0\0\x18ftypheic" + bytes(40))
    assert error.code == "unsupported"
    assert "JPEG" in error.en
    assert "JPEG" in error.zh
