import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  fakeCarrierAccount,
  OWN_NUMBER,
  SERVICE_SID,
  VERIFY_SID,
  type AccountState,
  type FakeCarrierAccount,
} from '../../../test/harness/outside/carrier-account.ts'
import type { Finding, Installation } from './finding.ts'
import { checkCarrier, checkCarriers, mendCarrier } from './watch-setup.ts'

const PUBLIC_URL = 'https://wake.example'

let fake: FakeCarrierAccount
let well: AccountState
beforeAll(async () => {
  fake = await fakeCarrierAccount(PUBLIC_URL)
  well = structuredClone(fake.state)
})
beforeEach(() => {
  fake.state = structuredClone(well)
  fake.changes.length = 0
  fake.asked.length = 0
})
afterAll(() => fake[Symbol.asyncDispose]())

const account = (authToken = 'the token') => ({ apiUrl: fake.url, accountSid: fake.accountSid, authToken })
const home = (changed: Partial<Installation> = {}): Installation => ({
  publicUrl: PUBLIC_URL,
  callerNumbers: [OWN_NUMBER],
  countries: ['US', 'DE'],
  messagingServiceSid: SERVICE_SID,
  verifyServiceSid: VERIFY_SID,
  texts: true,
  ...changed,
})

const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'right').map(({ what, state, says }) => `${state}: ${what}: ${says}`)

test('CARRIER-1 a correct account passes every check, and nothing is changed', async () => {
  const findings = await checkCarrier(account(), home())
  expect(wrong(findings)).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'Account',
    'Money',
    'Compliance profile',
    `Number ${OWN_NUMBER}`,
    'Texts to us',
    'Calls back to us',
    'Calls to US, DE',
    'Texts to US, DE',
    "Messaging service's numbers",
    "Texts to the messaging service's numbers",
    'Campaign for the United States',
    'Verification service',
    'Public address',
  ])
  await mendCarrier(account(), home())
  expect(fake.changes).toEqual([])
})

test('CARRIER-6 every number we call from is checked', async () => {
  const said = wrong(await checkCarrier(account(), home({ callerNumbers: [OWN_NUMBER, '+493012345678'] })))
  expect(said).toEqual([
    'wrong: Number +493012345678: it does not belong to this account',
    "wrong: Messaging service's numbers: +493012345678: +493012345678 is none of them: every text is refused",
  ])
})

test('CARRIER-1 PHONE-16 without texts nothing about texts is checked, and a voice-only number passes', async () => {
  fake.state.number.capabilities = { voice: true, sms: false }
  Object.assign(fake.state, { textCountries: [], campaigns: ['FAILED'] })
  const findings = await checkCarrier(account(), home({ texts: false, verifyServiceSid: null }))
  expect(wrong(findings)).toEqual([])
  expect(findings.filter(({ what }) => /text|verif/i.test(what))).toEqual([])
})

type Case = { state?: (state: AccountState) => void; home?: Partial<Installation>; token?: string }

