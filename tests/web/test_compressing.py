"""Answers of text are packed for whoever can unpack them."""

import gzip

PACKED = {"Accept-Encoding": "gzip"}


def get(client, path, **headers):
    return client.get(path, headers=headers, buffered=True)


def test_pages_scripts_and_json_are_packed(client, evening):
    for path in (evening.url, "/static/js/live.js", "/words/zh.json", "/tiles.svg"):
        plain, packed = get(client, path), get(client, path, **PACKED)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert int(packed.headers["Content-Length"]) == len(packed.data)
        assert len(packed.data) < len(plain.data) / 2
        assert "Content-Encoding" not in plain.headers
        if path != evening.url:  # a page has a new key each time
            assert gzip.decompress(packed.data) == plain.data


def test_a_browser_that_has_it_is_told_so(client):
    first = get(client, "/static/style.css", **PACKED)
    again = get(client, "/static/style.css", **PACKED, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_streams_parts_pictures_and_short_answers_go_out_as_they_are(client, evening):
    picture = get(client, "/static/demo-table.jpg", **PACKED)
    part = get(client, "/static/style.css", **PACKED, Range="bytes=0-99")
    short = get(client, "/api/pin", **PACKED)
    stream = client.get(f"{evening.url}/events", headers=PACKED)
    for answer in (picture, part, short, stream):
        assert "Content-Encoding" not in answer.headers
    assert (part.status_code, len(part.data)) == (206, 100)
    assert stream.mimetype == "text/event-stream"
    stream.close()


def test_nobody_is_sent_what_he_refuses(client):
    for refusing in ("identity", "gzip;q=0", ""):
        answer = get(client, "/tiles.svg", **{"Accept-Encoding": refusing})
        assert "Content-Encoding" not in answer.headers
