import { expect, test } from 'vitest'
import { parseDocument } from './document.ts'
import { problemOfSay } from './speak.ts'

const codeOf = (say: string) => {
  const parsed = parseDocument(`<Response>${say}</Response>`)
  return parsed.outcome === 'parsed' ? (problemOfSay(parsed.verbs[0]!)?.code ?? null) : parsed.code
}
const slow = (voice: string, marks = 'rate="90%"') =>
  `<Say voice="${voice}" language="en-US"><prosody ${marks}>Up</prosody></Say>`

test.each([
  ['<Say>Up</Say>', null],
  ['<Say voice="woman">Up</Say>', null],
  [slow('woman'), 13_520],
  [slow('Polly.Ruth-Neural'), null],
  [slow('Polly.Ruth-Neural', 'rate="90%" pitch="-3st"'), 13_520],
  [slow('Google.en-US-Neural2-J', 'rate="90%" pitch="-3st"'), null],
  [slow('Google.en-US-Chirp3-HD-Puck'), 13_520],
  ['<Say voice="Polly.Brian-Neural" language="en-GB">Up<break time="400ms"/></Say>', null],
  ['<Say voice="Polly.Brian-Neural" language="en-US">Up</Say>', 13_512],
  ['<Say voice="Google.en-GB-Neural2-B" language="en-US">Up</Say>', 13_512],
  ['<Say voice="Siri">Up</Say>', 13_512],
])('%s gives error %s', (say, code) => expect(codeOf(say)).toBe(code))
