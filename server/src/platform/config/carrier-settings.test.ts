import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from './config.ts'

const FIRST = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'one',
  TWILIO_PHONE_NUMBER: '+12025550100',
  MAIL_URL: 'off',
}
const SECOND = {
  CARRIER_2_ACCOUNT_SID: 'AC2',
  CARRIER_2_AUTH_TOKEN: 'two',
  CARRIER_2_PHONE_NUMBER: '+12025550177',
}

function load(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'reveille-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return loadConfig({ DATA_DIR: folder, ...env })
}

test('CARRIER-11 CARRIER_2_X is to the second carrier what TWILIO_X is to the first', () => {
  expect(load(FIRST).secondCarrier).toBeNull()
  const plain = load({ ...FIRST, ...SECOND }).secondCarrier
  expect(plain).toMatchObject({ accountSid: 'AC2', callerNumbers: ['+12025550177'], signingKey: null })
  expect(plain).toMatchObject({ apiUrl: 'https://api.twilio.com', messagingServiceSid: null })
  const elsewhere = { CARRIER_2_API_URL: 'https://x.example/api', CARRIER_2_SIGNING_KEY: 'k' }
  const { secondCarrier } = load({ ...FIRST, ...SECOND, ...elsewhere })
  expect(secondCarrier).toMatchObject({ apiUrl: 'https://x.example/api', signingKey: 'k' })
})

test.each([
  ['CARRIER_2_AUTH_TOKEN alone', { CARRIER_2_AUTH_TOKEN: 'two' }, /CARRIER_2_AUTH_TOKEN needs CARRIER_2_ACCOUNT_SID/],
  ['no number', { CARRIER_2_ACCOUNT_SID: 'AC2', CARRIER_2_AUTH_TOKEN: 'two' }, /also needs .* CARRIER_2_PHONE_NUMBER/],
  ['the first account again', { ...SECOND, CARRIER_2_ACCOUNT_SID: 'AC1' }, /is the account of TWILIO_ACCOUNT_SID/],
  [
    'a telephone line',
    {
      ...SECOND,
      TWILIO_ACCOUNT_SID: '',
      TWILIO_AUTH_TOKEN: '',
      TWILIO_PHONE_NUMBER: '',
      ASTERISK_URL: 'http://u:p@127.0.0.1:9/ari',
      ASTERISK_PHONES: '+49301234561=PJSIP/601',
      LINE_NUMBER: '+49301234560',
    },
    /ASTERISK_URL and CARRIER_2_ACCOUNT_SID don't work together/,
  ],
  ['two numbers', { ...SECOND, CARRIER_2_PHONE_NUMBER: '+12025550177,+12025550178' }, /must be a phone number/],
])('CARRIER-11 OPS-5 a second carrier with %s is refused in one line', (_what, env, words) => {
  expect(() => load({ ...FIRST, ...env })).toThrow(words)
})
