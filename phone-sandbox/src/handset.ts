/** A scripted phone and mailbox for tests: a client of the sandbox's control interface, over HTTP only. */

/** `afterSeconds`: seconds on the call's own clock before it happens. */
export type Timing = { afterSeconds?: number }
/**
 * When the machine detector says who answered, counted from the pick-up; it says so when a command lets that time pass.
 * At once by default: as soon as the first prompt has been heard.
 */
export type Verdict = { verdictAfterSeconds?: number }
export type Heard = { verb: 'Play'; url: string; audio: Uint8Array } | Said

/** `voice` and `language` as the document asked for them. */
export type Said = { verb: 'Say'; text: string; voice?: string; language?: string }
export type ReceivedText = { sid: string; from: string; to: string; body: string; createdAt: number }
export type ReceivedMail = {
  id: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}
export type CallState = {
  sid: string
  to: string
  from: string
  status: string
  createdAt: number
  answeredAt: number | null
  endedAt: number | null
  /** Whole seconds of talk; null while the call lasts. */
  durationSeconds: number | null
  answeredBy: string | null
}
/** Calls and texts that no test waited for. */
export type Unexpected = { calls: CallState[]; texts: ReceivedText[] }

/**
 * Every command resolves when its consequences are settled: callbacks delivered or given up, instructions fetched and
 * obeyed up to the next wait for a key, or to the end. It throws when the call's state does not allow it.
 */
export type CallInHand = {
  sid: string
  pickUp(timing?: Timing & Verdict): Promise<void>
  decline(timing?: Timing): Promise<void>
  /** Nobody answers until the ring time is over. */
  letRing(): Promise<void>
  busy(): Promise<void>
  /**
   * The network does not connect the call; `sip` is its own code (503). The carrier tells 486, 600 and 603 as busy, all
   * others as failed. With the fault `status-jump` it never said that the phone rang.
   */
  fail(reason?: { sip?: number }): Promise<void>
  /**
   * A machine picks up, hears everything to its end and presses nothing. A verdict comes after the first prompt.
   */
  voicemail(timing?: Timing & Verdict): Promise<void>
  press(keys: string, timing?: Timing): Promise<void>
  /** Lets the current wait for a key run into its timeout. */
  sayNothing(timing?: Timing): Promise<void>
  hangUp(timing?: Timing): Promise<void>
  heard(): Promise<Heard[]>
  status(): Promise<string>
  state(): Promise<CallState>
}

export type Handset = {
  number: string
  /** The next call to this number that was not taken yet. Throws after `waitMs` (30 s). */
  expectCall(waitMs?: number): Promise<CallInHand>
  expectText(waitMs?: number): Promise<ReceivedText>
  /** All texts delivered here, oldest first, the carrier's own answers to STOP and START included. */
  texts(): Promise<ReceivedText[]>
  /** Calls the sandbox's number; resolves when the call waits for a key or is over. */
  call(): Promise<CallInHand>
  /** Sends a text to the sandbox's number; resolves when its webhook has been answered. */
  text(body: string): Promise<void>
  unexpected(): Promise<Unexpected>
}

/** Takes over `number`: from now on its calls are commanded and take no real time. */
export async function handset(sandboxUrl: string, number: string): Promise<Handset> {
  const ask = asker(sandboxUrl)
  const phone = `/sandbox/phones/${encodeURIComponent(number)}`
  await ask('PUT', phone)
  return {
    number,
    async expectCall(waitMs = 30_000) {
      const { sid } = await ask<CallState>('POST', `${phone}/expect-call`, { waitMs })
      return callInHand(ask, sandboxUrl, sid)
    },
    expectText: (waitMs = 30_000) => ask('POST', `${phone}/expect-text`, { waitMs }),
    texts: () => ask('GET', `${phone}/texts`),
    async call() {
      const { sid } = await ask<CallState>('POST', `${phone}/calls`)
      return callInHand(ask, sandboxUrl, sid)
    },
    text: async (body) => void (await ask('POST', `${phone}/texts`, { body })),
    unexpected: () => ask('GET', `/sandbox/unexpected?number=${encodeURIComponent(number)}`),
  }
}

/** Calls and texts to any number that no test waited for: assert that there are none. */
export const unexpected = (sandboxUrl: string): Promise<Unexpected> => asker(sandboxUrl)('GET', '/sandbox/unexpected')

