import { MINUTE_MS } from '../time/duration.ts'

/** The usual cost of a captcha: about two seconds on a slow device. */
export const USUAL_COST = 1

/** The cost when a shared budget is nearly used up, or when a block of numbers is above its own. */
export const RAISED_COST = 10

/** Two minutes on a slow device, about as long as a person would wait. */
export const HIGHEST_COST = 64

/** The cost doubles with every this many codes to strangers in an hour. */
const CODES_TO_A_STEP = 5
/** While somebody guesses codes of the address, it doubles sooner and starts three steps up. */
const CODES_TO_A_STEP_GUESSED = 2
const STEPS_WHILE_GUESSED = 3

const WARM = 0.5
const HOT = 0.8

/** For this long after a text to a number, a resend needs no new captcha. */
export const TRUSTED_MS = 15 * MINUTE_MS

export type CodesAsked = {
  /** Codes to strangers for this address in this hour. */
  codes: number
  free: number
  /** Somebody guesses codes of this address. */
  guessed: boolean
  /** How much of the fullest shared budget (network block, hour or day) is used, from 0 to 1. */
  fullest: number
}

/** Rises with demand; 0 for none. A hard limit would lock out the owner on a new device. */
export function costOfCode({ codes, free, guessed, fullest }: CodesAsked): number {
  const steps = guessed
    ? STEPS_WHILE_GUESSED + Math.floor(codes / CODES_TO_A_STEP_GUESSED)
    : Math.floor((codes - free) / CODES_TO_A_STEP)
  const asked = guessed || codes >= free ? USUAL_COST * 2 ** steps : 0
  const shared = fullest >= HOT ? RAISED_COST : fullest >= WARM ? USUAL_COST : 0
  return Math.min(HIGHEST_COST, Math.max(asked, shared))
}
