import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/** How to reach Asterisk's REST interface (ARI). */
export type AriLogin = { url: string; user: string; password: string; app: string }

const Channel = z.object({
  id: z.string(),
  name: z.string().default(''),
  state: z.string().default(''),
  caller: z.object({ number: z.string() }).optional(),
})
export type Channel = z.infer<typeof Channel>

/** The fields that we read of an event. */
const AriEvent = z.object({
  type: z.string(),
  channel: Channel.optional(),
  /** The called channel of a Dial event. */
  peer: Channel.optional(),
  dialstatus: z.string().optional(),
  digit: z.string().optional(),
  /** Q.850. */
  cause: z.number().optional(),
  /** The SIP code of an unusual end. */
  tech_cause: z.number().optional(),
})
export type AriEvent = z.infer<typeof AriEvent>

type AriAnswer = { status: number; body: unknown }

/** `refused`: wrong user or password. `replaced`: another program took over our application's events. */
type AriState = 'connecting' | 'connected' | 'refused' | 'replaced'

type AriListener = {
  onEvent(event: AriEvent): void
  /** Events were missed before, so the state of each call must be read. */
  onConnected(): void
  onTrouble(what: string): void
}

const ANSWER_WITHIN_MS = 5_000
const OURS_WITHIN_MS = 2_000
const LOOK_AGAIN_MS = 10
const AGAIN_MS = [250, 500, 1_000, 2_000, 5_000]
/** A connection may be dead without having closed. */
const PROBE_EVERY_MS = 15_000

/** Keeps the socket of events open, and reconnects with a backoff. */
export class Ari {
  readonly #base: string
  readonly #authorization: string
  readonly #login: AriLogin
  readonly #listener: AriListener
  readonly #probe: NodeJS.Timeout
  #state: AriState = 'connecting'
  #told = ''
  #socket: WebSocket | null = null
  #tries = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(login: AriLogin, listener: AriListener) {
    this.#login = login
    this.#listener = listener
    this.#base = login.url.replace(/\/+$/, '')
    this.#authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
    this.#probe = setInterval(() => {
      const socket = this.#socket
      if (this.#state === 'connected') this.ask('GET', '/asterisk/info').catch(() => this.#lost(socket))
    }, PROBE_EVERY_MS)
    void this.#connect()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get state(): AriState {
    return this.#state
  }

  /** Throws when no answer came, so that it's unknown whether Asterisk did it. */
  async ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<AriAnswer> {
    const answer = await this.#request(method, path, fields)
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }

  /** A POST about a channel that was just made: until it is ours, a moment later, Asterisk answers 409 or 422. */
  async order(path: string, fields: Readonly<Record<string, string>>): Promise<AriAnswer> {
    const until = performance.now() + OURS_WITHIN_MS
    for (;;) {
      const answer = await this.ask('POST', path, fields)
      if ((answer.status !== 409 && answer.status !== 422) || performance.now() > until) return answer
      await delay(LOOK_AGAIN_MS)
    }
  }

  async file(path: string): Promise<Uint8Array | null> {
    const answer = await this.#request('GET', path)
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
  }

  async channels(): Promise<Channel[]> {
    const { status, body } = await this.ask('GET', '/channels')
    if (status !== 200) throw new Error(`Asterisk does not list its channels (HTTP ${status})`)
    return z.array(Channel).parse(body)
  }

  /** The names of the closed recordings of all applications. */
  async recordings(): Promise<string[]> {
    const { body } = await this.ask('GET', '/recordings/stored')
    return z
      .array(z.object({ name: z.string() }))
      .parse(body)
      .map(({ name }) => name)
  }

  /** Opens the socket of a channel's sound. */
  openSound(connectionId: string): WebSocket {
    const address = new URL(this.#base)
    address.pathname = address.pathname.replace(/\/ari$/, `/media/${connectionId}`)
    return new WebSocket(asSocket(address), ['media'])
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearInterval(this.#probe)
    this.#socket?.close()
  }

  #request(method: string, path: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    const query = fields === undefined ? '' : `?${new URLSearchParams(fields).toString()}`
    return fetch(this.#base + path + query, {
      method,
      headers: { authorization: this.#authorization },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  }

  async #connect(): Promise<void> {
    try {
      const { status } = await this.ask('GET', '/asterisk/info')
      if (status === 200) return this.#open()
      if (status === 401 || status === 403)
        this.#become('refused', 'Asterisk refuses ASTERISK_USER and ASTERISK_PASSWORD')
      else
        this.#become(
          'connecting',
          `Asterisk answers HTTP ${status}: enable its REST interface (http.conf and ari.conf)`,
        )
    } catch {
      this.#become('connecting', `Asterisk does not answer at ${this.#base}`)
    }
    this.#again()
  }

  #open(): void {
    if (this.#isClosed) return
    const { app, user, password } = this.#login
    const query = new URLSearchParams({ app, api_key: `${user}:${password}` }).toString()
    const opened = new WebSocket(asSocket(new URL(`${this.#base}/events?${query}`)))
    this.#socket = opened
    opened.addEventListener('open', () => {
      this.#tries = 0
      this.#become('connected', '')
      this.#listener.onConnected()
    })
    opened.addEventListener('message', ({ data }) => this.#hear(String(data)))
    opened.addEventListener('error', () => opened.close())
    opened.addEventListener('close', () => this.#lost(opened))
  }

  /** Doesn't wait for the end of a connection that is dead: it may come a quarter of an hour later. */
  #lost(socket: WebSocket | null): void {
    if (this.#isClosed || this.#socket !== socket || this.#state === 'replaced') return
    this.#socket = null
    socket?.close()
    this.#become('connecting', 'the connection to Asterisk broke off')
    this.#again()
  }

  #hear(text: string): void {
    const event = AriEvent.safeParse(JSON.parse(text)).data
    if (event === undefined) return
    if (event.type !== 'ApplicationReplaced') return this.#listener.onEvent(event)
    this.#become(
      'replaced',
      `another program uses Asterisk's application ${this.#login.app}: stop it, then restart this one`,
    )
    this.#socket?.close()
  }

  /** Tells an operator each trouble once. */
  #become(next: AriState, what: string): void {
    if (what !== '' && what !== this.#told) this.#listener.onTrouble(what)
    this.#state = next
    this.#told = what
  }

  #again(): void {
    if (this.#isClosed) return
    const wait = AGAIN_MS[Math.min(this.#tries++, AGAIN_MS.length - 1)]
    this.#timer = setTimeout(() => void this.#connect(), wait)
  }
}

function asSocket(address: URL): URL {
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address
}
