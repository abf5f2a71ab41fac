import type { CarrierId } from '@reveille/core/calls/call'
import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'

/** The telephone carrier: it places calls, sends texts, and calls us back. */
export type Carrier = {
  /** Throws when it's unknown whether the phone will ring: reconcile by `recentCalls`, never redial. */
  placeCall(call: {
    to: string
    /** Our caller number; default: the one that the person knows. */
    from?: string
    token: string
    machineDetection: boolean
    record: boolean
    /** Whose script it follows; default: a wake-up call's. */
    about?: 'code'
    /** Asked at the moment the request is written; if false, it isn't sent. */
    mayLeave?: () => boolean
  }): Promise<PlacedCall>
  /** The carrier's record of one call; null if it has none. */
  fetchCall(carrierCallId: string): Promise<CarrierCall | null>
  /** Newest first, from all our numbers; `formerly` are ones that may no longer be ours. Read it before any redial. */
  recentCalls(to: string, formerly?: readonly string[]): Promise<CarrierCall[]>
  /** Calls to everybody, in one list: for when too many are in doubt to ask about each. */
  callsSince(since: Instant, formerly?: readonly string[]): Promise<ListedCall[]>
  /** Stops a call that is ringing or answered. */
  endCall(carrierCallId: string): Promise<void>
  /** Continues an answered call with the script at `path`, below our public URL. No error if it's over or unknown. */
  redirect(carrierCallId: string, path: string): Promise<void>
  /** Sends one text. `newsPath`, below our public URL, gets delivery reports. Not delivered after `validS` seconds. */
  sendText(text: { to: string; body: string; newsPath: string; validS?: number }): Promise<TextSent>
  /** Sends codes in the carrier's words and from its numbers; null: we text them ourselves. */
  verification: VerificationService | null
  /** A cheap check before the body is read: whether there is something like a signature. It proves nothing yet. */
  bearsSignature(headers: Callback['headers']): boolean
  /** Verifies and parses a status callback; null if it isn't from the carrier. */
  readCallback(callback: Callback): CallbackRead | null
  /** Verifies and parses a recording's callback; null also if it reports no recording. */
  readRecordingNews(callback: Callback): RecordingNews | null
  /** Verifies and parses a text to our number. */
  readText(callback: Callback): TextReceived | null
  /** Verifies and parses a delivery report. */
  readTextNews(callback: Callback): TextNews | null
  /** A complete recording; null if the carrier has none. Throws if it isn't audio or is too large. */
  fetchRecording(recordingId: string): Promise<Recording | null>
  /** All recordings of a call that the carrier still has, because a callback may be lost. */
  recordingsOf(carrierCallId: string): Promise<string[]>
  /** No error if it is already gone. */
  deleteRecording(recordingId: string): Promise<void>
  /** The carrier speaks prompts without a file, in its voice for this character; null: a neutral one. */
  renderScript(
    steps: readonly ScriptStep<AddressedPrompt>[],
    voiceId: VoiceId | null,
  ): { contentType: string; body: string }
  /** Codes of what the carrier couldn't say in a call. After any, its basic voices speak for a day. */
  failedSpeech(carrierCallId: string): Promise<number[]>
  /** The answer to a text that we received; null: no answer. */
  renderReply(body: string | null): { contentType: string; body: string }
}

/** An error response: its HTTP status, and the carrier's own error code if there is one. */
export type CarrierRefusal = { status: number; code: number | null }

/** An error response without another meaning. Never holds the carrier's message, which names phone numbers. */
export class CarrierError extends Error implements CarrierRefusal {
  override name = 'CarrierError'
  readonly status: number
  readonly code: number | null
  constructor(what: string, status: number, code: number | null) {
    super(`${what}: HTTP ${status}${code === null ? '' : `, code ${code}`}`)
    this.status = status
    this.code = code
  }
}

/** Undefined when there was no response, as after a timeout. */
export function refusalIn(failure: unknown): CarrierRefusal | undefined {
  return failure instanceof CarrierError ? { status: failure.status, code: failure.code } : undefined
}

