#!/bin/bash
# One of two PostgreSQL servers. PRIMARY names the one that is written to; the other copies it when it has no data yet, and
# follows it.
set -eu
if [ "$SERVER" = "$PRIMARY" ]; then exec docker-entrypoint.sh postgres; fi

if [ -s "$PGDATA/PG_VERSION" ] && [ ! -e "$PGDATA/standby.signal" ]; then
  echo "$SERVER was a primary and is none any more: remove its volume, and it copies $PRIMARY" >&2
  exit 1
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Made beside its place and renamed when complete: killed in between, it is made again.
  unfinished="$PGDATA.unfinished"
  rm -rf "${unfinished:?}"
  until pg_basebackup --host="$PRIMARY" --username=standby --pgdata="$unfinished" --wal-method=stream; do
    rm -rf "${unfinished:?}"
    sleep 2
  done
  # The copy waits for nobody when it takes over: who would follow it is gone. `alter system reset` takes this back.
  echo "synchronous_standby_names = ''" >> "$unfinished/postgresql.auto.conf"
  touch "$unfinished/standby.signal"
  chmod 0700 "$unfinished"
  sync
  mv -T "$unfinished" "$PGDATA"
fi
exec postgres -c "primary_conninfo=host=$PRIMARY user=standby password=$PGPASSWORD application_name=$SERVER"
