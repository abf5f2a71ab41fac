import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Services } from '../platform/services.ts'
import { heartbeat } from './heartbeat.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('CALL-1 CALL-3 a worker whose clock is wrong holds nothing, says so once, and again when it is right', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const times = { elapsed: 0, agrees: true }
  const clock = { now: () => NOW + times.elapsed, monotonic: () => times.elapsed, agreesWith: () => times.agrees }
  const logged: string[] = []
  const log = { error: () => logged.push('wrong'), info: () => logged.push('right') }
  let letGo = 0
  const services = { db, clock, log, config: { dataDir: 'here' } } as unknown as Services
  const worker = heartbeat(services, 'me', () => letGo++)
  const beatAgain = async () => {
    times.elapsed += 1_000
    await worker.beat()
    const known = (await db.selectFrom('workers').select('id').execute()).length === 1
    return { known, trusted: worker.isClockTrusted(), alive: worker.aliveSince() !== null, letGo }
  }
  expect(worker.isClockTrusted()).toBe(false)
  // The first heartbeat compares the clocks, the second is of a clock that is known to be right.
  expect(await beatAgain()).toEqual({ known: true, trusted: true, alive: false, letGo: 0 })
  expect(await beatAgain()).toEqual({ known: true, trusted: true, alive: true, letGo: 0 })
  times.agrees = false
  expect(await beatAgain()).toEqual({ known: false, trusted: false, alive: false, letGo: 1 })
  expect(await beatAgain()).toEqual({ known: false, trusted: false, alive: false, letGo: 2 })
  times.agrees = true
  expect(await beatAgain()).toMatchObject({ known: true, trusted: true, letGo: 2 })
  expect(logged).toEqual(['wrong', 'right'])
  times.elapsed += HEARTBEAT_VALID_MS
  expect(worker.isSilent()).toBe(false)
  times.elapsed += 1
  expect(worker.isSilent()).toBe(true)
})
