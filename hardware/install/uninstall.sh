#!/bin/sh
# Removes paizhuo and keeps its data: `sudo make uninstall`.
set -eu
[ "$(id -u)" -eq 0 ] || { printf '%s\n' '请用 sudo 运行。' 'Run this with sudo.' >&2; exit 1; }
if [ -d /run/systemd/system ]; then
    systemctl disable --quiet --now paizhuo 2>/dev/null || true
fi
rm -f /etc/systemd/system/paizhuo.service \
    /etc/systemd/system/multi-user.target.wants/paizhuo.service \
    /etc/polkit-1/rules.d/50-paizhuo.rules /usr/local/bin/paizhuo
rm -rf /opt/paizhuo
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
cat <<'END'
已卸载；账本、照片和备份还在 /var/lib/paizhuo，再装一次就接着用。
Removed; ledger, photos and backups are still in /var/lib/paizhuo and are used when installed again.
连数据一起删 · to delete them too:
    sudo rm -r /var/lib/paizhuo /etc/default/paizhuo && sudo userdel paizhuo
END
