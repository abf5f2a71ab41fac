import { cutOff } from '@reveille/core/calls/misfire-policy'
import type { Instant } from '@reveille/core/time/time-zone'
import { failCall } from '../calls/end-call.ts'
import { appendCallEvents } from '../calls/timeline.sql.ts'
import type { WithCarrier } from '../carrier/carrier.ts'
import type { Services } from '../platform/services.ts'
import { createDialler, type Dialler, type Self } from './dialler.ts'
import { freeLostLeases, giveBackAllBut, leaseUpcoming, type LeasedCall } from './leases.sql.ts'
import { takeSlots } from './slots.sql.ts'

/** How far ahead calls are claimed, so that the database is out of the way in the second that counts. */
const LOOK_AHEAD_MS = 8_000
const CLAIM_BATCH = 500
const MOST_HELD = 50_000

/** As long as there is time, a worker claims no more of a herd in one turn: the others have their share. */
const BATCHES_A_TURN = 3
const TIME_TO_SHARE_MS = 3_000

/** Slots are taken this long before a call's time, and calls marked this long before their slot. */
const SLOT_AHEAD_MS = 2_000
const MARK_AHEAD_MS = 500

/** Calls whose slots lie this close together are marked in one statement. */
const MARK_TOGETHER_MS = 100

/**
 * A herd is marked earlier, for its marks take time that its calls do not have: so many in one statement are one. Still
 * less than a second ahead, because who pauses one second before a call is not called (SCHED-8).
 */
const HERD = 200
const HERD_EARLIER_MS = 500

/** A wait for capacity that is worth a line in the timeline. */
const WORTH_TELLING_MS = 2_000

/**
 * Claims calls due in the next seconds and fires each at its very instant. A call is leased (by a living heartbeat),
 * gets its slot in the carrier's rate shortly before its time, is marked inside its last second, and leaves.
 */
export class Dispatcher {
  readonly #services: Services
  readonly #owner: string
  readonly #isClockSure: () => boolean
  /** Leased and not yet handed on to be dialled. One that was lost and leased anew is another: old work leaves it alone. */
  readonly #held = new Map<number, LeasedCall>()
  /** Handed on, and not marked yet. */
  readonly #marking = new Set<number>()
  readonly #dialler: Dialler
  /** The database failed us, or we froze in the middle: it may hold leases of ours that we do not know of. */
  #unsure = false
  #stopping = false

  constructor(services: Services & WithCarrier, self: Self) {
    this.#services = services
    this.#owner = self.id
    this.#isClockSure = self.isClockSure
    this.#dialler = createDialler(services, self)
  }

  /** One look at what is coming: claims it and sees to it that each call leaves at its instant. */
  async claim(): Promise<void> {
    const { db, clock } = this.#services
    if (this.#stopping) return
    if (this.#unsure) {
      this.#unsure = false
      await this.#orUnsure(() => giveBackAllBut(db, this.#owner, [...this.#held.keys(), ...this.#marking]))
    }
    await freeLostLeases(db, clock.now())
    for (let batch = 1; this.#held.size < MOST_HELD && !this.#stopping; batch++) {
      const window = { until: clock.now() + LOOK_AHEAD_MS, owner: this.#owner, limit: CLAIM_BATCH }
      const leased = await this.#orUnsure(() => leaseUpcoming(db, window))
      for (const call of leased) this.#held.set(call.id, call)
      for (const [at, calls] of groupBy(leased, slotTime)) clock.spawn('take slots', () => this.#slot(at, calls))
      if (leased.length < CLAIM_BATCH) return
      if (batch >= BATCHES_A_TURN && leased.at(-1)!.dialAt - clock.now() > TIME_TO_SHARE_MS) return
    }
  }

  /** Our clock is wrong: whoever else is there may have what we hold, and we have it again when it is right. */
  letGoAll(): void {
    this.#letGo([...this.#held.values()])
  }

  /** Gives back what has not been fired. What was marked is dialled all the same: see `dialled`. */
  async giveBack(): Promise<void> {
    this.#stopping = true
    this.#held.clear()
    await giveBackAllBut(this.#services.db, this.#owner, [])
  }

  /** Resolves when everything that was marked has been dialled and its answer written down. */
  dialled(): Promise<void> {
    return this.#dialler.done()
  }

  async #orUnsure<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#unsure = true
      throw error
    }
  }

  /** Takes slots for calls whose time is near; a slot past the cut-off fails its call now, with words. */
  async #slot(at: Instant, calls: readonly LeasedCall[]): Promise<void> {
    const { clock } = this.#services
    await clock.until(at)
    if (!this.#isClockSure()) return this.#letGo(calls)
    await this.#orUnsure(async () => {
      const now = clock.now()
      const slotted = await this.#takeSlots(calls, now)
      const [inTime, tooLate] = split(slotted, ({ slotAt, dueAt }) => slotAt <= cutOff(dueAt))
      for (const [markAt, group] of groupBy(inTime, markTime))
        clock.spawn('fire', () => this.#fire(group.length < HERD ? markAt : markAt - HERD_EARLIER_MS, group))
      await this.#giveUp(
        tooLate.map(({ lease }) => lease),
        now,
      )
      await this.#tellWaiting(inTime, now)
    })
  }

