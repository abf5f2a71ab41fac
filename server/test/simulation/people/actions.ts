import type { NewDaysOff } from '@reveille/contract/days-off'
import type { NewSchedule } from '@reveille/contract/schedules'
import type { Cycle } from '@reveille/core/schedules/cycle'
import type { WeekdayTimes } from '@reveille/core/schedules/weekday-times'
import type { Instant } from '@reveille/core/time/time-zone'
import { WEEKDAYS, type Weekday } from '@reveille/core/time/weekday'
import type { Machines } from '../machine/machines.ts'
import type { RunningProcess } from '../machine/running-process.ts'
import { ConnectionBrokenError } from '../machine/simulated-database.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { loseNumber, proveNumber, savePreferences } from './may-be-called.ts'
import { isOfPerson, OF_PERSON } from './of-person.ts'
import type { Expectation, Person } from './person.ts'
import { fieldsOf, save, shows, type Request } from './save-form.ts'
import type { ShownSchedule } from './screen.ts'
import { addSecond, isOfSecond, OF_SECOND } from './second-number.ts'
import { endDaysOff, takeDaysOff } from './take-days-off.ts'

export type Action =
  | 'toggle'
  | 'double-click-toggle'
  | 'pause-and-resume'
  | 'skip'
  | 'double-click-skip'
  | 'unskip'
  | 'edit-switches'
  | 'edit-time'
  | 'edit-weekday-times'
  | 'edit-rotation'
  | 'travel'
  | 'take-days-off'
  | 'end-days-off'
  | 'write-note'
  | 'stop-for-today'
  | 'answer-on-page'
  | 'answer-wrong-on-page'
  | 'delete'
  | 'create'
  | 'create-often'
  | 'change-phone'
  | 'lose-number'
  | 'add-second'
  | keyof typeof OF_SECOND
  | 'lose-preferences'
  | 'save-preferences'
  | 'sample'
  | 'delete-account'
  | 'stop-calls'
  | 'pause-all'
  | 'resume-all'

/** Actions on one schedule. */
const OF_SCHEDULE = [
  'toggle',
  'double-click-toggle',
  'pause-and-resume',
  'skip',
  'double-click-skip',
  'unskip',
  'edit-switches',
  'edit-time',
  'edit-weekday-times',
  'edit-rotation',
  'travel',
  'write-note',
  'end-days-off',
  'stop-for-today',
  'delete',
] as const satisfies readonly Action[]
type OfSchedule = (typeof OF_SCHEDULE)[number]
const isOfSchedule = (action: Action): action is OfSchedule => OF_SCHEDULE.some((one) => one === action)

/** What a person draws from when they create a schedule. */
export type Habits = {
  times: readonly string[]
  zones: readonly string[]
  maxSchedules: number
  /** The share of recurring schedules that rotate. */
  rotating: number
}

/** Edits of a schedule. */
type Edit = 'edit-switches' | 'edit-time' | 'edit-weekday-times' | 'edit-rotation' | 'travel'

type Around = { world: World; machines: Machines; strangerId: number }

/** Acts on a person's behalf, through any process that is up. */
export class Actions {
  readonly #world: World
  readonly #machines: Machines
  readonly #random: SeededRandom
  readonly #habits: Habits
  readonly #strangerId: number
  #numbers = 0

  constructor(around: Around, random: SeededRandom, habits: Habits) {
    this.#world = around.world
    this.#machines = around.machines
    this.#strangerId = around.strangerId
    this.#random = random
    this.#habits = habits
  }

