import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { encodeWav, SAMPLE_RATE, SILENCE } from '../wav.ts'

/** As much of Asterisk's REST interface as a telephone line uses. A test says what the telephone does. */
export async function startPretendAsterisk() {
  const held = newState()
  const { channels } = held
  const listeners = new Set<WebSocket>()
  const server = createServer((request, response) => (isSilent ? undefined : answer(request, response, held)))
  const sockets = new WebSocketServer({ server })
  let [isCut, isSilent] = [false, false]
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
  })
  sockets.on('connection', (socket, { url = '' }) => {
    if (!url.startsWith('/ari/events')) return
    listeners.add(socket)
    socket.on('close', () => listeners.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const tell = (event: object) => {
    for (const listener of listeners) listener.send(JSON.stringify(event))
  }
  const become = (id: string, state: string) => {
    channels.set(id, state)
    tell({ type: 'ChannelStateChange', channel: { id, state } })
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ari`,
    ...held,
    rings: (id: string) => become(id, 'Ringing'),
    answers: (id: string) => become(id, 'Up'),
    press: (id: string, digit: string) => tell({ type: 'ChannelDtmfReceived', digit, channel: { id } }),
    ends(id: string, cause: number, sip?: number) {
      channels.delete(id)
      tell({ type: 'ChannelDestroyed', cause, ...(sip !== undefined && { tech_cause: sip }), channel: { id } })
    },
    /** Its machine loses its power: it answers nothing, and what was connected stays so for the other side. */
    fallSilent() {
      isSilent = true
      for (const socket of sockets.clients) socket.pause()
      listeners.clear()
    },
    /** It's back, and knows nothing of its former connections. */
    speakAgain: () => void (isSilent = false),
    /** The network between us breaks, until `mend`. */
    cut() {
      isCut = true
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
    },
    mend: () => void (isCut = false),
    /** Whether a client receives the events. */
    isHeard: () => listeners.size > 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type State = ReturnType<typeof newState>

const newState = () => ({
  channels: new Map<string, string>(),
  /** Each request, such as `POST /channels/create`. */
  asked: [] as string[],
  /** Without it no channel to the trunk can be made. */
  trunk: { isUp: true },
  /** Without it no sound can be sent. */
  sound: { isUp: true },
  /** The channels that were made to telephones, oldest first. */
  created: [] as { id: string; endpoint: string }[],
  /** The names of the stored recordings. */
  recordings: new Set<string>(),
})

const stateOf = (endpoint: string, { isUp }: State['trunk']): string =>
  isUp || endpoint !== 'trunk' ? 'online' : 'offline'

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { channels, asked, trunk, sound, created, recordings }: State,
): void {
  const { pathname, searchParams } = new URL(request.url!, 'http://asterisk')
  const what = `${request.method} ${pathname.replace('/ari', '')}`
  asked.push(what)
  const [, kind = '', id = '', act = ''] = pathname.replace('/ari', '').split('/')
  const send = (status: number, body: unknown = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (what === 'GET /channels')
    return send(
      200,
      [...channels].map(([found, state]) => ({ id: found, state })),
    )
  if (kind === 'endpoints') return send(200, { state: stateOf(act, trunk) })
  if (pathname.endsWith('/file')) return void response.end(encodeWav(Buffer.alloc(SAMPLE_RATE, SILENCE)))
  if (kind === 'recordings') return send(...stored(what, act, recordings))
  if (what === 'POST /channels/create') {
    const made = { id: searchParams.get('channelId') ?? '', endpoint: searchParams.get('endpoint') ?? '' }
    if (!trunk.isUp && made.endpoint.endsWith('@trunk')) return send(400)
    channels.set(made.id, 'Down')
    created.push(made)
  }
  if (what === 'POST /channels/externalMedia') {
    if (!sound.isUp) return send(500)
    const channelId = searchParams.get('channelId') ?? ''
    channels.set(channelId, 'Up')
    return send(200, { channelvars: { MEDIA_WEBSOCKET_CONNECTION_ID: channelId } })
  }
  if (request.method === 'DELETE' && kind === 'channels') channels.delete(id)
  if (act === 'record') {
    asked.push(`record ${searchParams.get('ifExists')}`)
    recordings.add(searchParams.get('name') ?? '')
  }
  send(200)
}

/** What Asterisk answers about its stored recordings. */
function stored(what: string, name: string, recordings: Set<string>): [number, unknown] {
  if (what === 'GET /recordings/stored') return [200, [...recordings].map((one) => ({ name: one, format: 'wav' }))]
  const isThere = what.startsWith('DELETE') ? recordings.delete(name) : recordings.has(name)
  return [isThere ? 200 : 404, {}]
}
