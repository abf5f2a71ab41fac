import { describe, expect, test } from 'vitest'
import { isGenuine, signatureOf } from './signature.ts'

const url = 'https://wake.example/callbacks/status/t0k3n?fallback=1'
const form = { CallSid: 'CA1', Digits: '1' }
const authTokens = ['primary', 'secondary']

describe('S29 a callback is accepted only when the carrier signed it', () => {
  test.each([
    ['+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['+12349013030', '0/KCTR6DLpKmkAf8muzZqo1nDgQ='],
  ])('the carrier’s own example from %s has its documented signature', (from, expected) => {
    const example = { CallSid: 'CA1234567890ABCDE', Caller: from, Digits: '1234', From: from, To: '+18005551212' }
    expect(signatureOf('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', example)).toBe(expected)
  })

  test.each([
    ['the token', { authTokens: ['primary'], signature: signatureOf('primary', url, form) }],
    ['the second token, while tokens rotate', { authTokens, signature: signatureOf('secondary', url, form) }],
  ])('a signature by %s is genuine', (_case, signed) => {
    expect(isGenuine({ url, form, ...signed })).toBe(true)
  })

  const signature = signatureOf('primary', url, form)
  test.each([
    ['a changed value', { form: { ...form, Digits: '2' } }],
    ['an extra parameter', { form: { ...form, CallStatus: 'completed' } }],
    ['a trimmed value', { form, signature: signatureOf('primary', url, { ...form, Digits: ' 1' }) }],
    ['another path', { url: url.replace('t0k3n', 'other') }],
    ['another query', { url: url.replace('fallback=1', 'fallback=2') }],
    ['http instead of https', { url: url.replace('https', 'http') }],
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a truncated signature', { signature: signature.slice(0, -1) }],
    ["a stranger's signature", { signature: signatureOf('stranger', url, form) }],
    ['no token of ours', { authTokens: [] }],
    ['an empty token', { authTokens: [''], signature: signatureOf('', url, form) }],
  ])('%s is refused', (_case, wrong) => {
    expect(isGenuine({ authTokens, url, form, signature, ...wrong })).toBe(false)
  })

  test('a repeated value counts once, and values are sorted', () => {
    const repeated = signatureOf('primary', url, { Tag: ['b', 'a', 'b'] })
    expect(isGenuine({ authTokens, url, form: { Tag: ['a', 'b'] }, signature: repeated })).toBe(true)
    expect(repeated).toBe(signatureOf('primary', `${url}TagaTagb`, {}))
  })

  test.each([
    ['the default port added', 'https://wake.example/x', 'https://wake.example:443/x'],
    ['the default port left out', 'http://wake.example:80/x', 'http://wake.example/x'],
    ['any port left out', 'https://wake.example:8443/x', 'https://wake.example/x'],
  ])('a URL signed with %s is accepted', (_case, ours, signed) => {
    expect(isGenuine({ authTokens, url: ours, form, signature: signatureOf('primary', signed, form) })).toBe(true)
  })

  test('another port is refused', () => {
    const elsewhere = signatureOf('primary', 'https://wake.example:9999/x', form)
    expect(isGenuine({ authTokens, url: 'https://wake.example/x', form, signature: elsewhere })).toBe(false)
  })
})
