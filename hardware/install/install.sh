#!/bin/sh
# Installs or updates paizhuo on Raspberry Pi OS or Debian, 64 bit: `sudo make install`.
#
#   /opt/paizhuo/<n>         the program, an environment of its own; `current` points to one
#   /var/lib/paizhuo         ledger, photos, backups: never touched, backed up before an update
#   /etc/default/paizhuo     which camera and pins; never overwritten
#
# May be run again at any time.  A failed update leaves the running program as it was.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
place=/opt/paizhuo
data=/var/lib/paizhuo

say() { printf '\n== %s\n' "$*"; }
stop() { printf '%s\n' "$@" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || stop '请用 sudo 运行。' 'Run this with sudo.'
command -v apt-get >/dev/null || stop '只支持 Raspberry Pi OS 和 Debian。' \
    'This is for Raspberry Pi OS and Debian.'
case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) stop '需要 64 位系统：请用 Raspberry Pi Imager 写入 64-bit 版。' \
        'A 64-bit system is needed: write the 64-bit image with Raspberry Pi Imager.' ;;
esac

say '系统软件包 · system packages'
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
wanted='python3 python3-venv polkitd'
# Raspberry Pi's archive has these; Debian's has only some, and then there is no Pi to use them.
for package in python3-picamera2 python3-lgpio; do
    if apt-get install -qq --simulate --no-install-recommends "$package" >/dev/null 2>&1; then
        wanted="$wanted $package"
    else
        echo "没有 $package，跳过。 There is no $package here; left out."
    fi
done
# shellcheck disable=SC2086 # a list
apt-get install -qq --no-install-recommends $wanted >/dev/null

say '用户和组 · user and groups'
if ! getent passwd paizhuo >/dev/null; then
    useradd --system --user-group --home-dir "$data" --no-create-home \
        --shell /usr/sbin/nologin paizhuo
fi
groups=
for group in video gpio render i2c spi; do
    if getent group "$group" >/dev/null; then
        usermod --append --groups "$group" paizhuo
        groups="${groups:+$groups }$group"
    fi
done
install -d -o paizhuo -g paizhuo -m 0750 "$data"

old=
if [ -L "$place/current" ]; then
    old=$(readlink -f "$place/current")
    say '先备份 · backup first'
    if [ -e "$data/paizhuo.db" ]; then
        runuser -u paizhuo -- env PAIZHUO_HOME="$data" "$old/bin/paizhuo" backup
    fi
fi

say '程序 · the program'
install -d "$place"
number=1
while [ -e "$place/$number" ]; do number=$((number + 1)); done
new=$place/$number
done=
work=$(mktemp -d)
# shellcheck disable=SC2317,SC2329 # called by trap
leave() {
    rm -rf "$work"
    [ -n "$done" ] || { rm -rf "$new"; echo '没有装成。 Not installed.' >&2; }
}
trap leave EXIT
# Built from a copy: pip would leave root's files in the checkout.
tar -C "$source" --exclude=./.venv --exclude=./.git -cf - . | tar -C "$work" -xf -
python3 -m venv --system-site-packages "$new"
locked=$here/requirements.lock
# Bookworm's picamera2 is built for numpy 1: with numpy 2 above it, it would not start.
if python3 -c 'import sys, simplejpeg, numpy; sys.exit(numpy.__version__ >= "2")' 2>/dev/null; then
    locked=$here/bookworm.lock
fi
install_with() { "$new/bin/pip" install --quiet --disable-pip-version-check --no-input "$@"; }
install_with --prefer-binary --require-hashes --requirement "$locked"
install_with --no-deps --no-build-isolation "$work"
"$new/bin/paizhuo" --version
ln -sfn "$new" "$place/next"

say '服务 · the service'
[ -e /etc/default/paizhuo ] || install -m 0644 "$here/paizhuo.default" /etc/default/paizhuo
sed "s/@GROUPS@/$groups/" "$here/paizhuo.service" >/etc/systemd/system/paizhuo.service
chmod 0644 /etc/systemd/system/paizhuo.service
install -m 0755 "$here/paizhuo.sh" /usr/local/bin/paizhuo
install -d /etc/polkit-1/rules.d
install -m 0644 "$here/50-paizhuo.rules" /etc/polkit-1/rules.d/50-paizhuo.rules
mv -T "$place/next" "$place/current"

if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable --quiet paizhuo
    # Waits until the server answers its own request.
    if ! systemctl restart paizhuo; then
        journalctl --no-pager --lines 20 --unit paizhuo >&2 || true
        if [ -n "$old" ]; then
            ln -sfn "$old" "$place/next" && mv -T "$place/next" "$place/current"
            systemctl restart paizhuo || true
            echo '新版本没有启动，已换回原来的。' >&2
            echo 'The new version did not start: the old one runs again.' >&2
        fi
        exit 1
    fi
else
    systemctl enable --quiet paizhuo 2>/dev/null \
        || ln -sf ../paizhuo.service /etc/systemd/system/multi-user.target.wants/paizhuo.service
fi
done=yes
for each in "$place"/[0-9]*; do
    [ "$each" = "$new" ] || rm -rf "$each"
done

say '好了 · done'
/usr/local/bin/paizhuo doctor || true
