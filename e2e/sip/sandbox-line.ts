import { opened } from './opened.ts'

export type SandboxCall = { sid: string; to: string; from: string; status: string; scripted: boolean }
type Note = { type: 'state'; calls: SandboxCall[] } | { type: 'say'; text: string } | { type: 'silence' }

export type LineListener = {
  calls?(calls: SandboxCall[]): void
  /** 20 ms of mu-law. */
  frame?(frame: Uint8Array): void
}

/** The socket of the sandbox's page, used as a telephone. */
export type SandboxLine = {
  tell(what: { type: 'answer' | 'decline' | 'hang-up' | 'spoken' } | { type: 'key'; key: string }, sid: string): void
  close(): void
}

/** Node's WebSocket accepts headers, but the type is the browser's. */
const NodeWebSocket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket

/** Opens a line to the sandbox. Closing it ends a call answered over it. */
export async function openSandboxLine(sandboxUrl: string, listener: LineListener): Promise<SandboxLine> {
  const address = new URL('/sandbox/socket', sandboxUrl)
  address.protocol = 'ws:'
  const socket = new NodeWebSocket(address.href, { headers: { origin: new URL(sandboxUrl).origin } })
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') return listener.frame?.(new Uint8Array(data))
    const note = JSON.parse(data) as Note
    if (note.type === 'state') listener.calls?.(note.calls)
  })
  await opened(socket)
  return {
    tell: (what, sid) => socket.send(JSON.stringify({ ...what, sid })),
    close: () => socket.close(),
  }
}
