import type { CarrierId } from '@reveille/core/calls/call'
import { FOLLOW_UP_KINDS } from '@reveille/core/calls/call-lifecycle'
import { cutOff } from '@reveille/core/calls/call-times'
import type { Instant } from '@reveille/core/time/time-zone'
import { failCall } from '../calls/end-call.ts'
import { recordWaiting } from '../calls/record-answers.ts'
import type { WithCarrier } from '../carrier/carrier.ts'
import type { Services } from '../platform/services.ts'
import { carrierChoice, type CarrierChoice } from './carrier-choice.ts'
import { takeSlots, type Slot } from './carrier-rate.sql.ts'
import { createDialler, type Dialler, type Self } from './dialler.ts'
import { FOLLOW_UP_AHEAD_MS, FollowUpQueue } from './follow-up-queue.ts'
import { freeLostLeases, giveBackLeasesBut, leaseForLines, leaseUpcoming, type LeasedCall } from './leases.sql.ts'

/** Claim calls this far ahead, so that no claim is needed in the last second. */
const LOOK_AHEAD_MS = 8_000
const CLAIM_BATCH = 500
const MOST_HELD = 50_000

/** While there is time, a worker claims at most this many batches of a large group per run, to share with others. */
const BATCHES_A_RUN = 3
const TIME_TO_SHARE_MS = 6_000

/**
 * Assign slots this long before a call's time, and mark calls this long before their slot. A crowd's slots come from one
 * statement after the other, which on a slow machine takes three seconds, and must be over before its marks begin.
 */
const SLOT_AHEAD_MS = 4_000
const MARK_AHEAD_MS = 500
/** Newer people's calls get slots this much later: long enough for the earlier statement to finish. */
const NEWER_LATER_MS = 250

/** Calls whose slots are this close together are marked in one statement. */
const MARK_TOGETHER_MS = 100

/**
 * This many calls in one statement are marked as early as possible, because marking takes time: less than a second ahead,
 * since a pause one second before a call must stop it.
 */
const LARGE_GROUP = 200
const LARGE_GROUP_AHEAD_MS = 990

/** After a freeze, calls are marked at the carrier's rate, with up to a second's worth at once. */
const MARK_LATE_TOGETHER_MS = 1_000
/** How often a group looks whether it's next. */
const LOOK_AGAIN_MS = 10

/** A call that waits at least this long for its slot gets a timeline entry. */
const WORTH_TELLING_MS = 2_000

/**
 * Claims calls due in the next seconds and sends each exactly on time. A call is leased (under a live heartbeat), gets
 * its slot in the carrier's rate shortly before its time, is marked within its last second, and leaves.
 */
export class Dispatcher {
  readonly #services: Services
  readonly #owner: string
  readonly #isClockTrusted: () => boolean
  /**
   * Leased calls, not yet passed to the dialler. Compared by identity: a call that was lost and leased again is a new
   * object, and nothing in its row distinguishes the two leases.
   */
  readonly #held = new Map<number, LeasedCall>()
  /** Passed to the dialler, not marked yet. */
  readonly #marking = new Set<number>()
  readonly #carriers: CarrierChoice
  readonly #dialler: Dialler
  /** A statement failed, or we froze midway: the database may hold leases of this worker that we don't know about. */
  #unsure = false
  #stopping = false
  /** Large groups that have their slots and aren't passed to the dialler yet. */
  #largeGroups = 0
  readonly #followUps: FollowUpQueue
  readonly #turn: Record<CarrierId, Turn>
  /** The last claim left no line of our own free. */
  #wasFull = false

