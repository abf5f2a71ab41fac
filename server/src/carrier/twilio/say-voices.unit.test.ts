import { readNamedVoices, type NamedVoices } from '@reveille/core/speech/named-voices'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { sayVoices } from './say-voices.ts'
import { twiml } from './twiml.ts'

const DAY = 24 * 3_600_000
const words = 'Up </prosody></Say><Dial>+19005550100</Dial> & <break/>'
const escaped = 'Up &lt;/prosody&gt;&lt;/Say&gt;&lt;Dial&gt;+19005550100&lt;/Dial&gt; &amp; &lt;break/&gt;'

function speaking(chosen: string | null) {
  const state = { now: 0 }
  const named = chosen === null ? null : chosen === '' ? {} : (readNamedVoices(chosen) as NamedVoices)
  const voices = sayVoices(named, { now: () => state.now })
  const say = (voiceId: (typeof VOICE_IDS)[number] | null, text = words) => {
    const steps = [{ do: 'speak', text, audioPath: null } as const]
    const document = twiml(steps, { publicUrl: 'https://wake.example', voice: voices.of(voiceId) })
    return /<Response>(.*)<\/Response>/.exec(document)?.[1]
  }
  return { state, voices, say }
}

test('CALL-8 by default the carrier speaks with a basic voice, whose name every carrier knows', () => {
  const { say } = speaking(null)
  expect(say(null)).toBe(`<Say>${escaped}</Say>`)
  expect(VOICE_IDS.map((id) => say(id))).toEqual(
    VOICE_IDS.map((id) =>
      id === 'lily' || id === 'radio-station' ? `<Say voice="woman">${escaped}</Say>` : `<Say>${escaped}</Say>`,
    ),
  )
})

test('CALL-8 CALL-6 a neural voice has its own language and style, and what a person wrote is never markup', () => {
  const { say } = speaking('')
  expect(say('jocko')).toBe(
    `<Say voice="Google.en-US-Neural2-J" language="en-US"><prosody rate="95%" pitch="-3st">${escaped}</prosody></Say>`,
  )
  expect(say('liam')).toBe(`<Say voice="Polly.Matthew-Neural" language="en-US">${escaped}</Say>`)
  expect(say('lily')).toBe(
    `<Say voice="Polly.Ruth-Neural" language="en-US"><prosody rate="90%">${escaped}</prosody></Say>`,
  )
  expect(new Set(VOICE_IDS.map((id) => /voice="(.*?)"/.exec(say(id) ?? '')?.[1])).size).toBe(VOICE_IDS.length)
  expect(say('lily', ' ')).toBe('')
})

test('CALL-8 CARRIER_VOICES replaces single voices, each in its own language and without markup it would refuse', () => {
  const { say } = speaking(
    'bill=Polly.Brian-Neural:0.85,jocko=Google.en-US-Chirp3-HD-Orus:0.9,liam=Polly.Matthew-Generative',
  )
  expect(say('bill', 'Up')).toBe(
    '<Say voice="Polly.Brian-Neural" language="en-GB"><prosody rate="85%">Up</prosody></Say>',
  )
  expect(say('jocko', 'Up')).toBe('<Say voice="Google.en-US-Chirp3-HD-Orus" language="en-US">Up</Say>')
  expect(say('liam', 'Up')).toBe('<Say voice="Polly.Matthew-Generative" language="en-US">Up</Say>')
  expect(say('todd-thomas', 'Up')).toContain('pitch="+2st"')
})

test("CALL-8 CALL-6 Bill pauses before his punch line, the others don't, and generative voices take no markup", () => {
  const words = 'I asked the bed, and it has 1,000 other plans.'
  const breath = '<break time="400ms"/>'
  const { say } = speaking('')
  expect(say('bill', words)).toBe(
    `<Say voice="Polly.Gregory-Neural" language="en-US"><prosody rate="90%">I asked the bed, ${breath}and it has 1,000 other plans.</prosody></Say>`,
  )
  for (const id of VOICE_IDS.filter((voiceId) => voiceId !== 'bill')) expect(say(id, words)).not.toContain('<break')
  expect(speaking('bill=Polly.Brian-Neural').say('bill', words)).toContain(`bed, ${breath}and`)
  for (const chosen of ['bill=Polly.Stephen-Generative', null])
    expect(speaking(chosen).say('bill', words)).not.toContain('<break')
})

test('CALL-8 a basic voice named in CARRIER_VOICES gets no markup, which would silence it', () => {
  const { say } = speaking('bill=man,lily=woman:0.9')
  expect(say('bill', 'Up, up.')).toBe('<Say>Up, up.</Say>')
  expect(say('lily', 'Up, up.')).toBe('<Say voice="woman">Up, up.</Say>')
})

test('CALL-8 after a failure basic voices speak for a day', () => {
  const { state, voices, say } = speaking('')
  voices.rest()
  expect(say('jocko', 'Up')).toBe('<Say>Up</Say>')
  state.now = DAY - 1
  expect(say('lily', 'Up')).toBe('<Say voice="woman">Up</Say>')
  state.now = DAY
  expect(say('lily', 'Up')).toContain('Polly.Ruth-Neural')
})