/** The carrier's log, oldest first, from entry `since` on. */
export type LogEntry = { index: number; at: number; kind: string } & Record<string, unknown>
export const carrierLog = (sandboxUrl: string, since = 0): Promise<LogEntry[]> =>
  asker(sandboxUrl)('GET', `/sandbox/log?since=${since}`)

/**
 * Where answers to texts and calls to the number are delivered, how many calls may leave a second, who answers STOP, whether it's a trial (exchange.ts),
 * how far the carrier's clock is off.
 */
export type CarrierSettings = {
  inboundUrl?: string | null
  voiceUrl?: string | null
  callsPerSecond?: number
  keywords?: 'default' | 'advanced' | 'none'
  trial?: { verified: string[] } | null
  clockSkewMs?: number
}
export const configureCarrier = (sandboxUrl: string, settings: CarrierSettings): Promise<CarrierSettings> =>
  asker(sandboxUrl)('PUT', '/sandbox/settings', settings)

/** See faults.ts for the names. `times` null: until removed; `delayMs` for what comes late. */
export type FaultOrder = {
  fault: string
  to?: string
  what?: 'call' | 'text'
  event?: 'initiated' | 'ringing' | 'answered' | 'completed' | 'amd' | 'recording'
  times?: number | null
  chance?: number
  copies?: number
  delayMs?: number
  code?: number
  status?: number
}
export type FaultBoard = {
  /** The next call (or text) to which it applies goes wrong like this. */
  add(order: FaultOrder): Promise<void>
  clear(): Promise<void>
  /** Reseeds the random numbers of faults. */
  seed(seed: number): Promise<void>
  /** Refuses new connections for this long; also those of this client. */
  outage(ms: number): Promise<void>
}

export function faults(sandboxUrl: string): FaultBoard {
  const ask = asker(sandboxUrl)
  return {
    add: async (order) => void (await ask('POST', '/sandbox/faults', order)),
    clear: async () => void (await ask('DELETE', '/sandbox/faults')),
    seed: async (seed) => void (await ask('PUT', '/sandbox/faults/seed', { seed })),
    outage: async (ms) => void (await ask('POST', '/sandbox/outage', { ms })),
  }
}

export type MailReader = {
  /** The oldest email to this address that was not taken yet. Throws after `waitMs` (30 s). */
  expectMail(to: string, waitMs?: number): Promise<ReceivedMail>
  mails(to?: string): Promise<ReceivedMail[]>
}

export function mailbox(sandboxUrl: string): MailReader {
  const ask = asker(sandboxUrl)
  return {
    expectMail: (to, waitMs = 30_000) => ask('POST', '/sandbox/mails/expect', { to, waitMs }),
    mails: (to) => ask('GET', to === undefined ? '/sandbox/mails' : `/sandbox/mails?to=${encodeURIComponent(to)}`),
  }
}

function callInHand(ask: Ask, sandboxUrl: string, sid: string): CallInHand {
  const path = `/sandbox/calls/${sid}`
  const order = async (name: string, details: object = {}) =>
    void (await ask('POST', `${path}/commands`, { do: name, ...details }))
  return {
    sid,
    pickUp: (timing) => order('pick-up', timing),
    decline: (timing) => order('decline', timing),
    letRing: () => order('let-ring'),
    busy: () => order('busy'),
    fail: (reason) => order('fail', reason),
    voicemail: (timing) => order('voicemail', timing),
    press: (keys, timing) => order('press', { keys, ...timing }),
    sayNothing: (timing) => order('say-nothing', timing),
    hangUp: (timing) => order('hang-up', timing),
    heard: async () =>
      Promise.all((await ask<{ heard: Listed[] }>('GET', path)).heard.map((item) => load(sandboxUrl, item))),
    status: async () => (await ask<CallState>('GET', path)).status,
    state: () => ask('GET', path),
  }
}

type Listed = { verb: 'Play'; url: string; audio: string } | Said

async function load(sandboxUrl: string, item: Listed): Promise<Heard> {
  if (item.verb === 'Say') return item
  const response = await fetch(new URL(item.audio, sandboxUrl))
  return { ...item, audio: new Uint8Array(await response.arrayBuffer()) }
}

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>

const asker =
  (sandboxUrl: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(new URL(path, sandboxUrl), {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer as never
    throw new Error(`phone sandbox: ${(answer as { message?: string }).message ?? `HTTP ${response.status}`}`)
  }
