import type { CallPosition } from '@reveille/core/calls/call-keys'
import type { HowEnded } from '@reveille/core/calls/call-lifecycle'
import type { ScriptStep } from '@reveille/core/calls/call-script'
import { solutionOf } from '@reveille/core/calls/proof'
import type { OnTheLine } from '../../../src/calls/callbacks/call-dialogue.ts'
import type { Conduct } from '../faults/conditions.ts'
import type { Machines } from '../machine/machines.ts'
import type { RunningProcess } from '../machine/running-process.ts'
import { ConnectionBrokenError } from '../machine/simulated-database.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import type { Callbacks } from './callbacks.ts'
import type { CarrierCallRecord, PressedKey } from './carrier-log.ts'

const RINGS_FOR_MS = 30_000
const MESSAGE_MS = 20_000
const SENTENCE_MS = 2_500
const CLOSING_MS = 4_000

/** The keys that a person presses when asked, one after the other, and then none. */
const KEYS: Partial<Record<Conduct, readonly string[]>> = {
  'presses-1': ['1', '1', '1'],
  'presses-1-types-wrong': ['1'],
  'presses-1-types-wrong-then-right': ['1'],
  'presses-1-types-nothing': ['1'],
  'presses-2': ['2', '1'],
  'presses-9': ['9', '1'],
  'presses-0-0': ['0', '0', '0'],
  'presses-wrong-then-1': ['5', '1'],
  'presses-5-and-hangs-up': ['5'],
  'presses-0-then-1': ['0', '1'],
  'presses-0-then-3-then-1': ['0', '3', '1'],
  'presses-1-and-hangs-up': ['1'],
  'taken-for-a-machine': ['1', '1'],
}

/** What a person types for a task; default: the answer. */
const ANSWERS: Partial<Record<Conduct, readonly ('right' | 'wrong' | 'nothing')[]>> = {
  'presses-1-types-wrong': ['wrong', 'wrong', 'wrong'],
  'presses-1-types-wrong-then-right': ['wrong', 'nothing', 'right'],
  'presses-1-types-nothing': ['nothing', 'nothing'],
}

/** How a call ends that never rings or isn't answered, with the network's code if it has one. */
const ENDS: Partial<Record<Conduct, { how: HowEnded; sip?: number; rings?: boolean }>> = {
  failed: { how: 'failed', sip: 503 },
  'failed-while-ringing': { how: 'failed', sip: 503, rings: true },
  busy: { how: 'busy' },
  declined: { how: 'no-answer', sip: 603, rings: true },
  cancelled: { how: 'cancelled', rings: true },
  unwanted: { how: 'unwanted', sip: 607 },
  blocked: { how: 'blocked', sip: 608 },
  refused: { how: 'refused', sip: 404 },
}

export type Surroundings = {
  world: World
  machines: Machines
  random: SeededRandom
  callbacks: Callbacks
  /** Called when a key changes what the person wants. */
  onKey(call: CarrierCallRecord): void
  onEnd(call: CarrierCallRecord): void
}

/** One call through the telephone network, from the queue to its end. */
export class PhoneCall {
  readonly #surroundings: Surroundings
  readonly #call: CarrierCallRecord
  readonly #conduct: Conduct
  readonly #line: OnTheLine
  /** Keys and answers still to be pressed. */
  readonly #keys: string[]
  readonly #answers: ('right' | 'wrong' | 'nothing')[]
  /** Counts prompts, to cancel what belongs to an earlier one. */
  #prompts = 0

  constructor(surroundings: Surroundings, call: CarrierCallRecord, conduct: Conduct) {
    this.#surroundings = surroundings
    this.#call = call
    this.#conduct = conduct
    const { token, sid: carrierCallId, carrier: from } = call
    this.#line = { token, carrierCallId, from, answerPath: (position) => JSON.stringify(position) }
    this.#keys = [...(KEYS[conduct] ?? [])]
    this.#answers = [...(ANSWERS[conduct] ?? [])]
    const { random } = surroundings
    this.#later(random.between(20, 150), () => surroundings.callbacks.tell(call, { type: 'queued' }))
    const ends = ENDS[conduct]
    if (ends === undefined || ends.rings === true) this.#ringLater()
    else this.#endLater(random.between(500, 4_000), ends.how, ends.sip)
  }

