import type { Instant } from '@reveille/core/time/time-zone'
import type { Machines } from '../machine/machines.ts'
import type { RunningProcess } from '../machine/running-process.ts'
import { ConnectionBrokenError, type SimulatedDatabase } from '../machine/simulated-database.ts'
import type { World } from '../world.ts'
import { readGlance, type Glance } from './glance.ts'
import { allowsCalls, readScreen, ringsOf, type Screen, type ShownSchedule, type ShownSecond } from './screen.ts'

const LOOK_AGAIN_MS = 5_000

export type Surroundings = { world: World; machines: Machines; database: SimulatedDatabase }

/** What an action's answer promised, which the next screen must show. */
export type Expectation = {
  words: string
  holds(schedules: readonly ShownSchedule[], second: ShownSecond | null): boolean
}

/** 'Stop for today': covers what was due by `dueBy`; `at` is when the person was told (infinite: never). */
export type Stop = { scheduleId: number; dueBy: Instant; at: Instant }

/** Whether a stop ended this occurrence's follow-ups, or may have, because its answer was lost. */
export const stopsOccurrence = (stop: Stop, { scheduleId, dueAt }: { scheduleId: number | null; dueAt: Instant }) =>
  stop.scheduleId === scheduleId && dueAt <= stop.dueBy

/** Somebody who wants to be woken, and what they saw when. */
export class Person {
  readonly userId: number
  readonly screens: Screen[] = []
  /** Every number that was ever theirs, or may have been. */
  readonly firsts: string[] = []
  readonly seconds: string[] = []
  /** Second numbers that somebody else verified, or may have. */
  readonly lost: string[] = []
  /** Second numbers that were removed, and when that was confirmed. */
  readonly retired: { phone: string; at: Instant }[] = []
  readonly stops: Stop[] = []
  /** What they wanted to be told, and in which call. */
  readonly notes: { scheduleId: number; at: Instant; text: string }[] = []
  readonly glances: Glance[] = []
  /** When the dashboard accepted their answer, and for which morning. */
  readonly proofs: { scheduleId: number | null; isSecondCheck: boolean; at: Instant }[] = []
  /** They asked for their account to be deleted. */
  isLeaving = false
  /** When it was deleted, as far as anybody was told. */
  leftAt: Instant | null = null
  readonly #around: Surroundings
  #actionsUnderWay = 0

  constructor(around: Surroundings, userId: number) {
    this.#around = around
    this.userId = userId
  }

  get phones(): readonly string[] {
    return [...this.firsts, ...this.seconds]
  }

  /** Their second numbers no longer ring, except a new one, or one that becomes the first. */
  retireSeconds(at: Instant, but?: string): void {
    for (const phone of this.seconds)
      if (phone !== but && !this.firsts.includes(phone)) this.retired.push({ phone, at })
  }

  /** Whether the screen doesn't show one of their actions yet. */
  get isBusy(): boolean {
    return this.#actionsUnderWay > 0
  }

  get screen(): Screen | null {
    return this.screens.at(-1) ?? null
  }

