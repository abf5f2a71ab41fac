import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import type { ScriptStep } from '@reveille/core/calls/call-script'
import type { Instant } from '@reveille/core/time/time-zone'

/** The telephone company, as seen by us: it places calls, carries texts, and calls us back. */
export type Carrier = {
  /** Asks for one call. Throws when it cannot be known whether the phone will ring: ask `recentCalls` then, never dial again. */
  placeCall(call: { to: string; token: string; machineDetection: boolean; record: boolean }): Promise<PlacedCall>
  /** What the carrier knows of one call; null when it knows none by this id. */
  fetchCall(carrierCallId: string): Promise<CarrierCall | null>
  /** Newest first. Asked before anything is dialled again (CALL-3). */
  recentCalls(to: string): Promise<CarrierCall[]>
  /** The same for everybody's calls since then, in one go: for when so many are in doubt that a question each is too many. */
  callsSince(since: Instant): Promise<ListedCall[]>
  /** Stops a call whether it rings or is answered. */
  endCall(carrierCallId: string): Promise<void>
  sendText(text: { to: string; body: string }): Promise<TextSent>
  /** Whether a request bears what could be a signature: a quick look before its body is read. It proves nothing yet. */
  bearsSignature(headers: Callback['headers']): boolean
  /** Checks the signature and says in our words what a callback means; null when it is not from the carrier. */
  readCallback(callback: Callback): CallbackRead | null
  /** The same check, for what comes when a recording has been made; null as well when it says nothing of one. */
  readRecordingNews(callback: Callback): RecordingNews | null
  /** The same check, for a text that somebody sent to our number. */
  readText(callback: Callback): TextReceived | null
  /** A finished recording, whole; null when the carrier has none by this id. Throws when it is no audio or too large. */
  fetchRecording(recordingId: string): Promise<Recording | null>
  /** Every recording of a call that the carrier still has, by id: news of one may be lost. */
  recordingsOf(carrierCallId: string): Promise<string[]>
  /** No error when it is gone already. */
  deleteRecording(recordingId: string): Promise<void>
  /** A script in the carrier's language. */
  renderScript(steps: readonly ScriptStep[]): { contentType: string; body: string }
  /** The answer to a text that was received; null answers nothing. */
  renderReply(body: string | null): { contentType: string; body: string }
}

/** An answer that was no success: its HTTP status, and the carrier's own error code where its body has one. */
export type CarrierRefusal = { status: number; code: number | null }

/** Thrown for such an answer where nothing else can be said of it. Never has the carrier's words: they name phone numbers. */
export class CarrierAnswer extends Error implements CarrierRefusal {
  override name = 'CarrierAnswer'
  readonly status: number
  readonly code: number | null
  constructor(what: string, status: number, code: number | null) {
    super(`${what}: HTTP ${status}${code === null ? '' : `, code ${code}`}`)
    this.status = status
    this.code = code
  }
}

/** The answer that a failure tells of; undefined when there was none, such as after a time-out. */
export function refusalIn(failure: unknown): CarrierRefusal | undefined {
  return failure instanceof CarrierAnswer ? { status: failure.status, code: failure.code } : undefined
}

export type PlacedCall =
  | { outcome: 'accepted'; carrierCallId: string; queueMs: number | null }
  | { outcome: 'rejected'; reason: RejectReason; refusal: CarrierRefusal }
  /**
   * It surely does not ring: too many requests, connection refused, no capacity; or `misconfigured`, refused for what is
   * no fault of the number, by the carrier or by something before it: that may be put right within the ten minutes.
   * Without `refusal` there was no answer.
   */
  | { outcome: 'not-placed'; retryAfterMs: number; misconfigured?: true; refusal?: CarrierRefusal | undefined }

/** Why a number is not called, now or later. */
export type RejectReason = 'invalid-number' | 'not-permitted' | 'blocked'

export type TextSent =
  | { outcome: 'sent' }
  | { outcome: 'refused'; reason: 'stopped' | 'invalid-number' | 'other'; refusal: CarrierRefusal }

export type CarrierCall = { carrierCallId: string; createdAt: Instant | null; event: CarrierEvent }

/** `to` is null where the carrier does not say whom it rang. */
export type ListedCall = CarrierCall & { to: string | null }

export type Callback = {
  /** Path and query as they were requested; the origin is ours by configuration, never by the Host header. */
  pathAndQuery: string
  form: Record<string, string | string[]>
  /** As they came: which one signs is the carrier's. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type CallbackRead = {
  carrierCallId: string | null
  event: CarrierEvent | null
  /** The keys that were pressed, in a callback of the script; null when none were. */
  digits: string | null
}

export type RecordingNews = {
  carrierCallId: string
  recordingId: string
  /** `none`: there was nothing to record, or it failed. */
  state: 'recording' | 'ready' | 'none'
}

export type Recording = { contentType: string; bytes: Uint8Array }

/** `from` is E.164 for a phone; a sender without a number has another form. The same message may come twice. */
export type TextReceived = { from: string; body: string; carrierMessageId: string }

export type WithCarrier = { carrier: Carrier }
