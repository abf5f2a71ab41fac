import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Recording } from '../recordings/recording.ts'
import type { Exchange } from '../state/exchange.ts'
import { encodeWav } from '../wav.ts'
import { answerList, pageFields } from './list-page.ts'
import { notFound, refuse } from './refusal.ts'
import { recordingResource } from './resources.ts'

const RecordingQuery = z.strictObject(pageFields)
type OfCall = { Params: { callSid: string } }
type Named = { Params: { sid: string } }

/** Lists a call's recordings, and sends or deletes one. */
export function recordingRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  app.get<OfCall>(`${path}/Calls/:callSid/Recordings.json`, (request, reply) =>
    answerList(request, reply, { shape: RecordingQuery, key: 'recordings' }, () =>
      [...exchange.recordings.values()]
        .filter(({ callSid, deleted }) => !deleted && callSid === request.params.callSid)
        .map((recording) => recordingResource(exchange, recording))
        .toReversed(),
    ),
  )

  app.get<Named>(`${path}/Recordings/:sid.wav`, (request, reply) => {
    const recording = find(exchange, request.params.sid)
    const to = exchange.calls.get(recording?.callSid ?? '')?.call.to ?? ''
    const isThere = recording?.status === 'completed' && !exchange.faults.strikes('recording-media-missing', { to })
    if (!isThere) return refuse(reply, notFound(request.url))
    const isEmpty = exchange.faults.strikes('recording-media-empty', { to }) !== null
    const file = isEmpty ? Buffer.alloc(0) : Buffer.from(encodeWav(Buffer.from(recording.audio, 'base64')))
    return reply.type('audio/x-wav').send(file)
  })

  app.delete<Named>(`${path}/Recordings/:sid.json`, (request, reply) => {
    const recording = find(exchange, request.params.sid)
    if (recording === null) return refuse(reply, notFound(request.url))
    recording.deleted = true
    recording.audio = ''
    exchange.store.remove('recording', recording.sid)
    exchange.journal.add('recording-deleted', { sid: recording.callSid, recording: recording.sid })
    return reply.code(204).send()
  })
}

function find(exchange: Exchange, sid: string): Recording | null {
  const recording = exchange.recordings.get(sid)
  return recording === undefined || recording.deleted ? null : recording
}
