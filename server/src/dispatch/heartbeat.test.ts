import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { heartbeat } from './heartbeat.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('CALL-1 CALL-3 a worker with a wrong clock gives up its leases, logs it once, and logs once when the clock is right again', async () => {
  const database = await createTestDatabase()
  const logged: string[] = []
  const hear = (line: string) => void logged.push((JSON.parse(line) as { verdict: string }).verdict)
  await using joined = await servicesOn(database, { now: NOW, logTo: { write: hear } })
  const { services, clock } = joined
  const { db } = services
  let agrees = true
  clock.agreesWith = () => agrees
  let letGo = 0
  const worker = heartbeat(services, 'me', () => letGo++)
  const beatAgain = async () => {
    await clock.advance({ seconds: 1 })
    await worker.beat()
    const known = (await db.selectFrom('workers').select('id').execute()).length === 1
    return { known, trusted: worker.isClockTrusted(), alive: worker.aliveSince() !== null, letGo }
  }
  expect(worker.isClockTrusted()).toBe(false)
  // The first heartbeat compares the clocks; the second comes from a clock known to be right.
  expect(await beatAgain()).toEqual({ known: true, trusted: true, alive: false, letGo: 0 })
  expect(await beatAgain()).toEqual({ known: true, trusted: true, alive: true, letGo: 0 })
  agrees = false
  expect(await beatAgain()).toEqual({ known: false, trusted: false, alive: false, letGo: 1 })
  expect(await beatAgain()).toEqual({ known: false, trusted: false, alive: false, letGo: 2 })
  agrees = true
  expect(await beatAgain()).toMatchObject({ known: true, trusted: true, letGo: 2 })
  expect(logged).toEqual(['wrong', 'right'])
  await clock.advance({ ms: HEARTBEAT_VALID_MS })
  expect(worker.isSilent()).toBe(false)
  await clock.advance({ ms: 1 })
  expect(worker.isSilent()).toBe(true)
})
