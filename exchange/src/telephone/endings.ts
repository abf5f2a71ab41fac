import type { EndStatus } from '../calls/call.ts'

/** How a call ended, in the carrier's words: its status and the SIP code that says more. */
export type Ending = { status: EndStatus; sipResponseCode?: number }

/** Our own code: we or Asterisk broke off while the call was under way, so the phone may have rung. */
export const MAY_HAVE_RUNG: Ending = { status: 'failed', sipResponseCode: 699 }
/** Our own code: every line was in use, and no phone rang. */
export const NO_LINE: Ending = { status: 'failed', sipResponseCode: 698 }
/** Our own code: Asterisk's settings or the trunk's credentials are wrong. */
export const MISCONFIGURED: Ending = { status: 'failed', sipResponseCode: 697 }
/** Asterisk surely called nobody, for a reason of its own. */
export const NOT_DIALED: Ending = { status: 'failed', sipResponseCode: 500 }
export const PHONE_OFF: Ending = { status: 'no-answer', sipResponseCode: 480 }
/** The talk can't go on. */
export const BROKE_OFF: Ending = { status: 'failed', sipResponseCode: 500 }
/** No answer of any kind within the ring time. */
export const SILENT_TRUNK: Ending = { status: 'failed', sipResponseCode: 408 }
export const RANG_OUT: Ending = { status: 'no-answer', sipResponseCode: 487 }

const failed = (sipResponseCode: number): Ending => ({ status: 'failed', sipResponseCode })

/** By Q.850 cause. Any other is a temporary failure of the network. */
const BY_CAUSE: Readonly<Record<number, Ending>> = {
  1: failed(404),
  3: failed(503),
  16: RANG_OUT,
  17: { status: 'busy', sipResponseCode: 486 },
  18: RANG_OUT,
  19: RANG_OUT,
  20: PHONE_OFF,
  21: { status: 'busy', sipResponseCode: 603 },
  22: failed(410),
  27: failed(502),
  28: failed(484),
}

/** What only the SIP code tells apart: Asterisk has a single cause for several of them. */
const BY_SIP: Readonly<Record<number, Ending>> = {
  401: MISCONFIGURED,
  403: MISCONFIGURED,
  407: MISCONFIGURED,
  404: failed(404),
  410: failed(410),
  480: PHONE_OFF,
  484: failed(484),
  486: { status: 'busy', sipResponseCode: 486 },
  600: { status: 'busy', sipResponseCode: 600 },
  603: { status: 'busy', sipResponseCode: 603 },
  604: failed(604),
  607: failed(607),
  608: failed(608),
}

type Told = {
  /** Q.850. */
  cause: number
  /** SIP. Older versions of Asterisk don't report it. */
  sip?: number | undefined
  /** A 180 or 183 came. */
  rang: boolean
  /** The call left by a trunk rather than to a phone in the house. */
  byTrunk: boolean
}

/** Why a call that nobody answered ended. */
export function endingOf({ cause, sip, rang, byTrunk }: Told): Ending {
  // A router with all lines in use answers 486, as if the called person were talking.
  if (byTrunk && !rang && (cause === 17 || cause === 34)) return NO_LINE
  // Asterisk reports its own timeout as 480.
  if (rang && (cause === 18 || cause === 19)) return RANG_OUT
  return BY_SIP[sip ?? 0] ?? BY_CAUSE[cause] ?? failed(sip !== undefined && sip >= 500 ? sip : 503)
}
