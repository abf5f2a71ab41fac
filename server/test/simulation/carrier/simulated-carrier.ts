import type { CarrierId } from '@reveille/core/calls/call'
import type { CarrierEvent, HowEnded } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Carrier, CarrierCall, ListedCall, PlacedCall } from '../../../src/carrier/carrier.ts'
import type { Conditions } from '../faults/conditions.ts'
import type { SimulatedClock } from '../machine/simulated-clock.ts'
import type { SimulatedProcess } from '../machine/simulated-process.ts'
import type { CarrierCallRecord, CarrierLog, CallRequest, PlacingFate } from './carrier-log.ts'
import { PhoneCall, type Surroundings } from './phone-call.ts'

const CLIENT_TIME_OUT_MS = 10_000

/** Callbacks reach the verbs as events: signatures and markup have their own tests. */
type Used = Pick<
  Carrier,
  'placeCall' | 'fetchCall' | 'recentCalls' | 'callsSince' | 'endCall' | 'redirect' | 'sendText'
> & {
  recordingsOf(): Promise<string[]>
}

/** A carrier that keeps its own log, answers badly when told to, and forgets nothing. */
export class SimulatedCarrier {
  readonly #surroundings: Surroundings
  readonly #log: CarrierLog
  readonly #id: CarrierId
  readonly #conditions: () => Conditions
  readonly #calls = new Map<string, PhoneCall>()

  constructor(surroundings: Surroundings, log: CarrierLog, id: CarrierId, conditions: (id: CarrierId) => Conditions) {
    this.#surroundings = surroundings
    this.#log = log
    this.#id = id
    this.#conditions = () => conditions(id)
  }

  /** The carrier as one of our processes reaches it. */
  port(process: SimulatedProcess, clock: SimulatedClock): Carrier {
    const used: Used = {
      placeCall: ({ to, token }) => this.#place(process, { to, token }),
      fetchCall: (sid) => this.#ask(process, () => this.#fetch(sid, clock), {}),
      recentCalls: (to) => this.#ask(process, () => this.#list(clock).filter((call) => call.to === to), { to }),
      callsSince: (since) =>
        this.#ask(process, () => this.#list(clock).filter(({ createdAt }) => createdAt! >= since - 1_000), { since }),
      endCall: (sid) => this.#ask(process, () => this.#calls.get(sid)?.hangUp()),
      redirect: (sid) => this.#ask(process, () => this.#calls.get(sid)?.redirect()),
      sendText: (text) => this.#ask(process, () => this.#text(text)),
      recordingsOf: async () => [],
    }
    return used as unknown as Carrier
  }

  #place(process: SimulatedProcess, { to, token }: { to: string; token: string }): Promise<PlacedCall> {
    const { world, random } = this.#surroundings
    const { promise, resolve, reject } = Promise.withResolvers<PlacedCall>()
    // A step, so that a process may die before the carrier decides, or after the request has left.
    const fate = random.weighted(this.#conditions().placing)
    const request: CallRequest = { at: world.now(), by: process.name, carrier: this.#id, to, token, fate, sid: null }
    this.#log.requests.push(request)
    world.note(`carrier${this.#id === 1 ? '' : ' 2'}: ${process.name} asks for a call to ${to}: ${fate}`)
    world.after(random.between(3, 60), () => {
      const answer = this.#receive(request)
      const after = this.#replyAfter(fate)
      process.at(world.now() + Math.min(after, CLIENT_TIME_OUT_MS), () =>
        answer === null || after > CLIENT_TIME_OUT_MS ? reject(new NoClearAnswerError()) : resolve(answer),
      )
    })
    process.at(world.now(), () => process.step(async () => undefined))
    return promise
  }

  #receive(request: CallRequest): PlacedCall | null {
    const { random } = this.#surroundings
    switch (request.fate) {
      case 'answered':
      case 'answered-slowly':
        return { outcome: 'accepted', carrierCallId: this.#accept(request), queueMs: 0 }
      case 'accepted-reply-lost':
        this.#accept(request)
        return null
      case 'failed-unclear':
        return null
      case 'refused-connection':
        return { outcome: 'not-placed', retryAfterMs: 3_000 }
      case 'too-many-requests':
        return {
          outcome: 'not-placed',
          retryAfterMs: random.between(1, 5) * 1_000,
          refusal: { status: 429, code: 20_429 },
        }
      case 'rejected':
        return { outcome: 'rejected', reason: 'invalid-number', refusal: { status: 400, code: 21_211 } }
    }
  }

  #replyAfter(fate: PlacingFate): number {
    const { random } = this.#surroundings
    if (fate === 'answered-slowly') return random.between(1_000, 9_500)
    if (fate === 'accepted-reply-lost' || fate === 'failed-unclear')
      return random.chance(0.5) ? random.between(50, 9_000) : CLIENT_TIME_OUT_MS + 1
    return random.between(20, 250)
  }

