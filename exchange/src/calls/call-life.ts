import { finishRecording, recordingUrl } from '../recordings/recording-callbacks.ts'
import type { Recording } from '../recordings/recording.ts'
import type { Exchange } from '../state/exchange.ts'
import { runCall } from '../twiml/run-call.ts'
import { later, stopTimers } from './call-timers.ts'
import { isMute, isOver, type AnsweredBy, type Call, type EndStatus, type LiveCall } from './call.ts'
import { announce, announceVerdict, sendHeld } from './send-callback.ts'

/** Who picks up. A machine plays its greeting before the verdict. */
export type WhoAnswers = 'human' | 'machine'

const verdictAfterMs = { human: 2_000, machine: 4_000 }

/** Rings until the called person acts or the ring time is over. */
export function ring(exchange: Exchange, live: LiveCall): void {
  const { call } = live
  if (isOver(call)) return
  call.startedAt = live.line.now()
  const isSilent = exchange.faults.strikes('status-jump', { to: call.to }) !== null
  if (!isSilent) announce(exchange, live, 'initiated')
  call.status = 'ringing'
  if (!isSilent) announce(exchange, live, 'ringing')
  keep(exchange, call)
  exchange.journal.add('ringing', aboutCall(call))
  exchange.changed.notify()
  if (live.line.kind !== 'scripted') {
    later(live, call.request.Timeout * 1_000, () => endCall(exchange, live, 'no-answer', { sipResponseCode: 487 }))
  }
}

/** Fetches the instructions now, not before somebody picks up, as the carrier does. */
export function pickUp(
  exchange: Exchange,
  live: LiveCall,
  who: WhoAnswers,
  { verdictAfterSeconds }: { verdictAfterSeconds?: number | undefined } = {},
): void {
  const { call, line } = live
  if (call.status !== 'ringing') return
  call.answeredAt = line.now()
  line.beginTalk()
  call.status = 'in-progress'
  stopTimers(live)
  announce(exchange, live, 'answered')
  keep(exchange, call)
  exchange.journal.add('answered', { ...aboutCall(call), who })
  exchange.changed.notify()
  const verdict = detect(exchange, live, who)
  const afterMs = verdictAfterSeconds === undefined ? undefined : verdictAfterSeconds * 1_000
  if (verdict !== null) planVerdict(exchange, live, { verdict, who, afterMs })
  if (line.kind !== 'scripted') {
    later(live, call.request.TimeLimit * 1_000, () => endCall(exchange, live, 'completed'))
  }
  void live.activity.track(runInstructions(exchange, live))
}

/** Runs the call's instructions, and hangs up after the last. */
export async function runInstructions(exchange: Exchange, live: LiveCall): Promise<void> {
  try {
    await runCall(exchange, live)
  } catch (error) {
    // Such as an action that isn't a URL. The carrier apologizes and hangs up.
    exchange.journal.add('error', { sid: live.call.sid, code: 12100, message: String(error) })
  }
  // Nobody heard the rest.
  if (live.line.kind === 'telephone' && (live.line.isCut() || isMute(live)))
    endCall(exchange, live, 'failed', { sipResponseCode: 500 })
  else endCall(exchange, live, 'completed')
}

function detect(exchange: Exchange, { call }: LiveCall, who: WhoAnswers): AnsweredBy | null {
  if (!call.request.MachineDetection) return null
  const isWrong = exchange.faults.strikes('amd-wrong', { to: call.to }) !== null
  return (who === 'human') === isWrong ? 'machine_start' : 'human'
}

/** On a scripted line, where speaking takes no time, the verdict waits for the end of the first prompt. */
function planVerdict(
  exchange: Exchange,
  live: LiveCall,
  { verdict, who, afterMs }: { verdict: AnsweredBy; who: WhoAnswers; afterMs: number | undefined },
): void {
  const tookMs = afterMs ?? verdictAfterMs[who]
  const tell = () => {
    live.verdict = null
    live.call.answeredBy = verdict
    announceVerdict(exchange, live, verdict, tookMs)
  }
  if (live.line.kind === 'scripted') live.verdict = { at: live.line.now() + (afterMs ?? 0), tell }
  else later(live, tookMs, tell)
}

/** Ends the call in any state. Idempotent. */
export function endCall(
  exchange: Exchange,
  live: LiveCall,
  status: EndStatus,
  { sipResponseCode }: { sipResponseCode?: number } = {},
): void {
  const { call, line } = live
  if (isOver(call) || exchange.stopped.signal.aborted) return
  stopTimers(live)
  line.endTalk()
  call.status = status
  call.endedAt = line.now()
  if (sipResponseCode) call.sipResponseCode = sipResponseCode
  call.durationSeconds = call.answeredAt === null ? 0 : Math.round((call.endedAt - call.answeredAt) / 1_000)
  const recording = finishRecording(exchange, live)
  announce(exchange, live, 'completed', {
    ...(sipResponseCode && { sipResponseCode }),
    ...(recording?.status === 'completed' && { extra: recordingParameters(exchange, recording) }),
  })
  sendHeld(exchange, live)
  live.over.abort()
  line.close()
  keep(exchange, call)
  exchange.journal.add('ended', { ...aboutCall(call), status, durationSeconds: call.durationSeconds })
  exchange.changed.notify()
  exchange.phones.ended(live)
}

const recordingParameters = (exchange: Exchange, recording: Recording) => ({
  RecordingUrl: recordingUrl(exchange, recording),
  RecordingSid: recording.sid,
  RecordingDuration: String(recording.durationSeconds),
})

export const aboutCall = ({ sid, to, from }: Call) => ({ sid, to, from })

export const keep = (exchange: Exchange, call: Call): void => void exchange.store.save('call', call.sid, call)
