import type { Instant } from '../exchange/journal.ts'
import type { BrowserLine } from '../line/browser-line.ts'
import type { ScriptedLine } from '../line/scripted-line.ts'
import type { RecordedPart } from '../recordings/recording.ts'
import type { CallRequest } from '../rest/call-request.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Activity } from './activity.ts'

export type EndStatus = 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled'
export type CallStatus = 'queued' | 'ringing' | 'in-progress' | EndStatus

/** What a machine detector may say. */
export type AnsweredBy =
  | 'human'
  | 'machine_start'
  | 'machine_end_beep'
  | 'machine_end_silence'
  | 'machine_end_other'
  | 'fax'
  | 'unknown'

/** A call as the carrier remembers it: plain data, stored at every change. */
export type Call = {
  sid: string
  to: string
  from: string
  status: CallStatus
  createdAt: Instant
  /** When dialling began; null while it waits in the queue. */
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
  /** Lists do not show it before; null: at once. Asked for by a fault. */
  listedFrom: Instant | null
  /** Did a test wait for this call? What nobody waited for is unexpected. */
  expected: boolean
}

/** What was played or shown to the one who picked up. */
export type Heard = { verb: 'Play'; url: string; audio: Uint8Array } | { verb: 'Say'; text: string }

/** Where the next instructions come from: an address to ask, or a document given in the request. */
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
  /** Aborted when the instructions under way are replaced. */
  document: AbortController
  replacement: DocumentSource | null
  /** Callbacks of one call leave one after the other. */
  callbacks: Promise<void>
  /** End with the call, and those that do not. */
  timers: Set<NodeJS.Timeout>
  outlasting: Set<NodeJS.Timeout>
  /** Callbacks that a fault holds back: until another one is sent, or until the call is over. */
  heldToNext: Webhook[]
  heldToEnd: Webhook[]
  recorded: RecordedPart[]
}

export const isOver = (call: Call): boolean => call.endedAt !== null
