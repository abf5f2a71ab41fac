import { SCRIPT_PARTS, type Prompt, type ScriptPart } from '@reveille/core/calls/call-script'
import { expect, test } from 'vitest'
import { logged } from '../../../test/harness/app/start-calls.ts'
import { startServed } from '../../../test/harness/app/start-served.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const NOT_SAID = 'carrier could not speak; using its basic voices for a day'

/** Three people's phones ring, and the carrier's requests arrive. */
async function startRinging(settings: Record<string, string> = {}) {
  const log = logged()
  const askedOf: string[] = []
  const carrier = {
    async failedSpeech(id: string) {
      askedOf.push(id)
      if (id === 'CA3') throw new Error('no answer')
      return id === 'CA1' ? [13_520] : []
    },
  }
  const started = await startServed({ now: NOW, settings, carrier, logTo: log.to })
  for (const id of [1, 2, 3])
    await started.call(id, { stage: 'placed', holds_line: true, carrier_call_id: `CA${id}`, prepare_at: null })
  return { ...started, log, askedOf }
}

test('CALL-10 S29 signed carrier events and verdicts are applied, unsigned ones are rejected', async () => {
  await using started = await startRinging()
  const { callback, callNow, log, askedOf } = started
  const ringing = { CallSid: 'CA1', CallStatus: 'ringing' }
  expect((await callback('/callbacks/status/token1', ringing, 'another')).status).toBe(403)
  expect((await callNow(1)).ringing_at).toBeNull()
  expect(await callback('/callbacks/status/token1', ringing)).toEqual({ status: 204, body: '' })
  expect((await callNow(1)).ringing_at).toBe(NOW)
  expect((await callback('/callbacks/machine/token1', { CallSid: 'CA1', AnsweredBy: 'machine_start' })).status).toBe(
    204,
  )
  expect((await callNow(1)).machine).toBe(true)
  // A human verdict changes nothing.
  expect((await callback('/callbacks/machine/token2', { CallSid: 'CA2', AnsweredBy: 'human' })).status).toBe(204)
  expect([(await callNow(2)).machine, log.said('callback applied').length]).toEqual([false, 2])
  for (const road of ['voice', 'key'])
    expect((await callback(`/callbacks/${road}/token1`, { CallSid: 'CA1' }, 'another')).status).toBe(403)
  expect(askedOf).toEqual([])
})

test('CALL-7 WAKE-11 an answered call is told what to say, a machine only the name, and a key what follows', async () => {
  await using started = await startRinging()
  const { callback, url, counted } = started
  const form = { CallSid: 'CA1' }
  const machine = (await callback('/callbacks/voice/token1?machine=1', form)).body
  const name = 'Reveille wake-up call for Robin.'
  expect(machine).toMatch(new RegExp(`<Say>${name}</Say></Gather>.+at=machine&amp;said=1`))
  expect(await counted()).toContain(`reveille_speech_characters_total{engine="carrier-basic"} ${name.length}`)
  const opening = (await callback('/callbacks/voice/token1', form)).body
  expect(opening).toMatch(
    new RegExp(`/key/token1\\?at=message&amp;asked=1".*<Say>${name}</Say><Play>.+<Say>.+</Gather>`),
  )
  const key = '/callbacks/key/token1'
  expect((await callback(`${key}?at=message&asked=2`, form)).body).toContain(`${url}${key}?at=message&amp;asked=3`)
  expect((await callback(`${key}?at=message&asked=1`, { ...form, Digits: '1' })).body).toContain('<Hangup/>')
  expect((await callback('/callbacks/voice/token9', form)).body).toContain('<Response><Hangup/></Response>')
})

