import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { applicationOf, startLineExchange, type LineExchange } from '../../exchange/src/line-exchange.ts'
import { COMMANDER, FAR, HOUSE, LINE_NUMBER } from './asterisk-settings.ts'
import type { Asterisk } from './asterisk.ts'
import { ACCOUNT, CALL_TONE_HZ, startLineCustomer, type LineCustomer } from './line-customer.ts'
import { shareOfTone } from './listening.ts'
import type { Softphone } from './softphone.ts'

export const APP = applicationOf(ACCOUNT.accountSid)

export type Phones = { bed: Softphone; far: Softphone }

/** Starts the exchange at this Asterisk. `dataDir` keeps the calls of an earlier run. */
export const exchangeAt = (asterisk: Asterisk, dataDir: string, customer: LineCustomer): Promise<LineExchange> =>
  startLineExchange({
    ...ACCOUNT,
    host: '127.0.0.1',
    port: 0,
    dataDir,
    voiceUrl: `${customer.url}/voice`,
    asterisk: { url: asterisk.ariUrl, user: COMMANDER.name, password: COMMANDER.password },
    phones: { [HOUSE.first]: 'PJSIP/601', [HOUSE.second]: 'PJSIP/602' },
    dial: 'PJSIP/{number}@trunk',
    lineNumber: LINE_NUMBER,
    linesAtOnce: 2,
    warn: (what) => void process.stderr.write(`${what}\n`),
  })

/** Checks the line without the product. Yields one line for each promise that holds. */
export async function* checkLine(house: Asterisk, { bed, far }: Phones): AsyncGenerator<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const customer = await startLineCustomer()
  try {
    await using exchange = await exchangeAt(house, dataDir, customer)
    yield await report(exchange, customer)
    yield await toneAndKey(exchange, customer, { phone: bed, to: HOUSE.first, who: 'a phone in the house' })
    yield await toneAndKey(exchange, customer, { phone: far, to: FAR.rings, who: 'a phone behind the trunk' })
    yield* endings(exchange, customer, { bed, far })
    yield await capacity(exchange, customer, { bed, far })
    yield await incoming(customer, far)
  } finally {
    customer.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function report(exchange: LineExchange, customer: LineCustomer): Promise<string> {
  const { findings } = await customer.report(exchange)
  assert.deepEqual(
    findings.map(({ state }) => state),
    ['right', 'right', 'right', 'right', 'hint'],
  )
  return findings.map(({ what, says }) => `${what}: ${says}`).join('; ')
}

type Called = { phone: Softphone; to: string; who: string }

async function toneAndKey(exchange: LineExchange, customer: LineCustomer, { phone, to, who }: Called) {
  const { body } = await customer.call(exchange, to)
  await phone.rings()
  await phone.pickUp()
  await delay(3_500)
  await phone.press('*#1')
  const { status } = await customer.ending(body.sid)
  await phone.ends()
  assert.equal(status, 'completed')
  assert.deepEqual(
    customer.keys.splice(0).map(({ keys }) => keys),
    ['*#1'],
  )
  const share = shareOfTone(await phone.heard(), CALL_TONE_HZ)
  assert.ok(share > 0.95, `only ${share} of what was heard is the tone`)
  return `${who} rang, heard a tone of ${CALL_TONE_HZ} Hz (${(share * 100).toFixed(2)} % of the energy), and its keys * # 1 arrived`
}

/** The table of docs/own-line.md, as far as two Asterisks and softphones can make it. */
async function* endings(exchange: LineExchange, customer: LineCustomer, { bed, far }: Phones): AsyncGenerator<string> {
  const nobody = async () => {}
  const declines = (phone: Softphone) => async () => {
    await phone.rings()
    await phone.decline()
  }
  const cases: [what: string, to: string, act: () => Promise<void>, status: string, sip: string][] = [
    ['declined in the house', HOUSE.first, declines(bed), 'busy', '486'],
    ['nobody answers in the house', HOUSE.first, () => bed.rings(), 'no-answer', '487'],
    ['the phone in the house is off', HOUSE.second, nobody, 'no-answer', '480'],
    ['declined behind the trunk', FAR.rings, declines(far), 'busy', '486'],
    ['nobody answers behind the trunk', FAR.rings, () => far.rings(), 'no-answer', '487'],
    ['busy before any ringing: no line', FAR.busy, nobody, 'failed', '698'],
    ['wrong number', FAR.wrong, nobody, 'failed', '404'],
    ['the provider refuses us', FAR.forbidden, nobody, 'failed', '697'],
    ['congestion: no line', FAR.congested, nobody, 'failed', '698'],
  ]
  for (const [what, to, act, status, sip] of cases) {
    const { body } = await customer.call(exchange, to, 4)
    await act()
    const end = await customer.ending(body.sid)
    assert.deepEqual([end.status, end.sip], [status, sip], what)
    yield `${what}: ${status}, ${sip}`
  }
}

async function capacity(exchange: LineExchange, customer: LineCustomer, { bed, far }: Phones): Promise<string> {
  const first = await customer.call(exchange, HOUSE.first, 4)
  const second = await customer.call(exchange, FAR.rings, 4)
  const third = await customer.call(exchange, HOUSE.first, 4)
  assert.deepEqual([first.status, second.status, third.status], [201, 201, 429])
  await Promise.all([bed.rings(), far.rings()])
  await Promise.all([customer.ending(first.body.sid), customer.ending(second.body.sid)])
  return `a third call on two lines was refused with 429: ${third.body.message}`
}

async function incoming(customer: LineCustomer, far: Softphone): Promise<string> {
  await far.call(LINE_NUMBER)
  await delay(3_500)
  await far.press('*#1')
  await far.ends()
  assert.deepEqual(
    customer.keys.splice(0).map(({ keys }) => keys),
    ['*#1'],
  )
  const share = shareOfTone(await far.heard(), CALL_TONE_HZ)
  assert.ok(share > 0.95, `only ${share} of what the caller heard is the tone`)
  return 'an incoming call was answered and heard the customer'
}
