import type { KeyEffect } from './call-keys.ts'

/** What is said and asked in a call, in order. Paths are below our public address. */
export type ScriptStep =
  | ({ do: 'speak' } & Spoken)
  | { do: 'ask'; speak: Spoken[]; waitS: number; digits: number; answerPath: string }
  | { do: 'go-on'; path: string }
  | { do: 'hang-up' }

/** Words, and where their audio is; without audio the carrier speaks them itself (CALL-8). */
export type Spoken = { text: string; audioPath: string | null }

export type ScriptPart =
  | 'message'
  | 'repeatLead'
  | 'closing'
  | 'snoozed'
  | 'skipped'
  | 'choices'
  | 'stopConfirm'
  | 'stopped'

/** The words of one call, ready to be said. */
export type CallScript = Record<ScriptPart, Spoken>

/** Where the script stands: carried in the address that the next answer comes to. */
export type ScriptPosition = {
  /** How often the message was said already. */
  round: number
  /** The key before was a 0. */
  afterZero: boolean
}

const WAIT_FOR_KEY_S = 8

/** Silence repeats the message once (CALL-7), then the call ends. */
const ROUNDS = 2

/** The first thing that is heard. */
export function opening(script: CallScript, answerPath: AnswerPath): ScriptStep[] {
  return [ask([script.message], answerPath({ round: 1, afterZero: false }))]
}

/** What follows when nobody pressed a key. */
export function afterSilence(script: CallScript, { round }: ScriptPosition, answerPath: AnswerPath): ScriptStep[] {
  if (round >= ROUNDS) return [{ do: 'hang-up' }]
  return [ask([script.repeatLead, script.message], answerPath({ round: round + 1, afterZero: false }))]
}

/** What follows a pressed key. A call that waits again for a key does not start over: it is in its last round. */
export function afterKey(script: CallScript, effect: KeyEffect, answerPath: AnswerPath): ScriptStep[] {
  switch (effect) {
    case 'confirm':
      return sayAndEnd(script.closing)
    case 'snooze':
      return sayAndEnd(script.snoozed)
    case 'skip-next':
      return sayAndEnd(script.skipped)
    case 'stop-all':
      return sayAndEnd(script.stopped)
    case 'warn-stop':
      return [ask([script.stopConfirm], answerPath({ round: ROUNDS, afterZero: true }))]
    case 'repeat-choices':
      return [ask([script.choices], answerPath({ round: ROUNDS, afterZero: false }))]
  }
}

type AnswerPath = (position: ScriptPosition) => string

function ask(speak: Spoken[], answerPath: string): ScriptStep {
  return { do: 'ask', speak, waitS: WAIT_FOR_KEY_S, digits: 1, answerPath }
}

function sayAndEnd(spoken: Spoken): ScriptStep[] {
  return [{ do: 'speak', ...spoken }, { do: 'hang-up' }]
}
