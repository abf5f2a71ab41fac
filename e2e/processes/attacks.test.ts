import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/src/platform/database/database.ts'
import { signIn, type Person } from '../../server/test/harness/app/person.ts'
import { seedCalls } from '../../server/test/harness/database/seed-occurrences.ts'
import { ATTACKS, besiege, type AttackName } from './attacks.ts'
import { requestsFor, takeInHand } from './carrier.ts'
import { newInstallation, type Installation } from './installation.ts'
import { putPeople } from './people.ts'
import { waitUntil } from './wait.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const HALF_A_DAY_MS = DAY_MS / 2
/** The attack has gone on for so long when the call is planned and its words are spoken. */
const BEFORE_MS = 12 * SECOND_MS
const AHEAD_MS = 25 * SECOND_MS
const PER_SECOND = 50
const NEWCOMERS = 600

let home: Installation
beforeAll(async () => {
  home = await newInstallation({ TRUST_PROXY: 'on' })
  await home.start()
})
afterAll(() => home[Symbol.asyncDispose]())

test.each(Object.keys(ATTACKS) as AttackName[])(
  'S58 CALL-1 CALL-8 a phone rings in its second with its own words during fifty a second from 200 networks of: %s',
  async (attack) => {
    const { webUrl, sandboxUrl } = home.place
    const person = () => signIn(webUrl, { db: home.db, clock: { now: Date.now } })
    const bystander = await person()
    await establish(home.db, bystander)
    const phone = await takeInHand(sandboxUrl, bystander.phone)
    const attacker = await person()
    for (const minutes of [5, 7, 9]) await callAt(home.db, attacker, Date.now() + minutes * 60_000)

    const begunAt = Date.now()
    const dueAt = begunAt + BEFORE_MS + AHEAD_MS
    await using siege = besiege(webUrl, attack, {
      perSecond: PER_SECOND,
      seconds: 60,
      account: attacker.cookie,
      addNewcomer: newcomersAt(home.db, dueAt),
    })
    await waitUntil(begunAt + BEFORE_MS)
    await callAt(home.db, bystander, dueAt)
    const visits = await visitUntil(dueAt, bystander)
    const call = await phone.expectCall()
    await call.pickUp()
    const heard = await call.heard()
    await call.press('1')

    const asked = await requestsFor(sandboxUrl, bystander.phone)
    expect(asked.map((at) => Math.floor((at - dueAt) / SECOND_MS))).toEqual([0])
    const opening = new RegExp(`/${bystander.userId}/\\d+/[0-9a-f]+~earcon~`) // name, notes and message in one file
    expect(heard).toMatchObject([{ verb: 'Play', url: expect.stringMatching(opening) }])
    expect(visits.filter(({ status }) => status !== 200)).toEqual([])
    expect(visits).not.toEqual([])
    expect(siege.answers).not.toEqual({})
  },
)

/** Plans the calls of those that would come in a second, one second's after the other's, until there are enough. */
function newcomersAt(db: Database, dueAt: number) {
  let last: Promise<number | null> = Promise.resolve(null)
  return (n: number) => {
    if (n % PER_SECOND === 0 && n < NEWCOMERS)
      last = last
        .then(() =>
          putPeople(
            db,
            Array.from({ length: PER_SECOND }, () => dueAt),
          ),
        )
        .then(() => PER_SECOND)
    return last
  }
}

/** Makes somebody one whose number we have known for a week and who was up on three mornings (S84). */
async function establish(db: Database, { userId }: Person): Promise<void> {
  const now = Date.now()
  const mornings = [2, 3, 4].map((days) => ({ at: now - days * DAY_MS, status: 'completed' as const }))
  await seedCalls(db, userId, mornings)
  await db
    .updateTable('consents')
    .set({ given_at: new Date(now - 8 * DAY_MS) })
    .where('user_id', '=', userId)
    .execute()
}

/** Schedules somebody's call at an instant that no form would accept; the next time is half a day later. */
async function callAt(db: Database, person: Person, dueAt: number): Promise<void> {
  const later = new Date(dueAt + HALF_A_DAY_MS).toISOString().slice(11, 16)
  const { id } = await person.schedule({ wakeupTime: later, timezone: 'UTC' })
  await db
    .updateTable('schedules')
    .set({ next_due_at: new Date(dueAt) })
    .where('id', '=', id)
    .execute()
}

/** Requests the person's own pages every now and then, as somebody awake would; returns the responses. */
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
