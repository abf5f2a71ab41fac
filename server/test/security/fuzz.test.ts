import { expect, test } from 'vitest'
import { personKeys, readPersonalData } from '../../src/accounts/export/export-contents.sql.ts'
import { startTestApp } from '../harness/app/start-test-app.ts'
import { fuzz } from '../harness/fuzz/fuzz.ts'

test("S49 S51 1,000 hostile requests cause no crash and reveal no internals and nobody else's data", async () => {
  const lines: string[] = []
  const settings = {
    LIMIT_CODES_PER_IP: '100000',
    LIMIT_CAPTCHAS_PER_IP: '100000',
    LOG_LEVEL: 'error',
  }
  await using app = await startTestApp({
    now: '2027-01-15T06:00:00Z',
    settings,
    logTo: { write: (line) => void lines.push(line) },
  })
  const canary = await app.person({ name: 'Canaryname', email: 'canary7f3a@example.com', phone: '+4915123450007' })
  await canary.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
  const held = async () => readPersonalData(app.services.db, (await personKeys(app.services.db, canary.userId))!)
  const before = await held()
  const phones: string[] = []
  const signIn = async () => {
    const { phone, cookie } = await app.person({ name: 'Fuzz' })
    phones.push(phone)
    return cookie
  }
  const canaries = ['Canaryname', 'canary7f3a', '15123450007']
  const { faults, statuses } = await fuzz({ url: app.url, signIn, canaries }, { requests: 1_000, seed: 1 })
  expect(faults).toEqual([])
  expect(await held()).toEqual(before)
  expect(lines).toEqual([])
  // Some find the code that turns their own calls back on.
  for (const phone of phones) await (await app.phone(phone)).expectText(0).catch(() => undefined)
  for (const status of ['200', '400', '401', '403', '404']) expect(statuses[status]).toBeGreaterThan(10)
})
