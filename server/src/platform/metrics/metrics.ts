import type { CallKind, CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Logger } from 'pino'

type Alarm = 'spending' | 'text-conversion' | 'budget' | 'blocked' | 'calls-to-number' | 'setup' | 'texts'

/** An uncaught error, a rejection that nobody handled, and a page that failed while drawing. */
type BrowserFaultKind = 'error' | 'rejection' | 'drawing'

/** Requests to the carrier; `question` is any about a call that exists, ending it included. */
export type CarrierRequest = 'call' | 'text' | 'question' | 'recording'

/** Why an engine could not speak a clip; `failed`: no answer, or an unsound one. */
export type SpeechFailure = 'auth' | 'quota' | 'invalid' | 'too-long' | 'busy' | 'slow' | 'failed'

/** By engine, since this process began: clips that it made or had stored, and those that it could not speak, by reason. */
export type SpeechCounts = {
  clips: Record<string, number>
  failures: Record<string, Partial<Record<SpeechFailure, number>>>
}

/** Counts and measures for operators. Never any personal data. */
export type Metrics = {
  /** The carrier was asked for a call. `waited`: until its slot; `delayed`: how far behind the slot we were. */
  callRequested(
    outcome: 'accepted' | 'rejected' | 'not-placed' | 'misconfigured' | 'in-doubt',
    ms: { waited: number; delayed: number },
  ): void
  /** The carrier refused a request or gave no clear answer. Values outside a short list become `other`, absent ones `none`. */
  carrierFailed(request: CarrierRequest, answer: { status: string; code: string }): void
  callEnded(kind: CallKind, status: CallStatus): void
  /** Reconciliation found a state that no callback had reported. */
  callbackLost(): void
  /** An engine could not speak a clip: the next one does (CALL-8). */
  speechFailed(engine: string, voiceId: VoiceId, reason: SpeechFailure): void
  /** A clip of so many characters was made by an engine, or found where it is stored. */
  clip(engine: string, how: 'made' | 'found', characters: number): void
  /** A part was spoken by another engine than the first, or by `carrier` where none could (CALL-8). */
  spokeInstead(engine: string, by: string): void
  /** The carrier was told to say a text itself: `carrier` where it was chosen, `carrier-basic` where nothing else could. */
  carrierSaid(by: 'carrier' | 'carrier-basic', characters: number): void
  /** Somebody must look at once; the log says at what. */
  alarm(name: Alarm): void
  requestAnswered(request: { route: string; method: string; status: number; ms: number }): void
  /** A page failed in somebody's browser; anybody may say so. */
  browserFailed(kind: BrowserFaultKind): void
  jobEnded(name: string, result: 'completed' | 'failed'): void
  speech(): SpeechCounts
  /** All counters and gauges in the text format of Prometheus. */
  text(): Promise<string>
}

/** The state of the database: each value comes from a small index or table, however long the history is. */
export type Gauges = {
  /** Calls that are not over, by stage; of those in doubt only those that may still ring at their time. */
  calls: Record<'planned' | 'leased' | 'dialling' | 'placed' | 'in_doubt', number>
  /** How far the oldest undialled call is past its slot. */
  overdueMs: number
  /** How far ahead the carrier's slots are taken. */
  capacityTakenMs: number
  /** How far ahead everything is planned; null when nothing is coming. */
  plannedAheadMs: number | null
  liveWorkers: number
  /** Whether the carrier takes no calls just now, or hardly any: what pages tell people. */
  isCarrierTroubled: boolean
  /** Minutes of the coming day in which more calls are due than the carrier takes (S85). */
  crowdedMinutes: number
  jobs: { queue: string; state: string; count: number }[]
  /** When the current zone data was first used; null when that is unknown. */
  zoneDataSince: Instant | null
  /** When the newest backup was taken; null when none was. */
  lastBackupAt: Instant | null
  /** The database's clock less ours. */
  clockSkewMs: number
}

/** Alerts an operator: a log line at level 50, and a counter that pages (S35, S55). */
export function alarm(
  { log, metrics }: { log: Logger; metrics: Metrics },
  name: Alarm,
  details: Record<string, unknown>,
  words: string,
): void {
  log.error({ alarm: name, ...details }, words)
  metrics.alarm(name)
}
