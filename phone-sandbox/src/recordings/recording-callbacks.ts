import { mailDate } from '../calls/call-parameters.ts'
import { laterAnyway } from '../calls/call-timers.ts'
import type { LiveCall } from '../calls/call.ts'
import { sendCallback } from '../calls/send-callback.ts'
import { accountPath } from '../exchange/account-path.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { keepRecording, newRecording } from './make-recording.ts'
import type { Recording } from './recording.ts'

export const recordingUrl = ({ account, url }: Exchange, { sid }: Recording): string =>
  `${url()}${accountPath(account)}/Recordings/${sid}`

/** Ends the recording of a recorded call, and tells its subscriber. Null: nothing was to be recorded. */
export function finishRecording(exchange: Exchange, live: LiveCall): Recording | null {
  const { call } = live
  if (call.request.Record !== 'true' || call.answeredAt === null) return null
  const recording = newRecording(exchange, live)
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
  const { RecordingStatusCallback: url, RecordingStatusCallbackMethod: method } = request
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
    RecordingChannels: String(recording.channels),
    RecordingStartTime: mailDate(recording.startedAt),
    RecordingSource: recording.source,
    RecordingTrack: recording.track,
    ErrorCode: String(recording.errorCode),
  }
  sendCallback(exchange, live, { purpose: 'recording', callSid: sid, url, method, parameters }, 'recording')
}
