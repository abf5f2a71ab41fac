// @ts-check

/**
 * @typedef {{ sid: string, to: string, from: string, status: string, scripted: boolean, createdAt: number,
 *   answeredAt: number | null, durationSeconds: number | null }} Call
 * @typedef {{ sid: string, direction: string, from: string, to: string, body: string, status: string,
 *   createdAt: number }} Text
 * @typedef {{ id: string, at: number, from: string, to: string[], subject: string, text: string, html: string }} Mail
 * @typedef {{ index: number, at: number, kind: string } & Record<string, unknown>} Entry
 * @typedef {{ phoneNumber: string, calls: Call[], texts: Text[], mails: Mail[], log: Entry[],
 *   faults: import('./faults.js').Fault[] }} State
 * @typedef {{ onState(state: State): void, onFrame(frame: ArrayBuffer): void, onSay(say: { id: number, text: string, voice: string | null }): void,
 *   onCaption(words: string, ms: number): void, onSilence(): void, onConnection(isConnected: boolean): void }} Listener
 */

const retryMs = 1_000

/**
 * Keeps a socket to the sandbox open and passes its messages on.
 * @param {Listener} listener
 * @returns {{ send(message: Record<string, unknown>): void }}
 */
export function connect(listener) {
  /** @type {WebSocket | null} */
  let socket = null
  const open = () => {
    const opened = new WebSocket(new URL('sandbox/socket', document.baseURI.replace(/^http/, 'ws')))
    opened.binaryType = 'arraybuffer'
    opened.addEventListener('open', () => listener.onConnection(true))
    opened.addEventListener('message', ({ data }) => receive(listener, data))
    opened.addEventListener('close', () => {
      listener.onConnection(false)
      setTimeout(open, retryMs)
    })
    socket = opened
  }
  open()
  return { send: (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)) }
}

/**
 * @param {Listener} listener
 * @param {string | ArrayBuffer} data
 */
function receive(listener, data) {
  if (typeof data !== 'string') return listener.onFrame(data)
  const message = JSON.parse(data)
  if (message.type === 'state') listener.onState(message)
  if (message.type === 'say') listener.onSay(message)
  if (message.type === 'caption') listener.onCaption(message.text, message.ms)
  if (message.type === 'silence') listener.onSilence()
}
