import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { startSandbox } from '../../phone-sandbox/src/sandbox.ts'
import type { Exchange } from './exchange.ts'
import { CALL_TONE_HZ, startLineCustomer } from './line-customer.ts'
import { shareOfTone } from './listening.ts'
import { joinSipHandset } from './sip-handset.ts'
import type { Softphone } from './softphone/softphone.ts'
import { until } from './until.ts'

const NUMBER = '+61491570156'
const TONE_PLAYS_MS = 3_500

/** Checks the line without the product: a tone arrives unchanged, a key arrives, and the call ends. */
export async function checkLine(exchange: Exchange, phone: Softphone): Promise<string> {
  await using sandbox = await startSandbox()
  await using _handset = await joinSipHandset(sandbox.url, exchange)
  const customer = await startLineCustomer(sandbox)
  try {
    const { sid } = await customer.call(NUMBER, 30)
    await phone.rings()
    await phone.pickUp()
    await delay(TONE_PLAYS_MS)
    await phone.press('1')
    const ended = async () => ((await customer.status(sid)) === 'completed' ? true : null)
    await until('the call ends after the key', ended, 10_000)
    assert.deepEqual(customer.keys, ['1'])
    const share = shareOfTone(await phone.heard(), CALL_TONE_HZ)
    assert.ok(share > 0.99, `only ${share} of what was heard is the tone`)
    return `a tone of ${CALL_TONE_HZ} Hz was heard (${(share * 100).toFixed(2)} % of the energy), key 1 arrived`
  } finally {
    customer.close()
  }
}
