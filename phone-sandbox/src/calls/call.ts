import type { Instant } from '../exchange/journal.ts'
import type { BrowserLine } from '../line/browser-line.ts'
import type { ScriptedLine } from '../line/scripted-line.ts'
import type { RecordedPart } from '../recordings/recording.ts'
import type { CallRequest } from '../rest/call-request.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Activity } from './activity.ts'

export type EndStatus = 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled'
export type CallStatus = 'queued' | 'ringing' | 'in-progress' | EndStatus

/** The verdicts of a machine detector. */
export type AnsweredBy =
  | 'human'
  | 'machine_start'
  | 'machine_end_beep'
  | 'machine_end_silence'
  | 'machine_end_other'
  | 'fax'
  | 'unknown'

/** A call as the carrier stores it: plain data, saved at every change. */
export type Call = {
  sid: string
  to: string
  from: string
  status: CallStatus
  createdAt: Instant
  /** When dialling began; null while it is queued. */
  startedAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  queueTimeMs: number
  answeredBy: AnsweredBy | null
  /** Number of the next status callback, from 0. */
  nextSequence: number
  /** Whole seconds of talk; null until the end. */
  durationSeconds: number | null
  request: CallRequest
  /** Lists leave it out until then; null: listed at once. Set by a fault. */
  listedFrom: Instant | null
  /** Whether a test waited for this call; one that nobody waited for is unexpected. */
  expected: boolean
  /** Somebody called the account's number. Absent in a call that the account asked for. */
  inbound?: true
}

/** What was played or shown to the person who picked up. */
export type Heard = { verb: 'Play'; url: string; audio: Uint8Array } | Said

/** `voice` and `language` as the document asked for them: no voice of the sandbox has them. */
export type Said = { verb: 'Say'; text: string; voice?: string; language?: string }

/** Where the next instructions come from: a URL, or a document given in the request. */
export type DocumentSource =
  | { url: string; method: 'GET' | 'POST'; extra: Record<string, string> }
  | { document: string; extra: Record<string, string> }

/** A call of this run of the sandbox, with everything that cannot be stored. */
export type LiveCall = {
  call: Call
  line: ScriptedLine | BrowserLine
  activity: Activity
  heard: Heard[]
  /** Aborted when the call is over. */
  over: AbortController
  /** Aborted when the current instructions are replaced. */
  document: AbortController
  replacement: DocumentSource | null
  /** What the machine detector is going to say about a commanded call, and when. */
  verdict: { at: Instant; tell: () => void } | null
  /** Callbacks of one call leave one after the other. */
  callbacks: Promise<void>
  /** Timers that end with the call, and those that do not. */
  timers: Set<NodeJS.Timeout>
  outlasting: Set<NodeJS.Timeout>
  /** Callbacks that a fault holds back: until another one is sent, or until the call is over. */
  heldToNext: Webhook[]
  heldToEnd: Webhook[]
  recorded: RecordedPart[]
}

export const isOver = (call: Call): boolean => call.endedAt !== null
