import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from './document.ts'

const verbsIn = (inner: string) => {
  const parsed = parseDocument(`<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`)
  if (parsed.outcome === 'invalid') throw new Error(parsed.message)
  return parsed.verbs
}
const codeOf = (xml: string) => {
  const parsed = parseDocument(xml)
  return parsed.outcome === 'invalid' ? parsed.code : 'parsed'
}

test('verbs, attributes and nested prompts are read in order', () => {
  const verbs = verbsIn(
    `<Gather numDigits="1" action="/k?a=1&amp;b=2"><Say>Hi</Say><!-- It's 6:30. --><Play>http://x/a.wav</Play></Gather>`,
  )
  expect(verbs).toEqual([
    {
      name: 'Gather',
      attributes: { numDigits: '1', action: '/k?a=1&b=2' },
      text: 'Hihttp://x/a.wav',
      comment: '',
      children: [
        { name: 'Say', attributes: {}, text: 'Hi', comment: '', children: [] },
        { name: 'Play', attributes: {}, text: 'http://x/a.wav', comment: "It's 6:30.", children: [] },
      ],
    },
  ])
})

test.each([
  ['escaped markup', 'a &lt;/Say&gt;&lt;Dial&gt;+19005550100', 'a </Say><Dial>+19005550100'],
  ['numeric entities', '&#33;&#x1F600;', '!😀'],
  ['double escapes', '&amp;lt;', '&lt;'],
  ['speech markup', 'wait <break time="1s"/>for <emphasis>it</emphasis>', 'wait for it'],
])('%s: read as text', (_case, inner, expected) => {
  expect(verbsIn(`<Say>${inner}</Say>`)[0]?.text).toBe(expected)
})

test.each([
  ['<Response><Say>a</Response>', 12100],
  ['<Say>a</Say>', 12100],
  ['not a document', 12100],
  ['<Response><Dial>+19005550100</Dial></Response>', 12100],
  ['<Response><Gather><Hangup/></Gather></Response>', 12200],
  ['<Response><Gather numDigit="1"/></Response>', 12200],
  ['', 'parsed'],
  ['<Response/>', 'parsed'],
])('%s gives %s', (xml, expected) => {
  expect(codeOf(xml)).toBe(expected)
})

test('any input either parses into verbs or is refused with a code', () => {
  const names = [
    'Response',
    'Say',
    'Gather',
    'Play',
    'Hangup',
    'constructor',
    'toString',
    '__proto__',
    'Dial',
    '?xml',
    '!--',
  ]
  const tag = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('', ' loop="1"', ' toString="x"', ' a=1', ' __proto__="y"'))
    .chain(([name, attribute]) => fc.constantFrom(`<${name}${attribute}>`, `</${name}>`, `<${name}${attribute}/>`))
  const units = fc.array(fc.nat(0xff_ff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes))
  const piece = fc.oneof(tag, units, fc.constantFrom('&lt;', '&#0;', ']]>', '<![CDATA['))
  const whole = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        whole,
        whole.map((inner) => `<Response>${inner}</Response>`),
        tag.map((one) => `<Response>${one}</Response>`),
      ),
      (xml) => {
        const parsed = parseDocument(xml)
        if (parsed.outcome === 'invalid') expect([12100, 12200]).toContain(parsed.code)
        else expect(parsed.verbs.every(({ name }) => /^[A-Z][a-z]+$/.test(name))).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
