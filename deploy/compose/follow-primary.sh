#!/bin/bash
# Copies the primary when there is no data yet, then follows it.
set -eu
data=/var/lib/postgresql/18/docker
if [ ! -s "$data/PG_VERSION" ]; then
  until pg_basebackup --host=primary --username=reveille --pgdata="$data" --wal-method=stream; do
    rm -rf "${data:?}"/*
    sleep 2
  done
  touch "$data/standby.signal"
  chmod 0700 "$data"
fi
exec postgres -D "$data" -c "primary_conninfo=host=primary user=reveille password=$PGPASSWORD application_name=standby"