  async #takeSlots(calls: readonly LeasedCall[], now: Instant): Promise<SlottedCall[]> {
    const { db, config } = this.#services
    const waiting = calls.filter((call) => this.#holds(call))
    const ids = waiting.map(({ id }) => id)
    const rate = { owner: this.#owner, ids, now, intervalMs: 1000 / config.callsPerSecond }
    const slots = await takeSlots(db, rate).catch((error: unknown) => {
      this.#drop(waiting)
      throw error
    })
    const slotOf = new Map(slots.map(({ id, ...slot }) => [id, slot]))
    // Without a slot it is no longer ours: cancelled, or its lease was lost.
    const lost = waiting.filter(({ id }) => !slotOf.has(id))
    if (lost.length > 0) this.#unsure = true
    this.#drop(lost)
    return waiting.flatMap((lease) => {
      const slot = slotOf.get(lease.id)
      return slot === undefined ? [] : [{ ...lease, ...slot, lease }]
    })
  }

  async #fire(markAt: Instant, calls: readonly SlottedCall[]): Promise<void> {
    const { clock } = this.#services
    await clock.until(markAt)
    const leases = calls.map(({ lease }) => lease)
    if (!this.#isClockSure()) return this.#letGo(leases)
    const now = clock.now()
    const [tooLate, inTime] = split(leases, ({ dueAt }) => now > cutOff(dueAt))
    await this.#orUnsure(() => this.#giveUp(tooLate, now))
    const lateOf = new Map(calls.map(({ id, lateMs }) => [id, lateMs]))
    const ready = this.#drop(inTime).map(({ id }) => ({ id, lateMs: lateOf.get(id) ?? 0 }))
    if (this.#stopping || ready.length === 0) return
    for (const { id } of ready) this.#marking.add(id)
    await this.#orUnsure(() => this.#dialler.dial(ready)).finally(() => {
      for (const { id } of ready) this.#marking.delete(id)
    })
  }

  #holds(call: LeasedCall): boolean {
    return this.#held.get(call.id) === call
  }

  /** Returns those that were still held. */
  #drop(calls: readonly LeasedCall[]): LeasedCall[] {
    return calls.filter((call) => this.#holds(call) && this.#held.delete(call.id))
  }

  /** By a clock that was just set nothing is decided: another worker may have them, or this one when it is sure again. */
  #letGo(calls: readonly LeasedCall[]): void {
    if (this.#drop(calls).length > 0) this.#unsure = true
  }

  /** Past the cut-off: fails them now, with words. */
  async #giveUp(calls: readonly LeasedCall[], now: Instant): Promise<void> {
    const holder = { stage: 'leased', owner: this.#owner } as const
    for (const { id, dueAt } of this.#drop(calls))
      await failCall(this.#services, id, now > cutOff(dueAt) ? 'too-late' : 'no-capacity', holder)
  }

  /** The timeline says honestly when a call has to wait for its turn (CALL-11). */
  #tellWaiting(calls: readonly SlottedCall[], now: Instant): Promise<void> {
    const waiting = calls.filter(({ slotAt, dialAt }) => slotAt - Math.max(dialAt, now) >= WORTH_TELLING_MS)
    return appendCallEvents(
      this.#services.db,
      waiting.map(({ id, slotAt, dialAt }) => ({
        callId: id,
        at: now,
        kind: 'waiting-for-capacity',
        detail: `about ${Math.round((slotAt - dialAt) / 1000)} s`,
      })),
    )
  }
}

type SlottedCall = LeasedCall & { slotAt: Instant; lateMs: number; lease: LeasedCall }

const slotTime = ({ dialAt }: LeasedCall) => dialAt - SLOT_AHEAD_MS

const markTime = ({ slotAt }: { slotAt: Instant }) =>
  Math.floor((slotAt - MARK_AHEAD_MS) / MARK_TOGETHER_MS) * MARK_TOGETHER_MS + MARK_TOGETHER_MS

function groupBy<T>(items: readonly T[], key: (item: T) => number): [number, T[]][] {
  return [...Map.groupBy(items, key)].toSorted(([a], [b]) => a - b)
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
