import { randomUUID } from 'node:crypto'
import { doubtLostDialling, beat, forgetDeadWorkers, forgetWorkers, HEARTBEAT_VALID_MS } from '../db/leases.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Repeated } from '../ports/clock.ts'
import type { Services } from '../ports/services.ts'
import { adoptZoneData } from '../use-cases/adopt-zone-data.ts'
import { announceCalls } from '../use-cases/announce-calls.ts'
import { askCarrier } from '../use-cases/ask-carrier.ts'
import { planOccurrences } from '../use-cases/plan-occurrences.ts'
import { tellClockChanges } from '../use-cases/tell-clock-changes.ts'
import { keepHouse } from './household.ts'
import { pulse } from './pulse.ts'
import { trustInClock } from './trust-in-clock.ts'

const BEAT_MS = 1_000
/** An answer that was under way for longer says nothing about clocks. */
const TELLING_ANSWER_MS = 100
const CLAIM_MS = 500
const PLAN_MS = 3_000
const ASK_MS = 1_000
const ANNOUNCE_MS = 5_000
const CLOCK_NOTICE_MS = 60_000
const TIDY_MS = 60 * 60_000

export type Worker = {
  id: string
  /** False while its clock and the database's are too far apart to decide together when a call is due. */
  ready(): boolean
  /** Whether its last heartbeat reached the database, and it goes by the same time. */
  state(): 'working' | 'silent' | 'wrong-clock'
  stop(): Promise<void>
}

/** The worker role: plans, dials and asks, each in a loop of its own over indexed instants. */
export async function startWorker(services: Services): Promise<Worker> {
  const { db, clock, config, log } = services
  const id = randomUUID()
  const trust = trustInClock(clock)
  // An embedded database has one home: whoever held leases from it before is gone.
  if (config.databaseUrl === null) await forgetWorkers(db, { home: config.dataDir })
  await adoptZoneData(services)
  const heart = pulse(clock)
  const dispatcher = new Dispatcher(services, { id, isClockSure: trust.isGiven, ...heart })

  let heardAt = clock.monotonic()
  async function heartbeat(): Promise<void> {
    const askedAt = clock.monotonic()
    const databaseNow = await beat(db, { id, home: config.dataDir }, clock.now())
    heardAt = clock.monotonic()
    if (trust.isGiven()) heart.felt(askedAt)
    else heart.lost()
    if (heardAt - askedAt > TELLING_ANSWER_MS) return
    const agree = clock.agreesWith(databaseNow)
    if (agree !== trust.isGiven())
      log[agree ? 'info' : 'error']({ agree }, 'own clock against the clock of the database')
    if (agree) return trust.give()
    trust.withdraw()
    heart.lost()
    dispatcher.letGoAll()
    // A heartbeat by a wrong clock would hold leases for as long as it is ahead.
    await forgetWorkers(db, { id })
  }

  /** Whatever decides by the time of day waits while that is in doubt; other workers go on. */
  const repeat = (ms: number, name: string, work: () => Promise<void>): Repeated =>
    clock.every(ms, name, async () => {
      if (trust.isGiven()) await work()
    })

  await heartbeat()
  const loops: Repeated[] = [
    clock.every(BEAT_MS, 'heartbeat', heartbeat),
    repeat(PLAN_MS, 'plan', () => planOccurrences(services)),
    repeat(ANNOUNCE_MS, 'announce', () => announceCalls(services)),
    repeat(CLOCK_NOTICE_MS, 'clock changes', () => tellClockChanges(services)),
    repeat(CLAIM_MS, 'claim', () => dispatcher.claim()),
    repeat(ASK_MS, 'ask carrier', async () => {
      await doubtLostDialling(db, clock.now())
      await askCarrier(services)
    }),
    ...keepHouse(services, repeat),
    repeat(TIDY_MS, 'tidy', () => forgetDeadWorkers(db, clock.now())),
  ]

  return {
    id,
    ready: trust.isGiven,
    state() {
      if (clock.monotonic() - heardAt > HEARTBEAT_VALID_MS) return 'silent'
      return trust.isGiven() ? 'working' : 'wrong-clock'
    },
    async stop() {
      await dispatcher.giveBack()
      await dispatcher.dialled() // while the heart still beats: these calls are ours
      await Promise.all(loops.map((loop) => loop.stop()))
      await dispatcher.giveBack()
      await forgetWorkers(db, { id })
    },
  }
}
