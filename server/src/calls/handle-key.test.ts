import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { type CallInHand, faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { skipOf } from '../../test/harness/app/visitor.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import type { Speech } from '../speech/engines/speech-engine.ts'

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const NOW = '2027-01-15T06:20:00+01:00'

/** Leaves the words to the carrier, which says them as text. */
const mute: Speech = {
  ...quickVoice,
  engine: 'mute',
  synthesize: async () => ({ outcome: 'refused', reason: 'quota' }),
}

const MONDAY = '2027-01-18T05:30:00.000Z'

const wordsOf = async (call: CallInHand) =>
  (await call.heard()).map((heard) => (heard.verb === 'Say' ? heard.text : '')).join(' ')

test('WAKE-4 the menu names the next call as it is when the phone rings, even if another schedule changed after it was planned', async () => {
  await using app = await startTestApp({ now: '2027-01-17T22:30:00+01:00' }) // a Sunday
  app.services.speech = [mute]
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const mornings = await person.schedule(daily)
  const skip = (skipped: boolean) => person.post(`/api/schedule/${mornings.id}/skip`, { at: MONDAY, skipped })
  await person.schedule({ ...daily, wakeupTime: '22:31', weekdays: ['sun'] })
  await app.clock.advance({ minutes: 1 })
  await skip(true)
  const first = await phone.expectCall()
  await first.pickUp()
  await first.hangUp({ afterSeconds: 20 })
  await app.clock.advance({ seconds: 60 })
  await skip(false)
  await app.clock.advance({ minutes: 5 })
  const check = await phone.expectCall()
  await check.pickUp()
  await check.press('0')
  expect(await wordsOf(check)).toContain("Press 9 to skip Monday's call")
  await check.press('9')
  expect((await person.get<Schedule[]>('/api/schedule')).body).toMatchObject([{ skippedCallAt: MONDAY }, {}])
})

const WEEKEND = { ...daily, weekdays: ['sat', 'sun'], wakeupTime: '07:00' }
const afterSnooze = [
  {
    name: 'is skipped on screen in the meantime',
    change: ['skip', { at: '2027-01-16T05:30:00.000Z', skipped: true }],
    said: "I've skipped Saturday's call",
    nextCallAt: '2027-01-17T05:30:00.000Z',
    line: 'You pressed 9: next call skipped',
  },
  {
    name: 'is moved on screen in the meantime',
    change: ['edit', WEEKEND],
    said: null,
    nextCallAt: '2027-01-16T06:00:00.000Z',
    line: 'You pressed 9, but that call had changed, so nothing was skipped',
  },
] as const
test.each(afterSnooze)('CALL-7 SCHED-9 9 skips no other call when the one it named $name', async (row) => {
  await using app = await startTestApp({ now: NOW })
  app.services.speech = [mute]
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  const first = await phone.expectCall()
  await first.pickUp()
  await first.press('2')
  await app.clock.advance({ minutes: 10 })
  const snooze = await phone.expectCall()
  await snooze.pickUp()
  await snooze.press('0')
  const [what, body] = row.change
  await person.post(what === 'skip' ? `/api/schedule/${id}/skip` : `/api/schedule?id=${id}`, body)
  await snooze.press('9')
  const words = await wordsOf(snooze)
  expect(words).toContain("Press 9 to skip Saturday's call")
  expect(/I've skipped \w+'s call/.exec(words)?.[0] ?? null).toBe(row.said)
  const [schedule] = (await person.get<Schedule[]>('/api/schedule')).body
  expect(schedule?.nextCallAt).toBe(row.nextCallAt)
  const [last] = await person.history()
  const { timeline } = (await person.get<{ timeline: { what: string }[] }>(`/api/call/${last?.id}`)).body
  expect(timeline.map(({ what: line }) => line)).toContain(row.line)
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
})

test.each([
  ['a call after nine minutes', '2', '6:39 AM'],
  ['a wake check', null, '6:35 AM'],
])("CALL-5 %s that can't be placed is reported on the bell and by mail", async (...row) => {
  const [, key, when] = row
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ email: 'counts-on-it@example.com' })
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  if (key === null) await call.hangUp()
  else await call.press(key)
  await faults(app.sandbox.url).add({ fault: 'refuse', code: 21211, times: null })
  await app.clock.advance({ minutes: 10 })
  expect((await person.history()).map(({ status }) => status)).toEqual([
    'failed',
    key === null ? 'unconfirmed' : 'completed',
  ])
  const titles = (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)
  const told = `We couldn't place your call on Fri, Jan 15 at ${when}`
  const silent = 'You picked up on Fri, Jan 15 at 6:30 AM, but we got no sign you were up'
  expect(titles).toEqual(key === null ? [told, silent] : [told])
  const mails = await app.mailbox.mails('counts-on-it@example.com')
  expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(told))
})

test('CALL-9 a call is announced 15 minutes ahead; SKIP skips it, STOP ends texts only', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ ...daily, advanceNotice: true })
  await app.clock.advance({ minutes: 14, seconds: 59 })
  expect(await phone.texts()).toEqual([])
  await app.clock.advance({ seconds: 1 })
  const announced = (await phone.expectText()).body
  expect(announced).toContain('Reveille will call you at 6:30 AM (Berlin time)')
  await phone.text(skipOf(announced).toLowerCase())
  expect((await phone.expectText()).body).toBe(
    "Done. We won't call on Fri, Jan 15 at 6:30 AM. Your next call is still on.",
  )
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])

  await phone.text('STOP')
  await app.clock.advance({ hours: 23, minutes: 15 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await phone.unexpected()).texts).toEqual([])
})

test('CALL-12 CALL-14 I18 a sample confirmed with 1 leaves a real call due now alone, which rings 15 s after its end', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:29:58+01:00' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 3 })
  const sample = await phone.expectCall()
  await sample.pickUp()
  await app.clock.advance({ seconds: 11 })
  await sample.press('1')
  await app.clock.advance({ seconds: 10 })
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ seconds: 8 })
  await (await phone.expectCall()).decline()
})