  #accept(request: CallRequest): string {
    const { world, random } = this.#surroundings
    const now = world.now()
    const listedAt = now + random.between(0, this.#conditions().listLagMs)
    const { carrier, token, to } = request
    const { silent, conduct } = this.#conditions()
    const call = this.#log.open({ carrier, token, to, createdAt: now, listedAt })
    call.isSilent = silent > 0 && random.chance(silent)
    request.sid = call.sid
    world.note(`carrier: takes it as ${call.sid}`)
    this.#calls.set(call.sid, new PhoneCall(this.#surroundings, call, random.weighted(conduct)))
    return call.sid
  }

  #ask<T>(process: SimulatedProcess, answer: () => T, about?: { to?: string; since?: Instant }): Promise<T> {
    const { world, random } = this.#surroundings
    const lookUp = about && { to: null, since: null, ...about, at: world.now(), carrier: this.#id, isAnswered: false }
    if (lookUp !== undefined) this.#log.lookUps.push(lookUp)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    process.at(world.now(), () =>
      process.step(async () => {
        world.after(random.between(3, 80), () => {
          const fails = random.chance(this.#conditions().lookUpsFail)
          const given = fails ? null : { value: answer() }
          if (lookUp !== undefined) lookUp.isAnswered = !fails
          const after = fails && random.chance(0.3) ? CLIENT_TIME_OUT_MS : random.between(10, 300)
          process.at(world.now() + after, () =>
            given === null ? reject(new NoClearAnswerError()) : resolve(given.value),
          )
        })
      }),
    )
    return promise
  }

  #list(clock: SimulatedClock): ListedCall[] {
    const now = this.#surroundings.world.now()
    const listed = this.#log.calls.filter(({ carrier, listedAt }) => carrier === this.#id && listedAt <= now)
    return listed.toReversed().map((call) => ({ ...told(call, clock), to: call.to }))
  }

  #fetch(sid: string, clock: SimulatedClock): CarrierCall | null {
    const call = this.#log.call(sid)
    if (call === null || call.carrier !== this.#id) return null
    const now = this.#surroundings.world.now()
    if (call.endedAt !== null) call.endToldAt ??= now
    if (call.endedAt !== null && call.machineAt !== null) call.machineToldAt ??= now
    return told(call, clock)
  }

  #text(text: { to: string; body: string }): { outcome: 'sent' } {
    const { world } = this.#surroundings
    this.#log.texts.push({ at: world.now(), ...text })
    world.note(`carrier: texts ${text.to}`)
    return { outcome: 'sent' }
  }
}

/** Only the callback has the network's own code. */
const IN_THE_RESOURCE: Partial<Record<HowEnded, HowEnded>> = {
  unwanted: 'failed',
  blocked: 'failed',
  refused: 'failed',
}

/** The carrier's resource of a call; times are whole seconds. */
function told(call: CarrierCallRecord, clock: SimulatedClock): CarrierCall {
  return { carrierCallId: call.sid, createdAt: wholeSeconds(call.createdAt), event: eventOf(call, clock.now()) }
}

function eventOf(call: CarrierCallRecord, now: Instant): CarrierEvent {
  const at = (then: Instant | null) => (then !== null && wholeSeconds(then) <= now ? wholeSeconds(then) : now)
  if (call.endedAt !== null && call.how !== null) {
    // A talk with a machine is reported as one, which recovers a lost verdict.
    const how =
      call.how === 'hung-up' && call.machineAt !== null ? 'no-answer' : (IN_THE_RESOURCE[call.how] ?? call.how)
    return { type: 'ended', at: at(call.endedAt), how, talkedS: call.talkedS }
  }
  if (call.answeredAt !== null) return { type: 'picked-up', at: now }
  if (call.ringingAt !== null) return { type: 'ringing', at: at(call.ringingAt) }
  return { type: 'queued', at: now }
}

const wholeSeconds = (at: Instant) => Math.floor(at / 1000) * 1000

/** A timeout, reset or 5xx: the phone may still ring. */
class NoClearAnswerError extends Error {
  constructor() {
    super('no clear answer from the carrier')
  }
}
