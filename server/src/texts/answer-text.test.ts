import { TEXT_REPLIES } from '@reveille/core/texts/text-reply'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import type { TextSent } from '../carrier/carrier.ts'
import { unregisteredTexts } from '../carrier/lost-texts.ts'
import { pay } from '../platform/limits/budgets.ts'
import { announcements, handleAnnouncementReport, sendAnnouncement, skipCode } from './announce-calls.ts'
import { answerText } from './answer-text.ts'

const DUE = Date.parse('2027-01-15T06:30:00Z')
const STRANGER = '+12025550149'

type TextToSend = { to: string; body: string; newsPath: string }

/** Three people with a call in 15 minutes, the texts they get, and the pages that are told. */
async function startTexts() {
  const planned = await startPlanned(DUE)
  const { db } = planned
  const sent: TextToSend[] = []
  let answer: TextSent | null = { outcome: 'sent' }
  const joined = await servicesOn(planned, {
    now: DUE - 15 * 60_000,
    settings: { TEXT_KEYWORDS: 'own' },
    carrier: {
      async sendText(text) {
        sent.push(text)
        if (answer === null) throw new Error('no answer')
        return answer
      },
    },
  })
  const phones = (await db.selectFrom('users').select('phone').orderBy('id').execute()).map(({ phone }) => phone!)
  return {
    ...planned,
    ...joined,
    phones,
    sent,
    text: (from: string, body: string, answered: 'stop' | 'start' | 'help' | null = null) =>
      answerText(joined.services, { from, body, answered } as Parameters<typeof answerText>[1]),
    /** Null means that the carrier's answer was lost. */
    answers: (next: TextSent | null) => (answer = next),
    stopped: async () =>
      (await db.selectFrom('opt_outs').select(['phone', 'kind']).orderBy('phone').execute()).map(
        ({ phone, kind }) => `${kind} to ${phones.indexOf(phone) + 1}`,
      ),
  }
}

test("CALL-9 S75 STOP ends texts only and START brings them back, for the sender's number, whoever replies to it", async () => {
  await using started = await startTexts()
  const { db, services, phones, published, text, stopped } = started
  const [me, , other] = phones as [string, string, string]
  expect([await text(me, 'Stop calling me'), await text(other, 'stop')]).toEqual([
    TEXT_REPLIES.stopped,
    TEXT_REPLIES.stopped,
  ])
  expect(await stopped()).toEqual(['texts to 1', 'texts to 3'])
  expect(published).toEqual(['notices of 1', 'account of 1', 'notices of 3', 'account of 3'])
  const told = await db.selectFrom('notices').select(['user_id', 'kind']).orderBy('id').execute()
  expect(told).toEqual([1, 3].map((user_id) => ({ user_id, kind: 'texts-stopped' })))
  expect(await text(me, 'Start')).toBe(TEXT_REPLIES.started)
  expect([await stopped(), published.at(-1)]).toEqual([['texts to 3'], 'account of 1'])

  // A stranger's STOP is stored too, and nobody is told.
  expect([await text(STRANGER, 'STOP'), await text(STRANGER, 'START')]).toEqual([
    TEXT_REPLIES.stopped,
    TEXT_REPLIES.started,
  ])
  expect(published).toHaveLength(5)
  // A text the carrier has answered gets no second reply, but still takes effect.
  expect([await text(me, 'whatever', 'stop'), await stopped()]).toEqual([null, ['texts to 1', 'texts to 3']])
  services.config.carrier.textKeywords = 'carrier'
  expect([await text(me, 'START'), await text(me, 'HELP'), await stopped()]).toEqual([null, null, ['texts to 3']])
  expect(await text(me, 'Stop texting me')).toBe(TEXT_REPLIES.stopped) // only we reply to it
})

test("CALL-9 an unknown text gets help, five times a day, so that two machines don't text forever", async () => {
  await using started = await startTexts()
  const { phones, text } = started
  const answers = []
  for (const body of ['hello', 'HELP', 'hm', 'what?', 'ok then', 'hello']) answers.push(await text(phones[0]!, body))
  expect(answers).toEqual([...Array<string>(5).fill(TEXT_REPLIES.help), null])
  expect(await text(phones[1]!, 'hello')).toBe(TEXT_REPLIES.help)
})

