import type { CarrierId } from '@reveille/core/calls/call'
import type { CallKind, CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Logger } from 'pino'

type Alarm = 'spending' | 'text-conversion' | 'budget' | 'blocked' | 'calls-to-number' | 'setup' | 'texts'

/** An uncaught error, an unhandled rejection, or a page that failed to render. */
type BrowserFaultKind = 'error' | 'rejection' | 'drawing'

/** Requests to the carrier; `question` is any about an existing call, ending it included. */
export type CarrierRequest = 'call' | 'text' | 'question' | 'recording'

/** Why an engine couldn't speak a clip; `failed`: no answer or an unsound one. */
export type SpeechFailure = 'auth' | 'quota' | 'invalid' | 'too-long' | 'busy' | 'slow' | 'failed'

/** By engine since the start: clips made or found in storage, and failures by reason. */
export type SpeechCounts = {
  clips: Record<string, number>
  failures: Record<string, Partial<Record<SpeechFailure, number>>>
}

/** Counters and measurements for operators. Never any personal data. */
export type Metrics = {
  /** `waited`: until the call's slot; `delayed`: how far behind the slot we were. */
  callRequested(
    outcome: 'accepted' | 'rejected' | 'not-placed' | 'misconfigured' | 'in-doubt',
    ms: { waited: number; delayed: number },
    carrier: CarrierId,
  ): void
  /** Refused or ambiguous answers. Values outside a short list become `other`, absent ones `none`. */
  carrierFailed(request: CarrierRequest, answer: { status: string; code: string }, carrier?: CarrierId): void
  callEnded(kind: CallKind, status: CallStatus): void
  /** Reconciliation found a state that no callback reported. */
  callbackLost(): void
  /** An engine couldn't speak a clip, so the next one does. */
  speechFailed(engine: string, voiceId: VoiceId, reason: SpeechFailure): void
  clip(engine: string, how: 'made' | 'found', characters: number): void
  /** Another engine than the first spoke a part, or the carrier did (`carrier`) because none could. */
  spokeInstead(engine: string, by: string): void
  /** The carrier speaks a text itself: `carrier` by choice, `carrier-basic` as a last resort. */
  carrierSaid(by: 'carrier' | 'carrier-basic', characters: number): void
  /** Somebody must look at once; the log says why. */
  alarm(name: Alarm): void
  requestAnswered(request: { route: string; method: string; status: number; ms: number }): void
  /** A page failed in a browser. Reports are public, so anybody may send them. */
  browserFailed(kind: BrowserFaultKind): void
  jobEnded(name: string, result: 'completed' | 'failed'): void
  speech(): SpeechCounts
  /** Prometheus text format. */
  text(): Promise<string>
}

/** Each value comes from a small index or table, so the size of the history doesn't matter. */
export type Gauges = {
  /** Unfinished calls by stage; of those in doubt, only the ones that may still ring in time. */
  calls: Record<'planned' | 'leased' | 'dialling' | 'placed' | 'in_doubt', number>
  /** How far the oldest undialed call is past its slot. */
  overdueMs: number
  /** How far ahead each carrier's slots are taken, and whether an operator has turned it off. */
  carriers: { id: CarrierId; capacityTakenMs: number; isOff: boolean }[]
  /** How far ahead everything is planned; null when nothing is coming. */
  plannedAheadMs: number | null
  liveWorkers: number
  /** Whether the carrier takes hardly any calls now, which pages tell people. */
  isCarrierTroubled: boolean
  /** Minutes of the next 24 hours with more calls due than the carrier takes. */
  crowdedMinutes: number
  jobs: { queue: string; state: string; count: number }[]
  /** When the current zone data was first used; null when unknown. */
  zoneDataSince: Instant | null
  lastBackupAt: Instant | null
  /** The database's clock minus ours. */
  clockSkewMs: number
}

/** Alerts an operator: a log line at level 50, and a counter that pages. */
export function alarm(
  { log, metrics }: { log: Logger; metrics: Metrics },
  name: Alarm,
  details: Record<string, unknown>,
  words: string,
): void {
  log.error({ alarm: name, ...details }, words)
  metrics.alarm(name)
}
