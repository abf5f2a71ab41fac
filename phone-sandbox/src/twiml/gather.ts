import type { LiveCall } from '../calls/call.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Verb } from './document.ts'
import { isPrompt, speak, wholeNumber } from './speak.ts'
import { sourceAt, type Step, type Surroundings } from './step.ts'

/**
 * Plays the prompts, interrupted by the first key, and collects keys until there are enough, the finishing key comes or
 * none comes in time. Without keys the next instruction follows, unless actionOnEmptyResult is set.
 */
export async function gather(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<Step> {
  const { keypad } = live.line
  const bargeIn = keypad.listen()
  const prompting = { ...around, stop: AbortSignal.any([around.stop, bargeIn]) }
  for (const prompt of verb.children.filter(isPrompt)) {
    if (!prompting.stop.aborted) await speak(exchange, live, prompt, prompting)
  }
  const { digits, finishedOnKey } = await collect(live, verb, around.stop)
  keypad.deaf()
  if (around.stop.aborted) return 'hang-up'
  exchange.journal.add('gathered', { sid: live.call.sid, digits, finishedOnKey })
  if (digits === '' && verb.attributes['actionOnEmptyResult'] !== 'true') return 'next'
  const extra = { Digits: digits, FinishedOnKey: finishedOnKey, msg: 'Gather End' }
  return sourceAt(verb.attributes['action'], verb.attributes['method'], around.base, extra)
}

async function collect(live: LiveCall, verb: Verb, stop: AbortSignal) {
  const most = wholeNumber(verb.attributes['numDigits'], 0) || Number.POSITIVE_INFINITY
  const timeout = wholeNumber(verb.attributes['timeout'], 5)
  const finishing = verb.attributes['finishOnKey'] ?? '#'
  let digits = ''
  while (digits.length < most && !stop.aborted) {
    const key = await live.line.nextKey(timeout, stop)
    if (key === null) break
    if (finishing.includes(key)) return { digits, finishedOnKey: key }
    digits += key
  }
  return { digits, finishedOnKey: '' }
}
