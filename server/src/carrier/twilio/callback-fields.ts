import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import * as z from 'zod'
import type { CallbackRead, RecordingNews, TextNews, TextReceived } from '../carrier.ts'
import { eventOf, instantOf, isMachine, secondsOf, TwilioCallStatus } from './call-status.ts'
import { textFailure } from './messages.ts'
import type { CallbackForm } from './signature.ts'

/** Callbacks arrive within 15 s, retries included. A time further off comes from a wrong clock. */
const LATEST_CALLBACK_MS = 60_000

/** The only fields that we read of a call's callback. */
const CallFields = z.object({
  CallSid: z.string().min(1).max(64).optional().catch(undefined),
  CallStatus: TwilioCallStatus.optional().catch(undefined),
  Timestamp: z.string().optional().catch(undefined),
  CallDuration: z.string().optional().catch(undefined),
  SipResponseCode: z.string().optional().catch(undefined),
  AnsweredBy: z.string().optional().catch(undefined),
  Digits: z.string().optional().catch(undefined),
})
type CallFields = z.infer<typeof CallFields>

/** Translates a verified callback. An unreadable field counts as missing. */
export function readCallFields(form: CallbackForm, now: Instant): CallbackRead {
  const fields = CallFields.parse(form)
  return {
    carrierCallId: fields.CallSid ?? null,
    event: eventIn(fields, now),
    digits: fields.Digits !== undefined && /^[0-9*#]{1,32}$/.test(fields.Digits) ? fields.Digits : null,
  }
}

function eventIn(fields: CallFields, now: Instant): CarrierEvent | null {
  // The machine detector's callback has a verdict but no status.
  if (fields.CallStatus === undefined) return isMachine(fields.AnsweredBy) ? { type: 'machine', at: now } : null
  return eventOf(fields.CallStatus, {
    at: momentOf(fields, now),
    talkedS: secondsOf(fields.CallDuration),
    answeredBy: fields.AnsweredBy,
    sipResponseCode: fields.SipResponseCode,
  })
}

/** The carrier's time of the event if plausible; otherwise now. */
function momentOf({ Timestamp }: CallFields, now: Instant): Instant {
  const told = instantOf(Timestamp)
  return told !== null && told <= now && told >= now - LATEST_CALLBACK_MS ? told : now
}

const RecordingFields = z.object({
  CallSid: z.string().min(1).max(64),
  RecordingSid: z.string().min(1).max(64),
  RecordingStatus: z.enum(['in-progress', 'completed', 'absent', 'failed']),
})

/** Null if it reports no recording. Doesn't read its URL: we know where our carrier keeps recordings. */
export function readRecordingFields(form: CallbackForm): RecordingNews | null {
  const fields = RecordingFields.safeParse(form)
  if (!fields.success) return null
  const { CallSid, RecordingSid, RecordingStatus } = fields.data
  const states = { 'in-progress': 'recording', completed: 'ready', absent: 'none', failed: 'none' } as const
  return { carrierCallId: CallSid, recordingId: RecordingSid, state: states[RecordingStatus] }
}

const TextFields = z.object({
  From: z.string().max(64),
  Body: z.string(),
  MessageSid: z.string().min(1).max(64),
  // Only from a messaging service with Advanced Opt-Out.
  OptOutType: z.enum(['STOP', 'START', 'HELP']).optional().catch(undefined),
})
const ANSWERED = { STOP: 'stop', START: 'start', HELP: 'help' } as const

export function readTextFields(form: CallbackForm): TextReceived | null {
  const fields = TextFields.safeParse(form)
  if (!fields.success) return null
  const { From: from, Body: body, MessageSid: carrierMessageId, OptOutType } = fields.data
  return { from, body, carrierMessageId, answered: OptOutType === undefined ? null : ANSWERED[OptOutType] }
}

const TextNewsFields = z.object({
  MessageStatus: z.string().min(1).max(32),
  ErrorCode: z
    .string()
    .regex(/^[0-9]{1,6}$/)
    .optional()
    .catch(undefined),
})

/** Null if it isn't about a text. An unknown state counts as on its way. */
export function readTextNewsFields(form: CallbackForm): TextNews | null {
  const fields = TextNewsFields.safeParse(form)
  if (!fields.success) return null
  const { MessageStatus, ErrorCode } = fields.data
  const code = ErrorCode === undefined ? null : Number(ErrorCode)
  switch (MessageStatus) {
    case 'delivered':
    case 'read':
      return { state: 'delivered' }
    case 'undelivered':
    case 'failed':
      return { state: 'failed', reason: textFailure(code), code }
    default:
      return { state: 'under-way' }
  }
}
