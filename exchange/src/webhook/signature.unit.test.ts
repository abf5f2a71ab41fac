import { expect, test } from 'vitest'
import { signatureOf } from './webhook.ts'

const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const parameters = { CallSid: 'CA1234567890ABCDE', Digits: '1234', To: '+18005551212' }

// The carrier's two published examples.
test.each([
  ['+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
  ['+12349013030', '0/KCTR6DLpKmkAf8muzZqo1nDgQ='],
])('the published example for %s is reproduced', (number, expected) => {
  expect(signatureOf('12345', url, { ...parameters, From: number, Caller: number })).toBe(expected)
})

test('an added parameter or another scheme changes the signature', () => {
  const signature = signatureOf('12345', url, parameters)
  expect(signatureOf('12345', url, { ...parameters, Extra: '' })).not.toBe(signature)
  expect(signatureOf('12345', url.replace('https', 'http'), parameters)).not.toBe(signature)
})
