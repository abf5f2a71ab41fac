#!/bin/bash
# Runs once, when the first primary's data folder is made. From its first real start on, a commit is acknowledged only when
# the other server has it too: until that has copied everything, the product waits.
set -eu
echo 'host replication reveille all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# Both, because either may be the primary one day: it is never its own standby.
echo "synchronous_standby_names = 'postgres1, postgres2'" >> "$PGDATA/postgresql.conf"
