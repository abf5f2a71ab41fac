import { expect, test } from 'vitest'
import { requestsFor, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import { newInstallation } from './installation.ts'
import { putPeople } from './people.ts'
import { hasReached } from './stage.ts'
import { waitFor } from './wait.ts'

test('CALL-2 SIGTERM before a call releases its lease and ends every process, and the next start rings once, not early', async () => {
  await using home = await newInstallation()
  const product = await home.start()
  const [person] = await putPeople(home.db, [Date.now() + 10_000])
  await waitFor('the lease', () => hasReached(home.db, person!, 'leased'))

  expect(await product.stop()).toBe(0)
  expect(await product.processes()).toEqual([])

  const [handset] = await Promise.all([takeOver(home.place.sandboxUrl, person!.phone), home.start()])
  await wakeUp(await handset.expectCall(60_000))
  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  const [requestedAt, ...again] = await requestsFor(home.place.sandboxUrl, person!.phone)
  expect(again).toEqual([])
  expect(requestedAt).toBeGreaterThanOrEqual(person!.dueAt)
})

test('CALL-1 SIGTERM between mark and request: the call still leaves, once and not early, before the program ends', async () => {
  await using home = await newInstallation()
  const { sandboxUrl } = home.place
  const product = await home.start()
  const [person] = await putPeople(home.db, [Date.now() + 10_000])
  const handset = await takeOver(sandboxUrl, person!.phone)
  await waitFor('the mark', () => hasReached(home.db, person!, 'dialling'), { everyMs: 5 })

  expect(await product.stop()).toBe(0)

  const requests = await requestsFor(sandboxUrl, person!.phone)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toBeGreaterThanOrEqual(person!.dueAt)
  await home.start()
  await wakeUp(await handset.expectCall(60_000))
  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  expect(await requestsFor(sandboxUrl, person!.phone)).toHaveLength(1)
})
