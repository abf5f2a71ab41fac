import { cutOff } from '@reveille/core/misfire-policy'
import type { Instant } from '@reveille/core/time-zone'
import { takeSlots } from '../db/carrier-rate.ts'
import { appendCallEvents } from '../db/call-events.ts'
import { freeLostLeases, giveBackAllBut, leaseUpcoming, type LeasedCall } from '../db/leases.ts'
import type { Services } from '../ports/services.ts'
import { createDialler, type Dialler } from '../use-cases/dial-calls.ts'
import { failCall } from '../use-cases/end-call.ts'

/** How far ahead calls are claimed, so that the database is out of the way in the second that counts. */
const LOOK_AHEAD_MS = 8_000
const CLAIM_BATCH = 500
const MOST_HELD = 50_000

/** Slots are taken this long before a call's time, and calls marked this long before their slot. */
const SLOT_AHEAD_MS = 2_000
const MARK_AHEAD_MS = 500

/** Calls whose slots lie this close together are marked in one statement. */
const MARK_TOGETHER_MS = 100

/** A wait for capacity that is worth a line in the timeline. */
const WORTH_TELLING_MS = 2_000

/**
 * Claims calls due in the next seconds and fires each at its very instant. A call is leased (by a living heartbeat),
 * gets its slot in the carrier's rate shortly before its time, is marked inside the last half second, and leaves.
 */
export class Dispatcher {
  readonly #services: Services
  readonly #owner: string
  /** Leased and not yet handed on to be dialled. */
  readonly #held = new Set<number>()
  /** Handed on, and not marked yet. */
  readonly #marking = new Set<number>()
  readonly #dialler: Dialler
  /** The database failed us in the middle: it may hold leases of ours that we do not know of. */
  #unsure = false
  #stopping = false

  constructor(services: Services, owner: string, isClockSure: () => boolean) {
    this.#services = services
    this.#owner = owner
    this.#dialler = createDialler(services, owner, isClockSure)
  }

  /** One look at what is coming: claims it and sees to it that each call leaves at its instant. */
  async claim(): Promise<void> {
    const { db, clock } = this.#services
    if (this.#stopping) return
    if (this.#unsure) {
      await giveBackAllBut(db, this.#owner, [...this.#held, ...this.#marking])
      this.#unsure = false
    }
    await freeLostLeases(db, clock.now())
    while (this.#held.size < MOST_HELD && !this.#stopping) {
      const window = { until: clock.now() + LOOK_AHEAD_MS, owner: this.#owner, limit: CLAIM_BATCH }
      const leased = await this.#orUnsure(() => leaseUpcoming(db, window))
      for (const { id } of leased) this.#held.add(id)
      for (const [at, calls] of groupBy(leased, slotTime)) clock.spawn('take slots', () => this.#slot(at, calls))
      if (leased.length < CLAIM_BATCH) return
    }
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
    await this.#orUnsure(async () => {
      const now = clock.now()
      const slotted = await this.#takeSlots(calls, now)
      const inTime = slotted.filter(({ slotAt, dueAt }) => slotAt <= cutOff(dueAt))
      for (const [markAt, group] of groupBy(inTime, markTime)) clock.spawn('fire', () => this.#fire(markAt, group))
      const tooLate = slotted.filter(({ slotAt, dueAt }) => slotAt > cutOff(dueAt))
      for (const { id } of tooLate) this.#held.delete(id)
      for (const { id, dueAt } of tooLate) {
        const holder = { stage: 'leased', owner: this.#owner } as const
        await failCall(this.#services, id, now > cutOff(dueAt) ? 'too-late' : 'no-capacity', holder)
      }
      await this.#tellWaiting(inTime, now)
    })
  }

  async #takeSlots(calls: readonly LeasedCall[], now: Instant): Promise<SlottedCall[]> {
    const { db, config } = this.#services
    const waiting = calls.filter(({ id }) => this.#held.has(id))
    const ids = waiting.map(({ id }) => id)
    const rate = { owner: this.#owner, ids, now, intervalMs: 1000 / config.callsPerSecond }
    const slots = await takeSlots(db, rate).catch((error: unknown) => {
      for (const id of ids) this.#held.delete(id)
      throw error
    })
    const slotOf = new Map(slots.map(({ id, slotAt }) => [id, slotAt]))
    // Without a slot it is no longer ours: cancelled, or leased by another since.
    for (const id of ids) if (!slotOf.has(id)) this.#held.delete(id)
    return waiting.flatMap((call) => {
      const slotAt = slotOf.get(call.id)
      return slotAt === undefined ? [] : [{ ...call, slotAt }]
    })
  }

  async #fire(markAt: Instant, calls: readonly SlottedCall[]): Promise<void> {
    await this.#services.clock.until(markAt)
    const ready = calls.map(({ id }) => id).filter((id) => this.#held.delete(id))
    if (this.#stopping || ready.length === 0) return
    for (const id of ready) this.#marking.add(id)
    await this.#orUnsure(() => this.#dialler.dial(ready)).finally(() => {
      for (const id of ready) this.#marking.delete(id)
    })
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

type SlottedCall = LeasedCall & { slotAt: Instant }

const slotTime = ({ dialAt }: LeasedCall) => dialAt - SLOT_AHEAD_MS

const markTime = ({ slotAt }: { slotAt: Instant }) =>
  Math.floor((slotAt - MARK_AHEAD_MS) / MARK_TOGETHER_MS) * MARK_TOGETHER_MS + MARK_TOGETHER_MS

function groupBy<T>(items: readonly T[], key: (item: T) => number): [number, T[]][] {
  return [...Map.groupBy(items, key)].toSorted(([a], [b]) => a - b)
}
