import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startLineExchange } from '../../exchange/src/line-exchange.ts'
import { COMMANDER, LINE_NUMBER } from './asterisk-settings.ts'
import type { Asterisk } from './asterisk.ts'
import { ACCOUNT, startLineCustomer } from './line-customer.ts'
import type { Softphone } from './softphone.ts'
import type { Sound } from './sound.ts'

const CALLS = 30
const LOUD = 0.05
const TALK_MS = 10_000

export type NumberedPhone = { number: string; endpoint: string; phone: Softphone }

/** Figures of the line for docs/measurements.md. Nothing fails if they're bad: they depend on what else the machine does. */
export async function* measureLine(asterisk: Asterisk, phones: readonly NumberedPhone[]): AsyncGenerator<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const customer = await startLineCustomer()
  try {
    await using exchange = await startLineExchange({
      ...ACCOUNT,
      host: '127.0.0.1',
      port: 0,
      dataDir,
      voiceUrl: null,
      asterisk: { url: asterisk.ariUrl, user: COMMANDER.name, password: COMMANDER.password },
      phones: Object.fromEntries(phones.map(({ number, endpoint }) => [number, endpoint])),
      dial: null,
      lineNumber: LINE_NUMBER,
      linesAtOnce: phones.length,
      warn: (what) => void process.stderr.write(`${what}\n`),
    })
    await customer.report(exchange)
    const called = async ({ number, phone }: NumberedPhone) => {
      const { status, body } = await customer.call(exchange, number, 20, '/long')
      assert.equal(status, 201, body.message)
      await phone.rings()
      await phone.pickUp()
      return performance.now()
    }
    const [bed] = phones
    const firstWords: number[] = []
    const silences: number[] = []
    for (let at = 0; at < CALLS; at++) {
      const pickedUpAt = await called(bed!)
      await delay(1_500)
      const pressedAt = performance.now()
      await bed!.phone.press('1')
      await bed!.phone.ends()
      const { first, last } = loudPart(await bed!.phone.heard())
      firstWords.push(first)
      silences.push(last - (pressedAt - pickedUpAt))
    }
    yield `first word after the pick-up: ${spread(firstWords)}`
    yield `key to silence: ${spread(silences)}`
    await Promise.all(phones.map(called))
    await delay(TALK_MS)
    await Promise.all(phones.map(({ phone }) => phone.hangUp()))
    const gaps = await Promise.all(phones.map(async ({ phone }) => longestGap(await phone.heard())))
    yield `${phones.length} calls at once for ${TALK_MS / 1_000} s, the longest gap of each: ${spread(gaps)}`
  } finally {
    customer.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const spread = (values: readonly number[]): string => {
  const sorted = values.map(Math.round).toSorted((a, b) => a - b)
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, p99 ${sorted[Math.ceil(sorted.length * 0.99) - 1]} ms of ${sorted.length}`
}

/** When the first and the last loud sample was heard, in ms. */
function loudPart({ samples, rate }: Sound): { first: number; last: number } {
  const isLoud = (sample: number) => Math.abs(sample) > LOUD
  const ms = (at: number) => (at / rate) * 1_000
  return { first: ms(samples.findIndex(isLoud)), last: ms(samples.findLastIndex(isLoud)) }
}

/** The longest silence in a tone, in ms. */
function longestGap({ samples, rate }: Sound): number {
  let [longest, loudAt] = [0, -1]
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) <= LOUD) continue
    if (loudAt >= 0) longest = Math.max(longest, at - loudAt)
    loudAt = at
  }
  return (longest / rate) * 1_000
}
