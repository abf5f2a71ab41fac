#!/bin/bash
# Runs once, when the first primary's data folder is created.
set -eu
# The product's user owns its database and isn't a superuser, so an attacker in one of our processes can't read the database
# server's files or run programs on it. The superuser, `postgres`, can connect only through the container's socket.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres --dbname postgres << 'SQL'
create role reveille login nosuperuser password :'password';
create role standby login replication nosuperuser password :'password';
create database reveille owner reveille;
SQL
sed -i '1i host all postgres all reject' "$PGDATA/pg_hba.conf"
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# From its first real start, a commit needs the other server's acknowledgment, so the product waits until that one has copied
# everything. Lists both servers, because either may become the primary; a server is never its own standby.
echo "synchronous_standby_names = 'postgres1, postgres2'" >> "$PGDATA/postgresql.conf"
