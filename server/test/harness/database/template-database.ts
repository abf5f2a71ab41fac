import { Client } from 'pg'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'

/** The database with all tables and no rows that tests copy. */
export const TEMPLATE = 'reveille_template'

/** Creates a database, as a copy when a template is named. Names come from our own code only. */
export function createDatabase(server: DatabaseConnection, name: string, template = 'template1'): Promise<void> {
  // Copied file by file: faster than through the log for a server that need not survive a power cut.
  return run(server, `create database ${name} template ${template} strategy file_copy`)
}

/** Cuts the connections that are still open. */
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
