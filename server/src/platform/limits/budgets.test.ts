import { numberBudgetKeys } from '@reveille/core/calls/spending'
import { expect, test } from 'vitest'
import type { Limits } from '../../../test/harness/app/limited-config.ts'
import { servicesOn } from '../../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { speechOfCalls } from '../../calls/message/speech-budget.ts'
import { sampleCalls } from '../../calls/samples/start-sample-call.ts'
import { captchas } from '../../sign-in/captcha/captcha.routes.ts'
import { guessesAtNumber } from '../../sign-in/codes/with-code.ts'
import { forget, giveBack, lookAt, pay, spend, type BudgetKeys } from './budgets.ts'

const NOW = Date.parse('2027-01-15T06:20:00Z')

/** Budgets with these sizes and settings on their own database, and what an operator is told of them. */
async function startBudgets(budgets: NonNullable<Limits['budgets']>, settings: Record<string, string> = {}) {
  const database = await createTestDatabase()
  const { db } = database
  const heard: string[] = []
  const hear = (line: string) => {
    const { budget, percent } = JSON.parse(line) as { budget?: string; percent?: number }
    if (budget !== undefined) heard.push(`${budget} ${percent} %`)
  }
  return {
    ...(await servicesOn(database, { now: NOW, settings, limits: { budgets }, logTo: { write: hear } })),
    heard,
    /** How many counters there are, and their sum. */
    async counted() {
      const rows = await db.selectFrom('rate_limits').select('points').execute()
      return { counts: rows.length, sum: rows.reduce((sum, { points }) => sum + points, 0) }
    },
  }
}

const caller = (number: string): BudgetKeys => ({ keys: { number, numbers: number.slice(0, -4), country: 'US' } })

test('S61 S55 a used-up budget is found before anything is decided or counted, and says when to come back', async () => {
  await using started = await startBudgets({ named: { 'sample-per-number': 1, 'sample-per-block': 2 } })
  const { services, counted } = started
  expect(await pay(services, sampleCalls, caller('+12025550141'))).toBeNull()
  expect(await counted()).toEqual({ counts: 5, sum: 5 })
  const never = () => Promise.reject(new Error('decided although nothing is left'))
  expect(await spend(services, sampleCalls, caller('+12025550141'), never)).toEqual({
    outcome: 'too-many-requests',
    retryAfterS: (17 * 60 + 40) * 60, // midnight in UTC
    budget: 'sample-per-number',
  })
  expect(await pay(services, sampleCalls, caller('+12025550142'))).toBeNull()
  const full = { outcome: 'too-many-requests', retryAfterS: 40 * 60, budget: 'sample-per-block' }
  expect(await pay(services, sampleCalls, caller('+12025550143'))).toEqual(full)
  expect(await counted()).toEqual({ counts: 6, sum: 10 })
})

test('S35 PHONE-11 unassigned number ranges have a tenth of the budget', async () => {
  await using started = await startBudgets({ named: { 'sample-per-new-block': 2, 'sample-per-new-range': 5 } })
  const { services } = started
  const call = (number: string, isNewRange: boolean) =>
    pay(services, sampleCalls, { keys: numberBudgetKeys({ e164: number, country: 'US', isNewRange }) })
  expect(await call('+18612345671', true)).toBeNull()
  expect(await call('+18612345672', true)).toBeNull()
  expect(await call('+18612345673', true)).toMatchObject({ budget: 'sample-per-new-block' })
  for (const block of [3, 4, 5]) expect(await call(`+1861${block}000000`, true)).toBeNull()
  expect(await call('+18616000000', true)).toMatchObject({ budget: 'sample-per-new-range' })
  for (let last = 0; last < 9; last++) expect(await call(`+1202555014${last}`, false)).toBeNull()
})

test('S61 work that pays first is refused if the rest was spent in between, and shared budgets stay unspent', async () => {
  await using started = await startBudgets({ named: { 'sample-per-number': 1 } })
  const { services, counted } = started
  const meanwhile = (pays: 'first' | 'anyway' | 'nothing') =>
    spend(services, sampleCalls, caller('+12025550141'), async () => {
      await services.limits.use({ name: 'sample-per-number', size: 1, windowS: 86_400 }, '+12025550141')
      return { result: 'done', pays }
    })
  expect(await meanwhile('nothing')).toBe('done')
  expect(await counted()).toEqual({ counts: 1, sum: 1 })
  await forget(services, sampleCalls, 'number', '+12025550141')
  expect(await meanwhile('first')).toMatchObject({ budget: 'sample-per-number' })
  expect(await counted()).toEqual({ counts: 1, sum: 2 })
  await forget(services, sampleCalls, 'number', '+12025550141')
  expect(await meanwhile('anyway')).toBe('done') // the work was already done
  expect(await counted()).toEqual({ counts: 5, sum: 6 })
})