test("CALL-8 when the carrier speaks it is asked what it couldn't say, at the end and after silence", async () => {
  await using started = await startRinging({ SPEECH_ENGINE: 'carrier' })
  const { callback, askedOf, log, clock, counted } = started
  const end = (id: number) => ({ CallSid: `CA${id}`, CallStatus: 'completed', CallDuration: '20' })
  const silent = '/callbacks/key/token2?at=message&asked=1'
  await callback(silent, { CallSid: 'CA2', Digits: '7' })
  await callback('/callbacks/status/token1', { CallSid: 'CA1', CallStatus: 'ringing' })
  expect(askedOf).toEqual([])
  await callback(silent, { CallSid: 'CA2' })
  expect([askedOf, log.said(NOT_SAID)]).toEqual([['CA2'], []])
  await callback('/callbacks/status/token1', end(1))
  await clock.advance({ ms: 1 })
  expect([askedOf, log.said(NOT_SAID)]).toMatchObject([['CA2', 'CA1'], [{ carrierCallId: 'CA1', codes: [13_520] }]])
  // A carrier that doesn't answer causes no trouble.
  await callback('/callbacks/key/token3?at=message&asked=1', { CallSid: 'CA3' })
  expect(log.said('carrier did not report whether it could speak')).toMatchObject([{ carrierCallId: 'CA3' }])
  expect(await counted()).toContainEqual(expect.stringMatching(/^reveille_speech_characters_total{engine="carrier"} /))
})

/** Words of which these parts are spoken. */
function scriptWith(...spoken: ScriptPart[]): string {
  const prompt = (part: ScriptPart): Prompt => ({ text: part, clips: spoken.includes(part) ? ['clip'] : [] })
  return JSON.stringify({
    ...Object.fromEntries(SCRIPT_PARTS.map((part) => [part, prompt(part)])),
    taskPrompts: [],
  })
}

test('CALL-8 only a sample waits for its name, and then its message, to be spoken', async () => {
  await using started = await startRinging()
  const { services, callback, call } = started
  services.storage.exists = async () => true
  const speaking = { kind: 'sample', prepare_at: new Date(NOW) } as const
  const voice = '/callbacks/voice/token1'
  const key = '/callbacks/key/token1'
  const form = { CallSid: 'CA1' }
  await call(1, { ...speaking, script: null })
  await call(2, { prepare_at: new Date(NOW), script: null })
  let isAnswered = false
  const waits = async (path: string) => {
    isAnswered = false
    const answer = await callback(path, form)
    isAnswered = true
    return answer.body
  }
  const name = waits(voice)
  // Neither a machine nor a call that was due for preparation before it rang waits.
  expect((await callback(`${voice}?machine=1`, form)).body).toContain('<Say>')
  expect((await callback('/callbacks/voice/token2', { CallSid: 'CA2' })).body).toContain('<Say>')
  expect(isAnswered).toBe(false)
  await call(1, { script: scriptWith('name') })
  expect(await name).toMatch(/asked=0.*<Play>/)

  const message = waits(`${key}?at=message&asked=0`)
  // A key, and an earlier question, get an answer at once.
  expect((await callback(`${key}?at=message&asked=0`, { ...form, Digits: '7' })).body).toContain('onlyTheseKeys')
  expect((await callback(`${key}?at=message&asked=1`, form)).body).toContain('asked=2')
  expect((await callback(`${key}?at=task&round=1&silences=0`, form)).body).toContain('parting')
  expect(isAnswered).toBe(false)
  await call(1, { script: scriptWith('name', 'message') })
  expect(await message).toMatch(/asked=1.*<Play>/)
})

test('CALL-8 when clips are played the carrier is not asked what it could say', async () => {
  await using started = await startRinging()
  const { services, callback, call, clock, askedOf, counted } = started
  await call(1, { script: scriptWith(...SCRIPT_PARTS) })
  services.storage.exists = async () => true
  expect((await callback('/callbacks/voice/token1', { CallSid: 'CA1' })).body).toContain('<Play>')
  const key = '/callbacks/key/token1?at=message&asked=1'
  expect((await callback(key, { CallSid: 'CA1' })).body).toContain('asked=2')
  expect((await callback(key, { CallSid: 'CA1', Digits: '1' })).body).toContain('<Hangup/>')
  await callback('/callbacks/status/token1', { CallSid: 'CA1', CallStatus: 'completed', CallDuration: '20' })
  await clock.advance({ ms: 1 })
  expect(askedOf).toEqual([])
  expect((await counted()).filter((line) => line.includes('engine="carrier'))).toEqual([])
})
