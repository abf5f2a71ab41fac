import type { Notice } from '@reveille/core/notices/notice'
import { expect, test } from 'vitest'
import { TestClock } from '../../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { budgetSizes } from '../platform/config/budget-sizes.ts'
import { Settings } from '../platform/config/settings.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { pay } from '../platform/limits/budgets.ts'
import { pgRateLimits } from '../platform/limits/pg-rate-limits.adapter.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import type { Services } from '../platform/services.ts'
import { chooseMails } from './choose-mails.ts'
import { giveNotice, giveNoticeOnce } from './give-notice.ts'
import { sendNotice } from './send-notice.ts'
import { unsubscribe } from './unsubscribe.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MOST_A_DAY = 50

const told = { dueAt: NOW, timezone: 'Europe/Berlin', isLast: false }
const missed: Notice = { kind: 'call-missed', ...told }
const moved: Notice = { kind: 'call-moved', ...told }

/** Two people, and what their mailboxes and open pages are told. */
async function startNotices() {
  const database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: NOW })
  const clock = new TestClock(NOW)
  const [mails, heard, waiting]: [Mail[], string[], number[]] = [[], [], []]
  const secrets = { sessionSecret: 'a secret of this test', sessionSecretPrevious: null }
  const services = {
    db,
    clock,
    config: { ...secrets, publicUrl: 'https://wake.example', budgets: budgetSizes(Settings.parse({}), 1) },
    limits: pgRateLimits({ db, clock }),
    jobs: {
      enqueue: async (_tx: unknown, _name: string, { noticeId }: { noticeId: number }) => waiting.push(noticeId),
    },
    mailer: { send: async (mail: Mail) => void mails.push(mail) },
    live: { publish: (userId: number, changed: string) => void heard.push(`${userId} ${changed}`) },
    log: { error: () => undefined },
    metrics: { alarm: () => undefined },
  } as unknown as Services
  const sendWaiting = async () => {
    for (const noticeId of waiting.splice(0)) await sendNotice(services, { noticeId })
    return mails.splice(0)
  }
  return {
    services,
    heard,
    give: async (userId: number, notice: Notice) => {
      await inTransaction(db, (tx) => giveNotice(services, tx, userId, notice))
      return sendWaiting()
    },
    giveOnce: async (userId: number, since: number) => {
      await inTransaction(db, (tx) => giveNoticeOnce(services, tx, userId, { ...missed, since }))
      return sendWaiting()
    },
    choose: (userId: number, mails: Parameters<typeof chooseMails>[2]) =>
      inTransaction(db, (tx) => chooseMails(tx, userId, mails, NOW)),
    [Symbol.asyncDispose]: () => database.drop(),
  }
}

test('SHELL-11 a notice rings the bell, and is emailed as its person chose, in their local time; what they did themselves is not', async () => {
  await using started = await startNotices()
  const { give, giveOnce, choose, heard } = started
  const [mail] = await give(1, missed)
  expect(mail).toMatchObject({ to: 'sleeper1@example.com', subject: expect.stringContaining('missed') })
  expect(mail?.text).toContain('Fri, Jan 15 at 6:30 AM')
  expect(mail?.text).toContain('https://wake.example/account#mails')
  expect(heard).toEqual(['1 notices'])

  await choose(1, { 'missed-calls': false })
  expect(await give(1, missed)).toEqual([])
  expect(heard).toEqual(['1 notices', '1 notices'])
  expect(await give(1, moved)).toHaveLength(1)
  expect(await give(2, missed)).toHaveLength(1)
  await choose(1, { 'missed-calls': true, 'clock-changes': undefined })
  expect(await give(1, missed)).toHaveLength(1)
  expect(await give(1, { kind: 'call-skipped', ...told })).toEqual([])

  expect([await giveOnce(2, NOW), await giveOnce(2, NOW - 1)].map(({ length }) => length)).toEqual([1, 0])

  heard.length = 0
  expect(await give(2, { kind: 'number-moved' })).toMatchObject([{ to: 'sleeper2@example.com' }])
  expect(heard).toEqual(['2 notices', '2 account', '2 schedules'])
})

test('SHELL-11 S22 one press in the mail program ends the emails of its kind, and only with the token that we made for its person', async () => {
  await using started = await startNotices()
  const { services, give, heard } = started
  const [mail] = await give(1, missed)
  const [, token = ''] =
    /^https:\/\/wake\.example\/callbacks\/unsubscribe\/(.*)$/.exec(mail?.unsubscribeUrl ?? '') ?? []
  const [id, choice, signature] = token.split('.')
  for (const forged of ['', '.', `2.${choice}.${signature}`, `${id}.schedules.${signature}`, `${id}.${choice}.`])
    expect([forged, await unsubscribe(services, forged)]).toEqual([forged, false])
  expect(await give(1, missed)).toHaveLength(1)
  heard.length = 0
  expect(await unsubscribe(services, token)).toBe(true)
  expect(heard).toEqual(['1 account'])
  expect([await give(1, missed), await give(2, missed)].map(({ length }) => length)).toEqual([0, 1])
  // What nobody can turn off offers no button.
  const [always] = await give(1, { kind: 'calls-stopped' })
  expect(always).not.toHaveProperty('unsubscribeUrl')
  expect(always?.text).not.toContain('#mails')
})

test('S64 whoever has calls missed all day gets fifty emails about them, and still each about the account itself', async () => {
  await using started = await startNotices()
  const { services, give } = started
  for (let paid = 1; paid < MOST_A_DAY; paid++) await pay(services, 'notice-mail', { keys: { person: '1' } })
  expect(await give(1, missed)).toHaveLength(1)
  expect(await give(1, missed)).toEqual([])
  expect(await give(1, moved)).toEqual([])
  expect(await give(1, { kind: 'number-moved' })).toHaveLength(1)
  expect(await give(2, missed)).toHaveLength(1)
})