  /** We end the call. */
  hangUp(): void {
    this.#end(this.#call.answeredAt === null ? 'cancelled' : 'hung-up')
  }

  /** We have it say something else, as to a machine. */
  redirect(): void {
    const call = this.#call
    if (call.answeredAt === null || call.endedAt !== null || call.isSilent) return
    call.redirectedAt = this.#surroundings.world.now()
    void this.#fetch(async ({ services, program }) => (await program.beginDialogue(services, this.#line, true)).steps)
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
    const ends = ENDS[this.#conduct]
    if (ends !== undefined) return this.#endLater(random.between(1_000, 20_000), ends.how, ends.sip)
    if (this.#conduct === 'no-answer') return this.#endLater(RINGS_FOR_MS, 'no-answer')
    this.#later(random.between(2_000, 26_000), () => this.#pickUp())
  }

  #pickUp(): void {
    const { world, callbacks, random } = this.#surroundings
    this.#call.answeredAt = world.now()
    callbacks.tell(this.#call, { type: 'picked-up' })
    if (this.#call.isSilent) return this.#endLater(random.between(3_500, 20_000), 'hung-up')
    void this.#fetch(async ({ services, program }) => (await program.beginDialogue(services, this.#line, false)).steps)
    if (this.#conduct === 'voicemail' || this.#conduct === 'taken-for-a-machine')
      this.#later(random.between(800, random.chance(0.7) ? 6_000 : 30_000), () => {
        this.#call.machineAt = world.now()
        callbacks.tell(this.#call, { type: 'machine' })
      })
    if (this.#conduct === 'hangs-up-at-once') return this.#endLater(random.between(300, 2_800), 'hung-up')
    if (this.#conduct === 'hangs-up-later') return this.#endLater(random.between(4_000, 25_000), 'hung-up')
    if (this.#conduct === 'voicemail') return this.#endLater(random.between(8_000, 50_000), 'hung-up')
  }

  /** The carrier asks what to say. */
  async #fetch(ask: (process: RunningProcess) => Promise<ScriptStep[]>): Promise<void> {
    const prompt = ++this.#prompts
    const process = this.#surroundings.machines.readyProcess()
    if (process === null) return this.#endLater(1_000, 'hung-up')
    const handled = await process.machine.handle(() => ask(process))
    this.#mustNotThrow(handled)
    if (handled.outcome !== 'done') return this.#endLater(500, 'hung-up')
    if (prompt === this.#prompts) this.#hear(handled.value)
  }

  /** Speaks a prompt: the person presses a key, or stays silent until its end. */
  #hear(steps: readonly ScriptStep[]): void {
    const { random } = this.#surroundings
    const prompt = ++this.#prompts
    const ask = steps.find((step) => step.do === 'ask')
    if (ask === undefined) return this.#endLater(steps.length > 1 ? CLOSING_MS : 300, 'hung-up')
    const position = JSON.parse(ask.answerPath) as CallPosition
    if (this.#call.endedAt === null) this.#call.heard.push(position.at)
    const spokenMs = ask.speak.reduce((ms, { text }) => ms + (text.length > 200 ? MESSAGE_MS : SENTENCE_MS), 0)
    const toTheEnd = spokenMs + ask.waitS * 1_000
    const inThisPrompt = (act: () => void) => () => {
      if (prompt === this.#prompts) act()
    }
    const isTask = position.at === 'task'
    const answer = isTask ? (this.#answers.shift() ?? 'right') : null
    if (answer === 'nothing' || (!isTask && this.#keys.length === 0))
      return this.#later(
        toTheEnd,
        inThisPrompt(() => void this.#stayedSilent(position)),
      )
    const first = position.at === 'message' && ask.speak.length > 2 ? 3_000 : 1_000
    this.#later(
      random.between(first, toTheEnd - 500),
      inThisPrompt(() => void this.#act(position, answer)),
    )
  }

  #stayedSilent(position: CallPosition): Promise<void> {
    return this.#fetch(
      async ({ services, program }) => (await program.goOn(services, this.#line, { digits: null, position })).steps,
    )
  }

  async #act(position: CallPosition, answer: 'right' | 'wrong' | null): Promise<void> {
    if (answer === null) return this.#press(this.#keys.shift()!, position)
    const { machines } = this.#surroundings
    const process = machines.readyProcess()
    if (process === null) return this.#endLater(500, 'hung-up')
    const prompt = this.#prompts
    const handled = await process.machine.handle(() =>
      process.program.callOfCallback(process.services, this.#call.token, null),
    )
    if (handled.outcome !== 'done' || prompt !== this.#prompts || this.#call.endedAt !== null) return
    const task = handled.value?.tasks[handled.value.taskRound - 1]
    const solution = task === undefined ? '' : solutionOf(task)
    this.#press(answer === 'right' ? solution : `9${solution.slice(1)}`, position)
  }

  #press(key: string, position: CallPosition): void {
    const { world, random, onKey } = this.#surroundings
    const pressed = { key, at: world.now(), answeredAt: null, effect: 'unknown' }
    this.#call.keys.push(pressed)
    this.#prompts++ // a key interrupts the prompt
    if (key === '9' || key === '0') onKey(this.#call)
    // A quick hang-up may arrive before the key's request.
    if (this.#conduct === 'presses-1-and-hangs-up' || this.#conduct === 'presses-5-and-hangs-up')
      this.#endLater(random.between(20, 300), 'hung-up')
    const after = random.between(30, 500)
    world.after(after, () => void this.#tellKey(pressed, position))
    // A request repeated while its first answer is on its way.
    if (random.chance(0.1))
      world.after(after + random.between(1, 5_000), () => void this.#tellKey({ ...pressed }, position))
  }

  async #tellKey(pressed: PressedKey, position: CallPosition): Promise<void> {
    const { machines, world } = this.#surroundings
    const isFirst = this.#call.keys.includes(pressed)
    const prompt = this.#prompts
    const process = machines.readyProcess()
    if (process === null) return isFirst ? this.#endLater(500, 'hung-up') : undefined // the key is lost
    const heard = { digits: pressed.key, position }
    const handled = await process.machine.handle(() => process.program.goOn(process.services, this.#line, heard))
    this.#mustNotThrow(handled)
    if (!isFirst) return
    if (handled.outcome !== 'done') return this.#endLater(500, 'hung-up')
    pressed.answeredAt = world.now()
    pressed.effect = handled.value.effect
    if (this.#call.endedAt === null && prompt === this.#prompts) this.#hear(handled.value.steps)
  }

  #mustNotThrow(handled: { outcome: string; error?: unknown }): void {
    if (handled.outcome === 'error' && !(handled.error instanceof ConnectionBrokenError))
      this.#surroundings.world.violation(`no surprises: a call got an error: ${String(handled.error)}`)
  }

  #endLater(ms: number, how: HowEnded, sip?: number): void {
    this.#later(ms, () => this.#end(how, sip))
  }

  #end(how: HowEnded, sip?: number): void {
    const { world, callbacks, onEnd } = this.#surroundings
    const call = this.#call
    if (call.endedAt !== null) return
    call.endedAt = world.now()
    call.how = how
    call.talkedS = call.answeredAt === null ? 0 : Math.round((call.endedAt - call.answeredAt) / 1000)
    world.note(`carrier: ${call.sid} ends: ${this.#conduct}, ${how} after ${call.talkedS} s`)
    callbacks.tell(call, { type: 'ended', how, talkedS: call.talkedS, sip })
    onEnd(call)
  }

  #later(ms: number, run: () => void): void {
    this.#surroundings.world.after(ms, () => {
      if (this.#call.endedAt === null) run()
    })
  }
}
