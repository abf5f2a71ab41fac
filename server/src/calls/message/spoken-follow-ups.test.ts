import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { patientVoice } from '../../../test/harness/outside/patient-voice.ts'
import { speakAhead } from '../../speech/speak-ahead.ts'

const NOW = '2027-01-15T06:00:00Z'
const OWN = {
  goals: ['other'],
  otherGoal: 'paint the shed',
  struggles: ['other'],
  otherStruggle: 'my blanket',
  voice: 'liam',
}

/** Ada with own words, called at 6:30 with a task to solve. `voice` records what engines were asked for. */
async function adaAsleep(app: TestApp) {
  const voice = patientVoice(app)
  const ada = await app.person({ name: 'Ada' })
  await ada.post('/api/user/personalization', OWN)
  await ada.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC', proof: 'strict' })
  const phone = await app.phone(ada.phone)
  const askedSince = (count: number) => voice.asked.slice(count).map(({ text }) => text)
  return { ada, voice, phone, askedSince }
}

/** What a call plays: a file each, with nothing said by the carrier. */
async function filesOf(call: Awaited<ReturnType<Awaited<ReturnType<typeof adaAsleep>>['phone']['expectCall']>>) {
  const heard = await call.heard()
  expect(heard.filter(({ verb }) => verb === 'Say')).toEqual([])
  return heard.flatMap((prompt) => (prompt.verb === 'Play' ? [prompt.url] : []))
}

test.each([
  ['a redial 20 s after a network failure', 20, 503],
  ['a retry 90 s after a declined call', 90, 603],
])('WAKE-35 %s uses the chosen voice and needs no new personal sentence', async (_case, after, sip) => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const { ada, voice, phone, askedSince } = await adaAsleep(app)
  if (sip === 503) await faults(app.sandbox.url).add({ fault: 'status-jump', to: ada.phone }) // it never rang
  await app.clock.advance({ minutes: 30 })
  const before = voice.asked.length
  await (await phone.expectCall()).fail({ sip })
  await app.clock.advance({ seconds: after })
  const call = await phone.expectCall()
  await call.pickUp()
  const files = await filesOf(call)
  expect(files).toHaveLength(1)
  expect(files.join()).toMatch(/\/\d+\/\d+\/[0-9a-f]+~earcon~/)
  expect(askedSince(before).filter((text) => /Ada|shed|blanket/.test(text))).toEqual([])
  await call.hangUp()
})

test('WAKE-35 with every shared clip rendered, follow-ups ask no engine for anything', async () => {
  await using app = await startTestApp({ heard: true, now: NOW, settings: { SPEECH_AHEAD: 'on' } })
  const { voice, phone, askedSince } = await adaAsleep(app)
  const ahead = speakAhead(app.services, new AbortController().signal)
  for (let run = 0; run < 100; run++) await ahead()
  await app.clock.advance({ minutes: 28 })
  const made = new Set(voice.asked.map(({ text }) => text))
  expect(everySharedSentence('liam').filter((text) => !made.has(text))).toEqual([])

  const before = voice.asked.length
  await app.clock.advance({ minutes: 2 })
  for (const next of ['retry', 'retry', 'wake-check']) {
    const call = await phone.expectCall()
    if (next === 'retry') await call.decline()
    else await call.pickUp().then(() => call.hangUp({ afterSeconds: 20 }))
    await app.clock.advance({ minutes: 5 })
  }
  const check = await phone.expectCall()
  await check.pickUp()
  expect(await filesOf(check)).toHaveLength(1)
  expect(askedSince(before)).toEqual([])
  await check.hangUp({ afterSeconds: 20 })
  await app.clock.advance({ minutes: 5 })
  await (await phone.expectCall()).decline()
})

test('WAKE-35 a proven call fetches two files, and the carrier finds both', async () => {
  await using app = await startTestApp({ now: NOW })
  const ada = await app.person({ name: 'Ada' })
  const phone = await app.phone(ada.phone)
  await ada.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  await app.clock.advance({ minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const files = await filesOf(call)
  expect(files).toHaveLength(2)
  for (const url of files) {
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect(url.length).toBeLessThan(2_000)
  }
  const forged = files[0]!.replace('~earcon', '')
  expect((await fetch(forged)).status).toBe(404)
})
