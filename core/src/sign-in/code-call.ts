import type { AddressedPrompt, ScriptStep } from '../calls/call-script.ts'

/** Where in a call that says a code a key was pressed. The callback's address carries it. */
export type CodeCallPosition =
  /** `asked`: how often we asked for a key. The code is spoken only after one, so voicemail never hears it. */
  | { at: 'greeting'; asked: number }
  | { at: 'code'; said: number }
  /** After a 0. A second one ends calls with codes to this number, or all calls if no account has it. */
  | { at: 'stopping' }

export type CodeCallTurn = {
  steps: ScriptStep<AddressedPrompt>[]
  /** `said`: the person at the phone hears the code now. `stopped`: they opt out of these calls. */
  effect: 'none' | 'said' | 'stopped'
}

const MOST_ASKED = 3
const MOST_SAID = 4
const WAIT_S = 6

const GREETING = 'This is Reveille, with the code you asked for. Press 1 to hear it.'
const NOT_ASKED = "Didn't request this? Hang up, or press 0 and we won't call again."
const AGAIN = 'Once more.'
const REPEAT = 'Press any key to hear it again.'
const EXPIRED = 'This code has expired. Please ask for a new one. Goodbye.'
const STOPPING =
  "Press 0 again, and we'll never call this number, not even to wake you up. Press any other key to go back to your code."
const STOPPED = "Done. We won't call this number again. Goodbye."
const STOPPING_CODES =
  "Press 0 again, and we won't call this number with codes anymore. Your wake-up calls stay on. Press any other key to go back to your code."
const STOPPED_CODES = "Done. We won't call this number with codes again. Your wake-up calls stay on. Goodbye."
const GOODBYE = 'Goodbye.'

const prompt = (text: string): AddressedPrompt => ({ text, audioPath: null })
const sayAndEnd = (text: string): ScriptStep<AddressedPrompt>[] => [{ do: 'speak', ...prompt(text) }, { do: 'hang-up' }]

type Turn = {
  position: CodeCallPosition
  /** The pressed keys; null after a timeout. */
  digits: string | null
  /** Null once it's expired, used or replaced. */
  code: string | null
  /** An account has this number, so 0 twice ends only calls with codes. */
  keepsWakeUpCalls: boolean
  /** The callback path for the next key. */
  path: (position: CodeCallPosition) => string
}

/** Each digit is a sentence of its own, because voices pause between sentences. */
export function codeCallTurn({ position, digits, code, keepsWakeUpCalls, path }: Turn): CodeCallTurn {
  if (digits === '0') {
    if (position.at === 'stopping')
      return { steps: sayAndEnd(keepsWakeUpCalls ? STOPPED_CODES : STOPPED), effect: 'stopped' }
    return { steps: [ask([keepsWakeUpCalls ? STOPPING_CODES : STOPPING], path({ at: 'stopping' }))], effect: 'none' }
  }
  if (code === null) return { steps: sayAndEnd(EXPIRED), effect: 'none' }
  if (digits === null) return { steps: afterSilence(position, path), effect: 'none' }
  const said = position.at === 'code' ? position.said : 0
  if (said >= MOST_SAID) return { steps: sayAndEnd(GOODBYE), effect: 'none' }
  const twice = ['Your code is', ...code, AGAIN, ...code, REPEAT]
  return { steps: [ask(twice, path({ at: 'code', said: said + 1 }))], effect: 'said' }
}

function afterSilence(position: CodeCallPosition, path: Turn['path']): ScriptStep<AddressedPrompt>[] {
  if (position.at !== 'greeting' || position.asked >= MOST_ASKED) return sayAndEnd(GOODBYE)
  return [ask([GREETING, NOT_ASKED], path({ at: 'greeting', asked: position.asked + 1 }))]
}

function ask(texts: string[], answerPath: string): ScriptStep<AddressedPrompt> {
  return { do: 'ask', speak: texts.map(prompt), waitS: WAIT_S, digits: 1, answerPath }
}
