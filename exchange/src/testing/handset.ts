// A scripted phone and mailbox for tests: a client of the sandbox's control interface, over HTTP only.
import type { Heard } from '../calls/call.ts'
import type { callView } from '../control/page-socket.ts'
import type { FaultRequest } from '../faults.ts'
import type { Mail } from '../mailbox.ts'
import type { Account } from '../state/exchange.ts'
import type { Entry } from '../state/journal.ts'
import type { TextMessage } from '../texts/text-message.ts'

export type { Heard } from '../calls/call.ts'

/** `afterSeconds`: seconds that pass on the call's own clock first. */
type Timing = { afterSeconds?: number }
/**
 * When the machine detector reports its verdict, counted from the pick-up, once a command lets that time pass. By default,
 * right after the first prompt.
 */
type Verdict = { verdictAfterSeconds?: number }
type CallState = ReturnType<typeof callView>
/** Calls and texts that no test waited for. */
type Unexpected = { calls: CallState[]; texts: TextMessage[] }

export type CallInHand = ReturnType<typeof callInHand>
export type Handset = Awaited<ReturnType<typeof handset>>

/** Takes over `number`: from then on, its calls are scripted and take no real time. */
export async function handset(sandboxUrl: string, number: string) {
  const ask = asker(sandboxUrl)
  const phone = `/sandbox/phones/${encodeURIComponent(number)}`
  await ask('PUT', phone)
  return {
    number,
    /** Takes the next call to this number. Throws after `waitMs`. */
    async expectCall(waitMs = 30_000): Promise<CallInHand> {
      const { sid } = await ask<CallState>('POST', `${phone}/expect-call`, { waitMs })
      return callInHand(ask, sandboxUrl, sid)
    },
    expectText: (waitMs = 30_000) => ask<TextMessage>('POST', `${phone}/expect-text`, { waitMs }),
    /** All texts delivered here, oldest first, including the carrier's own replies to STOP and START. */
    texts: () => ask<TextMessage[]>('GET', `${phone}/texts`),
    /** Calls the sandbox's number; resolves when the call waits for a key or is over. */
    async call(): Promise<CallInHand> {
      const { sid } = await ask<CallState>('POST', `${phone}/calls`)
      return callInHand(ask, sandboxUrl, sid)
    },
    /** Sends a text to the sandbox's number; resolves after the response to its webhook. */
    text: async (body: string) => void (await ask('POST', `${phone}/texts`, { body })),
    unexpected: () => ask<Unexpected>('GET', `/sandbox/unexpected?number=${encodeURIComponent(number)}`),
  }
}

/** Calls and texts to any number that no test waited for. Assert that there are none. */
export const unexpected = (sandboxUrl: string): Promise<Unexpected> => asker(sandboxUrl)('GET', '/sandbox/unexpected')

/** The carrier's log, oldest first, from entry `since`. */
export const carrierLog = (sandboxUrl: string, since = 0): Promise<Entry[]> =>
  asker(sandboxUrl)('GET', `/sandbox/log?since=${since}`)

type CarrierSettings = Partial<Pick<Account, 'inboundUrl' | 'voiceUrl' | 'callsPerSecond' | 'keywords' | 'trial'>> & {
  clockSkewMs?: number
}
export const configureCarrier = (sandboxUrl: string, settings: CarrierSettings): Promise<CarrierSettings> =>
  asker(sandboxUrl)('PUT', '/sandbox/settings', settings)

export type FaultOrder = Partial<Omit<FaultRequest, 'fault'>> & { fault: string }

export function faults(sandboxUrl: string) {
  const ask = asker(sandboxUrl)
  return {
    /** By default, strikes the next call (or text) that it applies to. */
    add: async (order: FaultOrder) => void (await ask('POST', '/sandbox/faults', order)),
    clear: async () => void (await ask('DELETE', '/sandbox/faults')),
    /** Reseeds the random numbers of faults. */
    seed: async (seed: number) => void (await ask('PUT', '/sandbox/faults/seed', { seed })),
    /** Refuses new connections for this long, including this client's. */
    outage: async (ms: number) => void (await ask('POST', '/sandbox/outage', { ms })),
  }
}

export function mailbox(sandboxUrl: string) {
  const ask = asker(sandboxUrl)
  return {
    /** Takes the oldest email to this address. Throws after `waitMs`. */
    expectMail: (to: string, waitMs = 30_000) => ask<Mail>('POST', '/sandbox/mails/expect', { to, waitMs }),
    mails: (to?: string) =>
      ask<Mail[]>('GET', to === undefined ? '/sandbox/mails' : `/sandbox/mails?to=${encodeURIComponent(to)}`),
  }
}

/**
 * Every command resolves when its consequences are settled: callbacks are delivered or given up, and instructions have run
 * up to the next wait for a key or to the end. It throws if the call's state doesn't allow it.
 */
function callInHand(ask: Ask, sandboxUrl: string, sid: string) {
  const path = `/sandbox/calls/${sid}`
  const order = async (name: string, details: object = {}) =>
    void (await ask('POST', `${path}/commands`, { do: name, ...details }))
  const state = () => ask<CallState>('GET', path)
  return {
    sid,
    pickUp: (timing?: Timing & Verdict) => order('pick-up', timing),
    decline: (timing?: Timing) => order('decline', timing),
    /** Nobody answers until the ring time is over. */
    letRing: () => order('let-ring'),
    busy: () => order('busy'),
    /**
     * The network doesn't connect the call; `sip` is its response code (503). The carrier reports 486, 600 and 603 as busy,
     * all others as failed. With the fault `status-jump`, it never reports that the phone rang.
     */
    fail: (reason?: { sip?: number }) => order('fail', reason),
    /** A machine picks up, listens to the end and presses nothing. The verdict comes after the first prompt. */
    voicemail: (timing?: Timing & Verdict) => order('voicemail', timing),
    press: (keys: string, timing?: Timing) => order('press', { keys, ...timing }),
    /** Lets the current wait for a key run into its timeout. */
    sayNothing: (timing?: Timing) => order('say-nothing', timing),
    hangUp: (timing?: Timing) => order('hang-up', timing),
    heard: async () => Promise.all((await state()).heard.map((item) => load(sandboxUrl, item))),
    status: async () => (await state()).status,
    state,
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
