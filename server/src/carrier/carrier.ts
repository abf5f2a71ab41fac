import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'

/** The telephone company, as we see it: it places calls, carries texts, and calls us back. */
export type Carrier = {
  /**
   * Requests one call. Throws when it cannot be known whether the phone will ring: reconcile by `recentCalls` then,
   * never dial again.
   */
  placeCall(call: {
    to: string
    /** Our number that it leaves from; unset: the one that the called person knows. */
    from?: string
    token: string
    machineDetection: boolean
    record: boolean
    /** Whose script it follows: a wake-up's unless said otherwise. */
    about?: 'code'
    /** Asked in the moment in which the request is written: on no it isn't sent. */
    mayLeave?: () => boolean
  }): Promise<PlacedCall>
  /** The carrier's record of one call; null when it has none by this id. */
  fetchCall(carrierCallId: string): Promise<CarrierCall | null>
  /**
   * Newest first, from all our numbers; `formerly` are numbers that may be ours no more. Read before anything is dialled
   * again (CALL-3).
   */
  recentCalls(to: string, formerly?: readonly string[]): Promise<CarrierCall[]>
  /** The calls to everybody since then, in one go: for when too many are in doubt to ask about each. */
  callsSince(since: Instant, formerly?: readonly string[]): Promise<ListedCall[]>
  /** Stops a call whether it rings or is answered. */
  endCall(carrierCallId: string): Promise<void>
  /**
   * Breaks off what an answered call is saying: it goes on with the script at `path`, below our public address. One that
   * is over or unknown is no error.
   */
  redirect(carrierCallId: string, path: string): Promise<void>
  /**
   * Sends one text. `newsPath`, below our public address, is told what becomes of it; after `validS` seconds it's no longer
   * delivered.
   */
  sendText(text: { to: string; body: string; newsPath: string; validS?: number }): Promise<TextSent>
  /** Sends codes in words and from numbers of the carrier's own; null: they go as texts of ours. */
  verification: VerificationService | null
  /**
   * Whether a request has something like a signature: a quick look before its body is read, which proves nothing yet.
   */
  bearsSignature(headers: Callback['headers']): boolean
  /** Checks the signature and translates a status callback; null when it is not from the carrier. */
  readCallback(callback: Callback): CallbackRead | null
  /** The same for a recording's callback; null as well when it tells of no recording. */
  readRecordingNews(callback: Callback): RecordingNews | null
  /** The same for a text that somebody sent to our number. */
  readText(callback: Callback): TextReceived | null
  /** The same for what became of a text of ours. */
  readTextNews(callback: Callback): TextNews | null
  /**
   * A finished recording, whole; null when the carrier has none by this id. Throws when it is no audio or too large.
   */
  fetchRecording(recordingId: string): Promise<Recording | null>
  /** The ids of all recordings of a call that the carrier still has: a callback may be lost. */
  recordingsOf(carrierCallId: string): Promise<string[]>
  /** No error when it is already gone. */
  deleteRecording(recordingId: string): Promise<void>
  /** A script in the carrier's markup; what has no file is said in the carrier's voice for this character, null: nobody's. */
  renderScript(
    steps: readonly ScriptStep<AddressedPrompt>[],
    voiceId: VoiceId | null,
  ): { contentType: string; body: string }
  /**
   * The carrier's codes of what it could not say in a call. After any, its basic voices speak for a day instead of those
   * that were chosen.
   */
  failedSpeech(carrierCallId: string): Promise<number[]>
  /** The answer to a text that we received; null: no answer. */
  renderReply(body: string | null): { contentType: string; body: string }
}

/** An error response: its HTTP status, and the carrier's own error code where its body has one. */
export type CarrierRefusal = { status: number; code: number | null }

/**
 * Thrown for an error response that has no other meaning. Never holds the carrier's message, which names phone numbers.
 */
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

/** The refusal in an error; undefined when there was no response, such as after a time-out. */
export function refusalIn(failure: unknown): CarrierRefusal | undefined {
  return failure instanceof CarrierError ? { status: failure.status, code: failure.code } : undefined
}

export type PlacedCall =
  | { outcome: 'accepted'; carrierCallId: string; queueMs: number | null }
  | { outcome: 'rejected'; reason: RejectReason; refusal: CarrierRefusal }
  /** The request was held up on our side and never left: it may be sent again at once. */
  | { outcome: 'not-sent' }
  /**
   * The call surely does not ring: too many requests, connection refused, no capacity; or `misconfigured`: refused, by
   * the carrier or by something before it, for no fault of the number, which may be put right within the ten minutes.
   * Without `refusal` there was no response.
   */
  | { outcome: 'not-placed'; retryAfterMs: number; misconfigured?: true; refusal?: CarrierRefusal | undefined }

/** Why a number is not called, now or later. `held-account`: ours may call few numbers, for it's a trial or not approved. */
export type RejectReason = 'invalid-number' | 'not-permitted' | 'held-account'

export type TextSent = { outcome: 'sent' } | { outcome: 'refused'; reason: TextFailure; refusal: CarrierRefusal }

/** What the carrier sends our codes by. Nothing tells whether one arrived. */
export type VerificationService = {
  /** One that is open for this number must be ended first: its code would be sent again. Throws as `sendText` does. */
  send(code: { to: string; code: string }): Promise<CodeSent>
  /** It was entered, or another one replaces it. No error when it's over or unknown. */
  end(verificationId: string, how: 'approved' | 'canceled'): Promise<void>
}

/** `isRepeat`: one was open for the number, and its code may have been sent again instead of this one. */
export type CodeSent =
  | { outcome: 'sent'; verificationId: string; isRepeat: boolean }
  | Extract<TextSent, { outcome: 'refused' }>

/**
 * Why a text isn't delivered, at once or later. `stopped`: its holder stopped texts, or blocked us. `no-texts`: a landline or
 * unknown. `filtered`: the networks take it for spam. `unregistered`: our number may not text that country. `held-back`:
 * for the time of day or a suspicion. `passing`: once more may do. `too-many`: the number was sent too many codes
 * lately. `not-set-up`: the account may not. `held-account`: it's a trial or not approved.
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

/** What became of a text. Never promised: none, several, and in any order. */
export type TextNews =
  | { state: 'under-way' }
  | { state: 'delivered' }
  | { state: 'failed'; reason: TextFailure; code: number | null }

export type CarrierCall = { carrierCallId: string; createdAt: Instant | null; event: CarrierEvent }

/** `to` is null where the carrier does not say whom it called. */
export type ListedCall = CarrierCall & { to: string | null }

export type Callback = {
  /** Path and query as requested; the origin is ours by configuration, never from the Host header. */
  pathAndQuery: string
  form: Record<string, string | string[]>
  /** As they came: only the carrier's adapter knows which one is the signature. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type CallbackRead = {
  carrierCallId: string | null
  event: CarrierEvent | null
  /** The pressed keys, in a callback of the script; null when there are none. */
  digits: string | null
}

export type RecordingNews = {
  carrierCallId: string
  recordingId: string
  /** `none`: there was nothing to record, or recording failed. */
  state: 'recording' | 'ready' | 'none'
}

export type Recording = { contentType: string; bytes: Uint8Array }

/** `from` is E.164 for a phone; a sender without a number has another form. The same message may come twice. */
/** `answered`: what the carrier took it for, and answered itself; null where it does not say. */
export type TextReceived = {
  from: string
  body: string
  carrierMessageId: string
  answered: 'stop' | 'start' | 'help' | null
}

export type WithCarrier = { carrier: Carrier }
