import { expect, test } from 'vitest'
import { servicesOn } from '../../../test/harness/app/services-on.ts'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import { replaceCode } from './codes.sql.ts'
import { countTry, isGuessedAt, type CodeVerdict } from './guess-limit.ts'
import {
  callsCodes,
  countUnusedText,
  forgetUnusedTexts,
  giveBackCallsCode,
  giveBackUnusedText,
  passNumberLimit,
  waitForNumber,
} from './number-wait.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')

/** Three people's accounts, limits of three guesses, and the jobs they enqueue. */
async function startLimits() {
  const planned = await startPlanned(NOW)
  const limits = { budgets: { named: { 'wrong-code-per-address': 3, 'wrong-code-per-found-address': 3 } } }
  return { ...planned, ...(await servicesOn(planned, { now: NOW, limits })) }
}

test('S5 S55 wrong codes in a row slow strangers down for that address and purpose, and its owner is told once', async () => {
  await using started = await startLimits()
  const { services, enqueued } = started
  const [mine, theirs] = ['sleeper1@example.com', 'sleeper2@example.com']
  const tries = async (
    address: string,
    purpose: 'login' | 'signup' | 'email:1',
    verdict: CodeVerdict,
    times: number,
  ) => {
    for (let n = 0; n < times; n++) await countTry(services, { address, purpose }, verdict)
    return isGuessedAt(services, { address, purpose })
  }
  expect([await tries(mine, 'login', 'wrong', 2), await tries(mine, 'login', 'expired', 1)]).toEqual([false, true])
  expect([await tries(mine, 'login', 'wrong', 2), enqueued]).toEqual([true, ['send-guess-warning 1']])
  expect(await isGuessedAt(services, { address: theirs, purpose: 'login' })).toBe(false)
  // Purposes that anybody can start, for any address, are counted separately.
  expect([
    await tries(mine, 'signup', 'wrong', 0),
    await tries(theirs, 'email:1', 'wrong', 3),
    await tries(theirs, 'signup', 'wrong', 0),
  ]).toEqual([false, true, true])
  expect([await tries(theirs, 'login', 'no-code', 9), await tries('nobody@example.com', 'login', 'wrong', 3)]).toEqual([
    false,
    true,
  ])
  expect(await tries(mine, 'login', 'right', 1)).toBe(false) // a right code resets the count
  expect(enqueued).toEqual(['send-guess-warning 1', 'send-guess-warning 2'])
})

test('S72 S74 waits for a number grow with texts nobody entered, and the code that turns calls on is sent once a day', async () => {
  await using started = await startLimits()
  const { db, services, clock, inOne } = started
  const [mine, theirs] = ['+12025550141', '+12025550142']
  const passed = { outcome: 'passed' }
  const owner = { address: mine, purpose: 'phone:1', browserHash: 'a browser' } as const
  await inOne((tx) => replaceCode(tx, owner, { now: NOW, expiresAt: NOW + 600_000, keepSince: NOW, way: 'text' }))
  for (let n = 0; n < 5; n++) {
    expect(await waitForNumber(services, mine)).toEqual(passed)
    await countUnusedText(services, mine)
  }
  const refused = await waitForNumber(services, mine)
  expect(refused).toMatchObject({ outcome: 'too-many-requests', retryAfterS: expect.any(Number) })
  expect(await waitForNumber(services, theirs)).toEqual(passed)
  const waitS = (refused as { retryAfterS: number }).retryAfterS
  await clock.advance({ seconds: waitS - 1 })
  expect(await waitForNumber(services, mine)).toMatchObject({ outcome: 'too-many-requests', retryAfterS: 1 })
  await clock.advance({ seconds: 1 })
  expect(await waitForNumber(services, mine)).toEqual(passed)
  await db.deleteFrom('one_time_codes').execute()
  for (let n = 0; n < 5; n++) await countUnusedText(services, mine)
  expect(await waitForNumber(services, mine)).toMatchObject({ outcome: 'too-many-requests' }) // the daily limit
  await giveBackUnusedText(services, mine)
  expect(await waitForNumber(services, mine)).toEqual(passed)
  await countUnusedText(services, mine)
  await forgetUnusedTexts(services, mine)
  expect(await waitForNumber(services, mine)).toEqual(passed)

  expect([
    await passNumberLimit(services, mine, callsCodes),
    await passNumberLimit(services, theirs, callsCodes),
  ]).toEqual([passed, passed])
  expect(await passNumberLimit(services, mine, callsCodes)).toMatchObject({ outcome: 'too-many-requests' })
  await giveBackCallsCode(services, theirs)
  expect(await passNumberLimit(services, mine, callsCodes)).toMatchObject({ outcome: 'too-many-requests' })
  await giveBackCallsCode(services, mine)
  await giveBackCallsCode(services, mine)
  expect(await passNumberLimit(services, mine, callsCodes)).toEqual(passed)
})
