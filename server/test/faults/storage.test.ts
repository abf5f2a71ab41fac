import { expect, test } from 'vitest'
import { eraseAccount } from '../../src/accounts/delete-account.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readMuLawWav } from '../../src/speech/audio/wav.ts'
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
