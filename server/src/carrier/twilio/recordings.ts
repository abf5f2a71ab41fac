import * as z from 'zod'
import { CarrierError, type Recording } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { askTwilio, isOk, type TwilioAccount, type TwilioAnswer } from './request.ts'

/** A three-minute call is 3 MB of uncompressed mono audio; anything larger isn't what we requested. */
const LARGEST_BYTES = 16 * 1024 * 1024
const TIME_LIMIT_MS = 60_000

/**
 * Builds the URL from our settings and an id, never from a callback, and follows no redirect, so nobody can make us
 * fetch from elsewhere.
 */
export async function fetchRecording(account: TwilioAccount, recordingId: string): Promise<Recording | null> {
  const path = `${recordingPath(recordingId)}.wav`
  const answer = await askTwilio(account, { method: 'GET', path, limitMs: TIME_LIMIT_MS })
  if (answer.statusCode === 404) return discard(answer)
  if (!isOk(answer)) throw new CarrierError('could not fetch a recording', answer.statusCode, await errorCode(answer))
  const contentType = String(answer.headers['content-type'] ?? '')
  if (!/^audio\/[\w.+-]+/.test(contentType)) {
    await discard(answer)
    throw new CarrierError(`no sound but '${contentType.slice(0, 40)}' for a recording`, answer.statusCode, null)
  }
  return { contentType, bytes: await wholeBody(answer) }
}

const RecordingList = z.object({ recordings: z.array(z.object({ sid: z.string().min(1).max(64) })) })

/** A call has few, so they fit the first page. An unknown call has none. */
export async function recordingsOf(account: TwilioAccount, carrierCallId: string): Promise<string[]> {
  const path = `/Calls/${encodeURIComponent(carrierCallId)}/Recordings.json`
  const answer = await askTwilio(account, { method: 'GET', path })
  if (answer.statusCode === 404) {
    await discard(answer)
    return []
  }
  if (!isOk(answer)) throw new CarrierError('could not list recordings', answer.statusCode, await errorCode(answer))
  return RecordingList.parse(await answer.body.json()).recordings.map(({ sid }) => sid)
}

export async function deleteRecording(account: TwilioAccount, recordingId: string): Promise<void> {
  const answer = await askTwilio(account, { method: 'DELETE', path: `${recordingPath(recordingId)}.json` })
  const code = await errorCode(answer)
  if (!isOk(answer) && answer.statusCode !== 404) {
    throw new CarrierError('could not delete a recording', answer.statusCode, code)
  }
}

/** Counts bytes as they arrive: a length header proves nothing. */
async function wholeBody(answer: TwilioAnswer): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body) {
    size += chunk.byteLength
    if (size > LARGEST_BYTES) throw new CarrierError('a recording is too large', answer.statusCode, null)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function discard(answer: TwilioAnswer): Promise<null> {
  await answer.body.dump()
  return null
}

const recordingPath = (recordingId: string): string => `/Recordings/${encodeURIComponent(recordingId)}`
