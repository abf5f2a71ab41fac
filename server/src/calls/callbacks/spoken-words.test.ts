import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { signatureOf } from '../../carrier/twilio/signature.ts'
import { readMuLawWav } from '../../speech/audio/wav.ts'

test('LINE-4 words without a clip are spoken at once by the embedded engine, and only for the carrier', async () => {
  await using app = await startTestApp({ heard: true, now: '2027-01-15T06:00:00Z' })
  const url = `${app.url}/callbacks/words?${new URLSearchParams({ voice: 'liam', text: 'Your code is. 1. 2. 3.' })}`
  const signature = signatureOf(app.sandbox.authToken, url, {})
  const spoken = await fetch(url, { headers: { 'x-twilio-signature': signature } })
  expect(spoken.status).toBe(200)
  expect(readMuLawWav(Buffer.from(await spoken.arrayBuffer())).data.length).toBeGreaterThan(8_000)
  expect((await fetch(url)).status).toBe(403)
  const forged = signatureOf('another', url, {})
  expect((await fetch(url, { headers: { 'x-twilio-signature': forged } })).status).toBe(403)
})

test('PREF-4 LINE-4 during a rolling update, words in a voice that only the newer process knows are spoken', async () => {
  await using app = await startTestApp({ heard: true, now: '2027-01-15T06:00:00Z' })
  const url = `${app.url}/callbacks/words?${new URLSearchParams({ voice: 'newer', text: 'Wake up.' })}`
  const signature = signatureOf(app.sandbox.authToken, url, {})
  const spoken = await fetch(url, { headers: { 'x-twilio-signature': signature } })
  expect(readMuLawWav(Buffer.from(await spoken.arrayBuffer())).data.length).toBeGreaterThan(2_000)
})
