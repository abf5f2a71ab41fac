import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { AllServices } from '../services.ts'
import { announceCalls } from './announce-calls.ts'

const NOW = Date.parse('2027-01-15T05:15:00Z')
const DUE = Date.parse('2027-01-15T05:30:00Z')
const PEOPLE = 250

function servicesOf(db: Database) {
  const enqueued: object[] = []
  const jobs: Pick<Jobs, 'enqueue'> = { enqueue: async (_tx, _name, ...payloads) => void enqueued.push(...payloads) }
  return { enqueued, services: { db, jobs, clock: { now: () => NOW } } as unknown as AllServices }
}

test('CALL-9 everybody whose call is announced at the same instant is texted at once', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: PEOPLE, dueAt: DUE })
  // The first ones are over: they are taken with the others, and nobody is told.
  await db
    .updateTable('occurrences')
    .set({ announce_at: new Date(NOW) })
    .execute()
  await db.updateTable('occurrences').set({ outcome: 'skipped' }).where('id', '<=', 10).execute()
  const { enqueued, services } = servicesOf(db)
  await announceCalls(services)
  expect(enqueued).toHaveLength(PEOPLE - 10)
})
