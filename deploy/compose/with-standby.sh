#!/bin/bash
# Runs once, when the primary's data folder is made. From its first real start on, a commit is acknowledged only when the
# standby has it too: until the standby has copied everything, the product waits.
set -eu
echo 'host replication reveille all scram-sha-256' >> "$PGDATA/pg_hba.conf"
echo "synchronous_standby_names = 'standby'" >> "$PGDATA/postgresql.conf"
