import { accountPath, mailDate } from '../calls/call-parameters.ts'
import { laterAnyway } from '../calls/call-timers.ts'
import type { LiveCall } from '../calls/call.ts'
import { sendCallback } from '../calls/send-callback.ts'
import { newSid, type Exchange } from '../state/exchange.ts'
import { FRAME_BYTES, FRAME_MS, SAMPLE_RATE, SILENCE } from '../wav.ts'
import { RECORDING_SOURCE, type RecordedPart, type Recording } from './recording.ts'

export const recordingUrl = ({ account, url }: Exchange, { sid }: Recording): string =>
  `${url()}${accountPath(account)}/Recordings/${sid}`

/** Ends a call's recording and sends its callback. Null if the call isn't recorded. */
export function finishRecording(exchange: Exchange, live: LiveCall): Recording | null {
  const { call } = live
  if (call.request.Record !== 'true' || call.answeredAt === null) return null
  const recording = newRecording(exchange, live)
  if (live.line.recording !== undefined) {
    recording.status = 'processing'
    keepRecording(exchange, recording)
    const made = live.line.recording().then((audio) => {
      if (audio === 'later') return
      completeRecording(exchange, recording, audio)
      announceRecording(exchange, live, recording)
    })
    void live.activity.track(made)
    return recording
  }
  const late = exchange.faults.strikes('recording-late', { to: call.to })
  if (!late) {
    announceRecording(exchange, live, recording)
    return recording
  }
  const status = recording.status
  recording.status = 'processing'
  laterAnyway(live, late.delayMs, () => {
    recording.status = status
    keepRecording(exchange, recording)
    announceRecording(exchange, live, recording)
  })
  return recording
}

function announceRecording(exchange: Exchange, live: LiveCall, recording: Recording): void {
  const { request, sid } = live.call
  const { RecordingStatusCallback: url } = request
  const event = recording.status === 'absent' ? 'absent' : 'completed'
  exchange.journal.add('recording', { sid, recording: recording.sid, status: recording.status })
  if (!url || !request.RecordingStatusCallbackEvent.includes(event)) return
  const parameters = {
    AccountSid: exchange.account.accountSid,
    CallSid: sid,
    RecordingSid: recording.sid,
    RecordingUrl: recordingUrl(exchange, recording),
    RecordingStatus: recording.status,
    RecordingDuration: String(recording.durationSeconds),
    RecordingChannels: '1',
    RecordingStartTime: mailDate(recording.startedAt),
    RecordingSource: RECORDING_SOURCE,
    RecordingTrack: 'both',
    ErrorCode: String(recording.errorCode),
  }
  sendCallback(exchange, live, { purpose: 'recording', callSid: sid, url, parameters }, 'recording')
}

/** Recordings end here: ten minutes of audio are 5 MB. */
const longestSeconds = 600
const bytesPerMs = FRAME_BYTES / FRAME_MS

/** Remembers what a recorded call plays. */
export function recordPart({ call, line, recorded }: LiveCall, mulaw: Uint8Array): void {
  if (call.request.Record !== 'true' || call.answeredAt === null) return
  const sinceAnswer = line.now() - call.answeredAt
  const last = recorded.at(-1)
  // Playing takes no time on a scripted line, so put the parts one after the other.
  const afterLast = line.kind === 'scripted' && last ? last.atMs + last.mulaw.length / bytesPerMs : 0
  recorded.push({ atMs: Math.max(sinceAnswer, afterLast), mulaw })
}

/** Lays out in time what an ended call played, with silence in between. */
function newRecording(exchange: Exchange, { call, recorded }: LiveCall): Recording {
  const seconds = Math.min(call.durationSeconds ?? 0, longestSeconds)
  const isAbsent = seconds < 1 || exchange.faults.strikes('recording-absent', { to: call.to }) !== null
  const made: Recording = {
    sid: newSid(exchange.account, 'RE'),
    callSid: call.sid,
    startedAt: call.answeredAt ?? call.createdAt,
    deleted: false,
    status: isAbsent ? 'absent' : 'completed',
    durationSeconds: isAbsent ? 0 : seconds,
    errorCode: isAbsent ? (seconds < 1 ? 16101 : 16102) : 0,
    audio: isAbsent ? '' : mix(recorded, seconds),
  }
  keepRecording(exchange, made)
  return made
}

/** Null: nothing was recorded. */
export function completeRecording(exchange: Exchange, recording: Recording, audio: Uint8Array | null): void {
  Object.assign(recording, audio === null ? { status: 'absent', errorCode: 16102 } : heardIn(audio))
  keepRecording(exchange, recording)
}

const heardIn = (audio: Uint8Array) => ({
  status: 'completed',
  durationSeconds: Math.round(audio.length / SAMPLE_RATE),
  audio: Buffer.from(audio).toString('base64'),
})

function keepRecording({ recordings, store }: Exchange, recording: Recording): void {
  recordings.set(recording.sid, recording)
  store.save('recording', recording.sid, recording)
}

function mix(parts: RecordedPart[], seconds: number): string {
  const audio = Buffer.alloc(seconds * SAMPLE_RATE, SILENCE)
  for (const { atMs, mulaw } of parts) {
    const at = Math.round(atMs * bytesPerMs)
    if (at < audio.length) audio.set(mulaw.subarray(0, audio.length - at), at)
  }
  return audio.toString('base64')
}
