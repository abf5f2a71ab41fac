import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Recording } from '../recordings/recording.ts'
import type { Exchange } from '../state/exchange.ts'
import { encodeWav } from '../wav.ts'
import { dateFilter, isWithin, listPage, pageFields } from './list-page.ts'
import { notFound, notSupported, refusalBody, refusalOf } from './refusal.ts'
import { callRecordingResource, recordingResource } from './resources.ts'

const RecordingQuery = z.strictObject({
  CallSid: z.string().optional(),
  DateCreated: dateFilter.optional(),
  'DateCreated<': dateFilter.optional(),
  'DateCreated>': dateFilter.optional(),
  IncludeSoftDeleted: z.enum(['true', 'false']).optional(),
  ...pageFields,
})
type Named = { Params: { name: string; callSid?: string } }

export function recordingRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  const absent = (reply: FastifyReply, url: string) => reply.code(404).send(refusalBody(notFound(url)))
  const bases = [
    { base: path, resource: recordingResource },
    { base: `${path}/Calls/:callSid`, resource: callRecordingResource },
  ]
  for (const { base, resource } of bases) {
    app.get<{ Params: { callSid?: string } }>(`${base}/Recordings.json`, (request, reply) => {
      const query = RecordingQuery.safeParse(request.query)
      if (!query.success) {
        return reply.code(400).send(refusalBody(refusalOf(query.error, request.query as Record<string, unknown>, {})))
      }
      const found = matching(exchange, query.data, request.params.callSid ?? query.data.CallSid)
      const resources = found.map((recording) => resource(exchange, recording))
      const [listPath = ''] = request.url.split('?')
      return listPage(resources, query.data, { path: listPath, url: request.url, key: 'recordings' })
    })

    app.get<Named>(`${base}/Recordings/:name`, (request, reply) => {
      const [sid = '', format = 'wav'] = request.params.name.split('.')
      const recording = find(exchange, sid, request.params.callSid)
      if (!recording) return absent(reply, request.url)
      if (format === 'json') return resource(exchange, recording)
      return sendMedia(exchange, reply, { recording, format, url: request.url })
    })

    app.delete<Named>(`${base}/Recordings/:name`, (request, reply) => {
      const recording = find(exchange, request.params.name.replace(/\.json$/, ''), request.params.callSid)
      if (!recording) return absent(reply, request.url)
      recording.deleted = true
      recording.audio = ''
      exchange.store.remove('recording', recording.sid)
      exchange.journal.add('recording-deleted', { sid: recording.callSid, recording: recording.sid })
      return reply.code(204).send()
    })
  }
}

function find(exchange: Exchange, sid: string, callSid?: string): Recording | null {
  const recording = exchange.recordings.get(sid)
  const isThere = recording && !recording.deleted && (callSid === undefined || recording.callSid === callSid)
  return isThere ? recording : null
}

const matching = (exchange: Exchange, query: z.infer<typeof RecordingQuery>, callSid?: string): Recording[] =>
  [...exchange.recordings.values()]
    .filter((recording) => !recording.deleted && (callSid === undefined || recording.callSid === callSid))
    .filter((recording) => isWithin(recording.startedAt, query, 'DateCreated'))
    .toReversed()

type Media = { recording: Recording; format: string; url: string }

function sendMedia(exchange: Exchange, reply: FastifyReply, { recording, format, url }: Media) {
  const to = exchange.calls.get(recording.callSid)?.call.to ?? ''
  const isMissing = recording.status !== 'completed' || exchange.faults.strikes('recording-media-missing', { to })
  if (isMissing) return reply.code(404).send(refusalBody(notFound(url)))
  if (format !== 'wav') return reply.code(501).send(refusalBody(notSupported(`recordings as ${format}`)))
  const isEmpty = exchange.faults.strikes('recording-media-empty', { to }) !== null
  const file = isEmpty ? Buffer.alloc(0) : Buffer.from(encodeWav(Buffer.from(recording.audio, 'base64')))
  return reply.type('audio/x-wav').send(file)
}
