import { MINUTE_MS } from '../time/duration.ts'

// CODE-3, beside the configurable limits.

/** The normal cost of a captcha: about two seconds on a small machine. */
export const USUAL_COST = 1

/** What a captcha costs where the budgets are nearly used up, and above the budget of a block of numbers. */
export const RAISED_COST = 10

/** No captcha costs more: two minutes on a small machine are as long as a person would wait. */
export const HIGHEST_COST = 64

/** The cost doubles each time this many more codes go to strangers in an hour. */
const CODES_TO_A_STEP = 5
/** This step applies while somebody guesses at the address. The first code then costs as much as after three steps. */
const CODES_TO_A_STEP_GUESSED = 2
const STEPS_WHILE_GUESSED = 3

const WARM = 0.5
const HOT = 0.8

/** For this long after a text to a number, a resend needs no new captcha. */
export const TRUSTED_MS = 15 * MINUTE_MS

export type CodesAsked = {
  /** To strangers for this address in this hour. */
  codes: number
  /** So many of them are free. */
  free: number
  /** Somebody guesses at the address. */
  guessed: boolean
  /** How full the fullest shared budget is, 1 when it is used up: of a network's block, of an hour, of a day. */
  fullest: number
}

/**
 * What the next code to a stranger costs in work, 0 for none. It rises with what strangers asked for instead of
 * ending in a wall, which would keep out the owner with a new device.
 */
export function costOfCode({ codes, free, guessed, fullest }: CodesAsked): number {
  const steps = guessed
    ? STEPS_WHILE_GUESSED + Math.floor(codes / CODES_TO_A_STEP_GUESSED)
    : Math.floor((codes - free) / CODES_TO_A_STEP)
  const asked = guessed || codes >= free ? USUAL_COST * 2 ** steps : 0
  const shared = fullest >= HOT ? RAISED_COST : fullest >= WARM ? USUAL_COST : 0
  return Math.min(HIGHEST_COST, Math.max(asked, shared))
}
