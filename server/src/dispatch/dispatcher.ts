import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { cutOff } from '@reveille/core/calls/call-times'
import type { Instant } from '@reveille/core/time/time-zone'
import { failCall } from '../calls/end-call.ts'
import { recordWaiting } from '../calls/record-answers.ts'
import type { WithCarrier } from '../carrier/carrier.ts'
import type { Services } from '../platform/services.ts'
import { createDialler, type Dialler, type Self } from './dialler.ts'
import { FOLLOW_UP_AHEAD_MS, FollowUpQueue } from './follow-up-queue.ts'
import { freeLostLeases, giveBackLeasesBut, leaseUpcoming, type LeasedCall } from './leases.sql.ts'
import { takeSlots, type Slot } from './slots.sql.ts'

/** How far ahead calls are claimed, so that no claim is needed in the second that counts. */
const LOOK_AHEAD_MS = 8_000
const CLAIM_BATCH = 500
const MOST_HELD = 50_000

/** While there is time, a worker claims at most this many of a herd in one run: the others have their share. */
const BATCHES_A_RUN = 3
const TIME_TO_SHARE_MS = 3_000

/** Slots are assigned this long before a call's time, and calls marked this long before their slot. */
const SLOT_AHEAD_MS = 2_000
const MARK_AHEAD_MS = 500
/** By so much later newer people's calls get theirs: long enough for the statement that assigns the slots before. */
const NEWER_LATER_MS = 250

/** Calls whose slots lie this close together are marked in one statement. */
const MARK_TOGETHER_MS = 100

/**
 * A herd is marked earlier, because marking takes time that its calls do not have: this many in one statement are a
 * herd. Still less than a second ahead, because a pause one second before a call stops it (SCHED-8).
 */
const HERD = 200
const HERD_EARLIER_MS = 500

/** From this wait for a slot on, the timeline has an entry. */
const WORTH_TELLING_MS = 2_000

/**
 * Claims calls due in the next seconds and fires each at its very instant. A call is leased (under a live heartbeat),
 * gets its slot in the carrier's rate shortly before its time, is marked within its last second, and leaves.
 */
export class Dispatcher {
  readonly #services: Services
  readonly #owner: string
  readonly #isClockTrusted: () => boolean
  /**
   * Leased calls, not yet handed to the dialler. Work compares its call with the one here by identity: a call that was lost
   * and leased again is a new object, and nothing in its row tells the two leases apart.
   */
  readonly #held = new Map<number, LeasedCall>()
  /** Handed to the dialler, not marked yet. */
  readonly #marking = new Set<number>()
  readonly #dialler: Dialler
  /** A statement failed, or we froze in the middle: the database may hold leases of ours that we do not know. */
  #unsure = false
  #stopping = false
  /** Herds that have their slots and aren't handed to the dialler yet. */
  #herds = 0
  readonly #followUps: FollowUpQueue

