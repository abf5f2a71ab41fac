import { faults } from '@reveille/exchange/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:29:00Z'
const daily = { wakeupTime: '06:30', timezone: 'Etc/UTC', callRetry: false }
const TOO_LATE = "We couldn't place this call within 10 minutes of its time, so we didn't place it late"
const AN_HOUR_MS = 60 * 60_000

test('CALL-5 a call still queued at the carrier at its cut-off is ended there, and the next one rings', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await faults(app.sandbox.url).add({ fault: 'queue-delay', delayMs: AN_HOUR_MS, to: person.phone })
  await person.schedule(daily)
  await app.clock.advance({ minutes: 11 })
  await expect.poll(() => person.history()).toMatchObject([{ kind: 'first', status: 'failed', reason: TOO_LATE }])
  await app.clock.advance({ seconds: 10 })
  await expect
    .poll(async () => (await app.carrierLog()).filter(({ kind }) => kind === 'ended'))
    .toMatchObject([{ status: 'canceled' }])
  expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).decline()
})

test('CALL-14 a call whose end the carrier never reports ends as unanswered within half an hour', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await app.clock.advance({ minutes: 1 })
  await phone.expectCall() // it keeps ringing: the carrier's own time stands still
  await app.clock.advance({ minutes: 30 })
  await expect.poll(() => person.history()).toMatchObject([{ status: 'no_answer' }])
})
