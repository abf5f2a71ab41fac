import { expect, test } from 'vitest'
import { isOwnRequest } from './guard.ts'

test.each([
  ['a program on this machine', { host: '127.0.0.1:3001' }, true],
  ['the page itself', { host: 'localhost:3001', origin: 'http://localhost:3001' }, true],
  ['another web page', { host: '127.0.0.1:3001', origin: 'https://evil.example' }, false],
  ['a page on another port', { host: '127.0.0.1:3001', origin: 'http://127.0.0.1:3000' }, false],
  ['a host name that resolves to this machine', { host: 'evil.example:3001' }, false],
  ['a page with an opaque origin', { host: '127.0.0.1:3001', origin: 'null' }, false],
  ['an image in another page', { host: '127.0.0.1:3001', 'sec-fetch-site': 'cross-site' }, false],
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
  ['a request without headers', {}, false],
])('%s: allowed is %s', (_case, headers, expected) => {
  expect(isOwnRequest({ headers: headers as Record<string, string> })).toBe(expected)
})