  /** An action begins: the state is uncertain until the person looks again. */
  begin(words: string): void {
    const { world } = this.#around
    world.note(`person ${this.userId}: ${words}`)
    const current = this.screen
    if (current !== null && this.#actionsUnderWay === 0) [current.until, current.endedBy] = [world.now(), words]
    else if (current !== null) current.endedBy += ` + ${words}`
    this.#actionsUnderWay++
  }

  /** An action is over, whether it was answered or not. */
  async end(expectations: readonly Expectation[] = []): Promise<void> {
    this.#actionsUnderWay--
    if (this.#actionsUnderWay === 0) await this.look(expectations)
  }

  /** Reads the screen, retrying until it is shown. */
  async look(expectations: readonly Expectation[] = []): Promise<void> {
    const { world, machines } = this.#around
    const lookAgain = () => world.after(LOOK_AGAIN_MS, () => void this.look(expectations))
    const from = world.now()
    const process = machines.readyProcess()
    if (process === null) return lookAgain()
    const handled = await process.machine.handle(() => readScreen(process, this.userId))
    if (this.isBusy) return
    if (handled.outcome === 'error' && !(handled.error instanceof ConnectionBrokenError))
      world.violation(`no surprises: a screen could not be shown: ${String(handled.error)}`)
    if (handled.outcome !== 'done') return lookAgain()
    const { phone, second, isPersonalized, schedules } = handled.value
    // Real work must be awaited through virtual time.
    const optedOut = await world.wait(() => this.#hasOptedOut(phone))
    // Two looks in a row: the later one counts from when it was taken.
    if (this.screen?.until === Number.POSITIVE_INFINITY) this.screen.until = from
    const seen = { ...handled.value, optedOut }
    this.screens.push({ ...seen, from, readAt: world.now(), until: Number.POSITIVE_INFINITY, endedBy: '' })
    // The deletion didn't happen, so they continue.
    if (isPersonalized && this.leftAt === null) this.isLeaving = false
    world.note(
      `person ${this.userId} sees ${phone}${secondInWords(second)}${isPersonalized ? '' : ' no preferences'} ${schedules.map(inWords).join('; ')}`,
    )
    for (const { words, holds } of expectations)
      if (!holds(schedules, second))
        world.violation(`the screen shows what was answered: person ${this.userId}: ${words}`)
    this.#checkScreen(from, process)
  }

  /** Looks in passing; without a running process nothing is seen. */
  async glance(): Promise<void> {
    const { world, machines } = this.#around
    const process = machines.readyProcess()
    if (process === null || this.isLeaving) return
    const from = world.now()
    const handled = await process.machine.handle(() => readGlance(process, this.userId))
    if (handled.outcome === 'done') this.glances.push({ from, by: world.now(), ...handled.value })
    else world.violation('no surprises: the history could not be shown')
  }

  async #hasOptedOut(phone: string): Promise<boolean> {
    const { observer } = this.#around.database
    const { rowCount } = await observer.query(`select 1 from opt_outs where phone = $1 and kind = 'calls'`, [phone])
    return rowCount !== 0
  }

  /** At most three schedules, and the next call of each is the true one. */
  #checkScreen(from: Instant, { machine }: RunningProcess): void {
    const { world } = this.#around
    const { schedules } = this.screen!
    if (schedules.length > 3) world.violation(`I16 person ${this.userId} has ${schedules.length} schedules`)
    if (!allowsCalls(this.screen!) || Math.abs(machine.clockOffset) > 1_000) return
    const now = world.now()
    for (const schedule of schedules) {
      const [nextAt = null] = ringsOf(schedule, now + 1, now + 15 * 86_400_000)
      const isNear = [nextAt, schedule.nextAt].some((at) => at !== null && at < now + 5_000)
      const isFar = nextAt === null && (schedule.nextAt ?? now) > now + 14 * 86_400_000
      if (nextAt === schedule.nextAt || isNear || isFar || now - from > 5_000) continue
      world.violation(`SCHED-12 schedule ${schedule.id} shows ${iso(schedule.nextAt)}, it should be ${iso(nextAt)}`)
    }
  }
}

function inWords(schedule: ShownSchedule): string {
  const { id, wakeupTime, times, timezone, weekdays, cycle, daysOff, date, isActive, callRetry, skippedAt, nextAt } =
    schedule
  const rotation = cycle && `from ${cycle.firstDate} ${cycle.times.map((time) => time ?? 'free').join(' ')}`
  const days = date ?? rotation ?? (weekdays.length === 7 ? 'daily' : weekdays.join(' '))
  const state = isActive ? `next ${iso(nextAt)}` : 'paused'
  const off = daysOff.map(({ from, to }) => ` off ${from} to ${to}`).join('')
  const others = Object.entries(times).map(([day, time]) => `${day} ${time} `)
  return `${id}: ${wakeupTime} ${others.join('')}${timezone} ${days} ${callRetry ? '' : 'once '}${state}${skippedAt === null ? '' : ` skips ${iso(skippedAt)}`}${off}`
}

function secondInWords(second: ShownSecond | null): string {
  return second === null ? '' : ` and ${second.phone}${second.rings ? '' : ' (silent)'}`
}

const iso = (at: Instant | null) => (at === null ? 'nothing' : new Date(at).toISOString())
