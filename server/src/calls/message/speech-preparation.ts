import { setTimeout as pause } from 'node:timers/promises'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Services } from '../../platform/services.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { putBackPreparation, renewHold, takePreparation, type PreparedCall } from './preparations.sql.ts'
import { prepareSpeech } from './prepare-message.ts'

/** Enough to keep engines busy; their own queue limits how many clips they make at once. */
const CALLS_AT_ONCE = 8
const TRY_AGAIN_MS = 5_000
/** Pause at most this long while many calls leave: some speech is for calls that are due soon. */
const LONGEST_PAUSE_MS = 10_000
/** A stop waits at most this long for a provider that doesn't answer. */
const STOPS_WITHIN_MS = 10_000

export type SpeechPreparation = {
  /** Takes calls while there is room; resolves when they are taken, not when they are prepared. */
  run(): Promise<void>
  /** Resolves when nothing is in progress. */
  atRest(): Promise<void>
  /** Returns calls in progress, so that another worker starts them at once, and aborts them here. */
  stop(): Promise<void>
}

/**
 * Prepares the speech of calls in the order in which they are due, one call per person at a time, so no account keeps
 * others waiting. Planned calls pause between parts while many calls leave; samples don't, since somebody is listening.
 */
export function speechPreparation(
  services: Services & WithSpeech,
  isRushing: () => boolean = () => false,
): SpeechPreparation {
  const { db, clock, log, metrics } = services
  const underWay = new Map<number, { call: PreparedCall; ended: Promise<void> }>()
  let taking: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const rush = newRush(() => !stopping.signal.aborted && isRushing(), clock)

  /** Serialized: concurrent runs wouldn't see what the other has just taken. */
  const run = () => (taking = taking.catch(() => undefined).then(take))

  async function take(): Promise<void> {
    rush.resume()
    if (stopping.signal.aborted) return
    await Promise.all([...underWay.values()].map(({ call }) => renewHold(db, call, clock.now())))
    while (!stopping.signal.aborted && underWay.size < CALLS_AT_ONCE) {
      const call = await takePreparation(db, { now: clock.now(), exceptPeople: [...underWay.keys()] })
      if (call === null) return
      underWay.set(call.userId, { call, ended: prepare(call) })
    }
  }

  async function prepare(call: PreparedCall): Promise<void> {
    try {
      const beforePart = call.kind === 'sample' ? undefined : rush.untilOver
      await prepareSpeech(services, call, stopping.signal, beforePart)
      metrics.jobEnded('prepare-speech', 'completed')
      underWay.delete(call.userId)
      void run().catch(() => undefined) // the clock's next run logs why
    } catch (error) {
      underWay.delete(call.userId)
      if (stopping.signal.aborted) return
      metrics.jobEnded('prepare-speech', 'failed')
      log.warn({ callId: call.id, error }, 'speech preparation failed, will retry')
      await putBackPreparation(db, call, clock.now() + TRY_AGAIN_MS).catch(() => undefined) // else the lease expires
    }
  }

  return {
    run,
    async atRest() {
      let seen
      do {
        seen = taking
        await seen
        await Promise.all([...underWay.values()].map(({ ended }) => ended))
      } while (seen !== taking) // one that ended meanwhile made room for the next
    },
    async stop() {
      stopping.abort(new Error('this worker stops'))
      rush.resume()
      await taking.catch(() => undefined)
      const left = [...underWay.values()]
      // Where the database refuses, the leases expire.
      await Promise.allSettled(left.map(({ call }) => putBackPreparation(db, call, clock.now())))
      const ended = Promise.all(left.map((preparation) => preparation.ended))
      await Promise.race([ended, pause(STOPS_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** Lets work pause while `isRushing`, up to LONGEST_PAUSE_MS a rush. */
function newRush(isRushing: () => boolean, clock: Clock) {
  let since: Instant | null = null
  let paused: (() => void)[] = []

  function shouldPause(): boolean {
    since = isRushing() ? (since ?? clock.now()) : null
    return since !== null && clock.now() - since < LONGEST_PAUSE_MS
  }

  return {
    /** Resolves at once, or at the first `resume` after the rush. */
    async untilOver(): Promise<void> {
      if (!shouldPause()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      paused.push(resolve)
      await promise
    },
    resume(): void {
      if (shouldPause()) return
      const waiting = paused
      paused = []
      for (const goOn of waiting) goOn()
    },
  }
}
