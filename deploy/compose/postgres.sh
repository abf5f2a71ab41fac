#!/bin/bash
# One of two PostgreSQL servers. PRIMARY is the one that accepts writes. The other one copies it if it has no data, and follows
# it.
set -eu
if [ "$SERVER" = "$PRIMARY" ]; then exec docker-entrypoint.sh postgres; fi

if [ -s "$PGDATA/PG_VERSION" ] && [ ! -e "$PGDATA/standby.signal" ]; then
  echo "$SERVER was a primary and no longer is: remove its volume, and it will copy $PRIMARY" >&2
  exit 1
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Copied beside its place and renamed when complete, so that an interrupted copy is made again.
  unfinished="$PGDATA.unfinished"
  rm -rf "${unfinished:?}"
  until pg_basebackup --host="$PRIMARY" --username=standby --pgdata="$unfinished" --wal-method=stream; do
    rm -rf "${unfinished:?}"
    sleep 2
  done
  # After a promotion, the copy has no standby, so it must not wait for one. `alter system reset` undoes this.
  echo "synchronous_standby_names = ''" >> "$unfinished/postgresql.auto.conf"
  touch "$unfinished/standby.signal"
  chmod 0700 "$unfinished"
  sync
  mv -T "$unfinished" "$PGDATA"
fi
exec postgres -c "primary_conninfo=host=$PRIMARY user=standby password=$PGPASSWORD application_name=$SERVER"
