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
    '<Gather numDigits="1" action="/k?a=1&amp;b=2"><Say>Hi</Say><Play>http://x/a.wav</Play></Gather>',
  )
  expect(verbs).toEqual([
    {
      name: 'Gather',
      attributes: { numDigits: '1', action: '/k?a=1&b=2' },
      text: 'Hihttp://x/a.wav',
      children: [
        { name: 'Say', attributes: {}, text: 'Hi', children: [] },
        { name: 'Play', attributes: {}, text: 'http://x/a.wav', children: [] },
      ],
    },
  ])
})

test.each([
  ['escaped markup', 'a &lt;/Say&gt;&lt;Dial&gt;+19005550100', 'a </Say><Dial>+19005550100'],
  ['numeric entities', '&#33;&#x1F600;', '!😀'],
  ['double escapes', '&amp;lt;', '&lt;'],
  ['markup of speech', 'wait <break time="1s"/>for <emphasis>it</emphasis>', 'wait for it'],
])('%s stay text', (_case, inner, expected) => {
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
