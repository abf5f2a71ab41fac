import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Recording } from '../recordings/recording.ts'
import type { Exchange } from '../state/exchange.ts'
import { encodeWav } from '../wav.ts'
import { answerList, pageFields } from './list-page.ts'
import { notFound, notSupported, refuse } from './refusal.ts'
import { callRecordingResource, recordingResource } from './resources.ts'

const RecordingQuery = z.strictObject({ CallSid: z.string().optional(), ...pageFields })
type Named = { Params: { name: string; callSid?: string } }

export function recordingRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  const bases = [
    { base: path, resource: recordingResource },
    { base: `${path}/Calls/:callSid`, resource: callRecordingResource },
  ]
  for (const { base, resource } of bases) {
    app.get<{ Params: { callSid?: string } }>(`${base}/Recordings.json`, (request, reply) =>
      answerList(request, reply, { shape: RecordingQuery, key: 'recordings' }, ({ CallSid }) =>
        [...exchange.recordings.values()]
          .filter((recording) => isThere(recording, request.params.callSid ?? CallSid))
          .map((recording) => resource(exchange, recording))
          .toReversed(),
      ),
    )

    app.get<Named>(`${base}/Recordings/:name`, (request, reply) => {
      const [sid = '', format = 'wav'] = request.params.name.split('.')
      const recording = find(exchange, sid, request.params.callSid)
      if (!recording) return refuse(reply, notFound(request.url))
      if (format === 'json') return resource(exchange, recording)
      return sendMedia(exchange, reply, { recording, format, url: request.url })
    })

    app.delete<Named>(`${base}/Recordings/:name`, (request, reply) => {
      const recording = find(exchange, request.params.name.replace(/\.json$/, ''), request.params.callSid)
      if (!recording) return refuse(reply, notFound(request.url))
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
  return recording && isThere(recording, callSid) ? recording : null
}

const isThere = (recording: Recording, callSid: string | undefined): boolean =>
  !recording.deleted && (callSid === undefined || recording.callSid === callSid)

type Media = { recording: Recording; format: string; url: string }

function sendMedia(exchange: Exchange, reply: FastifyReply, { recording, format, url }: Media) {
  const to = exchange.calls.get(recording.callSid)?.call.to ?? ''
  const isMissing = recording.status !== 'completed' || exchange.faults.strikes('recording-media-missing', { to })
  if (isMissing) return refuse(reply, notFound(url))
  if (format !== 'wav') return refuse(reply, notSupported(`recordings as ${format}`))
  const isEmpty = exchange.faults.strikes('recording-media-empty', { to }) !== null
  const file = isEmpty ? Buffer.alloc(0) : Buffer.from(encodeWav(Buffer.from(recording.audio, 'base64')))
  return reply.type('audio/x-wav').send(file)
}
