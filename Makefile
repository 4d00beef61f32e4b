# 牌桌 paizhuo. The two commands that matter: make run, make test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 0.0.0.0
PORT ?= 8000
APT := DEBIAN_FRONTEND=noninteractive apt-get
# apt only where it may install without asking.
AS_ROOT := $(shell if [ "$$(id -u)" = 0 ]; then echo env; elif sudo -n true 2>/dev/null; then echo sudo; fi)

.PHONY: run test lint bench drill install uninstall format clean chromium fonts torch postgresql
.DELETE_ON_ERROR:

run: $(VENV)/.runs
	$(BIN)/paizhuo serve --host $(HOST) --port $(PORT)

test: $(VENV)/.tests chromium
	$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.tests
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.tests
	$(BIN)/python -m tests.benchmarks
	$(BIN)/python -m tests.benchmarks.live
	$(BIN)/python -m tests.benchmarks.pages
	$(BIN)/python -m tests.benchmarks.totals
	$(BIN)/python -m tests.benchmarks.pi
	$(BIN)/python -m tests.benchmarks.reading

drill: $(VENV)/.tests
	$(BIN)/python -m tests.drills.power --rounds 300
	$(BIN)/python -m tests.drills.torn --copies 1000
	$(BIN)/python -m tests.drills.restore --rounds 30
	$(BIN)/python -m tests.drills.disk
	$(BIN)/python -m tests.drills.load --seconds 60
	$(BIN)/python -m tests.drills.night --deals 500
	$(BIN)/python -m tests.drills.fuzz

# On a Raspberry Pi, or another Debian with systemd: sudo make install
install:
	hardware/install/install.sh

uninstall:
	hardware/install/uninstall.sh

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo '需要 Python 3.11 或更新版本。 Python 3.11 or newer is needed.' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		[ -n "$(AS_ROOT)" ] && command -v apt-get >/dev/null \
		&& $(AS_ROOT) $(APT) update -qq && $(AS_ROOT) $(APT) install -y -qq python3-venv; } || { \
		echo '缺少 python3-venv，请先运行 / python3-venv is missing, first run:' >&2; \
		echo '    sudo apt install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runs: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.tests: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.runs

# The browser tests use Debian's chromium; without it they are skipped and say so.
chromium:
	@command -v chromium >/dev/null || { \
		[ -n "$(AS_ROOT)" ] && command -v apt-get >/dev/null \
		&& { $(AS_ROOT) $(APT) update -qq; $(AS_ROOT) $(APT) install -y -qq chromium >/dev/null; }; } \
		|| echo '没有 chromium，浏览器测试将跳过。 No chromium: the browser tests will be skipped.'

# One test runs the ledger on a real PostgreSQL; without it that test is skipped and says so.
postgresql:
	$(AS_ROOT) $(APT) update -qq
	$(AS_ROOT) $(APT) install -y -qq postgresql >/dev/null

# What training needs besides: typefaces for drawn tiles, and PyTorch's CPU build.
FONTS := fonts-noto-cjk fonts-noto-cjk-extra fonts-arphic-uming fonts-arphic-ukai \
	fonts-arphic-gbsn00lp fonts-arphic-bsmi00lp fonts-arphic-gkai00mp fonts-arphic-bkai00mp \
	fonts-cns11643-kai fonts-cns11643-sung fonts-cwtex-kai fonts-cwtex-ming fonts-cwtex-fs \
	fonts-wqy-zenhei fonts-wqy-microhei fonts-lxgw-wenkai fonts-hanazono fonts-smiley-sans \
	fonts-aoyagi-kouzan-t fonts-aoyagi-soseki fonts-kouzan-mouhitsu fonts-ipaexfont-mincho \
	fonts-ipaexfont-gothic fonts-sawarabi-mincho fonts-dejima-mincho fonts-oradano-mincho-gsrr \
	fonts-seto fonts-yozvox-yozfont-standard-kana fonts-vlgothic fonts-reggae \
	fonts-horai-umefont fonts-motoya-l-cedar
fonts:
	$(AS_ROOT) $(APT) update -qq
	$(AS_ROOT) $(APT) install -y -qq fontconfig $(FONTS) >/dev/null

torch: $(VENV)/.tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,train]'

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
