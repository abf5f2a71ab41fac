import type { CarrierEvent, HowEnded } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'
import * as z from 'zod'

/** The REST resource never shows `initiated`, callbacks do. */
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
 * What the phone network's own code says about a call that failed (WAKE-13). Every other code, and none, is a fault that
 * may pass. 480: the handset is off or out of reach, which to the person is 'did not answer'.
 */
const SIP_ENDINGS: Readonly<Record<number, HowEnded>> = {
  480: 'no-answer',
  603: 'no-answer',
  404: 'refused',
  410: 'refused',
  484: 'refused',
  604: 'refused',
}

/** What these say holds, whatever the carrier calls the end: it may tell a rejection as busy, too. */
const SIP_REJECTIONS: Readonly<Record<number, HowEnded>> = { 607: 'unwanted', 608: 'blocked' }

type Told = {
  at: Instant
  talkedS: number | null
  answeredBy?: string | null | undefined
  sipResponseCode?: string | undefined
}

/** Translates a status of the carrier; `talkedS` counts only once the call has ended. */
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

/** The machine detector's callback may have been lost: a talk with a machine is no answer (CALL-4). */
function ending({ answeredBy }: Told): HowEnded {
  return isMachine(answeredBy) ? 'no-answer' : 'hung-up'
}

function unanswered(status: 'busy' | 'no-answer' | 'failed', sip = 0): HowEnded {
  const how = SIP_REJECTIONS[sip] ?? status
  return how === 'failed' ? (SIP_ENDINGS[sip] ?? how) : how
}

/** The machine detector's verdict: `machine_start`, `machine_end_beep` and similar ones, or a fax. */
export function isMachine(answeredBy: string | null | undefined): boolean {
  return answeredBy === 'fax' || (answeredBy?.startsWith('machine_') ?? false)
}

/** Three digits; undefined when there are none. */
function sipCodeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-6][0-9]{2}$/.test(text) ? Number(text) : undefined
}

/** Whole seconds as the carrier writes them; null when there are none. */
export function secondsOf(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^[0-9]{1,6}$/.test(text) ? Number(text) : null
}

/** An RFC 2822 date of the carrier; null when it is missing or invalid. A missing date is never 'now'. */
export function instantOf(date: string | null | undefined): Instant | null {
  const at = date ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? null : at
}