  constructor(services: Services & WithCarrier, self: Self) {
    this.#services = services
    this.#owner = self.id
    this.#isClockTrusted = self.isClockTrusted
    this.#carriers = carrierChoice(services)
    this.#dialler = createDialler(services, self, this.#carriers)
    this.#turn = { 1: atRate(services), 2: atRate(services) }
    this.#followUps = new FollowUpQueue(services.clock, {
      isHeld: (call) => this.#holds(call),
      mayAsk: () => this.#isClockTrusted(),
      ask: (calls, now) => this.#assign(calls, now),
      letGo: (calls) => this.#letGo(calls),
    })
  }

  /** Claims upcoming calls and sends each on time. */
  async claim(): Promise<void> {
    const { db, clock } = this.#services
    if (this.#stopping) return
    if (this.#unsure) {
      this.#unsure = false
      await this.#orUnsure(() => giveBackLeasesBut(db, this.#owner, [...this.#held.keys(), ...this.#marking]))
    }
    await freeLostLeases(db, clock.now())
    await this.#carriers.look()
    for (let batch = 1; this.#held.size - this.#followUps.length < MOST_HELD && !this.#stopping; batch++) {
      const leased = await this.#orUnsure(() => this.#lease())
      for (const call of leased) this.#held.set(call.id, call)
      const [followUps, firsts] = split(leased, isFollowUp)
      for (const [at, calls] of groupBy(firsts, slotTime)) clock.spawn('take slots', () => this.#slot(at, calls))
      for (const [at, calls] of groupBy(followUps, queueTime)) clock.spawn('queue', () => this.#queue(at, calls))
      if (leased.length < CLAIM_BATCH) return
      if (batch >= BATCHES_A_RUN && leased.at(-1)!.dialAt - clock.now() > TIME_TO_SHARE_MS) return
    }
  }

  async #lease(): Promise<LeasedCall[]> {
    const { db, clock, config } = this.#services
    const now = clock.now()
    const window = { until: now + LOOK_AHEAD_MS, owner: this.#owner, limit: CLAIM_BATCH }
    if (config.line === null) return leaseUpcoming(db, window)
    const { leased, isFull } = await leaseForLines(db, { ...window, now, linesAtOnce: config.line.linesAtOnce })
    for (const call of leased) call.hasWaited = this.#wasFull && call.dialAt < now
    this.#wasFull = isFull
    return leased
  }

  /** Our clock is wrong: other workers may take our calls, and we claim again once it's right. */
  letGoAll(): void {
    this.#letGo([...this.#held.values()])
  }

  /** Returns calls that weren't sent. Marked ones are still dialed: see `dialled`. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#carriers.stop()
    this.#held.clear()
    await giveBackLeasesBut(this.#services.db, this.#owner, [])
  }

  /** Whether many calls leave now or within four seconds, so that less urgent work pauses. */
  isRushing(): boolean {
    return this.#largeGroups > 0 || this.#dialler.isRushing()
  }

  /** Resolves when every marked call has been dialed and its answer recorded. */
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
   * Takes slots and sends the calls at them. A call whose slot is past the cutoff fails now, and the person is
   * notified. Returns the calls that have to wait, each with its first free slot.
   */
  async #assign(calls: readonly LeasedCall[], now: Instant): Promise<SlottedCall[]> {
    const { clock } = this.#services
    const [inTime, tooLate] = split(
      await this.#takeSlots(calls, now),
      ({ slotAt, lease }) => slotAt <= cutOff(lease.dueAt),
    )
    const [slotted, waiting] = split(inTime, ({ isTaken }) => isTaken)
    for (const ofOne of Map.groupBy(slotted, ({ carrier }) => carrier).values())
      for (const [markAt, group] of groupBy(ofOne, markTime)) {
        const isLarge = group.length >= LARGE_GROUP
        const fireAt = isLarge ? Math.max(...group.map(({ slotAt }) => slotAt)) - LARGE_GROUP_AHEAD_MS : markAt
        const fire = () => this.#fire(fireAt, group)
        clock.spawn('fire', isLarge ? () => this.#countLargeGroup(fire) : fire)
      }
    await this.#giveUp(tooLate.map(leaseOf), now)
    await this.#tellWaiting(slotted, now)
    for (const { lease } of waiting) lease.hasWaited = true
    return waiting
  }

  async #takeSlots(calls: readonly LeasedCall[], now: Instant): Promise<SlottedCall[]> {
    const { db, config } = this.#services
    const waiting = calls.filter((call) => this.#holds(call))
    const isOnLine = config.line !== null
    const intervalMs = 1000 / config.callsPerSecond
    const rate = { owner: this.#owner, now, intervalMs, followUpsUntil: now + FOLLOW_UP_AHEAD_MS }
    const slots: (Slot & { carrier: CarrierId })[] = []
    try {
      for (const [carrier, group] of Map.groupBy(waiting, (call) => this.#carriers.choose(call)))
        for (const slot of await takeSlots(db, { ...rate, ids: group.map(({ id }) => id), carrier }))
          slots.push({ ...slot, carrier })
    } catch (error) {
      this.#drop(waiting)
      throw error
    }
    const slotOf = new Map(slots.map((slot) => [slot.id, slot]))
    // A call without a slot is no longer ours: canceled, or its lease was lost.
    const lost = waiting.filter(({ id }) => !slotOf.has(id))
    if (lost.length > 0) this.#unsure = true
    this.#drop(lost)
    return waiting.flatMap((lease) => {
      const slot = slotOf.get(lease.id)
      if (slot === undefined) return []
      // What waited for a free line isn't late because of us.
      return [{ ...slot, lateMs: isOnLine && lease.hasWaited ? 0 : slot.lateMs, lease }]
    })
  }

  async #fire(markAt: Instant, calls: readonly SlottedCall[]): Promise<void> {
    const { clock } = this.#services
    await clock.until(markAt)
    const mayLeave = ({ lease }: SlottedCall) => this.#holds(lease) && clock.now() <= cutOff(lease.dueAt)
    await this.#turn[calls[0]!.carrier](() => (this.#isClockTrusted() ? calls.filter(mayLeave).length : 0))
    if (!this.#isClockTrusted()) return this.#letGo(calls.map(leaseOf))
    const ready = calls.filter(({ lease }) => this.#take(lease))
    if (this.#stopping || ready.length === 0) return
    for (const { id } of ready) this.#marking.add(id)
    await this.#orUnsure(() => this.#dialler.dial(ready)).finally(() => {
      for (const { id } of ready) this.#marking.delete(id)
    })
  }

  async #countLargeGroup(fire: () => Promise<void>): Promise<void> {
    this.#largeGroups++
    await fire().finally(() => this.#largeGroups--)
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
   * Drops these calls because the clock just jumped, or their queue failed. They're claimed again, by another worker
   * or by this one once its clock is trusted.
   */
  #letGo(calls: readonly LeasedCall[]): void {
    if (this.#drop(calls).length > 0) this.#unsure = true
  }

  /** Fails calls that can't leave by their cutoff, and notifies the people called. */
  async #giveUp(calls: readonly LeasedCall[], now: Instant): Promise<void> {
    const holder = { stage: 'leased', owner: this.#owner } as const
    const crowded = this.#services.config.line === null ? 'no-capacity' : 'no-line'
    for (const call of this.#drop(calls)) {
      const isLate = now > cutOff(call.dueAt) && !call.hasWaited
      await failCall(this.#services, call.id, isLate ? 'too-late' : crowded, holder)
    }
  }

  /** Records in the timeline when a call has to wait for its slot. */
  #tellWaiting(calls: readonly SlottedCall[], now: Instant): Promise<void> {
    // A call that already waited for a slot was late only because of that wait, so count from its own time.
    const from = ({ dialAt, hasWaited }: LeasedCall) => (hasWaited ? dialAt : Math.max(dialAt, now))
    const waiting = calls.filter(({ slotAt, lease }) => slotAt - from(lease) >= WORTH_TELLING_MS)
    const told = waiting.map(({ id, slotAt, lease }) => ({
      id,
      detail: `about ${Math.round((slotAt - lease.dialAt) / 1000)} s`,
    }))
    return recordWaiting(this.#services, told, now)
  }
}

type SlottedCall = Slot & { carrier: CarrierId; lease: LeasedCall }

/** Resolves when a group may leave by the carrier's rate. `size`: how many of its calls may leave now. */
type Turn = (size: () => number) => Promise<void>

/** Groups that are on time never wait, unless earlier ones do. */
function atRate({ clock, config }: Services): Turn {
  let freeAt = -Infinity
  const waiting: (() => number)[] = []
  return async (size) => {
    waiting.push(size)
    for (;;) {
      const [now, first] = [clock.monotonic(), waiting.find((group) => group() > 0)]
      const waitMs = Math.max(first === size ? 0 : LOOK_AGAIN_MS, freeAt - MARK_LATE_TOGETHER_MS - now)
      if (waitMs === 0 || size() === 0) {
        waiting.splice(waiting.indexOf(size), 1)
        freeAt = Math.max(now, freeAt) + (size() * 1_000) / config.callsPerSecond
        return
      }
      await clock.until(clock.now() + waitMs)
    }
  }
}

const leaseOf = ({ lease }: SlottedCall) => lease

/** Established people first, across workers and batches. */
const slotTime = ({ dialAt, standing }: LeasedCall) => dialAt - SLOT_AHEAD_MS + standing * NEWER_LATER_MS
/** After an outage thousands of follow-ups are overdue: those within a tenth of a second wait together. */
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