test("CALL-9 S75 SKIP with an announcement's digits skips that call of its sender, and five wrong ones end SKIP for the day", async () => {
  await using started = await startTexts()
  const { db, services, phones, text, sent, published } = started
  const [me, other] = phones as [string, string]
  expect([await text(me, 'SKIP 1234'), await text(STRANGER, 'SKIP 1234')]).toEqual([
    TEXT_REPLIES.nothingToSkip,
    TEXT_REPLIES.nothingToSkip,
  ])
  for (const occurrenceId of [1, 1, 2]) await sendAnnouncement(services, { occurrenceId })
  expect(sent.map(({ to }) => to)).toEqual([me, other])
  const [mine, theirs] = [1, 2].map((id) => skipCode(services.config, id))
  expect(mine).toMatch(/^[0-9]{4}$/)
  expect(sent[0]).toMatchObject({
    body: expect.stringContaining(`6:30 AM (UTC time). Reply SKIP ${mine}`),
    validS: 900,
  })
  const skipped = async () =>
    (await db.selectFrom('occurrences').select('id').where('outcome', '=', 'skipped').execute()).map(({ id }) => id)
  for (const body of ['SKIP', `SKIP ${theirs}`]) expect(await text(me, body)).toBe(TEXT_REPLIES.skipNeedsCode)
  expect(await skipped()).toEqual([])
  expect(await text(me, `skip ${mine}`)).toBe(
    "Done. We won't call on Fri, Jan 15 at 6:30 AM. Your next call is still on.",
  )
  expect([await skipped(), published.at(-1)]).toEqual([[1], 'schedules of 1'])
  for (let times = 0; times < 6; times++) expect(await text(me, `skip ${mine}`)).toMatch('Done.') // delivered again
  for (let wrong = 2; wrong < 5; wrong++) expect(await text(other, 'SKIP 0')).toBe(TEXT_REPLIES.skipNeedsCode)
  for (let wrong = 0; wrong < 2; wrong++) await text(other, 'SKIP 0')
  expect([await text(other, `SKIP ${theirs}`), await skipped()]).toEqual([null, [1]])
})

test('CALL-9 SCHED-10 SKIP of a one-time call promises no next call', async () => {
  await using started = await startTexts()
  const { services, phones, text, schedule } = started
  await schedule(1, { is_recurring: false, date: '2027-01-15', weekdays: [], one_time_at: new Date(DUE) })
  await sendAnnouncement(services, { occurrenceId: 1 })
  const reply = await text(phones[0]!, `SKIP ${skipCode(services.config, 1)}`)
  expect(reply).toBe("Done. We won't call on Fri, Jan 15 at 6:30 AM.")
})

test("CALL-9 PHONE-6 nobody who stopped texts gets an announcement, and the carrier's report about one is stored", async () => {
  await using started = await startTexts()
  const { db, services, phones, text, sent, published, answers, stopped } = started
  await text(phones[0]!, 'STOP')
  await sendAnnouncement(services, { occurrenceId: 1 })
  expect(sent).toEqual([])
  answers({ outcome: 'refused', reason: 'stopped', refusal: { status: 400, code: 21_610 } } as TextSent)
  await sendAnnouncement(services, { occurrenceId: 2 })
  const results = () =>
    db
      .selectFrom('occurrences')
      .select(['announcement_delivery as delivery', 'announcement_error as error'])
      .where('announcement_token', 'is not', null)
      .orderBy('id')
      .execute()
  const refused = { delivery: 'failed', error: 21_610 }
  expect([(await results())[1], await stopped()]).toEqual([refused, ['texts to 1', 'texts to 2']])
  expect(published.at(-1)).toBe('account of 2')

  answers({ outcome: 'sent' })
  await sendAnnouncement(services, { occurrenceId: 3 })
  const token = sent.at(-1)!.newsPath.split('/').at(-1)!
  const hear = (news: object) =>
    handleAnnouncementReport(services, token, news as Parameters<typeof handleAnnouncementReport>[2])
  await hear({ state: 'under-way' })
  expect((await results())[2]).toEqual({ delivery: null, error: null })
  await hear({ state: 'failed', reason: 'filtered', code: 30_007 })
  for (let times = 0; times < 2; times++) await hear({ state: 'delivered' })
  expect((await results())[2]).toEqual({ delivery: 'delivered', error: null })
  expect(await stopped()).toEqual(['texts to 1', 'texts to 2'])

  // One text too few is better than one too many.
  await db.updateTable('occurrences').set({ announced_at: null }).where('id', '=', 3).execute()
  answers(null)
  for (let times = 0; times < 2; times++) await sendAnnouncement(services, { occurrenceId: 3 })
  expect(sent).toHaveLength(3)

  // Texts to +1 pause after three undelivered ones, until one arrives; and a day ends.
  answers({ outcome: 'sent' })
  const again = async () => {
    await db.updateTable('occurrences').set({ announced_at: null }).where('id', '=', 3).execute()
    await sendAnnouncement(services, { occurrenceId: 3 })
    return sent.length
  }
  await pay(services, unregisteredTexts, { keys: { country: '+1' } }, 3)
  expect(await again()).toBe(3)
  const { announcement_token } = await db
    .selectFrom('occurrences')
    .select('announcement_token')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  await db.updateTable('occurrences').set({ announcement_delivery: null }).where('id', '=', 3).execute()
  await handleAnnouncementReport(services, announcement_token!, { state: 'delivered' } as Parameters<
    typeof handleAnnouncementReport
  >[2])
  expect(await again()).toBe(4)
  await pay(services, announcements, { keys: { person: '3' } }, 19)
  expect(await again()).toBe(4)
})
