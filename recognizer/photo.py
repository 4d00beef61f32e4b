"""A picture file → an upright frame, or one clear sentence why not."""

from __future__ import annotations

import io
import os
import warnings
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

MAX_PIXELS = 60_000_000
"""The largest picture that is decoded, in pixels."""
FORMATS = ("JPEG", "PNG", "WEBP")


class PhotoError(ValueError):
    """A picture that cannot be read.

    ``code`` is one of ``not_found``, ``empty``, ``not_an_image``, ``damaged``, ``too_large``,
    ``unsupported``; ``zh`` and ``en`` say what is wrong and what to do.
    """

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(en)
        self.code, self.zh, self.en = code, zh, en


@dataclass(frozen=True, slots=True)
class Photo:
    """A decoded picture."""

    frame: NDArray[np.uint8]
    """``uint8 (H, W, 3)`` RGB, upright by its EXIF orientation."""
    format: str
    """``JPEG``, ``PNG`` or ``WEBP``."""
    width: int
    """Pixels of the picture in the file, upright; those of the frame where it was not halved."""
    height: int


def _heif() -> bool:
    """Teach Pillow HEIC where the extra ``heic`` is installed."""
    try:
        from pi_heif import register_heif_opener
    except ImportError:
        return False
    register_heif_opener()
    return True


def _is_heic(head: bytes) -> bool:
    return head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"hevc")


def open_photo(source: str | os.PathLike[str] | bytes, whole: int = MAX_PIXELS) -> Photo:
    """Read a JPEG, PNG or WebP picture (HEIC with the extra ``heic``), turned upright.

    Args:
        source: a path, or the file's bytes.
        whole: a JPEG of more pixels is decoded at half its width and height, as its own coding
            allows: that takes half the time and a quarter of the memory.

    Raises:
        PhotoError: the file is missing, empty, no picture, damaged, of a kind that is not read,
            or has more than 60 million pixels (refused before it is decoded).
    """
    if isinstance(source, bytes):
        data = source
    else:
        try:
            with open(source, "rb") as file:
                data = file.read()
        except OSError as error:
            raise PhotoError(
                "not_found",
                f"打不开照片文件（{error.strerror}），请检查路径。",
                f"the photo cannot be opened ({error.strerror}): check its path.",
            ) from error
    if not data:
        raise PhotoError(
            "empty", "照片文件是空的，请重新拍摄。", "the photo file is empty: take it again."
        )
    formats: tuple[str, ...] = FORMATS
    if _is_heic(data[:12]):
        if not _heif():
            raise PhotoError(
                "unsupported",
                "这是 HEIC 照片，本机没有安装读取它的组件；请在手机上选“兼容性最佳”(JPEG)，"
                "或安装 paizhuo[heic]。",
                "this is a HEIC photo and its reader is not installed: set the phone to "
                "“Most Compatible” (JPEG), or install paizhuo[heic].",
            )
        formats = (*FORMATS, "HEIF")
    try:
        with warnings.catch_warnings():
            # The size is checked here, before decoding, and by our own limit; what else Pillow
            # has to say is of metadata that nobody needs.
            warnings.simplefilter("ignore")
            return _decode(data, formats, whole)
    except PhotoError:
        raise
    except Image.DecompressionBombError as error:
        raise _too_large() from error
    except UnidentifiedImageError as error:
        raise PhotoError(
            "not_an_image",
            "这个文件不是照片（只认 JPEG、PNG、WebP），请换一张。",
            "this file is no photo (JPEG, PNG and WebP are read): choose another.",
        ) from error
    except Exception as error:  # decoders stumble over damage in every way there is
        raise PhotoError(
            "damaged",
            "照片文件已损坏或不完整，请重新拍摄或重新上传。",
            "the photo is damaged or incomplete: take or upload it again.",
        ) from error


def _too_large() -> PhotoError:
    return PhotoError(
        "too_large",
        f"照片太大（超过 {MAX_PIXELS // 1_000_000} 百万像素），请用较低的分辨率拍摄。",
        f"the photo is too large (over {MAX_PIXELS // 1_000_000} megapixels): "
        "take it at a lower resolution.",
    )


def _decode(data: bytes, formats: tuple[str, ...], whole: int) -> Photo:
    with Image.open(io.BytesIO(data), formats=formats) as image:
        width, height = image.size
        if width * height > MAX_PIXELS:
            raise _too_large()
        kind = image.format or "?"
        if width * height > whole:
            image.draft("RGB", (width // 2, height // 2))
        image.load()
        as_stored = image.size
        # A copy of 12 megapixels is 48 MB: an upright RGB picture is never copied.
        with suppress(Exception):  # nonsense for an orientation: the pixels are good all the same
            ImageOps.exif_transpose(image, in_place=True)
        upright: Image.Image = image
        if upright.mode in ("I;16", "I;16B", "I;16L", "I"):  # 16 bits of grey
            grey = np.asarray(upright)
            depth = 257 if grey.max() > 255 else 1
            upright = Image.fromarray((grey.clip(0, 65535) // depth).astype(np.uint8))
        if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
            seen = upright if upright.mode == "RGBA" else upright.convert("RGBA")
            upright = Image.new("RGB", seen.size, "white")
            upright.paste(seen, mask=seen.getchannel("A"))
        frame = np.asarray(upright if upright.mode == "RGB" else upright.convert("RGB"))
        lay = upright.size != as_stored
    upright_size = (height, width) if lay else (width, height)
    return Photo(np.ascontiguousarray(frame), kind, *upright_size)
