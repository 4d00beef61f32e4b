"""What makes the pages an app."""

import io
import re

import pytest
from PIL import Image

from web.install import SIZES


@pytest.mark.parametrize("tongue", ["zh", "en"])
def test_the_manifest_names_icons_that_are_there(client, tongue):
    page = client.get(f"/?lang={tongue}").text
    assert f'rel="manifest" href="/{tongue}.webmanifest"' in page
    answer = client.get(f"/{tongue}.webmanifest")
    assert answer.content_type == "application/manifest+json"
    manifest = answer.get_json(force=True)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        drawn = Image.open(io.BytesIO(client.get(icon["src"]).data))
        assert drawn.format == "PNG"
        assert icon["sizes"] == f"{drawn.width}x{drawn.height}"


def test_a_maskable_icon_keeps_the_tile_within_the_mask(client):
    plain, maskable = (
        Image.open(io.BytesIO(client.get(f"/icons/512.png{query}").data)).convert("RGBA")
        for query in ("", "?purpose=maskable")
    )
    assert plain.getpixel((0, 0))[3] == 0
    felt = maskable.getpixel((0, 0))
    assert felt[3] == 255
    outside = [
        maskable.getpixel((x, y))
        for x in range(0, 512, 4)
        for y in range(0, 512, 4)
        if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2
    ]
    assert set(outside) == {felt}


def test_only_icons_that_are_used_are_drawn(client):
    assert [client.get(f"/icons/{size}.png").status_code for size in SIZES] == [200] * 3
    assert client.get("/icons/100000.png").status_code == 404
    assert client.get("/xx.webmanifest").status_code == 404


def read(client, path):
    with client.get(path) as answer:
        assert answer.status_code == 200
        return answer.text


def test_the_worker_keeps_all_that_the_table_page_is_made_of(client, evening):
    made_of = re.findall(r'"(/[^"]+\.(?:js|css|svg))"', read(client, "/worker.js"))
    assert all(read(client, path) for path in made_of)
    page = read(client, evening.url)
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page))
    for path in sorted(needed):
        for name in re.findall(r'from "\./([\w.]+)"', read(client, path)):
            needed.add(f"/static/js/{name}")
    assert needed <= set(made_of)


def test_the_worker_serves_every_page_and_is_always_asked_for(client):
    answer = client.get("/worker.js")
    assert answer.status_code == 200
    assert "no-cache" in answer.headers["Cache-Control"]
    answer.close()


@pytest.mark.parametrize(
    ("look", "scheme", "media"),
    [
        ("system", "light dark", "(prefers-color-scheme: dark)"),
        ("light", "light", "not all"),
        ("dark", "dark", "all"),
        ("pink", "light dark", "(prefers-color-scheme: dark)"),
    ],
)
def test_a_chosen_look_stays_chosen(client, look, scheme, media):
    client.get(f"/?look={look}")
    page = client.get("/start").text
    assert f'name="color-scheme" content="{scheme}"' in page
    assert f'dark.css" media="{media}"' in page
