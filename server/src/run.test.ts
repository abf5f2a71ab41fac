import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { ON_A_LINE, startTestApp, type TestApp } from '../test/harness/app/start-test-app.ts'
import { visitor } from '../test/harness/app/visitor.ts'
import { openDatabase } from './platform/database/database.ts'

const EMAIL = 'sleeper@example.com'
const PATIENT = { timeout: 30_000 }

test('a job in progress when the process stops finishes, on connections that stay open for it', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using app = await startTestApp({ now: '2027-01-14T20:00:00Z', logTo, settings: { ROLE: 'web' } })
  await visitor(app).post('/api/auth/request-email-otp', { email: EMAIL })
  await using held = await holdCodes(app)
  await app.restart({ ROLE: 'all' })
  await vi.waitUntil(() => held.isWaitedFor(), PATIENT)

  const restarted = app.restart({ ROLE: 'web' })
  const workers = () => app.services.db.selectFrom('workers').selectAll().execute()
  await vi.waitUntil(async () => (await workers()).length === 0, PATIENT)
  await held.letGo()
  await restarted

  expect(await app.mailbox.expectMail(EMAIL)).toMatchObject({ subject: expect.stringContaining('code') })
  expect(lines.filter((line) => line.includes('job failed'))).toEqual([])
})

test('LINE-4 a start with a telephone line of its own is refused where no speech engine works, and one with a carrier is not', async () => {
  await using app = await startTestApp({ now: '2027-01-14T20:00:00Z' })
  vi.stubEnv('TMPDIR', '/nowhere') // the embedded voices work there
  try {
    await app.restart()
    await expect(app.restart(ON_A_LINE)).rejects.toThrow(/^No speech engine works, .* flite was not said: /)
  } finally {
    vi.unstubAllEnvs()
  }
  await app.restart(ON_A_LINE)
})

/** Locks the mailed codes, so that a job stays in progress. */
async function holdCodes(app: TestApp) {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(app.services.db)
  const db = openDatabase({ ...inject('postgres'), ...rows[0]! })
  const transaction = await db.startTransaction().execute()
  await sql`lock table one_time_codes`.execute(transaction)
  return {
    async isWaitedFor() {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return waiting.rows.length > 0
    },
    letGo: () => transaction.commit().execute(),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}
