"""Nothing on screen is left untranslated."""

import re
import string
from html.parser import HTMLParser
from pathlib import Path

import pytest

import scoring
import web
from tests.web.conftest import DISCARD_WIN, DRAW, NAMES, SELF_DRAW
from web.text import TEXT

ROOM = Path(web.__file__).parent
TEMPLATES = sorted((ROOM / "templates").glob("*.html"))
SCRIPTS = sorted((ROOM / "static" / "js").glob("*.js"))
MODULES = sorted(path for path in ROOM.glob("*.py") if path.name != "text.py")
CJK = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
WORD = re.compile(r"[A-Za-z]{2,}")

KEY = re.compile(r"""(?<![\w.])(?:t|text|phrase|Refusal|Wait|need)\(\s*["'`]([\w.]+?)["'`]""")
PREFIX = re.compile(
    r"""(?<![\w.])(?:t|text|phrase)\(\s*["'`]([a-z]+\.)(?:["'] ?~|\$\{)|f"([a-z]+\.)\{"""
)


def sources():
    return {path: path.read_text("utf-8") for path in [*TEMPLATES, *SCRIPTS, *MODULES]}


def used():
    """Keys written out, and beginnings of keys that are put together."""
    keys, prefixes = set(), set()
    for path, text in sources().items():
        for key in KEY.findall(text):
            if not key.endswith("."):
                keys.add(key if "." in key or key in TEXT else f"refused.{key}")
        keys.update(re.findall(r"""["'](need\.\w+)["']""", text))
        prefixes.update(script or module for script, module in PREFIX.findall(text))
        if path.suffix == ".py":
            keys.update(f"refused.{code}" for code in re.findall(r'"(http_\d+)"', text))
    return keys, prefixes


def test_every_key_in_use_is_in_the_catalogue():
    keys, prefixes = used()
    assert len(keys) > 60
    assert sorted(keys - set(TEXT)) == []
    beginnings = {key.split(".")[0] + "." for key in TEXT}
    assert sorted(prefixes - beginnings) == []


def test_every_text_of_the_catalogue_is_in_use():
    keys, prefixes = used()
    built = tuple(prefixes)
    assert [key for key in TEXT if key not in keys and not key.startswith(built)] == []


@pytest.mark.parametrize("key", TEXT)
def test_a_text_says_the_same_in_both_languages(key):
    zh, en = TEXT[key]
    fields = [
        sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)
        for text in (zh, en)
    ]
    assert fields[0] == fields[1]
    assert not CJK.search(en)
    assert CJK.search(zh) or not WORD.search(re.sub(r"\{\w+\}", "", en))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_have_no_text_of_their_own(path):
    text = path.read_text("utf-8")
    assert not CJK.search(text)
    code = re.sub(r"^\s*//.*$|\s//\s.*$", "", text, flags=re.MULTILINE)
    sentences = [
        each for each in re.findall(r'"([^"\n]*)"', code) if re.search(r"[A-Z][a-z]+ [a-z]+", each)
    ]
    assert sentences == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_text_of_their_own(path):
    markup = r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}"
    text = re.sub(markup, "", path.read_text("utf-8"), flags=re.DOTALL)
    shown = Shown()
    shown.feed(text)
    assert [each for each in shown.texts if WORD.search(each) and each not in BRAND] == []
    assert [each for each in shown.texts if CJK.search(each)] == []


BRAND = {"paizhuo", "牌桌", "English", "中文"}
NAMED = re.compile("JavaScript|JSON|CSV")


class Shown(HTMLParser):
    """The texts of a page that are in its own language."""

    VOID = frozenset({"meta", "link", "input", "img", "br", "use", "path"})

    def __init__(self):
        super().__init__()
        self.open, self.texts = [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        other = tag in {"style", "title"} or "translate" in attributes
        other = other or (tag != "html" and "lang" in attributes)
        if not other:
            for name in ("aria-label", "placeholder", "alt", "title"):
                self.texts += [attributes[name]] if name in attributes else []
        if tag not in self.VOID:
            self.open.append(other)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            self.open.pop()

    def handle_data(self, data):
        if data.strip() and not any(self.open):
            self.texts.append(data.strip())


def pages(client, evening, language):
    evening.confirm(SELF_DRAW)
    evening.confirm(DRAW)
    evening.correct(2, DISCARD_WIN)
    seqs = [deal["seq"] for deal in evening.now["deals"]]
    urls = ["/", "/start", "/club", "/sessions", "/statistics", "/import", "/nowhere", evening.url]
    urls += [
        f"{evening.url}{part}"
        for part in (
            "/undo",
            "/deal",
            "/join",
            "/summary",
            "/history",
            "/kong",
            "/adjust",
            "/substitute",
            "/dealer",
            "/deals/4/edit",
            *(f"/deals/{seq}" for seq in seqs),
        )
    ]
    for url in urls:
        shown = Shown()
        shown.feed(client.get(f"{url}?lang={language}").text)
        assert shown.texts
        yield url, [text for text in shown.texts if text not in BRAND]


def test_english_pages_hold_no_chinese(client, evening):
    for url, texts in pages(client, evening, "en"):
        assert [text for text in texts if CJK.search(text)] == [], url


def test_chinese_pages_hold_no_english(client, evening):
    for url, texts in pages(client, evening, "zh"):
        left = [text for text in texts if WORD.search(NAMED.sub("", text))]
        assert [text for text in left if text not in NAMES] == [], url


def test_values_of_house_options_have_names():
    words = {
        value
        for rules in scoring.RULE_SETS.values()
        for option in rules.option_class.specs()
        for value in option.values or ()
        if isinstance(value, str) and WORD.search(value)
    }
    assert sorted(word for word in words if f"value.{word}" not in TEXT) == []


@pytest.mark.parametrize(
    ("headers", "url", "tag"),
    [
        ({}, "/", "zh-Hans"),
        ({"Accept-Language": "en-GB,en;q=0.9"}, "/", "en"),
        ({"Accept-Language": "fr"}, "/", "zh-Hans"),
        ({"Accept-Language": "en"}, "/?lang=zh", "zh-Hans"),
        ({}, "/?lang=xx", "zh-Hans"),
    ],
)
def test_the_language_is_the_readers(client, headers, url, tag):
    assert f'<html lang="{tag}">' in client.get(url, headers=headers).text


def test_a_chosen_language_stays_chosen(client):
    client.get("/?lang=en")
    assert '<html lang="en">' in client.get("/start").text
    assert 'href="/start?lang=zh"' in client.get("/start").text
