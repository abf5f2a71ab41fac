#!/bin/bash
# Runs once, when the first primary's data folder is made.
set -eu
# The product's user owns its database and is no superuser: whoever takes over a process of ours can't read the server's files
# or start programs on it. The superuser, `postgres`, gets in through the container's own socket alone.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres --dbname postgres << 'SQL'
create role reveille login nosuperuser password :'password';
create role standby login replication nosuperuser password :'password';
create database reveille owner reveille;
SQL
sed -i '1i host all postgres all reject' "$PGDATA/pg_hba.conf"
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# From its first real start on, a commit is acknowledged only when the other server has it too: until that has copied
# everything, the product waits. Both, because either may be the primary one day: it is never its own standby.
echo "synchronous_standby_names = 'postgres1, postgres2'" >> "$PGDATA/postgresql.conf"
