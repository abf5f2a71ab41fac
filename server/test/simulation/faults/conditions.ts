import type { PlacingFate } from '../carrier/carrier-log.ts'

export type CallbackFate = 'prompt' | 'at-once' | 'seconds-late' | 'hours-late' | 'lost' | 'doubled'

/** How the person at the phone, or the phone line, behaves. */
export type Conduct =
  | 'presses-1'
  | 'presses-1-types-wrong'
  | 'presses-1-types-wrong-then-right'
  | 'presses-1-types-nothing'
  | 'presses-2'
  | 'presses-9'
  | 'presses-0-0'
  | 'presses-wrong-then-1'
  | 'presses-5-and-hangs-up'
  | 'presses-0-then-1'
  | 'presses-0-then-3-then-1'
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
  | 'failed-while-ringing'
  | 'declined'
  | 'unwanted'
  | 'blocked'
  | 'refused'

/** How carrier, phones and mail behave right now. Faults make it worse for a while. */
export type Conditions = {
  placing: Record<PlacingFate, number>
  callbacks: Record<CallbackFate, number>
  conduct: Record<Conduct, number>
  /** How often a callback comes from a call that isn't ours, or isn't the one in its path. */
  strayCallbacks: number
  /** How often a reconciliation request fails. */
  lookUpsFail: number
  /** The longest time in ms until a new call is in the carrier's list; below the 45 s that we wait. */
  listLagMs: number
  /** How often a carrier never asks what an answered call says. */
  silent: number
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
    'presses-1': 34,
    'presses-1-types-wrong': 2,
    'presses-1-types-wrong-then-right': 4,
    'presses-1-types-nothing': 2,
    'presses-2': 16,
    'presses-9': 4,
    'presses-0-0': 1,
    'presses-wrong-then-1': 3,
    'presses-5-and-hangs-up': 2,
    'presses-0-then-1': 2,
    'presses-0-then-3-then-1': 1,
    'presses-1-and-hangs-up': 4,
    'says-nothing': 14,
    'hangs-up-at-once': 4,
    'hangs-up-later': 4,
    voicemail: 10,
    'taken-for-a-machine': 2,
    'no-answer': 18,
    busy: 6,
    cancelled: 2,
    failed: 6,
    'failed-while-ringing': 2,
    declined: 2,
    unwanted: 1,
    blocked: 1,
    refused: 3,
  },
  strayCallbacks: 0.03,
  lookUpsFail: 0,
  listLagMs: 1_000,
  silent: 0,
  mailFails: 0,
}