  /** Performs the action unless the person is busy with another, or has nothing to perform it on. */
  async perform(person: Person, action: Action): Promise<void> {
    // After an action, they look before they act again.
    if (person.isBusy || person.isLeaving || person.screen?.until !== Number.POSITIVE_INFINITY) return
    const batches = this.#requests(person, action)
    if (batches.length === 0) return
    person.begin(action)
    const answers: (Expectation | null)[] = []
    for (const batch of batches) answers.push(...(await Promise.all(batch.map((request) => this.#send(request)))))
    // After concurrent requests only the screen knows the result.
    const isSure = batches.length === 1 && batches[0]!.length === 1
    await person.end(isSure ? answers.filter((answer) => answer !== null) : [])
  }

  async #send(request: Request): Promise<Expectation | null> {
    const process = this.#machines.readyProcess()
    if (process === null) return null
    const handled = await process.machine.handle(() => request(process))
    if (handled.outcome === 'done') return handled.value
    if (handled.outcome === 'error' && !(handled.error instanceof ConnectionBrokenError))
      this.#world.violation(`no surprises: a request failed: ${String(handled.error)}`)
    return null
  }

  /** Batches run one after the other; the requests of one batch at once. */
  #requests(person: Person, action: Action): Request[][] {
    const { userId, screen } = person
    const schedules = screen!.schedules
    const some = schedules.length === 0 ? null : this.#random.pick(schedules)
    const once = (request: Request | null) => (request ? [[request]] : [])
    if (isOfPerson(action)) return once(OF_PERSON[action](person))
    if (isOfSecond(action)) return once(OF_SECOND[action](person, this.#strangerId))
    if (isOfSchedule(action)) return some === null ? [] : this.#ofSchedule(person, some, action)
    switch (action) {
      case 'take-days-off':
        return once(takeDaysOff(userId, this.#newDaysOff(some)))
      case 'create':
        return schedules.length >= this.#habits.maxSchedules ? [] : once(save(userId, null, this.#newSchedule()))
      case 'create-often':
        return [Array.from({ length: 4 }, () => save(userId, null, this.#newSchedule()))]
      case 'change-phone':
        return once(changePhone(person, this.#newNumber()))
      case 'add-second':
        return once(addSecond(person, this.#newNumber()))
      case 'lose-number':
        return once(screen!.phone === '' ? null : loseNumber(person, this.#strangerId))
      case 'pause-all':
        return schedules.filter(({ isActive }) => isActive).map((schedule) => [toggle(userId, schedule)])
      case 'resume-all':
        return [
          ...(screen!.phone === '' ? once(proveNumber(userId, person.firsts.at(-1)!)) : []),
          ...(screen!.isPersonalized ? [] : once(savePreferences(userId))),
          ...schedules.filter(({ isActive }) => !isActive).map((schedule) => [toggle(userId, schedule)]),
        ]
    }
  }

  #ofSchedule(person: Person, some: ShownSchedule, action: OfSchedule): Request[][] {
    const { userId } = person
    const once = (request: Request | null) => (request ? [[request]] : [])
    switch (action) {
      case 'toggle':
        return once(toggle(userId, some))
      case 'double-click-toggle':
        return [[toggle(userId, some), toggle(userId, some)]]
      case 'pause-and-resume':
        return some.isActive ? [[toggle(userId, some)], [toggle(userId, some)]] : []
      case 'skip':
        return once(skip(userId, some, true))
      case 'double-click-skip':
        return [[skip(userId, some, true), skip(userId, some, true)]]
      case 'unskip':
        return once(some.skippedAt === null ? null : skip(userId, some, false))
      case 'edit-switches':
      case 'edit-time':
      case 'edit-weekday-times':
      case 'edit-rotation':
      case 'travel':
        return once(save(userId, some, this.#edited(some, action)))
      case 'write-note':
        return once(some.nextAt === null ? null : note(person, some, `note ${this.#random.between(1, 999_999)}`))
      case 'end-days-off':
        return once(endDaysOff(userId, some))
      case 'stop-for-today':
        return once(stop(person, some.id))
      case 'delete':
        return once(remove(userId, some.id))
    }
  }

  #newSchedule(): NewSchedule {
    const random = this.#random
    const isRecurring = random.chance(0.75)
    const day = new Date(this.#world.now() + random.between(0, 3) * 86_400_000).toISOString().slice(0, 10)
    const weekdays = random.chance(0.6) ? [...WEEKDAYS] : WEEKDAYS.filter(() => random.chance(0.6))
    const cycle = isRecurring && random.chance(this.#habits.rotating) ? this.#someCycle() : null
    return {
      name: null,
      wakeupTime: random.pick(this.#habits.times),
      times: isRecurring && random.chance(0.3) ? this.#someTimes() : {},
      timezone: random.pick(this.#habits.zones),
      isRecurring,
      weekdays: !isRecurring || cycle !== null ? [] : weekdays.length > 0 ? weekdays : ['mon' satisfies Weekday],
      cycle,
      date: isRecurring ? null : day,
      callRetry: random.chance(0.8),
      advanceNotice: random.chance(0.3),
      proof: random.weighted({ gentle: 3, firm: 2, strict: 3 }),
      snoozeMinutes: random.pick([0, 5, 9, 9, 15] as const),
      snoozeLimit: random.pick([1, 2, 3, 3] as const),
    }
  }

  #edited(schedule: ShownSchedule, action: Edit): NewSchedule {
    const fields = fieldsOf(schedule)
    if (action === 'travel') return { ...fields, timezone: this.#random.pick(this.#habits.zones) }
    // It starts to rotate, rotates otherwise, or no longer rotates.
    if (action === 'edit-rotation' && fields.isRecurring && this.#random.chance(this.#habits.rotating * 2))
      return { ...fields, weekdays: [], cycle: this.#someCycle() }
    if (action === 'edit-rotation' && fields.isRecurring) return { ...fields, weekdays: [...WEEKDAYS], cycle: null }
    if (action === 'edit-switches') return { ...fields, callRetry: !fields.callRetry }
    if (action === 'edit-time') return { ...fields, wakeupTime: this.#random.pick(this.#habits.times) }
    return { ...fields, times: fields.isRecurring ? this.#someTimes() : {} }
  }

  #someTimes(): WeekdayTimes {
    const days = WEEKDAYS.filter(() => this.#random.chance(0.4))
    return Object.fromEntries(days.map((day) => [day, this.#random.pick(this.#habits.times)]))
  }

  /** Up to ten days, with a time on at least one. */
  #someCycle(): Cycle {
    const begins = this.#world.now() + this.#random.between(-20, 5) * 86_400_000
    const time = () => this.#random.pick(this.#habits.times)
    const others = Array.from({ length: this.#random.between(1, 9) }, () => (this.#random.chance(0.6) ? time() : null))
    return { firstDate: new Date(begins).toISOString().slice(0, 10), times: [time(), ...others] }
  }

  /** Short ones that begin soon, of one schedule or of all. */
  #newDaysOff(some: ShownSchedule | null): NewDaysOff {
    const begins = this.#world.now() + this.#random.between(0, 2) * 86_400_000
    const dateOf = (at: Instant) => new Date(at).toISOString().slice(0, 10)
    const to = dateOf(begins + this.#random.between(0, 2) * 86_400_000)
    const scheduleId = this.#random.chance(0.5) ? (some?.id ?? null) : null
    return { scheduleId, from: dateOf(begins), to, name: null }
  }

  #newNumber(): string {
    return `+49151${String(10_000_000 + this.#numbers++)}`
  }
}

function toggle(userId: number, { id, isActive }: ShownSchedule): Request {
  return async (process) => {
    const { services, program } = process
    let { outcome } = await program.toggleSchedule(services, userId, id)
    if (outcome === 'calls-stopped') {
      await wantCalls(process, userId)
      outcome = (await program.toggleSchedule(services, userId, id)).outcome
    }
    if (outcome === 'not-found' || outcome === 'over' || outcome === 'calls-stopped') return null
    return shows(
      id,
      `${outcome} (was ${isActive ? 'active' : 'paused'})`,
      (one) => one.isActive === (outcome !== 'paused'),
    )
  }
}

function skip(userId: number, { id, nextAt, skippedAt }: ShownSchedule, skipped: boolean): Request {
  const at: Instant | null = skipped ? nextAt : skippedAt
  return async ({ services, program }) => {
    if (at === null) return null
    const { outcome } = await program.skipNextCall(services, userId, id, { at, skipped })
    const isAhead = () => at > services.clock.now() + 1_000
    if (outcome === 'skipped') return shows(id, outcome, (one) => one.skippedAt !== null || !isAhead())
    return outcome === 'unskipped' ? shows(id, outcome, (one) => one.skippedAt !== at) : null
  }
}

/** Whatever the result, that text may be said in the calls of that morning, and in no other. */
function note(person: Person, { id, nextAt }: ShownSchedule, text: string): Request {
  return async ({ services, program }) => {
    const at = nextAt!
    person.notes.push({ scheduleId: id, at, text })
    const { outcome } = await program.writeNote(services, person.userId, id, { at, text })
    if (outcome !== 'written') return null
    return shows(id, `has a ${text}`, (one) => one.note === text || at <= services.clock.now() + 1_000)
  }
}

/** From then on the person wants no follow-ups of this schedule's earlier calls. */
function stop(person: Person, id: number): Request {
  return async ({ services, program }) => {
    const asked = { scheduleId: id, dueBy: services.clock.now(), at: Number.POSITIVE_INFINITY }
    person.stops.push(asked)
    const { outcome } = await program.stopForToday(services, person.userId, id)
    if (outcome === 'stopped') asked.at = services.clock.monotonic()
    else person.stops.splice(person.stops.indexOf(asked), 1)
    return null
  }
}

function remove(userId: number, id: number): Request {
  return async ({ services, program }) => {
    if ((await program.deleteSchedule(services, userId, id)).outcome !== 'deleted') return null
    return { words: `schedule ${id} deleted`, holds: (schedules) => !schedules.some((one) => one.id === id) }
  }
}

/** Like the code that is texted to their number. */
async function wantCalls({ services, program }: RunningProcess, userId: number): Promise<void> {
  await program.withPerson(services, userId, async (tx, callee) => {
    if (callee?.phone != null && callee.optedOutOfCalls) await program.resumeCalls(services, tx, userId, callee.phone)
  })
}

function changePhone(person: Person, phone: string): Request {
  person.firsts.push(phone)
  return proveNumber(person.userId, phone)
}
