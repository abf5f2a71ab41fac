import { cutOff } from '@reveille/core/calls/call-times'
import { startSandbox } from '@reveille/exchange/sandbox'
import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { openCarrierLink } from '../../server/test/harness/outside/carrier-link.ts'
import { requestsByNumber } from './carrier.ts'
import { newFleet, type Fleet } from './fleet.ts'
import { putPeople } from './people.ts'
import { waitFor, waitUntil } from './wait.ts'

const PEOPLE = 200
const SECOND_MS = 1_000
/** As server/src/dispatch/carrier-choice.ts promises. */
const MOST_IN_DOUBT = 20

/** A web process and a worker with two carriers, and the connection to the first one. */
async function startTwoCarriers() {
  const second = await startSandbox({ accountSid: 'AC5ec0d', authToken: 'of-the-second', callsPerSecond: 1_000 })
  let fleet: Fleet | null = null
  const link = await openCarrierLink(() => fleet!.place.sandboxUrl)
  fleet = await newFleet({
    TWILIO_API_URL: link.url,
    CARRIER_2_ACCOUNT_SID: second.accountSid,
    CARRIER_2_AUTH_TOKEN: second.authToken,
    CARRIER_2_PHONE_NUMBER: second.phoneNumber,
    CARRIER_2_API_URL: second.apiUrl,
  })
  await fleet.web()
  await fleet.worker()
  const { place, db } = fleet
  return {
    db,
    link,
    first: place.sandboxUrl,
    second: second.url,
    async [Symbol.asyncDispose]() {
      await fleet[Symbol.asyncDispose]()
      await link[Symbol.asyncDispose]()
      await second.close()
    },
  }
}

test('CARRIER-11 CALL-1 while the first carrier refuses 200 calls in a row, 200 ring by the second, each within 2 s', async () => {
  await using carriers = await startTwoCarriers()
  await faults(carriers.first).add({ fault: 'refuse', status: 403, times: null })
  const from = Date.now() + 15 * SECOND_MS
  const dueAts = Array.from({ length: PEOPLE }, (_, index) => from + index * (SECOND_MS / 2))
  const people = await putPeople(carriers.db, dueAts)
  await waitUntil(dueAts.at(-1)! + 5 * SECOND_MS)

  const asked = await requestsByNumber(carriers.second)
  const lateMs = people.map(({ phone, dueAt }) => (asked.get(phone)?.[0] ?? Number.POSITIVE_INFINITY) - dueAt)
  const worst = lateMs.toSorted((a, b) => b - a)
  console.log(
    `the first refuses: ${asked.size} of ${PEOPLE} rang by the second, the latest ${worst.slice(0, 5).join(', ')} ms`,
  )
  expect(asked.size).toBe(PEOPLE)
  expect(worst[0]).toBeLessThanOrEqual(2 * SECOND_MS)
  expect((await requestsByNumber(carriers.first)).size).toBe(0)
})

test('CARRIER-11 CALL-3 while the first carrier answers nothing, no phone rings twice, and everybody in doubt is told', async () => {
  await using carriers = await startTwoCarriers()
  const { db } = carriers
  carriers.link.fallSilent()
  const dueAt = Date.now() - 8 * 60 * SECOND_MS // late already, so that the cutoff comes soon
  const people = await putPeople(
    db,
    Array.from({ length: PEOPLE }, () => dueAt),
  )
  const all = () => db.selectFrom('calls').select(['user_id', 'carrier', 'stage']).where('attempt', '=', 1).execute()
  const dialled = await waitFor(
    'every call to leave',
    async () => {
      const calls = await all()
      const isWaiting = calls.some(({ stage }) => stage === 'planned' || stage === 'leased' || stage === 'dialling')
      return calls.length < PEOPLE || isWaiting ? null : calls
    },
    { withinMs: 120 * SECOND_MS, everyMs: 200 },
  )
  const doubtful = dialled.filter(({ stage }) => stage === 'in_doubt')
  await waitUntil(cutOff(dueAt))
  const told = await waitFor(
    'everybody in doubt to be told',
    async () => {
      const notices = await db.selectFrom('notices').select('user_id').where('kind', '=', 'call-in-doubt').execute()
      return notices.length < doubtful.length ? null : notices
    },
    { withinMs: 180 * SECOND_MS, everyMs: 500 },
  )
  const asked = await requestsByNumber(carriers.second)
  console.log(`the first is silent: ${doubtful.length} in doubt, ${told.length} told, ${asked.size} rang by the second`)
  expect(doubtful.length).toBeLessThanOrEqual(MOST_IN_DOUBT)
  const inDoubt = doubtful.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
  expect(told.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(inDoubt)
  const byUser = new Map(people.map(({ userId, phone }) => [userId, asked.get(phone)?.length ?? 0]))
  expect(inDoubt.filter((userId) => byUser.get(userId) !== 0)).toEqual([])
  expect(asked.size).toBe(PEOPLE - inDoubt.length)
})
