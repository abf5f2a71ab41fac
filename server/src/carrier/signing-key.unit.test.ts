import { expect, test } from 'vitest'
import { twilioCarrier } from './twilio.adapter.ts'
import { signatureOf } from './twilio/signature.ts'

const publicUrl = 'https://wake.example'
const form = { From: '+491555550123', To: '+12025550100', Body: 'SKIP', MessageSid: 'b7c9', AccountSid: 'a3f1' }

const carrier = (signingKey: string | null) =>
  twilioCarrier({
    apiUrl: 'https://space.signalwire.example/api/laml',
    accountSid: '5c0f3c1e-7a51-4c5a-9b1e-000000000000',
    authToken: 'token',
    secondaryAuthToken: null,
    signingKey,
    callerNumbers: ['+12025550100'],
    messagingServiceSid: null,
    publicUrl,
    voices: null,
    clock: { now: () => 0 },
    metrics: { carrierFailed: () => {} },
  })

test.each([
  [
    "the signing key, under SignalWire's header",
    { signingKey: 'key', by: 'key', header: 'x-signalwire-signature' },
    'SKIP',
  ],
  ['the signing key, under Twilio’s header', { signingKey: 'key', by: 'key', header: 'x-twilio-signature' }, 'SKIP'],
  ['the token although a key is set', { signingKey: 'key', by: 'token', header: 'x-signalwire-signature' }, null],
  ['the token when there is no key', { signingKey: null, by: 'token', header: 'x-twilio-signature' }, 'SKIP'],
])('S29 a callback signed by %s is read or refused correctly', (_case, { signingKey, by, header }, read) => {
  const headers = { [header]: signatureOf(by, `${publicUrl}/callbacks/text`, form) }
  const { bearsSignature, readText } = carrier(signingKey)
  expect(bearsSignature(headers)).toBe(true)
  expect(readText({ pathAndQuery: '/callbacks/text', form, headers })?.body ?? null).toBe(read)
})
