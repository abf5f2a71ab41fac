import { expect, test } from 'vitest'
import { eraseAccount } from '../../src/accounts/delete-account.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readMuLawWav } from '../../src/speech/audio/wav.ts'
import { removeClipsOf } from '../../src/speech/clips/clip-folder.ts'
import { startTestApp } from '../harness/app/start-test-app.ts'
import { startObjectStore } from '../harness/outside/object-store.ts'

const EVENING = '2027-01-14T20:00:00Z'
const DAILY = { wakeupTime: '06:30', timezone: 'Etc/UTC' }

async function keysUnder(storage: { list(folder: string): AsyncIterable<string> }, folder: string): Promise<string[]> {
  const keys = []
  for await (const key of storage.list(folder)) keys.push(key)
  return keys
}

test('CALL-8 CALL-13 S44 with S3 a call plays from the bucket, its recording is stored there, and deletion removes both', async () => {
  await using store = await startObjectStore()
  await using app = await startTestApp({ now: EVENING, settings: store.settings })
  const { storage } = app.services
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.send('PUT', '/api/account/consents', { recording: true })
  await person.schedule(DAILY)
  await app.clock.advance({ hours: 10, minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  const [message] = await call.heard()
  await call.press('1', { afterSeconds: 20 })
  if (message?.verb !== 'Play') throw new Error('the carrier spoke itself')
  const clips = await keysUnder(storage, `speech/${person.userId}/`)
  const name = clips.find((key) => message.url.includes(key.slice('speech/'.length, -'.wav'.length)))
  const { data } = readMuLawWav((await storage.get(name!))!)
  expect(readMuLawWav(Buffer.from(message.audio)).data.length).toBeGreaterThan(data.length)

  await app.clock.advance({ minutes: 1 })
  const [recording] = await keysUnder(storage, `recordings/${person.userId}/`)
  const whole = (await storage.get(recording!))!
  const [entry] = await person.history()
  const part = await fetch(app.url + entry!.recordingUrl, {
    headers: { cookie: person.cookie, range: 'bytes=100-199' },
  })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true)

  await inTransaction(app.services.db, (tx) => eraseAccount(app.services, tx, person.userId))
  await app.clock.advance({ minutes: 1 })
  for (const folder of ['speech', 'recordings']) {
    expect(await keysUnder(storage, `${folder}/${person.userId}/`)).toEqual([])
  }
})

test('CALL-8 a storage that fails between preparation and pick-up makes no call late or silent', async () => {
  await using store = await startObjectStore()
  await using app = await startTestApp({ now: EVENING, settings: store.settings })
  const person = await app.person({ name: 'Ada' })
  const phone = await app.phone(person.phone)
  await person.schedule(DAILY)
  await app.clock.advance({ hours: 10, minutes: 29 })
  await store.goAway()
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await call.heard()).map(({ verb }) => verb)).toEqual(['Say', 'Play', 'Say', 'Say'])
  expect((await call.heard())[0]).toMatchObject({ text: 'Reveille wake-up call for Ada.' })
})

test('CALL-8 WAKE-35 the carrier speaks a part whose clip was deleted, and the rest is played', async () => {
  await using app = await startTestApp({ now: EVENING })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(DAILY)
  await app.clock.advance({ hours: 10, minutes: 30 })
  await removeClipsOf(app.services, person.userId)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await call.heard()).map(({ verb }) => verb)).toEqual(['Say', 'Play', 'Play'])
})
