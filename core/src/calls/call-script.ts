import type { KeyEffect } from './call-keys.ts'

/** A call's prompts, in order. Paths are relative to our public address. */
export type ScriptStep =
  | ({ do: 'speak' } & Prompt)
  | { do: 'ask'; speak: Prompt[]; waitS: number; digits: number; answerPath: string }
  | { do: 'go-on'; path: string }
  | { do: 'hang-up' }

/** A prompt's text and its audio; without audio the carrier speaks the text itself (CALL-8). */
export type Prompt = { text: string; audioPath: string | null }

export type ScriptPart =
  | 'message'
  | 'repeatLead'
  | 'closing'
  | 'snoozed'
  | 'skipped'
  | 'choices'
  | 'stopConfirm'
  | 'stopped'

/** The prompts of one call. */
export type CallScript = Record<ScriptPart, Prompt>

/** The stored prompts of a call, each with its audio's storage key once that is ready. */
export type PreparedScript = Record<ScriptPart, { text: string; audioKey: string | null }>

/** The position in the script, carried in the address that the next answer goes to. */
export type ScriptPosition = {
  /** How often the message has been said. */
  round: number
  /** The previous key was 0. */
  afterZero: boolean
}

const WAIT_FOR_KEY_S = 8

/** Silence repeats the message once (CALL-7), then the call ends. */
const ROUNDS = 2

/** The first prompt. */
export function opening(script: CallScript, answerPath: AnswerPath): ScriptStep[] {
  return [ask([script.message], answerPath({ round: 1, afterZero: false }))]
}

/** What follows when no key was pressed. */
export function afterSilence(script: CallScript, { round }: ScriptPosition, answerPath: AnswerPath): ScriptStep[] {
  if (round >= ROUNDS) return [{ do: 'hang-up' }]
  return [ask([script.repeatLead, script.message], answerPath({ round: round + 1, afterZero: false }))]
}

/** What follows a key. A call that waits for another key does not start over: it is in its last round. */
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

function ask(speak: Prompt[], answerPath: string): ScriptStep {
  return { do: 'ask', speak, waitS: WAIT_FOR_KEY_S, digits: 1, answerPath }
}

function sayAndEnd(prompt: Prompt): ScriptStep[] {
  return [{ do: 'speak', ...prompt }, { do: 'hang-up' }]
}
