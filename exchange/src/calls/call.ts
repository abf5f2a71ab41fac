import type { BrowserLine } from '../line/browser-line.ts'
import type { ScriptedLine } from '../line/scripted-line.ts'
import type { TelephoneLine } from '../line/telephone-line.ts'
import type { RecordedPart } from '../recordings/recording.ts'
import type { CallRequest } from '../rest/call-request.ts'
import type { Instant } from '../state/journal.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { Activity } from './activity.ts'

export type EndStatus = 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled'
export type CallStatus = 'queued' | 'ringing' | 'in-progress' | EndStatus

/** The verdicts of the machine detector that a handset can cause. */
export type AnsweredBy = 'human' | 'machine_start'

/** A call as the carrier stores it: plain data, saved on every change. */
export type Call = {
  sid: string
  to: string
  from: string
  status: CallStatus
  createdAt: Instant
  /** When dialing began; null while it's queued. */
  startedAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  queueTimeMs: number
  answeredBy: AnsweredBy | null
  /** The number of the next status callback, from 0. */
  nextSequence: number
  /** Whole seconds of talk; null until the call ends. */
  durationSeconds: number | null
  request: CallRequest
  /** A fault hides it from lists until then; null: listed at once. */
  listedFrom: Instant | null
  /** Whether a test waited for this call. Tests assert that no other call came. */
  expected: boolean
  /** Somebody called the account's number. Absent if the account requested the call. */
  inbound?: true
  /** A restart resumed the talk and ran its instructions from the beginning. */
  tookUp?: true
  /** The phone network's code of its end, if any. */
  sipResponseCode?: number
}

/** What the person who picked up heard. */
export type Heard = { verb: 'Play'; url: string; audio: Uint8Array } | Said

/** `voice` and `language` as in the document. The sandbox has no such voices. */
export type Said = { verb: 'Say'; text: string; voice?: string; language?: string }

/** Where the next instructions come from: a URL, or a document given in the request. */
export type DocumentSource =
  | { url: string; extra: Record<string, string> }
  | { document: string; extra: Record<string, string> }

/** A call of this process, with everything that can't be stored. */
export type LiveCall = {
  call: Call
  line: ScriptedLine | BrowserLine | TelephoneLine
  activity: Activity
  heard: Heard[]
  over: AbortController
  /** Aborts when other instructions replace the current ones. */
  document: AbortController
  replacement: DocumentSource | null
  /** Whether any instructions were fetched. */
  isInstructed: boolean
  /** The machine detector's pending verdict on a scripted call. */
  verdict: { at: Instant; tell: () => void } | null
  /** A call's callbacks leave one after the other. */
  callbacks: Promise<void>
  /** Timers that the call's end cancels. `outlasting` are the others. */
  timers: Set<NodeJS.Timeout>
  outlasting: Set<NodeJS.Timeout>
  /** Callbacks that a fault delays until another one is sent, or until the call ends. */
  heldToNext: Webhook[]
  heldToEnd: Webhook[]
  recorded: RecordedPart[]
}

/** Whether a talk has no instructions yet, so the person hears nothing. */
export const isMute = ({ call, isInstructed }: LiveCall): boolean => call.answeredAt !== null && !isInstructed

export const isOver = (call: Call): boolean => call.endedAt !== null
