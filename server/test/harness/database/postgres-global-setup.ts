import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { JOBS } from '../../../src/job-handlers.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { isAlive } from '../../../src/platform/database/embedded/home.ts'
import { endServer } from '../../../src/platform/database/embedded/server-process.ts'
import { migrate } from '../../../src/platform/database/migrate.ts'
import { pgBossJobs } from '../../../src/platform/jobs/pg-boss.adapter.ts'
import { keepPostgres } from './kept-postgres.ts'
import { createDatabase, TEMPLATE } from './template-database.ts'

/** Nothing here must survive a power failure, so writes needn't reach the disk; many installations share it. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '150' }

const PREFIX = 'reveille-test-'

/** One server per test run, with a template database that each test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const { connection, stop } = await keepPostgres(folder, settings)
  await createDatabase(connection, TEMPLATE)
  const template = openDatabase({ ...connection, database: TEMPLATE })
  await migrate(template)
  const jobs = pgBossJobs({ ...connection, database: TEMPLATE }, pino({ level: 'silent' }), JOBS)
  await jobs.start() // creates its queues, too
  await jobs.stop()
  await template.destroy()
  project.provide('postgres', connection)
  return stop
}

/** Removes leftovers of killed runs. A folder without a process id belongs to all runs, or to a live one. */
async function removeLeftovers(): Promise<void> {
  const owned = new RegExp(`^${PREFIX}(\\d+)-`)
  const dead = (await readdir(tmpdir())).filter((name) => {
    const pid = owned.exec(name)?.[1]
    return pid !== undefined && !isAlive(Number(pid))
  })
  for (const name of dead) {
    await endServer(join(tmpdir(), name, 'postgres')).catch(() => undefined) // another run may be removing it too
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}
