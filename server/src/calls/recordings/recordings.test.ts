import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Handset } from '@reveille/exchange/testing/handset'
import { expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'

const PHONE = '+4915123456789'
const EVENING = '2027-01-14T20:00:00+01:00'

/** Call ids repeat across tests, so each app has its own recordings folder. */
async function startApp(): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-recordings-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return startTestApp({ now: EVENING, settings: { STORAGE_URL: `file:${folder}` } })
}

const agree = (person: Person, recording = true) => person.send('PUT', '/api/account/consents', { recording })

async function personWithCall(app: TestApp): Promise<{ phone: Handset; person: Person }> {
  const phone = await app.phone(PHONE)
  const person = await app.person({ phone: PHONE })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  return { phone, person }
}

async function takeCall(phone: Handset): Promise<void> {
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
}

/** When each call's recording is due to be looked up, or null once it was reported. */
const soughtAt = async (app: TestApp) =>
  (await app.services.db.selectFrom('calls').select('seek_recording_at').execute()).map(
    (call) => call.seek_recording_at,
  )

/** How many recordings the carrier made, and how many it still has. */
async function atCarrier(app: TestApp): Promise<{ made: number; left: number }> {
  const log = await app.carrierLog()
  const made = log.filter(({ kind }) => kind === 'recording').length
  return { made, left: made - log.filter(({ kind }) => kind === 'recording-deleted').length }
}

const lastWords = async (app: TestApp): Promise<string> => {
  const calls = await app.services.db.selectFrom('calls').select('script').orderBy('id').execute()
  return calls.at(-1)?.script?.message.text ?? ''
}

test('CALL-13 S42 with consent a call announces its recording, which is fetched, deleted at the carrier and played to its person', async () => {
  await using app = await startApp()
  const { phone, person } = await personWithCall(app)
  await agree(person)
  await app.clock.advance({ hours: 10, minutes: 30 })
  await takeCall(phone)
  await app.clock.advance({ minutes: 1 })

  expect([await soughtAt(app), await lastWords(app)]).toEqual([
    [null],
    expect.stringContaining('This call is recorded, as you agreed.'),
  ])
  expect(await atCarrier(app)).toEqual({ made: 1, left: 0 })
  const [entry] = await person.history()
  expect(entry?.recordingUrl).toBe(`/api/call/${entry?.id}/recording`)
  const details = await person.get<{ timeline: { what: string }[] }>(`/api/call/${entry?.id}`)
  expect(details.body.timeline.map(({ what }) => what)).toContain('Recording saved')

  const sound = await fetch(app.url + entry?.recordingUrl, { headers: { cookie: person.cookie } })
  expect(
    Buffer.from(await sound.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('RIFF')
})

test('CALL-13 S41 a consent withdrawn one second before the call is honored', async () => {
  await using app = await startApp()
  const { phone, person } = await personWithCall(app)
  await agree(person)
  await app.clock.advance({ hours: 10, minutes: 29, seconds: 59 })
  expect(await lastWords(app)).toContain('recorded')
  await agree(person, false)
  // Even if the new words come too late, the consent at the second of the call decides.
  await app.clock.advance({ ms: 1 })
  await app.services.db.updateTable('calls').set({ announces_recording: true }).execute()
  await app.clock.advance({ ms: 999 })
  await takeCall(phone)
  expect(await atCarrier(app)).toEqual({ made: 0, left: 0 })
  expect(await lastWords(app)).not.toContain('recorded')
})

test('CALL-13 a consent given when the words are ready changes them, or nothing is recorded', async () => {
  await using app = await startApp()
  const { phone, person } = await personWithCall(app)
  await app.clock.advance({ hours: 10, minutes: 20 })
  expect(await lastWords(app)).not.toContain('recorded')
  await agree(person)
  await app.clock.advance({ minutes: 10 })
  expect(await lastWords(app)).toContain('recorded')
  await takeCall(phone)
  await app.clock.advance({ minutes: 1 })
  expect(await atCarrier(app)).toEqual({ made: 1, left: 0 })

  // Tomorrow's words predate the consent, so that call is dialed without recording.
  await app.clock.advance({ hours: 23, minutes: 58, seconds: 59 })
  await app.services.db.updateTable('calls').set({ announces_recording: false }).execute()
  await app.clock.advance({ seconds: 1 })
  await takeCall(phone)
  await app.clock.advance({ minutes: 1 })
  expect(await atCarrier(app)).toEqual({ made: 1, left: 0 })
})
