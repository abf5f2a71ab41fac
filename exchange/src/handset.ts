// A scripted phone and mailbox for tests: a client of the sandbox's control interface, over HTTP only.
import type { Heard } from './calls/call.ts'
import type { callView } from './control/page-socket.ts'
import type { FaultRequest } from './faults.ts'
import type { Mail } from './mailbox.ts'
import type { Account } from './state/exchange.ts'
import type { Entry } from './state/journal.ts'
import type { TextMessage } from './texts/text-message.ts'

export type { Heard } from './calls/call.ts'

/** `afterSeconds`: seconds that pass on the call's own clock first. */
export type Timing = { afterSeconds?: number }
/**
 * When the machine detector reports its verdict, counted from the pick-up, once a command lets that time pass. By default,
 * right after the first prompt.
 */
export type Verdict = { verdictAfterSeconds?: number }
type CallState = ReturnType<typeof callView>
/** Calls and texts that no test waited for. */
export type Unexpected = { calls: CallState[]; texts: TextMessage[] }

/**
 * Every command resolves when its consequences are settled: callbacks are delivered or given up, and instructions have run
 * up to the next wait for a key or to the end. It throws if the call's state doesn't allow it.
 */
export type CallInHand = {
  sid: string
  pickUp(timing?: Timing & Verdict): Promise<void>
  decline(timing?: Timing): Promise<void>
  /** Nobody answers until the ring time is over. */
  letRing(): Promise<void>
  busy(): Promise<void>
  /**
   * The network doesn't connect the call; `sip` is its response code (503). The carrier reports 486, 600 and 603 as busy,
   * all others as failed. With the fault `status-jump`, it never reports that the phone rang.
   */
  fail(reason?: { sip?: number }): Promise<void>
  /** A machine picks up, listens to the end and presses nothing. The verdict comes after the first prompt. */
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
  /** Takes the next call to this number. Throws after `waitMs` (30 s). */
  expectCall(waitMs?: number): Promise<CallInHand>
  expectText(waitMs?: number): Promise<TextMessage>
  /** All texts delivered here, oldest first, including the carrier's own replies to STOP and START. */
  texts(): Promise<TextMessage[]>
  /** Calls the sandbox's number; resolves when the call waits for a key or is over. */
  call(): Promise<CallInHand>
  /** Sends a text to the sandbox's number; resolves after the response to its webhook. */
  text(body: string): Promise<void>
  unexpected(): Promise<Unexpected>
}

/** Takes over `number`: from then on, its calls are scripted and take no real time. */
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

/** Calls and texts to any number that no test waited for. Assert that there are none. */
export const unexpected = (sandboxUrl: string): Promise<Unexpected> => asker(sandboxUrl)('GET', '/sandbox/unexpected')

/** The carrier's log, oldest first, from entry `since`. */
export const carrierLog = (sandboxUrl: string, since = 0): Promise<Entry[]> =>
  asker(sandboxUrl)('GET', `/sandbox/log?since=${since}`)

type CarrierSettings = Partial<Pick<Account, 'inboundUrl' | 'voiceUrl' | 'callsPerSecond' | 'keywords' | 'trial'>> & {
  /** The skew of the carrier's clock. */
  clockSkewMs?: number
}
export const configureCarrier = (sandboxUrl: string, settings: CarrierSettings): Promise<CarrierSettings> =>
  asker(sandboxUrl)('PUT', '/sandbox/settings', settings)

export type FaultOrder = Partial<Omit<FaultRequest, 'fault'>> & { fault: string }
export type FaultBoard = {
  /** By default, strikes the next call (or text) that it applies to. */
  add(order: FaultOrder): Promise<void>
  clear(): Promise<void>
  /** Reseeds the random numbers of faults. */
  seed(seed: number): Promise<void>
  /** Refuses new connections for this long, including this client's. */
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
  /** Takes the oldest email to this address. Throws after `waitMs` (30 s). */
  expectMail(to: string, waitMs?: number): Promise<Mail>
  mails(to?: string): Promise<Mail[]>
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
    heard: async () => Promise.all((await ask<CallState>('GET', path)).heard.map((item) => load(sandboxUrl, item))),
    status: async () => (await ask<CallState>('GET', path)).status,
    state: () => ask('GET', path),
  }
}

async function load(sandboxUrl: string, item: CallState['heard'][number]): Promise<Heard> {
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