test.each<[string, Case, RegExp[]]>([
  [
    'a trial',
    { state: (state) => void (state.type = 'Trial') },
    [/^wrong: Account: Trial account: calls to at most five verified numbers, no texts in our words, ends 30 days/],
  ],
  [
    'no registration',
    { state: (state) => void (state.profiles = ['draft']) },
    [/^wrong: Compliance profile: none is approved: calls to \+1 are refused \(21216\)/],
  ],
  ['a wrong token', { token: 'another' }, [/^wrong: Account: the carrier refuses it \(HTTP 401\)$/]],
  ['suspended', { state: (state) => void (state.status = 'suspended') }, [/^wrong: Account: it is suspended: /]],
  ['no balance', { state: (state) => void (state.balance = '-0.40') }, [/^wrong: Money: -0\.40 USD: no call leaves$/]],
  ['little balance', { state: (state) => void (state.balance = '1.5') }, [/^hint: Money: 1\.50 USD are soon spent$/]],
  [
    'an http address',
    {
      home: { publicUrl: 'http://wake.example' },
      state: ({ number }) =>
        Object.assign(number, {
          sms_url: 'http://wake.example/callbacks/text',
          voice_url: 'http://wake.example/callbacks/inbound-call',
        }),
    },
    [/^wrong: Public address: http:\/\/wake\.example is not https: /],
  ],
  [
    'a voice-only number',
    { state: ({ number }) => void (number.capabilities = { voice: true, sms: false }) },
    [/^wrong: Number \+12025550123: it carries no texts$/],
  ],
  [
    'somebody else’s number',
    { home: { callerNumbers: ['+12025550199'] }, state: (state) => void (state.senders = ['+12025550199']) },
    [/^wrong: Number \+12025550199: it does not belong to this account$/],
  ],
  [
    'a verified caller id',
    {
      home: { callerNumbers: ['+12025550199'] },
      state: (state) => Object.assign(state, { callerIds: ['+12025550199'], senders: ['+12025550199'] }),
    },
    [/^wrong: Number \+12025550199: it's a verified caller ID, not a number of this account: /],
  ],
  [
    'a rejected campaign',
    { state: (state) => void (state.campaigns = ['FAILED']) },
    [/^wrong: Campaign for the United States: it is FAILED: texts there fail \(30034\)$/],
  ],
  [
    'no messaging service',
    { home: { messagingServiceSid: null } },
    [/^hint: Messaging service: none is set: a local number may text the United States only with /],
  ],
  [
    'a missing messaging service',
    { home: { messagingServiceSid: 'MG2' } },
    [/^wrong: Messaging service: there is no MG2$/],
  ],
  [
    'a missing verification service',
    { home: { verifyServiceSid: 'VA2' } },
    [/^wrong: Verification service: there is no VA2$/],
  ],
])('CARRIER-1 a wrong account is reported: %s', async (_case, { state, home: changed, token }, expected) => {
  state?.(fake.state)
  const said = wrong(await checkCarrier(account(token), home(changed)))
  expect(said).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(said[index]).toMatch(pattern)
})

test.each<[string, (state: AccountState) => void, RegExp]>([
  ['calls to no country', (state) => void (state.voiceCountries = ['CA']), /^wrong: Calls to US, DE: .* US, DE$/],
  [
    'texts to one country',
    (state) => void (state.textCountries = ['DE']),
    /^wrong: Texts to US, DE: .* may not reach US$/,
  ],
  [
    'texts that go elsewhere',
    ({ number }) => void (number['sms_url'] = 'https://old.example/sms'),
    /^wrong: Texts to us: they go to https:\/\/old\.example\/sms: nobody can skip a call/,
  ],
  [
    'texts that go to an application',
    ({ number }) => void (number['sms_application_sid'] = 'AP1'),
    /^wrong: Texts to us: they go to AP1: /,
  ],
  [
    "calls back that reach the carrier's demonstration",
    ({ number }) => void (number['voice_url'] = ''),
    /^wrong: Calls back to us: they reach the carrier's own demonstration/,
  ],
  [
    'calls back that go to a trunk',
    ({ number }) => void (number['trunk_sid'] = 'TK1'),
    /^wrong: Calls back to us: they go to TK1/,
  ],
  ['a service without a sender', (state) => void (state.senders = []), /^wrong: Messaging service's numbers: /],
  [
    'a service that keeps incoming texts',
    (state) => void (state.service.use_inbound_webhook_on_number = false),
    /^wrong: Texts to the messaging service's numbers: /,
  ],
  [
    'a verification service with its own codes',
    (state) => void (state.verification.custom_code_enabled = false),
    /^wrong: Verification service: custom codes are off/,
  ],
  [
    'a verification service with shorter codes',
    (state) => void (state.verification.code_length = 4),
    /^wrong: Verification service: its codes have 4 digits, ours 6$/,
  ],
])('CARRIER-2 a fixable setting is fixed when asked, and only then: %s', async (_case, spoil, pattern) => {
  spoil(fake.state)
  const said = wrong(await checkCarrier(account(), home()))
  expect(said).toEqual([expect.stringMatching(pattern)])
  expect(fake.changes).toEqual([])
  const mended = await mendCarrier(account(), home())
  expect(wrong(mended)).toEqual([])
  expect(mended.filter(({ what }) => what.startsWith('Changed: '))).not.toEqual([])
  expect(fake.changes).toHaveLength(1)
  // Expensive numbers, which fraud uses, stay blocked.
  expect(JSON.stringify(fake.changes)).not.toMatch(/high_risk_\w+\\":\\"true/)
})

test('CARRIER-2 an overwrite is reported with its old value, by number and field, and so is a refused change', async () => {
  Object.assign(fake.state.number, {
    sms_url: 'https://old.example/sms',
    sms_method: 'GET',
    voice_url: 'https://old.example/voice',
  })
  const told = async (authToken?: string) =>
    (await mendCarrier(account(authToken), home()))
      .map(({ what, says }) => `${what}: ${says}`)
      .filter((line) => /hanged: /.test(line))
  expect(await told()).toEqual([
    `Changed: Texts to us at ${OWN_NUMBER}, SmsUrl: 'https://old.example/sms' became '${PUBLIC_URL}/callbacks/text'`,
    `Changed: Texts to us at ${OWN_NUMBER}, SmsMethod: 'GET' became 'POST'`,
    `Changed: Calls back to us at ${OWN_NUMBER}, VoiceUrl: 'https://old.example/voice' became '${PUBLIC_URL}/callbacks/inbound-call'`,
  ])
  expect(await told()).toEqual([])
})

test('CARRIER-1 while tokens rotate the check uses the secondary token, as calls do', async () => {
  const rotated = { ...account('the former token'), secondaryAuthToken: 'the token' }
  expect(wrong(await checkCarrier(rotated, home()))).toEqual([])
})

const byKey = ({ secret = 'the secret', token = 'the token' } = {}) => ({
  ...account(token),
  apiKey: { ...well.key, secret },
})

test('CARRIER-5 a key authenticates all requests, and the token is checked only for callbacks', async () => {
  const findings = await checkCarrier(byKey(), home())
  expect(wrong(findings)).toEqual([])
  expect(findings.slice(0, 3).map(({ what, says }) => `${what}: ${says}`)).toEqual([
    'API key: requests sign in by it; it may not look at the account',
    'Auth token: callbacks are verified by it',
    'Account: full and active',
  ])
  const byToken = fake.asked.filter(({ by }) => by !== well.key.sid)
  expect(byToken).toEqual([{ by: fake.accountSid, path: `/2010-04-01/Accounts/${fake.accountSid}.json` }])
})

test.each([
  ['key', { secret: 'revoked' }, /^wrong: API key: the carrier refuses it \(HTTP 401\)$/],
  ['token', { token: 'another' }, /^wrong: Auth token: the carrier refuses it \(HTTP 401\): none of its callbacks/],
])('CARRIER-5 a wrong %s is reported', async (_what, wrongly, expected) => {
  const said = wrong(await checkCarrier(byKey(wrongly), home())).filter((one) => one.startsWith('wrong'))
  expect(said).toEqual([expect.stringMatching(expected)])
})

test('CARRIER-5 a key without access to the account is reported, not counted as a fault', async () => {
  const findings = await checkCarrier({ ...byKey(), signingKey: 'of callbacks' }, home())
  expect(wrong(findings)).toEqual(['unseen: Account: our key may not look'])
  expect(fake.asked.every(({ by }) => by === well.key.sid)).toBe(true)
})

test('CARRIER-1 a restricted key, or a carrier that reveals less, causes no error: what was not seen is listed', async () => {
  const limited = await checkCarrier({ ...account(), apiUrl: `${fake.url}/limited` }, home())
  expect(limited.map(({ state }) => state)).not.toContain('wrong')
  expect(wrong(limited)[0]).toBe('unseen: Account: this carrier does not tell')
  const silent = await checkCarrier({ ...account(), apiUrl: 'http://127.0.0.1:9' }, home())
  expect(wrong(silent)[0]).toBe('wrong: Carrier out of reach: it does not answer, so nothing is known of the account')
})

test('CARRIER-13 both carriers are checked and mended, each at its own address and by its own settings', async () => {
  await using second = await fakeCarrierAccount(`${PUBLIC_URL}/carriers/2`)
  const nothingElse = { secondaryAuthToken: null, apiKey: null, signingKey: null, verifyServiceSid: null }
  const at = ({ url }: FakeCarrierAccount) => ({
    ...account(),
    ...nothingElse,
    apiUrl: url,
    callerNumbers: [OWN_NUMBER] as const,
    messagingServiceSid: null as string | null,
    textKeywords: 'carrier' as const,
    captions: false,
    speaksForIt: false,
  })
  const home = { publicUrl: PUBLIC_URL, countries: ['US'], texts: true, line: null }
  const both = { ...home, carrier: { ...at(fake), messagingServiceSid: SERVICE_SID }, secondCarrier: at(second) }
  expect(wrong(await checkCarriers(both, checkCarrier))).toEqual([])
  const names = (await checkCarriers(both, checkCarrier)).map(({ what }) => what)
  // It sends no texts, but answers those to its number.
  expect(names.filter((what) => what.startsWith('Second carrier: '))).toEqual(
    [
      'Account',
      'Money',
      'Compliance profile',
      `Number ${OWN_NUMBER}`,
      'Texts to us',
      'Calls back to us',
      'Calls to US',
    ].map((what) => `Second carrier: ${what}`),
  )
  second.state.number['voice_url'] = `${PUBLIC_URL}/callbacks/inbound-call`
  const mended = await checkCarriers(both, mendCarrier)
  expect(second.state.number['voice_url']).toBe(`${PUBLIC_URL}/carriers/2/callbacks/inbound-call`)
  expect(mended.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/^Second carrier: Changed: Calls back to us.*VoiceUrl/),
  )
  expect(fake.changes).toEqual([])
  second.state.token = 'another'
  const [refused, ...others] = (await checkCarriers(both, checkCarrier)).filter(({ state }) => state !== 'right')
  expect(others).toEqual([])
  expect(refused).toMatchObject({
    what: 'Second carrier: Account',
    todo: "copy the account's SID and auth token from the carrier's console into CARRIER_2_ACCOUNT_SID and CARRIER_2_AUTH_TOKEN",
  })
  const { secondCarrier: _, ...alone } = both
  expect(await checkCarriers({ ...alone, secondCarrier: null }, checkCarrier)).toEqual(
    (await checkCarriers(both, checkCarrier)).filter(({ what }) => !what.startsWith('Second carrier: ')),
  )
})
