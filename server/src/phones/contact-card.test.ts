import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { readCard } from '../../test/harness/formats/content-lines.ts'

test('PHONE-15 the contact card has our calling number, for visitors too', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const response = await fetch(`${app.url}/api/contact.vcf`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;Reveille wake-up call;;;',
    'FN:Reveille wake-up call',
    `TEL;TYPE=VOICE:${app.services.config.carrier.callerNumbers[0]}`,
    'END:VCARD',
  ]
  expect(card[4]).toMatch(/:\+1\d{10}$/)
  const bytes = await response.bytes()
  expect(Buffer.from(bytes).toString()).toBe(`${card.join('\r\n')}\r\n`)
  expect(readCard(bytes).map(({ name }) => name)).toEqual(['VERSION', 'N', 'FN', 'TEL'])
})
