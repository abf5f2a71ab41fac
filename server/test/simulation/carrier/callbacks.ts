import type { CarrierId } from '@reveille/core/calls/call'
import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { otherThan } from '@reveille/core/calls/second-carrier'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Reported } from '../../../src/calls/handle-carrier-event.ts'
import type { CallbackFate, Conditions } from '../faults/conditions.ts'
import type { Machines } from '../machine/machines.ts'
import { ConnectionBrokenError } from '../machine/simulated-database.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import type { CarrierCallRecord } from './carrier-log.ts'

/** An event as the carrier reports it; `at` is set when it's read, as the adapter does. */
export type Told = CarrierEvent extends infer Event ? (Event extends CarrierEvent ? Omit<Event, 'at'> : never) : never

const TRIES = 3
const AGAIN_AFTER_MS = 2_000

/** An older event gets our own time (carrier/twilio/callback-fields.ts). */
const LATEST_CALLBACK_MS = 60_000

/** Delivers the carrier's callbacks to us: late, twice, out of order or never. */
export class Callbacks {
  readonly #world: World
  readonly #machines: Machines
  readonly #random: SeededRandom
  readonly #conditions: (carrier: CarrierId) => Conditions

  constructor(world: World, machines: Machines, random: SeededRandom, conditions: (carrier: CarrierId) => Conditions) {
    this.#world = world
    this.#machines = machines
    this.#random = random
    this.#conditions = conditions
  }

  tell(call: CarrierCallRecord, told: Told): void {
    const happenedAt = this.#world.now()
    const fate = this.#random.weighted(this.#conditions(call.carrier).callbacks)
    for (const delay of this.#delays(fate)) {
      this.#world.after(delay, () => this.#deliver(call, { told, happenedAt, left: TRIES }))
    }
    if (this.#random.chance(this.#conditions(call.carrier).strayCallbacks))
      this.#world.after(this.#random.between(0, 60_000), () => this.#stray(call, told))
  }

  /** A callback of a call that isn't ours, or isn't the one in its path, which must have no effect. */
  #stray(call: CarrierCallRecord, told: Told): void {
    const process = this.#machines.readyProcess()
    if (process === null) return
    const { services, program, clock, machine } = process
    // Until we know which of the carrier's calls is ours, only the secret in the path decides.
    const isKnown = call.endToldAt !== null
    const token = isKnown && this.#random.chance(0.5) ? call.token : `stray ${this.#random.between(0, 1_000_000)}`
    const isOfOther = services.config.secondCarrier !== null && this.#random.chance(0.5)
    const event = { ...told, at: clock.now(), from: isOfOther ? otherThan(call.carrier) : call.carrier } as Reported
    const [ofCall, sid] = isOfOther ? [call.token, call.sid] : [token, 'CA of another account']
    void machine
      .handle(() => program.handleCarrierEvent(services, ofCall, sid, event))
      .then((handled) => {
        if (handled.outcome === 'done' && handled.value !== 'foreign')
          this.#world.violation(`I11 a callback about a foreign call was applied to ${call.sid}`)
      })
  }

  #delays(fate: CallbackFate): number[] {
    const random = this.#random
    switch (fate) {
      case 'prompt':
        return [random.between(40, 400)]
      case 'at-once':
        return [random.between(0, 3)]
      case 'seconds-late':
        return [random.between(1_000, 60_000)]
      case 'hours-late':
        return [random.between(60_000, 4 * 3_600_000)]
      case 'lost':
        return []
      case 'doubled':
        return Array.from({ length: random.between(2, 5) }, () =>
          random.chance(0.8) ? random.between(0, 3_000) : random.between(3_000, 600_000),
        )
    }
  }

  #deliver(
    call: CarrierCallRecord,
    { told, happenedAt, left }: { told: Told; happenedAt: Instant; left: number },
  ): void {
    const again = () => {
      if (left > 1) this.#world.after(AGAIN_AFTER_MS, () => this.#deliver(call, { told, happenedAt, left: left - 1 }))
    }
    const process = this.#machines.readyProcess()
    if (process === null) return again()
    const { machine, services, program, clock } = process
    const event = (): Reported => ({ ...told, at: toldAt(happenedAt, clock.now()), from: call.carrier })
    void machine
      .handle(() => program.handleCarrierEvent(services, call.token, call.sid, event()))
      .then((handled) => {
        if (handled.outcome === 'done') return this.#taken(call, told)
        if (handled.outcome === 'error' && !(handled.error instanceof ConnectionBrokenError))
          this.#world.violation(`no surprises: a callback was answered with ${String(handled.error)}`)
        return again()
      })
  }

  #taken(call: CarrierCallRecord, told: Told): void {
    if (told.type === 'ended') call.endToldAt ??= this.#world.now()
    if (told.type === 'machine') call.machineToldAt ??= this.#world.now()
  }
}

/** The carrier reports whole seconds; our own time replaces an implausible or old one. */
export function toldAt(happenedAt: Instant, now: Instant): Instant {
  const told = Math.floor(happenedAt / 1000) * 1000
  return told <= now && told >= now - LATEST_CALLBACK_MS ? told : now
}
