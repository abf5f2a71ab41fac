import type { HowEnded } from '@reveille/core/calls/call-lifecycle'
import { answerCall } from '../../../src/calls/handle-key.ts'
import { scriptForCall } from '../../../src/calls/message/script-for-call.ts'
import type { Conduct } from '../faults/conditions.ts'
import type { Machines } from '../machine/machines.ts'
import { ConnectionBroken } from '../machine/simulated-database.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import type { Callbacks } from './callbacks.ts'
import type { CarrierCallRecord } from './carrier-log.ts'

const RINGS_FOR_MS = 30_000
const MESSAGE_MS = 20_000
const WAIT_FOR_KEY_MS = 8_000
const CLOSING_MS = 4_000

/** The keys that a conduct presses, one after the other. */
const KEYS: Partial<Record<Conduct, readonly string[]>> = {
  'presses-1': ['1'],
  'presses-2': ['2'],
  'presses-9': ['9'],
  'presses-0-0': ['0', '0'],
  'presses-wrong-then-1': ['5', '1'],
  'presses-0-then-1': ['0', '1'],
  'presses-1-and-hangs-up': ['1'],
  'taken-for-a-machine': ['1'],
}

/** What a call needs to know of the world around it. */
export type Surroundings = {
  world: World
  machines: Machines
  random: SeededRandom
  callbacks: Callbacks
  /** Called when a key changes what the person wants. */
  onKey(call: CarrierCallRecord): void
  /** Called when the call is over. */
  onEnd(call: CarrierCallRecord): void
}

/** One call on its way through the telephone network, from the queue to the hang-up. */
export class PhoneCall {
  readonly #surroundings: Surroundings
  readonly #call: CarrierCallRecord
  readonly #conduct: Conduct

  constructor(surroundings: Surroundings, call: CarrierCallRecord, conduct: Conduct) {
    this.#surroundings = surroundings
    this.#call = call
    this.#conduct = conduct
    const { random } = surroundings
    this.#later(random.between(20, 150), () => surroundings.callbacks.tell(call, { type: 'queued' }))
    if (conduct === 'failed') this.#endLater(random.between(500, 3_000), 'failed')
    else if (conduct === 'busy') this.#endLater(random.between(1_500, 4_000), 'busy')
    else this.#ringLater()
  }

  /** Stopped from outside, by us. */
  hangUp(): void {
    this.#end(this.#call.answeredAt === null ? 'cancelled' : 'hung-up')
  }

  #ringLater(): void {
    const { world, random, callbacks } = this.#surroundings
    this.#later(random.between(800, 3_000), () => {
      this.#call.ringingAt = world.now()
      callbacks.tell(this.#call, { type: 'ringing' })
      this.#ring()
    })
  }

  #ring(): void {
    const { random } = this.#surroundings
    if (this.#conduct === 'no-answer') return this.#endLater(RINGS_FOR_MS, 'no-answer')
    if (this.#conduct === 'cancelled') return this.#endLater(random.between(1_000, 20_000), 'cancelled')
    this.#later(random.between(2_000, 26_000), () => this.#pickUp())
  }

  #pickUp(): void {
    const { world, callbacks, random } = this.#surroundings
    this.#call.answeredAt = world.now()
    callbacks.tell(this.#call, { type: 'picked-up' })
    void this.#fetchScript()
    if (this.#conduct === 'voicemail' || this.#conduct === 'taken-for-a-machine')
      this.#later(random.between(2_500, 6_000), () => {
        this.#call.machineAt = world.now()
        callbacks.tell(this.#call, { type: 'machine' })
      })
    if (this.#conduct === 'hangs-up-at-once') return this.#endLater(random.between(300, 2_800), 'hung-up')
    if (this.#conduct === 'hangs-up-later') return this.#endLater(random.between(4_000, 25_000), 'hung-up')
    if (this.#conduct === 'voicemail') return this.#endLater(random.between(8_000, 50_000), 'hung-up')
    const keys = KEYS[this.#conduct] ?? []
    if (keys.length === 0) return this.#endLater(2 * (MESSAGE_MS + WAIT_FOR_KEY_MS), 'hung-up')
    this.#later(random.between(3_000, MESSAGE_MS + WAIT_FOR_KEY_MS - 1_000), () => this.#press(keys, false))
  }

  async #fetchScript(): Promise<void> {
    const process = this.#surroundings.machines.door()
    if (process === null) return this.#endLater(1_000, 'hung-up')
    const { token, sid } = this.#call
    const handled = await process.machine.handle(() => scriptForCall(process.services, token, sid))
    this.#mustNotThrow(handled)
    if (handled.outcome !== 'done' || handled.value === null) this.#endLater(500, 'hung-up')
  }

  #press([key, ...more]: readonly string[], afterZero: boolean): void {
    const { world, random, onKey } = this.#surroundings
    const pressed = { key: key!, at: world.now(), answeredAt: null, effect: 'unknown' }
    this.#call.keys.push(pressed)
    if (key === '9' || key === '0') onKey(this.#call)
    // Hanging up at once may be faster than the request that tells us of the key.
    if (this.#conduct === 'presses-1-and-hangs-up') this.#endLater(random.between(20, 300), 'hung-up')
    world.after(random.between(30, 500), () => void this.#tellKey(pressed, { more, afterZero }))
  }

  async #tellKey(
    pressed: CarrierCallRecord['keys'][number],
    { more, afterZero }: { more: readonly string[]; afterZero: boolean },
  ): Promise<void> {
    const { machines, world, random } = this.#surroundings
    const process = machines.door()
    if (process === null) return this.#endLater(500, 'hung-up') // nobody ever learns of this key
    const { token, sid } = this.#call
    const key = { key: pressed.key, afterZero }
    const handled = await process.machine.handle(() => answerCall(process.services, token, sid, key))
    this.#mustNotThrow(handled)
    if (handled.outcome !== 'done') return this.#endLater(500, 'hung-up')
    pressed.answeredAt = world.now()
    pressed.effect = handled.value?.effect ?? null
    if (pressed.effect === 'warn-stop' || pressed.effect === 'repeat-choices') {
      if (more.length === 0) return this.#endLater(2 * WAIT_FOR_KEY_MS, 'hung-up')
      return this.#later(random.between(1_000, 6_000), () => this.#press(more, pressed.effect === 'warn-stop'))
    }
    return this.#endLater(pressed.effect === null ? 300 : CLOSING_MS, 'hung-up')
  }

  #mustNotThrow(handled: { outcome: string; error?: unknown }): void {
    if (handled.outcome === 'error' && !(handled.error instanceof ConnectionBroken))
      this.#surroundings.world.violation(`no surprises: a call got an error: ${String(handled.error)}`)
  }

  #endLater(ms: number, how: HowEnded): void {
    this.#later(ms, () => this.#end(how))
  }

  #end(how: HowEnded): void {
    const { world, callbacks, onEnd } = this.#surroundings
    const call = this.#call
    if (call.endedAt !== null) return
    call.endedAt = world.now()
    call.how = how
    call.talkedS = call.answeredAt === null ? 0 : Math.round((call.endedAt - call.answeredAt) / 1000)
    world.note(`carrier: ${call.sid} ends: ${this.#conduct}, ${how} after ${call.talkedS} s`)
    callbacks.tell(call, { type: 'ended', how, talkedS: call.talkedS })
    onEnd(call)
  }

  #later(ms: number, run: () => void): void {
    this.#surroundings.world.after(ms, () => {
      if (this.#call.endedAt === null) run()
    })
  }
}
