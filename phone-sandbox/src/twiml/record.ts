import type { LiveCall } from '../calls/call.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { newMessageRecording } from '../recordings/make-recording.ts'
import { recordingUrl } from '../recordings/recording-callbacks.ts'
import type { Verb } from './document.ts'
import { wholeNumber } from './speak.ts'
import { sourceAt, type Step, type Surroundings } from './step.ts'

const anyKey = '1234567890*#'

/** Records the person until a key, silence or the limit ends it, then passes the recording's address to the action. */
export async function record(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<Step> {
  const { line, call } = live
  const begun = line.now()
  line.keypad.listen()
  const limit = Math.min(wholeNumber(verb.attributes['timeout'], 5), wholeNumber(verb.attributes['maxLength'], 3_600))
  const key = await nextOf(verb.attributes['finishOnKey'] ?? anyKey, () => line.nextKey(limit, around.stop))
  line.keypad.deaf()
  if (around.stop.aborted) return 'hang-up'
  const seconds = Math.max(1, Math.round((line.now() - begun) / 1_000))
  const recording = newMessageRecording(exchange, call, seconds)
  return sourceAt(verb.attributes['action'], verb.attributes['method'], around.base, {
    RecordingUrl: recordingUrl(exchange, recording),
    RecordingSid: recording.sid,
    RecordingDuration: String(seconds),
    Digits: key ?? '',
  })
}

/** Waits for one of these keys, or silence; other keys have no meaning. */
async function nextOf(finishing: string, nextKey: () => Promise<string | null>): Promise<string | null> {
  for (;;) {
    const key = await nextKey()
    if (key === null || finishing.includes(key)) return key
  }
}
