import { expect, test } from 'vitest'
import type { Database } from '../../server/src/platform/database/database.ts'
import { signIn, type Person } from '../../server/test/harness/app/person.ts'
import { putPlannedCalls } from '../../server/test/harness/database/put-planned-calls.ts'
import { seedCalls } from '../../server/test/harness/database/seed-occurrences.ts'
import { ATTACKS, startAttacks } from './attacks.ts'
import { requestsFor, takeOver } from './carrier.ts'
import { newInstallation } from './installation.ts'
import { waitUntil } from './wait.ts'

const HALF_A_DAY_MS = 12 * 60 * 60_000
const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60_000
/** At one call per second, they would push the bystander 20 minutes past the cut-off. */
const NEWCOMERS = 1_800
/** Enough to plan the call and synthesize its words during the attacks. */
const AHEAD_MS = 25 * SECOND_MS

test('S58 S84 CALL-1 CALL-8 under fifty requests a second of each attack, and with 1,800 new numbers due too, a phone rings in its second with its own words', async () => {
  await using home = await newInstallation({ TRUST_PROXY: 'on', CALLS_PER_SECOND: '1' })
  const { webUrl, sandboxUrl } = home.place
  await home.start()
  const dueAt = Date.now() + AHEAD_MS
  await putPlannedCalls(home.db, { count: NEWCOMERS, dueAt })
  await home.db.updateTable('calls').set({ prepare_at: new Date() }).execute() // their words need synthesis too
  const bystander = await signIn(
    webUrl,
    { db: home.db, clock: { now: Date.now } },
    { email: 'bystander@example.com', phone: '+4915112345601' },
  )
  await hasAnsweredForAWeek(home.db, bystander)
  const phone = await takeOver(sandboxUrl, bystander.phone)

  const attacker = await signIn(
    webUrl,
    { db: home.db, clock: { now: Date.now } },
    { email: 'attacker@example.com', phone: '+4915112345602' },
  )
  for (const minutes of [5, 7, 9]) await callAt(home.db, attacker, Date.now() + minutes * 60_000)

  await using attacks = startAttacks(webUrl, attacker.cookie, { perSecond: 50, seconds: 60 })
  await callAt(home.db, bystander, dueAt)
  const visits = await visitUntil(dueAt, bystander)
  const call = await phone.expectCall()
  await call.pickUp()
  const heard = await call.heard()
  await call.press('1')

  const requests = await requestsFor(sandboxUrl, bystander.phone)
  expect(requests.map((at) => Math.floor((at - dueAt) / SECOND_MS))).toEqual([0])
  const opening = new RegExp(`/${bystander.userId}/\\d+/[0-9a-f]+~earcon~`) // name, tones and message in one file
  expect(heard).toMatchObject([{ verb: 'Play', url: expect.stringMatching(opening) }])
  expect(visits.filter(({ status }) => status !== 200)).toEqual([])
  expect(visits).not.toEqual([])
  expect(Object.keys(attacks.answers)).toEqual(Object.keys(ATTACKS))
  for (const [attack, answers] of Object.entries(attacks.answers)) expect([attack, answers]).not.toEqual([attack, {}])
})

/** Gives a person a week of calls, so that they ring before new numbers due at one instant. */
async function hasAnsweredForAWeek(db: Database, { userId }: Person): Promise<void> {
  const mornings = [2, 3, 4].map((days) => ({ at: Date.now() - days * DAY_MS, status: 'completed' as const }))
  await seedCalls(db, userId, mornings)
  await db
    .updateTable('consents')
    .set({ given_at: new Date(Date.now() - 8 * DAY_MS) })
    .where('user_id', '=', userId)
    .execute()
}

/** Schedules a call at an instant that no form would accept. The next one is half a day later. */
async function callAt(db: Database, person: Person, dueAt: number): Promise<void> {
  const later = new Date(dueAt + HALF_A_DAY_MS).toISOString().slice(11, 16)
  const { id } = await person.schedule({ wakeupTime: later, timezone: 'UTC' })
  await db
    .updateTable('schedules')
    .set({ next_due_at: new Date(dueAt) })
    .where('id', '=', id)
    .execute()
}

/** Requests the person's pages twice a second and returns the responses. */
async function visitUntil(end: number, person: Person): Promise<{ status: number; body: unknown }[]> {
  const visits: { status: number; body: unknown }[] = []
  while (Date.now() < end - SECOND_MS) {
    for (const path of ['/api/schedule', '/api/auth/check']) {
      const { status, body } = await person.get<unknown>(path)
      visits.push({ status, body })
    }
    await waitUntil(Date.now() + SECOND_MS / 2)
  }
  return visits
}
