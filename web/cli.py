"""The command line.  Every import that costs time is made by the command that needs it.

Exit status: 0 done, 1 the input was refused (one sentence on stderr), 2 usage.
"""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from scoring.ledger import Ledger

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="paizhuo", prog_name="paizhuo")
def main() -> None:
    """牌桌 paizhuo: a photo of a mahjong hand, scored.

    Exit status: 0 done, 1 the input was refused (one sentence on stderr), 2 usage.
    """
    for stream in (sys.stdout, sys.stderr):
        # An id that came in as half a character, or a terminal without Chinese, is no crash.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _database(command: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--database",
        metavar="FILE|URL",
        help="The ledger: an SQLite file or an SQLAlchemy URL.  [default: in the data folder]",
    )(command)


def _camera(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say which camera hangs over the table."""
    command = click.option(
        "--turn",
        envvar="PAIZHUO_TURN",
        type=click.Choice(["0", "90", "180", "270"]),
        default="0",
        show_default=True,
        help="Degrees clockwise to turn its picture.",
    )(command)
    return click.option(
        "--camera",
        envvar="PAIZHUO_CAMERA",
        default="auto",
        show_default=True,
        metavar="WHICH",
        help="The table's camera: auto, none, pi, usb, usb:2, folder:PATH or video:FILE.",
    )(command)


def _pins(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        *names,
        envvar="PAIZHUO_PINS",
        default="auto",
        show_default=True,
        metavar="FILE|auto|none",
        help="The pin file; auto: the default one, where this computer has pins.",
    )


_tile_set = click.option(
    "--set",
    "tile_set",
    envvar="PAIZHUO_SET",
    metavar="NAME",
    help="The tile set on the table, if it was enrolled (paizhuo enrol).",
)

_port = click.option(
    "--port", envvar="PAIZHUO_PORT", default=8000, show_default=True, help="Port of the server."
)


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@_port
@click.option(
    "--host-name",
    "host_names",
    envvar="PAIZHUO_HOST_NAME",
    multiple=True,
    metavar="NAME",
    help="A name it is opened by, besides this computer's and every address; may be repeated.",
)
@click.option(
    "--behind-proxy",
    envvar="PAIZHUO_BEHIND_PROXY",
    is_flag=True,
    help="Believe X-Forwarded-For, -Proto and -Host of one proxy (TLS); listen where only it can.",
)
@click.option(
    "--log",
    "log_level",
    envvar="PAIZHUO_LOG",
    type=click.Choice(["info", "warning", "error"]),
    default="warning",
    show_default=True,
    help="Least grave lines to print; info prints one for every request.",
)
@_database
@_camera
@_pins("--pins")
@_tile_set
def serve(
    host: str,
    port: int,
    host_names: tuple[str, ...],
    behind_proxy: bool,
    log_level: str,
    database: str | None,
    camera: str,
    turn: str,
    pins: str,
    tile_set: str | None,
) -> None:
    """Serve the pages: the main job."""
    from web.device import DeviceSetting
    from web.serving import Network, run

    network = Network(host, port, host_names, behind_proxy, log_level)
    with _refusing():
        _use(tile_set)
        run(network, _url(database), DeviceSetting(camera, int(turn), pins))


@main.command()
@click.option("--remove", is_flag=True, help="Let everybody change the scores again.")
def pin(remove: bool) -> None:
    """Set the PIN that changes on the pages need, or remove it.

    It is asked for twice, or read from a line of the input.  A server that runs follows at once.
    """
    from web.door import remove_pin, set_pin
    from web.storage import home_folder

    with _refusing():
        if remove:
            remove_pin(home_folder())
            said = {
                "zh": "密码去掉了，谁都能改比分。",
                "en": "Removed: everybody may change scores.",
            }
        else:
            if sys.stdin.isatty():
                chosen = click.prompt("PIN", hide_input=True, confirmation_prompt=True)
            else:
                chosen = sys.stdin.readline()
            set_pin(home_folder(), chosen)
            said = {"zh": "密码设好了。", "en": "The PIN is set."}
    click.echo(_both(said))


@main.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--rules", metavar="R", help="Rule set that is played; limits the tiles.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array, an object per photo.")
@click.option("--draw", metavar="OUT", help="Write the photo with the tiles drawn on it.")
@click.option("--burst", is_flag=True, help="The photos show one table: read them as one.")
@_tile_set
def read(
    photos: tuple[str, ...],
    rules: str | None,
    as_json: bool,
    draw: str | None,
    burst: bool,
    tile_set: str | None,
) -> None:
    """Read the tiles of photos."""
    readings = [photos] if burst else [(photo,) for photo in photos]
    if draw and len(readings) > 1:
        raise click.UsageError("--draw takes one photo.")
    import scoring
    from scoring import ScoringError
    from web.photos import draw_on, refuse_empty, see

    documents: list[dict[str, Any]] = []
    refused = False
    with _refusing():
        rule_set = scoring.rule_set(rules) if rules else None
        _use(tile_set)
    for sources in readings:
        photo = sources[0]
        try:
            frame, reading = see(*sources, rules=rule_set)
            photo = sources[reading.clearest]
            documents.append(reading.to_json(photo))
            refuse_empty(reading)
            if draw:
                draw_on(frame, reading, Path(draw))
        except ScoringError as error:
            refused = True
            click.echo(f"{photo}: {_both({'zh': error.zh, 'en': error.en})}", err=True)
    if as_json:
        click.echo(json.dumps(documents, ensure_ascii=False, indent=1))
    else:
        for document in documents:
            if len(readings) > 1:
                click.echo(f"{document['file']}:")
            for row in document["rows"]:
                click.echo(row)
            for problem in document["problems"]:
                click.echo(f"# {_both(problem['message'])}")
    if refused:
        sys.exit(1)


@main.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--set", "name", required=True, metavar="NAME", help="What the set is called.")
@click.option(
    "--order",
    metavar="TILES",
    help="What lies there, such as '123m EEE 1f'.  [default: 1-9m 1-9p 1-9s ESWN CFP, then 1f-8f]",
)
def enrol(photos: tuple[str, ...], name: str, order: str | None) -> None:
    """Learn a household's own tiles from photos of them in a known order.

    Lay all kinds out once, face up, in rows read from left to right.
    """
    from web import tile_sets

    with _refusing():
        file, count = tile_sets.enrol(photos, name, order)
    zh = f"登记了“{name}”的 {count} 张牌：{file}"
    click.echo(_both({"zh": zh, "en": f"learned {count} tiles of “{name}”"}))


@main.command()
@click.option("--delete", metavar="NAME", help="Forget a set.")
def sets(delete: str | None) -> None:
    """List the enrolled tile sets, or delete one."""
    from web import tile_sets

    if delete is None:
        for name in tile_sets.names():
            click.echo(name)
        return
    with _refusing():
        tile_sets.delete(delete)


@main.command()
@click.argument("deals", type=click.File("rb"), metavar="DEAL.json|-")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array, an object per deal.")
def score(deals: Any, as_json: bool) -> None:
    """Settle deals: one JSON object, an array of them, or JSON lines."""
    import scoring
    from web.wording import settlement_text

    documents = _documents(deals.read())
    answers: list[dict[str, Any]] = [scoring.judge(document) for document in documents]
    if as_json:
        click.echo(json.dumps(answers, ensure_ascii=False, indent=1))
    refused = [answer for answer in answers if not answer["valid"]]
    for answer in answers:
        if not answer["valid"]:
            click.echo(_titled(answer, len(answers)) + _both(answer["message"]), err=True)
        elif not as_json:
            click.echo(_titled(answer, len(answers)) + settlement_text(answer))
    if refused:
        sys.exit(1)


@main.command()
@click.argument("name", required=False, metavar="[R]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rules(name: str | None, as_json: bool) -> None:
    """List the rule sets, or one with its options."""
    import scoring
    from web.documents import rules_json

    with _refusing():
        shown = (
            [scoring.RULE_SETS[scoring.rule_set(name).id]]
            if name
            else list(scoring.RULE_SETS.values())
        )
    if as_json:
        click.echo(json.dumps([rules_json(each) for each in shown], ensure_ascii=False, indent=1))
        return
    for each in shown:
        click.echo(f"{each.id:<14}{each.zh}  {each.en} ({each.players} 人 players)")
        for option in each.option_class.specs() if name else ():
            click.echo(f"  {option.name} = {json.dumps(option.default)}  {option.zh}  {option.en}")
            click.echo(f"      {option.allowed_zh}  {option.allowed_en}")


@main.command()
@_database
def sessions(database: str | None) -> None:
    """List the sessions, newest first."""
    from web import commands

    with _refusing(), _ledger(database) as ledger:
        for table in commands.tables(ledger):
            seats = "  ".join(
                f"{name} {total:+d}" for name, total in zip(table.names, table.totals, strict=True)
            )
            click.echo(
                f"{table.session}  {table.started_at[:16]}  {table.rules}  "
                f"{len(table.deals)} 局 deals  {seats}"
            )


@main.command()
@click.argument("session")
@click.option("--csv", "form", flag_value="csv", help="One line per deal that stands.")
@click.option("--json", "form", flag_value="json", default=True, help="Everything (the default).")
@click.option("--text", "form", flag_value="text", help="Plain text in Chinese, for a chat.")
@_database
def export(session: str, form: str, database: str | None) -> None:
    """Print a session."""
    from web import commands
    from web.documents import session_json, table_csv
    from web.wording import evening_text

    with _refusing(), _ledger(database) as ledger:
        table = commands.table_of(ledger, session)
        events = ledger.events(session)
    if form == "csv":
        click.echo(table_csv(table), nl=False)
    elif form == "text":
        click.echo(evening_text(table, "zh"))
    else:
        click.echo(json.dumps(session_json(table, events), ensure_ascii=False, indent=1))


@main.command("import")
@click.argument("file", type=click.File("rb"), metavar="SESSION.json|-")
@_database
def import_(file: Any, database: str | None) -> None:
    """Take over a session that was exported as JSON."""
    from web import commands

    try:
        document = json.load(file)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        _refuse(
            "内容不是导出的 JSON；请用 paizhuo export 导出。",
            "The input is no exported JSON; make one with `paizhuo export`.",
        )
    with _refusing(), _ledger(database) as ledger:
        click.echo(commands.import_session(ledger, document).session)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--pins", "wiring", is_flag=True, help="Print how the buttons are wired, no more.")
@click.option("--draw", metavar="OUT.svg", type=click.Path(path_type=Path), help="And draw it.")
@_port
@_database
@_camera
@_pins("--pin-file", "pins")
def doctor(
    as_json: bool,
    wiring: bool,
    draw: Path | None,
    port: int,
    database: str | None,
    camera: str,
    turn: str,
    pins: str,
) -> None:
    """Check everything that the table needs, a line each.

    ✓ is fine, · is missing or unknown and not needed, ✗ says what to do; then the exit status is 1.
    """
    if wiring or draw:
        _print_wiring(pins, draw)
        return
    from web import doctor as checks
    from web.device import DeviceSetting
    from web.joining import NOWHERE, lan_address

    logging.getLogger("hardware").addHandler(logging.NullHandler())  # the findings tell it all
    found, tongue = [], checks.tongue_of_user()
    for finding in checks.findings(DeviceSetting(camera, int(turn), pins), _url(database)):
        found.append(finding)
        if not as_json:
            click.echo(checks.line(finding, tongue))
    document = checks.as_json(found)
    if as_json:
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif (address := lan_address()) != NOWHERE:
        url = f"http://{address}:{port}/"
        click.echo(f"\n{checks.qr_text(url)}{url}")
    if not document["ok"]:
        sys.exit(1)


def _print_wiring(pins: str, draw: Path | None) -> None:
    from hardware.errors import HardwareError
    from hardware.pins import read_pins
    from hardware.wiring import picture, table
    from web.refusals import Refusal

    try:
        chosen = read_pins(None if pins in ("auto", "none") else Path(pins))
    except HardwareError as error:
        _refuse(error.zh, error.en)
    click.echo(table(chosen), nl=False)
    if draw:
        with _refusing():
            try:
                draw.write_text(picture(chosen), "utf-8")
            except OSError as error:
                raise Refusal("cannot_write", name=draw, why=error.strerror) from error


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@_database
def backup(file: Path | None, database: str | None) -> None:
    """Write a whole copy of the ledger to a new FILE, or add one to the ten that are kept."""
    from web.backups import keep

    with _refusing(), _ledger(database) as ledger:
        if file is None:
            file = keep(_file(database))
        else:
            ledger.backup(file)
    click.echo(file)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@_database
def restore(file: Path, database: str | None) -> None:
    """Put the backup FILE in the place of the ledger, which is kept beside it."""
    from web.backups import restore as put_back

    with _refusing():
        aside = put_back(_file(database), file)
    zh = f"已换回 {file}。" + (f"原来的账本留作 {aside}。" if aside else "")
    en = f"Restored {file}." + (f"  The ledger it replaced is kept as {aside}." if aside else "")
    click.echo(_both({"zh": zh, "en": en}))


def _use(tile_set: str | None) -> None:
    if tile_set is not None:
        from web.tile_sets import use

        use(tile_set)


@contextmanager
def _ledger(database: str | None) -> Iterator[Ledger]:
    """The ledger as the server opens it: copied before it is changed, recovered if damaged."""
    from web.backups import open_ledger
    from web.text import TEXT

    ledger, recovery = open_ledger(_url(database), lambda _: None)
    try:
        if recovery is not None:
            zh, en = TEXT["recovered.backup" if recovery.backup else "recovered.saved"]
            done = {"n": recovery.saved, "damaged": recovery.damaged.name}
            click.echo(_both({"zh": zh.format(**done), "en": en.format(**done)}), err=True)
        yield ledger
    finally:
        ledger.close()


def _url(database: str | None) -> str:
    """The URL of a ``--database``: a URL, a file, or by default the one in the data folder."""
    from web.storage import default_url, home_folder, sqlite_url

    if database is None:
        folder = home_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return default_url(folder)
    return database if "://" in database else sqlite_url(Path(database))


def _file(database: str | None) -> Path:
    """The file of a ledger that is an SQLite file."""
    from web.backups import database_file
    from web.refusals import Refusal

    url = _url(database)
    file = database_file(url)
    if file is None:
        raise Refusal("not_a_file", database=url)
    return file


@contextmanager
def _refusing() -> Iterator[None]:
    """Ends the program with a refusal's sentence."""
    from scoring.errors import ScoringError

    try:
        yield
    except ScoringError as error:
        _refuse(error.zh, error.en)


def _refuse(zh: str, en: str) -> NoReturn:
    click.echo(_both({"zh": zh, "en": en}), err=True)
    sys.exit(1)


def _both(message: dict[str, str]) -> str:
    return f"{message['zh']} / {message['en']}"


def _titled(answer: dict[str, Any], count: int) -> str:
    """Which deal of several an answer is about."""
    if count == 1:
        return ""
    end = ": " if not answer["valid"] else "\n"
    return f"{answer.get('id') or '?'}{end}"


def _documents(data: bytes) -> list[Any]:
    """One JSON value, the items of an array, or one value per line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse(
            "内容不是 UTF-8 文本；请存成 UTF-8 的 JSON。",
            "The input is not UTF-8 text; save it as JSON in UTF-8.",
        )
    try:
        document = json.loads(text)
        return document if isinstance(document, list) else [document]
    except ValueError as whole:
        try:
            lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            _refuse(f"内容不是 JSON：{whole}。", f"The input is not JSON: {whole}.")
        if not lines:
            _refuse("没有内容；请给一局牌的 JSON。", "There is no input; give the JSON of a deal.")
        return lines
    except RecursionError:
        _refuse("JSON 嵌套太深。", "The JSON is nested too deeply.")
