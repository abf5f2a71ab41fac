import * as z from 'zod'
import { CarrierError, type Recording } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { askTwilio, isOk, jsonOf, type TwilioAccount } from './request.ts'

const TIME_LIMIT_MS = 60_000

/**
 * Builds the URL from our settings and an id, never from a callback, and follows no redirect, so nobody can make us
 * fetch from elsewhere.
 */
export async function fetchRecording(account: TwilioAccount, recordingId: string): Promise<Recording | null> {
  const path = `${recordingPath(recordingId)}.wav`
  const answer = await askTwilio(account, { method: 'GET', path, limitMs: TIME_LIMIT_MS })
  if (answer.statusCode === 404) return null
  if (!isOk(answer)) throw new CarrierError('could not fetch a recording', answer.statusCode, errorCode(answer))
  const contentType = String(answer.headers['content-type'] ?? '')
  if (!/^audio\/[\w.+-]+/.test(contentType))
    throw new CarrierError(`no sound but '${contentType.slice(0, 40)}' for a recording`, answer.statusCode, null)
  return { contentType, bytes: answer.body }
}

const RecordingList = z.object({ recordings: z.array(z.object({ sid: z.string().min(1).max(64) })) })

/** A call has few, so they fit the first page. An unknown call has none. */
export async function recordingsOf(account: TwilioAccount, carrierCallId: string): Promise<string[]> {
  const path = `/Calls/${encodeURIComponent(carrierCallId)}/Recordings.json`
  const answer = await askTwilio(account, { method: 'GET', path })
  if (answer.statusCode === 404) return []
  if (!isOk(answer)) throw new CarrierError('could not list recordings', answer.statusCode, errorCode(answer))
  return RecordingList.parse(jsonOf(answer)).recordings.map(({ sid }) => sid)
}

export async function deleteRecording(account: TwilioAccount, recordingId: string): Promise<void> {
  const answer = await askTwilio(account, { method: 'DELETE', path: `${recordingPath(recordingId)}.json` })
  const code = errorCode(answer)
  if (!isOk(answer) && answer.statusCode !== 404) {
    throw new CarrierError('could not delete a recording', answer.statusCode, code)
  }
}

const recordingPath = (recordingId: string): string => `/Recordings/${encodeURIComponent(recordingId)}`
