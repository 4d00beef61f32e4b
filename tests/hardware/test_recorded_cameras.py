"""A folder of photos, a video file, and OpenCV's capture as a USB camera: drawn frames."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.camera import CameraError, fitting, sharpness
from hardware.folder_camera import FolderCamera, VideoCamera
from hardware.usb_camera import UsbCamera, usb_cameras

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def photo(path: Path, colour: tuple[int, int, int], size: tuple[int, int] = (1280, 960)) -> None:
    Image.new("RGB", size, colour).save(path)


def video(path: Path, frames: int = 6) -> Path:
    """Frames that grow brighter, 64 x 48, red a little more than blue."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for number in range(frames):
        writer.write(np.full((48, 64, 3), (30 * number, 30 * number, 30 * number + 60), np.uint8))
    writer.release()
    return path


def colour(frame: np.ndarray) -> str:
    return "rgb"[int(np.argmax(frame[frame.shape[0] // 2, frame.shape[1] // 2]))]


def test_a_still_takes_the_photo_that_the_preview_shows(tmp_path: Path) -> None:
    for name, paint in (("2.png", GREEN), ("1.jpg", RED), ("3.webp", BLUE)):
        photo(tmp_path / name, paint)
    (tmp_path / "notes.txt").write_text("no photo")
    camera = FolderCamera(tmp_path)
    capabilities = camera.open()
    assert (capabilities.still, capabilities.preview, capabilities.burst) == (
        (1280, 960),
        (640, 480),
        1,
    )
    seen = [(colour(camera.preview()), colour(camera.still())) for _ in range(4)]
    assert seen == [("r", "r"), ("g", "g"), ("b", "b"), ("r", "r")]
    assert camera.preview().shape == (480, 640, 3)
    camera.close()


def test_photos_come_go_and_change(tmp_path: Path) -> None:
    photo(tmp_path / "1.png", RED)
    camera = FolderCamera(tmp_path)
    camera.open()
    assert colour(camera.preview()) == "r"
    photo(tmp_path / "1.png", BLUE, (1280, 700))
    assert camera.preview().shape == (350, 640, 3)
    camera.still()
    photo(tmp_path / "2.png", GREEN)
    (tmp_path / "1.png").unlink()
    assert colour(camera.still()) == "g"
    (tmp_path / "2.png").unlink()
    with pytest.raises(CameraError) as caught:
        camera.still()
    assert caught.value.code == "empty"
    tmp_path.rmdir()
    with pytest.raises(CameraError) as caught:
        camera.preview()
    assert caught.value.code == "unplugged"


def test_a_damaged_photo_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "1.jpg").write_bytes(b"\xff\xd8 no photo")
    (tmp_path / "2.jpg").write_bytes(b"")
    photo(tmp_path / "3.jpg", GREEN)
    camera = FolderCamera(tmp_path)
    camera.open()
    assert colour(camera.still()) == "g"
    assert "1.jpg" in caplog.text


def test_photos_are_upright_by_exif_then_turned(tmp_path: Path) -> None:
    picture = Image.new("RGB", (400, 200), BLUE)
    picture.paste(RED, (0, 0, 200, 200))  # red left; upright after a quarter turn: red above
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(tmp_path / "1.jpg", exif=exif)
    frame = FolderCamera(tmp_path).still()
    assert frame.shape == (400, 200, 3)
    assert (np.argmax(frame[50, 100]), np.argmax(frame[350, 100])) == (0, 2)
    turned = FolderCamera(tmp_path, turn=90).still()
    assert turned.shape == (200, 400, 3)
    assert (np.argmax(turned[100, 350]), np.argmax(turned[100, 50])) == (0, 2)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    for camera in (FolderCamera(tmp_path / "x"), VideoCamera(tmp_path / "x.avi")):
        with pytest.raises(CameraError, match="x") as caught:
            camera.open()
        assert caught.value.code == "no_camera"
        camera.close()


def test_a_video_goes_on_and_begins_again(tmp_path: Path) -> None:
    camera = VideoCamera(video(tmp_path / "table.avi"))
    assert camera.open().still == (64, 48)
    light = [int(camera.still().mean()) for _ in range(12)]
    assert light[0:3] == sorted(light[0:3])
    assert light[6:12] == light[0:6]
    assert colour(camera.preview()) == "r"
    camera.close()
    camera.close()


def test_a_file_that_is_no_video(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    path.write_text("no video")
    camera = VideoCamera(path)
    with pytest.raises(CameraError) as caught:
        camera.open()
    assert caught.value.code == "empty"
    camera.close()


def test_a_usb_camera_gives_new_frames_until_it_is_unplugged(tmp_path: Path) -> None:
    """OpenCV's capture of a file stands for the device: at its end it gives no more frames."""
    path = video(tmp_path / "table.avi", 8)
    camera = UsbCamera(0, connect=lambda _: cv2.VideoCapture(str(path), cv2.CAP_ANY))
    assert camera.open().preview == (64, 48)
    first, second = camera.still(), camera.preview()
    assert colour(first) == "r"
    assert first.mean() + 40 < second.mean()  # the frame between was stale
    camera.still()
    with pytest.raises(CameraError) as caught:
        camera.still()
    assert caught.value.code == "unplugged"
    camera.close()


def test_a_usb_camera_that_is_not_there() -> None:
    with pytest.raises(CameraError, match="/dev/video97") as caught:
        UsbCamera(97).open()
    assert caught.value.code == "no_camera"


def test_usb_cameras_are_told_from_codecs_and_metadata(tmp_path: Path) -> None:
    for number, where, index in [
        (0, "platform/codec", "0"),
        (2, "platform/xhci/usb1/1-1", "0"),
        (3, "platform/xhci/usb1/1-1", "1"),
        (10, "platform/xhci/usb1/1-2", "0"),
    ]:
        (tmp_path / "devices" / where).mkdir(parents=True, exist_ok=True)
        device = tmp_path / "class" / f"video{number}"
        device.mkdir(parents=True)
        (device / "index").write_text(index + "\n")
        (device / "device").symlink_to(tmp_path / "devices" / where)
    (tmp_path / "class" / "video4").mkdir()
    assert usb_cameras(tmp_path / "class") == [2, 10]
    assert usb_cameras(tmp_path / "nowhere") == []


def test_sharpness_orders_frames_of_one_scene() -> None:
    sharp = np.zeros((200, 200, 3), np.uint8)
    sharp[::8] = 255
    blurred = cv2.GaussianBlur(sharp, (0, 0), 2)
    assert sharpness(sharp) > sharpness(np.asarray(blurred, np.uint8)) > 0


@pytest.mark.parametrize(
    ("size", "expected"),
    [((4608, 2592), (640, 360)), ((320, 240), (320, 240)), ((641, 481), (640, 480))],
)
def test_fitting(size: tuple[int, int], expected: tuple[int, int]) -> None:
    assert fitting(size, 640) == expected