  constructor(services: Services & WithCarrier, self: Self) {
    this.#services = services
    this.#owner = self.id
    this.#isClockTrusted = self.isClockTrusted
    this.#dialler = createDialler(services, self)
    this.#followUps = new FollowUpQueue(services.clock, {
      isHeld: (call) => this.#holds(call),
      mayAsk: () => this.#isClockTrusted(),
      ask: (calls, now) => this.#assign(calls, now),
      letGo: (calls) => this.#letGo(calls),
    })
  }

  /** One look ahead: claims what is coming and makes each call leave at its instant. */
  async claim(): Promise<void> {
    const { db, clock } = this.#services
    if (this.#stopping) return
    if (this.#unsure) {
      this.#unsure = false
      await this.#orUnsure(() => giveBackLeasesBut(db, this.#owner, [...this.#held.keys(), ...this.#marking]))
    }
    await freeLostLeases(db, clock.now())
    for (let batch = 1; this.#held.size - this.#followUps.length < MOST_HELD && !this.#stopping; batch++) {
      const window = { until: clock.now() + LOOK_AHEAD_MS, owner: this.#owner, limit: CLAIM_BATCH }
      const leased = await this.#orUnsure(() => leaseUpcoming(db, window))
      for (const call of leased) this.#held.set(call.id, call)
      const [followUps, firsts] = split(leased, isFollowUp)
      for (const [at, calls] of groupBy(firsts, slotTime)) clock.spawn('take slots', () => this.#slot(at, calls))
      for (const [at, calls] of groupBy(followUps, queueTime)) clock.spawn('queue', () => this.#queue(at, calls))
      if (leased.length < CLAIM_BATCH) return
      if (batch >= BATCHES_A_RUN && leased.at(-1)!.dialAt - clock.now() > TIME_TO_SHARE_MS) return
    }
  }

  /** Our clock is wrong: other workers may have what we hold, and we claim again when it is right. */
  letGoAll(): void {
    this.#letGo([...this.#held.values()])
  }

  /** Gives back what has not been fired. Marked calls are dialled even so: see `dialled`. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#held.clear()
    await giveBackLeasesBut(this.#services.db, this.#owner, [])
  }

  /** Whether many calls leave now, or within two seconds: whatever nobody waits for stands still. */
  isRushing(): boolean {
    return this.#herds > 0 || this.#dialler.isRushing()
  }

  /** Resolves when every marked call has been dialled and its answer recorded. */
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

  /** Assigns slots to calls whose time is near. */
  async #slot(at: Instant, calls: readonly LeasedCall[]): Promise<void> {
    const { clock } = this.#services
    await clock.until(at)
    if (!this.#isClockTrusted()) return this.#letGo(calls)
    await this.#orUnsure(() => this.#assign(calls, clock.now()))
  }

  /** Follow-ups wait for slots in one queue. */
  async #queue(at: Instant, calls: readonly LeasedCall[]): Promise<void> {
    await this.#services.clock.until(at)
    await this.#orUnsure(() => this.#followUps.add(calls))
  }

  /**
   * Takes slots and fires the calls at them; a call whose slot lies past the cut-off fails now, with words. Returns
   * those that have to wait, each with the first slot that is free for it.
   */
  async #assign(calls: readonly LeasedCall[], now: Instant): Promise<SlottedCall[]> {
    const { clock } = this.#services
    const [inTime, tooLate] = split(
      await this.#takeSlots(calls, now),
      ({ slotAt, lease }) => slotAt <= cutOff(lease.dueAt),
    )
    const [slotted, waiting] = split(inTime, ({ isTaken }) => isTaken)
    for (const [markAt, group] of groupBy(slotted, markTime)) {
      const fire = () => this.#fire(group.length < HERD ? markAt : markAt - HERD_EARLIER_MS, group)
      clock.spawn('fire', group.length < HERD ? fire : () => this.#asHerd(fire))
    }
    await this.#giveUp(tooLate.map(leaseOf), now)
    await this.#tellWaiting(slotted, now)
    for (const { lease } of waiting) lease.hasWaited = true
    return waiting
  }

  async #takeSlots(calls: readonly LeasedCall[], now: Instant): Promise<SlottedCall[]> {
    const { db, config } = this.#services
    const waiting = calls.filter((call) => this.#holds(call))
    const ids = waiting.map(({ id }) => id)
    const intervalMs = 1000 / config.callsPerSecond
    const rate = { owner: this.#owner, ids, now, intervalMs, followUpsUntil: now + FOLLOW_UP_AHEAD_MS }
    const slots = await takeSlots(db, rate).catch((error: unknown) => {
      this.#drop(waiting)
      throw error
    })
    const slotOf = new Map(slots.map((slot) => [slot.id, slot]))
    // A call without a slot is no longer ours: cancelled, or its lease was lost.
    const lost = waiting.filter(({ id }) => !slotOf.has(id))
    if (lost.length > 0) this.#unsure = true
    this.#drop(lost)
    return waiting.flatMap((lease) => {
      const slot = slotOf.get(lease.id)
      return slot === undefined ? [] : [{ ...slot, lease }]
    })
  }

  async #fire(markAt: Instant, calls: readonly SlottedCall[]): Promise<void> {
    const { clock } = this.#services
    await clock.until(markAt)
    if (!this.#isClockTrusted()) return this.#letGo(calls.map(leaseOf))
    const now = clock.now()
    const [tooLate, inTime] = split(calls, ({ lease }) => now > cutOff(lease.dueAt))
    await this.#orUnsure(() => this.#giveUp(tooLate.map(leaseOf), now))
    const ready = inTime.filter(({ lease }) => this.#take(lease))
    if (this.#stopping || ready.length === 0) return
    for (const { id } of ready) this.#marking.add(id)
    await this.#orUnsure(() => this.#dialler.dial(ready)).finally(() => {
      for (const { id } of ready) this.#marking.delete(id)
    })
  }

  async #asHerd(fire: () => Promise<void>): Promise<void> {
    this.#herds++
    await fire().finally(() => this.#herds--)
  }

  #holds(call: LeasedCall): boolean {
    return this.#held.get(call.id) === call
  }

  /** Returns those that were still held. */
  #drop(calls: readonly LeasedCall[]): LeasedCall[] {
    return calls.filter((call) => this.#take(call))
  }

  /** Whether it was still held. */
  #take(call: LeasedCall): boolean {
    return this.#holds(call) && this.#held.delete(call.id)
  }

  /**
   * Nothing is decided by a clock that was just set: another worker may take these calls, or this one when its clock is
   * trusted again.
   */
  #letGo(calls: readonly LeasedCall[]): void {
    if (this.#drop(calls).length > 0) this.#unsure = true
  }

  /** Past the cut-off: fails them now, with words. */
  async #giveUp(calls: readonly LeasedCall[], now: Instant): Promise<void> {
    const holder = { stage: 'leased', owner: this.#owner } as const
    for (const call of this.#drop(calls)) {
      const isLate = now > cutOff(call.dueAt) && !call.hasWaited
      await failCall(this.#services, call.id, isLate ? 'too-late' : 'no-capacity', holder)
    }
  }

  /** The timeline tells when a call has to wait for its slot (CALL-11). */
  #tellWaiting(calls: readonly SlottedCall[], now: Instant): Promise<void> {
    // What waited before it had a slot was late for no other reason.
    const from = ({ dialAt, hasWaited }: LeasedCall) => (hasWaited ? dialAt : Math.max(dialAt, now))
    const waiting = calls.filter(({ slotAt, lease }) => slotAt - from(lease) >= WORTH_TELLING_MS)
    const told = waiting.map(({ id, slotAt, lease }) => ({
      id,
      detail: `about ${Math.round((slotAt - lease.dialAt) / 1000)} s`,
    }))
    return recordWaiting(this.#services, told, now)
  }
}

type SlottedCall = Slot & { lease: LeasedCall }

const leaseOf = ({ lease }: SlottedCall) => lease

/** Established people first, whichever worker and batch they are in (S84). */
const slotTime = ({ dialAt, standing }: LeasedCall) => dialAt - SLOT_AHEAD_MS + standing * NEWER_LATER_MS
/** Follow-ups are overdue by the thousand after an outage: those of a tenth of a second wait together. */
const queueTime = ({ dialAt }: LeasedCall) =>
  Math.floor((dialAt - FOLLOW_UP_AHEAD_MS) / MARK_TOGETHER_MS) * MARK_TOGETHER_MS

const isFollowUp = ({ kind }: LeasedCall) => FOLLOW_UP_KINDS.some((followUp) => followUp === kind)

const markTime = ({ slotAt }: { slotAt: Instant }) =>
  Math.floor((slotAt - MARK_AHEAD_MS) / MARK_TOGETHER_MS) * MARK_TOGETHER_MS + MARK_TOGETHER_MS

function groupBy<T>(items: readonly T[], key: (item: T) => number): [number, T[]][] {
  return [...Map.groupBy(items, key)].toSorted(([a], [b]) => a - b)
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
