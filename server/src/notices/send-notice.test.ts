import type { Notice } from '@reveille/core/notices/notice'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { pay } from '../platform/limits/budgets.ts'
import { giveNotice, giveNoticeOnce } from './give-notice.ts'
import { noticeMails, sendNotice } from './send-notice.ts'
import { chooseMails, unsubscribe } from './unsubscribe.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MOST_A_DAY = 50

const told = { dueAt: NOW, timezone: 'Europe/Berlin', isLast: false }
const missed: Notice = { kind: 'call-missed', ...told }
const moved: Notice = { kind: 'call-moved', ...told }

/** Two people, and what arrives in their mailboxes and open pages. */
async function startNotices() {
  const database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: NOW })
  const joined = await servicesOn(database, { now: NOW })
  const { services, enqueued, mails } = joined
  const sendWaiting = async () => {
    for (const job of enqueued.splice(0)) await sendNotice(services, { noticeId: Number(job.split(' ')[1]) })
    return mails.splice(0)
  }
  return {
    ...joined,
    give: async (userId: number, notice: Notice) => {
      await inTransaction(db, (tx) => giveNotice(services, tx, userId, notice))
      return sendWaiting()
    },
    giveOnce: async (userId: number, since: number) => {
      await inTransaction(db, (tx) => giveNoticeOnce(services, tx, userId, { ...missed, since }))
      return sendWaiting()
    },
    choose: (userId: number, wanted: Parameters<typeof chooseMails>[2]) =>
      inTransaction(db, (tx) => chooseMails(tx, userId, wanted, NOW)),
  }
}

test("SHELL-11 a notice rings the bell and is emailed as chosen, in local time; one's own actions are not reported", async () => {
  await using started = await startNotices()
  const { give, giveOnce, choose, published } = started
  const [mail] = await give(1, missed)
  expect(mail).toMatchObject({ to: 'sleeper1@example.com', subject: expect.stringContaining('missed') })
  expect(mail?.text).toContain('Fri, Jan 15 at 6:30 AM')
  expect(mail?.text).toContain('https://wake.example/account#mails')
  expect(published).toEqual(['notices of 1'])

  await choose(1, { 'missed-calls': false })
  expect(await give(1, missed)).toEqual([])
  expect(published).toEqual(['notices of 1', 'notices of 1'])
  expect(await give(1, moved)).toHaveLength(1)
  expect(await give(2, missed)).toHaveLength(1)
  await choose(1, { 'missed-calls': true, 'clock-changes': undefined })
  expect(await give(1, missed)).toHaveLength(1)
  expect(await give(1, { kind: 'call-skipped', ...told })).toEqual([])

  expect([await giveOnce(2, NOW), await giveOnce(2, NOW - 1)].map(({ length }) => length)).toEqual([1, 0])

  published.length = 0
  expect(await give(2, { kind: 'number-moved' })).toMatchObject([{ to: 'sleeper2@example.com' }])
  expect(published).toEqual(['notices of 2', 'account of 2', 'schedules of 2'])
  published.length = 0
  await give(2, { kind: 'second-number-moved' })
  expect(published).toEqual(['notices of 2', 'account of 2', 'schedules of 2'])
})

test('SHELL-11 S22 one click in the mail program ends emails of that kind, and only with the token made for that person', async () => {
  await using started = await startNotices()
  const { services, give, published } = started
  const [mail] = await give(1, missed)
  const [, token = ''] =
    /^https:\/\/wake\.example\/callbacks\/unsubscribe\/(.*)$/.exec(mail?.unsubscribeUrl ?? '') ?? []
  const [id, choice, signature] = token.split('.')
  for (const forged of ['', '.', `2.${choice}.${signature}`, `${id}.schedules.${signature}`, `${id}.${choice}.`])
    expect([forged, await unsubscribe(services, forged)]).toEqual([forged, false])
  expect(await give(1, missed)).toHaveLength(1)
  published.length = 0
  expect(await unsubscribe(services, token)).toBe(true)
  expect(published).toEqual(['account of 1'])
  expect([await give(1, missed), await give(2, missed)].map(({ length }) => length)).toEqual([0, 1])
  // An email that can't be turned off has no button.
  const [always] = await give(1, { kind: 'calls-stopped' })
  expect(always).not.toHaveProperty('unsubscribeUrl')
  expect(always?.text).not.toContain('#mails')
})

test('S64 a person who misses calls all day gets fifty emails about them, and still every one about the account', async () => {
  await using started = await startNotices()
  const { services, give } = started
  for (let paid = 1; paid < MOST_A_DAY; paid++) await pay(services, noticeMails, { keys: { person: '1' } })
  expect(await give(1, missed)).toHaveLength(1)
  expect(await give(1, missed)).toEqual([])
  expect(await give(1, moved)).toEqual([])
  expect(await give(1, { kind: 'number-moved' })).toHaveLength(1)
  expect(await give(2, missed)).toHaveLength(1)
})

test('CALL-5 S64 tries that an outage of the mail server fails count for no limit: the email arrives afterwards', async () => {
  await using started = await startNotices()
  const { services, give } = started
  const down = { send: () => Promise.reject(new Error('connection refused')), greet: () => Promise.resolve() }
  await give(1, missed)
  const { id: noticeId } = await services.db.selectFrom('notices').select('id').executeTakeFirstOrThrow()
  for (let tries = 0; tries < MOST_A_DAY; tries++)
    await expect(sendNotice({ ...services, mailer: down }, { noticeId })).rejects.toThrow('connection refused')
  expect(await give(1, missed)).toHaveLength(1)
})
