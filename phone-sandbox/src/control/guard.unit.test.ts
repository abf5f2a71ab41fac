import { expect, test } from 'vitest'
import { isOwnRequest } from './guard.ts'

test.each([
  ['a program of this machine', { host: '127.0.0.1:3001' }, true],
  ['the page itself', { host: 'localhost:3001', origin: 'http://localhost:3001' }, true],
  ['another web page', { host: '127.0.0.1:3001', origin: 'https://evil.example' }, false],
  ['a page of another port', { host: '127.0.0.1:3001', origin: 'http://127.0.0.1:3000' }, false],
  ['a name that points here', { host: 'evil.example:3001' }, false],
  ['a page without an address', { host: '127.0.0.1:3001', origin: 'null' }, false],
  ['a picture in another page', { host: '127.0.0.1:3001', 'sec-fetch-site': 'cross-site' }, false],
  [
    'a link that somebody follows',
    {
      host: 'localhost:3001',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
    true,
  ],
  [
    'a frame in another page',
    {
      host: 'localhost:3001',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    },
    false,
  ],
  ['nobody in particular', {}, false],
])('%s: allowed is %s', (_case, headers, expected) => {
  expect(isOwnRequest({ headers: headers as Record<string, string> })).toBe(expected)
})
