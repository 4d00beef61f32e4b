"""Picture files that are no photos of tiles: bombs, stumps, odd modes, wrong names."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import Image

import web

DEMO = Path(web.__file__).parent / "static" / "demo-table.jpg"
MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "I;16", "I", "F")
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP", "PPM", "ICO", "TGA", "JPEG2000")


def png(width: int, height: int, bits: int = 8, colour: int = 0, data: bytes = b"") -> bytes:
    """A PNG of zeros; ``data`` in the place of the pixels makes it claim more than it has."""
    if not data:
        row = bytes(1 + (width * bits * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour] + 7) // 8)
        press = zlib.compressobj(9)
        data = b"".join(press.compress(row) for _ in range(height)) + press.flush()
    head = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _with(picture: bytes, *chunks: bytes) -> bytes:
    """A PNG with chunks after its head."""
    return picture[:33] + b"".join(chunks) + picture[33:]


@cache
def saved(kind: str, mode: str = "RGB", size: tuple[int, int] = (40, 30), frames: int = 1) -> bytes:
    """A picture as Pillow writes it; empty where the format has no such mode."""
    out = io.BytesIO()
    image = Image.new("L", size, 90).convert(mode) if mode != "I;16" else Image.new(mode, size, 9)
    more = {"save_all": True, "append_images": [image] * (frames - 1)} if frames > 1 else {}
    try:
        image.save(out, kind, **more)
    except (OSError, ValueError, KeyError):
        return b""
    return out.getvalue()


def bombs() -> Iterator[tuple[str, bytes]]:
    """Small files that would be huge in memory, or say so."""
    many = zlib.compress(bytes(100_000_000))
    yield "png 30000x30000, 1 bit, real", png(30_000, 30_000, bits=1)
    yield "png 10000x10000 rgb, real", png(10_000, 10_000, colour=2)
    yield "png 2^31-1", png(2**31 - 1, 2**31 - 1, data=b"\0")
    yield "png 2^32-1 x 1", png(2**32 - 1, 1, data=b"\0")
    yield "png one row of 10^8", png(10**8, 1, bits=1)
    jpeg = saved("JPEG")
    place = jpeg.index(b"\xff\xc0") + 5
    yield "jpeg 65500x65500", jpeg[:place] + struct.pack(">HH", 65500, 65500) + jpeg[place + 4 :]
    out = io.BytesIO()
    Image.new("RGB", (40, 30)).save(out, "WEBP", lossless=True)
    webp = bytearray(out.getvalue())
    webp[21:25] = struct.pack("<I", 0x3FFF | 0x3FFF << 14)
    yield "webp 16384x16384", bytes(webp)
    extended = b"VP8X" + struct.pack("<I", 10) + b"\2\0\0\0" + b"\xff\xff\xff" * 2
    frames = extended + b"ANIM" + struct.pack("<IIH", 6, 0, 0)
    yield "webp 2^24 x 2^24", b"RIFF" + struct.pack("<I", len(frames) + 4) + b"WEBP" + frames
    gif = saved("GIF")
    yield "gif 65535x65535", gif[:6] + b"\xff\xff\xff\xff" + gif[10:]
    tiff = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(tiff, "TIFF", compression="group4")
    yield "tiff 30000x30000", tiff.getvalue()
    yield "ppm 99999x99999", b"P6 99999 99999 255\n\0\0\0"
    yield "bmp 2^30", saved("BMP")[:18] + struct.pack("<ii", 2**30, 2**30) + saved("BMP")[26:]
    small = png(20, 20, colour=2)
    text = _chunk(b"zTXt", b"Comment\0\0" + many)
    yield "png with a text of 100 MB", _with(small, text)
    yield (
        "png with texts of 900 kB, 200 times",
        _with(small, *[_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(900_000), 9))] * 200),
    )
    profile = _chunk(b"iCCP", b"icc\0\0" + many)
    yield "png with a profile of 100 MB", _with(small, profile)
    yield "png with pixels of 100 MB", png(20, 20, data=many)


def largest() -> Iterator[tuple[str, bytes]]:
    """Pictures as large as are read."""
    yield "png 7700x7700 rgb", png(7700, 7700, colour=2)
    yield "png 7700x7700 rgba", png(7700, 7700, colour=6)
    yield "png 7700x7700 grey, 16 bits", png(7700, 7700, bits=16)
    yield "png 7700x7700, 1 bit", png(7700, 7700, bits=1)


def shapes() -> Iterator[tuple[str, bytes]]:
    """Pictures of shapes that no camera has."""
    for width, height in ((1, 1), (1, 2), (3, 1), (1, 4000), (4000, 1), (2, 60_000), (60_000, 3)):
        yield f"png {width}x{height}", png(width, height, colour=2)


def odd() -> Iterator[tuple[str, bytes]]:
    """Every mode in every format, animated ones, and what is no picture."""
    yield "nothing", b""
    for width, height in ((0, 0), (0, 10), (10, 0)):
        yield f"png {width}x{height}", png(width, height, data=b"\0")
    for kind in FORMATS:
        for mode in MODES:
            if picture := saved(kind, mode):
                yield f"{kind} {mode}", picture
    for kind in ("GIF", "WEBP", "PNG", "TIFF"):
        yield f"{kind} of 50 frames", saved(kind, frames=50)
    yield "png rgb, 16 bits", png(20, 20, bits=16, colour=2)
    yield "png grey and alpha, 16 bits", png(20, 20, bits=16, colour=4)
    yield "png palette without one", png(20, 20, colour=3)
    yield "heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(500)
    yield "avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1" + bytes(500)
    yield "svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    yield "postscript", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) run\n"
    yield "pdf", b"%PDF-1.7\n"
    yield "zip", b"PK\3\4" + bytes(50)
    for number, exif in enumerate(_exifs()):
        out = io.BytesIO()
        Image.new("RGB", (20, 10)).save(out, "JPEG", exif=b"Exif\0\0" + exif)
        yield f"jpeg, bad exif {number}", out.getvalue()
        yield f"png, bad exif {number}", _with(png(20, 20, colour=2), _chunk(b"eXIf", exif))


def _exifs() -> Iterator[bytes]:
    """Metadata about the orientation that cannot be."""
    for kind, count, what in (
        (3, 1, 99),
        (2, 4, 6),
        (3, 2**31, 6),
        (99, 1, 6),
        (4, 1, 2**31),
        (5, 1, 8),
    ):
        entry = struct.pack("<HHII", 0x0112, kind, count, what)
        yield b"II*\0\x08\0\0\0" + struct.pack("<H", 1) + entry + b"\0\0\0\0"
    yield b"II*\0\x08\0\0\0" + struct.pack("<H", 9999)
    yield b"II*\0\xff\xff\xff\xff"
    yield b"II*\0\x08\0\0\0\0\0\x08\0\0\0"  # the next table is this one
    yield b"MM"
    yield b"nonsense"


@cache
def _whole() -> tuple[bytes, ...]:
    kinds = [saved(kind) for kind in ("PNG", "JPEG", "WEBP", "GIF", "TIFF")]
    return (
        *kinds,
        saved("WEBP", frames=3),
        saved("PNG", "P"),
        saved("JPEG", "CMYK"),
        _small_demo(),
    )


def _small_demo() -> bytes:
    with Image.open(DEMO) as image:
        image.thumbnail((300, 300))
        out = io.BytesIO()
        image.save(out, "JPEG", exif=image.getexif(), progressive=True)
    return out.getvalue()


def broken(chance: random.Random) -> bytes:
    """A picture cut short, or with some bytes changed, dropped or doubled."""
    data = bytearray(chance.choice(_whole()))
    if chance.random() < 0.3:
        return bytes(data[: chance.randrange(len(data))])
    reach = chance.choice([40, 200, len(data)])  # most of it is said at the beginning
    for _ in range(chance.choice([1, 1, 2, 5, 30])):
        place = chance.randrange(min(reach, len(data)))
        match chance.randint(0, 3):
            case 0:
                data[place : place + 1] = b""
            case 1:
                data[place:place] = data[place : place + chance.choice([1, 8, 200])]
            case 2:
                data[place : place + 4] = chance.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f"])
            case _:
                data[place] ^= 1 << chance.randrange(8)
    return bytes(data)