export type PlacedCall =
  | { outcome: 'accepted'; carrierCallId: string; queueMs: number | null }
  | { outcome: 'rejected'; reason: RejectReason; refusal: CarrierRefusal }
  /** We held the request up and never sent it, so it may be retried at once. */
  | { outcome: 'not-sent' }
  /**
   * The call certainly doesn't ring: rate limit, connection refused, no capacity; or `misconfigured`: refused, but not
   * because of the number, so somebody may fix it in time. Without `refusal` there was no response.
   */
  | { outcome: 'not-placed'; retryAfterMs: number; misconfigured?: true; refusal?: CarrierRefusal | undefined }

/** Why a number isn't called, now or later. `held-account`: ours is a trial or unapproved and may call few numbers. */
export type RejectReason = 'invalid-number' | 'not-permitted' | 'held-account'

export type TextSent = { outcome: 'sent' } | { outcome: 'refused'; reason: TextFailure; refusal: CarrierRefusal }

/** The carrier's service that sends our codes. It doesn't report delivery. */
export type VerificationService = {
  /** End an open one for this number first, or its code would be sent again. Throws like `sendText`. */
  send(code: { to: string; code: string }): Promise<CodeSent>
  /** The code was entered or replaced. No error if it is over or unknown. */
  end(verificationId: string, how: 'approved' | 'canceled'): Promise<void>
}

/** `isRepeat`: one was open for the number, and its code may have been sent again instead of this one. */
export type CodeSent =
  | { outcome: 'sent'; verificationId: string; isRepeat: boolean }
  | Extract<TextSent, { outcome: 'refused' }>

/**
 * Why a text isn't delivered. `stopped`: its owner stopped texts or blocked us. `no-texts`: a landline or unknown.
 * `filtered`: networks consider it spam. `unregistered`: our number may not text that country. `held-back`: by time of
 * day or on suspicion. `passing`: a retry may work. `too-many`: too many codes to this number lately. `not-set-up`: the
 * account may not. `held-account`: the account is a trial or unapproved.
 */
export type TextFailure =
  | 'invalid-number'
  | 'unreachable'
  | 'stopped'
  | 'no-texts'
  | 'filtered'
  | 'unregistered'
  | 'held-back'
  | 'passing'
  | 'too-many'
  | 'not-set-up'
  | 'held-account'
  | 'other'

/** A delivery report. There may be none or several, in any order. */
export type TextNews =
  | { state: 'under-way' }
  | { state: 'delivered' }
  | { state: 'failed'; reason: TextFailure; code: number | null }

export type CarrierCall = { carrierCallId: string; createdAt: Instant | null; event: CarrierEvent }

/** `to` is null if the carrier doesn't say whom it called. */
export type ListedCall = CarrierCall & { to: string | null }

export type Callback = {
  /** Path and query as requested; the origin comes from our settings, never from the Host header. */
  pathAndQuery: string
  form: Record<string, string | string[]>
  /** Unchanged: only the carrier's adapter knows which one is the signature. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type CallbackRead = {
  carrierCallId: string | null
  event: CarrierEvent | null
  /** Pressed keys, in a script's callback; null if none. */
  digits: string | null
}

export type RecordingNews = {
  carrierCallId: string
  recordingId: string
  /** `none`: there was nothing to record, or recording failed. */
  state: 'recording' | 'ready' | 'none'
}

export type Recording = { contentType: string; bytes: Uint8Array }

/**
 * `from` is E.164 for a phone; other senders look different. A message may arrive twice. `answered`: the keyword that
 * the carrier recognized and answered itself; null if it doesn't say.
 */
export type TextReceived = {
  from: string
  body: string
  carrierMessageId: string
  answered: 'stop' | 'start' | 'help' | null
}

/** Texts, codes and whatever isn't about a call of `secondCarrier` go by the first. Null: there is no second. */
export type WithCarrier = { carrier: Carrier; secondCarrier: Carrier | null }

/** The carrier that a call left by. */
export function carrierOf({ carrier, secondCarrier }: WithCarrier, id: CarrierId): Carrier {
  if (id === 1) return carrier
  if (secondCarrier === null)
    throw new Error('a call left by the second carrier, which is not in the settings: set CARRIER_2_ACCOUNT_SID again')
  return secondCarrier
}
