import { expect, test } from 'vitest'
import { startServed } from '../../test/harness/app/start-served.ts'
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

const SECOND = { number: '+13105550122', token: 'of the second carrier' }

test("CARRIER-12 the second carrier's number is on the card, nobody can register it, and whoever calls or texts it is answered", async () => {
  const CARRIER_2 = { ACCOUNT_SID: 'AC2', AUTH_TOKEN: SECOND.token, PHONE_NUMBER: SECOND.number }
  const named = Object.entries({ ...CARRIER_2, API_URL: 'http://127.0.0.1:9' })
  const settings = Object.fromEntries(named.map(([name, value]) => [`CARRIER_2_${name}`, value]))
  await using started = await startServed({ now: Date.parse('2027-01-15T05:30:00Z'), settings })
  const { services, db, url, callback } = started
  const [first] = services.config.carrier.callerNumbers
  const card = await (await fetch(`${url}/api/contact.vcf`)).text()
  expect(card.match(/(?<=VOICE:).+(?=\r)/g)).toEqual([first, SECOND.number])
  expect(services.phoneNumbers.check(SECOND.number)).toMatchObject({ outcome: 'refused', reason: 'own-number' })

  const call = (path: string, token?: string) =>
    callback(`${path}/inbound-call`, { CallSid: 'CA1', From: '+12025550177', To: SECOND.number }, token)
  expect(await call('/carriers/2/callbacks', SECOND.token)).toEqual(await call('/callbacks'))
  expect((await call('/callbacks')).body).toContain('This is Reveille')
  // Each address takes the signatures of its own carrier only.
  expect([(await call('/carriers/2/callbacks')).status, (await call('/callbacks', SECOND.token)).status]).toEqual([
    403, 403,
  ])
  const stop = { From: '+12025550177', MessageSid: 'SM1', Body: 'Stop texting me' }
  expect(await callback('/carriers/2/callbacks/text', stop, SECOND.token)).toMatchObject({ status: 200 })
  expect(await db.selectFrom('opt_outs').select(['phone', 'kind']).execute()).toEqual([
    { phone: '+12025550177', kind: 'texts' },
  ])
})
