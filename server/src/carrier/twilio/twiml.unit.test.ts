import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import * as fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { messageTwiml, twiml } from './twiml.ts'

type Step = ScriptStep<AddressedPrompt>

const publicUrl = 'https://wake.example'
const parser = new XMLParser({ ignoreAttributes: false, preserveOrder: true, parseTagValue: false, trimValues: false })

/** The verbs as the carrier's parser sees them, each with its attributes and content. */
type Element = { [name: string]: unknown }
function verbs(steps: Step[]): Element[] {
  const document = twiml(steps, { publicUrl, voice: { voice: 'man' } })
  expect(XMLValidator.validate(document)).toBe(true)
  const [, response] = parser.parse(document) as [unknown, { Response: Element[] }]
  return response.Response
}
/** What must survive of a text: everything but spaces, control characters and what XML can't hold. */
const bare = (text: string) => text.replaceAll(/[\s\p{Cc}\uFFFD-\uFFFF]/gu, '')
const say = (text: string): Step[] => [{ do: 'speak', text, audioPath: null }]
const said = (elements: Element[]): string => {
  const [first] = (elements[0]?.['Say'] ?? []) as { '#text': string }[]
  return first ? String(first['#text']) : ''
}

test('CALL-7 any key interrupts a question, and silence comes back as an answer even if the carrier only moves on', () => {
  const ask: Step = {
    do: 'ask',
    waitS: 8,
    digits: 1,
    answerPath: '/callbacks/voice/t?round=1&zero=0',
    speak: [
      { text: 'Good morning', audioPath: '/speech/a.wav' },
      { text: 'Press 1', audioPath: null },
    ],
  }
  expect(verbs([ask, { do: 'go-on', path: '/more?a=1&b=2' }, { do: 'hang-up' }])).toEqual([
    {
      Gather: [{ Play: [{ '#text': 'https://wake.example/speech/a.wav' }] }, { Say: [{ '#text': 'Press 1' }] }],
      ':@': {
        '@_input': 'dtmf',
        '@_numDigits': '1',
        '@_timeout': '8',
        '@_finishOnKey': '',
        '@_action': 'https://wake.example/callbacks/voice/t?round=1&zero=0',
        '@_method': 'POST',
        '@_actionOnEmptyResult': 'true',
      },
    },
    {
      Redirect: [{ '#text': 'https://wake.example/callbacks/voice/t?round=1&zero=0' }],
      ':@': { '@_method': 'POST' },
    },
    { Redirect: [{ '#text': 'https://wake.example/more?a=1&b=2' }], ':@': { '@_method': 'POST' } },
    { Hangup: [] },
  ])
})

test.each([
  ['markup', '</Say><Dial>+19005550100</Dial>', '</Say><Dial>+19005550100</Dial>'],
  ['a CDATA end', ']]></Say><Reject/>', ']]></Say><Reject/>'],
  ['a comment', '<!-- x --> &amp; "quoted"', '<!-- x --> &amp; "quoted"'],
  ['an emoji', 'up 🌅', 'up 🌅'],
  ['right-to-left words', 'שלום Anna', 'שלום Anna'],
  ['half an emoji', 'a\ud83cb', 'ab'],
  ['control characters', 'a\u0000\u0007\u009bb', 'ab'],
  ['line breaks', 'a\r\nb\tc', 'a b c'],
])('CALL-6 %s in free text is spoken or dropped, never obeyed', (_case, written, heard) => {
  const elements = verbs(say(written))
  expect(elements).toHaveLength(1)
  expect(said(elements)).toBe(heard)
})

test('S31 CALL-6 whatever is written, the script stays one Say with text in it', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", ']', '/', 'S', '\u0000', '\ud800', '\r', ';', '!') }),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      const elements = verbs(say(text))
      const words = bare(text.toWellFormed())
      expect(elements.flatMap((element) => Object.keys(element))).toEqual(words === '' ? [] : ['Say'])
      expect(bare(said(elements))).toBe(words)
    }),
  )
})

