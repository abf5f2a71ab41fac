import type { PlacingFate } from '../carrier/carrier-log.ts'

export type CallbackFate = 'prompt' | 'at-once' | 'seconds-late' | 'hours-late' | 'lost' | 'doubled'

/** How the person at the phone, or the phone line, behaves. */
export type Conduct =
  | 'presses-1'
  | 'presses-2'
  | 'presses-9'
  | 'presses-0-0'
  | 'presses-wrong-then-1'
  | 'presses-0-then-1'
  | 'presses-1-and-hangs-up'
  | 'says-nothing'
  | 'hangs-up-at-once'
  | 'hangs-up-later'
  | 'voicemail'
  | 'taken-for-a-machine'
  | 'no-answer'
  | 'busy'
  | 'cancelled'
  | 'failed'

/** How carrier, phones and mail behave right now. Faults make it worse for a while. */
export type Conditions = {
  placing: Record<PlacingFate, number>
  callbacks: Record<CallbackFate, number>
  conduct: Record<Conduct, number>
  /** How often a callback comes of a call that is not ours, or of another call than the one in its path. */
  strayCallbacks: number
  /** How often a reconciliation request fails. */
  lookUpsFail: number
  /** The longest time in ms until a new call is in the carrier's list; below the 45 s that we wait. */
  listLagMs: number
  mailFails: number
}

export const faultlessConditions: Conditions = {
  placing: {
    answered: 1,
    'answered-slowly': 0,
    'accepted-reply-lost': 0,
    'failed-unclear': 0,
    'refused-connection': 0,
    'too-many-requests': 0,
    rejected: 0,
  },
  callbacks: { prompt: 1, 'at-once': 0, 'seconds-late': 0, 'hours-late': 0, lost: 0, doubled: 0 },
  conduct: {
    'presses-1': 40,
    'presses-2': 14,
    'presses-9': 4,
    'presses-0-0': 1,
    'presses-wrong-then-1': 3,
    'presses-0-then-1': 2,
    'presses-1-and-hangs-up': 4,
    'says-nothing': 10,
    'hangs-up-at-once': 4,
    'hangs-up-later': 4,
    voicemail: 10,
    'taken-for-a-machine': 2,
    'no-answer': 14,
    busy: 6,
    cancelled: 2,
    failed: 2,
  },
  strayCallbacks: 0.03,
  lookUpsFail: 0,
  listLagMs: 1_000,
  mailFails: 0,
}
