import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { listenTo } from '../process-output.ts'
import { PASSWORD } from './asterisk-settings.ts'
import { readWav, toneWav, type Sound } from './sound.ts'
import type { ThrowAwayDebian } from './throw-away-debian.ts'

/** The port of its exchange, and its own loopback ports. */
export type SoftphonePorts = { server: number; sip: number; control: number }

/** What the microphone picks up: quiet, so that a recording of both voices shows the message. */
const [TONE_OF_OWNER_HZ, TONE_OF_OWNER_LOUDNESS] = [440, 0.02]

/** A real SIP telephone under the test's control. */
export type Softphone = {
  /** Waits until it rings. Throws after `withinMs` (10 s). */
  rings(withinMs?: number): Promise<void>
  pickUp(): Promise<void>
  decline(): Promise<void>
  hangUp(): Promise<void>
  call(number: string): Promise<void>
  /** Drops what nobody waited for. */
  forget(): void
  /** How often it has rung since then. */
  incoming(): number
  /** Waits until the call has ended. */
  ends(withinMs?: number): Promise<void>
  /** Presses keys as RFC 4733 events in the audio stream. */
  press(keys: string): Promise<void>
  /** Everything that the earpiece played in the latest call. */
  heard(): Promise<Sound>
  /** Kills it, so that it doesn't unregister, like a dead battery. */
  die(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts baresip inside the throw-away Debian. It registers at the exchange by itself. */
export async function startSoftphone(debian: ThrowAwayDebian, name: string, ports: SoftphonePorts): Promise<Softphone> {
  const folder = `/etc/reveille-phone-${name}`
  const [microphone, ear] = [`${folder}/microphone.wav`, `${folder}/ear.wav`]
  const config = [
    `sip_listen 127.0.0.1:${ports.sip}`,
    `ctrl_tcp_listen 127.0.0.1:${ports.control}`,
    `audio_source aufile,${microphone}`,
    `audio_player aufile,${ear}`,
    // No ring tone, because it plays into the earpiece's file, and stopping it can hang the telephone.
    'audio_path /nowhere',
    'module_path /usr/lib/baresip/modules',
    ...['g711.so', 'aufile.so'].map((module) => `module ${module}`),
    ...['account.so', 'menu.so', 'ctrl_tcp.so'].map((module) => `module_app ${module}`),
    '',
  ]
  // An hour, so that no renewal is due while its exchange is down. A restarted exchange still knows it.
  const account = `<sip:${name}@127.0.0.1:${ports.server}>;auth_user=${name};auth_pass=${PASSWORD};regint=3600`
  await debian.write(`${folder}/config`, config.join('\n'))
  await debian.write(`${folder}/accounts`, `${account};audio_codecs=pcmu;dtmfmode=rtpevent\n`)
  await debian.write(microphone, toneWav(TONE_OF_OWNER_HZ, 60, TONE_OF_OWNER_LOUDNESS))
  await rm(path.join(debian.folder, ear), { force: true })
  // Before everything else, like a telephone of its own.
  const child = spawn('chrt', ['-r', '5', 'chroot', debian.folder, 'baresip', '-f', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listenTo(child)
  await said.waitForLine(/baresip is ready/)
  const control = await connected(ports.control)
  const { order, next, forget, count } = controlOf(control, said.output)
  const die = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    control.destroy()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    rings: (withinMs) => next('CALL_INCOMING', withinMs),
    pickUp: () => order('accept'),
    decline: () => order('hangup'),
    hangUp: () => order('hangup'),
    async call(number) {
      forget()
      await order('dial', number)
    },
    forget,
    incoming: () => count('CALL_INCOMING'),
    ends: (withinMs) => next('CALL_CLOSED', withinMs),
    async press(keys) {
      for (const key of keys) await order('sndcode', key)
    },
    heard: async () => readWav(await readFile(path.join(debian.folder, ear))),
    die,
    [Symbol.asyncDispose]: die,
  }
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

type Message = { event?: boolean; type?: string; response?: boolean; ok?: boolean; token?: string; data?: string }

/** The telephone's commands and events, which are JSON in netstrings (`length:text,`). */
function controlOf(socket: Socket, said: () => string) {
  const news = new EventTarget()
  const pending: string[] = []
  let unread = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    for (let text = take(); text !== null; text = take()) {
      const message = JSON.parse(text) as Message
      if (message.event) pending.push(message.type ?? '')
      news.dispatchEvent(new CustomEvent('message', { detail: message }))
    }
  })
  function take(): string | null {
    const colon = unread.indexOf(':')
    const end = colon + 1 + Number(unread.toString('latin1', 0, Math.max(colon, 0)))
    if (colon < 0 || unread.length <= end) return null
    const text = unread.toString('utf8', colon + 1, end)
    unread = unread.subarray(end + 1)
    return text
  }
  async function first(what: string, isIt: (message: Message) => boolean, withinMs = 10_000): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const look = (event: Event) => {
      const { detail } = event as CustomEvent<Message>
      if (isIt(detail)) resolve(detail)
    }
    news.addEventListener('message', look)
    const tooLate = () => reject(new Error(`no ${what} from the softphone in ${withinMs} ms; it said:\n${said()}`))
    const limit = setTimeout(tooLate, withinMs)
    return promise.finally(() => {
      clearTimeout(limit)
      news.removeEventListener('message', look)
    })
  }
  return {
    /** Drops events that nobody waited for. */
    forget: () => void (pending.length = 0),
    count: (type: string) => pending.filter((one) => one === type).length,
    async order(command: string, params = ''): Promise<void> {
      const token = crypto.randomUUID()
      const text = JSON.stringify({ command, params, token })
      const answered = first(`answer to ${command}`, (message) => message.response === true && message.token === token)
      socket.write(`${Buffer.byteLength(text)}:${text},`)
      const { ok, data } = await answered
      if (!ok) throw new Error(`the softphone refused ${command}: ${data}`)
    },
    async next(type: string, withinMs?: number): Promise<void> {
      const at = pending.indexOf(type)
      if (at < 0) await first(type, (message) => message.event === true && message.type === type, withinMs)
      pending.length = 0
    },
  }
}
