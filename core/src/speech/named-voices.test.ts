import { expect, test } from 'vitest'
import { type NamedVoices, notACarriersVoice, readNamedVoices, unfamiliarVoices } from './named-voices.ts'

const named = (text: string) => readNamedVoices(text) as NamedVoices

test.each([
  'bill=man',
  'lily=Polly.Amy-Generative:0.9',
  'jocko=Google.en-US-Chirp3-HD-Orus',
  'liam=gcloud.en-GB-Neural2-B',
])('CALL-8 %s could be a carrier voice', (text) => {
  expect(notACarriersVoice(named(text))).toBeNull()
  expect(unfamiliarVoices(named(text))).toEqual([])
})

test.each(['jocko=am_onyx', 'jocko=Polly.Matthew-Neutral', 'jocko=polly.Matthew', 'jocko=Google.Neural2-J'])(
  "CALL-8 %s can't be a carrier voice, and the error shows what one looks like",
  (text) => {
    expect(notACarriersVoice(named(text))).toMatch(
      /^needs names such as man, Polly\.Brian-Neural or Google\.\S+, which '\S+' is not$/,
    )
  },
)

test.each([
  ['jocko', /^must be entries such as jocko=\S+, which 'jocko' is not$/],
  ['rocky=man', /^names 'rocky', no such character; the six are lily, bill, liam, todd-thomas, radio-station, jocko$/],
  ['bill=man, bill=woman', /^names bill twice$/],
])('CALL-8 a setting of voices %j is refused, and the error says why', (text, error) => {
  expect(readNamedVoices(text)).toMatch(error)
})

test('CALL-8 an unfamiliar voice name is reported, since the carrier may stay silent with it', () => {
  expect(unfamiliarVoices(named('bill=Polly.Gregroy-Neural,liam=Polly.Matthew-Neural'))).toEqual([
    'Polly.Gregroy-Neural',
  ])
})
