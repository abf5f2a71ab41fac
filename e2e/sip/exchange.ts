import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { listenTo } from '../process-output.ts'
import { COMMANDER, EXCHANGE_FOLDER, exchangeFiles, PHONE, type ExchangePorts } from './exchange-settings.ts'
import { opened } from './opened.ts'
import type { ThrowAwayDebian } from './throw-away-debian.ts'

const APP = 'reveille'
const READY_WITHIN_MS = 30_000

export type ExchangeEvent = {
  type: string
  channel?: { id: string; state: string }
  digit?: string
  cause?: number
}

/** A telephone exchange controlled through its REST interface. */
export type Exchange = {
  /** Sends a request to `path` below /ari. Throws when the exchange refuses. */
  command(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<unknown>
  /** Calls `listener` for every event. Returns the function that unsubscribes. */
  onEvent(listener: (event: ExchangeEvent) => void): () => void
  /** Waits until the telephone is registered, or gone. */
  phoneIs(state: 'online' | 'offline'): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts Asterisk inside the throw-away Debian and waits until it answers. */
export async function startExchange(debian: ThrowAwayDebian, ports: ExchangePorts): Promise<Exchange> {
  for (const [name, text] of Object.entries(exchangeFiles(ports))) {
    await debian.write(`${EXCHANGE_FOLDER}/${name}`, text)
  }
  const child = spawn('chroot', [debian.folder, 'asterisk', '-f', '-C', `${EXCHANGE_FOLDER}/asterisk.conf`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listenTo(child)
  const command = commander(ports.ari)
  const answers = () =>
    command('GET', '/asterisk/info').then(
      () => true,
      () => false,
    )
  if (!(await eventually(answers))) {
    child.kill('SIGKILL')
    throw new Error(`the exchange did not answer:\n${said.output()}`)
  }
  const socket = await openEvents(ports.ari)
  return {
    command,
    onEvent: (listener) => subscribe(socket, listener),
    async phoneIs(state) {
      const isSo = async () =>
        ((await command('GET', `/endpoints/PJSIP/${PHONE.name}`)) as { state: string }).state === state
      if (!(await eventually(isSo))) throw new Error(`the telephone is not ${state}:\n${said.output()}`)
    },
    async [Symbol.asyncDispose]() {
      socket.close()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, delay(5_000).then(() => child.kill('SIGKILL'))])
    },
  }
}

function commander(port: number): Exchange['command'] {
  const authorization = `Basic ${Buffer.from(`${COMMANDER.name}:${COMMANDER.password}`).toString('base64')}`
  return async (method, path) => {
    const answer = await fetch(`http://127.0.0.1:${port}/ari${path}`, {
      method,
      headers: { authorization },
      signal: AbortSignal.timeout(5_000),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the exchange refused ${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

/** Opens our app's events. Without a listener, the exchange hangs up the app's channels. */
function openEvents(port: number): Promise<WebSocket> {
  const login = `${COMMANDER.name}:${COMMANDER.password}`
  return opened(new WebSocket(`ws://127.0.0.1:${port}/ari/events?app=${APP}&api_key=${login}`))
}

function subscribe(socket: WebSocket, listener: (event: ExchangeEvent) => void): () => void {
  const onMessage = ({ data }: MessageEvent) => listener(JSON.parse(String(data)) as ExchangeEvent)
  socket.addEventListener('message', onMessage)
  return () => socket.removeEventListener('message', onMessage)
}

/** Polls, because the exchange has no event for it. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + READY_WITHIN_MS
  while (Date.now() < end) {
    if (await isSo()) return true
    await delay(100)
  }
  return false
}
