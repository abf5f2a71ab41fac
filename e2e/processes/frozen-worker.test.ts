import { expect, test } from 'vitest'
import { sendSignal } from '../process-tree.ts'
import { firstRequest, requestsFor, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import { newFleet } from './fleet.ts'
import { putPeople, type Person } from './people.ts'
import { hasReached } from './stage.ts'
import { waitFor } from './wait.ts'

test('CALL-3 a worker that freezes with one call leased and one marked sends neither again when it wakes up', async () => {
  await using fleet = await newFleet()
  const [frozen] = await Promise.all([fleet.worker(), fleet.web()])
  const now = Date.now()
  const [marked, leased] = (await putPeople(fleet.db, [now + 10_000, now + 14_000])) as [Person, Person]
  const phones = await Promise.all([marked, leased].map(({ phone }) => takeOver(fleet.place.sandboxUrl, phone)))
  await waitFor('the lease', () => hasReached(fleet.db, leased, 'leased'))
  const pids = await frozen.processes() // looked up in advance, because a marked call leaves half a second later
  await waitFor('the mark', () => hasReached(fleet.db, marked, 'dialling'), { everyMs: 5 })
  signal(pids, 'SIGSTOP')
  await fleet.worker()

  // Another worker takes over the leased call. For the marked one it asks the carrier first, 45 s after the mark. If the
  // freeze came late, both are marked.
  await firstRequest(fleet.place.sandboxUrl, leased.phone, 90_000)
  await firstRequest(fleet.place.sandboxUrl, marked.phone, 90_000)
  signal(pids, 'SIGCONT')
  for (const phone of phones) await wakeUp(await phone.expectCall())

  for (const person of [marked, leased]) {
    expect(await ending(fleet.db, person)).toEqual({ outcome: 'answered', calls: ['completed'] })
  }
  expect(await frozen.stop()).toBe(0) // after it could have sent both
  for (const { phone } of [marked, leased]) expect(await requestsFor(fleet.place.sandboxUrl, phone)).toHaveLength(1)
})

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) sendSignal(pid, name)
}