test('S61 work that goes over its budget counts in full, and the payer learns how much is used', async () => {
  await using started = await startBudgets(
    { named: { 'speech-per-person': 100 } },
    { BUDGET_SPEECH: '1', PRICE_SPEECH: '1' },
  )
  const { services, heard } = started
  const speaker = { keys: { person: '1', provider: 'all' } }
  const speak = (amount: number) => {
    const shares: number[] = []
    return spend(services, speechOfCalls, speaker, async (before) => {
      shares.push(before.used('person'), before.share('person'))
      const paid = async (spent: typeof before) => void shares.push(spent.used('person'), spent.share('provider'))
      return { result: shares, pays: 'anyway', amount, paid }
    })
  }
  expect(await speak(60)).toEqual([0, 0, 60, 0.06])
  expect(await speak(840)).toEqual([60, 0.6, 900, 0.9])
  expect(heard).toEqual(['speech-of-a-day 80 %']) // 50 % and 80 % at once: only the higher is reported
  expect(await speak(1)).toMatchObject({ budget: 'speech-per-person' })
  await forget(services, speechOfCalls, 'person', '1')
  expect(await speak(99)).toEqual([0, 0, 99, 0.999])
  expect(await speak(1)).toEqual([99, 0.99, 100, 1])
  await forget(services, speechOfCalls, 'person', '1')
  expect(await speak(5)).toEqual([0, 0, 5, 1.005]) // a spent budget stops no planned call
  expect(heard).toEqual(['speech-of-a-day 80 %', 'speech-of-a-day 100 %'])
  expect((await lookAt(services, speechOfCalls, speaker)).used('provider')).toBe(1_005)
  const guess = () => pay(services, guessesAtNumber, { keys: { number: '+12025550141' } })
  for (let beyond = 0; beyond < 12; beyond++) expect(await guess()).toBeNull() // even though it pays first
  expect((await lookAt(services, speechOfCalls, { keys: { person: '2' } })).share('person')).toBe(0)
})

test('S62 a network, its block and its site have separate budgets, and only known keys count', async () => {
  await using started = await startBudgets({}, { LIMIT_CAPTCHAS_PER_IP: '2' })
  const { services, counted } = started
  const captcha = async (ip: string) => (await pay(services, captchas, { ip }))?.budget ?? null
  for (const host of [1, 1, 2, 2]) expect(await captcha(`198.18.1.${host}`)).toBeNull()
  expect([await captcha('198.18.1.1'), await captcha('198.18.1.3'), await captcha('198.18.2.1')]).toEqual([
    'captcha-per-network',
    'captcha-per-block',
    null,
  ])
  const before = await counted()
  expect(before).toEqual({ counts: 5, sum: 10 }) // an IPv4 address has no site
  await captcha('2001:db8::1')
  expect(await counted()).toEqual({ counts: 8, sum: 13 })
  expect(await pay(services, captchas, {})).toBeNull()
  expect(await counted()).toEqual({ counts: 8, sum: 13 })
})

test('S74 what failed is refunded to its own key, and shared budgets stay spent', async () => {
  await using started = await startBudgets({ named: { 'sample-per-number': 1 } })
  const { services, counted } = started
  for (const number of ['+12025550141', '+12025550142']) await pay(services, sampleCalls, caller(number))
  const of = async (per: 'number' | 'numbers', number = '+12025550141') =>
    (await lookAt(services, sampleCalls, caller(number))).used(per)
  const before = await counted()
  await giveBack(services, sampleCalls, 'number', '+12025550141')
  expect([await of('number'), await of('number', '+12025550142'), await of('numbers')]).toEqual([0, 1, 2])
  expect((await counted()).sum).toBe(before.sum - 1)
  await forget(services, sampleCalls, 'numbers', '+1202555')
  expect([await of('numbers'), await of('number', '+12025550142')]).toEqual([0, 1])
})