test('WAKE-1 WAKE-5 a clip is played without words, and an empty part is left out', () => {
  const speak = [
    { text: 'Ada?', audioPath: null },
    { text: '', audioPath: null },
    { text: '', audioPath: '/earcon' },
  ]
  const ask: Step = { do: 'ask', waitS: 3, digits: 1, answerPath: '/key', speak }
  expect(verbs([{ do: 'speak', text: ' \u0007', audioPath: null }, ask])).toMatchObject([
    { Gather: [{ Say: [{ '#text': 'Ada?' }] }, { Play: [{ '#text': 'https://wake.example/earcon' }] }] },
    { Redirect: [{ '#text': 'https://wake.example/key' }] },
  ])
})

test('CALL-8 a text longer than the carrier accepts is cut, not refused', () => {
  expect(said(verbs(say('wake up '.repeat(1250)))).length).toBeLessThanOrEqual(3000)
  expect(said(verbs(say(`${'x'.repeat(2999)}🌅`)))).toBe('x'.repeat(2999))
})

test('CALL-9 the reply to a text is text, and no reply is an empty document', () => {
  const answer = messageTwiml('Your call at 06:30 </Message><Dial>1</Dial> is skipped.')
  expect(parser.parse(answer)).toEqual([
    expect.anything(),
    { Response: [{ Message: [{ '#text': 'Your call at 06:30 </Message><Dial>1</Dial> is skipped.' }] }] },
  ])
  expect(parser.parse(messageTwiml(null))).toEqual([expect.anything(), { Response: [] }])
})

test("CALL-6 a clip's words accompany it only in the sandbox, and are never markup", () => {
  const steps: Step[] = [{ do: 'speak', text: "It's --> <Dial>1</Dial> --", audioPath: '/a.wav' }]
  const place = { publicUrl, voice: { voice: 'man' } } as const
  expect(twiml(steps, place)).not.toContain('Dial')
  const document = twiml(steps, { ...place, captions: true })
  expect(XMLValidator.validate(document)).toBe(true)
  expect(document).toContain("<!-- It's -> <Dial>1</Dial> - --><Play>https://wake.example/a.wav</Play>")
})

test('LINE-4 for a line without a voice, consecutive words become one file that we speak, and clips stay files', () => {
  const speak = [
    { text: 'Your code is', audioPath: null },
    { text: '7', audioPath: null },
    { text: 'Once more.', audioPath: null },
    { text: 'A clip', audioPath: '/clip' },
  ]
  const steps: Step[] = [{ do: 'ask', waitS: 6, digits: 1, answerPath: '/key', speak }]
  const document = twiml(steps, { publicUrl, voice: { voice: 'man' }, ownVoice: 'liam' })
  expect(document).not.toContain('<Say')
  const files = [...document.matchAll(/<Play>([^<]*)<\/Play>/g)].map(
    ([, file]) => new URL(file!.replaceAll('&amp;', '&')),
  )
  expect(files.map(({ pathname }) => pathname)).toEqual(['/callbacks/words', '/clip'])
  expect(Object.fromEntries(files[0]!.searchParams)).toEqual({ voice: 'liam', text: 'Your code is. 7. Once more.' })
})

test('LINE-4 a long text is spoken in pieces that fit into a URL, and no word is lost', () => {
  const words = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ')
  const document = twiml(say(words), { publicUrl, voice: { voice: 'man' }, ownVoice: 'jocko' })
  const files = [...document.matchAll(/<Play>([^<]*)<\/Play>/g)].map(
    ([, file]) => new URL(file!.replaceAll('&amp;', '&')),
  )
  expect(files.length).toBeGreaterThan(1)
  expect(files.map(({ searchParams }) => searchParams.get('text')).join(' ')).toBe(words)
})
