#!/bin/sh
# The command line on the table's own ledger: with sudo as the service's user, so that whatever it
# writes there stays the service's.
set -a
# shellcheck disable=SC1091 # what the owner set
[ ! -r /etc/default/paizhuo ] || . /etc/default/paizhuo
PAIZHUO_HOME=${PAIZHUO_HOME:-/var/lib/paizhuo}
LG_WD=${LG_WD:-/tmp}
set +a
program=/opt/paizhuo/current/bin/paizhuo
[ "$(id -u)" -ne 0 ] || exec runuser -u paizhuo -- "$program" "$@"
exec "$program" "$@"
