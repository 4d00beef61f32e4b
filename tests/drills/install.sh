#!/bin/sh
# shellcheck disable=SC2016 # expanded inside
# The installer on this machine's own Debian, which is left as it is: install, update, a broken
# update, uninstall, install again.  Needs root, overlayfs and
# a package index: sh tests/drills/install.sh
set -eu
[ -n "${IN_NAMESPACE:-}" ] || exec env IN_NAMESPACE=1 unshare --mount --propagation private sh "$0"
source=$(cd "$(dirname "$0")/../.." && pwd)
box=/run/paizhuo-drill
mkdir -p "$box"
mount -t tmpfs -o size=3g tmpfs "$box"
mkdir "$box/upper" "$box/work" "$box/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$box/upper,workdir=$box/work" "$box/root"
for each in proc dev sys; do mount --rbind "/$each" "$box/root/$each"; done
mkdir -p "$box/root/opt/checkout"
tar -C "$source" --exclude=./.venv --exclude=./.git -cf - . | tar -C "$box/root/opt/checkout" -xf -
inside() { chroot "$box/root" env PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
ok() { echo "ok: $*"; }
fail() { echo "FAILED: $*"; exit 1; }
has() { inside sh -c "$1" || fail "$2"; ok "$2"; }

inside /opt/checkout/hardware/install/install.sh
has '[ "$(readlink /opt/paizhuo/current)" = /opt/paizhuo/1 ]' 'installed'
has 'id paizhuo' 'a user of its own'
has '[ "$(stat -c %U:%a /var/lib/paizhuo)" = paizhuo:750 ]' 'its data folder is its own'
has '[ -z "$(find /opt/checkout -newer /opt/paizhuo/1/pyvenv.cfg -type f)" ]' \
    'the checkout is untouched'
if command -v systemd-analyze >/dev/null; then
    inside systemd-analyze verify /etc/systemd/system/paizhuo.service || fail 'the unit'
    ok 'systemd-analyze verify'
fi
inside /usr/local/bin/paizhuo backup
has '[ "$(stat -c %U /var/lib/paizhuo/paizhuo.db)" = paizhuo ]' \
    'what root writes belongs to the service'
echo 'PAIZHUO_PORT=8001' >>"$box/root/etc/default/paizhuo"

inside /opt/checkout/hardware/install/install.sh >/dev/null
has '[ "$(readlink /opt/paizhuo/current)" = /opt/paizhuo/2 ] && [ ! -e /opt/paizhuo/1 ]' 'updated'
has '[ -e /var/lib/paizhuo/backups/paizhuo-000002.db ]' 'backed up before the update'
has 'grep -q PAIZHUO_PORT=8001 /etc/default/paizhuo' 'settings are kept'

echo 'nonsense' >"$box/root/opt/checkout/pyproject.toml"
if inside /opt/checkout/hardware/install/install.sh >/dev/null 2>&1; then fail 'a broken update'; fi
has '[ "$(readlink /opt/paizhuo/current)" = /opt/paizhuo/2 ] && [ ! -e /opt/paizhuo/1 ]' \
    'a broken update leaves the old one'
has '/usr/local/bin/paizhuo sessions' 'which still runs'
cp "$source/pyproject.toml" "$box/root/opt/checkout/pyproject.toml"

inside /opt/checkout/hardware/install/uninstall.sh >/dev/null
has '! ls -d /opt/paizhuo /etc/systemd/system/paizhuo.service /usr/local/bin/paizhuo 2>/dev/null' \
    'uninstalled'
has 'ls /var/lib/paizhuo/paizhuo.db /var/lib/paizhuo/backups/paizhuo-000002.db >/dev/null' \
    'data are kept'
inside /opt/checkout/hardware/install/uninstall.sh >/dev/null && ok 'uninstalling twice'
inside /opt/checkout/hardware/install/install.sh >/dev/null
has 'ls /var/lib/paizhuo/backups/paizhuo-000002.db && /usr/local/bin/paizhuo sessions' \
    'installed again on the same data'
