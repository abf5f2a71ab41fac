import { Client } from 'pg'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'

/** The database that tests copy: all tables, no rows. */
export const TEMPLATE = 'reveille_template'

/** Creates a database, optionally as a copy of a template. Names come only from our own code. */
export function createDatabase(server: DatabaseConnection, name: string, template = 'template1'): Promise<void> {
  // Copying files is faster than going through the WAL, and this server needn't survive a power failure.
  return run(server, `create database ${name} template ${template} strategy file_copy`)
}

/** Also cuts open connections. */
export function dropDatabase(server: DatabaseConnection, name: string): Promise<void> {
  return run(server, `drop database if exists ${name} with (force)`)
}

async function run(server: DatabaseConnection, statement: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
