import type { FastifyReply } from 'fastify'
import type { WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, callbackOf, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { forbidden, refuse, refusal } from '../../platform/http/errors.ts'
import { ById, ByToken, type Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { listHistory } from '../history/history.sql.ts'
import { handleRecordingCallback } from './fetch-recordings.ts'

/** Plays recordings only to their owner, and from our copy, never the carrier's. */
export const recordingRoutes: Routes = (app, services) => {
  app.get('/api/call/:id/recording', { schema: { params: ById } }, async ({ userId, params, headers }, reply) => {
    const [row] = await listHistory(services.db, { userId, onlyId: params.id })
    const sound = row?.recordingKey ? await services.storage.get(row.recordingKey) : null
    if (sound === null) return refuse(reply, noRecording)
    reply.headers({ 'cache-control': 'no-store', 'accept-ranges': 'bytes', 'content-type': 'audio/wav' })
    return sendPart(reply, sound, headers.range)
  })
}

const noRecording = refusal(404, 'not-found', 'This call has no recording.')
const beyondItsEnd = refusal(416, 'invalid-input', 'The recording ends before that.')

/** Players request ranges to learn the length, and to seek. */
function sendPart(reply: FastifyReply, sound: Buffer, header: string | undefined) {
  const range = readRange(header, sound.length)
  if (range === 'whole') return reply.send(sound)
  if (range === 'beyond') {
    return refuse(reply.header('content-range', `bytes */${sound.length}`).type('application/json'), beyondItsEnd)
  }
  const { first, last } = range
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${sound.length}`)
    .send(sound.subarray(first, last + 1))
}

/** Both ends included. */
type ByteRange = { first: number; last: number }

/** RFC 9110, 14.1.2. `whole`: no range, or several, so we may send the full file. `beyond`: outside the file. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') return lastBytes(Number(to), size)
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= size) return 'beyond'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function lastBytes(count: number, size: number): ByteRange | 'beyond' {
  return count === 0 || size === 0 ? 'beyond' : { first: Math.max(0, size - count), last: size - 1 }
}

/** The carrier's callbacks about recordings, signed like all callbacks. Ignores their audio URL. */
export const recordingCallbackRoutes: Routes<Services & WithCarrier> = (app, services) => {
  takeSignedForms(app, services)

  app.post(
    '/callbacks/recording/:token',
    { ...CALLBACK, schema: { params: ByToken, hide: true } },
    async (request, reply) => {
      const heard = callbackOf(services, request)
      const news = heard && heard.carrier.readRecordingNews(heard.callback)
      if (heard === null || news === null) return refuse(reply, forbidden)
      await handleRecordingCallback(services, request.params.token, news, heard.from)
      return reply.code(204).send()
    },
  )
}
