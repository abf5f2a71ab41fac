import type { CarrierEvent, HowEnded } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import * as z from 'zod'

/** Only callbacks show `initiated`, never the REST resource. */
export const TwilioCallStatus = z.enum([
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
])
export type TwilioCallStatus = z.infer<typeof TwilioCallStatus>

/**
 * What SIP codes say about a failed call. Any other code, or none, is a temporary failure. 480: the phone is off or out
 * of reach, which people know as 'did not answer'.
 */
const SIP_ENDINGS: Readonly<Record<number, HowEnded>> = {
  480: 'no-answer',
  603: 'no-answer',
  404: 'refused',
  410: 'refused',
  484: 'refused',
  604: 'refused',
  // Our own exchange's, for a telephone line of one's own.
  697: 'line-refused',
  698: 'no-line',
  699: 'may-have-rung',
}

/** These override the carrier's status: it may report a rejection as busy, too. */
const SIP_REJECTIONS: Readonly<Record<number, HowEnded>> = { 607: 'unwanted', 608: 'blocked' }

type Told = {
  at: Instant
  talkedS: number | null
  answeredBy?: string | null | undefined
  sipResponseCode?: string | undefined
}

/** Translates a status; `talkedS` counts only once the call has ended. */
export function eventOf(status: TwilioCallStatus, told: Told): CarrierEvent {
  const { at, talkedS } = told
  switch (status) {
    case 'queued':
    case 'initiated':
      return { type: 'queued', at }
    case 'ringing':
      return { type: 'ringing', at }
    case 'in-progress':
      return { type: 'picked-up', at }
    case 'completed':
      return { type: 'ended', at, how: ending(told), talkedS }
    case 'canceled':
      return { type: 'ended', at, how: 'cancelled', talkedS }
    case 'busy':
    case 'no-answer':
    case 'failed': {
      const sip = sipCodeOf(told.sipResponseCode)
      return { type: 'ended', at, how: unanswered(status, sip), talkedS, sip }
    }
  }
}

/** The machine detector's callback may have been lost: a talk with a machine is no answer. */
const ending = ({ answeredBy }: Told): HowEnded => (isMachine(answeredBy) ? 'no-answer' : 'hung-up')

function unanswered(status: 'busy' | 'no-answer' | 'failed', sip = 0): HowEnded {
  const how = SIP_REJECTIONS[sip] ?? status
  return how === 'failed' ? (SIP_ENDINGS[sip] ?? how) : how
}

/** The machine detector's verdict: `machine_start`, `machine_end_beep` and the like, or a fax. */
export function isMachine(answeredBy: string | null | undefined): boolean {
  return answeredBy === 'fax' || (answeredBy?.startsWith('machine_') ?? false)
}

function sipCodeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-6][0-9]{2}$/.test(text) ? Number(text) : undefined
}

/** The carrier's whole seconds; null if missing. */
export function secondsOf(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^[0-9]{1,6}$/.test(text) ? Number(text) : null
}

/** The carrier's RFC 2822 date; null if missing or invalid. A missing date never means 'now'. */
export function instantOf(date: string | null | undefined): Instant | null {
  const at = date ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? null : at
}
